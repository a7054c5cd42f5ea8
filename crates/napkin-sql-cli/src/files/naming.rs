//! A scan of Parquet whose errors name the file. DataFusion says what is wrong with a page, but not in which of the files
//! (`docs/contributing/upstream/naming.md`).

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::error::ArrowError;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, internal_err};
use datafusion::config::ConfigOptions;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{
    FileOpener, FileScanConfig, FileScanConfigBuilder, FileSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::error::DataFusionError;
use datafusion::object_store::ObjectStore;
use datafusion::physical_expr::projection::ProjectionExprs;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalSortExpr};
use datafusion::physical_plan::filter_pushdown::FilterPushdownPropagation;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use datafusion::physical_plan::{
    DisplayFormatType, ExecutionPlan, PhysicalExpr, SortOrderPushdownResult,
};
use datafusion_datasource::TableSchema;
use datafusion_datasource::morsel::{Morsel, MorselPlan, MorselPlanner, Morselizer};
use futures::StreamExt;
use futures::stream::BoxStream;

use super::{named, place_of};

/// A scan of Parquet files, in whose errors they are named.
pub(crate) fn naming(plan: Arc<dyn ExecutionPlan>) -> Arc<dyn ExecutionPlan> {
    let scan = plan.downcast_ref::<DataSourceExec>();
    let scan = scan.and_then(|scan| scan.data_source().downcast_ref::<FileScanConfig>());
    match scan {
        Some(config) => with_source(config, Arc::new(Naming(Arc::clone(config.file_source())))),
        None => plan,
    }
}

fn with_source(config: &FileScanConfig, source: Arc<dyn FileSource>) -> Arc<dyn ExecutionPlan> {
    let config = FileScanConfigBuilder::from(config.clone()).with_source(source);
    DataSourceExec::from_data_source(config.build())
}

/// The source that a scan has behind its names.
#[derive(Clone)]
pub(crate) struct Naming(Arc<dyn FileSource>);

impl Naming {
    /// The scan without the names, as another machine is told of it.
    pub(crate) fn inner(&self, config: &FileScanConfig) -> Arc<dyn ExecutionPlan> {
        with_source(config, Arc::clone(&self.0))
    }

    fn wrap(source: Arc<dyn FileSource>) -> Arc<dyn FileSource> {
        Arc::new(Self(source))
    }
}

impl FileSource for Naming {
    fn create_file_opener(
        &self,
        _: Arc<dyn ObjectStore>,
        _: &FileScanConfig,
        _: usize,
    ) -> Result<Arc<dyn FileOpener>> {
        internal_err!("Parquet files are read by morsels")
    }

    fn create_morselizer(
        &self,
        store: Arc<dyn ObjectStore>,
        config: &FileScanConfig,
        partition: usize,
    ) -> Result<Box<dyn Morselizer>> {
        let inner = self.0.create_morselizer(store, config, partition)?;
        Ok(Box::new(Files { inner, place: place_of(config) }))
    }

    fn table_schema(&self) -> &TableSchema {
        self.0.table_schema()
    }

    fn with_batch_size(&self, batch: usize) -> Arc<dyn FileSource> {
        Self::wrap(self.0.with_batch_size(batch))
    }

    fn filter(&self) -> Option<Arc<dyn PhysicalExpr>> {
        self.0.filter()
    }

    fn projection(&self) -> Option<&ProjectionExprs> {
        self.0.projection()
    }

    fn metrics(&self) -> &ExecutionPlanMetricsSet {
        self.0.metrics()
    }

    fn file_type(&self) -> &str {
        self.0.file_type()
    }

    fn fmt_extra(&self, kind: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_extra(kind, f)
    }

    fn try_pushdown_filters(
        &self,
        filters: Vec<Arc<dyn PhysicalExpr>>,
        options: &ConfigOptions,
    ) -> Result<FilterPushdownPropagation<Arc<dyn FileSource>>> {
        let FilterPushdownPropagation { filters, updated_node } =
            self.0.try_pushdown_filters(filters, options)?;
        let updated_node = updated_node.map(Self::wrap);
        Ok(FilterPushdownPropagation { filters, updated_node })
    }

