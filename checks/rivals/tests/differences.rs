//! Compares napkin with other libraries on generated and mutated texts: every difference has to be in the list, and
//! `docs/differences.md` shows the list. `NAPKIN_BLESS=1` writes that page, and `checks/figures/rivals.json`;
//! `NAPKIN_ROUNDS` sets the number of texts.

#[path = "../../proof/src/data.rs"]
#[allow(dead_code, reason = "the checks choose more than texts")]
mod data;
#[path = "../../proof/src/derive.rs"]
mod derive;
#[path = "../../proof/src/grammar.rs"]
mod grammar;
#[path = "../../proof/src/texts.rs"]
mod texts;
#[path = "../../../crates/napkin-url/tests/texts/mod.rs"]
#[allow(dead_code, reason = "the properties of that crate choose from more lists")]
mod urls;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use check_rivals::differences::{Difference, Seen, differences};
use check_rivals::rivals::{Family, Operation, Question, RIVALS, Rival, napkin};
use data::Data;
use napkin::edition::{RFC3986, RFC3987};
use urls::Random;

/// The operations for the texts of each family.
const FAMILIES: [(Family, &[Operation]); 3] = {
    use Operation::{Map, Normalize, Parse, Resolve};
    [
        (Family::Uri, &[Parse, Resolve, Normalize]),
        (Family::Iri, &[Parse, Resolve, Normalize, Map]),
        (Family::Url, &[Resolve, Normalize]),
    ]
};

/// A base and a text of a family.
fn texts(family: Family, seed: u64) -> [String; 2] {
    let edition = match family {
        Family::Uri => RFC3986,
        Family::Iri => RFC3987,
        Family::Url => {
            let mut random = Random(mixed(seed.wrapping_mul(0xA076_1D64_78BD_642F)) | 1);
            return [(); 2].map(|()| urls::generate(&mut random));
        }
    };
    let bytes = bytes(seed);
    let mut data = Data::new(&bytes);
    let [mut base, text] = [(); 2].map(|()| data.text(edition));
    base.truncate(base.find('#').unwrap_or(base.len()));
    [base, text]
}

/// The number of pairs of texts for each family; each makes three or four questions to every library.
fn rounds() -> u64 {
    env::var("NAPKIN_ROUNDS").map_or(20_000, |rounds| rounds.parse().unwrap())
}

fn blessed() -> bool {
    env::var_os("NAPKIN_BLESS").is_some()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reproducible bytes (splitmix64).
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0xA076_1D64_78BD_642F);
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(state)
    };
    let words = next() % 40;
    (0..words).flat_map(|_| next().to_le_bytes()).collect()
}

