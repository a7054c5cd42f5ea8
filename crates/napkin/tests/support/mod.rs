//! Reading the cases of `spec/cases/`: JSON Lines, one case a line; and what tests by random texts share.

#![allow(dead_code, unreachable_pub, reason = "each test program uses its part of this")]

use serde_json::Value;

/// The cases of one file, in order.
pub fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../spec/cases/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// A text field of a case; the empty text if it is not there.
pub fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_default()
}

/// How many texts to try: a tenth, or with the variable `NAPKIN_DEEP` all of them.
pub fn rounds(all: usize) -> usize {
    if std::env::var_os("NAPKIN_DEEP").is_some() { all } else { all / 10 }
}

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
}

/// References put together from pieces that have met trouble before.
pub fn reference(numbers: &mut Numbers) -> String {
    const SCHEMES: [&str; 6] = ["", "", "http:", "foo:", "file:", "HTTP:"];
    const AUTHORITIES: [&str; 10] = [
        "",
        "",
        "//",
        "//h",
        "//H:80",
        "//u:p@h:",
        "//[::1]",
        "//%41b",
        "//localhost",
        "//1.2.3.4",
    ];
    const PIECES: [&str; 15] =
        ["/", "/", "/", ".", "..", "a", "b", "c:d", "%2e", "%2E%2e", "%41", "%2f", "@", ";x", "~"];
    const TAILS: [&str; 7] = ["", "", "?", "?q", "#", "#f", "?a/../b#c/./d"];
    let mut text = String::from(numbers.pick(&SCHEMES));
    let authority = numbers.pick(&AUTHORITIES);
    text.push_str(authority);
    let pieces = numbers.below(8);
    if !authority.is_empty() && pieces > 0 {
        text.push('/');
    }
    for _ in 0..pieces {
        text.push_str(numbers.pick(&PIECES));
    }
    text.push_str(numbers.pick(&TAILS));
    text
}
