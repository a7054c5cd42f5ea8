//! Laws of every reference in every edition, tested on many composed from pieces.

use crate::support::{Numbers, reference, rounds};
use napkin::edition::EDITIONS;
use napkin::{Edition, Level, Part, Parts, Reference, RelativeForm, Start, Target, Uri, UriRef};

const ROUNDS: usize = 20_000;

/// Pieces of the schemes that have forms in 1994.
const FORMS: [&str; 16] = [
    "http://h.d/a?b+c#d",
    "ftp://u:p@h.d:21/a/%2Fb;type=a",
    "ftp://h.d//x;type=L8",
    "gopher://h.d/0a%09b",
    "gopher://h.d",
    "news:a.b",
    "news:1%41@h.d",
    "news:*",
    "nntp://h.d/a.b/1",
    "telnet://u@h.d/",
    "wais://h.d/a/b/c",
    "wais://h.d/a?b",
    "prospero://h.d//a;b=c%2F",
    "mailto:a%40b@c.d",
    "file://localhost/a/%2E%2e/b",
    "x-a://h.d/%2e",
];

/// A random text, often specific to an edition.
fn text(numbers: &mut Numbers) -> String {
    let mut text = if numbers.below(2) == 0 {
        reference(numbers)
    } else {
        FORMS[numbers.below(FORMS.len())].to_owned()
    };
    if numbers.below(3) == 0 && !text.is_empty() {
        let pieces =
            [":", "/", "//", ";", "=", "%41", "%2e", "@", "?", "~", "+", ".", "[", "A", "é", "日"];
        let at = numbers.below(text.len());
        text.insert_str(at, numbers.pick(&pieces));
    }
    text
}

fn for_references(seed: u64, mut check: impl FnMut(&mut Numbers, &'static Edition, Reference<'_>)) {
    for edition in EDITIONS {
        let mut numbers = Numbers(seed);
        let mut valid = 0;
        for _ in 0..rounds(ROUNDS) {
            let text = text(&mut numbers);
            if let Ok(parsed) = edition.parse(&text) {
                valid += 1;
                check(&mut numbers, edition, parsed);
            }
        }
        assert!(valid > rounds(ROUNDS) / 10, "{}: only {valid} valid references", edition.name);
    }
}

#[test]
fn parts_give_the_text_back() {
    for_references(1, |_, edition, reference| {
        let scheme = reference.scheme().map_or(String::new(), |scheme| format!("{scheme}:"));
        let authority = reference.authority().map_or(String::new(), |a| format!("//{a}"));
        let delimited = |delimiter: &str, part: Option<String>| {
            part.map_or(String::new(), |part| format!("{delimiter}{part}"))
        };
        // In 1994 the slash after the host belongs to neither part.
        let slash_apart = !edition.has_generic_syntax() && reference.authority().is_some();
        let slash = if slash_apart && reference.path().is_some() { "/" } else { "" };
        let path = delimited(slash, reference.path().map(|path| path.to_string()));
        let parameters = delimited(";", reference.parameters().map(str::to_owned));
        let query = delimited("?", reference.query().map(|query| query.to_string()));
        let fragment = delimited("#", reference.fragment().map(|fragment| fragment.to_string()));
        let specific = format!("{authority}{path}{parameters}{query}");
        // An opaque URI may be in one piece, and an empty authority may be undefined.
        let specific = match reference.opaque_part() {
            Some(opaque) if edition.tells_scheme_specific_part() => opaque.to_owned(),
            _ if edition.tells_scheme_specific_part() && authority.is_empty() => {
                let slashes = reference.scheme_specific_part().strip_prefix("//");
                slashes
                    .filter(|rest| *rest == specific)
                    .map_or(specific, |rest| format!("//{rest}"))
            }
            _ => specific,
        };
        let whole = format!("{scheme}{specific}{fragment}");
        assert_eq!(whole, reference.as_str(), "{}", edition.name);
        if let Some(host) = reference.host() {
            let userinfo = reference.userinfo().map_or(String::new(), |u| format!("{u}@"));
            let port = delimited(":", reference.port().map(|port| port.to_string()));
            assert_eq!(Some(&*format!("{userinfo}{host}{port}")), reference.authority());
        }
    });
}

