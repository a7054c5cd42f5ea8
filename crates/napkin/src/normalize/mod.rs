//! Normalization and what it was licensed by: an edition's rules, rung by rung (RFC 3986 §6.2).
//!
//! An edition lists what it does, on which rung, by which section; here is how each is done: a small
//! function from a reference to its changed text, or nothing. That is how the steps are told, and how
//! every edition can be normalized. Two short cuts come before it and give the same, which the tests hold
//! them to: [`normal`] recognizes what is in normal form already, and [`one_pass`] writes the normal form
//! at once.

mod changes;
mod by_form;
mod normal;
mod one_pass;
mod redirects;
#[cfg(test)]
mod tests;

use alloc::{borrow::Cow, string::String, vec::Vec};

pub(crate) use self::by_form::path_pieces;
use self::by_form::{decode, decode_by_form};
use self::changes::{
    changed, collapsed, default_path, domain_start, hierarchy_of, ipv6_text, local_host, lowercase,
    path_of, port_number, replaced, uppercase_hex, with_path, without_port,
};
use self::normal::is_surely_normal;
use self::one_pass::Wanted;
pub use self::redirects::Redirects;
use crate::components::Components;
use crate::dot_segments;
use crate::edition::Edition;
use crate::edition::rules::{Action, Rule};
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::{Family, Identifier, IdentifierOf, WithScheme};
use crate::level::Level;
use crate::mapping::{Kept, convert};
use crate::object::Object;
use crate::reference::Reference;
use crate::scheme::{HostFact, PathFact, Scheme};
use crate::text::Text;

impl<'i, 'o, S: Family<Text: Text<'i, 'o>>> Identifier<WithScheme<S>> {
    /// The normal form at a level of the ladder; borrowed if it is in that form already.
    ///
    /// Normalizing the result again changes nothing.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the normal form would be: it can be longer than the URI, where
    /// an address is spelled out or a slash added.
    ///
    /// ```
    /// use napkin::{Level, uri};
    ///
    /// let uri = uri!("eXAMPLE://a/./b/../b/%63/%7bfoo%7d");
    /// assert_eq!(uri.normalize(Level::Syntax)?, "example://a/b/c/%7Bfoo%7D");
    /// assert_eq!(uri!("http://h:0080").normalize(Level::Scheme)?, "http://h/");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn normalize(&'i self, level: Level) -> Result<IdentifierOf<S, Cow<'o, str>>, ParseError> {
        Normalizer::new(level).normalize(self)
    }
}

impl<S: Family<Text = String>> Identifier<WithScheme<S>> {
    /// Like [`normalize`](Identifier::normalize), for one that is not needed as it was; nothing is copied
    /// if it is in normal form already.
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
    /// [`TooLong`](crate::ErrorKind::TooLong), if the normal form would be.
    pub fn into_normalized(self, level: Level) -> Result<Self, ParseError> {
        let normal = Normalizer::new(level).quickly(Reference::from(&self))?;
        let components = normal.components;
        Ok(match normal.text {
            Cow::Borrowed(_) => self,
            Cow::Owned(text) => Self::wrap(text, components),
        })
    }
}

impl<'a> Reference<'a> {
    /// The normal form of a URI, as far as its edition defines one at this level; borrowed if it is
    /// in that form already.
    ///
    /// # Errors
    ///
    /// [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative reference, which has to be
    /// resolved first; [`TooLong`](crate::ErrorKind::TooLong), if the normal form would be.
    ///
    /// ```
    /// use napkin::{Level, edition::{DRAFT1997, RFC3986}};
    ///
    /// let text = "http://h:80/a/../%7e";
    /// assert_eq!(DRAFT1997.parse(text)?.normalize(Level::Scheme)?, "http://h/a/../~");
    /// assert_eq!(RFC3986.parse(text)?.normalize(Level::Scheme)?, "http://h/~");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn normalize(&self, level: Level) -> Result<Cow<'a, str>, ParseError> {
        Normalizer::new(level).normalize_reference(*self)
    }
}

/// Normalization at one level, with the redirects that were observed.
#[derive(Clone, Copy, Debug)]
#[must_use = "it normalizes what it is given"]
pub struct Normalizer<'r> {
    level: Level,
    redirects: Option<&'r Redirects>,
    by_scheme: Option<SchemeNormalization>,
    pub(crate) same_to_scheme: Option<SchemeEquivalence>,
}

