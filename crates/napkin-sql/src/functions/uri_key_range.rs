//! `uri_key_range`: the range of keys to look for in a table that is sorted by them.

use datafusion_common::arrow::array::{ArrayRef, NullBufferBuilder};
use datafusion_common::arrow::datatypes::{DataType, Fields};
use datafusion_common::{DataFusionError, Result, plan_datafusion_err};
use napkin::edition::RFC3986;
use napkin_answers::key::{Keys, Match, profiles};
use napkin_answers::options::Value;

use crate::columns::{TextColumn, structure_of, structures};
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The range of keys by a profile, such as 'surt', in which the pages are that match a URL: 'exact', 'prefix', 'host', \
            'domain', or 'key' for those that begin with the text. The start is in it, the end is not.",
    texts: &["uri", "profile", "match"],
    choices: &[],
    result: || DataType::Struct(fields()),
    check,
    answer,
    ..Function::BLANK
};

fn fields() -> Fields {
    structure_of(&[("start", DataType::Utf8View), ("end", DataType::Utf8View)])
}

/// Checks the profile and what is matched, if they are the same for all rows.
fn check(literals: &[Option<&str>]) -> Result<()> {
    if let [_, profile, matching] = literals {
        profile.map(keys_of).transpose()?;
        matching.map(matching_of).transpose()?;
    }
    Ok(())
}

fn keys_of(profile: &str) -> Result<Keys> {
    let is_known = profiles().any(|name| name == profile);
    let keys = is_known.then(|| Keys::named(RFC3986.into(), profile, false)).flatten();
    keys.ok_or_else(|| unknown("profile", profile, &profiles().collect::<Vec<_>>()))
}

fn matching_of(name: &str) -> Result<Match> {
    let known = || Match::ALL.map(Match::name);
    Match::read(name.into()).map_err(|_| unknown("match", name, &known()))
}

fn unknown(what: &str, name: &str, known: &[&str]) -> DataFusionError {
    plan_datafusion_err!("uri_key_range: '{name}' is no {what}; there are {}", known.join(", "))
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let text = || TextColumn::new(rows.count());
    let (mut starts, mut ends) = (text(), text());
    let mut nulls = NullBufferBuilder::new(rows.count());
    for row in 0..rows.count() {
        let range = match (rows.text(0, row), rows.text(1, row), rows.text(2, row)) {
            (Some(text), Some(profile), Some(matching)) => {
                let range = keys_of(profile)?.range_of(text.as_bytes(), matching_of(matching)?);
                range.map_err(|failure| rows.refuse(text, failure.message())).ok()
            }
            _ => None,
        };
        nulls.append(range.is_some());
        starts.push(range.as_ref().map(|range| &*range.start));
        ends.push(range.as_ref().map(|range| &*range.end));
    }
    structures(fields(), vec![starts.finish()?, ends.finish()?], nulls)
}
