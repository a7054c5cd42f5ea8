//! The engine agrees with the grammar files on every string that can be tried.
//!
//! `grammars/*.abnf` are the specification. From each of them the harness derives whether a string
//! is a reference and what its parts are, and the engine must say the same: on all short strings,
//! on random strings that the grammar generates, and on mutations of those. The last tests hold the
//! harness itself against known answers and against a second, plainer reading of the grammar.

mod abnf_file;
mod automaton;
mod derivation;
mod engine;
mod nfa;
mod oracle;
mod plain;
mod strings;

use std::time::Instant;

use automaton::Automaton;
use engine::{ENGINES, Engine, Parts, RFC_3986};
use oracle::Oracle;
use strings::{Enumeration, Random, generate, mutate};

/// How many random strings each engine is tried on.
const GENERATED: usize = 100_000;
const MUTATED: usize = 150_000;

fn agree(oracle: &mut Oracle<'_>, text: &str) -> bool {
    oracle.judge(text).unwrap_or_else(|difference| panic!("{difference}"))
}

fn enumerate(engine: &Engine, strings: &Enumeration) {
    let begin = Instant::now();
    let mut oracle = Oracle::new(engine);
    let (mut tried, mut accepted) = (0, 0_u64);
    strings.each(&mut |text| {
        tried += 1;
        accepted += u64::from(agree(&mut oracle, text));
    });
    let Enumeration { prefix, pieces, suffix, max_pieces } = strings;
    let (name, pieces, time) = (engine.name, pieces.join(" "), begin.elapsed());
    println!("{name}: {prefix:?}, up to {max_pieces} of {pieces}, {suffix:?}");
    println!("{name}: {tried} tried, {accepted} accepted, {time:?}");
    assert_eq!(tried, strings.count());
    assert!(accepted > 0);
}

#[test]
fn exhaustive_over_every_class_of_bytes() {
    for engine in ENGINES {
        let pieces = engine.every_class.pieces.concat();
        let classes = Oracle::new(engine).reference.byte_classes();
        println!("{}: {} classes of bytes", engine.name, classes.len());
        for class in classes {
            let known = class.iter().any(|byte| pieces.as_bytes().contains(byte));
            assert!(known, "{}: nothing stands for {:?}", engine.name, class.escape_ascii());
        }
        enumerate(engine, &engine.every_class);
    }
}

#[test]
fn exhaustive_over_fewer_characters() {
    for engine in ENGINES {
        for strings in engine.closer {
            enumerate(engine, strings);
        }
    }
}

#[test]
fn generated_and_mutated() {
    for engine in ENGINES {
        let mut oracle = Oracle::new(engine);
        let mut random = Random(3986);
        let mut start_rules = vec![engine.reference];
        start_rules.extend(engine.start_rules.iter().map(|(rule, _)| rule));
        let mut texts = Vec::new();
        for number in 0..GENERATED {
            let rule = start_rules[number % start_rules.len()];
            let text = generate(&oracle.grammar, rule, &mut random);
            assert!(agree(&mut oracle, &text), "{rule} generates {text:?}");
            texts.push(text);
        }
        let longest = texts.iter().map(String::len).max();
        println!("{}: {GENERATED} generated, longest {longest:?}", engine.name);

        let mut accepted = 0;
        for _ in 0..MUTATED {
            let text = &texts[random.below(GENERATED)];
            let other = &texts[random.below(GENERATED)];
            let text = mutate(text, other, &mut random);
            accepted += usize::from(agree(&mut oracle, &text));
        }
        println!("{}: {MUTATED} mutated, {accepted} accepted", engine.name);
        assert!(accepted > 0 && accepted < MUTATED);
    }
}

