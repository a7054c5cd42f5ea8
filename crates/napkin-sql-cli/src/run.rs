//! One statement: planned, executed, its answer written.

use std::sync::Arc;

use datafusion::arrow::array::{AsArray, RecordBatch, RecordBatchOptions};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{ParamValues, ScalarValue};
use datafusion::dataframe::DataFrame;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::sql::parser::{DFParserBuilder, Statement};
use datafusion::sql::sqlparser::ast::Statement as Sql;

use super::codec::check;
use super::copied::Copied;
use super::failure::Failure;
use super::filename::place_file_name;
use super::files::writing;
use super::functions;
use super::job::rows;
use super::joins::{holds_a_side, with_sorted_joins};
use super::memory::given_back;
use super::output::Output;
use super::progress::Progress;
use super::relations::{as_asked, place_names};
use super::rewrite::rewrite;
use super::session::Session;
use super::signal::Stop;

/// Runs statements in a session.
pub(crate) struct Runner {
    pub(crate) session: Session,
    /// The values of `$name` in statements.
    parameters: Vec<(String, String)>,
    /// Whether the progress of a query is shown.
    shows: bool,
    pub(crate) stop: Stop,
    /// The names of files that the statement has in another form on a cluster.
    placed: Vec<String>,
    /// The columns of the tables that the last statement read.
    pub(crate) last_columns: Vec<SchemaRef>,
}

/// The form of an answer.
enum Form {
    /// It has no columns.
    None,
    /// Plans, as lines.
    Plans,
    /// Rows with these columns.
    Rows(SchemaRef),
}

/// The outcome of a statement.
pub(crate) struct Answer {
    pub(crate) rows: usize,
    pub(crate) left_out: usize,
}

/// The statements of a text.
///
/// # Errors
///
/// If it is not valid SQL.
pub(crate) fn split(sql: &str) -> Result<Vec<Statement>, Failure> {
    Ok(DFParserBuilder::new(sql).build()?.parse_statements()?.into())
}

impl Runner {
    pub(crate) const fn new(
        session: Session,
        parameters: Vec<(String, String)>,
        shows: bool,
        stop: Stop,
    ) -> Self {
        Self { session, parameters, shows, stop, placed: Vec::new(), last_columns: Vec::new() }
    }

    /// Runs a statement. Its answer is written, unless it has no columns.
    ///
    /// # Errors
    ///
    /// If it cannot be planned, run or written; or if a signal ended it.
    pub(crate) async fn run(
        &mut self,
        statement: Statement,
        output: &mut Output,
    ) -> Result<Answer, Failure> {
        let mut statement = statement;
        let copied = Copied::begin(&mut statement, self.session.scheduler.is_some())?;
        let done = self.answer(statement, output).await;
        let done = match (copied, done) {
            (Some(copied), Ok(answer)) => copied.end().map(|()| answer),
            (Some(copied), Err(failure)) => Err(copied.undo(failure).await),
            (None, done) => done,
        };
        self.session.files.tell_left_out();
        match (done, &self.session.scheduler) {
            (Err(failure), Some(scheduler)) => Err(scheduler.explained(failure).await),
            (done, _) => done,
        }
    }

    async fn answer(
        &mut self,
        statement: Statement,
        output: &mut Output,
    ) -> Result<Answer, Failure> {
        let mut stop = self.stop.clone();
        let frame = stop.unless(self.frame(statement)).await??;
        let schema = Arc::new(as_asked(frame.schema().as_arrow(), &self.placed));
        let is_plan =
            matches!(frame.logical_plan(), LogicalPlan::Explain(_) | LogicalPlan::Analyze(_));
        let form = match (schema.fields().is_empty(), is_plan && output.is_table()) {
            (true, _) => Form::None,
            (false, true) => Form::Plans,
            (false, false) => Form::Rows(schema),
        };
        if let Form::Rows(schema) = &form {
            output.check(schema)?;
        }
        let (session, logical) = frame.into_parts();
        let sorted = with_sorted_joins(session.clone());
        let session: Box<dyn datafusion::catalog::Session> = Box::new(session);
        let plan = stop.unless(session.create_physical_plan(&logical)).await??;
        if let Form::Rows(schema) = &form {
            output.begin(schema)?;
        }
        let mut count = 0;
        let holds_a_side = holds_a_side(&plan);
        let mut done = self.write(plan, session.task_ctx(), &form, output, &mut count).await;
        let is_local = self.session.scheduler.is_none();
        if done.as_ref().is_err_and(Failure::is_of_memory) && is_local && count == 0 && holds_a_side
        {
            let context = sorted.task_ctx();
            stop.unless(given_back(&context.runtime_env())).await?;
            let plan = stop.unless(sorted.create_physical_plan(&logical)).await??;
            done = self.write(plan, context, &form, output, &mut count).await;
        }
        done?;
        let left_out = output.end()?;
        Ok(Answer { rows: count, left_out })
    }