/// The finalizer of splitmix64.
fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The questions to each library, by family and operation.
type Tallies = BTreeMap<(&'static str, Family, Operation), Tally>;

/// The questions to one library.
#[derive(Default)]
struct Tally {
    asked: u64,
    alike: u64,
    /// How often each difference of the list was seen, by its index.
    known: BTreeMap<usize, u64>,
    unknown: Vec<String>,
}

impl Tally {
    fn add(&mut self, rival: &Rival, question: Question<'_>, ours: Option<&str>) {
        let Some(theirs) = (rival.answer)(question) else { return };
        self.asked += 1;
        if theirs.as_deref() == ours {
            self.alike += 1;
            return;
        }
        let seen = Seen { question, napkin: ours, rival: theirs.as_deref() };
        match differences().position(|difference| difference.explains(rival.name, &seen)) {
            Some(number) => *self.known.entry(number).or_default() += 1,
            None => self.unknown.push(format!("{seen:#?}")),
        }
    }
}

#[test]
fn every_difference_is_in_the_list() {
    let mut tallies = Tallies::new();
    for (family, operations) in FAMILIES {
        for seed in 0..rounds() {
            let [base, text] = texts(family, seed);
            for &operation in operations {
                let base = if operation == Operation::Resolve { base.as_str() } else { "" };
                let question = Question { family, operation, text: &text, base };
                let ours = napkin(question);
                for rival in RIVALS {
                    tallies.entry((rival.name, family, operation)).or_default().add(
                        rival,
                        question,
                        ours.as_deref(),
                    );
                }
            }
        }
    }
    for ((rival, family, operation), tally) in &mut tallies {
        tally.unknown.sort_by_key(String::len);
        let Tally { asked, alike, unknown, .. } = tally;
        println!(
            "{rival}, {family:?} {operation:?}: {asked} asked, {alike} alike, {} unknown",
            unknown.len()
        );
        unknown.iter().take(20).for_each(|seen| println!("{seen}"));
    }
    assert!(
        tallies.values().all(|tally| tally.unknown.is_empty()),
        "a difference is not in the list"
    );
    if blessed() {
        fs::write(root().join("checks/figures/rivals.json"), figures(&tallies)).unwrap();
    }
}

/// The figures that `checks/figures/rivals.json` keeps, as JSON.
fn figures(tallies: &Tallies) -> String {
    let asked: u64 = tallies.values().map(|tally| tally.asked).sum();
    let alike: u64 = tallies.values().map(|tally| tally.alike).sum();
    let mut rows = Vec::new();
    for ((rival, family, operation), Tally { asked, alike, known, .. }) in tallies {
        if *asked > 0 {
            let operation = about(*family, *operation);
            rows.push(format!(
                r#"    ["{rival}", "{operation}", {asked}, {alike}, {}, 0]"#,
                known.len()
            ));
        }
    }
    let output = |program: &str, argument: &str| {
        let output = std::process::Command::new(program).arg(argument).output();
        output.map_or(String::new(), |output| {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        })
    };
    let compiler = output("rustc", "--version");
    let compiler = compiler.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let date = output("date", "+%F");
    let (rounds, listed) = (rounds(), differences().count());
    format!(
        r#"{{
  "title": "Rivals as witnesses",
  "what": "Other libraries that follow RFC 3986 are asked for the parts, the target and the normal form of texts, those that follow RFC 3987 also by that and for what IRIs are mapped to, and those that follow the URL Standard for the URLs of texts: texts that are put together from pieces, derived from the grammar, or random. Each answer is napkin's, or a difference that [differences.md](differences.md) lists with the section that decides it.",
  "command": "cargo xtask rivals {rounds}",
  "short": "cargo xtask rivals",
  "date": "{date}",
  "with": "{compiler}, {VERSIONS}",
  "figures": [
    ["pairs of texts, for each family", {rounds}],
    ["answers", {asked}],
    ["answers like napkin's", {alike}],
    ["differences in the list", {listed}],
    ["differences that are not in the list", 0]
  ],
  "table": {{"head": ["library", "operation", "answers", "alike", "listed differences seen", "others"], "rows": [
{}
  ]}}
}}
"#,
        rows.join(",\n")
    )
}

/// The versions in the manifest and in Debian.
const VERSIONS: &str =
    "ada-url 4.0.0, fluent-uri 0.4.1, iri-string 0.7.14, oxiri 0.3.1, uriparser 0.9.7, url 2.5.8";

fn rival_of(difference: &Difference) -> Option<&'static Rival> {
    RIVALS.iter().find(|rival| rival.name == difference.rival)
}

#[test]
fn every_difference_shows_in_its_example() {
    for difference in differences() {
        let Some(rival) = rival_of(difference) else { continue };
        let question = difference.question();
        let (ours, theirs) = (napkin(question), (rival.answer)(question).unwrap());
        let seen = Seen { question, napkin: ours.as_deref(), rival: theirs.as_deref() };
        assert_ne!(ours, theirs, "{seen:?}");
        let explains = differences().find(|known| known.explains(rival.name, &seen)).unwrap();
        assert_eq!(explains.what, difference.what, "{seen:?}");
    }
}

