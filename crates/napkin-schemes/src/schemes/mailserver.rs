//! `mailserver`: a message that makes a program send data by mail. It was never in use; RFC 6196 made it
//! historical, and the form is that of the draft that it describes.

use napkin::edition::{RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::address::addr_spec_fault;
use crate::client::Client;
use crate::definition::{Class, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Step};
use crate::source::Source;
use crate::spelling::lowercase;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Access to data that mail servers send.
pub static MAILSERVER: Definition = Definition {
    name: "mailserver",
    title: "Access to data available from mail servers",
    document: "RFC 6196",
    grammar: "\
mailserver-url = \"mailserver:\" rfc822-addr-spec [ \"/\" subject [ \"/\" body ]]",
    example: "mailserver:listserv@host.dom/get%20list/send%20index",
    default_port: None,
    standings: &[Standing::mentioned(RFC1738, Class::Reserved, "RFC 1738 section 4")],
    normalization: Some(ADDRESS),
    read: |source| Ok(Box::new(Mailserver::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Mailserver::visit)?)),
};

const ADDRESS: Rule = Rule { name: "addr-spec", section: "RFC 822 section 6.1" };
const URL: Rule = Rule { name: "mailserver-url", section: "RFC 6196" };

/// The characters allowed raw besides the unreserved ones: in an address, in a subject, in a body.
const IN_ADDRESS: ByteSet = ByteSet::of(b"!$&'*+=");
const IN_SUBJECT: ByteSet = ByteSet::of(b"!$&'()*+,;=:@");
const IN_BODY: ByteSet = IN_SUBJECT.or(ByteSet::of(b"/"));

/// A message to a mail server.
///
/// ```
/// use napkin_schemes::schemes::Mailserver;
///
/// let uri = napkin::Uri::parse("mailserver:listserv@host.dom/get%20list/send%20index")?;
/// let mailserver = Mailserver::read(&uri)?;
/// assert_eq!(mailserver.address(), "listserv@host.dom");
/// assert_eq!(mailserver.subject.unwrap(), "get list");
/// assert_eq!(mailserver.body.unwrap(), "send index");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailserver<'a> {
    /// The address up to its `@`.
    pub local_part: Octets<'a>,
    /// The address after its `@`.
    pub domain: Octets<'a>,
    /// The subject; it may be empty.
    pub subject: Option<Octets<'a>>,
    /// The body, which may be empty and have slashes. It needs a subject.
    pub body: Option<Octets<'a>>,
}

impl<'a> Mailserver<'a> {
    /// Reads a URI of `mailserver`, by its edition.
    ///
    /// # Errors
    ///
    /// If the address has no text before or after its `@`, or there is a query.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        MAILSERVER.read_by(&[MAILSERVER.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let text = source.after_scheme();
        if let Some(query) = text.find('?').and_then(|query| text.get(query..)) {
            return Err(source.error(ErrorKind::Unexpected, "query", query, URL));
        }
        let mut parts = text.splitn(3, '/');
        let address = parts.next().unwrap_or_default();
        match address.rsplit_once('@') {
            Some((local_part, domain)) if !local_part.is_empty() && !domain.is_empty() => {
                Ok(Self {
                    local_part: source.octets(local_part),
                    domain: source.octets(domain),
                    subject: parts.next().map(|part| source.octets(part)),
                    body: parts.next().map(|part| source.octets(part)),
                })
            }
            _ => Err(source.error(ErrorKind::InvalidValue, "address", address, ADDRESS)),
        }
    }

    /// Checks that the address is one, and not several.
    fn check_address(&self) -> Result<(), SchemeError> {
        let Some(number) = addr_spec_fault(&self.address().to_bytes()) else { return Ok(()) };
        let local = self.local_part.to_bytes().len();
        let place = match number.checked_sub(local + 1) {
            None => self.local_part.place(number).or(self.domain.start()),
            Some(number) => self.domain.place(number).or(self.domain.start()),
        };
        Err(SchemeError::new(ErrorKind::InvalidValue, "address", ADDRESS).at_if(place))
    }

    /// The address of the message.
    pub fn address(&self) -> Octets<'static> {
        [&self.local_part.to_bytes()[..], b"@", &self.domain.to_bytes()].concat().into()
    }
}

impl<'a> Mailserver<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        fields.derived("address", Self::address);
        let local_part = fields.field("local_part", Given::needed, |it| &it.local_part)?;
        let domain = fields.field("domain", Given::needed, |it| &it.domain)?;
        let subject = fields.field("subject", Given::octets, |it| {
            it.subject.as_ref().filter(|subject| is_line(subject))
        })?;
        let body = fields.field("body", Given::octets, |it| it.body.as_ref())?;
        fields.build(|_| Ok(Self { local_part, domain, subject, body }))
    }
}

/// Whether a subject is a line, as it is in a message.
fn is_line(subject: &Octets<'_>) -> bool {
    place::HEADER_VALUE.fault(&subject.to_bytes()).is_none()
}

impl View for Mailserver<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        if self.local_part.is_empty() || self.domain.is_empty() {
            return Err(SchemeError::new(ErrorKind::InvalidValue, "address", ADDRESS));
        }
        if self.body.is_some() && self.subject.is_none() {
            return Err(SchemeError::new(ErrorKind::Missing, "subject", URL));
        }
        Writer::new(MAILSERVER.name)
            .octets(&self.local_part, IN_ADDRESS)
            .raw("@")
            .octets(&self.domain, IN_ADDRESS)
            .optional("/", self.subject.as_ref(), IN_SUBJECT)
            .optional("/", self.body.as_ref(), IN_BODY)
            .finish()
    }

    /// Shows the message; the user sends it.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        for part in [&self.local_part, &self.domain] {
            client.argument(part, "address", &place::HEADER_VALUE)?;
        }
        self.check_address()?;
        if let Some(subject) = &self.subject {
            client.argument(subject, "subject", &place::HEADER_VALUE)?;
        }
        if let Some(body) = &self.body {
            client.lines(body, "body")?;
        }
        let message = Fields::new()
            .with("to", self.address())
            .with("subject", self.subject.as_ref())
            .with("body", self.body.as_ref());
        Ok(Plan::new(vec![Step::Show("message", message)]))
    }

    /// Domains are case-insensitive (RFC 822 §3.4.7).
    fn normal(&self) -> Option<String> {
        let domain = self.domain.spelled(ByteSet::EMPTY);
        let lowercase = lowercase(&domain);
        if lowercase == domain {
            return None;
        }
        let normal = Mailserver { domain: Octets::encoded(&lowercase), ..self.clone() };
        Some(normal.to_uri().ok()?.into_text())
    }
}
