//! Reads the hosts of many texts by the library's batch, once by parsing alone and once into a column: the texts of all
//! hosts, and where each ends. Prints the nanoseconds for one text, the best of some rounds.
//!
//! `bench/python.py` runs this beside `columns.host`.
//!
//! ```console
//! $ cargo run --release --manifest-path bench/Cargo.toml --no-default-features --bin hosts LINES
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use napkin::edition::RFC3986;
use napkin::{Host, Start};

const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("a file of texts is needed, one a line")?;
    let lines = std::fs::read_to_string(path)?;
    let texts: Vec<&str> = lines.lines().collect();
    let (mut parsed, mut column) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(lengths(&texts));
        parsed = parsed.min(start.elapsed());
        let start = Instant::now();
        black_box(hosts(&texts));
        column = column.min(start.elapsed());
    }
    for time in [parsed, column] {
        println!("{:.1}", time.as_secs_f64() * 1e9 / texts.len() as f64);
    }
    Ok(())
}

/// The length of all hosts.
fn lengths(texts: &[&str]) -> usize {
    let mut sum = 0;
    each_host(texts, |host| sum += host.map_or(0, str::len));
    sum
}

/// The hosts one after the other, and the end of each.
fn hosts(texts: &[&str]) -> (String, Vec<usize>) {
    let mut hosts = String::with_capacity(16 * texts.len());
    let mut ends = Vec::with_capacity(texts.len());
    each_host(texts, |host| {
        hosts.push_str(host.unwrap_or_default());
        ends.push(hosts.len());
    });
    (hosts, ends)
}

fn each_host<'t>(texts: &[&'t str], mut take: impl FnMut(Option<&'t str>)) {
    RFC3986.parse_each(Start::UriReference, texts.iter().copied(), |result| {
        take(result.ok().and_then(|reference| reference.host()).map(Host::as_str));
    });
}
