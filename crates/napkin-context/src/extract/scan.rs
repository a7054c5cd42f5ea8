//! The scanner: from colon to colon, each looked at from both sides.
//!
//! A URI has a colon after its scheme, and so has the prefix `URL:`; so the scanner jumps from
//! colon to colon, past those that cannot count (`marks.rs`), and asks what stands before it (a scheme;
//! before that a bracket, a quote, or something that a URI can stand behind) and what stands after it.
//! It works on a window of the text. Where the answer depends on what is behind the end of the window,
//! it asks for more and begins that place anew.
//!
//! Each place is looked at a bounded number of times: a wrapper is searched up to the next one, and
//! of the places in one run of characters only a few are tried.

use std::ops::Range;

use napkin::edition::context::Taken;
use napkin::{Start, leading};

use super::characters::{
    BEFORE, LETTER, NO_BREAK_SPACE, SCHEME, SCHEMES, SPACE, URI, space_at, space_before,
};
use super::marks::Marks;
use super::typed::{PREFIX, is_prefix};
use super::wrapped::{self, Dropped};
use super::{Delimiter, Extractor, bare};
use crate::schemes::Schemes;
use crate::suffix::{self, Heuristic};

/// How much is looked at before a colon, in bytes: a scheme, a prefix, and the white space around
/// them. More is no way to begin a URI.
pub(super) const CONTEXT: usize = 4096;
const LONGEST_SCHEME: usize = 256;
const LONGEST_SPACE: usize = 1024;

/// How many places of one run of characters are tried.
const TRIES: u8 = 16;

/// Where the scanner stands in a window.
#[derive(Clone, Default)]
pub(super) struct Scan {
    /// What is before this belongs to finds.
    done: usize,
    /// Where the next colon is looked for.
    at: usize,
    /// What is known of the colons from there on.
    marks: Marks,
    /// The end of the run that was tried last, and how often.
    run: (usize, u8),
    /// Whether a run is passed by that did not end with the window.
    passes_by: bool,
    /// How much of the text is before the window.
    passed: u64,
}

/// What the scanner says of a window.
pub(super) enum Step {
    /// There is a find.
    Found,
    /// Nothing more can be said without more text; what is before this offset is not needed.
    More(usize),
    /// The text is at its end.
    Done,
}

/// A find, by offsets into the window. It is written down where it is read: to hand it on would cost as
/// much as to find it.
pub(super) struct Found<'w> {
    pub(super) place: Range<usize>,
    pub(super) delimiter: Delimiter,
    pub(super) prefix: Option<Range<usize>>,
    pub(super) uri: Reading<'w>,
    /// Where the scanner goes on.
    pub(super) done: usize,
}

/// What the URI is.
pub(super) enum Reading<'w> {
    /// What stands in the place.
    AsItStands(&'w str),
    /// What was made of that.
    Made(Box<Made>),
}

/// A URI that does not stand in the text as it is.
#[derive(Default)]
pub(super) struct Made {
    pub(super) uri: String,
    /// The same without hyphens at the ends of lines.
    pub(super) alternative: Option<String>,
    /// By what it was completed.
    pub(super) heuristic: Option<Heuristic>,
}

/// Why there is no find at a place.
enum Refused {
    /// There is none.
    No,
    /// It depends on what follows the window, if that began here.
    Unknown(usize),
}

/// Whether there is a find at a place.
type Tried = Result<(), Refused>;

impl Found<'_> {
    /// What a find is written over.
    pub(super) const NONE: Self = Self {
        place: 0..0,
        delimiter: Delimiter::None,
        prefix: None,
        uri: Reading::AsItStands(""),
        done: 0,
    };
}