/// The operation in headings.
fn about(family: Family, operation: Operation) -> String {
    match (family, operation) {
        (Family::Uri, _) => operation.name().into(),
        (Family::Iri, Operation::Map) => "mapping IRIs to URIs".into(),
        (Family::Iri, _) => format!("{} IRIs", operation.name()),
        (Family::Url, Operation::Normalize) => "parsing URLs".into(),
        (Family::Url, _) => format!("{} URLs", operation.name()),
    }
}

const HEAD: &str = "\
# Where other libraries answer otherwise

napkin and six other libraries are asked the same questions about millions of texts. This page lists each kind of answer that differs, with an example, the section of
the standard that decides it, and the reason. `cargo xtask rivals` asks again, fails on a difference that is not listed, and writes this page.
What each library is good for is in [compare.md](compare.md).

| libraries | asked for | by |
| --- | --- | --- |
| fluent-uri, iri-string | the parts of a reference, its target against a base, the normal form of a URI, the URI to which an IRI is mapped | RFC 3986 and RFC 3987 |
| oxiri | the parts and the target | RFC 3986 and RFC 3987 |
| uriparser | the parts, the target and the normal form | RFC 3986 |
| ada-url, url | the URL of a text, alone and against a base | the URL Standard |

The normal form is that of level `syntax` (RFC 3986 section 6.2.2, RFC 3987 section 5.3.2); IRIs are mapped by RFC 3987 section 3.1. Sections in the tables are those of
RFC 3986. Below a heading that names IRIs they are those of RFC 3987, and below one that names URLs those of the URL Standard, as [its sheet](editions/whatwg.md)
numbers them. A difference for URIs holds for IRIs too, and one in parsing URLs holds in resolving them.
";

fn page() -> String {
    let mut page = String::from(HEAD);
    for rival in RIVALS {
        let _ = writeln!(page, "\n## {}", rival.name);
        let asked = FAMILIES.iter().flat_map(|&(family, operations)| {
            operations.iter().map(move |&operation| (family, operation))
        });
        for (family, operation) in asked {
            let listed = differences().filter(|known| {
                (known.rival, known.family, known.operation) == (rival.name, family, operation)
            });
            for (number, known) in listed.enumerate() {
                if number == 0 {
                    let _ = writeln!(page, "\n### {} {}\n", rival.name, about(family, operation));
                    page.push_str(
                        "| what differs | example | napkin | the other | section | why |\n",
                    );
                    page.push_str("| --- | --- | --- | --- | --- | --- |\n");
                }
                let question = known.question();
                let example = match known.example {
                    [text, ""] => code(text),
                    [text, base] => format!("{} on {}", code(text), code(base)),
                };
                let cells = [
                    known.what.to_owned(),
                    example,
                    answer(operation, napkin(question)),
                    answer(operation, (rival.answer)(question).flatten()),
                    known.section.to_owned(),
                    known.decision.to_owned(),
                ];
                let _ = writeln!(page, "| {} |", cells.join(" | "));
            }
        }
    }
    page
}

fn code(text: &str) -> String {
    if text.is_empty() {
        "the empty reference".into()
    } else {
        format!("`{}`", text.replace('|', "\\|"))
    }
}

fn answer(operation: Operation, answer: Option<String>) -> String {
    match answer {
        None => "refused".into(),
        // The parts are already code.
        Some(parts) if operation == Operation::Parse => parts,
        Some(uri) => code(&uri),
    }
}

#[test]
fn the_page_is_the_list() {
    let path = root().join("docs/differences.md");
    if differences().any(|difference| rival_of(difference).is_none()) {
        println!("not all libraries are here, so the page cannot be written");
    } else if blessed() {
        fs::write(path, page()).unwrap();
    } else {
        assert!(
            fs::read_to_string(path).unwrap() == page(),
            "NAPKIN_BLESS=1 writes docs/differences.md anew"
        );
    }
}
