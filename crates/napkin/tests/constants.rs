//! What the compiler says of a constant that is wrong: part and place. The compiler is run for it.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use napkin::{AbsoluteUri, Uri, UriRef, absolute_uri, uri, uri_ref};

fn rustc(folder: &PathBuf, arguments: &[&str]) -> std::process::Output {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.args(["--edition=2024", "--emit=metadata", "--cap-lints=allow"]).args(arguments);
    command.arg("--out-dir").arg(folder).arg("-L").arg(folder).output().unwrap()
}

#[test]
fn the_compiler_tells_part_and_place() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("constants");
    std::fs::create_dir_all(&folder).unwrap();
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs");
    let made = rustc(&folder, &["--crate-type=lib", "--crate-name=napkin", library]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let long = "a".repeat(1000);
    let long = format!("uri!(\"http://h/{long} \")");
    let cut = "a".repeat(200);
    let cut = format!("invalid-character in the path at byte 1009: http://h/{cut}");
    for (number, (constant, message)) in [
        (
            "uri!(\"https://exa mple.com/\")",
            "invalid-character in the host at byte 11: https://exa mple.com/",
        ),
        ("uri!(\"a\")", "missing-scheme in the scheme at byte 0: a"),
        ("uri_ref!(\"http://h:80a\")", "invalid-character in the port at byte 11: http://h:80a"),
        ("absolute_uri!(\"a:b#c\")", "unexpected-fragment in the fragment at byte 3: a:b#c"),
        ("uri!(\"http://é/\")", "invalid-character in the host at byte 7: http://é/"),
        (&long, &cut),
    ]
    .into_iter()
    .enumerate()
    {
        let source = folder.join(format!("constant{number}.rs"));
        std::fs::write(&source, format!("pub const C: () = {{ let _ = napkin::{constant}; }};"))
            .unwrap();
        let told =
            rustc(&folder, &["--crate-type=lib", "--extern=napkin", source.to_str().unwrap()]);
        let told = (told.status.success(), String::from_utf8_lossy(&told.stderr).into_owned());
        assert!(!told.0 && told.1.contains(message), "{constant}:\n{}", told.1);
    }
}

#[test]
fn constants_are_what_they_say() {
    const URI: Uri<&str> = uri!("http://h/");
    const REFERENCE: UriRef<&str> = uri_ref!("../a");
    const BASE: AbsoluteUri<&str> = absolute_uri!("http://h/a/b");
    const TEXT: &str = "urn:a";
    assert_eq!((URI.host().unwrap().as_str(), REFERENCE.path().as_str()), ("h", "../a"));
    assert_eq!(REFERENCE.resolve(BASE).unwrap(), "http://h/a");
    assert_eq!(uri!(TEXT), TEXT);
}
