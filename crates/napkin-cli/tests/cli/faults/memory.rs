//! Short lines with long answers: memory is bounded by what is written, not only by what is read.
//!
//! Every command of the program's own list answers a few kilobytes of lines with megabytes, by an option where it has
//! one. The system tells the most memory that each held, while it waits for more input.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use super::path_text;
use crate::support::{napkin, run, temporary};

/// Commands that read neither lines nor documents, or only lines that other programs ask for; and `cdx`, whose output is
/// lines of its index.
const WITHOUT_INPUT: [&str; 8] =
    ["cdx", "completions", "compose", "man", "schemes", "serve", "sql", "witness"];

/// Commands that read documents or texts as a whole.
const WHOLE: [&str; 4] = ["base", "extract", "links", "rewrite"];

/// What `rewrite` reads behind its lines before they are written: it looks at what follows a piece.
const BEHIND: usize = 1 << 19;

/// The bytes of output for each command with a long option.
const WRITTEN: usize = 12 << 20;

/// The length of a long option.
const LONG: usize = 4096;

/// The most memory that the output may take beside what a single line takes: less than half of it, and three times what
/// any command was seen to take, since blocks that wait and freed pages vary by a megabyte from run to run.
const MOST: usize = 5 << 20;

/// A command, the options that make its answers long, and its lines: `{}` is a long text, `#` the number of a line.
type Row = (&'static str, &'static [&'static str], &'static str);

const ROWS: &[Row] = &[
    ("allow", &["--json", "--public"], "http://a/"),
    ("audit", &["--json"], r"http:\\u:p@127.1\#"),
    ("base", &["--json", "--default-base", "http://h/{}/"], "<p>"),
    ("check", &["--json", "--explain"], "#é"),
    ("clean", &["--json"], "http://h/#"),
    ("compare", &["--json", "--base", "http://h/{}/"], "#\tb"),
    ("decode", &["--json"], "%41#"),
    ("dedupe", &["--json", "--base", "http://h/{}/"], "#"),
    ("describe", &["--json"], "ftp://h/#"),
    ("editions", &["--json", "--base", "http://h/{}/"], "#"),
    ("encode", &["--json"], "é#"),
    ("extract", &["--json"], "http://h/#"),
    ("get", &["--format", "{input}{}"], ""),
    ("glance", &["--json"], "http://a@b/?#"),
    ("key", &["--json", "--profile", "surt", "--explain"], "http://www.h/#"),
    ("links", &["--json", "--default-base", "http://h/{}/"], "<a href='#'>"),
    ("map", &["--json"], "http://é/#"),
    ("normalize", &["--json", "--base", "http://h/{}/"], "#"),
    ("parse", &["--json", "--tree"], "http://h/#"),
    ("plan", &["--json", "--proxy", "h:80"], "http://h/#"),
    ("relativize", &["--json", "--base", "http://h/{}/"], "http://h/#"),
    ("repair", &["--json"], "http://h/ #"),
    ("resolve", &["--json", "--base", "http://h/{}/"], "#"),
    ("rewrite", &["--type", "text", "--from", "http://h/", "--to", "http://{}/"], "http://h/#"),
    ("robots", &["--json", "--robots", "/dev/null", "--agent", "a"], "http://h/#"),
    ("set", &["--json", "--path", "/{}"], "http://h/#"),
    ("typed", &["--json", "--suffix", "--base", "http://h/{}/"], "#"),
    ("wrap", &["--json", "--width", "1"], "http://h/#"),
    ("expand", &["--json", "/{x}"], "{\"x\":\"#\"}"),
    ("unexpand", &["--json", "http://h/{#x}"], "http://h/#"),
];

/// The commands of the program with input.
fn commands() -> Vec<String> {
    let help = run(["--help"], b"");
    let lines = help.texts().0.lines().skip_while(|line| *line != "Everyday:");
    let lines = lines.take_while(|line| *line != "Options:");
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !WITHOUT_INPUT.contains(name)).map(str::to_owned).collect()
}

