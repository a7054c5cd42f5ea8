//! The parts of a cluster: Ballista's scheduler and executors, with our functions.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::BallistaError;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use clap::Args;
use datafusion::common::Result;
use datafusion::execution::SessionState;
use datafusion::prelude::SessionConfig;
use napkin_sql::Aliases;

use super::failure::Failure;
use super::session::register;

/// Executors ask for tasks: one that is lost asks for none, and those that are left take what it had.
const POLICY: TaskSchedulingPolicy = TaskSchedulingPolicy::PullStaged;

/// Run the scheduler of a cluster
///
/// It takes queries and hands their tasks to executors. Whoever reaches its port can run queries: bind it
/// to private networks only.
#[derive(Args)]
pub(crate) struct Scheduler {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,

    /// The port to listen on
    #[arg(long, default_value_t = 50050)]
    port: u16,

    /// The name by which executors reach it [default: the address]
    #[arg(long, value_name = "NAME")]
    external_host: Option<String>,

    /// After how many seconds without a sign an executor is taken for lost
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    executor_timeout: u64,
}

/// Run an executor of a cluster
///
/// It reads files, works on tasks, and keeps what is between two stages in its folder. Its port has
/// to be reached by the other executors and the clients, on private networks only.
#[derive(Args)]
pub(crate) struct Executor {
    /// Where the scheduler is
    #[arg(long, value_name = "NAME", default_value = "127.0.0.1")]
    scheduler_host: String,

    /// The port of the scheduler
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    scheduler_port: u16,

    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,

    /// The port on which others fetch data
    #[arg(long, default_value_t = 50051)]
    port: u16,

    /// The name by which others reach it [default: the address]
    #[arg(long, value_name = "NAME")]
    external_host: Option<String>,

    /// How many tasks it works on at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// The folder for what is between two stages [default: one of its own among temporary files]
    #[arg(long, value_name = "FOLDER")]
    work_dir: Option<PathBuf>,

    /// How much memory its tasks may take together, in bytes [default: 7 of 10 parts of the machine's]
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,

    /// How many seconds to wait for the scheduler
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    wait: u16,
}

impl Scheduler {
    /// Runs until the process is ended.
    pub(crate) async fn run(self) -> Result<(), Failure> {
        let address = SocketAddr::new(self.bind, self.port);
        let config = SchedulerConfig {
            bind_host: self.bind.to_string(),
            bind_port: self.port,
            external_host: self.external_host.unwrap_or_else(|| self.bind.to_string()),
            executor_timeout_seconds: self.executor_timeout,
            expire_dead_executor_interval_seconds: (self.executor_timeout / 4).max(1),
            no_executors_grace_period_seconds: self.executor_timeout,
            scheduling_policy: POLICY,
            override_session_builder: Some(Arc::new(session)),
            ..SchedulerConfig::default()
        };
        let cluster = BallistaCluster::new_from_config(&config).await.map_err(of_ballista)?;
        eprintln!("napkin-sql: scheduler on {address}");
        tokio::select! {
            ended = start_server(cluster, address, Arc::new(config)) => ended.map_err(of_ballista),
            interrupted = tokio::signal::ctrl_c() => Ok(interrupted?),
        }
    }
}

impl Executor {
    /// Runs until the process is ended.
    pub(crate) async fn run(self) -> Result<(), Failure> {
        let own = std::env::temp_dir().join(format!("napkin-sql-{}", std::process::id()));
        let folder = self.work_dir.as_ref().unwrap_or(&own);
        std::fs::create_dir_all(folder).map_err(|error| Failure::of_file(folder, &error))?;
        let defaults = ExecutorProcessConfig::default();
        let config = ExecutorProcessConfig {
            bind_host: self.bind.to_string(),
            external_host: Some(self.external_host.unwrap_or_else(|| self.bind.to_string())),
            port: self.port,
            scheduler_host: self.scheduler_host,
            scheduler_port: self.scheduler_port,
            scheduler_connect_timeout_seconds: self.wait,
            vcores: self.threads.map_or(defaults.vcores, NonZeroUsize::get),
            work_dir: Some(folder.display().to_string()),
            memory_pool_size: self.memory,
            task_scheduling_policy: POLICY,
            executor_heartbeat_interval_seconds: 2,
            override_function_registry: Some(Arc::new(functions()?)),
            ..defaults
        };
        eprintln!("napkin-sql: executor on {}", SocketAddr::new(self.bind, self.port));
        let ended = start_executor_process(Arc::new(config)).await.map_err(of_ballista);
        if self.work_dir.is_none() {
            // What is left of it is in the way of nobody.
            let _ = std::fs::remove_dir_all(&own);
        }
        ended
    }
}

/// The session in which the scheduler plans a query.
fn session(config: SessionConfig) -> Result<SessionState> {
    let mut state = default_session_builder(config)?;
    register(&mut state, &Aliases::ALL)?;
    Ok(state)
}

/// The functions that an executor knows.
fn functions() -> Result<BallistaFunctionRegistry> {
    Ok(BallistaFunctionRegistry::from(&session(SessionConfig::new())?))
}

fn of_ballista(error: BallistaError) -> Failure {
    match error {
        BallistaError::IoError(error) => error.into(),
        BallistaError::DataFusionError(error) => (*error).into(),
        other => Failure::Query(other.to_string()),
    }
}
