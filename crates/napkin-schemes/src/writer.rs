//! From fields back to the text of a URI.

use std::ops::Range;

use napkin::edition::Rule;
use napkin::{ByteSet, Uri};

use crate::citation::{HOST, PORT, REG_NAME};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::pairs::{Header, Parameter};
use crate::server::{Login, Server};

/// A URI that is being written; data is encoded when it is added, so it cannot become a delimiter.
pub(crate) struct Writer {
    text: String,
    authority: Written,
}

/// The kind of the authority written so far. It is not encoded, so parsing has to find it unchanged.
enum Written {
    Nothing,
    /// The places of the host and of the port.
    Server(Range<usize>, Option<Range<usize>>),
    /// A single field, of any content.
    Anything,
}

/// Delimiters that are raw in the fields of a login.
const USERINFO: ByteSet = ByteSet::of(b"!$&'()*+,;=");

impl Writer {
    /// The scheme and its colon.
    pub(crate) fn new(scheme: &str) -> Self {
        Self { text: [scheme, ":"].concat(), authority: Written::Nothing }
    }

    /// Text of the grammar: delimiters, and text that the caller has checked.
    pub(crate) fn raw(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// A field, whose data keeps the characters of `raw`.
    pub(crate) fn octets(mut self, octets: &Octets<'_>, raw: ByteSet) -> Self {
        octets.write(&mut self.text, raw);
        self
    }

    /// All text after the scheme as one field, which may look like an authority and a path.
    pub(crate) fn specific_part(mut self, octets: &Octets<'_>, raw: ByteSet) -> Self {
        self.authority = Written::Anything;
        self.octets(octets, raw)
    }

    /// A delimiter and a field, if the field is defined.
    pub(crate) fn optional(self, lead: &str, octets: Option<&Octets<'_>>, raw: ByteSet) -> Self {
        match octets {
            None => self,
            Some(octets) => self.raw(lead).octets(octets, raw),
        }
    }

    /// Two slashes, host and port.
    pub(crate) fn server(self, server: &Server<'_>) -> Self {
        self.authority(&Login::default(), server)
    }

    /// Two slashes, login, host and port. A password without a user gets an empty one.
    pub(crate) fn authority(self, login: &Login<'_>, server: &Server<'_>) -> Self {
        let mut writer = self.raw("//");
        if login.user.is_some() || login.password.is_some() {
            writer = writer
                .optional("", login.user.as_ref(), USERINFO)
                .optional(":", login.password.as_ref(), USERINFO)
                .raw("@");
        }
        writer.host_port(server)
    }

    pub(crate) fn host_port(mut self, server: &Server<'_>) -> Self {
        let start = self.text.len();
        self = self.raw(&server.host);
        let host = start..self.text.len();
        let mut port = None;
        if let Some(digits) = &server.port {
            self = self.raw(":").raw(digits);
            port = Some(host.end + 1..self.text.len());
        }
        self.authority = Written::Server(host, port);
        self
    }

    /// Fields with a delimiter between them.
    pub(crate) fn joined<'o>(
        mut self,
        fields: impl IntoIterator<Item = &'o Octets<'o>>,
        delimiter: &str,
        raw: ByteSet,
    ) -> Self {
        for (number, field) in fields.into_iter().enumerate() {
            if number > 0 {
                self.text.push_str(delimiter);
            }
            field.write(&mut self.text, raw);
        }
        self
    }

    /// Each parameter after a semicolon.
    pub(crate) fn parameters(self, parameters: &[Parameter<'_>], raw: ByteSet) -> Self {
        parameters.iter().fold(self, |writer, Parameter { name, value }| {
            writer.raw(";").octets(name, raw).optional("=", value.as_ref(), raw)
        })
    }

    /// Header fields after a question mark, if there are any.
    pub(crate) fn headers(self, headers: &[Header<'_>], raw: ByteSet) -> Self {
        headers.iter().enumerate().fold(self, |writer, (number, Header { name, value })| {
            let lead = if number == 0 { "?" } else { "&" };
            writer.raw(lead).octets(name, raw).raw("=").octets(value, raw)
        })
    }

    /// A path and a query that are already encoded. The parsed result has to be compared with them, since either
    /// may contain a delimiter.
    pub(crate) fn path_and_query(self, path: &str, query: Option<&str>) -> Self {
        let writer = self.raw(path);
        match query {
            None => writer,
            Some(query) => writer.raw("?").raw(query),
        }
    }

    /// The URI.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotAUri`], if text that is not data, such as a host, is not valid.
    pub(crate) fn finish(self) -> Result<Uri<String>, SchemeError> {
        let uri = Uri::try_new(self.text).map_err(|error| {
            let field = error.part().name();
            let rule = match error.rule().name {
                "port" => PORT,
                "reg-name" => REG_NAME,
                name => Rule { name, section: "RFC 3986" },
            };
            SchemeError::new(ErrorKind::NotAUri, field, rule).at(error.offset())
        })?;
        let (host, port) = match self.authority {
            Written::Anything => return Ok(uri),
            // Without an authority, a path that begins with two slashes must not become one.
            Written::Nothing => (None, None),
            Written::Server(host, port) => (Some(host), port),
        };
        let written = |range: &Option<Range<usize>>| uri.as_str().get(range.clone()?);
        let refused = |field, rule, range: Option<Range<usize>>| {
            let error = SchemeError::new(ErrorKind::NotAUri, field, rule);
            Err(error.at(range.map_or(0, |range| range.start)))
        };
        if uri.host().map(napkin::Host::as_str) != written(&host) {
            return refused("host", HOST, host);
        }
        if uri.port().map(napkin::Port::as_str) != written(&port) {
            return refused("port", PORT, port);
        }
        Ok(uri)
    }
}
