//! Parses and normalizes the longest allowed text; normalization of a longer result is the error `too-long`.
//!
//! Prints a line of JSON: the length of the text, the number of levels that accept it, the number of levels whose
//! result is too long, and the peak memory. Takes about 9 GB of memory.

use std::fs;
use std::process::ExitCode;

use napkin::edition::EDITIONS;
use napkin::{ErrorKind, Level, Uri};
use serde_json::json;

/// The maximum length of a text, in bytes.
const LONGEST: usize = 4_294_967_294;

/// A host that only scheme-based normalization lengthens: its IPv4 address is spelled out.
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

/// The peak memory of the process, in bytes.
fn most_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}
