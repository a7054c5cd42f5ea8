//! Interleaved rounds, the table and the JSON, and the differences between the answers.
//!
//! Each round runs every subject of an operation once, beginning with another one each time, so that a slow phase of
//! the machine affects all of them alike. The remaining noise is in the medians and not in the fastest rounds, so the
//! ratios compare the fastest rounds.

use std::time::Instant;

use serde::Serialize;

use crate::inputs::Told;
use crate::operations::{Agreement, Operation, Subject};

/// The results of one run.
#[derive(Serialize)]
pub(crate) struct Report {
    inputs: Told,
    /// The instruction set that napkin uses.
    instruction_set: &'static str,
    rows: Vec<Row>,
    differences: Vec<Difference>,
    /// Whether an answer differs that must be equal.
    #[serde(skip)]
    pub(crate) disagrees: bool,
}

#[derive(Serialize)]
struct Row {
    operation: &'static str,
    subject: &'static str,
    ns_per_uri: f64,
    median: f64,
    quartiles: (f64, f64),
    ratio_to_napkin: f64,
}

#[derive(Serialize)]
struct Difference {
    operation: &'static str,
    subject: &'static str,
    /// The number of inputs concerned.
    inputs: usize,
    reason: Option<&'static str>,
    first: String,
}

impl Report {
    pub(crate) fn new(inputs: Told) -> Self {
        let instruction_set = napkin_scan::InstructionSet::in_use().name();
        Self {
            inputs,
            instruction_set,
            rows: Vec::new(),
            differences: Vec::new(),
            disagrees: false,
        }
    }

    /// Compares the answers of all subjects with those of the first.
    pub(crate) fn compare(&mut self, operation: &Operation<'_>) {
        let mut answers = operation.subjects.iter();
        let Some(napkin) = answers.next().and_then(|subject| subject.answer.as_ref()) else {
            return;
        };
        for subject in answers {
            let Some(answer) = &subject.answer else { continue };
            let only_accepts =
                (0..operation.inputs).all(|at| answer(at).is_none_or(|a| a.is_empty()));
            let mut differing = (0..operation.inputs).filter_map(|at| {
                let (own, other) = (napkin(at), answer(at));
                let same =
                    if only_accepts { own.is_some() == other.is_some() } else { own == other };
                (!same).then_some((own, other))
            });
            let Some((own, other)) = differing.next() else { continue };
            let reason = match subject.agreement {
                Agreement::Same => None,
                Agreement::Differs(reason) => Some(reason),
            };
            self.disagrees |= reason.is_none();
            let told = |answer: Option<String>| answer.unwrap_or_else(|| "refused".into());
            self.differences.push(Difference {
                operation: operation.name,
                subject: subject.name,
                inputs: 1 + differing.count(),
                reason,
                first: format!("{} where napkin says {}", told(other), told(own)),
            });
        }
    }

    /// Measures all subjects of an operation.
    pub(crate) fn measure(&mut self, operation: &Operation<'_>, rounds: usize) {
        let figures = measure(&operation.subjects, operation.inputs, rounds);
        for (subject, figure) in operation.subjects.iter().zip(figures) {
            self.rows.push(Row {
                operation: operation.name,
                subject: subject.name,
                ns_per_uri: figure.fastest,
                median: figure.median,
                quartiles: figure.quartiles,
                ratio_to_napkin: figure.ratio,
            });
        }
    }

    pub(crate) fn print_json(&self) {
        match serde_json::to_string_pretty(self) {
            Ok(json) => println!("{json}"),
            Err(error) => eprintln!("napkin-bench: {error}"),
        }
    }

    pub(crate) fn print(&self) {
        println!("{}; napkin with {}", self.inputs, self.instruction_set);
        let mut operation = "";
        for row in &self.rows {
            if row.operation != operation {
                operation = row.operation;
                println!(
                    "\n{operation:<44} {:>7} {:>8}  {:<17} {:>6}",
                    "fastest", "median", "quartiles", "ratio"
                );
            }
            let (low, high) = row.quartiles;
            let spread = format!("{low:.1} to {high:.1}");
            let Row { subject, ns_per_uri, median, ratio_to_napkin, .. } = row;
            print!("  {subject:<42} {ns_per_uri:>7.1} {median:>8.1}  ");
            println!("{spread:<17} {ratio_to_napkin:>6.2}");
        }
        if !self.differences.is_empty() {
            println!("\nanswers that differ from napkin's");
        }
        for difference in &self.differences {
            let Difference { operation, subject, inputs, reason, first } = difference;
            let reason = reason.unwrap_or("MUST NOT");
            println!("  {operation}, {subject}: {inputs} ({reason})\n    {first}");
        }
    }
}

/// The result for one subject, in nanoseconds per input.
#[derive(Clone, Copy)]
struct Figure {
    fastest: f64,
    median: f64,
    /// The quartiles of the rounds: a quarter was no slower than the first, and a quarter no faster than the
    /// second.
    quartiles: (f64, f64),
    /// The fastest round of this subject divided by that of the first one.
    ratio: f64,
}

/// Measures all subjects; the first one is the reference of the ratios.
fn measure(subjects: &[Subject<'_>], inputs: usize, rounds: usize) -> Vec<Figure> {
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
