//! The tour in the README: every `$ napkin …` is run and has to print what stands below it.
//!
//! `NAPKIN_BLESS=1` writes what was printed into the README.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Runs a line of the tour as a reader would, from the root of the repository.
fn run(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_napkin"));
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env("PATH", format!("{}:{path}", binary.parent().unwrap().display()))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_tour_prints_what_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut made = String::new();
    let mut in_console = false;
    let mut commands = 0;
    let mut skipping = false;
    for line in page.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
            skipping = false;
        }
        if let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) {
            writeln!(made, "{line}").unwrap();
            skipping = command.starts_with("napkin ");
            if skipping {
                made.push_str(&run(command));
                commands += 1;
            }
        } else if !skipping {
            writeln!(made, "{line}").unwrap();
        }
    }
    assert!(commands >= 10, "only {commands} commands in the tour");
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    } else {
        assert!(made == page, "the README says otherwise; it should be\n{made}");
    }
}
