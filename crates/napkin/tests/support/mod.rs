//! Reading the cases of `spec/cases/` (JSON Lines, one case a line), and random texts for tests.

#![allow(dead_code, unreachable_pub, reason = "each test program uses its part of this")]

use napkin::Level;
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

/// The octets of the input, which is given as text or in hexadecimal.
pub fn octets(case: &Value) -> Vec<u8> {
    match case["input_hex"].as_str() {
        Some(digits) => digits
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect(),
        None => text(case, "input").into(),
    }
}

/// The level that a case names.
pub fn level(case: &Value) -> Option<Level> {
    let name = case["level"].as_str()?;
    Level::ALL.into_iter().find(|level| level.name() == name)
}

/// Cases that need Unicode tables, which `napkin-schemes` has: host names by IDNA, and normal forms of characters.
const BY_TABLES: [(&str, &str); 2] = [("host", "idna"), ("variant", "nfc")];

/// The requirement that hosts are domain names at `scheme`, which needs these tables too.
const DOMAIN_NAMES: &str = "R3987-55";

/// Whether only `napkin-schemes` can answer.
pub fn takes_tables(case: &Value) -> bool {
    BY_TABLES.iter().any(|(field, value)| text(case, field) == *value)
        || level(case) >= Some(Level::Scheme) && case["req"].to_string().contains(DOMAIN_NAMES)
}

/// The number of texts: a tenth, or with the variable `NAPKIN_DEEP` all of them.
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

/// References composed from pieces that have caused trouble.
pub fn reference(numbers: &mut Numbers) -> String {
    Shapes {
        schemes: &["", "", "http:", "foo:", "file:", "HTTP:"],
        authorities: &[
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
        ],
        pieces: &[
            "/", "/", "/", ".", "..", "a", "b", "c:d", "%2e", "%2E%2e", "%41", "%2f", "@", ";x",
            "~",
        ],
        tails: &["", "", "?", "?q", "#", "#f", "?a/../b#c/./d"],
    }
    .reference(numbers)
}

/// Such references with non-ASCII characters, raw and encoded, in usual and in misleading places.
pub fn iri_reference(numbers: &mut Numbers) -> String {
    Shapes {
        schemes: &["", "", "http:", "foo:", "file:", "HTTP:"],
        authorities: &[
            "",
            "",
            "//",
            "//é",
            "//H\u{C9}:80",
            "//ü:p@例え.jp:",
            "//[::1]",
            "//%C3%a9b",
            "//localhost",
            "//b%E9",
        ],
        pieces: &[
            "/",
            "/",
            "/",
            ".",
            "..",
            "é",
            "e\u{301}",
            "日:本",
            "%2e",
            "%2E%2e",
            "%c3%A9",
            "%E9",
            "%2f",
            "．．",
            "／",
            "\u{1F600}",
            "%E2%80%AE",
            "\u{200B}",
            "%EE%80%80",
        ],
        tails: &["", "", "?", "?\u{E000}", "#", "#é", "?日/../b#ç/./d", "?%EE%80%80#%c3%a9"],
    }
    .reference(numbers)
}

/// The pieces of references.
struct Shapes<'p> {
    schemes: &'p [&'p str],
    authorities: &'p [&'p str],
    pieces: &'p [&'p str],
    tails: &'p [&'p str],
}

impl Shapes<'_> {
    fn reference(&self, numbers: &mut Numbers) -> String {
        let mut text = String::from(numbers.pick(self.schemes));
        let authority = numbers.pick(self.authorities);
        text.push_str(authority);
        let pieces = numbers.below(8);
        if !authority.is_empty() && pieces > 0 {
            text.push('/');
        }
        for _ in 0..pieces {
            text.push_str(numbers.pick(self.pieces));
        }
        text.push_str(numbers.pick(self.tails));
        text
    }
}
