//! The secrets of texts: the cases of `spec/cases/secrets/redacted.jsonl`, which every face shares, and laws for each of them.

use std::path::Path;

use napkin_schemes::secrets::{Secrets, find, masked, redacted};
use serde_json::Value;

/// The texts, and what is shown of them.
fn cases() -> Vec<(String, String)> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/secrets/redacted.jsonl");
    let lines = std::fs::read_to_string(file).unwrap();
    let cases = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    cases
        .map(|case| ["input", "expect"].map(|key| case[key].as_str().unwrap().to_owned()).into())
        .collect()
}

#[test]
fn every_case_is_redacted() {
    for (input, expected) in cases() {
        let shown = redacted(input.as_bytes()).into_owned();
        assert_eq!(String::from_utf8(shown).unwrap(), expected);
    }
}

#[test]
fn what_is_redacted_has_no_secret_and_what_is_masked_keeps_offsets() {
    for (input, expected) in cases() {
        assert_eq!(redacted(expected.as_bytes()), expected.as_bytes(), "{input}");
        assert_eq!(masked(input.as_bytes()).len(), input.len(), "{input}");
        let places = find(input.as_bytes());
        let apart = places.windows(2).all(|two| two[0].end < two[1].start);
        assert!(apart && places.iter().all(|place| !place.is_empty()), "{input}");
    }
}

#[test]
fn no_message_quotes_a_piece_of_a_secret() {
    for (input, _) in cases() {
        for place in find(input.as_bytes()) {
            let secret = &input[place.clone()];
            for piece in [secret, &secret[..1], &secret[secret.len() / 2..]] {
                let message = format!("'{piece}' is wrong");
                let told =
                    Secrets::of(input.as_bytes()).hidden_in(&message, place.start).into_owned();
                let is_percent = piece == "%" && told == "'%' is wrong";
                assert!(told == "'***' is wrong" || is_percent, "{input}: {told}");
            }
        }
    }
}

#[test]
fn any_text_has_its_secrets_found() {
    let pieces = [
        "//",
        ":",
        "@",
        "=",
        "%3D",
        "%",
        "token",
        "key",
        "eyJ",
        "?",
        "&",
        ";",
        "'",
        "{",
        "é",
        "\n",
        "jdbc:oracle",
        "ghp_",
    ];
    let mut seed: u64 = 7;
    for _ in 0..20_000 {
        let mut text = Vec::new();
        for _ in 0..12 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let number = (seed >> 33) as usize;
            match number % 5 {
                0 => text.push((number >> 8) as u8),
                _ => text.extend_from_slice(pieces[(number >> 8) % pieces.len()].as_bytes()),
            }
        }
        let shown = redacted(&text).into_owned();
        assert_eq!(masked(&text).len(), text.len());
        assert!(find(&text).is_empty() == (shown == text) || shown == text, "{text:?}");
    }
}
