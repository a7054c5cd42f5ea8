//! Checks which commands have the options that many have: each command with inputs has one, or there is a reason why not. The
//! table is a part of `docs/cli.md`, which [`reference`](super::reference) writes.

use std::fmt::Write;

use napkin_answers::list;
use napkin_answers::question::{Ask, AskAlone, AskDocument, AskPair, AskText, Face, Question};

use super::usual::named;
use crate::command;
use crate::commands::GROUPS;

const BEGIN: &str = "<!-- Which command has which option is generated; see crates/napkin-cli/src/help/shared.rs. -->\n";
const END: &str = "<!-- The end of the table. -->\n";

/// Commands without a list of inputs.
const ALONE: [&str; 4] = ["witness", "schemes", "compose", "cdx"];

/// The commands that read texts or documents as a whole.
const WHOLE: &[&str] = &["extract", "links", "rewrite", "base"];

/// Why some commands do not have an option.
type Reason = (&'static str, &'static [&'static str]);

/// Why most commands change nothing of the query first.
const ANOTHER_URI: Reason = (
    "the result would be another URI: `napkin set` makes it, and what follows asks about that",
    &[
        "parse",
        "check",
        "get",
        "clean",
        "key",
        "resolve",
        "relativize",
        "extract",
        "links",
        "glance",
        "audit",
        "allow",
        "repair",
        "robots",
        "editions",
        "describe",
        "plan",
        "base",
        "encode",
        "decode",
        "map",
        "typed",
        "wrap",
        "unexpand",
    ],
);

/// Why a command that reads values changes none.
const VALUES: Reason = ("its inputs are values", &["expand"]);

/// Why commands that compare do not change the query either.
const NOT_EQUIVALENT: Reason = (
    "they go by what the standards call equivalent, and no standard calls these parameters so",
    &["normalize", "compare"],
);

/// The options with the reasons why commands do not have them.
const SHARED: &[(&str, &str, &[Reason])] = &[
    (
        "base",
        "resolves relative references before all else",
        &[
            (
                "they answer about the text as it is written, which resolution would change",
                &[
                    "parse", "glance", "audit", "repair", "robots", "clean", "encode", "decode",
                    "map", "wrap", "extract", "unexpand",
                ],
            ),
            (
                "what they ask is asked of a URI: `napkin resolve --base` comes first in the pipe, and keeps lines in place",
                &["get", "set", "key", "describe", "plan"],
            ),
            VALUES,
        ],
    ),
    (
        "strip-tracking",
        "removes known tracking parameters first",
        &[ANOTHER_URI, VALUES, NOT_EQUIVALENT],
    ),
    (
        "sort-query",
        "sorts the pairs of the query by key",
        &[
            ANOTHER_URI,
            VALUES,
            NOT_EQUIVALENT,
            ("what moves a link leaves the order of its pairs", &["rewrite"]),
        ],
    ),
    (
        "csv",
        "writes rows (so do `--tsv`, `--csv-safe` and `--header`)",
        &[
            (
                "a result is one URI with its place, as `-n` has it; `--json` has all keys",
                &["extract", "base"],
            ),
            ("its result is the document", &["rewrite"]),
        ],
    ),
    (
        "column",
        "takes the inputs from a column of a table (`--field`: from a field of JSON Lines, which `--into` writes back with the answer)",
        &[("their input is a whole text or document", WHOLE)],
    ),
    (
        "line-number",
        "prints file, line and column before each result (`-H`: the file)",
        &[
            (
                "each input is a line, and its result has the same number; messages have file and line, and `--links` has them always",
                &[
                    "parse",
                    "check",
                    "get",
                    "set",
                    "clean",
                    "dedupe",
                    "normalize",
                    "key",
                    "resolve",
                    "relativize",
                    "compare",
                    "glance",
                    "audit",
                    "allow",
                    "repair",
                    "robots",
                    "editions",
                    "describe",
                    "plan",
                    "encode",
                    "decode",
                    "map",
                    "typed",
                    "wrap",
                    "expand",
                    "unexpand",
                ],
            ),
            ("its result is the document; messages have file, line and column", &["rewrite"]),
        ],
    ),
    (
        "on-error",
        "says what stands for an input without a result",
        &[(
            "a text has no invalid inputs; what is broken in a document is told, and the rest read",
            WHOLE,
        )],
    ),
    (
        "comments",
        "skips lines that begin with `#`",
        &[("a text or a document is no list of lines", WHOLE)],
    ),
    ("threads", "is the number of threads", &[("documents are read one after the other", WHOLE)]),
];

/// The commands with inputs.
fn commands() -> impl Iterator<Item = &'static str> {
    let (_, groups) = GROUPS.split_last().unwrap();
    let names = groups.iter().flat_map(|(_, names)| *names).copied();
    names.filter(|name| !ALONE.contains(name))
}

/// The table of the page.
fn section() -> String {
    let mut napkin = command();
    napkin.build();
    let has = |name: &str, option| named(napkin.find_subcommand(name).unwrap(), option).is_some();
    let mut made = String::from("| option | has it | has it not |\n| --- | --- | --- |\n");
    for (option, about, reasons) in SHARED {
        let with: Vec<_> = commands().filter(|name| has(name, option)).collect();
        let without: Vec<_> = commands().filter(|name| !has(name, option)).collect();
        let shown = |names: &[&str]| {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let mut told = Vec::new();
        let mut explained = Vec::new();
        for (reason, names) in *reasons {
            explained.extend_from_slice(names);
            told.push(format!("{}: {reason}", shown(names)));
        }
        explained.sort_by_key(|name| commands().position(|known| known == *name));
        assert_eq!(explained, without, "--{option}: these have a reason, and these do not have it");
        let with = if with.len() > 8 { "all others".to_owned() } else { shown(&with) };
        writeln!(made, "| `--{option}` {about} | {with} | {} |", told.join("; ")).unwrap();
    }
    made
}

pub(super) fn with_table(page: &str) -> String {
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    format!("{before}{BEGIN}\n{}\n{END}{after}", section())
}

/// The shared options that questions have.
struct Asked(Vec<(&'static str, &'static str)>);

impl Asked {
    fn add<Q: Question>(&mut self) {
        let shared = |name: &str| SHARED.iter().any(|(known, ..)| *known == name);
        self.0.extend(
            Q::list().filter(|option| shared(option.name)).map(|option| (Q::NAME, option.name)),
        );
    }
}

impl Face for Asked {
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self) {
        self.add::<Q>();
    }

    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self) {
        self.add::<Q>();
    }

    fn text<Q: Question<Ready: AskText> + 'static>(&mut self) {
        self.add::<Q>();
    }

    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self) {
        self.add::<Q>();
    }

    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self) {
        self.add::<Q>();
    }
}

/// What HTTP and Python have of these options, the command has too.
#[test]
fn commands_have_the_options_of_their_questions() {
    let mut asked = Asked(Vec::new());
    list::questions(&mut asked);
    let mut napkin = command();
    napkin.build();
    assert!(asked.0.contains(&("set", "strip-tracking")) && asked.0.contains(&("allow", "base")));
    for (question, option) in asked.0 {
        let command = napkin.find_subcommand(question).unwrap_or_else(|| panic!("{question}"));
        assert!(named(command, option).is_some(), "{question} --{option}");
    }
}
