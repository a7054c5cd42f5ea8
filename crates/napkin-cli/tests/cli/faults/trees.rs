//! Trees that hold what nobody should open, as an unpacked archive may: FIFOs, sockets, devices, links to anywhere.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use serde_json::Value;

use super::path_text;
use crate::support::{Ran, run_command};

/// The commands that search trees.
const SEARCHING: [&[&str]; 5] =
    [&["links"], &["base"], &["extract"], &["audit", "--links"], &["check", "--links"]];

/// Runs the command in a directory; a minute is more than it takes, unless it waits for somebody.
fn search(directory: &Path, arguments: &[&str]) -> Ran {
    let mut command = Command::new("timeout");
    command.args(["60", env!("CARGO_BIN_EXE_napkin")]).args(arguments).current_dir(directory);
    run_command(command.env_remove("NAPKIN_EDITION"), b"[stdin](http://h/stdin)\n")
}

/// An empty directory.
fn empty(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir(&path).unwrap();
    path
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn document(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let name = path.file_stem().unwrap().display();
    fs::write(path, format!("[{name}](http://h/{name})\n")).unwrap();
}

/// The lines of standard error that are about the tree, without the name of the command.
fn told(ran: &Ran) -> Vec<&str> {
    let lines = ran.texts().1.lines().filter_map(|line| line.strip_prefix("napkin: "));
    lines.filter(|line| !line.contains(" links: ")).collect()
}

#[test]
fn what_is_no_file_is_passed_over_in_a_tree() {
    let tree = empty("faults-tree");
    for name in ["a.md", "b/c.md", "-", "z.md"] {
        document(&tree.join(name));
    }
    fifo(&tree.join("fifo.md"));
    let _socket = UnixListener::bind(tree.join("socket.md")).unwrap();
    symlink("/dev/zero", tree.join("device.md")).unwrap();
    symlink("a.md", tree.join("file-link.md")).unwrap();
    symlink("b", tree.join("directory-link")).unwrap();
    symlink("..", tree.join("b/up")).unwrap();
    symlink("nowhere", tree.join("lost.md")).unwrap();
    symlink("itself.md", tree.join("itself.md")).unwrap();
    let plainly = [
        "b/up: passed over: it is a symbolic link to a directory; --follow searches it",
        "device.md: passed over: it is a device",
        "directory-link: passed over: it is a symbolic link to a directory; --follow searches it",
        "fifo.md: passed over: it is a FIFO",
        "itself.md: passed over: it is a symbolic link that leads to itself",
        "lost.md: passed over: it is a symbolic link to nothing",
        "socket.md: passed over: it is a socket",
    ];
    let following = [
        "b/up: passed over: it is a symbolic link back to .",
        "device.md: passed over: it is a device",
        "directory-link: passed over: it is a directory that was searched before",
        "fifo.md: passed over: it is a FIFO",
        "itself.md: passed over: it is a symbolic link that leads to itself",
        "lost.md: passed over: it is a symbolic link to nothing",
        "socket.md: passed over: it is a socket",
    ];
    for command in SEARCHING {
        for (options, expected) in [(&["-r"][..], plainly), (&["-r", "--follow"], following)] {
            let ran = search(&tree, &[command, options, &["--json"][..]].concat());
            assert_eq!(ran.code, 0, "{command:?} {options:?}: {}", ran.texts().1);
            assert_eq!(told(&ran), expected, "{command:?} {options:?}");
            let sources: Vec<_> = ran.texts().0.lines().map(source).collect();
            assert_eq!(sources, ["-", "a.md", "b/c.md", "file-link.md", "z.md"], "{command:?}");
        }
    }
}

/// The file of a line of JSON.
fn source(line: &str) -> String {
    let answer: serde_json::Value = serde_json::from_str(line).unwrap();
    answer["source"].as_str().unwrap().to_owned()
}

#[test]
fn a_directory_that_links_lead_to_is_searched_once() {
    let tree = empty("faults-follow");
    for name in ["tree/m/deep/a.md", "outside/b.md"] {
        document(&tree.join(name));
    }
    let inside = |name: &str| tree.join("tree").join(name);
    symlink("m/deep", inside("early")).unwrap();
    symlink("../outside", inside("out")).unwrap();
    symlink("../outside", inside("out-too")).unwrap();
    symlink("..", tree.join("outside/back")).unwrap();
    let ran = search(&tree, &["links", "-rH", "--follow", "tree", "tree/m"]);
    assert_eq!(ran.texts().0, "tree/early/a.md:http://h/a\ntree/out/b.md:http://h/b\n");
    assert_eq!(
        told(&ran),
        [
            "tree/m/deep: passed over: it is a directory that was searched before",
            "tree/out/back/outside: passed over: it is a directory that was searched before",
            "tree/out/back/tree: passed over: it is a directory that was searched before",
            "tree/out-too: passed over: it is a directory that was searched before",
            "tree/m: passed over: it is a directory that was searched before",
        ]
    );
    assert_eq!(ran.code, 0);
}

/// Files that say what is left out are opened by the search itself.
#[test]
fn rules_that_cannot_be_read_end_no_search() {
    let tree = empty("faults-rules");
    for name in ["a.md", "sub/b.md", "z.md"] {
        document(&tree.join(name));
    }
    let check = |rules: &str, what: &str, others: &[&str]| {
        let ran = search(&tree, &["links", "-rH"]);
        let lines: Vec<_> =
            others.iter().map(|name| format!("{name}.md:http://h/{name}\n")).collect();
        let lines = lines.concat();
        let message =
            format!("sub: not searched: {rules}, which says what to leave out, is {what}");
        let counts = "2 files read, 1 not: 1 unreadable";
        assert_eq!((ran.code, told(&ran), ran.texts().0), (3, vec![&*message, counts], &*lines));
    };
    for rules in [".ignore", ".gitignore"] {
        let path = tree.join("sub").join(rules);
        fifo(&path);
        check(&format!("sub/{rules}"), "a FIFO", &["a", "z"]);
        fs::remove_file(&path).unwrap();
        symlink("/dev/zero", &path).unwrap();
        check(&format!("sub/{rules}"), "a device", &["a", "z"]);
        fs::remove_file(&path).unwrap();
    }
    let git = tree.join("sub/.git");
    fs::create_dir_all(git.join("info")).unwrap();
    fifo(&git.join("info/exclude"));
    check("sub/.git/info/exclude", "a FIFO", &["a", "z"]);
    // A file that names the directory of the repository, which names the one that it shares.
    let shared = tree.join(".shared");
    fs::rename(&git, &shared).unwrap();
    fs::write(&git, format!("gitdir: {}\n", shared.display())).unwrap();
    fs::write(shared.join("commondir"), ".\n").unwrap();
    check(&format!("{}/./info/exclude", shared.display()), "a FIFO", &["a", "z"]);
    fs::remove_file(shared.join("commondir")).unwrap();
    fifo(&shared.join("commondir"));
    check(&format!("{}/commondir", shared.display()), "a FIFO", &["a", "z"]);
}

/// The report has what the search leaves out, each with the reason.
#[test]
fn the_report_has_what_is_left_out() {
    let tree = empty("faults-report");
    for name in ["a.md", "b/c.md", "sub/d.md"] {
        document(&tree.join(name));
    }
    fifo(&tree.join("fifo.md"));
    symlink("b", tree.join("link")).unwrap();
    fifo(&tree.join("sub/.ignore"));
    let ran = search(&tree, &["links", "-r", "--report", "/dev/stdout"]);
    let report: Vec<Value> =
        ran.texts().0.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let entries: Vec<_> = report
        .iter()
        .map(|entry| {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            (text(&entry["source"]), text(&entry["read"]), text(&entry["errors"][0]["kind"]))
        })
        .collect();
    let entry = |source: &str, read: &str, kind: &str| (source.into(), read.into(), kind.into());
    assert_eq!(
        entries,
        [
            entry("a.md", "whole", ""),
            entry("b/c.md", "whole", ""),
            entry("fifo.md", "no", "passed-over"),
            entry("link", "no", "passed-over"),
            entry("sub", "no", "unreadable"),
        ]
    );
    assert_eq!(ran.code, 3);
}

/// So are those of the user, wherever the tree is.
#[test]
fn settings_that_cannot_be_read_end_no_search() {
    let tree = empty("faults-settings");
    document(&tree.join("a.md"));
    document(&tree.join("b.md"));
    let home = empty("faults-settings-home");
    fs::create_dir_all(home.join(".config/git")).unwrap();
    fs::write(home.join("excluded"), "b.md\n").unwrap();
    let excludes = |path: &Path| format!("[core]\n\texcludesFile = {}\n", path.display());
    let search = |variables: &[(&str, &Path)]| {
        let mut command = Command::new("timeout");
        command.args(["60", env!("CARGO_BIN_EXE_napkin"), "links", "-rH"]);
        command.current_dir(&tree).env("HOME", &home).env("GIT_CONFIG_SYSTEM", "/dev/null");
        command.env_remove("XDG_CONFIG_HOME").env_remove("GIT_CONFIG_GLOBAL");
        let ran = run_command(command.envs(variables.iter().copied()), b"");
        (ran.code, ran.texts().0.to_owned(), told(&ran).concat())
    };
    let both = "a.md:http://h/a\nb.md:http://h/b\n".to_owned();
    let first = "a.md:http://h/a\n".to_owned();
    assert_eq!(search(&[]), (0, both.clone(), String::new()));
    let message = |path: &Path, what: &str| {
        format!(".: not searched: {}, which says what to leave out, is {what}", path.display())
    };
    for name in [".gitconfig", ".config/git/config", ".config/git/ignore"] {
        let path = home.join(name);
        fifo(&path);
        assert_eq!(search(&[]), (3, String::new(), message(&path, "a FIFO")));
        fs::remove_file(&path).unwrap();
        symlink("/dev/zero", &path).unwrap();
        assert_eq!(search(&[]), (3, String::new(), message(&path, "a device")));
        fs::remove_file(&path).unwrap();
        symlink("/dev/null", &path).unwrap();
        assert_eq!(search(&[]), (0, both.clone(), String::new()));
        fs::remove_file(&path).unwrap();
    }
    let pipe = home.join("pipe");
    fifo(&pipe);
    for variable in ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"] {
        assert_eq!(search(&[(variable, &pipe)]), (3, String::new(), message(&pipe, "a FIFO")));
    }
    let settings = home.join(".gitconfig");
    fs::write(&settings, excludes(&pipe)).unwrap();
    assert_eq!(search(&[]), (3, String::new(), message(&pipe, "a FIFO")));
    fs::write(&settings, excludes(&home.join("excluded"))).unwrap();
    assert_eq!(search(&[]), (0, first, String::new()));
}

#[test]
fn a_fifo_that_is_named_is_read() {
    let tree = empty("faults-named");
    let path = tree.join("fifo.md");
    fifo(&path);
    for arguments in [&["links"][..], &["links", "-i"], &["links", "-r"], &["extract", "-i"]] {
        let writer = path.clone();
        let writing = thread::spawn(move || {
            File::create(writer).unwrap().write_all(b"<http://h/a>\n").unwrap();
        });
        let ran = search(&tree, &[arguments, &["fifo.md"][..]].concat());
        writing.join().unwrap();
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.texts().1);
        assert!(ran.texts().0.contains("http://h/a"), "{arguments:?}");
    }
}

/// The targets of links are opened for their fragments.
#[test]
fn a_target_that_is_no_file_is_not_waited_for() {
    let tree = empty("faults-targets");
    fifo(&tree.join("fifo.html"));
    symlink("/dev/zero", tree.join("device.html")).unwrap();
    let page = tree.join("page.html");
    fs::write(&page, "<a href='fifo.html#a'>a</a> <a href='device.html#a'>a</a>").unwrap();
    let ran = search(&tree, &["check", "--links", path_text(&page)]);
    assert_eq!(ran.code, 0, "{}", ran.texts().1);
}
