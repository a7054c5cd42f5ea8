//! From fields back to the text of a URI.

use napkin::edition::rules::Rule;
use napkin::{ByteSet, Uri};

use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::server::{Login, Server};

/// A URI that is being written; data is encoded on its way in, so it cannot become a delimiter.
pub(crate) struct Writer {
    text: String,
    /// Why what was written is not what was meant.
    refused: Option<SchemeError>,
}

const PORT: Rule = Rule { name: "port", section: "RFC 3986 section 3.2.3" };
const HOST: Rule = Rule { name: "host", section: "RFC 3986 section 3.2.2" };

/// Delimiters that stand raw in the fields of a login.
const USERINFO: ByteSet = ByteSet::of(b"!$&'()*+,;=");

impl Writer {
    /// The scheme and its colon.
    pub(crate) fn new(scheme: &str) -> Self {
        Self { text: [scheme, ":"].concat(), refused: None }
    }

    /// Text of the grammar: delimiters, and what the caller has checked.
    pub(crate) fn raw(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// A field, whose data may have the characters of `raw` as they are.
    pub(crate) fn octets(mut self, octets: &Octets<'_>, raw: ByteSet) -> Self {
        octets.write(&mut self.text, raw);
        self
    }

    /// A delimiter and a field, if the field is there.
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
        if !is_one_host(&server.host) {
            writer.refused = Some(SchemeError::new(ErrorKind::NotAUri, "host", HOST));
        }
        let port = server.port.as_deref().unwrap_or_default();
        if !port.bytes().all(|byte| byte.is_ascii_digit()) {
            writer.refused = Some(SchemeError::new(ErrorKind::NotAUri, "port", PORT));
        }
        writer = writer.raw(&server.host);
        match &server.port {
            None => writer,
            Some(port) => writer.raw(":").raw(port),
        }
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

    /// The URI.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotAUri`], where text that is not data, such as a host, is not valid.
    pub(crate) fn finish(self) -> Result<Uri<String>, SchemeError> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        Uri::new(self.text).map_err(|refused| {
            let error = refused.error;
            let field = error.part().name();
            let rule = Rule { name: error.rule().name, section: "RFC 3986" };
            SchemeError::new(ErrorKind::NotAUri, field, rule).at(error.offset())
        })
    }
}

/// Whether a host has none of the delimiters that would end it; the rest is for the parser.
fn is_one_host(host: &str) -> bool {
    let delimiters: &[char] = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(_) => &['/', '?', '#', '@'],
        None => &['/', '?', '#', '@', ':'],
    };
    !host.contains(delimiters)
}

#[cfg(test)]
mod tests {
    use super::Writer;
    use crate::server::Server;

    fn written(host: &str, port: &str) -> Result<String, String> {
        let server = Server { host: host.into(), port: Some(port.into()) };
        let uri = Writer::new("x").server(&server).raw("/p").finish();
        uri.map(napkin::Uri::into_text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_host_stays_a_host() {
        assert_eq!(written("host.dom", "80").unwrap(), "x://host.dom:80/p");
        assert_eq!(written("[::1]", "").unwrap(), "x://[::1]:/p");
        for host in ["a/b", "a?b", "a#b", "u@a", "a:1", "[::1]/[::1]"] {
            let refused = "the host does not make a URI (host, RFC 3986 section 3.2.2)";
            assert_eq!(written(host, "1").unwrap_err(), refused, "{host}");
        }
        for port in ["1/x", "a", "1@b"] {
            written("a", port).unwrap_err();
        }
    }
}
