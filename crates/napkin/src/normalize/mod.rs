//! Normalization and the account of its steps: an edition's rules, level by level (RFC 3986 §6.2).
//!
//! An edition lists its actions, each with its level and section. Each action is a small function from a reference
//! to its changed text, or `None`; the account of the steps and all editions use this list. Two fast paths are
//! tried first, and tests check that they give the same results: [`normal`] recognizes a text that is already in
//! normal form, and [`one_pass`] writes the normal form directly.

mod changes;
mod by_form;
mod normal;
mod one_pass;
mod redirects;
mod relative;
#[cfg(test)]
mod tests;

use alloc::{borrow::Cow, string::String, vec::Vec};

pub(crate) use self::by_form::path_pieces;
use self::by_form::{decode, decode_by_form};
use self::changes::{
    changed, collapsed, default_path, domain_start, ipv6_text, local_host, lowercase, path_of,
    port_number, replaced, uppercase_hex, with_path, without_dots, without_port,
};
use self::normal::is_surely_normal;
use self::one_pass::Wanted;
pub use self::redirects::Redirects;
use crate::components::Components;
use crate::dot_segments;
use crate::edition::Edition;
use crate::edition::rules::{Action, Resolution, Rule};
use crate::error::ParseError;
use crate::fault::ErrorKind;
use crate::identifier::text::Lend;
use crate::identifier::{
    AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Parsed, Uri, UriRef, for_each_changed,
    for_each_identifier,
};
use crate::level::Level;
use crate::mapping::{Kept, convert};
use crate::object::Object;
use crate::reference::Reference;
use crate::scheme::{Hierarchy, HostFact, PathFact, Scheme};

macro_rules! normalized {
    ($type:ident) => {
        impl<'i, 'o, T: Lend<'i, 'o>> $type<T> {
            /// The normal form at a level of the ladder; borrowed if the identifier is already in that form.
            ///
            /// Normalization is idempotent. A relative reference stays relative, as [`Reference::normalize`] says.
            ///
            /// # Errors
            ///
            /// [`TooLong`](crate::ErrorKind::TooLong), if the normal form would be too long. It can be longer than the URI,
            /// if an address is spelled out or a slash is added.
            ///
            /// ```
            /// use napkin::{Level, uri, uri_ref};
            ///
            /// let uri = uri!("eXAMPLE://a/./b/../b/%63/%7bfoo%7d");
            /// assert_eq!(uri.normalize(Level::Syntax)?, "example://a/b/c/%7Bfoo%7D");
            /// assert_eq!(uri!("http://h:0080").normalize(Level::Scheme)?, "http://h/");
            /// assert_eq!(uri_ref!("../a/./b").normalize(Level::Syntax)?, "../a/b");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn normalize(&'i self, level: Level) -> Result<$type<Cow<'o, str>>, ParseError> {
                Normalizer::new(level).normalize(self)
            }
        }
    };
}

for_each_identifier!(normalized);

for_each_changed! { String => {
    /// Like [`normalize`](Self::normalize), for an identifier that is not needed afterwards; nothing is copied if it
    /// is already in normal form.
    ///
    /// ```
    /// use napkin::{Level, UriRef, uri};
    ///
    /// let target = UriRef::parse("../B")?.resolve(uri!("HTTP://A/b/c"))?;
    /// assert_eq!(target.into_normalized(Level::Syntax)?, "http://a/B");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the normal form would be too long.
    pub fn into_normalized(self, level: Level) -> Result<Self, ParseError> {
        let normal = Normalizer::new(level).quickly(Reference::from(&self))?;
        let components = normal.components;
        Ok(match normal.text {
            Cow::Borrowed(_) => self,
            Cow::Owned(text) => Self::wrap(text, components),
        })
    }
} }

