//! The columns of a CDX file, the index of a web archive: from its first line, or by their number.

use datafusion::common::{Result, plan_err};

/// The letters of the line ` CDX N b a …`, and the field names in the interfaces of archives.
const LETTERS: &[(&str, &str)] = &[
    ("N", "urlkey"),
    ("b", "timestamp"),
    ("a", "original"),
    ("m", "mimetype"),
    ("s", "status"),
    ("k", "digest"),
    ("r", "redirect"),
    ("M", "metatags"),
    ("S", "length"),
    ("V", "offset"),
    ("g", "filename"),
];

/// The usual fields of files without such a line, by their number.
const USUAL: &[&str] =
    &["N b a m s k S", "N b a m s k r V g", "N b a m s k r M V g", "N b a m s k r M S V g"];

/// The names of the columns of a file with this first line.
///
/// # Errors
///
/// If it is not the first line of a CDX file.
pub(super) fn columns(file: &str, line: &[u8]) -> Result<Vec<String>> {
    let line = String::from_utf8_lossy(line);
    let fields: Vec<_> = line.split_whitespace().collect();
    let letters = match fields.split_first() {
        Some((&"CDX", letters)) => letters.to_vec(),
        _ => match USUAL.iter().find(|usual| usual.split(' ').count() == fields.len()) {
            Some(usual) => usual.split(' ').collect(),
            None => {
                return plan_err!(
                    "{file} is no CDX file: its first line has {} fields and does not begin with ' CDX'",
                    fields.len()
                );
            }
        },
    };
    let name = |letter: &&str| {
        let known = LETTERS.iter().find(|(known, _)| known == letter);
        known.map_or_else(|| format!("field_{letter}"), |(_, name)| (*name).to_owned())
    };
    Ok(letters.iter().map(name).collect())
}
