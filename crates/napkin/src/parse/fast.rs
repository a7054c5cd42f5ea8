//! The fast path: masks of 64 bytes at a time, and the parts found in them by bit operations.
//!
//! In editions with a generic syntax, the bytes allowed in a path, a query and a fragment differ only in
//! delimiters. One class ([`Class::Plain`]) therefore checks all three parts; a test checks that every edition is
//! like this. Editions whose schemes have forms differ in more bytes, which [`plain`](super::plain) checks
//! afterwards.
//!
//! A rejected text goes to the exact parser, which finds the error. If scheme and authority are valid, the first
//! invalid byte after them is the first fault, and the fast path returns it ([`Fault`]). The exact parser also
//! reads rare texts: IP literals, and texts that an edition reads as opaque because they are not hierarchical.
//!
//! The first block holds all of the scheme and nearly always all of the authority. The later blocks are searched
//! for `?`, `#`, `%` and bytes that are not plain ([`Body`]). Non-ASCII bytes are not plain. In editions that allow
//! some non-ASCII characters, masks check the common ones; in a block with others, the runs of these bytes are
//! decoded and looked up. The allowed ones are not strays.
//!
//! Texts of at most 64 bytes are first read by a variant of the code without the cases of longer or unusual texts,
//! which needs fewer registers. For texts shorter than 256 bytes, the offsets are returned in one word
//! ([`Packed`]).

use core::ops::Range;

use napkin_scan::{
    Block, ByteSet, Characters, Class, Classes, Kernel, Triplets, Work, find, first, run,
};

use super::fast_authority::{AuthorityOffsets, Head};
use super::packed::{FastReject, Fault, Packed};
use super::reading::{Grammar, Reading, Syntax};
use crate::components::{Components, Facts, Shape};
use crate::edition::Edition;
use crate::edition::beyond_ascii::BeyondAscii;
use crate::edition::rules::{Generic, Hierarchy, Opaque};
use crate::fault::Part;
use crate::length::LONGEST;

/// Parses a text of fewer than 256 bytes by an edition whose parser is compiled separately.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_short<G: Grammar>(grammar: G, text: &[u8]) -> Packed {
    run(Short(grammar, text)).0
}

/// Parses a text of fewer than 256 bytes by any edition. Also returns the number of the scheme's form, which does
/// not fit into the word.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parse_short_by(edition: &'static Edition, text: &[u8]) -> (Packed, u8) {
    run(Short(edition, text))
}

/// Parses a text of any length by any edition.
///
/// # Errors
///
/// The first fault, if it is after the authority; `None` if the exact parser has to decide.
pub(super) fn parse_long(edition: &'static Edition, text: &[u8]) -> Result<Components, FastReject> {
    run(Long(edition, text))
}

/// A text of fewer than 256 bytes.
struct Short<'t, G>(G, &'t [u8]);

/// The general path; [`Short`] falls back to it.
struct General<'t, G>(G, &'t [u8]);

/// Any text, by any edition.
pub(super) struct Long<'t>(pub(super) &'static Edition, pub(super) &'t [u8]);

impl<G: Grammar> Work for Short<'_, G> {
    type Output = (Packed, u8);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<K: Kernel>(self, kernel: K) -> (Packed, u8) {
        let Self(grammar, text) = self;
        if !K::HAS_VARIANTS {
            return packed(kernel.run(Long(grammar.edition(), text)));
        }
        let lean = Reading::<_, _, true> { kernel, grammar, text };
        if text.len() <= 64 {
            if let Ok(components) = lean.components() {
                return (Packed::new(Ok(components)), components.facts.form());
            }
        }
        kernel.run(General(grammar, text))
    }
}

impl<G: Grammar> Work for General<'_, G> {
    type Output = (Packed, u8);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<K: Kernel>(self, kernel: K) -> (Packed, u8) {
        let Self(grammar, text) = self;
        packed(Reading::<_, _, false> { kernel, grammar, text }.components())
    }
}

