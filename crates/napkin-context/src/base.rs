//! The base of a document: four layers, of which the innermost that yields one wins (RFC 3986
//! §5.1).
//!
//! ```text
//!   ┌ default ────────────────────────────┐
//!   │ ┌ retrieval: the last of redirects ┐ │
//!   │ │ ┌ encapsulating entities ──────┐ │ │
//!   │ │ │ ┌ content: embedded ┐        │ │ │
//! ```
//!
//! A [`Base`] is built from the outside to the inside. What each layer may say, and what becomes of
//! a relative base, is the edition's.

use std::sync::Arc;

use napkin::{Edition, EditionResolver, ErrorKind, Reference, ResolveError, Start, Target};
use napkin_url::{Url, ValidationError};

use crate::edition::{BaseHeader, BaseRule, Baseless, Context};
use crate::text;
use crate::urls::{NoTarget, Urls};

/// What established a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "RFC 3986 §5.1 has four layers")]
pub enum Layer {
    /// The content of the document.
    Content,
    /// An entity around it: a message, a part of one, an archive.
    Encapsulating,
    /// The URI by which it was retrieved.
    Retrieval,
    /// What the application says, or nothing.
    Default,
}

impl Layer {
    /// The name in JSON: `content`, `encapsulating`, `retrieval` or `default`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Encapsulating => "encapsulating",
            Self::Retrieval => "retrieval",
            Self::Default => "default",
        }
    }

    /// The section of an edition on this layer.
    pub fn section(self, edition: &Edition) -> &'static str {
        Context::of(edition).base.sections[self as usize]
    }
}

/// Something that could have established a base, and did not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ignored {
    /// Where it was said.
    pub layer: Layer,
    /// What was said.
    pub reference: String,
    /// Why that is no base.
    pub reason: NoBase,
}

/// Why a reference gives no base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoBase {
    /// It is not valid, or has nothing to be resolved against.
    Unresolved(NoTarget),
    /// It is relative, which the edition does not allow there.
    Relative,
    /// It is longer than [`LONGEST_BASE`].
    TooLong,
    /// A header field is not written as the edition wants it.
    Malformed,
    /// The edition says what the base is where nothing establishes one, so that nobody sets a default.
    NoDefault,
    /// HTML refuses a base of this scheme: `data` or `javascript`.
    Scheme,
}

impl NoBase {
    /// The name in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unresolved(error) => error.name(),
            Self::Relative => "base-not-absolute",
            Self::TooLong => "too-long",
            Self::Malformed => "invalid-base",
            Self::NoDefault => "not-allowed",
            Self::Scheme => "unsuitable-base",
        }
    }
}

impl std::fmt::Display for NoBase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unresolved(error) => error.fmt(f),
            Self::Relative => f.write_str("it is relative"),
            Self::TooLong => write!(f, "it is longer than {LONGEST_BASE} bytes"),
            Self::Malformed => f.write_str("it is not written as <URL:...>"),
            Self::NoDefault => f.write_str("the base is empty where nothing else establishes one"),
            Self::Scheme => f.write_str("a document cannot have a base of this scheme"),
        }
    }
}

/// How long a base may be, in bytes. Every target has the base in it, so a base as long as its
/// document would make quadratic work.
pub const LONGEST_BASE: usize = 16 * 1024;

/// How many ignored bases are kept for the account.
const MOST_IGNORED: usize = 16;

/// The base of a document, and which layer established it.
///
/// ```
/// use napkin::edition::{DRAFT1997, RFC3986};
/// use napkin_context::{Base, Layer};
///
/// let around = Base::new(RFC3986).or_default("http://default/").retrieved_from("http://r/a");
/// let base = around.entity([("Content-Location", "b/c")]).embedded("../d/");
/// assert_eq!((base.uri(), base.layer()), (Some("http://r/d/"), Layer::Content));
///
/// // The drafts ignore a relative base in the content.
/// let base = Base::new(DRAFT1997).retrieved_from("http://r/a").embedded("../d/");
/// assert_eq!((base.uri(), base.layer()), (Some("http://r/a"), Layer::Retrieval));
/// assert_eq!(base.ignored()[0].reference, "../d/");
/// ```
#[derive(Clone, Debug)]
pub struct Base {
    edition: &'static Edition,
    /// What the edition says of bases.
    rule: &'static BaseRule,
    /// Parsed once for all references.
    uri: Option<Arc<napkin::Base>>,
    /// How references are parsed, where that is by the URL Standard; and the base as it parses them.
    urls: Option<Urls>,
    url: Option<Arc<Url>>,
    layer: Layer,
    /// The URI that the document itself has, which is not its base.
    document: Option<Arc<napkin::Base>>,
    ignored: Arc<[Ignored]>,
}

