//! The smallest edits that make an invalid input valid.

use std::borrow::Cow;

use napkin::Edition;
use napkin_audit::{Candidate, Edit, Identity, Span, repair};
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::envelope::{Base64, text_and_bytes};
use crate::failure::Failure;
use crate::options::options;
use crate::question::{Ask, Question, Standards};
use crate::schema::{IdentityName, written_as};
use crate::standard::Standard;

options! {
    /// Propose edits that make invalid inputs valid, the cheapest first
    ///
    /// `kept` means that the repaired URI surely names the same thing: only characters behind the host were percent-encoded.
    /// Scheme and authority stay, path, query and fragment decode to the same data, and no reader that napkin knows contacts
    /// another host. docs/audit.md lists the inputs for which that is certain. `may-change` means everything else: text was
    /// removed, even if it is only white space or quotation marks around the URI, a delimiter or a name was guessed, or programs
    /// may differ. An invalid input makes the exit status 1, repaired or not.
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
    /// Proposes edits, the cheapest first.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Repaired<'a> {
        let candidates = repair(input, self.edition);
        let valid = candidates.iter().any(|candidate| candidate.edits.is_empty());
        Repaired { input, valid, candidates }
    }
}

/// The ways to make one input valid.
pub struct Repaired<'a> {
    /// The input.
    pub input: &'a [u8],
    /// Whether it is valid without a repair.
    pub valid: bool,
    /// The proposals.
    pub candidates: Vec<Candidate>,
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'a> {
    /// Whether the input is valid without a repair.
    valid: bool,
    /// The proposals, the cheapest first.
    candidates: Vec<Proposal<'a>>,
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
        let candidates = self.candidates.iter();
        Keys { valid: self.valid, candidates: candidates.map(|one| self.proposal(one)).collect() }
    }

    fn proposal<'a>(&'a self, candidate: &'a Candidate) -> Proposal<'a> {
        let change = |edit: &'a Edit| {
            let (removed, removed_base64) = text_and_bytes(edit.span.of(self.input));
            let Span { start, end, .. } = edit.span;
            Change { start, end, text: &edit.text, removed, removed_base64 }
        };
        Proposal {
            uri: &candidate.uri,
            edits: candidate.edits.iter().map(change).collect(),
            identity: candidate.identity.name(),
        }
    }
}

written_as!(Repaired<'_> as Keys<'_>, Repaired::keys);

/// What an identity means, in words for people.
pub const fn meaning(identity: Identity) -> &'static str {
    match identity {
        Identity::Kept => "same meaning",
        Identity::MayChange => "may mean something else",
    }
}
