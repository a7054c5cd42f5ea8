//! The query, and the custom of writing it as pairs (RFC 3986 §3.4).

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;

use crate::percent::Decode;
use crate::views::authority::{equal_to_text, read_as_text, shown_as_text};
use crate::views::encoded::{Encoded, part};

/// The query of a reference, without its `?`. Compared as text.
///
/// By RFC 3986 a `+` is a `+`. In a query from an HTML form it is a space, which [`form`](Self::form) decodes.
///
/// ```
/// let uri = napkin::uri!("http://h/?q=a+b&lang=fr");
/// let query = uri.query().unwrap();
/// assert_eq!(query, "q=a+b&lang=fr");
/// assert_eq!(query.value("q").unwrap().decode(), "a+b");
/// assert_eq!(query.form().value("q").unwrap(), "a b");
/// assert_eq!(query.form().count(), query.pairs().count());
/// assert!(query.encoded().split(b'&').all(|pair| pair.contains('=')));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Query<'a>(pub(crate) &'a str);

/// A key, and the value after its `=` if there is one. Made by [`Query::pairs`].
pub type Pair<'a> = (Encoded<'a, part::Query>, Option<Encoded<'a, part::Query>>);

/// The pairs of a [`Query`], as they are written. Made by [`Query::pairs`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Pairs<'a> {
    rest: Option<Encoded<'a, part::Query>>,
}

impl<'a> Iterator for Pairs<'a> {
    type Item = Pair<'a>;

    #[inline]
    fn next(&mut self) -> Option<Pair<'a>> {
        let (piece, after) = self.rest?.cut_at(b'&');
        self.rest = after;
        Some(piece.cut_at(b'='))
    }
}

impl core::iter::FusedIterator for Pairs<'_> {}

/// A query from an HTML form (`application/x-www-form-urlencoded`), where `+` is a space: an iterator of its decoded
/// pairs. Made by [`Query::form`].
///
/// ```
/// let uri = napkin::UriRef::parse("?first+name=Ann+Lee&first%20name=Eve")?;
/// let form = uri.query().unwrap().form();
/// assert_eq!(form.value("first name").unwrap(), "Ann Lee");
/// assert_eq!(form.values("first name").count(), 2);
/// for (key, value) in form {
///     assert!(key == "first name" && value.is_some());
/// }
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Form<'a>(Pairs<'a>);

impl<'a> Iterator for Form<'a> {
    type Item = (Decode<'a>, Option<Decode<'a>>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.0.next()?;
        Some((key.decode_form(), value.map(Encoded::decode_form)))
    }
}

impl core::iter::FusedIterator for Form<'_> {}

impl<'a> Form<'a> {
    /// The decoded value of the first pair with this key; empty for a key without `=`.
    ///
    /// ```
    /// let query = napkin::uri!("x:?q=a+b&all").query().unwrap();
    /// assert_eq!(query.form().value("q").unwrap(), "a b");
    /// assert_eq!(query.form().value("all").unwrap(), "");
    /// ```
    pub fn value(&self, key: &str) -> Option<Decode<'a>> {
        self.values(key).next()
    }

    /// The decoded values of all pairs with this key, in order.
    pub fn values<'k>(
        &self,
        key: &'k str,
    ) -> impl Iterator<Item = Decode<'a>> + Clone + use<'a, 'k> {
        let meant = self.0.clone().filter(move |(own, _)| own.decode_form() == key);
        meant.map(|(_, value)| value.unwrap_or(Encoded::cut("")).decode_form())
    }
}

/// The decoded pairs of a query as text. Made by [`IriRef::query_pairs`](crate::IriRef::query_pairs).
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct QueryPairs<'a>(Pairs<'a>);

#[cfg(feature = "alloc")]
impl<'a> QueryPairs<'a> {
    pub(crate) fn of(query: Option<Query<'a>>) -> Self {
        Self(query.unwrap_or(Query("")).pairs())
    }
}