impl Base {
    /// No base, by the rules of an edition.
    pub fn new(edition: &'static Edition) -> Self {
        let rule = &Context::of(edition).base;
        Self {
            edition,
            rule,
            uri: None,
            urls: None,
            url: None,
            layer: Layer::Default,
            document: None,
            ignored: Arc::default(),
        }
    }

    /// The same base for a document whose references are parsed by the URL Standard. What is no URI and yet a URL can
    /// establish it then.
    pub(crate) fn by_urls(self, urls: Urls) -> Self {
        let established = self.uri().map(str::to_owned);
        let (layer, ignored) = (self.layer, Arc::clone(&self.ignored));
        let mut base = Self { urls: Some(urls), uri: None, url: None, ..self };
        base.layer = Layer::Default;
        base.ignored = Arc::default();
        if let Some(uri) = &established {
            base = base.absolute(layer, uri);
        }
        for Ignored { layer: said, reference, reason } in ignored.iter() {
            base = match reason {
                // Inside of what established it, this would have counted.
                NoBase::Unresolved(_) if established.is_none() || *said < layer => {
                    let mut base = base.resolved(*said, reference);
                    if (base.layer, *said) == (Layer::Retrieval, Layer::Retrieval) {
                        base.document.clone_from(&base.uri);
                    }
                    base
                }
                reason => base.ignoring(*said, reference, *reason),
            };
        }
        base
    }

