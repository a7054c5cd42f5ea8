//! The places for requests: from the moment a request is there as a whole until its answer is handed over.
//!
//! Each holds the memory of an answer, so their number is limited, and one address has half of them at most: who reads
//! answers slowly leaves room for others.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

/// All places.
#[derive(Clone)]
pub(crate) struct Places {
    most: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Places {
    pub(crate) fn new(most: usize) -> Self {
        Self { most: most.max(1), taken: Arc::default() }
    }

    /// A place for a request from an address, if one is free.
    pub(crate) fn take(&self, address: IpAddr) -> Option<Place> {
        let mut taken = self.taken();
        let own = taken.get(&address).copied().unwrap_or(0);
        if own >= self.most.div_ceil(2) || taken.values().sum::<usize>() >= self.most {
            return None;
        }
        taken.insert(address, own + 1);
        Some(Place { places: self.clone(), address })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place, which is free again when it is dropped.
pub(crate) struct Place {
    places: Places,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        match taken.get_mut(&self.address) {
            Some(own @ 2..) => *own -= 1,
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

    use super::{Places, network};

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_has_half_of_the_places() {
        let places = Places::new(5);
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let mut taken: Vec<_> = (0..3).map(|_| places.take(one).unwrap()).collect();
        assert!(places.take(one).is_none());
        let others: Vec<_> = (0..2).map(|_| places.take(other).unwrap()).collect();
        assert!(places.take(other).is_none(), "all are taken");
        drop(taken.pop());
        assert!(places.take(one).is_some());
        drop((taken, others));
        assert!(places.taken().is_empty());
        assert!(Places::new(0).take(one).is_some(), "there is always one");
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one() {
        assert_eq!(network(address("2001:db8::1")), network(address("2001:db8::ffff:1")));
        assert_ne!(network(address("2001:db8::1")), network(address("2001:db8:0:1::1")));
        assert_eq!(network(address("::ffff:192.0.2.1")), address("192.0.2.1"));
    }
}
