//! Lines and columns of offsets in a text, computed while the text is read, without keeping it.
//!
//! A block of 64 bytes takes 48 bytes here: masks of its line ends and of its continuation bytes, and the counts
//! before it. So a place is found in constant time. A caller that only moves forward can drop earlier blocks.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};

/// The index of a text.
#[derive(Debug, Default)]
pub struct Places {
    blocks: VecDeque<Block>,
    /// The number of dropped blocks.
    forgotten: usize,
    len: usize,
    head: Vec<u8>,
}

/// 64 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// Mask of the line ends.
    line_ends: u64,
    /// Mask of the bytes that continue a UTF-8 character.
    continuations: u64,
    /// The number of line ends before the block.
    lines: u64,
    /// The number of continuation bytes before the block.
    continued: u64,
    /// The start of the line in which the block begins.
    line_start: usize,
    /// The number of continuation bytes before that line.
    line_continued: u64,
}

const WIDTH: usize = u64::BITS as usize;

/// A line and a column, both counted from 1. Columns count characters.
pub type Place = (u64, u64);

impl Places {
    /// The index of a text.
    pub fn of(text: impl AsRef<[u8]>) -> Self {
        let mut places = Self::default();
        places.push(text.as_ref());
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

    /// Drops blocks that are more than `bytes` bytes back.
    pub fn keep(&mut self, bytes: usize) {
        while self.blocks.len() > bytes / WIDTH + 2 {
            self.blocks.pop_front();
            self.forgotten += 1;
        }
    }

    /// Drops the blocks that end before a byte.
    pub fn drop_before(&mut self, at: usize) {
        while self.blocks.len() > 1 && (self.forgotten + 1) * WIDTH <= at {
            self.blocks.pop_front();
            self.forgotten += 1;
        }
    }

    /// The place of a byte. `None` in a file that is not text in a single-byte encoding or UTF-8, such as UTF-16
    /// and gzip, and in dropped blocks.
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
        // The end of the text is no byte of a block; it belongs to the last one.
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

/// The bits below `bit`.
const fn below(bit: usize) -> u64 {
    if bit >= WIDTH { u64::MAX } else { (1 << bit) - 1 }
}

impl Block {
    /// The start of the last line after some line ends of the block, and the number of continuation bytes before
    /// it.
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

    /// The block after this one, given its start.
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

/// A reader that indexes the bytes it passes on.
#[derive(Debug)]
pub struct Counting<'p, R> {
    /// The source of the bytes.
    pub reader: R,
    /// The index; `None` if places are not needed.
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

    /// The place by plain counting.
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
