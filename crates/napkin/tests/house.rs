//! House rules that a test can check: an edition is one file and one line, with a grammar, cases and a page; no
//! code asks which edition it has; unsafe code is listed in the design.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use napkin::edition::{AMENDMENTS, EDITIONS};
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Rust files below a folder, with their text.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    files("rs", folder, found);
}

/// The files below a folder with an extension, with their text.
fn files(extension: &str, folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            // `target` folders contain sources of other packages.
            if !path.ends_with("target") {
                files(extension, &path, found);
            }
        } else if path.extension().is_some_and(|its| its == extension) {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

#[test]
fn every_edition_has_its_files() {
    let page = fs::read_to_string(root().join("docs/editions.md")).unwrap();
    let source = root().join("crates/napkin/src/edition");
    let explained = root().join("crates/napkin/src/explain");
    for edition in EDITIONS {
        let name = edition.name;
        // The cases of the drafts carry the name of the document.
        let document = edition.document.split(',').next().unwrap();
        let cases = match document.strip_prefix("draft-fielding-") {
            Some(draft) => format!("draft-{}.jsonl", draft.replace("uri-", "")),
            None => format!("{name}.jsonl"),
        };
        for file in [
            source.join(format!("{name}.rs")),
            explained.join(format!("{name}.rs")),
            root().join(format!("spec/grammars/{name}.abnf")),
            root().join(format!("docs/editions/{name}.md")),
            root().join("spec/cases").join(cases.replace("draft-draft", "draft")),
        ] {
            assert!(file.exists(), "{name} has no {}", file.display());
        }
        assert!(page.contains(&format!("`{name}`")), "docs/editions.md does not tell of {name}");
    }
    let files = fs::read_dir(&source).unwrap().count();
    assert_eq!(
        files,
        EDITIONS.len() + 7,
        "each file but mod.rs, amended.rs, beyond_ascii.rs, definition.rs, properties.rs, plain.rs and the folder rules has a line in the list"
    );
    for amendment in AMENDMENTS {
        let grammar = root().join(format!("spec/grammars/{}.abnf", amendment.edition.name));
        assert!(grammar.exists(), "{} does not exist", grammar.display());
    }
    let grammars = fs::read_dir(root().join("spec/grammars")).unwrap().count();
    assert_eq!(grammars, EDITIONS.len() + AMENDMENTS.len());
    assert!(EDITIONS.is_sorted_by_key(|edition| (edition.year, edition.month)), "oldest first");
}

/// The numbers of decisions and requirements in a text: `D1630-01`, `R3986-A6`, `D97-49`.
fn sheet_numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_of_number = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let documents = [
        "D1630", "R1630", "D1738", "R1738", "R1808", "D97", "R2396", "D03", "R3986", "R3987",
        "JAVA",
    ];
    text.split(move |c| !is_of_number(c)).filter(move |word| {
        word.split_once('-').is_some_and(|(document, number)| {
            let digits = number.strip_prefix('A').unwrap_or(number);
            documents.contains(&document)
                && (1..=3).contains(&digits.len())
                && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    })
}

/// Every number quoted in code, a page or a case is in a sheet of `docs/editions/`.
#[test]
fn quoted_decisions_and_requirements_are_in_the_sheets() {
    let mut known = BTreeSet::new();
    for entry in fs::read_dir(root().join("docs/editions")).unwrap() {
        let sheet = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in sheet.lines() {
            let row = line.trim_start_matches(['|', '-', '*', ' ']);
            known.extend(
                sheet_numbers(row)
                    .next()
                    .filter(|number| row.starts_with(number))
                    .map(String::from),
            );
        }
    }
    assert!(known.len() > 400, "{}", known.len());
    let mut quoted = Vec::new();
    sources(&root().join("crates"), &mut quoted);
    for folder in ["docs", "spec/cases"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                quoted.push((path.clone(), fs::read_to_string(path).unwrap()));
            } else if path.extension().is_some_and(|extension| extension == "jsonl") {
                let cases = fs::read_to_string(&path).unwrap();
                let cases = cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
                let quotes = cases.map(|case| format!("{} {}", case["req"], case["decision"]));
                quoted.push((path, quotes.collect::<Vec<_>>().join(" ")));
            }
        }
    }
    for (path, text) in quoted {
        for number in sheet_numbers(&text) {
            assert!(known.contains(number), "{}: {number} is in no sheet", path.display());
        }
    }
}

