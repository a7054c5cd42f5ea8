//! How much memory a query may hold, and that it ends however little that is.
//!
//! DataFusion's exchange between partitions (`RepartitionExec`) writes to temporary files when it is refused
//! memory, and then may wait for ever: its reader waits for the oldest of two open files while the batch that is
//! next stands in the other one. So it is never refused any: what it holds is taken from the parts of those that
//! sort and group, which write to temporary files without such a fault, or fail with an error.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use datafusion::common::Result;
use datafusion::execution::cache::cache_manager::CacheManagerConfig;
use datafusion::execution::memory_pool::{
    FairSpillPool, MemoryConsumer, MemoryLimit, MemoryPool, MemoryReservation, UnboundedMemoryPool,
};
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use sysinfo::System;

use super::files::Stores;

/// What the exchange between partitions is called by those that ask for memory.
const EXCHANGE: &str = "RepartitionExec";

/// An amount of memory; none is all that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory(pub(crate) Option<usize>);

impl FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let digits = text.find(|character: char| !character.is_ascii_digit() && character != '.');
        let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
        let unit = unit.trim().to_ascii_uppercase();
        let factor = match unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit) {
            "" => 1.0,
            "K" => 1024.0,
            "M" => 1024.0 * 1024.0,
            "G" => 1024.0 * 1024.0 * 1024.0,
            "T" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
            _ => return Err("write bytes, or a number with K, M, G or T: 512M, 4G".to_owned()),
        };
        let number: f64 = number.parse().map_err(|_| "begin with a number: 512M, 4G".to_owned())?;
        #[expect(clippy::cast_sign_loss, reason = "no sign was read")]
        let bytes = (number * factor) as usize;
        Ok(Self((bytes > 0).then_some(bytes)))
    }
}

impl Memory {
    /// Seven of ten parts of the machine's, or of what a container may use of it.
    pub(crate) fn of_machine() -> Self {
        let mut system = System::new();
        system.refresh_memory();
        let total = match system.cgroup_limits() {
            Some(limits) if limits.total_memory > 0 => limits.total_memory,
            _ => system.total_memory(),
        };
        Self(usize::try_from(total / 10 * 7).ok().filter(|bytes| *bytes > 0))
    }

    /// What gives memory out.
    pub(crate) fn pool(self) -> Arc<dyn MemoryPool> {
        match self.0 {
            Some(bytes) => Arc::new(Pool::new(bytes)),
            None => Arc::new(UnboundedMemoryPool::default()),
        }
    }

    /// Where queries run: with so much memory, temporary files, and every store of files.
    ///
    /// # Errors
    ///
    /// If there is no folder for temporary files.
    pub(crate) fn runtime(self) -> Result<Arc<RuntimeEnv>> {
        // What a folder held a while ago is no answer to what it holds now.
        let caches = CacheManagerConfig::default().with_list_files_cache_limit(0);
        RuntimeEnvBuilder::new()
            .with_memory_pool(self.pool())
            .with_cache_manager(caches)
            .with_object_store_registry(Arc::new(Stores::default()))
            .build_arc()
    }

    /// The same runtime with a pool of ours, if a statement gave it one of DataFusion's with a limit.
    ///
    /// # Errors
    ///
    /// If there is no folder for temporary files.
    pub(crate) fn mended(runtime: &RuntimeEnv) -> Result<Option<Arc<RuntimeEnv>>> {
        match runtime.memory_pool.memory_limit() {
            MemoryLimit::Finite(bytes) if !runtime.memory_pool.is::<Pool>() => {
                let builder = RuntimeEnvBuilder::from_runtime_env(runtime);
                builder.with_memory_pool(Self(Some(bytes)).pool()).build_arc().map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// Gives the same part to each of those that can write to temporary files, so that none waits for another one.
#[derive(Debug)]
struct Pool {
    parts: Arc<dyn MemoryPool>,
    /// What exchanges hold.
    exchanged: MemoryReservation,
}

impl Pool {
    fn new(bytes: usize) -> Self {
        let parts: Arc<dyn MemoryPool> = Arc::new(FairSpillPool::new(bytes));
        let exchanged = MemoryConsumer::new("exchanges").register(&parts);
        Self { parts, exchanged }
    }
}

impl MemoryPool for Pool {
    fn name(&self) -> &'static str {
        "fair"
    }

    fn register(&self, consumer: &MemoryConsumer) {
        if !is_exchange(consumer) {
            self.parts.register(consumer);
        }
    }

    fn unregister(&self, consumer: &MemoryConsumer) {
        if !is_exchange(consumer) {
            self.parts.unregister(consumer);
        }
    }

    fn grow(&self, reservation: &MemoryReservation, additional: usize) {
        if is_exchange(reservation.consumer()) {
            self.exchanged.grow(additional);
        } else {
            self.parts.grow(reservation, additional);
        }
    }

    fn shrink(&self, reservation: &MemoryReservation, shrink: usize) {
        if is_exchange(reservation.consumer()) {
            self.exchanged.shrink(shrink);
        } else {
            self.parts.shrink(reservation, shrink);
        }
    }

    fn try_grow(&self, reservation: &MemoryReservation, additional: usize) -> Result<()> {
        if is_exchange(reservation.consumer()) {
            self.exchanged.grow(additional);
            return Ok(());
        }
        self.parts.try_grow(reservation, additional)
    }

    fn reserved(&self) -> usize {
        self.parts.reserved()
    }

    fn memory_limit(&self) -> MemoryLimit {
        self.parts.memory_limit()
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.fmt(f)
    }
}

fn is_exchange(consumer: &MemoryConsumer) -> bool {
    consumer.name().starts_with(EXCHANGE)
}

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("0", None),
            ("4096", Some(4096)),
            ("64k", Some(65536)),
            ("1.5M", Some(1_572_864)),
            ("2GB", Some(2 << 30)),
            ("2 GiB", Some(2 << 30)),
        ] {
            assert_eq!(text.parse(), Ok(Memory(bytes)), "{text}");
        }
        for text in ["", "G", "1.2.3M", "4X", "-1"] {
            assert!(text.parse::<Memory>().is_err(), "{text}");
        }
    }
}
