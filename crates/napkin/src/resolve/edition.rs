//! Resolution in any edition, by the algorithm in its data.

use alloc::string::String;

use napkin_scan::ByteSet;

use super::target::{ResolveError, Target, Written};
use super::{Resolving, inherit, merge, slash_runs};
use crate::edition::Edition;
use crate::edition::rules::{Excess, Lenient, Merge, Resolution};
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::length;
use crate::object::{self, Object};
use crate::percent;
use crate::reference::Reference;
use crate::views::query::Query;

/// Resolution against one base by the rules of one edition. Made by [`Edition::resolver`].
#[derive(Clone, Copy, Debug)]
#[must_use = "it resolves what it is given"]
pub struct EditionResolver<'a> {
    pub(crate) edition: &'static Edition,
    pub(crate) base: &'a str,
    /// The parsed base, if the edition resolves by components; `None` if there is no base.
    pub(crate) parsed: Result<Option<Reference<'a>>, ResolveError>,
    excess: Option<Excess>,
    pub(crate) lenient: bool,
    pub(crate) literal_slash_runs: bool,
    pub(crate) document: Option<&'a str>,
}

impl Edition {
    /// Resolution against `base` by the rules of this edition.
    ///
    /// ```
    /// use napkin::{Target, edition::{DRAFT1997, RFC1630, RFC3986}};
    ///
    /// let target = |edition: &'static napkin::Edition, reference| {
    ///     match edition.resolver("http://a/b/c/d;p?q").resolve(reference) {
    ///         Ok(Target::Uri(uri)) => uri,
    ///         other => format!("{other:?}"),
    ///     }
    /// };
    /// assert_eq!(target(RFC3986, "../../../g"), "http://a/g");
    /// assert_eq!(target(DRAFT1997, "../../../g"), "http://a/../g");
    /// assert_eq!(target(DRAFT1997, "g?y/../x"), "http://a/b/c/x");
    /// assert_eq!(target(RFC1630, "."), "http://a/b/c");
    /// ```
    pub fn resolver<'a>(&'static self, base: &'a str) -> EditionResolver<'a> {
        let no_base = match self.resolution {
            Resolution::Undefined | Resolution::SlashRuns => true,
            Resolution::Inherit => base.is_empty(),
            Resolution::Merge(rule) => rule.empty_base_is_none && base.is_empty(),
            Resolution::RemoveDotSegments | Resolution::Objects => false,
        };
        let parsed = if no_base { Ok(None) } else { parse_base(self, base).map(Some) };
        EditionResolver::new(self, base, parsed)
    }
}

impl<'a> EditionResolver<'a> {
    /// Resolution against a parsed base, or against none, with all choices at their defaults.
    pub(super) const fn new(
        edition: &'static Edition,
        base: &'a str,
        parsed: Result<Option<Reference<'a>>, ResolveError>,
    ) -> Self {
        Self {
            edition,
            base,
            parsed,
            excess: None,
            lenient: false,
            literal_slash_runs: false,
            document: None,
        }
    }

    /// Chooses the treatment of excess `..`; it has to be one of [`Edition::excess`].
    pub const fn excess(mut self, excess: Excess) -> Self {
        self.excess = Some(excess);
        self
    }

    /// Whether a reference with the scheme of the base is read without that scheme, if the rest is valid in a
    /// hierarchical URI.
    ///
    /// ```
    /// use napkin::{Target, edition::RFC3986};
    ///
    /// let resolver = RFC3986.resolver("http://a/b").lenient(true);
    /// assert_eq!(resolver.resolve("http:c"), Ok(Target::Uri("http://a/c".into())));
    /// ```
    pub const fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    /// Whether a run of slashes counts only if no longer run follows, as RFC 1630 words its rule.
    ///
    /// ```
    /// use napkin::{Target, edition::RFC1630};
    ///
    /// let resolver = RFC1630.resolver("http://a/b//c/d").literal_slash_runs(true);
    /// assert_eq!(resolver.resolve("/g"), Ok(Target::Uri("http://a/b//c/g".into())));
    /// ```
    #[doc(hidden)]
    pub const fn literal_slash_runs(mut self, literal: bool) -> Self {
        self.literal_slash_runs = literal;
        self
    }

