//! Templates of lines, such as `{host}\t{query:q}`: text with parts in braces.

use napkin_standards::Standard;

use super::part::Part;

#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Literal text.
    Text(String),
    /// A part, by its index in the list of all.
    Part(usize),
}

/// The pieces of a template, and its parts.
///
/// `\t`, `\n`, `\r`, `\0` and `\\` mean the same as in C; `{{` and `}}` are braces.
///
/// # Errors
///
/// The error in the template.
pub(super) fn template(text: &str, standard: Standard) -> Result<(Vec<Piece>, Vec<Part>), String> {
    let (mut pieces, mut parts) = (Vec::new(), Vec::<Part>::new());
    let mut literal = String::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\\' => literal.push(escaped(rest.next())?),
            '{' | '}' if rest.as_str().starts_with(character) => {
                rest.next();
                literal.push(character);
            }
            '{' => {
                let behind = rest.as_str();
                let (name, after) = behind
                    .split_once('}')
                    .ok_or_else(|| format!("'{{{behind}' has no closing brace"))?;
                pieces.push(Piece::Text(std::mem::take(&mut literal)));
                let known = parts.iter().position(|part| part.name == name);
                pieces.push(Piece::Part(known.unwrap_or(parts.len())));
                if known.is_none() {
                    parts.push(Part::named(name, standard)?);
                }
                rest = after.chars();
            }
            '}' => return Err("'}' without an opening brace; write '}}' for a brace".into()),
            character => literal.push(character),
        }
    }
    pieces.push(Piece::Text(literal));
    Ok((pieces, parts))
}

/// The line of a list of parts: with tabs between them.
pub(super) fn of_list(parts: &[Part]) -> Vec<Piece> {
    let tab = |number| (number > 0).then(|| Piece::Text("\t".into()));
    (0..parts.len())
        .flat_map(|number| tab(number).into_iter().chain([Piece::Part(number)]))
        .collect()
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
