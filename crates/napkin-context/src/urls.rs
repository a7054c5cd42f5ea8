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
    /// The base is [too long](crate::Base::is_too_long).
    BaseTooLong,
}

impl NoTarget {
    /// The name in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unresolved(error) => error.name(),
            Self::Url(failure) => failure.name(),
            Self::BaseTooLong => "base-too-long",
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
            Self::BaseTooLong => {
                f.write_str("the base is too long, so nothing is resolved against it")
            }
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

    /// Whether a reference that is a URL without a base is another one with a base of its scheme, as `http:path` is.
    pub(crate) fn needs_base_of_scheme(self, reference: &str, url: &str) -> bool {
        let scheme = url.split(':').next().unwrap_or_default();
        let base = self.parse(None, &format!("{scheme}://base.invalid/base/")).ok();
        let with_base = base.map(|base| self.parse(Some(&base), reference));
        with_base.is_some_and(|with_base| with_base.map_or(true, |found| found.as_str() != url))
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
