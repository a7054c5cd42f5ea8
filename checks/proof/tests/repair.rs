//! The law of repairs over all code points in all places.
//!
//! No proposal that is marked as kept has another scheme, userinfo, host, port, path, query or fragment than what
//! readers that accept the input make of it. The target `repair` defines the readers and compares
//! (`src/checks/repair.rs`); here is what it is asked about: each code point before, within and after each part, by
//! every edition.

use std::panic::catch_unwind;
use std::thread;

use napkin::edition::EDITIONS;
use napkin_proof::Target;

/// The places; `{}` stands for the character.
const PLACES: [&str; 57] = [
    "{}",
    "{}http://h/p",
    "ht{}tp://h/p",
    "http{}://h/p",
    "http:{}//h/p",
    "http:/{}/h/p",
    "http://{}u@h/p",
    "http://u{}u@h/p",
    "http://u:p{}p@h/p",
    "http://u{}@h/p",
    "http://{}good.com/p",
    "http://good.com{}evil.com/p",
    "http://good{}com/p",
    "http://good.com{}/p",
    "https://u@good{}evil:80/p",
    "ftp://h{}:8/p",
    "http://{}",
    "http://[::1]{}/p",
    "http://[::{}1]/p",
    "http://h:{}80/p",
    "http://h:8{}0/p",
    "http://h:80{}/p",
    "http://h/{}p",
    "http://h/p{}p/p",
    "http://h/p{}",
    "http://h/p{}%41",
    "http://h/p?{}q",
    "http://h/p?q{}=q",
    "http://h/p?q#{}f",
    "http://h/p#f{}f",
    "foo://good{}evil/p",
    "file://h{}h/p{}",
    "mailto:a{}b@h",
    "//good{}evil/p{}",
    "p{}p/p",
    "\u{201c}http://h/{}\u{201d}",
    "\u{ab}http://h/{}\u{bb} ",
    "URL:{}http://h/",
    "http://h/a{}b%2F(c)",
    "http://h/p#a{}b%2Fc'",
    "http://h/a{}b'c",
    "http://h/%{}%41",
    "git+ssh://git@h:{}1x/y",
    "tel:{}1",
    "http://u:p[{}]@h.example/",
    "http://u.example:{}@h.example/",
    "http://h?{}a",
    "http://h#@{}.example/",
    "http:/{}.example/x",
    "?{}=http://evil.example/",
    "http://h/?{}=http://evil.example/",
    "http://h/e{}f",
    "http://h/{}@h.example/",
    "http://h/é{}//k/",
    "http://1.2/é{}",
    "http://u:p@h:80/a {}?b#c d",
    "[{}http://h/a]",
];

/// Ranges in which every character behaves as its neighbours: a sample of each is enough.
const UNIFORM: [(u32, u32); 8] = [
    (0x3400, 0x4dbf),
    (0x4e00, 0x9fff),
    (0xac00, 0xd7a3),
    (0xe000, 0xf8ff),
    (0x17000, 0x18cff),
    (0x1_b200, 0x1_bbff),
    (0x20000, 0x2f7ff),
    (0x2fa20, 0xe_ffff),
];

/// The code points to ask about: with `NAPKIN_DEEP` all but those between the samples of uniform ranges, otherwise
/// the ASCII ones, those that are known to become delimiters or other names, and a sample.
fn code_points() -> Vec<char> {
    let is_deep = std::env::var_os("NAPKIN_DEEP").is_some();
    let known = "＠／：％．？＃［］＼｡。․‥…‼℀℁℅℆⁄ßẞςϲϹ\u{200c}\u{200d}\u{ad}\u{feff}ᎠꭰႠⴠ\u{2f868}éñ①ａＡİıK\u{a0}\u{3000}\u{85}\u{2028}\u{202e}";
    let is_uniform =
        |point: u32| UNIFORM.iter().any(|&(first, last)| (first..=last).contains(&point));
    let all = (0..=0x10_ffff).filter_map(char::from_u32);
    all.filter(|&character| {
        let point = u32::from(character);
        let step = if is_deep { 101 } else { 20_011 };
        character.is_ascii()
            || known.contains(character)
            || point % step == 0
            || is_deep && point < 0xf_0000 && !is_uniform(point)
    })
    .collect()
}

/// Asks about one text by some editions: all of them, or with `NAPKIN_DEEP` the newest and one by turns.
fn ask(text: &str, turn: usize, broken: &mut Vec<String>) {
    let check = Target::named("repair").unwrap().check;
    let newest = EDITIONS.iter().position(|edition| edition.name == "rfc3986").unwrap();
    for number in [newest, turn % EDITIONS.len()] {
        let data = [&[number as u8], text.as_bytes()].concat();
        if catch_unwind(|| check(&data)).is_err() {
            broken.push(format!("{} {text:?}", EDITIONS[number].name));
        }
    }
}

#[test]
fn a_repair_that_is_kept_has_the_parts_that_readers_find() {
    let points = code_points();
    let half = points.len() / 2;
    let (one, other) = points.split_at(half);
    let asked = |points: &[char]| {
        let mut broken = Vec::new();
        for (turn, point) in points.iter().enumerate() {
            for (nth, place) in PLACES.iter().enumerate() {
                ask(&place.replace("{}", &point.to_string()), turn + nth, &mut broken);
            }
        }
        broken
    };
    let broken = thread::scope(|scope| {
        let other = scope.spawn(|| asked(other));
        [asked(one), other.join().unwrap()].concat()
    });
    assert!(
        broken.is_empty(),
        "{}: {:#?}",
        broken.len(),
        broken.iter().take(40).collect::<Vec<_>>()
    );
}
