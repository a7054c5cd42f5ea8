//! The console blocks of the READMEs, the tour, the tutorials, the recipes, and the pages of schemes, documents and audits: every
//! `$ napkin …` is run, and has to print the lines below it. Two tables hold what commands print.
//!
//! `NAPKIN_BLESS=1` writes the actual output into the pages.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a line of the tour as a reader would, from the root of the repository.
fn run(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_napkin"));
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(root())
        .env("PATH", format!("{}:{path}", binary.parent().unwrap().display()))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// A page with the output of all commands in its console blocks replaced by the actual one, and the number of
/// commands.
fn with_answers(page: &str) -> (String, usize) {
    let mut made = String::new();
    let mut in_console = false;
    let mut commands = 0;
    let mut skipping = false;
    for line in page.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
            skipping = false;
        }
        if let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) {
            writeln!(made, "{line}").unwrap();
            skipping = command.starts_with("napkin ") || command.contains("| napkin ");
            if skipping {
                made.push_str(&run(command));
                commands += 1;
            }
        } else if !skipping {
            writeln!(made, "{line}").unwrap();
        }
    }
    (made, commands)
}

/// Checks a page's commands, of which there have to be at least `least`.
fn check(page: &Path, least: usize) {
    let text = std::fs::read_to_string(page).unwrap();
    let (made, commands) = with_answers(&text);
    assert!(commands >= least, "only {commands} commands in {}", page.display());
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        std::fs::write(page, &made).unwrap();
    } else {
        assert!(made == text, "{} says otherwise; it should be\n{made}", page.display());
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_readmes_print_what_they_say() {
    check(&root().join("README.md"), 2);
    check(&root().join("crates/napkin-cli/README.md"), 4);
}

#[test]
fn the_tour_prints_what_it_says() {
    check(&root().join("docs/tour.md"), 22);
}

#[test]
fn the_pages_of_schemes_print_what_they_say() {
    for page in std::fs::read_dir(root().join("docs/schemes")).unwrap() {
        check(&page.unwrap().path(), 1);
    }
}

/// Each sheet of an edition names a command that exists for each of its sections, and has an example.
#[test]
fn the_sheets_of_editions_name_their_commands() {
    let commands = run("napkin completions bash");
    for page in std::fs::read_dir(root().join("docs/editions")).unwrap() {
        let path = page.unwrap().path();
        let page = std::fs::read_to_string(&path).unwrap();
        if path.ends_with("shared.md") {
            continue;
        }
        let (_, rest) = page.split_once("## Commands\n").unwrap_or_else(|| panic!("{path:?}"));
        let (table, _) = rest.split_once("```console").unwrap();
        for heading in page.lines().filter_map(|line| line.strip_prefix("## ")) {
            let Some((number, _)) = heading.split_once(". ") else { continue };
            let row = table.lines().find(|row| row.starts_with(&format!("| {number}. ")));
            let row = row.unwrap_or_else(|| panic!("{path:?}: no command for section {number}"));
            for command in row.split("`napkin ").skip(1) {
                let name = command.split([' ', '`']).next().unwrap();
                assert!(commands.contains(&format!("napkin,{name})")), "{path:?}: {name}");
            }
        }
        check(&path, 1);
    }
}

#[test]
fn the_page_of_audits_prints_what_it_says() {
    check(&root().join("docs/audit.md"), 2);
}

#[test]
fn the_page_of_keys_prints_what_it_says() {
    check(&root().join("docs/keys.md"), 6);
}

#[test]
fn the_page_of_templates_prints_what_it_says() {
    check(&root().join("docs/templates.md"), 3);
}

#[test]
fn the_recipes_print_what_they_say() {
    check(&root().join("docs/recipes.md"), 18);
}

#[test]
fn the_page_of_documents_prints_what_it_says() {
    check(&root().join("docs/context.md"), 3);
}

#[test]
fn the_page_of_normalization_prints_what_it_says() {
    check(&root().join("docs/normalization.md"), 3);
}

#[test]
fn the_tutorials_print_what_they_say() {
    for page in std::fs::read_dir(root().join("docs/tutorials")).unwrap() {
        check(&page.unwrap().path(), 3);
    }
}

#[test]
fn the_samples_of_json_are_what_is_printed() {
    check(&root().join("docs/cli.md"), 12);
}

/// The table of what RFC 3986 and browsers make of some texts is made by the two commands below it.
#[test]
fn the_table_of_browsers_is_what_is_printed() {
    let path = root().join("docs/editions.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let commands: Vec<_> =
        page.lines().filter(|line| line.ends_with("examples/browsers.txt")).collect();
    let [first, second] = commands[..] else { panic!("{commands:?}") };
    let [strict, browser] = [first, second].map(|command| run(&format!("{command} 2>/dev/null")));
    let mut table =
        String::from("| text | RFC 3986, level `scheme` | browser |\n| --- | --- | --- |\n");
    let mut rows = 0;
    for (strict, browser) in strict.lines().zip(browser.lines()).skip(1) {
        let [strict, browser] = [strict, browser].map(|row| row.split('\t').collect::<Vec<_>>());
        let cell = |row: &[&str]| match row {
            [_, "", error] => format!("invalid: {}", error.replace('|', "\\|")),
            [_, normal, _] => format!("`{}`", normal.replace('|', "\\|")),
            _ => panic!("{row:?}"),
        };
        // A field of TSV has a backslash as two.
        let text = strict[0].replace("\\\\", "\\").replace('|', "\\|");
        writeln!(table, "| `{text}` | {} | {} |", cell(&strict), cell(&browser)).unwrap();
        rows += 1;
    }
    assert!(rows > 10, "only {rows} rows");
    let (before, rest) = page.split_once("<!-- printed: browsers -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    let made = format!("{before}<!-- printed: browsers -->\n{table}<!-- end -->{after}");
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        std::fs::write(path, &made).unwrap();
    } else {
        assert!(made == page, "docs/editions.md says otherwise; the table should be\n{table}");
    }
}

/// The table of trurl's jobs: the outputs of napkin are the actual ones, and each difference has a reason.
#[test]
fn the_table_of_trurl_is_what_is_printed() {
    let page = std::fs::read_to_string(root().join("docs/compare.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| `trurl "));
    let mut jobs = 0;
    for row in rows {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, theirs, command, ours, reason] = cells[..] else { panic!("{row}") };
        let printed = run(command.trim_matches('`'));
        let printed = printed.trim_end_matches('\n').replace('\n', "`<br>`");
        assert_eq!(printed, ours.trim_matches('`'), "{command}");
        assert_eq!(theirs == ours, reason == "the same", "{row}");
        jobs += 1;
    }
    assert!(jobs > 70, "only {jobs} jobs");
}
