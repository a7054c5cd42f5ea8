//! Plain slips of people who type: what is meant is clear to a reader, and the grammar reads something else.

use napkin::Part;

use super::characters::quote;
use crate::features::Features;
use crate::octets::{decoded, triplets};
use crate::parts::trimmed;
use crate::rule::Rule;
use crate::scheme_lists::{MAIL, TYPED, is_hostlike};
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
    mends: true,
    when: Features::HOSTLIKE_SCHEME,
    check: |context| {
        let Some((scheme, span)) = context.part(Part::Scheme) else { return };
        if !is_hostlike(scheme) {
            return;
        }
        let scheme = scheme.to_ascii_lowercase();
        let rest = context.bytes().get(span.end + 1..).unwrap_or_default();
        if let Some(name) = meant_scheme(&scheme, rest) {
            let message = format!("no scheme is called {}; {name} is", quote(&scheme));
            context.report(Part::Scheme, span, message).fix(span, name);
        }
    },
    ..Rule::BLANK
};

/// Schemes that people type, and the text behind the colon. The longer of two that are near comes first.
const MISSPELLED: &[(&str, &str)] =
    &[("https", "//"), ("http", "//"), ("ftp", "//"), ("file", "//"), ("mailto", "")];

/// The scheme from which a word is one letter, if the text behind the colon begins as behind that scheme.
pub(super) fn meant_scheme(word: &[u8], rest: &[u8]) -> Option<&'static str> {
    let is_meant = |(name, begins): &&(&str, &str)| {
        rest.starts_with(begins.as_bytes()) && is_near(word, name.as_bytes())
    };
    MISSPELLED.iter().find(is_meant).map(|(name, _)| *name)
}

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
    fires: &["http//example.com/", "https;//example.com/", "htps//example.com/"],
    silent: &["http://example.com/", "http/example.com/", "a//b", "/http//example.com/"],
    mends: true,
    when: Features::RELATIVE,
    check: |context| {
        let (start, _) = trimmed(context.bytes());
        let text = context.bytes().get(start..).unwrap_or_default();
        let name = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (scheme, rest) = text.split_at(name);
        let in_place = rest.iter().take_while(|byte| matches!(byte, b';' | b'.' | b',')).count();
        let is_typed = TYPED.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(scheme));
        let lacks_one =
            |known: &&str| scheme.len() < known.len() && is_near(scheme, known.as_bytes());
        let is_near = || TYPED.iter().take(2).any(lacks_one);
        if (is_typed || is_near())
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

pub(super) const SCHEME_DOUBLED: Rule = Rule {
    id: "scheme-doubled",
    title: "a scheme and two slashes before another scheme",
    severity: Severity::Warning,
    why: "A URI was pasted behind the beginning of one. The grammar finds a host that is called http or https.",
    basis: "RFC 3986 section 3.2.2",
    mends: true,
    fires: &["https://https://example.com/", "http://https//example.com/", "ftp://ftp:///x"],
    silent: &[
        "https://https/",
        "https://https:443/",
        "https://https.example//x",
        "https://h/https://x",
    ],
    when: Features::SLIP,
    check: |context| {
        let (Some((scheme, before)), Some((host, span))) =
            (context.part(Part::Scheme), context.reading.host_name())
        else {
            return;
        };
        let behind = context.bytes().get(span.end..).unwrap_or_default();
        let behind = behind.strip_prefix(b":").unwrap_or(behind);
        let is_typed =
            |name: &[u8]| TYPED.iter().any(|typed| typed.as_bytes().eq_ignore_ascii_case(name));
        if is_typed(scheme) && is_typed(host) && behind.starts_with(b"//") {
            let message = format!("{} is a scheme, and stands where the host goes", quote(host));
            let outer = Span::new(before.start, span.start);
            context.report(Part::Host, span, message).fix(outer, "");
        }
    },
    ..Rule::BLANK
};

/// An ampersand as HTML writes it.
pub(super) const ENTITY_LEFT: Rule = Rule {
    id: "entity-left",
    title: "an entity of HTML in place of an ampersand",
    severity: Severity::Note,
    why: "The URI was copied out of the source of a page. The name of the next pair begins with `amp;` for the server.",
    basis: "RFC 3986 section 3.4",
    mends: true,
    fires: &["http://h/?a=1&amp;b=2"],
    silent: &[
        "http://h/?a=1&b=2",
        "http://h/?a=%26amp;b",
        "http://h/&amp;",
        "http://h/?a;b",
        "http://h/#?&amp;",
    ],
    when: Features::SLIP,
    check: |context| {
        let Some((query, span)) = context.part(Part::Query) else { return };
        let entity = b"&amp;";
        for at in query
            .windows(entity.len())
            .enumerate()
            .filter(|(_, part)| part == entity)
            .map(|(at, _)| at)
        {
            let place = span.part(at, entity.len());
            context
                .report(Part::Query, place, "&amp; is an ampersand in HTML only")
                .fix(place, "&");
        }
    },
    ..Rule::BLANK
};

/// A plus sign in the subject or the text of a mail.
pub(super) const PLUS_FOR_BLANK: Rule = Rule {
    id: "plus-for-blank",
    title: "a plus sign between the words of a mail's subject or text",
    severity: Severity::Note,
    why: "A program wrote the field as a form of HTML has it. In a mailto URI a plus sign is a plus sign, and the reader sees it.",
    basis: "RFC 6068 section 5",
    mends: true,
    fires: &["mailto:a@b.example?subject=Re:+Call", "mailto:?body=see+you"],
    silent: &[
        "mailto:a+b@c.example?cc=d+e@f.example",
        "mailto:a@b.example?subject=C++",
        "mailto:a@b.example?subject=1+1",
        "mailto:a@b.example?subject=a+b%20c",
        "http://h/?subject=a+b",
    ],
    when: Features::SLIP,
    check: |context| {
        let Some((query, span)) = context.part(Part::Query) else { return };
        if !context.reading.is_scheme(MAIL) {
            return;
        }
        let mut start = span.start;
        for field in query.split(|&byte| byte == b'&') {
            let name = field.iter().position(|&byte| byte == b'=').unwrap_or(field.len());
            let value = Span::new(start + name, start + field.len());
            start = value.end + 1;
            let named = decoded(field, Span::new(0, name));
            let is_text = TEXTS.iter().any(|text| named.eq_ignore_ascii_case(text));
            // Whoever writes a blank otherwise means a plus sign.
            let has_blank = value.of(context.bytes()).split(|&byte| byte == b' ').count() > 1
                || triplets(context.bytes(), value).any(|(octet, _)| octet == b' ');
            if !is_text || has_blank {
                continue;
            }
            for at in value.start + 1..value.end.saturating_sub(1) {
                let Some([before, b'+', behind]) = context.bytes().get(at - 1..at + 2) else {
                    continue;
                };
                let is_sum = before.is_ascii_digit() && behind.is_ascii_digit();
                if ![before, behind].into_iter().any(|byte| b"+=".contains(byte)) && !is_sum {
                    let place = Span::new(at, at + 1);
                    context
                        .report(Part::Query, place, "a plus sign, which is no blank in a mail")
                        .fix(place, "%20");
                }
            }
        }
    },
    ..Rule::BLANK
};

/// The fields of a `mailto` URI that people read as text.
const TEXTS: [&[u8]; 2] = [b"subject", b"body"];

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
