//! Tests every non-ASCII character in a label, raw and percent-encoded: programs contact the same host as their
//! readers, so that `allow` knows where mappings differ.
//!
//! Texts are sent to all programs in batches. By default, the test takes a few characters, and those with known
//! differences between mappings; `NAPKIN_DEEP` takes most, `NAPKIN_SWEEP` every one.

use std::collections::BTreeSet;
use std::{env, thread};

use napkin_audit::{Answer, ContactedHost, HostList, Policy, READERS, hosts, verdict};

use crate::program::{Program, Told};
use crate::{
    GO, JAVA, JAVA_URL, LIBCURL, NODE, PERL, PHP, REQUESTS, RUBY, URL_PARSE, URLLIB,
    URLLIB_REQUEST, WGET,
};

const PROGRAMS: [&Program; 13] = [
    &URLLIB,
    &URLLIB_REQUEST,
    &REQUESTS,
    &LIBCURL,
    &WGET,
    &JAVA,
    &JAVA_URL,
    &NODE,
    &URL_PARSE,
    &PERL,
    &PHP,
    &RUBY,
    &GO,
];

/// Characters for which mappings are known to differ.
const KNOWN: [char; 7] =
    ['\u{df}', '\u{3c2}', '\u{1e9e}', '\u{200c}', '\u{200d}', '\u{3a3}', '\u{2024}'];

/// Of the other characters, a slow program gets one in this many.
const SAMPLE: u32 = 23;

/// Programs that reject a text that their reader accepts, or contact a host that no resolver knows. `allow` answers
/// correctly for these texts.
struct Exception {
    programs: &'static [&'static str],
    why: &'static str,
    /// Whether a program's answer is this exception.
    is: fn(Option<&ContactedHost>) -> bool,
}

const EXCEPTIONS: &[Exception] = &[
    Exception {
        programs: &["whatwg-15", "url-parse", "libcurl"],
        why: "refuses letters that its tables do not have yet",
        is: |theirs| theirs.is_none(),
    },
    Exception {
        programs: &["requests"],
        why: "refuses symbols, as IDNA 2008 does, and letters that its tables do not have yet",
        is: |theirs| theirs.is_none(),
    },
    Exception {
        programs: &["perl"],
        why: "encodes labels without mapping them first; no resolver has such names",
        is: |theirs| theirs.is_some_and(|host| host.to_string().starts_with("xn--")),
    },
];

/// A text of the sweep, and the readers' answers.
struct Text {
    character: char,
    input: String,
    /// Whether `allow` lets it be handed on as it is, if its host is listed.
    is_allowed: bool,
    contacted: Vec<ContactedHost>,
    answers: Vec<Answer>,
}

impl Text {
    fn new(character: char, input: String) -> Self {
        let hosts = hosts(input.as_bytes());
        let contacted = hosts.among(|reader| reader.in_use);
        let contacted = contacted.contacted().into_iter().cloned().collect();
        let answers = hosts.answers().map(|(_, answer)| answer.clone()).collect();
        let list = HostList::parse("*.example").unwrap();
        let is_allowed = verdict(input.as_bytes(), &list, &Policy::default()).as_is();
        assert!(!is_allowed || input.contains("xn--"), "{input} is allowed");
        Self { character, input, is_allowed, contacted, answers }
    }

    /// Whether readers disagree about it, or map its character.
    fn is_special(&self) -> bool {
        match &self.contacted[..] {
            [] => false,
            [ContactedHost::Name(name)] => {
                let letters = name.split('.').next().and_then(|label| label.strip_prefix("xn--"));
                let letters = letters.and_then(idna::punycode::decode_to_string);
                letters.is_none_or(|letters| !letters.contains(self.character))
            }
            _ => true,
        }
    }

    fn is_sampled(&self) -> bool {
        u32::from(self.character).is_multiple_of(SAMPLE) || KNOWN.contains(&self.character)
    }
}

/// The texts for one character: between letters, for combining characters; alone, for right-to-left characters; each in
/// triplets; and in an `xn--` label.
fn texts(character: char) -> Vec<Text> {
    let raw = character.to_string();
    let encoded = raw.bytes().fold(String::new(), |made, octet| made + &format!("%{octet:02X}"));
    let coded = idna::punycode::encode_str(&format!("a{character}b")).unwrap();
    let forms = [
        format!("http://xn--{coded}.example/"),
        format!("http://a{character}b.example/"),
        format!("http://a{encoded}b.example/"),
        format!("http://{character}.example/"),
        format!("https://{encoded}.example/"),
        format!("ftp://a{character}b.example/"),
    ];
    forms.into_iter().map(|input| Text::new(character, input)).collect()
}

