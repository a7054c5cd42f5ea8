//! The scanner: goes from colon to colon, and inspects both sides of each.
//!
//! A URI has a colon after its scheme, and so has the prefix `URL:`. The scanner therefore jumps from colon to
//! colon, skipping colons that cannot match (`marks.rs`). It inspects the text before the colon (a scheme, and
//! before it a bracket, a quote, or another delimiter) and the text after it. It works on a window of the text. If
//! the result depends on text after the window, it requests more and restarts at that place.
//!
//! Each place is inspected a bounded number of times: a wrapper is searched up to the next one, and only a few
//! places in one run of characters are tried.

use std::ops::Range;

use napkin_scan::{around, leading};

use super::characters::{
    BEFORE, BEHIND, CLOSING, LETTER, MAYBE_SPACE, OPENING, PUNCTUATION, PUNCTUATIONS, SCHEME,
    SCHEMES, URI, begins_with_octet, behind_host, first_length, goes_on, is_cut, last_character,
};
use super::found::{Found, names_nothing};
use super::marks::Marks;
use super::typed::{PREFIX, is_prefix};
use super::wrapped::Dropped;
use super::{Delimiter, Extractor, bare};
use crate::edition::Taken;
use crate::text::suffix::NotAHost;

/// How many bytes before a colon are inspected: a scheme, a prefix, and white space around them. A URI cannot begin
/// with more.
pub(super) const CONTEXT: usize = 4096;
pub(super) const LONGEST_SCHEME: usize = 256;
pub(super) const LONGEST_SPACE: usize = 1024;

/// How many places in one run of characters are tried.
const TRIES: u8 = 16;

/// The state of the scanner in a window.
#[derive(Clone, Default)]
pub(super) struct Scan {
    /// Text before this offset belongs to earlier finds.
    done: usize,
    /// Where the search for the next colon begins.
    at: usize,
    /// The candidate colons from there on.
    marks: Marks,
    /// The end of the run that was tried last, and the number of tries.
    run: (usize, u8),
    /// Whether a run that extends past the window is being skipped.
    passes_by: bool,
    /// The number of bytes before the window.
    passed: u64,
    /// The end of the text that was left out last.
    left_out: usize,
    /// Whether words before a colon that are no known scheme are left out, instead of skipped as prose.
    tells_words: bool,
}

/// The result of a step in a window.
pub(super) enum Step {
    /// There is a find.
    Found,
    /// Text that begins as a URI does is left out.
    LeftOut(Range<usize>, Fault),
    /// More text is needed; text before this offset is not.
    More(usize),
    /// The text is at its end.
    Done,
}

/// Why there is no find at a place.
pub(super) enum Refused {
    /// There is no find, whatever follows.
    NoFind,
    /// Text that begins as a URI does is no find.
    LeftOut(Range<usize>, Fault),
    /// It depends on the text after the window; the attempt began at this offset.
    Unknown(usize),
}

/// What is wrong with text that begins as a URI does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is not valid.
    NotValid,
    /// It is longer than a URI may be.
    TooLong,
    /// It is only a scheme and two slashes.
    NamesNothing,
    /// It is a word and a number.
    NumberedWord,
    /// Its scheme is not known, and it has no `//`.
    UnknownScheme,
    /// It has no scheme, and does not begin with a host name.
    NotAHost(NotAHost),
}

/// Whether there is a find at a place.
pub(super) type Tried = Result<(), Refused>;

impl Scan {
    /// A scan that tells each text that begins as a URI does, and inspects every colon for it.
    pub(super) fn of_all() -> Self {
        Self { tells_words: true, ..Self::default() }
    }

