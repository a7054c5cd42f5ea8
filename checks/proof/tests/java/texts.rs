//! Pairs of texts: components composed from characteristic pieces, and then changed in a few places. Equal seeds
//! make equal texts.

use napkin::edition::JAVA;

/// Components of texts; each is valid in some place, or rejected for its own reason.
const SCHEMES: &[&str] =
    &["", "", "", "http:", "HTTP:", "file:", "a:", "mailto:", "1a:", "a_b:", ":"];
const AUTHORITIES: &[&str] = &[
    "",
    "",
    "//",
    "//h",
    "//H",
    "//h:",
    "//h:80",
    "//h:080",
    "//u@h",
    "//u:p@h:8042",
    "//@h",
    "//u@",
    "//:80",
    "//a_b",
    "//u@a_b:80",
    "//1.2.3.4",
    "//001.2.3.255:1",
    "//1.2.3.256",
    "//1.2.3",
    "//a.b.",
    "//a.1",
    "//1",
    "//1a.",
    "//-a",
    "//a-",
    "//a..b",
    "//%41.com",
    "//%2f@h",
    "//bücher.de",
    "//h:2147483647",
    "//h:2147483648",
    "//h1:1,h2:2",
    "//[::1]",
    "//[FE80::1%eth0]:1",
    "//[fe80::1%25e]",
    "//u@[1:2:3:4:5:6:7:8]:9",
    "//[1:2:3:4:5:6:1.2.3.4]",
    "//[::01.2.3.4]",
    "//[::1%]",
    "//[1::2::3]",
    "//[::12345]",
    "//[1:2]",
    "//[::1",
    "//[]",
    "//a[",
    "//]",
    "//é]",
    "//[::1]x",
    "//[::1]:x",
    "//u]@h",
    "//[1.2.3.4]",
    "//[::1.2.3]",
    "//[1:]",
    "//[v1.a]",
];
const PATHS: &[&str] = &[
    "",
    "",
    "/",
    "/a",
    "/a/b",
    "/A/b/",
    "a",
    "a/b",
    "./a:b",
    "a:b",
    "a/../b:c",
    "../a",
    "/../a",
    ".",
    "..",
    "/.",
    "/a/..",
    "/a/./b",
    "a/b/..",
    "//a",
    "/a//b",
    "/a/%2e/b",
    "/%41%C3%A9",
    "/%c3%a9",
    "/é",
    "/e\u{301}",
    "/%4a\u{301}",
    "/%FF%E2%82",
    "/%ED%A0%80",
    "/a;b=1",
    "/a[b]",
    "/a b",
    "/a%b",
    "b@c?d",
    "c/d:e",
    "/😀x",
];
const QUERIES: &[&str] = &[
    "",
    "",
    "",
    "?",
    "?q",
    "?Q",
    "?a=1&b=[%41]",
    "?/?",
    "?%ff",
    "?=\u{338}",
    "?é",
    "?a b",
    "?a|b",
];
const FRAGMENTS: &[&str] = &["", "", "", "#", "#f", "#[%41]", "#é%c3", "#a#b", "#%", "#\u{a0}"];
/// Insertions into a text.
const PUT_IN: &[&str] = &[
    ":",
    "/",
    "//",
    "?",
    "#",
    "[",
    "]",
    "@",
    "%",
    "%4",
    "%41",
    "%C3%A9",
    "%ED%A0%80",
    ".",
    "..",
    "/./",
    "/../",
    "::",
    "0",
    "1",
    "9",
    "255",
    "256",
    "1.2.3.4",
    "2147483647",
    "2147483648",
    "99999999999",
    "f",
    "g",
    "ffff",
    "-",
    "_",
    "~",
    "!",
    "$",
    "&",
    "'",
    "(",
    ")",
    "*",
    "+",
    ",",
    ";",
    "=",
    " ",
    "\"",
    "<",
    ">",
    "\\",
    "^",
    "`",
    "{",
    "|",
    "}",
    "\u{0}",
    "\u{9}",
    "\u{7f}",
    "\u{80}",
    "\u{9f}",
    "\u{a0}",
    "é",
    "É",
    "e\u{301}",
    "\u{301}",
    "\u{338}",
    "ß",
    "\u{ad}",
    "\u{1680}",
    "\u{2007}",
    "\u{200b}",
    "\u{2028}",
    "\u{202f}",
    "\u{3000}",
    "\u{fdd0}",
    "\u{feff}",
    "\u{fffe}",
    "😀",
    "\u{e000}",
    "\u{10ffff}",
    "。",
];

/// Numbers by xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    /// A random place between two characters, or an end.
    fn place(&mut self, text: &str) -> usize {
        let characters = text.chars().count();
        text.char_indices().nth(self.below(characters + 1)).map_or(text.len(), |(at, _)| at)
    }

    /// A text; most invalid ones are replaced, so that computed results are tested too.
    fn text(&mut self) -> String {
        let mut text = self.any_text();
        while JAVA.parse(&text).is_err() && self.below(4) > 0 {
            text = self.any_text();
        }
        text
    }

    fn any_text(&mut self) -> String {
        let lists = [SCHEMES, AUTHORITIES, PATHS, QUERIES, FRAGMENTS];
        let mut text: String = lists.map(|list| self.one_of(list)).concat();
        for _ in 0..[0, 0, 1, 1, 1, 2, 4][self.below(7)] {
            self.change(&mut text);
        }
        text
    }

    fn change(&mut self, text: &mut String) {
        let at = self.place(text);
        match self.below(4) {
            0 => {
                if at < text.len() {
                    text.remove(at);
                }
            }
            1 => {
                let other = self.place(text);
                let piece = text[at.min(other)..at.max(other)].to_owned();
                let to = self.place(text);
                text.insert_str(to, &piece);
            }
            _ => text.insert_str(at, self.one_of(PUT_IN)),
        }
    }

    /// A text similar to another.
    fn relative_of(&mut self, text: &str) -> String {
        let mut other = text.to_owned();
        match self.below(4) {
            0 => self.change(&mut other),
            1 => other.push_str(self.one_of(PATHS)),
            2 => other = other.to_ascii_uppercase(),
            _ => other = self.text(),
        }
        other
    }
}

/// `count` pairs, after those of all cases of the edition.
pub(crate) fn pairs(count: usize) -> Vec<(String, String)> {
    let cases = include_str!("../../../../spec/cases/java.jsonl");
    let cases = cases.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut pairs: Vec<_> = cases
        .map(|case| {
            let input = case["input"].as_str().unwrap().to_owned();
            match case["base"].as_str() {
                Some(base) => (base.to_owned(), input),
                None => (input, case["other"].as_str().unwrap_or_default().to_owned()),
            }
        })
        .collect();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..count {
        let first = random.text();
        let second = random.relative_of(&first);
        pairs.push((first, second));
    }
    pairs
}
