//! Interleaved rounds: each round runs every subject of an operation once, beginning with another one each time, so
//! that a slow phase of the machine affects all of them alike. The remaining noise is in the medians and not in the
//! fastest rounds, so the ratios compare the fastest rounds.

use std::time::Instant;

use crate::operations::Subject;

/// The result for one subject, in nanoseconds per input.
#[derive(Clone, Copy)]
pub(crate) struct Figure {
    pub(crate) fastest: f64,
    pub(crate) median: f64,
    /// The quartiles of the rounds: a quarter was no slower than the first, and a quarter no faster than the
    /// second.
    pub(crate) quartiles: (f64, f64),
    /// The fastest round of this subject divided by that of the first one.
    pub(crate) ratio: f64,
}

/// Measures all subjects; the first one is the reference of the ratios.
pub(crate) fn measure(subjects: &[Subject<'_>], inputs: usize, rounds: usize) -> Vec<Figure> {
    let mut times = vec![Vec::with_capacity(rounds); subjects.len()];
    // One uncounted warm-up round.
    for round in 0..=rounds {
        for turn in 0..subjects.len() {
            let number = (round + turn) % subjects.len();
            let start = Instant::now();
            (subjects[number].run)();
            let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
            if round > 0 {
                times[number].push(nanoseconds / inputs.max(1) as f64);
            }
        }
    }
    let fastest = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    let first = times.first().map_or(f64::NAN, |times| fastest(times));
    let figures = times.iter().map(|times| Figure {
        fastest: fastest(times),
        median: quantile(times.clone(), 0.5),
        quartiles: (quantile(times.clone(), 0.25), quantile(times.clone(), 0.75)),
        ratio: fastest(times) / first,
    });
    figures.collect()
}

fn quantile(mut values: Vec<f64>, at: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * at).round() as usize).copied().unwrap_or(f64::NAN)
}