    /// Finds the next URI in a window; `ends` says whether the text ends with it.
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
                Err(Refused::NoFind | Refused::LeftOut(..)) => {}
            }
        }
        self.pass_by(rules, window);
        while let Some(colon) = self.next_mark(rules, window) {
            let (done, passed, run) = (self.done, self.passed, &mut self.run);
            let left_out = self.tells_words.then_some(self.left_out);
            let mut view = View { rules, window, ends, done, passed, left_out, run, found };
            let (left_out, fault) = match view.at(colon) {
                Ok(()) => {
                    self.done = found.done;
                    self.at = found.done;
                    return Step::Found;
                }
                Err(Refused::Unknown(from)) => {
                    self.at = colon;
                    return Step::More(from);
                }
                Err(Refused::LeftOut(place, fault)) => (place, fault),
                Err(Refused::NoFind) => (0..0, Fault::NotValid),
            };
            self.at = colon + 1;
            // A run that ends with the window, just after the mark, may continue too.
            if self.run.1 > TRIES && self.run.0 >= self.at {
                self.at = self.run.0;
                self.passes_by = !ends && goes_on_behind(&window[self.at..]);
            }
            // A candidate inside another one, such as the URL in a query, is not reported again.
            if left_out.end > self.left_out {
                self.left_out = left_out.end;
                return Step::LeftOut(left_out, fault);
            }
        }
        self.at = window.len();
        if ends { Step::Done } else { Step::More(window.len()) }
    }

    /// Skips to the end of a run, as if all of it had been in one window.
    fn pass_by(&mut self, rules: &Extractor, window: &[u8]) {
        if self.passes_by {
            self.at += rules.characters.leading(&window[self.at..]).len();
            self.passes_by = goes_on_behind(&window[self.at..]);
            self.marks = Marks::from(self.at);
        }
    }

    /// The next byte at which something may be found.
    #[inline]
    fn next_mark(&mut self, rules: &Extractor, window: &[u8]) -> Option<usize> {
        if !(rules.suffixes | self.tells_words) {
            return self.marks.next(&rules.marking, window, self.at);
        }
        let rest = window.get(self.at..)?;
        let other = if rules.suffixes { b'.' } else { b':' };
        memchr::memchr2(b':', other, rest).map(|at| self.at + at)
    }

    /// Moves the window forward by `by` bytes, after it requested more.
    pub(super) fn shift(&mut self, by: usize) {
        self.done = self.done.saturating_sub(by);
        self.at -= by;
        self.marks = Marks::from(self.at);
        self.run.0 = self.run.0.saturating_sub(by);
        self.left_out = self.left_out.saturating_sub(by);
        self.passed += by as u64;
    }

    /// The number of bytes before the window.
    pub(super) fn passed(&self) -> u64 {
        self.passed
    }
}

/// Whether a skipped run may continue after the window; only an incomplete character may be left in it.
fn goes_on_behind(rest: &[u8]) -> bool {
    rest.is_empty() || is_cut(rest)
}

/// The second attempt at a place, unless the first one found something or needs more text. If neither has a find, the
/// first one says why the text is left out.
#[inline]
fn unless_found(first: Tried, second: impl FnOnce() -> Tried) -> Tried {
    match first {
        Err(Refused::NoFind) => second(),
        Err(Refused::LeftOut(place, fault)) => match second() {
            Err(Refused::NoFind) => Err(Refused::LeftOut(place, fault)),
            other => other,
        },
        other => other,
    }
}

/// A text that begins with the prefix, in an edition that then takes it as a whole.
#[inline(never)]
fn whole_text<'w>(rules: &Extractor, window: &'w [u8], ends: bool, found: &mut Found<'w>) -> Tried {
    if !rules.delimiting().whole_text {
        return Err(Refused::NoFind);
    }
    let start = rules.characters.space().at(window);
    let rest = &window[start..];
    if rest.first_chunk().is_some_and(|&first| !is_prefix(rules.delimiting(), first))
        || start > CONTEXT
        || window.len() > rules.longest
    {
        return Err(Refused::NoFind);
    }
    if !ends {
        return Err(Refused::Unknown(0));
    }
    let content = rest.get(PREFIX.len()..).ok_or(Refused::NoFind)?;
    let place = rules.within(window, content);
    let (uri, made) = rules.joined(content, Dropped::All).ok_or(Refused::NoFind)?.parts();
    let (delimiter, prefix) = (Delimiter::Whitespace, start..start + PREFIX.len());
    *found = Found { place, delimiter, prefix, uri, made, done: window.len() };
    Ok(())
}