#[test]
fn normalizing_is_idempotent() {
    for_references(2, |_, edition, reference| {
        for level in Level::ALL {
            let normal = reference.normalize(level).unwrap();
            let again = edition.parse(&normal).unwrap();
            let name = edition.name;
            assert_eq!(again.normalize(level).unwrap(), normal, "{name} {reference} at {level:?}");
            let rung = reference.equivalent_at(&again);
            assert!(rung.is_some_and(|rung| rung <= level), "{name} {reference}");
        }
    });
}

#[test]
fn targets_are_valid() {
    for_references(3, |numbers, edition, base| {
        let text = text(numbers);
        let Ok(Target::Uri(target)) = edition.resolver(base.as_str()).resolve(&text) else {
            return;
        };
        // RFC 1630 works on text, and its partial forms are not URIs. Java resolves against relative bases, and its
        // results need not be valid.
        if !edition.resolves_text() && !edition.holds_components() {
            let read = edition.parse(&target);
            assert!(
                read.is_ok_and(|t| !t.is_relative_ref()),
                "{} {base} {text} {target}",
                edition.name
            );
        }
    });
}

#[test]
fn the_edition_in_force_answers_as_its_types_do() {
    for_references(4, |numbers, edition, reference| {
        if Some(edition) != Edition::in_force(u16::MAX) {
            return;
        }
        let typed = napkin::UriRef::parse(reference.as_str()).unwrap();
        assert_eq!(reference, Reference::from(&typed));
        assert_eq!(reference.path(), Some(typed.path()));
        assert_eq!(reference.host(), typed.host());
        assert_eq!(Parts::split(reference.as_str()), typed.parts());
        let Ok(uri) = typed.as_uri() else { return };
        for level in Level::ALL {
            assert_eq!(reference.normalize(level).unwrap(), uri.normalize(level).unwrap().as_str());
        }
        let text = text(numbers);
        if let Ok(other) = napkin::UriRef::parse(&text) {
            let target = edition.resolver(uri.as_str()).resolve(&text).unwrap();
            assert_eq!(target, Target::Uri(other.resolve(uri).unwrap().into_text()));
            let other = Uri::parse(&text).ok();
            let rung = other.map(|other| uri.equivalent_at(&other));
            let same = edition.parse(&text).unwrap();
            assert_eq!(rung.unwrap_or_default(), reference.equivalent_at(&same));
        }
    });
}

/// Bases for [`short_references`].
const RELATIVE_BASES: [&str; 18] = [
    "a:b",
    "a:b/",
    "a:b/b",
    "a:/",
    "a:/b",
    "a:/a/b",
    "a://b",
    "a://b?a",
    "a://b/",
    "a://b/a",
    "a://b/a;b?a",
    "a://b/a?b",
    "a://b//a",
    "a://b/a/b/",
    "a://b/a;a/b",
    "a://b/a/a?a/a",
    "a:b?b",
    "a://b/a//a/b",
];

/// Every text of up to four characters of a small alphabet, the shorter ones first.
fn short_references() -> Vec<String> {
    const ALPHABET: [char; 7] = ['/', '.', 'a', ';', ':', '?', '#'];
    let mut references = vec![String::new()];
    let mut from = 0;
    for _ in 0..4 {
        let until = references.len();
        for index in from..until {
            references
                .extend(ALPHABET.map(|character| format!("{}{character}", references[index])));
        }
        from = until;
    }
    references
}

