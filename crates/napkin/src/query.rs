//! The query, and the custom of writing it as pairs (RFC 3986 §3.4).

use core::fmt;

use crate::authority::shown_as_text;
use crate::encoded::{Encoded, part};

/// The query of a reference, without its `?`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Query<'a>(pub(crate) &'a str);

/// A key, and the value after its `=` if there is one.
pub type Pair<'a> = (Encoded<'a, part::Query>, Option<Encoded<'a, part::Query>>);

impl<'a> Query<'a> {
    /// The text as it stands in the reference.
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// Whether there is no text after the `?`.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The text as percent-encoded text.
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
    pub fn pairs(self) -> impl Iterator<Item = Pair<'a>> + Clone {
        let pieces = (!self.0.is_empty()).then(|| self.encoded().split(b'&'));
        pieces.into_iter().flatten().map(|piece| match piece.split_once(b'=') {
            Some((key, value)) => (key, Some(value)),
            None => (piece, None),
        })
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
        let (_, value) = self.pairs().find(|(k, _)| k.decode() == key)?;
        Some(value.unwrap_or(Encoded::cut("")))
    }
}

shown_as_text! { Query }
