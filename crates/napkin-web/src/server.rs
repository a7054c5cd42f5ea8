//! The connections: where they are accepted, what each may cost, and how they end.

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

use crate::app;
use crate::guard::Guard;
use crate::names::{HostName, Names};
use crate::unheard::{Answering, Seat, Unheard};
use crate::unread::Telling;

/// Where to serve, and within which limits.
#[derive(Clone, Debug)]
pub struct Settings {
    host: IpAddr,
    host_names: Vec<HostName>,
    port: u16,
    requests: usize,
    connections: usize,
    unheard: usize,
    time: Duration,
}

impl Default for Settings {
    /// The loopback address, port 8024, 64 requests at a time, 512 connections, of which 128 of one address
    /// without a request, 10 seconds for each request.
    fn default() -> Self {
        Self {
            host: Ipv4Addr::LOCALHOST.into(),
            host_names: Vec::new(),
            port: 8024,
            requests: 64,
            connections: 512,
            unheard: 128,
            time: Duration::from_secs(10),
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

    /// The names that clients call the server by, beside `localhost` and its address: requests for another host
    /// are refused, so that no page of another site has its own name lead here.
    #[must_use]
    pub fn host_names(mut self, names: impl IntoIterator<Item = HostName>) -> Self {
        self.host_names = names.into_iter().collect();
        self
    }

    /// The port to listen on; 0 for any that is free.
    #[must_use]
    pub const fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// How many requests are worked on at a time; further ones are answered 429.
    #[must_use]
    pub const fn requests(mut self, requests: usize) -> Self {
        self.requests = requests;
        self
    }

    /// How many connections there may be; further ones wait.
    #[must_use]
    pub const fn connections(mut self, connections: usize) -> Self {
        self.connections = connections;
        self
    }

    /// How many connections of one address, of IPv6 of one network of 64 bits, may wait without a complete head
    /// of a request; beyond that the one that has waited longest is closed. Keep it well below
    /// [`connections`](Self::connections), so that others have room.
    #[must_use]
    pub const fn unheard(mut self, unheard: usize) -> Self {
        self.unheard = unheard;
        self
    }

    /// How long a request may take to arrive.
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }
}

/// Serves until the process is told to end, by SIGINT or SIGTERM; tells `ready` where, once it listens.
///
/// # Errors
///
/// If the address cannot be bound.
pub fn serve(settings: &Settings, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = told_to_end()?;
        let server = Server::bind(settings).await?;
        ready(server.address());
        server.run(stop).await;
        Ok(())
    })
}

/// Ready when the process is told to end.
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

/// Ready when the process is told to end.
#[cfg(not(unix))]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Where there is no such signal, the process ends with the terminal.
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
    /// If it cannot be bound, as when the port is taken.
    pub async fn bind(settings: &Settings) -> io::Result<Self> {
        let listener = TcpListener::bind((settings.host, settings.port)).await?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, settings: settings.clone() })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is ready; then requests that are under way are answered, for a few seconds at most.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        const PATIENCE: Duration = Duration::from_secs(5);
        let Settings { host_names, requests, connections, unheard, time, .. } = self.settings;
        let names = Names::new(self.address.ip(), host_names);
        let router = app::router(Guard::new(names, requests, time));
        let unheard = Unheard::new(unheard);
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
                        // Such as too many open files: others have to close theirs first.
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                () = &mut stop => break,
            };
            let seat = unheard.enter(client.ip());
            let connection = connection(stream, router.clone(), Arc::clone(&seat), time);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                tokio::select! {
                    // A client that breaks off is no matter of ours.
                    _ = connection => {}
                    () = seat.given_away() => {}
                }
                drop(place);
            });
        }
        drop(self.listener);
        // Who has not finished by then is cut off.
        let _ = tokio::time::timeout(PATIENCE, graceful.shutdown()).await;
    }
}

type Connection = http1::Connection<TokioIo<Telling>, Answering>;

fn connection(
    stream: TcpStream,
    router: axum::Router,
    seat: Arc<Seat>,
    time: Duration,
) -> Connection {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(time);
    http.serve_connection(TokioIo::new(Telling::new(stream)), Answering { router, seat })
}
