//! References as people type them.

use napkin::{Edition, ParseError, Start};
use napkin_context::{Context, Extractor, Heuristic, NotCompleted};
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::options::{Between, options};
use crate::question::{Ask, Question, Standards};
use crate::schema::HeuristicName;
use crate::standard::Standard;

options! {
    /// Read references as people type them
    ///
    /// Removes brackets or quotes around them, the prefix 'URL:' and all white space. With
    /// 'suffix' a host name without a scheme is completed by guessing, and the result names the guess.
    pub struct Typed {
        /// Complete what has no scheme, such as 'www.example.com'
        suffix: bool;
        /// With 'suffix', the base URI of the place where it was typed; text without a scheme is then a relative reference,
        /// and is not completed
        base: Option<String>, "URI";
    }
}

impl Question for Typed {
    const NAME: &'static str = "typed";
    const STANDARDS: Standards = Standards::Syntax;
    const BETWEEN: &'static [Between] = &[Between::Requires("base", "suffix")];
    type Ready = ReadingTyped;

    fn ready(self, standard: Standard) -> Result<ReadingTyped, WrongChoice> {
        let edition = choice::syntax(standard, Self::NAME)?;
        Ok(ReadingTyped { extractor: Extractor::new(edition), edition, options: self })
    }
}

/// The reading of what was typed, by an edition.
pub struct ReadingTyped {
    extractor: Extractor,
    edition: &'static Edition,
    options: Typed,
}

impl Ask for ReadingTyped {
    type Answer<'a> = TypedReference<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.edition.into())
    }

    fn ask<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<TypedReference<'a>, Failure<'a>> {
        if self.options.suffix {
            let completed = self.extractor.complete(input, self.options.base.as_deref());
            let completed = completed.map_err(|error| self.not_completed(error))?;
            let heuristic = completed.heuristic.map(Heuristic::name);
            return Ok(TypedReference { uri: completed.uri, heuristic, note: None });
        }
        let cleaned = self.extractor.cleaned(input);
        match self.edition.parse_bytes(Start::UriReference, &cleaned) {
            Ok(uri) => {
                // Places refer to the input, if nothing was removed from it.
                let note = if input == cleaned { Failure::note(uri, input) } else { None };
                Ok(TypedReference { uri: uri.as_str().into(), heuristic: None, note })
            }
            Err(error) => Err(refused(error, input, cleaned)),
        }
    }
}

impl ReadingTyped {
    fn not_completed<'a>(&self, error: NotCompleted) -> Failure<'a> {
        let suffixes = Context::of(self.edition).suffixes;
        let section = suffixes.unwrap_or(self.edition.sections.relative);
        let title = self.edition.title;
        Failure::new(error.name(), section, format!("{error} ({title} section {section})"))
    }
}

/// The error refers to the input, if nothing was removed from it.
fn refused(error: ParseError, input: &[u8], cleaned: Vec<u8>) -> Failure<'_> {
    if input == cleaned {
        Failure::refused(error, input).or_scp(input)
    } else {
        Failure::refused(error, cleaned).of("what is left")
    }
}

/// A reference that was typed.
#[derive(Serialize, JsonSchema)]
pub struct TypedReference<'a> {
    /// The reference, completed if that was asked for.
    pub uri: String,
    /// How it was completed, if by guessing.
    #[schemars(with = "Option<HeuristicName>")]
    pub heuristic: Option<&'static str>,
    /// A note on it, if it is probably not intended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    pub note: Option<Failure<'a>>,
}
