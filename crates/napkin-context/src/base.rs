//! The base of a document: four layers, of which the innermost with a base wins (RFC 3986 §5.1).
//!
//! ```text
//!   ┌ default ────────────────────────────┐
//!   │ ┌ retrieval: the last of redirects ┐ │
//!   │ │ ┌ encapsulating entities ──────┐ │ │
//!   │ │ │ ┌ content: embedded ┐        │ │ │
//! ```
//!
//! A [`Base`] is built from the outside to the inside. The edition decides what each layer may contain, and how a
//! relative base is treated.

use std::sync::Arc;

use napkin::{Edition, EditionResolver, ErrorKind, Reference, ResolveError, Start, Target};
use napkin_url::{Url, ValidationError};

use crate::edition::{BaseHeader, BaseRule, Baseless, Context};
use crate::urls::{NoTarget, Urls};

/// The origin of a base.
///
/// ```
/// assert_eq!(napkin_context::Layer::Retrieval.section(napkin::edition::RFC3986), "5.1.3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 3986 §5.1 has four layers")]
pub enum Layer {
    /// The content of the document.
    Content,
    /// An entity around it: a message, a part of one, an archive.
    Encapsulating,
    /// The URI by which it was retrieved.
    Retrieval,
    /// The application, or nothing.
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

    /// The section of an edition about this layer.
    pub fn section(self, edition: &Edition) -> &'static str {
        Context::of(edition).base.sections[self as usize]
    }
}

/// A possible base that was not used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ignored {
    /// Its layer.
    pub layer: Layer,
    /// The reference; of one that is too long, the beginning.
    pub reference: Arc<str>,
    /// Why it is not the base.
    pub reason: NoBase,
}

/// Why a reference is not a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoBase {
    /// It is not valid, or has nothing to be resolved against.
    Unresolved(NoTarget),
    /// It is relative, which the edition does not allow there.
    Relative,
    /// It is longer than [`LONGEST_BASE`], so relative references have no target.
    TooLong,
    /// The bases nested around it take too much memory, so relative references have no target.
    TooDeep,
    /// A header field does not have the format of the edition.
    Malformed,
    /// The edition itself defines the base if nothing establishes one, so no default can be set.
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
            Self::TooDeep => "too-deep",
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
            Self::TooDeep => f.write_str("the bases nested around it take too much memory"),
            Self::Malformed => f.write_str("it is not written as <URL:...>"),
            Self::NoDefault => f.write_str("the base is empty where nothing else establishes one"),
            Self::Scheme => f.write_str("a document cannot have a base of this scheme"),
        }
    }
}

/// The maximum length of a base, in bytes. Every target contains the base, so a base as long as its document would
/// make quadratic work. References that need a longer base have no target ([`NoTarget::BaseTooLong`]).
pub const LONGEST_BASE: usize = 16 * 1024;

/// How many ignored bases are recorded.
const MOST_IGNORED: usize = 16;

/// How many bytes of a base that is too long are recorded.
const LONGEST_RECORDED: usize = 64;

