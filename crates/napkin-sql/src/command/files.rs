//! Files as tables: what stands in a query as `'path'` or `'pattern*'` is read by its ending.

use std::io;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{DynamicFileCatalog, TableProvider, UrlTableFactory};
use datafusion::common::parsers::CompressionTypeVariant;
use datafusion::common::{Result, plan_datafusion_err};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{
    ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl,
};
use datafusion::execution::SessionState;
use datafusion::object_store::{ObjectMeta, ObjectStore};
use datafusion::prelude::SessionContext;
use datafusion_session::SessionStore;
use futures::TryStreamExt;

use super::cdx;

/// Bytes that occur in no text: what has to be given as delimiter and quotation mark where lines have
/// neither.
const NO_DELIMITER: u8 = 0xFF;
const NO_QUOTE: u8 = 0xFE;

/// The same session, in which names of files are tables.
pub(crate) fn readable(session: SessionContext) -> SessionContext {
    let files = Arc::new(Files { session: SessionStore::new() });
    let factory = Arc::clone(&files) as Arc<dyn UrlTableFactory>;
    let catalogs = Arc::clone(session.state().catalog_list());
    let id = session.session_id();
    let builder = session.into_state_builder().with_session_id(id);
    let catalogs = Arc::new(DynamicFileCatalog::new(catalogs, factory));
    let session = SessionContext::from(builder.with_catalog_list(catalogs).build());
    files.session.with_state(session.state_weak_ref());
    session
}

/// Makes tables of files.
#[derive(Debug)]
struct Files {
    session: SessionStore,
}

/// What is in a file, by the ending of its name.
#[derive(Clone, Copy)]
enum Kind {
    Parquet,
    Csv,
    Tsv,
    JsonLines,
    Lines,
    Cdx,
}

impl Kind {
    const ENDINGS: [(&str, Self); 10] = [
        (".parquet", Self::Parquet),
        (".csv", Self::Csv),
        (".tsv", Self::Tsv),
        (".json", Self::JsonLines),
        (".jsonl", Self::JsonLines),
        (".ndjson", Self::JsonLines),
        (".txt", Self::Lines),
        (".lst", Self::Lines),
        (".urls", Self::Lines),
        (".cdx", Self::Cdx),
    ];

    /// What a name or pattern says of files and their compression.
    fn of(name: &str) -> Option<(Self, FileCompressionType)> {
        let name = name.to_ascii_lowercase();
        let compressions = [
            (".gz", CompressionTypeVariant::GZIP),
            (".bz2", CompressionTypeVariant::BZIP2),
            (".xz", CompressionTypeVariant::XZ),
            (".zst", CompressionTypeVariant::ZSTD),
        ];
        let compressed = compressions
            .iter()
            .find_map(|(ending, variant)| Some((name.strip_suffix(ending)?, *variant)));
        let (name, compression) =
            compressed.unwrap_or((&name, CompressionTypeVariant::UNCOMPRESSED));
        let (_, kind) = Self::ENDINGS.into_iter().find(|(ending, _)| name.ends_with(ending))?;
        Some((kind, compression.into()))
    }
}

#[async_trait::async_trait]
impl UrlTableFactory for Files {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let Some((kind, compression)) = Kind::of(name) else { return Ok(None) };
        let session = self.session.get_session().upgrade();
        let state = session
            .and_then(|session| session.read().as_any().downcast_ref::<SessionState>().cloned());
        let state = state.ok_or_else(|| plan_datafusion_err!("the session is over"))?;
        let url = ListingTableUrl::parse(name)?;
        let files = Found::new(&state, &url).await?;
        let Some(first) = files.first.as_ref() else {
            let error = io::Error::new(io::ErrorKind::NotFound, format!("no file '{name}'"));
            return Err(error.into());
        };
        let (format, schema): (Arc<dyn FileFormat>, _) = match kind {
            Kind::Parquet => (Arc::new(ParquetFormat::default()), None),
            Kind::Csv => (Arc::new(csv(compression)), None),
            Kind::Tsv => (Arc::new(csv(compression).with_delimiter(b'\t')), None),
            Kind::JsonLines => {
                (Arc::new(JsonFormat::default().with_file_compression_type(compression)), None)
            }
            Kind::Lines => (Arc::new(lines(compression)), Some(texts(&["uri"]))),
            Kind::Cdx => {
                let columns = cdx::columns(&files.store, first, &compression).await?;
                let names: Vec<_> = columns.iter().map(String::as_str).collect();
                (Arc::new(cdx(compression)), Some(texts(&names)))
            }
        };
        let options = ListingOptions::new(format).with_file_extension("");
        let schema = match schema {
            Some(schema) => schema,
            None => options.infer_schema(&state, &url).await?,
        };
        let config = ListingTableConfig::new(url).with_listing_options(options).with_schema(schema);
        Ok(Some(Arc::new(ListingTable::try_new(config)?)))
    }
}

/// What a name or pattern finds.
struct Found {
    store: Arc<dyn ObjectStore>,
    first: Option<ObjectMeta>,
}

impl Found {
    async fn new(state: &SessionState, url: &ListingTableUrl) -> Result<Self> {
        let store = state.runtime_env().object_store(url)?;
        let first = url.list_all_files(state, &store, "").await?.try_next().await?;
        Ok(Self { store, first })
    }
}

fn csv(compression: FileCompressionType) -> CsvFormat {
    CsvFormat::default().with_has_header(true).with_file_compression_type(compression)
}

/// One text a line, whatever is in it.
fn lines(compression: FileCompressionType) -> CsvFormat {
    csv(compression).with_has_header(false).with_delimiter(NO_DELIMITER).with_quote(NO_QUOTE)
}

/// Fields between spaces. The line that names them begins with a space, which makes it a comment.
fn cdx(compression: FileCompressionType) -> CsvFormat {
    lines(compression).with_delimiter(b' ').with_comment(Some(b' ')).with_truncated_rows(true)
}

fn texts(columns: &[&str]) -> SchemaRef {
    let fields: Vec<_> =
        columns.iter().map(|name| Field::new(*name, DataType::Utf8View, true)).collect();
    Arc::new(Schema::new(fields))
}
