//! `blob`: data that a browser holds, named by the origin that made it and a UUID (W3C File API).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::as_sent;
use crate::plan::Plan;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Data of a browser.
pub static BLOB: Definition = Definition {
    name: "blob",
    title: "Binary data held by a browser",
    document: "W3C File API section 8",
    grammar: "\
blob-URL = \"blob:\" origin \"/\" UUID
origin   = \"null\" / scheme \"://\" host [ \":\" port ]",
    example: "blob:https://example.org/40a5fb5a-d56d-4a33-b4e2-0acf6a8e5f64",
    default_port: None,
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Blob::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Blob::visit)?)),
};

const URL: Rule = Rule { name: "blob URL", section: "W3C File API section 8" };
const ORIGIN: Rule = Rule { name: "origin", section: "W3C File API section 8" };
const UUID: Rule = Rule { name: "UUID", section: "RFC 9562 section 4" };

/// The serialization of an opaque origin.
const OPAQUE: &str = "null";

/// Data that a browser holds.
///
/// Two URIs name the same data only if they are equal character by character.
///
/// ```
/// use napkin_schemes::schemes::Blob;
///
/// let text = "blob:https://example.org/40a5fb5a-d56d-4a33-b4e2-0acf6a8e5f64";
/// let uri = napkin::Uri::parse(text)?;
/// let blob = Blob::read(&uri)?;
/// assert_eq!(blob.origin, "https://example.org");
/// assert_eq!(blob.origin_scheme(), Some("https"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob<'a> {
    /// The origin that made it: scheme, host and port, or `null` for an opaque origin.
    pub origin: Cow<'a, str>,
    /// The UUID among the origin's blobs.
    pub uuid: Cow<'a, str>,
}

impl<'a> Blob<'a> {
    /// Reads a URI of `blob`.
    ///
    /// # Errors
    ///
    /// If there is no origin, or it has more than scheme, host and port; or if the text after its slash is not a
    /// UUID.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        BLOB.read_by(&[BLOB.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let text = source.after_scheme();
        let missing = source.error(ErrorKind::Missing, "origin", text, URL);
        let (origin, uuid) = text.rsplit_once('/').ok_or(missing)?;
        // An IRI has the origin of the URI that it is mapped to.
        if !is_origin(&as_sent(origin.to_owned())) {
            return Err(source.error(ErrorKind::InvalidValue, "origin", origin, ORIGIN));
        }
        if !is_uuid(uuid) {
            return Err(source.error(ErrorKind::InvalidValue, "uuid", uuid, UUID));
        }
        Ok(Self { origin: origin.into(), uuid: uuid.into() })
    }

    /// The scheme of the origin; nothing for an opaque one.
    pub fn origin_scheme(&self) -> Option<&str> {
        self.origin.split_once("://").map(|(scheme, _)| scheme)
    }
}

fn is_origin(text: &str) -> bool {
    let bare = |uri: Uri<&str>| {
        let empty = uri.path().as_str().is_empty() && uri.query().is_none();
        let bare = uri.userinfo().is_none() && uri.fragment().is_none();
        uri.authority().is_some() && empty && bare
    };
    text == OPAQUE || Uri::parse(text).is_ok_and(bare)
}

fn is_uuid(text: &str) -> bool {
    const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
    let hexadecimal = |group: &str| group.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.split('-').map(str::len).eq(GROUPS) && text.split('-').all(hexadecimal)
}

impl<'a> Blob<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let origin = fields.field("origin", Given::needed_text, |it| &it.origin)?;
        fields.derived("origin_scheme", Self::origin_scheme);
        let uuid = fields.field("uuid", Given::needed_text, |it| &it.uuid)?;
        fields.build(|_| Ok(Self { origin, uuid }))
    }
}

impl View for Blob<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        if !is_origin(&self.origin) {
            return Err(SchemeError::new(ErrorKind::InvalidValue, "origin", ORIGIN));
        }
        if !is_uuid(&self.uuid) {
            return Err(SchemeError::new(ErrorKind::InvalidValue, "uuid", UUID));
        }
        Writer::new(BLOB.name).raw(&self.origin).raw("/").raw(&self.uuid).finish()
    }

    fn plan(&self, _client: &Client) -> Result<Plan, SchemeError> {
        Err(SchemeError::new(ErrorKind::NoPlan, "scheme", URL)
            .because("only the browser that made the data has it"))
    }
}
