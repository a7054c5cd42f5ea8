//! The grammar of RFC 6570 as an oracle: `rfc6570.abnf` says which texts are templates, and [`Template::parse`] agrees: on all
//! short texts, on texts that the grammar generates, and on changed ones. The reader of ABNF is that of the core's tests.

#![allow(dead_code, reason = "the core's tests use all of the harness")]

#[path = "../../../napkin/tests/grammar/abnf_file.rs"]
mod abnf_file;
#[path = "../../../napkin/tests/grammar/automaton.rs"]
mod automaton;
#[path = "../../../napkin/tests/grammar/nfa.rs"]
mod nfa;
#[path = "../../../napkin/tests/grammar/strings.rs"]
mod strings;

use abnf_file::Grammar;
use automaton::Automaton;
use napkin_template::Template;
use strings::{Enumeration, Random, generate, is_deep, mutate};

const RULE: &str = "URI-Template";

fn grammar() -> Grammar {
    Grammar::read(include_str!("rfc6570.abnf"))
}

/// Whether a text is a template; the grammar has to say the same. An error is at a byte of the text.
fn agree(automaton: &Automaton, text: &str) -> bool {
    let parsed = Template::parse(text);
    assert_eq!(parsed.is_ok(), automaton.accepts(text.as_bytes()), "{text:?}: {parsed:?}");
    if let Err(error) = parsed {
        assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}");
        // What precedes the fault is not at fault: the grammar can go on from there.
        let before = &text[..error.offset()];
        let goes_on = ["", "}", "a}", "1}", "F0}", "0", "00", "0}"].iter();
        let mut goes_on = goes_on.map(|rest| [before, rest].concat());
        assert!(goes_on.any(|text| automaton.accepts(text.as_bytes())), "{text:?}: {error}");
    }
    parsed.is_ok()
}

#[test]
fn every_short_text() {
    let automaton = Automaton::new(&grammar(), RULE);
    let expressions = Enumeration::after("{", if is_deep() { 8 } else { 6 }, "a.,:*}{%0+=é ");
    let literals =
        Enumeration::after("", if is_deep() { 7 } else { 5 }, "a'%4F{}|é\u{e000}\u{85} ");
    for strings in [expressions, literals] {
        let (mut accepted, mut tried) = (0, 0);
        strings.each(&mut |text| {
            accepted += u64::from(agree(&automaton, text));
            tried += 1;
        });
        assert_eq!(tried, strings.count());
        assert!(accepted > 0 && accepted < tried);
    }
}

#[test]
fn generated_and_changed_texts() {
    let (grammar, mut random) = (grammar(), Random(6570));
    let automaton = Automaton::new(&grammar, RULE);
    let texts: Vec<_> = (0..2_000).map(|_| generate(&grammar, RULE, &mut random)).collect();
    assert!(texts.iter().all(|text| agree(&automaton, text)));
    let mut accepted = 0;
    for _ in 0..10_000 {
        let (text, other) = (&texts[random.below(texts.len())], &texts[random.below(texts.len())]);
        accepted += u32::from(agree(&automaton, &mutate(text, other, &mut random)));
    }
    assert!(accepted > 1_000 && accepted < 9_000, "{accepted}");
}
