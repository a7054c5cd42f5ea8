//! The files of a name or pattern as a table.

use std::io;
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Result;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig};
use datafusion::error::DataFusionError;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::object_store::ObjectMeta;
use datafusion::physical_plan::ExecutionPlan;
use futures::TryStreamExt;
use futures::future::BoxFuture;

use super::form::Kind;
use super::header;
use super::place::Place;
use super::source::TextFormat;

/// Files as a table. From its place and its columns, the same table can be made on another machine.
#[derive(Debug)]
pub(crate) struct FileTable {
    place: Place,
    files: ListingTable,
}

impl FileTable {
    /// Finds the files, and their columns.
    ///
    /// # Errors
    ///
    /// If there are none, or they cannot be read.
    pub(super) async fn open(session: &dyn Session, name: &str, place: Place) -> Result<Self> {
        let listing = place.listing()?;
        let store = session.runtime_env().object_store(&listing)?;
        let found = listing.list_all_files(session, &store, "").await;
        let files: Result<Vec<ObjectMeta>> = match found {
            Ok(files) => files.try_collect().await,
            Err(error) => Err(error),
        };
        let mut files = files.map_err(|error| super::told(name, &error))?;
        if files.is_empty() {
            let error = io::Error::new(io::ErrorKind::NotFound, format!("no file '{name}'"));
            return Err(error.into());
        }
        let schema = match place.form.kind {
            Kind::Parquet => {
                // An empty file has no columns.
                files.retain(|file| file.size > 0);
                let schema = ParquetFormat::default().infer_schema(session, &store, &files).await;
                schema.map_err(|error| match error.find_root() {
                    DataFusionError::ParquetError(_) | DataFusionError::ObjectStore(_) => {
                        super::told(name, &error)
                    }
                    _ => error,
                })?
            }
            _ => header::table(place.form, session, &store, &files).await?,
        };
        Self::of(place, schema)
    }

    /// The table with these columns.
    ///
    /// # Errors
    ///
    /// If the place is invalid.
    pub(crate) fn of(place: Place, schema: SchemaRef) -> Result<Self> {
        let config = ListingTableConfig::new(place.listing()?)
            .with_listing_options(options(&place))
            .with_schema(schema);
        Ok(Self { files: ListingTable::try_new(config)?, place })
    }

    /// The location of its files.
    pub(crate) const fn place(&self) -> &Place {
        &self.place
    }
}

fn options(place: &Place) -> ListingOptions {
    let format: Arc<dyn FileFormat> = match place.form.kind {
        Kind::Parquet => Arc::new(ParquetFormat::default()),
        _ => Arc::new(TextFormat(place.form)),
    };
    ListingOptions::new(format).with_file_extension("")
}

impl TableProvider for FileTable {
    fn schema(&self) -> SchemaRef {
        self.files.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    // What `async fn` stands for, but for a future around another, which would hold the filters: the compiler would
    // prove for seconds that all expressions are `Send`.
    fn scan<'table, 'session, 'columns, 'filters, 'scan>(
        &'table self,
        session: &'session dyn Session,
        projection: Option<&'columns Vec<usize>>,
        filters: &'filters [Expr],
        limit: Option<usize>,
    ) -> BoxFuture<'scan, Result<Arc<dyn ExecutionPlan>>>
    where
        Self: 'scan,
        'table: 'scan,
        'session: 'scan,
        'columns: 'scan,
        'filters: 'scan,
    {
        self.files.scan(session, projection, filters, limit)
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        self.files.supports_filters_pushdown(filters)
    }
}
