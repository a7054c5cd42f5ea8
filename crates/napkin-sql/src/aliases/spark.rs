//! `parse_url` of Apache Spark and Hive: one function for all parts, which a text names, parsed as by
//! `java.net.URI`.

use std::borrow::Cow;

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::exec_datafusion_err;
use napkin::edition::JAVA;
use napkin::{Part, Path, Query};
use napkin_standards::Parsed;
use napkin_standards::facts::{self, Fact};

use super::key::Key;
use super::{Alias, form};
use crate::columns::TextColumn;
use crate::function::{Engine, Function};
use crate::rows::Rows;

/// The version that the pack was compared with.
const LIKE: Option<Engine> = Some(Engine { in_plans: "spark-4.3.0", told: "Spark 4.3.0" });

pub(super) const ALIASES: &[Alias] = &[
    Alias {
        name: "parse_url",
        function: &PARSE_URL,
        is_strict: true,
        own: Some("napkin_parse_url"),
    },
    Alias {
        name: "try_parse_url",
        function: &PARSE_URL,
        is_strict: false,
        own: Some("napkin_parse_url"),
    },
    Alias { name: "url_encode", function: &ENCODE, is_strict: false, own: None },
    Alias { name: "url_decode", function: &DECODE, is_strict: true, own: None },
    Alias { name: "try_url_decode", function: &DECODE, is_strict: false, own: None },
];

static ENCODE: Function = Function { like: LIKE, ..form::ENCODE };
static DECODE: Function = Function { like: LIKE, ..form::DECODE };

static PARSE_URL: Function = Function {
    about: "One part of a URI: HOST, PATH, QUERY, REF, PROTOCOL, FILE, AUTHORITY or USERINFO; of QUERY with a key the \
            value of the first pair whose key matches that pattern.",
    texts: &["url", "part"],
    more_texts: &["key"],
    choices: &[],
    edition: JAVA,
    like: LIKE,
    answer,
    ..Function::BLANK
};

/// The function with napkin's own answers: by RFC 3986, without errors, and with a key that is compared decoded.
pub(super) static OWN: Function = Function {
    name: "napkin_parse_url",
    about: "One part of a URI: HOST, PATH, QUERY, REF, PROTOCOL, FILE, AUTHORITY or USERINFO; of QUERY with a key the \
            value of the first pair with that key.",
    texts: &["url", "part"],
    more_texts: &["key"],
    choices: &[],
    has_strict: false,
    answer: |rows| {
        rows.write_texts(|row, parsed, column| {
            let Some(part) = rows.text(1, row) else { return column.push(None) };
            if rows.has(2) {
                let key = rows.text(2, row).filter(|_| part == "QUERY");
                return column.push(key.and_then(|key| parsed.value(key)));
            }
            column.push(part_named(part, parsed).as_deref());
        })
    },
    ..Function::BLANK
};

/// A part of a URI by Spark's name for it.
fn part_named<'r>(name: &str, parsed: Parsed<'_, 'r>) -> Option<Cow<'r, str>> {
    let uri = parsed.reference()?;
    let path = || uri.path().map(Path::as_str);
    let part = match name {
        "PROTOCOL" => uri.part(Part::Scheme),
        "AUTHORITY" => uri.authority(),
        "USERINFO" => uri.part(Part::Userinfo),
        "HOST" => uri.part(Part::Host),
        "PATH" => path(),
        "QUERY" => uri.part(Part::Query),
        "REF" => uri.part(Part::Fragment),
        "FILE" => match uri.query().map(Query::as_str) {
            Some(query) => return Some(format!("{}?{query}", path().unwrap_or_default()).into()),
            None => path(),
        },
        _ => None,
    };
    part.map(Cow::Borrowed)
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    let mut last: Option<(&str, Key)> = None;
    // An error of the strict and the lenient function.
    let mut failure = None;
    rows.parse(|row, result| {
        let Some(part) = rows.text(1, row) else { return column.push(None) };
        let key = rows.text(2, row);
        // With a key only the query is answered, and for other parts the URL is not parsed.
        if rows.has(2) && (key.is_none() || part != "QUERY") {
            return column.push(None);
        }
        let uri = match result {
            None => return column.push(None),
            Some(Ok(uri)) => uri,
            Some(Err(error)) => {
                let text = rows.text(0, row).unwrap_or_default();
                let exception =
                    error.of_syntax().and_then(|error| error.diagnose(text).exception());
                match exception {
                    Some(exception) => rows.refuse(text, format_args!("[INVALID_URL] {exception}")),
                    // Java throws an undeclared exception, which Spark does not expect (JAVA-73).
                    None => {
                        let _ =
                            failure.get_or_insert_with(|| exec_datafusion_err!("{text}: {error}"));
                    }
                }
                return column.push(None);
            }
        };
        let Some(key) = key else { return column.push(part_named(part, uri).as_deref()) };
        let Some(query) = facts::Query::of(uri) else { return column.push(None) };
        if last.as_ref().is_none_or(|(known, _)| *known != key) {
            match Key::new(key) {
                Ok(read) => last = Some((key, read)),
                Err(reason) => {
                    let told =
                        || exec_datafusion_err!("the key '{key}' is a pattern of Java: {reason}");
                    let _ = failure.get_or_insert_with(told);
                    return column.push(None);
                }
            }
        }
        column.push(last.as_ref().and_then(|(_, key)| key.value(&query)));
    });
    match failure {
        Some(failure) => Err(failure),
        None => column.finish(),
    }
}
