//! A list of pairs, like the standard's class `URLSearchParams` (section 6.2).

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use form_urlencoded::Serializer;

use crate::url::Url;

/// A list of pairs of name and value, parsed from a query and written to one.
///
/// ```
/// use napkin_url::{SearchParams, Url};
///
/// let mut url = Url::parse("https://example.com/?b=2&a=1&b=3")?;
/// let mut params = SearchParams::of(&url);
/// params.set("b", "x y");
/// params.sort();
/// params.update(&mut url);
/// assert_eq!(url.as_str(), "https://example.com/?a=1&b=x+y");
/// # Ok::<(), napkin_url::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchParams {
    pairs: Vec<(String, String)>,
}

impl SearchParams {
    /// The pairs of a text; one leading `?` is dropped.
    ///
    /// ```
    /// # use napkin_url::SearchParams;
    /// let params = SearchParams::parse("?a=1+2&b");
    /// assert_eq!((params.get("a"), params.get("b"), params.len()), (Some("1 2"), Some(""), 2));
    /// assert!(!params.is_empty());
    /// ```
    pub fn parse(text: &str) -> Self {
        let query = text.strip_prefix('?').unwrap_or(text);
        Self { pairs: form_urlencoded::parse(query.as_bytes()).into_owned().collect() }
    }

    /// The pairs of a URL's query.
    pub fn of<T: AsRef<str>>(url: &Url<T>) -> Self {
        Self { pairs: url.query_pairs().into_owned().collect() }
    }

    /// Writes the pairs to the query of a URL, form-encoded. Without pairs the query is removed.
    pub fn update(&self, url: &mut Url) {
        let text = self.to_string();
        url.set_query((!text.is_empty()).then_some(&text));
    }

    /// Keeps the pairs that satisfy `keep`; returns whether there were others.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&str, &str) -> bool) -> bool {
        let before = self.pairs.len();
        self.pairs.retain(|(name, value)| keep(name, value));
        self.pairs.len() != before
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Appends a pair.
    ///
    /// ```
    /// # use napkin_url::SearchParams;
    /// let mut params = SearchParams::default();
    /// params.append("q", "a");
    /// params.append("q", "b & c");
    /// assert_eq!(params.to_string(), "q=a&q=b+%26+c");
    /// assert!(params.get_all("q").eq(["a", "b & c"]));
    /// ```
    pub fn append(&mut self, name: &str, value: &str) {
        self.pairs.push((name.to_string(), value.to_string()));
    }

    /// Removes the pairs with a name, and with a value if one is given.
    ///
    /// ```
    /// # use napkin_url::SearchParams;
    /// let mut params = SearchParams::parse("a=1&a=2&b=3");
    /// params.delete("a", Some("2"));
    /// assert!(params.has("a", None) && !params.has("a", Some("2")));
    /// params.delete("a", None);
    /// assert_eq!(params.to_string(), "b=3");
    /// ```
    pub fn delete(&mut self, name: &str, value: Option<&str>) {
        self.pairs.retain(|pair| !matches(pair, name, value));
    }

    /// The value of the first pair with a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.as_str())
    }

    /// The values of all pairs with a name.
    pub fn get_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.pairs.iter().filter(move |pair| pair.0 == name).map(|pair| pair.1.as_str())
    }

    /// Whether there is a pair with a name, and with a value if one is given.
    pub fn has(&self, name: &str, value: Option<&str>) -> bool {
        self.pairs.iter().any(|pair| matches(pair, name, value))
    }

    /// Sets the value of the first pair with a name, and removes the others; appends a pair if there is none.
    pub fn set(&mut self, name: &str, value: &str) {
        let Some(first) = self.pairs.iter().position(|pair| pair.0 == name) else {
            return self.append(name, value);
        };
        self.pairs[first].1 = value.to_string();
        let mut place = 0;
        self.pairs.retain(|pair| {
            place += 1;
            place <= first + 1 || pair.0 != name
        });
    }

    /// Sorts the pairs by the UTF-16 code units of their names. Pairs of one name keep their order.
    pub fn sort(&mut self) {
        self.pairs.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
    }

    /// The pairs in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl Url {
    /// Sets the value of a name in the query, as `searchParams.set` of scripts does: the first pair with the name gets
    /// the value, later ones are removed, and the pair is appended if there is none. All pairs are form-encoded anew.
    ///
    /// `Uri::set_query_pair` of `napkin` leaves the other pairs as they are written, and takes `+` for itself.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let mut url = Url::parse("https://example.com/?page=1&q=a%20b#top")?;
    /// url.set_query_pair("page", 2).set_query_pair("lang", "fr");
    /// assert_eq!(url.as_str(), "https://example.com/?page=2&q=a+b&lang=fr#top");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn set_query_pair(&mut self, name: &str, value: impl fmt::Display) -> &mut Self {
        let mut pairs = SearchParams::of(self);
        pairs.set(name, &value.to_string());
        pairs.update(self);
        self
    }

    /// Keeps the pairs of the query that satisfy `keep`, which takes the decoded name and value. If others are removed,
    /// the rest is form-encoded anew; a query that loses all its pairs is removed.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let mut url = Url::parse("https://example.com/?utm_source=a&q=x")?;
    /// url.retain_pairs(|name, _| !name.starts_with("utm_"));
    /// assert_eq!(url.as_str(), "https://example.com/?q=x");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn retain_pairs(&mut self, keep: impl FnMut(&str, &str) -> bool) {
        let mut pairs = SearchParams::of(self);
        if pairs.retain(keep) {
            pairs.update(self);
        }
    }
}

/// Whether a pair has a name, and a value if one is given.
fn matches(pair: &(String, String), name: &str, value: Option<&str>) -> bool {
    pair.0 == name && value.is_none_or(|value| pair.1 == value)
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for SearchParams {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Self { pairs: pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect() }
    }
}

/// Form-encoded.
impl fmt::Display for SearchParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Serializer::new(String::new()).extend_pairs(&self.pairs).finish())
    }
}
