//! `did`: a decentralized identifier, and the requested part of the thing that it names (W3C DID Core).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Decentralized identifiers.
pub static DID: Definition = Definition {
    name: "did",
    title: "Decentralized Identifiers",
    document: "W3C DID Core section 3",
    grammar: "\
did-url            = did path-abempty [ \"?\" query ] [ \"#\" fragment ]
did                = \"did:\" method-name \":\" method-specific-id
method-name        = 1*method-char
method-char        = %x61-7A / DIGIT
method-specific-id = *( *idchar \":\" ) 1*idchar
idchar             = ALPHA / DIGIT / \".\" / \"-\" / \"_\" / pct-encoded",
    example: "did:example:123456789abcdefghi?versionId=1#keys-1",
    default_port: None,
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Did::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Did::visit)?)),
};

const METHOD_NAME: Rule = Rule { name: "method-name", section: "W3C DID Core section 3.1" };
const METHOD_ID: Rule = Rule { name: "method-specific-id", section: "W3C DID Core section 3.1" };
const URL: Rule = Rule { name: "did-url", section: "W3C DID Core section 3.2" };

const METHOD_CHAR: ByteSet = ByteSet::range(b'a', b'z').or(ByteSet::range(b'0', b'9'));
/// The characters of an id and the colon between its parts.
const ID: ByteSet = METHOD_CHAR.or(ByteSet::range(b'A', b'Z')).or(ByteSet::of(b".-_%:"));

/// A decentralized identifier, with path, query and fragment if it is a URL. All texts are raw.
///
/// ```
/// use napkin_schemes::schemes::Did;
///
/// let uri = napkin::Uri::parse("did:web:example.com%3A3000:user?service=files#key")?;
/// let did = Did::read(&uri)?;
/// assert_eq!((&*did.method_name, did.id_parts()), ("web", vec!["example.com:3000".into(), "user".into()]));
/// assert_eq!(did.did(), "did:web:example.com%3A3000:user");
/// assert_eq!(did.parameters(), [("service".into(), Some("files".into()))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Did<'a> {
    /// The method, in lowercase, which decides how the identifier is resolved.
    pub method_name: Cow<'a, str>,
    /// The identifier within the method.
    pub method_specific_id: Cow<'a, str>,
    /// The path, from its first slash on; empty without one.
    pub path: Cow<'a, str>,
    /// The text after the question mark.
    pub query: Option<Cow<'a, str>>,
    /// A part of the document or the resource.
    pub fragment: Option<Cow<'a, str>>,
}

impl<'a> Did<'a> {
    /// Reads a DID or a DID URL, by its edition.
    ///
    /// # Errors
    ///
    /// If the method has other characters than lowercase letters and digits, or the id has characters that its rule
    /// does not allow, or nothing after its last colon.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        DID.read_by(&[DID.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (text, query) = match source.after_scheme().split_once('?') {
            Some((text, query)) => (text, Some(query)),
            None => (source.after_scheme(), None),
        };
        let end = text.find('/').unwrap_or(text.len());
        let (did, path) = text.split_at_checked(end).unwrap_or((text, ""));
        let (method_name, id) = match did.split_once(':') {
            Some((method_name, id)) => (method_name, Some(id)),
            None => (did, None),
        };
        if method_name.is_empty() {
            return Err(source.error(ErrorKind::Empty, "method name", did, METHOD_NAME));
        }
        source.check(method_name, METHOD_CHAR, "method name", METHOD_NAME)?;
        let nothing = did.get(did.len()..).unwrap_or_default();
        let missing = source.error(ErrorKind::Missing, FIELD, nothing, METHOD_ID);
        let id = id.ok_or(missing)?;
        source.check(id, ID, FIELD, METHOD_ID)?;
        if id.is_empty() || id.ends_with(':') {
            return Err(source.error(ErrorKind::Empty, FIELD, nothing, METHOD_ID));
        }
        Ok(Self {
            method_name: method_name.into(),
            method_specific_id: id.into(),
            path: path.into(),
            query: query.map(Cow::Borrowed),
            fragment: source.fragment().map(Cow::Borrowed),
        })
    }

    /// The identifier without path, query and fragment.
    pub fn did(&self) -> String {
        [DID.name, ":", &self.method_name, ":", &self.method_specific_id].concat()
    }

    /// The parts of the id between its colons.
    pub fn id_parts(&self) -> Vec<Octets<'_>> {
        self.method_specific_id.split(':').map(Octets::encoded).collect()
    }

    /// The parameters of the query, such as `service` and `versionId`, and their values.
    pub fn parameters(&self) -> Vec<(Octets<'_>, Option<Octets<'_>>)> {
        let pairs = self.query.as_deref().into_iter().flat_map(|query| query.split('&'));
        let cut = |pair| match str::split_once(pair, '=') {
            Some((name, value)) => (Octets::encoded(name), Some(Octets::encoded(value))),
            None => (Octets::encoded(pair), None),
        };
        pairs.filter(|pair| !pair.is_empty()).map(cut).collect()
    }
}

const FIELD: &str = "method-specific id";

impl<'a> Did<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        const RAW: ByteSet = ByteSet::of(b"!$&'()*+,;=:@/?");
        fields.derived("did", Self::did);
        let method_name = fields.field("method_name", Given::needed_text, |it| &it.method_name)?;
        let method_specific_id =
            fields.field("method_specific_id", Given::needed_text, |it| &it.method_specific_id)?;
        fields.derived("id_parts", Self::id_parts);
        let path = fields.written("path", RAW.without(ByteSet::of(b"?")), |it| &it.path)?;
        let path = path.unwrap_or_default();
        let query = fields.written("query", RAW, |it| it.query.as_ref())?;
        fields.derived("parameters", Self::parameters);
        let fragment = fields.written("fragment", RAW, |it| it.fragment.as_ref())?;
        fields.build(|_| Ok(Self { method_name, method_specific_id, path, query, fragment }))
    }
}

impl View for Did<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let lead = |lead, part: &Option<Cow<'_, str>>| {
            part.as_deref().map(|part| [lead, part].concat()).unwrap_or_default()
        };
        let writer = Writer::new(DID.name).raw(&self.method_name).raw(":");
        let writer = writer.raw(&self.method_specific_id).raw(&self.path);
        let writer = writer.raw(&lead("?", &self.query)).raw(&lead("#", &self.fragment));
        let uri = writer.finish()?;
        // The texts are raw and could contain delimiters, so the result has to be read back equal.
        if Did::read(&uri)? == *self {
            Ok(uri)
        } else {
            Err(SchemeError::new(ErrorKind::NotAUri, "path", URL))
        }
    }
}
