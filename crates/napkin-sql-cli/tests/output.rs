//! Answers in files: the old file is kept until the new one is complete, whatever happens, and a file that is not
//! regular is only written to.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

use crate::process::{
    Process, command, csv, failure, is_heard, names, run, signal, text, wait_until,
};

const OLD: &str = "what was there before\n";

#[test]
fn what_fails_leaves_the_old_answer() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("links.txt"), "http://a.example/\nnot a URI\n").unwrap();
    for (arguments, status) in [
        (&["SELECT uri_hots('a')"][..], 2),
        (&["SELEC"], 2),
        (&["SELECT 1 AS a; SELECT nothing"], 2),
        (&["SELECT 1 AS a; SELECT 2 AS b"], 2),
        (&["SELECT [1] AS list"], 2),
        (&["SELECT * FROM 'none.parquet'"], 3),
        (&["SELECT uri_host_strict(uri) FROM 'links.txt'"], 1),
        (&["SELECT 1/(length(uri) - 9) FROM 'links.txt'"], 1),
        (&["--cluster", "df://127.0.0.1:1", "SELECT 1"], 1),
    ] {
        for name in ["out.csv", "new.csv"] {
            fs::write(folder.join("out.csv"), OLD).unwrap();
            let arguments = [&["--output", name], arguments].concat();
            let (found, told) = failure(folder, &arguments);
            assert_eq!(found, status, "{arguments:?}: {told}");
            assert_eq!(fs::read_to_string(folder.join("out.csv")).unwrap(), OLD, "{arguments:?}");
            assert_eq!(names(folder), ["links.txt", "out.csv"], "{arguments:?}");
        }
    }
}

#[test]
fn an_answer_may_replace_what_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let content = "uri,n\nhttp://a.example/,1\nhttp://b.example/,2\n";
    for file in ["self.csv", "self.parquet", "self.jsonl"] {
        fs::write(folder.join("first.csv"), content).unwrap();
        text(folder, &["-o", file, "SELECT * FROM 'first.csv'"]);
        for _ in 0..2 {
            text(folder, &["-o", file, &format!("SELECT * FROM '{file}' ORDER BY n")]);
        }
        let sql = format!("SELECT uri, n FROM '{file}' ORDER BY n");
        assert_eq!(csv(folder, &sql), content, "{file}");
    }
}

#[test]
fn links_lead_to_the_file_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("there")).unwrap();
    fs::write(folder.join("there/real.csv"), OLD).unwrap();
    for (link, target) in [
        ("one.csv", "there/real.csv"),
        ("two.csv", "one.csv"),
        ("new.csv", "there/new.csv"),
        ("round.csv", "round.csv"),
    ] {
        symlink(target, folder.join(link)).unwrap();
    }
    for (link, target) in [("one.csv", "real.csv"), ("two.csv", "real.csv"), ("new.csv", "new.csv")]
    {
        assert_eq!(failure(folder, &["-o", link, "SELECT uri_hots('a')"]).0, 2);
        text(folder, &["-o", link, &format!("SELECT '{link}' AS a")]);
        assert!(fs::symlink_metadata(folder.join(link)).unwrap().is_symlink(), "{link}");
        let found = fs::read_to_string(folder.join("there").join(target)).unwrap();
        assert_eq!(found, format!("a\n{link}\n"));
    }
    let (status, told) = failure(folder, &["-o", "round.csv", "SELECT 1 AS a"]);
    assert_eq!((status, told.contains("round.csv")), (3, true), "{told}");
    assert_eq!(names(folder), ["new.csv", "one.csv", "round.csv", "there", "two.csv"]);
    assert_eq!(names(&folder.join("there")), ["new.csv", "real.csv"]);
}

#[test]
fn permissions_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mode = |name: &str| fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o777;
    fs::write(folder.join("old.csv"), OLD).unwrap();
    fs::set_permissions(folder.join("old.csv"), fs::Permissions::from_mode(0o640)).unwrap();
    text(folder, &["-o", "old.csv", "SELECT 1 AS a"]);
    assert_eq!(mode("old.csv"), 0o640);
    // A new file has the permissions of any other new file.
    fs::write(folder.join("other"), "").unwrap();
    text(folder, &["-o", "new.csv", "SELECT 1 AS a"]);
    assert_eq!(mode("new.csv"), mode("other"));
    // A read-only file is not replaced either.
    fs::write(folder.join("kept.csv"), OLD).unwrap();
    fs::set_permissions(folder.join("kept.csv"), fs::Permissions::from_mode(0o444)).unwrap();
    assert_eq!(failure(folder, &["-o", "kept.csv", "SELECT 1 AS a"]).0, 3);
    assert_eq!(fs::read_to_string(folder.join("kept.csv")).unwrap(), OLD);
    // A folder is not replaced either.
    fs::create_dir(folder.join("folder.csv")).unwrap();
    assert_eq!(failure(folder, &["-o", "folder.csv", "SELECT 1 AS a"]).0, 3);
    assert!(folder.join("folder.csv").is_dir());
}

