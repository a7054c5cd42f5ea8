//! The given base, and the resolution of references against it.
//!
//! The library validates base and reference by the rules of the edition. Here its errors become failures; an
//! invalid base is a failure of every input.

use napkin::edition::RFC3986;
use napkin::{
    AbsoluteUri, Edition, EditionResolver, Level, Reference, ResolveError, Start, Target, UriRef,
};
use napkin_schemes::escape_literals;
use napkin_url::Url;
use std::borrow::Cow;

use crate::failure::Failure;
use crate::standard::{Standard, UrlStandard};
use crate::url_standard;

/// A base for an edition of the URI syntax.
#[must_use]
pub struct SyntaxBase {
    typed: Vec<u8>,
    base: napkin::Base,
    fault: Option<ResolveError>,
}

impl SyntaxBase {
    /// A base as typed.
    pub fn new(typed: impl Into<Vec<u8>>, edition: &'static Edition) -> Self {
        let typed = typed.into();
        // A base that is not UTF-8 is no URI; it stays invalid after the conversion.
        let base = edition.base(String::from_utf8_lossy(&typed));
        Self { typed, base, fault: None }
    }

    /// This base, checked once: if it is invalid, no input has a result.
    pub fn judged(mut self) -> Self {
        let judged = self.base.resolver().resolve("");
        self.fault = judged.err().filter(|error| {
            matches!(error, ResolveError::InvalidBase(_) | ResolveError::BaseNotAbsolute)
        });
        self
    }

    /// This base, normalized by syntax before it is used (RFC 3986 §5.2.1).
    pub fn normalized(mut self) -> Self {
        let edition = self.base.edition();
        let normal = edition.parse(self.base.as_str()).map(|base| {
            // A base without a scheme has no normal form; the resolver reports it.
            base.normalize(Level::Syntax).map(Cow::into_owned).ok()
        });
        match normal {
            Ok(Some(normal)) => self.base = edition.base(normal),
            Ok(None) => {}
            Err(error) => self.fault = Some(ResolveError::InvalidBase(error)),
        }
        self
    }

    /// The edition whose rules are used.
    pub const fn edition(&self) -> &'static Edition {
        self.base.edition()
    }

    /// The base without its fragment, as it is used.
    pub fn as_str(&self) -> &str {
        before_fragment(self.base.as_str())
    }

    /// The base with its fragment, as it is used.
    pub fn with_fragment(&self) -> &str {
        self.base.as_str()
    }

    /// Resolution against this base.
    ///
    /// # Errors
    ///
    /// `invalid-base` or `base-not-absolute`, if the check has found that.
    pub fn resolver(&self) -> Result<EditionResolver<'_>, Failure<'_>> {
        match self.fault {
            Some(fault) => Err(self.failure(fault, b"")),
            None => Ok(self.base.resolver()),
        }
    }

    /// The base as a URI of RFC 3986.
    ///
    /// # Errors
    ///
    /// `invalid-base` or `base-not-absolute`.
    pub fn to_uri(&self) -> Result<AbsoluteUri<&str>, Failure<'_>> {
        let base = UriRef::parse(self.as_str()).map_err(ResolveError::InvalidBase);
        let uri = base.and_then(|base| base.as_uri().map_err(|_| ResolveError::BaseNotAbsolute));
        uri.map(|uri| uri.without_fragment()).map_err(|error| self.failure(error, b""))
    }

    /// Whether references are resolved even if they do not match the grammar.
    fn takes_what_is_no_reference(&self) -> bool {
        self.edition().resolves_text()
    }

    /// The failure for an error of this base's resolver on an input.
    pub fn failure<'a>(&'a self, error: ResolveError, input: &'a [u8]) -> Failure<'a> {
        let title = self.edition().title;
        let section = self.edition().sections.base;
        match error {
            ResolveError::InvalidBase(reason) => {
                let reason = Failure::refused(reason, &self.typed[..]);
                reason.because(error.name(), section, "the base is not valid: ").of("base")
            }
            ResolveError::BaseNotAbsolute => {
                let message = format!(
                    "the base has no scheme, so nothing can be resolved against it ({title} section {section})"
                );
                Failure::new(error.name(), section, message).of("base")
            }
            error => Failure::unresolved(self.edition(), error, input),
        }
    }

    /// The text of an input's target URI.
    fn target<'a>(&'a self, input: &'a [u8]) -> Result<String, Failure<'a>> {
        match self.resolver()?.resolve(&String::from_utf8_lossy(input)) {
            Ok(Target::Uri(target)) => Ok(target),
            Ok(Target::CurrentDocument { .. }) => {
                let (title, section) = (self.edition().title, self.edition().sections.resolution);
                let message = format!(
                    "the reference means the document that holds it, not a URI ({title} section {section})"
                );
                Err(Failure::new("current-document", section, message))
            }
            Err(error) => Err(self.failure(error, input)),
        }
    }
}

