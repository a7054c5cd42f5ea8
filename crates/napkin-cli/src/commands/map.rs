//! `map`: IRIs to URIs, URIs to IRIs, and the ASCII form of java.net.URI.

use clap::{Args, ValueEnum};
use napkin_answers::Failure;
use napkin_answers::map::{self, Form, Mapped};

use super::{Finished, Run};
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Map IRIs to URIs, or convert URIs to IRIs
///
/// By RFC 3987. To a URI, each character beyond ASCII becomes the triplets of its UTF-8; all else stays. To an IRI,
/// triplets become characters where those are legal UTF-8, allowed, and can be seen: spaces, invisible characters and
/// those that change the direction of text stay triplets. Relative references are mapped too.
///
/// To ASCII, the input is read as java.net.URI does, and the answer is that of its toASCIIString, which composes
/// characters across delimiters and triplets: it need not be a URI.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Map {
    /// The result

    #[arg(long, value_enum, default_value = "uri")]
    to: To,

    /// How to write the host of http and other schemes that have domain names
    #[arg(long, value_enum, default_value = "percent")]
    host: Host,

    /// Compose the characters first, as text from paper or from other encodings than Unicode needs it (NFC)
    #[arg(long)]
    nfc: bool,

    /// Encode space, quotes, brackets and other ASCII that no IRI has, instead of refusing it
    #[arg(long)]
    encode_ascii: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin map --host idna http://bücher.example/ü

prints

  http://xn--bcher-kva.example/%C3%BC";

/// What is made.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// A URI (RFC 3987 section 3.1)
    Uri,
    /// An IRI (section 3.2)
    Iri,
    /// The result of toASCIIString of java.net.URI
    Ascii,
}

impl From<To> for Form {
    fn from(to: To) -> Self {
        match to {
            To::Uri => Self::Uri,
            To::Iri => Self::Iri,
            To::Ascii => Self::Ascii,
        }
    }
}

/// How a host is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Host {
    /// With triplets, as all else
    Percent,
    /// In a URI as DNS has the name, with xn--; in an IRI in letters
    Idna,
}

impl Run for Map {
    fn run(self) -> Finished {
        let mapped = Mapped {
            to: self.to.into(),
            idna: self.host == Host::Idna,
            nfc: self.nfc,
            encode_ascii: self.encode_ascii,
        };
        mapped.check()?;
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(mapped.edition()), texts, &mapped).exit_code())
    }
}

impl PerInput for Mapped {
    type Answer<'a> = map::Answer<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<map::Answer<'a>, Failure<'a>> {
        Mapped::answer(self, input)
    }
}

impl Answer for map::Answer<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.as_str().as_bytes());
        text.end_line();
    }
}