/// Whether two URIs are the same to their scheme, where its document says so of two rather than by a normal
/// form; nothing where it does not.
pub type SchemeEquivalence = fn(Reference<'_>, Reference<'_>) -> Option<bool>;

/// What is known of schemes beyond the [facts](crate::scheme::FACTS): from a URI to its changed text
/// and the rule that allows it, or nothing. The changed text must be one that it leaves alone.
pub type SchemeNormalization = fn(Reference<'_>) -> Option<(Rule, String)>;

/// One rule that changed the URI.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NormalizationStep {
    /// What was done, such as `lowercase-host`, and the section that allows it.
    pub rule: Rule,
    /// The whole URI before.
    pub before: String,
    /// The whole URI after.
    pub after: String,
}

impl<'r> Normalizer<'r> {
    /// Normalization at this level.
    pub const fn new(level: Level) -> Self {
        Self { level, redirects: None, by_scheme: None, same_to_scheme: None }
    }

    /// The level.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// The same normalization at another level.
    pub const fn at(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Redirects that were observed, as pairs of source and target URI (§6.2.4), normalized by scheme with what this
    /// normalizer knows. A pair that is no pair of URIs of the edition counts for nothing.
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

    /// The same normalization with redirects that were observed.
    ///
    /// At [`Level::Protocol`], in the editions that know it, a redirect counts as equivalence if
    /// source and target, normalized by scheme, differ by a final slash and nothing else.
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
    pub fn observed(mut self, redirects: &'r Redirects) -> Self {
        self.redirects = Some(redirects).filter(|redirects| !redirects.is_empty());
        self
    }

    /// What is known of schemes beyond the facts that the core has (§6.2.3), such as that of the crate
    /// `napkin-schemes`. It is asked at [`Level::Scheme`], in the editions whose schemes are defined
    /// elsewhere.
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
    pub const fn with_schemes(mut self, by_scheme: SchemeNormalization) -> Self {
        self.by_scheme = Some(by_scheme);
        self
    }

    /// What documents of schemes say of two URIs and no normal form can, such as that components are no part of
    /// a name (RFC 8141 §3.1). It is asked at [`Level::Scheme`] by
    /// [`equivalent_at`](Self::equivalent_at), in the editions whose schemes are defined elsewhere.
    pub const fn with_equivalence(mut self, same_to_scheme: SchemeEquivalence) -> Self {
        self.same_to_scheme = Some(same_to_scheme);
        self
    }

    /// The normal form; borrowed if the URI is in that form already.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the normal form would be.
    pub fn normalize<'i, 'o, S: Family<Text: Text<'i, 'o>>>(
        &self,
        uri: &'i Identifier<WithScheme<S>>,
    ) -> Result<IdentifierOf<S, Cow<'o, str>>, ParseError> {
        let normal = self.quickly(Reference::from(uri))?;
        Ok(Identifier::wrap(normal.text, normal.components))
    }

