//! No control character of an input reaches a terminal: all commands, with all their options, print hostile texts on
//! a pseudoterminal.
//!
//! Commands and options come from the help, so a new one takes part without being named here. Each flag is tried
//! with hostile inputs, files and names of files, and each option that takes a value with hostile values.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, available_parallelism};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

use crate::support::{is_deep, napkin, run};

/// Texts that steer a terminal, cut a line, or hide: ESC, BEL, CR, BS, DEL, NEL and other C1 controls as UTF-8 and as a
/// byte, changes of direction, separators, and what is invisible.
const HOSTILE: &[&[u8]] = &[
    b"\x1b[2J",
    b"\x1b]0;t\x07",
    b"\x1b[95;41m",
    b"\x07\x08\r\x7f",
    "\u{9b}2J\u{85}".as_bytes(),
    b"\x9b2J",
    "\u{202e}\u{2066}\u{200f}\u{61c}".as_bytes(),
    "\u{2028}\u{2029}".as_bytes(),
    "\u{feff}\u{ad}\u{200d}\u{e0041}\u{fe0f}\u{34f}".as_bytes(),
    "\u{fff9}\u{fff0}\u{13430}\u{fffe}\u{fdd0}\u{e000}\u{10ffff}\u{600}\u{110bd}".as_bytes(),
];

/// All of them, as one UTF-8 text.
const TEXT: &str = "a\u{1b}[2J\u{1b}]0;t\u{7}\u{8}\r\u{7f}\u{9b}2J\u{85}\u{202e}\u{2028}\u{e0041}";

/// A text that begins a line and writes in a colour of the command's own, which only the text behind it tells from the
/// command's.
const FORGED: &str = "a\nforged\u{1b}[31mforged";

/// The beginnings of what nothing but a forged text writes.
const FORGERIES: [&str; 2] = ["\nforged", "\u{1b}[31mforged"];

/// Options whose text has the line ends and tabs that the user wants.
const LITERAL: [&str; 1] = ["--format"];

/// Policies that are refused, with quotations.
const POLICIES: [&str; 4] = [
    "[rules]\n\"a\\nforged\\u001b[31mforged\" = \"off\"\n",
    "[rules]\nuserinfo-present = \"a\\nforged\\u001b[31mforged\"\n",
    "\"a\\nforged\\u001b[31mforged\" = 1\n",
    "schemes = [\"a\\nforged\\u001b[31mforged\"]\n",
];

/// The codes of the colours that the command and clap write.
const COLOURS: [&str; 10] = ["0", "1", "2", "4", "7", "31", "32", "33", "34", "36"];

/// Commands that run until they are ended, if their options are right.
const STAYING: [&str; 1] = ["serve"];

/// Commands that quote nothing, since another program gets all their arguments.
const HANDING_ON: [&str; 1] = ["sql"];

/// The formats of results.
const FORMATS: [&str; 4] = ["--json", "--csv", "--tsv", "--sarif"];

/// What the help says of a command.
struct Listed {
    name: String,
    /// Arguments without which it does nothing.
    needed: Vec<String>,
    flags: Vec<String>,
    /// Options with values, and the number of values.
    valued: Vec<(String, usize)>,
}

impl Listed {
    fn all() -> Vec<Self> {
        let help = run(["--help"], b"");
        let lines = help.texts().0.lines().take_while(|line| !line.starts_with("Options:"));
        let names = lines.filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
        let others = help.texts().0.lines().find_map(|line| line.strip_prefix("Other programs: "));
        names.chain(others.unwrap().split(", ")).map(Self::new).collect()
    }

    fn new(name: &str) -> Self {
        let help = run([name, "--help"], b"");
        let (help, _) = help.texts();
        let usage = help.lines().find_map(|line| line.strip_prefix("Usage: napkin ")).unwrap();
        let mut listed = Self {
            name: name.into(),
            needed: needed(usage.strip_prefix(name).unwrap()),
            flags: Vec::new(),
            valued: Vec::new(),
        };
        // Its hosts may be those of a policy, so the usage has no option that is needed.
        if name == "allow" {
            listed.needed.push("--public".into());
        }
        // A description is further to the right.
        let options =
            help.lines().filter(|line| line.starts_with("  ") && !line.starts_with("          "));
        for option in options.map(str::trim_start).filter(|line| line.starts_with('-')) {
            let Some(at) = option.find("--") else { continue };
            let name = option[at..].split([' ', '[']).next().unwrap();
            match option.matches('<').count() {
                0 => listed.flags.push(name.into()),
                values => listed.valued.push((name.into(), values)),
            }
        }
        listed
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.iter().chain(self.valued.iter().map(|(name, _)| name)).any(|name| name == flag)
    }
}

