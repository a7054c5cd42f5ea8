//! The text that plain text shows for a reference: `[text](reference)` as in Markdown, and `word <reference>` as mail programs
//! write the links of a message in HTML.

/// How many bytes before a reference are looked at.
pub(crate) const LOOKED_AT: usize = 1 << 10;

/// The text that is shown for a reference, from the text before it; empty if the reference is not in brackets. The text
/// before a round or angle bracket is one word. What ends a clause is about something else.
pub(crate) fn before(preceding: &[u8]) -> String {
    let text = String::from_utf8_lossy(preceding);
    let text = text.trim_end();
    let bracketed = text.strip_suffix('<').map_or(text, str::trim_end);
    if let Some(text) = bracketed.strip_suffix("](") {
        return text.rsplit('[').next().unwrap_or_default().to_owned();
    }
    let Some(text) = text.strip_suffix(['<', '(']) else { return String::new() };
    let text = text.trim_end();
    let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    if word.ends_with([',', ';', '.']) { String::new() } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::before;

    #[test]
    fn texts_before_references() {
        for (preceding, expected) in [
            ("see [the text](", "the text"),
            ("see [text]( <", "text"),
            ("at www.h.example <", "www.h.example"),
            ("www.h.example\n<", "www.h.example"),
            ("www.h.example (", "www.h.example"),
            ("www.h.example: <", "www.h.example:"),
            ("as a.example, <", ""),
            ("a.example ", ""),
            ("", ""),
        ] {
            assert_eq!(before(preceding.as_bytes()), expected, "{preceding}");
        }
        assert_eq!(before(b"\xffx <"), "\u{fffd}x");
    }
}
