//! Faults of the environment: outputs that fail, inputs that end early, signals, and inputs of any size. Each test
//! checks the exit status, the message, and the output.
//!
//! `cargo xtask faults` runs only these tests. Their names are sentences, since `docs/assurance.md` lists them.
#![cfg(target_os = "linux")]

mod memory;
mod trees;

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use crate::support::{napkin, part_of, run, temporary};

/// Every command that answers each line independently, with its further arguments; for `compare`, a line has two
/// inputs.
const BY_LINE: &[&[&str]] = &[
    &["parse"],
    &["check"],
    &["resolve", "--base", "http://h/"],
    &["relativize", "--base", "http://h/"],
    &["normalize"],
    &["editions"],
    &["describe"],
    &["plan"],
    &["get", "path"],
    &["set", "--fragment", "f"],
    &["encode"],
    &["decode"],
    &["audit"],
    &["repair"],
];

/// The command, run by a shell that first sets limits.
fn limited(limits: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("{limits}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_napkin")])
        .args(arguments);
    command
}

fn uris(count: usize) -> String {
    let line = |number: usize| format!("http://h/{number}\n");
    (0..count).map(line).collect()
}

/// A path in the tests' folder where no file exists yet.
fn absent(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn path_text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn a_pipe_that_nobody_reads_ends_every_command_quietly() {
    let lines = temporary("faults-pipe.txt", uris(20_000).as_bytes());
    let lines = path_text(&lines);
    let whole: [&[&str]; 5] =
        [&["extract"], &["links"], &["base"], &["links", "--json"], &["extract", "--json"]];
    let alone: [&[&str]; 4] = [&["--help"], &["man"], &["completions", "bash"], &["schemes"]];
    let with_input =
        BY_LINE.iter().chain(&whole).map(|arguments| [arguments, &["-i", lines][..]].concat());
    for arguments in with_input.chain(alone.map(<[_]>::to_vec)) {
        let mut child =
            napkin(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        // Messages about inputs may precede the detection of the closed pipe; there are no other messages.
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(
            !stderr.contains("panicked") && !stderr.contains("<stdout>"),
            "{arguments:?}: {stderr}"
        );
        assert!(
            output.status.code().is_some_and(|code| code < 2),
            "{arguments:?}: {:?}",
            output.status
        );
    }
}

#[test]
fn a_full_disk_is_told_by_every_command() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    let is_told = |arguments: &[&str], output: Output| {
        let stderr = String::from_utf8(output.stderr).unwrap();
        let message = "napkin: <stdout>: No space left on device\n";
        assert!(stderr.ends_with(message), "{arguments:?}: {stderr}");
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
    };
    for arguments in [&["--help"][..], &["--version"], &["check", "--help"], &["man"]] {
        is_told(arguments, napkin(arguments).stdout(full()).output().unwrap());
    }
    let lines = temporary("faults-full.txt", uris(2_000).as_bytes());
    for threads in ["1", "4"] {
        for arguments in BY_LINE {
            let output = napkin(*arguments)
                .args(["--threads", threads, "-i"])
                .arg(&lines)
                .stdout(full())
                .output()
                .unwrap();
            is_told(arguments, output);
        }
    }
}

#[test]
fn a_file_that_may_grow_no_more_has_the_first_results() {
    let lines = temporary("faults-limit-in.txt", uris(100_000).as_bytes());
    let arguments = ["get", "path", "--threads", "4", "-i", path_text(&lines)];
    let whole = run(arguments, b"").stdout;
    let written = absent("faults-limit-out.txt");
    let output = limited("trap '' XFSZ; ulimit -f 100", &arguments)
        .stdout(File::create(&written).unwrap())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let message = "napkin: <stdout>: File too large\n";
    assert_eq!(str::from_utf8(&output.stderr).unwrap(), message);
    let written = fs::read(written).unwrap();
    assert!(written.len() >= 50 * 1024 && whole.starts_with(&written), "{} bytes", written.len());
}

#[test]
fn an_output_that_is_open_for_reading_only_is_told() {
    let file = temporary("faults-read-only.txt", b"before");
    let output = napkin(["check", "a:b"])
        .stdout(File::open(&file).unwrap())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let message = "napkin: <stdout>: Bad file descriptor\n";
    assert_eq!(str::from_utf8(&output.stderr).unwrap(), message);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(fs::read(file).unwrap(), b"before");
}

#[test]
fn messages_that_cannot_be_written_stop_no_results() {
    let input = "a b\nhttp://h/\n".repeat(1000);
    let expected = run(["check"], input.as_bytes()).stdout;
    let full = || Stdio::from(OpenOptions::new().write(true).open("/dev/full").unwrap());
    let read_only = || Stdio::from(File::open("/dev/null").unwrap());
    let file = temporary("faults-messages.txt", input.as_bytes());
    for stderr in [full(), read_only()] {
        let output = napkin(["check", "-i"])
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(stderr)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout == expected);
    }
}

