//! CSS: references in `url()` and similar functions, and in `@import`.
//!
//! The tokenizer is cssparser's. It skips a block as a whole, so it is restarted after each opening bracket, which
//! gives the tokens in sequence. Nothing nests, and nothing recurses.

use std::borrow::Cow;

use cssparser::{Parser, Token};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::formats::link_reader::LinkReader;
use crate::link::Link;
use crate::notation::{Escaping, Notation, Pen, as_it_is};
use crate::vocabulary::Piece;

/// Style sheets.
pub(crate) const READER: LinkReader = LinkReader {
    declared_encoding,
    ..LinkReader::of(|source, _, each| {
        references(source.text, &mut |piece, element, notation| {
            let place = piece.start..piece.end;
            each(Link { notation, ..Link::new(&piece.text, place, element, &source.bases.base) });
        });
        Ok(())
    })
};

/// The encoding that a style sheet declares in its first rule (CSS Syntax, 3.2).
fn declared_encoding(sheet: &[u8]) -> Option<&'static Encoding> {
    let label = sheet.strip_prefix(b"@charset \"")?;
    let label = label.get(..memchr::memmem::find(label.get(..128).unwrap_or(label), b"\";")?)?;
    let encoding = Encoding::for_label(label)?;
    // A declaration that can be read as ASCII cannot be in UTF-16.
    Some(if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding })
}

/// The function around a token, as far as it decides whether strings are references.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `url(` or `src(`: a string is a reference.
    Url,
    /// A set of images: strings are references too.
    Images,
    /// Anything else.
    Other,
}

/// Passes on the references in CSS, each with the function or rule that contains it, and how it is written.
pub(crate) fn references(css: &str, each: &mut dyn FnMut(Piece<'_>, &str, Notation)) {
    let mut open = Vec::new();
    let mut in_import = false;
    let mut start = 0;
    'block: loop {
        let Some(block) = css.get(start..) else { return };
        let mut parser = Parser::new(block);
        loop {
            let before = parser.position().byte_index();
            let Ok(token) = parser.next_including_whitespace_and_comments().cloned() else {
                return;
            };
            let opens = match token {
                Token::AtKeyword(name) => {
                    in_import = name.eq_ignore_ascii_case("import");
                    None
                }
                Token::Semicolon => {
                    in_import = false;
                    None
                }
                Token::UnquotedUrl(url) => {
                    let raw = &block[before..];
                    let name = raw.find('(').map_or(0, |bracket| bracket + 1);
                    let space = raw[name..].len() - raw[name..].trim_start().len();
                    let element = if in_import { "@import" } else { "url" };
                    in_import = false;
                    let url_start = before + name + space;
                    let written = block.get(url_start..parser.position().byte_index());
                    let written = written.unwrap_or_default();
                    let written = written.strip_suffix(')').unwrap_or(written).trim_end();
                    let (start, end) = (start + url_start, start + url_start + written.len());
                    let piece = Piece { text: Cow::Borrowed(&url), start, end };
                    each(piece, element, Notation::of(&URL));
                    None
                }
                Token::QuotedString(text) => {
                    let element = match open.last() {
                        _ if in_import => Some("@import"),
                        Some(Open::Url) => Some("url"),
                        Some(Open::Images) => Some("image-set"),
                        _ => None,
                    };
                    in_import = false;
                    if let Some(element) = element {
                        let end = parser.position().byte_index();
                        // At the end of the sheet, the second quotation mark may be missing.
                        let quote = block.as_bytes().get(before);
                        let is_closed = end > before + 1 && block.as_bytes().get(end - 1) == quote;
                        let end = start + end - usize::from(is_closed);
                        let start = start + before + 1;
                        let layer = if quote == Some(&b'"') { &DOUBLE } else { &SINGLE };
                        let piece = Piece { text: Cow::Borrowed(&text), start, end };
                        each(piece, element, Notation::of(layer));
                    }
                    None
                }
                Token::Function(name) => Some(opened_by(&name)),
                Token::CurlyBracketBlock => {
                    in_import = false;
                    Some(Open::Other)
                }
                Token::ParenthesisBlock | Token::SquareBracketBlock => Some(Open::Other),
                Token::CloseParenthesis | Token::CloseSquareBracket | Token::CloseCurlyBracket => {
                    open.pop();
                    None
                }
                _ => None,
            };
            if let Some(opens) = opens {
                open.push(opens);
                start += parser.position().byte_index();
                continue 'block;
            }
        }
    }
}

fn opened_by(function: &str) -> Open {
    let is = |names: &[&str]| names.iter().any(|name| function.eq_ignore_ascii_case(name));
    if is(&["url", "src"]) {
        Open::Url
    } else if is(&["image-set", "-webkit-image-set", "image"]) {
        Open::Images
    } else {
        Open::Other
    }
}

/// A string in double quotation marks.
static DOUBLE: Escaping =
    Escaping { read: unescaped, write: |c, pen| write(c, c == '"', pen), around: ["", ""] };

/// A string in single quotation marks.
static SINGLE: Escaping =
    Escaping { read: unescaped, write: |c, pen| write(c, c == '\'', pen), around: ["", ""] };

/// The text of `url()` without quotation marks.
static URL: Escaping = Escaping {
    read: unescaped,
    write: |c, pen| write(c, matches!(c, ' ' | '"' | '\'' | '(' | ')'), pen),
    around: ["", ""],
};

/// Reads an escaped character or another one (CSS Syntax, 4.3.7).
fn unescaped(raw: &str) -> Option<(usize, Cow<'_, str>)> {
    let Some(behind) = raw.strip_prefix('\\') else { return as_it_is(raw) };
    let digits = behind.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    if digits == 0 {
        let (len, text) = as_it_is(behind)?;
        // A line end after a backslash continues a string.
        return Some((1 + len, if text == "\n" { "".into() } else { text }));
    }
    let (hex, rest) = behind.split_at_checked(digits)?;
    let space = match rest.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b' ' | b'\t' | b'\n' | b'\r' | b'\x0C', ..] => 1,
        _ => 0,
    };
    let number = u32::from_str_radix(hex, 16).ok()?;
    let character = char::from_u32(number).filter(|&c| c != '\0');
    let text = character.unwrap_or(char::REPLACEMENT_CHARACTER).to_string();
    Some((1 + digits + space, text.into()))
}

fn write(c: char, is_delimiter: bool, pen: &mut Pen<'_>) -> bool {
    let coded = |c| format!("\\{:x} ", u32::from(c));
    if c.is_control() {
        pen.out.push_str(&coded(c));
    } else if is_delimiter || c == '\\' {
        pen.out.extend(['\\', c]);
    } else {
        return pen.put_or(c, coded);
    }
    true
}
