//! Characters that look like syntax characters: like a space, a delimiter, or a letter of another width (RFC 3987
//! §6.1, §8).

use napkin::Part;
use napkin::code_points::{CodePoints, SPACES, WIDTH_VARIANTS};
use napkin::edition::RFC3987;

use crate::features::Features;
use crate::octets::wide_characters;
use crate::rule::{Context, Listed, Rule};
use crate::severity::Severity;

/// Characters that look like delimiters.
const DELIMITERS: CodePoints = CodePoints::of(&[
    '\u{2d0}'..='\u{2d0}',
    '\u{589}'..='\u{589}',
    '\u{5c3}'..='\u{5c3}',
    '\u{2024}'..='\u{2024}',
    '\u{2044}'..='\u{2044}',
    '\u{2215}'..='\u{2216}',
    '\u{2236}'..='\u{2236}',
    '\u{2571}'..='\u{2571}',
    '\u{29f5}'..='\u{29f5}',
    '\u{29f8}'..='\u{29f9}',
    '\u{a789}'..='\u{a789}',
    '\u{fe52}'..='\u{fe52}',
    '\u{fe55}'..='\u{fe56}',
    '\u{fe5f}'..='\u{fe5f}',
    '\u{fe68}'..='\u{fe68}',
    '\u{fe6a}'..='\u{fe6b}',
    '\u{ff03}'..='\u{ff03}',
    '\u{ff05}'..='\u{ff05}',
    '\u{ff0f}'..='\u{ff0f}',
    '\u{ff1a}'..='\u{ff1a}',
    '\u{ff1f}'..='\u{ff20}',
    '\u{ff3c}'..='\u{ff3c}',
]);

pub(super) const SPACE_LOOKALIKE: Rule = Rule {
    id: "space-lookalike",
    title: "a character that looks like a space",
    severity: Severity::Warning,
    why: "In text the URI seems to end there, and people who type it from paper type a space.",
    basis: "RFC 3987 section 6.1",
    listed: &[Listed::security(RFC3987, "6.1")],
    fires: &["http://h/a%C2%A0b", "http://h/\u{2028}"],
    silent: &["http://h/a%20b", "http://h/%E2%80%8B"],
    when: Features::HIGH.and(Features::ESCAPED_HIGH),
    check: |context| {
        report(context, SPACES, |_| true, "looks like a space");
    },
    ..Rule::BLANK
};

pub(super) const DELIMITER_LOOKALIKE: Rule = Rule {
    id: "delimiter-lookalike",
    title: "a character in the authority that looks like a delimiter",
    severity: Severity::Error,
    why: "People see the host end too early: a part of the name looks like a path, or a part of the host like a \
          user. Some readers map the character to the delimiter.",
    basis: "RFC 3987 section 8",
    listed: &[Listed::security(RFC3987, "8")],
    fires: &["http://example.com\u{2215}.evil.example/", "http://trusted.example%EF%BC%A0evil/"],
    silent: &["http://h/a\u{2215}b", "http://example.com/"],
    when: Features::HIGH.and(Features::HIGH_IN_HOST),
    check: |context| {
        let is_in_authority = |part| matches!(part, Some(Part::Userinfo | Part::Host));
        report(context, DELIMITERS, is_in_authority, "looks like a delimiter");
    },
    ..Rule::BLANK
};

pub(super) const WIDTH_VARIANT: Rule = Rule {
    id: "width-variant",
    title: "a full-width or half-width form of a character",
    severity: Severity::Note,
    why: "It looks like the usual form and is another character. People who type the URI type the usual one.",
    basis: "RFC 3987 section 6.1",
    listed: &[Listed::practice(RFC3987, "6.1")],
    fires: &["http://h/\u{ff21}", "http://h/%EF%BD%B1"],
    silent: &["http://h/A", "http://h/\u{30a2}"],
    when: Features::HIGH.and(Features::ESCAPED_HIGH),
    check: |context| {
        report(context, WIDTH_VARIANTS, |_| true, "is a form of another width");
    },
    ..Rule::BLANK
};

/// Reports the characters of a set, raw or percent-encoded, in the relevant parts.
fn report(
    context: &mut Context<'_>,
    set: CodePoints,
    counts: impl Fn(Option<Part>) -> bool,
    what: &str,
) {
    for (character, span) in wide_characters(context.bytes(), context.whole()) {
        if set.contains(character) {
            let part = context.reading.part_at(span.start);
            if counts(part) {
                context.report(part, span, format!("U+{:04X} {what}", character as u32));
            }
        }
    }
}
