//! Reading the cases of `spec/cases/`, and reproducible random texts.

#![allow(dead_code, unreachable_pub, reason = "each test program uses its part of this")]

use std::path::PathBuf;

use serde_json::Value;

/// A file or folder of `spec/cases/`.
pub fn case_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases").join(name)
}

/// The cases of a file: JSON Lines, one case a line.
pub fn cases(file: &str) -> Vec<Value> {
    let path = case_file(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Whether the variable `NAPKIN_DEEP` asks for the long form of the tests.
fn is_deep() -> bool {
    std::env::var_os("NAPKIN_DEEP").is_some()
}

/// The number of texts: a tenth, or with the variable `NAPKIN_DEEP` all of them.
pub fn rounds(all: usize) -> usize {
    if is_deep() { all } else { all / 10 }
}

/// The size of a hostile text in bytes: a sixteenth, or with the variable `NAPKIN_DEEP` the whole.
pub fn size(whole: usize) -> usize {
    if is_deep() { whole } else { whole / 16 }
}

/// A text field of a case; the empty text if it is not there.
pub fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_default()
}

/// The files of the editions, and the names of the editions.
pub const FILES: [(&str, &str); 8] = [
    ("rfc1630", "rfc1630.jsonl"),
    ("rfc1738", "rfc1738.jsonl"),
    ("rfc1808", "rfc1808.jsonl"),
    ("draft1997", "draft-url-syntax-05.jsonl"),
    ("rfc2396", "rfc2396.jsonl"),
    ("draft2003", "draft-rfc2396bis-01.jsonl"),
    ("rfc3986", "rfc3986.jsonl"),
    ("rfc3987", "rfc3987.jsonl"),
];

/// A small generator of reproducible numbers (splitmix64).
pub struct Numbers(pub u64);

impl Numbers {
    /// The next number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) as usize % bound
    }

    /// One of several things.
    pub fn pick<'a, T: ?Sized>(&mut self, things: &[&'a T]) -> &'a T {
        things[self.below(things.len())]
    }

    /// A text put together from pieces.
    pub fn text(&mut self, pieces: &[&[u8]], most: usize) -> Vec<u8> {
        let mut text = Vec::new();
        for _ in 0..self.below(most) {
            if self.below(8) == 0 {
                text.push(self.below(256) as u8);
            } else {
                text.extend_from_slice(self.pick(pieces));
            }
        }
        text
    }
}
