//! The steps from a reference to its target, instruction by instruction: they end with the resolver's target, and
//! each step follows from the one before.

use napkin::edition::{EDITIONS, RFC3986};
use napkin::{EditionResolver, Excess, Target};

const BASES: [&str; 12] = [
    "http://a/b/c/d;p?q",
    "http://a",
    "http://a?q",
    "http://a/b;p",
    "magic://a/b/c//d/e/f",
    "foo:",
    "foo:a/b",
    "foo:/a/../b/./c",
    "mailto:x@y.z",
    "file:///etc/motd#f",
    "http://a/b/..",
    "",
];

/// Compares the steps of one reference with the resolver; returns whether there are any.
fn hold(told: &str, resolver: &EditionResolver<'_>, reference: &str) -> bool {
    let target = resolver.resolve(reference);
    let way = resolver.steps(reference, usize::MAX);
    assert_eq!(way.clone().map(|way| way.end), target.clone().map(Some), "{told}");
    let Ok(way) = way else { return false };
    let last = way.steps.last().unwrap();
    if let Ok(Target::Uri(target)) = &target {
        assert_eq!(&last.output, target, "{told}");
    }
    for step in &way.steps {
        assert!(step.input.get(step.taken.clone()).is_some(), "{told}: {step:?}");
        assert!(step.output.get(step.given.clone()).is_some(), "{told}: {step:?}");
        assert!(!step.words.is_empty() && !step.rule.section.is_empty());
    }
    for few in 0..way.steps.len().min(3) {
        let short = resolver.steps(reference, few).unwrap();
        assert_eq!(short.steps, way.steps[..few], "{told}");
        assert_eq!(short.end, None);
    }
    true
}

#[test]
fn steps_end_at_the_target() {
    let pieces = ["/", ".", "..", "g", "?y", ";x", "#s", "HTTP:"];
    let mut told = 0;
    for edition in EDITIONS {
        for base in BASES {
            for number in 0..pieces.len().pow(3) {
                let mut rest = number;
                let mut reference = String::new();
                while rest > 0 {
                    reference.push_str(pieces[rest % pieces.len()]);
                    rest /= pieces.len();
                }
                let case = &format!("{} {base} {reference:?}", edition.name);
                let resolver = edition.resolver(base);
                told += usize::from(hold(case, &resolver, &reference));
                let resolver = resolver.lenient(true).literal_slash_runs(true);
                told += usize::from(hold(case, &resolver, &reference));
                for excess in [Excess::Remove, Excess::Error] {
                    told += usize::from(hold(case, &resolver.excess(excess), &reference));
                }
                told +=
                    usize::from(hold(case, &resolver.new_request("http://document/"), &reference));
            }
        }
    }
    assert!(told > 60_000, "{told} are too few");
}

/// An edition has steps if it has resolution, and they are its own.
#[test]
fn removing_dot_segments_is_told_in_words() {
    let words = |base, reference| {
        let way = RFC3986.resolver(base).steps(reference, 100).unwrap();
        let removed = way.steps.into_iter().filter(|step| step.rule.name.starts_with('2'));
        removed.map(|step| (step.rule.name, step.words)).collect::<Vec<_>>()
    };
    assert_eq!(
        words("a:b", "../.."),
        [("2A", "take a leading './' or '../' away"), ("2D", "'.' or '..' alone goes")]
    );
    assert_eq!(
        words("a:/b", "./../c"),
        [
            ("2B", "'/./' becomes '/'"),
            ("2C", "'/../' becomes '/', and the last segment of the output goes"),
            ("2E", "move the first segment to the output"),
        ]
    );
}

#[test]
fn every_edition_that_resolves_has_a_procedure() {
    for edition in EDITIONS {
        let resolves = edition.resolver("http://a/b").resolve("http://h/g").is_ok();
        assert_eq!(resolves, edition.resolution_rules().next().is_some(), "{}", edition.name);
        for rule in edition.resolution_rules() {
            assert!(
                rule.section.starts_with(edition.sections.resolution.split('.').next().unwrap())
            );
        }
    }
}
