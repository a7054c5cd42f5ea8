//! `serde`: the query of a form as a structure, and back, by the crate `serde_html_form`.

use alloc::string::{String, ToString};
use core::fmt;

use ::serde::{Deserialize, Serialize};

use crate::error::ParseError;
use crate::identifier::text::Lend;
use crate::identifier::{Iri, IriRef, Uri, UriRef, for_each_changed};
use crate::views::query::Query;

/// Why a query was not read into a type, or not made from a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FormError {
    /// The pairs do not fit the type, or the value is no list of pairs. In words of the type.
    Data(String),
    /// The result would be too long.
    Uri(ParseError),
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Data(message) => f.write_str(message),
            Self::Uri(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FormError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Data(_) => None,
            Self::Uri(error) => Some(error),
        }
    }
}

impl<'i, 'o, T: Lend<'i, 'o>> IriRef<T> {
    /// Reads the query as an HTML form wrote it into a type of `serde`: fields are keys, a list has a key several times.
    /// No query is read like an empty one.
    ///
    /// # Errors
    ///
    /// If a field is missing or a value does not fit.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Search {
    ///     q: String,
    ///     page: Option<u32>,
    ///     #[serde(default)]
    ///     tag: Vec<String>,
    /// }
    ///
    /// let uri = napkin::uri!("http://h/?q=a+%26+b&tag=x&tag=y");
    /// let search: Search = uri.query_as()?;
    /// assert_eq!((search.q.as_str(), search.page, search.tag.len()), ("a & b", None, 2));
    ///
    /// let error = napkin::uri!("http://h/?page=1").query_as::<Search>().err().unwrap();
    /// assert_eq!(error.to_string(), "missing field `q`");
    /// let error = napkin::uri!("http://h/?q=x&page=y").query_as::<Search>().err().unwrap();
    /// assert_eq!(error.to_string(), "page: invalid digit found in string");
    /// # Ok::<(), napkin::FormError>(())
    /// ```
    pub fn query_as<D: Deserialize<'o>>(&'i self) -> Result<D, FormError> {
        let query = self.query().map_or("", Query::as_str);
        let pairs = serde_html_form::Deserializer::from_bytes(query.as_bytes());
        serde_path_to_error::deserialize(pairs).map_err(|error| {
            let is_of_field = error.path().iter().next().is_some();
            FormError::Data(if is_of_field { error.to_string() } else { error.inner().to_string() })
        })
    }
}

for_each_changed! { String => {
    /// Replaces the query with the fields of a value of `serde`, encoded as an HTML form does: a space is `+`. Without
    /// fields, the query is removed.
    ///
    /// # Errors
    ///
    /// If the value has no keys, or a field is a structure; if the result would be too long.
    ///
    /// ```
    /// #[derive(serde::Serialize)]
    /// struct Search<'a> {
    ///     q: &'a str,
    ///     page: Option<u32>,
    ///     tag: &'a [&'a str],
    /// }
    ///
    /// let mut uri = napkin::uri!("http://h/?old#top").into_owned();
    /// uri.set_query_from(&Search { q: "a & b", page: Some(2), tag: &["x", "y"] })?;
    /// assert_eq!(uri, "http://h/?q=a+%26+b&page=2&tag=x&tag=y#top");
    /// assert!(uri.set_query_from(&"no pairs").is_err());
    /// # Ok::<(), napkin::FormError>(())
    /// ```
    pub fn set_query_from<S: Serialize + ?Sized>(&mut self, value: &S) -> Result<&mut Self, FormError> {
        let made = serde_html_form::to_string(value);
        let made = made.map_err(|error| FormError::Data(error.to_string()))?;
        self.set_query(Some(made.as_str()).filter(|made| !made.is_empty())).map_err(FormError::Uri)
    }
}}
