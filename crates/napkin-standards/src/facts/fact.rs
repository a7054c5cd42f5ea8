//! What a fact is, the types of its values, and the macro that declares one.

use std::borrow::Cow;

use crate::parsed::Parsed;
use napkin::{Encoded, Part, Path};

/// One value of a parsed text.
pub trait Fact: 'static {
    /// The name in JSON and in columns; the command has dashes in it.
    const NAME: &'static str;

    /// The name of the function of SQL.
    const FUNCTION: &'static str;

    /// The name as the key of an entry in JSON.
    const KEY: Key;

    /// What it is, without a full stop.
    const ABOUT: &'static str;

    /// What it is, as a sentence.
    const SENTENCE: &'static str;

    /// The part whose rules decide it; `None` for a fact that concerns the whole.
    const PART: Option<Part>;

    /// Whether it is text of that part that may be percent-encoded.
    const IS_ENCODED: bool;

    /// Whether every standard tells it.
    const IS_TOLD_BY_ALL: bool;

    /// Its value for a text that the standard refuses, if it has one.
    const OF_REFUSED: Option<OfOctets>;

    /// The type of its values.
    type Out: Scalar;

    /// The names that its values are, if they are of a list.
    fn names() -> Option<Vec<&'static str>>;

    /// Whether the standard of a row tells it. In JSON, a fact that is not told has no key.
    fn is_told(row: Parsed<'_, '_>) -> bool;

    /// Its value, which is a slice of the text where it can be; `None` where it is undefined.
    fn of<'t>(row: Parsed<'_, 't>) -> Option<<Self::Out as Scalar>::Value<'t>>;
}

/// The text that a fact has of octets.
pub type OfOctets = fn(&[u8]) -> Cow<'_, str>;

/// A type of values.
pub trait Scalar {
    /// The value for a row.
    type Value<'r>;
}

/// A text.
#[derive(Debug)]
pub enum Text {}

impl Scalar for Text {
    type Value<'r> = Cow<'r, str>;
}

/// A number.
#[derive(Debug)]
pub enum Number {}

impl Scalar for Number {
    type Value<'r> = u16;
}

/// A list of texts.
#[derive(Debug)]
pub enum TextList {}

impl Scalar for TextList {
    type Value<'r> = Texts<'r>;
}

/// The texts of a list.
#[derive(Clone, Copy, Debug)]
pub enum Texts<'r> {
    /// The segments of a path.
    Segments(Path<'r>),
    /// The segments of the path of a URL, from its first slash on.
    OfUrl(&'r str),
}

impl<'r> Texts<'r> {
    /// Hands out the texts, and returns their number.
    pub fn each(self, take: impl FnMut(&'r str)) -> usize {
        match self {
            Self::Segments(path) => path.segments().map(Encoded::as_str).map(take).count(),
            Self::OfUrl(path) => segments_of_url(path).map(take).count(),
        }
    }

    /// The texts.
    pub fn iter(self) -> impl Iterator<Item = &'r str> {
        let (path, url) = match self {
            Self::Segments(path) => (Some(path), None),
            Self::OfUrl(path) => (None, Some(path)),
        };
        let segments = path.into_iter().flat_map(|path| path.segments().map(Encoded::as_str));
        segments.chain(url.into_iter().flat_map(segments_of_url))
    }

    /// The path that the texts are the segments of.
    pub fn path(self) -> &'r str {
        match self {
            Self::Segments(path) => path.as_str(),
            Self::OfUrl(path) => path,
        }
    }
}

/// The segments of the path of a URL; none of an empty path.
fn segments_of_url(path: &str) -> impl Iterator<Item = &str> {
    path.strip_prefix('/').into_iter().flat_map(|segments| segments.split('/'))
}

impl PartialEq for Texts<'_> {
    /// `/a` and `a` have equal segments.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

/// A name as JSON has it behind another entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The whole entry, if the fact is undefined.
    pub undefined: &'static str,
    /// The entry up to the value.
    pub defined: &'static str,
}

/// What walks the list of facts.
pub trait EachFact {
    /// Takes a fact that is a text.
    fn text<F: Fact<Out = Text>>(&mut self);

    /// Takes a fact that is a list of texts.
    fn texts<F: Fact<Out = TextList>>(&mut self);

