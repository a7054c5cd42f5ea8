//! Paths: segments that are not what they seem, and dot segments (RFC 3986 §3.3, §5.2.4, §7.3).

use napkin::Part;
use napkin::dot_segments;
use napkin::edition::{DRAFT2003, RFC1630, RFC1738, RFC3986};
use napkin::scheme::Hierarchy;

use super::characters::quote;
use crate::features::Features;
use crate::octets::{decoded, octets, triplets};
use crate::rule::Context;
use crate::rule::{Listed, Rule};
use crate::severity::Severity;
use crate::span::Span;

pub(super) const ENCODED_SLASH: Rule = Rule {
    id: "encoded-slash",
    title: "a percent-encoded slash in the path",
    severity: Severity::Note,
    why: "It is data inside a segment. A reader that decodes before it splits finds another segment.",
    basis: "RFC 3986 section 7.3",
    listed: &[
        Listed::security(RFC3986, "7.3"),
        Listed::syntax(RFC1630, "4.1.2"),
        Listed::syntax(RFC1738, "2.2"),
    ],
    fires: &["http://h/a%2Fb", "http://h/..%2f"],
    silent: &["http://h/?a%2Fb", "http://h/a/b"],
    when: Features::DELIMITER_IN_PATH,
    check: |context| encoded(context, b"/", "an encoded slash"),
    ..Rule::BLANK
};

pub(super) const ENCODED_BACKSLASH: Rule = Rule {
    id: "encoded-backslash",
    title: "a percent-encoded backslash in the path",
    severity: Severity::Warning,
    why: "Decoded, it separates segments on some systems.",
    basis: "RFC 3986 section 7.3",
    fires: &["http://h/..%5C..%5Cboot.ini"],
    silent: &["http://h/?a%5Cb", "http://h/a%2Fb"],
    when: Features::DELIMITER_IN_PATH,
    check: |context| encoded(context, b"\\", "an encoded backslash"),
    ..Rule::BLANK
};

/// Delimiters that would end the path.
pub(super) const ENCODED_DELIMITER_IN_PATH: Rule = Rule {
    id: "encoded-delimiter-in-path",
    title: "a percent-encoded question mark or number sign in the path",
    severity: Severity::Note,
    why: "It is data. Decoded and parsed again, the path ends there.",
    basis: "RFC 3986 section 2.2",
    fires: &["http://h/a%3Fb", "http://h/a%23b"],
    silent: &["http://h/a?b", "http://h/?a%3Fb", "http://h/a%40b"],
    when: Features::DELIMITER_IN_PATH,
    check: |context| encoded(context, b"?#", "an encoded delimiter that would end the path"),
    ..Rule::BLANK
};

pub(super) const ENCODED_DOT_SEGMENT: Rule = Rule {
    id: "encoded-dot-segment",
    title: "a dot segment with percent-encoded dots",
    severity: Severity::Error,
    why: "Dots are unreserved, so this is a dot segment. A check before decoding does not see it.",
    basis: "RFC 3986 section 7.3",
    listed: &[Listed::security(RFC3986, "7.3")],
    fires: &["http://h/%2e%2e/x", "http://h/.%2E"],
    silent: &["http://h/../x", "http://h/%2e%2e%2e", "http://h/a%2E"],
    when: Features::ESCAPED_UNRESERVED,
    check: |context| {
        for (data, span) in segments(context) {
            if matches!(data.as_slice(), b"." | b"..") && span.len() > data.len() {
                let raw = String::from_utf8_lossy(&data).into_owned();
                let written = quote(span.of(context.bytes()));
                let message =
                    format!("the segment {written} is {} when it is decoded", quote(&data));
                context.report(Part::Path, span, message).fix(span, &raw);
            }
        }
    },
    ..Rule::BLANK
};

