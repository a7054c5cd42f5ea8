//! A URI to be read into a view: the parts that schemes are split from, common to all editions.
//!
//! Editions disagree where the path begins and whether `?` begins a query. The text between the authority and the
//! fragment is the same for all of them, so a view splits that text.

use std::borrow::Cow;

use napkin::Edition;
use napkin::Reference;
use napkin::edition::{Escapes, Rule};

use crate::citation::{SCHEME, shared};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::server::{Login, Server, without_zone};
use crate::spelling;

/// A URI parsed by an edition, with the places of its parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    reference: Reference<'a>,
    /// The text without its fragment.
    text: &'a str,
    scheme: &'a str,
}

impl<'a> Source<'a> {
    /// A URI of one of the schemes, compared case-insensitively.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::WrongScheme`].
    pub(crate) fn of(
        reference: impl Into<Reference<'a>>,
        schemes: &[&str],
    ) -> Result<Self, SchemeError> {
        let source = Self::new(reference.into())?;
        if schemes.iter().any(|scheme| source.scheme.eq_ignore_ascii_case(scheme)) {
            Ok(source)
        } else {
            Err(source.error(ErrorKind::WrongScheme, "scheme", source.text, SCHEME))
        }
    }

    /// Any URI.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Missing`], for a relative reference.
    pub(crate) fn new(reference: Reference<'a>) -> Result<Self, SchemeError> {
        let rule = shared(SCHEME, reference.edition());
        let missing = SchemeError::new(ErrorKind::Missing, "scheme", rule).at(0);
        let scheme = reference.scheme().ok_or(missing)?.as_str();
        let text = reference.without_fragment().as_str();
        Ok(Self { reference, text, scheme })
    }