/// A base for an edition of the URL Standard.
#[must_use]
pub struct UrlBase {
    typed: Vec<u8>,
    standard: UrlStandard,
    url: Option<Url>,
}

impl UrlBase {
    fn new(typed: Vec<u8>, standard: UrlStandard) -> Self {
        let url = url_standard::parse(standard.edition, &typed, None).ok();
        Self { typed, standard, url }
    }

    /// The edition whose rules are used.
    pub const fn standard(&self) -> UrlStandard {
        self.standard
    }

    /// The base as a URL.
    ///
    /// # Errors
    ///
    /// `invalid-base`.
    pub fn url(&self) -> Result<&Url, Failure<'_>> {
        if let Some(url) = &self.url {
            return Ok(url);
        }
        match url_standard::parse(self.standard.edition, &self.typed, None) {
            Err(failure) => {
                let section = failure.section();
                Err(failure.because("invalid-base", section, "the base is not valid: ").of("base"))
            }
            Ok(_) => {
                Err(Failure::new("invalid-base", "", "the base is not valid".into()).of("base"))
            }
        }
    }
}

/// A base for the chosen standard.
#[must_use]
pub enum Base {
    /// By an edition of the URI syntax.
    Syntax(SyntaxBase),
    /// By an edition of the URL Standard.
    Url(UrlBase),
}

impl Base {
    /// A base as typed.
    pub fn new(typed: impl Into<Vec<u8>>, standard: impl Into<Standard>) -> Self {
        match standard.into() {
            Standard::Syntax(edition) => Self::Syntax(SyntaxBase::new(typed, edition)),
            Standard::Url(standard) => Self::Url(UrlBase::new(typed.into(), standard)),
        }
    }

    /// This base, checked once: if it is invalid, no input has a result.
    pub fn judged(self) -> Self {
        match self {
            Self::Syntax(base) => Self::Syntax(base.judged()),
            // It was checked when it was parsed.
            Self::Url(base) => Self::Url(base),
        }
    }

    /// This base, normalized by syntax before it is used. The URL Standard always uses the canonical text of a
    /// base.
    pub fn normalized(self) -> Self {
        match self {
            Self::Syntax(base) => Self::Syntax(base.normalized()),
            Self::Url(base) => Self::Url(base),
        }
    }

    /// The standard whose rules are used.
    pub const fn standard(&self) -> Standard {
        match self {
            Self::Syntax(base) => Standard::Syntax(base.edition()),
            Self::Url(base) => Standard::Url(base.standard()),
        }
    }

