//! Finds the end of a URI without a wrapper: punctuation of the sentence is not part of it.

use super::characters::{CLOSING, Characters, PUNCTUATION};

/// The signs of emphasis.
const EMPHASES: &[u8] = b"*_~";

/// Where a URI ends in a run of characters.
pub(super) struct End {
    /// The length of the URI.
    pub(super) len: usize,
    /// The place of the partner of an opening character before the run.
    pub(super) partner: Option<usize>,
}

/// The end of the URI in a run of URI characters: without final punctuation, and without closing brackets that have
/// no opening one in the run.
///
/// `before` is the character before the run. If it is a bracket or a single quote, the URI ends before its partner;
/// emphasis as in `*this*` is removed at both ends. The length without final punctuation may be passed in.
#[inline]
pub(super) fn end(
    characters: &Characters,
    run: &[u8],
    before: Option<char>,
    unpunctuated: Option<usize>,
) -> End {
    let partner = before.and_then(|before| partner(characters, run, before));
    let mut len = partner.or(unpunctuated).unwrap_or(run.len());
    len = characters.without_punctuation(&run[..len]);
    if len > 0 && characters.is(run[len - 1], CLOSING) {
        len = behind_closing(characters, &run[..len], before);
    }
    End { len, partner }
}

/// How far back the start of emphasis is searched.
const LONGEST_EMPHASIS: usize = 1024;

/// The emphasis character that began in the same paragraph, if the URI in a run seems to end with it, as in
/// `**see http://h/**`. `text` is the text before the run.
pub(super) fn emphasis(characters: &Characters, text: &[u8], run: &[u8]) -> Option<u8> {
    let kept = characters.without_punctuation(run).checked_sub(1)?;
    let sign = Some(run[kept]).filter(|sign| EMPHASES.contains(sign))?;
    let len = run[..=kept].iter().rev().take_while(|&&byte| byte == sign).count();
    let text = &text[text.len().saturating_sub(LONGEST_EMPHASIS)..];
    let paragraph = memchr::memmem::rfind(text, b"\n\n").map_or(text, |end| &text[end + 2..]);
    let mut open = false;
    let mut at = 0;
    while let Some(found) = paragraph.get(at..).and_then(|rest| memchr::memchr(sign, rest)) {
        let start = at + found;
        let signs = paragraph[start..].iter().take_while(|&&byte| byte == sign).count();
        at = start + signs;
        if signs == len {
            let is_apart = |byte: Option<&u8>| {
                byte.is_none_or(|byte| byte.is_ascii_whitespace() || byte.is_ascii_punctuation())
            };
            let space_behind = paragraph.get(at).is_some_and(u8::is_ascii_whitespace);
            let before = start.checked_sub(1).and_then(|before| paragraph.get(before));
            let opens = !open && is_apart(before) && !space_behind;
            let closes = open && !before.is_none_or(u8::is_ascii_whitespace);
            open ^= opens | closes;
        }
    }
    open.then_some(sign)
}

/// The end of the URI, if a bracket or emphasis may have to be removed.
fn behind_closing(characters: &Characters, run: &[u8], before: Option<char>) -> usize {
    let emphasis = before.and_then(|before| u8::try_from(before).ok());
    let emphasis = emphasis.filter(|byte| EMPHASES.contains(byte));
    let mut end = run.len();
    while let Some((&last, rest)) = run[..end].split_last() {
        match last {
            b')' if closes(*b"()", &run[..end]) => break,
            b']' if closes(*b"[]", &run[..end]) => break,
            // From here on each bracket has to be paired.
            b')' | b']' => return end_behind_pairs(characters, &run[..end], emphasis),
            last if emphasis == Some(last) || characters.is(last, PUNCTUATION) => end = rest.len(),
            last if last.is_ascii() => break,
            _ => match characters.soft_before(&run[..end]) {
                0 => break,
                soft => end -= soft,
            },
        }
    }
    end
}

/// Whether the last bracket of a run closes one of its own kind. The loop has no branches, since they would be
/// mispredicted.
fn closes([open, close]: [u8; 2], run: &[u8]) -> bool {
    let (mut depth, mut closes) = (0_usize, false);
    for &byte in run {
        let closing = byte == close;
        closes = usize::from(closing) & depth.min(1) == 1;
        depth = (depth + usize::from(byte == open)).saturating_sub(usize::from(closing));
    }
    closes
}

