//! The fast path: masks of 64 bytes at a time, and the parts found in them by bit operations.
//!
//! For editions with a generic syntax. Behind the authority, what may stand in a path, a query and a
//! fragment differs in the delimiters alone, so that one class ([`Class::Plain`]) checks all three; a
//! test holds the editions to that. No error state is carried: after a no, the exact parser tells why.
//! It also reads what is rare: IP literals, and where an edition takes as opaque what fails otherwise.
//!
//! The first block has the scheme and the authority, or all but; the blocks after it are looked over for
//! `?`, `#`, `%` and what is not plain ([`Body`]).
//!
//! Nearly all texts are shorter than 256 bytes. Their offsets come back in one word, a byte each
//! ([`Packed`]), and are spread where they are needed: a structure that is written in small pieces
//! and copied in large ones would cost as much as the parsing.

use super::authority::read_authority;
use super::exact::Reader;
use super::host::is_ipv4;
use crate::components::{Components, HostKind, Shape};
use crate::edition::rules::{AuthorityRule, NameRule, Opaque};
use crate::edition::{Edition, RFC3986};
use crate::scan::{Block, Class, Classes, Kernel, Triplets, Work, first, run, span};
use crate::set::ByteSet;

/// Parses a text of fewer than 256 bytes by `URI-reference` of RFC 3986; no offsets if it does not match,
/// or if the exact parser is needed to tell.
#[inline(always)]
pub(super) fn parse_short(text: &[u8]) -> Packed {
    if text.len() <= 64 { run(Short(text)) } else { run(Middle(text)) }
}

/// Parses a text of any length by any edition that has a generic syntax, in the same way.
pub(super) fn parse_long(edition: &'static Edition, text: &[u8]) -> Option<Components> {
    edition.classes?;
    run(Long(edition, text))
}

/// Where the rules come from: an edition that is known when this is compiled, or any.
trait Grammar: Copy {
    fn edition(self) -> &'static Edition;
}

/// RFC 3986, whose rules are compiled into the parser.
#[derive(Clone, Copy)]
struct InForce;

impl Grammar for InForce {
    #[inline(always)]
    fn edition(self) -> &'static Edition {
        RFC3986
    }
}

impl Grammar for &'static Edition {
    #[inline(always)]
    fn edition(self) -> &'static Edition {
        self
    }
}

/// A text of at most 64 bytes.
struct Short<'t>(&'t [u8]);

/// A text of fewer than 256 bytes.
struct Middle<'t>(&'t [u8]);

/// Any text, by any edition.
struct Long<'t>(&'static Edition, &'t [u8]);

impl Work for Short<'_> {
    type Output = Packed;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Packed {
        let text = self.0.get(..64).unwrap_or(self.0);
        Packed::new(Reading { kernel, grammar: InForce, text }.components())
    }
}

impl Work for Middle<'_> {
    type Output = Packed;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Packed {
        Packed::new(Reading { kernel, grammar: InForce, text: self.0 }.components())
    }
}

impl Work for Long<'_> {
    type Output = Option<Components>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Option<Components> {
        let Self(edition, text) = self;
        if text.len() >= u32::MAX as usize {
            return None;
        }
        Reading { kernel, grammar: edition, text }.components()
    }
}

/// Reading one text.
#[derive(Clone, Copy)]
struct Reading<'t, K, G> {
    kernel: K,
    grammar: G,
    text: &'t [u8],
}

/// The components of a text of fewer than 256 bytes, in the bytes of a word: the seven offsets from the
/// lowest byte on, then the rest with the highest bit set; 0 for none.
#[derive(Clone, Copy)]
pub(super) struct Packed(u64);

impl Packed {
    const KINDS: [Option<HostKind>; 8] = [
        None,
        Some(HostKind::RegName),
        Some(HostKind::Ipv4),
        Some(HostKind::Ipv6),
        Some(HostKind::IpvFuture),
        None,
        None,
        None,
    ];