#[test]
fn byte_sets() {
    for engine in ENGINES {
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
}

#[test]
fn the_oracle_knows_what_a_reference_is() {
    let oracle = Oracle::new(&RFC_3986);
    let accepted = [
        "",
        "a",
        "a:",
        "a:b",
        "A+-.9:",
        "./1a:b",
        "a/b:c",
        "//",
        "//a@b:1",
        "//[::1]",
        "//[V1.a:]",
        "//[1:2:3:4:5:6:7:8]",
        "//[1:2:3:4:5:6:7::]",
        "//[::1.2.3.4]",
        "?",
        "#",
        "??/#??/",
        "%aF",
        "//1.2.3.4.5",
        "//:",
        "a://b//c",
        "a:///",
    ];
    for text in accepted {
        assert!(oracle.reference.accepts(text.as_bytes()), "{text:?}");
    }
    let rejected = [
        ":",
        "1a:b",
        "1:",
        "a b",
        "é",
        "%",
        "%a",
        "%ag",
        "##",
        "[",
        "a]",
        "//[]",
        "//[:::]",
        "//[::1",
        "//[::1]a",
        "//[1::2::3]",
        "//[1:2:3:4:5:6:7:8:9]",
        "//[1:2:3:4:5:6:7:8::]",
        "//[::256.2.3.4]",
        "//[::12345]",
        "//[v1]",
        "//[v.a]",
        "//[::1%25a]",
        "//a@b@c",
        "//a:b",
        "//a:1:",
        "a:b\n",
        "\0",
        "\u{7f}",
    ];
    for text in rejected {
        assert!(!oracle.reference.accepts(text.as_bytes()), "{text:?}");
    }
}

#[test]
fn the_oracle_knows_the_parts_of_a_reference() {
    let mut oracle = Oracle::new(&RFC_3986);
    let all = Parts {
        scheme: Some("foo"),
        authority: Some("u:p@[::1.2.3.4]:80"),
        userinfo: Some("u:p"),
        host: Some("[::1.2.3.4]"),
        host_kind: Some("IPv6address"),
        port: Some("80"),
        path: Some("/p/p"),
        path_kind: Some("path-abempty"),
        query: Some("q?"),
        fragment: Some("f?"),
    };
    assert_eq!(oracle.parts("foo://u:p@[::1.2.3.4]:80/p/p?q?#f?"), Some(all));
    let kinds = [
        ("//[v1.a]", Some("IPvFuture"), "path-abempty", ""),
        ("//25.0.99.255/", Some("IPv4address"), "path-abempty", "/"),
        ("//25.0.99.256", Some("reg-name"), "path-abempty", ""),
        ("//01.2.3.4", Some("reg-name"), "path-abempty", ""),
        ("//", Some("reg-name"), "path-abempty", ""),
        ("a:/b//c", None, "path-absolute", "/b//c"),
        ("a:b:c", None, "path-rootless", "b:c"),
        ("b@/c:d?", None, "path-noscheme", "b@/c:d"),
        ("a:?q", None, "path-empty", ""),
        ("", None, "path-empty", ""),
    ];
    for (text, host_kind, path_kind, path) in kinds {
        let parts = oracle.parts(text).unwrap();
        let known = (parts.host_kind, parts.path_kind, parts.path);
        assert_eq!(known, (host_kind, Some(path_kind), Some(path)), "{text:?}");
    }
}

#[test]
fn the_oracle_agrees_with_a_plain_reading_of_the_grammar() {
    for engine in ENGINES {
        let mut oracle = Oracle::new(engine);
        let mut random = Random(5234);
        let (mut tried, mut accepted) = (0, 0);
        while tried < 20_000 {
            let text = generate(&oracle.grammar, engine.reference, &mut random);
            let other = generate(&oracle.grammar, engine.reference, &mut random);
            let text = if random.once_in(3) { text } else { mutate(&text, &other, &mut random) };
            if text.len() > 40 {
                continue;
            }
            let bytes = text.as_bytes();
            let plain = plain::first(&oracle.grammar, engine.reference, &oracle.captured, bytes);
            assert_eq!(oracle.reference.accepts(bytes), plain.is_some(), "{text:?}");
            assert_eq!(oracle.derivation.first(bytes), plain, "{text:?}");
            tried += 1;
            accepted += usize::from(plain.is_some());
        }
        println!("{}: {tried} read plainly, {accepted} accepted", engine.name);
    }
}

#[test]
fn the_oracle_notices_a_wrong_engine() {
    let greedy = Engine { start_rules: &[("URI", |_| true)], ..RFC_3986 };
    assert_eq!(Oracle::new(&greedy).judge("a:"), Ok(true));
    assert!(Oracle::new(&greedy).judge("a").is_err());

    let forgetful = Engine {
        parts: |text| {
            let parts = (RFC_3986.parts)(text)?;
            Some(Parts { query: parts.query.filter(|query| !query.is_empty()), ..parts })
        },
        ..RFC_3986
    };
    assert_eq!(Oracle::new(&forgetful).judge("a?b"), Ok(true));
    assert!(Oracle::new(&forgetful).judge("a?").is_err());
}
