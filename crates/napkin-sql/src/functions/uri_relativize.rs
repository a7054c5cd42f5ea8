//! `uri_relativize`: the shortest reference that means a URI.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::exec_err;
use napkin::{AbsoluteUri, Edition, UriRef};

use crate::arguments::names;
use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The shortest reference that resolves to a URI against a base; proven by resolving it.",
    texts: &["base", "uri"],
    answer,
    ..Function::BLANK
};

/// The library relativizes by the editions that resolve like RFC 3986.
fn is_known(edition: &Edition) -> bool {
    edition.removes_dot_segments()
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    for row in 0..rows.count() {
        let texts = rows.text(0, row).zip(rows.text(1, row)).zip(rows.edition(row));
        let Some(((base, target), edition)) = texts else {
            column.push(None);
            continue;
        };
        if !is_known(edition) {
            return exec_err!(
                "uri_relativize does not know edition {}; editions that it knows: {}",
                edition.name,
                names(is_known)
            );
        }
        let parsed = |text| UriRef::parse(text).and_then(|reference| reference.to_uri());
        let base = parsed(base).map(AbsoluteUri::from).map_err(|error| rows.refuse(base, error));
        let target = parsed(target).map_err(|error| rows.refuse(target, error));
        let reference = base.and_then(|base| target.map(|target| target.relativize(base)));
        column.push(reference.ok().as_ref().map(UriRef::as_str));
    }
    column.finish()
}
