//! The command `napkin-sql`: queries over files of URIs, on this machine or on a cluster, and commands that generate data and
//! run a cluster.

// The modules in the order in which data flows: a place for answers, files as tables, a session with both, statements that run in
// it, and what asks for statements.
mod message;
mod signal;
mod failure;
mod job;
mod progress;
mod csv;
mod table;
mod place;
mod compress;
mod escaped;
mod output;
mod generate;
mod files;
mod named;
mod codec;
mod memory;
mod session;
mod functions;
mod relations;
mod filename;
mod rewrite;
mod copied;
mod joins;
mod run;
mod complete;
mod shell;
mod query;
mod engine;
mod cluster;

use std::num::NonZeroUsize;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, StyledStr, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use napkin_sql::Aliases;

use escaped::visible_lines;
use failure::Failure;
use memory::Memory;
use signal::Stop;

/// Ask tables of URIs in SQL
///
/// Files stand in the query by their path, a pattern, a folder or an address, in quotation marks: Parquet, CSV,
/// TSV, JSON Lines, lists of URIs (.txt) and CDX, compressed or not; '-' and '-.csv' are standard input.
#[derive(Parser)]
#[command(
    name = "napkin-sql",
    bin_name = "napkin-sql",
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
  napkin-sql \"SELECT uri_host(uri) AS host, count(*) AS links FROM 'docs/examples/uris.txt' GROUP BY host ORDER BY links DESC, host LIMIT 3\"";

#[derive(Subcommand)]
enum Other {
    Generate(generate::Generate),
    Scheduler(cluster::Scheduler),
    Executor(cluster::Executor),
}

/// The options of a session.
#[derive(Args)]
struct SessionOptions {
    /// Add the functions of other engines, with the answers that these give
    #[arg(long, value_name = "ENGINES", value_delimiter = ',', value_parser = aliases())]
    aliases: Vec<Aliases>,

    /// Have the functions of --aliases answer as napkin's own do: by RFC 3986, NULL for what is absent
    #[arg(long, requires = "aliases")]
    own_answers: bool,

    /// Number of partitions processed in parallel [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Run the query on the cluster with this scheduler, such as `df://localhost:50050`
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,

    /// Leave out Parquet files that cannot be opened and lines of CSV that cannot be read, and tell how many
    #[arg(long)]
    skip_broken: bool,

    /// Seconds that a query waits for an executor, on a cluster that has none
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    wait: u16,

    /// Memory limit of the query, such as 4G; 0 for no limit [default: 70 % of the machine's]
    ///
    /// An operator that needs more writes temporary files, or fails with an error. On a cluster, each executor has
    /// its own limit.
    #[arg(long, value_name = "SIZE")]
    memory: Option<Memory>,
}

fn aliases() -> impl TypedValueParser<Value = Aliases> {
    PossibleValuesParser::new(Aliases::ALL.map(Aliases::name))
        .try_map(|name| Aliases::named(&name).ok_or("not an engine whose names are known"))
}

/// Runs the command, and prints its failure.
fn main() -> ExitCode {
    let Command { other, query } = match Command::try_parse() {
        Ok(command) => command,
        Err(error) if error.use_stderr() => {
            eprint!("{}", told(&error.render().to_string()));
            return ExitCode::from(2);
        }
        Err(help) => help.exit(),
    };
    let done = match other {
        // Generating is a single loop and needs no runtime.
        Some(Other::Generate(generate)) => generate.run(),
        Some(Other::Scheduler(scheduler)) => block_on(scheduler.run()),
        Some(Other::Executor(executor)) => block_on(executor.run()),
        None => {
            let stop = Stop::on_signals(query.is_shell(), query.is_on_cluster(), forget);
            block_on(query.run(stop))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// An error of clap, which quotes arguments and their values as they are. Without its colours, only the line ends are
/// to be kept that no argument has.
fn told(error: &str) -> String {
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    let arguments: Vec<_> = arguments.collect();
    let values = arguments
        .iter()
        .flat_map(|argument| [Some(&**argument), argument.split_once('=').map(|(_, value)| value)]);
    let values = values.flatten().flat_map(|value| [value].into_iter().chain(value.split(',')));
    let hidden = values.filter(|value| value.contains('\n'));
    let told = hidden.fold(error.to_owned(), |told, value| {
        let visible = napkin::visible(value).to_string();
        // clap leaves out what steers a terminal.
        let quoted = StyledStr::from(value.to_owned()).to_string();
        told.replace(value, &visible).replace(&quoted, &visible)
    });
    visible_lines(&told).to_string()
}

/// Removes temporary files, before the process ends without waiting for its query.
fn forget() {
    place::forget();
    files::writing::forget();
}

fn block_on(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| Failure::Files(format!("no threads to run on: {error}")))?;
    let done = runtime.block_on(async {
        signal::bear_limit_of_size();
        work.await
    });
    // Remaining tasks have no purpose any more.
    runtime.shutdown_background();
    done
}
