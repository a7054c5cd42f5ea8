//! The attributes of the standard's class `URL` (section 6.1): getters and setters as scripts have them.
//!
//! A setter never reports an error. If the standard rejects a value, the URL stays unchanged; if it accepts a part
//! of the value, that part is set.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::edition::{Class, SchemeType, WHATWG, sets};
use crate::host::HostText;
use crate::parse::{
    End, Parser, authority_end, port_colon, port_number, push_fragment, without_tabs,
};
use crate::parts::HostKind;
use crate::percent;
use crate::url::{Position, Url};
use crate::validation::{Failure, Notes};

/// An attribute of the class `URL`.
///
/// ```
/// use napkin_url::{Attribute, Url};
///
/// let mut url = Url::parse("https://example.com/a")?;
/// assert!(url.set(Attribute::Host, "example.org:8080/ignored"));
/// assert!(!url.set(Attribute::Protocol, "mailto"));
/// assert_eq!(url.as_str(), "https://example.org:8080/a");
/// assert_eq!(url.get(Attribute::Port), "8080");
/// # Ok::<(), napkin_url::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Attribute {
    /// The whole URL.
    Href,
    /// The serialized origin; it cannot be set.
    Origin,
    /// The scheme and `:`.
    Protocol,
    /// The user name.
    Username,
    /// The password.
    Password,
    /// The host, and the port if it is not null.
    Host,
    /// The host.
    Hostname,
    /// The port.
    Port,
    /// The path.
    Pathname,
    /// `?` and the query, if it is not empty.
    Search,
    /// `#` and the fragment, if it is not empty.
    Hash,
}

impl Attribute {
    /// All attributes, in the order of the standard.
    pub const ALL: [Self; 11] = [
        Self::Href,
        Self::Origin,
        Self::Protocol,
        Self::Username,
        Self::Password,
        Self::Host,
        Self::Hostname,
        Self::Port,
        Self::Pathname,
        Self::Search,
        Self::Hash,
    ];

    /// Its name, such as `pathname`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Href => "href",
            Self::Origin => "origin",
            Self::Protocol => "protocol",
            Self::Username => "username",
            Self::Password => "password",
            Self::Host => "host",
            Self::Hostname => "hostname",
            Self::Port => "port",
            Self::Pathname => "pathname",
            Self::Search => "search",
            Self::Hash => "hash",
        }
    }

    /// The attribute with a name.
    ///
    /// ```
    /// use napkin_url::{Attribute, Url};
    ///
    /// let url = Url::parse("https://example.com:8443/a")?;
    /// let names = ["host", "hostname", "port"];
    /// let values = names.map(|name| url.get(Attribute::by_name(name).unwrap()).to_string());
    /// assert_eq!(values, ["example.com:8443", "example.com", "8443"]);
    /// assert_eq!(Attribute::by_name("userinfo"), None);
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|attribute| attribute.name() == name)
    }
}

impl<T: AsRef<str>> Url<T> {
    /// The value of an attribute, as the standard's getter returns it.
    pub fn get(&self, attribute: Attribute) -> Cow<'_, str> {
        use Position as P;
        let piece = match attribute {
            Attribute::Origin => return Cow::Owned(self.origin().ascii_serialization()),
            Attribute::Href => self.as_str(),
            Attribute::Protocol => self.slice(0, self.parts.scheme_end + 1),
            Attribute::Username => self.username(),
            Attribute::Password => self.password().unwrap_or_default(),
            Attribute::Host => self.between(P::BeforeHost, P::AfterPort),
            Attribute::Hostname => self.between(P::BeforeHost, P::AfterHost),
            Attribute::Port => self.between(P::BeforePort, P::AfterPort),
            Attribute::Pathname => self.path(),
            Attribute::Search => more_than_sign(self.between(P::AfterPath, P::AfterQuery)),
            Attribute::Hash => more_than_sign(self.between(P::AfterQuery, P::AfterFragment)),
        };
        Cow::Borrowed(piece)
    }
}

/// A query or fragment with its sign; empty if there is only the sign.
fn more_than_sign(text: &str) -> &str {
    if text.len() == 1 { "" } else { text }
}

impl Url {
    /// Sets an attribute, as the standard's setter does. Returns whether anything has changed.
    pub fn set(&mut self, attribute: Attribute, value: &str) -> bool {
        let before = self.text.clone();
        match attribute {
            Attribute::Href => {
                self.set_href(value);
            }
            Attribute::Origin => {}
            Attribute::Protocol => {
                self.set_protocol(value);
            }
            Attribute::Username => {
                self.replace_username(value);
            }
            Attribute::Password => {
                self.replace_password(value);
            }
            Attribute::Host => {
                self.set_host_and_port(value);
            }
            Attribute::Hostname => {
                self.set_hostname(value);
            }
            Attribute::Port => {
                self.set_port_text(value);
            }
            Attribute::Pathname => {
                self.set_pathname(value);
            }
            Attribute::Search => {
                let query = value.strip_prefix('?').unwrap_or(value);
                self.replace_query((!value.is_empty()).then_some(query));
            }
            Attribute::Hash => {
                let fragment = value.strip_prefix('#').unwrap_or(value);
                self.replace_fragment((!value.is_empty()).then_some(fragment));
            }
        }
        self.text != before
    }

