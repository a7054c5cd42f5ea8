//! The facts about a scheme, independent of a URI: [`Definition`], one constant per scheme.

use napkin::Edition;
use napkin::edition::{RFC1630, RFC1738, RFC3986, Rule};
use napkin::{Reference, Uri};

use crate::citation::{Citation, replaced, shared};
use crate::client::Client;
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::plan::Plan;
use crate::source::Source;
use crate::value::Fields;

/// A scheme: its name, grammar, documents, an example, and its view.
///
/// ```
/// use napkin_schemes::{Class, Definition};
/// use napkin::edition::RFC1630;
///
/// let gopher = Definition::named("gopher").unwrap();
/// assert_eq!(gopher.default_port, Some(70));
/// assert_eq!(gopher.class(RFC1630), Some(Class::Defined));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The scheme in lowercase; with the namespace, as in `urn:isbn`, if that has a view of its own; `x-` for all
    /// schemes with this prefix.
    pub name: &'static str,
    /// Its title, in a few words.
    pub title: &'static str,
    /// The document that defines it today, such as `RFC 1738 section 3.2`.
    pub document: &'static str,
    /// The grammar in ABNF, with rules of that document.
    pub grammar: &'static str,
    /// A URI of the scheme.
    pub example: &'static str,
    /// The port if none is given.
    pub default_port: Option<u16>,
    /// The statements of the editions of 1994, which define schemes, about it.
    pub standings: &'static [Standing],
    /// The rule for its normal form beyond the generic syntax (RFC 3986 §6.2.3); `None` if it has none.
    pub normalization: Option<Rule>,
    pub(crate) read: for<'a> fn(Source<'a>) -> Result<Box<dyn View + 'a>, SchemeError>,
    /// Builds a view from named fields, which it asks for by a [visitor](crate::visitor).
    pub(crate) compose: for<'g> fn(&'g Given<'g>) -> Result<Box<dyn View + 'g>, SchemeError>,
}

/// A scheme has a single definition.
impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Definition {}

/// An edition's statements about a scheme. Made by [`standings`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Standing {
    /// The edition.
    pub edition: &'static Edition,
    /// The class of the scheme in the edition.
    pub class: Class,
    /// Whether the edition defines the scheme well enough for a view.
    pub has_view: bool,
    /// The section of its document, such as `RFC 1738 section 3.4`.
    pub section: &'static str,
    /// The rules of its document that say what rules of newer ones say.
    pub(crate) rules: &'static [Citation],
    /// The fields of the view that no URI of the edition has.
    pub(crate) lacking: &'static [&'static str],
}

/// The class of a scheme in an edition (RFC 1630, registration; RFC 1738 §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// It has a production.
    Defined,
    /// The scheme is named and described, without a production.
    Named,
    /// The name is reserved for a later definition.
    Reserved,
    /// A historical note.
    Historical,
    /// The name is a subject of further study, without a mapping yet.
    FurtherStudy,
    /// It begins with `x-`.
    Experimental,
    /// The edition does not mention it.
    Undefined,
}

/// The editions that class schemes. Later ones leave that to a registry.
pub const CLASSING: &[&Edition] = &[RFC1630, RFC1738];

/// The editions' statements about schemes without a definition here, since no document defines their meaning.
pub(crate) const UNDEFINED: &[(&str, Standing)] = &[
    ("x500", Standing::mentioned(RFC1630, Class::FurtherStudy, "RFC 1630, \"X500\"")),
    ("whois", Standing::mentioned(RFC1630, Class::FurtherStudy, "RFC 1630, \"WHOIS\"")),
];

/// The statements of the editions of 1994 about a scheme, case-insensitively.
///
/// ```
/// use napkin_schemes::{Class, standings};
///
/// let classes: Vec<_> = standings("x500").map(|standing| standing.class).collect();
/// assert_eq!(classes, [Class::FurtherStudy]);
/// ```
pub fn standings(scheme: &str) -> impl Iterator<Item = &'static Standing> + use<'_> {
    let defined = Definition::named(scheme).map_or(&[][..], |definition| definition.standings);
    let others = UNDEFINED.iter().filter(move |(name, _)| name.eq_ignore_ascii_case(scheme));
    defined.iter().chain(others.map(|(_, standing)| standing))
}