/// Values for what a usage has outside brackets.
fn needed(usage: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut editions = ["rfc3986", "rfc3987"].into_iter();
    let mut rest = usage.trim();
    while let Some(word) = rest.split_whitespace().next() {
        // A choice of options has brackets around it, and in it those of their values.
        let mut depth = 0;
        let closing = rest.find(|letter| {
            depth += i32::from(letter == '<') - i32::from(letter == '>');
            letter == '>' && depth == 0
        });
        let end = match closing {
            Some(closing) if word.starts_with("<--") => closing + 1,
            _ => word.len(),
        };
        match &rest[..end] {
            "<EDITION>" => words.push(editions.next().unwrap().to_owned()),
            "<SCHEME>" => words.extend(["mailto", "--to", TEXT].map(str::to_owned)),
            "<TEMPLATE>" => words.push("{+x}".into()),
            "<SHELL>" => words.push("bash".into()),
            "<FILE>" if words.last().is_some_and(|word| word == "--robots") => words.push(index()),
            "<NAME>" => words.push("ExampleBot".into()),
            "<FILE>" => words.extend([index(), "--match".into(), "host".into()]),
            "<URI>" => words.push("http://b/c/d".into()),
            "[PART]" => words.push("host,path,query,input,error".into()),
            option if option.starts_with("--") => words.push(option.into()),
            choice if choice.starts_with("<--base ") => {
                words.extend(["--base", "http://b/c/d"].map(str::to_owned));
            }
            choice if choice.starts_with("<--") => {
                words.push(choice.rsplit('|').next().unwrap().trim_end_matches('>').into());
            }
            word if word.starts_with('[') || word.ends_with(']') || word.ends_with("]...") => {}
            other => panic!("give {other} a value here, so that the command has something to do"),
        }
        rest = rest[end..].trim_start();
    }
    words
}

/// The files of the test: a folder with a hostile name.
struct Files {
    folder: PathBuf,
    lines: PathBuf,
    policy: PathBuf,
    policies: Vec<PathBuf>,
    missing: PathBuf,
}

impl Files {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("terminal")
            .join(os(b"d\x1b[2J\xc2\x9b\x9b\nforged\x1b[31mforged"));
        fs::create_dir_all(&folder).unwrap();
        let at = |name: &[u8]| folder.join(os(name));
        let files = Self {
            lines: at(b"l\x1b[2J.txt"),
            policy: at("p\u{202e}.toml".as_bytes()),
            policies: (0..POLICIES.len()).map(|number| at(&[b'p', b'0' + number as u8])).collect(),
            missing: at(b"no\x1b[2J\x9b"),
            folder: folder.clone(),
        };
        fs::write(&files.lines, lines()).unwrap();
        fs::write(&files.policy, format!("[rules]\n\"{TEXT}\" = \"{TEXT}\"\n").replace('\r', ""))
            .unwrap();
        for (path, policy) in files.policies.iter().zip(POLICIES) {
            fs::write(path, policy).unwrap();
        }
        for (name, document) in documents() {
            fs::write(at(name.as_bytes()), document).unwrap();
        }
        files
    }
}

fn os(bytes: &[u8]) -> OsString {
    OsString::from_vec(bytes.to_vec())
}

/// An index in which captures of a host are found.
fn index() -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("index.cdx");
    let line = format!("h)/ 2020 http://h/ {TEXT} 200 X - - 1 2 {TEXT}\n");
    fs::write(&path, line).unwrap();
    path.to_str().unwrap().into()
}

