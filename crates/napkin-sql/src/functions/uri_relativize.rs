//! `uri_relativize`: the shortest reference that means a URI.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use napkin_answers::base::Base;
use napkin_answers::relativize::Relativizing;

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
    let prepare = |standard, base| Relativizing::new(Base::new(base, standard));
    rows.by_second(prepare, |row| {
        let Some((relativizing, base, target)) = row else { return column.push(None) };
        match relativizing.answer(target.as_bytes()) {
            Ok(found) => column.push(Some(&found.reference)),
            Err(failure) => {
                let is_of_base = failure.of_what().is_some();
                rows.refuse(if is_of_base { base } else { target }, failure.message());
                column.push(None);
            }
        }
    });
    column.finish()
}
