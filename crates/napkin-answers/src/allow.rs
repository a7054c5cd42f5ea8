//! Whether a URI may be followed.

use napkin_audit::{Refusal, Verdict};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::failure::Failure;

/// The decision about one input.
pub struct Judged<'a> {
    /// The input.
    pub input: &'a [u8],
    /// The decision.
    pub verdict: Verdict,
}

impl Serialize for Judged<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Verdict { hosts, refusal, normal_form, .. } = &self.verdict;
        let common = hosts.among(|reader| reader.in_use);
        let hosts: Vec<_> = common.contacted().iter().map(ToString::to_string).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("allowed", &self.verdict.is_allowed())?;
        map.serialize_entry("hosts", &hosts)?;
        map.serialize_entry("reason", &refusal.as_ref().map(ToString::to_string))?;
        map.serialize_entry("use", normal_form)?;
        if let Some(Refusal::Invalid(error)) = refusal {
            map.serialize_entry("error", &Failure::refused(*error, self.input))?;
        }
        map.end()
    }
}
