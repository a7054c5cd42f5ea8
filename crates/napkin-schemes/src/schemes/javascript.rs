//! `javascript`: the source of a script, which is shown and never run (draft-hoehrmann-javascript-scheme-03; HTML
//! Standard, navigating to a `javascript:` URL).

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::plan::Plan;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Source code of a script.
pub static JAVASCRIPT: Definition = Definition {
    name: "javascript",
    title: "Source code of a script",
    document: "draft-hoehrmann-javascript-scheme-03",
    grammar: "\
javascript-uri = \"javascript:\" *( pchar / \"/\" / \"?\" / \"#\" )  ; source, percent-encoded UTF-8",
    example: "javascript:alert(%22a%22)",
    default_port: None,
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Javascript::of(source))),
    compose: |given| Ok(Box::new(Visitor::compose(given, Javascript::visit)?)),
};

const RUN: Rule =
    Rule { name: "security considerations", section: "draft-hoehrmann-javascript-scheme-03" };

/// The characters allowed raw in the source, besides the unreserved ones.
const RAW: ByteSet = ByteSet::of(b"/?#:@!$&'()*+,;=");

/// The source of a script.
///
/// ```
/// use napkin_schemes::schemes::Javascript;
///
/// let uri = napkin::Uri::parse("javascript:alert(%22a%22)")?;
/// assert_eq!(Javascript::read(&uri)?.source_text(), "alert(\"a\")");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Javascript<'a> {
    /// The script: all text after the colon, including `#` and the text after it.
    pub source: Octets<'a>,
}

impl<'a> Javascript<'a> {
    /// Reads a URI of `javascript`.
    ///
    /// # Errors
    ///
    /// If the scheme is another.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        JAVASCRIPT.read_by(&[JAVASCRIPT.name], reference, |source| Ok(Self::of(source)))
    }

    fn of(source: Source<'a>) -> Self {
        let whole = source.reference().as_str();
        let script = whole.get(source.scheme().len() + ":".len()..).unwrap_or_default();
        Self { source: source.octets(script) }
    }

    /// The source, decoded from UTF-8; ill-formed octets become U+FFFD.
    pub fn source_text(&self) -> String {
        String::from_utf8_lossy(&self.source.to_bytes()).into_owned()
    }
}

impl<'a> Javascript<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let source = fields.field("source", Given::needed, Self::source_text)?;
        fields.build(|_| Ok(Self { source }))
    }
}

impl View for Javascript<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        Writer::new(JAVASCRIPT.name).specific_part(&self.source, RAW).finish()
    }

    fn plan(&self, _client: &Client) -> Result<Plan, SchemeError> {
        Err(SchemeError::new(ErrorKind::NoPlan, "source", RUN).because("a script is never run"))
    }
}
