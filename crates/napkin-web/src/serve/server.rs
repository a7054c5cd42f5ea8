//! The connections: accepting them, limiting them, and ending them.

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::app;
use super::guard::Guard;
use super::half_open::{HalfOpen, Routing};
use super::http_errors::Telling;
use super::names::{HostName, Names};
use super::origins::Origin;
use super::pace::Pace;
use super::proxies::{BasePath, Proxies};
use super::slow_reader::Paced;

/// The address of the server, and its limits.
#[derive(Clone, Debug)]
pub struct Settings {
    host: IpAddr,
    host_names: Vec<HostName>,
    origins: Vec<Origin>,
    port: u16,
    requests: usize,
    connections: usize,
    half_open: usize,
    time: Duration,
    rate: u32,
    base: BasePath,
    proxies: Proxies,
    is_open: bool,
}

impl Default for Settings {
    /// The loopback address, port 8024, 64 requests at a time, 512 connections, of which 128 from one address may
    /// wait without a request, patience for 10 seconds, 16 KiB a second at least.
    fn default() -> Self {
        Self {
            host: Ipv4Addr::LOCALHOST.into(),
            host_names: Vec::new(),
            origins: Vec::new(),
            port: 8024,
            requests: 64,
            connections: 512,
            half_open: 128,
            time: Duration::from_secs(10),
            rate: 16 << 10,
            base: BasePath::default(),
            proxies: Proxies::default(),
            is_open: false,
        }
    }
}

impl Settings {
    /// The address to listen on. Anything but a loopback address lets others in.
    #[must_use]
    pub const fn host(mut self, host: IpAddr) -> Self {
        self.host = host;
        self
    }

    /// Sets the names that clients use for the server, besides `localhost` and its address. Requests for another
    /// host are rejected, so that no page of another site can make its own name resolve to this server.
    #[must_use]
    pub fn host_names(mut self, names: impl IntoIterator<Item = HostName>) -> Self {
        self.host_names = names.into_iter().collect();
        self
    }

    /// Sets the origins of other sites whose pages may read the answers. Without any, browsers let no page of another site read one.
    #[must_use]
    pub fn origins(mut self, origins: impl IntoIterator<Item = Origin>) -> Self {
        self.origins = origins.into_iter().collect();
        self
    }

    /// The port to listen on; 0 for any that is free.
    #[must_use]
    pub const fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Sets the number of concurrent requests, of which one address (for IPv6, one /64 network) has half at most;
    /// further ones are answered with 429. A request counts from its last byte until its answer is handed over. The answers
    /// to one address are made by as many threads as there are processors.
    #[must_use]
    pub const fn requests(mut self, requests: usize) -> Self {
        self.requests = requests;
        self
    }

    /// Sets the number of connections; further ones wait.
    #[must_use]
    pub const fn connections(mut self, connections: usize) -> Self {
        self.connections = connections;
        self
    }

    /// Sets how many connections of one address (for IPv6, of one /64 network) may wait without a complete request,
    /// head and body. Beyond that, the one that has waited longest is closed. Keep it well below
    /// [`connections`](Self::connections), so that other clients have room.
    #[must_use]
    pub const fn half_open(mut self, half_open: usize) -> Self {
        self.half_open = half_open;
        self
    }

    /// Sets the patience for a client: the time in which the head of a request has to arrive, also the next one on a
    /// connection, and by which a body or the reading of an answer may be late against [`rate`](Self::rate).
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }

    /// Sets the number of bytes a second at which a body has to arrive, and an answer to be read, at least.
    #[must_use]
    pub const fn rate(mut self, rate: u32) -> Self {
        self.rate = rate;
        self
    }

    /// The path below which clients reach the server, for a proxy that passes it on. Other paths are not found.
    #[must_use]
    pub fn base_path(mut self, path: BasePath) -> Self {
        self.base = path;
        self
    }

    /// The addresses of proxies. Of a request from one of them, `X-Forwarded-For` names the client, to whom limits by address
    /// apply; of others the field is ignored.
    #[must_use]
    pub fn trusted_proxies(mut self, addresses: impl IntoIterator<Item = IpAddr>) -> Self {
        self.proxies = Proxies::new(addresses);
        self
    }

    /// Whether strangers use the server: then one client has an eighth of the places, and may send 120 requests at once and 4 a
    /// second.
    #[must_use]
    pub const fn open(mut self, is_open: bool) -> Self {
        self.is_open = is_open;
        self
    }
}

/// Serves until the process receives SIGINT or SIGTERM; calls `ready` with the address once it listens.
///
/// # Errors
///
/// If the address cannot be bound.
pub fn serve(settings: &Settings, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let stop = told_to_end()?;
        let server = Server::bind(settings).await?;
        ready(server.address());
        server.run(stop).await;
        Ok(())
    });
    // Nobody waits for answers that are still in work.
    runtime.shutdown_background();
    served
}

/// Ready when the process is asked to end.
#[cfg(unix)]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ready when the process is asked to end.
#[cfg(not(unix))]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without such a signal, the process ends with the terminal.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
}

impl Server {
    /// Binds the address.
    ///
    /// # Errors
    ///
    /// If binding fails, for instance because the port is taken.
    pub async fn bind(settings: &Settings) -> io::Result<Self> {
        let listener = TcpListener::bind((settings.host, settings.port)).await?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, settings: settings.clone() })
    }

    /// The listening address.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is ready; then pending requests are answered, for a few seconds at most.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        const PATIENCE: Duration = Duration::from_secs(5);
        let Settings { host_names, requests, connections, half_open, time, rate, .. } =
            self.settings;
        let Settings { base, proxies, is_open, origins, .. } = self.settings;
        let pace = Pace { patience: time, rate };
        let names = Names::new(self.address.ip(), host_names);
        let guard = Guard::new(names, requests, pace, proxies.clone(), is_open);
        let router = app::router(guard, origins);
        let half_open = HalfOpen::new(half_open);
        let connections = Arc::new(Semaphore::new(connections));
        let graceful = GracefulShutdown::new();
        let mut stop = pin!(stop);
        loop {
            let accept = async {
                let place = Arc::clone(&connections).acquire_owned().await;
                (place, self.listener.accept().await)
            };
            let (place, stream, client) = tokio::select! {
                accepted = accept => match accepted {
                    (place, Ok((stream, client))) => (place, stream, client),
                    (_, Err(_)) => {
                        // An error such as too many open files: other connections have to close first.
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                () = &mut stop => break,
            };
            let seat = half_open.enter(client.ip(), proxies.trusts(client.ip()));
            let answering =
                Routing { router: router.clone(), base: base.clone(), seat: Arc::clone(&seat) };
            let connection = connection(stream, answering, pace);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                tokio::select! {
                    // A client that disconnects early is not an error here.
                    _ = connection => {}
                    () = seat.given_away() => {}
                }
                drop(place);
            });
        }
        drop(self.listener);
        // Connections that are still open then are closed.
        let _ = tokio::time::timeout(PATIENCE, graceful.shutdown()).await;
    }
}

type Connection = http1::Connection<TokioIo<Telling>, Routing>;

/// The size of the buffers of a connection, for the head of a request and for a part of an answer.
const BUFFER: usize = 256 << 10;

fn connection(stream: TcpStream, answering: Routing, pace: Pace) -> Connection {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(pace.patience).max_buf_size(BUFFER);
    let stream = Telling::new(Paced::new(stream, pace), answering.base.clone());
    http.serve_connection(TokioIo::new(stream), answering)
}
