//! The pages of the repository: every link leads to a file and a heading, every page is linked, the index is whole, every
//! path in backticks exists, the names in ARCHITECTURE.md are defined, the tests that hold promises exist, the tables of
//! SQL and of names with two meanings are whole, and the README's code is run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The repository on the web: pages that registries show link their siblings there.
const REPOSITORY: &str = "https://github.com/napkin-uri/napkin/";

/// The folders of the root that pages name.
const FOLDERS: [&str; 6] = ["bench/", "checks/", "crates/", "docs/", "spec/", "xtask/"];

/// Endings of files that contributors' pages name by the last part of their path.
const ENDINGS: [&str; 8] = [".rs", ".toml", ".jsonl", ".abnf", ".mjs", ".py", ".md", ".json"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The files below a folder, as paths from the root with `/`, without generated, downloaded and hidden ones.
fn files(folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        let is_kept = !["target", "node_modules", ".git"].contains(&&*name);
        if path.is_dir() && is_kept {
            files(&path, root, found);
        } else if is_kept {
            found.insert(path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/"));
        }
    }
}

/// A page: its place, its text without blocks of code, and the anchors of its headings and of `<a id="…">`.
struct Page {
    file: String,
    prose: String,
    anchors: BTreeSet<String>,
}

impl Page {
    fn read(root: &Path, file: &str) -> Self {
        let text = fs::read_to_string(root.join(file)).unwrap();
        let (mut prose, mut anchors, mut is_code) = (String::new(), BTreeSet::new(), false);
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            } else if !is_code {
                prose.push_str(line);
                prose.push('\n');
                let named = line.split("<a id=\"").skip(1).filter_map(|rest| rest.split_once('"'));
                anchors.extend(named.map(|(name, _)| name.to_owned()));
                if line.starts_with('#') {
                    let anchor = anchor(line.trim_start_matches('#').trim());
                    let again = (1..).map(|number| format!("{anchor}-{number}"));
                    let mut names = [anchor.clone()].into_iter().chain(again);
                    anchors.insert(names.find(|name| !anchors.contains(name)).unwrap());
                }
            }
        }
        Self { file: file.to_owned(), prose, anchors }
    }

    /// The pieces of the prose outside of backticks, or those inside.
    fn pieces(&self, inside: bool) -> impl Iterator<Item = &str> {
        self.prose.split('`').skip(usize::from(inside)).step_by(2)
    }

    /// The targets of the links. A link's text may have backticks, its target has none.
    fn targets(&self) -> impl Iterator<Item = &str> {
        let links = self.pieces(false).flat_map(|piece| piece.split("](").skip(1));
        links.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
    }
}

/// The anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// All files, and the pages among them. Documents of cases are no pages.
fn tree() -> (BTreeSet<String>, BTreeMap<String, Page>) {
    let root = root();
    let mut found = BTreeSet::new();
    files(&root, &root, &mut found);
    // Cases and examples have documents with broken links on purpose.
    let is_page = |file: &&String| {
        Path::new(file.as_str()).extension().is_some_and(|ending| ending == "md")
            && !["spec/cases/", "docs/examples/"].iter().any(|inputs| file.starts_with(inputs))
    };
    let pages = found.iter().filter(is_page).map(|file| (file.clone(), Page::read(&root, file)));
    let pages = pages.collect();
    (found, pages)
}

/// The path from the root that a link leads to, and its anchor; `None` if it leads out of the repository.
fn resolved(page: &str, target: &str) -> Option<(String, Option<String>)> {
    let (target, from_root) = match target.strip_prefix(REPOSITORY) {
        Some(rest) => {
            let in_tree =
                rest.strip_prefix("blob/main/").or_else(|| rest.strip_prefix("tree/main/"));
            (in_tree?, true)
        }
        None => (target, false),
    };
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor.to_owned())),
        None => (target, None),
    };
    if path.is_empty() {
        return Some((page.to_owned(), anchor));
    }
    let folder =
        if from_root { "" } else { page.rsplit_once('/').map_or("", |(folder, _)| folder) };
    let mut whole = PathBuf::new();
    for part in Path::new(folder).join(path).components() {
        match part {
            Component::ParentDir => assert!(whole.pop(), "{page}: {target} leaves the repository"),
            part => whole.push(part),
        }
    }
    Some((whole.to_string_lossy().replace('\\', "/"), anchor))
}

