//! Runs one operation over generated URIs, for `cargo xtask instructions` to count its instructions.
//!
//! `instructions SET OPERATION`; with `list`, lists the operations. There is also a parsing operation for each
//! edition. Callgrind counts only what happens in [`measured`].

use std::hint::black_box;
use std::process::ExitCode;

use napkin::edition::EDITIONS;
use napkin::{Edition, Iri, Level, Lines, Resolver, Uri, UriRef};
use napkin_scan::InstructionSet;
use napkin_standards::Standard;
use napkin_standards::facts::{self, Fact, Text};

#[path = "../inputs.rs"]
#[allow(dead_code, reason = "the bench reads files too")]
mod inputs;

type Operation = fn(&Prepared);

/// The prefix of the names of operations that parse by one edition.
const BY_EDITION: &str = "parse by ";

const OPERATIONS: [(&str, Operation); 13] = [
    ("parse", |prepared| {
        for text in &prepared.texts {
            black_box(&Uri::parse(text));
        }
    }),
    ("parse and normalize", |prepared| {
        for text in &prepared.texts {
            if let Ok(uri) = Uri::parse(text) {
                black_box(&uri.normalize(Level::Scheme).ok());
            }
        }
    }),
    ("refuse", |prepared| {
        for text in &prepared.broken {
            black_box(&Uri::parse(text));
        }
    }),
    ("resolve", |prepared| {
        for (base, reference) in &prepared.pairs {
            if let (Ok(base), Ok(reference)) = (Uri::parse(base), UriRef::parse(reference)) {
                black_box(&Resolver::new(base).resolve(&reference));
            }
        }
    }),
    ("relativize", |prepared| {
        for neighbours in prepared.texts.windows(2) {
            if let [Ok(base), Ok(target)] =
                [&neighbours[0], &neighbours[1]].map(|text| Uri::parse(text))
            {
                black_box(&target.relativize(base));
            }
        }
    }),
    ("build", |prepared| {
        for text in &prepared.texts {
            if let Ok(uri) = Uri::parse(text) {
                black_box(&uri.parts().recompose());
            }
        }
    }),
    ("compare", |prepared| {
        for neighbours in prepared.texts.windows(2) {
            if let [Ok(one), Ok(other)] =
                [&neighbours[0], &neighbours[1]].map(|text| Uri::parse(text))
            {
                black_box(one.equivalent_at(&other));
            }
        }
    }),
    ("parse non-ASCII IRIs", |prepared| {
        for text in &prepared.iris {
            black_box(&Iri::parse(text));
        }
    }),
    ("map to URIs", |prepared| {
        for text in &prepared.iris {
            if let Ok(iri) = Iri::parse(text) {
                black_box(&iri.to_uri());
            }
        }
    }),
    ("batch", |prepared| {
        black_box(Lines::new(&prepared.lines).count());
    }),
    ("column host by rfc3986", |prepared| column::<facts::Host>("rfc3986", prepared)),
    ("column host by whatwg", |prepared| column::<facts::Host>("whatwg", prepared)),
    ("column site", |prepared| column::<facts::Site>("rfc3986", prepared)),
];

/// A column of a fact, as SQL and Python make it.
fn column<F: Fact<Out = Text>>(standard: &str, prepared: &Prepared) {
    let Some(standard) = Standard::named(standard) else { return };
    let mut column = String::new();
    for text in &prepared.texts {
        standard.parse(text, |parsed| {
            if let Some(value) = parsed.ok().and_then(|parsed| F::of(parsed)) {
                column.push_str(&value);
            }
        });
    }
    black_box(&column);
}

/// The inputs, made before anything is counted.
struct Prepared {
    texts: Vec<String>,
    iris: Vec<String>,
    broken: Vec<String>,
    pairs: Vec<(String, &'static str)>,
    lines: Vec<u8>,
}

impl Prepared {
    fn new() -> Self {
        const REFERENCES: [&str; 5] = ["g", "../g?q#f", "/a/b", "?q", "//h/./p"];
        let texts = inputs::Inputs::generate(1, 2000).texts;
        let broken = |(number, text): (usize, &String)| {
            let mut text = text.clone();
            text.insert(number % text.len(), '<');
            text
        };
        let base = |text: &String| text.split('#').next().unwrap_or_default().to_owned();
        Self {
            broken: texts.iter().enumerate().map(broken).collect(),
            pairs: texts.iter().map(base).zip(REFERENCES.into_iter().cycle()).collect(),
            iris: inputs::Inputs::generate_iris(1, 2000),
            lines: texts.join("\n").into_bytes(),
            texts,
        }
    }
}

/// The function whose instructions are counted.
#[inline(never)]
fn measured(operation: impl FnOnce(&Prepared), prepared: &Prepared) {
    operation(black_box(prepared));
}

fn parse_by(edition: &'static Edition, prepared: &Prepared) {
    for text in &prepared.texts {
        black_box(&edition.parse(text));
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => {
            OPERATIONS.iter().for_each(|(name, _)| println!("{name}"));
            EDITIONS.iter().for_each(|edition| println!("{BY_EDITION}{}", edition.name));
            ExitCode::SUCCESS
        }
        [set, name] => {
            let chosen = InstructionSet::ALL.into_iter().find(|known| known.name() == set);
            let operation = OPERATIONS.iter().find(|(known, _)| *known == name);
            let edition = name.strip_prefix(BY_EDITION).and_then(Edition::named);
            let Some(set) = chosen else { return ExitCode::from(2) };
            if !set.choose() {
                return ExitCode::from(3);
            }
            let prepared = Prepared::new();
            match (operation, edition) {
                (Some((_, operation)), _) => measured(operation, &prepared),
                (None, Some(edition)) => {
                    measured(|prepared| parse_by(edition, prepared), &prepared)
                }
                (None, None) => return ExitCode::from(2),
            }
            ExitCode::SUCCESS
        }
        _ => ExitCode::from(2),
    }
}