/// Compares a program's answers for a batch with the readers, and records which exceptions occur.
fn judge(
    program: &Program,
    batch: &[Text],
    seen: &mut BTreeSet<&'static str>,
) -> (usize, Vec<String>) {
    let is_short = env::var_os("NAPKIN_DEEP").is_none();
    let asked: Vec<_> = batch
        .iter()
        .filter(|text| !program.is_slow || text.is_sampled() || text.is_special() && !is_short)
        .collect();
    let inputs: Vec<_> = asked.iter().map(|text| text.input.clone()).collect();
    let Some(Told { version, hosts }) = program.ask(&inputs) else { return (0, Vec::new()) };
    let mut readers = READERS.iter().filter(|reader| reader.in_input);
    let reader = readers.position(|reader| reader.name == program.name);
    let mut wrong = Vec::new();
    for (text, theirs) in asked.iter().zip(&hosts) {
        let ours = match reader.map(|reader| &text.answers[reader]) {
            Some(Answer::Host(host) | Answer::Server(host, _)) => Some(host),
            Some(_) => None,
            None => theirs.as_ref(),
        };
        let is_known = theirs.as_ref().is_none_or(|host| {
            text.contacted.contains(host) && (!text.is_allowed || text.contacted.len() == 1)
        });
        if is_known && ours == theirs.as_ref() {
            continue;
        }
        let listed = EXCEPTIONS.iter().find(|exception| {
            exception.programs.contains(&program.name) && (exception.is)(theirs.as_ref())
        });
        match listed {
            Some(exception) => _ = seen.insert(exception.why),
            None => wrong.push(format!(
                "{version}, U+{:04X}, {}: {theirs:?}, and not {ours:?}, {is_known}",
                u32::from(text.character),
                text.input
            )),
        }
    }
    (hosts.iter().flatten().count(), wrong)
}

/// The characters of the sweep: a few hundred. With `NAPKIN_DEEP`, all except samples of uniform ranges, such as
/// ideographs, and of planes without characters. With `NAPKIN_SWEEP`, every one.
pub(crate) fn characters() -> Vec<char> {
    let is_short = env::var_os("NAPKIN_DEEP").is_none();
    let is_whole = env::var_os("NAPKIN_SWEEP").is_some();
    let is_asked = |number: u32| match number {
        _ if is_whole => true,
        0x80..0x250 => true,
        _ if is_short => number.is_multiple_of(997),
        0x3400..0xa000
        | 0xac00..0xf900
        | 0x17000..0x18d00
        | 0x20000..0x2f800
        | 0x2fa20..0xe0000 => number.is_multiple_of(SAMPLE),
        0xe0200.. => number.is_multiple_of(997),
        _ => true,
    };
    ('\u{80}'..=char::MAX).filter(|&c| KNOWN.contains(&c) || is_asked(c.into())).collect()
}

/// The texts of a batch, made by as many threads as there are processors.
fn batch(characters: &[char]) -> Vec<Text> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let of_one = characters.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = characters
            .chunks(of_one)
            .map(|part| scope.spawn(|| part.iter().copied().flat_map(texts).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    })
}

#[test]
fn every_character_of_a_label() {
    let characters = characters();
    let mut seen: Vec<_> = PROGRAMS.iter().map(|_| (0, BTreeSet::new(), Vec::new())).collect();
    for characters in characters.chunks(8_000) {
        let texts = batch(characters);
        thread::scope(|scope| {
            for (program, (count, seen, wrong)) in PROGRAMS.iter().zip(&mut seen) {
                let texts = &texts;
                scope.spawn(move || {
                    let (hosts, found) = judge(program, texts, seen);
                    *count += hosts;
                    wrong.extend(found);
                });
            }
        });
    }
    let wrong: Vec<_> = seen.iter().flat_map(|(_, _, wrong)| wrong).map(String::as_str).collect();
    let most = wrong.get(..40).unwrap_or(&wrong).join("\n");
    assert!(wrong.is_empty(), "{} texts:\n{most}", wrong.len());
    for (program, (count, seen, _)) in PROGRAMS.iter().zip(&seen) {
        let listed = EXCEPTIONS.iter().filter(|listed| listed.programs.contains(&program.name));
        for exception in listed.filter(|_| *count > 0) {
            assert!(seen.contains(exception.why), "{} does not: {}", program.name, exception.why);
        }
    }
    let asked = seen.iter().filter(|(count, ..)| *count > 500).count();
    assert!(asked >= 6 || env::var_os("CI").is_none(), "{asked} programs see hosts");
}
