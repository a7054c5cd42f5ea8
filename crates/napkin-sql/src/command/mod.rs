//! The command line: a query, or one of the commands that generate data and run a cluster.

mod cdx;
mod cluster;
mod failure;
mod files;
mod generate;
mod output;
mod progress;
mod query;
mod session;
mod table;

use std::num::NonZeroUsize;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use napkin_sql::Aliases;

use failure::Failure;

/// Ask tables of URIs in SQL
///
/// Files stand in the query by their path or a pattern, in quotation marks: Parquet, CSV, TSV, JSON Lines,
/// lists of URIs (.txt) and CDX, compressed or not.
#[derive(Parser)]
#[command(
    name = "napkin-sql",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = EXAMPLE
)]
struct Command {
    #[command(subcommand)]
    other: Option<Other>,

    #[command(flatten)]
    query: query::Query,
}

const EXAMPLE: &str = "\
Example:
  napkin-sql \"SELECT uri_host(uri) AS host, count(*) AS links FROM 'examples/uris.txt' GROUP BY host ORDER BY links DESC, host LIMIT 3\"";

#[derive(Subcommand)]
enum Other {
    Generate(generate::Generate),
    Scheduler(cluster::Scheduler),
    Executor(cluster::Executor),
}

/// What a session is made of.
#[derive(Args)]
struct SessionOptions {
    /// Give the functions the names of other engines too
    #[arg(long, value_name = "ENGINES", value_delimiter = ',', value_parser = aliases())]
    aliases: Vec<Aliases>,

    /// How many parts of a table are worked on at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Run the query on the cluster with this scheduler, such as df://localhost:50050
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,
}

fn aliases() -> impl TypedValueParser<Value = Aliases> {
    PossibleValuesParser::new(Aliases::ALL.map(Aliases::name))
        .try_map(|name| Aliases::named(&name).ok_or("not an engine whose names are known"))
}

/// Runs the command, and tells what went wrong.
pub(crate) fn main() -> ExitCode {
    let Command { other, query } = Command::parse();
    let done = match other {
        // Generating needs no runtime: it is one loop.
        Some(Other::Generate(generate)) => generate.run(),
        Some(Other::Scheduler(scheduler)) => block_on(scheduler.run()),
        Some(Other::Executor(executor)) => block_on(executor.run()),
        None => block_on(query.run()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn block_on(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime
        .map_err(|error| Failure::Files(format!("no threads to run on: {error}")))?
        .block_on(work)
}
