//! `uri_parse`: all parts at once.

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, NullBufferBuilder};
use datafusion_common::arrow::datatypes::{DataType, Fields};
use napkin::{Path, PathKind, Reference};
use napkin_answers::parsed::Parsed;

use crate::columns::{Lists, TextColumn, list_of, structure_of, structures};
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "All parts at once, by the names that `napkin parse --json` gives them.",
    result: || DataType::Struct(fields()),
    answer,
    ..Function::BLANK
};

/// The fields that are text, in order; `segments` comes behind them.
const TEXTS: [&str; 17] = [
    "kind",
    "scheme",
    "authority",
    "userinfo",
    "user",
    "password",
    "host",
    "host_kind",
    "port",
    "path",
    "params",
    "query",
    "fragment",
    "path_kind",
    "form",
    "authority_form",
    "ref_kind",
];

fn fields() -> Fields {
    let texts = TEXTS.map(|name| (name, DataType::Utf8View));
    let segments = [("segments", list_of(DataType::Utf8View))];
    structure_of(&[&texts[..], &segments].concat())
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut texts = TEXTS.map(|_| TextColumn::new(rows.count()));
    let mut segments = (TextColumn::new(rows.count()), Lists::new(rows.count()));
    let mut nulls = NullBufferBuilder::new(rows.count());
    rows.each(|_, parsed| {
        nulls.append(parsed.is_some());
        let scheme = parsed.and_then(Parsed::scheme);
        let values = parsed.map(|parsed| values(parsed, scheme.as_deref()));
        for (column, value) in texts.iter_mut().zip(values.unwrap_or_default()) {
            column.push(value);
        }
        let (items, lists) = &mut segments;
        lists.push(parsed.and_then(|parsed| parsed.segments(|segment| items.push(Some(segment)))));
    });
    let columns = texts.into_iter().map(TextColumn::finish);
    let (items, lists) = segments;
    let segments = items.finish().and_then(|items| lists.finish(items));
    let columns = columns.chain(std::iter::once(segments)).collect::<Result<_>>()?;
    structures(fields(), columns, nulls)
}

/// The text fields, in the order of their names.
fn values<'r>(parsed: Parsed<'r>, scheme: Option<&'r str>) -> [Option<&'r str>; TEXTS.len()] {
    // What the URL Standard does not have is NULL.
    let uri = parsed.reference();
    let is_relative = uri.is_some_and(|uri| uri.is_relative_ref());
    [
        Some(if is_relative { "relative-ref" } else { "uri" }),
        scheme,
        parsed.authority(),
        parsed.userinfo(),
        parsed.user(),
        parsed.password(),
        parsed.host(),
        parsed.host_kind(),
        parsed.port(),
        parsed.path(),
        uri.and_then(|uri| uri.parameters()),
        parsed.query(),
        parsed.fragment(),
        uri.and_then(|uri| uri.path_kind()).map(PathKind::name),
        uri.and_then(|uri| uri.form()),
        uri.and_then(|uri| uri.authority_form()),
        uri.map(what_it_leaves_out),
    ]
}

/// The parts that a reference takes from the base, in words.
fn what_it_leaves_out(uri: Reference<'_>) -> &'static str {
    if !uri.is_relative_ref() {
        "absolute"
    } else if uri.authority().is_some() {
        "network-path"
    } else if uri.path().is_some_and(Path::is_absolute) {
        "absolute-path"
    } else {
        "relative-path"
    }
}
