//! IRIs mapped to URIs, URIs converted to IRIs, and the ASCII form of java.net.URI.

use std::borrow::Cow;

use napkin::edition::{JAVA, RFC3986, RFC3987};
use napkin::{Edition, Start, percent};
use napkin_schemes::{Mapping, MappingError};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::options::{one_of, options};
use crate::question::{Ask, Question, Standards};

options! {
    /// Map IRIs to URIs, or convert URIs to IRIs
    ///
    /// For valid IRIs, as RFC 3987 maps them; 'clean' takes other text too, and writes hosts as browsers do.
    ///
    /// By RFC 3987. In a URI, each non-ASCII character is written as the percent-encoded octets of its UTF-8, and a domain
    /// name with xn--, as resolvers need it; all else stays. In an IRI, percent-encoded octets become characters if they are
    /// UTF-8 and the characters are allowed and visible: spaces, invisible characters and bidirectional controls stay
    /// encoded. Relative references are mapped too.
    ///
    /// Back to a text for people: 'to' iri with 'host' idna, which gives http://bücher.example/ü.
    ///
    /// With 'to' as 'ascii', the input is read as java.net.URI reads it, and the answer is what its method toASCIIString
    /// gives. That method composes characters across delimiters, so its answer may not be a URI.
    pub struct Map {
        /// The result
        to: Option<Form>, "TO" = "uri";
        /// How to write the host of http and other schemes that have domain names. To a URI 'idna' if not given, which writes
        /// xn--; to an IRI 'percent', which leaves xn-- as it is, where 'idna' writes the letters
        host: Option<HostForm>, "HOST";
        /// Compose the characters first, as text from paper or from other encodings than Unicode needs it (NFC)
        nfc: bool;
        /// Encode space, quotes, brackets and other ASCII that no IRI has, instead of refusing it
        encode_ascii: bool;
    }
}

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

one_of!(Form {
    Uri "uri": "A URI (RFC 3987 section 3.1)",
    Iri "iri": "An IRI (section 3.2)",
    Ascii "ascii": "What the method toASCIIString of java.net.URI gives",
});

/// How a host is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostForm {
    /// With triplets, as all else.
    Percent,
    /// As a DNS name, or in letters.
    Idna,
}

one_of!(HostForm {
    Percent "percent": "In a URI with triplets, as all else; in an IRI a label with xn-- stays",
    Idna "idna": "In a URI as DNS has the name, with xn--; in an IRI in letters",
});

impl Question for Map {
    const NAME: &'static str = "map";
    const STANDARDS: Standards = Standards::Own;
    type Ready = Mapped;

    // A URL is asked about as its URI.
    fn suits(standard: Standard) -> Result<(), WrongChoice> {
        choice::syntax(standard, Self::NAME).map(drop)
    }

    fn ready(self, _: Standard) -> Result<Mapped, WrongChoice> {
        let to = self.to.unwrap_or(Form::Uri);
        let host =
            self.host.unwrap_or(if to == Form::Uri { HostForm::Idna } else { HostForm::Percent });
        let mapped = Mapped {
            to,
            idna: host == HostForm::Idna,
            nfc: self.nfc,
            encode_ascii: self.encode_ascii,
        };
        mapped.check()?;
        Ok(mapped)
    }
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

impl Ask for Mapped {
    type Answer<'a> = Answer<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.edition().into())
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Answer<'a>, Failure<'a>> {
        self.answer(input)
    }
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
        let mapped = mapped.map_err(|error| {
            let failure = match error {
                MappingError::Invalid(error) if self.encode_ascii => {
                    let encoded = percent::encode_unwise(text).into_owned();
                    Failure::refused(error, encoded.into_bytes())
                }
                MappingError::Invalid(error) => Failure::refused(error, input),
                MappingError::Idna => {
                    Failure::new(error.name(), error.section(), error.to_string())
                        .and("host 'percent' writes it with triplets, and clean as browsers do")
                }
                error => Failure::new(error.name(), error.section(), error.to_string()),
            };
            failure.mended(RFC3986, input)
        })?;
        Ok(if to_iri { Answer::Iri(mapped) } else { Answer::Uri(mapped) })
    }
}

/// The result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
