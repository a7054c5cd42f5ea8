//! `ni`: a resource named by the digest of its bytes (RFC 6920 §3), and functions for `nih`.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};
use napkin_scan::hex;

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Step};
use crate::server::Server;
use crate::source::Source;
use crate::spelling::{ALPHANUM, hexadecimal};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

use super::Http;

/// Named information.
pub static NI: Definition = Definition {
    name: "ni",
    title: "Named Information",
    document: "RFC 6920 section 3",
    grammar: "\
NI-URI       = \"ni:\" ni-hier-part [ \"?\" query ]
ni-hier-part = \"//\" [ authority ] \"/\" alg-val
alg-val      = alg \";\" val
alg          = 1*unreserved
val          = 1*unreserved",
    example: "ni://example.com/sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk?ct=text/plain",
    default_port: None,
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Ni::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Ni::visit)?)),
};

const URI: Rule = Rule { name: "NI-URI", section: "RFC 6920 section 3" };
const ALG_VAL: Rule = Rule { name: "alg-val", section: "RFC 6920 section 3" };
const ALG: Rule = Rule { name: "alg", section: "RFC 6920 section 3" };
const VAL: Rule = Rule { name: "val", section: "RFC 6920 section 3" };
const ACCESS: Rule = Rule { name: "well-known", section: "RFC 6920 section 4" };

const NAMES: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~"));

/// The registered algorithms: number, name, and octets of a digest (RFC 6920 §9.4).
const ALGORITHMS: &[(u8, &str, usize)] = &[
    (1, "sha-256", 32),
    (2, "sha-256-128", 16),
    (3, "sha-256-120", 15),
    (4, "sha-256-96", 12),
    (5, "sha-256-64", 8),
    (6, "sha-256-32", 4),
    (7, "sha-384", 48),
    (8, "sha-512", 64),
    (9, "sha3-224", 28),
    (10, "sha3-256", 32),
    (11, "sha3-384", 48),
    (12, "sha3-512", 64),
];

/// A resource, named by a digest.
///
/// `==` compares all fields; [`is_same`](View::is_same) compares the named resources.
///
/// ```
/// use napkin_schemes::schemes::Ni;
///
/// let uri = napkin::Uri::parse("ni:///sha-256-32;f4OxZQ?ct=text/plain")?;
/// let ni = Ni::read(&uri)?;
/// assert_eq!((&*ni.algorithm, &*ni.digest), ("sha-256-32", &[0x7F, 0x83, 0xB1, 0x65][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ni<'a> {
    /// Host and port of a server that may have it; an empty host means any server.
    pub server: Server<'a>,
    /// The algorithm, such as `sha-256`.
    pub algorithm: Cow<'a, str>,
    /// The digest.
    pub digest: Vec<u8>,
    /// The text after the question mark, such as `ct=image/png`; raw.
    pub query: Option<Cow<'a, str>>,
}

impl<'a> Ni<'a> {
    /// Reads a URI of `ni`.
    ///
    /// # Errors
    ///
    /// If it does not begin with two slashes, algorithm or digest are missing, or the digest is not base64url
    /// without padding of the algorithm's length.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        NI.read_by(&[NI.name], reference, Self::of)
    }

    /// A resource with this digest, on any server.
    pub fn new(algorithm: impl Into<Cow<'a, str>>, digest: impl Into<Vec<u8>>) -> Self {
        let (algorithm, digest) = (algorithm.into(), digest.into());
        Self { server: Server::new(""), algorithm, digest, query: None }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URI)?;
        let server = source.server_or_empty(URI)?;
        let behind = source.after_authority().unwrap_or_default();
        let missing = source.error(ErrorKind::Missing, "algorithm", behind, URI);
        let rest = behind.strip_prefix('/').ok_or(missing)?;
        let (text, query) = match rest.split_once('?') {
            Some((text, query)) => (text, Some(Cow::Borrowed(query))),
            None => (rest, None),
        };
        let (algorithm, value) = algorithm(source, text)?;
        source.check(value, NAMES, "digest", VAL)?;
        let digest = URL_SAFE_NO_PAD.decode(value).ok();
        let invalid = source.error(ErrorKind::InvalidValue, "digest", value, VAL);
        let digest = digest.ok_or(invalid)?;
        check_length(source, algorithm, value, &digest)?;
        Ok(Self { server, query, ..Self::new(algorithm, digest) })
    }

    /// The media type of the resource, which does not affect the name (`ct`); `None` if no header can have it.
    pub fn content_type(&self) -> Option<Octets<'_>> {
        self.given_type().filter(|given| place::HEADER_VALUE.fault(&given.to_bytes()).is_none())
    }

    /// The value of `ct`.
    fn given_type(&self) -> Option<Octets<'_>> {
        let pairs = self.query.as_deref()?.split('&');
        pairs.filter_map(|pair| pair.strip_prefix("ct=")).map(Octets::encoded).next()
    }

    fn check_type(&self, client: &Client) -> Result<(), SchemeError> {
        let Some(given) = self.given_type() else { return Ok(()) };
        client.argument(&given, "content type", &place::HEADER_VALUE).map(drop)
    }

    fn value(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.digest)
    }
}

