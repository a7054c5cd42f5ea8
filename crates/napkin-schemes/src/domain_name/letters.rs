//! Which characters a label may have by IDNA 2008 (RFC 5892), which UTS #46 alone does not ask: signs and emoji are
//! mapped by it, and no registry has them.
//!
//! Labels are mapped already, so that what is unstable is gone; joiners and directions were looked at then.

use icu_properties::props::{GeneralCategory, Script};
use icu_properties::{CodePointMapData, CodePointMapDataBorrowed};

const CATEGORIES: CodePointMapDataBorrowed<'static, GeneralCategory> =
    CodePointMapData::<GeneralCategory>::new();
const SCRIPTS: CodePointMapDataBorrowed<'static, Script> = CodePointMapData::<Script>::new();

/// Whether all characters of a mapped label are allowed where they stand.
pub(super) fn are_known(label: &str) -> bool {
    label.char_indices().all(|(at, character)| {
        let (before, rest) = label.split_at(at);
        let behind = rest.get(character.len_utf8()..).unwrap_or_default();
        is_allowed(character).unwrap_or_else(|| is_in_place(character, before, behind, label))
    })
}

/// Whether a character is allowed anywhere (RFC 5892 §2, §3); nothing if that depends on its place.
fn is_allowed(character: char) -> Option<bool> {
    use GeneralCategory::{
        DecimalNumber, LowercaseLetter, ModifierLetter, NonspacingMark, OtherLetter, SpacingMark,
        UppercaseLetter,
    };
    match character {
        // Exceptions, and joiners.
        '\u{DF}' | '\u{3C2}' | '\u{6FD}' | '\u{6FE}' | '\u{F0B}' | '\u{3007}' | '\u{200C}'
        | '\u{200D}' | '-' => Some(true),
        // Exceptions, blocks of signs, and old Hangul.
        '\u{640}'
        | '\u{7FA}'
        | '\u{302E}'
        | '\u{302F}'
        | '\u{3031}'..='\u{3035}'
        | '\u{303B}'
        | '\u{20D0}'..='\u{20FF}'
        | '\u{1D100}'..='\u{1D24F}'
        | '\u{1100}'..='\u{11FF}'
        | '\u{A960}'..='\u{A97F}'
        | '\u{D7B0}'..='\u{D7FF}' => Some(false),
        '\u{B7}'
        | '\u{375}'
        | '\u{5F3}'
        | '\u{5F4}'
        | '\u{30FB}'
        | '\u{660}'..='\u{669}'
        | '\u{6F0}'..='\u{6F9}' => None,
        _ => Some(matches!(
            CATEGORIES.get(character),
            LowercaseLetter
                | UppercaseLetter
                | OtherLetter
                | DecimalNumber
                | ModifierLetter
                | NonspacingMark
                | SpacingMark
        )),
    }
}

/// Whether a character is allowed between these (RFC 5892, appendix A).
fn is_in_place(character: char, before: &str, behind: &str, label: &str) -> bool {
    let is = |of: Option<char>, script| of.is_some_and(|of| SCRIPTS.get(of) == script);
    match character {
        '\u{B7}' => before.ends_with('l') && behind.starts_with('l'),
        '\u{375}' => is(behind.chars().next(), Script::Greek),
        '\u{5F3}' | '\u{5F4}' => is(before.chars().next_back(), Script::Hebrew),
        '\u{30FB}' => label
            .chars()
            .any(|of| [Script::Hiragana, Script::Katakana, Script::Han].contains(&SCRIPTS.get(of))),
        '\u{660}'..='\u{669}' => !label.contains(|of| ('\u{6F0}'..='\u{6F9}').contains(&of)),
        _ => !label.contains(|of| ('\u{660}'..='\u{669}').contains(&of)),
    }
}

#[cfg(test)]
mod tests {
    use super::are_known;

    #[test]
    fn letters_digits_and_marks_are_known() {
        for label in ["bücher", "日本語", "हिन्दी", "l·l", "ο͵α", "א״ב", "カ・カ", "٣", "faß"]
        {
            assert!(are_known(label), "{label}");
        }
        for label in ["a⁄b", "😀", "a·b", "͵a", "״", "a・b", "٣۳", "√", "a\u{20DD}"] {
            assert!(!are_known(label), "{label}");
        }
    }
}
