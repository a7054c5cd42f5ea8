//! `rewrite --in-place`: files in the place of themselves, and nothing else.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{napkin, run, run_command};

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rewrite").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const MOVE: [&str; 6] = ["rewrite", "--from", "http://old/", "--to", "https://new/", "--in-place"];

#[test]
fn a_folder_moves_and_nothing_outside_of_it() {
    let top = folder("tree");
    let site = top.join("site");
    fs::create_dir_all(site.join("deep")).unwrap();
    let old = b"<a href=http://old/a>x</a>\n";
    for file in ["site/a.html", "site/deep/b.html", "outside.html", "site/.hidden.html"] {
        fs::write(top.join(file), old).unwrap();
    }
    fs::write(site.join("same.html"), b"<a href=http://other/>x</a>").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(top.join("outside.html"), site.join("link.html")).unwrap();
        std::os::unix::fs::symlink(&top, site.join("up")).unwrap();
    }
    let before = fs::metadata(site.join("same.html")).unwrap().modified().unwrap();
    let ran = run(MOVE.into_iter().chain(["-r", site.to_str().unwrap()]), b"");
    let (stdout, stderr) = ran.texts();
    assert_eq!((ran.code, stdout), (0, ""), "{stderr}");
    assert!(stderr.contains("changed 2 references in 2 files, of 3 files read"), "{stderr}");
    let new = b"<a href=https://new/a>x</a>\n";
    for (file, content) in [
        ("site/a.html", &new[..]),
        ("site/deep/b.html", new),
        ("outside.html", old),
        ("site/.hidden.html", old),
    ] {
        assert_eq!(fs::read(top.join(file)).unwrap(), content, "{file}");
    }
    // A file without a change is not written, and nothing is left beside.
    assert_eq!(fs::metadata(site.join("same.html")).unwrap().modified().unwrap(), before);
    let names = fs::read_dir(&site).unwrap().count();
    assert_eq!(names, if cfg!(unix) { 6 } else { 4 });
    let again = run(MOVE.into_iter().chain(["-r", site.to_str().unwrap()]), b"");
    assert!(again.texts().1.contains("changed 0 references in 0 files"), "{:?}", again.texts());
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_links_are_not_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let top = folder("permissions");
    let (file, link) = (top.join("a.html"), top.join("link.html"));
    fs::write(&file, b"<a href=http://old/>x</a>").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    let ran = run(MOVE.into_iter().chain([link.to_str().unwrap()]), b"");
    assert_eq!(ran.code, 3);
    assert!(ran.texts().1.contains("no symbolic link is followed"), "{:?}", ran.texts());
    assert_eq!(fs::read(&file).unwrap(), b"<a href=http://old/>x</a>");
    let ran = run(MOVE.into_iter().chain([file.to_str().unwrap()]), b"");
    assert_eq!(ran.code, 0, "{:?}", ran.texts());
    assert_eq!(fs::read(&file).unwrap(), b"<a href=https://new/>x</a>");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

/// The program `patch`, which knows nothing of URIs, makes the result of the diff.
#[test]
fn a_diff_makes_the_result() {
    let Ok(_) = Command::new("patch").arg("--version").output() else {
        assert!(std::env::var_os("CI").is_none(), "no patch");
        return;
    };
    let top = folder("patch");
    let line = |number: usize| match number % 7 {
        0 => format!("<a href='http://old/{number}'>x</a> <!-- http://old/ -->"),
        _ => format!("line {number}"),
    };
    for last in ["", "<a href=http://old/>", "end\n"] {
        let old = (0..100).map(line).collect::<Vec<_>>().join("\n") + "\n" + last;
        fs::write(top.join("p.html"), &old).unwrap();
        let arguments = ["rewrite", "--from", "http://old/", "--to", "https://new/", "p.html"];
        let in_folder = |more: &[&str]| {
            run_command(napkin(arguments.iter().chain(more).copied()).current_dir(&top), b"")
        };
        let (diff, new) = (in_folder(&["--diff"]), in_folder(&[]));
        assert_eq!((diff.code, new.code), (1, 0));
        fs::write(top.join("p.diff"), diff.texts().0).unwrap();
        let patched =
            Command::new("patch").args(["-i", "p.diff"]).current_dir(&top).output().unwrap();
        assert!(patched.status.success(), "{patched:?}");
        assert_eq!(fs::read_to_string(top.join("p.html")).unwrap(), new.texts().0);
    }
}