/// Lines that each command makes something of.
fn lines() -> Vec<u8> {
    let mut lines = Vec::new();
    for hostile in HOSTILE {
        for pieces in [
            &[&b""[..], b""][..],
            &[b"http://h/", b""],
            &[b"http://", b"@h", b"/", b"?q=", b"#", b""],
            &[b"http://h/\thttp://h/", b""],
            &[b"mailto:", b"@h?subject=", b""],
            &[b"see <http://h/", b"> or h.example/", b""],
        ] {
            lines.extend(pieces.join(*hostile));
            lines.push(b'\n');
        }
    }
    lines.extend(b"http://h/%1B%5B2J%07%7F%C2%9B%9B%E2%80%AE%E2%80%A8?q=%1B%5B2J%C2%85#%1B\n");
    lines
        .extend(b"data:text/plain;x=%1B%5B2J,%1B%5B2J%C2%9B\nmailto:%1B%5B2J@h?subject=%1B%5B2J\n");
    lines
}

/// Documents by the ends of their names.
fn documents() -> Vec<(String, Vec<u8>)> {
    let inside = TEXT.replace('\r', "");
    let html = format!(
        "<base href='http://b/{inside}'><a href='{inside}&#x1b;[2J&#x9b;' title='{inside}'>{inside}</a><a href='http://h/{inside}'>"
    );
    let mail = format!(
        "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\nContent-Location: http://p/{inside}\n\
         Content-ID: <{inside}@h>\n\n{html}\n--x\nContent-Type: text/{inside}\nContent-Transfer-Encoding: {inside}\n\n{html}\n--x--\n"
    );
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: {inside}\r\nContent-Location: {inside}\r\n\r\n{html}"
    );
    let warc = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://w/{inside}\r\nWARC-Date: {inside}\r\n\
         Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{head}\r\n\r\n",
        head.len()
    );
    let documents = [
        ("html", html.clone()),
        ("md", format!("[a](http://h/{inside} '{inside}') <http://h/{inside}>\n\n[b]: {inside}\n")),
        ("txt", format!("<http://h/{inside}> http://h/{inside} URL:{inside}\n")),
        ("xml", format!("<a xmlns:x='{inside}' xml:base='http://h/{inside}' href='{inside}'/>")),
        ("css", format!("a {{ b: url(\"{inside}\") }}")),
        ("ttl", format!("@base <http://h/{inside}> . <{inside}> <b> \"{inside}\" .")),
        ("eml", mail.clone()),
        ("mbox", format!("From {inside}\n{mail}\n\n")),
        ("warc", warc),
        ("json", format!("{{\"a\": \"{inside}\"}}")),
        ("png", inside.clone()),
    ];
    documents.map(|(end, text)| (format!("n\u{1b}[2J\u{202e}.{end}"), text.into_bytes())).into()
}

/// One run, and the command and the format that it is about.
struct Run {
    command: String,
    format: Option<&'static str>,
    arguments: Vec<OsString>,
    edition: Option<&'static str>,
    is_coloured: bool,
}

