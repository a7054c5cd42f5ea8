//! Text files as a source of rows: columns by name, every compression, locally and on a cluster.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use datafusion::arrow::csv::ReaderBuilder as CsvBuilder;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::json::ReaderBuilder as JsonBuilder;
use datafusion::catalog::Session;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, Statistics, exec_datafusion_err, internal_err};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{
    FileOpenFuture, FileOpener, FileScanConfig, FileScanConfigBuilder, FileSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::object_store::{ObjectMeta, ObjectStore};
use datafusion::physical_expr::projection::ProjectionExprs;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use datafusion::physical_plan::{DisplayFormatType, ExecutionPlan, PhysicalExpr};
use datafusion_datasource::TableSchema;
use datafusion_datasource::projection::{ProjectionOpener, SplitProjection};
use futures::{StreamExt, TryStreamExt};

use super::decode::{Decode, Placed, Rows, rows, with_marks};
use super::form::{Form, Kind};
use super::lenient::Lenient;
use super::lines::Lines;
use super::skipped::Skipped;
use super::{content, header, place_of, told};

/// The number of rows in a batch, by default.
const BATCH: usize = 8192;

/// Files of text of one form.
#[derive(Clone, Debug)]
pub(super) struct TextFormat(pub(super) Form, pub(super) Option<Arc<Skipped>>);

#[async_trait::async_trait]
impl FileFormat for TextFormat {
    fn get_ext(&self) -> String {
        self.0.ending()
    }

    fn get_ext_with_compression(&self, _: &FileCompressionType) -> Result<String> {
        Ok(self.0.ending())
    }

    fn compression_type(&self) -> Option<FileCompressionType> {
        Some(self.0.compression.into())
    }

    async fn infer_schema(
        &self,
        session: &dyn Session,
        store: &Arc<dyn ObjectStore>,
        files: &[ObjectMeta],
    ) -> Result<SchemaRef> {
        header::table(self.0, session, store, files, self.1.is_some()).await
    }

    async fn infer_stats(
        &self,
        _: &dyn Session,
        _: &Arc<dyn ObjectStore>,
        schema: SchemaRef,
        _: &ObjectMeta,
    ) -> Result<Statistics> {
        Ok(Statistics::new_unknown(&schema))
    }

    async fn create_physical_plan(
        &self,
        session: &dyn Session,
        config: FileScanConfig,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(source) = config.file_source.downcast_ref::<TextSource>() else {
            return internal_err!("a source of another format");
        };
        let has_long_texts = session.config_options().catalog.newlines_in_values;
        let skipped = self.1.clone();
        // A quotation mark too many would make all that follows it one text, so such files are read as a whole.
        let has_long_texts = has_long_texts || skipped.is_some();
        let source = TextSource { has_long_texts, skipped, ..source.clone() };
        let config = FileScanConfigBuilder::from(config)
            .with_file_compression_type(self.0.compression.into())
            .with_source(Arc::new(source));
        Ok(DataSourceExec::from_data_source(config.build()))
    }

    fn file_source(&self, schema: TableSchema) -> Arc<dyn FileSource> {
        Arc::new(TextSource::new(self.0, schema))
    }
}

/// The source that reads text files.
#[derive(Clone)]
pub(crate) struct TextSource {
    form: Form,
    schema: TableSchema,
    projection: SplitProjection,
    batch: usize,
    metrics: ExecutionPlanMetricsSet,
    /// Whether texts may contain line breaks, so that a file cannot be split.
    has_long_texts: bool,
    /// Where lines are counted that cannot be read, if they are left out.
    skipped: Option<Arc<Skipped>>,
}

impl TextSource {
    /// A source of all columns.
    pub(crate) fn new(form: Form, schema: TableSchema) -> Self {
        let projection = SplitProjection::unprojected(&schema);
        let metrics = ExecutionPlanMetricsSet::new();
        Self {
            form,
            schema,
            projection,
            batch: BATCH,
            metrics,
            has_long_texts: false,
            skipped: None,
        }
    }

    pub(crate) const fn form(&self) -> Form {
        self.form
    }

    /// This source, with a projection of the files' columns.
    fn projected(&self, projection: &ProjectionExprs) -> Self {
        let projection = SplitProjection::new(self.schema.file_schema(), projection);
        Self { projection, ..self.clone() }
    }

    /// A source with the columns and the projection of another one.
    pub(crate) fn like(form: Form, other: &dyn FileSource) -> Self {
        let source = Self::new(form, other.table_schema().clone());
        match other.projection() {
            Some(projection) => source.projected(projection),
            None => source,
        }
    }
}

impl FileSource for TextSource {
    fn create_file_opener(
        &self,
        store: Arc<dyn ObjectStore>,
        config: &FileScanConfig,
        _partition: usize,
    ) -> Result<Arc<dyn FileOpener>> {
        let opener = Opener { source: self.clone(), store, place: place_of(config) };
        ProjectionOpener::try_new(
            self.projection.clone(),
            Arc::new(opener),
            self.schema.file_schema(),
        )
    }

    fn table_schema(&self) -> &TableSchema {
        &self.schema
    }

    fn with_batch_size(&self, batch: usize) -> Arc<dyn FileSource> {
        Arc::new(Self { batch, ..self.clone() })
    }

    fn try_pushdown_projection(
        &self,
        projection: &ProjectionExprs,
    ) -> Result<Option<Arc<dyn FileSource>>> {
        let merged = self.projection.source.try_merge(projection)?;
        Ok(Some(Arc::new(self.projected(&merged))))
    }

    fn projection(&self) -> Option<&ProjectionExprs> {
        Some(&self.projection.source)
    }

    fn metrics(&self) -> &ExecutionPlanMetricsSet {
        &self.metrics
    }

    fn file_type(&self) -> &str {
        match self.form.kind {
            Kind::Parquet => "parquet",
            Kind::Csv => "csv",
            Kind::Tsv => "tsv",
            Kind::JsonLines => "json",
            Kind::Lines => "lines",
            Kind::Cdx => "cdx",
        }
    }

    fn supports_repartitioning(&self) -> bool {
        !self.has_long_texts
    }

    fn fmt_extra(&self, _: DisplayFormatType, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        datafusion::physical_plan::apply_expression_roots(self.projection.source.iter(), f)
    }
}

/// Opens the files one after the other.
struct Opener {
    source: TextSource,
    store: Arc<dyn ObjectStore>,
    /// The prefix of file names.
    place: String,
}

impl FileOpener for Opener {
    fn open(&self, file: PartitionedFile) -> Result<FileOpenFuture> {
        let shown = format!("{}{}", self.place, file.object_meta.location);
        let reading =
            Reading { source: self.source.clone(), store: Arc::clone(&self.store), shown };
        Ok(Box::pin(async move {
            let shown = reading.shown.clone();
            let rows = reading.rows(&file).await.map_err(|error| told(&shown, &error))?;
            Ok(rows.map_err(move |error| told(&shown, &error)).boxed())
        }))
    }
}

/// A file that is being read.
struct Reading {
    source: TextSource,
    store: Arc<dyn ObjectStore>,
    shown: String,
}

impl Reading {
    async fn rows(self, file: &PartitionedFile) -> Result<Rows> {
        let form = self.source.form;
        let meta = &file.object_meta;
        let range = file.range.as_ref().map(|range| -> Result<Range<u64>> {
            let bound =
                |bound: i64| u64::try_from(bound).map_err(|error| exec_datafusion_err!("{error}"));
            Ok(bound(range.start)?..bound(range.end)?)
        });
        let range = range.transpose()?;
        let is_first = range.as_ref().is_none_or(|range| range.start == 0);
        let is_cut = range.as_ref().is_some_and(|range| range.end < meta.size);
        let mut content = content::open(&self.store, meta, range, form.compression).await?;
        let names = if is_first {
            header::names(form, &self.shown, &mut content).await?
        } else {
            // The names are in another part of the file.
            let mut head = content::open(&self.store, meta, None, form.compression).await?;
            header::names(form, &self.shown, &mut head).await?
        };
        if form.kind == Kind::JsonLines {
            let schema = Arc::new(self.wanted_schema()?);
            let decoder = JsonBuilder::new(schema).with_batch_size(self.source.batch);
            return Ok(rows(content, Box::new(decoder.build_decoder()?)).boxed());
        }
        if names.is_empty() {
            return Ok(futures::stream::empty().boxed());
        }
        let columns = self.columns(&names)?;
        let (wanted, is_there) = self.places(&names);
        let schema = Arc::new(self.wanted_schema()?);
        let mut placed = Placed { schema, is_there, has_marks: None };
        let decoder: Box<dyn Decode> = match form.kind {
            Kind::Csv | Kind::Tsv => {
                let texts = columns.fields().iter().map(|field| is_text(field)).collect();
                let (marked, marks) = with_marks(content, form.delimiter(), texts, is_cut);
                (content, placed.has_marks) = (marked, Some(marks));
                let (columns, most) = (Arc::new(columns), self.source.batch);
                let (delimiter, skipped) = (form.delimiter(), self.source.skipped.clone());
                if let Some(skipped) = skipped {
                    let schema = Arc::new(columns.project(&wanted)?);
                    let lines = (delimiter, is_first);
                    Box::new(Lenient::new((columns, wanted), schema, lines, most, skipped))
                } else {
                    let reader = CsvBuilder::new(columns).with_delimiter(delimiter);
                    let reader = reader.with_header(is_first).with_batch_size(most);
                    Box::new(reader.with_projection(wanted).build_decoder())
                }
            }
            _ => {
                let delimiter = (form.kind == Kind::Cdx).then_some(' ');
                let schema = Arc::new(columns.project(&wanted)?);
                Box::new(Lines::new(schema, delimiter, names.len(), wanted, self.source.batch))
            }
        };
        let rows = rows(content, decoder);
        Ok(rows.map(move |batch| placed.place(&batch?)).boxed())
    }

    /// The columns of the file, in its order, with their types in the table.
    fn columns(&self, names: &[String]) -> Result<Schema> {
        let table = self.source.schema.file_schema();
        let column = |name: &String| match table.field_with_name(name) {
            Ok(field) => Ok(Field::clone(field)),
            Err(_) => Err(exec_datafusion_err!(
                "the column '{name}' came after the query was planned; run it again"
            )),
        };
        Ok(Schema::new(names.iter().map(column).collect::<Result<Vec<_>>>()?))
    }

    /// The positions in the file of the requested columns, and which of these it has.
    fn places(&self, names: &[String]) -> (Vec<usize>, Vec<bool>) {
        let table = self.source.schema.file_schema();
        let wanted = self.source.projection.file_indices.iter();
        let places: Vec<_> = wanted
            .map(|column| names.iter().position(|name| name == table.field(*column).name()))
            .collect();
        let is_there = places.iter().map(Option::is_some).collect();
        (places.into_iter().flatten().collect(), is_there)
    }

    fn wanted_schema(&self) -> Result<Schema> {
        Ok(self.source.schema.file_schema().project(&self.source.projection.file_indices)?)
    }
}

fn is_text(field: &Field) -> bool {
    matches!(field.data_type(), DataType::Utf8 | DataType::Utf8View)
}
