//! Running the command, and reading what it prints.

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

/// The outcome of a run.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Ran {
    /// Its text output: standard output, and standard error.
    pub(crate) fn texts(&self) -> (&str, &str) {
        let text = |bytes| str::from_utf8(bytes).expect("output is UTF-8");
        (text(&self.stdout), text(&self.stderr))
    }

    /// Its output, which is JSON Lines only, beside the counts of what was read.
    pub(crate) fn json(&self) -> Vec<Value> {
        let is_count = |line: &&str| {
            let count = line.strip_prefix("napkin: ").unwrap_or_default();
            let begins =
                count.starts_with("nothing") || count.starts_with(|c: char| c.is_ascii_digit());
            begins && count.contains(" read")
        };
        assert!(self.texts().1.lines().all(|line| is_count(&line)), "{}", self.texts().1);
        let lines = self.stdout.strip_suffix(b"\n").into_iter();
        let lines = lines.flat_map(|lines| lines.split(|&byte| byte == b'\n'));
        lines.map(|line| serde_json::from_slice(line).expect("a line is an object")).collect()
    }
}

/// Whether `NAPKIN_DEEP` asks for all of what a test can do.
pub(crate) fn is_deep() -> bool {
    std::env::var_os("NAPKIN_DEEP").is_some()
}

/// A number: divided by another, or with `NAPKIN_DEEP` whole.
pub(crate) fn part_of(whole: u64, divisor: u64) -> u64 {
    if is_deep() { whole } else { whole / divisor }
}

/// The command with these arguments, without colours unless requested.
pub(crate) fn napkin<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.env_remove("NAPKIN_EDITION");
    command
}

/// Runs the command to its end.
pub(crate) fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>, stdin: &[u8]) -> Ran {
    run_command(&mut napkin(arguments), stdin)
}

pub(crate) fn run_command(command: &mut Command, stdin: &[u8]) -> Ran {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // Written while the output is read, since neither fits into a pipe buffer.
    let output = thread::scope(|scope| {
        // A command that reads no input has closed the pipe.
        scope.spawn(move || drop(pipe.write_all(stdin)));
        child.wait_with_output().unwrap()
    });
    let code = output.status.code().expect("no signal ended it");
    Ran { code, stdout: output.stdout, stderr: output.stderr }
}

/// One JSON object for each input; inputs are passed on standard input, each ended by `delimiter`.
pub(crate) fn batch(arguments: &[&str], inputs: &[&[u8]], delimiter: u8) -> Vec<Value> {
    let mut stdin = inputs.join(&delimiter);
    stdin.push(delimiter);
    let null = if delimiter == 0 { &["-0"][..] } else { &[] };
    let ran = run(arguments.iter().chain(&["--json"]).chain(null), &stdin);
    assert!(ran.code < 2, "{arguments:?}: exit code {}", ran.code);
    let answers = ran.json();
    assert_eq!(answers.len(), inputs.len(), "{arguments:?}: one answer for every input");
    answers
}

/// A line of JSON for one input as argument.
pub(crate) fn one(arguments: &[&str]) -> Value {
    let mut answers = run(arguments.iter().chain(&["--json"]), b"").json();
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

/// A file in the tests' folder.
pub(crate) fn temporary(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// The lines of a file of `spec/cases/`.
pub(crate) fn cases(file: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The names of the editions, oldest first, as the command lists them.
pub(crate) const EDITIONS: [&str; 9] = [
    "rfc1630",
    "rfc1738",
    "rfc1808",
    "draft1997",
    "rfc2396",
    "draft2003",
    "rfc3986",
    "rfc3987",
    "java",
];