impl<'a> Reference<'a> {
    /// The normal form of a reference, as far as its edition defines one at this level; borrowed if the reference is
    /// already in that form.
    ///
    /// A relative reference stays relative: against every base with an authority, or with a path that begins with a
    /// slash, its normal form leads to an equivalent target. Dot segments go as far as that holds, and levels above
    /// [`Level::Syntax`] add nothing, since they need a scheme.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the normal form would be too long.
    ///
    /// ```
    /// use napkin::{Level, edition::{DRAFT1997, RFC3986}};
    ///
    /// let text = "http://h:80/a/../%7e";
    /// assert_eq!(DRAFT1997.parse(text)?.normalize(Level::Scheme)?, "http://h/a/../~");
    /// assert_eq!(RFC3986.parse(text)?.normalize(Level::Scheme)?, "http://h/~");
    /// assert_eq!(RFC3986.parse("a/../../%7e")?.normalize(Level::Syntax)?, "../~");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn normalize(&self, level: Level) -> Result<Cow<'a, str>, ParseError> {
        Normalizer::new(level).normalize_reference(*self)
    }

    /// Whether a scan of the bytes shows that the reference is its own normal form, at every level and by all rules of its edition and the
    /// [facts](crate::scheme::FACTS); rules of schemes that are [added](Normalizer::with_schemes) aside. `false` means that it may be:
    /// only [`normalize`](Self::normalize) tells.
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    ///
    /// assert!(RFC3986.parse("http://example.com/a?b#c")?.is_surely_normal());
    /// assert!(!RFC3986.parse("http://example.com:80/")?.is_surely_normal());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn is_surely_normal(&self) -> bool {
        is_normal(self)
    }
}

/// Normalization at one level, with observed redirects and rules of schemes.
#[derive(Clone, Copy, Debug)]
#[must_use = "it normalizes what it is given"]
pub struct Normalizer<'r> {
    level: Level,
    redirects: Option<&'r Redirects>,
    by_scheme: Option<SchemeNormalization>,
    pub(crate) same_to_scheme: Option<SchemeEquivalence>,
}

/// Whether two URIs are equivalent by their scheme, where the scheme's document compares two URIs instead of
/// defining a normal form; `None` where it does not. For [`Normalizer::with_equivalence`].
pub(crate) type SchemeEquivalence = fn(Reference<'_>, Reference<'_>) -> Option<bool>;

/// Normalization of schemes beyond the [facts](crate::scheme::FACTS): from a URI to its changed text and the rule
/// that allows the change, or `None`. It must return `None` for its own results. For [`Normalizer::with_schemes`].
pub(crate) type SchemeNormalization = fn(Reference<'_>) -> Option<(Rule, String)>;

/// One rule that changed the URI. Made by [`Normalizer::explain`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NormalizationStep {
    /// The name of the action, such as `lowercase-host`, and the section that allows it.
    pub rule: Rule,
    /// The whole URI before.
    pub before: String,
    /// The whole URI after.
    pub after: String,
}

