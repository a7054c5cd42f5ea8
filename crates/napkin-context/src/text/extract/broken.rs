//! Beginnings other than a known scheme and its colon: schemes broken over lines, words that are no known scheme, and
//! host names without a scheme. The end of a wrapper is found here too, since its content may go over lines.
//!
//! A scheme is broken in `<ht` and `tp://h/x>` on two lines. Between brackets all white space is dropped
//! (RFC 3986, Appendix C), but a word on the previous line usually does not belong to a scheme. The pieces
//! therefore have to make a known scheme, with only line breaks between them.

use super::characters::{BEFORE, MAYBE_SPACE, OPENING, SCHEME, first_length, goes_on, word_before};
use super::found::Made;
use super::scan::{Fault, LONGEST_SCHEME, LONGEST_SPACE, Refused, Tried, View};
use super::wrapped::Dropped;
use super::{Delimiter, bare};
use crate::edition::Taken;
use crate::text::schemes::Schemes;
use crate::text::suffix::{self, Heuristic, LONGEST_LOCAL, NotAHost};

impl View<'_, '_> {
    /// Refuses a word before a colon that is no known scheme: as prose, or, for `Extractor::read_all`, as a text that is
    /// left out. Further colons of such a text give no text of their own.
    #[cold]
    pub(super) fn unknown_scheme(&self, first: usize, start: usize, colon: usize) -> Refused {
        let is_left_out = self.left_out.is_some_and(|end| end <= start);
        if !is_left_out || matches!(self.rules.schemes, Schemes::Only(_)) {
            return Refused::NoFind;
        }
        let text = self.rules.characters.leading(&self.window[start..]);
        let is_too_long = start + text.len() - first > self.rules.longest;
        if !is_too_long && !self.knows_end(start + text.len()) {
            return Refused::Unknown(first);
        }
        let before = self.before(first, text.as_bytes());
        let bare::End { len, .. } =
            bare::end(&self.rules.characters, text.as_bytes(), before, None);
        if len <= colon + 1 - start {
            return Refused::NoFind;
        }
        let fault = if is_too_long { Fault::TooLong } else { Fault::UnknownScheme };
        Refused::LeftOut(start..start + len, fault)
    }

    /// The start of a wrapper before a scheme that is broken over lines, if the lines together are a known scheme;
    /// `word` is the start of the last piece.
    #[inline]
    pub(super) fn broken_scheme(&self, word: usize, colon: usize) -> Option<usize> {
        let before = *self.window[self.done..word].last()?;
        if self.rules.characters.is(before, MAYBE_SPACE) {
            self.broken_scheme_before(word, colon)
        } else {
            None
        }
    }

    fn broken_scheme_before(&self, word: usize, colon: usize) -> Option<usize> {
        let lowest = self.done.max(word.saturating_sub(LONGEST_SPACE));
        let mut start = word;
        loop {
            // Only white space with a line break counts here.
            let space = self.rules.characters.space().before(&self.window[lowest..start]);
            let breaks = |byte: &u8| matches!(byte, b'\n' | b'\r');
            if space == 0 || !self.window[start - space..start].iter().any(breaks) {
                return None;
            }
            start -= space;
            let piece = self.rules.characters.scheme_before(&self.window[lowest..start]);
            if piece == 0 {
                return None;
            }
            start -= piece;
            let first = start;
            let opening = first - self.rules.characters.space().before(&self.window[lowest..first]);
            let opening = opening.checked_sub(1).filter(|&opening| opening >= self.done);
            if let Some(opening) = opening
                && self.rules.characters.is(self.window[opening], OPENING)
            {
                let whole = self.window[first..colon].iter().copied();
                let scheme: Vec<u8> =
                    whole.filter(|&byte| self.rules.characters.is(byte, SCHEME)).collect();
                return self.is_known(&scheme).then_some(opening);
            }
        }
    }

    /// The content of brackets or quotes, if its scheme is broken over lines.
    #[inline(never)]
    pub(super) fn wrapped_broken(&mut self, opening: usize, colon: usize) -> Tried {
        let delimiting = self.rules.delimiting();
        let angle = self.window[opening] == b'<';
        let taken = if angle { delimiting.angle_brackets } else { delimiting.quotes };
        if taken != Taken::Likely {
            return Err(Refused::NoFind);
        }
        let content = opening + 1;
        let close = if angle { b'>' } else { b'"' };
        let len = self.closing(opening, content, colon - content, close)?;
        if len > self.rules.longest {
            return Err(Refused::LeftOut(content..content + len, Fault::TooLong));
        }
        let dropped = if angle { Dropped::All } else { Dropped::AroundLineBreaks };
        let inside = &self.window[content..content + len];
        let uri = self.rules.joined(inside, dropped).ok_or(Refused::NoFind)?;
        (self.found.uri, self.found.made) = uri.parts();
        self.found.place = self.rules.within(self.window, inside);
        self.found.delimiter = if angle { Delimiter::Angle } else { Delimiter::Quote };
        self.found.prefix = 0..0;
        self.found.done = content + len + 1;
        Ok(())
    }