    pub(crate) const fn reference(&self) -> Reference<'a> {
        self.reference
    }

    pub(crate) const fn edition(&self) -> &'static Edition {
        self.reference.edition()
    }

    /// The scheme as it is written.
    pub(crate) const fn scheme(&self) -> &'a str {
        self.scheme
    }

    /// The whole without the fragment.
    pub(crate) const fn text(&self) -> &'a str {
        self.text
    }

    /// The whole without the fragment and without the zone of an address, as it is sent (RFC 6874 §4).
    pub(crate) fn without_zone(&self) -> Cow<'a, str> {
        let Some(host) = self.reference.host().map(napkin::Host::as_str) else {
            return self.text.into();
        };
        let start = self.offset_of(host);
        match (without_zone(host), self.text.get(..start), self.text.get(start + host.len()..)) {
            (Cow::Owned(address), Some(before), Some(after)) => {
                [before, &address, after].concat().into()
            }
            _ => self.text.into(),
        }
    }

    /// The text after the scheme and its colon, up to the fragment.
    pub(crate) fn after_scheme(&self) -> &'a str {
        self.text.get(self.scheme.len() + 1..).unwrap_or_default()
    }

    /// The authority; empty between two slashes and a third one, a question mark or the end also in the editions that
    /// call it undefined there.
    pub(crate) fn authority(&self) -> Option<&'a str> {
        self.reference.authority().or_else(|| {
            let behind = self.after_scheme().strip_prefix("//")?;
            let end = behind.find(['/', '?']).unwrap_or(behind.len());
            behind.get(..end).filter(|authority| authority.is_empty())
        })
    }

    /// The text after the authority, up to the fragment; `None` without an authority.
    pub(crate) fn after_authority(&self) -> Option<&'a str> {
        let authority = self.authority()?;
        self.after_scheme().get("//".len() + authority.len()..)
    }

    /// The text after the authority and one slash, up to the fragment; `None` without that slash, and without an
    /// authority.
    pub(crate) fn url_path(&self) -> Option<&'a str> {
        self.after_authority()?.strip_prefix('/')
    }

    /// The path after the authority, with its slash, and the query: the request to a server.
    pub(crate) fn path_and_query(&self) -> (&'a str, Option<&'a str>) {
        split_at_query(self.after_authority().unwrap_or_default())
    }

    pub(crate) fn fragment(&self) -> Option<&'a str> {
        self.reference.fragment().map(napkin::Encoded::as_str)
    }

    /// Host and port.
    ///
    /// # Errors
    ///
    /// If there is no host, or an empty one.
    pub(crate) fn server(&self, rule: Rule) -> Result<Server<'a>, SchemeError> {
        let server = self.server_or_empty(rule)?;
        if server.host.is_empty() {
            return Err(self.error(ErrorKind::Empty, "host", self.authority_start(), rule));
        }
        Ok(server)
    }

    /// Host and port, where the host may be empty, as it is in an empty authority.
    ///
    /// # Errors
    ///
    /// If there is no authority, or one without a host that is not empty.
    pub(crate) fn server_or_empty(&self, rule: Rule) -> Result<Server<'a>, SchemeError> {
        let missing = self.error(ErrorKind::Missing, "host", self.after_scheme(), rule);
        let Some(host) = self.reference.host() else {
            let empty = self.authority().filter(|authority| authority.is_empty());
            return empty.map(Server::new).ok_or(missing);
        };
        let port = self.reference.port().map(|port| Cow::Borrowed(port.as_str()));
        Ok(Server { host: Cow::Borrowed(host.as_str()), port })
    }

    /// User and password.
    pub(crate) fn login(&self) -> Login<'a> {
        let userinfo = self.reference.userinfo();
        let field = |text: napkin::Encoded<'a, _>| self.octets(text.as_str());
        Login {
            user: userinfo.map(|userinfo| field(userinfo.user())),
            password: userinfo.and_then(napkin::Userinfo::password).map(field),
        }
    }

    /// # Errors
    ///
    /// [`ErrorKind::Unexpected`], if there is a userinfo.
    pub(crate) fn refuse_userinfo(&self, rule: Rule) -> Result<(), SchemeError> {
        match self.reference.userinfo() {
            None => Ok(()),
            Some(userinfo) => {
                Err(self.error(ErrorKind::Unexpected, "userinfo", userinfo.as_str(), rule))
            }
        }
    }

    /// # Errors
    ///
    /// [`ErrorKind::Unexpected`], if there is a port.
    pub(crate) fn refuse_port(&self, rule: Rule) -> Result<(), SchemeError> {
        match self.reference.port() {
            None => Ok(()),
            Some(port) => Err(self.error(ErrorKind::Unexpected, "port", port.as_str(), rule)),
        }
    }

    /// A field, which must be a slice of this URI.
    pub(crate) fn octets(&self, part: &'a str) -> Octets<'a> {
        let is_latin1 = self.edition().escapes == Escapes::Latin1;
        Octets::cut(part, self.offset_of(part)).in_latin1(is_latin1)
    }

    /// Rejects a query directly after the authority, for schemes without a query, where only a slash may follow.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Unexpected`], if a question mark follows the authority.
    pub(crate) fn refuse_bare_query(&self, rule: Rule) -> Result<(), SchemeError> {
        match self.after_authority().filter(|rest| rest.starts_with('?')) {
            None => Ok(()),
            Some(rest) => Err(self.error(ErrorKind::Unexpected, "query", rest, rule)),
        }
    }

    /// Rejects a fragment, which a URI of the scheme does not have.
    pub(crate) fn refuse_fragment(&self, rule: Rule) -> Result<(), SchemeError> {
        match self.fragment() {
            Some(fragment) => Err(self.error(ErrorKind::Unexpected, "fragment", fragment, rule)),
            None => Ok(()),
        }
    }

    /// An error at the start of `part`, which must be a slice of this URI.
    pub(crate) fn error(
        &self,
        kind: ErrorKind,
        field: &'static str,
        part: &str,
        rule: Rule,
    ) -> SchemeError {
        SchemeError::new(kind, field, shared(rule, self.edition())).at(self.offset_of(part))
    }

    /// An error at an octet of the decoded `part`, which must be a slice of this URI.
    pub(crate) fn error_inside(
        &self,
        kind: ErrorKind,
        field: &'static str,
        part: &str,
        octet: usize,
        rule: Rule,
    ) -> SchemeError {
        self.error(kind, field, from_octet(part, octet), rule)
    }

    /// Checks that all bytes of `part` are in `allowed`. Percent-encoded octets are checked only if `%` is not in
    /// `allowed`; so are the characters of an IRI that become such octets in its URI (RFC 3987 §3.1).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidCharacter`] at the first one that is not.
    pub(crate) fn check(
        &self,
        part: &str,
        allowed: napkin::ByteSet,
        field: &'static str,
        rule: Rule,
    ) -> Result<(), SchemeError> {
        let takes_iris = allowed.contains(b'%') && self.edition().has_characters_beyond_ascii();
        let is_allowed = |byte: u8| allowed.contains(byte) || takes_iris && !byte.is_ascii();
        match part.bytes().position(|byte| !is_allowed(byte)) {
            None => Ok(()),
            Some(at) => Err(self.error(
                ErrorKind::InvalidCharacter,
                field,
                part.get(at..).unwrap_or(part),
                rule,
            )),
        }
    }

    /// This error with a place, if it has none: the field's part, or the text after the scheme.
    pub(crate) fn placed(&self, error: SchemeError) -> SchemeError {
        let error = error.by(|rule| shared(rule, self.edition()));
        let part = match error.field() {
            "host" => self.reference.host().map(napkin::Host::as_str),
            "port" => {
                let port = self.reference.port().map(napkin::Port::as_str);
                port.or_else(|| self.port_in_path())
            }
            _ => None,
        };
        // A missing field is reported at the end of the scheme; any other error has its field.
        let part = part.unwrap_or(self.after_scheme());
        let is_elsewhere = error.client_option().is_some() || error.kind() == ErrorKind::NoPlan;
        let has_place = error.offset().is_some() || is_elsewhere;
        if has_place { error } else { error.at(self.offset_of(part)) }
    }

    /// The port of a scheme that has its host in the path.
    fn port_in_path(&self) -> Option<&'a str> {
        let is_there = self.reference.scheme()?.facts()?.host_in_path;
        let path = self.after_scheme().split(['?', ';']).next().filter(|_| is_there)?;
        let digits = path.trim_end_matches(|digit: char| digit.is_ascii_digit());
        path.get(digits.len()..).filter(|_| digits.ends_with(':'))
    }

    /// Checks that all octets of `part`, decoded, are in `allowed`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidCharacter`] at the first one that is not.
    pub(crate) fn check_decoded(
        &self,
        part: &str,
        allowed: napkin::ByteSet,
        field: &'static str,
        rule: Rule,
    ) -> Result<(), SchemeError> {
        match spelling::octets(part).position(|(_, octet)| !allowed.contains(octet)) {
            None => Ok(()),
            Some(number) => {
                let rest = from_octet(part, number);
                Err(self.error(ErrorKind::InvalidCharacter, field, rest, rule))
            }
        }
    }

    /// Checks the decoded octets of `part`; `fault` returns the index of the first invalid one.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`] at that octet, or at its escape.
    pub(crate) fn check_octets(
        &self,
        part: &str,
        fault: impl Fn(&[u8]) -> Option<usize>,
        field: &'static str,
        rule: Rule,
    ) -> Result<(), SchemeError> {
        let Some(number) = fault(&Octets::encoded(part).to_bytes()) else { return Ok(()) };
        Err(self.error(ErrorKind::InvalidValue, field, from_octet(part, number), rule))
    }

    /// The offset of `part`, which must be a slice of this URI.
    pub(crate) fn offset_of(&self, part: &str) -> usize {
        let whole = self.reference.as_str();
        let offset = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        offset.min(whole.len())
    }

    fn authority_start(&self) -> &'a str {
        self.authority().unwrap_or(self.after_scheme())
    }
}

/// The text from the character, or the escape, of the octet with this number on. After the last octet there is no octet,
/// but still a place.
fn from_octet(part: &str, number: usize) -> &str {
    let at = spelling::octets(part).nth(number).map_or(part.len(), |(at, _)| at);
    (0..=at).rev().find_map(|at| part.get(at..)).unwrap_or(part)
}

/// A path, and the query after its question mark.
pub(crate) fn split_at_query(text: &str) -> (&str, Option<&str>) {
    match text.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (text, None),
    }
}