    #[inline(always)]
    fn new(components: Option<Components>) -> Self {
        let Some(components) = components else { return Self(0) };
        let offsets = [
            components.scheme_end,
            components.host_start,
            components.host_end,
            components.authority_end,
            components.path_start,
            components.path_end,
            components.query_end,
        ];
        let kind = match components.host_kind {
            None => 0,
            Some(HostKind::RegName) => 1,
            Some(HostKind::Ipv4) => 2,
            Some(HostKind::Ipv6) => 3,
            Some(HostKind::IpvFuture) => 4,
        };
        let opaque = u64::from(matches!(components.shape, Shape::Opaque));
        let mut word = (0b1000_0000 | opaque << 3 | kind) << 56;
        for (place, offset) in offsets.into_iter().enumerate() {
            word |= u64::from(offset) << (8 * place);
        }
        Self(word)
    }

    /// Whether there are any.
    #[inline(always)]
    pub(super) const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The components, of which there have to be some.
    #[inline(always)]
    pub(super) const fn components(self) -> Components {
        let [
            scheme_end,
            host_start,
            host_end,
            authority_end,
            path_start,
            path_end,
            query_end,
            rest,
        ] = self.0.to_le_bytes();
        Components {
            scheme_end: scheme_end as u32,
            host_start: host_start as u32,
            host_end: host_end as u32,
            authority_end: authority_end as u32,
            path_start: path_start as u32,
            path_end: path_end as u32,
            query_end: query_end as u32,
            host_kind: Self::KINDS[(rest & 7) as usize],
            shape: if rest & 8 == 0 { Shape::Path } else { Shape::Opaque },
            form: 0,
        }
    }
}

/// What is found of a block, or of all, that is neither scheme nor authority.
#[derive(Clone, Copy)]
struct Body {
    /// The `?` of the first block, up to the fragment.
    questions: u64,
    /// The first `?` of the blocks after it.
    question: usize,
    /// The `#` of the first block.
    hash: u64,
    /// Where the fragment's `#` stands, or the length of the text.
    hash_at: usize,
}

/// What is asked of the first block.
#[derive(Clone, Copy)]
struct Head {
    colons: u64,
    questions: u64,
    /// `/`, `?` and `#`.
    stops: u64,
    signs: u64,
    not_scheme: u64,
}

/// What an authority is made of.
#[derive(Clone, Copy)]
struct Site {
    end: usize,
    host_start: usize,
    host_end: usize,
    kind: Option<HostKind>,
}