    /// Sets the document that contains the reference, for references that always make a new request (a form's
    /// action). There the empty reference does not mean the current document: it means the URI of the document in
    /// the draft of 1997, and the base in the later editions.
    ///
    /// ```
    /// use napkin::{Target, edition::RFC2396};
    ///
    /// let resolver = RFC2396.resolver("http://a/b");
    /// assert_eq!(resolver.resolve(""), Ok(Target::CurrentDocument { fragment: None }));
    /// let action = resolver.new_request("http://a/document");
    /// assert_eq!(action.resolve(""), Ok(Target::Uri("http://a/b".into())));
    /// assert!(RFC2396.requests_base());
    /// ```
    #[doc(hidden)]
    pub const fn new_request(mut self, document: &'a str) -> Self {
        self.document = Some(document);
        self
    }

    /// The edition that resolves.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC1808.resolver("http://a/").edition().name, "rfc1808");
    /// ```
    pub const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// The base as given.
    pub(crate) const fn base(&self) -> &'a str {
        self.base
    }

    /// The parsed base, if the edition resolves by components.
    pub(crate) const fn parsed(&self) -> Result<Option<Reference<'a>>, ResolveError> {
        self.parsed
    }

    /// Whether a run of slashes counts only if no longer run follows.
    pub(crate) const fn counts_runs_literally(&self) -> bool {
        self.literal_slash_runs
    }

    /// Resolves one reference.
    ///
    /// # Errors
    ///
    /// If the edition defines no resolution, the base or the reference is invalid or unsuitable, a choice is not
    /// allowed, or the target would be [too long](ErrorKind::TooLong).
    ///
    /// ```
    /// use napkin::{Target, edition::RFC3986};
    ///
    /// assert_eq!(RFC3986.resolver("http://a/b/c").resolve("../d"), Ok(Target::Uri("http://a/d".into())));
    /// ```
    pub fn resolve(&self, reference: &str) -> Result<Target, ResolveError> {
        let mut text = String::new();
        Ok(match self.write(reference, &mut text)? {
            Written::Uri => Target::Uri(text),
            Written::CurrentDocument(fragment) => {
                Target::CurrentDocument { fragment: fragment.map(String::from) }
            }
        })
    }

    /// Resolves one reference and appends the target to a text, for many targets in one buffer. Nothing is
    /// allocated while the text has room, except for paths that are [computed](Self::resolve_to_components).
    ///
    /// The result borrows the appended text. For the current document nothing is appended, and the result borrows
    /// the fragment of the reference.
    ///
    /// # Errors
    ///
    /// As for [`resolve`](Self::resolve); the text then stays as it was.
    ///
    /// ```
    /// use napkin::{Target, edition::RFC2396};
    ///
    /// let resolver = RFC2396.resolver("http://a/b/c/d;p?q");
    /// let mut text = String::with_capacity(64);
    /// assert_eq!(resolver.resolve_onto("../g", &mut text)?, Target::Uri("http://a/b/g"));
    /// text.push('\n');
    /// resolver.resolve_onto("?y", &mut text)?;
    /// assert_eq!(text, "http://a/b/g\nhttp://a/b/c/?y");
    ///
    /// let same = resolver.resolve_onto("#s", &mut text)?;
    /// assert_eq!(same, Target::CurrentDocument { fragment: Some("s") });
    /// assert_eq!(text, "http://a/b/g\nhttp://a/b/c/?y");
    /// # Ok::<(), napkin::ResolveError>(())
    /// ```
    #[doc(hidden)]
    pub fn resolve_onto<'t>(
        &self,
        reference: &'t str,
        text: &'t mut String,
    ) -> Result<Target<&'t str>, ResolveError> {
        let start = text.len();
        match self.write(reference, text) {
            Ok(Written::Uri) => Ok(Target::Uri(text.get(start..).unwrap_or_default())),
            Ok(Written::CurrentDocument(fragment)) => Ok(Target::CurrentDocument { fragment }),
            Err(error) => {
                text.truncate(start);
                Err(error)
            }
        }
    }

    /// Appends the target to `out`; after an error, `out` may hold part of it.
    fn write<'t>(&self, reference: &'t str, out: &mut String) -> Result<Written<'t>, ResolveError> {
        let start = out.len();
        let written = self.write_any(reference, out)?;
        length::check(self.edition, out.len() - start).map_err(ResolveError::InvalidReference)?;
        Ok(written)
    }

    /// As [`write`](Self::write), without the limit on the target's length.
    fn write_any<'t>(
        &self,
        reference: &'t str,
        out: &mut String,
    ) -> Result<Written<'t>, ResolveError> {
        let edition = self.edition;
        if self.excess.is_some_and(|chosen| !edition.excess.contains(&chosen)) {
            return Err(ResolveError::NotAllowed(edition));
        }
        match edition.resolution {
            Resolution::Undefined => self.absolute_only(reference, out),
            Resolution::SlashRuns => self.by_slash_runs(reference, out),
            Resolution::Inherit => {
                inherit::resolve(self.parsed?, self.parse_reference(reference)?, out)
            }
            Resolution::Merge(rule) => {
                let base = self.parsed?;
                let reference = self.parse_reference(reference)?;
                let choices = merge::Choices {
                    excess: self.chosen_excess(),
                    drops_scheme: self.may_drop_scheme(reference),
                    document: self.document,
                };
                merge::resolve(rule, base, reference, &choices, out)
            }
            Resolution::Objects => {
                self.resolve_to_components(reference)?.write_onto(out);
                Ok(Written::Uri)
            }
            Resolution::RemoveDotSegments => {
                let base = self.parsed?.ok_or(ResolveError::NoBase)?;
                let reference = self.parse_reference(reference)?;
                let resolving = Resolving::against(base.without_fragment()).lenient(self.lenient);
                let (text, components) = (reference.as_str(), reference.components());
                let written = resolving.write(text, components, out, String::reserve);
                written.map(|_| Written::Uri).map_err(ResolveError::InvalidReference)
            }
        }
    }

    /// Resolves one reference to components, as java.net.URI does: parsing the target's text can give other
    /// components.
    ///
    /// ```
    /// use napkin::edition::JAVA;
    ///
    /// let resolver = JAVA.resolver("//h");
    /// let target = resolver.resolve_to_components("g")?;
    /// assert_eq!((target.host(), target.path()), (Some("h"), Some("g")));
    /// assert_eq!(target.text(), "//hg");
    /// # Ok::<(), napkin::ResolveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotAllowed`](ResolveError::NotAllowed) by an edition whose targets are texts; other errors if the base or
    /// the reference is invalid.
    #[doc(hidden)]
    pub fn resolve_to_components<'t>(&self, reference: &'t str) -> Result<Object<'t>, ResolveError>
    where
        'a: 't,
    {
        let (base, given) = self.objects(reference)?;
        Ok(object::resolve(base, given))
    }

    /// The reference that leads from the base down to a target, as java.net.URI relativizes; the target itself if
    /// the base does not lead to it.
    ///
    /// ```
    /// use napkin::edition::JAVA;
    ///
    /// let reference = JAVA.resolver("http://a/b/").relativize_to_components("http://a/b/c:d")?;
    /// assert_eq!((reference.scheme(), reference.path()), (None, Some("c:d")));
    /// # Ok::<(), napkin::ResolveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`resolve_to_components`](Self::resolve_to_components).
    #[doc(hidden)]
    pub fn relativize_to_components<'t>(&self, target: &'t str) -> Result<Object<'t>, ResolveError>
    where
        'a: 't,
    {
        let (base, given) = self.objects(target)?;
        Ok(object::relativize(&base, given))
    }

    /// The base and a reference as components.
    fn objects<'t>(&self, reference: &'t str) -> Result<(Object<'t>, Object<'t>), ResolveError>
    where
        'a: 't,
    {
        if !self.edition.holds_components() {
            return Err(ResolveError::NotAllowed(self.edition));
        }
        let base = self.parsed?.ok_or(ResolveError::NoBase)?;
        Ok((Object::of(base), Object::of(self.parse_reference(reference)?)))
    }

    /// The treatment of a `..` above the root: the chosen one, or the edition's default.
    pub(crate) fn chosen_excess(&self) -> Excess {
        self.excess.or(self.edition.excess.first().copied()).unwrap_or(Excess::Retain)
    }

    /// Whether the scheme of a reference is dropped. A lenient reader drops the scheme of the base, if the edition
    /// allows it and the rest is valid in a hierarchical URI.
    pub(crate) fn may_drop_scheme(&self, reference: Reference<'_>) -> bool {
        let Ok(Some(base)) = self.parsed else { return false };
        let is_same = || reference.scheme().is_some() && reference.scheme() == base.scheme();
        let suits = || match self.edition.resolution {
            Resolution::Merge(Merge { lenient: Some(Lenient::Hierarchical), .. }) => {
                !base.is_opaque()
            }
            Resolution::Merge(Merge { lenient: Some(Lenient::Any), .. })
            | Resolution::RemoveDotSegments => true,
            _ => false,
        };
        self.lenient && is_same() && suits() && fits_hierarchy(reference)
    }

    fn parse_reference<'r>(&self, reference: &'r str) -> Result<Reference<'r>, ResolveError> {
        self.edition.parse(reference).map_err(ResolveError::InvalidReference)
    }

    /// Where no relative form is defined, a URI resolves to itself, whatever the base, and anything else is an
    /// error.
    fn absolute_only<'t>(
        &self,
        reference: &'t str,
        out: &mut String,
    ) -> Result<Written<'t>, ResolveError> {
        let uri = self.parse_reference(reference).map_err(|error| match error {
            ResolveError::InvalidReference(error) if error.kind() == ErrorKind::MissingScheme => {
                ResolveError::Undefined(self.edition)
            }
            error => error,
        })?;
        parse_base(self.edition, self.base)?;
        Ok(Written::uri(uri.as_str(), out))
    }

    /// Contexts are used as text, and a partial form can mean a URI of any scheme, so only their characters
    /// are checked.
    fn by_slash_runs<'t>(
        &self,
        reference: &'t str,
        out: &mut String,
    ) -> Result<Written<'t>, ResolveError> {
        let edition = self.edition;
        check_characters(edition, self.base).map_err(ResolveError::InvalidBase)?;
        check_characters(edition, reference).map_err(ResolveError::InvalidReference)?;
        if slash_runs::is_absolute(reference) {
            return Ok(Written::uri(reference, out));
        }
        if !slash_runs::is_absolute(self.base) {
            return Err(ResolveError::BaseNotAbsolute);
        }
        let context = self.base.split('#').next().unwrap_or_default();
        slash_runs::resolve(context, reference, self.literal_slash_runs, out)
    }
}

