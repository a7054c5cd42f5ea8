//! `cid`: a body part of the same message, by its id (RFC 1630, Content-Id; RFC 2392).

use napkin::edition::{RFC1630, RFC1738};
use napkin::{Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{Class, Definition, Standing, View, no_plan};
use crate::error::SchemeError;
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::plan::Plan;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

use super::mid::{ADDRESS, RAW, check_address, check_header, check_id, header};

/// Content identifiers.
pub static CID: Definition = Definition {
    name: "cid",
    title: "content identifier",
    document: "RFC 2392 section 2",
    grammar: "\
cid-url    = \"cid\" \":\" content-id
content-id = url-addr-spec",
    example: "cid:foo4%25foo1@bar.net",
    default_port: None,
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630, \"Content-Id\"",
            &[(ADDRESS, rule("cidaddress", "RFC 1630 section BNF"))],
        ),
        Standing::mentioned(RFC1738, Class::Reserved, "RFC 1738 section 4"),
    ],
    normalization: None,
    read: |source| Ok(Box::new(Cid::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Cid::visit)?)),
};

/// A body part of the message that contains the URI.
///
/// ```
/// use napkin_schemes::schemes::Cid;
///
/// let uri = napkin::Uri::parse("cid:foo4%25foo1@bar.net")?;
/// assert_eq!(Cid::read(&uri)?.header().as_deref(), Some("<foo4%foo1@bar.net>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cid<'a> {
    /// The Content-ID without its brackets.
    pub content_id: Octets<'a>,
}

impl<'a> Cid<'a> {
    /// Reads a URI of `cid`, by its edition.
    ///
    /// # Errors
    ///
    /// If the id is not an address of RFC 822, with escapes where required. RFC 1630 allows any name.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        CID.read_by(&[CID.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let id = source.after_scheme();
        check_id(source, id, "content id")?;
        Ok(Self { content_id: source.octets(id) })
    }

    /// The id as written in a Content-ID header; `None` if it has an octet that ends the id or the header there, which
    /// only RFC 1630 allows.
    pub fn header(&self) -> Option<String> {
        header(&self.content_id)
    }
}

impl<'a> Cid<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let content_id = fields.field("content_id", Given::needed, |it| &it.content_id)?;
        fields.derived("header", Self::header);
        fields.build(|_| Ok(Self { content_id }))
    }
}

impl View for Cid<'_> {
    fn check(&self) -> Result<(), SchemeError> {
        check_header(&self.content_id, "content id")
    }

    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        check_address(&self.content_id, "content id")?;
        Writer::new(CID.name).octets(&self.content_id, RAW).finish()
    }

    fn plan(&self, _client: &Client) -> Result<Plan, SchemeError> {
        self.check()?;
        no_plan()
    }
}
