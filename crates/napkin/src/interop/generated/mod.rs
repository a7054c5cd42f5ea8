//! Identifiers for tests of programs that take them: by `arbitrary` for fuzzers, by `proptest` for properties.
//!
//! A generated identifier is valid, and put together from pieces that programs get wrong: dot segments in several
//! spellings, encoded delimiters, hosts that look like addresses, empty parts. A [`HostileText`] need not be valid. Each
//! list of pieces begins with the simplest, since exhausted fuzzers and shrinking choose the first.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "proptest")]
mod proptest;

use alloc::string::String;

/// A text that programs take for a URI, valid or not: with delimiters, controls, characters of other scripts and
/// malformed percent-encoding in any place. For tests of what refuses such texts.
///
/// ```
/// # #[cfg(feature = "arbitrary")] {
/// use arbitrary::{Arbitrary, Unstructured};
/// use napkin::{HostileText, Uri};
///
/// let mut data = Unstructured::new(b"any bytes that a fuzzer makes");
/// let HostileText(text) = HostileText::arbitrary(&mut data).unwrap();
/// let _ = Uri::parse(&text); // must not panic
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_structs, reason = "it is its text")]
pub struct HostileText(pub String);

impl HostileText {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where choices come from.
trait Choices {
    /// A number below `end`; 0 if there are no more choices.
    fn below(&mut self, end: usize) -> usize;
}

/// What an identifier has.
#[derive(Clone, Copy)]
struct Shape {
    /// Always a scheme.
    has_scheme: bool,
    /// Maybe a fragment.
    may_have_fragment: bool,
    /// No non-ASCII character.
    is_ascii: bool,
}

const SCHEMES: &[&str] =
    &["http", "https", "file", "mailto", "urn", "data", "ws", "a+b-c.1", "HTTP", "javascript", "c"];
const USERINFO: &[&str] = &["", "u@", "u:p@", "@", ":@", "u%40h:p%3A@", "example.com:80@"];
const HOSTS: &[&str] = &[
    "example.com",
    "EXAMPLE.com",
    "localhost",
    "127.0.0.1",
    "[::1]",
    "",
    "[2001:db8::1.2.3.4]",
    "[v1.a:b]",
    "%65xample.com",
    "127.1",
    "0x7f.0.0.1",
    "1.2.3.4.5",
    "example.com.",
    "a..b",
    "a_b",
    "xn--bcher-kva.example",
    "%2F",
    "!$&'()*+,;=",
];
const PORTS: &[&str] = &["", ":80", ":443", ":", ":0", ":0080", ":65536", ":99999999999999999999"];
const SEGMENTS: &[&str] = &[
    "a", "b", "", "..", ".", "%2e%2e", "%2E.", "%2F", "%5C", "%00", "a;b=1,2", "...", "@", "%25",
    "%C3%A9", "%FF", "~", "%7E", "a:b", ":", "%41", "%3f%23", "c:", "x.php",
];
const PAIRS: &[&str] = &[
    "a=b",
    "q=a+b",
    "",
    "=",
    "a",
    "a=%26%3D",
    "a=b=c",
    "?",
    "/../",
    "url=http://h/",
    "%00",
    "utf8=%E2%9C%93",
    ":@",
];
const FRAGMENTS: &[&str] = &["top", "", "?a", "/b", "%23", "!/route", "%FF", "a=b&c"];
const UNICODE: &[&str] =
    &["\u{E9}", "e\u{301}", "\u{65E5}\u{672C}", "\u{5D0}", "\u{430}", "\u{FF0F}", "\u{1F600}"];
const HOSTILE: &[&str] = &[
    " ",
    "\\",
    "/",
    "//",
    "@",
    "#",
    "?",
    ":",
    "%",
    "%zz",
    "%2",
    "\"",
    "<",
    ">",
    "[",
    "]",
    "|",
    "^",
    "`",
    "{}",
    "\0",
    "\n",
    "\t",
    "\r\n",
    "\u{7F}",
    "\u{E9}",
    "\u{202E}",
    "\u{3002}",
    "\u{FF0F}",
    "\u{200D}",
    "\u{FFFD}",
    "..",
    "/..",
    "javascript:",
    "http:",
];

/// One of a list.
fn pick(choices: &mut impl Choices, list: &'static [&'static str]) -> &'static str {
    list.get(choices.below(list.len())).copied().unwrap_or_default()
}

