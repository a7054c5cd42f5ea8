//! The cost of keys and of registrable domains beside parsing. Prints the nanoseconds for one text, the best of some rounds.
//!
//! `bench/keys.py` runs this beside the programs.
//!
//! ```console
//! $ cargo run --release --manifest-path bench/Cargo.toml --no-default-features --bin keys LINES
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use napkin::edition::RFC3986;
use napkin::{Host, Start};
use napkin_domains::Sections;
use napkin_keys::{Keys, Profile, SURT, W3LIB};

const ROUNDS: usize = 15;

/// A subject: its name, and what it does with all texts, as a sum of lengths.
type Subject = (&'static str, fn(&[&str]) -> usize);

const SUBJECTS: [Subject; 4] = [
    ("parse", |texts| each_host(texts, |host| host.len())),
    ("registrable-domain", |texts| {
        each_host(texts, |host| {
            napkin_domains::registrable_domain(host, Sections::Icann)
                .map_or(0, |domain| domain.len())
        })
    }),
    ("surt", |texts| keys(&SURT, texts)),
    ("w3lib", |texts| keys(&W3LIB, texts)),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("a file of texts is needed, one a line")?;
    let lines = std::fs::read_to_string(path)?;
    let texts: Vec<&str> = lines.lines().collect();
    let mut best = [Duration::MAX; SUBJECTS.len()];
    for _ in 0..ROUNDS {
        for (best, (_, run)) in best.iter_mut().zip(SUBJECTS) {
            let start = Instant::now();
            black_box(run(&texts));
            *best = (*best).min(start.elapsed());
        }
    }
    for (best, (name, _)) in best.into_iter().zip(SUBJECTS) {
        println!("{name} {:.1}", best.as_secs_f64() * 1e9 / texts.len() as f64);
    }
    Ok(())
}

/// The sum of what is made of each host.
fn each_host(texts: &[&str], mut take: impl FnMut(&str) -> usize) -> usize {
    let mut sum = 0;
    RFC3986.parse_each(Start::UriReference, texts.iter().copied(), |result| {
        let host = result.ok().and_then(|reference| reference.host()).map(Host::as_str);
        sum += host.map_or(0, &mut take);
    });
    sum
}

/// The lengths of all keys.
fn keys(profile: &Profile, texts: &[&str]) -> usize {
    let mut keys = Keys::new(profile);
    texts.iter().map(|text| keys.key(text.as_bytes()).map_or(0, str::len)).sum()
}