    /// The name of the standard by which references are resolved: that of an edition of the URI syntax or of the URL
    /// Standard, such as `rfc3986` or `whatwg`.
    pub fn standard(&self) -> &'static str {
        self.urls.map_or(self.edition.name, Urls::name)
    }

    /// Whether references are parsed by the URL Standard.
    pub(crate) const fn has_urls(&self) -> bool {
        self.urls.is_some()
    }

    /// With the default that an application sets (§5.1.4). Editions that say what the base is then ignore it.
    #[must_use]
    pub fn or_default(self, uri: &str) -> Self {
        if self.rule.none.is_some() {
            return self.ignoring(Layer::Default, uri, NoBase::NoDefault);
        }
        self.absolute(Layer::Default, uri)
    }

    /// With the URI by which the document was retrieved, the last one after redirects (§5.1.3).
    #[must_use]
    pub fn retrieved_from(self, uri: &str) -> Self {
        let mut base = self.absolute(Layer::Retrieval, uri);
        if base.layer == Layer::Retrieval {
            base.document.clone_from(&base.uri);
        }
        base
    }

    /// Inside an entity that says where it is; a relative reference is resolved first (§5.1.2).
    #[must_use]
    pub fn encapsulated(self, reference: &str) -> Self {
        self.resolved(Layer::Encapsulating, reference)
    }

    /// Inside an entity with these header fields (§5.1.2): those that the edition knows count, in
    /// its order.
    #[must_use]
    pub fn entity<'h>(
        self,
        headers: impl IntoIterator<Item = (&'h str, &'h str), IntoIter: Clone>,
    ) -> Self {
        let headers = headers.into_iter();
        let mut base = self;
        for rule in base.rule.headers {
            let named = |(name, _): &(&str, &str)| name.eq_ignore_ascii_case(rule.name);
            let Some((_, value)) = headers.clone().find(named) else { continue };
            let before = base.clone();
            base = base.header(rule, value);
            if base.established_since(&before) {
                break;
            }
        }
        base
    }

    fn header(self, rule: &BaseHeader, value: &str) -> Self {
        let value = text::unfolded(value);
        let reference = if rule.in_brackets {
            let inside = value.strip_prefix('<').and_then(|value| value.strip_suffix('>'));
            let prefixed = |text: &&str| text[..4].eq_ignore_ascii_case("url:");
            match inside.filter(|text| text.is_char_boundary(4)).filter(prefixed) {
                Some(text) => &text[4..],
                None => return self.ignoring(Layer::Encapsulating, &value, NoBase::Malformed),
            }
        } else {
            &value
        };
        if rule.relative {
            self.resolved(Layer::Encapsulating, reference)
        } else {
            self.absolute(Layer::Encapsulating, reference)
        }
    }

    /// With a base that the content embeds (§5.1.1). What becomes of a relative one is the
    /// edition's. A base of the scheme `data` or `javascript` is ignored (HTML standard, 4.2.3).
    #[must_use]
    pub fn embedded(self, reference: &str) -> Self {
        let before = self.clone();
        let base = if self.rule.relative_in_content || self.urls.is_some() {
            self.resolved(Layer::Content, reference)
        } else {
            self.absolute(Layer::Content, reference)
        };
        let scheme = base.uri().and_then(|uri| uri.split_once(':')).map(|(scheme, _)| scheme);
        let is = |name: &str| scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(name));
        if base.established_since(&before) && (is("data") || is("javascript")) {
            return before.ignoring(Layer::Content, reference, NoBase::Scheme);
        }
        base
    }

    /// Whether fetching an image is always a new request, as sending a form is.
    pub(crate) const fn images_are_requests(&self) -> bool {
        self.rule.images_are_requests
    }

    /// Whether the base that a header gives serves the references in that header.
    pub(crate) const fn serves_own_header(&self) -> bool {
        self.rule.own_header
    }

    /// With a base that holds for a part of the content, by a specification that resolves relative
    /// ones whatever the edition says (XML Base, section 3).
    pub(crate) fn scoped(self, reference: &str) -> Self {
        self.resolved(Layer::Content, reference)
    }

    /// By the rules of another edition, in a document that goes by that one.
    pub(crate) fn by(self, edition: &'static Edition) -> Self {
        Self { edition, rule: &Context::of(edition).base, ..self }
    }

    /// Without the base that is meant, since bases nest too deep.
    pub(crate) fn too_deep(self, reference: &str) -> Self {
        self.ignoring(Layer::Content, reference, NoBase::TooLong)
    }

    /// The edition by whose rules it is established.
    pub const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// The base without its fragment, if there is one.
    pub fn uri(&self) -> Option<&str> {
        self.uri.as_deref().map(napkin::Base::as_str)
    }

    /// The base as the edition tells it: where there is none, some say that it is empty.
    pub fn told(&self) -> Option<&str> {
        self.uri().or(self.rule.none)
    }

    /// Which layer established it; the default, if there is none.
    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// What could have established it and did not, from the outside to the inside; the first few.
    pub fn ignored(&self) -> &[Ignored] {
        &self.ignored
    }

    /// What a reference means in a document that has this base. What needs no base is resolved
    /// without one.
    ///
    /// # Errors
    ///
    /// If the reference is not valid, or is relative and there is no base that can resolve it.
    ///
    /// ```
    /// use napkin::{ResolveError, Target, edition::RFC3986};
    /// use napkin_context::{Base, NoTarget};
    ///
    /// let base = Base::new(RFC3986);
    /// assert_eq!(base.target("http://h/a/../b"), Ok(Target::Uri("http://h/b".into())));
    /// assert_eq!(base.target("b"), Err(NoTarget::Unresolved(ResolveError::NoBase)));
    /// assert_eq!(base.target("#b"), Ok(Target::CurrentDocument { fragment: Some("b".into()) }));
    /// assert_eq!(base.retrieved_from("http://h/a").target("b"), Ok(Target::Uri("http://h/b".into())));
    /// ```
    pub fn target(&self, reference: &str) -> Result<Target, NoTarget> {
        match self.urls {
            Some(urls) => self.by_url_standard(urls, reference),
            None => self.by_syntax(reference).map_err(NoTarget::from),
        }
    }

    fn by_url_standard(&self, urls: Urls, reference: &str) -> Result<Target, NoTarget> {
        match urls.parse(self.url.as_deref(), reference) {
            Ok(url) => Ok(Target::Uri(url.into_text())),
            Err(failure) => match failure.error() {
                Some(ValidationError::MissingSchemeNonRelativeUrl) if self.url.is_none() => {
                    match urls.document(reference) {
                        Some(Target::CurrentDocument { fragment })
                            if self.needs_none(fragment.is_some()) =>
                        {
                            Ok(Target::CurrentDocument { fragment })
                        }
                        _ => Err(ResolveError::NoBase.into()),
                    }
                }
                _ => Err(NoTarget::Url(failure)),
            },
        }
    }

    fn by_syntax(&self, reference: &str) -> Result<Target, ResolveError> {
        let edition = self.edition;
        let resolved = match &self.uri {
            Some(base) => base.resolver().resolve(reference),
            None => match edition.parse(reference) {
                // By itself as a base, a URI becomes what every base would make of it.
                Ok(uri) if !uri.is_relative_ref() => {
                    edition.resolver(uri.without_fragment().as_str()).resolve(reference)
                }
                Ok(relative) => self.without_base(relative),
                // Where the grammar has no relative references.
                Err(error) if error.kind() == ErrorKind::MissingScheme => Err(ResolveError::NoBase),
                Err(error) => Err(ResolveError::InvalidReference(error)),
            },
        };
        match resolved {
            // Without rules for relative references, the others are what they are.
            Err(ResolveError::Undefined(_)) => itself(edition, reference),
            resolved => resolved,
        }
    }

    /// What a relative reference means where there is no base: some mean the document, whatever that is.
    fn without_base(&self, reference: Reference<'_>) -> Result<Target, ResolveError> {
        let is_empty = reference.without_fragment().as_str().is_empty();
        let fragment = reference.fragment();
        if is_empty && self.needs_none(fragment.is_some()) {
            let fragment = fragment.map(|fragment| fragment.as_str().to_owned());
            Ok(Target::CurrentDocument { fragment })
        } else {
            Err(ResolveError::NoBase)
        }
    }

    /// Whether a reference that is empty but for its fragment means the document without a base.
    const fn needs_none(&self, has_fragment: bool) -> bool {
        match self.rule.baseless {
            Baseless::Nothing => false,
            Baseless::Fragments => has_fragment,
            Baseless::SameDocument => true,
        }
    }

    /// Resolution against the base, or against the document where there is none, if there is either.
    pub(crate) fn resolver(&self) -> Option<EditionResolver<'_>> {
        self.uri.as_deref().or(self.document.as_deref()).map(napkin::Base::resolver)
    }

    /// The URI of the document itself, if it was retrieved by one.
    pub(crate) fn document(&self) -> Option<&str> {
        self.document.as_deref().map(napkin::Base::as_str)
    }

    /// Whether a layer has been added since.
    fn established_since(&self, before: &Self) -> bool {
        match (&self.uri, &before.uri) {
            (Some(now), Some(then)) => !Arc::ptr_eq(now, then),
            (now, then) => now.is_some() != then.is_some(),
        }
    }

    fn absolute(self, layer: Layer, reference: &str) -> Self {
        if let Some(urls) = self.urls {
            return match urls.parse(None, reference) {
                Ok(url) => self.with(layer, url.without_fragment()),
                Err(failure) => {
                    self.ignoring(layer, reference, NoBase::Unresolved(NoTarget::Url(failure)))
                }
            };
        }
        match self.edition.parse_as(Start::UriReference, reference) {
            Err(error) => {
                let reason = NoBase::Unresolved(ResolveError::InvalidBase(error).into());
                self.ignoring(layer, reference, reason)
            }
            Ok(uri) if uri.is_relative_ref() => self.ignoring(layer, reference, NoBase::Relative),
            Ok(uri) => self.with(layer, uri.without_fragment().as_str()),
        }
    }

    fn resolved(self, layer: Layer, reference: &str) -> Self {
        match self.target(reference) {
            Ok(Target::Uri(uri)) => {
                let uri = uri.split('#').next().unwrap_or_default();
                self.with(layer, uri)
            }
            // The reference means what the base already is, or the document, which has no URI then.
            Ok(Target::CurrentDocument { .. }) => match self.uri.clone() {
                Some(uri) => self.with(layer, uri.as_str()),
                None => self,
            },
            Err(error) => self.ignoring(layer, reference, NoBase::Unresolved(error)),
        }
    }

    fn with(self, layer: Layer, uri: &str) -> Self {
        if uri.len() > LONGEST_BASE {
            return self.ignoring(layer, uri.get(..64).unwrap_or_default(), NoBase::TooLong);
        }
        let url = self.urls.and_then(|urls| urls.parse(None, uri).ok()).map(Arc::new);
        Self { uri: Some(Arc::new(self.edition.base(uri))), url, layer, ..self }
    }

    fn ignoring(mut self, layer: Layer, reference: &str, reason: NoBase) -> Self {
        if self.ignored.len() < MOST_IGNORED {
            let ignored = Ignored { layer, reference: reference.into(), reason };
            self.ignored = self.ignored.iter().cloned().chain([ignored]).collect();
        }
        self
    }
}

fn itself(edition: &'static Edition, reference: &str) -> Result<Target, ResolveError> {
    match edition.parse(reference) {
        Ok(uri) if !uri.is_relative_ref() => Ok(Target::Uri(reference.into())),
        Ok(_) => Err(ResolveError::Undefined(edition)),
        Err(error) => Err(ResolveError::InvalidReference(error)),
    }
}
