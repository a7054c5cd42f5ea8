//! The compiler's message for an invalid constant: part and offset. The test runs the compiler.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use napkin::{
    AbsoluteIri, AbsoluteUri, Iri, IriRef, Uri, UriRef, absolute_iri, absolute_uri, iri, iri_ref,
    uri, uri_ref,
};

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
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    // In unpacked packages, the folder name has the version.
    let scan = ["../napkin-scan", concat!("../napkin-scan-", env!("CARGO_PKG_VERSION"))];
    let scan = scan.map(|beside| own.join(beside)).into_iter().find(|folder| folder.exists());
    for (package, arguments) in [
        (
            scan.expect("the package napkin-scan is beside").as_path(),
            &["--crate-name=napkin_scan"][..],
        ),
        (own, &["--crate-name=napkin", "--extern=napkin_scan"]),
    ] {
        let library = package.join("src/lib.rs");
        let library = ["--crate-type=lib", library.to_str().unwrap()];
        let made = rustc(&folder, &[arguments, &library].concat());
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
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
        (
            "iri!(\"http://é/\\u{E000}\")",
            "invalid-character in the path at byte 10: http://é/\u{E000}",
        ),
        ("iri!(\"é\")", "missing-scheme in the scheme at byte 0: é"),
        ("iri_ref!(\"é:b\")", "in the scheme at byte 0: é:b"),
        ("absolute_iri!(\"é:b\")", "in the scheme at byte 0: é:b"),
        ("absolute_iri!(\"a:é#ç\")", "unexpected-fragment in the fragment at byte 4: a:é#ç"),
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
    const IRI: Iri<&str> = iri!("http://例え.jp/á");
    const IRI_REFERENCE: IriRef<&str> = iri_ref!("../日本?\u{E000}");
    const IRI_BASE: AbsoluteIri<&str> = absolute_iri!("http://例え.jp/á/b");
    assert_eq!((URI.host().unwrap().as_str(), REFERENCE.path().as_str()), ("h", "../a"));
    assert_eq!(REFERENCE.resolve(BASE).unwrap(), "http://h/a");
    assert_eq!(uri!(TEXT), TEXT);
    assert_eq!(
        (IRI.host().unwrap().as_str(), IRI_REFERENCE.path().as_str()),
        ("例え.jp", "../日本")
    );
    assert_eq!(IRI_REFERENCE.resolve(IRI_BASE).unwrap(), "http://例え.jp/日本?\u{E000}");
}