/// All runs of a command.
fn runs(listed: &Listed, files: &Files) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut add = |format: Option<&'static str>, more: Vec<OsString>, is_coloured| {
        let arguments = [&listed.name].into_iter().chain(&listed.needed).map(OsString::from);
        let colour = listed.has("--color").then_some(if is_coloured {
            "--color=always"
        } else {
            "--color=never"
        });
        let arguments = arguments.chain(colour.map(OsString::from)).chain(more).collect();
        runs.push(Run {
            command: listed.name.clone(),
            format,
            arguments,
            edition: None,
            is_coloured,
        });
    };
    let stays = STAYING.contains(&&*listed.name);
    for (number, flag) in
        [""].into_iter().chain(listed.flags.iter().map(String::as_str)).enumerate()
    {
        let format = FORMATS.into_iter().find(|format| *format == flag);
        if stays && flag != "--help" {
            continue;
        }
        let flag: Vec<_> =
            [flag].into_iter().filter(|flag| !flag.is_empty()).map(OsString::from).collect();
        let with =
            |more: &[&OsStr]| flag.iter().cloned().chain(more.iter().map(OsString::from)).collect();
        for is_coloured in [false, true] {
            // All flags in both, or each in one of them.
            if !is_deep() && format.is_none() && is_coloured != (number % 2 == 0) {
                continue;
            }
            let inputs = ["-i", "-i"].map(OsStr::new);
            if listed.has("--input") {
                add(
                    format,
                    with(&[
                        inputs[0],
                        files.missing.as_os_str(),
                        inputs[1],
                        files.lines.as_os_str(),
                    ]),
                    is_coloured,
                );
            } else {
                add(format, with(&[]), is_coloured);
            }
            // A folder in all of them, or in each format.
            if listed.has("--recursive") && (is_deep() || format.is_some() || number < 2) {
                let links =
                    ["--links"].into_iter().filter(|links| listed.has(links)).map(OsStr::new);
                let folder = [OsStr::new("--recursive"), files.folder.as_os_str()];
                add(format, with(&links.chain(folder).collect::<Vec<_>>()), is_coloured);
            }
        }
    }
    // Inputs as arguments, options that there are not, and values.
    let texts = HOSTILE.iter().map(|text| os(&[b"http://h/", *text].concat()));
    if !stays {
        add(None, [OsString::from("--")].into_iter().chain(texts).collect(), true);
        add(None, vec![files.missing.clone().into(), TEXT.into()], false);
        for format in [None].into_iter().chain(FORMATS.map(Some)) {
            if format.is_none_or(|format| listed.has(format)) {
                add(format, forging(format), true);
            }
        }
        add(None, vec![files.lines.clone().into()], true);
    }
    add(None, vec![format!("--{TEXT}").into()], true);
    add(None, vec![format!("--json={TEXT}").into()], false);
    let pair = OsString::from(format!("{TEXT}={TEXT}"));
    let values = [
        format!("{TEXT}{FORGED}").into(),
        files.policy.clone().into(),
        os(b"a\x1b[2J\x9b"),
        pair,
        files.missing.clone().into(),
    ];
    for policy in files.policies.iter().filter(|_| listed.has("--policy")) {
        add(None, vec!["--policy".into(), policy.into(), "http://h/".into()], true);
    }
    for (number, (option, count)) in listed.valued.iter().enumerate() {
        for (place, value) in values.iter().enumerate() {
            // All values, or two for each option.
            if is_deep() || place == 0 || place == 1 + number % 4 {
                let values = vec![value.clone(); *count];
                add(
                    None,
                    [option.into()].into_iter().chain(values).collect(),
                    place == 0 || (number + place) % 2 == 0,
                );
            }
        }
    }
    if listed.has("--edition") && !stays {
        add(None, vec![], true);
        runs.last_mut().unwrap().edition = Some(TEXT);
    }
    runs
}

/// Arguments that forge lines and colours, in a format.
fn forging(format: Option<&str>) -> Vec<OsString> {
    let forged = [FORGED.into(), format!("http://h/{FORGED}")].map(OsString::from);
    format.into_iter().map(OsString::from).chain(forged).collect()
}

/// What the test writes to a terminal behind the command's last byte.
const END: &[u8] = b"\0the command has ended\0";

/// Runs the command on a pseudoterminal; returns its exit code and what the terminal got.
///
/// The test keeps the side that the command writes to and writes [`END`] there itself: Linux may answer that a terminal
/// whose other side is closed has nothing more while its last bytes are on their way.
fn on_a_terminal(run: &Run, stdin: &Path) -> (i32, Vec<u8>) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let mut side =
        File::options().read(true).write(true).open(OsStr::from_bytes(name.to_bytes())).unwrap();
    // Line ends stay as they are written.
    let mut modes = tcgetattr(&side).unwrap();
    modes.make_raw();
    tcsetattr(&side, OptionalActions::Now, &modes).unwrap();
    let mut command = napkin(&run.arguments);
    command.arg0(OsStr::from_bytes(b"a\x1b[2J\nforged\x1b[31mforged\xc2\x9b"));
    // An option may name a file that is written.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal-writes");
    fs::create_dir_all(&folder).unwrap();
    command.current_dir(folder);
    command.env("PATH", "").env(if run.is_coloured { "CLICOLOR_FORCE" } else { "NO_COLOR" }, "1");
    command.envs(run.edition.map(|edition| ("NAPKIN_EDITION", edition)));
    command.stdin(File::open(stdin).unwrap()).stdout(side.try_clone().unwrap());
    command.stderr(side.try_clone().unwrap());
    let mut child = command.spawn().unwrap();
    let mut terminal = File::from(terminal);
    let reader = thread::spawn(move || {
        let mut got = Vec::new();
        let mut block = [0; 1 << 12];
        while !got.ends_with(END) {
            let length = terminal.read(&mut block).unwrap();
            got.extend_from_slice(&block[..length]);
        }
        got.truncate(got.len() - END.len());
        got
    });
    let status = child.wait().unwrap();
    side.write_all(END).unwrap();
    (status.code().expect("no signal ended it"), reader.join().unwrap())
}

