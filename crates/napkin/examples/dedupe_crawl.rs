//! Prints each resource of a crawl once: the normal form of its URI, without the fragment.
//!
//! Lines that are not URIs are reported and counted on standard error.
//!
//!     cargo run -p napkin --example dedupe_crawl spec/cases/examples/crawl.txt
//!     cargo run -p napkin --example dedupe_crawl < spec/cases/examples/crawl.txt

use std::io::{self, BufRead, BufReader};
use std::{collections::HashSet, env, fs::File};

use napkin::{Level, Uri};

fn main() -> io::Result<()> {
    let crawl: Box<dyn BufRead> = match env::args_os().nth(1) {
        Some(path) => Box::new(BufReader::new(File::open(path)?)),
        None => Box::new(io::stdin().lock()),
    };
    let mut seen = HashSet::new();
    let mut refused = 0;
    for (number, line) in (1..).zip(crawl.split(b'\n')) {
        let line = line?;
        let uri = Uri::parse_bytes(line.trim_ascii());
        match uri.and_then(|uri| uri.without_fragment().normalize(Level::Scheme)) {
            Ok(resource) => {
                if seen.insert(resource.clone().into_owned()) {
                    println!("{resource}");
                }
            }
            Err(error) => {
                eprintln!("line {number}: {error}");
                refused += 1;
            }
        }
    }
    eprintln!("{} resources; {refused} lines are no URIs", seen.len());
    Ok(())
}