fn parse_base<'a>(edition: &'static Edition, base: &'a str) -> Result<Reference<'a>, ResolveError> {
    let base = edition.parse(base).map_err(ResolveError::InvalidBase)?;
    if base.is_relative_ref() && !edition.holds_components() {
        return Err(ResolveError::BaseNotAbsolute);
    }
    Ok(base)
}

/// Whether path and query are valid in a hierarchical URI; those of an opaque URI may not be.
fn fits_hierarchy(reference: Reference<'_>) -> bool {
    let Some(generic) = reference.edition().generic().filter(|_| reference.is_opaque()) else {
        return true;
    };
    // Every `%` begins a triplet, since the reference is valid.
    let within = |text: Option<&str>, set: ByteSet| {
        text.unwrap_or_default().bytes().all(|byte| byte == b'%' || set.contains(byte))
    };
    within(reference.path_text(), generic.segment.or(ByteSet::of(b"/")))
        && within(reference.query().map(Query::as_str), generic.query)
}

/// Checks that a text has only characters that are allowed somewhere in a URI of the edition.
fn check_characters(edition: &'static Edition, text: &str) -> Result<(), ParseError> {
    let known = edition.unreserved.or(edition.reserved);
    let stray = |byte: u8| byte == b' ' || byte != b'%' && !known.contains(byte);
    if let Some(at) = text.bytes().position(stray) {
        return Err(ParseError::new(edition, ErrorKind::InvalidCharacter, Part::Path, at));
    }
    percent::check(text.as_bytes())
        .map_err(|at| ParseError::new(edition, ErrorKind::InvalidPercentEncoding, Part::Path, at))
}