    /// Takes a fact that is a number.
    fn number<F: Fact<Out = Number>>(&mut self);
}

/// Declares a fact: its type in Rust, its name, the type of its values, the part that decides it (`encoded`, if it is text of that part
/// that may be percent-encoded), the list of names that a value is one of, and its value for a reference and for a URL; behind `refused`, for
/// octets that are neither. With `told`, which editions of the URI syntax have
/// the fact; the URL Standard then has it not.
macro_rules! fact {
    (
        #[doc = $about:literal]
        $Name:ident $name:literal: $Out:ty
            $(, of $Part:ident $($encoded:ident)?)? $(, one of $names:expr)?;
        told |$edition:pat_param| $told:expr;
        |$reference:ident| $of_reference:expr;
    ) => {
        $crate::facts::fact::fact!(@of $about $Name $name: $Out,
            [$($Part $($encoded)?)?], [$($names)?], [], false;
            row => match row {
                $crate::parsed::Parsed::Reference(reference) => {
                    let $edition = reference.edition();
                    $told
                }
                $crate::parsed::Parsed::Url(_) => false,
            };
            $reference => $of_reference;
            _url => None::<&str>;
        );
    };
    (
        #[doc = $about:literal]
        $Name:ident $name:literal: $Out:ty
            $(, of $Part:ident $($encoded:ident)?)? $(, one of $names:expr)?;
        |$reference:ident| $of_reference:expr;
        |$url:ident| $of_url:expr;
        $(refused $of_refused:expr;)?
    ) => {
        $crate::facts::fact::fact!(@of $about $Name $name: $Out,
            [$($Part $($encoded)?)?], [$($names)?], [$($of_refused)?], true;
            _row => true;
            $reference => $of_reference;
            $url => $of_url;
        );
    };
    (
        @of $about:literal $Name:ident $name:literal: $Out:ty,
            [$($Part:ident $($encoded:ident)?)?], [$($names:expr)?], [$($of_refused:expr)?],
            $by_all:literal;
        $row:ident => $is_told:expr;
        $reference:ident => $of_reference:expr;
        $url:ident => $of_url:expr;
    ) => {
        #[doc = $about]
        #[allow(clippy::doc_markdown, reason = "help and SQL show the text without Markdown")]
        #[derive(Debug)]
        pub enum $Name {}

        impl $crate::facts::fact::Fact for $Name {
            const NAME: &'static str = $name;
            const FUNCTION: &'static str = concat!("uri_", $name);
            const KEY: $crate::facts::fact::Key = $crate::facts::fact::Key {
                undefined: concat!(",\"", $name, "\":null"),
                defined: concat!(",\"", $name, "\":"),
            };
            const ABOUT: &'static str = $about.trim_ascii();
            const SENTENCE: &'static str = concat!($about, ".").trim_ascii();
            const PART: Option<napkin::Part> =
                $crate::facts::fact::fact!(@part $($Part)?);
            const IS_ENCODED: bool = $crate::facts::fact::fact!(@encoded $($($encoded)?)?);
            const IS_TOLD_BY_ALL: bool = $by_all;
            const OF_REFUSED: Option<$crate::facts::fact::OfOctets> =
                $crate::facts::fact::fact!(@refused $($of_refused)?);
            type Out = $Out;

            fn names() -> Option<Vec<&'static str>> {
                $crate::facts::fact::fact!(@names $($names)?)
            }

            #[inline(always)]
            fn is_told($row: $crate::parsed::Parsed<'_, '_>) -> bool {
                $is_told
            }

            #[inline(always)]
            fn of<'t>(
                row: $crate::parsed::Parsed<'_, 't>,
            ) -> Option<<$Out as $crate::facts::fact::Scalar>::Value<'t>> {
                match row {
                    $crate::parsed::Parsed::Reference($reference) => $of_reference.map(Into::into),
                    $crate::parsed::Parsed::Url($url) => $of_url.map(Into::into),
                }
            }
        }
    };
    (@part) => { None };
    (@part $Part:ident) => { Some(napkin::Part::$Part) };
    (@names) => { None };
    (@names $names:expr) => { Some($names.into_iter().collect()) };
    (@refused) => { None };
    (@refused $of_refused:expr) => { Some($of_refused) };
    (@encoded) => { false };
    (@encoded encoded) => { true };
}
pub(crate) use fact;
