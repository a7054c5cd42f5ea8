//! Connections without a complete request, head and body, counted by address, so that many of them from one address
//! leave room for others: beyond a limit, the one that has waited longest is closed.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use tokio::sync::Notify;
use tower::ServiceExt;

use super::limits::network;
use super::proxies::{BasePath, Target};

/// The connections of all addresses that wait for a request.
#[derive(Clone)]
pub(crate) struct HalfOpen {
    /// The maximum number for one address.
    most: usize,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The number of the next connection; the smallest number has waited longest.
    next: u64,
    waiting: HashMap<IpAddr, BTreeMap<u64, Arc<Notify>>>,
}

impl HalfOpen {
    pub(crate) fn new(most: usize) -> Self {
        Self { most: most.max(1), state: Arc::default() }
    }

    /// A new connection, which waits for its first request. Those of a trusted proxy are of many clients, and not limited here.
    pub(crate) fn enter(&self, address: IpAddr, is_proxy: bool) -> Arc<Seat> {
        let seat = Seat {
            half_open: self.clone(),
            connected: address,
            address: network(address),
            is_proxy,
            number: Mutex::new(None),
            leave: Arc::new(Notify::new()),
        };
        seat.wait();
        Arc::new(seat)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A waiting connection.
pub(crate) struct Seat {
    half_open: HalfOpen,
    connected: IpAddr,
    address: IpAddr,
    is_proxy: bool,
    number: Mutex<Option<u64>>,
    leave: Arc<Notify>,
}

impl Seat {
    /// The address that is connected.
    pub(crate) const fn connected(&self) -> IpAddr {
        self.connected
    }

    /// Waits for a request: the first one, or the next one after an answer.
    pub(crate) fn wait(&self) {
        let mut state = self.half_open.state();
        let number = state.next;
        state.next += 1;
        let waiting = state.waiting.entry(self.address).or_default();
        waiting.insert(number, Arc::clone(&self.leave));
        if waiting.len() > self.half_open.most
            && !self.is_proxy
            && let Some((_, longest)) = waiting.pop_first()
        {
            longest.notify_one();
        }
        drop(state);
        *self.number() = Some(number);
    }

    /// Records that a request has arrived as a whole.
    pub(crate) fn heard(&self) {
        let Some(number) = self.number().take() else { return };
        let mut state = self.half_open.state();
        if let Some(waiting) = state.waiting.get_mut(&self.address) {
            waiting.remove(&number);
            if waiting.is_empty() {
                state.waiting.remove(&self.address);
            }
        }
    }

    fn number(&self) -> MutexGuard<'_, Option<u64>> {
        self.number.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ready when the connection has to be closed.
    pub(crate) async fn given_away(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.heard();
    }
}

/// Answers the requests of one connection; each has its seat among its extensions.
pub(crate) struct Routing {
    pub(crate) router: Router,
    pub(crate) base: BasePath,
    pub(crate) seat: Arc<Seat>,
}

impl hyper::service::Service<Request<Incoming>> for Routing {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(Arc::clone(&self.seat));
        match self.base.target(request.uri()) {
            Target::Own(uri) => *request.uri_mut() = uri,
            elsewhere => drop(request.extensions_mut().insert(elsewhere)),
        }
        Box::pin(self.router.clone().oneshot(request.map(Body::new)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::net::IpAddr;

    use super::HalfOpen;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn the_longest_silent_of_an_address_gives_way() {
        let half_open = HalfOpen::new(2);
        let other = half_open.enter(address("192.0.2.2"), false);
        let seats: Vec<_> = (0..4).map(|_| half_open.enter(address("192.0.2.1"), false)).collect();
        let waiting =
            |of: &str| half_open.state().waiting.get(&address(of)).map_or(0, BTreeMap::len);
        assert_eq!((waiting("192.0.2.1"), waiting("192.0.2.2")), (2, 1));
        // A connection whose request has arrived is not counted, and waits again as the last.
        seats[2].heard();
        assert_eq!(waiting("192.0.2.1"), 1);
        seats[2].wait();
        let numbers = [&seats[2], &seats[3]].map(|seat| *seat.number());
        assert!(numbers[0] > numbers[1]);
        let proxied: Vec<_> = (0..4).map(|_| half_open.enter(address("192.0.2.3"), true)).collect();
        assert_eq!(waiting("192.0.2.3"), 4);
        drop((seats, other, proxied));
        assert!(half_open.state().waiting.is_empty());
    }
}
