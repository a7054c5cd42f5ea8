//! `uri_relativize`: the shortest reference that means a URI.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use napkin::RelativeForm;
use napkin_answers::relativize::Relativizing;
use napkin_standards::Base;

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The shortest reference that resolves to a URI against a base; proven by resolving it.",
    texts: &["uri", "base"],
    knows: |standard| Relativizing::check(standard).is_ok(),
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    rows.by_second(
        |standard, base| Base::new(base, standard),
        |row| {
            let Some((base, text, target)) = row else { return column.push(None) };
            match base.relativize(target, RelativeForm::Shortest) {
                Ok(found) => column.push(Some(&found)),
                Err(error) => {
                    rows.refuse(if error.is_of_base() { text } else { target }, error);
                    column.push(None);
                }
            }
        },
    );
    column.finish()
}
