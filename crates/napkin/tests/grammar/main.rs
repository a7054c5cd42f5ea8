//! The engine agrees with the grammar files on every string that can be tried.
//!
//! `spec/grammars/*.abnf` are the specification. From each of them the harness derives whether a string
//! is a reference and what its parts are, and the engine must say the same: on all short strings,
//! on random strings that the grammar generates, and on mutations of those. What is tried is said
//! by the rows in [`editions`]; the tests in [`harness`] hold the harness itself against known
//! answers and against a second, plainer reading of the grammar.

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

use std::time::Instant;

use automaton::Automaton;
use engine::Engine;
use oracle::Oracle;
use strings::{Enumeration, Random, generate, mutate};

/// How many random strings each engine is tried on.
const GENERATED: usize = 100_000;
const MUTATED: usize = 150_000;

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

editions! { draft1997 draft2003 rfc1630 rfc1738 rfc1808 rfc2396 rfc3986 }

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
        let Enumeration { prefix, max_pieces, suffix, .. } = strings;
        let pieces = strings.pieces().join(" ");
        println!("{name}: {prefix:?}, up to {max_pieces} of {pieces}, {suffix:?}");
        println!("{name}: {tried} tried, {accepted} accepted");
        assert_eq!(strings.ambiguous_piece(), None, "after {prefix:?}");
        assert_eq!(tried, strings.count());
        assert!(accepted > 0);
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
        for class in classes {
            let known = class.iter().any(|byte| strings.characters.as_bytes().contains(byte));
            let prefix = strings.prefix;
            let class = class.escape_ascii();
            assert!(known, "{name}: nothing stands for \"{class}\" after {prefix:?}");
        }
    }
    enumerate(engine, engine.every_class);
}

fn generated_and_mutated(engine: &Engine) {
    let mut oracle = Oracle::new(engine);
    let mut random = Random(3986);
    let others = engine.start_rules.iter().flat_map(|(rule, _)| *rule);
    let rules: Vec<&str> = engine.reference.iter().chain(others).map(|r| r.rule).collect();
    let name = engine.name;
    let mut texts = Vec::new();
    let mut accepted = 0;
    for number in 0..GENERATED {
        let text = generate(&oracle.grammar, rules[number % rules.len()], &mut random);
        accepted += usize::from(agree(&mut oracle, &text));
        texts.push(text);
    }
    let longest = texts.iter().map(String::len).max();
    println!("{name}: {} generated, {accepted} accepted, longest {longest:?}", oracle.judged);
    assert_eq!(oracle.judged, GENERATED as u64);
    // What a rule for some strings generates may be one of the others.
    assert!(accepted == GENERATED || engine.reference.len() > 1 && accepted > GENERATED * 9 / 10);
    for (rule, used) in oracle.captured.iter().zip(&oracle.used) {
        assert!(used, "{name}: {rule} was never used");
    }

    let mut accepted = 0;
    for _ in 0..MUTATED {
        let text = &texts[random.below(GENERATED)];
        let other = &texts[random.below(GENERATED)];
        let text = mutate(text, other, &mut random);
        accepted += usize::from(agree(&mut oracle, &text));
    }
    let mutated = oracle.judged - GENERATED as u64;
    println!("{name}: {mutated} mutated, {accepted} accepted");
    assert_eq!(mutated, MUTATED as u64);
    assert!(accepted > 0 && accepted < MUTATED);
}

fn byte_sets(engine: &Engine) {
    let grammar = Oracle::new(engine).grammar;
    for (rule, prefix, contains) in engine.byte_sets {
        let automaton = Automaton::new(&grammar, rule);
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