#[cfg(feature = "alloc")]
impl<'a> Iterator for QueryPairs<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.0.next()?;
        Some((key.decode_lossy(), value.unwrap_or(Encoded::cut("")).decode_lossy()))
    }
}

#[cfg(feature = "alloc")]
impl core::iter::FusedIterator for QueryPairs<'_> {}

impl<'a> Query<'a> {
    /// The text as written in the reference.
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// Whether the text after the `?` is empty.
    ///
    /// ```
    /// assert!(napkin::uri!("x:?").query().unwrap().is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The text as percent-encoded text.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("x:?a%26b").query().unwrap().encoded().decode(), "a&b");
    /// ```
    pub const fn encoded(self) -> Encoded<'a, part::Query> {
        Encoded::cut(self.0)
    }

    /// The pairs between the `&`s, split at their first `=`; still encoded.
    ///
    /// Decode each with [`decode`](Encoded::decode), or with [`decode_form`](Encoded::decode_form)
    /// where `+` means a space. The empty query has no pairs; a piece without text is a pair with an
    /// empty key.
    ///
    /// ```
    /// let uri = napkin::UriRef::parse("?name=Ann+Lee&flag&x=1=2")?;
    /// let pairs: Vec<_> = uri
    ///     .query()
    ///     .unwrap()
    ///     .pairs()
    ///     .map(|(key, value)| (key.as_str(), value.map(|v| v.decode_form().to_string_lossy())))
    ///     .collect();
    /// assert_eq!(
    ///     pairs,
    ///     [("name", Some("Ann Lee".into())), ("flag", None), ("x", Some("1=2".into()))],
    /// );
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn pairs(self) -> Pairs<'a> {
        Pairs { rest: Some(self.encoded()).filter(|query| !query.is_empty()) }
    }

    /// The value of the first pair whose key decodes to `key`; empty for a key without `=`.
    ///
    /// ```
    /// let uri = napkin::UriRef::parse("?a&q=1%2B1&q=2")?;
    /// let query = uri.query().unwrap();
    /// assert_eq!(query.value("q").unwrap().decode(), "1+1");
    /// assert_eq!(query.value("a").unwrap(), "");
    /// assert_eq!(query.value("b"), None);
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn value(self, key: &str) -> Option<Encoded<'a, part::Query>> {
        self.values(key).next()
    }

    /// The values of all pairs whose key decodes to `key`, in order.
    ///
    /// ```
    /// let uri = napkin::UriRef::parse("?tag=a&x&tag=b%20c&t%61g")?;
    /// let tags = uri.query().unwrap().values("tag");
    /// assert!(tags.map(|tag| tag.as_str()).eq(["a", "b%20c", ""]));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn values<'k>(
        self,
        key: &'k str,
    ) -> impl Iterator<Item = Encoded<'a, part::Query>> + Clone + use<'a, 'k> {
        let meant = self.pairs().filter(move |(own, _)| own.decode() == key);
        meant.map(|(_, value)| value.unwrap_or(Encoded::cut("")))
    }

    /// This query as an HTML form wrote it: an iterator of its decoded pairs, with `+` for a space.
    ///
    /// ```
    /// let uri = napkin::uri!("http://h/?q=a+b&all");
    /// let mut pairs = uri.query().unwrap().form();
    /// let (key, value) = pairs.next().unwrap();
    /// assert!(key == "q" && value.unwrap() == "a b");
    /// ```
    pub fn form(self) -> Form<'a> {
        Form(self.pairs())
    }
}

impl<'a> IntoIterator for Query<'a> {
    type Item = Pair<'a>;
    type IntoIter = Pairs<'a>;

    /// The [pairs](Query::pairs).
    fn into_iter(self) -> Pairs<'a> {
        self.pairs()
    }
}

shown_as_text! { Query }
read_as_text! { Query }
equal_to_text! { PartialEq::eq; Query }
