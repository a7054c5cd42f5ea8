//! `about`: a resource that the application has built in, named by a token (RFC 6694).

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::SchemeError;
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Resources of the application itself.
pub static ABOUT: Definition = Definition {
    name: "about",
    title: "Internal resources of an application",
    document: "RFC 6694 section 2",
    grammar: "\
about-uri   = \"about:\" about-token [ about-query ]
about-token = *pchar
about-query = \"?\" query",
    example: "about:blank",
    default_port: None,
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(About::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, About::visit)?)),
};

const TOKEN: Rule = Rule { name: "about-token", section: "RFC 6694 section 2.1" };

/// The characters allowed raw in a token, besides letters and digits.
const TOKEN_RAW: ByteSet = ByteSet::of(b"-._~!$&'()*+,;=:@");
const QUERY_RAW: ByteSet = TOKEN_RAW.or(ByteSet::of(b"/?"));

/// The tokens with the same meaning everywhere, and their meanings.
const KNOWN: &[(&str, &str)] = &[
    ("blank", "an empty document"),
    ("invalid", "a document that is never there"),
    ("legacy-compat", "the system identifier of an HTML doctype"),
    ("srcdoc", "the document in the srcdoc attribute of a frame"),
];

/// A resource of the application.
///
/// ```
/// use napkin_schemes::schemes::About;
///
/// let uri = napkin::Uri::parse("about:blank")?;
/// assert_eq!(About::read(&uri)?.meaning(), Some("an empty document"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About<'a> {
    /// The token of the resource; its case matters.
    pub token: Octets<'a>,
    /// The text after the question mark.
    pub query: Option<Octets<'a>>,
}

impl<'a> About<'a> {
    /// Reads a URI of `about`.
    ///
    /// # Errors
    ///
    /// If the token has a slash.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        ABOUT.read_by(&[ABOUT.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (token, query) = match source.after_scheme().split_once('?') {
            Some((token, query)) => (token, Some(query)),
            None => (source.after_scheme(), None),
        };
        let allowed = ALPHANUM.or(TOKEN_RAW).or(ByteSet::of(b"%"));
        source.check(token, allowed, "token", TOKEN)?;
        Ok(Self { token: source.octets(token), query: query.map(|part| source.octets(part)) })
    }

    /// The meaning of the token, if it is the same in every application. Applications define other tokens, and
    /// should show `about:blank` for an unknown one (§2.2).
    pub fn meaning(&self) -> Option<&'static str> {
        KNOWN.iter().find(|(token, _)| self.token == *token).map(|(_, meaning)| *meaning)
    }
}

impl<'a> About<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let token = fields.field("token", Given::needed, |it| &it.token)?;
        let query = fields.field("query", Given::octets, |it| it.query.as_ref())?;
        fields.derived("meaning", Self::meaning);
        fields.build(|_| Ok(Self { token, query }))
    }
}

impl View for About<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        Writer::new(ABOUT.name)
            .octets(&self.token, TOKEN_RAW)
            .optional("?", self.query.as_ref(), QUERY_RAW)
            .finish()
    }
}
