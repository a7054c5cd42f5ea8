//! How long a client may keep the server waiting: a bucket of time, which waiting empties, and each byte fills a little.
//!
//! A time limit alone would be too short for a long body over a slow line, or long enough for somebody who sends a
//! byte a second. So there is patience for a pause, and a least rate.

use std::time::Duration;

/// The patience for a pause, and the least rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The longest wait.
    pub(crate) patience: Duration,
    /// The least number of bytes in a second, beyond the patience.
    pub(crate) rate: u32,
}

impl Pace {
    /// The credit of a transfer that begins.
    pub(crate) const fn begin(self) -> Credit {
        Credit { pace: self, left: self.patience }
    }
}

/// The time for which the other side may still be waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Credit {
    pace: Pace,
    left: Duration,
}

impl Credit {
    /// The time until the transfer is too slow.
    pub(crate) const fn left(&self) -> Duration {
        self.left
    }

    /// Takes the time of a wait, and gives back what its bytes earn.
    pub(crate) fn waited(&mut self, time: Duration, bytes: usize) {
        let Pace { patience, rate } = self.pace;
        let earned = Duration::from_secs(bytes as u64) / rate.max(1);
        self.left = self.left.saturating_sub(time).saturating_add(earned).min(patience);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Pace;

    #[test]
    fn bytes_earn_time_up_to_the_patience() {
        let second = Duration::from_secs(1);
        let mut credit = Pace { patience: 10 * second, rate: 1000 }.begin();
        assert_eq!(credit.left(), 10 * second);
        credit.waited(4 * second, 0);
        assert_eq!(credit.left(), 6 * second);
        credit.waited(second, 2000);
        assert_eq!(credit.left(), 7 * second);
        // A fast beginning is no credit for a slow end.
        credit.waited(second, usize::MAX);
        assert_eq!(credit.left(), 10 * second);
        credit.waited(11 * second, 0);
        assert_eq!(credit.left(), Duration::ZERO);
    }
}
