//! The memory limit of a query, which ends with any limit. It answers four faults of DataFusion, which
//! `docs/contributing/upstream/memory.md` reports:
//!
//! DataFusion's exchange between partitions (`RepartitionExec`) writes to temporary files when it is refused
//! memory, and can then block forever: its reader waits for the oldest of two open files while the next batch is in
//! the other one. So it is never refused memory: what it holds is subtracted from the shares of the operators that
//! sort and group, which write to temporary files without this bug.
//!
//! While an operator writes, the exchange goes on to collect rows for it, as long as another partition takes its own. So at
//! most a quarter of the limit is subtracted; else an operator would find nothing left when it has written, and fail.
//!
//! An operator is refused memory so that it writes, which frees memory only if it holds some. One that holds little is never
//! refused: the rows for which it requests memory are in memory already, and a refusal would end the query.
//!
//! Before a sort writes, it merges what it holds, which DataFusion counts a second time for the merge. Sorts that have filled their
//! shares would leave nothing for that and fail, so a merge is not refused as much as a sort may hold, or has held. A sort that holds less than a
//! threshold copies its rows instead, and the copy has no share of its own. So the threshold is small where the limit is.
//!
//! The merge of sorted partitions (`SortPreservingMergeExec`) cannot write, so a refusal is a failure of the query. It holds one or
//! two batches of each partition. A text in a batch is a view of a buffer, and a batch of merged rows refers to the buffers of all
//! batches that it was merged from. So DataFusion counts for each batch all that the sort before it holds, which that sort has
//! counted. This merge is never refused memory either, as the exchange.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use datafusion::common::Result;
use datafusion::execution::cache::cache_manager::CacheManagerConfig;
use datafusion::execution::memory_pool::{
    FairSpillPool, MemoryConsumer, MemoryLimit, MemoryPool, MemoryReservation, UnboundedMemoryPool,
};
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::prelude::SessionConfig;
use sysinfo::System;

use super::files::Stores;

/// The names under which operators request memory for batches on their way between partitions.
const PASSING: [&str; 2] = ["RepartitionExec", "SortPreservingMergeExec"];
/// The names under which sorts request memory, and for merging.
const SORT: &str = "ExternalSorter[";
const MERGE: &str = "ExternalSorterMerge[";

/// The part of the limit that batches on their way can take from other operators.
const MOST_PASSING: usize = 4;
/// The part of its share below which an operator holds little.
const LEAST: usize = 4;

/// What a sort keeps for merging: this part of the limit, divided by the number of partitions, and at most as much as by default.
const MERGED: usize = 16;
const MOST_MERGED: usize = 10 << 20;

/// The number of bytes up to which a sort copies what it holds, likewise.
const COPIED: usize = 512;
const MOST_COPIED: usize = 1 << 20;

/// The interval at which the operators of an ended plan are looked for, and how long.
const PERIOD: Duration = Duration::from_millis(5);
const MOST_WAITED: Duration = Duration::from_secs(10);

/// An amount of memory; `None` is unlimited.
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
    /// Seven tenths of the machine's memory, or of the container's limit.
    pub(crate) fn of_machine() -> Self {
        let mut system = System::new();
        system.refresh_memory();
        let total = match system.cgroup_limits() {
            Some(limits) if limits.total_memory > 0 => limits.total_memory,
            _ => system.total_memory(),
        };
        Self(usize::try_from(total / 10 * 7).ok().filter(|bytes| *bytes > 0))
    }

    /// The configuration with what each sort keeps for merging what it writes, and with what it copies.
    pub(crate) fn with_sorts(self, config: SessionConfig) -> SessionConfig {
        let partitions = config.target_partitions().max(1);
        let part =
            |of, most| self.0.map_or(most, |bytes| usize::min(bytes / of / partitions, most));
        config
            .with_sort_spill_reservation_bytes(part(MERGED, MOST_MERGED))
            .with_sort_in_place_threshold_bytes(part(COPIED, MOST_COPIED))
    }

    pub(crate) fn pool(self) -> Arc<dyn MemoryPool> {
        match self.0 {
            Some(bytes) => Arc::new(Pool::new(bytes)),
            None => Arc::new(UnboundedMemoryPool::default()),
        }
    }

    /// The runtime of queries: with this limit, temporary files, and every store of files.
    ///
    /// # Errors
    ///
    /// If there is no folder for temporary files.
    pub(crate) fn runtime(self) -> Result<Arc<RuntimeEnv>> {
        // Without caches, since the content of folders changes.
        let caches = CacheManagerConfig::default().with_list_files_cache_limit(0);
        RuntimeEnvBuilder::new()
            .with_memory_pool(self.pool())
            .with_cache_manager(caches)
            .with_object_store_registry(Arc::new(Stores::default()))
            .build_arc()
    }

    /// The limit that a statement has set, which replaced our memory pool by DataFusion's.
    pub(crate) fn of_statement(runtime: &RuntimeEnv) -> Option<Self> {
        match runtime.memory_pool.memory_limit() {
            MemoryLimit::Finite(bytes) if !runtime.memory_pool.is::<Pool>() => {
                Some(Self(Some(bytes)))
            }
            _ => None,
        }
    }

    /// A runtime with our memory pool of this limit.
    ///
    /// # Errors
    ///
    /// If there is no folder for temporary files.
    pub(crate) fn mended(self, runtime: &RuntimeEnv) -> Result<Arc<RuntimeEnv>> {
        RuntimeEnvBuilder::from_runtime_env(runtime).with_memory_pool(self.pool()).build_arc()
    }
}