    /// Whether a scheme is known, even if every word is accepted as one.
    fn is_known(&self, scheme: &[u8]) -> bool {
        match &self.rules.schemes {
            Schemes::Any => Schemes::registered().know_bytes(scheme),
            _ => self.rules.knows(scheme),
        }
    }

    /// A host name without a scheme, whose first dot is here; or the colon after the local host.
    #[inline(never)]
    pub(super) fn suffix(&mut self, mark: usize) -> Tried {
        let characters = &self.rules.characters;
        let lowest = self.done.max(mark.saturating_sub(LONGEST_SCHEME));
        let start = lowest + characters.before_label(&self.window[lowest..mark]);
        if start.checked_sub(1).is_some_and(|at| self.window[at] == b'@') && start < mark {
            return self.mail_address(start, mark);
        }
        let named = suffix::named_label(&self.window[start..mark]);
        let start = start + named.unwrap_or_default();
        let before = start.checked_sub(1).map(|before| self.window[before]);
        if start == mark || !before.map_or(self.passed == 0, |before| characters.is(before, BEFORE))
        {
            return Err(Refused::NoFind);
        }
        let before = before.map(char::from);
        let text = characters.leading(&self.window[start..]);
        self.run(start, start + text.len(), mark)?;
        let end = start + text.len();
        if named.is_none() && word_before(&self.window[..start]) {
            return Err(Refused::NoFind);
        }
        let bare::End { len, partner } =
            bare::end(&self.rules.characters, text.as_bytes(), before, None);
        let completed = suffix::in_text(self.rules.edition, &self.rules.schemes, &text[..len]);
        let (uri, heuristic) = completed.map_err(|refused| match refused {
            None => Refused::NoFind,
            // The local part of a mail address, whose domain comes.
            Some(_) if text.contains('@') => Refused::NoFind,
            Some(fault) => Refused::LeftOut(start..start + len, Fault::NotAHost(fault)),
        })?;
        if goes_on(&self.window[end..]) {
            let cut = first_length(&self.window[end..]);
            let fault = Fault::NotAHost(NotAHost::NotValid);
            return Err(Refused::LeftOut(start..end + cut, fault));
        }
        self.found.place = start..start + len;
        self.found.delimiter = self.delimiter_around(start, end, len == end - start);
        self.found.made =
            Some(Box::new(Made { uri, alternatives: Vec::new(), heuristic: Some(heuristic) }));
        self.found.done = partner.map_or(end, |partner| start + partner);
        Ok(())
    }

    /// A mail address, whose domain begins at a place, and has its first dot at the mark.
    fn mail_address(&mut self, domain: usize, mark: usize) -> Tried {
        let at = domain - 1;
        let lowest = self.done.max(at.saturating_sub(LONGEST_LOCAL + 1));
        let start = at - suffix::local_part(&self.window[lowest..at]);
        let before = start.checked_sub(1).map(|before| self.window[before]);
        let may_begin =
            before.map_or(self.passed == 0, |before| self.rules.characters.is(before, BEFORE));
        if start == at || !may_begin || word_before(&self.window[..start]) {
            return Err(Refused::NoFind);
        }
        let text = self.rules.characters.leading(&self.window[domain..]);
        let end = domain + text.len();
        self.run(start, end, mark)?;
        let len = suffix::mail_domain(self.rules.edition, &self.rules.schemes, text);
        let len = len.filter(|_| !goes_on(&self.window[end..])).ok_or(Refused::NoFind)?;
        let address = &self.window[start..domain + len];
        let address = str::from_utf8(address).map_err(|_| Refused::NoFind)?;
        let uri = [Heuristic::MailAddress.adds(), address].concat();
        if self.rules.edition.parse(&uri).is_err() {
            return Err(Refused::NoFind);
        }
        self.found.place = start..domain + len;
        self.found.delimiter = self.delimiter_around(start, end, domain + len == end);
        let heuristic = Some(Heuristic::MailAddress);
        self.found.made = Some(Box::new(Made { uri, alternatives: Vec::new(), heuristic }));
        self.found.done = domain + len;
        Ok(())
    }

    /// The length of the content of a wrapper; its first `looked_at` bytes were inspected and do not close it.
    pub(super) fn closing(
        &self,
        opening: usize,
        content: usize,
        looked_at: usize,
        close: u8,
    ) -> Result<usize, Refused> {
        let rest = &self.window[content..];
        match memchr::memchr2(self.window[opening], close, &rest[looked_at..]) {
            Some(end) if rest[looked_at + end] == close => Ok(looked_at + end),
            None if !self.ends && rest.len() <= self.rules.longest => {
                Err(Refused::Unknown(opening))
            }
            _ => Err(Refused::NoFind),
        }
    }
}