impl<'r> Normalizer<'r> {
    /// Normalization at this level.
    ///
    /// ```
    /// use napkin::{Level, Normalizer, uri};
    ///
    /// assert_eq!(Normalizer::new(Level::Syntax).normalize(&uri!("HTTP://h/a/../b"))?, "http://h/b");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub const fn new(level: Level) -> Self {
        Self { level, redirects: None, by_scheme: None, same_to_scheme: None }
    }

    /// The level.
    ///
    /// ```
    /// use napkin::{Level, Normalizer};
    ///
    /// assert_eq!(Normalizer::new(Level::Path).at(Level::Scheme).level(), Level::Scheme);
    /// ```
    pub const fn level(&self) -> Level {
        self.level
    }

    /// This normalization at another level.
    ///
    /// ```
    /// use napkin::{Level, Normalizer};
    ///
    /// assert_eq!(Normalizer::new(Level::Case).at(Level::Scheme).level(), Level::Scheme);
    /// ```
    pub const fn at(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Observed redirects, as pairs of source and target URI (§6.2.4), normalized by scheme with this normalizer's
    /// rules. A pair whose texts are not both URIs of the edition is ignored.
    #[doc(hidden)]
    pub fn redirects<'t>(
        &self,
        edition: &'static Edition,
        pairs: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> Redirects {
        let normalizer = Normalizer { redirects: None, ..self.at(Level::Scheme) };
        let normal = |text: &str| {
            let normal = normalizer.normalize_reference(edition.parse(text).ok()?);
            Some(normal.ok()?.into_owned())
        };
        let pairs = pairs.into_iter();
        let normals = pairs.filter_map(|(source, target)| normal(source).zip(normal(target)));
        Redirects::new(edition, normals)
    }

    /// This normalization with observed redirects.
    ///
    /// At [`Level::Protocol`], in the editions that have it, a redirect makes source and target equivalent if,
    /// normalized by scheme, they differ only by a final slash.
    ///
    /// ```
    /// use napkin::{Level, Normalizer, edition::RFC3986, uri};
    ///
    /// let normalizer = Normalizer::new(Level::Protocol);
    /// let pair = ("http://example.com/data", "http://example.com/data/");
    /// let redirects = normalizer.redirects(RFC3986, [pair]);
    /// let uri = uri!("http://example.com/data");
    /// assert_eq!(normalizer.observed(&redirects).normalize(&uri)?, "http://example.com/data/");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn observed(mut self, redirects: &'r Redirects) -> Self {
        self.redirects = Some(redirects).filter(|redirects| !redirects.is_empty());
        self
    }

    /// Adds rules of schemes beyond the core's facts (§6.2.3), such as those of the crate `napkin-schemes`. They
    /// are applied at [`Level::Scheme`], in the editions whose schemes are defined elsewhere.
    ///
    /// ```
    /// use napkin::{Level, Normalizer, Reference, edition::Rule, uri};
    ///
    /// /// A scheme whose case does not matter.
    /// fn shout(uri: Reference<'_>) -> Option<(Rule, String)> {
    ///     let rule = Rule { name: "lowercase-shout", section: "Manual of Shouting section 1" };
    ///     let quiet = uri.as_str().to_ascii_lowercase();
    ///     (uri.scheme()? == "shout" && quiet != uri.as_str()).then_some((rule, quiet))
    /// }
    ///
    /// let normalizer = Normalizer::new(Level::Scheme).with_schemes(shout);
    /// assert_eq!(normalizer.normalize(&uri!("shout:HEY"))?, "shout:hey");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub const fn with_schemes(mut self, by_scheme: SchemeNormalization) -> Self {
        self.by_scheme = Some(by_scheme);
        self
    }

    /// Adds comparison rules of schemes that no normal form can express, for instance that some components are not
    /// part of a name (RFC 8141 §3.1). [`equivalent_at`](Self::equivalent_at) applies them at [`Level::Scheme`], in
    /// the editions whose schemes are defined elsewhere.
    ///
    /// ```
    /// use napkin::{Level, Normalizer, Reference, uri};
    ///
    /// /// A scheme whose queries are not part of the name.
    /// fn same(a: Reference<'_>, b: Reference<'_>) -> Option<bool> {
    ///     (a.scheme()? == "shelf" && b.scheme()? == "shelf").then(|| a.path() == b.path())
    /// }
    ///
    /// let normalizer = Normalizer::new(Level::Scheme).with_equivalence(same);
    /// let (a, b) = (uri!("shelf:book?x"), uri!("shelf:book"));
    /// assert_eq!(normalizer.equivalent_at(&a, &b), Some(Level::Scheme));
    /// ```
    #[doc(hidden)]
    pub const fn with_equivalence(mut self, same_to_scheme: SchemeEquivalence) -> Self {
        self.same_to_scheme = Some(same_to_scheme);
        self
    }

    /// The normal form; borrowed if the URI is already in that form.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the normal form would be too long.
    pub fn normalize<'i, 'o, I: Identifier<Text: Lend<'i, 'o>>>(
        &self,
        uri: &'i I,
    ) -> Result<I::With<Cow<'o, str>>, ParseError> {
        let normal = self.quickly(Reference::from(uri))?;
        Ok(I::With::wrap(normal.text, normal.components))
    }

    /// The normal form of a reference of any edition; see [`Reference::normalize`].
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the normal form would be too long.
    ///
    /// ```
    /// use napkin::{Level, Normalizer, edition::RFC2396};
    ///
    /// let reference = RFC2396.parse("HTTP://H:80/%7Ea")?;
    /// assert_eq!(Normalizer::new(Level::Scheme).normalize_reference(reference)?, "http://h/~a");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn normalize_reference<'a>(
        &self,
        reference: Reference<'a>,
    ) -> Result<Cow<'a, str>, ParseError> {
        Ok(self.quickly(reference)?.text)
    }

    /// The normal form with the steps that led to it: each step begins with the result of the step before.
    ///
    /// ```
    /// use napkin::{Level, Normalizer, uri};
    ///
    /// let (normal, steps) = Normalizer::new(Level::Scheme).explain(&uri!("HTTP://h:80/%7ea"))?;
    /// assert_eq!(normal, "http://h/~a");
    /// let rules: Vec<_> = steps.iter().map(|step| step.rule.name).collect();
    /// assert_eq!(rules, ["decode-unreserved", "lowercase-scheme", "drop-default-port"]);
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the text after a step would be too long.
    #[expect(clippy::type_complexity, reason = "it is a pair")]
    pub fn explain<'i, 'o, I: Identifier<Text: Lend<'i, 'o>>>(
        &self,
        uri: &'i I,
    ) -> Result<(I::With<Cow<'o, str>>, Vec<NormalizationStep>), ParseError> {
        let (normal, steps) = self.run_with_steps(Reference::from(uri))?;
        Ok((I::With::wrap(normal.text, normal.components), steps))
    }

    /// The normal form of a reference of any edition, with the steps that led to it.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the text after a step would be too long.
    ///
    /// ```
    /// use napkin::{Level, Normalizer, edition::RFC3986};
    ///
    /// let reference = RFC3986.parse("HTTP://h/")?;
    /// let (normal, steps) = Normalizer::new(Level::Case).explain_reference(reference)?;
    /// assert_eq!((&*normal, steps[0].rule.name), ("http://h/", "lowercase-scheme"));
    /// assert_eq!(steps[0].before, "HTTP://h/");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn explain_reference<'a>(
        &self,
        reference: Reference<'a>,
    ) -> Result<(Cow<'a, str>, Vec<NormalizationStep>), ParseError> {
        let (normal, steps) = self.run_with_steps(reference)?;
        Ok((normal.text, steps))
    }

    fn run_with_steps<'a>(
        &self,
        reference: Reference<'a>,
    ) -> Result<(Current<'a>, Vec<NormalizationStep>), ParseError> {
        let mut steps = Vec::new();
        let normal = self.run(reference, |rule, before, after| {
            steps.push(NormalizationStep { rule, before: before.into(), after: after.into() });
        })?;
        Ok((normal, steps))
    }

    /// The normal form by the fast paths, if one applies.
    fn quickly<'a>(&self, reference: Reference<'a>) -> Result<Current<'a>, ParseError> {
        if self.redirects.is_some() {
            return self.run(reference, |_, _, _| {});
        }
        let normal = if is_normal(&reference) {
            let components = *reference.components();
            Current { text: Cow::Borrowed(reference.as_str()), components }
        } else {
            if reference.is_relative_ref() {
                return self.run(reference, |_, _, _| {});
            }
            // Without redirects, the last level adds nothing.
            match Wanted::of(reference, self.level.min(Level::Scheme)) {
                Some(wanted) => wanted.normalize(reference)?,
                None => return self.run(reference, |_, _, _| {}),
            }
        };
        // The edition's actions come before the rules of schemes.
        match self.by_scheme.filter(|_| self.asks_schemes(reference.edition())) {
            Some(by_scheme) => normal.by_scheme(reference.edition(), by_scheme),
            None => Ok(normal),
        }
    }

    pub(crate) fn asks_schemes(&self, edition: &Edition) -> bool {
        edition.normalization.iter().any(|rule| {
            matches!(rule.action, Action::KnownSchemes) && self.level.includes(rule.level)
        })
    }

    /// Whether only the edition and the core's own facts apply.
    pub(crate) const fn knows_nothing_more(&self) -> bool {
        self.redirects.is_none() && self.by_scheme.is_none() && self.same_to_scheme.is_none()
    }

    /// The normal form by the edition's list of actions, with the steps that changed something.
    fn run<'a>(
        &self,
        reference: Reference<'a>,
        mut tell: impl FnMut(Rule, &str, &str),
    ) -> Result<Current<'a>, ParseError> {
        let edition = reference.edition();
        let components = *reference.components();
        let mut current = Current { text: Cow::Borrowed(reference.as_str()), components };
        // The rules of a scheme need a scheme.
        let most = if reference.is_relative_ref() { Level::Syntax } else { Level::Protocol };
        let level = self.level.min(most);
        for rule in edition.normalization.iter().filter(|rule| level.includes(rule.level)) {
            let before = Reference::wrap(edition, &current.text, current.components);
            let done = match rule.action {
                Action::KnownSchemes => self.by_scheme.and_then(|by_scheme| by_scheme(before)),
                action => self.apply(action, before).map(|text| (rule.rule, text)),
            };
            let Some((done, text)) = done else { continue };
            if let Some(components) = components_of(edition, &text)? {
                tell(done, before.as_str(), &text);
                current = Current { text: Cow::Owned(text), components };
            }
        }
        Ok(current)
    }

    /// The changed text, or `None` if the action changes nothing.
    fn apply(&self, action: Action, uri: Reference<'_>) -> Option<String> {
        let text = uri.as_str();
        let fact = uri.scheme().and_then(Scheme::facts);
        if fact.is_some_and(|fact| fact.host == HostFact::Text) && action.is_about_authority() {
            return None;
        }
        let is_verbatim = fact.is_some_and(|fact| fact.path == PathFact::Verbatim);
        if is_verbatim && action.is_about_escapes() {
            return None;
        }
        let hierarchy = fact.map_or(Hierarchy::Whole, |fact| fact.hierarchy);
        match action {
            // So that a program without these editions has none of it.
            _ if !cfg!(feature = "editions") && action.is_of_other_editions() => None,
            Action::Decode(set) if keeps_dot_segments(uri) => relative::decoded(uri, set),
            Action::Decode(set) => {
                decode(uri, set, fact.is_some_and(|fact| fact.path == PathFact::Undecoded))
            }
            Action::Convert => convert(
                uri,
                Kept {
                    ascii_in_path: fact.is_some_and(|fact| fact.path == PathFact::Undecoded),
                    spelling: is_verbatim,
                },
            ),
            Action::DecodeByForm => decode_by_form(uri),
            Action::UppercaseHex => uppercase_hex(text),
            Action::LowercaseScheme => lowercase(text, uri.components().scheme()?),
            Action::LowercaseHost => lowercase(text, uri.components().host()?),
            Action::ReduceReference => relative::reduced(uri),
            Action::RemoveDotSegments | Action::CollapseDotSegments if uri.is_relative_ref() => {
                None
            }
            Action::RemoveDotSegments => {
                let path = without_dots(uri, path_of(uri), hierarchy, dot_segments::remove);
                with_path(uri, &path)
            }
            Action::CollapseDotSegments => {
                let absolute = !uri.is_opaque() && path_of(uri).starts_with('/');
                let path = without_dots(uri, path_of(uri), hierarchy, collapsed);
                absolute.then(|| with_path(uri, &path))?
            }
            Action::NormalizeObject => {
                let normal = Object::of(uri).normalized();
                normal.is_computed().then(|| normal.text().into_owned())
            }
            Action::Ipv6Text => ipv6_text(uri),
            Action::DropEmptyPort => {
                uri.port().filter(|port| port.as_str().is_empty())?;
                without_port(uri)
            }
            Action::DropDefaultPort => {
                let port = uri.port()?.to_u16()?;
                fact?.default_port.filter(|&default| default == port)?;
                without_port(uri)
            }
            Action::PortNumber => port_number(uri),
            Action::LocalHost => {
                fact.filter(|fact| fact.host == HostFact::LocalByDefault)?;
                local_host(uri)
            }
            Action::EmptyPath => {
                let empty = uri.authority().is_some() && path_of(uri).is_empty();
                empty.then(|| replaced(text, uri.components().path(), "/"))
            }
            Action::DefaultPath => default_path(uri, uri.scheme_form()?.default_path),
            Action::LowercaseDomain => {
                fact.filter(|fact| fact.path == PathFact::EndsInDomain)?;
                let path = uri.components().path();
                let domain = path.start + domain_start(path_of(uri))? as u32;
                lowercase(text, domain..path.end)
            }
            Action::EncodePlus => {
                let query = uri.query()?.as_str();
                let encoded = changed(query, query.replace('+', "%20"))?;
                Some(replaced(text, uri.components().query()?, &encoded))
            }
            Action::DropEmptyFragment => {
                uri.fragment().filter(|fragment| fragment.is_empty())?;
                Some(uri.without_fragment().as_str().into())
            }
            Action::ObservedRedirect => self.redirects.and_then(|redirects| redirects.follow(uri)),
            Action::KnownSchemes => None,
        }
    }
}

