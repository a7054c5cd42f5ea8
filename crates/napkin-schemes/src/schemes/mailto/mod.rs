//! `mailto`: addresses to write to, and fields of the message (RFC 6068; RFC 1630, Mailto, and RFC 1738 §3.5 have a
//! single address only).

mod addresses;
mod message;

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{ByEdition, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::pairs::{Grammar, Header};
use crate::plan::{Plan, Step};
use crate::server::compared_name;
use crate::source::Source;
use crate::spelling::{ALPHANUM, lowercase, octets};
use crate::value::{Fields, Value, shown as all};
use crate::visitor::Visitor;
use crate::writer::Writer;

use self::addresses::{ADDRESS, Fault, SECTION, bare_addresses, fault, mailboxes};

/// Electronic mail.
pub static MAILTO: Definition = Definition {
    name: "mailto",
    title: "Electronic mail address",
    document: "RFC 6068 section 2",
    grammar: "\
mailtoURI = \"mailto:\" [ to ] [ hfields ]
to        = addr-spec *( \",\" addr-spec )
hfields   = \"?\" hfield *( \"&\" hfield )
hfield    = hfname \"=\" hfvalue
addr-spec = local-part \"@\" domain",
    example: "mailto:joe@example.com?cc=bob@example.com&body=hello",
    default_port: None,
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630 section 5.4",
            &[
                (ONE_ADDRESS, rule("mailtoaddress", "RFC 1630 section BNF")),
                (ADDRESS, rule("mailtoaddress", "RFC 1630 section BNF")),
            ],
        ),
        Standing::defined(
            RFC1738,
            "RFC 1738 section 3.5",
            &[(ADDRESS, rule("encoded822addr", "RFC 1738 section 5"))],
        ),
    ],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Mailto::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Mailto::visit)?)),
};

const TO: Rule = Rule { name: "to", section: SECTION };
const HEADER_NAME: Rule = Rule { name: "hfname", section: SECTION };
const HEADER_VALUE: Rule = Rule { name: "hfvalue", section: SECTION };
const FIELD_NAME: Rule = Rule { name: "field-name", section: "RFC 5322 section 3.6.8" };
const LINE_ENDS: Rule = Rule { name: "hfvalue", section: "RFC 6068 section 5" };
const ONE_ADDRESS: Rule = Rule { name: "encoded822addr", section: "RFC 1738 section 5" };
const NORMAL: Rule = Rule { name: "mail-address", section: SECTION };

const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~"));
/// The delimiters allowed without percent-encoding in an address, and in names and values of header fields
/// (`some-delims`).
const ADDRESS_RAW: ByteSet = ByteSet::of(b"!$'()*+:@");
const HEADER_RAW: ByteSet = ByteSet::of(b"!$'()*+,;:@");
const ADDRESSES: ByteSet = UNRESERVED.or(ADDRESS_RAW).or(ByteSet::of(b"%"));
const HEADERS: ByteSet = UNRESERVED.or(HEADER_RAW).or(ByteSet::of(b"%"));
const GRAMMAR: Grammar = Grammar::of_headers((HEADERS, HEADER_NAME), (HEADERS, HEADER_VALUE));

/// Header fields that are believed to be safe and useful, or that occur in the document's examples; a client omits
/// all others (RFC 6068 §4, §6.1).
const SAFE: &[&str] =
    &["to", "cc", "bcc", "subject", "keywords", "in-reply-to", "references", BODY];

/// The header field with the text of the message.
const BODY: &str = "body";

/// A message to write.
///
/// ```
/// use napkin_schemes::{View, schemes::Mailto};
///
/// let uri = napkin::Uri::parse("mailto:bill+ietf@example.org?subject=caf%C3%A9&body=a%0D%0Ab")?;
/// let mailto = Mailto::read(&uri)?;
/// assert_eq!(mailto.to, ["bill+ietf@example.org"]);
/// assert_eq!(mailto.subject().unwrap(), "café");
/// assert_eq!(mailto.body().unwrap(), "a\r\nb");
///
/// let mut mailto = Mailto::new("\"not@me\"@example.org");
/// mailto.set_subject("1 + 1")?;
/// mailto.set_body("one\ntwo");
/// let text = "mailto:%22not@me%22@example.org?subject=1%20+%201&body=one%0D%0Atwo";
/// assert_eq!(mailto.to_uri()?, text);
/// assert!(mailto.set_subject("x\r\nBcc: all@example.org").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailto<'a> {
    /// The addresses before the question mark; in RFC 1630 and RFC 1738 the single address.
    pub to: Vec<Octets<'a>>,
    /// The header fields in their order; `body` is the text of the message.
    pub headers: Vec<Header<'a>>,
    dialect: &'static Dialect,
}

