//! What to do about an input that is a record of another format: a line of JSON or a row of a table, whose lines were read as URIs.

/// The option that takes the URI out of a record, if the input looks like one.
pub(crate) fn advice(input: &[u8]) -> Option<&'static str> {
    let line = input.trim_ascii();
    if line.starts_with(b"{\"") && line.ends_with(b"}") {
        return Some("a line of JSON: --field NAME takes one of its fields");
    }
    // What begins with a URI is a pair of `compare`, or a URI with a fault.
    let begins = line.get(..URI.len()).is_some_and(|text| text.eq_ignore_ascii_case(URI));
    let is_row = !begins
        && line.windows(URI.len()).enumerate().any(|(at, text)| {
            let before = at.checked_sub(1).and_then(|at| line.get(at));
            text.eq_ignore_ascii_case(URI) && before.is_some_and(|byte| b",;\t\"".contains(byte))
        });
    is_row.then_some("a row of a table: --column NAME takes one of its columns")
}

/// How most URIs in tables begin.
const URI: &[u8] = b"http";

#[cfg(test)]
mod tests {
    use super::advice;

    #[test]
    fn lines_of_json_and_rows_are_told_from_uris() {
        assert!(advice(br#"{"url":"http://h/"}"#).unwrap().contains("--field"));
        assert!(advice(b"1,http://h/,x").unwrap().contains("--column"));
        assert!(advice(b"1\t\"HTTPS://h/\"").unwrap().contains("--column"));
        for uri in ["http://h/a b", "http://h/\thttp://i/ ", "http://h/{x}", "{\"", "a,b c", ""] {
            assert_eq!(advice(uri.as_bytes()), None, "{uri}");
        }
    }
}
