//! Runs the tasks of an executor so that a task that is taken back stops.
//!
//! Ballista aborts the future of such a task, but what that future has started (`tokio::spawn` in `drive_shuffle_writer_stage`
//! and in the shuffle writers) goes on to the end of its input. So the input ends when the future is dropped: between the shuffle
//! writer and its input stands a node that passes rows on until then.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use ballista_core::JobId;
use ballista_core::error::BallistaError;
use ballista_core::serde::protobuf::{
    RuntimeStatsReport, ShuffleWritePartition, TaskColumnStats, WindowStateReport,
};
use ballista_executor::execution_engine::{
    DefaultExecutionEngine, ExecutionEngine, QueryStageExecutor,
};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DataFusionError, Result, exec_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::parquet::errors::ParquetError;
use datafusion::physical_plan::execution_plan::{ChildrenPropertiesMode, ReplaceChildrenOptions};
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, PhysicalExpr, PlanProperties,
};
use datafusion::prelude::SessionConfig;
use futures::StreamExt;
use tokio_util::sync::CancellationToken;

/// Makes tasks that can be stopped, and names the executor in errors of files.
pub(super) struct Engine {
    /// The address of the executor.
    name: String,
    inner: DefaultExecutionEngine,
}

impl Engine {
    pub(super) fn new(name: String) -> Self {
        // Ballista's pool of connections is private, so each task connects to the executors that it fetches from.
        Self { name, inner: DefaultExecutionEngine::new() }
    }
}

impl ExecutionEngine for Engine {
    fn create_query_stage_exec(
        &self,
        job_id: JobId,
        stage_id: usize,
        task_id: usize,
        partitions: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        work_dir: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        let stop = CancellationToken::new();
        let inputs = plan.children().into_iter().map(|input| {
            let input = Arc::clone(input);
            Arc::new(Stoppable { input, stop: stop.clone() }) as Arc<dyn ExecutionPlan>
        });
        let inputs = inputs.collect();
        let options = ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute);
        let plan = plan.replace_children(inputs, options)?;
        let (job, inner) = (job_id, &self.inner);
        let inner = inner
            .create_query_stage_exec(job, stage_id, task_id, partitions, plan, work_dir, config)?;
        Ok(Arc::new(Task { executor: self.name.clone(), inner, stop }))
    }
}

/// A task, which stops when its future is dropped.
#[derive(Debug)]
struct Task {
    executor: String,
    inner: Arc<dyn QueryStageExecutor>,
    stop: CancellationToken,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

#[async_trait::async_trait]
impl QueryStageExecutor for Task {
    async fn execute_query_stage(
        &self,
        task_id: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        let dropped = self.stop.clone().drop_guard();
        let done = self.inner.execute_query_stage(task_id, context).await;
        dropped.disarm();
        done.map_err(|error| named(error, &self.executor))
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        self.inner.collect_plan_metrics()
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.inner.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.inner.collect_window_state_reports()
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.inner.collect_column_stats()
    }
}

/// The error of a file names the executor, whose files may be other ones than those of its neighbours.
fn named(error: DataFusionError, executor: &str) -> DataFusionError {
    match of_file(&error) {
        Some(message) => {
            let message = format!("{message} (on the executor {executor})");
            std::io::Error::new(std::io::ErrorKind::InvalidData, message).into()
        }
        None => error,
    }
}

/// The message of an error of a file, behind the wrappers of DataFusion and Ballista.
fn of_file(error: &(dyn Error + 'static)) -> Option<String> {
    let is_it = error.is::<std::io::Error>()
        || error.is::<datafusion::object_store::Error>()
        || error.is::<ParquetError>();
    let inner: Option<&(dyn Error + 'static)> = match error.downcast_ref::<BallistaError>() {
        Some(BallistaError::DataFusionError(inner)) => Some(inner.as_ref()),
        Some(BallistaError::IoError(inner)) => Some(inner),
        _ => error.source(),
    };
    match inner {
        _ if is_it => Some(error.to_string()),
        Some(inner) => of_file(inner),
        None => None,
    }
}

/// The input of a shuffle writer, until the task is stopped. It has the children and metrics of the input and is taken for it
/// where plans are inspected, so that every plan stays as the scheduler knows it.
#[derive(Debug)]
struct Stoppable {
    input: Arc<dyn ExecutionPlan>,
    stop: CancellationToken,
}

impl DisplayAs for Stoppable {
    fn fmt_as(&self, kind: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.input.fmt_as(kind, f)
    }
}

impl ExecutionPlan for Stoppable {
    fn name(&self) -> &str {
        self.input.name()
    }

    fn downcast_delegate(&self) -> Option<&dyn ExecutionPlan> {
        Some(self.input.as_ref())
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.input.properties()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        self.input.children()
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        options: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let input = Arc::clone(&self.input).replace_children(children, options)?;
        Ok(Arc::new(Self { input, stop: self.stop.clone() }))
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let options = ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute);
        self.replace_children(children, options)
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        self.input.apply_expressions(f)
    }

    fn metrics(&self) -> Option<MetricsSet> {
        self.input.metrics()
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let rows = self.input.execute(partition, context)?;
        let (schema, stop) = (rows.schema(), self.stop.clone());
        let is_stopped = stop.clone();
        // Rows that were cut off are an error, so that nothing takes them for all.
        let end = futures::stream::once(async move { is_stopped.is_cancelled() }).filter_map(
            async |is_stopped| is_stopped.then(|| exec_err!("the task was taken back")),
        );
        let rows = rows.take_until(stop.cancelled_owned()).chain(end);
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, rows)))
    }
}
