//! URIs written into text so that they can be found there again.

use napkin::{Edition, Start};
use napkin_context::{Context, to_text};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::options::options;
use crate::question::{Ask, Question, Standards};

options! {
    /// Write URIs for use in text
    ///
    /// For valid URIs; 'clean' makes one of other text.
    ///
    /// Puts around a URI what the edition recommends: '<' and '>', with 'URL:' in RFC 1738 and RFC 1808; 'url:' before
    /// it in RFC 1630. With 'width' a long URI is broken into lines, never after a hyphen; RFC 1630 has no line breaks.
    /// 'extract' finds each URI again as it was.
    pub struct Wrap {
        /// Break lines that would be longer than this
        width: Option<usize>, "COLUMNS";
    }
}

impl Question for Wrap {
    const NAME: &'static str = "wrap";
    const STANDARDS: Standards = Standards::Syntax;
    type Ready = Wrapping;

    fn ready(self, standard: Standard) -> Result<Wrapping, WrongChoice> {
        let edition = choice::syntax(standard, Self::NAME)?;
        Ok(Wrapping { edition, width: self.width.unwrap_or(usize::MAX) })
    }
}

/// Wrapping by an edition.
pub struct Wrapping {
    edition: &'static Edition,
    width: usize,
}

impl Ask for Wrapping {
    type Answer<'a> = Wrapped;

    fn standard(&self) -> Option<Standard> {
        Some(self.edition.into())
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Wrapped, Failure<'a>> {
        let reference = self.edition.parse_bytes(Start::UriReference, input);
        let reference = reference.map_err(|error| Failure::refused(error, input))?;
        let text = to_text(reference, self.width).ok_or_else(|| {
            let (title, section) =
                (self.edition.title, Context::of(self.edition).delimiting.section);
            let what = "readers of text would not find this reference";
            Failure::new("not-findable", section, format!("{what} ({title} section {section})"))
        })?;
        Ok(Wrapped { text })
    }
}

/// A URI as it is written into text.
#[derive(Serialize, JsonSchema)]
pub struct Wrapped {
    /// The text, with line ends.
    pub text: String,
}
