//! The longest text that there may be, and what normalization makes longer: the error `too-long`.
//!
//! Prints a line of JSON: how long the text is, how many levels keep it, how many refuse what they would make of it, and
//! how much memory that took at most. Takes about 9 GB of memory.

use std::fs;
use std::process::ExitCode;

use napkin::edition::EDITIONS;
use napkin::{ErrorKind, Level, Uri};
use serde_json::json;

/// The most bytes that a text may have.
const LONGEST: usize = 4_294_967_294;

/// A host that only scheme-based normalization writes longer: its IPv4 address is spelled out.
const START: &str = "http://[::ffff:ffff:ffff]?";

fn main() -> ExitCode {
    match run() {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("longest: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<serde_json::Value, String> {
    let mut bytes = Vec::with_capacity(LONGEST + 1);
    bytes.extend(START.as_bytes());
    bytes.resize(LONGEST, b'a');
    let mut text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    let uri = Uri::parse(&text).map_err(|error| format!("{LONGEST} bytes are refused: {error}"))?;
    let (mut kept, mut refused) = (0, 0);
    for level in Level::ALL {
        match uri.normalize(level) {
            Ok(normal) if level < Level::Scheme && normal == text => kept += 1,
            Err(error) if level >= Level::Scheme && error.kind() == ErrorKind::TooLong => {
                refused += 1;
            }
            _ => return Err(format!("level {} answers otherwise", level.name())),
        }
    }
    text.push('a');
    for edition in EDITIONS {
        let told = edition.parse(&text).err().map(|error| error.kind());
        if told != Some(ErrorKind::TooLong) {
            return Err(format!("a byte more is {told:?} by {}", edition.name));
        }
    }
    Ok(json!({"bytes": LONGEST, "kept": kept, "refused": refused, "memory": most_memory()}))
}

/// The most memory that the process had at a time, in bytes.
fn most_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}
