//! Plain slips of people who type: what is meant is clear to a reader, and the grammar reads something else.

use napkin::Part;

use super::characters::quote;
use crate::features::Features;
use crate::parts::trimmed;
use crate::rule::Rule;
use crate::scheme_lists::is_hostlike;
use crate::severity::Severity;
use crate::span::Span;

/// A scheme with one wrong letter.
pub(super) const SCHEME_MISSPELLED: Rule = Rule {
    id: "scheme-misspelled",
    title: "an unknown scheme that is one letter from a known one",
    severity: Severity::Warning,
    why: "No program knows the scheme. A letter is missing, wrong, doubled, or has changed places with the next one.",
    basis: "RFC 3986 section 3.1",
    fires: &["htp://example.com/", "hhtps://example.com/", "mialto:a@b.example"],
    silent: &["http://example.com/", "foo://example.com/", "ldap://h/", "htm:x", "hxxp://h/"],
    when: Features::HOSTLIKE_SCHEME,
    check: |context| {
        let Some((scheme, span)) = context.part(Part::Scheme) else { return };
        if !is_hostlike(scheme) {
            return;
        }
        let scheme = scheme.to_ascii_lowercase();
        let rest = context.bytes().get(span.end + 1..).unwrap_or_default();
        let near = MISSPELLED.iter().find(|(name, begins)| {
            rest.starts_with(begins.as_bytes()) && is_near(&scheme, name.as_bytes())
        });
        if let Some((name, _)) = near {
            let message = format!("no scheme is called {}; {name} is", quote(&scheme));
            context.report(Part::Scheme, span, message).fix(span, name);
        }
    },
    ..Rule::BLANK
};

/// Schemes that people type, and the text behind the colon. The longer of two that are near comes first.
const MISSPELLED: &[(&str, &str)] =
    &[("https", "//"), ("http", "//"), ("ftp", "//"), ("file", "//"), ("mailto", "")];

/// Whether a word becomes another by one letter more, less or other, or by two letters that change places.
fn is_near(word: &[u8], other: &[u8]) -> bool {
    let (same, all) = (|(a, b): &(&u8, &u8)| a == b, word.len().min(other.len()));
    let before = word.iter().zip(other).take_while(same).count();
    let behind = word.iter().rev().zip(other.iter().rev()).take_while(same).count();
    let behind = behind.min(all - before);
    let [word, other] =
        [word, other].map(|text| text.get(before..text.len() - behind).unwrap_or_default());
    match (word, other) {
        ([_] | [], [_]) | ([_], []) => true,
        ([a, b], [c, d]) => (a, b) == (d, c),
        _ => false,
    }
}

/// A scheme without its colon.
pub(super) const COLON_MISSING: Rule = Rule {
    id: "colon-missing",
    title: "a scheme without the colon behind it",
    severity: Severity::Warning,
    why: "The grammar finds a relative path, which leads to a page of the site that has the link.",
    basis: "RFC 3986 section 3",
    fires: &["http//example.com/", "https;//example.com/"],
    silent: &["http://example.com/", "http/example.com/", "a//b", "/http//example.com/"],
    when: Features::RELATIVE,
    check: |context| {
        let (start, _) = trimmed(context.bytes());
        let text = context.bytes().get(start..).unwrap_or_default();
        let name = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (scheme, rest) = text.split_at(name);
        let in_place = rest.iter().take_while(|byte| matches!(byte, b';' | b'.' | b',')).count();
        let is_typed = TYPED.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(scheme));
        if is_typed
            && in_place < 2
            && rest.get(in_place..).is_some_and(|rest| rest.starts_with(b"//"))
        {
            let colon = Span::new(start + name, start + name + in_place);
            let message = format!("no colon stands behind {}", quote(scheme));
            let shown = Span::new(start, colon.end);
            context.report(context.reading.part_at(start), shown, message).fix(colon, ":");
        }
    },
    ..Rule::BLANK
};

/// Schemes with two slashes that people type.
const TYPED: &[&str] = &["http", "https", "ftp", "file", "ws", "wss"];

/// Four numbers, one of them too large.
pub(super) const IPV4_OUT_OF_RANGE: Rule = Rule {
    id: "ipv4-out-of-range",
    title: "four numbers as the host that are no IPv4 address",
    severity: Severity::Warning,
    why: "Each number of an IPv4 address is 255 or less. The grammar finds a name, which no program can look up.",
    basis: "RFC 3986 section 3.2.2",
    fires: &["http://256.1.1.1/", "http://1.2.3.1000/"],
    silent: &["http://255.1.1.1/", "http://256.1.1/", "http://256.1.1.1.example/"],
    when: Features::NUMERIC_HOST,
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let labels = || host.split(|&byte| byte == b'.');
        let is_number = |label: &[u8]| !label.is_empty() && label.iter().all(u8::is_ascii_digit);
        if labels().count() != 4 || !labels().all(is_number) {
            return;
        }
        let mut start = span.start;
        for label in labels() {
            let number = Span::new(start, start + label.len());
            start = number.end + 1;
            let zeros = label.iter().take_while(|&&digit| digit == b'0').count();
            let digits = label.get(zeros..).unwrap_or_default();
            if digits.len() > 3 || digits.len() == 3 && digits > b"255".as_slice() {
                let message = format!("{} is a number over 255", quote(label));
                context.report(Part::Host, number, message);
            }
        }
    },
    ..Rule::BLANK
};

/// Nothing.
pub(super) const EMPTY_INPUT: Rule = Rule {
    id: "empty-input",
    title: "an input with nothing in it",
    severity: Severity::Note,
    why: "An empty line is a reference to the document that contains it. In a list of URIs, a URI is probably \
          missing. Links of documents may be empty.",
    basis: "RFC 3986 section 4.4",
    fires: &[""],
    silent: &["#", ".", "?"],
    when: Features::RELATIVE,
    check: |context| {
        if context.bytes().is_empty() && context.link.is_none() {
            context.report(
                None,
                context.whole(),
                "an empty line, which is a reference to the document that has it",
            );
        }
    },
    ..Rule::BLANK
};

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn one_slip_is_near() {
        for (word, is_one) in [
            ("htp", true),
            ("htpt", true),
            ("htttp", true),
            ("hxtp", true),
            ("thtp", true),
            ("http", false),
            ("hxxp", false),
            ("ptth", false),
            ("h", false),
            ("", false),
        ] {
            assert_eq!(is_near(word.as_bytes(), b"http"), is_one, "{word}");
        }
    }
}