/// The offsets in one word, and the number of the scheme's form.
#[cfg_attr(not(debug_assertions), inline(always))]
fn packed(result: Result<Components, FastReject>) -> (Packed, u8) {
    match result {
        Ok(components) => (Packed::new(Ok(components)), components.facts.form()),
        Err(no) => (Packed::new(Err(no)), 0),
    }
}

impl Work for Long<'_> {
    type Output = Result<Components, FastReject>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<K: Kernel>(self, kernel: K) -> Result<Components, FastReject> {
        let Self(grammar, text) = self;
        Reading::<_, _, false> { kernel, grammar, text }.components()
    }
}

/// Delimiters and strays found outside scheme and authority, in one block or in the whole text.
#[derive(Clone, Copy)]
struct Body {
    /// Mask of the `?` in the first block, up to the fragment.
    questions: u64,
    /// The first `?` in the later blocks.
    question: usize,
    /// Mask of the `#` in the first block.
    hash: u64,
    /// Offset of the fragment's `#`, or the length of the text.
    hash_at: usize,
    /// Offset of the first byte that is not allowed where it is, or [`NONE`](Self::NONE).
    stray: usize,
    /// End of the last run of non-ASCII characters that was decoded, which may be in a later block.
    run_end: usize,
}

impl Body {
    /// There is no stray byte.
    const NONE: usize = usize::MAX;

    /// The state before anything is found in a text of this length.
    const fn of(length: usize) -> Self {
        Self {
            questions: 0,
            question: length,
            hash: 0,
            hash_at: length,
            stray: Self::NONE,
            run_end: 0,
        }
    }

    /// Processes a block that has a special byte or the end of a triplet. The tuple holds the text, the offset of
    /// the block and the mask of the block's bytes that belong to the text. Returns the mask of the `?`, up to the
    /// fragment.
    #[cfg_attr(all(not(debug_assertions), feature = "simd"), inline(always))]
    fn special<B: Block>(
        &mut self,
        (text, at, places): (&[u8], usize, u64),
        block: B,
        edition: &Edition,
        special: u64,
        (triplets, characters): (&mut Triplets, &mut Characters),
    ) -> u64 {
        let classes = edition.classes;
        let question = block.mask(Class::Question, classes) & places;
        let hash = block.mask(Class::Hash, classes) & places;
        let percent = block.mask(Class::Percent, classes) & places;
        let mut strays = special & !(question | hash | percent);
        let mut questions = question;
        if hash != 0 || self.hash_at < at {
            if self.hash_at < at {
                // Only the first `#` begins a fragment.
                strays |= hash;
                questions = 0;
            } else {
                self.hash_at = at + first(hash);
                self.hash = if at == 0 { hash } else { 0 };
                strays |= hash & (hash - 1);
                questions &= hash ^ (hash - 1);
            }
        }
        if percent != 0 || triplets.reach_on() {
            let missing = triplets.next(percent, block.mask(Class::Hex, classes) & places);
            if missing != 0 {
                self.stray = percent_before(text, at + first(missing));
            }
        }
        if strays != 0 {
            let stray = if edition.beyond_ascii.is_none() {
                at + first(strays)
            } else {
                self.stray_beyond_ascii(
                    (text, at, places),
                    block,
                    edition,
                    (strays, questions),
                    characters,
                )
            };
            self.stray = self.stray.min(stray);
        }
        questions
    }

    /// The first stray byte of a block that has strays or non-ASCII bytes, given the masks of both and of the `?`.
    #[cfg_attr(all(not(debug_assertions), feature = "simd"), inline(always))]
    fn stray_beyond_ascii<B: Block>(
        &mut self,
        (text, at, places): (&[u8], usize, u64),
        block: B,
        edition: &Edition,
        (strays, questions): (u64, u64),
        characters: &mut Characters,
    ) -> usize {
        let beyond = edition.beyond_ascii;
        let unfinished = characters.unfinished();
        let doubtful = characters.next(block, places, beyond.by_masks());
        // So the next block has a special byte, and is not left out.
        let goes_on =
            characters.unfinished() == 0 || text.get(at + 64).is_some_and(|byte| !byte.is_ascii());
        if doubtful == 0 && goes_on {
            let strays = strays & !block.at_least(0x80);
            return if strays == 0 { Self::NONE } else { at + first(strays) };
        }
        let from = at - unfinished;
        let asked = self.questions != 0 || self.question < at;
        let query = if asked { from } else { at + first(questions) }..self.hash_at;
        let (stray, run_end) =
            decoded_stray(beyond, (text, at, unfinished), strays, query, self.run_end);
        self.run_end = run_end;
        stray
    }