/// The algorithm and the text of the digest, both required.
pub(super) fn algorithm<'a>(
    source: Source<'a>,
    text: &'a str,
) -> Result<(&'a str, &'a str), SchemeError> {
    let end = text.find(';').unwrap_or(text.len());
    let (algorithm, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    if algorithm.is_empty() {
        return Err(source.error(ErrorKind::Empty, "algorithm", algorithm, ALG));
    }
    source.check(algorithm, NAMES, "algorithm", ALG)?;
    let missing = source.error(ErrorKind::Missing, "digest", rest, ALG_VAL);
    let value = rest.strip_prefix(';').ok_or(missing)?;
    if value.is_empty() {
        return Err(source.error(ErrorKind::Empty, "digest", value, VAL));
    }
    Ok((algorithm, value))
}

/// Checks the length of a digest by its registered algorithm.
pub(super) fn check_length(
    source: Source<'_>,
    algorithm: &str,
    value: &str,
    digest: &[u8],
) -> Result<(), SchemeError> {
    let known = ALGORITHMS.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(algorithm));
    if known.is_none_or(|(.., length)| *length == digest.len()) {
        return Ok(());
    }
    Err(source.error(ErrorKind::OutOfRange, "digest", value, VAL))
}

/// The name of an algorithm given by name or number.
pub(super) fn named(algorithm: &str) -> &str {
    let is = |number: u8| algorithm.parse() == Ok(number);
    ALGORITHMS.iter().find(|(number, ..)| is(*number)).map_or(algorithm, |(_, name, _)| name)
}

/// A digest that is given in hexadecimal digits.
///
/// # Errors
///
/// [`ErrorKind::Missing`] and [`ErrorKind::InvalidValue`].
pub(super) fn digest(given: &Given<'_>, name: &'static str) -> Result<Vec<u8>, SchemeError> {
    let digest = octets_of(&given.needed_text(name)?);
    digest.ok_or_else(|| given.error(ErrorKind::InvalidValue, name))
}

/// The octets of pairs of hexadecimal digits.
pub(super) fn octets_of(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| match *pair {
        [high, low] => Some(hex(high)? << 4 | hex(low)?),
        _ => None,
    });
    pairs.collect()
}

impl<'a> Ni<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        const QUERY: ByteSet = ByteSet::of(b"!$&'()*+,;=:@/?");
        let server = fields.server_if(|it| Some((&it.server, None)))?;
        let algorithm = fields.field("algorithm", Given::needed_text, |it| &it.algorithm)?;
        let digest = fields.field("digest", digest, |it| hexadecimal(&it.digest))?;
        fields.derived("content_type", |it| it.content_type().as_ref().map(Octets::shown));
        let query = fields.written("query", QUERY, |it| it.query.as_ref())?;
        fields.build(|_| {
            let server = server.unwrap_or(Server::new(""));
            Ok(Self { server, query, ..Self::new(algorithm, digest) })
        })
    }
}

impl View for Ni<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(NI.name).server(&self.server).raw("/").raw(&self.algorithm);
        let writer = writer.raw(";").raw(&self.value());
        let uri = match &self.query {
            None => writer.finish()?,
            Some(query) => writer.raw("?").raw(query).finish()?,
        };
        // A raw field could contain a delimiter, so the result has to be read back equal.
        if Ni::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "algorithm", ALG))
    }

    /// The media type is the value of a header.
    fn check(&self) -> Result<(), SchemeError> {
        self.check_type(&Client::default())
    }

    /// Fetches it over HTTPS from the well-known location; the content has to have the digest.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        self.check_type(client)?;
        if self.server.host.is_empty() {
            return Err(SchemeError::new(ErrorKind::NoPlan, "host", ACCESS)
                .because("no host is named that has it"));
        }
        let writer = Writer::new("https").server(&self.server).raw("/.well-known/ni/");
        let writer = writer.raw(&self.algorithm).raw("/").raw(&self.value());
        let uri = match &self.query {
            None => writer.finish()?,
            Some(query) => writer.raw("?").raw(query).finish()?,
        };
        let mut steps = Http::read(&uri)?.plan(client)?.steps().to_vec();
        let wanted = Fields::new().with("algorithm", &self.algorithm);
        let wanted = wanted.with("digest", hexadecimal(&self.digest));
        steps.push(Step::Perform("compare the digest", wanted));
        Ok(Plan::new(steps))
    }

    /// Two names are equal if algorithm and digest are, whichever server they name (RFC 6920 §2).
    fn is_same(&self, other: Reference<'_>) -> Option<bool> {
        let other = Ni::read(other).ok()?;
        Some(self.algorithm == other.algorithm && self.digest == other.digest)
    }
}
