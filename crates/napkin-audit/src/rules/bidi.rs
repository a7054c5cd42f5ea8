//! Text that is written from right to left (RFC 3987 §4).

use napkin::Part;
use napkin::code_points::BIDI_CONTROLS;
use napkin::edition::RFC3987;
use unicode_bidi::{BidiClass, bidi_class};

use crate::features::Features;
use crate::idn;
use crate::octets::{decoded, in_ascii, raw_characters, wide_characters};
use crate::rule::{Context, Listed, Rule};
use crate::scheme_lists::WITH_DOMAIN_NAME;
use crate::severity::Severity;
use crate::span::Span;

pub(super) const BIDI_CONTROL: Rule = Rule {
    id: "bidi-control",
    title: "a character that changes the direction of text",
    severity: Severity::Error,
    why: "On a screen the parts of the URI are in another order than in the text.",
    basis: "RFC 3987 section 4.1",
    listed: &[Listed::security(RFC3987, "4.1")],
    fires: &["http://h/%E2%80%AEgpj.exe", "http://h/\u{202e}fdp"],
    silent: &["http://h/%E2%80%9D", "http://h/\u{5d0}"],
    when: Features::HIGH.and(Features::ESCAPED_HIGH),
    check: |context| {
        for (character, span) in wide_characters(context.bytes(), context.whole()) {
            if BIDI_CONTROLS.contains(character) {
                let part = context.reading.part_at(span.start);
                let message = format!("U+{:04X} changes the direction of text", character as u32);
                context.report(part, span, message).fix(span, "");
            }
        }
    },
    ..Rule::BLANK
};

/// Both directions in one piece.
pub(super) const BIDI_MIXED: Rule = Rule {
    id: "bidi-mixed",
    title: "letters of both directions between two delimiters",
    severity: Severity::Warning,
    why: "On a screen the piece changes places with its neighbours, and their characters can seem to belong to it. \
          Percent-encode the whole component.",
    basis: "RFC 3987 section 4.2",
    listed: &[Listed::security(RFC3987, "4.2")],
    fires: &["http://h/\u{5d0}a\u{5d1}", "http://h/?\u{5d0}a=x"],
    silent: &["http://h/\u{5d0}.a", "http://h/\u{5d0}1\u{5d1}", "http://h/%D7%90a%D7%91"],
    when: Features::HIGH,
    check: |context| {
        check(context, |units, number| {
            let unit = units.get(number)?;
            (unit.is_rtl && unit.is_ltr).then_some("letters of both directions")
        });
    },
    ..Rule::BLANK
};

/// Right-to-left text without a right-to-left character at both ends.
pub(super) const BIDI_EDGES: Rule = Rule {
    id: "bidi-edges",
    title: "text from right to left that does not begin and end with a letter of that direction",
    severity: Severity::Warning,
    why: "On a screen the digit or sign at its end moves to its other side, or into its neighbour. Percent-encode \
          the whole component.",
    basis: "RFC 3987 section 4.2",
    listed: &[Listed::security(RFC3987, "4.2")],
    fires: &["http://h/1\u{5d0}", "http://h/\u{5d0}_"],
    silent: &["http://h/\u{5d0}1\u{5d1}", "http://h/\u{628}\u{64b}"],
    when: Features::HIGH,
    check: |context| {
        check(context, |units, number| {
            let unit = units.get(number)?;
            let is_odd = unit.is_rtl && !(unit.begins_rtl && unit.ends_rtl);
            is_odd.then_some(
                "it begins or ends with a character of no direction, or of the other one",
            )
        });
    },
    ..Rule::BLANK
};

