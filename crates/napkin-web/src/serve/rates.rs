//! How many requests a client may send in a time, on a server that is open to strangers: a bucket that fills again.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The requests that a client may send at once: a page that answers while one types asks often, and then rests.
const BURST: u32 = 120;

/// The time in which a client gets one more.
const REFILL: Duration = Duration::from_millis(250);

/// The number of clients that are counted each by itself; further ones share a bucket.
const MOST: usize = 1 << 16;

/// The buckets of all clients.
#[derive(Clone, Default)]
pub(crate) struct Rates {
    /// When the bucket of a client is full again. A full bucket is not kept.
    full: Arc<Mutex<HashMap<IpAddr, Instant>>>,
}

impl Rates {
    /// Counts a request of a client; false if it has sent too many.
    pub(crate) fn admits(&self, client: IpAddr) -> bool {
        self.admits_at(client, Instant::now())
    }

    fn admits_at(&self, client: IpAddr, now: Instant) -> bool {
        let mut full = self.full.lock().unwrap_or_else(PoisonError::into_inner);
        if full.len() >= MOST && !full.contains_key(&client) {
            full.retain(|_, full| *full > now);
        }
        let is_counted = full.len() < MOST || full.contains_key(&client);
        let key = if is_counted { client } else { Ipv4Addr::UNSPECIFIED.into() };
        let fills = full.entry(key).or_insert(now);
        let later = (*fills).max(now) + REFILL;
        if later > now + REFILL * BURST {
            return false;
        }
        *fills = later;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::time::Instant;

    use super::{BURST, MOST, REFILL, Rates};

    #[test]
    fn a_client_waits_and_others_do_not() {
        let rates = Rates::default();
        let [one, other]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|ip| ip.parse().unwrap());
        let now = Instant::now();
        assert_eq!((0..200).filter(|_| rates.admits_at(one, now)).count(), BURST as usize);
        assert!(rates.admits_at(other, now));
        let later = now + REFILL * 3;
        assert_eq!((0..200).filter(|_| rates.admits_at(one, later)).count(), 3);
    }

    #[test]
    fn many_clients_take_bounded_memory() {
        let rates = Rates::default();
        let now = Instant::now();
        for number in 0..MOST as u128 + 500 {
            let client = std::net::Ipv6Addr::from(number << 64);
            assert_eq!(
                rates.admits_at(client.into(), now),
                number < (MOST as u128) + u128::from(BURST),
                "{number}"
            );
        }
        assert!(rates.full.lock().unwrap().len() <= MOST + 1);
        let later = now + REFILL * BURST;
        assert!(rates.admits_at("2001:db8::".parse().unwrap(), later));
        assert_eq!(rates.full.lock().unwrap().len(), 1);
    }
}