/// The differences between editions.
#[derive(Debug, PartialEq, Eq)]
struct Dialect {
    /// Whether the whole text is one address, without delimiters.
    is_one_address: bool,
}

const ONE: Dialect = Dialect { is_one_address: true };
static DIALECTS: ByEdition<Dialect> =
    ByEdition { own: &[(RFC1630, ONE), (RFC1738, ONE)], others: Dialect { is_one_address: false } };

impl<'a> Mailto<'a> {
    /// Reads a URI of `mailto`, by its edition.
    ///
    /// # Errors
    ///
    /// If an address does not match RFC 5322 without comments and white space, or a header field has no equals sign
    /// or a character that has to be escaped. In RFC 1630 and RFC 1738, if there is no text on one side of the last
    /// `@`.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        MAILTO.read_by(&[MAILTO.name], reference, Self::of)
    }

    /// A message to one address.
    pub fn new(address: impl Into<Octets<'a>>) -> Self {
        Self { to: vec![address.into()], headers: Vec::new(), dialect: &DIALECTS.others }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let dialect = DIALECTS.get(source.edition());
        let text = source.after_scheme();
        if dialect.is_one_address {
            check_sides(source, text)?;
            return Ok(Self { dialect, ..Self::new(source.octets(text)) });
        }
        let (to, headers) = match text.split_once('?') {
            Some((to, headers)) => (to, Some(headers)),
            None => (text, None),
        };
        let addresses: Vec<_> = if to.is_empty() { Vec::new() } else { to.split(',').collect() };
        for address in &addresses {
            check_address(source, address)?;
        }
        let headers = Header::read_all(source, headers, &GRAMMAR)?;
        Ok(Self {
            to: addresses.into_iter().map(|part| source.octets(part)).collect(),
            headers,
            dialect,
        })
    }

    /// The value of the first header field with a name, compared case-insensitively. A value with a line end, which
    /// only the body can have, is one of the [unsafe ones](Self::unsafe_headers) and left out.
    ///
    /// ```
    /// use napkin_schemes::{Octets, schemes::Mailto};
    ///
    /// let uri = napkin::Uri::parse("mailto:a@b.example?subject=x%0D%0ABcc:%20all@b.example")?;
    /// let mailto = Mailto::read(&uri)?;
    /// assert_eq!(mailto.subject(), None);
    /// assert_eq!(mailto.unsafe_headers(), [&Octets::from("subject")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn header(&self, name: &str) -> Option<&Octets<'a>> {
        let first = self.headers.iter().find(|header| header.is(name));
        first.filter(|header| !header.breaks_line()).map(|header| &header.value)
    }

    /// The subject; if there are several, the first.
    pub fn subject(&self) -> Option<&Octets<'a>> {
        self.header("subject")
    }

    /// The text of the message, with CR LF between its lines; if there are several, the first.
    pub fn body(&self) -> Option<&Octets<'a>> {
        self.header(BODY)
    }

    /// The recipients of a copy; if there are several fields, the first.
    pub fn cc(&self) -> Option<&Octets<'a>> {
        self.header("cc")
    }

    /// The hidden recipients of a copy; if there are several fields, the first.
    pub fn bcc(&self) -> Option<&Octets<'a>> {
        self.header("bcc")
    }

    /// Sets a header field, replacing the first one of this name and removing others.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`] for an invalid name of a header field, and [`ErrorKind::Delimiter`] for a value
    /// with CR or LF, which only [`set_body`](Self::set_body) accepts.
    ///
    /// ```
    /// use napkin_schemes::{View, schemes::Mailto};
    ///
    /// let uri = napkin::Uri::parse("mailto:a@h?cc=b@h")?;
    /// let mut mail = Mailto::read(&uri)?;
    /// assert_eq!(mail.cc().unwrap(), "b@h");
    /// mail.set_header("in-reply-to", "<1@h>")?;
    /// mail.set_cc("c@h")?;
    /// mail.set_bcc("d@h")?;
    /// assert_eq!(mail.to_uri()?, "mailto:a@h?cc=c@h&in-reply-to=%3C1@h%3E&bcc=d@h");
    /// assert!(mail.set_subject("two\r\nlines").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_header(
        &mut self,
        name: impl Into<Octets<'a>>,
        value: impl Into<Octets<'a>>,
    ) -> Result<(), SchemeError> {
        let header = Header { name: name.into(), value: value.into() };
        check_name(&header.name)?;
        check_lines(&header)?;
        self.put(header);
        Ok(())
    }

    /// Sets the subject.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Delimiter`] for a subject with CR or LF.
    pub fn set_subject(&mut self, subject: impl Into<Octets<'a>>) -> Result<(), SchemeError> {
        self.set_header("subject", subject)
    }

    /// Sets the recipients of a copy: addresses separated by commas.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Delimiter`] for a text with CR or LF.
    pub fn set_cc(&mut self, addresses: impl Into<Octets<'a>>) -> Result<(), SchemeError> {
        self.set_header("cc", addresses)
    }

    /// Sets the hidden recipients of a copy.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Delimiter`] for a text with CR or LF.
    pub fn set_bcc(&mut self, addresses: impl Into<Octets<'a>>) -> Result<(), SchemeError> {
        self.set_header("bcc", addresses)
    }

    /// Sets the text of the message. Its lines may end in LF, CR or CR LF; the URI gets CR LF (RFC 6068 §5).
    pub fn set_body(&mut self, body: impl Into<Octets<'a>>) {
        self.put(Header { name: BODY.into(), value: with_line_ends(&body.into()) });
    }

    /// Replaces all header fields of a name by one.
    fn put(&mut self, header: Header<'a>) {
        let name = header.name.to_latin1();
        let first = self.headers.iter().position(|other| other.is(&name));
        let at = first.unwrap_or(self.headers.len());
        self.headers.retain(|other| !other.is(&name));
        self.headers.insert(at, header);
    }

    /// All recipients: the addresses before the question mark, and the equivalent ones in header fields `to` (RFC
    /// 6068 §2) without a line end.
    pub fn recipients(&self) -> Vec<Octets<'a>> {
        let named = self.headers.iter().filter(|it| it.is("to") && !it.breaks_line());
        let named = named.flat_map(|header| mailboxes(&header.value.to_bytes()));
        self.to.iter().cloned().chain(named.map(Octets::from)).collect()
    }

    /// Whether a header field of this name, compared case-insensitively, is believed to be safe (RFC 6068 §4): a
    /// client omits all others.
    ///
    /// ```
    /// use napkin_schemes::schemes::Mailto;
    ///
    /// assert!(Mailto::is_safe_header(b"Subject") && !Mailto::is_safe_header(b"attach"));
    /// ```
    pub fn is_safe_header(name: &[u8]) -> bool {
        SAFE.iter().any(|safe| safe.as_bytes().eq_ignore_ascii_case(name))
    }

    /// The names, as written, of header fields that a client omits because they may do harm: all except those
    /// believed to be safe (RFC 6068 §3, §4), and of these too if the value has a line end and is not the body (§5).
    pub fn unsafe_headers(&self) -> Vec<&Octets<'a>> {
        self.headers.iter().filter(|header| !is_safe(header)).map(|header| &header.name).collect()
    }

    /// The names of header fields that a client omits because a message has at most one of them, and an earlier one
    /// exists (RFC 5322 §3.6). Fields `to` add up (RFC 6068 §2).
    ///
    /// ```
    /// use napkin_schemes::{Octets, schemes::Mailto};
    ///
    /// let uri = napkin::Uri::parse("mailto:a@h?subject=one&to=b@h&subject=two")?;
    /// assert_eq!(Mailto::read(&uri)?.repeated_headers(), [&Octets::from("subject")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repeated_headers(&self) -> Vec<&Octets<'a>> {
        self.headers.iter().filter(|header| self.is_repeated(header)).map(|it| &it.name).collect()
    }

    fn is_repeated(&self, header: &Header<'a>) -> bool {
        let name = header.name.to_latin1();
        let first = self.headers.iter().find(|other| other.is(&name));
        is_safe(header) && !header.is("to") && !first.is_some_and(|it| std::ptr::eq(it, header))
    }

    /// The safe header fields, except those with fields of their own and those to omit.
    fn other_headers(&self) -> impl Iterator<Item = &Header<'a>> {
        let told = ["to", "subject", "cc", "bcc", BODY];
        self.headers.iter().filter(move |header| {
            is_safe(header) && !self.is_repeated(header) && !told.iter().any(|name| header.is(name))
        })
    }

    /// Addresses and header fields in a canonical spelling; the addresses of a `to` that has nothing else are moved
    /// to the other addresses.
    fn compared(&self) -> Option<String> {
        let mut to: Vec<_> = self.to.iter().map(compared_address).collect();
        let mut headers = Vec::new();
        for header in &self.headers {
            let moved = header.is("to").then(|| bare_addresses(&header.value)).flatten();
            if let Some(addresses) = moved {
                to.extend(addresses.iter().map(compared_address));
            } else {
                let name = lowercase(&header.name.spelled(HEADER_RAW));
                headers.push([&name, "=", &header.value.spelled(HEADER_RAW)].concat());
            }
        }
        let lead = if headers.is_empty() { "" } else { "?" };
        let text = [&to.join(","), lead, &headers.join("&")].concat();
        Some(Writer::new(MAILTO.name).raw(&text).finish().ok()?.into_text())
    }
}