/// No reference over a small alphabet is shorter than the result of `relativize`, in any edition with resolution.
#[test]
fn relativizing_gives_the_shortest() {
    let references = short_references();
    // Java only descends.
    let resolves = |edition: &&&Edition| edition.resolves_relative() && !edition.holds_components();
    for edition in EDITIONS.iter().filter(resolves) {
        let mut checked = 0;
        for base in RELATIVE_BASES {
            let resolver = edition.resolver(base);
            let mut shortest = std::collections::HashMap::new();
            for reference in &references {
                if let Ok(Target::Uri(target)) = resolver.resolve(reference) {
                    shortest.entry(target).or_insert(reference);
                }
            }
            let mut worse = Vec::new();
            for (target, reference) in shortest {
                let Ok(ours) = resolver.relativize(&target) else { continue };
                checked += 1;
                let told = format!("{}: {target} on {base}", edition.name);
                if ours.len() > reference.len() {
                    worse.push(format!("{told}: {ours}, but also {reference}"));
                }
                let back = resolver.resolve(&ours);
                let itself = resolver.resolve(&target);
                assert!(back == itself, "{told}: {ours} leads to {back:?}");
            }
            assert!(worse.is_empty(), "{}", worse.join("\n"));
        }
        assert!(checked > 1000, "{}: {checked}", edition.name);
    }
}

/// If an end of the target is a reference of a form and leads to it, `relativize_as` finds the shortest of that form.
/// Whatever it finds has the form and leads to the target, or is the target.
#[test]
fn relativizing_keeps_to_the_form() {
    let forms = [RelativeForm::Path, RelativeForm::Relative, RelativeForm::Authority];
    let (references, bases) = (short_references(), RELATIVE_BASES);
    for edition in EDITIONS.iter().filter(|edition| edition.resolves_relative()) {
        let mut checked = 0;
        for (base, form) in bases.iter().flat_map(|base| forms.map(|form| (base, form))) {
            let resolver = edition.resolver(base);
            let slashes = |text: &str| text.len() - text.trim_start_matches('/').len();
            let is_of_form = |text: &str| match form {
                RelativeForm::Path => slashes(text) == 1,
                RelativeForm::Relative => slashes(text) == 0 && !text.starts_with("a:"),
                _ => slashes(text) > 1,
            };
            let mut shortest = std::collections::HashMap::new();
            for reference in &references {
                if let Ok(Target::Uri(target)) = resolver.resolve(reference) {
                    let shorter = is_of_form(reference) && target.ends_with(reference);
                    let of_form: &mut Option<&String> = shortest.entry(target).or_default();
                    *of_form = of_form.or(shorter.then_some(reference));
                }
            }
            for (target, reference) in shortest {
                let Ok(ours) = resolver.relativize_as(&target, form) else { continue };
                let told = format!("{}: {target} on {base} as {form:?}", edition.name);
                // The class removes empty segments, so that the directory of the base is not a part of the target.
                let expected = reference
                    .filter(|_| form != RelativeForm::Relative || !edition.holds_components());
                match expected {
                    Some(reference) => {
                        checked += 1;
                        assert!(is_of_form(&ours), "{told}: {ours}, but {reference} leads there");
                        assert!(ours.len() <= reference.len(), "{told}: {ours}, {reference}");
                    }
                    None => assert!(ours == target || is_of_form(&ours), "{told}: {ours}"),
                }
                let back = resolver.resolve(&ours);
                assert!(back == resolver.resolve(&target), "{told}: {ours} leads to {back:?}");
            }
        }
        assert!(checked > 300, "{}: {checked}", edition.name);
    }
}

/// Setting a part to its own value changes nothing; a removed part can be set again.
#[test]
fn parts_are_replaced_by_themselves() {
    for_references(17, |_, edition, reference| {
        for part in Part::ALL {
            let ranges =
                edition.ranges(Start::UriReference, reference.as_str().as_bytes()).unwrap();
            let Some(range) = ranges.get(*part) else { continue };
            let own = &reference.as_str()[range];
            let told = format!("{}: {reference} with its {part}", edition.name);
            let port_is_one = *part != Part::Port || own.is_empty() || own.parse::<u16>().is_ok();
            if port_is_one {
                assert_eq!(
                    reference.with_part(*part, Some(own)).unwrap(),
                    reference.as_str(),
                    "{told}"
                );
            }
            let Ok(without) = reference.with_part(*part, None) else { continue };
            let without = edition.parse(&without).unwrap();
            if let Ok(back) = without.with_part(*part, Some(own)) {
                // A guard stays, and removing the host removes the other parts of the authority.
                let can_differ =
                    [Part::Scheme, Part::Path, Part::Host, Part::Authority].contains(part);
                assert!(
                    can_differ || back == reference.as_str(),
                    "{told} removed and put back: {back}"
                );
            }
        }
    });
}

