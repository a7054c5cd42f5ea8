//! The shell, with piped input and on a terminal.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};

use crate::process::{Process, command, wait_until};

fn fed(folder: &Path, mut shell: Command, input: &str) -> Output {
    shell
        .env("NAPKIN_SQL_HISTORY", folder.join("history"))
        .env("TERM", "xterm")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut shell = shell.spawn().unwrap();
    shell.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    shell.wait_with_output().unwrap()
}

#[test]
fn statements_and_commands_are_taken_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("links.csv"), "uri,n\nhttp://a.example/,1\n").unwrap();
    fs::write(folder.join("more.sql"), "SELECT 7 AS seven; SELECT 8 AS eight").unwrap();
    let input = "\
        SELECT uri_host(uri) AS host,\n  n\nFROM 'links.csv';\n\
        SELECT nothing;\n\
        CREATE VIEW v AS SELECT 1 AS one; SELECT ';' AS semicolon;\n\
        \\d\n\
        \\d 'links.csv'\n\
        \\df uri_host\n\
        \\i more.sql\n\
        \\o out.csv\n\
        SELECT 5 AS five;\n\
        SELECT 6 AS six;\n\
        \\timing\n\
        SELECT 9 AS nine;\n\
        \\odd\n\
        \\q\n\
        SELECT 10 AS ten;\n";
    let done = fed(folder, command(folder, &["--interactive"]), input);
    let (answer, told) =
        (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
    assert!(done.status.success(), "{told}");
    for expected in [
        "| host      | n |\n|-----------|---|\n| a.example | 1 |",
        "| ;         |",
        "| v    | VIEW |",
        "| uri         | Utf8      | YES         |",
        "uri_host(uri[, edition]): ",
        "| seven |",
        "| eight |",
        "| six |",
        "timing is on",
        "(1 rows, ",
    ] {
        assert!(answer.contains(expected), "{expected}\n---\n{answer}\n{told}");
    }
    for missing in ["| five |", "| ten |"] {
        assert!(!answer.contains(missing), "{answer}");
    }
    assert_eq!(fs::read_to_string(folder.join("out.csv")).unwrap(), "five\n5\n");
    assert!(told.contains("nothing") && told.contains("there is no \\odd"), "{told}");
    let history = fs::read_to_string(folder.join("history")).unwrap();
    assert!(history.contains("SELECT 6 AS six;") && history.contains("\\timing"), "{history}");
}

#[test]
fn a_terminal_has_completion_and_history() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // 'script' provides a terminal for the key presses.
    let mut shell = Command::new("script");
    shell
        .args(["-q", "-e", "-c", env!("CARGO_BIN_EXE_napkin-sql"), "/dev/null"])
        .env("NAPKIN_SQL_HISTORY", folder.join("history"))
        .env("TERM", "xterm")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut shell = Process(shell.spawn().unwrap());
    let mut keys = shell.0.stdin.take().unwrap();
    let mut screen = shell.0.stdout.take().unwrap();
    let shown = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&shown);
    let reader = std::thread::spawn(move || {
        let mut some = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut some) {
            written.lock().unwrap().extend_from_slice(&some[..count]);
        }
    });
    let count = |what: &str| String::from_utf8_lossy(&shown.lock().unwrap()).matches(what).count();
    let mut press = |press: &str| keys.write_all(press.as_bytes()).unwrap();
    wait_until("the prompt", || count("napkin> ") > 0);
    // A word with a single completion; the previous line, with the arrow key; the end.
    press("SELECT uri_host_kind_s\t'http://10.0.0.1/') AS first_kind;\r");
    wait_until("an answer", || count("| ipv4       |") == 1 && count("(1 rows, ") == 1);
    press("\x1b[A\r");
    wait_until("the answer again", || count("| ipv4       |") == 2 && count("(1 rows, ") == 2);
    press("\\q\r");
    wait_until("the end", || shell.0.try_wait().unwrap().is_some());
    assert!(shell.0.wait().unwrap().success());
    drop(keys);
    reader.join().unwrap();
    assert!(count("\\q to leave") == 1);
}