/// Waits until the operators of a plan that has ended are gone from the pool. Tasks of it end later than the plan, and as long as
/// they are there, the operators of the next one get smaller shares.
pub(crate) async fn given_back(runtime: &RuntimeEnv) {
    let Some(pool) = runtime.memory_pool.downcast_ref::<Pool>() else { return };
    let start = Instant::now();
    while !pool.is_idle() && start.elapsed() < MOST_WAITED {
        tokio::time::sleep(PERIOD).await;
    }
}

/// Gives equal shares to all operators that can write to temporary files, so that none waits for another.
#[derive(Debug)]
struct Pool {
    parts: Arc<dyn MemoryPool>,
    limit: usize,
    /// The memory of batches on their way, as far as it is counted.
    counted: MemoryReservation,
    /// All memory of batches on their way.
    passing: Mutex<usize>,
    /// The number of operators that can write to temporary files.
    operators: AtomicUsize,
    /// The most memory that a sort has held.
    sorted: AtomicUsize,
}

impl Pool {
    fn new(bytes: usize) -> Self {
        let parts: Arc<dyn MemoryPool> = Arc::new(FairSpillPool::new(bytes));
        let counted = MemoryConsumer::new("batches on their way").register(&parts);
        let (operators, sorted) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Self { parts, limit: bytes, counted, passing: Mutex::new(0), operators, sorted }
    }

    /// Whether no operator is there.
    fn is_idle(&self) -> bool {
        self.operators.load(Ordering::Relaxed) == 0 && self.parts.reserved() == 0
    }

    /// Counts the batches that are on their way now.
    fn pass(&self, change: impl FnOnce(usize) -> usize) {
        if let Ok(mut passing) = self.passing.lock() {
            *passing = change(*passing);
            self.counted.resize((*passing).min(self.limit / MOST_PASSING));
        }
    }

    /// Whether a refusal would end the query, since the operator cannot write, or holds too little to free memory by writing.
    fn is_never_refused(&self, reservation: &MemoryReservation, additional: usize) -> bool {
        let share = self.limit / self.operators.load(Ordering::Relaxed).max(1);
        let (consumer, held) = (reservation.consumer(), reservation.size());
        let holds_little = held < share / LEAST;
        let is_merge = consumer.name().starts_with(MERGE);
        let most =
            if is_merge { share.max(self.sorted.load(Ordering::Relaxed)) } else { share / LEAST };
        (holds_little && (is_merge || consumer.can_spill())) || held + additional <= most
    }
}

