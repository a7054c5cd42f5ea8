//! `sms`: a short message to telephone numbers (RFC 5724).

use std::collections::HashSet;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::pairs::{Grammar, Header};
use crate::plan::{Plan, Step};
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

use super::Tel;
use super::tel;

/// Short messages.
pub static SMS: Definition = Definition {
    name: "sms",
    title: "Short Message Service",
    document: "RFC 5724 section 2.2",
    grammar: "\
sms-uri        = \"sms:\" sms-recipient *( \",\" sms-recipient ) [ \"?\" sms-fields ]
sms-recipient  = telephone-subscriber
sms-fields     = sms-field *( \"&\" sms-field )
sms-field      = sms-field-name \"=\" escaped-value
sms-field-name = \"body\" / 1*( unreserved )
escaped-value  = *( unreserved / pct-encoded )",
    example: "sms:+15105550101,+15105550102?body=hello%20there",
    default_port: None,
    standings: &[],
    normalization: Some(tel::NORMAL),
    read: |source| Ok(Box::new(Sms::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Sms::visit)?)),
};

const FIELD: Rule = Rule { name: "sms-field", section: "RFC 5724 section 2.2" };
const NAME: Rule = Rule { name: "sms-field-name", section: "RFC 5724 section 2.2" };
const VALUE: Rule = Rule { name: "escaped-value", section: "RFC 5724 section 2.2" };

const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~"));
const GRAMMAR: Grammar =
    Grammar::of_fields((UNRESERVED, NAME), (UNRESERVED.or(ByteSet::of(b"%")), VALUE));

/// A short message.
///
/// ```
/// use napkin_schemes::{Header, View, schemes::{Sms, Tel}};
///
/// let uri = napkin::Uri::parse("sms:+15105550101?body=hello%20there")?;
/// let sms = Sms::read(&uri)?;
/// assert_eq!(sms.recipients[0].digits(), "+15105550101");
/// assert_eq!(sms.body().unwrap(), "hello there");
///
/// let mut sms = Sms::new(Tel::new("+1-510"));
/// sms.fields.push(Header::new("body", "50% & more"));
/// assert_eq!(sms.to_uri()?, "sms:+1-510?body=50%25%20%26%20more");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sms<'a> {
    /// The numbers in their order; at least one.
    pub recipients: Vec<Tel<'a>>,
    /// The fields in their order; no name appears twice.
    pub fields: Vec<Header<'a>>,
}

impl<'a> Sms<'a> {
    /// Reads a URI of `sms`.
    ///
    /// # Errors
    ///
    /// The errors of [`Tel::read`] for a recipient; if a field has no `=`, no name or another character, or its
    /// name occurs twice.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        SMS.read_by(&[SMS.name], reference, Self::of)
    }

    /// An empty message to a number.
    pub fn new(recipient: Tel<'a>) -> Self {
        Self { recipients: vec![recipient], fields: Vec::new() }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (numbers, fields) = match source.after_scheme().split_once('?') {
            Some((numbers, fields)) => (numbers, Some(fields)),
            None => (source.after_scheme(), None),
        };
        let recipients = numbers.split(',').map(|number| Tel::subscriber(source, number));
        let recipients = recipients.collect::<Result<_, _>>()?;
        let fields = Header::read_all(source, fields, &GRAMMAR)?;
        let mut seen = HashSet::new();
        for Header { name, .. } in &fields {
            let text = name.written().unwrap_or_default();
            if text.is_empty() {
                return Err(source.error(ErrorKind::Empty, "field name", text, NAME));
            }
            if !seen.insert(text.to_ascii_lowercase()) {
                return Err(source.error(ErrorKind::Repeated, "field", text, FIELD));
            }
        }
        Ok(Self { recipients, fields })
    }

    /// The text of the message.
    pub fn body(&self) -> Option<&Octets<'a>> {
        self.fields.iter().find(|field| field.is("body")).map(|field| &field.value)
    }

    fn write(&self, numbers: &[String]) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(SMS.name).raw(&numbers.join(","));
        writer.headers(&self.fields, ByteSet::EMPTY).finish()
    }
}

impl<'a> Sms<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let recipients = fields.field("recipients", Given::texts, |it| {
            let to = it.recipients.iter().map(|it| it.subscriber_text().unwrap_or_default());
            to.collect::<Vec<_>>()
        })?;
        fields.derived("digits", |it| it.recipients.iter().map(Tel::digits).collect::<Vec<_>>());
        let body = fields.field("body", Given::octets, |it| it.body().map(Octets::shown))?;
        let others = fields.field("fields", Given::headers, |it| {
            let others = it.fields.iter().filter(|field| !field.is("body"));
            others.map(|field| (field.name.shown(), field.value.shown())).collect::<Vec<_>>()
        })?;
        fields.build(|_| {
            let body = body.map(|body| Header::new("body", body));
            Ok(Self {
                recipients: recipients.into_iter().map(Tel::written).collect(),
                fields: body.into_iter().chain(others).collect(),
            })
        })
    }
}

impl View for Sms<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let numbers: Result<Vec<_>, _> = self.recipients.iter().map(Tel::subscriber_text).collect();
        let uri = self.write(&numbers?)?;
        if Sms::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "field", FIELD))
    }

    /// The user decides whether to send it (RFC 5724 §4).
    fn plan(&self, _client: &Client) -> Result<Plan, SchemeError> {
        let to: Vec<_> = self.recipients.iter().map(Tel::digits).collect();
        let message = Fields::new().with("to", to).with("body", self.body().map(Octets::shown));
        Ok(Plan::new(vec![Step::Show("a message to send", message)]))
    }

    /// Each number in its form for comparison (RFC 3966 §4).
    fn normal(&self) -> Option<String> {
        let numbers: Option<Vec<_>> = self.recipients.iter().map(Tel::normal_subscriber).collect();
        let normal = self.write(&numbers?).ok()?;
        (normal != self.to_uri().ok()?).then(|| normal.into_text())
    }
}
