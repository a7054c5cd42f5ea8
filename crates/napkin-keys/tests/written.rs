//! Profiles of a person's own, in TOML.

#![cfg(feature = "toml")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use napkin_keys::{Keys, PROFILES, Profile, STEPS, SURT, Step};
use serde_json::Value;

/// A profile in TOML.
fn toml(reading: &str, steps: &[&str], writing: &str) -> String {
    format!("reading = {reading:?}\nsteps = {steps:?}\nwriting = {writing:?}\n")
}

#[test]
fn the_steps_of_a_program_make_its_keys() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/keys");
    let read = |file| fs::read_to_string(folder.join(file)).unwrap();
    let cases = ["programs.jsonl", "java.jsonl"].map(read).concat();
    for profile in PROFILES {
        let steps: Vec<_> = profile.steps().collect();
        let own = Profile::from_toml(&toml(profile.reading(), &steps, profile.writing())).unwrap();
        assert_eq!((own.name(), own.steps().collect()), ("own", steps));
        for line in cases.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let input = case["input"].as_str().unwrap();
            // Some keys of a program are made before anything is read.
            if !profile.explain(input).is_ok_and(|steps| steps.is_empty()) {
                assert_eq!(own.key(input), profile.key(input), "{} of {input:?}", profile.name());
            }
        }
    }
}

#[test]
fn errors_say_where_and_what() {
    let error = |text: &str| Profile::from_toml(text).err().unwrap().to_string();
    let cases = [
        ("reading = 'surt'", "missing field `steps`"),
        ("reading = 'surt'\nsteps = []\nfoo = 1", "unknown field `foo`"),
        (
            "reading = 'java'\nsteps = []",
            "line 1, column 11: there is no reading 'java', but surt, ",
        ),
        ("steps = ['a']\nreading = 'surt'", "line 1, column 10: there is no step 'a'"),
        (
            "reading = 'surt'\nsteps = []\nwriting = 'x'",
            "line 3, column 11: there is no writing 'x', but url, ",
        ),
        (
            "reading = 'surt'\nsteps = ['remove-www',\n 'remove-www']",
            "line 3, column 2: the step 'remove-www' is listed twice",
        ),
        ("reading = ", "line 1, column "),
        (
            "reading = 'surt'\nsteps = [1]",
            "line 2, column 10: invalid type: integer `1`, expected a string",
        ),
        (
            "reading = 'surt'\nsteps = [\"a\\u001b[31m\\u202e\"]",
            "there is no step 'a\\u{1b}[31m\\u{202e}'",
        ),
    ];
    for (text, expected) in cases {
        assert!(error(text).contains(expected), "{text:?}: {:?}", error(text));
    }
}

#[test]
fn any_steps_in_any_order_survive_any_octets() {
    let texts: [&[u8]; 9] = [
        b"",
        b"%",
        b"//",
        b"http://a.example:443/%2e/(S(4hqa0555fwsecu455xqckv45))/a.aspx;b?utm_source=a&&=%#%",
        b"https://[::1%25a]:8/\\..\\?sid=0123456789abcdef0123456789abcdef&cfid=1&cftoken=2",
        b"mailto:\xff@\xc3\xa9?\xff=%ff#\xff",
        b"file:///..//",
        b"http://www.0x7f.1./..;/",
        "http://bücher。example/é?é".as_bytes(),
    ];
    let mut seed = 3986_u32;
    let mut made = BTreeSet::new();
    for _ in 0..300 {
        let mut steps: Vec<_> = STEPS.iter().map(Step::name).collect();
        for place in (1..steps.len()).rev() {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            steps.swap(place, (seed >> 8) as usize % (place + 1));
        }
        steps.truncate((seed >> 8) as usize % steps.len());
        let like = PROFILES[(seed >> 16) as usize % PROFILES.len()];
        let own = Profile::from_toml(&toml(like.reading(), &steps, like.writing())).unwrap();
        for text in texts {
            if let Ok(key) = own.key(text) {
                // A step cannot be there twice, so keys stay short.
                assert!(key.len() < 20 * (text.len() + 20), "{steps:?}: {key}");
                made.insert(key);
            }
        }
    }
    assert!(made.len() > 500, "{}", made.len());
}

#[test]
fn what_only_own_profiles_do() {
    let key = |steps: &[&str], text: &str| {
        Profile::from_toml(&toml("urlcanon", steps, "url")).unwrap().key(text).unwrap()
    };
    let cases = [
        (&["strip-tracking"][..], "http://h/?a=1&utm_source=b&%67clid=c&b", "http://h/?a=1&b"),
        (&["strip-tracking"], "http://h/?gclid=1#a", "http://h/#a"),
        (&["strip-tracking"], "http://h/?", "http://h/?"),
        (&["strip-tracking"], "http://h/?&a", "http://h/?&a"),
        (&["https-to-http"], "HTTPS://h:443/", "http://h/"),
        (&["https-to-http"], "https://h:80/", "http://h:80/"),
        (&["https-to-http"], "http://h:443/", "http://h:443/"),
        (&["remove-scheme"], "https://h/a", "h/a"),
        (&["remove-query"], "https://h/a?b#c", "https://h/a#c"),
    ];
    for (steps, text, expected) in cases {
        assert_eq!(key(steps, text), expected, "{steps:?} of {text}");
    }
}

#[test]
fn the_fast_path_makes_the_keys_of_the_steps() {
    let steps: Vec<_> = SURT.steps().collect();
    let own = Profile::from_toml(&toml(SURT.reading(), &steps, SURT.writing())).unwrap();
    let pieces = "http:// https:// http https // www. WWW2. www a.b EXAMPLE.com 127.0.0.1 1 0x1f com . .. / /. // /a/ B ? ?a=1&b &a=0& = sid= \
        0123456789abcdef0123456789abcdef cfid=1&cftoken=2 # : :80 @ % %41 ( .aspx é \\ _ - ~ ; [::1]";
    let pieces: Vec<_> = pieces.split(' ').filter(|piece| !piece.is_empty()).collect();
    let rounds = if std::env::var_os("NAPKIN_DEEP").is_some() { 5_000_000 } else { 50_000 };
    let mut seed = 62_u64;
    let mut next = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % count
    };
    let mut keys = Keys::new(&SURT);
    for _ in 0..rounds {
        let mut text = ["http://", "https://", ""][next(3)].to_owned();
        for _ in 0..next(8) {
            text += pieces[next(pieces.len())];
        }
        // Some keys are made before anything is read.
        if !text.is_empty() {
            assert_eq!(
                keys.key(text.as_bytes()),
                own.key(&text).as_deref().map_err(|error| *error),
                "{text}"
            );
        }
    }
}
