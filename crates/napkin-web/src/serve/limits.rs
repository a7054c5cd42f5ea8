//! The places for requests: from the moment a request is there as a whole until its answer is handed over.
//!
//! Each holds the memory of an answer, so their number is limited, and one address has half of them at most, or an eighth on a server that is open to strangers: who reads
//! answers slowly leaves room for others. The answers to one address are made by as many threads as there are processors,
//! in the order of its requests: who asks for much work shares the processors with other addresses, and does not flood them
//! with threads.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread::available_parallelism;

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// All places.
#[derive(Clone)]
pub(crate) struct Places {
    most: usize,
    /// The number that one address may have.
    own: usize,
    /// The number of answers to one address that are made at a time.
    turns: usize,
    taken: Arc<Mutex<HashMap<IpAddr, Own>>>,
}

/// What an address has.
struct Own {
    places: usize,
    turns: Arc<Semaphore>,
}

impl Places {
    /// So many places, of which one address may have one in so many.
    pub(crate) fn new(most: usize, share: usize) -> Self {
        let turns = available_parallelism().map_or(1, usize::from);
        let most = most.max(1);
        Self { most, own: most.div_ceil(share.max(1)), turns, taken: Arc::default() }
    }

    /// A place for a request from an address, if one is free.
    pub(crate) fn take(&self, address: IpAddr) -> Option<Place> {
        let mut taken = self.taken();
        let all: usize = taken.values().map(|own| own.places).sum();
        let places = taken.get(&address).map_or(0, |own| own.places);
        if places >= self.own || all >= self.most {
            return None;
        }
        let begin = || Own { places: 0, turns: Arc::new(Semaphore::new(self.turns)) };
        let own = taken.entry(address).or_insert_with(begin);
        own.places += 1;
        Some(Place { places: self.clone(), address, turns: Arc::clone(&own.turns) })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, Own>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place, which is free again when it is dropped.
pub(crate) struct Place {
    places: Places,
    address: IpAddr,
    turns: Arc<Semaphore>,
}

impl Place {
    /// Waits for the turn of this request among those of its address. Keep the permit while the answer is made. It is
    /// never `None`, since no semaphore is closed.
    pub(crate) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.turns).acquire_owned().await.ok()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        match taken.get_mut(&self.address) {
            Some(own) if own.places > 1 => own.places -= 1,
            _ => drop(taken.remove(&self.address)),
        }
    }
}

/// An answer that keeps something until it is handed over, piece by piece.
pub(crate) struct Kept<K> {
    left: Bytes,
    _kept: K,
}

impl<K> Kept<K> {
    pub(crate) const fn new(answer: Bytes, kept: K) -> Self {
        Self { left: answer, _kept: kept }
    }
}

/// The number of bytes handed over at a time. The HTTP library takes pieces up to the size of its buffer, and waits
/// until they are written.
const PIECE: usize = 64 << 10;

impl<K: Unpin> HttpBody for Kept<K> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let length = self.left.len().min(PIECE);
        let piece = self.left.split_to(length);
        // A copy: a view would keep the whole answer in memory.
        let piece = (!piece.is_empty()).then(|| Ok(Frame::data(Bytes::copy_from_slice(&piece))));
        Poll::Ready(piece)
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left.len() as u64)
    }
}

/// The group of an address: for IPv6 the network, since a machine has all addresses of one.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use super::{Place, Places, network};

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_has_half_of_the_places() {
        let places = Places::new(5, 2);
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let mut taken: Vec<_> = (0..3).map(|_| places.take(one).unwrap()).collect();
        assert!(places.take(one).is_none());
        let others: Vec<_> = (0..2).map(|_| places.take(other).unwrap()).collect();
        assert!(places.take(other).is_none(), "all are taken");
        drop(taken.pop());
        assert!(places.take(one).is_some());
        drop((taken, others));
        assert!(places.taken().is_empty());
        assert!(Places::new(0, 2).take(one).is_some(), "there is always one");
    }

    #[test]
    fn one_address_has_its_own_turns() {
        let places = Places::new(1000, 2);
        let place = |of: &str| places.take(address(of)).unwrap();
        let turn = |place: &Place| Arc::clone(&place.turns).try_acquire_owned().ok();
        let all: Vec<_> = (0..places.turns).map(|_| place("192.0.2.1")).collect();
        let waiting = place("192.0.2.1");
        let mut turns: Vec<_> = all.iter().map(|place| turn(place).unwrap()).collect();
        assert!(turn(&waiting).is_none());
        assert!(turn(&place("192.0.2.2")).is_some());
        drop(turns.pop());
        assert!(turn(&waiting).is_some());
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        assert_eq!(network(address("2001:db8::1")), network(address("2001:db8::ffff:1")));
        assert_ne!(network(address("2001:db8::1")), network(address("2001:db8:0:1::1")));
        assert_eq!(network(address("::ffff:192.0.2.1")), address("192.0.2.1"));
    }
}
