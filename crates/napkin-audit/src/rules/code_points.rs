//! Code points that are no characters, have no meaning of their own, or could be raw (RFC 3987 §2.2, §3.2).

use napkin::Part;
use napkin::code_points::{BIDI_CONTROLS, INVISIBLE, JOINERS, SPACES, WIDTH_VARIANTS};
use napkin::edition::RFC3987;
use unicode_normalization::UnicodeNormalization;

use crate::features::Features;
use crate::name::cannot_be_in_a_name;
use crate::octets::{is_encoded, triplet, triplets, wide_characters};
use crate::rule::{Context, Listed, Rule};
use crate::severity::Severity;
use crate::span::Span;

/// A half of a UTF-16 surrogate pair.
pub(super) const ENCODED_SURROGATE: Rule = Rule {
    id: "encoded-surrogate",
    title: "a percent-encoded surrogate",
    severity: Severity::Warning,
    why: "A surrogate is half of a character in UTF-16 and has no form in UTF-8. Careless decoders take two of them for \
          a character that a filter did not see.",
    basis: "RFC 3987 section 8",
    listed: &[Listed::security(RFC3987, "8")],
    fires: &["http://h/%ED%A0%80", "http://h/%ED%A0%BD%ED%B8%80"],
    silent: &["http://h/%ED%9F%BF", "http://h/%F0%9F%98%80"],
    when: Features::ESCAPED_HIGH,
    check: |context| {
        let bytes = context.bytes();
        for (_, span) in triplets(bytes, context.whole()).filter(|(octet, _)| *octet == 0xed) {
            let (second, third) = (triplet(bytes, span.end), triplet(bytes, span.end + 3));
            if let (Some(0xa0..=0xbf), Some(0x80..=0xbf)) = (second, third) {
                let part = context.reading.part_at(span.start);
                let whole = Span::new(span.start, span.end + 6);
                context.report(part, whole, "half of a character in UTF-16");
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const ENCODED_NONCHARACTER: Rule = Rule {
    id: "encoded-noncharacter",
    title: "a percent-encoded noncharacter",
    severity: Severity::Warning,
    why: "Unicode reserves it for internal use in programs: some drop it, some end a text there, some take it for a \
          byte order mark.",
    basis: "RFC 3987 section 2.2",
    listed: &[Listed::security(RFC3987, "2.2")],
    fires: &["http://h/%EF%BF%BE", "http://h/%EF%B7%90"],
    silent: &["http://h/%EF%BF%BD", "http://h/%EF%B7%B0"],
    when: Features::ESCAPED_HIGH,
    check: |context| {
        let is_none = |character: char| {
            matches!(character, '\u{fdd0}'..='\u{fdef}') || character as u32 & 0xfffe == 0xfffe
        };
        report_encoded(context, is_none, "is no character");
    },
    ..Rule::BLANK
};

/// The character that replaces lost data.
pub(super) const REPLACEMENT_CHARACTER: Rule = Rule {
    id: "replacement-character",
    title: "a percent-encoded replacement character",
    severity: Severity::Note,
    why: "A decoder replaced bytes that it could not read: data was lost before the URI was made.",
    basis: "RFC 3987 section 2.2",
    listed: &[Listed::security(RFC3987, "2.2")],
    fires: &["http://h/caf%EF%BF%BD"],
    silent: &["http://h/caf%C3%A9", "http://h/%3F"],
    when: Features::ESCAPED_HIGH,
    check: |context| {
        report_encoded(context, |character| character == '\u{fffd}', "stands for lost data");
    },
    ..Rule::BLANK
};

pub(super) const PRIVATE_USE: Rule = Rule {
    id: "private-use",
    title: "a character for private use",
    severity: Severity::Note,
    why: "Its meaning is a private agreement: other programs show something else or nothing. An IRI allows it \
          unencoded in the query only.",
    basis: "RFC 3987 section 2.2",
    listed: &[Listed::security(RFC3987, "2.2")],
    fires: &["http://h/?%EE%80%80", "http://h/%F3%B0%80%80"],
    silent: &["http://h/%ED%9F%BF", "http://h/%EF%A4%80"],
    when: Features::HIGH.and(Features::ESCAPED_HIGH),
    check: |context| {
        for (character, span) in wide_characters(context.bytes(), context.whole()) {
            let allows = |part| RFC3987.allows_raw(part, character);
            if allows(Part::Query) && !allows(Part::Path) {
                let part = context.reading.part_at(span.start);
                let message = format!("U+{:04X} is for private use", character as u32);
                context.report(part, span, message);
            }
        }
    },
    ..Rule::BLANK
};

/// A percent-encoded character that is allowed raw in an IRI.
pub(super) const ESCAPED_CHARACTER: Rule = Rule {
    id: "escaped-character",
    title: "a percent-encoded character that an IRI has raw",
    severity: Severity::Note,
    is_on: false,
    why: "An IRI is for people to read. Where a format takes IRIs, write letters unencoded.",
    basis: "RFC 3987 section 7.8",
    listed: &[Listed::practice(RFC3987, "7.8")],
    fires: &["http://h/r%C3%A9", "http://h/?%EE%80%80"],
    silent: &["http://h/r\u{e9}", "http://h/%E2%80%AE", "http://h/%E9", "http://a%E2%84%80b/"],
    check: |context| {
        const KEPT: [napkin::code_points::CodePoints; 4] =
            [BIDI_CONTROLS, SPACES, INVISIBLE, WIDTH_VARIANTS];
        let edition = context.reading.edition();
        for (character, span) in wide_characters(context.bytes(), context.whole()) {
            let Some(part) = context.reading.part_at(span.start) else { continue };
            let is_kept = KEPT.iter().any(|set| set.contains(character))
                || part == Part::Host && JOINERS.contains(character)
                || is_in_authority(part) && has_compatible_delimiter(character);
            // A raw octet forms no character together with percent-encoded ones.
            let is_encoded = span.len() == 3 * character.len_utf8();
            if is_encoded && !is_kept && RFC3987.allows_raw(part, character) {
                let reported = context.report(part, span, "an IRI has this character raw");
                if edition.allows_raw(part, character) {
                    reported.fix(span, character.encode_utf8(&mut [0; 4]));
                }
            }
        }
    },
    ..Rule::BLANK
};

fn is_in_authority(part: Part) -> bool {
    matches!(part, Part::Authority | Part::Userinfo | Part::Host | Part::Port)
}

/// Whether a mapping of the host makes a delimiter of a character: U+2100 is `a/c` by NFKC.
fn has_compatible_delimiter(character: char) -> bool {
    character.nfkc().any(|mapped| u8::try_from(mapped).is_ok_and(cannot_be_in_a_name))
}

/// Reports percent-encoded characters.
fn report_encoded(context: &mut Context<'_>, is: impl Fn(char) -> bool, what: &str) {
    for (character, span) in wide_characters(context.bytes(), context.whole()) {
        if is(character) && is_encoded(character, span) {
            let part = context.reading.part_at(span.start);
            context.report(part, span, format!("U+{:04X} {what}", character as u32));
        }
    }
}
