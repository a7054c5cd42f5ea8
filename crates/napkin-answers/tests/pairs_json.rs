//! The law of `set` with `pairs-json`: the pairs of a query, as `get pairs --json` writes them, make the same query.

use napkin::edition::{RFC3986, RFC3987};
use napkin_answers::choice::WrongChoice;
use napkin_answers::options::{OptionInfo, Source};
use napkin_answers::question::{Ask, Question};
use napkin_answers::set::Set;
use napkin_standards::Standard;
use napkin_standards::pairs::Pairs;

/// The one option.
struct Only(String);

impl Source for Only {
    type Error = WrongChoice;

    fn has(&self, option: &OptionInfo) -> bool {
        option.name == "pairs-json"
    }

    fn flag(&mut self, _: &OptionInfo) -> Result<bool, WrongChoice> {
        Ok(false)
    }

    fn values(&mut self, option: &OptionInfo) -> Result<Vec<Option<Vec<u8>>>, WrongChoice> {
        Ok(if self.has(option) { vec![Some(self.0.clone().into_bytes())] } else { Vec::new() })
    }
}

/// An input with the query of JSON.
fn set(json: &str, standard: Standard, input: &str) -> Result<String, String> {
    let set = Set::given(&mut Only(json.into())).map_err(|wrong| wrong.reason().to_string())?;
    let changes = set.ready(standard).map_err(|wrong| wrong.reason().to_string())?;
    let mut scratch = String::new();
    let changed = changes.ask(input.as_bytes(), &mut scratch);
    changed.map(|changed| changed.uri).map_err(|failure| failure.message().to_owned())
}

/// All texts of up to a number of pieces.
fn texts(pieces: &[&str], most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..most {
        last = last
            .iter()
            .flat_map(|text| pieces.iter().map(move |piece| format!("{text}{piece}")))
            .collect();
        all.extend_from_slice(&last);
    }
    all
}

/// Pairs written twice, empty ones, without `=`, and not UTF-8.
const PIECES: [&str; 8] = ["a", "&", "=", "+", "%26", "%FF", "%3D", "?"];

#[test]
fn pairs_make_the_same_query() {
    let most = if std::env::var_os("NAPKIN_DEEP").is_some() { 6 } else { 4 };
    for query in texts(&PIECES, most) {
        let input = format!("http://h/?{query}");
        for edition in [RFC3986, RFC3987] {
            let reference = edition.parse(&input).unwrap();
            let json = serde_json::to_string(&Pairs::of(&reference)).unwrap();
            assert_eq!(
                set(&json, edition.into(), "http://h/?x#f").unwrap(),
                format!("{input}#f"),
                "{json}"
            );
        }
    }
    assert_eq!(set("null", RFC3986.into(), "http://h/?x").unwrap(), "http://h/");
    assert_eq!(set("[]", RFC3986.into(), "http://h/").unwrap(), "http://h/?");
}

/// The decoded texts alone make a query that decodes to them.
#[test]
fn decoded_texts_are_encoded() {
    for query in texts(&PIECES, 3) {
        let reference_text = format!("?{query}");
        let reference = RFC3986.parse(&reference_text).unwrap();
        for reading in ["decoded", "form"] {
            let readings = |reference| -> Vec<_> {
                let pairs = serde_json::to_value(Pairs::of(reference)).unwrap();
                pairs.as_array().unwrap().iter().map(|pair| pair[reading].clone()).collect()
            };
            let own = readings(&reference);
            let json = serde_json::to_string(&own).unwrap();
            let made = set(&json, RFC3986.into(), "").unwrap();
            let again = RFC3986.parse(&made).unwrap();
            // A query of one pair that is nothing is empty, and has no pairs.
            let is_nothing = own.len() == 1 && own[0]["key"] == "" && own[0]["value"].is_null();
            if !is_nothing {
                assert_eq!(readings(&again), own, "{json}");
            }
        }
    }
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let refused = |json: &str| set(json, RFC3986.into(), "http://h/").unwrap_err();
    assert_eq!(refused("{}"), "is an object without the key \"pairs\"");
    assert_eq!(refused("1"), "is neither a list of pairs nor null");
    assert_eq!(
        refused(r#"[{"key":"a"},{"value":"a"}]"#),
        "has no pair in place 2: it has no 'key'"
    );
    assert_eq!(
        refused(r#"[{"raw":{"key":"a&b"}}]"#),
        "has no pair in place 1: 'raw' is more than one pair"
    );
    assert_eq!(
        refused(r#"[{"raw":{"key":"a","value":"1"},"form":{"key":"a","value":"2"}}]"#),
        "has a pair in place 1 whose texts differ: write a pair that changes as {\"key\": \"page\", \"value\": \"2\"}"
    );
    assert!(
        refused(r#"[{"raw":{"key":"a#b"}}]"#).contains("'#'")
            || !refused(r#"[{"raw":{"key":"a#b"}}]"#).is_empty()
    );
    assert!(refused("[").starts_with("is not JSON: "));
}
