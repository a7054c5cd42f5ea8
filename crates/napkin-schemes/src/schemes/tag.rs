//! `tag`: a name made unique by a domain or an address and a day on which it belonged to the maker (RFC 4151).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::source::Source;
use crate::spelling::{ALPHANUM, DIGIT};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Tags.
pub static TAG: Definition = Definition {
    name: "tag",
    title: "Tags of an entity and a day",
    document: "RFC 4151 section 2.1",
    grammar: "\
tagURI        = \"tag:\" taggingEntity \":\" specific [ \"#\" fragment ]
taggingEntity = authorityName \",\" date
authorityName = DNSname / emailAddress
date          = year [ \"-\" month [ \"-\" day ] ]
DNSname       = DNScomp *( \".\" DNScomp )
DNScomp       = alphaNum [ *( alphaNum / \"-\" ) alphaNum ]
emailAddress  = 1*( alphaNum / \"-\" / \".\" / \"_\" ) \"@\" DNSname
specific      = *( pchar / \"/\" / \"?\" )",
    example: "tag:timothy@hpl.hp.com,2001:web/externalHome",
    default_port: None,
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Tag::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Tag::visit)?)),
};

const ENTITY: Rule = Rule { name: "taggingEntity", section: "RFC 4151 section 2.1" };
const AUTHORITY: Rule = Rule { name: "authorityName", section: "RFC 4151 section 2.1" };
const DATE: Rule = Rule { name: "date", section: "RFC 4151 section 2.1" };
const SPECIFIC: Rule = Rule { name: "specific", section: "RFC 4151 section 2.1" };

const LABEL: ByteSet = ALPHANUM.or(ByteSet::of(b"-"));
const MAILBOX: ByteSet = ALPHANUM.or(ByteSet::of(b"-._"));
const SPECIFICS: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~%!$&'()*+,;=:@/?"));

/// A tag. All texts are raw, since two tags are equal if their characters are.
///
/// ```
/// use napkin_schemes::{View, schemes::Tag};
///
/// let uri = napkin::Uri::parse("tag:timothy@hpl.hp.com,2001:web/externalHome")?;
/// let tag = Tag::read(&uri)?;
/// assert_eq!((&*tag.authority, &*tag.date), ("timothy@hpl.hp.com", "2001"));
/// assert_eq!(Tag::new("example.com", "2005-02-30", "x").to_uri().unwrap_err().field(), "date");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// A domain name or a mail address.
    pub authority: Cow<'a, str>,
    /// A day on which it belonged to the maker: a year, with month and day unless it is the first day.
    pub date: Cow<'a, str>,
    /// The name chosen by the maker.
    pub specific: Cow<'a, str>,
}

impl<'a> Tag<'a> {
    /// Reads a URI of `tag`.
    ///
    /// # Errors
    ///
    /// If a part is missing or has other characters, or the day does not exist.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        TAG.read_by(&[TAG.name], reference, Self::of)
    }

    /// A tag with these parts.
    pub fn new(
        authority: impl Into<Cow<'a, str>>,
        date: impl Into<Cow<'a, str>>,
        specific: impl Into<Cow<'a, str>>,
    ) -> Self {
        Self { authority: authority.into(), date: date.into(), specific: specific.into() }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let text = source.after_scheme();
        let nothing = text.get(text.len()..).unwrap_or_default();
        let missing = |field, rule| source.error(ErrorKind::Missing, field, nothing, rule);
        let (entity, specific) = text.split_once(':').ok_or(missing("specific", SPECIFIC))?;
        let end = entity.get(entity.len()..).unwrap_or_default();
        let no_date = source.error(ErrorKind::Missing, "date", end, ENTITY);
        let (authority, date) = entity.split_once(',').ok_or(no_date)?;
        check_authority(source, authority)?;
        check_date(source, date)?;
        source.check(specific, SPECIFICS, "specific", SPECIFIC)?;
        Ok(Self::new(authority, date, specific))
    }
}

/// Checks a domain name, or a mail address of a simple form.
fn check_authority(source: Source<'_>, authority: &str) -> Result<(), SchemeError> {
    let error = |kind, part: &str| source.error(kind, "authority", part, AUTHORITY);
    let name = match authority.split_once('@') {
        None => authority,
        Some(("", _)) => return Err(error(ErrorKind::Empty, authority)),
        Some((mailbox, name)) => {
            source.check(mailbox, MAILBOX, "authority", AUTHORITY)?;
            name
        }
    };
    for label in name.split('.') {
        source.check(label, LABEL, "authority", AUTHORITY)?;
        if label.is_empty() {
            return Err(error(ErrorKind::Empty, label));
        }
        if label.starts_with('-') || label.ends_with('-') {
            return Err(error(ErrorKind::InvalidValue, label));
        }
    }
    Ok(())
}

/// Checks a date: a year of four digits, a month and a day of two, in the calendar.
fn check_date(source: Source<'_>, date: &str) -> Result<(), SchemeError> {
    let mut numbers = [0, 1, 1];
    let mut parts = date.split('-');
    for ((number, length), part) in numbers.iter_mut().zip([4, 2, 2]).zip(parts.by_ref()) {
        source.check(part, DIGIT, "date", DATE)?;
        let read = part.parse::<u16>().ok().filter(|_| part.len() == length);
        *number = read.ok_or(source.error(ErrorKind::InvalidValue, "date", part, DATE))?;
    }
    if let Some(more) = parts.next() {
        return Err(source.error(ErrorKind::InvalidValue, "date", more, DATE));
    }
    let [year, month, day] = numbers;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    if (1..=days).contains(&day) {
        return Ok(());
    }
    Err(source.error(ErrorKind::OutOfRange, "date", date, DATE))
}

impl<'a> Tag<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let authority = fields.field("authority", Given::needed_text, |it| &it.authority)?;
        let date = fields.field("date", Given::needed_text, |it| &it.date)?;
        let specific = fields.written("specific", SPECIFICS, |it| &it.specific)?;
        fields.build(|_| Ok(Self { authority, date, specific: specific.unwrap_or_default() }))
    }
}

impl View for Tag<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(TAG.name).raw(&self.authority).raw(",").raw(&self.date);
        let uri = writer.raw(":").raw(&self.specific).finish()?;
        // The texts are raw and could contain delimiters, so the result has to be read back equal.
        if Tag::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "specific", SPECIFIC))
    }
}
