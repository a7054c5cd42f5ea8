//! Runs each operation on inputs made to be expensive, small and four times as large, for `cargo xtask work` to
//! count the instructions of each.
//!
//! `work LARGE`: `LARGE` is how often the pieces of the large inputs are repeated. Prints a line for each operation
//! and family: the size of both inputs, and the peak memory of each, in bytes. Callgrind counts the instructions in
//! [`measured`], once for each input.

use std::hint::black_box;

use allocation_counter::measure;
use napkin::edition::{EDITIONS, RFC3986};
use napkin::{Edition, Level, Normalizer, Start, Uri, UriRef, dot_segments, percent};
use napkin_audit::{HostList, Policy, RULES, allow, audit, repair};
use napkin_context::{Extractor, Kind, Surroundings};
use napkin_schemes::{Client, describe, normalize, plan};

/// Name, start, repeated piece, and end of each family of texts.
const FAMILIES: [(&str, &str, &str, &str); 28] = [
    ("dot segments", "http://h/", "a/../", "b"),
    ("encoded dot segments", "http://h/", "a/%2E%2e/", "b"),
    ("excess dot segments", "http://h/", "../", "b"),
    ("segments that climb back", "", "../", "b"),
    ("triplets", "http://h/", "%41", ""),
    ("triplets in the host", "http://", "%41", "/"),
    ("triplets of triplets", "http://h/", "%25", "41"),
    ("brackets", "http://", "[", "]"),
    ("brackets in the path", "http://h/", "[", ""),
    ("groups of an address", "http://[", "1:", "]"),
    ("at signs", "http://", "@", "h"),
    ("colons", "", ":", ""),
    ("colons in the authority", "http://", ":", "1"),
    ("hashes", "http://h/", "#", ""),
    ("question marks", "http://h/", "?", ""),
    ("slashes", "http:", "//", ""),
    ("schemes", "", "http:", ""),
    ("URIs", "", "http://h/a?b#c ", ""),
    ("pairs", "http://h/?", "a=b&", ""),
    ("labels", "http://", "a.", "/"),
    ("names with underscores", "", "_www.a", ""),
    ("addresses in a row", "", "a@b.c_", ""),
    ("opened tags", "", "<a href=", ""),
    ("nested elements", "", "<a>", ""),
    ("nested quotations", "", "> ", "a"),
    ("nested blocks", "", "a{", ""),
    ("nested functions", "", "url(", ""),
    ("letters of other scripts", "http://h/", "é", ""),
];

