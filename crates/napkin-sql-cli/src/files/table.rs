//! The files of a name or pattern as a table.

use std::str::FromStr;
use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{DFSchema, Result, ScalarValue, Statistics, plan_datafusion_err};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::listing::helpers::expr_applicable_for_cols;
use datafusion::datasource::listing::{ListingTableUrl, PartitionedFile};
use datafusion::datasource::physical_plan::{FileGroup, FileScanConfigBuilder};
use datafusion::error::DataFusionError;
use datafusion::logical_expr::utils::conjunction;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::object_store::{ObjectMeta, ObjectStore};
use datafusion::physical_plan::empty::EmptyExec;
use datafusion::physical_plan::{ExecutionPlan, PhysicalExpr};
use datafusion_datasource::{TableSchema, compute_all_files_statistics};
use futures::future::BoxFuture;
use futures::{StreamExt, TryStreamExt};

use super::folders::{self, FILE_NAME};
use super::form::Kind;
use super::listing::{components, none};
use super::place::Place;
use super::skipped::Reading;
use super::source::TextFormat;
use super::{header, naming, parquet};

/// The number of files whose statistics are read at a time.
const AT_ONCE: usize = 32;

/// Files as a table. From its place and its columns, the same table can be made on another machine.
#[derive(Debug)]
pub(crate) struct FileTable {
    place: Place,
    schema: TableSchema,
    reading: Reading,
    /// Files that are left out, since they are broken.
    broken: Vec<String>,
}

impl FileTable {
    /// Finds the files, and their columns.
    ///
    /// # Errors
    ///
    /// If there are none, or they cannot be read.
    pub(super) async fn open(
        session: &dyn Session,
        name: &str,
        place: Place,
        reading: Reading,
    ) -> Result<Self> {
        let url = place.address()?;
        let files = place.files(session).await.map_err(|error| match error {
            DataFusionError::Plan(_) => error,
            other => super::told(name, &other),
        })?;
        if files.is_empty() {
            return Err(none(name));
        }
        let store = session.runtime_env().object_store(&url)?;
        let (schema, broken) = match place.form.kind {
            Kind::Parquet => parquet::columns(session, &store, &files, &reading).await?,
            _ => (
                header::table(place.form, session, &store, &files, reading.skipped.is_some())
                    .await?,
                Vec::new(),
            ),
        };
        let below: Vec<_> = files.iter().map(|file| components(&url, file)).collect();
        let mut more = folders::columns(&below)?;
        folders::check(name, &schema, &more)?;
        let is_taken = |column: &str| {
            schema.field_with_name(column).is_ok()
                || more.iter().any(|known| known.name() == column)
        };
        let reading = Reading { has_name: reading.has_name && !is_taken(FILE_NAME), ..reading };
        if reading.has_name {
            more.push(Field::new(FILE_NAME, DataType::Utf8View, false).into());
        }
        Ok(Self { place, schema: with_folders(schema, more), reading, broken })
    }

    /// The table that another machine has told of.
    ///
    /// # Errors
    ///
    /// If that is not its description.
    pub(crate) fn told(description: &str, schema: &Schema) -> Result<Self> {
        let what = || plan_datafusion_err!("no table of files");
        let mut lines = description.splitn(3, '\n');
        let more = lines.next().and_then(|count| count.parse::<usize>().ok()).ok_or_else(what)?;
        let has_name = lines.next().ok_or_else(what)? == "named";
        let place = Place::from_str(lines.next().ok_or_else(what)?)?;
        let own = schema.fields().len().checked_sub(more).ok_or_else(what)?;
        let (own, more) = schema.fields().split_at(own);
        let schema = with_folders(Arc::new(Schema::new(own.to_vec())), more.to_vec());
        let reading = Reading { has_name, skipped: None };
        Ok(Self { place, schema, reading, broken: Vec::new() })
    }

    /// The description for another machine, which also gets the columns.
    pub(crate) fn description(&self) -> String {
        let name = if self.reading.has_name { "named" } else { "" };
        format!("{}\n{name}\n{}", self.folders().len(), self.place)
    }

    /// The columns that no file has: those of the names of folders, and the name of the file.
    fn folders(&self) -> &[FieldRef] {
        self.schema.table_partition_cols()
    }

    fn format(&self, session: &dyn Session) -> Arc<dyn FileFormat> {
        match self.place.form.kind {
            Kind::Parquet => Arc::new(parquet::format(session)),
            _ => Arc::new(TextFormat(self.place.form, self.reading.skipped.clone())),
        }
    }

    /// The file to read, with the values of the columns that it has not.
    fn file(&self, url: &ListingTableUrl, file: ObjectMeta) -> PartitionedFile {
        let below = components(url, &file);
        let values = self.folders().iter().map(|column| match column.name().as_str() {
            FILE_NAME if self.reading.has_name => {
                ScalarValue::Utf8View(Some(super::shown(url, &file)))
            }
            _ => folders::value(&below, column),
        });
        let values = values.collect();
        PartitionedFile { partition_values: values, ..PartitionedFile::from(file) }
    }