    /// The `href` setter.
    fn set_href(&mut self, value: &str) -> bool {
        match self.parts.edition.parse(value) {
            Ok(url) => {
                *self = url;
                true
            }
            Err(_) => false,
        }
    }

    /// The `protocol` setter: what follows a colon is ignored.
    pub(crate) fn set_protocol(&mut self, value: &str) -> bool {
        let before_colon = |value: &str| value.bytes().position(|byte| byte == b':');
        let scheme = value.get(..before_colon(value).unwrap_or(value.len())).unwrap_or_default();
        if !is_scheme(scheme) {
            let kept = without_tabs(value);
            let has_tabs = matches!(kept, Cow::Owned(_));
            return has_tabs && self.set_protocol(&kept);
        }
        let scheme = if scheme.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(scheme.to_ascii_lowercase())
        } else {
            Cow::Borrowed(scheme)
        };
        let (old, new) = (self.parts.scheme(), self.parts.edition.special.scheme_type(&scheme));
        let refused = old.is_special() != new.is_special()
            || new == SchemeType::File
                && (self.includes_credentials() || self.parts.port().is_some())
            || old == SchemeType::File && self.parts.host() == Some(HostKind::Empty);
        !refused && self.put_scheme(&scheme)
    }

    /// *Includes credentials*.
    fn includes_credentials(&self) -> bool {
        self.parts.host_start > self.parts.scheme_end + 3
    }

    /// *Cannot have a username/password/port*.
    #[inline]
    pub(crate) fn cannot_have_credentials(&self) -> bool {
        !self.has_host() || self.parts.scheme() == SchemeType::File
    }

    /// *Set the username*.
    #[inline]
    pub(crate) fn replace_username(&mut self, value: &str) -> bool {
        if self.cannot_have_credentials() {
            return false;
        }
        let username = self.encoded_credential(value);
        if self.includes_credentials() && !username.is_empty() {
            return self.put_username(&username);
        }
        let password = String::from(self.password().unwrap_or_default());
        self.put_credentials(&username, &password)
    }

    /// *Set the password*.
    #[inline]
    pub(crate) fn replace_password(&mut self, value: &str) -> bool {
        if self.cannot_have_credentials() {
            return false;
        }
        let password = self.encoded_credential(value);
        if self.includes_credentials() && !password.is_empty() {
            return self.put_password(&password);
        }
        let username = String::from(self.username());
        self.put_credentials(&username, &password)
    }

    /// A user name or a password, percent-encoded.
    #[inline]
    fn encoded_credential<'v>(&self, value: &'v str) -> Cow<'v, str> {
        if self.parts.edition.classes.has_none(value, Class::Userinfo) {
            return Cow::Borrowed(value);
        }
        percent::encode(value, sets::USERINFO)
    }

    /// The `host` setter.
    pub(crate) fn set_host_and_port(&mut self, value: &str) -> bool {
        self.host_state(value, false)
    }

    /// The `hostname` setter.
    pub(crate) fn set_hostname(&mut self, value: &str) -> bool {
        self.host_state(value, true)
    }

    /// Host state or hostname state with a state override.
    fn host_state(&mut self, value: &str, hostname: bool) -> bool {
        if self.parts.opaque_path() {
            return false;
        }
        let value = without_tabs(value);
        let end = authority_end(&value, End::of(self.parts.scheme()));
        let authority = value.get(..end).unwrap_or_default();
        if self.parts.scheme() == SchemeType::File {
            return self.parse_host(authority).unwrap_or(false);
        }
        let Some(colon) = port_colon(authority) else {
            let not_empty = self.parts.scheme().is_special()
                || self.includes_credentials()
                || self.parts.port().is_some();
            let empty = authority.is_empty() && not_empty;
            return !empty && self.parse_host(authority).unwrap_or(false);
        };
        if colon == 0 || hostname && !self.parts.edition.hostname_setter_takes_colon {
            return false;
        }
        let host = authority.get(..colon).unwrap_or_default();
        if !self.parse_host(host).unwrap_or(false) {
            return false;
        }
        if !hostname {
            self.port_state(value.get(colon + 1..).unwrap_or_default());
        }
        true
    }

    /// Parses a host and sets it; `false` if the URL would be too long.
    pub(crate) fn parse_host(&mut self, text: &str) -> Result<bool, Failure> {
        let mut host = String::with_capacity(text.len());
        let file = self.parts.scheme() == SchemeType::File;
        let edition = self.parts.edition;
        let parser = HostText { text, at: 0, edition, notes: Notes::NONE };
        let kind = match text {
            "" => HostKind::Empty,
            _ => parser.parse(self.parts.scheme().is_special(), &mut host)?,
        };
        if file && host == "localhost" {
            return Ok(self.put_host(HostKind::Empty, ""));
        }
        Ok(self.put_host(kind, &host))
    }

    /// The `port` setter.
    pub(crate) fn set_port_text(&mut self, value: &str) -> bool {
        if self.cannot_have_credentials() {
            return false;
        }
        if value.is_empty() { self.put_port(None) } else { self.port_state(&without_tabs(value)) }
    }

    /// Port state with a state override: reads the digits at the start of a text.
    fn port_state(&mut self, text: &str) -> bool {
        match port_number(text) {
            (1.., Some(port)) => self
                .put_port(Some(port).filter(|_| self.parts.scheme().default_port() != Some(port))),
            _ => false,
        }
    }

    /// The `pathname` setter.
    pub(crate) fn set_pathname(&mut self, value: &str) -> bool {
        if self.parts.opaque_path() {
            return false;
        }
        let value = without_tabs(value);
        let special = self.parts.scheme().is_special();
        let first = value.as_bytes().first();
        let at = usize::from(first == Some(&b'/') || special && first == Some(&b'\\'));
        let start = match self.parts.host() {
            Some(_) => self.parts.path_start,
            None => self.parts.scheme_end + 1,
        };
        let mut out = String::with_capacity(self.text.len() + value.len());
        out.push_str(self.slice(0, start));
        let mut parser = Parser::of_setter(&value, out, self.parts);
        parser.parts.path_start = start;
        if special || !value.is_empty() {
            parser.path(at, value.len());
        } else if self.parts.host().is_none() && self.parts.edition.empty_pathname_becomes_slash {
            parser.out.push('/');
        }
        parser.end_path();
        let (out, parts) = (parser.out, parser.parts);
        self.put_path(out, parts)
    }

    /// Replaces the text up to the path, and its parts.
    pub(crate) fn put_path(&mut self, mut out: String, mut parts: crate::parts::Parts) -> bool {
        let (old_end, new_end) = (self.parts.path_end(self.text.len()), out.len());
        out.push_str(self.text.get(old_end..).unwrap_or_default());
        if u32::try_from(out.len()).is_err() {
            return false;
        }
        parts.shift(crate::parts::Field::Query, old_end, new_end);
        self.text = out;
        self.parts = parts;
        true
    }

    /// Sets the query, given without its `?`.
    pub(crate) fn replace_query(&mut self, query: Option<&str>) -> bool {
        let Some(query) = query else { return self.put_query(None) };
        if self.parts.edition.classes.has_none(query, Class::Query) {
            return self.put_query(Some(query));
        }
        let query = without_tabs(query);
        let kept = self.parts.edition.classes.kept(self.parts.scheme().is_special());
        if self.parts.fragment_start == 0 && self.has_room(query.len()) {
            // The query is at the end, so it is encoded into the text itself.
            self.text.truncate(self.parts.path_end(self.text.len()));
            self.parts.query_start = self.text.len() as u32;
            percent::push_part(&mut self.text, "?", &query, &kept.query);
            return true;
        }
        let mut text = String::new();
        percent::push(&mut text, &query, &kept.query);
        self.put_query(Some(&text))
    }

    /// Sets the fragment, given without its `#`.
    pub(crate) fn replace_fragment(&mut self, fragment: Option<&str>) -> bool {
        let Some(fragment) = fragment else { return self.put_fragment(None) };
        if self.parts.edition.classes.has_none(fragment, Class::Fragment) {
            return self.put_fragment(Some(fragment));
        }
        let fragment = without_tabs(fragment);
        if self.has_room(fragment.len()) {
            self.text.truncate(self.parts.query_end(self.text.len()));
            self.parts.fragment_start = self.text.len() as u32;
            push_fragment(&mut self.text, "#", &fragment, self.parts.edition);
            return true;
        }
        let mut text = String::new();
        push_fragment(&mut text, "", &fragment, self.parts.edition);
        self.put_fragment(Some(&text))
    }

    /// Whether the URL certainly stays below 4 GiB with a part of this length, percent-encoded.
    fn has_room(&self, length: usize) -> bool {
        let encoded = length.saturating_mul("%00".len());
        u32::try_from(self.text.len().saturating_add(encoded).saturating_add(1)).is_ok()
    }
}

fn is_scheme(text: &str) -> bool {
    let classes = &WHATWG.classes;
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| classes.is(byte, Class::Scheme))
}
