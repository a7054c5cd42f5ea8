//! What the fast path reads: a text, by a kernel and the rules of an edition.

use crate::edition::rules::{AuthorityRule, Opaque};
use crate::edition::{Edition, RFC3986, RFC3987};

/// Where the rules come from: an edition that is known when this is compiled, or any.
pub(super) trait Grammar: Copy {
    fn edition(self) -> &'static Edition;
}

/// RFC 3986, whose rules are compiled into the parser.
#[derive(Clone, Copy)]
pub(super) struct Rfc3986;

impl Grammar for Rfc3986 {
    #[inline(always)]
    fn edition(self) -> &'static Edition {
        RFC3986
    }
}

/// RFC 3987, likewise.
#[derive(Clone, Copy)]
pub(super) struct Rfc3987;

impl Grammar for Rfc3987 {
    #[inline(always)]
    fn edition(self) -> &'static Edition {
        RFC3987
    }
}

impl Grammar for &'static Edition {
    #[inline(always)]
    fn edition(self) -> &'static Edition {
        self
    }
}

/// Reading one text; if it is `LEAN`, it has at most 64 bytes, and what is wrong or would take a call is
/// left to another reading.
#[derive(Clone, Copy)]
pub(super) struct Reading<'t, K, G, const LEAN: bool> {
    pub(super) kernel: K,
    pub(super) grammar: G,
    pub(super) text: &'t [u8],
}

/// The rules of the generic syntax that differ between editions, or those of one form that can be read by it.
#[derive(Clone, Copy)]
pub(super) struct Syntax {
    pub(super) authority: Option<&'static AuthorityRule>,
    pub(super) leading_colon: bool,
    pub(super) opaque: &'static Opaque,
}
