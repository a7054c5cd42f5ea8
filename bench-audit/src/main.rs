//! How many times as long as parsing an audit takes, over the lines of files. The machine is not quiet: a few
//! lines at a time are parsed and audited in turn, and the best of many rounds counts.
//!
//! ```console
//! $ cargo run --release --manifest-path bench-audit/Cargo.toml -- examples/uris.txt
//! ```
//!
//! Lines in which an audit finds something, and lines that cannot be parsed, are measured apart from the clean
//! ones. Without a file it takes a few clean URIs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use napkin::UriRef;
use napkin_audit::{Policy, audit};

const ROUNDS: usize = 40;

/// How many lines are measured at a time: few enough that most rounds are not interrupted.
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

fn main() {
    let files: Vec<_> = std::env::args().skip(1).collect();
    let text = if files.is_empty() {
        CLEAN.to_owned()
    } else {
        files.iter().map(|file| std::fs::read_to_string(file).expect("a file of text")).collect()
    };
    let policy = Policy::default();
    let is_clean = |line: &&str| audit(line.as_bytes(), &policy).findings().is_empty();
    let (clean, rest): (Vec<&str>, Vec<&str>) = text.lines().partition(is_clean);
    println!("{:24} {:>8} {:>10} {:>10} {:>7}", "lines", "count", "parse ns", "audit ns", "ratio");
    for (name, lines) in [("clean", clean), ("with findings", rest)] {
        if !lines.is_empty() {
            measure(name, &lines, &policy);
        }
    }
}

fn measure(name: &str, lines: &[&str], policy: &Policy) {
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
}