    /// The base with its fragment, as it is used; by the URL Standard as it was typed, which is empty if it is no text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Syntax(base) => base.with_fragment(),
            Self::Url(base) => str::from_utf8(&base.typed).unwrap_or_default(),
        }
    }

    /// The failure for an error of resolution on an input.
    pub fn failure<'a>(&'a self, error: ResolveError, input: &'a [u8]) -> Failure<'a> {
        match self {
            Self::Syntax(base) => base.failure(error, input),
            Self::Url(_) => Failure::unresolved(RFC3986, error, input),
        }
    }

    /// Fails if the base is invalid.
    ///
    /// # Errors
    ///
    /// The error of the base.
    pub fn check(&self) -> Result<(), Failure<'_>> {
        match self {
            Self::Syntax(base) => base.resolver().map(drop),
            Self::Url(base) => base.url().map(drop),
        }
    }

    /// The base of an edition of the URI syntax.
    pub const fn syntax(&self) -> Option<&SyntaxBase> {
        match self {
            Self::Syntax(base) => Some(base),
            Self::Url(_) => None,
        }
    }

    /// The base as a URL, if its standard is the URL Standard.
    ///
    /// # Errors
    ///
    /// `invalid-base`.
    pub fn url(&self) -> Result<Option<&Url>, Failure<'_>> {
        match self {
            Self::Syntax(_) => Ok(None),
            Self::Url(base) => base.url().map(Some),
        }
    }
}

/// The URI of an input; `None` for a relative reference, unless the edition has operations on those.
///
/// # Errors
///
/// If the input is invalid.
pub fn to_uri<'i, 's>(
    edition: &'static Edition,
    input: &'i [u8],
    scratch: &'s mut String,
) -> Result<Option<Reference<'s>>, Failure<'i>>
where
    'i: 's,
{
    let reference = to_reference(edition, None, input, scratch)?;
    let is_uri = !reference.is_relative_ref() || edition.holds_components();
    Ok(is_uri.then_some(reference))
}

/// The reference of an input: itself, or its target by the base, which is written into `scratch`.
///
/// # Errors
///
/// If the input or the base is invalid, or the input has no target URI.
pub fn to_reference<'i, 's>(
    edition: &'static Edition,
    base: Option<&'i SyntaxBase>,
    input: &'i [u8],
    scratch: &'s mut String,
) -> Result<Reference<'s>, Failure<'i>>
where
    'i: 's,
{
    let parsed = edition.parse_bytes(Start::UriReference, input);
    if let Some(base) = base {
        base.resolver().map(drop)?;
    }
    if let Err(error) = parsed
        && let Some(escaped) = str::from_utf8(input).ok().and_then(escape_literals)
    {
        // By the document of the scheme it is a URI; only its brackets are not allowed in a path of the edition.
        *scratch = escaped;
        return edition.parse(scratch).map_err(|_| Failure::refused(error, input));
    }
    let Some(base) = base else {
        return parsed.map_err(|error| Failure::refused(error, input));
    };
    match parsed {
        Ok(uri) if !uri.is_relative_ref() => return Ok(uri),
        // An invalid reference cannot be resolved, unless the grammar has no relative references: then the resolver
        // decides.
        Err(error) if !base.takes_what_is_no_reference() => {
            return Err(Failure::refused(error, input));
        }
        _ => *scratch = base.target(input)?,
    }
    match edition.parse(scratch) {
        Ok(uri) => Ok(uri),
        Err(error) if scratch.as_bytes() == input => Err(Failure::refused(error, input)),
        Err(error) => {
            let failure = Failure::refused(error, scratch.clone().into_bytes());
            Err(failure.of("target"))
        }
    }
}

/// The offset in the input of a byte of the URI that was parsed for it, in which brackets may have been encoded.
pub(crate) fn place_in(input: &[u8], read: &str, offset: usize) -> usize {
    let mut at = 0;
    let mut of_read = 0;
    while of_read < offset && at < input.len() {
        let is_escaped = input.get(at) != read.as_bytes().get(of_read);
        of_read += if is_escaped { "%5B".len() } else { 1 };
        at += 1;
    }
    at
}

/// The text before the fragment of a URI.
pub fn before_fragment(uri: &str) -> &str {
    uri.split('#').next().unwrap_or_default()
}

/// A target in words.
pub fn told(target: &Target) -> Cow<'_, str> {
    const CURRENT_DOCUMENT: &str = "(current document)";
    match target {
        Target::Uri(uri) => uri.into(),
        Target::CurrentDocument { fragment: None } => CURRENT_DOCUMENT.into(),
        Target::CurrentDocument { fragment: Some(fragment) } => {
            format!("{CURRENT_DOCUMENT}#{fragment}").into()
        }
    }
}