    /// Executes a plan, and writes and counts the rows of its answer. The plan ends with it, since its exchanges hold running
    /// tasks.
    async fn write(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        context: Arc<TaskContext>,
        form: &Form,
        output: &mut Output,
        count: &mut usize,
    ) -> Result<(), Failure> {
        let mut stop = self.stop.clone();
        let progress = Progress::start(&plan, self.shows);
        let scheduler = self.session.scheduler.as_ref();
        let mut batches = rows(&plan, context, scheduler)?;
        let lost = async {
            match scheduler {
                Some(scheduler) => scheduler.lost(&plan).await,
                None => std::future::pending().await,
            }
        };
        let mut lost = std::pin::pin!(lost);
        loop {
            let batch = tokio::select! {
                batch = batches.next() => batch,
                signal = stop.told() => {
                    drop(progress);
                    if let Some(scheduler) = scheduler
                        && !scheduler.cancel(&plan, batches).await
                    {
                        eprintln!("napkin-sql: the cluster could not be told to stop");
                    }
                    return Err(Failure::Interrupted(signal));
                }
                failure = &mut lost => return Err(failure),
                error = writing::failed() => return Err(Failure::Files(error)),
            };
            let Some(batch) = batch else { break };
            let batch = batch?;
            *count += batch.num_rows();
            match form {
                Form::None => {}
                Form::Plans => output.write_text(&plans(&batch)?)?,
                Form::Rows(schema) => {
                    let is_as_asked = self.placed.is_empty();
                    let batch = if is_as_asked { batch } else { named(&batch, schema)? };
                    progress.pause(|| output.write(&batch))?;
                }
            }
        }
        progress.end();
        Ok(())
    }

    /// Plans a statement. A statement that only changes the session is executed here.
    async fn frame(&mut self, mut statement: Statement) -> Result<DataFrame, Failure> {
        if let Statement::Statement(sql) = &statement
            && let Sql::ShowFunctions { filter } = sql.as_ref()
        {
            return functions::frame(&self.session.context, filter.as_ref());
        }
        rewrite(&mut statement);
        napkin_sql::place_arguments(&mut statement);
        self.session.files.set_name(place_file_name(&mut statement));
        if self.session.scheduler.is_some() {
            self.placed = place_names(&mut statement);
        }
        let context = &self.session.context;
        let plan = context.state().statement_to_plan(statement).await?;
        let plan = self.with_parameters(plan)?;
        self.last_columns = columns(&plan)?;
        if self.session.scheduler.is_some() {
            check(&plan)?;
        }
        let frame = context.execute_logical_plan(plan).await?;
        self.session.mend_memory()?;
        Ok(frame)
    }

    /// Inserts parameters, each with the type of its place.
    fn with_parameters(&self, plan: LogicalPlan) -> Result<LogicalPlan, Failure> {
        let types = plan.get_parameter_types()?;
        if types.is_empty() {
            return Ok(plan);
        }
        let counts = counts(&plan)?;
        let mut values = Vec::new();
        for (place, of) in types {
            let of = of.or_else(|| counts.contains(&place).then_some(DataType::Int64));
            let name = place.trim_start_matches('$');
            let Some((_, text)) = self.parameters.iter().find(|(known, _)| known == name) else {
                let what = format!("no value for {place}; give it one with --param {name}=VALUE");
                return Err(Failure::Usage(what));
            };
            let value = match of {
                Some(of) => ScalarValue::try_from_string(text.clone(), &of).map_err(|_| {
                    Failure::Usage(format!(
                        "the value of {place} has to be {of}, and '{text}' is not"
                    ))
                })?,
                None => ScalarValue::Utf8View(Some(text.clone())),
            };
            values.push((name.to_owned(), value));
        }
        let values: Vec<(&str, ScalarValue)> =
            values.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let are_numbers = values.iter().all(|(name, _)| name.parse::<usize>().is_ok());
        let values = if are_numbers { by_number(&values) } else { ParamValues::from(values) };
        Ok(plan.with_param_values(values)?)
    }
}

/// Rows with their columns named so.
fn named(batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, Failure> {
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    let columns = batch.columns().to_vec();
    Ok(RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options)?)
}

/// The columns of the tables that a plan reads.
fn columns(plan: &LogicalPlan) -> Result<Vec<SchemaRef>, Failure> {
    let mut found = Vec::new();
    plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node {
            found.push(scan.source.schema());
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(found)
}

/// The parameters that are numbers of rows, whose type the plan does not have.
fn counts(plan: &LogicalPlan) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    plan.apply_with_subqueries(|node| {
        if let LogicalPlan::Limit(limit) = node {
            let places = [&limit.skip, &limit.fetch].into_iter().flatten();
            found.extend(places.filter_map(|place| match place.as_ref() {
                Expr::Placeholder(place) => Some(place.id.clone()),
                _ => None,
            }));
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(found)
}

/// The values of `$1`, `$2` and so on.
fn by_number(values: &[(&str, ScalarValue)]) -> ParamValues {
    let number = |name: &str| name.parse::<usize>().unwrap_or_default();
    let most = values.iter().map(|(name, _)| number(name)).max().unwrap_or_default();
    let value = |at: usize| {
        let found = values.iter().find(|(name, _)| number(name) == at);
        found.map_or(ScalarValue::Null, |(_, value)| value.clone())
    };
    ParamValues::from((1..=most).map(value).collect::<Vec<_>>())
}

/// The plans of EXPLAIN, as lines.
fn plans(batch: &RecordBatch) -> Result<String, Failure> {
    let mut text = String::new();
    let columns: Vec<_> = batch
        .columns()
        .iter()
        .map(|column| cast(column, &DataType::Utf8))
        .collect::<Result<_, _>>()?;
    for row in 0..batch.num_rows() {
        for column in &columns {
            text += column.as_string::<i32>().value(row).trim_end();
            text.push('\n');
        }
        text.push('\n');
    }
    Ok(text)
}
