//! `mid`: a message, or a body part of one, by their ids (RFC 1630, Message-Id; RFC 2392).

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::address::addr_spec_fault;
use crate::citation::rule;
use crate::client::Client;
use crate::definition::{ByEdition, Class, Definition, Standing, View, no_plan};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::Plan;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Message identifiers.
pub static MID: Definition = Definition {
    name: "mid",
    title: "message identifier",
    document: "RFC 2392 section 2",
    grammar: "\
mid-url    = \"mid\" \":\" message-id [ \"/\" content-id ]
message-id = url-addr-spec
content-id = url-addr-spec
url-addr-spec = addr-spec  ; URL encoding of RFC 822 addr-spec",
    example: "mid:960830.1639@example.com/partA.960830.1639@example.com",
    default_port: None,
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630, \"Message-Id\"",
            &[(ADDRESS, rule("midaddress", "RFC 1630, \"Message-Id\""))],
        )
        .without(&["content_id"]),
        Standing::mentioned(RFC1738, Class::Reserved, "RFC 1738 section 4"),
    ],
    normalization: None,
    read: |source| Ok(Box::new(Mid::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Mid::visit)?)),
};

pub(super) const ADDRESS: Rule = Rule { name: "url-addr-spec", section: "RFC 2392 section 2" };

/// The characters allowed raw in an id, besides the unreserved ones.
pub(super) const RAW: ByteSet = ByteSet::of(b"@$!*'(),&=+;:");

/// Whether an id has to be an address; otherwise the edition's parser has checked it.
static IS_ADDRESS: ByEdition<bool> = ByEdition { own: &[(RFC1630, false)], others: true };

/// A message, or a body part of it.
///
/// ```
/// use napkin_schemes::schemes::Mid;
///
/// let uri = napkin::Uri::parse("mid:12345@host.dom/part1@host.dom")?;
/// let mid = Mid::read(&uri)?;
/// assert_eq!(mid.message_id, "12345@host.dom");
/// assert_eq!(mid.content_id.unwrap(), "part1@host.dom");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mid<'a> {
    /// The Message-ID without its brackets.
    pub message_id: Octets<'a>,
    /// The Content-ID of a body part without its brackets.
    pub content_id: Option<Octets<'a>>,
}

impl<'a> Mid<'a> {
    /// Reads a URI of `mid`, by its edition.
    ///
    /// # Errors
    ///
    /// If an id is not an address of RFC 822, in escapes where it has to be.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        MID.read_by(&[MID.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (message_id, content_id) = match source.after_scheme().split_once('/') {
            Some((message_id, content_id)) => (message_id, Some(content_id)),
            None => (source.after_scheme(), None),
        };
        check_id(source, message_id, "message id")?;
        if let Some(content_id) = content_id {
            check_id(source, content_id, "content id")?;
        }
        Ok(Self {
            message_id: source.octets(message_id),
            content_id: content_id.map(|part| source.octets(part)),
        })
    }
}

/// Checks that an id is an address; slash and question mark are escaped (RFC 2392 §2).
pub(super) fn check_id(
    source: Source<'_>,
    id: &str,
    field: &'static str,
) -> Result<(), SchemeError> {
    if !IS_ADDRESS.get(source.edition()) {
        return Ok(());
    }
    if let Some(at) = id.find(['/', '?']) {
        let delimiter = id.get(at..).unwrap_or(id);
        return Err(source.error(ErrorKind::InvalidCharacter, field, delimiter, ADDRESS));
    }
    source.check_octets(id, addr_spec_fault, field, ADDRESS)
}

/// # Errors
///
/// [`ErrorKind::InvalidValue`], if it is not an address, which RFC 1630 does not require.
pub(super) fn check_address(id: &Octets<'_>, field: &'static str) -> Result<(), SchemeError> {
    let has_delimiter = id.written().is_some_and(|text| text.contains(['/', '?']));
    if has_delimiter || addr_spec_fault(&id.to_bytes()).is_some() {
        return Err(SchemeError::new(ErrorKind::InvalidValue, field, ADDRESS));
    }
    Ok(())
}

/// An id as written in a header; `None` if it would end there before its own end, which only RFC 1630 allows.
pub(super) fn header(id: &Octets<'_>) -> Option<String> {
    check_header(id, "id").ok()?;
    Some(["<", &id.shown_text(), ">"].concat())
}

/// Checks that an id can stand in a header: an address, with any octets that its quotes allow, or a word of the header.
///
/// # Errors
///
/// [`ErrorKind::Delimiter`] and [`ErrorKind::InvalidValue`], at the first octet that has no place there.
pub(super) fn check_header(id: &Octets<'_>, field: &'static str) -> Result<(), SchemeError> {
    if addr_spec_fault(&id.to_bytes()).is_none() {
        return Ok(());
    }
    Client::default().argument(id, field, &place::HEADER_ID).map(drop)
}

impl<'a> Mid<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let message_id = fields.field("message_id", Given::needed, |it| &it.message_id)?;
        let content_id = fields.field("content_id", Given::octets, |it| it.content_id.as_ref())?;
        fields.derived("header", |it| header(&it.message_id));
        fields.derived("content_header", |it| it.content_id.as_ref().and_then(header));
        fields.build(|_| Ok(Self { message_id, content_id }))
    }
}

impl View for Mid<'_> {
    /// By its text, RFC 1630 too requires an addr-spec of RFC 822; its grammar allows more.
    fn check(&self) -> Result<(), SchemeError> {
        let ids =
            [(Some(&self.message_id), "message id"), (self.content_id.as_ref(), "content id")];
        for (id, field) in ids {
            let fault =
                id.and_then(|id| addr_spec_fault(&id.to_bytes()).map(|number| (id, number)));
            if let Some((id, number)) = fault {
                let error = SchemeError::new(ErrorKind::InvalidCharacter, field, ADDRESS);
                return Err(id.place(number).map_or(error, |at| error.at(at)));
            }
        }
        Ok(())
    }

    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn plan(&self, _client: &Client) -> Result<Plan, SchemeError> {
        check_header(&self.message_id, "message id")?;
        if let Some(content_id) = &self.content_id {
            check_header(content_id, "content id")?;
        }
        no_plan()
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        check_address(&self.message_id, "message id")?;
        if let Some(content_id) = &self.content_id {
            check_address(content_id, "content id")?;
        }
        Writer::new(MID.name)
            .octets(&self.message_id, RAW)
            .optional("/", self.content_id.as_ref(), RAW)
            .finish()
    }
}