    /// The fault at the stray byte; `None` if the exact parser has to find it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fault(
        self,
        text: &[u8],
        authority: AuthorityOffsets,
        path_start: usize,
        path_end: usize,
    ) -> FastReject {
        match authority {
            // The bytes after the stray byte were not searched, and one of them may end the authority.
            _ if path_start > 64 => None,
            AuthorityOffsets { start, end, .. } if (start..end).contains(&self.stray) => {
                Some(authority.fault(text, self.stray))
            }
            _ if self.stray > self.hash_at => Some(Fault::Byte(self.stray, Part::Fragment)),
            _ if self.stray > path_end => Some(Fault::Byte(self.stray, Part::Query)),
            _ => Some(Fault::Byte(self.stray, Part::Path)),
        }
    }
}

/// The first stray byte of a block whose non-ASCII runs have to be decoded, and the end of the last run. Takes the
/// text, the offset of the block, how many octets of its first character are in the block before, the place of the
/// query, and the end of a run that may have been decoded up to this block or further.
#[inline(never)]
fn decoded_stray(
    beyond: &BeyondAscii,
    (text, at, unfinished): (&[u8], usize, usize),
    mut strays: u64,
    query: Range<usize>,
    mut run_end: usize,
) -> (usize, usize) {
    loop {
        let start = if unfinished > 0 && run_end < at {
            at - unfinished
        } else {
            strays &= u64::MAX.checked_shl(run_end.saturating_sub(at) as u32).unwrap_or(0);
            if strays == 0 {
                return (Body::NONE, run_end);
            }
            at + first(strays)
        };
        if text.get(start).is_none_or(u8::is_ascii) {
            return (start, run_end);
        }
        match beyond.run(text, start, query.contains(&start)) {
            Ok(end) => run_end = end,
            Err(stray) => return (stray, run_end),
        }
    }
}

