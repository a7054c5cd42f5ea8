//! Whether a mended text identifies what the input did.

use napkin::{Edition, Part, encode_excluded};
use napkin_url::Url;
use serde::Serialize;

use super::kept;
use crate::hosts::hosts;
use crate::parts::Parts;
use crate::span::Edit;

/// Whether a mended text identifies the same as the input, as far as the input identified anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Hash)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "programs that branch on it have to know all")]
pub enum Identity {
    /// Nothing was changed, or characters behind the `/` of a server were percent-encoded, in an input whose parts by
    /// RFC 3986 appendix B are those of the mended text, and whose host all [readers](crate::READERS) find in both.
    Kept,
    /// The newest edition of the URL Standard reads the input as the mended text, a relative reference on a page of http; no edit is in a userinfo, and if all
    /// [readers](crate::READERS) in use find one host in the input, they find it in the mended text.
    AsBrowsers,
    /// Everything else.
    Guessed,
}

impl Identity {
    /// All of them, the surest first.
    pub const ALL: [Self; 3] = [Self::Kept, Self::AsBrowsers, Self::Guessed];

    /// The label: `kept`, `as-browsers` or `guessed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::AsBrowsers => "as-browsers",
            Self::Guessed => "guessed",
        }
    }
}

/// Whether the text that edits make of an input identifies what the input did.
pub(super) fn of(input: &[u8], edits: &[Edit], uri: &str, edition: &Edition) -> Identity {
    if kept::is_kept(input, edits, edition) {
        Identity::Kept
    } else if is_as_browsers(input, edits, uri) {
        Identity::AsBrowsers
    } else {
        Identity::Guessed
    }
}

/// Whether browsers read the input as the mended text, and no host on which readers agree changes.
fn is_as_browsers(input: &[u8], edits: &[Edit], uri: &str) -> bool {
    // Characters that a URL has raw and a URI encoded are data for both.
    let base = Url::parse("http://base.invalid/").ok();
    let read = |text: &str| {
        let url = Url::parse(text).or_else(|_| Url::options().base_url(base.as_ref()).parse(text));
        let url = url.ok()?;
        Some(encode_excluded(url.as_str()).0.into_owned())
    };
    // Few people see where the host begins behind a userinfo that is no name.
    let userinfo = Parts::refused(input).get(Part::Userinfo).unwrap_or_default();
    if edits.iter().any(|edit| edit.span.start < userinfo.end && userinfo.start <= edit.span.start)
    {
        return false;
    }
    let Some(before) = str::from_utf8(input).ok().and_then(read) else { return false };
    if read(uri) != Some(before) {
        return false;
    }
    let hosts_of = |text: &[u8]| hosts(text).among(|reader| reader.in_use && reader.in_audits);
    let (before, after) = (hosts_of(input), hosts_of(uri.as_bytes()));
    before.agreed().is_none_or(|host| after.contacted().iter().all(|other| *other == host))
}
