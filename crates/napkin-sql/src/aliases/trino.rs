//! `url_extract_host` and similar functions of Trino: parts as parsed by `java.net.URI`, with path, query and
//! fragment decoded. An undefined part is the empty text, and the answer is NULL for a text that is not a URI; a
//! port is a number.

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, Int64Builder};
use datafusion_common::arrow::datatypes::DataType;
use napkin::Part;
use napkin::edition::JAVA;
use napkin_standards::facts::{self, Fact};

use super::{Alias, form};
use crate::columns::TextColumn;
use crate::function::{Engine, Function};
use crate::rows::Rows;

/// The documentation that the pack was compared with.
const LIKE: Option<Engine> =
    Some(Engine { in_plans: "trino-docs", told: "the documentation of Trino" });

pub(super) const ALIASES: &[Alias] = &[
    Alias {
        name: "url_extract_protocol",
        function: &PROTOCOL,
        is_strict: false,
        own: Some("uri_scheme"),
    },
    Alias { name: "url_extract_host", function: &HOST, is_strict: false, own: Some("uri_host") },
    Alias { name: "url_extract_port", function: &PORT, is_strict: false, own: Some("uri_port") },
    Alias { name: "url_extract_path", function: &PATH, is_strict: false, own: Some("uri_path") },
    Alias { name: "url_extract_query", function: &QUERY, is_strict: false, own: Some("uri_query") },
    Alias {
        name: "url_extract_fragment",
        function: &FRAGMENT,
        is_strict: false,
        own: Some("uri_fragment"),
    },
    Alias {
        name: "url_extract_parameter",
        function: &PARAMETER,
        is_strict: true,
        own: Some("uri_query_param"),
    },
    Alias { name: "url_encode", function: &ENCODE, is_strict: false, own: None },
    Alias { name: "url_decode", function: &DECODE, is_strict: true, own: None },
];

const BLANK: Function = Function {
    texts: &["url"],
    choices: &[],
    edition: JAVA,
    like: LIKE,
    has_strict: false,
    ..Function::BLANK
};

static PROTOCOL: Function = Function {
    about: "The scheme, '' if there is none.",
    answer: |rows| part(rows, Part::Scheme),
    ..BLANK
};

static HOST: Function = Function {
    about: "The host, '' if there is none.",
    answer: |rows| part(rows, Part::Host),
    ..BLANK
};

static PATH: Function = Function {
    about: "The path, decoded; '' if there is none.",
    answer: |rows| part(rows, Part::Path),
    ..BLANK
};

static QUERY: Function = Function {
    about: "The query, decoded; '' if there is none.",
    answer: |rows| part(rows, Part::Query),
    ..BLANK
};

static FRAGMENT: Function = Function {
    about: "The fragment, decoded; '' if there is none.",
    answer: |rows| part(rows, Part::Fragment),
    ..BLANK
};

static PORT: Function = Function {
    about: "The port as a number, NULL if there is none.",
    result: || DataType::Int64,
    answer: |rows| {
        let mut ports = Int64Builder::with_capacity(rows.count());
        rows.each(|_, parsed| {
            let port = parsed.and_then(|parsed| facts::Port::of(parsed));
            ports.append_option(port.and_then(|port| port.parse().ok()));
        });
        Ok(Arc::new(ports.finish()))
    },
    ..BLANK
};

static PARAMETER: Function = Function {
    about: "The value of the first parameter of the query with this name, decoded as the value of a form.",
    texts: &["url", "name"],
    answer: parameter,
    ..BLANK
};

static ENCODE: Function = Function { like: LIKE, ..form::ENCODE };
static DECODE: Function = Function { like: LIKE, ..form::DECODE };

fn part(rows: &Rows<'_>, part: Part) -> Result<ArrayRef> {
    rows.write_texts(|_, parsed, column| {
        let decoded = parsed.reference().and_then(|uri| uri.decoded(part));
        column.push(Some(decoded.as_deref().unwrap_or_default()));
    })
}

fn parameter(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    // Only a value that cannot be decoded is an error, not a text that is no URI.
    rows.parse(|row, result| {
        let query = result.and_then(Result::ok).and_then(|parsed| facts::Query::of(parsed));
        let value = query.as_deref().zip(rows.text(1, row)).and_then(|(query, name)| {
            let pairs = query.split('&');
            let mut pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
            pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
        });
        let decoded =
            value.and_then(|value| form::decoded(value).map_err(|e| rows.refuse(value, e)).ok());
        column.push(decoded.as_deref());
    });
    column.finish()
}