impl<K: Kernel, G: Grammar> Reading<'_, K, G> {
    #[inline(always)]
    fn components(self) -> Option<Components> {
        let edition = self.grammar.edition();
        let (classes, generic) = (edition.classes?, edition.generic()?);
        let block = self.kernel.read(self.text, classes);
        let colons = block.mask(Class::Colon, classes);
        let slashes = block.mask(Class::Slash, classes);
        let signs = block.mask(Class::At, classes);
        let not_scheme = !block.mask(Class::Scheme, classes);
        let body = self.body(block, classes)?;
        let stops = slashes | body.questions | body.hash;
        let head = Head { colons, questions: body.questions, stops, signs, not_scheme };

        let scheme_end = self.scheme_end(head)?;
        let (after_scheme, slashes) = if scheme_end == 0 {
            (0, slashes)
        } else {
            (scheme_end + 1, slashes >> scheme_end >> 1)
        };
        let site = if slashes & 0b11 == 0b11 {
            Some(self.site(&generic.authority, head, body.hash_at, after_scheme + 2)?)
        } else {
            None
        };
        let path_start = site.map_or(after_scheme, |site| site.end);
        let questions = body.questions & !self.kernel.below(path_start.min(64));
        let question = match first(questions) {
            64 if body.question < path_start => late_question(self.text, path_start),
            64 => body.question,
            place => place,
        };
        let path_end = question.min(body.hash_at);
        Some(Components {
            scheme_end: scheme_end as u32,
            host_start: site.map_or(0, |site| site.host_start) as u32,
            host_end: site.map_or(0, |site| site.host_end) as u32,
            authority_end: site.map_or(0, |site| site.end) as u32,
            path_start: path_start as u32,
            path_end: path_end as u32,
            query_end: body.hash_at as u32,
            host_kind: site.and_then(|site| site.kind),
            shape: if scheme_end == 0 {
                Shape::Path
            } else {
                self.shape(generic.opaque, after_scheme, path_end, body.hash_at)?
            },
            form: 0,
        })
    }

    /// Looks over all blocks, of which this is the first; nothing if a byte stands where none of its kind
    /// may.
    #[inline(always)]
    fn body(self, block: K::Block, classes: &Classes) -> Option<Body> {
        let length = self.text.len();
        let special = !block.mask(Class::Plain, classes) & self.kernel.below(length.min(64));
        let mut body = Body { questions: 0, question: length, hash: 0, hash_at: length };
        let mut triplets = Triplets::NONE;
        if special != 0 {
            let question = block.mask(Class::Question, classes);
            body.hash = block.mask(Class::Hash, classes);
            let percent = block.mask(Class::Percent, classes);
            if special & !(question | body.hash | percent) != 0 {
                return None;
            }
            if percent != 0 {
                triplets.next(percent, block.mask(Class::Hex, classes));
            }
            body.questions = question;
            if body.hash != 0 {
                // A fragment begins once.
                if body.hash & (body.hash - 1) != 0 {
                    return None;
                }
                body.questions &= body.hash - 1;
                body.hash_at = first(body.hash);
            }
        }
        if length > 64 {
            self.rest(&mut body, &mut triplets, classes)?;
        }
        triplets.fit().then_some(body)
    }

    /// Looks over the blocks after the first.
    #[inline(always)]
    fn rest(self, body: &mut Body, triplets: &mut Triplets, classes: &Classes) -> Option<()> {
        let mut at = 64;
        while let Some(rest) = self.text.get(at..).filter(|rest| !rest.is_empty()) {
            let block = self.kernel.read(rest, classes);
            let places = self.kernel.below(rest.len().min(64));
            let special = !block.mask(Class::Plain, classes) & places;
            if special != 0 || triplets.reach_on() {
                let question = block.mask(Class::Question, classes);
                let hash = block.mask(Class::Hash, classes);
                let percent = block.mask(Class::Percent, classes);
                if special & !(question | hash | percent) != 0 {
                    return None;
                }
                triplets.next(percent, block.mask(Class::Hex, classes));
                let no_fragment_yet = body.hash_at == self.text.len();
                let mut questions = if no_fragment_yet { question } else { 0 };
                if hash != 0 {
                    if !no_fragment_yet || hash & (hash - 1) != 0 {
                        return None;
                    }
                    questions &= hash - 1;
                    body.hash_at = at + first(hash);
                }
                if questions != 0 {
                    body.question = body.question.min(at + first(questions));
                }
            }
            at += 64;
        }
        Some(())
    }

    /// Where the scheme ends, 0 if there is none; nothing if something stands in its place.
    #[inline(always)]
    fn scheme_end(self, head: Head) -> Option<usize> {
        let end = first(head.colons);
        if end >= first(head.stops) {
            return if end == 64 && self.text.len() > 64 { late_colon(self.text) } else { Some(0) };
        }
        let edition = self.grammar.edition();
        if end == 0 {
            return edition.generic()?.leading_colon.then_some(0);
        }
        let begins = self.text.first().is_some_and(|&byte| {
            edition.classes.is_some_and(|classes| classes.begins_scheme(byte))
        });
        if head.not_scheme & self.kernel.below(end) == 0 && begins {
            Some(end)
        } else {
            edition.scheme.else_path.then_some(0)
        }
    }

    /// Reads the authority that begins at `start`.
    #[inline(always)]
    fn site(
        self,
        rule: &'static AuthorityRule,
        head: Head,
        hash: usize,
        start: usize,
    ) -> Option<Site> {
        let ends = if rule.end.contains(b'?') { head.stops } else { head.stops & !head.questions };
        let ends = ends & !self.kernel.below(start.min(64));
        if ends == 0 && self.text.len() > 64 {
            return long_site(self.grammar.edition(), self.text, hash, start);
        }
        let end = first(ends).min(self.text.len());
        if !matches!((rule.host.name, rule.registry), (NameRule::Registered(_), None)) {
            return other_site(self.grammar.edition(), self.text, start, end);
        }
        let places = self.kernel.below(end) & !self.kernel.below(start);
        let (mut host_start, mut host_end) = (start, end);
        if (head.signs | head.colons) & places != 0 {
            let signs = head.signs & places;
            let mut colons = head.colons & places;
            if signs != 0 {
                if signs & (signs - 1) != 0 {
                    return None;
                }
                host_start = first(signs) + 1;
                colons &= !self.kernel.below(host_start);
            }
            if colons != 0 {
                host_end = first(colons);
                if !self.text.get(host_end + 1..end)?.iter().all(u8::is_ascii_digit) {
                    return None;
                }
            }
        }
        let kind = Some(kind(self.text, host_start, host_end));
        Some(Site { end, host_start, host_end, kind })
    }

    /// Whether a URI is hierarchical or opaque; nothing if it may be neither. What is opaque is made of
    /// the bytes that may stand behind an authority too.
    #[inline(always)]
    fn shape(self, rule: Opaque, start: usize, path_end: usize, body_end: usize) -> Option<Shape> {
        let Opaque::UnlessSlash { empty_is_hierarchical, .. } = rule else {
            return Some(Shape::Path);
        };
        if start < body_end && self.text.get(start) == Some(&b'/')
            || start == path_end && empty_is_hierarchical
        {
            Some(Shape::Path)
        } else if start == body_end {
            None
        } else {
            Some(Shape::Opaque)
        }
    }
}

