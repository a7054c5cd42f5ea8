//! Bounds the depth of block quotations, list items and footnotes in Markdown, before it is parsed.
//!
//! The parser looks at all open blocks in each line, so a deep block and many lines make quadratic work. A line opens a
//! block by a marker at its beginning. The first marker of a line that may be too deep becomes a parenthesis: what
//! follows on the line is text.

use std::borrow::Cow;

/// The maximum depth. GitHub has this one for lists.
pub(crate) const DEEPEST: usize = 100;

/// The text without markers that are too deep, each replaced by one byte, and the place of the first.
pub(crate) fn bounded(text: &str) -> (Cow<'_, str>, Option<usize>) {
    bounded_to(text, DEEPEST)
}

fn bounded_to(text: &str, deepest: usize) -> (Cow<'_, str>, Option<usize>) {
    let mut depth = Depth::default();
    let mut pieces = String::new();
    let (mut copied, mut start, mut first) = (0, 0, None);
    for line in text.split_inclusive(['\n', '\r']) {
        if let Some(at) = depth.line(line, deepest) {
            first = first.or(Some(start + at));
            pieces.push_str(&text[copied..start + at]);
            pieces.push('(');
            copied = start + at + 1;
        }
        start += line.len();
    }
    if first.is_none() {
        return (Cow::Borrowed(text), None);
    }
    pieces.push_str(&text[copied..]);
    (Cow::Owned(pieces), first)
}

/// An upper bound of how many blocks are open behind a line.
#[derive(Default)]
struct Depth {
    open: usize,
    /// Whether the last line was blank, so that no paragraph goes on without its markers.
    is_behind_blank: bool,
}

impl Depth {
    /// Goes past a line; the place in it of the first marker that may be deeper than `deepest`.
    fn line(&mut self, line: &str, deepest: usize) -> Option<usize> {
        let mut prefix = Prefix::of(line.as_bytes());
        let mut depth = self.behind(&prefix);
        let mut too_deep = None;
        while let Some(at) = prefix.marker() {
            depth = self.behind(&prefix);
            if depth > deepest {
                (depth, too_deep) = (deepest, Some(at));
                break;
            }
        }
        let is_blank = prefix.is_blank();
        if !is_blank {
            // A paragraph may go on in a line with fewer markers.
            self.open = if self.is_behind_blank { depth } else { depth.max(self.open) };
        }
        self.is_behind_blank = is_blank;
        too_deep
    }

    /// The depth behind the markers so far: each opens a block or goes on in one, and so do two columns.
    fn behind(&self, prefix: &Prefix<'_>) -> usize {
        self.open.min(prefix.columns / 2) + prefix.markers
    }
}

/// The markers at the beginning of a line, as far as they were read.
struct Prefix<'l> {
    line: &'l [u8],
    at: usize,
    markers: usize,
    /// The columns of white space, but for one behind each marker.
    columns: usize,
    /// Where a thematic break may begin: behind it the line has only one of its characters.
    rule: usize,
}

impl<'l> Prefix<'l> {
    fn of(line: &'l [u8]) -> Self {
        let line = line.trim_ascii_end();
        let rule = line.last().filter(|last| b"-*".contains(last)).map(|last| {
            let differs = |byte: &u8| byte != last && !is_blank(*byte);
            line.iter().rposition(differs).map_or(0, |before| before + 1)
        });
        let rule = rule.unwrap_or(line.len());
        let mut prefix = Self { line, at: 0, markers: 0, columns: 0, rule };
        prefix.blanks();
        prefix
    }

    fn is_blank(&self) -> bool {
        self.line.is_empty()
    }

    fn blanks(&mut self) {
        while let Some(&byte) = self.line.get(self.at).filter(|&&byte| is_blank(byte)) {
            self.columns += if byte == b'\t' { 4 } else { 1 };
            self.at += 1;
        }
    }

