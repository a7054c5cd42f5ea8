//! From a URI to its description by its scheme: finds the definition, reads the view, and adds the facts common to
//! all schemes.

use napkin::Edition;
use napkin::edition::{Escapes, RFC3986};
use napkin::scheme::Secret;
use napkin::{Reference, percent};

use crate::client::Client;
use crate::definition::{CLASSING, Class, Definition, Standing, UNDEFINED, View, standings};
use crate::error::{ErrorKind, SchemeError};
use crate::plan::Plan;
use crate::registry::{self, Registration};
use crate::schemes::{DEFINITIONS, not_compiled};
use crate::server::RANGE;
use crate::source::Source;
use crate::value::{Fields, Value};

/// A URI in the terms of its scheme, with the facts about the scheme. Made by [`describe`].
pub struct Description<'a> {
    reference: Reference<'a>,
    definition: Option<&'static Definition>,
    view: Option<Result<Box<dyn View + 'a>, SchemeError>>,
}

/// Describes a URI in the terms of its scheme. A scheme without a view is not an error.
///
/// # Errors
///
/// [`ErrorKind::Missing`] for a relative reference, and [`ErrorKind::NotCompiled`] if the family of the scheme is not compiled
/// in.
///
/// ```
/// use napkin_schemes::{Value, describe};
///
/// let uri = napkin::Uri::parse("ftp://myname@host.dom/%2Fetc/motd")?;
/// let description = describe(&uri)?;
/// assert_eq!(description.fields().get("name"), Some(&Value::Text("motd".into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn describe<'a>(reference: impl Into<Reference<'a>>) -> Result<Description<'a>, SchemeError> {
    let reference = reference.into();
    let source = Source::new(reference)?;
    let definition = Definition::of(source);
    if let (None, Some(error)) = (definition, not_compiled(source.scheme())) {
        return Err(error);
    }
    let view = definition.and_then(|definition| definition.view(source));
    Ok(Description { reference, definition, view })
}

/// The steps of a client that follows a URI.
///
/// With a [proxy](Client::proxy), a URI of any scheme is passed to the proxy, and with a [gateway](Client::gateway) for its
/// scheme to the gateway. An IRI is followed as the URI that it is
/// mapped to (RFC 3987 §3.1).
///
/// # Errors
///
/// The errors of reading the view and of [`View::plan`]; [`ErrorKind::NoPlan`] for an unknown scheme; and
/// [`ErrorKind::NotCompiled`] if the family of the scheme is not compiled in, with a proxy the family `web`.
pub fn plan<'a>(reference: impl Into<Reference<'a>>, client: &Client) -> Result<Plan, SchemeError> {
    let reference = reference.into();
    let scheme = reference.scheme().map_or("", napkin::Scheme::as_str);
    #[cfg(feature = "web")]
    if let Some((server, option)) = client.intermediary(scheme) {
        return as_uri(reference, |uri| {
            crate::schemes::http::plan_by_proxy(Source::new(uri)?, server, option, client)
        });
    }
    #[cfg(not(feature = "web"))]
    if client.intermediary(scheme).is_some() {
        return Err(crate::schemes::without("web"));
    }
    describe(reference)?.plan(client)
}

