//! Files, pipes and threads: results are in the order of the records, whatever their number and length.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;

use crate::support::{Ran, batch, napkin, part_of, run, temporary};

#[test]
fn lines_end_and_do_not_begin() {
    let paths = |arguments: &[&str], stdin: &[u8]| {
        let ran = run([&["get", "path", "--json"], arguments].concat(), stdin);
        let answers = ran.json();
        let inputs = answers.iter().map(|answer| answer["input"].as_str().unwrap().to_owned());
        inputs.collect::<Vec<_>>()
    };
    assert!(paths(&[], b"").is_empty());
    assert_eq!(paths(&[], b"\n"), [""]);
    assert_eq!(paths(&[], b"a"), ["a"]);
    assert_eq!(paths(&[], b"a\n"), ["a"]);
    assert_eq!(paths(&[], b"\na\n\n\nb"), ["", "a", "", "", "b"]);
    assert_eq!(paths(&[], b"a\r\n"), ["a"]);
    assert_eq!(paths(&["-0"], b"a\nb\0c\0\0"), ["a\nb", "c", ""]);
    assert_eq!(paths(&["--null"], b"a"), ["a"]);
    assert_eq!(paths(&["", "a\nb"], b"x\n"), ["", "a\nb"], "arguments are not split");
}

#[test]
fn files_one_after_another() {
    let first = temporary("first.txt", b"a\nb");
    let second = temporary("second.txt", b"c d\n");
    let path = OsStr::to_str;
    let (first, second) = (path(first.as_ref()).unwrap(), path(second.as_ref()).unwrap());
    let ran = run(["check", "-i", first, "-i", "-", "--input", second, "-i", first], b"x\ny y");
    assert_eq!(ran.code, 1);
    let (stdout, stderr) = ran.texts();
    assert_eq!(
        stdout,
        "valid\ta\nvalid\tb\nvalid\tx\ninvalid\ty y\ninvalid\tc d\nvalid\ta\nvalid\tb\n"
    );
    let message = "invalid character ' ' in the path at byte 1 (segment, RFC 3986 section 3.3)";
    let expected = format!(
        "napkin: <stdin>:2: {message}\n  y y\n   ^ write y%20y\n\
         napkin: {second}:1: {message}\n  c d\n   ^ write c%20d\n"
    );
    assert_eq!(stderr, expected);
}

#[test]
fn a_file_that_cannot_be_read_stops_nothing() {
    let file = temporary("readable.txt", b"a b\n");
    let folder = file.parent().unwrap().to_str().unwrap();
    let ran = run(
        ["check", "-i", "/no/such/\u{1b}file", "-i", folder, "-i", file.to_str().unwrap()],
        b"",
    );
    assert_eq!(ran.code, 3, "more telling than that some input is invalid");
    let (stdout, stderr) = ran.texts();
    assert_eq!(stdout, "invalid\ta b\n");
    let lines: Vec<_> = stderr.lines().collect();
    assert_eq!(lines[0], "napkin: /no/such/\\u{1b}file: No such file or directory");
    assert_eq!(lines[1], format!("napkin: {folder}: Is a directory"));
    assert!(lines[2].starts_with(&format!("napkin: {}:1: ", file.display())));
}

#[cfg(unix)]
#[test]
fn bytes_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;

    let argument = OsStr::from_bytes(b"a\xffb");
    let expected = serde_json::json!({
        "input": "a\u{fffd}b", "input_base64": "Yf9i",
        "error": {
            "kind": "invalid-character", "part": "path", "offset": 1, "section": "3.3",
            "message": "invalid character in the path at byte 1 (segment, RFC 3986 section 3.3)",
            "fix": {"start": 1, "end": 2, "text": "%FF"}, "advice": "write it as %FF",
        },
    });
    let by_argument = run([OsStr::new("parse"), OsStr::new("--json"), argument], b"");
    assert_eq!((by_argument.code, by_argument.json()), (1, vec![expected.clone()]));
    let by_line = run(["parse", "--json"], b"a\xffb\n");
    assert_eq!((by_line.code, by_line.json()), (1, vec![expected]));

    let encoded = batch(&["encode"], &[b"\xff\0"], b'\n').remove(0);
    assert_eq!(encoded["output"], "%FF%00", "data may be any bytes");
    assert_eq!(encoded["input_base64"], "/wA=");
    let decoded = batch(&["decode"], &[b"a\xff%41"], b'\n').remove(0);
    assert_eq!(
        (&decoded["error"]["kind"], &decoded["error"]["offset"]),
        (&"not-utf8".into(), &1.into())
    );
    let split = run(["parse", "--split"], b"a\xffb");
    assert_eq!(
        split.texts(),
        ("", "napkin: <stdin>:1: not UTF-8 at byte 1 (RFC 3986 section 2)\n  a\\xffb\n   ^\n")
    );
}

