//! Signals: they end a query without leaving partial results.

use std::time::Duration;

use tokio::sync::watch;

/// The time limit for a query to end, including notifying the cluster.
const GRACE: Duration = Duration::from_secs(3);
const GRACE_OF_CLUSTER: Duration = Duration::from_secs(25);

/// Receives the signals that end a query.
#[derive(Clone)]
pub(crate) struct Stop(watch::Receiver<Option<Signal>>);

/// A signal, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal(pub(crate) u8);

/// The signal of Ctrl-C.
const INTERRUPT: Signal = Signal(2);

impl Stop {
    /// Listens for signals from now on. In a shell, Ctrl-C ends the statement and not the shell. `forget` is called before the
    /// process ends without waiting for its query.
    pub(crate) fn on_signals(is_shell: bool, is_cluster: bool, forget: fn()) -> Self {
        let grace = if is_cluster { GRACE_OF_CLUSTER } else { GRACE };
        let (tell, told) = watch::channel(None);
        // A separate thread, since all others may be busy.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async move {
                loop {
                    let signal = next().await;
                    let is_second = tell.borrow().is_some();
                    tell.send_replace(Some(signal));
                    if is_shell && signal == INTERRUPT {
                        continue;
                    }
                    if !is_second {
                        tokio::select! {
                            () = tokio::time::sleep(grace) => {}
                            _ = next() => {}
                        }
                    }
                    forget();
                    std::process::exit(128 + i32::from(signal.0));
                }
            });
        });
        Self(told)
    }

    /// Discards earlier signals.
    pub(crate) fn reset(&mut self) {
        self.0.borrow_and_update();
    }

    /// Does some work, unless a signal comes before it is done.
    ///
    /// # Errors
    ///
    /// The signal.
    pub(crate) async fn unless<R>(&mut self, work: impl Future<Output = R>) -> Result<R, Signal> {
        tokio::select! {
            done = work => Ok(done),
            signal = self.told() => Err(signal),
        }
    }

    /// Waits for the next signal.
    pub(crate) async fn told(&mut self) -> Signal {
        match self.0.changed().await {
            Ok(()) => self.0.borrow_and_update().unwrap_or(INTERRUPT),
            // No thread listens for signals, so none arrives.
            Err(_) => std::future::pending().await,
        }
    }
}

/// Has writing above the limit of a file's size (`ulimit -f`) be an error, as on a full disk. The signal would end the process,
/// which could then neither say why nor remove what it has written.
#[cfg(unix)]
pub(crate) fn bear_limit_of_size() {
    use tokio::signal::unix::{SignalKind, signal};

    // The handler stays, and does nothing.
    let _ = signal(SignalKind::from_raw(libc::SIGXFSZ));
}

#[cfg(not(unix))]
pub(crate) fn bear_limit_of_size() {}

/// The next signal that asks the process to end.
#[cfg(unix)]
pub(crate) async fn next() -> Signal {
    use tokio::signal::unix::{SignalKind, signal};

    // A signal that was ignored when the process began, as with `nohup`, stays ignored.
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let kinds = kinds.into_iter().filter(|kind| !is_ignored(kind.as_raw_value()));
    let heard: Vec<_> = kinds
        .filter_map(|kind| Some((kind.as_raw_value(), signal(kind).ok()?)))
        .map(|(number, mut signal)| {
            Box::pin(async move {
                signal.recv().await;
                Signal(u8::try_from(number).unwrap_or_default())
            })
        })
        .collect();
    if heard.is_empty() {
        return std::future::pending().await;
    }
    futures::future::select_all(heard).await.0
}

#[cfg(not(unix))]
pub(crate) async fn next() -> Signal {
    match tokio::signal::ctrl_c().await {
        Ok(()) => INTERRUPT,
        Err(_) => std::future::pending().await,
    }
}

/// Whether the process ignores a signal, as far as the system reports it.
#[cfg(unix)]
fn is_ignored(number: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}