/// The plan of the URI that a reference is mapped to, since protocols have no IRIs; errors have their place in the
/// reference.
fn as_uri(
    reference: Reference<'_>,
    plan: impl Fn(Reference<'_>) -> Result<Plan, SchemeError>,
) -> Result<Plan, SchemeError> {
    let text = reference.as_str();
    let mapped = (!text.is_ascii()).then(|| reference.to_uri().ok()).flatten();
    let Some(uri) = mapped.as_deref().and_then(|uri| RFC3986.parse(uri).ok()) else {
        return plan(reference);
    };
    plan(uri).map_err(|error| match error.offset() {
        Some(offset) if error.client_option().is_none() => error.at(before_mapping(text, offset)),
        _ => error,
    })
}

/// The place in a text whose non-ASCII characters became triplets.
fn before_mapping(text: &str, offset: usize) -> usize {
    let mut mapped = 0;
    let is_before = |&(_, character): &(usize, char)| {
        mapped += if character.is_ascii() { 1 } else { 3 * character.len_utf8() };
        mapped <= offset
    };
    text.char_indices()
        .take_while(is_before)
        .last()
        .map_or(0, |(at, character)| at + character.len_utf8())
}

/// The names of the schemes that an edition of 1994 mentions, each with its statement, in alphabetical order; none for
/// other editions.
///
/// ```
/// use napkin::edition::{RFC1738, RFC3986};
/// use napkin_schemes::mentioned;
///
/// assert!(mentioned(RFC1738).any(|(name, standing)| name == "gopher" && standing.section.ends_with("3.4")));
/// assert_eq!(mentioned(RFC3986).count(), 0);
/// ```
pub fn mentioned(edition: &Edition) -> impl Iterator<Item = (&'static str, &'static Standing)> {
    let defined = DEFINITIONS.iter().flat_map(|definition| {
        definition.standings.iter().map(|standing| (definition.name, standing))
    });
    let others = UNDEFINED.iter().map(|(name, standing)| (*name, standing));
    let own = defined.chain(others).filter(|(_, standing)| standing.edition == edition);
    let mut own: Vec<_> = own.collect();
    own.sort_by_key(|(name, _)| *name);
    own.into_iter()
}

impl<'a> Description<'a> {
    /// The scheme as it is written.
    pub fn scheme(&self) -> &'a str {
        self.reference.scheme().map_or("", napkin::Scheme::as_str)
    }

    /// The definition, if the scheme has one here.
    pub const fn definition(&self) -> Option<&'static Definition> {
        self.definition
    }

    /// The registration with IANA, if the scheme is registered.
    ///
    /// ```
    /// use napkin_schemes::describe;
    ///
    /// let uri = napkin::Uri::parse("gopher://h/")?;
    /// let description = describe(&uri)?;
    /// assert_eq!(description.scheme(), "gopher");
    /// assert!(description.registration().is_some() && description.definition().is_some());
    /// assert_eq!((description.default_port(), description.view().is_some()), (Some(70), true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn registration(&self) -> Option<&'static Registration> {
        registry::find(self.scheme())
    }

    /// The class of the scheme in the edition; `None` if the edition has no classes.
    pub fn class(&self) -> Option<Class> {
        let edition = self.reference.edition();
        if let Some(definition) = self.definition {
            return definition.class(edition);
        }
        let standing = standings(self.scheme()).find(|standing| standing.edition == edition);
        let otherwise = CLASSING.contains(&edition).then_some(Class::Undefined);
        standing.map(|standing| standing.class).or(otherwise)
    }

    /// The document that the URI is read by: that of the scheme, or by an older edition an older one, which is that of
    /// the edition if it defines the scheme.
    ///
    /// ```
    /// use napkin::edition::{RFC1738, RFC2396};
    ///
    /// let description = napkin_schemes::describe(RFC1738.parse("http://h")?)?;
    /// assert_eq!(description.document(), Some("RFC 1738 section 3.3"));
    /// let description = napkin_schemes::describe(RFC2396.parse("urn:a:b")?)?;
    /// assert_eq!(description.document(), Some("RFC 2141 section 2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn document(&self) -> Option<&'static str> {
        let view = self.view().and_then(Result::ok);
        let older = view.and_then(View::older_document);
        let edition = self.reference.edition();
        older.or(self.definition.map(|definition| definition.document_in(edition)))
    }

    /// The port if none is given.
    pub fn default_port(&self) -> Option<u16> {
        registry::port_of(self.scheme())?.default_port
    }

    /// The document that says the default port: that of the scheme, or `by its vendor` and the vendor's document.
    ///
    /// ```
    /// use napkin_schemes::describe;
    ///
    /// let uri = napkin::Uri::parse("coap://h/sensor")?;
    /// let description = describe(&uri)?;
    /// assert_eq!(description.default_port(), Some(5683));
    /// assert_eq!(description.default_port_document(), Some("RFC 7252 section 6.1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn default_port_document(&self) -> Option<&'static str> {
        let facts = registry::port_of(self.scheme())?;
        let edition = self.reference.edition();
        let own = self.definition.filter(|definition| definition.has_view(edition));
        let document = own.map(|definition| definition.document_in(edition));
        let document = document.or(self.definition.map(|definition| definition.document));
        facts.port_document.or(document)
    }

    /// Checks the rules of the scheme: those of the grammar, by which the view was read, the [others](View::check) of its
    /// document, and the range of ports of a scheme over TCP or UDP (RFC 6335 §6).
    ///
    /// # Errors
    ///
    /// The first field that violates a rule.
    ///
    /// ```
    /// use napkin_schemes::describe;
    ///
    /// let uri = napkin::Uri::parse("ws://h:65536/")?;
    /// let error = describe(&uri)?.check().unwrap_err();
    /// assert_eq!(error.to_string(), "the port is out of range at byte 7 (port, RFC 6335 section 6)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<(), SchemeError> {
        let source = Source::new(self.reference)?;
        if let Some(view) = self.view() {
            view?.check().map_err(|error| self.cited(source.placed(error)))?;
        }
        let port = self.reference.port().filter(|port| !port.as_str().is_empty());
        match port.filter(|_| self.has_transport()) {
            Some(port) if port.to_u16().is_none() => {
                Err(source.error(ErrorKind::OutOfRange, "port", port.as_str(), RANGE))
            }
            _ => Ok(()),
        }
    }

    /// An error, citing the edition's own document where that says the same.
    fn cited(&self, error: SchemeError) -> SchemeError {
        let edition = self.reference.edition();
        let cited =
            |rule| self.definition.map_or(rule, |definition| definition.cited(rule, edition));
        error.by(cited)
    }

    /// Whether the port of a URI is one of TCP or UDP.
    fn has_transport(&self) -> bool {
        const OF_OTHERS: [&str; 3] = ["news", "ni", "xmpp"];
        let is = |name: &&str| self.scheme().eq_ignore_ascii_case(name);
        self.default_port().is_some() || OF_OTHERS.iter().any(is)
    }

    /// The view, or the error for a scheme that has views; `None` if the scheme has none.
    pub fn view(&self) -> Option<Result<&(dyn View + 'a), SchemeError>> {
        self.view.as_ref().map(|view| view.as_deref().map_err(|error| *error))
    }

    /// The steps of a client that follows the URI, by this view.
    ///
    /// # Errors
    ///
    /// The errors of reading the view and of [`View::plan`]; and [`ErrorKind::NoPlan`] if there is no view, with
    /// the facts about the scheme.
    pub fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        if let (Some(view), false) = (self.view(), self.reference.as_str().is_ascii()) {
            // What the edition does not read has no plan either: to Java, `http://é/` has no host.
            view?;
            return as_uri(self.reference, |uri| describe(uri)?.by_view(client));
        }
        self.by_view(client)
    }

    fn by_view(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Some(view) = self.view() else {
            let error = SchemeError::new(ErrorKind::NoPlan, "scheme", registry::RULE);
            return Err(error.because(match (self.definition, self.registration()) {
                (Some(_), _) => "this edition does not define the fields of the scheme",
                (None, Some(_)) => "the scheme is registered, but napkin does not know its fields",
                (None, None) => "napkin does not know this scheme",
            }));
        };
        let source = Source::new(self.reference)?;
        view?.plan(client).map_err(|error| self.cited(source.placed(error)))
    }

    /// The view as plain values, with the class, if the edition has classes, and the warnings of RFC 1738 §6. If
    /// requesting the URI is not allowed, `"error"` is the reason. If percent-encoded octets were read as UTF-8,
    /// `"encoding"` is `utf-8`; `"not_utf8"` lists the fields that are not.
    pub fn fields(&self) -> Fields {
        let mut fields = Fields::new();
        if let Some(class) = self.class() {
            fields = fields.with("class", class.name());
        }
        let refused = match &self.view {
            Some(Ok(view)) => {
                fields = fields.and(view.fields());
                let client = Client::default().allow_foreign_port();
                let is_refused = |error: &SchemeError| {
                    use ErrorKind::{Delimiter, InvalidCharacter, InvalidValue};
                    matches!(error.kind(), Delimiter | InvalidCharacter | InvalidValue)
                };
                view.plan(&client).err().filter(is_refused)
            }
            Some(Err(error)) => Some(*error),
            None => None,
        };
        if let Some(error) = refused {
            fields = fields.with("error", error.kind().name());
        }
        if self.reads_utf8(&fields) {
            fields = fields.with("encoding", "utf-8");
        }
        let encoded = fields.iter().filter(|(_, value)| value.is_encoded());
        let encoded: Vec<_> = encoded.map(|(name, _)| name).collect();
        if !encoded.is_empty() {
            fields = fields.with("not_utf8", encoded);
        }
        fields.with("warnings", self.warnings())
    }

    /// Whether percent-encoded octets were read as UTF-8, which no edition says that they are.
    fn reads_utf8(&self, fields: &Fields) -> bool {
        let has_octets = percent::decode(self.reference.as_str(), false).any(|it| !it.is_ascii());
        has_octets
            && self.reference.edition().escapes == Escapes::Octets
            && fields.iter().any(|(_, value)| value.is_beyond_ascii())
    }

    /// The warnings of RFC 1738 §6: `non-default-port`, `reserved-port-space`, `password-in-url`; and
    /// `secret-in-url` for another [secret](napkin::scheme::SchemeFacts::secret) of the scheme. `local-access` stands for a
    /// news server: most serve local clients only (RFC 1738 §3.7).
    ///
    /// ```
    /// use napkin_schemes::describe;
    ///
    /// let uri = napkin::Uri::parse("ftp://fred:secret@h:2121/a")?;
    /// assert_eq!(describe(&uri)?.warnings(), ["non-default-port", "password-in-url"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn warnings(&self) -> Vec<&'static str> {
        const RESERVED: std::ops::RangeInclusive<u64> = 0..=1023;
        let mut warnings = Vec::new();
        let port = self.reference.port().and_then(|port| port.as_str().parse::<u64>().ok());
        let default = self.default_port().map(u64::from);
        if let Some(port) = port.filter(|port| default.is_some_and(|default| default != *port)) {
            warnings.push("non-default-port");
            if RESERVED.contains(&port) {
                warnings.push("reserved-port-space");
            }
        }
        let is_news = ["news", "nntp"].contains(&&*self.scheme().to_ascii_lowercase());
        if is_news && self.reference.host().is_some_and(|host| !host.is_empty()) {
            warnings.push("local-access");
        }
        let password = self.reference.userinfo().and_then(napkin::Userinfo::password);
        let has_password = password.is_some_and(|password| !password.is_empty());
        let secret = self.secret();
        if has_password || secret == Some(Secret::Password) {
            warnings.push("password-in-url");
        }
        if secret.is_some_and(|secret| secret != Secret::Password) {
            warnings.push("secret-in-url");
        }
        warnings
    }

    /// The secret of its scheme, if the URI contains it.
    fn secret(&self) -> Option<Secret> {
        let secret = self.reference.scheme()?.facts()?.secret?;
        let text = Source::new(self.reference).ok()?.after_scheme();
        secret.places(text.as_bytes()).next().map(|_| secret)
    }
}

impl std::fmt::Debug for Description<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.reference, Value::Record(self.fields()))
    }
}
