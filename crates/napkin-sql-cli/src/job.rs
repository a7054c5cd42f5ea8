//! A query on a cluster, where it is a job: waits for executors, cancels the job, and notices that the scheduler is lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::job_status::Status;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, GetJobStatusParams};
use ballista_core::utils::create_grpc_client_endpoint;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::{Result, exec_err};
use datafusion::execution::TaskContext;
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion_proto::protobuf::LogicalPlanNode;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};

use super::failure::Failure;

/// The time limit for the scheduler to name the job, and to confirm its end.
const PATIENCE: Duration = Duration::from_secs(10);
/// The polling interval.
const PERIOD: Duration = Duration::from_millis(20);
/// The interval of questions whether the scheduler still knows the job.
const WATCH: Duration = Duration::from_secs(2);

/// What a scheduler without executors says.
pub(crate) const NO_EXECUTOR: &str = "no executor is registered at the scheduler";

/// The scheduler of a cluster, as a client sees it.
#[derive(Clone)]
pub(crate) struct RemoteScheduler {
    /// Its address, with `http://`.
    pub(crate) address: String,
    /// How long a query waits for an executor.
    pub(crate) wait: Duration,
}

/// The rows of an answer.
pub(crate) struct Rows {
    stream: BoxStream<'static, Result<RecordBatch>>,
    /// Whether the query waits for an executor, so that it has no job.
    is_waiting: Arc<AtomicBool>,
}

impl Rows {
    fn new(stream: BoxStream<'static, Result<RecordBatch>>) -> Self {
        Self { stream, is_waiting: Arc::default() }
    }

    pub(crate) async fn next(&mut self) -> Option<Result<RecordBatch>> {
        self.stream.next().await
    }
}

/// The answer of a plan. A cluster that has no executor is asked again for a while.
pub(crate) fn rows(
    plan: &Arc<dyn ExecutionPlan>,
    context: Arc<TaskContext>,
    scheduler: Option<&RemoteScheduler>,
) -> Result<Rows> {
    let Some(wait) = scheduler.map(|scheduler| scheduler.wait) else {
        return Ok(Rows::new(execute_stream(Arc::clone(plan), context)?.boxed()));
    };
    let plan = Arc::clone(plan);
    let is_waiting = Arc::new(AtomicBool::new(false));
    let waits = Arc::clone(&is_waiting);
    let answer = async move {
        let start = Instant::now();
        loop {
            let mut rows = execute_stream(Arc::clone(&plan), Arc::clone(&context))?;
            let first = rows.next().await;
            let has_none =
                matches!(&first, Some(Err(error)) if error.message().contains(NO_EXECUTOR));
            if !has_none {
                return Ok(futures::stream::iter(first).chain(rows));
            }
            if start.elapsed() >= wait {
                let seconds = wait.as_secs();
                return exec_err!(
                    "{NO_EXECUTOR}, and none came within {seconds} seconds; 'napkin-sql executor' starts one"
                );
            }
            waits.store(true, Ordering::Relaxed);
            tokio::time::sleep(PERIOD).await;
            waits.store(false, Ordering::Relaxed);
        }
    };
    Ok(Rows { stream: futures::stream::once(answer).try_flatten().boxed(), is_waiting })
}

impl RemoteScheduler {
    /// Cancels the job of a plan, so that the executors stop working on it; whether none is left: the scheduler says that it has
    /// ended, or there was none.
    pub(crate) async fn cancel(&self, plan: &Arc<dyn ExecutionPlan>, mut answer: Rows) -> bool {
        let name = async {
            loop {
                if let Some(name) = job(plan) {
                    return Some(name);
                }
                if answer.is_waiting.load(Ordering::Relaxed) {
                    return None;
                }
                // The job has been sent, and has a name once the scheduler has it. An answer that is over is never waited
                // for, so asking it again would not let the time limit pass.
                if let Ok(None) = tokio::time::timeout(PERIOD, answer.next()).await {
                    return job(plan);
                }
            }
        };
        match tokio::time::timeout(PATIENCE, name).await {
            Ok(Some(job)) => {
                let ended = tokio::time::timeout(PATIENCE, self.end(&job)).await;
                ended.is_ok_and(|ended| ended.is_some())
            }
            Ok(None) => true,
            Err(_) => false,
        }
    }