#[test]
fn every_link_leads_somewhere() {
    let (files, pages) = tree();
    assert!(pages.len() > 80, "{}", pages.len());
    let mut wrong = Vec::new();
    let mut links = 0;
    for page in pages.values() {
        for target in page.targets() {
            let Some((path, anchor)) = resolved(&page.file, target) else { continue };
            links += 1;
            let exists = files.contains(&path) || root().join(&path).is_dir();
            let has_anchor = anchor.is_none_or(|anchor| {
                pages.get(&path).is_some_and(|page| page.anchors.contains(&anchor))
            });
            if !exists || !has_anchor {
                wrong.push(format!("{}: {target}", page.file));
            }
        }
    }
    assert!(links > 100, "{links}");
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));
}

#[test]
fn every_page_is_linked() {
    let (_, pages) = tree();
    let mut linked = BTreeSet::new();
    for page in pages.values() {
        linked.extend(page.targets().filter_map(|target| Some(resolved(&page.file, target)?.0)));
    }
    let is_found = |file: &str| {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        linked.contains(file) || linked.contains(folder)
    };
    let lost: Vec<_> =
        pages.keys().filter(|file| *file != "README.md" && !is_found(file)).collect();
    assert!(lost.is_empty(), "no page links {lost:?}");
}

/// Whether a file or folder matches a path, of which one part may be a pattern (`*`) or a placeholder (`NAME`).
fn is_there(files: &BTreeSet<String>, path: &str, from_root: bool) -> bool {
    let path = path.trim_end_matches('/');
    // Generated and downloaded files exist on some machines only.
    if path.split('/').any(|part| part == "target") {
        return true;
    }
    let wanted: Vec<&str> = path.split('/').collect();
    let is_free = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default();
        stem.len() > 1
            && stem.bytes().all(|byte| byte.is_ascii_uppercase())
            && !["README", "CHANGELOG", "ARCHITECTURE", "CONTRIBUTING"].contains(&stem)
    };
    let fits = |wanted: &str, part: &str| match wanted.split_once('*') {
        Some((start, end)) => part.starts_with(start) && part.ends_with(end),
        None if is_free(wanted) => {
            wanted.rsplit_once('.').is_none_or(|(_, ending)| part.ends_with(ending))
        }
        None => wanted == part,
    };
    files.iter().any(|file| {
        let parts: Vec<&str> = file.split('/').collect();
        let starts = if from_root { 0..1 } else { 0..parts.len() };
        starts.into_iter().any(|start| {
            let rest = &parts[start..];
            let is_whole = from_root || rest.len() == wanted.len();
            is_whole
                && rest.len() >= wanted.len()
                && wanted.iter().zip(rest).all(|(wanted, part)| fits(wanted, part))
        })
    })
}

/// The index of docs/ links each page of that folder and each tutorial, once.
#[test]
fn the_index_lists_every_page_once() {
    let (_, pages) = tree();
    let index = &pages["docs/README.md"];
    let is_listed = |page: &&String| {
        page.strip_prefix("docs/").is_some_and(|name| {
            name != "README.md" && (!name.contains('/') || name.starts_with("tutorials/"))
        })
    };
    for page in pages.keys().filter(is_listed) {
        let links = index.targets().filter(|target| {
            !target.contains('#')
                && resolved("docs/README.md", target).is_some_and(|(path, _)| path == *page)
        });
        assert_eq!(links.count(), 1, "links to {page}");
    }
}