impl Scan {
    /// The next find in a window, after which the text ends or not.
    pub(super) fn step<'w>(
        &mut self,
        rules: &Extractor,
        window: &'w [u8],
        ends: bool,
        found: &mut Found<'w>,
    ) -> Step {
        if self.at == 0 && self.passed == 0 {
            match whole_text(rules, window, ends, found) {
                Ok(()) => {
                    self.at = found.done;
                    return Step::Found;
                }
                Err(Refused::Unknown(from)) => return Step::More(from),
                Err(Refused::No) => {}
            }
        }
        self.pass_by(rules, window);
        while let Some(colon) = self.next_mark(rules, window) {
            let (done, passed, run) = (self.done, self.passed, &mut self.run);
            match (View { rules, window, ends, done, passed, run, found }).at(colon) {
                Ok(()) => {
                    self.done = found.done;
                    self.at = found.done;
                    return Step::Found;
                }
                Err(Refused::Unknown(from)) => {
                    self.at = colon;
                    return Step::More(from);
                }
                Err(Refused::No) => self.at = colon + 1,
            }
            if self.run.1 > TRIES && self.run.0 > self.at {
                self.at = self.run.0;
                self.passes_by = !ends && self.at == window.len();
            }
        }
        self.at = window.len();
        if ends { Step::Done } else { Step::More(window.len()) }
    }

    /// Goes to the end of a run that is passed by, as if it had been in one window.
    fn pass_by(&mut self, rules: &Extractor, window: &[u8]) {
        if self.passes_by {
            self.at += leading(&window[self.at..], rules.characters.uri()).len();
            self.passes_by = self.at == window.len();
            self.marks = Marks::from(self.at);
        }
    }

    /// The next byte at which something may be found.
    #[inline]
    fn next_mark(&mut self, rules: &Extractor, window: &[u8]) -> Option<usize> {
        if !rules.suffixes {
            return self.marks.next(&rules.marking, window, self.at);
        }
        let rest = window.get(self.at..)?;
        memchr::memchr2(b':', b'.', rest).map(|at| self.at + at)
    }

    /// Moves the window by so many bytes, once it wants more.
    pub(super) fn shift(&mut self, by: usize) {
        self.done = self.done.saturating_sub(by);
        self.at -= by;
        self.marks = Marks::from(self.at);
        self.run.0 = self.run.0.saturating_sub(by);
        self.passed += by as u64;
    }

    /// How much of the text is before the window.
    pub(super) fn passed(&self) -> u64 {
        self.passed
    }
}

/// A text that begins with the prefix, where the edition takes such a one as a whole.
#[inline(never)]
fn whole_text<'w>(rules: &Extractor, window: &'w [u8], ends: bool, found: &mut Found<'w>) -> Tried {
    if !rules.delimiting().whole_text {
        return Err(Refused::No);
    }
    let start = space_at(window);
    let rest = &window[start..];
    if rest.len() >= PREFIX.len() && !is_prefix(rules.delimiting(), &rest[..PREFIX.len()])
        || start > CONTEXT
        || window.len() > rules.longest
    {
        return Err(Refused::No);
    }
    if !ends {
        return Err(Refused::Unknown(0));
    }
    let content = rest.get(PREFIX.len()..).ok_or(Refused::No)?;
    let place = within(window, content);
    let uri = rules.joined(content, Dropped::All).ok_or(Refused::No)?;
    let prefix = Some(start..start + PREFIX.len());
    *found = Found { place, delimiter: Delimiter::Whitespace, prefix, uri, done: window.len() };
    Ok(())
}

/// Where a slice of a window, without the white space around it, stands in it.
fn within(window: &[u8], content: &[u8]) -> Range<usize> {
    let start = content.as_ptr() as usize - window.as_ptr() as usize;
    let (before, trimmed) = super::characters::trim(content);
    start + before..start + before + trimmed.len()
}

/// A window, and how it may be read.
struct View<'v, 'w> {
    rules: &'v Extractor,
    window: &'w [u8],
    ends: bool,
    done: usize,
    passed: u64,
    run: &'v mut (usize, u8),
    found: &'v mut Found<'w>,
}