/// The end of the URI, computed from the start of the run.
fn end_behind_pairs(characters: &Characters, run: &[u8], emphasis: Option<u8>) -> usize {
    let mut open = [0_usize; 2];
    let (mut at, mut end) = (0, 0);
    while let Some(&byte) = run.get(at) {
        let soft = if byte.is_ascii() { 0 } else { characters.soft_at(&run[at..]) };
        if soft > 0 {
            at += soft;
            continue;
        }
        let counts = match byte {
            b'(' | b'[' => {
                open[usize::from(byte == b'[')] += 1;
                true
            }
            b')' | b']' => {
                let open = &mut open[usize::from(byte == b']')];
                let closes = *open > 0;
                *open = open.saturating_sub(1);
                closes
            }
            byte => emphasis != Some(byte) && !characters.is(byte, PUNCTUATION),
        };
        at += 1;
        if counts {
            end = at;
        }
    }
    end
}

/// The place of the partner of an opening character before the run.
#[inline]
fn partner(characters: &Characters, run: &[u8], before: char) -> Option<usize> {
    let (open, close) = match before {
        '(' => (b'(', b')'),
        '[' => (b'[', b']'),
        '\'' => return memchr::memchr(b'\'', run),
        opening => {
            let [open, close] = characters.beyond_ascii().quotation?;
            let close = (opening == open).then_some(close)?;
            return memchr::memmem::find(run, close.encode_utf8(&mut [0; 4]).as_bytes());
        }
    };
    let mut depth = 0_usize;
    for at in memchr::memchr2_iter(open, close, run) {
        if run[at] == open {
            depth += 1;
        } else if depth == 0 {
            return Some(at);
        } else {
            depth -= 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use napkin::edition::{RFC3986, RFC3987};

    use super::super::characters::Characters;
    use super::{emphasis, end};

    #[test]
    fn what_belongs_to_the_sentence() {
        let characters = Characters::of(RFC3986);
        let cut = |run: &'static str, before: u8| {
            &run[..end(&characters, run.as_bytes(), Some(char::from(before)), None).len]
        };
        assert_eq!(cut("http://h/a).", b' '), "http://h/a");
        assert_eq!(cut("http://h/a_(b))", b'('), "http://h/a_(b)");
        assert_eq!(cut("http://h/(a", b' '), "http://h/(a");
        assert_eq!(cut("http://h/)(b)", b' '), "http://h/)(b)");
        assert_eq!(cut("http://h/)(b)", b'('), "http://h/");
        assert_eq!(cut("http://[::1]:80/a]", b' '), "http://[::1]:80/a");
        assert_eq!(cut("http://h/','http://i/'", b'\''), "http://h/");
        assert_eq!(cut("http://h/**,", b'*'), "http://h/");
        assert_eq!(cut("http://h/*", b' '), "http://h/*");
        assert_eq!(cut("...", b' '), "");
    }

    #[test]
    fn what_belongs_to_a_sentence_beyond_ascii() {
        let characters = Characters::of(RFC3987);
        let cut = |run: &'static str, before: char| {
            &run[..end(&characters, run.as_bytes(), Some(before), None).len]
        };
        assert_eq!(cut("http://h/é\u{2026}).", ' '), "http://h/é");
        assert_eq!(cut("http://h/é(è)\u{2014}", ' '), "http://h/é(è)");
        assert_eq!(
            cut("http://h/)\u{2026}(b\u{2019})\u{2026})", ' '),
            "http://h/)\u{2026}(b\u{2019})"
        );
        assert_eq!(cut("http://h/é\u{2019}s", '\u{2018}'), "http://h/é");
        assert_eq!(cut("http://h/é\u{2019}s", ' '), "http://h/é\u{2019}s");
    }

    #[test]
    fn emphasis_that_began_before() {
        let characters = Characters::of(RFC3986);
        let sign = |text: &str, run: &str| emphasis(&characters, text.as_bytes(), run.as_bytes());
        assert_eq!(sign("**see ", "http://x/y**"), Some(b'*'));
        assert_eq!(sign("(_see it at\n", "http://x/y_)."), None, "a bracket stands behind it");
        assert_eq!(sign("_see it at\n", "http://x/y_."), Some(b'_'));
        assert_eq!(sign("**a** and **see ", "http://x/y**"), Some(b'*'));
        for (text, run) in [
            ("see ", "http://x/y**"),
            ("**see** ", "http://x/y**"),
            ("**see\n\n", "http://x/y**"),
            ("2 * 3 ", "http://x/*"),
            ("snake_case ", "http://x/_"),
            ("*see ", "http://x/y**"),
            ("*see ", "http://x/y"),
        ] {
            assert_eq!(sign(text, run), None, "{text}{run}");
        }
    }
}
