//! IRIs mapped to URIs, URIs converted to IRIs, and the ASCII form of java.net.URI.

use std::borrow::Cow;

use napkin::edition::{JAVA, RFC3987};
use napkin::{Edition, Start, percent};
use napkin_schemes::{Mapping, MappingError};
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::failure::Failure;

/// The target form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The URI to which an IRI is mapped.
    Uri,
    /// The IRI to which a URI is converted.
    Iri,
    /// The result of `toASCIIString` of java.net.URI.
    Ascii,
}

/// The settings of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Mapped {
    /// The target form.
    pub to: Form,
    /// Whether the host is written as a DNS name, or in letters.
    pub idna: bool,
    /// Whether characters are composed first.
    pub nfc: bool,
    /// Whether ASCII that is not allowed in an IRI is encoded; otherwise it is an error.
    pub encode_ascii: bool,
}

impl Mapped {
    /// The edition that defines the mapping.
    pub const fn edition(&self) -> &'static Edition {
        match self.to {
            Form::Uri | Form::Iri => RFC3987,
            Form::Ascii => JAVA,
        }
    }

    /// Rejects options that the form does not have.
    ///
    /// # Errors
    ///
    /// If the form is ASCII, which has no options.
    pub fn check(&self) -> Result<(), WrongChoice> {
        let options = [("host", self.idna), ("nfc", self.nfc), ("encode-ascii", self.encode_ascii)];
        match options.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) if self.to == Form::Ascii => {
                let reason = "is not for ASCII, which is what toASCIIString writes";
                Err(WrongChoice::new(option.into(), reason.into()).of_option())
            }
            _ => Ok(()),
        }
    }

    /// Maps an input.
    ///
    /// # Errors
    ///
    /// If the input is invalid by the edition, or the options cannot be applied.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Result<Answer<'a>, Failure<'a>> {
        let Ok(text) = str::from_utf8(input) else {
            // The parser finds the offset.
            let refused = self.edition().parse_bytes(Start::UriReference, input).err();
            return Err(refused.map_or_else(
                || Failure::new("ill-formed-utf-8", "2.2", "the input is not UTF-8".into()),
                |error| Failure::refused(error, input),
            ));
        };
        if self.to == Form::Ascii {
            let uri = JAVA.parse(text).map_err(|error| Failure::refused(error, input))?;
            return Ok(Answer::Ascii(napkin_schemes::to_ascii(uri)));
        }
        let mapping = Mapping::new().idna(self.idna).nfc(self.nfc).encode_ascii(self.encode_ascii);
        let to_iri = self.to == Form::Iri;
        let mapped = if to_iri { mapping.to_iri(text) } else { mapping.to_uri(text) };
        let mapped = mapped.map_err(|error| match error {
            MappingError::Invalid(error) if self.encode_ascii => {
                let encoded = percent::encode_unwise(text).into_owned();
                Failure::refused(error, encoded.into_bytes())
            }
            MappingError::Invalid(error) => Failure::refused(error, input),
            error => Failure::new(error.name(), error.section(), error.to_string()),
        })?;
        Ok(if to_iri { Answer::Iri(mapped) } else { Answer::Uri(mapped) })
    }
}

/// The result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer<'a> {
    /// The URI.
    Uri(Cow<'a, str>),
    /// The IRI.
    Iri(Cow<'a, str>),
    /// The text in ASCII.
    Ascii(Cow<'a, str>),
}

impl Answer<'_> {
    /// The text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Uri(text) | Self::Iri(text) | Self::Ascii(text) => text,
        }
    }
}