impl<'w> View<'_, 'w> {
    /// The find whose scheme, or prefix, ends at this colon.
    #[inline]
    fn at(&mut self, mark: usize) -> Tried {
        if self.window[mark] != b':' {
            return self.suffix(mark);
        }
        // Most colons are those of prose, and are refused by the bytes beside them.
        if mark == self.done || !self.rules.characters.is(self.window[mark - 1], SCHEME) {
            return Err(Refused::No);
        }
        let word = self.word_start(mark);
        if mark - word + 1 == PREFIX.len()
            && is_prefix(self.rules.delimiting(), &self.window[word..=mark])
        {
            return match self.wrapped(word, mark + 1, true) {
                Err(Refused::No) if self.may_begin(word, word) => {
                    self.bare_behind_prefix(word, mark)
                }
                other => other,
            };
        }
        if self.rules.suffixes && self.window[word..mark].eq_ignore_ascii_case(b"localhost") {
            return self.suffix(mark);
        }
        if self.may_be_wrapped(word) {
            match self.wrapped(word, word, false) {
                Err(Refused::No) => {}
                other => return other,
            }
        }
        // Without a wrapper, the URI goes on behind the colon.
        let goes_on = |&byte: &u8| self.rules.characters.is(byte, URI);
        if !self.window.get(mark + 1).map_or(!self.ends, goes_on) {
            return Err(Refused::No);
        }
        let letter = |&byte: &u8| self.rules.characters.is(byte, LETTER);
        let letters = self.window[word..mark].iter().position(letter).ok_or(Refused::No)?;
        let start = word + letters;
        if !self.may_begin(word, start) {
            return Err(Refused::No);
        }
        self.bare(start, mark, None)?;
        self.found.prefix = self.prefix_apart(start);
        Ok(())
    }

    /// Where the characters begin that may stand in a scheme, before a colon.
    fn word_start(&self, colon: usize) -> usize {
        let lowest = self.done.max(colon.saturating_sub(LONGEST_SCHEME));
        colon - self.rules.characters.scheme_before(&self.window[lowest..colon])
    }

    /// Whether a URI without a wrapper may begin at a letter of a word.
    fn may_begin(&self, word: usize, start: usize) -> bool {
        match start.checked_sub(1).map(|before| self.window[before]) {
            None => self.passed == 0,
            // Behind a sign that may stand in a scheme, but not at its beginning.
            Some(b'+' | b'-' | b'.') if start > word => true,
            Some(before) => self.rules.characters.is(before, BEFORE),
        }
    }

    /// A prefix that white space sets apart from the URI.
    fn prefix_apart(&self, start: usize) -> Option<Range<usize>> {
        let before = &self.window[self.done.max(start.saturating_sub(LONGEST_SPACE))..start];
        let end = start - space_before(before);
        let first =
            end.checked_sub(PREFIX.len()).filter(|&first| first >= self.done && end < start)?;
        let prefix = is_prefix(self.rules.delimiting(), &self.window[first..end]);
        (prefix && self.may_begin(first, first)).then_some(first..end)
    }

    /// Whether a wrapper may stand right before a word, or before the white space there.
    #[inline]
    fn may_be_wrapped(&self, word: usize) -> bool {
        let mut before = self.window[self.done..word].iter().rev();
        match before.next() {
            Some(b'<' | b'"') => true,
            // The end of the no-break space is no other white space.
            Some(&byte) if byte == 0xA0 || self.rules.characters.is(byte, SPACE) => {
                !before.next().is_some_and(u8::is_ascii_alphanumeric)
            }
            _ => false,
        }
    }

    /// What stands between brackets or quotes, if the content is the first thing in them.
    #[inline(never)]
    fn wrapped(&mut self, start: usize, content: usize, prefixed: bool) -> Tried {
        let before = &self.window[self.done.max(start.saturating_sub(LONGEST_SPACE))..start];
        let open = start - space_before(before);
        let Some(opening) = open.checked_sub(1).filter(|&opening| opening >= self.done) else {
            return Err(Refused::No);
        };
        let delimiting = self.rules.delimiting();
        let (taken, dropped, delimiter, close) = match self.window[opening] {
            b'<' => (delimiting.angle_brackets, Dropped::All, Delimiter::Angle, b'>'),
            b'"' => (delimiting.quotes, Dropped::AroundLineBreaks, Delimiter::Quote, b'"'),
            _ => return Err(Refused::No),
        };
        let wanted = match taken {
            Taken::Nothing => false,
            Taken::Prefixed => prefixed,
            Taken::Likely => true,
        };
        if !wanted {
            return Err(Refused::No);
        }
        let rest = &self.window[content..];
        // Mostly there is nothing else in it, and nothing to put together.
        let run = leading(rest, self.rules.characters.uri());
        let end = match rest[run.len()..].first() {
            Some(&byte) if byte == close => Some(run.len()),
            _ => memchr::memchr2(self.window[opening], close, &rest[run.len()..])
                .map(|end| run.len() + end),
        };
        let inside = match end {
            Some(end) if rest[end] == close && end <= self.rules.longest => &rest[..end],
            None if !self.ends && rest.len() <= self.rules.longest => {
                return Err(Refused::Unknown(opening));
            }
            _ => return Err(Refused::No),
        };
        if delimiter == Delimiter::Quote && !prefixed && !self.rules.is_likely(inside) {
            return Err(Refused::No);
        }
        let (place, uri) = if inside.len() == run.len() {
            let uri = Some(run).filter(|uri| self.rules.accept(uri)).ok_or(Refused::No)?;
            (content..content + run.len(), Reading::AsItStands(uri))
        } else {
            let uri = self.rules.joined(inside, dropped).ok_or(Refused::No)?;
            (within(self.window, inside), uri)
        };
        let prefix = prefixed.then_some(start..content);
        *self.found = Found { place, delimiter, prefix, uri, done: content + inside.len() + 1 };
        Ok(())
    }

    /// A URI that follows a prefix at once, without a wrapper.
    #[inline(never)]
    fn bare_behind_prefix(&mut self, start: usize, colon: usize) -> Tried {
        let content = colon + 1;
        let rest = &self.window[content..];
        let end = leading(&rest[..rest.len().min(LONGEST_SCHEME)], &SCHEMES).len();
        match rest.get(end) {
            Some(b':') if (1..LONGEST_SCHEME).contains(&end) => {
                self.bare(content, content + end, Some(start..content))
            }
            None if !self.ends && end < LONGEST_SCHEME => Err(Refused::Unknown(start)),
            _ => Err(Refused::No),
        }
    }

    /// A URI without a wrapper, whose scheme stands between `start` and `colon`.
    #[inline]
    fn bare(&mut self, start: usize, colon: usize, prefix: Option<Range<usize>>) -> Tried {
        let first = prefix.as_ref().map_or(start, |prefix| prefix.start);
        let wanted = match self.rules.delimiting().bare {
            Taken::Nothing => false,
            Taken::Prefixed => prefix.is_some(),
            Taken::Likely => true,
        };
        let follows = &self.window[colon + 1..(colon + 3).min(self.window.len())];
        if follows.len() < 2 && !self.ends {
            return Err(Refused::Unknown(first));
        }
        if !wanted
            || follows.is_empty()
            || !(follows == b"//" || self.rules.knows(&self.window[start..colon]))
        {
            return Err(Refused::No);
        }
        let text = self.run(first, start, colon + 1)?;
        let end = start + text.len();
        let before = first.checked_sub(1).map(|before| self.window[before]);
        let len = bare::end(text.as_bytes(), before);
        if len <= colon + 1 - start {
            return Err(Refused::No);
        }
        let uri = Some(&text[..len]).filter(|uri| self.rules.accept(uri)).ok_or(Refused::No)?;
        let delimiter = self.delimiter_around(first, end, len == end - start);
        let place = start..start + len;
        let done = self.done_behind(start, end, before);
        *self.found = Found { place, delimiter, prefix, uri: Reading::AsItStands(uri), done };
        Ok(())
    }

    /// Where the scanner goes on: behind the run, or behind the partner of what opened before it.
    fn done_behind(&self, start: usize, end: usize, before: Option<u8>) -> usize {
        bare::partner(&self.window[start..end], before).map_or(end, |partner| start + partner)
    }

    /// The run of characters that may stand in a URI, if it reaches beyond a place.
    #[inline]
    fn run(&mut self, first: usize, start: usize, from: usize) -> Result<&'w str, Refused> {
        let (end, tries) = &mut *self.run;
        let text = leading(&self.window[start..], self.rules.characters.uri());
        let found = start + text.len();
        if *end <= from {
            // The byte behind may be the half of a no-break space.
            let is_known = self.ends || found + 1 < self.window.len();
            if !is_known && found - first <= self.rules.longest {
                return Err(Refused::Unknown(first));
            }
            *end = found;
            *tries = 0;
        }
        *tries += 1;
        if *end - first > self.rules.longest || *tries > TRIES {
            *tries = TRIES + 1;
            return Err(Refused::No);
        }
        Some(text).filter(|_| found >= from).ok_or(Refused::No)
    }

    /// White space, if that is what stands on both sides.
    fn delimiter_around(&self, first: usize, end: usize, whole_run: bool) -> Delimiter {
        let (before, after) = (&self.window[..first], &self.window[end..]);
        let space = |byte: &u8| self.rules.characters.is(*byte, SPACE);
        let before = before.last().is_none_or(space) || before.ends_with(NO_BREAK_SPACE);
        let after = after.first().is_none_or(space) || after.starts_with(NO_BREAK_SPACE);
        if before && after && whole_run { Delimiter::Whitespace } else { Delimiter::None }
    }

    /// A host name without a scheme, whose first dot stands here; or the colon behind the local
    /// host.
    #[inline(never)]
    fn suffix(&mut self, mark: usize) -> Tried {
        let characters = &self.rules.characters;
        let lowest = self.done.max(mark.saturating_sub(LONGEST_SCHEME));
        let label = |byte: u8| characters.is(byte, SCHEME) && !b"+.".contains(&byte);
        let mut start = mark;
        while start > lowest && label(self.window[start - 1]) {
            start -= 1;
        }
        let before = start.checked_sub(1).map(|before| self.window[before]);
        if start == mark || !before.map_or(self.passed == 0, |before| characters.is(before, BEFORE))
        {
            return Err(Refused::No);
        }
        let text = self.run(start, start, mark)?;
        let end = start + text.len();
        let len = bare::end(text.as_bytes(), before);
        let (uri, heuristic) =
            suffix::in_text(self.rules.edition, &self.rules.schemes, &text[..len])
                .ok_or(Refused::No)?;
        let delimiter = self.delimiter_around(start, end, len == end - start);
        let made = Made { uri, alternative: None, heuristic: Some(heuristic) };
        let uri = Reading::Made(Box::new(made));
        let done = self.done_behind(start, end, before);
        *self.found = Found { place: start..start + len, delimiter, prefix: None, uri, done };
        Ok(())
    }
}

