//! The result of the scanner: a URI by its place in the text; and whether a text is a URI, unchanged or joined.

use std::ops::Range;

use napkin::Start;

use super::wrapped::{self, Dropped};
use super::{Delimiter, Extractor};
use crate::text::schemes::Schemes;
use crate::text::suffix::Heuristic;

/// A find, by offsets into the window. It is written in place: passing it on would cost as much as finding it.
pub(super) struct Found<'w> {
    pub(super) place: Range<usize>,
    pub(super) delimiter: Delimiter,
    /// Empty if there is none.
    pub(super) prefix: Range<usize>,
    /// The URI, if it is unchanged text.
    pub(super) uri: &'w str,
    /// The URI, if it was made from the text.
    pub(super) made: Option<Box<Made>>,
    /// Where the scanner continues.
    pub(super) done: usize,
}

impl Found<'_> {
    /// The initial value, which a find overwrites.
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
    /// The unchanged text.
    AsItStands(&'w str),
    /// A URI made from the text.
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

/// A URI that differs from its text.
#[derive(Default)]
pub(super) struct Made {
    pub(super) uri: String,
    /// The URI without some hyphens at line ends, or without all of them.
    pub(super) alternatives: Vec<String>,
    /// The heuristic that completed it.
    pub(super) heuristic: Option<Heuristic>,
}

/// The registered schemes whose identifiers are numbers.
const OF_NUMBERS: [&str; 6] = ["callto", "facetime", "fax", "modem", "sms", "tel"];

impl Extractor {
    /// Whether a text is a word and a number, as `session:12` and `port:80` in a log: schemes are registered that are words. One
    /// that was asked for is a scheme.
    pub(super) fn is_numbered_word(&self, uri: &str) -> bool {
        let Some((scheme, rest)) = uri.split_once(':') else { return false };
        let is_number = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
        is_number
            && matches!(self.schemes, Schemes::Known(_))
            && !OF_NUMBERS.iter().any(|known| known.eq_ignore_ascii_case(scheme))
    }

    /// Whether a text is a URI of the edition; if it has a scheme, it has to be wanted.
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

    /// The range in a window of a slice of it, without surrounding white space.
    pub(super) fn within(&self, window: &[u8], content: &[u8]) -> Range<usize> {
        let start = content.as_ptr() as usize - window.as_ptr() as usize;
        let (before, trimmed) = self.characters.space().trim(content);
        start + before..start + before + trimmed.len()
    }

    /// A text that is a URI once its square brackets outside the host are encoded; many writers leave them raw in
    /// queries, where no edition allows them.
    fn with_brackets_encoded(&self, text: &str) -> Option<Made> {
        let behind_scheme = text.find(':')? + 1;
        let rest = &text[behind_scheme..];
        let authority = rest
            .strip_prefix("//")
            .map_or(0, |behind| 2 + behind.find(['/', '?', '#']).unwrap_or(behind.len()));
        let (kept, rest) = text.split_at(behind_scheme + authority);
        if !rest.contains(['[', ']']) || !is_balanced(rest) {
            return None;
        }
        let uri = [kept, &rest.replace('[', "%5B").replace(']', "%5D")].concat();
        let heuristic = Some(Heuristic::Brackets);
        self.accept(&uri).then(|| Made { uri, alternatives: Vec::new(), heuristic })
    }

    /// A text if it is a URI; else the whole with its brackets encoded, or the text up to a bracket that begins another text.
    #[inline]
    pub(super) fn as_it_is_or_about_brackets<'t>(
        &self,
        text: &'t str,
    ) -> Option<(&'t str, Option<Box<Made>>)> {
        if self.accept(text) { Some((text, None)) } else { self.about_brackets(text) }
    }

    #[cold]
    fn about_brackets<'t>(&self, text: &'t str) -> Option<(&'t str, Option<Box<Made>>)> {
        let encoded = self.with_brackets_encoded(text).map(|made| (text, Some(Box::new(made))));
        encoded.or_else(|| Some((self.before_bracket(text)?, None)))
    }

    /// The URI before a bracket that begins a text, as in `AsciiDoc`.
    fn before_bracket<'t>(&self, text: &'t str) -> Option<&'t str> {
        let behind_scheme = text.find("://")? + 3;
        if is_balanced(text) {
            return None;
        }
        let bracket = text.get(behind_scheme..)?.find('[').filter(|at| *at > 0)?;
        let uri = &text[..behind_scheme + bracket];
        self.accept(uri).then_some(uri)
    }

    /// The content of a wrapper, if it is a URI after joining.
    pub(super) fn joined<'w>(&self, text: &'w [u8], dropped: Dropped) -> Option<Reading<'w>> {
        let space = self.characters.space();
        let (_, trimmed) = space.trim(text);
        let valid = |uri| str::from_utf8(uri).ok().filter(|uri| self.accept(uri));
        // An IRI may contain characters that are white space in text.
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

/// Whether each square bracket is closed or opened in the text. If one is not, the other one of the pair stands outside of the URI: the
/// pair is not of a key, such as `a[]`, but encloses a text, as in `http://example.com[the text]` of `AsciiDoc`.
fn is_balanced(text: &str) -> bool {
    let mut open = 0_usize;
    text.bytes().all(|byte| {
        match byte {
            b'[' => open += 1,
            b']' if open == 0 => return false,
            b']' => open -= 1,
            _ => {}
        }
        true
    }) && open == 0
}

/// Whether a URI is only a scheme and two slashes, which occurs in text about URIs and names nothing.
pub(super) fn names_nothing(uri: &str) -> bool {
    let rest = uri.split_once(':').and_then(|(_, rest)| rest.strip_prefix("//"));
    let Some(rest) = rest else { return false };
    matches!(rest.as_bytes(), [] | [b'?'] | [b'#', ..] | [b'?', b'#', ..])
}
