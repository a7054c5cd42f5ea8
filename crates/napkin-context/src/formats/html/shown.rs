//! The text that a page shows for a link: what is between the start tag of its element and the end tag.
//!
//! It is read on demand, apart from the links: links are passed on at their start tags, and few callers want the text.

use html5gum::emitters::default::Token;
use html5gum::{State, Tokenizer};

use super::tags::state_behind;
use crate::link::LONGEST_TEXT;

/// The text from behind a start tag to the end tag of the element, or to the next start tag of such an element, which ends
/// it too (HTML standard, 13.2.6.4.7). So the texts of the links of a page do not overlap, and reading all takes time in
/// proportion to the page.
pub(crate) fn text(source: &[u8], element: &str) -> String {
    let mut text = String::new();
    // Whether the content is not shown.
    let mut is_script = false;
    let mut tokens = Tokenizer::new(source);
    while let Some(Ok(token)) = tokens.next() {
        match token {
            Token::StartTag(tag) => {
                if tag.name.eq_ignore_ascii_case(element.as_bytes()) || text.len() > LONGEST_TEXT {
                    break;
                }
                let name = tag.name.as_slice();
                if let Some(state) = state_behind(name).filter(|_| !tag.self_closing) {
                    is_script = matches!(state, State::ScriptData | State::RawText);
                    tokens.set_state(state);
                }
                match name {
                    b"img" => {
                        let alt = tag.attributes.get(b"alt".as_slice());
                        if let Some(alt) = alt {
                            text.push(' ');
                            push(&mut text, alt);
                            text.push(' ');
                        }
                    }
                    name if !is_inline(name) => text.push(' '),
                    _ => {}
                }
            }
            Token::EndTag(tag) => {
                if tag.name.eq_ignore_ascii_case(element.as_bytes()) {
                    break;
                }
                is_script = false;
                if !is_inline(&tag.name) {
                    text.push(' ');
                }
            }
            Token::String(string) if !is_script => push(&mut text, &string),
            Token::String(_) | Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    text
}

/// Adds text, up to the limit.
fn push(text: &mut String, octets: &[u8]) {
    let room = LONGEST_TEXT.saturating_sub(text.len());
    text.push_str(&String::from_utf8_lossy(octets.get(..room).unwrap_or(octets)));
}

/// Whether an element stands inside a word: its tags end none.
fn is_inline(element: &[u8]) -> bool {
    matches!(
        element,
        b"a" | b"abbr"
            | b"b"
            | b"bdi"
            | b"bdo"
            | b"big"
            | b"cite"
            | b"code"
            | b"data"
            | b"del"
            | b"dfn"
            | b"em"
            | b"font"
            | b"i"
            | b"ins"
            | b"kbd"
            | b"label"
            | b"mark"
            | b"nobr"
            | b"q"
            | b"s"
            | b"samp"
            | b"script"
            | b"small"
            | b"span"
            | b"strike"
            | b"strong"
            | b"style"
            | b"sub"
            | b"sup"
            | b"time"
            | b"tspan"
            | b"tt"
            | b"u"
            | b"var"
            | b"wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_TEXT, text};

    #[test]
    fn texts_end_with_their_element() {
        for (source, expected) in [
            ("x</a>y", "x"),
            ("x<b>y</b>&amp;<wbr>z</A >", "xy&z"),
            ("x<a href=y>z</a>", "x"),
            ("x<br>y<p>z", "x y z"),
            ("<!-- n --><script>'</a>'</script><style></a></style>x</a>", "x"),
            ("x<img alt='www.h.example' src=i><img>y</a>", "x www.h.example y"),
            ("</b>x</a>", "x"),
            ("", ""),
        ] {
            assert_eq!(text(source.as_bytes(), "a"), expected, "{source}");
        }
        assert_eq!(text(b"x</h:a>", "h:A"), "x");
        let long = "x".repeat(LONGEST_TEXT * 3);
        assert_eq!(text(long.as_bytes(), "a").len(), LONGEST_TEXT);
    }
}
