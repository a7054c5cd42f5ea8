//! The inputs of the measurements: lists of real URIs given as files, or a seeded generator.
//!
//! The IRIs are modelled on links to Wikipedia: a title of a few words in one of eight scripts, and often a host name
//! in that script.
//!
//! The generator models three lists of together 102,855 real URIs (links of a site about accounting, reported
//! phishing, files of a source tree): the share of URIs with each part, and the lengths of the parts as quantiles.
//! The constants below have the numbers.

use std::fs;
use std::path::PathBuf;

use serde::Serialize;

/// The inputs of one run, and their statistics.
pub(crate) struct Inputs {
    pub(crate) texts: Vec<String>,
    pub(crate) told: Told,
}

/// The statistics printed beside the figures.
#[derive(Serialize)]
pub(crate) struct Told {
    source: String,
    count: usize,
    bytes: usize,
    /// The lengths at the quantiles 5, 25, 50, 75 and 95 %.
    lengths: [usize; 5],
}

impl Inputs {
    /// The lines of files.
    ///
    /// # Errors
    ///
    /// If a file cannot be read as text.
    pub(crate) fn read(files: &[PathBuf]) -> Result<Self, String> {
        let mut texts = Vec::new();
        let mut names = Vec::new();
        for file in files {
            let text = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            texts.extend(String::from_utf8_lossy(&text).lines().map(str::to_owned));
            names.push(file.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
        Ok(Self::new(names.join(", "), texts))
    }

    /// Generated URIs: equal for equal seeds, on every machine.
    pub(crate) fn generate(seed: u64, count: usize) -> Self {
        let mut random = Random(seed);
        let texts = (0..count).map(|_| random.uri()).collect();
        Self::new(format!("generated, seed {seed}"), texts)
    }

    /// Generated IRIs, each with non-ASCII characters: equal for equal seeds, on every machine.
    pub(crate) fn generate_iris(seed: u64, count: usize) -> Vec<String> {
        let mut random = Random(seed);
        (0..count).map(|_| random.iri()).collect()
    }

    fn new(source: String, texts: Vec<String>) -> Self {
        let mut lengths: Vec<_> = texts.iter().map(String::len).collect();
        lengths.sort_unstable();
        let quantile = |percent: usize| {
            lengths.get(lengths.len() * percent / 100).copied().unwrap_or_default()
        };
        let told = Told {
            source,
            count: texts.len(),
            bytes: lengths.iter().sum(),
            lengths: [5, 25, 50, 75, 95].map(quantile),
        };
        Self { texts, told }
    }
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [p5, p25, p50, p75, p95] = self.lengths;
        write!(f, "{}: {} inputs, {} bytes; ", self.source, self.count, self.bytes)?;
        write!(f, "lengths {p5} {p25} {p50} {p75} {p95} at 5, 25, 50, 75, 95 %")
    }
}

/// Lengths at 0, 10, 25, 50, 75, 90, 99 and 100 % of the lists.
type Quantiles = [usize; 8];

const HOST: Quantiles = [4, 12, 14, 17, 22, 26, 38, 60];
const SEGMENTS: Quantiles = [0, 1, 2, 3, 4, 6, 9, 13];
const SEGMENT: Quantiles = [0, 2, 4, 7, 11, 16, 38, 160];
const QUERY: Quantiles = [4, 6, 10, 16, 32, 66, 200, 460];
const FRAGMENT: Quantiles = [1, 3, 5, 8, 14, 24, 40, 60];

/// Shares in thousandths.
const HAS_QUERY: u64 = 60;
const HAS_FRAGMENT: u64 = 4;
const HAS_PORT: u64 = 2;
const HAS_USERINFO: u64 = 1;
const IS_IPV4: u64 = 1;
const ENDS_IN_SLASH: u64 = 220;
const HAS_TRIPLET: u64 = 18;
const HAS_UPPERCASE_HOST: u64 = 2;
const SCHEMES: [(&str, u64); 4] = [("https", 550), ("http", 100), ("ftp", 20), ("file", 330)];

/// A script, as titles of Wikipedia use it.
struct Script {
    language: &'static str,
    letters: &'static str,
    /// The lengths of words, in characters.
    words: std::ops::Range<usize>,
    /// A top-level domain in the script.
    domain: &'static str,
}

const SCRIPTS: [Script; 8] = [
    Script {
        language: "vi", letters: "aăâeêioôơuưyđéèảạấầnhtcgmlbkv", words: 2..9, domain: "vn"
    },
    Script {
        language: "el",
        letters: "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώς",
        words: 3..12,
        domain: "ελ",
    },
    Script {
        language: "ru",
        letters: "абвгдежзийклмнопрстуфхцчшщыьэюя",
        words: 3..13,
        domain: "рф",
    },
    Script {
        language: "he", letters: "אבגדהוזחטיכלמנסעפצקרשתםןךף", words: 2..8, domain: "ישראל"
    },
    Script {
        language: "ar",
        letters: "ابتثجحخدذرزسشصضطظعغفقكلمنهويةى",
        words: 3..9,
        domain: "مصر",
    },
    Script {
        language: "hi",
        letters: "अआइकखगघचजटडतथदधनपबभमयरलवशसहािीुेो",
        words: 2..8,
        domain: "भारत",
    },
    Script {
        language: "ja",
        letters: "日本語国史学東京大山川のはをにひらがなカタナアイン中",
        words: 2..10,
        domain: "みんな",
    },
    Script {
        language: "ko",
        letters: "가나다라마바사아자한국어대학교의서울도시",
        words: 2..7,
        domain: "한국",
    },
];

/// Shares of IRIs in thousandths.
const HAS_SCRIPT_HOST: u64 = 300;
const HAS_QUALIFIER: u64 = 150;
const HAS_SECTION: u64 = 50;
const HAS_SEARCH: u64 = 50;

/// splitmix64, which is small and sufficient here.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn happens(&mut self, thousandths: u64) -> bool {
        self.next() % 1000 < thousandths
    }

    fn length(&mut self, quantiles: &Quantiles) -> usize {
        const PERCENT: Quantiles = [0, 10, 25, 50, 75, 90, 99, 100];
        let at = self.below(100);
        let upper = PERCENT.iter().position(|&percent| percent > at).unwrap_or(7);
        let (low, high) = (quantiles[upper - 1], quantiles[upper]);
        let (from, to) = (PERCENT[upper - 1], PERCENT[upper]);
        low + (high - low) * (at - from) / (to - from)
    }

    fn name(&mut self, length: usize, alphabet: &[u8], text: &mut String) {
        let start = text.len();
        while text.len() < start + length {
            let byte = alphabet[self.below(alphabet.len())];
            text.push(char::from(byte));
            if self.happens(HAS_TRIPLET / 9) {
                text.push_str(["%20", "%2F", "%c3%a9", "%7E"][self.below(4)]);
            }
        }
    }

    fn uri(&mut self) -> String {
        const LETTERS: &[u8] = b"etaoinshrdlcumwfgypbvk";
        const SEGMENT_BYTES: &[u8] = b"etaoinshrdlcumwfgypbvkETAOINSHRD0123456789-_-_.~,+";
        const QUERY_BYTES: &[u8] = b"etaoinshrdlcumwfgypbvkETAOINSHRD0123456789&&&==-_./:@";
        let mut text = String::new();
        let mut at = self.next() % 1000;
        let scheme = SCHEMES.iter().find(|(_, share)| {
            let found = at < *share;
            at = at.saturating_sub(*share);
            found
        });
        let scheme = scheme.map_or("https", |(scheme, _)| scheme);
        text.push_str(scheme);
        text.push_str("://");
        if self.happens(HAS_USERINFO) {
            text.push_str("user@");
        }
        if scheme != "file" {
            self.host(LETTERS, &mut text);
        }
        if self.happens(HAS_PORT) {
            text.push_str([":8080", ":443", ":80", ":"][self.below(4)]);
        }
        for _ in 0..self.length(&SEGMENTS).max(usize::from(scheme == "file")) {
            text.push('/');
            let length = self.length(&SEGMENT);
            self.name(length, SEGMENT_BYTES, &mut text);
        }
        if scheme != "file" && self.happens(ENDS_IN_SLASH) {
            text.push('/');
        }
        if self.happens(HAS_QUERY) {
            text.push('?');
            let length = self.length(&QUERY);
            self.name(length, QUERY_BYTES, &mut text);
        }
        if self.happens(HAS_FRAGMENT) {
            text.push('#');
            let length = self.length(&FRAGMENT);
            self.name(length, SEGMENT_BYTES, &mut text);
        }
        text
    }

    fn word(&mut self, script: &Script, text: &mut String) {
        let letters: Vec<char> = script.letters.chars().collect();
        let length = script.words.start + self.below(script.words.len());
        text.extend((0..length).map(|_| letters[self.below(letters.len())]));
    }

    fn title(&mut self, script: &Script, text: &mut String) {
        for number in 0..1 + self.below(4) {
            text.push_str(if number > 0 { "_" } else { "" });
            self.word(script, text);
        }
    }

    fn iri(&mut self) -> String {
        let script = &SCRIPTS[self.below(SCRIPTS.len())];
        let mut text = String::from("https://");
        if self.happens(HAS_SCRIPT_HOST) {
            self.word(script, &mut text);
            text.push('.');
            text.push_str(script.domain);
        } else {
            text.push_str(script.language);
            text.push_str(".wikipedia.org");
        }
        text.push_str("/wiki/");
        self.title(script, &mut text);
        if self.happens(HAS_QUALIFIER) {
            text.push_str(["_(1987)", "_(album)", ",_2", "_%26_C"][self.below(4)]);
        }
        if self.happens(HAS_SEARCH) {
            text.push_str("?search=");
            self.title(script, &mut text);
        }
        if self.happens(HAS_SECTION) {
            text.push('#');
            self.title(script, &mut text);
        }
        // A Vietnamese title of few letters may be ASCII.
        if text.is_ascii() {
            text.push_str("_ổ");
        }
        text
    }

    fn host(&mut self, letters: &[u8], text: &mut String) {
        if self.happens(IS_IPV4) {
            let octets = [self.below(256), self.below(256), self.below(256), self.below(256)];
            text.push_str(&octets.map(|octet| octet.to_string()).join("."));
            return;
        }
        let length = self.length(&HOST);
        let www = self.happens(600);
        text.push_str(if www { "www." } else { "" });
        let start = text.len();
        let name = length.saturating_sub(if www { 8 } else { 4 }).max(1);
        for _ in 0..name {
            text.push(char::from(letters[self.below(letters.len())]));
        }
        if self.happens(HAS_UPPERCASE_HOST) {
            text[start..].make_ascii_uppercase();
        }
        text.push_str([".com", ".org", ".net", ".de"][self.below(4)]);
    }
}
