//! The question `repair`: every mend of an input, each an error or a slip with the URI to write instead.

use std::borrow::Cow;

use napkin::{Edition, Start};
use napkin_audit::{Edit, Identity, Mend, Span, mends};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::envelope::{Base64, text_and_bytes};
use crate::failure::Failure;
use crate::options::options;
use crate::question::{Ask, Question, Standards};
use crate::schema::{IdentityName, Mended, written_as};

options! {
    /// List every way to mend a URI, the likeliest first
    ///
    /// 'clean' writes the first of them for each line of a list.
    ///
    /// Of an input that is invalid, or valid with a slip such as `htp://h/`. `kept` means that the mended URI surely names the same
    /// thing: only characters behind the host were percent-encoded. Scheme and authority stay, path, query and fragment decode to
    /// the same data, and no reader that napkin knows contacts another host. docs/audit.md lists the inputs for which that is
    /// certain. `as-browsers` means that browsers read the input as the mended URI. `guessed` means everything else: text was
    /// removed, a delimiter or a name was guessed, or programs may differ. An invalid input makes the exit status 1, mended or not.
    pub struct Repair {}
}

impl Question for Repair {
    const NAME: &'static str = "repair";
    const STANDARDS: Standards = Standards::Syntax;
    type Ready = Repairing;

    fn ready(self, standard: Standard) -> Result<Repairing, WrongChoice> {
        Ok(Repairing { edition: choice::syntax(standard, Self::NAME)? })
    }
}

/// Repair by an edition.
#[derive(Clone, Copy, Debug)]
pub struct Repairing {
    /// The edition.
    pub edition: &'static Edition,
}

impl Ask for Repairing {
    type Answer<'a> = Repaired<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.edition.into())
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Repaired<'a>, Failure<'a>> {
        Ok(self.answer(input))
    }
}

impl Repairing {
    /// The ways to mend an input.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Repaired<'a> {
        let mends = mends(input, self.edition);
        let parsed = self.edition.parse_bytes(Start::UriReference, input);
        let error = parsed.err().map(|error| Failure::refused(error, input));
        Repaired { input, valid: error.is_none(), error, mends }
    }
}

/// The ways to mend one input.
pub struct Repaired<'a> {
    /// The input.
    pub input: &'a [u8],
    /// Whether it is valid as it is.
    pub valid: bool,
    /// The error, if it is not valid.
    pub error: Option<Failure<'a>>,
    /// The ways, the likeliest first.
    pub mends: Vec<Mend>,
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'a> {
    /// Whether the input is valid without a repair.
    valid: bool,
    /// The error, if it is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    error: Option<&'a Failure<'a>>,
    /// The valid texts, the likeliest first; a valid input is the first itself.
    candidates: Vec<Proposal<'a>>,
    /// The ways to mend the input, in the same order.
    #[schemars(with = "Vec<Mended>")]
    mends: &'a [Mend],
}

/// A way to make the input valid.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "proposal")]
struct Proposal<'a> {
    /// The valid text.
    uri: &'a str,
    /// The changes, in order.
    edits: Vec<Change<'a>>,
    /// Whether the text identifies what the input did.
    #[schemars(with = "IdentityName")]
    identity: &'static str,
}

/// An edit, with the text that it replaces or removes.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "repairing-edit")]
struct Change<'a> {
    /// The start of the replaced bytes.
    start: usize,
    /// The end of the replaced bytes.
    end: usize,
    /// The new text.
    text: &'a str,
    /// The text that is replaced or removed.
    removed: Cow<'a, str>,
    /// The bytes of `removed`, if they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Base64<'a>")]
    removed_base64: Option<Base64<'a>>,
}

impl Repaired<'_> {
    fn keys(&self) -> Keys<'_> {
        let itself = str::from_utf8(self.input).ok().filter(|_| self.valid);
        let identity = Identity::Kept.name();
        let itself = itself.map(|uri| Proposal { uri, edits: Vec::new(), identity });
        let mended = self.mends.iter().map(|mend| self.proposal(mend));
        Keys {
            valid: self.valid,
            error: self.error.as_ref(),
            candidates: itself.into_iter().chain(mended).collect(),
            mends: &self.mends,
        }
    }

    fn proposal<'a>(&'a self, mend: &'a Mend) -> Proposal<'a> {
        let change = |edit: &'a Edit| {
            let (removed, removed_base64) = text_and_bytes(edit.span.of(self.input));
            let Span { start, end, .. } = edit.span;
            Change { start, end, text: &edit.text, removed, removed_base64 }
        };
        let edits = mend.edits.iter().map(change).collect();
        Proposal { uri: &mend.uri, edits, identity: mend.identity.name() }
    }
}

written_as!(Repaired<'_> as Keys<'_>, Repaired::keys);

/// What an identity means, in words for people.
pub const fn meaning(identity: Identity) -> &'static str {
    match identity {
        Identity::Kept => "same meaning",
        Identity::AsBrowsers => "as browsers read it",
        Identity::Guessed => "may mean something else",
    }
}