impl<K: Kernel, G: Grammar, const LEAN: bool> Reading<'_, K, G, LEAN> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn components(self) -> Result<Components, FastReject> {
        if !LEAN && self.text.len() > LONGEST {
            return Err(None);
        }
        self.components_in(self.kernel.read(self.text, self.grammar.edition().classes))
    }

    /// Parses from a first block that is already loaded, and that may extend past the end of the text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn components_in(self, block: K::Block) -> Result<Components, FastReject> {
        match self.grammar.edition().hierarchy {
            Hierarchy::Generic(Generic { authority, leading_colon, opaque, .. }) => {
                let (authority, leading_colon) = (Some(authority), *leading_colon);
                self.components_by(Syntax { authority, leading_colon, opaque }, block)
            }
            Hierarchy::ByScheme { known, other, .. } => self.plain(known, other, block),
        }
    }

    /// Parses from a first block by the rules that apply to this text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn components_by(
        self,
        syntax: Syntax,
        block: K::Block,
    ) -> Result<Components, FastReject> {
        let classes = self.grammar.edition().classes;
        let length = self.text.len();
        let places = self.kernel.below(if LEAN { length } else { length.min(64) });
        let colons = block.mask(Class::Colon, classes) & places;
        let slashes = block.mask(Class::Slash, classes) & places;
        let signs = block.mask(Class::At, classes);
        let body = if LEAN {
            self.short_body(block, places, classes).ok_or(None)?
        } else {
            self.body(block, places)
        };
        let stops = slashes | body.questions | body.hash;
        let head = Head { colons, questions: body.questions, stops, signs };

        let (scheme_end, after_scheme) = match self.scheme_end(syntax, head, block) {
            Ok(Some(end)) => (end, end + 1),
            Ok(None) => (0, 0),
            Err(no) => return Err(no),
        };
        let has_authority = if LEAN {
            // A scheme of 63 bytes shifts by 64, which wraps to 0; the test then reads the block's first bytes,
            // which are no slashes.
            slashes >> (after_scheme & 63) & 0b11 == 0b11
        } else {
            // The slashes may be in the next block.
            self.text.get(after_scheme..).is_some_and(|rest| rest.starts_with(b"//"))
        };
        match syntax.authority {
            Some(rule) if has_authority => {
                let start = after_scheme + 2;
                let authority =
                    self.authority(rule, block, head, body.hash_at, start).ok_or(None)?;
                self.finish(syntax, body, scheme_end, after_scheme, Some(authority))
            }
            _ => self.finish(syntax, body, scheme_end, after_scheme, None),
        }
    }

    /// Computes the offsets once scheme and authority are known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish(
        self,
        syntax: Syntax,
        body: Body,
        scheme_end: usize,
        after_scheme: usize,
        authority: Option<AuthorityOffsets>,
    ) -> Result<Components, FastReject> {
        let opaque = *syntax.opaque;
        let path_start = authority.map_or(after_scheme, |authority| authority.end);
        let mut questions = body.questions;
        let in_authority = syntax.authority.is_some_and(|rule| !rule.end.contains(b'?'));
        if in_authority {
            questions &= !self.kernel.below(path_start.min(64));
        }
        let question = match first(questions) {
            place if LEAN || place < 64 => place,
            _ if in_authority && body.question < path_start => late_question(self.text, path_start),
            _ => body.question,
        };
        let mut path_end = question.min(body.hash_at);
        let shape = if scheme_end == 0 {
            Shape::Path
        } else {
            self.shape(opaque, after_scheme, path_end, body.hash_at).ok_or(None)?
        };
        if matches!(shape, Shape::Undivided) {
            path_end = body.hash_at;
        }
        if body.stray != Body::NONE {
            let opaque = matches!(opaque, Opaque::UnlessSlash { .. })
                && scheme_end > 0
                && self.text.get(after_scheme) != Some(&b'/');
            let authority = authority.unwrap_or(AuthorityOffsets::NONE);
            let fault = || body.fault(self.text, authority, path_start, path_end);
            return Err(if opaque { None } else { fault() });
        }
        let AuthorityOffsets { start, mut end, host_start, host_end, kind } =
            authority.unwrap_or(AuthorityOffsets::NONE);
        if start == end && syntax.authority.is_some_and(|rule| !rule.empty.is_authority()) {
            end = 0;
        }
        Ok(Components {
            scheme_end: scheme_end as u32,
            host_start: host_start as u32,
            host_end: host_end as u32,
            authority_end: end as u32,
            path_start: path_start as u32,
            path_end: path_end as u32,
            query_end: body.hash_at as u32,
            facts: kind.map_or(Facts::NONE, |kind| Facts::NONE.with_host(kind)).with_shape(shape),
        })
    }

    /// Searches a text that fits one block; `None` if it has a stray byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_body(self, block: K::Block, places: u64, classes: &Classes) -> Option<Body> {
        if block.has_stray(classes) {
            return None;
        }
        let mut body = Body::of(self.text.len());
        let special = !block.mask(Class::Plain, classes) & places;
        if special != 0 {
            let questions = block.mask(Class::Question, classes) & places;
            let hashes = block.mask(Class::Hash, classes) & places;
            let percent = block.mask(Class::Percent, classes) & places;
            let up_to_hash = hashes ^ hashes.wrapping_sub(1);
            let mut triplets = Triplets::NONE;
            let missing = triplets.next(percent, block.mask(Class::Hex, classes) & places);
            let mut strays = special & !(questions | percent | hashes & up_to_hash);
            let beyond = self.grammar.edition().beyond_ascii;
            if strays != 0 && !beyond.is_none() {
                let mut characters = Characters::NONE;
                let doubtful = characters.next(block, places, beyond.by_masks());
                if doubtful == 0 && characters.unfinished() == 0 {
                    strays &= !block.at_least(0x80);
                }
            }
            if strays | missing != 0 || triplets.reach_on() {
                return None;
            }
            body.questions = questions & up_to_hash;
            body.hash = hashes;
            body.hash_at = first(hashes).min(body.hash_at);
        }
        Some(body)
    }

    /// Searches all blocks, beginning with this first one, up to the first stray byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn body(self, block: K::Block, places: u64) -> Body {
        let edition = self.grammar.edition();
        let classes = edition.classes;
        let length = self.text.len();
        let mut body = Body::of(length);
        let (mut triplets, mut characters) = (Triplets::NONE, Characters::NONE);
        let special = !block.mask(Class::Plain, classes) & places;
        if special != 0 {
            let text = (self.text, 0, places);
            let carried = (&mut triplets, &mut characters);
            body.questions = body.special(text, block, edition, special, carried);
        }
        let mut at = 64;
        while at < length && body.stray == Body::NONE {
            let rest = self.text.get(at..).unwrap_or_default();
            let block = self.kernel.read(rest, classes);
            let places = self.kernel.below(rest.len().min(64));
            let special = !block.mask(Class::Plain, classes) & places;
            if special != 0 || triplets.reach_on() {
                let text = (self.text, at, places);
                let carried = (&mut triplets, &mut characters);
                let questions = body.special(text, block, edition, special, carried);
                if questions != 0 {
                    body.question = body.question.min(at + first(questions));
                }
            }
            at += 64;
        }
        if triplets.reach_on() && body.stray == Body::NONE {
            body.stray = percent_before(self.text, length);
        }
        body
    }

    /// The end of the scheme, if there is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scheme_end(
        self,
        syntax: Syntax,
        head: Head,
        block: K::Block,
    ) -> Result<Option<usize>, FastReject> {
        let edition = self.grammar.edition();
        let classes = edition.classes;
        // A scheme contains neither a colon nor any byte that ends a scheme, so its end is the first such byte.
        let end = block.scheme(classes);
        let begins = self.text.first().is_some_and(|&byte| classes.begins_scheme(byte));
        if head.colons >> (end & 63) & 1 == 1 && begins {
            return Ok(Some(end));
        }
        let colon = first(head.colons);
        let may_lack = if colon >= first(head.stops) {
            LEAN || colon < 64 || self.text.len() <= 64 || !has_late_colon(self.text)
        } else if colon == 0 {
            syntax.leading_colon
        } else {
            edition.scheme.else_path
        };
        if may_lack {
            Ok(None)
        } else if begins && end < colon && colon < 64 {
            Err(Some(Fault::Byte(end, Part::Scheme)))
        } else {
            Err(None)
        }
    }

    /// Whether a URI is hierarchical or opaque; `None` if it may be neither. An opaque part has only bytes that are
    /// also allowed after an authority.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shape(self, rule: Opaque, start: usize, path_end: usize, body_end: usize) -> Option<Shape> {
        let Opaque::UnlessSlash { empty_is_hierarchical, is_split, .. } = rule else {
            return Some(Shape::Path);
        };
        if start < body_end && self.text.get(start) == Some(&b'/')
            || start == path_end && empty_is_hierarchical
        {
            Some(Shape::Path)
        } else if start == body_end {
            None
        } else if is_split {
            Some(Shape::Opaque)
        } else {
            Some(Shape::Undivided)
        }
    }
}

/// Offset of the `%` whose triplet lacks the digit at `missing`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn percent_before(text: &[u8], missing: usize) -> usize {
    let next_to_it = missing > 0 && text.get(missing - 1) == Some(&b'%');
    missing.saturating_sub(if next_to_it { 1 } else { 2 })
}

/// Whether the first delimiter of a text is a colon after its first block. The exact parser reads schemes that
/// long.
#[cold]
#[inline(never)]
fn has_late_colon(text: &[u8]) -> bool {
    const DELIMITERS: ByteSet = ByteSet::of(b":/?#");
    text.get(find(text, &DELIMITERS)) == Some(&b':')
}

/// Offset of the first `?` after an authority that may itself contain `?`.
#[cold]
#[inline(never)]
fn late_question(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    start + find(rest, &ByteSet::of(b"?"))
}
