//! Prints the key of each line of standard input by a profile behind an equals sign, or why it has none behind an exclamation mark: what
//! `cargo xtask keys` compares with the programs.
//!
//! ```console
//! $ echo 'http://www.example.com/A' | cargo run -q -p napkin-keys --example keys -- surt
//! =com,example)/a
//! ```

use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};

use napkin_keys::{Keys, Profile};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("which profile?")?;
    let profile = Profile::named(&name).ok_or("no such profile")?;
    let mut keys = Keys::new(profile);
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().split(b'\n') {
        match keys.key(&line?) {
            Ok(key) => writeln!(out, "={key}")?,
            Err(error) => writeln!(out, "!{error}")?,
        }
    }
    Ok(())
}