    /// What the filters of a query ask of the columns that no file has.
    fn filter(&self, session: &dyn Session, filters: &[Expr]) -> Result<Option<Filter>> {
        let schema = Arc::new(Schema::new(self.folders().to_vec()));
        let columns: Vec<_> = self.folders().iter().map(|column| column.name().as_str()).collect();
        let filters =
            filters.iter().filter(|filter| expr_applicable_for_cols(&columns, filter)).cloned();
        let filters = conjunction(filters).filter(|_| !columns.is_empty());
        let known = DFSchema::try_from(Arc::clone(&schema))?;
        let filter = filters.map(|filter| session.create_physical_expr(filter, &known));
        Ok(filter.transpose()?.map(|asked| Filter { schema, asked }))
    }

    /// The files that a filter lets through.
    async fn files(
        &self,
        session: &dyn Session,
        filter: Option<Filter>,
    ) -> Result<Vec<PartitionedFile>> {
        let url = self.place.address()?;
        let mut found = self.place.files(session).await?;
        found.retain(|file| !self.broken.contains(&file.location.to_string()));
        let mut files = Vec::with_capacity(found.len());
        for file in found {
            let file = self.file(&url, file);
            let passes = filter.as_ref().map_or(Ok(true), |filter| filter.passes(&file));
            if passes? {
                files.push(file);
            }
        }
        Ok(files)
    }

    /// What a file says of its content.
    async fn with_statistics(
        &self,
        session: &dyn Session,
        store: &Arc<dyn ObjectStore>,
        file: PartitionedFile,
    ) -> Result<PartitionedFile> {
        let schema = Arc::clone(self.schema.file_schema());
        let known = if session.config_options().execution.collect_statistics {
            self.format(session).infer_stats(session, store, schema, &file.object_meta).await?
        } else {
            Statistics::new_unknown(&schema)
        };
        // DataFusion counts NULL among the values of folders as a value.
        let has_null = file.partition_values.iter().any(ScalarValue::is_null);
        Ok(if has_null { file } else { file.with_statistics(Arc::new(known)) })
    }

    async fn plan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        filter: Option<Filter>,
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let url = self.place.address()?;
        let store = session.runtime_env().object_store(&url)?;
        let files = self.files(session, filter).await?;
        let files = files.into_iter().map(|file| self.with_statistics(session, &store, file));
        let files: Vec<_> = futures::stream::iter(files).buffered(AT_ONCE).try_collect().await?;
        let schema = Arc::clone(self.schema.table_schema());
        if files.is_empty() {
            let schema = match projection {
                Some(columns) => Arc::new(schema.project(columns)?),
                None => schema,
            };
            return Ok(Arc::new(EmptyExec::new(schema)));
        }
        let options = session.config_options();
        let groups = FileGroup::new(files).split_files(options.execution.target_partitions);
        let is_known = options.execution.collect_statistics;
        let (groups, statistics) = compute_all_files_statistics(groups, schema, is_known, false)?;
        let format = self.format(session);
        let source = format.file_source(self.schema.clone());
        let config = FileScanConfigBuilder::new(url.object_store(), source)
            .with_file_groups(groups)
            .with_statistics(statistics)
            .with_projection_indices(projection.cloned())?
            .with_limit(limit)
            .build();
        let plan = format.create_physical_plan(session, config).await?;
        Ok(if self.place.form.is_parquet() { naming(plan) } else { plan })
    }
}

/// A condition on the columns that no file has.
struct Filter {
    schema: SchemaRef,
    asked: Arc<dyn PhysicalExpr>,
}

impl Filter {
    fn passes(&self, file: &PartitionedFile) -> Result<bool> {
        let values = file.partition_values.iter().map(ScalarValue::to_array);
        let row = RecordBatch::try_new(Arc::clone(&self.schema), values.collect::<Result<_>>()?)?;
        let answer = self.asked.evaluate(&row)?.into_array(1)?;
        Ok(answer.as_boolean_opt().is_none_or(|answer| answer.is_valid(0) && answer.value(0)))
    }
}

fn with_folders(files: SchemaRef, folders: Vec<FieldRef>) -> TableSchema {
    TableSchema::builder(files).with_table_partition_cols(folders).build()
}

impl TableProvider for FileTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.schema.table_schema())
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
        let filter = self.filter(session, filters);
        Box::pin(async move {
            let planned = self.plan(session, projection, filter?, limit).await;
            planned.map_err(|error| match error {
                DataFusionError::ParquetError(_) => super::told(self.place.shown(), &error),
                other => other,
            })
        })
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        Ok(vec![TableProviderFilterPushDown::Inexact; filters.len()])
    }
}
