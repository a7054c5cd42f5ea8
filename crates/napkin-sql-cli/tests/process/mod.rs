//! Shared by tests of the command: runs the process in a folder of its own.
#![allow(dead_code)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time limit of any operation, on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(4);

pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin-sql"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// The output, with nothing on standard error.
pub(crate) fn text(folder: &Path, arguments: &[&str]) -> String {
    answered(&run(folder, arguments), arguments)
}

pub(crate) fn answered(done: &Output, arguments: &[&str]) -> String {
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && told.is_empty(), "{arguments:?}: {told}");
    String::from_utf8(done.stdout.clone()).unwrap()
}

/// The exit status, and the output on standard error.
pub(crate) fn failure(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let done = run(folder, arguments);
    (done.status.code().unwrap(), String::from_utf8(done.stderr).unwrap())
}

/// The answer as CSV.
pub(crate) fn csv(folder: &Path, sql: &str) -> String {
    text(folder, &["--format", "csv", sql])
}

/// A process that is killed when it is dropped.
pub(crate) struct Process(pub(crate) Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}: not after {PATIENCE:?}");
        sleep(Duration::from_millis(2));
    }
}

pub(crate) fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([format!("-{name}"), process.to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Whether a signal is not ignored here: a process in the background or under `nohup` ignores some, and so do its
/// children.
pub(crate) fn is_heard(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() >> (number - 1) & 1 == 0
}

/// Overwrites bytes in the first half of a file, where Parquet has its pages.
pub(crate) fn damage(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 4;
    bytes[middle..middle + 64].fill(0xFF);
    fs::write(file, bytes).unwrap();
}

/// The names of the entries in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
