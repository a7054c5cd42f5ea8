//! The processes of a cluster: Ballista's scheduler and executors, with napkin's functions.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::BallistaError;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::serde::protobuf::executor_status::Status;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::{BallistaCluster, ClusterState};
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use clap::Args;
use datafusion::common::{Result, plan_err};
use datafusion::execution::SessionState;
use datafusion::execution::memory_pool::MemoryPool;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::execution::session_state::SessionStateBuilder;
use datafusion::prelude::SessionConfig;
use tokio::net::{TcpListener, TcpStream};

use super::codec::{LogicalCodec, PhysicalCodec};
use super::engine::Engine;
use super::failure::Failure;
use super::files::Stores;
use super::job::NO_EXECUTOR;
use super::memory::Memory;
use super::message::sentence;
use super::session::register_everything;
use super::signal;

/// The scheduler pushes tasks and can cancel them, so that work stops with the query. Executors that pull tasks
/// cannot be cancelled.
const POLICY: TaskSchedulingPolicy = TaskSchedulingPolicy::PushStaged;
/// The interval of attempts to reach a scheduler.
const PERIOD: Duration = Duration::from_millis(200);

/// How long an executor that is told to end says goodbye to its scheduler. Ballista would also wait for its tasks, which may
/// take hours; others do them again.
const GOODBYE: Duration = Duration::from_secs(3);

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

    /// Let COPY … TO write files on the executors
    #[arg(long)]
    allow_copy: bool,
}

/// Run an executor of a cluster
///
/// It reads files, works on tasks, and keeps what is between two stages in its folder. Its port has
/// to be reached by the other executors and the clients, on private networks only.
#[derive(Args)]
pub(crate) struct Executor {
    /// Address of the scheduler
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

    /// The port on which the scheduler hands out tasks
    #[arg(long, value_name = "PORT", default_value_t = 50052)]
    task_port: u16,

    /// The name by which others reach it [default: the address]
    #[arg(long, value_name = "NAME")]
    external_host: Option<String>,

    /// Number of tasks run in parallel [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// The folder for what is between two stages [default: one of its own among temporary files]
    #[arg(long, value_name = "FOLDER")]
    work_dir: Option<PathBuf>,

    /// Memory limit of all tasks together, such as 4G; 0 for no limit [default: 70 % of the machine's]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Memory>,

    /// Seconds to wait for the scheduler
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    wait: u16,
}

impl Scheduler {
    /// Runs until the process is ended.
    pub(crate) async fn run(self) -> Result<(), Failure> {
        let address = SocketAddr::new(self.bind, self.port);
        let executors = Executors { state: OnceLock::new(), timeout: self.executor_timeout };
        let executors = Arc::new(executors);
        let known = Arc::clone(&executors);
        let config = SchedulerConfig {
            bind_host: self.bind.to_string(),
            bind_port: self.port,
            external_host: self.external_host.unwrap_or_else(|| self.bind.to_string()),
            executor_timeout_seconds: self.executor_timeout,
            expire_dead_executor_interval_seconds: (self.executor_timeout / 4).max(1),
            no_executors_grace_period_seconds: self.executor_timeout,
            scheduling_policy: POLICY,
            override_session_builder: Some(Arc::new(move |config| {
                known.check()?;
                session(config)
            })),
            override_logical_codec: Some(Arc::new(LogicalCodec::of_scheduler(self.allow_copy))),
            override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
            ..SchedulerConfig::default()
        };
        // The port is tested first, since later errors say little.
        TcpListener::bind(address).await.map_err(|error| of_port(address, &error))?;
        let cluster = BallistaCluster::new_from_config(&config).await.map_err(of_ballista)?;
        let _ = executors.state.set(cluster.cluster_state());
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
        for port in [self.port, self.task_port] {
            let address = SocketAddr::new(self.bind, port);
            TcpListener::bind(address).await.map_err(|error| of_port(address, &error))?;
        }
        self.wait_for_scheduler().await?;
        let temporary = folder.clone();
        let memory = self.memory.unwrap_or_else(Memory::of_machine).pool();
        let host = self.external_host.unwrap_or_else(|| self.bind.to_string());
        let engine = Engine::new(format!("{host}:{}", self.port));
        let defaults = ExecutorProcessConfig::default();
        let config = ExecutorProcessConfig {
            bind_host: self.bind.to_string(),
            external_host: Some(host),
            port: self.port,
            grpc_port: self.task_port,
            scheduler_host: self.scheduler_host,
            scheduler_port: self.scheduler_port,
            vcores: self.threads.map_or(defaults.vcores, NonZeroUsize::get),
            work_dir: Some(folder.display().to_string()),
            // Its own limit can block exchanges forever; the memory pool of the runtime is used instead.
            memory_pool_size: Some(0),
            task_scheduling_policy: POLICY,
            executor_heartbeat_interval_seconds: 2,
            override_execution_engine: Some(Arc::new(engine)),
            override_function_registry: Some(Arc::new(functions()?)),
            override_logical_codec: Some(Arc::new(LogicalCodec::default())),
            override_physical_codec: Some(Arc::new(PhysicalCodec::default())),
            override_runtime_producer: Some(Arc::new(move |_| {
                runtime(&temporary, Arc::clone(&memory))
            })),
            ..defaults
        };
        eprintln!("napkin-sql: executor on {}", SocketAddr::new(self.bind, self.port));
        let told = async {
            signal::next().await;
            tokio::time::sleep(GOODBYE).await;
        };
        let ended = tokio::select! {
            ended = start_executor_process(Arc::new(config)) => ended.map_err(of_ballista),
            () = told => Ok(()),
        };
        if self.work_dir.is_none() {
            // Remaining files do no harm.
            let _ = std::fs::remove_dir_all(&own);
        }
        ended
    }
}