/// Dot segments behind encoded slashes, or encoded twice.
pub(super) const HIDDEN_DOT_SEGMENT: Rule = Rule {
    id: "hidden-dot-segment",
    title: "a dot segment that appears when the path is decoded before it is split, or decoded twice",
    severity: Severity::Error,
    why: "An encoded slash, and an encoded percent sign, are data. A server that decodes before it splits, or twice, \
          climbs out of the directory that a check saw.",
    basis: "RFC 3986 section 7.3",
    fires: &["http://h/..%2f..%2fetc", "http://h/%252e%252e/x", "http://h/a%5C..%5Cb"],
    silent: &[
        "http://h/a%2Fb",
        "http://h/%2525",
        "http://h/../x",
        "http://h/%2e%2e/x",
        "http://h/a..%2Fb",
    ],
    // A raw backslash is never in a valid path.
    when: Features::CUT.and(Features::DELIMITER_IN_PATH).and(Features::ESCAPED_PERCENT),
    check: |context| {
        for (data, span) in segments(context) {
            let again = decoded(&data, Span::new(0, data.len()));
            let climbs = |data: &[u8]| {
                let mut pieces = data.split(|byte| b"/\\".contains(byte));
                data != b".." && pieces.any(|piece| piece == b"..")
            };
            if climbs(&data) || data != b".." && (again == b".." || climbs(&again)) {
                let written = quote(span.of(context.bytes()));
                let message =
                    format!("the segment {written} has a step up in it when it is decoded");
                context.report(Part::Path, span, message);
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const DOT_SEGMENT: Rule = Rule {
    id: "dot-segment",
    title: "a dot segment in a URI",
    severity: Severity::Note,
    why: "Dot segments belong in relative references. Programs remove them from a URI at different times, and \
          programs that compare text take the forms for different URIs.",
    basis: "RFC 3986 section 6.2.2.3",
    listed: &[Listed::practice(RFC3986, "6.2.2.3"), Listed::practice(DRAFT2003, "6.3")],
    fires: &["http://h/a/../b", "http://h/."],
    silent: &["../b", "http://h/a..b", "http://h/?/../", "data:,a/../b"],
    when: Features::DOT,
    check: |context| {
        if context.reading.span(Part::Scheme).is_none() {
            return;
        }
        let path = context.reading.span(Part::Path).unwrap_or_default();
        let text = str::from_utf8(path.of(context.bytes())).unwrap_or_default();
        // An opaque URI has no segments (RFC 2396 §3), and a path without a slash has no hierarchy.
        if !text.starts_with('/') && context.reading.edition().tells_forms() {
            return;
        }
        let facts =
            napkin::scheme::FACTS.iter().find(|facts| context.reading.is_scheme(&[facts.scheme]));
        let hierarchy = facts.map_or(Hierarchy::Whole, |facts| facts.hierarchy);
        if hierarchy.root_of(text).is_none() {
            return;
        }
        let without = dot_segments::remove_in(text, hierarchy);
        for (data, span) in segments(context) {
            if matches!(data.as_slice(), b"." | b"..") && span.len() == data.len() {
                let reported = context.report(Part::Path, span, "a dot segment");
                if !without.starts_with("//") {
                    reported.fix(path, &without);
                }
            }
        }
    },
    ..Rule::BLANK
};

/// More `..` than segments above them.
pub(super) const DOT_SEGMENT_ABOVE_TOP: Rule = Rule {
    id: "dot-segment-above-top",
    title: "'..' that climbs above the root",
    severity: Severity::Warning,
    why: "By RFC 3986 the path stays at the root. Older documents keep the segments, and a file system may climb out \
          of the directory.",
    basis: "RFC 3986 section 5.4.2",
    fires: &["http://h/../etc", "http://h/a/../../b", "http://h/%2e%2e/x"],
    silent: &["http://h/a/../b", "../b"],
    when: Features::DOT.and(Features::ESCAPED_UNRESERVED),
    check: |context| {
        let Some((path, _)) = context.part(Part::Path) else { return };
        if !path.starts_with(b"/") {
            return;
        }
        let mut depth: usize = 0;
        // The text before the first slash is not a segment.
        for (data, span) in segments(context).into_iter().skip(1) {
            match data.as_slice() {
                b"." => {}
                b".." if depth == 0 => {
                    context.report(Part::Path, span, "'..' climbs above the root");
                }
                b".." => depth -= 1,
                _ => depth += 1,
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const AUTHORITY_BY_REWRITING: Rule = Rule {
    id: "authority-by-rewriting",
    title: "a path that becomes an authority when it is rewritten",
    severity: Severity::Warning,
    why: "Without its dot segments the path begins with two slashes. A program that writes it without `/.` before \
          them makes its first segment the host.",
    basis: "RFC 3986 section 3.3",
    fires: &["/.//evil.example/x", "foo:/.//evil.example", "/a/..//evil.example"],
    silent: &["http://h/.//x", "/./x", "/a//x"],
    when: Features::DOT.and(Features::ESCAPED_UNRESERVED),
    check: |context| {
        let Some((path, span)) = context.part(Part::Path) else { return };
        if context.reading.span(Part::Authority).is_some() || !path.starts_with(b"/") {
            return;
        }
        // Encoded dots count as dots; other characters do not matter here.
        let segments = segments(context).into_iter().map(|(data, span)| match data.as_slice() {
            b"." | b".." => data,
            _ => span.of(context.bytes()).to_vec(),
        });
        let path = segments.collect::<Vec<_>>().join(&b'/');
        let path = String::from_utf8_lossy(&path);
        if !path.starts_with("//") && dot_segments::remove(&path).starts_with("//") {
            let message = "without its dot segments this path begins with two slashes";
            context.report(Part::Path, span, message);
        }
    },
    ..Rule::BLANK
};

/// Reports octets of the path that are encoded and in `among`.
fn encoded(context: &mut Context<'_>, among: &[u8], message: &'static str) {
    let Some((_, path)) = context.part(Part::Path) else { return };
    for (_, span) in triplets(context.bytes(), path).filter(|(octet, _)| among.contains(octet)) {
        context.report(Part::Path, span, message);
    }
}

/// The decoded segments of the path, with their places. They are split before they are decoded.
pub(super) fn segments(context: &Context<'_>) -> Vec<(Vec<u8>, Span)> {
    let Some((path, span)) = context.part(Part::Path) else { return Vec::new() };
    let mut start = span.start;
    let spans = path.split(|&byte| byte == b'/').map(|segment| {
        let span = Span::new(start, start + segment.len());
        start = span.end + 1;
        span
    });
    let spans = spans.collect::<Vec<_>>().into_iter();
    spans
        .map(|span| (octets(context.bytes(), span).map(|(octet, _)| octet).collect(), span))
        .collect()
}