type Operation = (&'static str, fn(&str));

const OPERATIONS: &[Operation] = &[
    ("parse", |text| done(UriRef::parse(text))),
    ("tell an error", |text| {
        if let Err(error) = UriRef::parse(text) {
            black_box(error.diagnose(text).to_string());
        }
    }),
    ("parse by every edition", |text| {
        for edition in EDITIONS {
            done(edition.parse_bytes(Start::UriReference, text.as_bytes()));
        }
    }),
    ("resolve", |text| {
        for edition in EDITIONS {
            done(edition.resolver("http://a/b/c/d;p?q").resolve(text));
        }
    }),
    ("resolve on it", |text| {
        for edition in EDITIONS {
            done(edition.resolver(text).resolve("../g;x=1/./y?q#f"));
        }
    }),
    ("remove dot segments", |text| done(dot_segments::remove(text))),
    ("relativize", |text| {
        with_uri(text, |uri| {
            let base = napkin::uri!("http://h/b/c");
            done(uri.relativize(base));
            done(base.relativize(uri));
            done(uri.relativize(uri));
        });
    }),
    ("normalize", |text| {
        for edition in EDITIONS {
            by_levels(edition, text);
        }
    }),
    ("compare", |text| {
        with_uri(text, |uri| {
            let other = format!("{text}x");
            with_uri(&other, |other| done(uri.equivalent_at(&other)));
        });
    }),
    ("decode and encode", |text| {
        done(percent::decode(text, true).to_string_lossy());
        black_box(percent::encode(text).to_string());
    }),
    ("edit", |text| {
        if let Ok(mut reference) = UriRef::new(text.to_owned()) {
            done(reference.append_pair("a", "b"));
            done(reference.push_segment("a"));
            done(reference.set_host("h"));
            reference.retain_pairs(|_| false);
        }
    }),
    ("describe and plan", |text| {
        if let Ok(reference) = RFC3986.parse(text) {
            done(describe(reference));
            done(plan(reference, &Client::default()));
        }
    }),
    ("extract", |text| {
        let extractor = Extractor::new(RFC3986).suffixes(true);
        black_box(extractor.find(text.as_bytes()).count());
    }),
    ("complete what was typed", |text| {
        let extractor = Extractor::new(RFC3986);
        done(extractor.typed(text.as_bytes()));
        done(extractor.complete(text.as_bytes(), None));
    }),
    ("audit", |text| {
        done(audit(text.as_bytes(), &every_rule()));
    }),
    ("allow", |text| {
        if let Ok(list) = HostList::parse("h\n*.example") {
            done(allow(text.as_bytes(), &list, &Policy::default()));
        }
    }),
    ("repair", |text| done(repair(text.as_bytes(), RFC3986))),
    ("links of HTML", |text| links(Kind::Html, text)),
    ("links of XML", |text| links(Kind::Xml, text)),
    ("links of CSS", |text| links(Kind::Css, text)),
    ("links of Turtle", |text| links(Kind::Turtle, text)),
    ("links of Markdown", |text| links(Kind::Markdown, text)),
    ("links of a message", |text| links(Kind::Mime, text)),
];

fn with_uri(text: &str, work: impl FnOnce(Uri<&str>)) {
    if let Ok(uri) = Uri::parse(text) {
        work(uri);
    }
}

fn by_levels(edition: &'static Edition, text: &str) {
    if let Ok(reference) = edition.parse(text) {
        for level in Level::ALL {
            let normalizer = Normalizer::new(level).with_schemes(normalize);
            done(normalizer.normalize_reference(reference));
        }
    }
}

fn every_rule() -> Policy {
    let mut policy = Policy::default();
    for rule in RULES {
        // The policy knows the name of every rule.
        let _ = policy.set(rule.id, "on");
    }
    policy
}

fn links(kind: Kind, text: &str) {
    let around = Surroundings::new(RFC3986).of_kind(kind).retrieved_from("http://a/b/c");
    let mut found = 0_u64;
    done(around.links(text.as_bytes(), &mut |_, _| found += 1));
    black_box(found);
}

/// Prevents the optimizer from removing an unused answer.
fn done<T>(answer: T) {
    black_box(answer);
}

/// The function whose instructions are counted.
#[inline(never)]
fn measured(operation: fn(&str), text: &str) {
    operation(black_box(text));
}

/// The size of an input, and the peak memory besides it.
fn peak(
    operation: fn(&str),
    (prefix, piece, suffix): (&str, &str, &str),
    times: usize,
) -> (usize, u64) {
    let text = [prefix, &piece.repeat(times), suffix].concat();
    let memory = measure(|| measured(operation, &text));
    (text.len(), memory.bytes_max)
}

fn main() {
    let large = std::env::args().nth(1).and_then(|times| times.parse().ok()).unwrap_or(4_000);
    // One-time initialization must not count for the first operation.
    for (_, operation) in OPERATIONS {
        operation("http://h/");
    }
    for (name, operation) in OPERATIONS {
        for (family, prefix, piece, suffix) in FAMILIES {
            let family_of = (prefix, piece, suffix);
            let (small_bytes, small_peak) = peak(*operation, family_of, large / 4);
            let (large_bytes, large_peak) = peak(*operation, family_of, large);
            println!("{name}\t{family}\t{small_bytes}\t{large_bytes}\t{small_peak}\t{large_peak}");
        }
    }
}
