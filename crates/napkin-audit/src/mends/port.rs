//! A port that is no number: the digits that it has in another form, and the text that may be a path.

use napkin::Part;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::octets::{characters, decoded, triplet};
use crate::raw::Raw;
use crate::span::{Edit, Span};

use super::directory::is_directory;
use super::edits::Repair;

impl Repair<'_> {
    /// Repairs a port and its colon: writes digits of other forms in ASCII without white space and sign, makes a path of
    /// a word, as `git clone` writes it, keeps the leading digits, or removes both.
    pub(super) fn port(&mut self, text: &[u8], span: Span, raw: Raw) {
        let Some(port) = span.of(text).get(1..) else { return };
        if port.iter().all(u8::is_ascii_digit) {
            return;
        }
        if self.plan.no_port {
            self.edits.push(Edit::new(span, ""));
            return;
        }
        let port = Span::new(span.start + 1, span.end);
        let is_digit = |unit: &Unit| matches!(unit, Unit::Digits(..));
        let units = units(text, port);
        let leading = units.iter().take_while(|unit| is_digit(unit)).last();
        let start = leading.map_or(port.start, |unit| unit.span().end);
        let rest = Span::new(start, port.end);
        let second = rest.of(text).strip_prefix(b":").filter(|_| start > port.start);
        let behind = text.get(port.end..).unwrap_or_default();
        // The other reading of a word that begins with a digit is a port with text behind it.
        let begins_with_digit = |word: &[u8]| word.first().is_some_and(u8::is_ascii_digit);
        let is_path = |word: &[u8]| {
            let is_usual = is_directory(word, behind);
            let is_other = if is_usual { !begins_with_digit(word) } else { has_letter(word) };
            if self.plan.other_port { is_other } else { is_usual }
        };
        if second.is_some_and(is_path) {
            self.digits(&units, text, start);
            self.path_of(text, rest, raw);
        } else if is_path(port.of(text)) {
            self.path_of(text, span, raw);
        } else if is_number(&units) {
            self.digits(&units, text, port.end);
        } else if start > port.start {
            self.digits(&units, text, start);
            self.edits.push(Edit::new(rest, ""));
        } else {
            self.edits.push(Edit::new(span, ""));
        }
    }

    /// Repairs a port behind an address in brackets that lacks its colon; `false` if the text is no port.
    pub(super) fn port_without_colon(&mut self, text: &[u8], port: Span) -> bool {
        let units = units(text, port);
        let is_port = !self.plan.no_port && is_number(&units);
        if is_port {
            self.edits.push(Edit::new(port.part(0, 0), ":"));
            self.digits(&units, text, port.end);
        }
        is_port
    }

    /// Makes a path of a colon and the word behind it.
    fn path_of(&mut self, text: &[u8], span: Span, raw: Raw) {
        self.edits.push(Edit::new(span.part(0, 1), "/"));
        self.characters(text, Span::new(span.start + 1, span.end), Part::Path, raw.path);
    }

    /// Writes the digits of a port up to a place in ASCII, and removes what is between them.
    fn digits(&mut self, units: &[Unit], text: &[u8], end: usize) {
        for unit in units.iter().filter(|unit| unit.span().end <= end) {
            match unit {
                Unit::Digits(digits, span) if span.of(text) != digits.as_bytes() => {
                    self.edits.push(Edit::new(*span, digits.as_str()));
                }
                Unit::Digits(..) => {}
                Unit::Sign(span) | Unit::Nothing(span) | Unit::Other(span) => {
                    self.edits.push(Edit::new(*span, ""));
                }
            }
        }
    }
}

/// A character or octet of a port, raw or percent-encoded, with its place.
enum Unit {
    /// Decimal digits, in ASCII here.
    Digits(String, Span),
    /// A plus sign or another colon.
    Sign(Span),
    /// White space, a control character, a quotation mark, a bracket, or an octet that is no UTF-8. It is removed, as in host names.
    Nothing(Span),
    /// Any other character.
    Other(Span),
}

impl Unit {
    const fn span(&self) -> Span {
        let (Self::Digits(_, span) | Self::Sign(span) | Self::Nothing(span) | Self::Other(span)) =
            self;
        *span
    }
}

/// The units of a port.
fn units(text: &[u8], port: Span) -> Vec<Unit> {
    let unit = |(character, span): (Option<char>, Span)| {
        let encoded = || triplet(text, span.start).filter(u8::is_ascii).map(char::from);
        match character.or_else(encoded) {
            None => Unit::Nothing(span),
            Some(one) if "\"<>[]".contains(one) || one.is_control() || one.is_whitespace() => {
                Unit::Nothing(span)
            }
            Some(one) if one.nfkc().eq(['+']) || one.nfkc().eq([':']) => Unit::Sign(span),
            Some(one) => match one.nfkc().map(digit).collect() {
                Some(digits) => Unit::Digits(digits, span),
                None => Unit::Other(span),
            },
        }
    };
    characters(text, port).map(unit).collect()
}

/// Whether a port is a number, with white space or octets that are no text between the digits, or behind signs.
fn is_number(units: &[Unit]) -> bool {
    let mut units = units.iter().filter(|unit| !matches!(unit, Unit::Nothing(_))).peekable();
    while units.next_if(|unit| matches!(unit, Unit::Sign(_))).is_some() {}
    units.peek().is_some() && units.all(|unit| matches!(unit, Unit::Digits(..)))
}

/// The ASCII digit of a decimal digit. The ten digits of a script follow each other (Unicode Standard, section 4.6).
fn digit(character: char) -> Option<char> {
    let is_decimal = |one: u32| {
        let one = char::from_u32(one).map(UnicodeGeneralCategory::general_category);
        one == Some(GeneralCategory::DecimalNumber)
    };
    let code = u32::from(character);
    if !is_decimal(code) {
        return None;
    }
    let before = (1..).take_while(|&before| code.checked_sub(before).is_some_and(is_decimal));
    char::from_digit(u32::try_from(before.count()).ok()? % 10, 10)
}

/// Whether a text has a letter, raw or percent-encoded, and is no port with another server of a list behind it.
fn has_letter(text: &[u8]) -> bool {
    let units = units(text, Span::new(0, text.len()));
    let digits = units.iter().take_while(|unit| matches!(unit, Unit::Digits(..))).last();
    if digits.is_some_and(|digits| text.get(digits.span().end) == Some(&b',')) {
        return false;
    }
    let decoded = decoded(text, Span::new(0, text.len()));
    decoded.utf8_chunks().any(|chunk| chunk.valid().contains(char::is_alphabetic))
}