/// Whether a relative reference has to keep the triplets that stand for dots in a dot segment: resolution would
/// remove the segment, and the edition does not remove it from a target.
fn keeps_dot_segments(reference: Reference<'_>) -> bool {
    let resolution = reference.edition().resolution;
    resolution != Resolution::RemoveDotSegments && relative::merged_range(reference).is_some()
}

/// Whether a URI is in normal form at every level that follows no redirects. `false` means that a scan by masks
/// cannot tell.
#[inline(always)]
pub(crate) fn is_normal(uri: &Reference<'_>) -> bool {
    // Some non-ASCII characters are normally written as triplets.
    is_surely_normal(uri.as_str(), uri.components(), uri.edition().classes)
        && !uri.edition().holds_components()
        && (uri.edition().beyond_ascii.is_none() || uri.as_str().is_ascii())
}

/// The state of a URI during its normalization.
struct Current<'a> {
    text: Cow<'a, str>,
    components: Components,
}

impl Current<'_> {
    fn by_scheme(
        self,
        edition: &'static Edition,
        by_scheme: SchemeNormalization,
    ) -> Result<Self, ParseError> {
        let done = by_scheme(Reference::wrap(edition, &self.text, self.components));
        let Some((_, text)) = done else { return Ok(self) };
        Ok(match components_of(edition, &text)? {
            Some(components) => Current { text: Cow::Owned(text), components },
            None => self,
        })
    }
}

/// The components of a text that an action wrote; `None` if it is no URI.
///
/// Every action writes a valid URI, with one exception: where schemes have forms, decoding a triplet can break the
/// form, and is then not done. A result that is too long is an error.
fn components_of(edition: &'static Edition, text: &str) -> Result<Option<Components>, ParseError> {
    match edition.parse(text) {
        Ok(after) => Ok(Some(*after.components())),
        Err(error) if error.kind() == ErrorKind::TooLong => Err(error),
        Err(_) => Ok(None),
    }
}