/// On all pages paths from the root exist; on pages for contributors also the shorter names of files.
#[test]
fn every_path_exists() {
    let (files, pages) = tree();
    let mut wrong = Vec::new();
    let mut paths = 0;
    for page in pages.values().filter(|page| page.file != "CHANGELOG.md") {
        let is_for_contributors = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/design.md"]
            .contains(&&*page.file)
            || page.file.starts_with("docs/contributing/");
        for code in page.pieces(true) {
            let is_path = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./*".contains(&byte);
            if !code.bytes().all(is_path) || code.contains("..") {
                continue;
            }
            let from_root = FOLDERS.iter().any(|folder| code.starts_with(folder));
            let is_name =
                is_for_contributors && ENDINGS.iter().any(|ending| code.ends_with(ending));
            if from_root || is_name && code.len() > 6 {
                paths += 1;
                if !is_there(&files, code, from_root) {
                    wrong.push(format!("{}: `{code}`", page.file));
                }
            }
        }
    }
    assert!(paths > 200, "{paths}");
    assert!(wrong.is_empty(), "paths that are not there:\n{}", wrong.join("\n"));
}

/// Whether a path from the root is a source in Rust.
fn is_source(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending == "rs")
        && ["crates/", "checks/", "xtask/"].iter().any(|folder| file.starts_with(folder))
}

/// Whether a source defines something of this name.
fn defines(source: &str, name: &str) -> bool {
    const KEYWORDS: [&str; 8] = ["fn", "struct", "enum", "trait", "const", "static", "type", "pub"];
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    source.contains(name)
        && KEYWORDS.iter().any(|keyword| {
            let definition = format!("{keyword} {name}");
            source.match_indices(&definition).any(|(at, _)| ends(&source[at + definition.len()..]))
        })
}

/// The functions and types that ARCHITECTURE.md names are defined; a qualified name is defined in a file with the
/// qualifying name. Functions in the life of a URI, which is a table of numbered steps and a list, are defined in a
/// file that is named beside them.
#[test]
fn every_name_of_the_architecture_is_defined() {
    let (files, pages) = tree();
    let sources: Vec<(&String, String)> = files
        .iter()
        .filter(|file| is_source(file))
        .map(|file| (file, fs::read_to_string(root().join(file)).unwrap()))
        .collect();
    let is_name = |code: &&str| {
        code.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_:".contains(&byte))
            && !["napkin", "unsafe"].contains(code)
    };
    let mut wrong = Vec::new();
    let mut names = 0;
    // The lines of an item after its first are indented.
    let prose = pages["ARCHITECTURE.md"].prose.replace("\n  ", " ");
    for line in prose.lines() {
        let codes = || line.split('`').skip(1).step_by(2);
        let paths: Vec<&str> = codes().filter(|code| code.contains(['/', '.'])).collect();
        let is_of_life = line.starts_with("- **")
            || line.strip_prefix("| ").is_some_and(|row| row.starts_with(char::is_numeric));
        for code in codes().filter(is_name) {
            names += 1;
            let (of, name) = code.rsplit_once("::").unwrap_or(("", code));
            let is_anywhere = !is_of_life || name.starts_with(char::is_uppercase);
            let is_defined = sources.iter().any(|(file, source)| {
                (is_anywhere || paths.iter().any(|path| file.ends_with(path)))
                    && (source.contains(of) || file.contains(of))
                    && defines(source, name)
            });
            if !is_defined {
                wrong.push(format!("{code} in {paths:?}"));
            }
        }
    }
    assert!(names > 50, "{names}");
    assert!(
        wrong.is_empty(),
        "names that nothing defines, or no file beside them:\n{}",
        wrong.join("\n")
    );
}

/// Each promise of docs/security.md names what holds it: functions that are tests in a file named beside them, tasks of
/// `cargo xtask`, and checks of `checks/proof/`, all of which exist.
#[test]
fn every_promise_names_its_tests() {
    let (files, pages) = tree();
    let read = |file: &String| fs::read_to_string(root().join(file)).unwrap();
    let is_test = |paths: &[&str], name: &str| {
        let named =
            |file: &&String| paths.iter().any(|path| file.contains(path.trim_end_matches('/')));
        let head = format!("fn {name}(");
        files.iter().filter(|file| is_source(file)).filter(named).any(|file| {
            let text = read(file);
            let before = text.split(&head).next().filter(|before| before.len() < text.len());
            before.is_some_and(|before| {
                before
                    .trim_end()
                    .lines()
                    .rev()
                    .take(3)
                    .any(|line| line == "#[test]" || line.starts_with("#[tokio::test"))
            })
        })
    };
    let mut promises = 0;
    let mut wrong = Vec::new();
    let rows = pages["docs/security.md"].prose.lines().filter(|line| {
        line.strip_prefix("| ").is_some_and(|row| row.starts_with(char::is_numeric))
    });
    for row in rows {
        let tried = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let codes: Vec<&str> = tried.split('`').skip(1).step_by(2).collect();
        let paths: Vec<&str> = codes.iter().copied().filter(|code| code.contains('/')).collect();
        let mut holds = 0;
        for code in codes.iter().filter(|code| !code.contains('/')) {
            let task = code.strip_prefix("cargo xtask ");
            let is_check =
                |check: &str| files.contains(&format!("checks/proof/src/checks/{check}.rs"));
            let is_there = match task {
                Some(task) => files.contains(&format!("xtask/src/{task}.rs")),
                None => code.starts_with("cargo test ") || is_check(code) || is_test(&paths, code),
            };
            holds += usize::from(is_there);
            if !is_there {
                wrong.push(format!("{code} in {paths:?}"));
            }
        }
        assert!(holds > 0, "no test holds: {row}");
        promises += 1;
    }
    assert_eq!(promises, 9);
    assert!(wrong.is_empty(), "no such tests:\n{}", wrong.join("\n"));
}

/// The names of the methods of a type, by the listing of public items.
fn methods(listing: &str, types: &[&str]) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("checks/api").join(listing)).unwrap();
    let names = text.lines().filter_map(|line| {
        let item = line.strip_prefix("pub const fn ").or_else(|| line.strip_prefix("pub fn "))?;
        let rests = types.iter().filter_map(|name| item.strip_prefix(name));
        let mut methods = rests.filter_map(|rest| match rest.strip_prefix('<') {
            Some(over) => over.split_once(">::").map(|(_, method)| method),
            None => rest.strip_prefix("::"),
        });
        Some(methods.next()?.split(['<', '(']).next()?.to_owned())
    });
    names.collect()
}

/// What a method of `Uri` does and one of `Url` of the same name, side by side.
#[test]
fn the_table_of_names_in_two_types_is_whole() {
    let uri = methods("napkin.txt", &["napkin::Uri", "napkin::UriRef", "napkin::IriRef"]);
    let url = methods("napkin-url.txt", &["napkin_url::Url"]);
    let page = fs::read_to_string(root().join("docs/url.md")).unwrap();
    let (_, table) = page.split_once("| methods | of `napkin::Uri`").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let first_cells = table.lines().skip(1).filter_map(|line| line.split('|').nth(1));
    let told: BTreeSet<String> = first_cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .map(str::to_owned)
        .collect();
    let both: BTreeSet<String> = uri.intersection(&url).cloned().collect();
    assert!(both.len() > 20 && told == both, "{:?}", told.symmetric_difference(&both));
}

/// The table at the head of the functions of SQL has each function that has a section, in the order of the sections.
/// `crates/napkin-sql/tests/logic.rs` holds the sections to the code.
#[test]
fn the_table_of_sql_lists_every_function() {
    let page = fs::read_to_string(root().join("docs/sql.md")).unwrap();
    let (_, table) = page.split_once("| to ask | functions |\n").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let links = table.split("[`").skip(1);
    let listed: Vec<&str> = links.map(|link| link.split('`').next().unwrap()).collect();
    let headings = page.lines().filter_map(|line| line.strip_prefix("### `"));
    let told: Vec<&str> = headings.map(|name| name.split('(').next().unwrap()).collect();
    assert_eq!(listed, told);
}

/// The lines of Rust in a page.
fn rust(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let blocks = text.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The README belongs to no package, so its code has to be part of the READMEs of crates, whose code is run as documentation.
#[test]
fn the_code_of_the_readme_is_run() {
    let run = [rust("crates/napkin/README.md"), rust("crates/napkin-standards/README.md")].concat();
    let shown = rust("README.md");
    assert!(shown.len() >= 3);
    for line in shown {
        assert!(run.contains(&line), "no README of a crate has: {line}");
    }
}
