//! Characters that have an equivalent sequence of other characters (RFC 3987 §5.3.2.2, §7.5).

use std::iter;

use napkin::Part;
use napkin::edition::RFC3987;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::features::Features;
use crate::octets::{characters, in_ascii, is_encoded};
use crate::rule::{Context, Listed, Rule};
use crate::severity::Severity;
use crate::span::Span;

const TEXTS: [Part; 5] = [Part::Userinfo, Part::Host, Part::Path, Part::Query, Part::Fragment];

/// The features of text with non-ASCII characters.
const WIDE: Features = Features::HIGH.and(Features::ESCAPED_HIGH);

pub(super) const NOT_NFC: Rule = Rule {
    id: "not-nfc",
    title: "text that is not in the normal form C of Unicode",
    severity: Severity::Note,
    why: "The composed form looks the same and is another identifier. Comparison never normalizes to NFC, and most \
          programs write the composed form.",
    basis: "RFC 3987 section 5.3.2.2",
    listed: &[Listed::security(RFC3987, "5.3.2.2")],
    fires: &["http://h/re\u{301}sume\u{301}", "http://h/re%CC%81", "http://h/\u{212b}"],
    silent: &["http://h/r\u{e9}sum\u{e9}", "http://h/r%65%CC%81", "http://h/\u{fb01}"],
    when: WIDE,
    check: |context| {
        for (part, run) in runs(context) {
            if let Some((range, normal)) = difference(&run, |text| text.nfc().collect()) {
                let (Some((_, first)), Some((_, last))) = (range.first(), range.last()) else {
                    continue;
                };
                let span = Span::new(first.start, last.end);
                let reported = context.report(part, span, "this is not in the normal form C");
                if let Some(text) = replacement(range, &normal) {
                    reported.fix_all(span, &text);
                }
            }
        }
    },
    ..Rule::BLANK
};

/// With compatibility characters.
pub(super) const NOT_NFKC: Rule = Rule {
    id: "not-nfkc",
    title: "text that is not in the normal form KC of Unicode",
    severity: Severity::Note,
    why: "It has forms of characters, such as ligatures, that people cannot tell from the usual ones. Do not use \
          them in names.",
    basis: "RFC 3987 section 7.5",
    listed: &[Listed::practice(RFC3987, "7.5")],
    fires: &["http://h/\u{fb01}", "http://h/%EF%BC%A1"],
    silent: &["http://h/fi", "http://h/r\u{e9}"],
    when: WIDE,
    check: |context| {
        for (part, run) in runs(context) {
            if let Some((range, _)) = difference(&run, |text| text.nfkc().collect())
                && let (Some((_, first)), Some((_, last))) = (range.first(), range.last())
            {
                let span = Span::new(first.start, last.end);
                context.report(part, span, "this is not in the normal form KC");
            }
        }
    },
    ..Rule::BLANK
};

/// A mark without a letter.
pub(super) const LEADING_COMBINING_MARK: Rule = Rule {
    id: "leading-combining-mark",
    title: "a combining mark behind a delimiter",
    severity: Severity::Warning,
    why: "The mark is displayed on the delimiter before it, and hides the delimiter. Programs that normalize the \
          whole URI join the two into one character.",
    basis: "RFC 3987 section 5.3.2.2",
    listed: &[Listed::security(RFC3987, "5.3.2.2")],
    fires: &["http://h/?a=\u{338}b", "http://h/%CC%81"],
    silent: &["http://h/e\u{301}", "http://h/%41%CC%81"],
    when: WIDE,
    check: |context| {
        for part in TEXTS {
            let Some((_, within)) = context.part(part) else { continue };
            let mut is_first = true;
            for (character, span) in characters(context.bytes(), within) {
                if is_first && character.is_some_and(is_combining_mark) {
                    context.report(part, span, "a mark that has no letter before it");
                }
                let byte = character.and_then(|character| u8::try_from(character).ok());
                is_first = byte.is_some_and(|byte| byte == b'.' || RFC3987.reserved.contains(byte));
            }
        }
    },
    ..Rule::BLANK
};

type Placed = (char, Span);

/// The runs of characters, raw or percent-encoded, in each component. Percent-encoded ASCII and ill-formed octets
/// end a run: they are octets instead of characters, and combine with nothing.
fn runs(context: &Context<'_>) -> Vec<(Part, Vec<Placed>)> {
    let mut runs = Vec::new();
    for part in TEXTS {
        let Some((_, within)) = context.part(part) else { continue };
        let mut characters = characters(context.bytes(), within).peekable();
        while characters.peek().is_some() {
            let known = |(character, span): &(Option<char>, Span)| character.map(|c| (c, *span));
            let run: Vec<_> = iter::from_fn(|| {
                characters.next_if(|next| known(next).is_some()).as_ref().and_then(known)
            })
            .collect();
            if run.iter().any(|(character, _)| !character.is_ascii()) {
                runs.push((part, run));
            }
            while characters.next_if(|(character, _)| character.is_none()).is_some() {}
        }
    }
    runs
}

/// The span from the first to the last character in which a run and its normal form differ, and the normal form of
/// that span.
fn difference(run: &[Placed], form: impl Fn(&str) -> Vec<char>) -> Option<(&[Placed], Vec<char>)> {
    let text: String = run.iter().map(|(character, _)| character).collect();
    let normal = form(&text);
    let same = |(one, other): &(&Placed, &char)| one.0 == **other;
    let before = run.iter().zip(&normal).take_while(same).count();
    if before == run.len() && before == normal.len() {
        return None;
    }
    let (run, normal) = (run.get(before..)?, normal.get(before..)?);
    let after = run.iter().rev().zip(normal.iter().rev()).take_while(same).count();
    let normal = normal.get(..normal.len() - after)?;
    Some((run.get(..run.len() - after)?, normal.to_vec()))
}

/// The normal form as written in place of a run; `None` if it would add or remove a syntax character.
fn replacement(run: &[Placed], normal: &[char]) -> Option<String> {
    let has_meaning =
        |character: &char| character.is_ascii() && !RFC3987.unreserved.contains(*character as u8);
    let before = run.iter().map(|(character, _)| *character).filter(has_meaning);
    if !before.eq(normal.iter().copied().filter(has_meaning)) {
        return None;
    }
    let text: String = normal.iter().collect();
    let is_encoded = run.iter().any(|&(character, span)| is_encoded(character, span));
    Some(if is_encoded { in_ascii(text.as_bytes()) } else { text })
}
