//! The answer of `allow` as a status and a header field, for a proxy that lets a request pass or not, as nginx's `auth_request` does.

use serde::Deserialize;

use crate::refusal::Refusal;

/// Where it is, below the questions.
pub(crate) const BELOW: &str = "allow/auth";

/// The keys of the answer that count.
#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "use")]
    uri: Option<String>,
    reason: Option<String>,
}

/// What a proxy reads: the status, and a header field with its name in lowercase.
pub(crate) struct Authorization {
    pub(crate) status: u16,
    pub(crate) field: (&'static str, String),
}

/// 204 with the URI to hand on in `x-napkin-use`, or 403 with the reason in `x-napkin-reason`.
///
/// # Errors
///
/// If the answer is none of `allow`.
pub(crate) fn of(answer: &[u8]) -> Result<Authorization, Refusal> {
    let answer: Answer = serde_json::from_slice(answer)
        .map_err(|error| Refusal::bad(format!("no answer of allow: {error}")))?;
    if let Some(uri) = answer.uri {
        return Ok(Authorization { status: 204, field: ("x-napkin-use", uri) });
    }
    // A field has ASCII (RFC 9110 section 5.5).
    let reason = answer.reason.unwrap_or_default().chars().map(shown).collect();
    Ok(Authorization { status: 403, field: ("x-napkin-reason", reason) })
}

fn shown(character: char) -> String {
    if character == ' ' || character.is_ascii_graphic() {
        character.into()
    } else {
        character.escape_unicode().collect()
    }
}
