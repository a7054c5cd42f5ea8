//! The columns of Parquet files. Each file is opened by itself, so that a broken one is named.

use std::io;
use std::sync::Arc;

use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::catalog::Session;
use datafusion::common::{Result, exec_err};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::error::DataFusionError;
use datafusion::object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use futures::StreamExt;

use super::skipped::Reading;
use super::told;

/// The length of the end of a file, and the marks at it.
const END: u64 = 8;
const MARK: &[u8] = b"PAR1";
const ENCRYPTED: &[u8] = b"PARE";

/// The number of files that are opened at a time.
const AT_ONCE: usize = 32;

/// The columns of all files, and the files that are left out, since they are broken.
///
/// # Errors
///
/// If a file is broken, and not to be left out; if no file is left; or if two have a column of different types.
pub(super) async fn columns(
    session: &dyn Session,
    store: &Arc<dyn ObjectStore>,
    files: &[ObjectMeta],
    reading: &Reading,
) -> Result<(SchemaRef, Vec<String>)> {
    let schemas = files.iter().cloned().map(|file| of_file(session, store, file));
    let schemas: Vec<_> = futures::stream::iter(schemas).buffered(AT_ONCE).collect().await;
    let (mut known, mut broken) = (Vec::new(), Vec::new());
    for (file, schema) in files.iter().zip(schemas) {
        match (schema, &reading.skipped) {
            (Ok(schema), _) => known.push((file, schema)),
            (Err(error), Some(skipped)) => {
                skipped.file(error.find_root().message().into_owned());
                broken.push(file.location.to_string());
                if broken.len() == files.len() {
                    return Err(error);
                }
            }
            (Err(error), None) => {
                let message =
                    format!("{}; '--skip-broken' leaves it out", error.find_root().message());
                return Err(io::Error::new(io::ErrorKind::InvalidData, message).into());
            }
        }
    }
    let all = known.iter().map(|(_, schema)| schema.as_ref().clone());
    match Schema::try_merge(all) {
        Ok(schema) => Ok((Arc::new(schema), broken)),
        Err(error) => Err(DataFusionError::Plan(format!(
            "{error}; the files begin with {}",
            known.first().map_or_else(String::new, |(file, _)| shown(file))
        ))),
    }
}

async fn of_file(
    session: &dyn Session,
    store: &Arc<dyn ObjectStore>,
    file: ObjectMeta,
) -> Result<SchemaRef> {
    if file.size == 0 {
        let why = "it has 0 bytes, which is no Parquet file";
        return Err(told(&shown(&file), &DataFusionError::Execution(why.to_owned())));
    }
    let schema = async {
        check_end(store, &file).await?;
        format(session).infer_schema(session, store, std::slice::from_ref(&file)).await
    };
    schema.await.map_err(|error| told(&shown(&file), &error))
}

/// The format with the options of the session, such as `datafusion.execution.parquet.binary_as_string`.
pub(super) fn format(session: &dyn Session) -> ParquetFormat {
    ParquetFormat::default().with_options(session.default_table_options().parquet)
}

/// Checks the last bytes of a file: the length of what describes it, and a mark.
async fn check_end(store: &Arc<dyn ObjectStore>, file: &ObjectMeta) -> Result<()> {
    let end = store.get_range(&file.location, file.size.saturating_sub(END)..file.size).await?;
    let length =
        end.split_first_chunk::<4>().map(|(length, mark)| (u32::from_le_bytes(*length), mark));
    match length {
        Some((length, MARK | ENCRYPTED)) if u64::from(length) + END <= file.size => Ok(()),
        _ => exec_err!("it does not end as Parquet files do; it was cut, or is no Parquet file"),
    }
}

fn shown(file: &ObjectMeta) -> String {
    format!("/{}", file.location)
}
