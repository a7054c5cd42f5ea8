//! The cases of the URL Standard in `spec/cases/`: parsing, validation errors, setters, hosts, forms, and the
//! dated editions. Every line runs; none is skipped.
#![cfg(feature = "idna")]

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::Path;

use encoding_rs::{EncoderResult, Encoding};
use napkin_url::edition::{self, Edition};
use napkin_url::{Attribute, Encoded, Encoder, Url, form_urlencoded};
use serde_json::Value;

/// The lines of a file of cases.
fn cases(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A field that is text.
fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_else(|| panic!("{field} in {case}"))
}

/// An encoder of a legacy encoding.
struct Legacy(&'static Encoding);

impl Encoder for Legacy {
    fn encode(&self, text: &str, put: &mut dyn FnMut(Encoded<'_>)) {
        let mut encoder = self.0.new_encoder();
        let (mut rest, mut buffer) = (text, [0; 64]);
        loop {
            let (result, read, written) =
                encoder.encode_from_utf8_without_replacement(rest, &mut buffer, true);
            put(Encoded::Bytes(&buffer[..written]));
            rest = &rest[read..];
            match result {
                EncoderResult::InputEmpty => break,
                EncoderResult::Unmappable(c) => put(Encoded::Unmappable(c)),
                EncoderResult::OutputFull => {}
            }
        }
    }
}

/// The outcome of a case: a URL, or the error.
type Outcome = Result<Url, String>;

/// Parses the input of a case, and collects the names of the validation errors.
fn parse(case: &Value, edition: &'static Edition, errors: &RefCell<Vec<&'static str>>) -> Outcome {
    let base = match case["base"].as_str() {
        Some(base) => match edition.parse(base) {
            Ok(base) => Some(base),
            Err(_) => return Err("base".to_owned()),
        },
        None => None,
    };
    let encoder = case["encoding"].as_str().map(|label| {
        Legacy(Encoding::for_label(label.as_bytes()).unwrap_or_else(|| panic!("{label}")))
    });
    let note = |note: napkin_url::Note| {
        assert!(note.offset <= text(case, "input").len(), "{case}");
        errors.borrow_mut().push(note.error.name());
    };
    let options = Url::options().edition(edition).base_url(base.as_ref());
    let options = options.encoder(encoder.as_ref().map(|encoder| encoder as &dyn Encoder));
    let noted = options.validation_callback(Some(&note)).parse_exactly(text(case, "input"));
    let plain = options.parse_exactly(text(case, "input"));
    assert_eq!(noted, plain, "notes change nothing: {case}");
    if base.is_none() && encoder.is_none() {
        let input = text(case, "input");
        assert_eq!(edition.can_parse(input), plain.is_ok(), "can_parse: {case}");
        let read = edition.read(input);
        assert_eq!(read.is_ok(), plain.is_ok(), "read: {case}");
        if let (Ok(read), Ok(plain)) = (read, &plain) {
            assert_eq!(read.is_rewritten(), plain.as_str() != input, "read: {case}");
            assert_eq!(format!("{read:?}"), format!("{plain:?}"), "read: {case}");
        }
    }
    plain.map_err(|failure| failure.name().to_owned())
}

/// Checks the attributes that a case expects.
fn check(case: &Value, url: &Url) {
    let mut count = 0;
    for (name, expected) in case["expect"].as_object().unwrap() {
        let attribute = Attribute::by_name(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(url.get(attribute), expected.as_str().unwrap(), "{name} of {case}");
        count += 1;
    }
    assert!(count > 0, "{case} expects something");
    // In older editions some serializations are parsed differently: without a guard, with an erased path, with a
    // space at the end.
    let reads_back = url.edition().empty_pathname_becomes_slash && !url.as_str().ends_with(' ');
    if reads_back {
        let again = url.edition().parse(url.as_str()).unwrap();
        assert_eq!(&again, url, "{case}");
        assert_eq!(format!("{again:?}"), format!("{url:?}"), "{case}");
        assert_eq!(again.host_kind(), url.host_kind(), "{case}");
        assert!(url.edition().is_canonical(url.as_str()), "{case}");
    }
}

/// Runs one case.
fn run(case: &Value) {
    let edition = edition::by_key(text(case, "edition")).unwrap_or_else(|| panic!("{case}"));
    let errors = RefCell::new(Vec::new());
    match text(case, "op") {
        "parse" => {
            let url = parse(case, edition, &errors).unwrap_or_else(|why| panic!("{why}: {case}"));
            check(case, &url);
        }
        "reject" => {
            let why = parse(case, edition, &errors).expect_err(&case.to_string());
            let expected = text(&case["expect"], "error");
            assert!(expected == "failure" || why == expected, "{why}: {case}");
        }
        "set" => {
            let mut url = edition.parse(text(case, "input")).unwrap();
            let part = case["part"].as_str().or(case["setter"].as_str()).unwrap();
            let before = url.clone();
            let changed = url.set(Attribute::by_name(part).unwrap(), text(case, "value"));
            assert_eq!(changed, url != before, "{case}");
            // The method takes what the attribute takes, by the edition of the URL, but no host with more behind it, or with
            // tabs, as in the crate `url`.
            let value = text(case, "value");
            if changed
                && part == "hostname"
                && !value.contains(['/', '\\', '?', '#', ':', '\t', '\n', '\r'])
            {
                let mut other = before;
                other.set_host(Some(value)).unwrap_or_else(|why| panic!("{why}: {case}"));
                assert_eq!(other, url, "{case}");
            }
            check(case, &url);
        }
        "origin" => {
            let url = edition.parse(text(case, "input")).unwrap();
            assert_eq!(url.get(Attribute::Origin), text(&case["expect"], "origin"), "{case}");
        }
        "domain_to_ascii" => {
            let ascii = edition.domain_to_ascii(text(case, "input")).ok();
            assert_eq!(ascii.as_deref(), case["expect"].as_str(), "{case}");
        }
        "form_parse" => {
            let pairs: Vec<(Cow<'_, str>, Cow<'_, str>)> =
                form_urlencoded::parse(text(case, "input").as_bytes()).collect();
            let expected: Vec<_> = pairs_of(&case["expect"]).collect();
            assert!(pairs.iter().map(|(a, b)| (&**a, &**b)).eq(expected), "{pairs:?}: {case}");
        }
        "form_serialize" => {
            let mut form = form_urlencoded::Serializer::new(String::new());
            let form = form.extend_pairs(pairs_of(&case["input"])).finish();
            assert_eq!(form, case["expect"].as_str().unwrap(), "{case}");
        }
        other => panic!("{other}: {case}"),
    }
    if let Some(expected) = case["errors"].as_array() {
        let expected: Vec<_> = expected.iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(*errors.borrow(), expected, "{case}");
    }
}

/// Pairs of a list of lists.
fn pairs_of(list: &Value) -> impl Iterator<Item = (&str, &str)> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()))
}

/// Runs the cases of a file.
fn run_all(name: &str, count: usize) {
    let cases = cases(name);
    assert_eq!(cases.len(), count);
    let mut failed = Vec::new();
    for case in &cases {
        if std::panic::catch_unwind(|| run(case)).is_err() {
            failed.push(text(case, "id").to_owned());
        }
    }
    assert!(failed.is_empty(), "{} of {count} fail: {failed:?}", failed.len());
}

#[test]
fn parsing_and_forms() {
    run_all("url-standard.jsonl", 1735);
}

#[test]
fn setters() {
    run_all("url-standard-setters.jsonl", 959);
}

#[test]
fn hosts() {
    run_all("url-standard-hosts.jsonl", 2796);
}

#[test]
fn dated_editions() {
    run_all("url-standard-history.jsonl", 429);
}
