//! A session with the functions and the files, local or on a cluster.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use ballista::prelude::SessionContextExt;
use ballista_core::config::BALLISTA_CLIENT_PULL;
use ballista_core::extension::SessionConfigExt;
use datafusion::common::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use napkin_sql::Aliases;
use tokio::net::TcpStream;

use super::SessionOptions;
use super::codec::{LogicalCodec, PhysicalCodec};
use super::failure::Failure;
use super::files::{self, Files};
use super::job::RemoteScheduler;
use super::memory::Memory;

/// Why a cluster has not all options of one machine.
const NOT_SKIPPED: &str = "--skip-broken is for queries on this machine: executors cannot tell the client which files and \
    lines they left out; without --cluster, name what is whole, or write it to new files with --output";

/// The time limit for a scheduler to respond.
const PATIENCE: Duration = Duration::from_secs(10);

/// The session that runs statements.
pub(crate) struct Session {
    pub(crate) context: SessionContext,
    /// The scheduler, on a cluster.
    pub(crate) scheduler: Option<RemoteScheduler>,
    /// The files that are tables.
    pub(crate) files: Arc<Files>,
}

impl Session {
    /// Enforces a memory limit that a statement set as that of `--memory`.
    ///
    /// # Errors
    ///
    /// If there is no folder for temporary files.
    pub(crate) fn mend_memory(&self) -> Result<()> {
        let runtime = self.context.runtime_env();
        if let Some(memory) = Memory::of_statement(&runtime) {
            let state = self.context.state_ref();
            let mut state = state.write();
            let config = memory.with_sorts(state.config().clone());
            let builder = SessionStateBuilder::new_from_existing(state.clone());
            let runtime = memory.mended(&runtime)?;
            *state = builder.with_config(config).with_runtime_env(runtime).build();
        }
        Ok(())
    }
}

/// Opens a session; `true` for statements from standard input.
///
/// # Errors
///
/// If the address of the scheduler is invalid, or nothing listens there.
pub(crate) async fn open(
    options: &SessionOptions,
    is_input_taken: bool,
) -> Result<Session, Failure> {
    if options.cluster.is_some() && options.skip_broken {
        return Err(Failure::Usage(NOT_SKIPPED.to_owned()));
    }
    let config = match options.cluster {
        // The client asks for the status of its job. If the scheduler pushed it, it would name the job after its first
        // stage only, and until then nobody could cancel it.
        Some(_) => SessionConfig::new_with_ballista()
            .set_bool(BALLISTA_CLIENT_PULL, true)
            .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
            .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default())),
        None => SessionConfig::new(),
    };
    let config = config.with_information_schema(true);
    let config = match options.threads.map(NonZeroUsize::get) {
        Some(threads) => config.with_target_partitions(threads),
        None => config,
    };
    let memory = options.memory.unwrap_or_else(Memory::of_machine);
    let config = memory.with_sorts(config);
    let state = SessionStateBuilder::new()
        .with_config(config)
        .with_runtime_env(memory.runtime()?)
        .with_default_features()
        .build();
    let (mut context, scheduler) = match &options.cluster {
        Some(url) => {
            let address = reach(url).await?;
            let wait = Duration::from_secs(options.wait.into());
            let context = SessionContext::remote_with_state(url, state).await?;
            (context, Some(RemoteScheduler { address, wait }))
        }
        None => (SessionContext::new_with_state(state), None),
    };
    // A session of a cluster begins with functions of its own, so ours come last.
    napkin_sql::register_all(&mut context)?;
    for pack in &options.aliases {
        if options.own_answers {
            pack.register_own(&mut context)?;
        } else {
            pack.register(&mut context)?;
        }
    }
    let (context, files) =
        files::readable(context, scheduler.is_some(), is_input_taken, options.skip_broken);
    Ok(Session { context, scheduler, files })
}

/// The address of a scheduler, checked by connecting.
async fn reach(url: &str) -> Result<String, Failure> {
    let usage = |what: String| Failure::Usage(what);
    let Some(address) = url.strip_prefix("df://") else {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        return Err(usage(format!(
            "'{url}' is no address of a cluster; write --cluster df://{rest}"
        )));
    };
    let address = address.trim_end_matches('/');
    let port = address.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
    if port.is_none() {
        return Err(usage(format!(
            "'{url}' names no port; schedulers listen at df://{address}:50050"
        )));
    }
    match tokio::time::timeout(PATIENCE, TcpStream::connect(address)).await {
        Ok(Ok(_)) => Ok(format!("http://{address}")),
        Ok(Err(error)) => Err(Failure::Query(format!(
            "no scheduler at {url} ({error}); 'napkin-sql scheduler' starts one"
        ))),
        Err(_) => Err(Failure::Query(format!(
            "no scheduler at {url}: nobody answers; 'napkin-sql scheduler' starts one"
        ))),
    }
}

/// Registers all functions, for every kind of session. Our own functions come first, since some replace the names
/// of others.
///
/// # Errors
///
/// An error of the registry.
pub(crate) fn register_everything(registry: &mut dyn FunctionRegistry) -> Result<()> {
    napkin_sql::register_all(registry)?;
    Aliases::ALL.iter().try_for_each(|pack| pack.register_own(registry))?;
    Aliases::ALL.iter().try_for_each(|pack| pack.register(registry))
}
