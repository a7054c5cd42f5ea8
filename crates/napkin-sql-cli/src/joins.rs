//! Joins under a limit of memory. A hash join holds all rows of one side, and fails where these need more than the limit; a join of
//! sorted rows writes them to temporary files. It takes longer, so it is planned only where the first one failed.

use std::sync::Arc;

use datafusion::catalog::Session;
use datafusion::execution::SessionState;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::joins::HashJoinExec;

/// Whether a plan holds all rows of one side of a join.
pub(crate) fn holds_a_side(plan: &Arc<dyn ExecutionPlan>) -> bool {
    plan.is::<HashJoinExec>() || plan.children().into_iter().any(holds_a_side)
}

/// The session, with joins of sorted rows.
pub(crate) fn with_sorted_joins(mut session: SessionState) -> Box<dyn Session> {
    let options = session.config_mut().options_mut();
    options.optimizer.prefer_hash_join = false;
    // DataFusion plans them only for several partitions.
    options.optimizer.repartition_joins = true;
    options.execution.target_partitions = options.execution.target_partitions.max(2);
    Box::new(session)
}