#[test]
fn what_is_no_regular_file_is_written_to_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (sql, status, expected) in [("SELECT 1 AS a", 0, "a\n1\n"), ("SELECT uri_hots('a')", 2, "")]
    {
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
        };
        let done = run(folder, &["--format", "csv", "-o", "pipe", sql]);
        // A query rejected at planning opens nothing; the reader of the pipe waits.
        if status != 0 {
            fs::write(&pipe, "").unwrap();
        }
        assert_eq!(done.status.code(), Some(status));
        assert_eq!(reader.join().unwrap(), expected);
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }
    let full = Path::new("/dev/full");
    symlink(full, folder.join("full.csv")).unwrap();
    for name in ["/dev/full", "full.csv"] {
        let (status, told) = failure(folder, &["--format", "csv", "-o", name, "SELECT 1 AS a"]);
        assert_eq!((status, told.contains("No space left")), (3, true), "{told}");
        assert!(fs::metadata(full).unwrap().file_type().is_char_device());
    }
    text(folder, &["--format", "json", "-o", "/dev/null", "SELECT 1 AS a"]);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert_eq!(names(folder), ["full.csv", "pipe"]);
}

#[test]
fn a_signal_leaves_nothing_half_done() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let out = folder.join("out.csv");
    // One query works before its first row, the other writes rows all the time.
    for (sql, is_writing) in [
        ("SELECT count(*) AS n FROM generate_series(1, 1000000000000)", false),
        ("SELECT value FROM generate_series(1, 1000000000000)", true),
    ] {
        let signals = [("INT", 2), ("TERM", 15), ("HUP", 1)];
        for (name, number) in signals.into_iter().filter(|(_, number)| is_heard(*number)) {
            let status = 128 + number as i32;
            fs::write(&out, OLD).unwrap();
            let mut process = Process(command(folder, &["-o", "out.csv", sql]).spawn().unwrap());
            wait_until("the temporary file", || names(folder).len() == 2);
            let beside = folder.join(&names(folder)[0]);
            if is_writing {
                wait_until("rows", || fs::metadata(&beside).unwrap().len() > 1 << 16);
            }
            signal(name, process.0.id());
            let ended = process.0.wait().unwrap();
            assert_eq!((ended.code(), ended.signal()), (Some(status), None), "{name}: {sql}");
            assert_eq!(fs::read_to_string(&out).unwrap(), OLD, "{name}: {sql}");
            assert_eq!(names(folder), ["out.csv"], "{name}: {sql}");
        }
    }
}

#[test]
fn a_file_has_all_rows_and_one_answer() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    text(folder, &["-o", "all.txt", "SELECT value FROM generate_series(1, 1500)"]);
    assert_eq!(fs::read_to_string(folder.join("all.txt")).unwrap().lines().count(), 1502);
    text(folder, &["--rows", "10", "-o", "few.txt", "SELECT value FROM generate_series(1, 10)"]);
    assert_eq!(fs::read_to_string(folder.join("few.txt")).unwrap().lines().count(), 12);
    // Statements without an answer do not count as a second one.
    let sql = "SET datafusion.execution.batch_size = 100; CREATE TABLE t AS SELECT 1 AS a; SELECT * FROM t";
    for file in ["one.parquet", "one.csv", "one.jsonl"] {
        text(folder, &["-o", file, sql]);
        assert_eq!(csv(folder, &format!("SELECT * FROM '{file}'")), "a\n1\n", "{file}");
    }
    assert_eq!(text(folder, &[sql]), "| a |\n|---|\n| 1 |\n");
    let (status, told) = failure(folder, &["-o", "two.csv", "SELECT 1 AS a; SELECT 2 AS a"]);
    assert_eq!((status, told.contains("a second one")), (2, true), "{told}");
}

#[test]
fn null_and_the_empty_text_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let sql = "SELECT * FROM (VALUES (1, '', NULL, 'a,b'), (2, NULL, 3, 'line\nline'), (3, '\"', 4, '\u{FDD0}'), \
               (NULL, ' ', NULL, '')) AS t(n, a, b, c)";
    let expected =
        "n,a,b,c\n1,\"\",,\"a,b\"\n2,,3,\"line\nline\"\n3,\"\"\"\",4,\u{FDD0}\n, ,,\"\"\n";
    assert_eq!(csv(folder, sql), expected);
    text(folder, &["-o", "out.csv", sql]);
    for answer in ["again.csv", "and.csv"] {
        let (from, to) =
            if answer == "again.csv" { ("out.csv", answer) } else { ("again.csv", answer) };
        text(folder, &["-o", to, &format!("SELECT * FROM '{from}'")]);
        assert_eq!(fs::read_to_string(folder.join(to)).unwrap(), expected);
    }
    assert_eq!(
        csv(folder, "SELECT a = '' AS is_empty, a IS NULL AS is_null FROM 'out.csv'"),
        "is_empty,is_null\ntrue,false\n,true\nfalse,false\nfalse,false\n"
    );
    // A file with one column has an empty line for NULL.
    let sql = "SELECT * FROM (VALUES ('a'), (NULL), (''), (NULL), ('b')) AS t(a)";
    text(folder, &["-o", "one.csv", sql]);
    assert_eq!(fs::read_to_string(folder.join("one.csv")).unwrap(), "a\na\n\n\"\"\n\nb\n");
    assert_eq!(csv(folder, "SELECT * FROM 'one.csv'"), "a\na\n\n\"\"\n\nb\n");
}