/// Lines of very different lengths, every seventh of them invalid.
fn lines(count: usize) -> String {
    let line = |number: usize| match number % 7 {
        0 => format!("http://h/{number} invalid\n"),
        1 => format!("http://h/{number}/{}\n", "x".repeat(number % 3000)),
        _ => format!("http://h/{number}\n"),
    };
    (0..count).map(line).collect()
}

#[test]
fn order_is_kept_over_threads() {
    let lines = lines(100_000);
    let reference = run(["check", "--all-errors", "--threads", "1"], lines.as_bytes());
    assert_eq!(reference.code, 1);
    let (stdout, stderr) = reference.texts();
    let inputs: Vec<_> = stdout.lines().map(|line| line.split_once('\t').unwrap().1).collect();
    assert_eq!(inputs, lines.lines().collect::<Vec<_>>());
    assert!(
        stderr.starts_with("napkin: <stdin>:1: ") && stderr.contains("\nnapkin: <stdin>:99996: ")
    );

    let file = temporary("lines.txt", lines.as_bytes());
    for threads in ["2", "4", "13"] {
        let ran =
            run(["check", "--all-errors", "--threads", threads, "-i", file.to_str().unwrap()], b"");
        assert_eq!(ran.code, 1);
        assert!(ran.stdout == reference.stdout, "{threads} threads");
        let stderr = ran.texts().1.replace(file.to_str().unwrap(), "<stdin>");
        assert!(stderr == reference.texts().1, "{threads} threads");
    }
    let count = run(["check", "--threads", "4", "--count"], lines.as_bytes());
    assert_eq!(count.texts(), ("85714 valid, 14286 invalid\n", ""));
}

#[test]
fn text_on_both_streams_is_in_one_order() {
    let both = temporary("both.txt", b"");
    let file = std::fs::File::options().append(true).open(&both).unwrap();
    let status = napkin(["get", "path", "a", "b c", "d"])
        .stdout(file.try_clone().unwrap())
        .stderr(file)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
    let text = std::fs::read_to_string(both).unwrap();
    let firsts: Vec<_> = text.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(firsts, ["a", "", "napkin:", "", "", "d"]);
}

#[test]
fn a_record_may_be_of_any_length() {
    let long = format!("http://h/{}", "x".repeat(5_000_000));
    for threads in ["1", "4"] {
        // Enough input before it that threads are running.
        let stdin = format!("{}{long}\n{long}\nlast", lines(20_000));
        let ran = run(["get", "path", "--threads", threads], stdin.as_bytes());
        let printed: Vec<_> = ran.texts().0.lines().collect();
        let [.., first, second, last] = printed.as_slice() else { panic!("three lines at least") };
        assert!(*first == &long["http://h".len()..] && first == second);
        assert_eq!(*last, "last");
    }
    let invalid = format!("{long} ");
    let answer = batch(&["check"], &[invalid.as_bytes()], b'\n').remove(0);
    assert_eq!(answer["error"]["offset"], invalid.len() - 1);
    let ran = run(["check"], invalid.as_bytes());
    assert!(ran.texts().1.len() < 400, "the message shows the place, not the record");
}

