//! The base that was given, and the URIs that references mean by it.
//!
//! The library judges base and reference by the rules of the edition; here its verdicts are told, of
//! a base that is none for every input.

use napkin::{
    AbsoluteUri, Edition, EditionResolver, Level, Reference, ResolveError, Start, Target, UriRef,
};
use napkin_schemes::escape_literals;
use napkin_url::Url;
use std::borrow::Cow;

use crate::failure::Failure;
use crate::standard::{Standard, UrlStandard};
use crate::url_standard;

/// A base that was given, by an edition of the URI syntax.
#[must_use]
pub struct SyntaxBase {
    typed: Vec<u8>,
    base: napkin::Base,
    fault: Option<ResolveError>,
}

impl SyntaxBase {
    /// Takes a base as it was typed.
    pub fn new(typed: impl Into<Vec<u8>>, edition: &'static Edition) -> Self {
        let typed = typed.into();
        // What is not UTF-8 is no URI either, and stays that.
        let base = edition.base(String::from_utf8_lossy(&typed));
        Self { typed, base, fault: None }
    }

    /// The same, judged once: if it is no base, no input has a result.
    pub fn judged(mut self) -> Self {
        let judged = self.base.resolver().resolve("");
        self.fault = judged.err().filter(|error| {
            matches!(error, ResolveError::InvalidBase(_) | ResolveError::BaseNotAbsolute)
        });
        self
    }

    /// The same, normalized by syntax before it is used (RFC 3986 §5.2.1).
    pub fn normalized(mut self) -> Self {
        let edition = self.base.edition();
        let normal = edition.parse(self.base.as_str()).map(|base| {
            // What has no scheme has no normal form, and is judged by the resolver.
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

    /// The base as it is used: without its fragment.
    pub fn as_str(&self) -> &str {
        before_fragment(self.base.as_str())
    }

    /// Resolution against this base.
    ///
    /// # Errors
    ///
    /// `invalid-base` or `base-not-absolute`, if that was found out before.
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
        let uri = base.and_then(|base| base.to_uri().map_err(|_| ResolveError::BaseNotAbsolute));
        uri.map(|uri| uri.without_fragment()).map_err(|error| self.failure(error, b""))
    }

    /// Whether references need not fit the grammar of URIs to be resolved.
    fn takes_what_is_no_reference(&self) -> bool {
        self.edition().resolves_text()
    }

    /// The verdict of a resolver of this base on an input.
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

    /// The text of the URI that an input means.
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

/// A base that was given, by an edition of the URL Standard.
#[must_use]
pub struct UrlBase {
    typed: Vec<u8>,
    standard: UrlStandard,
    url: Option<Url>,
}

impl UrlBase {
    fn new(typed: Vec<u8>, standard: UrlStandard) -> Self {
        let url = url_standard::parse(standard.edition, None, &typed).ok();
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
        match url_standard::parse(self.standard.edition, None, &self.typed) {
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

/// A base that was given, by the standard that was asked for.
#[must_use]
pub enum Base {
    /// By an edition of the URI syntax.
    Syntax(SyntaxBase),
    /// By an edition of the URL Standard.
    Url(UrlBase),
}

impl Base {
    /// Takes a base as it was typed.
    pub fn new(typed: impl Into<Vec<u8>>, standard: impl Into<Standard>) -> Self {
        match standard.into() {
            Standard::Syntax(edition) => Self::Syntax(SyntaxBase::new(typed, edition)),
            Standard::Url(standard) => Self::Url(UrlBase::new(typed.into(), standard)),
        }
    }

    /// The same, judged once: if it is no base, no input has a result.
    pub fn judged(self) -> Self {
        match self {
            Self::Syntax(base) => Self::Syntax(base.judged()),
            // It was judged when it was parsed.
            Self::Url(base) => Self::Url(base),
        }
    }

    /// The same, normalized by syntax before it is used. The URL Standard uses the canonical text of a base anyway.
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

    /// Refuses every input, if the base is none.
    ///
    /// # Errors
    ///
    /// What is wrong with the base.
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

    /// The URL that a base is, if it goes by the URL Standard.
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

/// The URI that an input is or, by a base, means; nothing for a relative reference without a base.
///
/// A URI that the base had to give is put into `scratch`.
///
/// # Errors
///
/// If the input is not valid, the base is none, or there is no such URI.
pub fn to_uri<'i, 's>(
    edition: &'static Edition,
    base: Option<&'i SyntaxBase>,
    input: &'i [u8],
    scratch: &'s mut String,
) -> Result<Option<Reference<'s>>, Failure<'i>>
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
        // By the document of the scheme it is a URI, and brackets are all that a path of the edition has not.
        *scratch = escaped;
        return edition.parse(scratch).map(Some).map_err(|_| Failure::refused(error, input));
    }
    let Some(base) = base else {
        let reference = parsed.map_err(|error| Failure::refused(error, input))?;
        return Ok(Some(reference)
            .filter(|reference| !reference.is_relative_ref() || edition.holds_components()));
    };
    match parsed {
        Ok(uri) if !uri.is_relative_ref() => return Ok(Some(uri)),
        // What is no reference cannot be resolved either, unless the grammar has no relative ones:
        // then the resolver knows what to make of the text, if anybody does.
        Err(error) if !base.takes_what_is_no_reference() => {
            return Err(Failure::refused(error, input));
        }
        _ => *scratch = base.target(input)?,
    }
    match edition.parse(scratch) {
        Ok(uri) => Ok(Some(uri)),
        Err(error) if scratch.as_bytes() == input => Err(Failure::refused(error, input)),
        Err(error) => {
            let failure = Failure::refused(error, scratch.clone().into_bytes());
            Err(failure.of("target"))
        }
    }
}

/// Where in an input a byte stands of the URI that was read for it, in which brackets may have become escapes.
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

/// What stands before the fragment of a URI.
pub fn before_fragment(uri: &str) -> &str {
    uri.split('#').next().unwrap_or_default()
}

/// A target for people.
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
