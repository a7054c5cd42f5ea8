//! The help lists every command, and every example in it prints the output shown.
//!
//! Separate from the other tests of the command, since it reads no cases, so that the published package can have
//! it.

#[allow(dead_code, reason = "the other tests use all of it")]
#[path = "cli/support.rs"]
mod support;

use std::path::Path;
use std::process::Command;

use support::{run, run_command};

const COMMANDS: &[&str] = &[
    "parse",
    "check",
    "clean",
    "resolve",
    "relativize",
    "normalize",
    "key",
    "cdx",
    "compare",
    "editions",
    "witness",
    "describe",
    "compose",
    "plan",
    "schemes",
    "glance",
    "audit",
    "allow",
    "repair",
    "robots",
    "get",
    "set",
    "dedupe",
    "extract",
    "typed",
    "wrap",
    "base",
    "links",
    "rewrite",
    "encode",
    "decode",
    "sql",
    "serve",
    "completions",
    "man",
    "map",
    "expand",
    "unexpand",
];

#[test]
fn lists_the_commands_in_groups_with_one_line_each() {
    let ran = run(["--help"], b"");
    assert_eq!(ran.code, 0);
    let (help, _) = ran.texts();
    let mut listed = Vec::new();
    for group in ["Everyday", "Safety", "Standards", "Text"] {
        let list = help.split_once(&format!("\n{group}:\n"));
        let (_, list) = list.unwrap_or_else(|| panic!("{help}"));
        for line in list.lines().take_while(|line| line.starts_with("  ")) {
            let (name, about) = line.trim().split_once("  ").unwrap_or_else(|| panic!("{line}"));
            assert!(!about.trim().is_empty(), "{line}");
            listed.push(name);
        }
    }
    let (_, others) = help.split_once("\nOther programs: ").unwrap();
    listed.extend(others.lines().next().unwrap().split(", "));
    listed.sort_unstable();
    let mut commands = COMMANDS.to_vec();
    commands.sort_unstable();
    assert_eq!(listed, commands);
    assert!(help.contains("\nOptions: -h, --help"), "{help}");
    assert!((24..=44).contains(&help.lines().count()), "{help}");
    assert!(help.lines().all(|line| line.len() <= 90), "{help}");
    assert!(help.contains("\nExit status: 0 all well"), "{help}");
}

#[test]
fn a_uri_alone_is_taken_apart() {
    for uri in ["http://example.com/a?b", "mailto:a@b.example", "http://a b/"] {
        let (alone, parsed) = (run([uri], b""), run(["parse", uri], b""));
        assert_eq!((alone.code, alone.texts()), (parsed.code, parsed.texts()), "{uri}");
    }
    let alone = run(["a:b", "--json", "c:d"], b"");
    assert_eq!(alone.texts(), run(["parse", "--json", "a:b", "c:d"], b"").texts());
    assert_eq!(run(["prase"], b"").code, 2);
}

#[test]
fn help_is_asked_for_in_either_way() {
    let of = |arguments: &[&str]| run(arguments.iter().copied(), b"");
    for (asked, meant) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "set"], &["set", "--help"]),
        (&["help", "help"], &["--help"]),
        (&["help", "nothing"], &["nothing", "--help"]),
    ] {
        let (asked, meant) = (of(asked), of(meant));
        assert_eq!(asked.texts(), meant.texts());
        assert_eq!(asked.code, meant.code);
    }
    let help = of(&["help", "set"]);
    assert!(help.texts().0.contains("--set-pair"));
}

#[test]
fn completions_know_names() {
    let script = run(["completions", "zsh"], b"");
    let script = script.texts().0;
    for known in ["query-keys", "userinfo-present=off", "coaps", "rfc2396", "ssrf", "keep"] {
        assert!(script.contains(known), "{known}");
    }
}

#[test]
fn the_manual_has_its_sections() {
    let page = run(["man", "get"], b"");
    let lines = page.texts().0.lines();
    let sections: Vec<_> = lines.filter_map(|line| line.strip_prefix(".SH ")).collect();
    let expected = [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "EDITION",
        "\"INPUT AND OUTPUT\"",
        "\"EXIT STATUS\"",
        "ENVIRONMENT",
        "EXAMPLES",
        "\"SEE ALSO\"",
    ];
    assert_eq!(sections, expected);
    let page = run(["man"], b"");
    let text = page.texts().0;
    let has = |section: &str| text.contains(section);
    assert!(has(".SH COMMANDS\n.SS Everyday\n") && has(".SS Safety\n"), "{text}");
}

/// Commands whose examples other tests run: one needs a separately built program, one does not end, one needs a pager.
const RUN_ELSEWHERE: &[&str] = &["sql", "serve", "man"];

/// Runs the example of each help page in a shell, as a user would paste it.
#[cfg(unix)]
#[test]
fn every_example_prints_what_it_says() {
    let folder = Path::new(env!("CARGO_BIN_EXE_napkin")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    for command in COMMANDS.iter().filter(|command| !RUN_ELSEWHERE.contains(command)) {
        let ran = run([command, "--help"], b"");
        let (help, _) = ran.texts();
        let (_, example) = help.split_once("\nExample:\n").unwrap_or_else(|| panic!("{help}"));
        // The usual options or the usage follow.
        let (line, expected) = example.split_once("\n\nprints\n\n").unwrap();
        let end = ["\n\nMost used:\n", "\n\nUsage: "].map(|next| expected.find(next));
        let expected = &expected[..end.into_iter().flatten().min().unwrap()];
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
    // What is before a comma stays; `bash_completes_behind_a_comma` asks the shell that is everywhere.
    let zsh = run(["completions", "zsh"], b"");
    assert!(zsh.texts().0.contains("_napkin() {\n    [[ $PREFIX == -* ]] || compset -P '*,'\n"));
    let fish = run(["completions", "fish"], b"");
    assert!(fish.texts().0.contains("-a '(__fish_complete_list , __napkin_get_parts)'\n"));
    assert_eq!(run(["completions", "tcsh"], b"").code, 2);
    let unknown = run(["man", "nothing"], b"");
    assert_eq!(unknown.code, 2);
    assert!(unknown.texts().1.starts_with("error: there is no command 'nothing'\n"));
}

/// Completes a command line as bash does.
#[cfg(unix)]
#[test]
fn bash_completes_behind_a_comma() {
    let folder = Path::new(env!("CARGO_BIN_EXE_napkin")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let completed = |word: &str| {
        let script = format!(
            ". <(napkin completions bash); COMP_WORDS=(napkin get '{word}'); COMP_CWORD=2; \
             _napkin_lists napkin '{word}' get; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let mut shell = Command::new("bash");
        shell.args(["-c", &script]).env("PATH", &path);
        let ran = run_command(&mut shell, b"");
        ran.texts().0.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(completed("registr"), ["registrable-domain"]);
    assert_eq!(completed("host,registr"), ["host,registrable-domain"]);
    assert!(completed("host,query:a,pat").contains(&"host,query:a,path".to_owned()));
    assert!(completed("--edition").contains(&"--edition".to_owned()));
}