/// Data for parts: characters that have to be encoded, delimiters, and empty text.
const DATA: [&str; 10] = ["a", "é", "b c", "a/b", "k&l=m", "?#", "", "..", ".", "%41"];

/// Data put into a part is read back unchanged; where RFC 3986 has a setter, both give the same text.
#[test]
fn data_is_put_into_parts_and_comes_out() {
    let mut taken = 0;
    for_references(23, |numbers, edition, reference| {
        let (key, value) = (numbers.pick(&DATA), numbers.pick(&DATA));
        let with_segment = reference.with_segments([value]);
        let with_segments = reference.with_segments([key, "", value]);
        let without_segment = reference.without_last_segment();
        let with_pair = reference.with_pair(key, Some(value));
        let appended = reference.with_appended_pair(key, None);
        let kept = reference.with_kept_pairs(|(own, _)| own.decode() != key);
        let told = format!("{}: {reference} {key:?} {value:?}", edition.name);

        let path = |made: &str| {
            let parsed = edition.parse(made).unwrap_or_else(|error| panic!("{told}: {error}"));
            parsed.path().map(|path| path.as_str().to_owned())
        };
        let own_path = reference.path().map(|path| path.as_str().to_owned());
        for made in [&with_pair, &appended, &kept].into_iter().flatten() {
            assert_eq!(path(made), own_path, "{told}: {made}");
        }
        assert!(!(matches!(value, "." | "..") && with_segment.is_ok()), "{told}");
        if let Ok(made) = &with_segment {
            taken += 1;
            let path = path(made).unwrap();
            let segment = path.rsplit('/').next().unwrap_or_default();
            let back = napkin::percent::decode(segment, false).to_bytes().into_owned();
            let latin: Vec<u8> = value.chars().flat_map(|c| u8::try_from(u32::from(c))).collect();
            assert!(back == value.as_bytes() || back == latin, "{told}: {made}");
        }
        if let Ok(made) = &with_segments {
            let path = path(made).unwrap();
            let back: Vec<_> = path.rsplit('/').take(3).collect();
            assert!(back.get(1) == Some(&"") && back.len() > 2, "{told}: {made}");
        }
        if let Some(made) = &without_segment {
            assert!(made.len() < reference.as_str().len() + "/.".len(), "{told}: {made}");
            path(made);
        }
        if edition.name != "rfc3986" {
            return;
        }
        let owned = || UriRef::try_new(reference.as_str().to_owned()).unwrap();
        let set = |change: &dyn Fn(&mut UriRef<String>) -> Result<(), napkin::ParseError>| {
            let mut changed = owned();
            change(&mut changed).map(|()| changed.into_text())
        };
        let same = |ours: Result<String, napkin::ParseError>, theirs: Result<String, _>| {
            assert_eq!(ours.ok(), theirs.ok(), "{told}");
        };
        same(with_segment, set(&|changed| changed.extend_segments([value]).map(drop)));
        same(with_segments, set(&|changed| changed.extend_segments([key, "", value]).map(drop)));
        same(with_pair, set(&|changed| changed.set_pair(key, value).map(drop)));
        same(appended, set(&|changed| changed.append_pair(key, None).map(drop)));
        let retained = |changed: &mut UriRef<String>| {
            changed.retain_pairs(|own, _| own != key);
            Ok(())
        };
        same(kept, set(&retained));
        let mut popped = owned();
        assert_eq!(popped.pop_segment(), without_segment.is_some(), "{told}");
        assert_eq!(
            popped.as_str(),
            without_segment.as_deref().unwrap_or(popped.as_str()),
            "{told}"
        );
    });
    assert!(taken > 1000, "{taken}");
}