    fn try_pushdown_sort(
        &self,
        order: &[PhysicalSortExpr],
        properties: &EquivalenceProperties,
    ) -> Result<SortOrderPushdownResult<Arc<dyn FileSource>>> {
        Ok(self.0.try_pushdown_sort(order, properties)?.map(Self::wrap))
    }

    fn reorder_files(&self, files: Vec<PartitionedFile>) -> Vec<PartitionedFile> {
        self.0.reorder_files(files)
    }

    fn try_pushdown_projection(
        &self,
        projection: &ProjectionExprs,
    ) -> Result<Option<Arc<dyn FileSource>>> {
        Ok(self.0.try_pushdown_projection(projection)?.map(Self::wrap))
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        self.0.apply_expressions(f)
    }
}

/// An error of a file, with its name; other errors, such as those of a condition on its rows, are left as they are.
fn of_file(file: &str, error: DataFusionError) -> DataFusionError {
    match error.find_root() {
        DataFusionError::ArrowError(inner, _) => match **inner {
            ArrowError::ParquetError(_)
            | ArrowError::ExternalError(_)
            | ArrowError::IoError(..)
            | ArrowError::InvalidArgumentError(_) => named(file, &error),
            _ => error,
        },
        DataFusionError::ParquetError(_)
        | DataFusionError::IoError(_)
        | DataFusionError::ObjectStore(_) => named(file, &error),
        _ => error,
    }
}

#[derive(Debug)]
struct Files {
    inner: Box<dyn Morselizer>,
    /// The prefix of file names.
    place: String,
}

impl Morselizer for Files {
    fn plan_file(&self, file: PartitionedFile) -> Result<Box<dyn MorselPlanner>> {
        let name: Arc<str> = format!("{}{}", self.place, file.object_meta.location).into();
        match self.inner.plan_file(file) {
            Ok(planner) => Ok(Planner::wrap(planner, name)),
            Err(error) => Err(of_file(&name, error)),
        }
    }
}

/// What is to be read of a file.
#[derive(Debug)]
struct Planner {
    inner: Box<dyn MorselPlanner>,
    file: Arc<str>,
}

impl Planner {
    fn wrap(inner: Box<dyn MorselPlanner>, file: Arc<str>) -> Box<dyn MorselPlanner> {
        Box::new(Self { inner, file })
    }
}

impl MorselPlanner for Planner {
    fn plan(self: Box<Self>) -> Result<Option<MorselPlan>> {
        let file = self.file;
        let plan = self.inner.plan().map_err(|error| of_file(&file, error))?;
        Ok(plan.map(|mut plan| {
            let rows = plan.take_morsels().into_iter();
            let rows = rows.map(|inner| Box::new(Piece { inner, file: Arc::clone(&file) }) as _);
            let planners = plan.take_ready_planners().into_iter();
            let planners = planners.map(|planner| Planner::wrap(planner, Arc::clone(&file)));
            let named =
                MorselPlan::new().with_morsels(rows.collect()).with_planners(planners.collect());
            match plan.take_pending_planner() {
                None => named,
                Some(pending) => named.with_pending_planner(async move {
                    match pending.await {
                        Ok(planner) => Ok(Planner::wrap(planner, file)),
                        Err(error) => Err(of_file(&file, error)),
                    }
                }),
            }
        }))
    }
}

/// A piece of a file that has been read.
#[derive(Debug)]
struct Piece {
    inner: Box<dyn Morsel>,
    file: Arc<str>,
}

impl Morsel for Piece {
    fn into_stream(self: Box<Self>) -> BoxStream<'static, Result<RecordBatch>> {
        let file = self.file;
        let rows = self.inner.into_stream();
        rows.map(move |rows| rows.map_err(|error| of_file(&file, error))).boxed()
    }
}