    /// The normal form of a URI of any edition.
    ///
    /// # Errors
    ///
    /// [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative reference.
    pub fn normalize_reference<'a>(
        &self,
        reference: Reference<'a>,
    ) -> Result<Cow<'a, str>, ParseError> {
        reference.check_has_scheme()?;
        Ok(self.quickly(reference)?.text)
    }

    /// The normal form with an account of how it came about: each step begins where the one before
    /// ended.
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
    /// [`TooLong`](crate::ErrorKind::TooLong), if the text after a step would be.
    #[expect(clippy::type_complexity, reason = "it is a pair")]
    pub fn explain<'i, 'o, S: Family<Text: Text<'i, 'o>>>(
        &self,
        uri: &'i Identifier<WithScheme<S>>,
    ) -> Result<(IdentifierOf<S, Cow<'o, str>>, Vec<NormalizationStep>), ParseError> {
        let (normal, steps) = self.run_with_steps(Reference::from(uri))?;
        Ok((Identifier::wrap(normal.text, normal.components), steps))
    }

    /// The normal form of a URI of any edition, with an account of how it came about.
    ///
    /// # Errors
    ///
    /// [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative reference.
    pub fn explain_reference<'a>(
        &self,
        reference: Reference<'a>,
    ) -> Result<(Cow<'a, str>, Vec<NormalizationStep>), ParseError> {
        reference.check_has_scheme()?;
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

    /// The normal form by the shortest way.
    fn quickly<'a>(&self, reference: Reference<'a>) -> Result<Current<'a>, ParseError> {
        if self.redirects.is_some() {
            return self.run(reference, |_, _, _| {});
        }
        let normal = if is_normal(&reference) {
            let components = *reference.components();
            Current { text: Cow::Borrowed(reference.as_str()), components }
        } else {
            // Without redirects there is nothing to follow on the last rung.
            match Wanted::of(reference, self.level.min(Level::Scheme)) {
                Some(wanted) => wanted.normalize(reference)?,
                None => return self.run(reference, |_, _, _| {}),
            }
        };
        // What else is done comes before what the schemes say.
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

    /// Whether only the edition and the core's own facts have a say.
    pub(crate) const fn knows_nothing_more(&self) -> bool {
        self.redirects.is_none() && self.by_scheme.is_none() && self.same_to_scheme.is_none()
    }

    /// The normal form by the edition's list of actions, with an account of those that changed something.
    fn run<'a>(
        &self,
        reference: Reference<'a>,
        mut tell: impl FnMut(Rule, &str, &str),
    ) -> Result<Current<'a>, ParseError> {
        let edition = reference.edition();
        let components = *reference.components();
        let mut current = Current { text: Cow::Borrowed(reference.as_str()), components };
        for rule in edition.normalization.iter().filter(|rule| self.level.includes(rule.level)) {
            let before = Reference::wrap(edition, &current.text, current.components);
            let done = match rule.action {
                Action::KnownSchemes => self.by_scheme.and_then(|by_scheme| by_scheme(before)),
                action => self
                    .apply(action, before)
                    .map(|text| (Rule::new(action.name(), rule.section), text)),
            };
            let Some((done, text)) = done else { continue };
            if let Some(components) = components_of(edition, &text)? {
                tell(done, before.as_str(), &text);
                current = Current { text: Cow::Owned(text), components };
            }
        }
        Ok(current)
    }

    /// The changed text, or nothing if the action finds nothing to change.
    fn apply(&self, action: Action, uri: Reference<'_>) -> Option<String> {
        let text = uri.as_str();
        let fact = uri.scheme().and_then(Scheme::facts);
        if fact.is_some_and(|fact| fact.host == HostFact::Absent) && action.is_about_authority() {
            return None;
        }
        let is_verbatim = fact.is_some_and(|fact| fact.path == PathFact::Verbatim);
        if is_verbatim && action.is_about_escapes() {
            return None;
        }
        let hierarchy = hierarchy_of(uri, fact);
        match action {
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
            Action::RemoveDotSegments => {
                let path = dot_segments::remove_in(path_of(uri), hierarchy);
                with_path(uri, &path)
            }
            Action::CollapseDotSegments => {
                let absolute = !uri.is_opaque() && path_of(uri).starts_with('/');
                let path = dot_segments::remove_below(path_of(uri), hierarchy, collapsed);
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

/// Whether a URI is in normal form at every level that follows no redirects, as far as one look can tell.
#[inline(always)]
pub(crate) fn is_normal(uri: &Reference<'_>) -> bool {
    // Some characters beyond ASCII are written as triplets.
    is_surely_normal(uri.as_str(), uri.components(), uri.edition().classes)
        && !uri.edition().holds_components()
        && (uri.edition().beyond_ascii.is_none() || uri.as_str().is_ascii())
}

/// A URI on its way to its normal form.
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

/// Where the parts of a text stand that an action wrote; nothing where it is no URI.
///
/// Every action writes a valid URI, but where schemes have forms, undoing an escape can leave the form; then it is
/// not undone. What is too long is not left as it was, but an error.
fn components_of(edition: &'static Edition, text: &str) -> Result<Option<Components>, ParseError> {
    match edition.parse(text) {
        Ok(after) => Ok(Some(*after.components())),
        Err(error) if error.kind() == ErrorKind::TooLong => Err(error),
        Err(_) => Ok(None),
    }
}

impl Reference<'_> {
    fn check_has_scheme(&self) -> Result<(), ParseError> {
        if self.is_relative_ref() && !self.edition().holds_components() {
            let kind = ErrorKind::MissingScheme;
            return Err(ParseError::new(self.edition(), kind, Part::Scheme, 0));
        }
        Ok(())
    }
}