    /// Goes past the next marker and the white space behind it; the place of the marker.
    fn marker(&mut self) -> Option<usize> {
        let rest = self.line.get(self.at..)?;
        let len = match *rest.first()? {
            b'-' | b'*' if self.at >= self.rule && self.is_rule(rest) => return None,
            b'>' | b'-' | b'*' | b'+' => 1,
            b'0'..=b'9' => rest.iter().take_while(|byte| byte.is_ascii_digit()).count() + 1,
            b'[' if rest.starts_with(b"[^") => memchr::memmem::find(rest, b"]:")? + 2,
            _ => return None,
        };
        let is_item = !matches!(rest.first(), Some(b'>' | b'['));
        let has_end = len == 1 || !is_item || matches!(rest.get(len - 1), Some(b'.' | b')'));
        let is_apart = !is_item || rest.get(len).is_none_or(|&behind| is_blank(behind));
        if !has_end || !is_apart {
            return None;
        }
        let at = self.at;
        self.at += len;
        self.markers += 1;
        let columns = self.columns;
        self.blanks();
        self.columns = columns.max(self.columns - usize::from(self.columns > columns));
        Some(at)
    }

    /// Whether the rest of the line is a thematic break.
    fn is_rule(&mut self, rest: &[u8]) -> bool {
        // This is asked once, since a rest that is too short is behind `rule`.
        self.rule = self.line.len();
        rest.iter().filter(|&&byte| !is_blank(byte)).count() > 2
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Parser, Tag, TagEnd};

    use super::{DEEPEST, bounded, bounded_to};
    use crate::formats::markdown::OPTIONS;

    /// The greatest depth that the parser makes of a text.
    fn depth(text: &str) -> usize {
        let (mut depth, mut greatest) = (0_usize, 0);
        for event in Parser::new_ext(text, OPTIONS) {
            match event {
                Event::Start(Tag::BlockQuote(_) | Tag::Item | Tag::FootnoteDefinition(_)) => {
                    depth += 1;
                    greatest = greatest.max(depth);
                }
                Event::End(TagEnd::BlockQuote(_) | TagEnd::Item | TagEnd::FootnoteDefinition) => {
                    depth -= 1;
                }
                _ => {}
            }
        }
        greatest
    }

    #[test]
    fn what_is_too_deep_becomes_text() {
        for marker in ["> ", ">", "- ", "1. ", "* + "] {
            let markers = marker.split_inclusive(' ').count();
            let text = marker.repeat(DEEPEST / markers) + "[a](b)\n";
            assert_eq!(bounded(&text), (text.as_str().into(), None));
            let deeper = marker.repeat(DEEPEST / markers) + "> [a](b)\n";
            let bounded_text = deeper.replace("> [", "( [");
            let at = marker.len() * (DEEPEST / markers);
            assert_eq!(bounded(&deeper), (bounded_text.into(), Some(at)));
        }
        let indented = format!("{}- a\n", " ".repeat(1000));
        let rule = format!("> {}\n", "- ".repeat(1000));
        for text in [indented, rule, "-".repeat(1000), "> a\n".repeat(1000), "- a\n".repeat(1000)] {
            assert_eq!(bounded(&text).1, None);
        }
    }

    /// The parser goes no deeper, whatever the lines are; and texts of little depth stay what they are.
    #[test]
    fn the_parser_goes_no_deeper() {
        const PIECES: [&str; 16] = [
            "> ", ">", "- ", "-", "+ ", "* ", "1. ", "2) ", "[^a]: ", "  ", "    ", "\t", "x",
            "\n", "\n\n", "```",
        ];
        let times = if std::env::var_os("NAPKIN_DEEP").is_some() { 3_000_000 } else { 30_000 };
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut cut = 0;
        for _ in 0..times {
            let mut text = String::new();
            for _ in 0..24 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text.push_str(PIECES[(state >> 60) as usize]);
            }
            let (bounded, at) = bounded_to(&text, 4);
            assert_eq!(bounded.len(), text.len());
            assert!(depth(&bounded) <= 4, "{text:?} {bounded:?}");
            cut += usize::from(at.is_some());
        }
        assert!(cut > times / 100 && cut < times, "{cut}");
    }
}
