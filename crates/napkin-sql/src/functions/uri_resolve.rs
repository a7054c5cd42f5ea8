//! `uri_resolve`: the URI that a reference means.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use napkin::Target;
use napkin_standards::Base;

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The URI that a reference means against a base; NULL where an edition takes it for the document that \
            holds it.",
    texts: &["reference", "base"],
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    let mut out = String::new();
    rows.by_second(
        |standard, base| Base::new(base, standard),
        |row| {
            let Some((base, text, reference)) = row else { return column.push(None) };
            out.clear();
            match base.resolve_onto(reference, &mut out) {
                Ok(Target::Uri(uri)) => column.push(Some(&uri)),
                Ok(Target::CurrentDocument { .. }) => column.push(None),
                Err(error) => {
                    rows.refuse(if error.is_of_base() { text } else { reference }, error);
                    column.push(None);
                }
            }
        },
    );
    column.finish()
}