    /// Ends a job. While the scheduler plans a job, it forgets that it is cancelled, so the request is repeated until the
    /// job has ended.
    async fn end(&self, job: &str) -> Option<()> {
        let endpoint = create_grpc_client_endpoint(self.address.clone(), None).ok()?;
        let mut client = SchedulerGrpcClient::new(endpoint.connect().await.ok()?);
        loop {
            client.cancel_job(CancelJobParams { job_id: job.to_owned() }).await.ok()?;
            tokio::time::sleep(PERIOD).await;
            match self.status(job).await? {
                Some(Status::Queued(_) | Status::Running(_)) => {}
                Some(Status::Failed(_) | Status::Successful(_)) | None => return Some(()),
            }
        }
    }

    /// The status of a job, if the scheduler answers, and knows the job.
    async fn status(&self, job: &str) -> Option<Option<Status>> {
        let endpoint = create_grpc_client_endpoint(self.address.clone(), None).ok()?;
        let mut client = SchedulerGrpcClient::new(endpoint.connect().await.ok()?);
        let asked = GetJobStatusParams { job_id: job.to_owned() };
        let status = client.get_job_status(asked).await.ok()?.into_inner().status;
        Some(status.and_then(|status| status.status))
    }

    /// Waits until the scheduler is lost, or has been started anew and knows nothing of the job; returns the failure of the
    /// query. Ballista's client would wait for such a job for ever.
    pub(crate) async fn lost(&self, plan: &Arc<dyn ExecutionPlan>) -> Failure {
        loop {
            tokio::time::sleep(WATCH).await;
            let Some(job) = job(plan) else { continue };
            match self.status(&job).await {
                Some(Some(Status::Queued(_) | Status::Running(_))) => {}
                // Its end is told by the answer.
                Some(Some(Status::Failed(_) | Status::Successful(_))) => {
                    std::future::pending::<()>().await;
                }
                Some(None) | None => return self.is_lost(),
            }
        }
    }

    /// The failure of a query: that the scheduler is lost, if that is why. It is asked something: while the system takes away
    /// what a killed process had, its port still accepts connections.
    pub(crate) async fn explained(&self, failure: Failure) -> Failure {
        let answered = tokio::time::timeout(PATIENCE, self.status(""));
        match failure {
            Failure::Query(_) if !matches!(answered.await, Ok(Some(_))) => self.is_lost(),
            other => other,
        }
    }

    /// The failure of a query whose scheduler is lost.
    fn is_lost(&self) -> Failure {
        let address = self.address.trim_start_matches("http://");
        Failure::Query(format!(
            "the scheduler at df://{address} was lost, and its jobs with it; start it and the executors again, then run \
             the query again"
        ))
    }
}

/// The name of a plan's job.
fn job(plan: &Arc<dyn ExecutionPlan>) -> Option<String> {
    match plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>() {
        Some(query) => query.job_id().map(|name| name.to_string()),
        None => plan.children().into_iter().find_map(job),
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::datatypes::Schema;
    use datafusion::physical_plan::empty::EmptyExec;

    use super::*;

    #[tokio::test]
    async fn a_query_without_a_job_is_not_waited_for() {
        let plan: Arc<dyn ExecutionPlan> = Arc::new(EmptyExec::new(Arc::new(Schema::empty())));
        let scheduler =
            RemoteScheduler { address: "http://127.0.0.1:1".to_owned(), wait: Duration::ZERO };
        let start = Instant::now();
        // Its answer has ended, or there is no executor yet.
        assert!(scheduler.cancel(&plan, Rows::new(futures::stream::empty().boxed())).await);
        let waiting = Rows::new(futures::stream::pending().boxed());
        waiting.is_waiting.store(true, Ordering::Relaxed);
        assert!(scheduler.cancel(&plan, waiting).await);
        assert!(start.elapsed() < PATIENCE / 2);
    }
}
