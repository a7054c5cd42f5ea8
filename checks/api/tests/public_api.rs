//! The public API of each library is listed in a file beside this one, so that reviews see changes.
//! `NAPKIN_BLESS=1` writes the files.
//!
//! The traits of a type are one line ([`condensed`]): the set of traits is part of the API; the traits define the
//! signatures of their functions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use public_api::Builder;

/// The compiler whose rustdoc output is read here.
const COMPILER: &str = "rustc 1.95.";

/// The libraries for programs; the others are made for the command.
const LIBRARIES: [&str; 10] = [
    "napkin-scan",
    "napkin",
    "napkin-url",
    "napkin-schemes",
    "napkin-domains",
    "napkin-template",
    "napkin-standards",
    "napkin-keys",
    "napkin-context",
    "napkin-audit",
];

#[test]
fn the_public_api_is_the_one_that_is_written_down() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let version = Command::new("rustc").arg("--version").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    if !version.starts_with(COMPILER) {
        assert!(
            std::env::var_os("CI").is_none(),
            "this is {version}, and the listing needs {COMPILER}*"
        );
        eprintln!("skipped: what is read here is the JSON of {COMPILER}*, and this is {version}");
        return;
    }
    // A folder of its own, since build scripts ask for the switch: with one folder, other builds and this would undo each
    // other.
    let target = here.join("target/api");
    let cache = std::env::var_os("NAPKIN_CI_CACHE");
    let build = cache.map_or_else(|| target.clone(), |cache| Path::new(&cache).join("api"));
    let mut changed = Vec::new();
    for library in LIBRARIES {
        let run = Command::new(env!("CARGO"))
            .args(["rustdoc", "--quiet", "--lib", "--all-features", "--package", library])
            .arg("--target-dir")
            .arg(&target)
            .args(["--", "-Zunstable-options", "--output-format=json"])
            // The JSON output of rustdoc is unstable and needs this switch.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_BUILD_BUILD_DIR", &build)
            .env_remove("RUSTDOCFLAGS")
            .current_dir(here.join("../.."))
            .status();
        assert!(run.unwrap().success(), "no JSON for {library}");
        let json = target.join(format!("doc/{}.json", library.replace('-', "_")));
        let api = Builder::from_rustdoc_json(json)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .build()
            .unwrap();
        let items: String = condensed(api.items().map(ToString::to_string));
        let file = here.join(format!("{library}.txt"));
        if std::env::var_os("NAPKIN_BLESS").is_some() {
            fs::write(&file, &items).unwrap();
        }
        let written = fs::read_to_string(&file).unwrap_or_default();
        let gone = written.lines().filter(|line| !items.lines().any(|item| item == *line));
        let new = items.lines().filter(|item| !written.lines().any(|line| line == *item));
        changed.extend(gone.map(|line| format!("- {line}")));
        changed.extend(new.map(|line| format!("+ {line}")));
    }
    assert!(changed.is_empty(), "NAPKIN_BLESS=1 writes what is meant:\n{}", changed.join("\n"));
}

/// The items, with one line for all traits that a type has under the same conditions, instead of one line for each
/// trait and each of its functions. Associated types stay, each once, since the trait does not determine them.
fn condensed(items: impl Iterator<Item = String>) -> String {
    let mut lines: Vec<String> = Vec::new();
    // The traits of a type, and the index of their line, by conditions and type.
    let mut traits: BTreeMap<(String, String), (usize, BTreeSet<String>)> = BTreeMap::new();
    let mut types = BTreeSet::new();
    let mut implementing: Option<String> = None;
    for item in items {
        if let Some((conditions, of_trait, of_type)) = as_trait(&item) {
            let key = (conditions.to_owned(), of_type.to_owned());
            let (_, names) = traits.entry(key).or_insert_with(|| {
                lines.push(String::new());
                (lines.len() - 1, BTreeSet::new())
            });
            names.insert(short(of_trait).to_owned());
            implementing = Some(of_type.to_owned());
        } else if item.starts_with("pub mod ") && item.contains("::guide") {
            // Documentation, and no module of the library.
            implementing = None;
        } else if implementing.as_ref().is_none_or(|of_type| !is_function_of(&item, of_type)) {
            if !item.starts_with("pub type ") {
                implementing = None;
            }
            // Each function names its type itself, so an `impl` line is kept only for its conditions. Traits of the same name
            // for several types of text have one associated type.
            let is_repeated = item.starts_with("pub type ") && !types.insert(item.clone());
            if !item.starts_with("impl ") && !is_repeated {
                lines.push(item);
            }
        }
    }
    for ((conditions, of_type), (place, names)) in traits {
        let names: Vec<_> = names.into_iter().collect();
        lines[place] = format!("impl{conditions} {} for {of_type}", names.join(" + "));
    }
    grouped(lines).into_iter().map(|line| line + "\n").collect()
}

/// The lines with all functions of a type that need the same conditions below one line of these.
fn grouped(lines: Vec<String>) -> Vec<String> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut of_conditions: BTreeMap<String, usize> = BTreeMap::new();
    let mut current = 0;
    for line in lines {
        let is_function = line.starts_with("pub fn ") || line.starts_with("pub const fn ");
        match groups.get_mut(current) {
            Some(group) if is_function => group.push(line),
            _ => {
                let is_of_type = line.starts_with("impl<") && as_trait(&line).is_none();
                let next = groups.len();
                current = if is_of_type {
                    *of_conditions.entry(line.clone()).or_insert(next)
                } else {
                    next
                };
                if current == next {
                    groups.push(vec![line]);
                }
            }
        }
    }
    groups.concat()
}

/// The name of a trait, without its path if it is one of the standard library without parameters.
fn short(of_trait: &str) -> &str {
    let is_plain = !of_trait.contains('<') && !of_trait.starts_with("napkin");
    of_trait.rsplit("::").next().filter(|_| is_plain).unwrap_or(of_trait)
}

/// The conditions, the trait and the type of an `impl` of a trait.
fn as_trait(item: &str) -> Option<(&str, &str, &str)> {
    let rest = item.strip_prefix("impl")?;
    let mut depth = 0;
    let end = rest.char_indices().find_map(|(at, character)| {
        match character {
            '<' => depth += 1,
            '>' if !rest[..at].ends_with('-') => depth -= 1,
            ' ' if depth == 0 => return Some(at),
            _ => {}
        }
        None
    })?;
    let (conditions, rest) = rest.split_at(end);
    let (of_trait, of_type) = rest.trim_start().split_once(" for ")?;
    Some((conditions, of_trait, of_type))
}

/// Whether an item is a function or constant of a type, which an `impl` before it names.
fn is_function_of(item: &str, of_type: &str) -> bool {
    let path = of_type.split('<').next().unwrap_or(of_type);
    let named = ["pub fn ", "pub const fn ", "pub unsafe fn ", "pub const "];
    let name = named.iter().find_map(|start| item.strip_prefix(start));
    name.and_then(|name| name.strip_prefix(path)).is_some_and(|rest| rest.starts_with([':', '<']))
}