/// The base of a document, and which layer established it.
///
/// ```
/// use napkin::edition::{DRAFT1997, RFC3986};
/// use napkin_context::{Base, Layer};
///
/// let around = Base::new(RFC3986).or_default("http://default/").retrieved_from("http://r/a");
/// let base = around.entity([("Content-Location", "b/c")]).embedded("../d/");
/// assert_eq!((base.uri(), base.layer()), (Some("http://r/d/"), Layer::Content));
/// assert_eq!(base.standard(), "rfc3986");
///
/// // The drafts ignore a relative base in the content.
/// let base = Base::new(DRAFT1997).retrieved_from("http://r/a").embedded("../d/");
/// assert_eq!((base.uri(), base.layer()), (Some("http://r/a"), Layer::Retrieval));
/// assert_eq!(&*base.ignored()[0].reference, "../d/");
/// ```
#[derive(Clone, Debug)]
pub struct Base {
    edition: &'static Edition,
    /// The edition's rules for bases.
    rule: &'static BaseRule,
    /// The base, parsed once for all references.
    uri: Option<Arc<napkin::Base>>,
    /// How references are parsed, if by the URL Standard, with the base as a URL.
    urls: Option<Urls>,
    url: Option<Arc<Url>>,
    layer: Layer,
    /// Whether the innermost base is too long to be used. Those further out do not replace it.
    is_too_long: bool,
    /// How many bases were established so far, usable or not.
    established: usize,
    /// The URI of the document itself, which is not its base.
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
            is_too_long: false,
            established: 0,
            document: None,
            ignored: Arc::default(),
        }
    }

    /// This base for a document whose references are parsed by the URL Standard. A URL that is no URI can then
    /// establish it.
    pub(crate) fn by_urls(self, urls: Urls) -> Self {
        let established = self.uri().map(str::to_owned);
        let (layer, ignored) = (self.layer, Arc::clone(&self.ignored));
        let is_established = established.is_some() || self.is_too_long;
        let mut base = Self { urls: Some(urls), uri: None, url: None, ..self };
        base.ignored = Arc::default();
        if !base.is_too_long {
            base.layer = Layer::Default;
        }
        if let Some(uri) = &established {
            base = base.absolute(layer, uri);
        }
        // The document has a URL too.
        let document = base.document().and_then(|uri| urls.parse(None, uri).ok());
        if let Some(url) = document {
            base.document = Some(Arc::new(base.edition.base(url.without_fragment())));
        }
        for Ignored { layer: said, reference, reason } in ignored.iter() {
            base = match reason {
                // A layer further out has no effect once a base is established.
                NoBase::Unresolved(_) if !is_established || *said < layer => {
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

    /// The name of the standard that resolves references: an edition of the URI syntax or of the URL Standard, such
    /// as `rfc3986` or `whatwg`.
    pub fn standard(&self) -> &'static str {
        self.urls.map_or(self.edition.name, Urls::name)
    }

    /// Whether references are parsed by the URL Standard.
    pub(crate) const fn has_urls(&self) -> bool {
        self.urls.is_some()
    }

    /// Adds the default that an application sets (§5.1.4). Editions that define a default themselves ignore it.
    #[must_use]
    pub fn or_default(self, uri: &str) -> Self {
        if self.rule.none.is_some() {
            return self.ignoring(Layer::Default, uri, NoBase::NoDefault);
        }
        self.absolute(Layer::Default, uri)
    }

    /// Adds the URI by which the document was retrieved, the last one after redirects (§5.1.3).
    #[must_use]
    pub fn retrieved_from(self, uri: &str) -> Self {
        let mut base = self.absolute(Layer::Retrieval, uri);
        if base.layer == Layer::Retrieval {
            base.document.clone_from(&base.uri);
        }
        base
    }

    /// Adds the location of an enclosing entity; a relative reference is resolved first (§5.1.2).
    #[must_use]
    pub fn encapsulated(self, reference: &str) -> Self {
        self.resolved(Layer::Encapsulating, reference)
    }

    /// Adds an enclosing entity with these header fields (§5.1.2). The fields that the edition knows are used, in
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
        let value = unfolded(value);
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

    /// Adds a base that the content embeds (§5.1.1). The edition decides how a relative one is treated. A base of
    /// the scheme `data` or `javascript` is ignored (HTML standard, 4.2.3).
    #[must_use]
    pub fn embedded(self, reference: &str) -> Self {
        let uri = if self.rule.relative_in_content || self.urls.is_some() {
            self.resolved_uri(reference)
        } else {
            self.absolute_uri(reference)
        };
        let uri = uri.and_then(|uri| {
            let scheme =
                uri.as_deref().and_then(|uri| uri.split_once(':')).map(|(scheme, _)| scheme);
            let is = |name: &str| scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(name));
            if is("data") || is("javascript") { Err(NoBase::Scheme) } else { Ok(uri) }
        });
        self.established(Layer::Content, reference, uri)
    }

    /// Whether fetching an image is always a new request, as sending a form is.
    pub(crate) const fn images_are_requests(&self) -> bool {
        self.rule.images_are_requests
    }

    /// Whether the base in a header applies to the references in that header.
    pub(crate) const fn serves_own_header(&self) -> bool {
        self.rule.own_header
    }

    /// Adds a base for a part of the content, by a specification that resolves relative bases in every edition (XML
    /// Base, section 3).
    pub(crate) fn scoped(self, reference: &str) -> Self {
        self.resolved(Layer::Content, reference)
    }

    /// This base by the rules of another edition, for a document that uses it.
    pub(crate) fn by(self, edition: &'static Edition) -> Self {
        Self { edition, rule: &Context::of(edition).base, ..self }
    }

    /// Removes the base in a part of the content, since bases are nested too deep there.
    pub(crate) fn too_deep(self, reference: &str) -> Self {
        self.unusable(Layer::Content, reference, NoBase::TooDeep)
    }

    /// The edition of its rules.
    pub const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// The base without its fragment, if there is one.
    pub fn uri(&self) -> Option<&str> {
        self.uri.as_deref().map(napkin::Base::as_str)
    }

    /// The base as the edition defines it: by some editions, a missing base is empty.
    pub fn told(&self) -> Option<&str> {
        self.uri().or(self.rule.none.filter(|_| !self.is_too_long))
    }

    /// Whether the innermost base is too long to be used, so that references that need one have no target. The last of
    /// the [ignored](Self::ignored) ones of its [layer](Self::layer) is the beginning of that base.
    pub const fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// The layer of the base; the default, if there is none.
    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// The possible bases that were not used, from the outside to the inside; only the first few.
    pub fn ignored(&self) -> &[Ignored] {
        &self.ignored
    }

    /// The target of a reference in a document with this base. A reference that needs no base is resolved without
    /// one.
    ///
    /// # Errors
    ///
    /// If the reference is not valid, or is relative and there is no base that can resolve it, or the base is
    /// [too long](Self::is_too_long).
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
        let target = match self.urls {
            Some(urls) => self.by_url_standard(urls, reference),
            None => self.by_syntax(reference).map_err(NoTarget::from),
        };
        if !self.is_too_long {
            return target;
        }
        match target {
            Ok(Target::CurrentDocument { .. })
            | Err(NoTarget::Unresolved(ResolveError::NoBase)) => Err(NoTarget::BaseTooLong),
            Ok(Target::Uri(uri))
                if self.urls.is_some_and(|urls| urls.needs_base_of_scheme(reference, &uri)) =>
            {
                Err(NoTarget::BaseTooLong)
            }
            target => target,
        }
    }

    /// The target of a fragment in the document itself, wherever its `base` element leads, by the URL Standard; `None` if the base
    /// has it too.
    pub(crate) fn target_in_document(&self, fragment: &str) -> Option<Result<Target, NoTarget>> {
        let urls = self.urls.filter(|_| self.layer == Layer::Content)?;
        let Some(document) = self.document() else { return urls.document(fragment).map(Ok) };
        let document = urls.parse(None, document).ok()?;
        let target = urls.parse(Some(&document), fragment);
        Some(target.map(|url| Target::Uri(url.into_text())).map_err(NoTarget::Url))
    }

    /// Whether a reference is a valid URI of the edition, with its scheme, so that it needs no base.
    pub(crate) fn is_absolute(&self, reference: &str) -> bool {
        self.edition.parse(reference).is_ok_and(|uri| !uri.is_relative_ref())
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
                // Resolving a URI against itself gives the result of any base.
                Ok(uri) if !uri.is_relative_ref() => {
                    edition.resolver(uri.without_fragment().as_str()).resolve(reference)
                }
                Ok(relative) => self.without_base(relative),
                // The grammar has no relative references.
                Err(error) if error.kind() == ErrorKind::MissingScheme => Err(ResolveError::NoBase),
                Err(error) => Err(ResolveError::InvalidReference(error)),
            },
        };
        match resolved {
            // Without rules for relative references, other references resolve to themselves.
            Err(ResolveError::Undefined(_)) => itself(edition, reference),
            resolved => resolved,
        }
    }

    /// The target of a relative reference without a base: in some editions, some references mean the document, even
    /// without a URI.
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

    /// Whether a reference that is empty except for its fragment means the document, even without a base.
    const fn needs_none(&self, has_fragment: bool) -> bool {
        match self.rule.baseless {
            Baseless::Nothing => false,
            Baseless::Fragments => has_fragment,
            Baseless::SameDocument => true,
        }
    }

    /// The resolver for the base, or for the document if there is no base, if one of them exists.
    pub(crate) fn resolver(&self) -> Option<EditionResolver<'_>> {
        let document = self.document.as_deref().filter(|_| !self.is_too_long);
        self.uri.as_deref().or(document).map(napkin::Base::resolver)
    }

    /// The URI of the document itself, without its fragment, if it was [retrieved](Self::retrieved_from) by one. The content can
    /// embed another base, and not another URI of the document.
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    /// use napkin_context::Base;
    ///
    /// let base = Base::new(RFC3986).retrieved_from("http://h/a#b").embedded("http://other/");
    /// assert_eq!((base.document(), base.uri()), (Some("http://h/a"), Some("http://other/")));
    /// ```
    pub fn document(&self) -> Option<&str> {
        self.document.as_deref().map(napkin::Base::as_str)
    }

    /// Whether a base, usable or not, has been established since `before`.
    pub(crate) const fn established_since(&self, before: &Self) -> bool {
        self.established != before.established
    }

    fn absolute(self, layer: Layer, reference: &str) -> Self {
        let uri = self.absolute_uri(reference);
        self.established(layer, reference, uri)
    }

    fn resolved(self, layer: Layer, reference: &str) -> Self {
        let uri = self.resolved_uri(reference);
        self.established(layer, reference, uri)
    }

    /// The URI that a reference establishes as the base, where a relative one is not allowed.
    fn absolute_uri(&self, reference: &str) -> Result<Option<String>, NoBase> {
        if let Some(urls) = self.urls {
            let url = urls.parse(None, reference);
            let url = url.map_err(|failure| NoBase::Unresolved(NoTarget::Url(failure)))?;
            return Ok(Some(url.without_fragment().to_owned()));
        }
        let uri = self.edition.parse_as(Start::UriReference, reference);
        let uri =
            uri.map_err(|error| NoBase::Unresolved(ResolveError::InvalidBase(error).into()))?;
        if uri.is_relative_ref() {
            return Err(NoBase::Relative);
        }
        Ok(Some(uri.without_fragment().as_str().to_owned()))
    }

    /// The URI that a reference establishes as the base; `None`, if it means a document that has none.
    fn resolved_uri(&self, reference: &str) -> Result<Option<String>, NoBase> {
        match self.target(reference).map_err(NoBase::Unresolved)? {
            Target::Uri(uri) => Ok(uri.split('#').next().map(str::to_owned)),
            // The reference means the base itself, or the document, which has no URI then.
            Target::CurrentDocument { .. } => Ok(self.uri().map(str::to_owned)),
        }
    }

    /// The base of a layer, which a reference establishes; this one, if it establishes none.
    fn established(
        self,
        layer: Layer,
        reference: &str,
        uri: Result<Option<String>, NoBase>,
    ) -> Self {
        match uri {
            Ok(Some(uri)) if uri.len() > LONGEST_BASE => {
                self.unusable(layer, &uri, NoBase::TooLong)
            }
            Ok(Some(uri)) => {
                let url = self.urls.and_then(|urls| urls.parse(None, &uri).ok()).map(Arc::new);
                Self {
                    uri: Some(Arc::new(self.edition.base(uri))),
                    url,
                    layer,
                    is_too_long: false,
                    established: self.established + 1,
                    ..self
                }
            }
            Ok(None) => self,
            Err(reason) => self.ignoring(layer, reference, reason),
        }
    }

    /// No base in a layer and those inside it, since that of the layer cannot be used.
    fn unusable(self, layer: Layer, reference: &str, reason: NoBase) -> Self {
        let mut recorded = (0..=LONGEST_RECORDED.min(reference.len())).rev();
        let recorded = recorded.find_map(|len| reference.get(..len)).unwrap_or_default();
        let base = self.ignoring(layer, recorded, reason);
        let established = base.established + 1;
        Self { uri: None, url: None, layer, is_too_long: true, established, ..base }
    }

    fn ignoring(mut self, layer: Layer, reference: &str, reason: NoBase) -> Self {
        if self.ignored.len() < MOST_IGNORED {
            let ignored = Ignored { layer, reference: reference.into(), reason };
            self.ignored = self.ignored.iter().cloned().chain([ignored]).collect();
        }
        self
    }
}

/// The value of a field that is a URI, without white space: long ones are folded.
pub(crate) fn unfolded(value: &str) -> String {
    value.chars().filter(|&c| !matches!(c, '\t'..='\r' | ' ' | '\u{a0}')).collect()
}

fn itself(edition: &'static Edition, reference: &str) -> Result<Target, ResolveError> {
    match edition.parse(reference) {
        Ok(uri) if !uri.is_relative_ref() => Ok(Target::Uri(reference.into())),
        Ok(_) => Err(ResolveError::Undefined(edition)),
        Err(error) => Err(ResolveError::InvalidReference(error)),
    }
}
