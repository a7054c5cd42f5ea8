//! `docs/keys.md`: what profiles do to texts, their steps, and what the steps do, are generated from the code.
//!
//! `NAPKIN_BLESS=1` writes it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use napkin_answers::key::{Keys, ProfileName, profiles};
use napkin_answers::options::Value;
use napkin_keys::{PROFILES, STEPS};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The keys of each text, each with the profiles that make it.
fn keys() -> String {
    let keys = profiles().map(|name| {
        let profile = ProfileName::read(name.into()).unwrap();
        (name, Keys::new(profile, false))
    });
    let keys: Vec<_> = keys.collect();
    let mut made = "| text | profiles | key |\n| --- | --- | --- |\n".to_owned();
    for text in fs::read_to_string(root().join("docs/examples/keys.txt")).unwrap().lines() {
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for (name, keys) in &keys {
            let mut scratch = String::new();
            let key = keys.key(text.as_bytes(), &mut scratch);
            let key =
                key.map_or_else(|_| "none".into(), |key| format!("`{}`", key.replace('|', "\\|")));
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, names)) => names.push(name),
                None => groups.push((key, vec![name])),
            }
        }
        let mut text = format!("`{text}`");
        for (key, names) in groups {
            writeln!(made, "| {text} | {} | {key} |", names.join(", ")).unwrap();
            text.clear();
        }
    }
    made
}

/// The steps of each profile, in order.
fn profiles_with_steps() -> String {
    let mut made =
        "| profile | reading | steps | writing |\n| --- | --- | --- | --- |\n".to_owned();
    for profile in PROFILES {
        let steps = profile.steps().collect::<Vec<_>>().join(", ");
        let (name, reading, writing) = (profile.name(), profile.reading(), profile.writing());
        writeln!(made, "| `{name}` | {reading} | {steps} | {writing} |").unwrap();
    }
    made
}

/// What each step does.
fn steps() -> String {
    let mut made = "| step | what it does |\n| --- | --- |\n".to_owned();
    for step in STEPS {
        writeln!(made, "| `{}` | {} |", step.name(), step.about().replace('|', "\\|")).unwrap();
    }
    made
}

/// The page with the text between a mark and its end replaced.
fn with(page: &str, mark: &str, made: &str) -> String {
    let begin = format!("<!-- {mark} -->\n");
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no {mark}"));
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    format!("{before}{begin}\n{made}\n<!-- end -->{after}")
}

#[test]
fn the_page_says_what_profiles_do() {
    let path = root().join("docs/keys.md");
    let page = fs::read_to_string(&path).unwrap();
    let own = fs::read_to_string(root().join("docs/examples/shop.toml")).unwrap();
    assert!(page.contains(&format!("```toml\n{own}```")), "the profile of the page is another");
    let made = with(&page, "keys", &keys());
    let made = with(&made, "profiles", &profiles_with_steps());
    let made = with(&made, "steps", &steps());
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        fs::write(path, made).unwrap();
    } else {
        assert!(made == page, "docs/keys.md is not what profiles do: NAPKIN_BLESS=1 writes it");
    }
}