impl Class {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Defined => "defined",
            Self::Named => "named",
            Self::Reserved => "reserved",
            Self::Historical => "historical",
            Self::FurtherStudy => "further-study",
            Self::Experimental => "experimental",
            Self::Undefined => "undefined",
        }
    }
}

impl Standing {
    /// The edition has a production for it, or another definition that is good enough for a view.
    pub(crate) const fn defined(
        edition: &'static Edition,
        section: &'static str,
        rules: &'static [Citation],
    ) -> Self {
        Self { edition, class: Class::Defined, has_view: true, section, rules, lacking: &[] }
    }

    /// The edition only mentions it.
    pub(crate) const fn mentioned(
        edition: &'static Edition,
        class: Class,
        section: &'static str,
    ) -> Self {
        Self { edition, class, has_view: false, section, rules: &[], lacking: &[] }
    }

    /// This standing, of a scheme without some fields of the view.
    pub(crate) const fn without(self, lacking: &'static [&'static str]) -> Self {
        Self { lacking, ..self }
    }

    /// The same view, of a scheme of another class.
    pub(crate) const fn but(self, class: Class) -> Self {
        Self { class, ..self }
    }
}

impl Definition {
    /// The class of the scheme in an edition; `None` if the edition has no classes.
    ///
    /// ```
    /// use napkin::edition::{RFC1738, RFC3986};
    /// use napkin_schemes::{Class, schemes};
    ///
    /// assert_eq!(schemes::FTP.class(RFC1738), Some(Class::Defined));
    /// assert_eq!(schemes::FTP.class(RFC3986), None); // later editions leave that to a registry
    /// assert!(schemes::FTP.has_view(RFC3986) && schemes::FTP.composed_from().contains(&"host"));
    /// ```
    pub fn class(&self, edition: &Edition) -> Option<Class> {
        match self.standing(edition) {
            Some(standing) => Some(standing.class),
            None => CLASSING.contains(&edition).then_some(Class::Undefined),
        }
    }

    /// Whether URIs of an edition have a view: if the edition defines the scheme well enough, or leaves schemes to
    /// their own documents.
    pub fn has_view(&self, edition: &Edition) -> bool {
        match self.standing(edition) {
            Some(standing) => standing.has_view,
            None => !CLASSING.contains(&edition),
        }
    }

    /// The names of the fields that a URI of it can be [composed](crate::compose()) from today.
    pub fn composed_from(&self) -> Vec<&'static str> {
        self.composed_from_in(RFC3986)
    }

    /// The names of the fields from which an edition composes a URI of this scheme: those that [`describe`](crate::describe())
    /// shows by that edition.
    ///
    /// ```
    /// use napkin::edition::{RFC1738, RFC3986};
    /// use napkin_schemes::schemes::NEWS;
    ///
    /// assert!(NEWS.composed_from_in(RFC3986).contains(&"host"));
    /// assert!(!NEWS.composed_from_in(RFC1738).contains(&"host"));
    /// ```
    pub fn composed_from_in(&self, edition: &'static Edition) -> Vec<&'static str> {
        let rule = Rule { name: self.name, section: self.document_in(edition) };
        let list = Given::list(edition, self.name, rule);
        // Nothing is given, so nothing is composed.
        let _ = (self.compose)(&list);
        let lacking = self.standing(edition).map_or(&[][..], |standing| standing.lacking);
        let mut names = list.into_list();
        names.retain(|name| !lacking.contains(name));
        names
    }

    /// The view of a URI; `None` if its edition does not define the scheme well enough.
    pub(crate) fn view<'a>(
        &self,
        source: Source<'a>,
    ) -> Option<Result<Box<dyn View + 'a>, SchemeError>> {
        let edition = source.edition();
        let view = self.has_view(edition).then(|| (self.read)(source))?;
        Some(view.map_err(|error| error.by(|rule| self.cited(rule, edition))))
    }

    /// Reads a view of a URI of one of the schemes. Its errors cite the document of the URI's edition.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::WrongScheme`], and the errors of `of`.
    pub(crate) fn read_by<'a, V>(
        &self,
        schemes: &[&str],
        reference: impl Into<Reference<'a>>,
        of: impl FnOnce(Source<'a>) -> Result<V, SchemeError>,
    ) -> Result<V, SchemeError> {
        let source = Source::of(reference, schemes)?;
        of(source).map_err(|error| error.by(|rule| self.cited(rule, source.edition())))
    }

    /// The view by which a URI is compared and normalized: that of a namespace refuses some names, which are still
    /// names of the scheme.
    pub(crate) fn compared<'a>(&self, source: Source<'a>) -> Option<Box<dyn View + 'a>> {
        let own = self.view(source)?.ok();
        own.or_else(|| {
            let scheme = Self::named(source.scheme()).filter(|scheme| *scheme != self)?;
            scheme.view(source)?.ok()
        })
    }

    /// The section that defines it in an edition; [that of the scheme](Self::document), if the edition says nothing of it.
    ///
    /// ```
    /// use napkin::edition::{RFC1738, RFC3986};
    /// use napkin_schemes::schemes::GOPHER;
    ///
    /// assert_eq!(GOPHER.document_in(RFC1738), "RFC 1738 section 3.4");
    /// assert_eq!(GOPHER.document_in(RFC3986), "RFC 4266 section 2");
    /// ```
    pub fn document_in(&self, edition: &Edition) -> &'static str {
        self.standing(edition).map_or(self.document, |standing| standing.section)
    }

    /// The rule to cite in an edition for what a rule of a newer document says.
    pub(crate) fn cited(&self, rule: Rule, edition: &Edition) -> Rule {
        let own = self.standing(edition).and_then(|standing| replaced(rule, standing.rules));
        own.unwrap_or_else(|| shared(rule, edition))
    }

    fn standing(&self, edition: &Edition) -> Option<&'static Standing> {
        self.standings.iter().find(|standing| standing.edition == edition)
    }
}

