//! Changes of the parts of a text, one after the other, each on the text that the one before has made.

mod by_syntax;
mod by_url_standard;

use std::borrow::Cow;
use std::fmt;

use napkin::edition::RFC3986;
use napkin::{ByteSet, HostKind, Part, QueryEditor, Reading, percent};
use napkin_url::edition::sets;
use napkin_url::{Attribute, SearchParams};

use crate::error::Error;
use crate::parsed::Parsed;
use crate::standard::Standard;

/// What is removed or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The scheme.
    Scheme,
    /// The authority.
    Authority,
    /// The userinfo.
    Userinfo,
    /// The userinfo up to its first colon.
    Username,
    /// The userinfo after its first colon.
    Password,
    /// The host.
    Host,
    /// The port.
    Port,
    /// The path.
    Path,
    /// The query.
    Query,
    /// The fragment.
    Fragment,
}

impl Field {
    /// The part that it is, or that holds it.
    pub const fn part(self) -> Part {
        match self {
            Self::Scheme => Part::Scheme,
            Self::Authority => Part::Authority,
            Self::Userinfo | Self::Username | Self::Password => Part::Userinfo,
            Self::Host => Part::Host,
            Self::Port => Part::Port,
            Self::Path => Part::Path,
            Self::Query => Part::Query,
            Self::Fragment => Part::Fragment,
        }
    }
}

/// The rewriting of a query; `None` if nothing of it is left.
pub type QueryRewriting<'c> = Box<dyn Fn(&str) -> Option<String> + 'c>;

/// A change of a text.
pub enum Change<'c> {
    /// Removes a part.
    Remove(Field),
    /// Replaces a part by a text. What is data is [encoded](Standard::encoded_for) before.
    Replace(Field, Cow<'c, str>),
    /// Calls a setter of the API of the URL Standard, which no edition of the URI syntax has.
    Attribute(Attribute, &'c str),
    /// Removes the last segment of the path.
    PopSegment,
    /// Adds segments to the path, from data.
    PushSegments(&'c [String]),
    /// Gives a key of the query this value, and removes its other pairs, from data; `None` is a key without `=`.
    SetPair(&'c str, Option<&'c str>),
    /// Adds a pair to the query, from data; `None` is a key without `=`.
    AppendPair(&'c str, Option<&'c str>),
    /// Rewrites the query, where there is one; `None` removes it.
    Rewrite(QueryRewriting<'c>),
}

impl fmt::Debug for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remove(field) => f.debug_tuple("Remove").field(field).finish(),
            Self::Replace(field, text) => {
                f.debug_tuple("Replace").field(field).field(text).finish()
            }
            Self::Attribute(attribute, text) => {
                f.debug_tuple("Attribute").field(attribute).field(text).finish()
            }
            Self::PopSegment => f.write_str("PopSegment"),
            Self::PushSegments(segments) => f.debug_tuple("PushSegments").field(segments).finish(),
            Self::SetPair(key, value) => f.debug_tuple("SetPair").field(key).field(value).finish(),
            Self::AppendPair(key, value) => {
                f.debug_tuple("AppendPair").field(key).field(value).finish()
            }
            // A function has no text.
            Self::Rewrite(_) => f.debug_tuple("Rewrite").finish_non_exhaustive(),
        }
    }
}

/// A changed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The text.
    pub text: String,
    /// The changes without effect: by the URL Standard, whose setters ignore what they refuse.
    pub ignored: Vec<Ignored>,
}

/// A change without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// The number of the change, from 0.
    pub change: usize,
    /// The text that the setter got.
    pub value: String,
    /// Whether the setter refused the text, and not that there was nothing to remove or to rewrite.
    pub is_refused: bool,
}

/// A change that cannot be made, by an edition of the URI syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of the change, from 0.
    pub change: usize,
    /// The new text, which the error is of; empty for a removal.
    pub value: String,
    /// Why.
    pub error: Error,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Refused {}

impl Parsed<'_, '_> {
    /// The text with some changes, made in this order. Pairs of the query that are not changed keep their order and their spelling.
    ///
    /// ```
    /// use napkin_standards::Standard;
    /// use napkin_standards::set::{Change, Field};
    ///
    /// let changes = [Change::Replace(Field::Port, "x".into()), Change::SetPair("a", Some("b c"))];
    /// let set = |name| Standard::named(name).unwrap().parse("http://h?a=1", |parsed| parsed.unwrap().set(&changes));
    /// // An edition refuses what it cannot parse, a setter of browsers ignores it.
    /// assert_eq!(set("rfc3986").unwrap_err().error.part(), Some("port"));
    /// let changed = set("whatwg")?;
    /// assert_eq!((&*changed.text, changed.ignored[0].change), ("http://h/?a=b+c", 0));
    /// # Ok::<(), napkin_standards::set::Refused>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first change that an edition of the URI syntax refuses.
    pub fn set(self, changes: &[Change<'_>]) -> Result<Changed, Refused> {
        match self {
            Self::Reference(reference) => by_syntax::set(*reference, changes),
            Self::Url(url) => Ok(by_url_standard::set(url.clone().into_owned(), changes)),
        }
    }
}

impl Standard {
    /// Data encoded for what replaces a part. The slashes of a path and an address in brackets stay. Schemes, ports and whole
    /// authorities are no data; nor is the userinfo by the URL Standard, whose setters encode user name and password.
    ///
    /// ```
    /// use napkin_standards::Standard;
    /// use napkin_standards::set::Field;
    ///
    /// let rfc = Standard::named("rfc3986").unwrap();
    /// assert_eq!(rfc.encoded_for(Field::Path, "/a b/50%"), "/a%20b/50%25");
    /// assert_eq!(rfc.encoded_for(Field::Host, "[::1]"), "[::1]");
    /// ```
    pub fn encoded_for(self, field: Field, data: &str) -> Cow<'_, str> {
        let keep = if field == Field::Path { ByteSet::of(b"/") } else { ByteSet::EMPTY };
        match (self, field) {
            (_, Field::Scheme | Field::Authority | Field::Port)
            | (Self::Url(_), Field::Userinfo) => data.into(),
            (_, Field::Host) if self.is_address(data) => data.into(),
            (Self::Syntax(edition), _) => {
                percent::encode(data).by(edition).keep(keep).to_string().into()
            }
            (Self::Url(_), _) => {
                let set = sets::COMPONENT.without(keep).or(ByteSet::of(b"%"));
                napkin_url::percent::encode(data, set)
            }
        }
    }

