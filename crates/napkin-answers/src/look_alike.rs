//! The first letter in which two texts that look alike differ (UTS #39).

use std::borrow::Cow;

use napkin::percent;
use napkin_url::edition::WHATWG;
use schemars::JsonSchema;
use serde::Serialize;
use unicode_script::UnicodeScript;
use unicode_security::skeleton;

/// A letter of each of two texts, which look alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "look-alike")]
pub struct LookAlike {
    /// The letter of the first, with its code point and its script: `a, U+0061 (Latin)`.
    pub a: String,
    /// The letter of the second.
    pub b: String,
}

impl LookAlike {
    /// The first letter in which two values of a part differ, if the values look alike.
    pub(crate) fn of(part: &str, a: &str, b: &str) -> Option<Self> {
        let (a, b) = (letters(part, a), letters(part, b));
        let (mine, other) = a.chars().zip(b.chars()).find(|(a, b)| a != b)?;
        let looks =
            |letter: char| -> String { skeleton(letter.encode_utf8(&mut [0; 4])).collect() };
        let is_alike = looks(mine) == looks(other) && skeleton(&a).eq(skeleton(&b));
        is_alike.then(|| Self { a: described(mine), b: described(other) })
    }
}

/// A value of a part in letters: percent-encoded octets and `xn--` labels decoded.
fn letters<'t>(part: &str, value: &'t str) -> Cow<'t, str> {
    let decoded = percent::decode(value, false).to_string_lossy();
    match part {
        "host" => Cow::Owned(WHATWG.domain_to_unicode(&decoded).into_owned()),
        _ => decoded,
    }
}

fn described(letter: char) -> String {
    let script = letter.script().full_name();
    format!(
        "{}, U+{:04X} ({script})",
        napkin::visible(letter.encode_utf8(&mut [0; 4])),
        u32::from(letter)
    )
}

#[cfg(test)]
mod tests {
    use super::LookAlike;

    #[test]
    fn letters_are_named_with_their_script() {
        let of = |part, a, b| LookAlike::of(part, a, b).map(|found| (found.a, found.b));
        let cyrillic = Some(("a, U+0061 (Latin)".into(), "\u{430}, U+0430 (Cyrillic)".into()));
        assert_eq!(of("host", "paypal.com", "p\u{430}yp\u{430}l.com"), cyrillic);
        assert_eq!(of("host", "paypal.com", "xn--pypl-53dc.com"), cyrillic);
        assert_eq!(of("path", "/a", "/%D0%B0"), cyrillic);
        let digit = Some(("l, U+006C (Latin)".into(), "1, U+0031 (Common)".into()));
        assert_eq!(of("host", "paypal.com", "paypa1.com"), digit);
        for (a, b) in [("a", "b"), ("a", "a"), ("paypal.com", "p\u{430}ypal.org"), ("", "a")] {
            assert_eq!(of("host", a, b), None, "{a} {b}");
        }
    }
}