/// A URI in the terms of its scheme.
///
/// A view is a struct with public fields. It is read from a URI, or built from fields and written as one.
pub trait View {
    /// The fields as plain values, by the names that the documents use.
    fn fields(&self) -> Fields;

    /// Writes the fields as a URI. Text read from a URI is written unchanged; data is encoded. The fragment is not
    /// part of the scheme, and is written only if the view has a field for it.
    ///
    /// # Errors
    ///
    /// If the fields do not make a URI of the scheme.
    fn to_uri(&self) -> Result<Uri<String>, SchemeError>;

    /// The steps of a client that follows it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NoPlan`], if the scheme does not access anything; and if following the URI is not allowed:
    /// [`ErrorKind::Delimiter`], [`ErrorKind::ForeignPort`] and others.
    fn plan(&self, _client: &Client) -> Result<Plan, SchemeError> {
        no_plan()
    }

    /// The document that the URI is read by, if that is an older one than [that of the scheme](Definition::document).
    fn older_document(&self) -> Option<&'static str> {
        None
    }

    /// Checks the requirements in the document's text, beyond its grammar. A URI that violates them can still be
    /// read and described.
    ///
    /// # Errors
    ///
    /// The first field that violates a requirement.
    fn check(&self) -> Result<(), SchemeError> {
        Ok(())
    }

    /// Whether another URI is equivalent by the scheme, if its document compares URIs in a way that no normal form
    /// can express: the comparison ignores something that a normal form keeps, or is not transitive. `None` if the
    /// normal forms decide, or the other URI is not valid.
    fn is_same(&self, _other: Reference<'_>) -> Option<bool> {
        None
    }

    /// The normal form by the [rule of the scheme](Definition::normalization); `None` if there is no rule. It may
    /// be the URI itself.
    fn normal(&self) -> Option<String> {
        None
    }
}

/// The answer of a scheme without access.
///
/// # Errors
///
/// [`ErrorKind::NoPlan`], always.
pub(crate) fn no_plan() -> Result<Plan, SchemeError> {
    let error = SchemeError::new(ErrorKind::NoPlan, "scheme", NO_PLAN);
    Err(error.because("the scheme defines no steps for a client"))
}

const NO_PLAN: Rule = Rule { name: "access", section: "RFC 3986 section 1.2.2" };

/// Values that differ between editions: those of the editions that have their own, and the default.
pub(crate) struct ByEdition<T: 'static> {
    pub(crate) own: &'static [(&'static Edition, T)],
    pub(crate) others: T,
}

impl<T> ByEdition<T> {
    pub(crate) fn get(&self, edition: &Edition) -> &T {
        let own = self.own.iter().find(|(named, _)| *named == edition.unamended());
        own.map_or(&self.others, |(_, choice)| choice)
    }
}
