//! References as browsers read them: by the URL Standard, with queries in the encoding of the document.

use std::fmt;

use encoding_rs::{EncoderResult, Encoding, UTF_8};
use napkin::{ResolveError, Target};
use napkin_url::edition::WHATWG;
use napkin_url::{Edition, Encoded, Encoder, Failure, Url};

/// Why a reference has no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoTarget {
    /// An error of the edition of the URI syntax, or no base.
    Unresolved(ResolveError),
    /// The parser of the URL Standard fails.
    Url(Failure),
}

impl NoTarget {
    /// The name in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unresolved(error) => error.name(),
            Self::Url(failure) => failure.name(),
        }
    }
}

impl From<ResolveError> for NoTarget {
    fn from(error: ResolveError) -> Self {
        Self::Unresolved(error)
    }
}

impl fmt::Display for NoTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unresolved(error) => error.fmt(f),
            Self::Url(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for NoTarget {}

/// How the references of a document are parsed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Urls {
    /// The edition of the URL Standard.
    edition: &'static Edition,
    /// The encoding of queries.
    encoding: &'static Encoding,
}

impl Urls {
    /// An edition, for a document in an encoding.
    pub(crate) fn new(edition: &'static Edition, encoding: &'static Encoding) -> Self {
        Self { edition, encoding: encoding.output_encoding() }
    }

    /// The name of the edition; the newest has its permanent name.
    pub(crate) fn name(self) -> &'static str {
        if std::ptr::eq(self.edition, WHATWG) { "whatwg" } else { self.edition.key }
    }

    /// Parses a reference with a base, if there is one.
    pub(crate) fn parse(self, base: Option<&Url>, reference: &str) -> Result<Url, Failure> {
        let legacy = Legacy(self.encoding);
        let options = Url::options().edition(self.edition);
        let options = if base.is_some() { options.base_url(base) } else { options };
        let encoder: Option<&dyn Encoder> =
            if self.encoding == UTF_8 { None } else { Some(&legacy) };
        options.encoder(encoder).parse_exactly(reference)
    }

    /// The document itself, if a reference is nothing but a fragment, or empty.
    pub(crate) fn document(self, reference: &str) -> Option<Target> {
        let nowhere = self.edition.parse("about:blank").ok()?;
        // Against an opaque path, only a fragment can be resolved.
        let fragment = match nowhere.join(reference) {
            Ok(url) if url.without_fragment() == nowhere.as_str() => url.fragment().map(Into::into),
            _ if reference.chars().all(|c| c <= ' ') => None,
            _ => return None,
        };
        Some(Target::CurrentDocument { fragment })
    }
}

/// An encoder of the Encoding Standard.
struct Legacy(&'static Encoding);

impl Encoder for Legacy {
    fn encode(&self, text: &str, put: &mut dyn FnMut(Encoded<'_>)) {
        let mut encoder = self.0.new_encoder();
        let (mut rest, mut buffer) = (text, [0; 256]);
        loop {
            let (result, read, written) =
                encoder.encode_from_utf8_without_replacement(rest, &mut buffer, true);
            put(Encoded::Bytes(buffer.get(..written).unwrap_or_default()));
            rest = rest.get(read..).unwrap_or_default();
            match result {
                EncoderResult::InputEmpty => break,
                EncoderResult::Unmappable(c) => put(Encoded::Unmappable(c)),
                EncoderResult::OutputFull => {}
            }
        }
    }
}
