//! Tests that the engine agrees with the grammar files on as many strings as possible.
//!
//! `spec/grammars/*.abnf` are the specification. From each of them the harness derives whether a string is a
//! reference and its parts, and the engine must agree: on all short strings, on random strings that the grammar
//! generates, and on mutations of those. The rows in [`editions`] list the strings. The tests in [`harness`] check
//! the harness itself with known answers and with a second, plainer implementation of the grammar.

mod abnf_file;
mod automaton;
mod derivation;
mod editions;
mod engine;
mod harness;
mod nfa;
mod oracle;
mod plain;
mod strings;
mod trees;

use std::collections::BTreeMap;
use std::time::Instant;

use napkin::{Edition, ErrorKind, Start};

use abnf_file::Grammar;
use automaton::Automaton;
use engine::{Engine, Reading};
use oracle::Oracle;
use strings::{Enumeration, Random, generate, is_deep, mutate};

/// The number of random strings for each engine, generated and mutated ones.
fn rounds() -> (usize, usize) {
    if is_deep() { (100_000, 150_000) } else { (10_000, 15_000) }
}

/// The tests of each edition, under its name.
macro_rules! editions {
    ($($name:ident)*) => {
        /// The rows of all editions.
        static ENGINES: &[&Engine] = &[$(&editions::$name::ENGINE),*];

        $(mod $name {
            use crate::editions::$name::ENGINE;

            #[test]
            fn exhaustive_over_every_class_of_bytes() {
                super::exhaustive_over_every_class_of_bytes(&ENGINE);
            }

            #[test]
            fn exhaustive_over_fewer_characters() {
                super::enumerate(&ENGINE, ENGINE.closer);
            }

            #[test]
            fn generated_and_mutated() {
                super::generated_and_mutated(&ENGINE);
            }

            #[test]
            fn trees_are_derivations() {
                crate::trees::are_derivations(&ENGINE);
            }

            #[test]
            fn byte_sets() {
                super::byte_sets(&ENGINE);
            }

            #[test]
            fn the_oracle_agrees_with_a_plain_reading_of_the_grammar() {
                super::harness::agrees_with_a_plain_reading(&ENGINE);
            }
        })*
    };
}

editions! {
    draft1997 draft2003 rfc1630 rfc1738 rfc1808 rfc2396 rfc2396_rfc2732 rfc3986 rfc3986_rfc6874 rfc3987 java
}

fn agree(oracle: &mut Oracle<'_>, text: &str) -> bool {
    oracle.judge(text).unwrap_or_else(|difference| panic!("{difference}"))
}

fn enumerate(engine: &Engine, enumerations: &[Enumeration]) {
    let begin = Instant::now();
    let mut oracle = Oracle::new(engine);
    let name = engine.name;
    let mut all_accepted = 0;
    for strings in enumerations {
        let (before, mut accepted) = (oracle.judged, 0_u64);
        strings.each(&mut |text| accepted += u64::from(agree(&mut oracle, text)));
        let tried = oracle.judged - before;
        let Enumeration { prefix, suffix, .. } = strings;
        let longest = strings.longest();
        let pieces = strings.pieces().join(" ");
        println!("{name}: {prefix:?}, up to {longest} of {pieces}, {suffix:?}");
        println!("{name}: {tried} tried, {accepted} accepted");
        assert_eq!(strings.ambiguous_piece(), None, "after {prefix:?}");
        assert_eq!(tried, strings.count());
        assert!(accepted > 0 || !is_deep());
        all_accepted += accepted;
    }
    let (tried, time) = (oracle.judged, begin.elapsed());
    println!("{name}: {tried} tried, {all_accepted} accepted in all, {time:?}");
}

fn exhaustive_over_every_class_of_bytes(engine: &Engine) {
    let oracle = Oracle::new(engine);
    let name = engine.name;
    for strings in engine.every_class {
        let classes = oracle.byte_classes(strings.prefix);
        println!("{name}: {} classes of bytes after {:?}", classes.len(), strings.prefix);
        let is_unknown = |class: &&Vec<u8>| {
            !class.iter().any(|byte| strings.characters.as_bytes().contains(byte))
        };
        let unknown: Vec<_> = classes.iter().filter(is_unknown).collect();
        let unknown: Vec<_> =
            unknown.iter().map(|class| class.escape_ascii().to_string()).collect();
        let prefix = strings.prefix;
        assert!(unknown.is_empty(), "{name}: nothing stands for {unknown:?} after {prefix:?}");
    }
    enumerate(engine, engine.every_class);
}