#[test]
fn nothing_asks_which_edition_it_has() {
    let mut files = Vec::new();
    for name in
        ["napkin", "napkin-context", "napkin-web", "napkin-cli", "napkin-sql", "napkin-sql-cli"]
    {
        sources(&root().join("crates").join(name).join("src"), &mut files);
    }
    assert!(files.len() > 40);
    for (path, text) in files {
        if ["/src/edition/", "/src/explain/"]
            .iter()
            .any(|folder| path.to_string_lossy().contains(folder))
        {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap();
            let compared =
                ["== RFC", "!= RFC", "== DRAFT", "!= DRAFT", "== Edition", ".name == \"rfc"];
            let named =
                EDITIONS.iter().any(|edition| code.contains(&format!("\"{}\"", edition.name)));
            let asks = named || compared.iter().any(|words| code.contains(words));
            assert!(!asks, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

/// Where code outside `napkin-standards` asks of which family a standard is, with the reason; in the order of the files.
const FAMILY_ASKED: [(&str, &str); 12] = [
    (
        "napkin-answers/src/check.rs",
        "a grammar refuses with one fault, the URL Standard reads with validation errors",
    ),
    (
        "napkin-answers/src/choice.rs",
        "an option of an edition, which the URL Standard does not have",
    ),
    (
        "napkin-answers/src/compare.rs",
        "references have a ladder of levels and an order, URLs one text",
    ),
    (
        "napkin-answers/src/decode.rs",
        "a grammar refuses a `%` without digits, the URL Standard keeps it",
    ),
    (
        "napkin-answers/src/encode.rs",
        "an edition encodes for a part, the URL Standard by one of its sets",
    ),
    ("napkin-answers/src/normalize.rs", "the steps are those of levels, or of the parser"),
    (
        "napkin-answers/src/parse.rs",
        "a reference has a derivation, a URL the steps that rewrote it",
    ),
    ("napkin-answers/src/typed.rs", "an address bar completes before it parses"),
    ("napkin-answers/src/witness.rs", "two of one family are compared"),
    ("napkin-cli/src/commands/check.rs", "lines are counted by grammars alone"),
    ("napkin-cli/src/commands/dedupe.rs", "a URL is parsed after it is changed"),
    (
        "napkin-context/src/walk.rs",
        "pages are read by the URL Standard, other formats by an edition",
    ),
];

/// Each difference between the two families of standards is in `napkin-standards`, so that nobody else has to know both.
#[test]
fn which_family_is_asked_in_few_places() {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        if !path.ends_with("napkin-standards") {
            sources(&path.join("src"), &mut files);
        }
    }
    files.sort();
    let words = [
        "Standard::Syntax",
        "Standard::Url(",
        "Parsed::Reference",
        "Parsed::Url",
        "Read::Reference",
        "Read::Url",
        ".syntax()",
    ];
    let mut found = Vec::new();
    for (path, text) in files {
        let path = path.strip_prefix(root().join("crates")).unwrap();
        let path = path.to_string_lossy().replace('\\', "/");
        let code = text.lines().map(|line| line.split("//").next().unwrap());
        let asking = code.filter(|line| words.iter().any(|words| line.contains(words)));
        found.extend(asking.map(|_| path.clone()));
    }
    assert_eq!(found, FAMILY_ASKED.map(|(file, _)| file));
}

/// What opens a connection, writes a file or starts a program, in the order of the files.
const REACHING: [(&str, &str); 5] = [
    // The function that the crate `url` has too; no command calls it.
    ("crates/napkin-url/src/url/socket.rs", "to_socket_addrs"),
    // Starts the command `napkin-sql`, which is a program of its own.
    ("crates/napkin-cli/src/commands/sql.rs", "Command::new"),
    // The report of `--report FILE`.
    ("crates/napkin-cli/src/documents/ledger.rs", "File::create"),
    // The documents of `rewrite --in-place`.
    ("crates/napkin-cli/src/documents/replace.rs", "tempfile::"),
    // Opens files for reading only, and without waiting for a FIFO.
    ("crates/napkin-cli/src/input/tree/open.rs", "OpenOptions"),
];

/// Promise 8 of `docs/security.md`: the crates of the command open no connection and write no file but that of an option.
#[test]
fn nothing_connects_or_writes() {
    let mut files = Vec::new();
    for name in [
        "napkin",
        "napkin-scan",
        "napkin-url",
        "napkin-schemes",
        "napkin-context",
        "napkin-domains",
        "napkin-template",
        "napkin-standards",
        "napkin-keys",
        "napkin-audit",
        "napkin-answers",
        "napkin-web",
        "napkin-cli",
    ] {
        sources(&root().join("crates").join(name).join("src"), &mut files);
    }
    files.sort();
    let mut found = BTreeSet::new();
    for (path, text) in files {
        let path = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        // Tests end a file.
        let tests = ["mod tests {", "#[test]"].into_iter().filter_map(|mark| text.find(mark)).min();
        let code = text[..tests.unwrap_or(text.len())].lines();
        for line in code.map(|line| line.split("//").next().unwrap()) {
            for word in [
                "Stream::connect(",
                "UdpSocket",
                "UnixStream",
                "UnixDatagram",
                "to_socket_addrs",
                "lookup_host",
                "File::create",
                "File::options",
                "OpenOptions",
                "fs::write",
                "fs::create_dir",
                "fs::remove",
                "fs::rename",
                "fs::copy",
                "fs::hard_link",
                "tempfile::",
                "Command::new",
            ] {
                if line.contains(word) {
                    found.insert((path.clone(), word));
                }
            }
        }
    }
    let known = REACHING.map(|(path, word)| (path.to_owned(), word));
    assert_eq!(found, known.into_iter().collect());
}

/// Types that a crate has twice, with the reason.
const TWICE: [(&str, &str, &str); 11] = [
    (
        "napkin",
        "Form",
        "the fields of a form, and the form of a reference by RFC 1630, which no one else names",
    ),
    (
        "napkin",
        "Hierarchy",
        "of a scheme, and of an edition's rules, which have that of its schemes",
    ),
    (
        "napkin",
        "Step",
        "of the removal of dot segments, and of an edition's resolution, as the documents have it",
    ),
    (
        "napkin-answers",
        "Canonical",
        "the schema has the name: of `parse`, and of an edition in a table",
    ),
    ("napkin-answers", "Decoded", "the schema has the name: of `decode`, and of parts"),
    ("napkin-answers", "Found", "the schema has the name: of `extract`, and of `witness`"),
    ("napkin-answers", "Resolved", "the schema has the name: of `resolve`, and of a base"),
    ("napkin-answers", "Rewriting", "of documents, and of what a parser has rewritten"),
    ("napkin-cli", "Shown", "a question as a command, and a document as it is shown"),
    ("napkin-scan", "Block128", "one for each instruction set, of which a program has one"),
    ("napkin-schemes", "Server", "public: of a scheme, and of any text, in modules of their own"),
];

/// Within a crate, a name of a type that others can see means one thing.
#[test]
fn a_type_name_exists_once_in_a_crate() {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        let mut seen = BTreeMap::<String, usize>::new();
        for line in files.iter().flat_map(|(_, text)| text.lines()) {
            let shown = ["pub ", "pub(crate) "].iter().find_map(|shown| line.strip_prefix(shown));
            let Some((kind, rest)) = shown.and_then(|rest| rest.split_once(' ')) else { continue };
            if ["struct", "enum", "trait", "type", "union"].contains(&kind) {
                let is_end = |byte: char| !byte.is_alphanumeric() && byte != '_';
                let name = rest.split(is_end).next().unwrap();
                *seen.entry(name.to_owned()).or_default() += 1;
            }
        }
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        found.extend(
            seen.into_iter().filter(|(_, count)| *count > 1).map(|(of, _)| (name.clone(), of)),
        );
    }
    found.sort();
    assert_eq!(found, TWICE.map(|(name, of, _)| (name.to_owned(), of.to_owned())));
}

/// No registry has the packages yet: what installs or depends on one names its folder.
#[test]
fn commands_that_install_napkin_name_a_folder_that_is_there() {
    let mut found = Vec::new();
    for folder in ["crates", "docs"] {
        files("md", &root().join(folder), &mut found);
        files("rs", &root().join(folder), &mut found);
    }
    found.push((root().join("README.md"), fs::read_to_string(root().join("README.md")).unwrap()));
    let mut seen = 0;
    for (path, text) in &found {
        for (command, sign) in [
            ("cargo install ", "src/main.rs"),
            ("cargo add ", "src/lib.rs"),
            ("pip install ", "pyproject.toml"),
        ] {
            for (at, _) in text.match_indices(command) {
                let rest = text[at + command.len()..].trim_start_matches("--path ");
                let end = |c: char| c.is_whitespace() || "`'\"),".contains(c);
                let named = rest.split(end).next().unwrap();
                if named.contains("napkin") {
                    seen += 1;
                    let folder = root().join(named);
                    assert!(folder.join(sign).is_file(), "{}: {command}{named}", path.display());
                }
            }
        }
    }
    assert!(seen > 8, "{seen}");
}

/// A file that no program of tests declares would never run.
#[test]
fn every_file_of_tests_is_run() {
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        if !manifest.contains("autotests = false") {
            continue;
        }
        let entries = fs::read_dir(folder.join("tests")).unwrap();
        let files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        let texts = files.iter().filter_map(|file| fs::read_to_string(file).ok());
        let declared = texts.collect::<String>() + &manifest;
        let is_rust = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "rs");
        let are_programs = |file: &PathBuf| is_rust(file) || file.join("main.rs").exists();
        for file in files.into_iter().filter(are_programs) {
            let name = file.file_stem().unwrap().to_str().unwrap();
            let ways = [format!("mod {name};"), format!("[[test]]\nname = \"{name}\"")];
            let is_run = ways.iter().any(|way| declared.contains(way));
            assert!(is_run, "{} is no module of a program of tests", file.display());
        }
    }
}

