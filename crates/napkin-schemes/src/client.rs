//! The client that follows a plan: its data besides the URI, and its permissions.
//!
//! The checks of every plan are here: an octet that would end a line of the protocol (RFC 3986 §7.2), an octet that its
//! [`Place`] cannot have, and a port that belongs to another protocol (RFC 3986 §7.2).

use crate::citation::{DELIMITERS, FOREIGN_PORT};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::place::{self, CONTROLS, Place};
use crate::plan::{Step, Transport};
use crate::ports;
use crate::server::Server;

/// The data of a client besides the URI, and its permissions.
///
/// ```
/// use napkin_schemes::{Client, ErrorKind, plan};
///
/// let uri = napkin::Uri::parse("gopher://host.dom:25/1x")?;
/// let error = plan(&uri, &Client::default()).unwrap_err();
/// assert_eq!(error.to_string(), "the port belongs to smtp at byte 18 (port, RFC 3986 section 7.2)");
/// assert!(plan(&uri, &Client::default().allow_foreign_port()).is_ok());
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Client {
    pub(crate) email: Option<String>,
    pub(crate) news_server: Option<Server<'static>>,
    pub(crate) proxy: Option<Server<'static>>,
    gateways: Vec<(String, Server<'static>)>,
    foreign_port: bool,
    control_octets: bool,
}

impl Client {
    /// The user's e-mail address, the password of anonymous FTP.
    #[must_use]
    pub fn email(mut self, address: impl Into<String>) -> Self {
        self.email = Some(address.into());
        self
    }

    /// Sets the server that news is read from (RFC 1630, News).
    ///
    /// ```
    /// use napkin_schemes::{Client, Server, Step, plan};
    ///
    /// let uri = napkin::Uri::parse("news:comp.lang.misc")?;
    /// let client = Client::default().news_server(Server::new("news.example"));
    /// assert!(matches!(&plan(&uri, &client)?.steps()[0], Step::Connect { .. }));
    /// // Without it, the first step asks the user.
    /// assert!(matches!(&plan(&uri, &Client::default())?.steps()[0], Step::Ask(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn news_server(mut self, server: Server<'static>) -> Self {
        self.news_server = Some(server);
        self
    }

    /// Sets the HTTP proxy or gateway that receives whole URIs of any scheme (RFC 1630, HTTP; RFC 1738 §4).
    ///
    /// ```
    /// use napkin_schemes::{Client, Server, plan};
    ///
    /// let client = Client::default().proxy(Server::new("proxy").on_port(3128));
    /// let uri = napkin::Uri::parse("ftp://h/a")?;
    /// let sent = plan(&uri, &client)?.sent().next().unwrap();
    /// assert!(sent.starts_with(b"GET ftp://h/a HTTP/1."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn proxy(mut self, server: Server<'static>) -> Self {
        self.proxy = Some(server);
        self
    }

    /// Sets the HTTP gateway that receives whole URIs of one scheme; a later one for the same scheme replaces it (RFC 1738 §4).
    /// URIs of other schemes are followed, or passed to the [proxy](Self::proxy).
    ///
    /// ```
    /// use napkin_schemes::{Client, Server, plan};
    ///
    /// let client = Client::default().gateway("wais", Server::new("gate").on_port(8001));
    /// let uri = napkin::Uri::parse("wais://h/db?words")?;
    /// let plan = plan(&uri, &client)?;
    /// assert_eq!(plan.connection().unwrap().0, Some("gate"));
    /// assert!(plan.sent().next().unwrap().starts_with(b"GET wais://h/db?words HTTP/1."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn gateway(mut self, scheme: &str, server: Server<'static>) -> Self {
        let scheme = scheme.to_ascii_lowercase();
        self.gateways.retain(|(named, _)| *named != scheme);
        self.gateways.push((scheme, server));
        self
    }

    /// The server that receives whole URIs of a scheme, and the name of the option.
    pub(crate) fn intermediary(&self, scheme: &str) -> Option<(&Server<'static>, &'static str)> {
        let own = self.gateways.iter().find(|(named, _)| named.eq_ignore_ascii_case(scheme));
        let own = own.map(|(_, server)| (server, "gateway"));
        own.or(self.proxy.as_ref().map(|server| (server, "proxy")))
    }

    /// Allows the port of another protocol.
    #[must_use]
    pub const fn allow_foreign_port(mut self) -> Self {
        self.foreign_port = true;
        self
    }

    /// Allows CR, LF and NUL inside arguments.
    ///
    /// ```
    /// use napkin_schemes::{Client, ErrorKind, plan};
    ///
    /// let uri = napkin::Uri::parse("ftp://host.dom/a%0D%0Ab")?;
    /// let error = plan(&uri, &Client::default()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Delimiter);
    /// assert!(plan(&uri, &Client::default().allow_control_octets()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn allow_control_octets(mut self) -> Self {
        self.control_octets = true;
        self
    }

    /// The step that connects to a server of the scheme.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ForeignPort`], [`ErrorKind::Delimiter`] in the host, and the errors of
    /// [`Server::effective_port`] and [`Server::mapped`].
    pub(crate) fn connect(
        &self,
        server: &Server<'_>,
        scheme: &str,
        default: Option<u16>,
        transport: Transport,
    ) -> Result<Step, SchemeError> {
        let port = server.effective_port(default)?;
        match ports::owner(port) {
            Some(owner) if Some(port) != default && owner != scheme && !self.foreign_port => {
                let error = SchemeError::new(ErrorKind::ForeignPort, "port", FOREIGN_PORT);
                return Err(error.because(owner));
            }
            _ => {}
        }
        let host = self.argument(&server.mapped()?.host_name(), "host", &place::HOST)?;
        let host = Some(String::from_utf8_lossy(&host).into_owned());
        Ok(Step::Connect { host, port, transport })
    }

    /// The octets of a value for its place.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Delimiter`], if there is CR, LF or NUL among them, and [`ErrorKind::InvalidValue`] at the first
    /// octet that the place cannot have.
    pub(crate) fn argument(
        &self,
        octets: &Octets<'_>,
        field: &'static str,
        place: &Place,
    ) -> Result<Vec<u8>, SchemeError> {
        let bytes =
            self.checked(octets, field, |bytes| bytes.iter().copied().position(is_control))?;
        // Allowed line ends are in no place.
        let is_kept = |octet: &u8| !is_control(*octet);
        let value: Vec<u8> = bytes.iter().copied().filter(is_kept).collect();
        match place.fault(&value) {
            None => Ok(bytes),
            Some(number) => {
                let error = SchemeError::new(ErrorKind::InvalidValue, field, place.rule);
                Err(error.at_if(octets.place(number).or(octets.start())))
            }
        }
    }

    /// The octets of the value of an option for their place.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::argument`], in the option.
    pub(crate) fn own_argument(
        &self,
        value: &str,
        option: &'static str,
        place: &Place,
    ) -> Result<Vec<u8>, SchemeError> {
        let argument = self.argument(&value.into(), option, place);
        argument.map_err(|error| error.of_option(option, place.fault(value.as_bytes())))
    }

    /// The octets of a text whose lines end in CR LF.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Delimiter`], if there is CR, LF or NUL among them that does not end a line.
    pub(crate) fn lines(
        &self,
        octets: &Octets<'_>,
        field: &'static str,
    ) -> Result<Vec<u8>, SchemeError> {
        self.checked(octets, field, |bytes| {
            let is_pair = |at: usize| bytes.get(at..).is_some_and(|it| it.starts_with(b"\r\n"));
            let ends_line = |at: usize| is_pair(at) || at.checked_sub(1).is_some_and(is_pair);
            let is_refused = |(at, &octet): (usize, &u8)| is_control(octet) && !ends_line(at);
            bytes.iter().enumerate().position(is_refused)
        })
    }

    /// The octets, unless one of them is not allowed, whose index `fault` returns.
    pub(crate) fn checked(
        &self,
        octets: &Octets<'_>,
        field: &'static str,
        refused: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Vec<u8>, SchemeError> {
        let bytes = octets.to_bytes();
        match refused(&bytes).filter(|_| !self.control_octets) {
            None => Ok(bytes.into_owned()),
            Some(number) => {
                let error = SchemeError::new(ErrorKind::Delimiter, field, DELIMITERS);
                Err(octets.place(number).map_or(error, |at| error.at(at)))
            }
        }
    }
}

/// Whether an octet ends a line, or a text, in a protocol.
const fn is_control(octet: u8) -> bool {
    CONTROLS.contains(octet)
}