impl Executor {
    /// Waits until the scheduler listens.
    async fn wait_for_scheduler(&self) -> Result<(), Failure> {
        let address = (self.scheduler_host.as_str(), self.scheduler_port);
        let there = async {
            while TcpStream::connect(address).await.is_err() {
                tokio::time::sleep(PERIOD).await;
            }
        };
        let patience = Duration::from_secs(self.wait.into());
        tokio::time::timeout(patience, there).await.map_err(|_| {
            Failure::Query(format!(
                "no scheduler at {}:{} within {} seconds; 'napkin-sql scheduler' starts one",
                self.scheduler_host, self.scheduler_port, self.wait
            ))
        })
    }
}

/// The executors that a scheduler knows.
struct Executors {
    state: OnceLock<Arc<dyn ClusterState>>,
    /// After how many seconds without a sign an executor is lost.
    timeout: u64,
}

impl Executors {
    /// Checks that there is one. A query without executors would wait for ever; its client asks again instead.
    fn check(&self) -> Result<()> {
        let Some(state) = self.state.get() else { return Ok(()) };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let is_there = state.executor_heartbeats().into_values().any(|sign| {
            let status = sign.status.and_then(|status| status.status);
            matches!(status, Some(Status::Active(_))) && sign.timestamp + self.timeout >= now
        });
        if is_there { Ok(()) } else { plan_err!("{NO_EXECUTOR}") }
    }
}

/// The runtime of tasks: with their common memory, temporary files in a folder, and every store of files.
fn runtime(folder: &Path, memory: Arc<dyn MemoryPool>) -> Result<Arc<RuntimeEnv>> {
    RuntimeEnvBuilder::new()
        .with_memory_pool(memory)
        .with_temp_file_path(folder)
        .with_object_store_registry(Arc::new(Stores::default()))
        .build_arc()
}

/// The session in which the scheduler plans a query.
fn session(config: SessionConfig) -> Result<SessionState> {
    let state = default_session_builder(config)?;
    let runtime = Memory(None).runtime()?;
    let mut state = SessionStateBuilder::new_from_existing(state).with_runtime_env(runtime).build();
    register_everything(&mut state)?;
    Ok(state)
}

/// The functions of an executor.
fn functions() -> Result<BallistaFunctionRegistry> {
    Ok(BallistaFunctionRegistry::from(&session(SessionConfig::new())?))
}

fn of_port(address: SocketAddr, error: &std::io::Error) -> Failure {
    Failure::Query(format!("{address} cannot be listened on ({error}); choose another port"))
}

fn of_ballista(error: BallistaError) -> Failure {
    match error {
        BallistaError::IoError(error) => error.into(),
        BallistaError::DataFusionError(error) => (*error).into(),
        other => Failure::Query(sentence(&other.to_string())),
    }
}
