//! The help: every command is in it, and every example prints what it says.
//!
//! Apart from the other tests of the command, since it reads no cases, so that the published package has it.

#[allow(dead_code, reason = "the other tests use all of it")]
#[path = "cli/support.rs"]
mod support;

use std::path::Path;
use std::process::Command;

use support::{run, run_command};

const COMMANDS: &[&str] = &[
    "parse",
    "check",
    "resolve",
    "relativize",
    "normalize",
    "compare",
    "editions",
    "witness",
    "describe",
    "compose",
    "plan",
    "schemes",
    "audit",
    "allow",
    "repair",
    "get",
    "set",
    "extract",
    "typed",
    "wrap",
    "base",
    "links",
    "encode",
    "decode",
    "sql",
    "serve",
    "completions",
    "man",
];

#[test]
fn lists_the_commands_with_one_line_each() {
    let ran = run(["--help"], b"");
    assert_eq!(ran.code, 0);
    let (help, _) = ran.texts();
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let lines: Vec<_> = list.lines().map(|line| line.trim().split_once("  ").unwrap()).collect();
    let names: Vec<_> = lines.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, [COMMANDS, &["help"]].concat());
    assert!(lines.iter().all(|(_, line)| !line.trim().is_empty()));
}

/// Commands whose examples other tests run: one needs a program that is built elsewhere, one does not end.
const RUN_ELSEWHERE: &[&str] = &["sql", "serve"];

/// Runs the example of each help page in a shell, as it would be pasted.
#[cfg(unix)]
#[test]
fn every_example_prints_what_it_says() {
    let folder = Path::new(env!("CARGO_BIN_EXE_napkin")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    for command in COMMANDS.iter().filter(|command| !RUN_ELSEWHERE.contains(command)) {
        let ran = run([command, "--help"], b"");
        let (help, _) = ran.texts();
        let (_, example) = help.split_once("\nExample:\n").unwrap_or_else(|| panic!("{help}"));
        let (line, expected) = example.split_once("\n\nprints\n\n").unwrap();
        let line = line.replace("\n  ", "\n");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{{ {line}\n}} 2>&1")]).env("PATH", &path);
        let printed = run_command(&mut shell, b"");
        let printed: Vec<_> = printed
            .texts()
            .0
            .lines()
            .map(|line| format!("  {line}").trim_end().to_owned())
            .collect();
        assert_eq!(printed, expected.lines().collect::<Vec<_>>(), "{command}");
    }
}

#[test]
fn manual_pages_and_completions() {
    for command in COMMANDS {
        let page = run(["man", command], b"");
        assert_eq!(page.code, 0, "{command}");
        assert!(page.texts().0.contains(&format!(".TH napkin-{command} 1")), "{command}");
    }
    let page = run(["man"], b"");
    let text = page.texts().0;
    assert!(
        COMMANDS.iter().all(|command| text.contains(&format!("napkin\\-{command}(1)"))),
        "{text}"
    );
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(["completions", shell], b"");
        assert_eq!(script.code, 0, "{shell}");
        assert!(COMMANDS.iter().all(|command| script.texts().0.contains(command)), "{shell}");
    }
    assert_eq!(run(["completions", "tcsh"], b"").code, 2);
    let unknown = run(["man", "nothing"], b"");
    assert_eq!(unknown.code, 2);
    assert!(unknown.texts().1.starts_with("error: there is no command 'nothing'\n"));
}
