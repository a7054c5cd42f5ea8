//! The columns of a CDX file, the index of a web archive: named by its first line, or known by their number.

use std::sync::Arc;

use datafusion::common::{Result, plan_err};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::error::DataFusionError;
use datafusion::object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use futures::{StreamExt, TryStreamExt};

/// How much of a file is looked at for the end of its first line.
const LONGEST_LINE: usize = 1 << 20;

/// The letters of the line ` CDX N b a …`, and what the fields are called in the interfaces of archives.
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

/// The usual fields, by their number, of files without such a line.
const USUAL: &[&str] =
    &["N b a m s k S", "N b a m s k r V g", "N b a m s k r M V g", "N b a m s k r M S V g"];

/// The names of the columns of a file.
///
/// # Errors
///
/// If the file cannot be read, or its first line is not that of a CDX file.
pub(crate) async fn columns(
    store: &Arc<dyn ObjectStore>,
    file: &ObjectMeta,
    compression: &FileCompressionType,
) -> Result<Vec<String>> {
    let stream = store.get(&file.location).await?.into_stream().map_err(DataFusionError::from);
    let mut stream = compression.convert_stream(stream.boxed())?;
    let mut head = Vec::new();
    while !head.contains(&b'\n') && head.len() < LONGEST_LINE {
        match stream.try_next().await? {
            Some(bytes) => head.extend_from_slice(&bytes),
            None => break,
        }
    }
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let fields: Vec<_> = line.split_whitespace().collect();
    let letters = match fields.split_first() {
        Some((&"CDX", letters)) => letters.to_vec(),
        _ => match USUAL.iter().find(|usual| usual.split(' ').count() == fields.len()) {
            Some(usual) => usual.split(' ').collect(),
            None => {
                return plan_err!(
                    "{} is no CDX file: its first line has {} fields and does not begin with ' CDX'",
                    file.location,
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
