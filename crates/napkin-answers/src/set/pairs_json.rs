//! The pairs of a query from JSON: as `get pairs --json` writes them, or texts to be encoded.

use napkin::Part;
use napkin_standards::Standard;
use serde_json::Value as Json;

use crate::options::Value;

/// The pairs; `None` removes the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairsJson(Option<Vec<Given>>);

/// A query to set; `None` removes it.
pub(super) struct NewQuery(pub(super) Option<String>);

/// A pair as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Given {
    /// As it is written in the query, with its readings, which have to agree.
    Raw { raw: Pair<String>, decoded: Option<Pair<Vec<u8>>>, form: Option<Pair<Vec<u8>>> },
    /// Data, which is encoded.
    Data(Pair<Vec<u8>>),
}

/// A key, and its value if there is a `=`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair<T> {
    key: T,
    value: Option<T>,
}

impl<T> Pair<T> {
    fn map<U>(&self, change: impl Fn(&T) -> U) -> Pair<U> {
        Pair { key: change(&self.key), value: self.value.as_ref().map(change) }
    }
}

impl Value for PairsJson {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let json: Json =
            serde_json::from_slice(&octets).map_err(|error| format!("is not JSON: {error}"))?;
        let list = match &json {
            Json::Object(keys) => {
                keys.get("pairs").ok_or("is an object without the key \"pairs\"")?
            }
            other => other,
        };
        match list {
            Json::Null => Ok(Self(None)),
            Json::Array(items) => {
                let pairs = items.iter().zip(1..).map(|(item, number)| {
                    given(item).map_err(|reason| format!("has no pair in place {number}: {reason}"))
                });
                Ok(Self(Some(pairs.collect::<Result<_, _>>()?)))
            }
            _ => Err("is neither a list of pairs nor null".into()),
        }
    }
}

/// Reads a pair: an object with `raw`, `decoded` or `form`, or with `key` and `value`.
fn given(item: &Json) -> Result<Given, String> {
    let reading = |name| item.get(name).map(|reading| pair(reading, octets)).transpose();
    let (decoded, form) = (reading("decoded")?, reading("form")?);
    let Some(raw) = item.get("raw") else {
        let data = match (decoded, form) {
            (Some(_), Some(_)) => return Err("it has 'decoded' and 'form', but not 'raw'".into()),
            (Some(data), None) | (None, Some(data)) => data,
            (None, None) => pair(item, octets)?,
        };
        return Ok(Given::Data(data));
    };
    let raw = pair(raw, |text| text.as_str().map(str::to_owned).ok_or("no text".into()))?;
    if raw.key.contains(['&', '=']) || raw.value.as_ref().is_some_and(|value| value.contains('&')) {
        return Err("'raw' is more than one pair".into());
    }
    Ok(Given::Raw { raw, decoded, form })
}

fn pair<T>(json: &Json, text: impl Fn(&Json) -> Result<T, String>) -> Result<Pair<T>, String> {
    let key = json.get("key").ok_or("it has no 'key'")?;
    let value = json.get("value").filter(|value| !value.is_null());
    Ok(Pair { key: text(key)?, value: value.map(text).transpose()? })
}

/// The octets of a text, or of `{"hex": …}`.
fn octets(json: &Json) -> Result<Vec<u8>, String> {
    if let Some(text) = json.as_str() {
        return Ok(text.into());
    }
    let hex = json
        .get("hex")
        .and_then(Json::as_str)
        .ok_or("its key or value is neither a text nor an object with 'hex'")?;
    let digits = hex.as_bytes().chunks(2).map(|pair| {
        let pair = str::from_utf8(pair).ok().filter(|pair| pair.len() == 2);
        pair.and_then(|pair| u8::from_str_radix(pair, 16).ok())
            .ok_or("'hex' has other than pairs of digits")
    });
    Ok(digits.collect::<Result<_, _>>()?)
}

impl PairsJson {
    /// The query.
    ///
    /// # Errors
    ///
    /// If what a pair is written as and its decoded texts say different things.
    pub(super) fn query(&self, standard: Standard) -> Result<NewQuery, String> {
        let Some(pairs) = &self.0 else { return Ok(NewQuery(None)) };
        let mut query = String::new();
        for (given, number) in pairs.iter().zip(1..) {
            if number > 1 {
                query.push('&');
            }
            let Pair { key, value } = match given {
                Given::Raw { raw, decoded, form } => {
                    let differs = |reading: &Option<Pair<Vec<u8>>>, is_form| {
                        let own = || raw.map(|text| decode(standard, text, is_form));
                        reading.as_ref().is_some_and(|reading| *reading != own())
                    };
                    if differs(decoded, false) || differs(form, true) {
                        return Err(format!(
                            "has a pair in place {number} whose texts differ: write a pair that changes as \
                             {{\"key\": \"page\", \"value\": \"2\"}}"
                        ));
                    }
                    raw.clone()
                }
                Given::Data(data) => data.map(|octets| encode(standard, octets)),
            };
            query.push_str(&key);
            if let Some(value) = value {
                query.push('=');
                query.push_str(&value);
            }
        }
        Ok(NewQuery(Some(query)))
    }
}

/// A text of a query decoded, as [`Pairs`](napkin_standards::pairs::Pairs) reads it.
fn decode(standard: Standard, text: &str, is_form: bool) -> Vec<u8> {
    let octets =
        if is_form { standard.form_decoded(text) } else { standard.decoded(Part::Query, text) };
    octets.as_bytes().to_vec()
}

/// Data encoded, with the delimiters of pairs and the `+` of forms.
fn encode(standard: Standard, data: &[u8]) -> String {
    standard.encoded_for_pair(data)
}
