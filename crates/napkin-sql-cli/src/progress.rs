//! The progress of a query, on standard error: the number of rows read from its files.

use std::sync::Arc;
use std::time::Duration;

use datafusion::physical_plan::ExecutionPlan;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinHandle;

/// The update interval.
const PERIOD: Duration = Duration::from_millis(200);

/// The display while a query runs.
pub(crate) struct Progress {
    bar: ProgressBar,
    watch: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts displaying the progress of a plan, if requested.
    pub(crate) fn start(plan: &Arc<dyn ExecutionPlan>, shows: bool) -> Self {
        if !shows {
            return Self { bar: ProgressBar::hidden(), watch: None };
        }
        let bar = ProgressBar::new_spinner();
        // The template is valid; an invalid one would only look plain.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {human_pos} rows read")
        {
            bar.set_style(style);
        }
        let (shown, plan) = (bar.clone(), Arc::clone(plan));
        let watch = tokio::spawn(async move {
            loop {
                shown.set_position(rows_read(&plan));
                shown.tick();
                tokio::time::sleep(PERIOD).await;
            }
        });
        Self { bar, watch: Some(watch) }
    }

    /// Runs work that may write to the same terminal.
    pub(crate) fn pause<R>(&self, work: impl FnOnce() -> R) -> R {
        self.bar.suspend(work)
    }

    /// Ends the display.
    pub(crate) fn end(self) {
        drop(self);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(watch) = &self.watch {
            watch.abort();
        }
        self.bar.finish_and_clear();
    }
}

/// The number of rows from operators without inputs.
fn rows_read(plan: &Arc<dyn ExecutionPlan>) -> u64 {
    let inputs = plan.children();
    if inputs.is_empty() {
        let rows = plan.metrics().and_then(|metrics| metrics.output_rows());
        return rows.unwrap_or_default() as u64;
    }
    inputs.into_iter().map(rows_read).sum()
}