impl Extractor {
    /// Whether text begins with a scheme that is known, or has `//` behind it.
    fn is_likely(&self, text: &[u8]) -> bool {
        let Some(colon) = memchr::memchr(b':', text) else { return false };
        text[colon + 1..].starts_with(b"//") || self.knows(&text[..colon])
    }

    /// Whether a text is a URI of the edition; with a scheme that is wanted, if it has one.
    #[inline]
    fn accept(&self, uri: &str) -> bool {
        let wanted = match &self.schemes {
            Schemes::Only(_) => {
                let scheme = self.edition.parse(uri).ok().and_then(|uri| uri.scheme());
                scheme.is_none_or(|scheme| self.schemes.admit(scheme.as_str()))
            }
            _ => true,
        };
        wanted && !uri.is_empty() && self.edition.accepts(Start::UriReference, uri)
    }

    /// What a wrapper holds, if it is a URI once it is put together.
    pub(super) fn joined<'w>(&self, text: &'w [u8], dropped: Dropped) -> Option<Reading<'w>> {
        let (_, trimmed) = super::characters::trim(text);
        let valid = |uri| str::from_utf8(uri).ok().filter(|uri| self.accept(uri));
        if let Some(uri) = valid(trimmed) {
            return Some(Reading::AsItStands(uri));
        }
        let joined = wrapped::join(trimmed, dropped);
        let valid = |uri| String::from_utf8(uri).ok().filter(|uri| self.accept(uri));
        let uri = valid(joined.uri)?;
        let alternative = joined.without_hyphens.and_then(valid);
        Some(Reading::Made(Box::new(Made { uri, alternative, heuristic: None })))
    }
}