/// The most memory, in bytes, that a command held until it had answered a file, and the bytes of its answers.
fn peak(command: &str, arguments: &[String], content: &str, answers: usize) -> (usize, usize) {
    peak_of(command, arguments, content, answers, 1)
}

/// [`peak`] with a number of threads.
fn peak_of(
    command: &str,
    arguments: &[String],
    content: &str,
    answers: usize,
    threads: usize,
) -> (usize, usize) {
    let threads = threads.to_string();
    let file = temporary(&format!("faults-memory-{command}-{answers}"), content.as_bytes());
    let threads = if WHOLE.contains(&command) { &[][..] } else { &["--threads", &threads] };
    // Of several documents, `rewrite` has no one result.
    let is_rewrite = command == "rewrite";
    let files = ["-i", path_text(&file), "-i", "-"];
    let mut child = napkin([command])
        .args(arguments)
        .args(threads)
        .args(if is_rewrite { &[][..] } else { &files })
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let document = if is_rewrite { [content, &" ".repeat(BEHIND)].concat() } else { String::new() };
    // It blocks where nobody reads what is written.
    let writing = std::thread::spawn(move || stdin.write_all(document.as_bytes()).map(|()| stdin));
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = Vec::new();
    let mut written = 0;
    for number in 0..answers {
        line.clear();
        written += stdout.read_until(b'\n', &mut line).unwrap();
        assert!(line.ends_with(b"\n"), "{command}: {number} of {answers} answers");
    }
    // It waits for standard input, with everything written.
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: usize = peak.trim().strip_suffix(" kB").unwrap().parse().unwrap();
    drop(stdout);
    drop(writing.join());
    assert!(child.wait().unwrap().code().is_some_and(|code| code < 2), "{command}");
    fs::remove_file(file).unwrap();
    (peak << 10, written)
}

#[test]
fn short_lines_with_long_answers_take_no_memory() {
    let mut amplified = Vec::new();
    for command in commands() {
        let row = ROWS.iter().find(|(name, ..)| *name == command);
        let (_, options, line) = row.unwrap_or_else(|| panic!("{command} has no line in ROWS"));
        let long = "a".repeat(LONG);
        let arguments: Vec<_> = options.iter().map(|option| option.replace("{}", &long)).collect();
        let content = |lines: usize| -> String {
            (0..lines).map(|number| line.replace('#', &number.to_string()) + "\n").collect()
        };
        // A document has one base, whatever is in it.
        let answers = |lines: usize| if command == "base" { 1 } else { lines };
        let (least, of_one) = peak(&command, &arguments, &content(1), answers(1));
        // Not so much of what takes long to compute.
        let lines = (WRITTEN / of_one).clamp(1, 3000);
        let (most, written) = peak(&command, &arguments, &content(lines), answers(lines));
        let more = most.saturating_sub(least);
        println!("{command}: {lines} lines, {written} bytes, {more} more");
        assert!(more < MOST, "{command}: {more} bytes for {lines} lines");
        amplified.extend((written > 2 * MOST).then_some(command));
    }
    let enough = ["dedupe", "editions", "get", "normalize", "resolve", "set", "links"];
    assert!(
        enough.iter().all(|command| amplified.iter().any(|known| known == command)),
        "{amplified:?}"
    );
}

/// Blocks that go to threads: each may hold some answers of its own, but not all of a block.
#[test]
fn threads_hand_long_answers_on() {
    let arguments = ["--format".to_owned(), "a".repeat(500)];
    let measured = |lines: usize| peak_of("get", &arguments, &"\n".repeat(lines), lines, 3);
    let (least, (most, written)) = (measured(1).0, measured(330_000));
    assert_eq!(written, 330_000 * 501);
    assert!(most - least < 24 << 20, "{} more", most - least);
}