/// A window and its state.
pub(super) struct View<'v, 'w> {
    pub(super) rules: &'v Extractor,
    pub(super) window: &'w [u8],
    pub(super) ends: bool,
    pub(super) done: usize,
    pub(super) passed: u64,
    /// The end of the text that was left out last; `None` where a word before a colon that is no known scheme is skipped
    /// as prose ([`Scan::of_all`] leaves it out).
    pub(super) left_out: Option<usize>,
    pub(super) run: &'v mut (usize, u8),
    pub(super) found: &'v mut Found<'w>,
}

/// The scheme characters before a colon.
struct Word<'w> {
    start: usize,
    /// The scheme characters and the URI characters after them, if the run was short.
    run: Option<&'w str>,
    /// The end of the run without its final punctuation.
    unpunctuated: usize,
}

impl<'w> View<'_, 'w> {
    /// The find whose scheme or prefix ends at this colon.
    #[inline]
    fn at(&mut self, mark: usize) -> Tried {
        if self.window[mark] != b':' {
            return self.suffix(mark);
        }
        // Most colons belong to prose, and are rejected by the adjacent bytes.
        if mark == self.done {
            return Err(Refused::NoFind);
        }
        if !self.rules.characters.is(self.window[mark - 1], SCHEME) {
            return match self.broken_scheme(mark, mark) {
                Some(opening) => self.wrapped_broken(opening, mark),
                None => Err(Refused::NoFind),
            };
        }
        let text = self.word(mark);
        let word = text.start;
        if let Some(opening) = self.broken_scheme(word, mark) {
            return self.wrapped_broken(opening, mark);
        }
        if self.ends_with_prefix(mark + 1) && mark - word + 1 == PREFIX.len() {
            let wrapped = match self.opening(word) {
                // Where brackets need the prefix, text in them is not bare.
                Some(at) if self.is_only_wrapped(at) => return self.wrapped(at, &text, mark, true),
                Some(at) => self.wrapped(at, &text, mark, true),
                None => Err(Refused::NoFind),
            };
            return unless_found(wrapped, || self.bare_behind_prefix(word, mark));
        }
        if self.rules.suffixes && self.window[word..mark].eq_ignore_ascii_case(b"localhost") {
            return self.suffix(mark);
        }
        let Some(opening) = self.opening(word) else { return self.unwrapped(&text, mark) };
        let wrapped = self.wrapped(opening, &text, mark, false);
        unless_found(wrapped, || self.unwrapped(&text, mark))
    }

    /// The find without a wrapper whose scheme ends at this colon.
    #[inline]
    fn unwrapped(&mut self, text: &Word<'w>, mark: usize) -> Tried {
        let word = text.start;
        // The URI has to continue after the colon.
        let goes_on = |&byte: &u8| self.rules.characters.is(byte, URI);
        if !self.window.get(mark + 1).map_or(!self.ends, goes_on) {
            return Err(Refused::NoFind);
        }
        let letter = |&byte: &u8| self.rules.characters.is(byte, LETTER);
        let before = self.window[word..mark].iter().position(letter).ok_or(Refused::NoFind)?;
        let start = word + before;
        if !self.may_begin(word, start) {
            return Err(Refused::NoFind);
        }
        self.bare(start, start, mark, text)?;
        self.found.prefix = self.prefix_apart(start);
        Ok(())
    }

    /// The word before a colon, of scheme characters, and the text after it.
    #[inline]
    fn word(&self, colon: usize) -> Word<'w> {
        let characters = &self.rules.characters;
        let near = around(self.window, colon, &SCHEMES, characters.uri(), &PUNCTUATIONS);
        if let Some(near) = near {
            let first = colon - near.before;
            let start = self.done.max(first);
            let behind = self.window.get(first + near.text.len());
            let goes_on = behind.is_some_and(|&byte| characters.is(byte, URI));
            let run = near.text.get(start - first..).filter(|_| !goes_on);
            return Word { start, run, unpunctuated: first + near.kept };
        }
        let lowest = self.done.max(colon.saturating_sub(LONGEST_SCHEME));
        let start = colon - characters.scheme_before(&self.window[lowest..colon]);
        Word { start, run: None, unpunctuated: 0 }
    }

    /// Whether a URI without a wrapper may begin at a letter of a word.
    fn may_begin(&self, word: usize, start: usize) -> bool {
        match start.checked_sub(1).map(|before| self.window[before]) {
            None => self.passed == 0,
            // After a `+`, `-` or `.` that may be in a scheme, but not at its start.
            Some(b'+' | b'-' | b'.') if start > word => true,
            Some(before) => self.rules.characters.is(before, BEFORE),
        }
    }

    /// A prefix that white space sets apart from the URI.
    #[inline]
    fn prefix_apart(&self, start: usize) -> Range<usize> {
        // Usually another word precedes a blank.
        match self.window[self.done..start] {
            [.., other, _] if other == b':' || self.rules.characters.is(other, MAYBE_SPACE) => {
                self.prefix_behind_space(start).unwrap_or(0..0)
            }
            _ => 0..0,
        }
    }

    #[cold]
    fn prefix_behind_space(&self, start: usize) -> Option<Range<usize>> {
        let before = &self.window[self.done.max(start.saturating_sub(LONGEST_SPACE))..start];
        let end = start - self.rules.characters.space().before(before);
        if end == start {
            return None;
        }
        let first = end.checked_sub(PREFIX.len()).filter(|&first| first >= self.done)?;
        let prefix = self.ends_with_prefix(end);
        (prefix && self.may_begin(first, first)).then_some(first..end)
    }

    /// Whether the prefix stands before a place.
    #[inline]
    fn ends_with_prefix(&self, end: usize) -> bool {
        let last = self.window[..end].last_chunk();
        last.is_some_and(|&last| is_prefix(self.rules.delimiting(), last))
    }

    /// The wrapper that opens before a word, with only white space between.
    #[inline]
    fn opening(&self, word: usize) -> Option<usize> {
        let is = |byte: u8, facts| self.rules.characters.is(byte, facts);
        match self.window[self.done..word] {
            [.., last] if is(last, OPENING) => Some(word - 1),
            // Usually another word precedes a blank.
            [.., other, last] if is(last, MAYBE_SPACE) & is(other, MAYBE_SPACE | OPENING) => {
                self.opening_behind_space(word)
            }
            _ => None,
        }
    }

    fn is_only_wrapped(&self, opening: usize) -> bool {
        let angle = self.rules.delimiting().angle_brackets;
        self.window[opening] == b'<' && angle == Taken::Prefixed
    }

    #[cold]
    fn opening_behind_space(&self, word: usize) -> Option<usize> {
        let before = &self.window[self.done.max(word.saturating_sub(LONGEST_SPACE))..word];
        let space = self.rules.characters.space().before(before);
        let opening = (word - space).checked_sub(1)?;
        let opens = self.rules.characters.is(self.window[opening], OPENING);
        (opens && opening >= self.done).then_some(opening)
    }

    /// The content of brackets or quotes, if it begins the wrapper. With `prefixed`, the prefix ends at the colon;
    /// otherwise a scheme does.
    #[inline(never)]
    fn wrapped(&mut self, opening: usize, word: &Word<'w>, colon: usize, prefixed: bool) -> Tried {
        let start = word.start;
        let content = if prefixed { colon + 1 } else { start };
        let delimiting = self.rules.delimiting();
        let angle = self.window[opening] == b'<';
        let wanted = match if angle { delimiting.angle_brackets } else { delimiting.quotes } {
            Taken::Nothing => false,
            Taken::Prefixed => prefixed,
            Taken::Likely => true,
        };
        if !wanted {
            return Err(Refused::NoFind);
        }
        let rest = &self.window[content..];
        // Usually the wrapper holds nothing else, and nothing has to be joined.
        let run = match word.run {
            Some(run) if !prefixed => run,
            _ => leading(rest, self.rules.characters.uri()),
        };
        let close = if angle { b'>' } else { b'"' };
        let whole = rest.get(run.len()) == Some(&close);
        let len = if whole { run.len() } else { self.closing(opening, content, run.len(), close)? };
        if len > self.rules.longest {
            return Err(Refused::LeftOut(content..content + len, Fault::TooLong));
        }
        let slashes = rest[colon + 1 - content..].starts_with(b"//");
        if !(angle | prefixed | slashes || self.rules.knows(&self.window[start..colon])) {
            return Err(Refused::NoFind);
        }
        let place = if whole {
            let names = |uri: &&str| self.rules.accept(uri) && !names_nothing(uri);
            Some(run).filter(names).ok_or(Refused::NoFind)?;
            self.found.uri = run;
            content..content + len
        } else {
            let dropped = if angle { Dropped::All } else { Dropped::AroundLineBreaks };
            let uri = self.rules.joined(&rest[..len], dropped).ok_or(Refused::NoFind)?;
            (self.found.uri, self.found.made) = uri.parts();
            self.rules.within(self.window, &rest[..len])
        };
        self.found.place = place;
        self.found.delimiter = if angle { Delimiter::Angle } else { Delimiter::Quote };
        self.found.prefix = start..content;
        self.found.done = content + len + 1;
        Ok(())
    }

    /// A URI directly after a prefix, without a wrapper.
    #[inline(never)]
    fn bare_behind_prefix(&mut self, start: usize, colon: usize) -> Tried {
        if !self.may_begin(start, start) {
            return Err(Refused::NoFind);
        }
        let content = colon + 1;
        let rest = &self.window[content..];
        let end = leading(&rest[..rest.len().min(LONGEST_SCHEME)], &SCHEMES).len();
        match rest.get(end) {
            Some(b':') if (1..LONGEST_SCHEME).contains(&end) => {
                let colon = content + end;
                self.bare(
                    start,
                    content,
                    colon,
                    &Word { start: content, run: None, unpunctuated: 0 },
                )
            }
            None if !self.ends && end < LONGEST_SCHEME => Err(Refused::Unknown(start)),
            _ => Err(Refused::NoFind),
        }
    }

    /// A URI without a wrapper, whose scheme is between `start` and `colon`. The prefix precedes it, from `first`
    /// on, if there is one.
    #[inline]
    fn bare(&mut self, first: usize, start: usize, colon: usize, word: &Word<'w>) -> Tried {
        let wanted = match self.rules.delimiting().bare {
            Taken::Nothing => false,
            Taken::Prefixed => first < start,
            Taken::Likely => true,
        };
        let follows = &self.window[colon + 1..(colon + 3).min(self.window.len())];
        if follows.len() < 2 && !self.ends {
            return Err(Refused::Unknown(first));
        }
        if !wanted || follows.is_empty() {
            return Err(Refused::NoFind);
        }
        let is_marked = self.rules.delimiting().bare == Taken::Prefixed;
        if !(is_marked || follows == b"//" || self.rules.knows(&self.window[start..colon])) {
            return Err(self.unknown_scheme(first, start, colon));
        }
        let text = match word.run {
            Some(run) => &run[start - word.start..],
            None => self.rules.characters.leading(&self.window[start..]),
        };
        let tried = *self.run;
        self.run(first, start + text.len(), colon + 1)?;
        let end = start + text.len();
        let before = self.before(first, text.as_bytes());
        let bare::End { len, partner } = bare::end(
            &self.rules.characters,
            text.as_bytes(),
            before,
            word.run.map(|_| word.unpunctuated.saturating_sub(start)),
        );
        if len <= colon + 1 - start {
            return Err(Refused::NoFind);
        }
        let uri = &text[..len];
        if goes_on(&self.window[end..]) && partner.is_none() {
            if behind_host(&text[colon + 1 - start..]) && begins_with_octet(&self.window[end..]) {
                let tried_on = self.with_octets(first, start, end);
                if matches!(tried_on, Err(Refused::Unknown(_))) {
                    *self.run = tried;
                }
                return tried_on;
            }
            let cut = first_length(&self.window[end..]);
            return Err(Refused::LeftOut(start..end + cut, Fault::NotValid));
        }
        let nothing = names_nothing(uri).then_some(Fault::NamesNothing);
        let number = self.rules.is_numbered_word(uri).then_some(Fault::NumberedWord);
        if let Some(fault) = nothing.or(number) {
            return Err(Refused::LeftOut(start..start + len, fault));
        }
        let fault = Refused::LeftOut(start..start + len, Fault::NotValid);
        let read = self.rules.as_it_is_or_about_brackets(uri);
        (self.found.uri, self.found.made) = read.ok_or(fault)?;
        let len = self.found.uri.len();
        self.found.place = start..start + len;
        self.found.delimiter = self.delimiter_around(first, end, len == end - start);
        self.found.prefix = first..start;
        self.found.done = partner.map_or(end, |partner| start + partner);
        Ok(())
    }

    /// The character before a run, or the emphasis character that ends with the run.
    #[inline]
    pub(super) fn before(&self, first: usize, run: &[u8]) -> Option<char> {
        let before = &self.window[..first];
        let before = match before.last() {
            Some(byte) if !byte.is_ascii() => last_character(before),
            byte => byte.copied().map(char::from),
        };
        if matches!(before, Some('(' | '[' | '\'')) {
            return before;
        }
        let may_go =
            |last: u8| self.rules.characters.is(last, CLOSING | PUNCTUATION) || !last.is_ascii();
        if !run.last().copied().is_some_and(may_go) {
            return before;
        }
        let emphasis = bare::emphasis(&self.rules.characters, &self.window[..first], run);
        emphasis.map(char::from).or(before)
    }

    /// Whether the window shows where a run ends: text after it may be the rest of an incomplete character.
    pub(super) fn knows_end(&self, end: usize) -> bool {
        self.ends || end + BEHIND <= self.window.len()
    }

    /// Whether a run of URI characters is tried: if it extends past a place.
    #[inline]
    pub(super) fn run(&mut self, first: usize, found: usize, from: usize) -> Tried {
        if self.run.0 <= from {
            if !self.knows_end(found) && found - first <= self.rules.longest {
                return Err(Refused::Unknown(first));
            }
            *self.run = (found, 0);
        }
        let (end, tries) = &mut *self.run;
        *tries += 1;
        let is_too_long = *end - first > self.rules.longest;
        if is_too_long || *tries > TRIES {
            *tries = TRIES + 1;
            let left_out = Refused::LeftOut(first..found, Fault::TooLong);
            return Err(if is_too_long { left_out } else { Refused::NoFind });
        }
        if found >= from { Ok(()) } else { Err(Refused::NoFind) }
    }

    /// White space, if it is on both sides.
    pub(super) fn delimiter_around(&self, first: usize, end: usize, whole_run: bool) -> Delimiter {
        let (before, after) = (&self.window[..first], &self.window[end..]);
        let space = self.rules.characters.space();
        let space_before = before.is_empty() || space.last(before).is_some();
        let space_after = after.is_empty() || space.first(after).is_some();
        if space_before & space_after & whole_run { Delimiter::Whitespace } else { Delimiter::None }
    }
}
