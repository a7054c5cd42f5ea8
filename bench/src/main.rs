//! napkin beside its rivals: the same inputs, one run, interleaved rounds, medians and ratios.
//!
//! Times of different runs or machines cannot be compared, but the ratios of one run can. See [`inputs`] for the
//! inputs, [`operations`] for the operations, and [`report`] for the method.

mod edits;
mod inputs;
mod limits;
mod operations;
mod pairs;
mod report;
mod templates;
mod urls;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use napkin_scan::InstructionSet;

use crate::inputs::Inputs;
use crate::report::Report;

/// Measure napkin beside its rivals.
#[derive(Parser)]
struct Options {
    /// Lists of URIs, one a line; without any, generated ones
    files: Vec<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// How many rounds are counted
    #[arg(long, default_value_t = 25)]
    rounds: usize,

    /// Measure only the operations whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,

    /// How many URIs to generate
    #[arg(long, default_value_t = 20_000)]
    count: usize,

    /// What to generate them from
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Have napkin use this instruction set: avx512, avx2, neon, sse2 or portable
    #[arg(long, value_name = "NAME")]
    instruction_set: Option<String>,

    /// Only compare the answers; exit with 1 if one differs that must not
    #[arg(long)]
    compare: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(name) = &options.instruction_set {
        let set = InstructionSet::ALL.into_iter().find(|set| set.name() == name);
        if !set.is_some_and(InstructionSet::choose) {
            eprintln!("napkin-bench: this machine has no {name}");
            return ExitCode::from(2);
        }
    }
    let inputs = if options.files.is_empty() {
        Inputs::generate(options.seed, options.count)
    } else {
        match Inputs::read(&options.files) {
            Ok(inputs) => inputs,
            Err(message) => {
                eprintln!("napkin-bench: {message}");
                return ExitCode::from(2);
            }
        }
    };
    let texts: Vec<&str> = inputs.texts.iter().map(String::as_str).collect();
    let broken = operations::broken(&texts, options.seed);
    let broken: Vec<&str> = broken.iter().map(String::as_str).collect();
    let pairs = pairs::references(&texts, options.seed);
    let generated = inputs::Inputs::generate_iris(options.seed, options.count);
    let (ascii, mut beyond): (Vec<&str>, Vec<&str>) =
        texts.iter().partition(|text| text.is_ascii());
    if beyond.is_empty() {
        beyond = generated.iter().map(String::as_str).collect();
    }
    let iris = operations::Iris::of(&beyond);
    let filled = templates::Filled::new();
    let urls = urls::Urls::of(&texts, options.seed);
    let mut all = vec![
        operations::parse(&texts),
        operations::parse_and_normalize(&texts),
        pairs::resolve(&pairs),
        pairs::resolve_into(&pairs),
        pairs::relativize(&pairs),
        pairs::build(&pairs),
        operations::errors(&broken, &texts),
        operations::parse_iris("parse an ASCII IRI", &ascii),
        operations::parse_iris("parse a non-ASCII IRI", &beyond),
        operations::map(&iris),
    ];
    all.extend(urls.operations());
    all.extend(edits::all());
    all.push(templates::expand(&filled));
    let mut report = Report::new(inputs.told);
    for operation in all.iter().filter(|operation| operation.name.contains(&options.only)) {
        report.compare(operation);
        if !options.compare {
            report.measure(operation, options.rounds);
        }
    }
    if !options.compare {
        for operation in limits::all(&texts) {
            if operation.name.contains(&options.only) {
                report.measure(&operation, options.rounds);
            }
        }
    }
    if options.json {
        report.print_json()
    } else {
        report.print()
    }
    if report.disagrees { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