/// Checks that an address of 1994 has text on both sides of its last `@`, which may be escaped.
fn check_sides(source: Source<'_>, address: &str) -> Result<(), SchemeError> {
    let decoded: Vec<_> = octets(address).map(|(_, octet)| octet).collect();
    match decoded.iter().rposition(|&octet| octet == b'@') {
        Some(at) if at > 0 && at + 1 < decoded.len() => Ok(()),
        _ => Err(source.error(ErrorKind::InvalidValue, "address", address, ONE_ADDRESS)),
    }
}

fn check_address(source: Source<'_>, address: &str) -> Result<(), SchemeError> {
    if address.is_empty() {
        return Err(source.error(ErrorKind::Empty, "address", address, TO));
    }
    source.check(address, ADDRESSES, "address", ADDRESS)?;
    let (places, decoded): (Vec<_>, Vec<_>) = octets(address).unzip();
    fault(&decoded).map_or(Ok(()), |Fault { at, kind, rule }| {
        let rest = places.get(at).and_then(|&place| address.get(place..));
        Err(source.error(kind, "address", rest.unwrap_or_default(), rule))
    })
}

/// An address with only the required escapes, and with its domain as a DNS name.
fn compared_address(address: &Octets<'_>) -> String {
    let address = address.spelled(ADDRESS_RAW);
    match address.rsplit_once('@') {
        Some((local, domain)) => [local, "@", &compared_name(domain)].concat(),
        None => address,
    }
}

