//! Lines and columns of places in a text, counted while the text is read, without keeping it.
//!
//! A block of 64 bytes takes 48 bytes here: which of its bytes end a line and which continue a character, and how
//! it was before. So a place is found in constant time. Who goes forward only can forget what is behind.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};

/// What is known of a text.
#[derive(Debug, Default)]
pub struct Places {
    blocks: VecDeque<Block>,
    /// How many blocks are forgotten.
    forgotten: usize,
    len: usize,
    head: Vec<u8>,
}

/// 64 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// Which bytes are line ends.
    line_ends: u64,
    /// Which bytes continue a character of UTF-8.
    continuations: u64,
    /// How many line ends are before the block.
    lines: u64,
    /// How many continuation bytes are before the block.
    continued: u64,
    /// Where the line begins that the block begins in.
    line_start: usize,
    /// How many continuation bytes are before that.
    line_continued: u64,
}

const WIDTH: usize = u64::BITS as usize;

/// A line and a column, both counted from 1. Columns count characters.
pub type Place = (u64, u64);

impl Places {
    /// Those of a text.
    pub fn of(text: &str) -> Self {
        let mut places = Self::default();
        places.push(text.as_bytes());
        places
    }

    fn push(&mut self, bytes: &[u8]) {
        let head = 4_usize.saturating_sub(self.head.len());
        self.head.extend_from_slice(&bytes[..bytes.len().min(head)]);
        for &byte in bytes {
            let bit = self.len % WIDTH;
            if bit == 0 {
                let last = self.blocks.back();
                let next = last.map_or_else(Block::default, |last| last.next(self.len));
                self.blocks.push_back(next);
            }
            self.len += 1;
            if let Some(block) = self.blocks.back_mut() {
                block.line_ends |= u64::from(byte == b'\n') << bit;
                block.continuations |= u64::from(byte & 0xC0 == 0x80) << bit;
            }
        }
    }

    /// Forgets what is more than so many bytes behind.
    pub fn keep(&mut self, bytes: usize) {
        while self.blocks.len() > bytes / WIDTH + 2 {
            self.blocks.pop_front();
            self.forgotten += 1;
        }
    }

    /// The place of a byte; none in what is no text of one byte or UTF-8, such as UTF-16 and gzip, and of what is
    /// forgotten.
    pub fn find(&self, at: usize) -> Option<Place> {
        let head = self.head.as_slice();
        // Without a byte order mark, each of the first characters of UTF-16 has a zero byte.
        let is_utf16 = matches!(head, [1..=255, 0, 1..=255, 0] | [0, 1..=255, 0, 1..=255]);
        if is_utf16 || matches!(head, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0x1F, 0x8B, ..]) {
            return None;
        }
        if self.len == 0 {
            return Some((1, 1));
        }
        let at = at.min(self.len);
        // Behind the last byte of the last block there is none to begin with.
        let number = (at / WIDTH).min((self.len - 1) / WIDTH);
        let block = self.blocks.get(number.checked_sub(self.forgotten)?)?;
        let start = number * WIDTH;
        let before = below(at - start);
        let ends = block.line_ends & before;
        let continued = block.continued + u64::from((block.continuations & before).count_ones());
        let (line_start, line_continued) = block.line(ends, start);
        let line = block.lines + u64::from(ends.count_ones()) + 1;
        Some((line, (at - line_start) as u64 - (continued - line_continued) + 1))
    }
}

/// The bits below one.
const fn below(bit: usize) -> u64 {
    if bit >= WIDTH { u64::MAX } else { (1 << bit) - 1 }
}

impl Block {
    /// Where the last line begins behind some line ends of the block, and how many continuation bytes are before that.
    const fn line(&self, ends: u64, start: usize) -> (usize, u64) {
        match ends.checked_ilog2() {
            Some(last) => {
                let behind = last as usize + 1;
                let before = (self.continuations & below(behind)).count_ones();
                (start + behind, self.continued + before as u64)
            }
            None => (self.line_start, self.line_continued),
        }
    }

    /// The block behind this one, which begins at a byte.
    fn next(&self, start: usize) -> Self {
        let (line_start, line_continued) = self.line(self.line_ends, start - WIDTH);
        Self {
            line_ends: 0,
            continuations: 0,
            lines: self.lines + u64::from(self.line_ends.count_ones()),
            continued: self.continued + u64::from(self.continuations.count_ones()),
            line_start,
            line_continued,
        }
    }
}

/// Reads on, and counts what is read.
#[derive(Debug)]
pub struct Counting<'p, R> {
    /// What is read from.
    pub reader: R,
    /// Where it is counted; nowhere if nobody asks for places.
    pub places: Option<&'p RefCell<Places>>,
}

impl<R: Read> Read for Counting<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        if let Some(places) = self.places {
            places.borrow_mut().push(buffer.get(..read).unwrap_or_default());
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Places};

    /// The plain way.
    fn counted(text: &str, at: usize) -> Place {
        let before = &text[..at];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let lines = before.bytes().filter(|&byte| byte == b'\n').count();
        (lines as u64 + 1, before[line..].chars().count() as u64 + 1)
    }

    #[test]
    fn places_are_those_of_counting() {
        let texts = [
            String::new(),
            "a".into(),
            "\n".repeat(130),
            "x".repeat(64),
            "é\n日本\n".repeat(40),
            format!("{}\nab", "ü".repeat(100)),
            format!("{}\n", "a".repeat(63)),
        ];
        for text in &texts {
            for step in [1, 7, 64, 1000] {
                let mut places = Places::default();
                text.as_bytes().chunks(step).for_each(|chunk| places.push(chunk));
                for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                    assert_eq!(places.find(at), Some(counted(text, at)), "{at} of {text:?}");
                }
                places.keep(0);
                assert_eq!(places.find(text.len()), Some(counted(text, text.len())), "{text:?}");
            }
        }
    }

    #[test]
    fn utf16_has_no_places() {
        for (text, place) in [
            (&b"a\0b\0c\0"[..], None),
            (b"\0a\0b", None),
            (b"\xff\xfea\0", None),
            (b"a\0bc", Some((1, 3))),
        ] {
            let mut places = Places::default();
            places.push(text);
            assert_eq!(places.find(2), place, "{text:?}");
        }
    }
}
