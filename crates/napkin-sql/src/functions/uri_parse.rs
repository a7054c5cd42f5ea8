//! `uri_parse`: all parts at once.

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, NullBufferBuilder};
use datafusion_common::arrow::datatypes::{DataType, Fields};
use napkin::{Encoded, Host, HostKind, Path, PathKind, Port, Query, Reference, Userinfo};

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
    rows.references(|_, reference| {
        nulls.append(reference.is_some());
        let scheme = reference.and_then(|reference| reference.reported_scheme());
        let values = reference.map(|reference| values(reference, scheme.as_deref()));
        for (column, value) in texts.iter_mut().zip(values.unwrap_or_default()) {
            column.push(value);
        }
        let path = reference.and_then(|reference| reference.path());
        segments.1.push(path.map(|path| {
            path.segments().map(|segment| segments.0.push(Some(segment.as_str()))).count()
        }));
    });
    let columns = texts.into_iter().map(TextColumn::finish);
    let (items, lists) = segments;
    let segments = items.finish().and_then(|items| lists.finish(items));
    let columns = columns.chain(std::iter::once(segments)).collect::<Result<_>>()?;
    structures(fields(), columns, nulls)
}

/// The text fields, in the order of their names.
fn values<'a>(uri: Reference<'a>, scheme: Option<&'a str>) -> [Option<&'a str>; TEXTS.len()] {
    let userinfo = uri.userinfo();
    [
        Some(if uri.is_relative_ref() { "relative-ref" } else { "uri" }),
        scheme,
        uri.authority(),
        userinfo.map(Userinfo::as_str),
        userinfo.map(|userinfo| userinfo.user().as_str()),
        userinfo.and_then(Userinfo::password).map(Encoded::as_str),
        uri.host().map(Host::as_str),
        uri.host().map(Host::kind).map(HostKind::name),
        uri.port().map(Port::as_str),
        uri.path().map(Path::as_str),
        uri.parameters(),
        uri.query().map(Query::as_str),
        uri.fragment().map(Encoded::as_str),
        uri.path_kind().map(PathKind::name),
        uri.form(),
        uri.authority_form(),
        Some(what_it_leaves_out(uri)),
    ]
}

/// What a reference leaves to the base.
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
