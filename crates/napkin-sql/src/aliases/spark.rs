//! `parse_url` of Apache Spark and Hive: one function for all parts, which are named by a text.

use datafusion::arrow::array::ArrayRef;
use datafusion::error::Result;
use napkin::{Encoded, Host, Path, Query, Reference, Scheme, Userinfo};

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const PARSE_URL: Function = Function {
    name: "parse_url",
    about: "One part of a URI: HOST, PATH, QUERY, REF, PROTOCOL, FILE, AUTHORITY or USERINFO; of QUERY with a key \
            the value of the first pair with that key.",
    texts: &["url", "part"],
    more_texts: &["key"],
    choices: &[],
    has_strict: false,
    answer,
    ..Function::BLANK
};

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    rows.write_texts(|row, uri, column| {
        let Some(part) = rows.text(1, row) else { return column.push(None) };
        if rows.has(2) {
            let value = rows.text(2, row).filter(|_| part == "QUERY").zip(uri.query());
            let value = value.and_then(|(key, query)| query.value(key));
            return column.push(value.map(Encoded::as_str));
        }
        push_part(uri, part, column);
    })
}

fn push_part(uri: Reference<'_>, part: &str, column: &mut TextColumn) {
    let path = uri.path().map_or("", Path::as_str);
    let query = uri.query().map(Query::as_str);
    column.push(match part {
        "PROTOCOL" => uri.scheme().map(Scheme::as_str),
        "AUTHORITY" => uri.authority(),
        "USERINFO" => uri.userinfo().map(Userinfo::as_str),
        "HOST" => uri.host().map(Host::as_str),
        "PATH" => Some(path),
        "QUERY" => query,
        "REF" => uri.fragment().map(Encoded::as_str),
        "FILE" => match query {
            Some(query) => return column.push_shown(format_args!("{path}?{query}")),
            None => Some(path),
        },
        _ => None,
    });
}
