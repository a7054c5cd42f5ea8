//! Templates of lines, such as `{host}\t{query:q}`: text with parts in braces.

use napkin_standards::Standard;

use crate::parts::Part;

/// A template.
#[derive(Clone, Debug)]
pub(crate) struct Format {
    /// Its pieces in order.
    pub(crate) pieces: Vec<Piece>,
}

/// A piece of a template.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Literal text.
    Text(String),
    /// A part by its index in the list of all parts.
    Part(usize),
}

impl Format {
    /// Parses a template, and adds its parts to a list.
    ///
    /// `\t`, `\n`, `\r`, `\0` and `\\` mean the same as in C; `{{` and `}}` are braces.
    ///
    /// # Errors
    ///
    /// The error in the template.
    pub(crate) fn new(
        template: &str,
        parts: &mut Vec<Part>,
        standard: Standard,
    ) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = template.chars();
        while let Some(character) = rest.next() {
            match character {
                '\\' => text.push(escaped(rest.next())?),
                '{' | '}' if rest.as_str().starts_with(character) => {
                    rest.next();
                    text.push(character);
                }
                '{' => {
                    let behind = rest.as_str();
                    let (name, after) = behind
                        .split_once('}')
                        .ok_or_else(|| format!("'{{{behind}' has no closing brace"))?;
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    let known = parts.iter().position(|part| part.name == name);
                    pieces.push(Piece::Part(known.unwrap_or(parts.len())));
                    if known.is_none() {
                        parts.push(Part::named(name, standard)?);
                    }
                    rest = after.chars();
                }
                '}' => return Err("'}' without an opening brace; write '}}' for a brace".into()),
                character => text.push(character),
            }
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Ok(Self { pieces })
    }
}

fn escaped(character: Option<char>) -> Result<char, String> {
    Ok(match character {
        Some('t') => '\t',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('0') => '\0',
        Some('\\') => '\\',
        Some(other) => {
            return Err(format!("'\\{other}' is not an escape; write '\\\\' for a backslash"));
        }
        None => return Err("'\\' at the end is not an escape; write '\\\\' for a backslash".into()),
    })
}
