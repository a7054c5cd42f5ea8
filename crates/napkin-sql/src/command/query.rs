//! A query: read, run, and its answer written.

use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use datafusion::physical_plan::execute_stream;
use futures::StreamExt;

use super::failure::Failure;
use super::output::{Format, Output};
use super::progress::Progress;
use super::{SessionOptions, session};

/// A query and what becomes of its answer.
#[derive(Args)]
pub(crate) struct Query {
    /// The query; without one, standard input
    #[arg(value_name = "SQL")]
    sql: Option<String>,

    /// How the answer is written [default: by the name of the file, or a table]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Write the answer to a file: .parquet, .csv, .jsonl, .txt
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How many rows of a table are shown; 0 for all
    #[arg(long, value_name = "N", default_value_t = 1000)]
    rows: usize,

    /// Show how far it is, on standard error
    #[arg(long, value_enum, default_value_t = When::Auto)]
    progress: When,

    #[command(flatten)]
    session: SessionOptions,
}

/// When to do something that is for people.
#[derive(Clone, Copy, ValueEnum)]
enum When {
    /// On a terminal
    Auto,
    Always,
    Never,
}

impl Query {
    /// Runs the statements in turn, and writes what they answer.
    pub(crate) async fn run(self) -> Result<(), Failure> {
        let sql = match &self.sql {
            Some(sql) => sql.clone(),
            None => standard_input()?,
        };
        let session = session::open(&self.session).await?;
        let statements = split(&sql)?;
        let mut output = Output::new(self.format, self.output.as_deref(), self.rows)?;
        let shows = match self.progress {
            When::Auto => io::stderr().is_terminal(),
            When::Always => true,
            When::Never => false,
        };
        for statement in statements {
            let plan = session.state().statement_to_plan(statement).await?;
            let frame = session.execute_logical_plan(plan).await?;
            let schema = Arc::new(frame.schema().as_arrow().clone());
            let plan = frame.create_physical_plan().await?;
            let progress = Progress::start(&plan, shows);
            let mut batches = execute_stream(plan, session.task_ctx())?;
            output.begin(&schema)?;
            while let Some(batch) = batches.next().await {
                let batch = batch?;
                progress.pause(|| output.write(&batch))?;
            }
            progress.end();
            output.end()?;
        }
        output.finish()
    }
}

fn standard_input() -> Result<String, Failure> {
    if io::stdin().is_terminal() {
        return Err(Failure::Usage("no query; 'napkin-sql --help' shows one".to_owned()));
    }
    let mut sql = String::new();
    io::stdin().read_to_string(&mut sql)?;
    Ok(sql)
}

fn split(sql: &str) -> Result<Vec<datafusion::sql::parser::Statement>, Failure> {
    let statements =
        datafusion::sql::parser::DFParserBuilder::new(sql).build()?.parse_statements()?;
    if statements.is_empty() {
        return Err(Failure::Usage("no query".to_owned()));
    }
    Ok(statements.into())
}
