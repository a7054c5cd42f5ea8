//! Whether a client asks for HTML: a browser does, a program that says nothing of it gets JSON.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT;

/// Whether the `Accept` fields prefer HTML to JSON (RFC 9110 section 12.5.1): HTML is named, and has a greater weight than the
/// most specific range that JSON is in.
pub(crate) fn prefers_html(headers: &HeaderMap) -> bool {
    let fields = headers.get_all(ACCEPT).iter().filter_map(|field| field.to_str().ok());
    let ranges: Vec<_> = fields.flat_map(|field| field.split(',')).map(range).collect();
    let weight = |name: &str| {
        let named = ranges.iter().filter(|(range, _)| range.eq_ignore_ascii_case(name));
        named.map(|(_, weight)| *weight).max()
    };
    let json = weight("application/json").or_else(|| weight("application/*"));
    weight("text/html") > json.or_else(|| weight("*/*")).or(Some(0))
}

/// A media range, without parameters, and its weight in thousandths.
fn range(text: &str) -> (&str, u32) {
    let mut pieces = text.split(';').map(str::trim);
    let name = pieces.next().unwrap_or_default();
    let weight = pieces.find_map(|piece| {
        let value = piece.strip_prefix("q=").or_else(|| piece.strip_prefix("Q="))?;
        thousandths(value)
    });
    (name, weight.unwrap_or(1000))
}

/// A weight such as `0.85`, in thousandths; what is none counts as 1.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_one = fraction.len() <= 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
    match whole {
        "0" if is_one => format!("{fraction:0<3}").parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::ACCEPT;

    use super::prefers_html;

    #[test]
    fn browsers_get_html_and_programs_json() {
        for (accept, is_html) in [
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
            ("text/html", true),
            ("TEXT/HTML; q=0.001", true),
            ("*/*", false),
            ("", false),
            ("application/json", false),
            ("application/json, text/html", false),
            ("application/json;q=0.9, text/html", true),
            ("text/html;q=0.5, */*", false),
            ("text/html;q=0", false),
            ("application/*, text/html;q=0.9", false),
            ("text/html;q=2, */*;q=0.8", true),
            ("text/*", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, accept.parse().unwrap());
            assert_eq!(prefers_html(&headers), is_html, "{accept}");
        }
        assert!(!prefers_html(&HeaderMap::new()));
    }
}
