//! `uri_hosts`: which hosts common readers of URIs would contact.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::arrow::datatypes::DataType;
use napkin_audit::contacted_hosts;

use crate::columns::{Lists, TextColumn, list_of};
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "Every host that some common reader would contact for a text, valid or not; more than one is \
            confusion.",
    // Each reader has its own idea of the syntax.
    choices: &[],
    result: || list_of(DataType::Utf8View),
    has_strict: false,
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut names = TextColumn::new(rows.count());
    let mut lists = Lists::new(rows.count());
    for row in 0..rows.count() {
        lists.push(rows.text(0, row).map(|text| {
            let hosts = contacted_hosts(text.as_bytes());
            hosts.iter().map(|host| names.push_shown(host)).count()
        }));
    }
    lists.finish(names.finish()?)
}
