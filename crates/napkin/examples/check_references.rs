//! Resolves references, one a line, against a base; shows the error of an invalid line.
//!
//!     cargo run -p napkin --example check_references http://example.com/docs/guide.html \
//!         < spec/cases/examples/references.txt

use std::io::{self, BufRead};
use std::{env, process::ExitCode};

use napkin::{Uri, UriRef};

fn main() -> io::Result<ExitCode> {
    let Some(argument) = env::args_os().nth(1) else {
        eprintln!("usage: check_references BASE < REFERENCES");
        return Ok(ExitCode::from(2));
    };
    let base = match Uri::parse_bytes(argument.as_encoded_bytes()) {
        Ok(base) => base,
        Err(error) => {
            eprintln!("{}", error.diagnose(argument.as_encoded_bytes()));
            return Ok(ExitCode::from(2));
        }
    };
    let mut exit = ExitCode::SUCCESS;
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        match UriRef::parse_bytes(&line).and_then(|reference| reference.resolve(base)) {
            Ok(target) => println!("{target}"),
            Err(error) => {
                println!("{}", error.diagnose(&line));
                exit = ExitCode::FAILURE;
            }
        }
    }
    Ok(exit)
}