#[test]
fn files_begin_with_what_they_are_for() {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    for (path, text) in files {
        assert!(
            text.starts_with("//!") || text.starts_with("#![doc"),
            "{} says nothing",
            path.display()
        );
    }
}

/// How many unsafe blocks there are, by file and function.
fn unsafe_blocks() -> BTreeMap<(String, String), usize> {
    let mut files = Vec::new();
    sources(&root().join("crates/napkin-scan/src"), &mut files);
    let mut blocks = BTreeMap::new();
    for (path, text) in files {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        if file == "tests.rs" {
            continue;
        }
        let mut functions: Vec<(usize, &str)> = Vec::new();
        for line in text.lines() {
            let code = line.split("//").next().unwrap();
            let indent = code.len() - code.trim_start().len();
            if let Some((_, rest)) = code.split_once("fn ") {
                let end =
                    rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                functions.push((indent, &rest[..end]));
            }
            if code.contains("unsafe {") {
                // The last function before it with a smaller indentation.
                let inside = functions.iter().rev().find(|(outer, _)| *outer < indent).unwrap();
                *blocks.entry((file.clone(), inside.1.to_owned())).or_default() += 1;
            }
        }
    }
    blocks
}

#[test]
fn every_unsafe_block_is_listed_with_its_proof() {
    let design = fs::read_to_string(root().join("docs/design.md")).unwrap();
    let (_, section) = design.split_once("\n## Unsafe code\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let mut listed = BTreeMap::new();
    for row in section.lines().filter(|line| line.starts_with("| ")).skip(2) {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, places, proof] = cells[..] else { panic!("{row}") };
        assert!(proof.len() > 20, "{row}");
        for place in places.split("; ") {
            let (file, functions) = place.split_once(": ").unwrap();
            for function in functions.split(", ") {
                let (function, count) = function.split_once(" ×").unwrap_or((function, "1"));
                let [file, function] =
                    [file, function].map(|name| name.trim_matches('`').to_owned());
                *listed.entry((file, function)).or_insert(0) += count.parse::<usize>().unwrap();
            }
        }
    }
    assert_eq!(listed, unsafe_blocks(), "the list of docs/design.md, and the code");
}
