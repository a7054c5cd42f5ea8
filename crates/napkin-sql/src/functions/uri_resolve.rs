//! `uri_resolve`: the URI that a reference means.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use napkin::{EditionResolver, ResolveError, Target};

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The URI that a reference means against a base; NULL where an edition takes it for the document that \
            holds it.",
    texts: &["base", "reference"],
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    let mut target = String::new();
    for (run, edition) in rows.choices().edition.runs(rows.count()) {
        // Links of one document stand together, so a base is mostly the one of the row before.
        let mut last: Option<(&str, EditionResolver<'_>)> = None;
        for row in run {
            let texts = rows.text(0, row).zip(rows.text(1, row)).zip(edition);
            let Some(((base, reference), edition)) = texts else {
                column.push(None);
                continue;
            };
            let resolver = match last {
                Some((known, resolver)) if known == base => resolver,
                _ => edition.resolver(base),
            };
            last = Some((base, resolver));
            target.clear();
            match resolver.resolve_onto(reference, &mut target) {
                Ok(Target::Uri(uri)) => column.push(Some(uri)),
                Ok(Target::CurrentDocument { .. }) => column.push(None),
                Err(error) => {
                    let of_reference = matches!(error, ResolveError::InvalidReference(_));
                    rows.refuse(if of_reference { reference } else { base }, error);
                    column.push(None);
                }
            }
        }
    }
    column.finish()
}