#[test]
fn json_and_errors_have_no_character_that_steers_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let sql = "SELECT chr(27) || chr(155) || chr(8238) || chr(8232) || chr(10) || 'é' AS text";
    let json = text(folder, &["--format", "json", sql]);
    assert_eq!(json, "{\"text\":\"\\u001b\\u009b\\u202e\\u2028\\né\"}\n");
    for arguments in [
        &["SELECT \"a\u{1b}[2J\u{9b}\u{202e}\""][..],
        &["SELECT * FROM 'a\u{1b}]2J\u{202e}.csv'"],
        &["--format", "a\u{1b}[2J\u{202e}"],
        &["--a\u{1b}[2J\u{202e}", "SELECT 1"],
        &["--param", "\u{9b}2J\u{202e}", "SELECT 1"],
        &["--format", "a\u{1b}\nforged"],
        &["--format=a\nforged\u{1b}"],
        &["--aliases", "spark,a\nforged\u{1b}", "SELECT 1"],
        &["--a\u{1b}\nforged", "SELECT 1"],
        &["--memory=a\u{1b}\nforged", "SELECT 1"],
    ] {
        let (_, told) = failure(folder, arguments);
        let steers = |c: char| c != '\n' && !napkin::is_safe_to_show(c);
        assert!(told.contains("\\u{") && !told.contains(steers), "{arguments:?}: {told:?}");
        assert!(!told.contains("\nforged"), "{arguments:?}: {told:?}");
    }
}

/// Rows without end.
const ENDLESS: &str = "SELECT value FROM generate_series(1, 1000000000000)";

#[test]
fn a_copy_that_fails_says_why_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.csv"), OLD).unwrap();
    // A file that is too large is refused as one on a full disk is, and where the test has no disk to fill. Whether the signal
    // for that is ignored, and whether the rows have an end, makes no difference.
    let few = "SELECT value FROM generate_series(1, 300000)";
    for (target, trap, rows) in [
        ("a.csv' STORED AS CSV", "trap '' XFSZ; ", few),
        ("b.csv' STORED AS CSV", "", ENDLESS),
        ("c' STORED AS PARQUET", "", few),
        ("c' STORED AS PARQUET", "", ENDLESS),
    ] {
        let sql = format!("COPY ({rows}) TO '{target}");
        let script = format!(
            "{trap}ulimit -f 256; exec timeout 300 \"{}\" \"{sql}\"",
            env!("CARGO_BIN_EXE_napkin-sql")
        );
        let done =
            std::process::Command::new("sh").args(["-c", &script]).current_dir(folder).output();
        let done = done.unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(3), "{told}");
        assert!(told.contains("File too large") && !told.contains("Partial"), "{told}");
        assert!(told.contains(target.split('\'').next().unwrap()), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert_eq!(names(folder).iter().filter(|name| *name != "c").count(), 1, "{target}");
        assert_eq!(fs::read_to_string(folder.join("a.csv")).unwrap(), OLD);
        assert!(!folder.join("c").exists() || names(&folder.join("c")).is_empty());
    }
}

#[test]
fn a_copy_that_is_interrupted_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.csv"), OLD).unwrap();
    for target in ["a.csv' STORED AS CSV", "c' STORED AS PARQUET"] {
        let sql = format!("COPY ({ENDLESS}) TO '{target}");
        let mut process = Process(command(folder, &[&sql]).spawn().unwrap());
        let inner = folder.join("c");
        let written = || names(folder).len() > 1 && (!inner.exists() || !names(&inner).is_empty());
        wait_until("the temporary file", written);
        signal("TERM", process.0.id());
        assert_eq!(process.0.wait().unwrap().code(), Some(128 + 15));
        assert_eq!(fs::read_to_string(folder.join("a.csv")).unwrap(), OLD);
        assert!(!inner.exists() || names(&inner).is_empty(), "{:?}", names(&inner));
        assert!(names(folder).iter().all(|name| name == "a.csv" || name == "c"));
    }
}