#[test]
fn a_line_is_answered_before_the_next_one_comes() {
    let mut child = napkin(["resolve", "--base", "http://h/"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut exchange = |sent: &str, expected: &str| {
        stdin.write_all(sent.as_bytes()).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, expected);
    };
    exchange("a\n", "http://h/a\n");
    exchange("b\nc", "http://h/b\n");
    exchange("c\n", "http://h/cc\n");
    // Enough that threads are used.
    let long = "x".repeat(300_000);
    exchange(&format!("{long}\n"), &format!("http://h/{long}\n"));
    exchange("d\n", "http://h/d\n");
    exchange("e\n", "http://h/e\n");
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_is_the_end_and_no_fault() {
    // Also with invalid lines: a closed output takes precedence.
    let file = temporary("many.txt", lines(100_000).as_bytes());
    for threads in ["1", "4"] {
        let mut child = napkin(["parse", "--json", "--threads", threads, "-i"])
            .arg(&file)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut some = [0; 100];
        stdout.read_exact(&mut some).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}

#[test]
fn a_closed_pipe_ends_it_though_input_goes_on() {
    let mut child = napkin(["check", "--threads", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // The pipe of the input stays open, so only the closed output can end the process. Another test that starts a
    // process may hold the output open for a moment, so several lines are sent.
    let code = loop {
        // When the process has ended, the write fails.
        let _ = stdin.write_all(b"a\n");
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    assert_eq!(code, Some(0));
    drop(stdin);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = napkin(["check", "a:b"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let message = "napkin: <stdout>: No space left on device\n";
    assert_eq!(str::from_utf8(&output.stderr).unwrap(), message);
}

/// Every input has one output line, including invalid ones, so that `paste` can join input and output.
#[test]
fn one_line_of_text_for_each_input() {
    let commands: [&[&str]; 12] = [
        &["get", "host"],
        &["get", "--decode", "path"],
        &["get", "--decode", "segments"],
        &["set", "--fragment", "f"],
        &["resolve", "--base", "http://b/"],
        &["relativize", "--base", "http://b/"],
        &["normalize"],
        &["encode"],
        &["decode"],
        &["typed"],
        &["typed", "--suffix"],
        &["check"],
    ];
    let inputs: [&[u8]; 8] = [
        b"http://h/a",
        b"http://h/%zz",
        b"",
        b"http://h/%0A%5C",
        b"\xff",
        b"a b",
        b"../x",
        b"//[1",
    ];
    for arguments in commands {
        let ran = run(arguments, &[&inputs.join(&b'\n')[..], b"\n"].concat());
        let (stdout, _) = ran.texts();
        assert_eq!(stdout.lines().count(), inputs.len(), "{arguments:?}: {stdout}");
        let one = |input: &[u8]| run(arguments, &[input, b"\n"].concat()).stdout;
        let apart: Vec<u8> = inputs.iter().flat_map(|input| one(input)).collect();
        assert_eq!(stdout.as_bytes(), apart, "{arguments:?}");
    }
}

/// Lines as in real lists: empty, ill-formed, with control characters, repeated, very long, without a line end.
fn messy() -> (Vec<u8>, usize) {
    // A mebibyte, or a quarter of it: a few blocks.
    let long = b"x".repeat(part_of(1 << 20, 4) as usize);
    let long = [&b"http://long.example/"[..], &long].concat();
    let lines: [&[u8]; 20] = [
        b"\xef\xbb\xbfhttp://bom.example/",
        b"http://a/",
        b"",
        b"http://b/\r",
        b"   ",
        b"http://\xff\xfe/",
        b"\xc3\x28",
        b"http://c/a\0b",
        &long,
        b"# a comment",
        b"http://[::1",
        b"\rhttp://e/",
        b"a\rb",
        b"http://f,g/ \"h\", i",
        b"\t",
        b"http://\xe2\x80\xa8/",
        b"\xef\xbb\xbf",
        b"http://a/",
        b"\xed\xa0\x80",
        b"http://end.example/",
    ];
    (lines.join(&b'\n'), lines.len())
}

/// Every command for lists answers each line of a messy one, or reports how many it left out. `NAPKIN_LISTS` names a
/// folder with further lists.
#[test]
fn no_line_of_a_messy_list_is_lost() {
    let (messy, count) = messy();
    assert_eq!(records(&messy).len(), count);
    no_line_is_lost(&messy);
    for entry in std::env::var_os("NAPKIN_LISTS").iter().flat_map(std::fs::read_dir).flatten() {
        let list = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!list.contains(&b'\r'), "lists with CRLF are converted first");
        no_line_is_lost(&list);
    }
}

/// The lines of a list without its byte order mark.
fn records(list: &[u8]) -> Vec<&[u8]> {
    let list = list.strip_prefix("\u{feff}".as_bytes()).unwrap_or(list);
    list.strip_suffix(b"\n").unwrap_or(list).split(|&byte| byte == b'\n').collect()
}

/// The bytes of the input in a line of JSON.
fn input(line: &[u8]) -> Vec<u8> {
    let answer: Value = serde_json::from_slice(line).unwrap();
    match &answer["input_base64"] {
        Value::String(coded) => BASE64_STANDARD.decode(coded).unwrap(),
        _ => answer["input"].as_str().unwrap().into(),
    }
}

fn no_line_is_lost(list: &[u8]) {
    let inputs = records(list);
    let commands: [&[&str]; 24] = [
        &["parse", "--json"],
        &["check"],
        &["check", "--json"],
        &["get", "host"],
        &["get", "host", "--json"],
        &["get", "--format", "{host}\\t{input}"],
        &["get", "query-keys"],
        &["get", "pairs"],
        &["set", "--if-scheme", "http", "--scheme", "https"],
        &["set", "--if-host", "*.old.example", "--host", "new.example"],
        &["set", "--strip-tracking", "--sort-query"],
        &["set", "--keep-pair", "id"],
        &["normalize"],
        &["normalize", "--level", "scheme", "--json"],
        &["resolve", "--base", "http://h/"],
        &["relativize", "--base", "http://h/", "--json"],
        &["describe", "--json"],
        &["plan", "--json"],
        &["audit", "--json"],
        &["audit", "--hosts", "--json"],
        &["repair", "--json"],
        &["allow", "--public", "--json"],
        &["map"],
        &["typed", "--json"],
    ];
    let lines = |ran: &Ran| ran.stdout.split(|&byte| byte == b'\n').count() - 1;
    let of = format!(" of {} invalid and left out", grouped(inputs.len()));
    let left_out = |ran: &Ran| -> usize {
        let told = ran.texts().1.lines().find_map(|line| {
            let (number, _) = line.strip_prefix("napkin: ")?.split_once(&of)?;
            number.replace(',', "").parse().ok()
        });
        told.unwrap_or(0)
    };
    for command in commands {
        for mode in ["empty", "keep", "skip"] {
            let ran = run([command, &["--on-error", mode]].concat(), list);
            assert!(ran.code < 2, "{command:?} {mode}");
            assert_eq!(lines(&ran) + left_out(&ran), inputs.len(), "{command:?} {mode}");
            assert!(mode == "skip" || left_out(&ran) == 0, "{command:?} {mode}");
            if mode == "keep" && command.contains(&"--json") {
                let answers = records(&ran.stdout);
                for (answer, kept) in answers.iter().zip(&inputs) {
                    assert_eq!(input(answer), *kept, "{command:?}");
                }
            }
        }
    }
    // One row per line, with equal numbers of columns.
    for command in [&["parse", "--tsv"][..], &["get", "input,host,path", "--tsv"]] {
        let columns = |row: &str| row.split('\t').count();
        for mode in ["empty", "keep"] {
            let ran = run([command, &["--on-error", mode]].concat(), list);
            let rows: Vec<_> = ran.texts().0.lines().collect();
            assert_eq!(rows.len(), inputs.len(), "{command:?} {mode}");
            for (row, kept) in rows.iter().zip(&inputs) {
                assert_eq!(columns(row), columns(rows[0]), "{command:?} {mode}");
                assert_eq!(unescaped(row.split('\t').next().unwrap()), *kept, "{command:?} {mode}");
            }
        }
    }
    // Each line is counted once, or left out with all like it.
    for mode in ["empty", "keep", "skip"] {
        let counted = run(["dedupe", "--count", "--on-error", mode], list);
        let counts = counted.texts().0.lines().map(|line| line.split_once('\t').unwrap().0);
        let all: usize = counts.map(|count| count.parse::<usize>().unwrap()).sum();
        assert_eq!(all + left_out(&counted), inputs.len(), "{mode}");
        if mode == "keep" {
            assert_eq!(lines(&run(["dedupe"], list)), lines(&counted));
        }
    }
}

/// A number with a comma between groups of three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string().into_bytes();
    let groups: Vec<_> = digits.rchunks(3).rev().map(<[u8]>::to_vec).collect();
    String::from_utf8(groups.join(&b',')).unwrap()
}

/// A field of TSV as it was.
fn unescaped(field: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = field.as_bytes();
    while let [first, behind @ ..] = rest {
        let (byte, len) = match (first, behind) {
            (b'\\', [b't', ..]) => (b'\t', 2),
            (b'\\', [b'r', ..]) => (b'\r', 2),
            (b'\\', [b'\\', ..]) => (b'\\', 2),
            (b'\\', [b'x', digits @ ..]) => {
                (u8::from_str_radix(str::from_utf8(&digits[..2]).unwrap(), 16).unwrap(), 4)
            }
            (byte, _) => (*byte, 1),
        };
        bytes.push(byte);
        rest = &rest[len..];
    }
    bytes
}

#[test]
fn a_row_keeps_an_invalid_input_as_its_first_column() {
    let input = b"http://a,b c\nhttp://h/x\n";
    let rows = run(["get", "host,path", "--csv", "--on-error", "keep"], input);
    assert_eq!(rows.texts().0, "\"http://a,b c\",\nh,/x\n");
    let rows = run(["parse", "--csv", "--on-error", "keep"], input);
    let (stdout, _) = rows.texts();
    assert!(stdout.starts_with("\"http://a,b c\",,"), "{stdout}");
    assert!(stdout.contains("\nhttp://h/x,"), "{stdout}");
}