#[test]
fn a_file_that_breaks_while_it_is_read_leaves_the_others() {
    let good = temporary("faults-good.txt", b"http://h/1\nhttp://h/2");
    let good = path_text(&good);
    // A file that can be opened but never read.
    let broken = "/proc/self/mem";
    for threads in ["1", "4"] {
        let ran =
            run(["get", "path", "--threads", threads, "-i", good, "-i", broken, "-i", good], b"");
        assert_eq!(ran.code, 3);
        let message = format!("napkin: {broken}: Input/output error\n");
        assert_eq!(ran.texts(), ("/1\n/2\n/1\n/2\n", &*message));
    }
    for command in ["extract", "links", "base"] {
        let ran = run([command, "-i", broken, "-i", good, "--json"], b"");
        assert_eq!(ran.code, 3, "{command}");
        let (stdout, stderr) = ran.texts();
        assert!(stderr.contains("Input/output error"), "{command}: {stderr}");
        let alone = run([command, "-i", good, "--json"], b"");
        assert_eq!(stdout, alone.texts().0, "{command}");
    }
}

#[test]
fn a_file_that_vanishes_while_it_is_read_is_read_to_its_end() {
    let pipe = absent("faults-vanishing");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut child = napkin(["get", "path", "-i"])
        .arg(&pipe)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut writer = OpenOptions::new().write(true).open(&pipe).unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    writer.write_all(b"http://h/1\nhttp://h/").unwrap();
    reader.read_line(&mut line).unwrap();
    fs::remove_file(&pipe).unwrap();
    writer.write_all(b"2\nhttp://h/3").unwrap();
    drop(writer);
    reader.read_to_string(&mut line).unwrap();
    assert_eq!(line, "/1\n/2\n/3\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));

    let gone = path_text(&pipe);
    let ran = run(["get", "path", "-i", gone], b"");
    let message = format!("napkin: {gone}: No such file or directory\n");
    assert_eq!((ran.code, ran.texts()), (3, ("", &*message)));
}

#[test]
fn an_interrupted_read_goes_on() {
    let mut child =
        napkin(["get", "path"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for number in 0..5 {
        stdin.write_all(format!("http://h/{number}\n").as_bytes()).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("/{number}\n"));
        signal(&child, "-STOP");
        signal(&child, "-CONT");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// The command with the interrupt handling of a terminal: tests in the background ignore interrupts.
fn interruptible<const N: usize>(arguments: [&str; N]) -> Command {
    let plain = napkin(arguments);
    let mut command = Command::new("env");
    command.arg("--default-signal=INT").arg(plain.get_program()).args(plain.get_args());
    command
}

#[test]
fn an_interrupt_ends_it_after_whole_results() {
    // While it waits for input, all earlier input is answered.
    let mut child = interruptible(["get", "path"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdin.write_all(b"http://h/1\nhttp://h/2\nhttp://h/half").unwrap();
    let mut written = [0; 6];
    stdout.read_exact(&mut written).unwrap();
    signal(&child, "-INT");
    let status = child.wait().unwrap();
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).unwrap();
    assert_eq!((&written, rest.as_slice()), (b"/1\n/2\n", &b""[..]));
    assert_eq!(status.signal(), Some(2), "a shell sees that it was interrupted");

    // While it works, its output is a prefix of the complete output.
    let lines = temporary("faults-interrupt.txt", uris(300_000).as_bytes());
    let arguments = ["parse", "--json", "--threads", "4", "-i", path_text(&lines)];
    let mut child = interruptible(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut written = vec![0; 1 << 20];
    stdout.read_exact(&mut written).unwrap();
    signal(&child, "-INT");
    stdout.read_to_end(&mut written).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    assert!(run(arguments, b"").stdout.starts_with(&written));
}

#[test]
fn input_that_is_no_text_gets_one_answer_a_line() {
    let lines: [&[u8]; 6] =
        [b"\xff", b"http://h/\xc3\xa9\xc3", b"\0", b"a\0b:c", b"\x1b[31m\x07", b"\xf0\x9f\x92"];
    let stdin = [&lines.join(&b'\n')[..], b"\n"].concat();
    for arguments in BY_LINE {
        let ran = run(arguments.iter().chain(&["--json"]), &stdin);
        assert!(ran.code < 2, "{arguments:?}: {}", ran.code);
        assert_eq!(ran.json().len(), lines.len(), "{arguments:?}");
        // In text output, no escape reaches the terminal unescaped.
        let ran = run(*arguments, &stdin);
        let (stdout, stderr) = ran.texts();
        let is_raw = |character: char| character.is_control() && !"\n\t".contains(character);
        let shown = !["decode"].contains(&arguments[0]);
        assert!(
            !(stderr.contains(is_raw) || shown && stdout.contains(is_raw)),
            "{arguments:?}: {stdout}{stderr}"
        );
    }
}

/// Writes an input while the output is read and discarded; returns the exit code, and the number of output bytes.
fn pump(command: &mut Command, write: impl FnOnce(&mut dyn Write) + Send) -> (Option<i32>, u64) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let bytes = thread::scope(|scope| {
        scope.spawn(move || write(&mut stdin));
        std::io::copy(&mut stdout, &mut std::io::sink()).unwrap()
    });
    (child.wait().unwrap().code(), bytes)
}

#[test]
fn a_long_line_is_answered_in_bounded_memory() {
    // A gigabyte, or an eighth of it.
    let mebibytes = part_of(1024, 8);
    let write = |out: &mut dyn Write| {
        out.write_all(b"http://h/").unwrap();
        let piece = vec![b'x'; 1 << 20];
        for _ in 0..mebibytes {
            out.write_all(&piece).unwrap();
        }
        out.write_all(b"\nhttp://h/last\n").unwrap();
    };
    // Memory for the line, growing by doubling, and for its answer.
    let limit = format!("ulimit -v {}", 500_000 + 6 * 1024 * mebibytes);
    let mut command = limited(&limit, &["get", "path", "--threads", "2"]);
    let (code, bytes) = pump(&mut command, write);
    assert_eq!((code, bytes), (Some(0), (mebibytes << 20) + 2 + "/last\n".len() as u64));
}

#[test]
fn many_lines_are_answered_in_bounded_memory() {
    // Ten million, or two.
    let lines = part_of(10_000_000, 5);
    let write = |out: &mut dyn Write| {
        let some = uris(100_000);
        for _ in 0..lines / 100_000 {
            out.write_all(some.as_bytes()).unwrap();
        }
    };
    let expected = uris(100_000)
        .lines()
        .map(|line| line.len() as u64 - "http://h".len() as u64 + 1)
        .sum::<u64>();
    // Two hundred megabytes are processed, or forty; the stacks and arenas of the threads take address space.
    let mut command = limited("ulimit -v 500000", &["get", "path", "--threads", "2"]);
    let (code, bytes) = pump(&mut command, write);
    assert_eq!((code, bytes), (Some(0), expected * (lines / 100_000)));
}

#[test]
fn memory_that_is_not_to_be_had_is_no_wrong_answer() {
    let line = vec![b'x'; 400 << 20];
    let mut command = limited("ulimit -v 300000; ulimit -c 0", &["get", "path", "--threads", "1"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(b"http://h/1\n");
    let _ = stdin.write_all(&line);
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success());
    assert_eq!(output.stdout, b"/1\n");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("memory allocation of"), "{stderr}");
}

/// A closed stream is not treated as an empty file: no data is lost with the exit code of success.
#[test]
fn a_stream_that_is_closed_is_told_by_every_command() {
    let whole: [&[&str]; 3] = [&["extract"], &["links"], &["base"]];
    let closed = |stream: &str, arguments: &[&str]| {
        let output = limited(&format!("exec {stream}"), arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let lines = temporary("faults-closed.txt", b"http://h/\n");
    let alone: [&[&str]; 4] = [&["--help"], &["man"], &["completions", "bash"], &["schemes"]];
    let with_input = BY_LINE.iter().filter(|arguments| arguments[0] != "repair").chain(&whole);
    let with_input =
        with_input.map(|arguments| [arguments, &["--json", "-i", path_text(&lines)][..]].concat());
    for arguments in with_input.chain(alone.map(<[_]>::to_vec)) {
        let (code, stderr) = closed(">&-", &arguments);
        assert_eq!(
            (code, stderr.as_str()),
            (Some(3), "napkin: <stdout>: the stream is closed\n"),
            "{arguments:?}"
        );
    }
    for arguments in BY_LINE.iter().chain(&whole) {
        let (code, stderr) = closed("<&-", arguments);
        assert_eq!(
            (code, stderr.as_str()),
            (Some(3), "napkin: <stdin>: the stream is closed\n"),
            "{arguments:?}"
        );
    }
    // Output discarded on purpose is not lost, however `/dev/null` was opened; a command without output needs no
    // stream.
    for arguments in [&["parse", "http://h/"][..], &["check", "--quiet", "http://h/"]] {
        assert_eq!(closed("1<>/dev/null", arguments), (Some(0), String::new()));
    }
    assert_eq!(closed(">&-", &["check", "--quiet", "http://h/"]), (Some(0), String::new()));
}

/// Documents that decompress to too much: each is rejected with a message, and the documents before and after it
/// are processed.
#[test]
fn documents_that_become_much_leave_the_links_of_the_others() {
    let good = temporary("faults-good.md", b"[a](http://h/a)\n");
    let brackets = temporary("faults-brackets.md", &vec![b'['; 8 << 20]);
    let fields = temporary("faults-fields.eml", &b"a:\r\n".repeat(4 << 20));
    let parts = [
        b"A: b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n",
        &b"--b\r\n\r\n"[..].repeat(2 << 20)[..],
    ];
    let parts = temporary("faults-parts.eml", &parts.concat());
    let mut arguments = vec!["links"];
    for document in [&brackets, &fields, &parts] {
        arguments.extend([path_text(&good), path_text(document)]);
    }
    arguments.push(path_text(&good));
    let output = limited("ulimit -v 400000; ulimit -c 0", &arguments).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert_eq!(output.stdout, b"http://h/a\n".repeat(4));
    let counts = "napkin: 5 files read, 1 of them in part, 2 not: 2 not-a-message\n";
    assert_eq!((stderr.lines().count(), stderr.ends_with(counts)), (4, true), "{stderr}");
}

/// A document that cannot be read at all ends the process, after the links of earlier files are written.
#[test]
fn links_are_written_when_their_document_ends() {
    let good = temporary("faults-before.md", b"[a](http://h/a)\n");
    let mut child = napkin(["links", path_text(&good), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut written = [0; 11];
    child.stdout.take().unwrap().read_exact(&mut written).unwrap();
    assert_eq!(&written, b"http://h/a\n");
    drop(child.stdin.take());
    child.wait().unwrap();
}

/// Ordinary documents of many megabytes take less than ten bytes of memory per byte.
#[test]
fn links_of_large_documents_take_ten_bytes_a_byte_at_most() {
    let paragraph = "Some words and [a link](http://h/a), <http://h/b>, `code` and *more* words at http://h/c.\n\n";
    // Forty megabytes, or ten.
    let text = paragraph.repeat((part_of(40, 4) << 20) as usize / paragraph.len());
    let html = "<p>Some words and <a href='http://h/a'>a link</a> and more words.</p>\n"
        .repeat(part_of(600_000, 4) as usize);
    for (name, content) in [("text.txt", &text), ("text.md", &text), ("text.html", &html)] {
        let file = temporary(&format!("faults-{name}"), content.as_bytes());
        let limit =
            format!("ulimit -v {}; ulimit -c 0; exec >/dev/null", content.len() * 10 / 1024);
        let status = limited(&limit, &["links", path_text(&file)]).status().unwrap();
        assert_eq!(status.code(), Some(0), "{name}");
        fs::remove_file(file).unwrap();
    }
}
