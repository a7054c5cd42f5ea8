//! Interleaved rounds: each round runs every subject of an operation once, beginning with another one
//! each time, so that a slow spell of the machine hits all of them alike. What is left of such spells is in
//! the medians and not in the fastest rounds, so the ratios are those of the fastest.

use std::time::Instant;

use crate::operations::Subject;

/// What was measured of one subject, in nanoseconds an input.
#[derive(Clone, Copy)]
pub(crate) struct Figure {
    pub(crate) fastest: f64,
    pub(crate) median: f64,
    /// A quarter of the rounds was no slower than the first, and no faster than the second.
    pub(crate) quartiles: (f64, f64),
    /// The fastest round of this subject for that of the first one.
    pub(crate) ratio: f64,
}

/// Measures all subjects; the first is the one that the others are compared with.
pub(crate) fn measure(subjects: &[Subject<'_>], inputs: usize, rounds: usize) -> Vec<Figure> {
    let mut times = vec![Vec::with_capacity(rounds); subjects.len()];
    // One round to warm up, which is not counted.
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
