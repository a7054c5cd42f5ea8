//! A server for a test, on any free port of this machine.

#![allow(dead_code, reason = "each of those who use it needs some of it")]

use std::net::SocketAddr;

use napkin_web::{Server, Settings};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::client::Client;

/// A server that is stopped when it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) runtime: Runtime,
    pub(crate) stop: Option<oneshot::Sender<()>>,
    pub(crate) served: Option<tokio::task::JoinHandle<()>>,
}

impl Running {
    pub(crate) fn new(settings: Settings) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let server = runtime.block_on(Server::bind(&settings.port(0))).unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let served = runtime.spawn(server.run(async move { drop(stopped.await) }));
        Self { address, runtime, stop: Some(stop), served: Some(served) }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// A connection from another address of this machine.
    #[cfg(target_os = "linux")]
    pub(crate) fn client_from(&self, address: &str) -> Client {
        let stream = self.runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind(SocketAddr::new(address.parse().unwrap(), 0)).unwrap();
            socket.connect(self.address).await.unwrap().into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        Client::over(stream)
    }

    /// The status of the answer to a head, and whether the connection ends with it.
    pub(crate) fn status_of(&self, head: &str) -> (u16, bool) {
        let mut client = self.client();
        client.send(format!("{head}\r\n\r\n").as_bytes());
        let response = client.answer();
        (response.status, response.header("connection") == Some("close"))
    }
}
