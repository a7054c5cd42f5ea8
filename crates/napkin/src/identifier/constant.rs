//! References as constants: an invalid text fails the build.

use core::str;

use crate::error::ParseError;

/// A [`Uri`](crate::Uri) constant; a text that is no URI fails the build, with part and offset.
///
/// ```
/// use napkin::{Uri, uri};
///
/// const HOME: Uri<&str> = uri!("https://example.com/");
/// assert_eq!(HOME.host().unwrap(), "example.com");
/// ```
///
/// ```compile_fail
/// // evaluation panicked: invalid-character in the host at byte 11: https://exa mple.com/
/// napkin::uri!("https://exa mple.com/");
/// ```
#[macro_export]
macro_rules! uri {
    ($text:expr) => {
        $crate::__constant!(Uri, $text)
    };
}

/// A [`UriRef`](crate::UriRef) constant; a text that is no URI-reference fails the build, with part and offset.
///
/// ```
/// assert_eq!(napkin::uri_ref!("../a?b").path(), "../a");
/// ```
///
/// ```compile_fail
/// // evaluation panicked: scheme-start in the scheme at byte 0: 1a:b
/// napkin::uri_ref!("1a:b");
/// ```
#[macro_export]
macro_rules! uri_ref {
    ($text:expr) => {
        $crate::__constant!(UriRef, $text)
    };
}

/// An [`AbsoluteUri`](crate::AbsoluteUri) constant; a text that is no absolute URI fails the build, with part and
/// offset.
///
/// ```
/// use napkin::{AbsoluteUri, absolute_uri};
///
/// const BASE: AbsoluteUri<&str> = absolute_uri!("https://example.com/a/");
/// assert_eq!(napkin::uri_ref!("b").resolve(BASE)?, "https://example.com/a/b");
/// # Ok::<(), napkin::ParseError>(())
/// ```
///
/// ```compile_fail
/// // evaluation panicked: unexpected-fragment in the fragment at byte 20: https://example.com/#a
/// napkin::absolute_uri!("https://example.com/#a");
/// ```
#[macro_export]
macro_rules! absolute_uri {
    ($text:expr) => {
        $crate::__constant!(AbsoluteUri, $text)
    };
}

/// An [`Iri`](crate::Iri) constant; a text that is no IRI fails the build, with part and offset.
///
/// ```
/// use napkin::{Iri, iri};
///
/// const HOME: Iri<&str> = iri!("http://résumé.example.org/");
/// assert_eq!(HOME.host().unwrap(), "résumé.example.org");
/// ```
///
/// ```compile_fail
/// // evaluation panicked: invalid-character in the path at byte 12: http://é.d/\u{E000}
/// napkin::iri!("http://é.d/\u{E000}");
/// ```
#[macro_export]
macro_rules! iri {
    ($text:expr) => {
        $crate::__constant!(Iri, $text)
    };
}

/// An [`IriRef`](crate::IriRef) constant; a text that is no IRI-reference fails the build, with part and offset.
///
/// ```
/// assert_eq!(napkin::iri_ref!("../日本?é").path(), "../日本");
/// ```
///
/// ```compile_fail
/// // evaluation panicked: scheme-start in the scheme at byte 0: é:b
/// napkin::iri_ref!("é:b");
/// ```
#[macro_export]
macro_rules! iri_ref {
    ($text:expr) => {
        $crate::__constant!(IriRef, $text)
    };
}

/// An [`AbsoluteIri`](crate::AbsoluteIri) constant; a text that is no absolute IRI fails the build, with part and
/// offset.
///
/// ```
/// use napkin::{AbsoluteIri, absolute_iri};
///
/// const BASE: AbsoluteIri<&str> = absolute_iri!("http://example.org/日本/");
/// assert_eq!(napkin::iri_ref!("b").resolve(BASE)?, "http://example.org/日本/b");
/// # Ok::<(), napkin::ParseError>(())
/// ```
///
/// ```compile_fail
/// // evaluation panicked: unexpected-fragment in the fragment at byte 8: http://é#a
/// napkin::absolute_iri!("http://é#a");
/// ```
#[macro_export]
macro_rules! absolute_iri {
    ($text:expr) => {
        $crate::__constant!(AbsoluteIri, $text)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __constant {
    ($type:ident, $text:expr) => {
        // Inside a tuple, the constant keeps its own type: without it, `&uri!("a:b")` could also be taken for a
        // `&UriRef<_>`, to which it derefs.
        (const {
            let text: &str = $text;
            match $crate::$type::parse_const(text) {
                ::core::result::Result::Ok(parsed) => parsed,
                ::core::result::Result::Err(error) => $crate::__refuse(text, error),
            }
        },)
            .0
    };
}

/// Panics with the error of a text, which the compiler shows. Formats by hand, since a panic at compile time takes
/// finished text only.
///
/// # Panics
///
/// Always.
#[doc(hidden)]
pub const fn refuse(text: &str, error: ParseError) -> ! {
    let (kind, part) = (error.kind().name(), error.part().name());
    refuse_at(text, &[kind, " in the ", part], error.offset())
}

/// Panics with an error in words, and its offset in a text.
///
/// # Panics
///
/// Always.
#[doc(hidden)]
pub const fn refuse_at(text: &str, words: &[&str], offset: usize) -> ! {
    let mut message = Message { bytes: [0; 512], length: 0 };
    let mut word = 0;
    while word < words.len() {
        message.push(words[word].as_bytes());
        word += 1;
    }
    message.push(b" at byte ");
    message.push_number(offset);
    message.push(b": ");
    message.push(text.as_bytes());
    panic!("{}", message.as_str())
}

/// A text buffer without an allocator; text that does not fit is cut off.
struct Message {
    bytes: [u8; 512],
    length: usize,
}

impl Message {
    const fn push(&mut self, text: &[u8]) {
        let mut at = 0;
        while at < text.len() && self.length < self.bytes.len() {
            self.bytes[self.length] = text[at];
            self.length += 1;
            at += 1;
        }
    }

    const fn push_number(&mut self, number: usize) {
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.push(&[b'0' + (number / unit % 10) as u8]);
            unit /= 10;
        }
    }

    /// The text, up to the last whole character.
    const fn as_str(&self) -> &str {
        let written = self.bytes.split_at(self.length).0;
        match core::str::from_utf8(written) {
            Ok(text) => text,
            Err(cut) => match core::str::from_utf8(written.split_at(cut.valid_up_to()).0) {
                Ok(text) => text,
                Err(_) => "no valid URI",
            },
        }
    }
}