/// A text of a shape, valid by RFC 3986, or by RFC 3987 if it need not be ASCII.
fn identifier(choices: &mut impl Choices, shape: Shape) -> String {
    let mut text = String::new();
    let has_scheme = shape.has_scheme || choices.below(2) == 0;
    if has_scheme {
        text.push_str(pick(choices, SCHEMES));
        text.push(':');
    }
    let has_authority = choices.below(3) < 2;
    if has_authority {
        text.push_str("//");
        text.push_str(pick(choices, USERINFO));
        text.push_str(pick(choices, HOSTS));
        text.push_str(pick(choices, PORTS));
    }
    for number in 0..choices.below(5) {
        // Behind an authority there is a slash before each segment; elsewhere, a path may begin without.
        if number > 0 || has_authority || choices.below(2) == 0 {
            text.push('/');
        }
        let segment = pick(choices, SEGMENTS);
        let is_first = number == 0 && !has_authority;
        let would_be_scheme = is_first && !has_scheme && segment.contains(':');
        let would_be_authority = is_first && segment.is_empty();
        text.push_str(if would_be_scheme || would_be_authority { "a" } else { segment });
        text.push_str(unicode(choices, shape));
    }
    for number in 0..choices.below(4) {
        text.push(if number == 0 { '?' } else { '&' });
        text.push_str(pick(choices, PAIRS));
        text.push_str(unicode(choices, shape));
    }
    if shape.may_have_fragment && choices.below(4) == 1 {
        text.push('#');
        text.push_str(pick(choices, FRAGMENTS));
        text.push_str(unicode(choices, shape));
    }
    text
}

/// A character of another script, seldom; never in a text of ASCII.
fn unicode(choices: &mut impl Choices, shape: Shape) -> &'static str {
    if shape.is_ascii || choices.below(4) != 1 { "" } else { pick(choices, UNICODE) }
}

/// An identifier with some hostile pieces put into it.
fn hostile(choices: &mut impl Choices) -> HostileText {
    let shape = Shape { has_scheme: false, may_have_fragment: true, is_ascii: false };
    let mut text = identifier(choices, shape);
    for _ in 0..choices.below(4) {
        let mut place = choices.below(text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        text.insert_str(place, pick(choices, HOSTILE));
    }
    HostileText(text)
}

/// Calls a macro with each type and its shape.
macro_rules! for_each_shape {
    ($macro:ident) => {
        $macro! { UriRef false true true }
        $macro! { Uri true true true }
        $macro! { AbsoluteUri true false true }
        $macro! { IriRef false true false }
        $macro! { Iri true true false }
        $macro! { AbsoluteIri true false false }
    };
}

use for_each_shape;

#[cfg(test)]
mod tests {
    use super::{Choices, Shape, hostile, identifier};
    use crate::identifier::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Uri, UriRef};

    /// Reproducible choices (xorshift).
    struct Numbers(u64);

    impl Choices for Numbers {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as usize % end
        }
    }

    macro_rules! is_valid {
        ($type:ident $has_scheme:literal $may_have_fragment:literal $is_ascii:literal) => {
            for seed in 1..20_000 {
                let shape = Shape {
                    has_scheme: $has_scheme,
                    may_have_fragment: $may_have_fragment,
                    is_ascii: $is_ascii,
                };
                let text = identifier(&mut Numbers(seed << 20), shape);
                assert!($type::parse(text.as_str()).is_ok(), "{} {text}", stringify!($type));
            }
        };
    }

    #[test]
    fn each_generated_identifier_is_valid() {
        for_each_shape! { is_valid }
    }

    #[test]
    fn hostile_texts_are_of_both_kinds() {
        let is_valid =
            |seed: &u64| IriRef::parse(hostile(&mut Numbers(seed << 20)).0.as_str()).is_ok();
        let valid = (1..10_000).filter(is_valid).count();
        assert!((1000..9000).contains(&valid), "{valid}");
    }
}
