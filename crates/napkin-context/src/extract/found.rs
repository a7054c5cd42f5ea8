//! What the scanner finds: a URI by its place in the text; and whether a text is one, as it stands or once it is
//! put together.

use std::ops::Range;

use napkin::Start;

use super::wrapped::{self, Dropped};
use super::{Delimiter, Extractor};
use crate::schemes::Schemes;
use crate::suffix::Heuristic;

/// A find, by offsets into the window. It is written down where it is read: to hand it on would cost as
/// much as to find it.
pub(super) struct Found<'w> {
    pub(super) place: Range<usize>,
    pub(super) delimiter: Delimiter,
    /// Empty if there is none.
    pub(super) prefix: Range<usize>,
    /// The URI, if it stands in the place as it is.
    pub(super) uri: &'w str,
    /// The URI otherwise.
    pub(super) made: Option<Box<Made>>,
    /// Where the scanner goes on.
    pub(super) done: usize,
}

impl Found<'_> {
    /// What a find is written over.
    pub(super) const NONE: Self = Self {
        place: 0..0,
        delimiter: Delimiter::None,
        prefix: 0..0,
        uri: "",
        made: None,
        done: 0,
    };
}

/// What the URI is.
pub(super) enum Reading<'w> {
    /// What stands in the place.
    AsItStands(&'w str),
    /// What was made of that.
    Made(Box<Made>),
}

impl<'w> Reading<'w> {
    /// As a find has it.
    pub(super) fn parts(self) -> (&'w str, Option<Box<Made>>) {
        match self {
            Self::AsItStands(uri) => (uri, None),
            Self::Made(made) => ("", Some(made)),
        }
    }
}

/// A URI that does not stand in the text as it is.
#[derive(Default)]
pub(super) struct Made {
    pub(super) uri: String,
    /// The same without some hyphens at the ends of lines, or all of them.
    pub(super) alternatives: Vec<String>,
    /// By what it was completed.
    pub(super) heuristic: Option<Heuristic>,
}

impl Extractor {
    /// Whether a text is a URI of the edition; with a scheme that is wanted, if it has one.
    #[inline]
    pub(super) fn accept(&self, uri: &str) -> bool {
        let wanted = match &self.schemes {
            Schemes::Only(_) => {
                let scheme = self.edition.parse(uri).ok().and_then(|uri| uri.scheme());
                scheme.is_none_or(|scheme| self.schemes.admit(scheme.as_str()))
            }
            _ => true,
        };
        wanted && !uri.is_empty() && self.edition.accepts(Start::UriReference, uri)
    }

    /// A text that is a URI once its square brackets are encoded, those of the host left out; many write them
    /// as they are in queries, where no edition has them.
    #[cold]
    pub(super) fn with_brackets_encoded(&self, text: &str) -> Option<Made> {
        let behind_scheme = text.find(':')? + 1;
        let rest = &text[behind_scheme..];
        let authority = rest
            .strip_prefix("//")
            .map_or(0, |behind| 2 + behind.find(['/', '?', '#']).unwrap_or(behind.len()));
        let (kept, rest) = text.split_at(behind_scheme + authority);
        if !rest.contains(['[', ']']) {
            return None;
        }
        let uri = [kept, &rest.replace('[', "%5B").replace(']', "%5D")].concat();
        let heuristic = Some(Heuristic::Brackets);
        self.accept(&uri).then(|| Made { uri, alternatives: Vec::new(), heuristic })
    }

    /// What a wrapper holds, if it is a URI once it is put together.
    pub(super) fn joined<'w>(&self, text: &'w [u8], dropped: Dropped) -> Option<Reading<'w>> {
        let space = self.characters.space();
        let (_, trimmed) = space.trim(text);
        let valid = |uri| str::from_utf8(uri).ok().filter(|uri| self.accept(uri));
        // An IRI may have characters that are white space in text.
        let has_space = || {
            !trimmed.is_ascii()
                && (0..trimmed.len()).any(|at| space.first(&trimmed[at..]).is_some())
        };
        if let Some(uri) = valid(trimmed)
            && !has_space()
        {
            return Some(Reading::AsItStands(uri));
        }
        let joined = wrapped::join(space, trimmed, dropped);
        if joined.has_space {
            return None;
        }
        let valid = |uri| String::from_utf8(uri).ok().filter(|uri| self.accept(uri));
        let uri = valid(joined.uri)?;
        let alternatives = joined.without_hyphens.into_iter().filter_map(valid).collect();
        Some(Reading::Made(Box::new(Made { uri, alternatives, heuristic: None })))
    }
}

/// Whether a URI is a scheme with two slashes and no more: text about URIs has that, and it names nothing.
pub(super) fn names_nothing(uri: &str) -> bool {
    let rest = uri.split_once(':').and_then(|(_, rest)| rest.strip_prefix("//"));
    let Some(rest) = rest else { return false };
    matches!(rest.as_bytes(), [] | [b'?'] | [b'#', ..] | [b'?', b'#', ..])
}