/// A line or a colour in its text that an argument, a file or a name made.
fn forged(got: &[u8], run: &Run) -> Option<String> {
    let is_literal = run.arguments.iter().any(|word| LITERAL.iter().any(|option| word == option));
    let forged = FORGERIES.into_iter().find(|forged| {
        let is_meant = is_literal && forged.starts_with('\n');
        !is_meant && memchr::memmem::find(got, forged.as_bytes()).is_some()
    });
    forged.map(|forged| format!("{forged:?} in {}", got.escape_ascii()))
}

/// What steers the terminal in its text, with the text before it.
fn steering(got: &[u8], is_coloured: bool) -> Option<String> {
    let Ok(text) = str::from_utf8(got) else {
        return Some(String::from_utf8_lossy(got).escape_debug().to_string());
    };
    let mut text = text.to_owned();
    if is_coloured {
        for code in COLOURS {
            text = text.replace(&format!("\x1b[{code}m"), "");
        }
    }
    let at = text.find(|c| !napkin::is_safe_to_show(c) && !matches!(c, '\n' | '\t'))?;
    let (before, after) = text.split_at(at);
    let before: String =
        before.chars().rev().take(80).collect::<Vec<_>>().into_iter().rev().collect();
    Some(format!("{before:?} and then {:?}", after.chars().take(20).collect::<String>()))
}

#[test]
fn no_command_steers_a_terminal() {
    let files = Files::new();
    let all = Listed::all();
    assert!(all.len() >= 30, "the help lists the commands");
    let mut runs: Vec<_> = all.iter().flat_map(|listed| runs(listed, &files)).collect();
    for argument in [TEXT.into(), format!("--{TEXT}"), format!("parse{TEXT}")] {
        let arguments = vec![argument.into()];
        runs.push(Run {
            command: String::new(),
            format: None,
            arguments,
            edition: None,
            is_coloured: true,
        });
    }
    let next = AtomicUsize::new(0);
    let steered = Mutex::new(Vec::new());
    let escaped = Mutex::new(BTreeMap::<String, BTreeSet<&str>>::new());
    thread::scope(|scope| {
        for _ in 0..available_parallelism().map_or(2, Into::into) {
            scope.spawn(|| {
                while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (code, got) = on_a_terminal(run, &files.lines);
                    assert!((0..=3).contains(&code), "{:?} ended with {code}", run.arguments);
                    if let Some(steering) = forged(&got, run).or(steering(&got, run.is_coloured)) {
                        steered.lock().unwrap().push(format!("{:?}: {steering}", run.arguments));
                    }
                    let has =
                        |escape: &str| memchr::memmem::find(&got, escape.as_bytes()).is_some();
                    if has(r"\u{1b}") || has(r"\u001b") {
                        let format = if code == 2 { "" } else { run.format.unwrap_or("text") };
                        escaped
                            .lock()
                            .unwrap()
                            .entry(run.command.clone())
                            .or_default()
                            .insert(format);
                    }
                }
            });
        }
    });
    println!("{} runs", runs.len());
    let steered = steered.into_inner().unwrap();
    assert!(
        steered.is_empty(),
        "{} of {} runs:\n{}",
        steered.len(),
        runs.len(),
        steered.join("\n")
    );
    // What is not shown is not tried: each command has quoted something, and in each of its formats.
    let escaped = escaped.into_inner().unwrap();
    for listed in all.iter().filter(|listed| !HANDING_ON.contains(&&*listed.name)) {
        let shown = escaped.get(&listed.name);
        assert!(shown.is_some(), "{} quotes nothing", listed.name);
        // A command that quotes in messages only has no inputs.
        let formats = FORMATS.into_iter().filter(|format| listed.has(format));
        for format in formats.filter(|_| shown.is_some_and(|shown| shown.contains("text"))) {
            assert!(
                shown.is_some_and(|shown| shown.contains(format)),
                "{} {format} quotes nothing",
                listed.name
            );
        }
    }
}
