//! The dependencies of the workspace: their licences and sources, and that the bare core has none.

use std::collections::BTreeMap;

use cargo_metadata::{Metadata, MetadataCommand};
use spdx::{Expression, LicenseReq, Licensee};

/// The licences that users of napkin can be asked to accept; that of bzip2 is a BSD licence in other words.
const ACCEPTED: [&str; 8] = [
    "MIT",
    "Apache-2.0",
    "BSD-3-Clause",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "bzip2-1.0.6",
];

fn metadata() -> Metadata {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    let locked = ["--locked".to_owned()];
    MetadataCommand::new().manifest_path(manifest).other_options(locked).exec().unwrap()
}

fn is_accepted(requirement: &LicenseReq) -> bool {
    ACCEPTED.iter().any(|name| Licensee::parse(name).unwrap().satisfies(requirement))
}

#[test]
fn licences_are_accepted() {
    let metadata = metadata();
    let mut count = BTreeMap::new();
    for package in &metadata.packages {
        let license = package.license.as_deref().unwrap_or_default();
        // Some packages write `/` for `OR`, an old convention.
        let expression = Expression::parse(&license.replace('/', " OR "))
            .unwrap_or_else(|error| panic!("{}: {license:?}: {error}", package.name));
        let accepted = expression.evaluate(is_accepted);
        assert!(accepted, "{} is under {license}", package.name);
        *count.entry(license).or_insert(0) += 1;
    }
    println!("{} packages: {count:?}", metadata.packages.len());
}

fn is_ours(name: &str) -> bool {
    name.starts_with("napkin") || name == "xtask"
}

#[test]
fn everything_comes_from_the_registry() {
    for package in metadata().packages {
        match package.source {
            Some(source) => assert!(source.is_crates_io(), "{} is from {source}", package.name),
            None => assert!(is_ours(&package.name), "{} is from a path", package.name),
        }
    }
}

/// Without features, the core depends only on its kernels, and the kernels depend on nothing.
#[test]
fn the_core_has_no_dependencies() {
    let metadata = metadata();
    for (name, own) in [("napkin", "napkin-scan"), ("napkin-scan", "")] {
        let package =
            metadata.packages.iter().find(|package| package.name.as_str() == name).unwrap();
        for dependency in &package.dependencies {
            let is_for_tests = dependency.kind == cargo_metadata::DependencyKind::Development;
            let is_accepted = dependency.optional || is_for_tests || dependency.name == own;
            assert!(is_accepted, "{name}: {}", dependency.name);
        }
    }
}
