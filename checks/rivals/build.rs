//! Finds the C library uriparser; the check also runs without it.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let found = ["/usr/include", "/usr/local/include", "/opt/homebrew/include"]
        .iter()
        .any(|folder| Path::new(folder).join("uriparser/Uri.h").exists());
    if found {
        println!("cargo::rustc-cfg=uriparser");
        println!("cargo::rustc-link-lib=uriparser");
    }
}
