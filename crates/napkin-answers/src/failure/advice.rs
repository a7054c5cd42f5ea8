//! The advice of a failure: what to write instead, as words and as an edit.

use std::borrow::Cow;
use std::cell::LazyCell;

use napkin::{ErrorKind, Fix, ParseError, Part};
use napkin_audit::{Edit, Identity, Mend, Span, mends};
use napkin_schemes::secrets::redacted_text;
use schemars::JsonSchema;
use serde::Serialize;

use super::Failure;

/// The longest mended text that advice repeats, in bytes.
const LONGEST_QUOTED: usize = 200;

/// An edit, in the format of `repair`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "edit")]
pub(crate) struct FixedBy<'t> {
    /// The start of the replaced bytes.
    pub(super) start: usize,
    /// The end of the replaced bytes.
    pub(super) end: usize,
    /// The new text.
    text: Cow<'t, str>,
}

impl From<Fix> for FixedBy<'static> {
    fn from(fix: Fix) -> Self {
        let range = fix.range();
        Self { start: range.start, end: range.end, text: fix.text().to_owned().into() }
    }
}

impl<'t> From<&'t Edit> for FixedBy<'t> {
    fn from(edit: &'t Edit) -> Self {
        let Span { start, end, .. } = edit.span;
        Self { start, end, text: Cow::Borrowed(&edit.text) }
    }
}

impl FixedBy<'_> {
    fn into_owned(self) -> FixedBy<'static> {
        FixedBy { text: self.text.into_owned().into(), ..self }
    }
}

/// What to write, by a mend.
fn advice(mend: &Mend) -> String {
    let uri = redacted_text(mend.uri.as_bytes());
    match mend.identity {
        Identity::Kept | Identity::AsBrowsers => format!("write {uri}"),
        Identity::Guessed => format!("write {uri} if that is meant"),
    }
}

impl Failure<'_> {
    /// Takes the advice for an error of the syntax from the first mend, where that knows better than the grammar.
    pub(super) fn advise(&mut self, text: &[u8], error: ParseError) {
        let found = LazyCell::new(|| mends(text, error.edition()));
        self.advise_edit(text, error, &found);
        self.hide(error.offset(), text);
        if self.0.advice.is_none() && error.part() == Part::Scheme {
            self.advise_whole(found.iter().find(|mend| mend.uri.contains("://")));
        }
    }

    /// Takes the advice from the first mend, where it is about a mark before a URI, a name in letters, or a path of files.
    fn advise_edit(
        &mut self,
        text: &[u8],
        error: ParseError,
        found: &LazyCell<Vec<Mend>, impl FnOnce() -> Vec<Mend>>,
    ) {
        let (at, kind) = (error.offset(), error.kind());
        let is_letter =
            error.part() == Part::Host && text.get(at).is_some_and(|byte| !byte.is_ascii());
        let is_mark = kind == ErrorKind::SchemeStart && self.0.advice.is_none();
        if !is_letter && !is_mark && text.get(at) != Some(&b'\\') {
            return;
        }
        let is_there = |edit: &&Edit| edit.span.start <= at && at < edit.span.end;
        let Some(edit) = found.first().and_then(|mend| mend.edits.iter().find(is_there)) else {
            return;
        };
        self.0.advice = Some(match &*edit.text {
            "" if is_mark => "leave it out".into(),
            name if is_letter && name.contains(char::is_alphanumeric) && !name.contains('%') => {
                format!("write the host as {name}")
            }
            uri if edit.span == Span::new(0, text.len()) => format!("write {uri}"),
            _ => return,
        });
        self.0.fix = Some(FixedBy::from(edit).into_owned());
    }

    /// This failure of an input that can be mended: the first mend is the advice.
    pub(crate) fn with_mends(mut self, mends: Vec<Mend>) -> Self {
        self.advise_whole(mends.first());
        self.0.mends = mends;
        self
    }

    /// Takes the whole text of a mend as the advice.
    fn advise_whole(&mut self, mend: Option<&Mend>) {
        // What becomes a path by `./` is a sentence rather than a reference.
        let is_shown = |mend: &&Mend| {
            !self.0.is_secret && mend.uri.len() <= LONGEST_QUOTED && !mend.uri.starts_with("./")
        };
        if let Some(mend) = mend.filter(is_shown) {
            self.0.advice = Some(advice(mend));
        }
    }

    /// Takes the advice from the fix of a finding.
    pub(super) fn advise_fix(&mut self, fix: Option<&Edit>) {
        let Some(fix) = fix else { return };
        self.0.advice = Some(match &*fix.text {
            text if fix.span.is_empty() => format!("put '{text}' here"),
            text => format!("write {text}"),
        });
        self.0.fix = Some(FixedBy::from(fix).into_owned());
    }
}
