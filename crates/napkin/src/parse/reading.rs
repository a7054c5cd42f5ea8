//! The input of the fast path: a text, a kernel and the rules of an edition.

use crate::edition::rules::{AuthorityRule, Opaque};
use crate::edition::{Edition, RFC3986, RFC3987};

/// The source of the rules: an edition known at compile time, or any edition.
pub(super) trait Grammar: Copy {
    fn edition(self) -> &'static Edition;
}

/// RFC 3986, whose rules are compiled into the parser.
#[derive(Clone, Copy)]
pub(super) struct Rfc3986;

impl Grammar for Rfc3986 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn edition(self) -> &'static Edition {
        RFC3986
    }
}

/// RFC 3987, whose rules are compiled into the parser.
#[derive(Clone, Copy)]
pub(super) struct Rfc3987;

impl Grammar for Rfc3987 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn edition(self) -> &'static Edition {
        RFC3987
    }
}

impl Grammar for &'static Edition {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn edition(self) -> &'static Edition {
        self
    }
}

/// The reading of one text. If `LEAN`, the text has at most 64 bytes, and errors and cases that would take a call
/// are left to a reading that is not lean.
#[derive(Clone, Copy)]
pub(super) struct Reading<'t, K, G, const LEAN: bool> {
    pub(super) kernel: K,
    pub(super) grammar: G,
    pub(super) text: &'t [u8],
}

/// The rules of the generic syntax that differ between editions, or the rules of one form that can be read as
/// generic syntax.
#[derive(Clone, Copy)]
pub(super) struct Syntax {
    pub(super) authority: Option<&'static AuthorityRule>,
    pub(super) leading_colon: bool,
    pub(super) opaque: &'static Opaque,
}