/// Checks that the name of a header field has printable characters without a colon.
fn check_name(name: &Octets<'_>) -> Result<(), SchemeError> {
    let is_name = |octet: u8| octet.is_ascii_graphic() && octet != b':';
    if !name.is_empty() && name.has_only(is_name) {
        return Ok(());
    }
    Err(SchemeError::new(ErrorKind::InvalidValue, "header name", FIELD_NAME).at_if(name.start()))
}

/// Checks that a value that is data has no line ends, which would begin another header field; a value read from a
/// URI is written unchanged.
fn check_lines(header: &Header<'_>) -> Result<(), SchemeError> {
    if header.value.written().is_none() && header.breaks_line() {
        return Err(SchemeError::new(ErrorKind::Delimiter, "header value", LINE_ENDS));
    }
    Ok(())
}

/// A text that is data, with all line ends as CR LF.
fn with_line_ends<'a>(text: &Octets<'a>) -> Octets<'a> {
    let octets = text.to_bytes();
    if text.written().is_some() || octets.iter().all(|octet| !matches!(octet, b'\r' | b'\n')) {
        return text.clone();
    }
    let mut output = Vec::with_capacity(octets.len() + 8);
    let mut rest = octets.iter().copied().peekable();
    while let Some(octet) = rest.next() {
        match octet {
            b'\r' | b'\n' => {
                rest.next_if(|&next| octet == b'\r' && next == b'\n');
                output.extend(b"\r\n");
            }
            octet => output.push(octet),
        }
    }
    output.into()
}

fn is_safe(header: &Header<'_>) -> bool {
    SAFE.iter().any(|name| header.is(name)) && !header.breaks_line()
}

/// Whether an octet ends a line, or a text.
const fn ends_line(octet: u8) -> bool {
    matches!(octet, b'\r' | b'\n' | b'\0')
}

impl Header<'_> {
    /// Whether the value would begin another header field; the body has lines.
    fn breaks_line(&self) -> bool {
        !self.is(BODY) && !self.value.has_only(|octet| !ends_line(octet))
    }
}