fn generated_and_mutated(engine: &Engine) {
    let (generated, mutations) = rounds();
    let mut oracle = Oracle::new(engine);
    let mut random = Random(3986);
    let others = engine.start_rules.iter().flat_map(|(rule, _)| *rule);
    let rules: Vec<&str> = engine.reference.iter().chain(others).map(|r| r.rule).collect();
    let name = engine.name;
    let mut texts = Vec::new();
    let mut accepted = 0;
    for number in 0..generated {
        let text = generate(&oracle.grammar, rules[number % rules.len()], &mut random);
        accepted += usize::from(agree(&mut oracle, &text));
        texts.push(text);
    }
    let longest = texts.iter().map(String::len).max();
    println!("{name}: {} generated, {accepted} accepted, longest {longest:?}", oracle.judged);
    assert_eq!(oracle.judged, generated as u64);
    // A string generated by a rule for some strings may be one to which another rule applies.
    assert!(accepted == generated || engine.reference.len() > 1 && accepted > generated * 9 / 10);
    for (rule, used) in oracle.captured.iter().zip(&oracle.used) {
        assert!(used, "{name}: {rule} was never used");
    }

    let mut accepted = 0;
    for _ in 0..mutations {
        let text = &texts[random.below(generated)];
        let other = &texts[random.below(generated)];
        let text = mutate(text, other, &mut random);
        accepted += usize::from(agree(&mut oracle, &text));
    }
    let mutated = oracle.judged - generated as u64;
    println!("{name}: {mutated} mutated, {accepted} accepted");
    assert_eq!(mutated, mutations as u64);
    assert!(accepted > 0 && accepted < mutations);
}

fn byte_sets(engine: &Engine) {
    let grammar = Oracle::new(engine).grammar;
    let mut automata = BTreeMap::new();
    for (rule, prefix, contains) in engine.byte_sets {
        let automaton = automata.entry(rule).or_insert_with(|| Automaton::new(&grammar, rule));
        let derived = |byte: &u8| automaton.accepts(&[prefix.as_bytes(), &[*byte]].concat());
        let grammar: Vec<u8> = (0..=255).filter(derived).collect();
        let engine: Vec<u8> = (0..=255).filter(|&byte| contains(byte)).collect();
        assert!(!grammar.is_empty(), "{rule} does not go on after {prefix:?}");
        assert_eq!(
            grammar.escape_ascii().to_string(),
            engine.escape_ascii().to_string(),
            "{rule} after {prefix:?}"
        );
    }
}

/// Octets that are not UTF-8 are rejected by every edition; for others the grammar decides.
#[test]
fn octets_that_are_characters_or_not() {
    const OCTETS: &[u8] = b"/?\x7F\x80\x8F\x90\x9F\xA0\xB7\xBD\xBE\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5\xFF";
    for engine in ENGINES {
        let edition = Edition::named(engine.name).expect("the row has the name of an edition");
        if !edition.has_characters_beyond_ascii() {
            continue;
        }
        let [Reading { rule, .. }] = engine.reference else {
            panic!("{} has several", engine.name)
        };
        let automaton = Automaton::new(&Grammar::read(engine.grammar), rule);
        let mut accepted = 0;
        for number in 0..OCTETS.len().pow(4) {
            let octet = |power| OCTETS[number / OCTETS.len().pow(power) % OCTETS.len()];
            let text = [octet(3), octet(2), octet(1), octet(0)];
            let parsed = edition.parse_bytes(Start::UriReference, &text);
            assert_eq!(parsed.is_ok(), automaton.accepts(&text), "{}", text.escape_ascii());
            match parsed {
                Ok(reference) => assert_eq!(reference.as_str().as_bytes(), text),
                Err(error) => {
                    let fault = std::str::from_utf8(&text).err();
                    let ill_formed =
                        fault.is_some_and(|fault| fault.valid_up_to() == error.offset());
                    let told = error.kind() == ErrorKind::IllFormedUtf8;
                    assert_eq!(told, ill_formed, "{}", text.escape_ascii());
                }
            }
            accepted += u32::from(parsed.is_ok());
        }
        assert!(accepted > 1000, "{accepted}");
    }
}
