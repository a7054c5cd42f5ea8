//! The places of the parts in a text. The parser of the URL Standard gives the parts of what it writes, so this goes through the text by the
//! parser's states, and keeps the result if the host is the parser's.

use std::ops::Range;

use napkin::{Part, Start};

use crate::standard::Standard;

/// The parts that have a place, in order.
const PARTS: [Part; 7] =
    [Part::Scheme, Part::Userinfo, Part::Host, Part::Port, Part::Path, Part::Query, Part::Fragment];

impl Standard {
    /// The places of the parts in a valid text, in order and in bytes; none if it is invalid, or if the URL Standard drops something inside
    /// the host.
    ///
    /// ```
    /// use napkin::Part;
    /// use napkin_standards::Standard;
    ///
    /// let host = |name, text| Standard::named(name).unwrap().places(text).into_iter().find(|(part, _)| *part == Part::Host);
    /// assert_eq!(host("whatwg", r"https://good.example\@evil.example/"), Some((Part::Host, 8..20)));
    /// assert_eq!(host("rfc3986", "https://good.example@evil.example/"), Some((Part::Host, 21..33)));
    /// ```
    pub fn places(self, text: &str) -> Vec<(Part, Range<usize>)> {
        match self {
            Self::Syntax(edition) => {
                let ranges = edition.ranges(Start::UriReference, text.as_bytes()).ok();
                let place = |part| Some((part, ranges.as_ref()?.get(part)?));
                PARTS.into_iter().filter_map(place).collect()
            }
            Self::Url(standard) => of_url(standard.edition, text),
        }
    }
}

/// The places of the parts in an absolute URL.
fn of_url(edition: &'static napkin_url::Edition, input: &str) -> Vec<(Part, Range<usize>)> {
    let Ok(url) = edition.parse(input) else { return Vec::new() };
    let found = split(input, url.is_special(), url.scheme() == "file");
    let host = found.iter().find(|(part, _)| *part == Part::Host);
    let host = host.and_then(|(_, span)| input.get(span.clone())).unwrap_or_default();
    let is_same = match url.host_str().unwrap_or_default() {
        "" => host.is_empty() || url.scheme() == "file",
        parsed => {
            let alone = edition.parse(&format!("{}://{host}/", url.scheme()));
            alone.is_ok_and(|alone| alone.host_str() == Some(parsed))
        }
    };
    if is_same { found } else { Vec::new() }
}

/// The end of the text up to the first of some characters, or of the whole.
fn until(text: &str, from: usize, end: usize, stops: &[char]) -> usize {
    text.get(from..end).and_then(|rest| rest.find(stops)).map_or(end, |at| from + at)
}

/// Goes through an absolute URL: the scheme, any number of slashes of either kind if it is special, the authority up to
/// the next one, and in it the last `@` and the last colon outside brackets.
fn split(input: &str, is_special: bool, is_file: bool) -> Vec<(Part, Range<usize>)> {
    let is_edge = |c: char| c <= ' ';
    let start = input.len() - input.trim_start_matches(is_edge).len();
    let end = input.trim_end_matches(is_edge).len().max(start);
    let mut found = Vec::new();
    let colon = until(input, start, end, &[':']);
    found.push((Part::Scheme, start..colon));
    let mut at = (colon + 1).min(end);
    let slashes: &[char] = if is_special { &['/', '\\'] } else { &['/'] };
    let rest = |at: usize| input.get(at..end).unwrap_or_default();
    let leading = rest(at).len() - rest(at).trim_start_matches(slashes).len();
    let has_authority = if is_special { !is_file || leading >= 2 } else { leading >= 2 };
    if has_authority {
        at += if is_special && !is_file { leading } else { 2 };
        let stops: &[char] = if is_special { &['/', '\\', '?', '#'] } else { &['/', '?', '#'] };
        let authority_end = until(input, at, end, stops);
        let authority = input.get(at..authority_end).unwrap_or_default();
        if let Some(last_at) = authority.rfind('@') {
            found.push((Part::Userinfo, at..at + last_at));
            at += last_at + 1;
        }
        let server = input.get(at..authority_end).unwrap_or_default();
        let port = server.rfind(':').filter(|colon| *colon >= server.rfind(']').unwrap_or(0));
        let host_end = at + port.unwrap_or(server.len());
        found.push((Part::Host, at..host_end));
        if port.is_some() {
            found.push((Part::Port, host_end + 1..authority_end));
        }
        at = authority_end;
    }
    let path_end = until(input, at, end, &['?', '#']);
    found.push((Part::Path, at..path_end));
    let query_end = until(input, path_end, end, &['#']);
    if query_end > path_end {
        found.push((Part::Query, path_end + 1..query_end));
    }
    if end > query_end {
        found.push((Part::Fragment, query_end + 1..end));
    }
    found
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use napkin::Part;
    use napkin_url::edition::WHATWG;

    use super::of_url;

    fn part(input: &str, part: Part) -> &str {
        let spans = of_url(WHATWG, input);
        let span = spans.into_iter().find(|(found, _)| *found == part);
        span.map_or("", |(_, span)| &input[span])
    }

    #[test]
    fn the_host_is_that_of_browsers() {
        let misleading = r"https://good.example\@evil.example/";
        assert_eq!(part(misleading, Part::Host), "good.example");
        assert_eq!(part(misleading, Part::Path), r"\@evil.example/");
        assert_eq!(part("http:/h:80?q#f", Part::Host), "h");
        assert_eq!(part("http:/h:80?q#f", Part::Port), "80");
        assert_eq!(part(" ws://a@b@[::1]:9/ ", Part::Userinfo), "a@b");
        assert_eq!(part("mailto:a@b", Part::Path), "a@b");
    }

    /// The query and the fragment too are those that the parser encodes.
    #[test]
    fn most_inputs_of_the_cases_have_spans() {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases");
        let Ok(text) = fs::read_to_string(cases.join("url-standard.jsonl")) else { return };
        let (mut valid, mut without) = (0, Vec::new());
        for line in text.lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let Some(input) = case["input"].as_str() else { continue };
            let Ok(url) = WHATWG.parse(input) else { continue };
            valid += 1;
            let spans = of_url(WHATWG, input);
            if spans.is_empty() {
                without.push(input.to_owned());
                continue;
            }
            let has = |part| spans.iter().any(|(found, span)| *found == part && !span.is_empty());
            assert_eq!(
                has(Part::Fragment),
                url.fragment().is_some_and(|it| !it.is_empty()),
                "{input:?}"
            );
            assert_eq!(has(Part::Query), url.query().is_some_and(|it| !it.is_empty()), "{input:?}");
        }
        // Tabs and line breaks in the text, which the parser drops first.
        assert!(
            valid > 100 && without.len() * 10 < valid,
            "{} of {valid}: {without:?}",
            without.len()
        );
    }
}