    /// Whether a host is an address in brackets, by the edition or by RFC 3986.
    fn is_address(self, host: &str) -> bool {
        let authority = ["//", host].concat();
        [self.syntax_or(RFC3986), RFC3986].into_iter().any(|edition| {
            let read = edition.parse(&authority).ok().and_then(|read| read.host());
            read.is_some_and(|read| {
                read.as_str() == host && matches!(read.kind(), HostKind::Ipv6 | HostKind::IpvFuture)
            })
        })
    }

    /// The query that the changes of pairs make of one; other changes are not made.
    ///
    /// ```
    /// use napkin_standards::Standard;
    /// use napkin_standards::set::Change;
    ///
    /// let query = |name| Standard::named(name).unwrap().changed_query(Some("x"), &[Change::AppendPair("a", Some("b c"))]);
    /// assert_eq!(query("rfc3986").as_deref(), Some("x&a=b%20c"));
    /// assert_eq!(query("whatwg").as_deref(), Some("x&a=b+c"));
    /// ```
    pub fn changed_query(self, query: Option<&str>, changes: &[Change<'_>]) -> Option<String> {
        let query = query.map(str::to_owned);
        changes.iter().fold(query, |query, change| change.of_query(self, query.as_deref()))
    }
}

impl Change<'_> {
    /// The query that the change makes of one, in which an edition writes data percent-encoded and the URL Standard as a form.
    fn of_query(&self, standard: Standard, query: Option<&str>) -> Option<String> {
        const WRITTEN: QueryEditor = QueryEditor::new(Reading::Raw);
        let text = query.unwrap_or_default();
        let by_edition = |edition| QueryEditor::new(Reading::Decoded).by(edition);
        match (self, standard) {
            (Self::SetPair(key, value), Standard::Syntax(edition)) => {
                Some(by_edition(edition).set(text, key, *value))
            }
            (Self::AppendPair(key, value), Standard::Syntax(edition)) => {
                Some(by_edition(edition).append(text, key, *value))
            }
            (Self::SetPair(key, value), Standard::Url(_)) => {
                Some(with_form_pair(text, key, &form_pair(key, *value)))
            }
            (Self::AppendPair(key, value), Standard::Url(_)) => {
                Some(WRITTEN.append(text, &form_pair(key, *value), None))
            }
            (Self::Rewrite(change), _) => query.and_then(change),
            _ => query.map(str::to_owned),
        }
    }
}

/// A pair as a form writes it.
fn form_pair(key: &str, value: Option<&str>) -> String {
    let mut pair = SearchParams::default();
    pair.append(key, value.unwrap_or_default());
    pair.to_string()
}

/// A query with a pair in place of the first that a form reads as one with the key, and without the later ones. An empty piece is no
/// pair to a form.
fn with_form_pair(query: &str, key: &str, pair: &str) -> String {
    // The first question mark is no part of a form.
    let is_meant = |own: &&str| SearchParams::parse(&["?", own].concat()).has(key, None);
    let Some(first) = query.split('&').position(|own| is_meant(&own)) else {
        return QueryEditor::new(Reading::Raw).append(query, pair, None);
    };
    let pairs = query.split('&').enumerate().filter_map(|(place, own)| {
        if place == first { Some(pair) } else { Some(own).filter(|own| !is_meant(own)) }
    });
    pairs.collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::Change;
    use crate::standard::Standard;

    #[test]
    fn one_pair_changes_and_the_others_keep_every_byte() {
        // An empty piece is no pair to a form.
        for (name, of_empty) in [("rfc3986", "=1&x"), ("whatwg", "&x&=1")] {
            let changed = |query, change| {
                Standard::named(name).unwrap().changed_query(Some(query), &[change]).unwrap()
            };
            let set = |query| changed(query, Change::SetPair("a", Some("2")));
            assert_eq!(set("&x[]=%7e&a=1&&c&a&d=1;2&"), "&x[]=%7e&a=2&&c&d=1;2&");
            assert_eq!((set("a"), set(""), set("&")), ("a=2".into(), "a=2".into(), "&&a=2".into()));
            assert_eq!(changed("&x", Change::SetPair("", Some("1"))), of_empty);
            assert_eq!(changed("x&", Change::AppendPair("a", Some("b"))), "x&&a=b");
        }
    }
}
