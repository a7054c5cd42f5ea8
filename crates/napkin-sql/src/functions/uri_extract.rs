//! `uri_extract`: the URIs in running text.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::arrow::datatypes::DataType;
use napkin_context::Extractor;
use napkin_standards::Standard;

use crate::columns::{Lists, TextColumn, list_of};
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The URIs in running text, in order, by the rules of the edition for delimiting them.",
    texts: &["text"],
    result: || list_of(DataType::Utf8View),
    has_strict: false,
    knows: |standard| !standard.is_url(),
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut uris = TextColumn::new(rows.count());
    let mut lists = Lists::new(rows.count());
    for (run, standard) in rows.choices().standard.runs(rows.count()) {
        let extractor = standard.and_then(Standard::syntax).map(Extractor::new);
        for row in run {
            let text = rows.text(0, row).zip(extractor.as_ref());
            lists.push(text.map(|(text, extractor)| {
                extractor.find(text.as_bytes()).map(|find| uris.push(Some(&find.uri))).count()
            }));
        }
    }
    lists.finish(uris.finish()?)
}
