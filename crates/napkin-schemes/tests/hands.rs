//! Code as one writes it before more than the front page is read: each function has the name of its job, and does what
//! its comment says.

#![cfg(feature = "file")]

use napkin::uri;
use napkin_schemes::{Value, describe};

/// A path and the URI of its file.
#[cfg(unix)]
#[test]
fn n14_file() {
    use std::path::{Path, PathBuf};

    use napkin_schemes::{SchemeError, from_file_path, to_file_path};

    // Not `Uri::from_file_path`: the core knows no scheme, and has no `std` but by a feature.
    fn beside(path: &Path, name: &str) -> Result<PathBuf, SchemeError> {
        let uri = from_file_path(path)?;
        to_file_path(&uri.join(name).unwrap())
    }
    let path = beside(Path::new("/a b/c.txt"), "50%25.txt").unwrap();
    assert_eq!(path, Path::new("/a b/50%.txt"));
    assert!(from_file_path("a/b").is_err());
    assert!(to_file_path(&uri!("file://elsewhere/a")).is_err());
    assert!(to_file_path(&uri!("http://h/a")).is_err());
    // A name with a slash in it would leave its folder.
    assert!(to_file_path(&uri!("file:///a/b%2Fc")).is_err());
}

/// What a URI means to its scheme, field by field.
#[test]
fn t09_fields() {
    let description = describe(&uri!("ftp://ftp.example/pub/a%20b.txt")).unwrap();
    assert_eq!(description.fields().get("name"), Some(&Value::Text("a b.txt".into())));
}