impl MemoryPool for Pool {
    fn name(&self) -> &'static str {
        "fair"
    }

    fn register(&self, consumer: &MemoryConsumer) {
        if !is_passing(consumer) {
            self.operators.fetch_add(usize::from(consumer.can_spill()), Ordering::Relaxed);
            self.parts.register(consumer);
        }
    }

    fn unregister(&self, consumer: &MemoryConsumer) {
        if !is_passing(consumer) {
            self.parts.unregister(consumer);
            if consumer.can_spill() && self.operators.fetch_sub(1, Ordering::Relaxed) == 1 {
                self.sorted.store(0, Ordering::Relaxed);
            }
        }
    }

    fn grow(&self, reservation: &MemoryReservation, additional: usize) {
        if is_passing(reservation.consumer()) {
            self.pass(|held| held + additional);
        } else {
            self.parts.grow(reservation, additional);
        }
    }

    fn shrink(&self, reservation: &MemoryReservation, shrink: usize) {
        if is_passing(reservation.consumer()) {
            self.pass(|held| held.saturating_sub(shrink));
        } else {
            self.parts.shrink(reservation, shrink);
        }
    }

    fn try_grow(&self, reservation: &MemoryReservation, additional: usize) -> Result<()> {
        if is_passing(reservation.consumer()) {
            self.pass(|held| held + additional);
            return Ok(());
        }
        if let Err(refused) = self.parts.try_grow(reservation, additional) {
            if !self.is_never_refused(reservation, additional) {
                return Err(refused);
            }
            self.parts.grow(reservation, additional);
        }
        if reservation.consumer().name().starts_with(SORT) {
            self.sorted.fetch_max(reservation.size() + additional, Ordering::Relaxed);
        }
        Ok(())
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

fn is_passing(consumer: &MemoryConsumer) -> bool {
    PASSING.iter().any(|name| consumer.name().starts_with(name))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::execution::memory_pool::MemoryConsumer;

    use super::Memory;

    /// A full exchange leaves the operators that group what they need after they have written.
    #[test]
    fn an_exchange_does_not_take_all() {
        let pool = Memory(Some(1000)).pool();
        let consumer = |name: &str, can_spill| {
            MemoryConsumer::new(name).with_can_spill(can_spill).register(&pool)
        };
        let (one, two) = (consumer("GroupedHashAggregate[0]", true), consumer("other", true));
        let exchange = consumer("RepartitionExec[0]", true);
        assert!(one.try_grow(500).is_ok() && one.try_grow(1).is_err());
        exchange.try_grow(100_000).unwrap();
        // What is over its part is refused, so that the operator writes; then it gets memory again.
        assert!(one.try_grow(1).is_err());
        one.free();
        assert!(one.try_grow(375).is_ok() && one.try_grow(1).is_err());
        assert!(two.try_grow(375).is_ok());
        exchange.shrink(100_000);
        assert!(one.try_grow(125).is_ok());
        exchange.try_grow(1).unwrap();
        exchange.free();
        // The merge of sorted partitions is not refused either.
        let merge = consumer("SortPreservingMergeExec[0]", false);
        merge.try_grow(100_000).unwrap();
        assert!(one.try_grow(1).is_err());
        merge.free();
        assert_eq!(pool.reserved(), one.size() + two.size());
    }

    #[test]
    fn an_operator_that_holds_little_is_not_refused() {
        let pool = Memory(Some(1000)).pool();
        let hog = MemoryConsumer::new("hash join").register(&pool);
        hog.grow(5000);
        let one = MemoryConsumer::new("sort").with_can_spill(true).register(&pool);
        assert!(one.try_grow(250).is_ok() && one.try_grow(1).is_err());
        // The merge of a sort gets as much as the sort may hold, and others that cannot write get little.
        let merge = MemoryConsumer::new("ExternalSorterMerge[0]").register(&pool);
        assert!(merge.try_grow(1000).is_ok() && merge.try_grow(1).is_err());
        let other = MemoryConsumer::new("window").register(&pool);
        assert!(other.try_grow(250).is_ok() && other.try_grow(1).is_err());
        drop((hog, one, merge, other));
        assert_eq!(Arc::clone(&pool).reserved(), 0);
    }

    /// Rows that an operator has read are in memory, whether they fit or not.
    #[test]
    fn an_operator_without_rows_to_write_is_not_refused() {
        let pool = Memory(Some(1000)).pool();
        let one = MemoryConsumer::new("ExternalSorter[0]").with_can_spill(true).register(&pool);
        let two = MemoryConsumer::new("ExternalSorter[1]").with_can_spill(true).register(&pool);
        assert!(one.try_grow(600).is_ok() && one.try_grow(1).is_err());
        assert!(two.try_grow(2000).is_ok() && two.try_grow(1).is_err());
        // The merge gets as much as a sort has held.
        let merge = MemoryConsumer::new("ExternalSorterMerge[1]").register(&pool);
        assert!(merge.try_grow(2000).is_ok() && merge.try_grow(1).is_err());
        one.free();
        assert!(one.try_grow(600).is_ok());
        let join = MemoryConsumer::new("HashJoinInput[0]").register(&pool);
        assert!(join.try_grow(400).is_err());
    }

    /// The operators of a plan that has ended take no shares of the next plan.
    #[tokio::test]
    async fn memory_is_given_back_before_a_query_is_run_again() {
        let runtime = Memory(Some(1000)).runtime().unwrap();
        let consumer = || MemoryConsumer::new("sort").with_can_spill(true);
        let held = consumer().register(&runtime.memory_pool);
        held.try_grow(900).unwrap();
        let task = tokio::spawn(async move {
            tokio::time::sleep(super::PERIOD * 4).await;
            drop(held);
        });
        super::given_back(&runtime).await;
        assert_eq!(runtime.memory_pool.reserved(), 0);
        task.await.unwrap();
        let next = consumer().register(&runtime.memory_pool);
        assert!(next.try_grow(500).is_ok() && next.try_grow(500).is_ok());
    }

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