/// A number beside text from right to left.
pub(super) const BIDI_NUMBER: Rule = Rule {
    id: "bidi-number",
    title: "a number beside text from right to left",
    severity: Severity::Note,
    why: "On a screen the number changes places with that text. It is allowed and not recommended.",
    basis: "RFC 3987 section 4.4",
    listed: &[Listed::security(RFC3987, "4.4")],
    fires: &["http://ab.\u{5d2}\u{5d3}.123/", "http://h/1/\u{5d0}"],
    silent: &["http://h/12/34", "http://h/1/a/\u{5d0}"],
    when: Features::HIGH,
    check: |context| {
        check(context, |units, number| {
            let is_rtl = |number: Option<usize>| {
                number.and_then(|number| units.get(number)).is_some_and(|unit| unit.is_rtl)
            };
            let unit = units.get(number)?;
            let is_number = unit.is_number && !unit.is_rtl && !unit.is_ltr;
            let moves = is_rtl(number.checked_sub(1)) || is_rtl(number.checked_add(1));
            (is_number && moves).then_some("shown, this changes places with the text beside it")
        });
    },
    ..Rule::BLANK
};

/// A piece of a component between delimiters. Percent-encoded octets count as the text of their triplets, since the
/// rule is about display.
struct Unit {
    part: Part,
    span: Span,
    is_rtl: bool,
    is_ltr: bool,
    is_number: bool,
    begins_rtl: bool,
    /// Whether the last character is right-to-left, ignoring its combining marks.
    ends_rtl: bool,
}

impl Unit {
    /// A unit without characters.
    const fn empty(part: Part, at: usize) -> Self {
        Self {
            part,
            span: Span::new(at, at),
            is_rtl: false,
            is_ltr: false,
            is_number: false,
            begins_rtl: false,
            ends_rtl: false,
        }
    }

    fn add(&mut self, character: char, span: Span) {
        let class = bidi_class(character);
        let is_rtl = matches!(class, BidiClass::R | BidiClass::AL);
        self.begins_rtl |= is_rtl && self.span.is_empty();
        self.is_rtl |= is_rtl;
        self.is_ltr |= class == BidiClass::L;
        self.is_number |= matches!(class, BidiClass::EN | BidiClass::AN);
        if class != BidiClass::NSM {
            self.ends_rtl = is_rtl;
        }
        self.span.end = span.end;
    }
}

/// The non-empty units of all components, in order.
fn units(context: &Context<'_>) -> Vec<Unit> {
    let mut units = Vec::new();
    for part in [Part::Userinfo, Part::Host, Part::Port, Part::Path, Part::Query, Part::Fragment] {
        let Some((_, within)) = context.part(part) else { continue };
        let mut unit = Unit::empty(part, within.start);
        for (character, span) in raw_characters(context.bytes(), within) {
            let byte = u8::try_from(character).unwrap_or(0);
            if byte == b'.' || RFC3987.reserved.contains(byte) {
                units.push(std::mem::replace(&mut unit, Unit::empty(part, span.end)));
            } else {
                unit.add(character, span);
            }
        }
        units.push(unit);
    }
    units.retain(|unit| !unit.span.is_empty());
    units
}

/// Reports the units for which `judge` has a message. The fix percent-encodes the whole component.
fn check(context: &mut Context<'_>, judge: impl Fn(&[Unit], usize) -> Option<&'static str>) {
    let units = units(context);
    let mut last = None;
    for (number, unit) in units.iter().enumerate() {
        let Some(message) = judge(&units, number) else { continue };
        let Some((text, within)) = context.part(unit.part) else { continue };
        // One change repairs all units of a component.
        let fix = (last != Some(unit.part)).then(|| encoded(context, unit.part, text, within));
        let reported = context.report(unit.part, unit.span, message);
        if let Some(fix) = fix {
            reported.fix_all(within, &fix);
        }
        last = Some(unit.part);
    }
}

/// A component in ASCII: a host as its DNS name if the scheme resolves it by DNS, anything else percent-encoded.
fn encoded(context: &Context<'_>, part: Part, text: &[u8], within: Span) -> String {
    let is_name = part == Part::Host && context.reading.is_scheme(WITH_DOMAIN_NAME);
    let name = || String::from_utf8(decoded(context.bytes(), within)).ok();
    let name = is_name.then(name).flatten().and_then(|name| idn::of_iri(&name));
    name.unwrap_or_else(|| in_ascii(text))
}