/// Header fields as text.
fn shown_headers<'h>(headers: impl IntoIterator<Item = &'h Header<'h>>) -> Value {
    let pairs = headers.into_iter().map(|header| (header.name.shown(), header.value.shown()));
    pairs.collect::<Vec<_>>().into()
}

impl<'a> Mailto<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let dialect = fields.dialect(|it| it.dialect, |edition| DIALECTS.get(edition));
        let address =
            fields.field("address", Given::octets, |it| it.to.first().map(Octets::shown))?;
        if dialect.is_one_address {
            return fields.build(|given| {
                let address = address.ok_or(given.error(ErrorKind::Missing, "address"))?;
                Ok(Self { to: vec![address], headers: Vec::new(), dialect })
            });
        }
        let to = fields.all("to", |it| all(&it.recipients()))?;
        let mut named = |name| {
            let value =
                fields.field(name, Given::octets, |it: &Self| it.header(name).map(Octets::shown));
            value.map(|value| (name, value))
        };
        let [subject, body, cc, bcc] =
            [named("subject")?, named(BODY)?, named("cc")?, named("bcc")?];
        let headers = fields.field("headers", Given::headers, |it| shown_headers(&it.headers))?;
        fields.derived("unsafe_headers", |it| all(it.unsafe_headers()));
        fields.derived("repeated_headers", |it| all(it.repeated_headers()));
        fields.build(|_| {
            let mut mailto = Self { to: Vec::new(), headers, dialect };
            // Header fields `to` already have some of the addresses.
            let named = mailto.recipients();
            mailto.to = to;
            if mailto.to.ends_with(&named) {
                mailto.to.truncate(mailto.to.len() - named.len());
            }
            if mailto.to.is_empty() {
                mailto.to.extend(address);
            }
            for (name, value) in [subject, cc, bcc, body] {
                let Some(value) = value else { continue };
                if mailto.header(name) == Some(&value) {
                    continue;
                }
                if name == BODY && !value.has_only(|octet| !ends_line(octet)) {
                    let text = Octets::from(value.to_bytes().into_owned());
                    mailto.headers.push(Header::new(name, with_line_ends(&text)));
                } else {
                    mailto.headers.push(Header::new(name, value));
                }
            }
            Ok(mailto)
        })
    }
}

impl View for Mailto<'_> {
    /// In 1994 the single address is an addr-spec of RFC 822 (RFC 1630, Mailto; RFC 1738 §3.5). Today a header field
    /// is one line, but for the body (RFC 6068 §5).
    fn check(&self) -> Result<(), SchemeError> {
        self.check_addresses()?;
        match self.headers.iter().find(|header| header.breaks_line()) {
            None => Ok(()),
            Some(header) => {
                let error = SchemeError::new(ErrorKind::Delimiter, "header value", LINE_ENDS);
                Err(error.at_if(header.value.place_of(ends_line)))
            }
        }
    }

    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(MAILTO.name);
        let writer = if self.dialect.is_one_address {
            // As data: characters that were no delimiters there are delimiters in the current syntax.
            let data = self.to.iter().map(|to| Octets::from(to.to_bytes().into_owned()));
            writer.joined(&data.collect::<Vec<_>>(), ",", ADDRESS_RAW)
        } else {
            writer.joined(&self.to, ",", ADDRESS_RAW)
        };
        let mut headers = self.headers.clone();
        for header in &mut headers {
            check_lines(header)?;
            if header.is(BODY) {
                header.value = with_line_ends(&header.value);
            }
        }
        let uri = writer.headers(&headers, HEADER_RAW).finish()?;
        Mailto::read(&uri)?;
        Ok(uri)
    }

    /// Opens a message with the fields that a client may take from the URI; the user sends it (RFC 6068 §7). The
    /// omitted header fields are listed: harmful ones and repeated ones.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        self.check_message(client)?;
        Ok(Plan::new(vec![Step::Perform("compose", self.message()?)]))
    }

    /// Domains as DNS names, lowercase names of header fields, no unneeded escapes, and the addresses of a header
    /// field `to` together with the others (RFC 6068 §2).
    fn normal(&self) -> Option<String> {
        if self.dialect.is_one_address {
            return None;
        }
        let normal = self.compared()?;
        (normal != self.to_uri().ok()?.as_str()).then_some(normal)
    }
}
