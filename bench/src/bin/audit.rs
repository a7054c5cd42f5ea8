//! Measures how many times as long as parsing an audit takes, over the lines of files. To cope with a noisy
//! machine, a few lines at a time are parsed and audited in turn, and the fastest of many rounds counts.
//!
//! ```console
//! $ cargo run --release --manifest-path bench/Cargo.toml --bin audit -- docs/examples/uris.txt
//! ```
//!
//! Lines with findings and lines that cannot be parsed are measured separately from the clean ones. Without a file,
//! a few built-in clean URIs are used. The exit status is 1 if an audit of clean lines takes more than [`MOST`]
//! times as long as parsing, without the search for secrets, which has a line of its own.
//!
//! `--once parse`, `--once audit` (without that search) and `--once secrets` run one of them once on each built-in URI, for
//! `cargo xtask instructions` to count the instructions in [`counted`].

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use napkin::UriRef;
use napkin_audit::{Policy, audit};
use napkin_scan::InstructionSet;

const ROUNDS: usize = 40;

/// How many times as long as parsing an audit of clean lines may take.
const MOST: f64 = 10.0;

/// The number of lines measured at a time: so few that most rounds are not interrupted.
const AT_A_TIME: usize = 200;

const CLEAN: &str = "\
https://www.example.com/wiki/Uniform_Resource_Identifier?action=history&limit=50
http://example.com/
https://cdn.example.org/assets/v2/app.min.js
https://news.example.net/2024/05/17/an-article-about-something#comments
mailto:someone@example.com
urn:isbn:0451450523
../images/logo.png?size=large
https://shop.example.co.uk/category/shoes/size-42?sort=price&page=3";

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args().skip(1).collect();
    let searching = Policy::default();
    let mut policy = Policy::default();
    policy.set("secret-in-uri", "off").expect("the rule is there");
    if let [once, operation] = files.as_slice()
        && once == "--once"
    {
        // Chosen here, so that detection is not counted.
        black_box(InstructionSet::in_use());
        counted(operation != "parse", if operation == "secrets" { &searching } else { &policy });
        return ExitCode::SUCCESS;
    }
    let mut text = String::new();
    for file in &files {
        match std::fs::read_to_string(file) {
            Ok(lines) => text.push_str(&lines),
            Err(error) => {
                eprintln!("audit: {file}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    if files.is_empty() {
        text.push_str(CLEAN);
    }
    let is_clean = |line: &&str| audit(line.as_bytes(), &policy).findings().is_empty();
    let (clean, rest): (Vec<&str>, Vec<&str>) = text.lines().partition(is_clean);
    println!("{:24} {:>8} {:>10} {:>10} {:>7}", "lines", "count", "parse ns", "audit ns", "ratio");
    let ratio = measure("clean", &clean, &policy);
    measure("clean, and secrets", &clean, &searching);
    measure("with findings", &rest, &searching);
    ExitCode::from(u8::from(ratio > MOST))
}

/// The function whose instructions are counted.
#[inline(never)]
fn counted(audits: bool, policy: &Policy) {
    for line in CLEAN.lines() {
        if audits {
            black_box(audit(black_box(line.as_bytes()), policy).findings().len());
        } else {
            black_box(UriRef::parse(black_box(line)).is_ok());
        }
    }
}

/// Measures, prints, and returns the ratio; 0 without lines.
fn measure(name: &str, lines: &[&str], policy: &Policy) -> f64 {
    if lines.is_empty() {
        return 0.0;
    }
    let mut parsing = Duration::ZERO;
    let mut auditing = Duration::ZERO;
    for lines in lines.chunks(AT_A_TIME) {
        let [mut parse, mut find] = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            let start = Instant::now();
            for line in lines {
                black_box(UriRef::parse(black_box(*line)).is_ok());
            }
            parse = parse.min(start.elapsed());
            let start = Instant::now();
            for line in lines {
                black_box(audit(black_box(line.as_bytes()), policy).findings().len());
            }
            find = find.min(start.elapsed());
        }
        parsing += parse;
        auditing += find;
    }
    let each = |time: Duration| time.as_nanos() as f64 / lines.len() as f64;
    let (parse, audit) = (each(parsing), each(auditing));
    println!("{name:24} {:8} {parse:10.1} {audit:10.1} {:7.2}", lines.len(), audit / parse);
    audit / parse
}
