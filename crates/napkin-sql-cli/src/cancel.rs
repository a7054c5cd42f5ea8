//! Cancels a query on a cluster, so that its executors stop working on it.

use std::sync::Arc;
use std::time::Duration;

use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::utils::create_grpc_client_endpoint;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::protobuf::LogicalPlanNode;
use futures::StreamExt;

/// The time limit for the scheduler to name the job, and to confirm its end.
const PATIENCE: Duration = Duration::from_secs(10);
/// The polling interval.
const PERIOD: Duration = Duration::from_millis(20);

/// Tells a scheduler to cancel the job.
pub(crate) async fn cancel(
    scheduler: &str,
    plan: &Arc<dyn ExecutionPlan>,
    mut answer: SendableRecordBatchStream,
) -> bool {
    let name = async {
        loop {
            if let Some(name) = job(plan) {
                return name;
            }
            // The job has been sent, and has a name once the scheduler has it.
            let _ = tokio::time::timeout(PERIOD, answer.next()).await;
        }
    };
    let Ok(job_id) = tokio::time::timeout(PATIENCE, name).await else { return false };
    let told = async {
        let endpoint = create_grpc_client_endpoint(scheduler.to_owned(), None).ok()?;
        let mut client = SchedulerGrpcClient::new(endpoint.connect().await.ok()?);
        client.cancel_job(CancelJobParams { job_id }).await.ok()
    };
    tokio::time::timeout(PATIENCE, told).await.is_ok_and(|told| told.is_some())
}

/// The name of a plan's job.
fn job(plan: &Arc<dyn ExecutionPlan>) -> Option<String> {
    match plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>() {
        Some(query) => query.job_id().map(|name| name.to_string()),
        None => plan.children().into_iter().find_map(job),
    }
}
