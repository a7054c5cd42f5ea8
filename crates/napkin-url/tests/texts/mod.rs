//! Texts similar to URLs, generated and mutated from a seed. Used by the tests of this crate and of
//! `checks/rivals/`.

/// A generator of numbers (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    pub(crate) fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// One in `n`.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

pub(crate) const SCHEMES: &[&str] = &[
    "http:",
    "https:",
    "file:",
    "ftp:",
    "ws:",
    "wss:",
    "foo:",
    "a+b-c.1:",
    "HTTP:",
    "File:",
    "blob:",
    "data:",
    "gopher:",
    "",
    "",
    "1a:",
    "h\ttp:",
    "javascript:",
    "c:",
    "C|",
];
const SLASHES: &[&str] =
    &["//", "//", "//", "//", "/", "", "///", "\\\\", "/\\", "\\", "////", "/\t/", "/."];
const CREDENTIALS: &[&str] = &[
    "", "", "", "", "u@", "u:p@", ":p@", ":@", "@", "u:@", "a@b@", "u:p:q@", "\u{E9}@", "u%40:|^@",
    "[@", "a/b@",
];
pub(crate) const HOSTS: &[&str] = &[
    "example.com",
    "EXAMPLE.com",
    "a",
    "h",
    "localhost",
    "LOCALHOST",
    "localhos%74",
    "1.2.3.4",
    "1.2.3.4.",
    "0x7f.1",
    "256",
    "1.2.3",
    "09",
    "a.0",
    "1..2",
    "4294967296",
    "4294967295",
    "0x",
    "1.0x",
    "999.1",
    "[::1]",
    "[::]",
    "[1:2:3:4:5:6:7:8]",
    "[1::8]",
    "[0:0:1:0:0:0:0:1]",
    "[::1.2.3.4]",
    "[::01]",
    "[1:2]",
    "[::1",
    "[::g]",
    "[1:2:3:4:5:6:7::]",
    "[::256.1.1.1]",
    "[:1]",
    "[1:0:0:2:0:0:3:4]",
    "[0:1:2:3:4:5:6:7]",
    "[::1]x",
    "[]",
    "[1:0:2::]",
    "",
    "a..b",
    ".",
    "..",
    "a.",
    "a_b",
    "-a",
    "xn--a",
    "xn--bcher-kva.x",
    "b\u{FC}cher.x",
    "\u{AD}",
    "%41",
    "%2e",
    "%zz",
    "%",
    "a%b",
    "a b",
    "a<b",
    "a|b",
    "a^b",
    "c:",
    "c|",
    "C:",
    "a\u{7F}",
    "\u{3002}",
    "\u{FF11}.2",
    "!\"$&'()*+,;=`{}~",
    "x--y",
    "a\tb",
    "\u{5D0}1",
    "\u{DF}.x",
    "a\\b",
    "x:80:y",
    "\u{FFFD}",
];
pub(crate) const PORTS: &[&str] = &[
    "",
    "",
    "",
    "",
    ":",
    ":80",
    ":443",
    ":0",
    ":65535",
    ":65536",
    ":0080",
    ":8a",
    ":21",
    ":99999999999999999999",
    ":8\t0",
];
pub(crate) const SEGMENTS: &[&str] = &[
    "a",
    "b",
    ".",
    "..",
    "%2e",
    "%2E.",
    ".%2e",
    "%2e%2E",
    "...",
    "c:",
    "C|",
    "c:x",
    "",
    "",
    "a b",
    "%",
    "%4",
    "%41",
    "|",
    "^",
    "{}",
    "`",
    "\\",
    "'",
    "\"",
    "<>",
    "\u{E9}",
    "\u{1F600}",
    "\u{FDD0}",
    "\0",
    "a\tb",
    ";a=1",
    "@",
    ":",
    "[",
    "]",
    "..a",
    ".%2",
    "index.html",
    "~",
];
pub(crate) const TAILS: &[&str] = &[
    "",
    "",
    "",
    "",
    "?",
    "#",
    "?q",
    "#f",
    "?q#f",
    "?#",
    "?a=b&c'd",
    "?%",
    "?\"<>`{}|\\^",
    "#\"<>`{}|\\^#",
    "?\u{E9}",
    "#\u{E9}\0x",
    "? ",
    "# ",
    " ?q",
    "  #f",
    " ",
    "?a?b#c#d",
    "?\t#\n",
];
const ALPHABET: &str =
    "abcxXzZ019./\\:?#@%[]|^ \t\n\0\u{7F}+-_~!$&'()*,;=\"<>`{}\u{E9}\u{3002}\u{FF0E}eE2";

/// A text similar to a URL.
pub(crate) fn generate(random: &mut Random) -> String {
    let mut text = String::new();
    if random.one_in(8) {
        text += random.pick(&[" ", "\t", "\n", "\0", "\u{1F} "]);
    }
    text += random.pick(SCHEMES);
    if !random.one_in(6) {
        text += random.pick(SLASHES);
        text += random.pick(CREDENTIALS);
        text += random.pick(HOSTS);
        text += random.pick(PORTS);
    }
    for _ in 0..random.below(5) {
        text += random.pick(&["/", "/", "/", "/", "\\", "//", ""]);
        text += random.pick(SEGMENTS);
    }
    text += random.pick(TAILS);
    if random.one_in(10) {
        text += random.pick(&[" ", "  ", "\n", "\0"]);
    }
    mutate(&mut text, random);
    text
}

/// Changes some characters of a text; in two of three cases, none.
pub(crate) fn mutate(text: &mut String, random: &mut Random) {
    let alphabet: Vec<char> = ALPHABET.chars().collect();
    while random.one_in(3) {
        let mut chars: Vec<char> = text.chars().collect();
        let at = random.below(chars.len() + 1);
        let c = alphabet[random.below(alphabet.len())];
        match random.below(3) {
            0 => chars.insert(at, c),
            1 if at < chars.len() => chars[at] = c,
            _ if at < chars.len() => {
                chars.remove(at);
            }
            _ => {}
        }
        *text = chars.into_iter().collect();
    }
}
