//! The commands are views of one diagnosis: laws that hold between their answers, over all cases and a generator.

use std::path::Path;

use napkin::edition::RFC3986;
use napkin_answers::check::Checking;
use napkin_answers::clean::{Clean, Cleaned, Cleaning};
use napkin_answers::glance::Glance;
use napkin_answers::map::Map;
use napkin_answers::question::{Ask, Question};
use napkin_answers::repair::Repairing;
use napkin_answers::typed::{ReadingTyped, Typed};
use napkin_audit::{Identity, mends};
use serde_json::Value;

/// The inputs of the cases about mends.
fn inputs() -> Vec<String> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/audit");
    let of = |name: &str| std::fs::read_to_string(cases.join(name)).unwrap();
    let lines = ["mends.jsonl", "repair.jsonl", "hostile.jsonl"].map(of).concat();
    let cases = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    cases.filter_map(|case| case["input"].as_str().map(str::to_owned)).collect()
}

fn cleaning(no_guess: bool) -> Cleaning {
    Clean { no_guess }.ready(RFC3986.into()).unwrap()
}

/// Each URI of `clean` is the input, a piece of it, or the URI of a mend. Words that it leaves out are in its note; brackets and quotation
/// marks are not.
fn clean_is_a_view(input: &str) {
    let mut scratch = String::new();
    let (cleaning, strict) = (cleaning(false), cleaning(true));
    let Ok(Cleaned { uris, cleaned, note, mends: found, .. }) =
        cleaning.ask(input.as_bytes(), &mut scratch)
    else {
        return;
    };
    let note = note.map(|note| note.message().to_owned()).unwrap_or_default();
    let repaired = mends(input.as_bytes(), RFC3986);
    for one in &cleaned {
        assert!(mends(one.uri.as_bytes(), RFC3986).is_empty(), "{input:?}: {}", one.uri);
        let is_known = one.uri == input
            || repaired.iter().chain(&found).any(|mend| mend.uri == one.uri)
            || input.contains(&one.uri);
        // Of a host without a scheme, and of another spelling, the note says that it is guessed.
        assert!(is_known || note.contains("guessed"), "{input:?}: {}", one.uri);
        if one.identity == Identity::Guessed.name() {
            assert!(note.contains("guessed"), "{input:?}: {note}");
        }
    }
    if let [one] = &*uris
        && let Some((before, behind)) = input.split_once(one.as_str())
    {
        let is_bullet = |text: &str| text.trim().chars().all(|c| c.is_ascii_digit() || c == '.');
        let has_words = [before, behind].iter().any(|text| {
            text.contains(char::is_alphanumeric)
                && !is_bullet(text)
                && !text.to_lowercase().contains("url:")
        });
        assert!(!has_words || !note.is_empty() || !found.is_empty(), "{input:?}: {one}");
    }
    let is_guessed = cleaned.iter().any(|one| one.identity == Identity::Guessed.name());
    assert_eq!(strict.ask(input.as_bytes(), &mut String::new()).is_err(), is_guessed, "{input:?}");
}

/// What `repair` mends is fine for no other command, and they have the same mends.
fn none_calls_fine_what_another_mends(input: &str) {
    let bytes = input.as_bytes();
    let repaired = Repairing { edition: RFC3986 }.answer(bytes);
    let checked = Checking::new(RFC3986).answer(bytes);
    let is_noted = !checked.valid || checked.note.is_some();
    assert!(repaired.mends.is_empty() || is_noted, "check: {input:?}");
    assert_eq!(checked.mends, repaired.mends, "check: {input:?}");
    assert_eq!(Glance::new(bytes, RFC3986).mends, repaired.mends, "glance: {input:?}");
    if repaired.mends.is_empty() {
        return;
    }
    let mut scratch = String::new();
    let reading = ReadingTyped::new(RFC3986, Typed::default());
    let typed = reading.ask(bytes, &mut scratch);
    let is_told = typed.is_err() || typed.is_ok_and(|it| it.note.is_some() || it.uri != input);
    assert!(is_told, "typed: {input:?}");
    let cleaned = cleaning(false);
    let uris = cleaned.ask(bytes, &mut scratch).map(|it| it.uris).unwrap_or_default();
    assert!(!uris.iter().any(|uri| uri == input), "clean: {input:?}");
    let mapped = Map::default().ready(RFC3986.into()).unwrap();
    if let Err(error) = mapped.ask(bytes, &mut scratch) {
        assert_eq!(error.mends(), repaired.mends, "map: {input:?}");
    }
}

/// A number that looks random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

#[test]
fn commands_agree_on_what_is_meant() {
    const PIECES: [&str; 20] = [
        "http://",
        "https:",
        "//",
        "\\",
        "@",
        ":",
        "#",
        "%",
        "[",
        "&amp;",
        " ",
        "- ",
        "\"",
        "|",
        "é",
        "www.",
        "a.example",
        ".",
        "see ",
        "hxxp://",
    ];
    let inputs = inputs();
    let mut dice = Dice(81);
    let times = if std::env::var_os("NAPKIN_DEEP").is_some() { 100_000 } else { 1000 };
    let made = (0..times).map(|_| {
        let mut text: Vec<char> = inputs[dice.roll(inputs.len())].chars().take(80).collect();
        let at = dice.roll(text.len() + 1);
        let end = (at + dice.roll(2)).min(text.len());
        text.splice(at..end, PIECES[dice.roll(PIECES.len())].chars());
        text.into_iter().collect()
    });
    let made: Vec<String> = made.collect();
    for input in inputs.iter().chain(&made) {
        clean_is_a_view(input);
        none_calls_fine_what_another_mends(input);
    }
}