/// Whether a registered name is an IPv4 address, which begins with a digit.
#[inline(always)]
fn kind(text: &[u8], start: usize, end: usize) -> HostKind {
    if text.get(start).is_some_and(u8::is_ascii_digit) && is_ipv4(text, start, end) {
        HostKind::Ipv4
    } else {
        HostKind::RegName
    }
}

/// Whether a text is without a scheme if its first block has no delimiter; a scheme as long as that is left
/// to the exact parser.
#[cold]
#[inline(never)]
fn late_colon(text: &[u8]) -> Option<usize> {
    const DELIMITERS: ByteSet = ByteSet::of(b":/?#");
    let at = span(text, ByteSet::range(1, 127).without(DELIMITERS));
    (text.get(at) != Some(&b':')).then_some(0)
}

/// The first `?` behind an authority that may hold some.
#[cold]
#[inline(never)]
fn late_question(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    start + span(rest, ByteSet::range(1, 127).without(ByteSet::of(b"?")))
}

/// Reads an authority that does not end in the first block.
#[cold]
#[inline(never)]
fn long_site(edition: &'static Edition, text: &[u8], hash: usize, start: usize) -> Option<Site> {
    let others = ByteSet::range(1, 127).without(edition.generic()?.authority.end);
    let end = (start + span(text.get(start..)?, others)).min(hash);
    other_site(edition, text, start, end)
}

/// Reads an authority one byte at a time.
#[inline(never)]
fn other_site(edition: &'static Edition, text: &[u8], start: usize, end: usize) -> Option<Site> {
    let reader = Reader { edition, text };
    let host = read_authority(&reader, &edition.generic()?.authority, start, end).ok()?;
    Some(match host {
        Some((host_start, host_end, kind)) => Site { end, host_start, host_end, kind: Some(kind) },
        None => Site { end, host_start: 0, host_end: 0, kind: None },
    })
}
