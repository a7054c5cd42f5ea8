//! `uri_key`: the key of a URL by a profile.

use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::{DataFusionError, Result, plan_datafusion_err};
use napkin_answers::key::{Keys, profiles};
use napkin_standards::Standard;

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The key by which the program of a profile finds a URL, as archives and crawlers do. A program's keys are of any text; \
            'resource', 'host-sorted' and 'url' are of valid ones.",
    texts: &["uri", "profile"],
    check,
    answer,
    ..Function::BLANK
};

/// Checks the profile, if it is the same for all rows.
fn check(literals: &[Option<&str>]) -> Result<()> {
    match literals {
        [_, Some(profile), ..] => {
            if profiles().any(|name| name == *profile) {
                Ok(())
            } else {
                Err(unknown(profile))
            }
        }
        _ => Ok(()),
    }
}

fn unknown(profile: &str) -> DataFusionError {
    let names = profiles().collect::<Vec<_>>().join(", ");
    plan_datafusion_err!("uri_key: '{profile}' is no profile; there are {names}")
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    let mut wrong = None;
    let keys = |standard: Standard, profile: &str| {
        let is_profile = profiles().any(|name| name == profile);
        is_profile.then(|| Keys::named(standard, profile, false)).flatten()
    };
    let mut scratch = String::new();
    rows.by_second(keys, |given| match given {
        Some((Some(keys), _, text)) => match keys.key(text.as_bytes(), &mut scratch) {
            Ok(key) => column.push(Some(&key)),
            Err(failure) => {
                rows.refuse(text, failure.message());
                column.push(None);
            }
        },
        Some((None, profile, _)) => {
            wrong.get_or_insert_with(|| unknown(profile));
            column.push(None);
        }
        None => column.push(None),
    });
    wrong.map_or_else(|| column.finish(), Err)
}
