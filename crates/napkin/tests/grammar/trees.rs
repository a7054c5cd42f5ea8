//! Tests that the trees of [`Reference::derivation`](napkin::Reference::derivation) are derivations by the grammar
//! files: each node names a rule of the file, the rule derives the node's text, nodes are nested, and the section
//! is the rule's. Each rule of the document that derives a part of the text by the grammar file has a node. Documents
//! before 2003 have names with underscores, which grammar files write with hyphens, since RFC 5234 has no
//! underscores. A rule that the document does not have is marked as ours.

use std::collections::{HashMap, HashSet};

use napkin::{Edition, Node};

use crate::abnf_file::Grammar;
use crate::automaton::Automaton;
use crate::derivation::Derivation;
use crate::engine::Engine;
use crate::strings::{Random, generate, mutate};

/// The mark of a rule that the document does not have, in the editions whose own names are all listed.
const OURS: &str = "our-";

/// The editions of whose documents all names are listed.
const LISTED: [&str; 2] = ["rfc1630", "rfc1738"];

/// How many strings of each grammar, and how many mutations, are tried.
const TRIED: usize = 6_000;

/// The rules of a grammar that trees have named.
struct Rules<'g> {
    grammar: &'g Grammar,
    automata: HashMap<String, Automaton>,
    /// The sections of the rules that were looked up in the document.
    sections: HashMap<String, String>,
}

/// The rows of an edition in `spec/cases/sections.jsonl`, by the names of the grammar file.
fn sections(edition: &str) -> HashMap<String, String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/cases/sections.jsonl");
    let text = std::fs::read_to_string(path).expect(path);
    let rows =
        text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect(line));
    let field = |row: &serde_json::Value, name| row[name].as_str().unwrap_or_default().to_owned();
    rows.filter(|row| row["edition"] == edition)
        .map(|row| (in_grammar(&field(&row, "rule")), field(&row, "section")))
        .collect()
}

impl Rules<'_> {
    fn derives(&mut self, rule: &'static str, text: &[u8]) -> bool {
        let rule = in_grammar(rule);
        if !self.automata.contains_key(&rule) {
            self.automata.insert(rule.clone(), Automaton::new(self.grammar, &rule));
        }
        self.automata[&rule].accepts(text)
    }
}

/// The name of a rule in the grammar file.
fn in_grammar(rule: &str) -> String {
    rule.replace("+_", "-").replace('_', "-")
}

/// Compares the trees of an edition with its grammar.
pub(crate) fn are_derivations(engine: &Engine) {
    let edition = Edition::named(engine.name).expect("the row has the name of an edition");
    let grammar = Grammar::read(engine.grammar);
    let sections = sections(engine.name);
    let mut rules =
        Rules { grammar: &grammar, automata: HashMap::new(), sections: sections.clone() };
    let mut random = Random(3);
    let mut judged = 0_u32;
    let named: Vec<&str> = sections.keys().map(String::as_str).collect();
    let mut derivations: Vec<_> = engine
        .reference
        .iter()
        .map(|reading| Derivation::new(&grammar, reading.rule, &named))
        .collect();
    for reading in engine.reference {
        for _ in 0..TRIED {
            let text = generate(&grammar, reading.rule, &mut random);
            let other = generate(&grammar, reading.rule, &mut random);
            let mutated = mutate(&text, &other, &mut random);
            for text in [text, mutated] {
                let Some(tree) = judge(edition, &mut rules, &text) else { continue };
                judged += 1;
                // For the sake of parts, a file cuts an opaque URI where its document does not.
                if !LISTED.contains(&engine.name)
                    && edition.parse(&text).is_ok_and(|r| r.is_opaque())
                {
                    continue;
                }
                let by = engine.reference.iter().position(|reading| (reading.is_for)(&text));
                let derived = by.and_then(|by| derivations[by].first(text.as_bytes()));
                for (name, place) in named.iter().zip(derived.unwrap_or_default()) {
                    let Some(place) = place else { continue };
                    let has_node = tree.iter().any(|node| {
                        in_grammar(node.rule.name).eq_ignore_ascii_case(name)
                            && node.start as usize == place.start
                            && node.end as usize == place.end
                    });
                    assert!(has_node, "{}: {text:?} has no node {name} at {place:?}", engine.name);
                }
            }
        }
    }
    assert!(judged > 1_000, "{judged} trees are too few to say anything");
    let named: HashSet<_> = edition.grammar_rules().map(|rule| in_grammar(rule.name)).collect();
    let unused: Vec<_> = named.iter().filter(|name| !rules.automata.contains_key(*name)).collect();
    assert!(unused.is_empty(), "{}: no string had a node of {unused:?}", engine.name);
    let listed = rules.sections.keys();
    let unseen: Vec<_> = listed.filter(|name| !rules.automata.contains_key(*name)).collect();
    assert!(unseen.is_empty(), "{}: no string had a node of {unseen:?}", engine.name);
}

/// Checks the tree of one string; returns its nodes if it has one.
fn judge(edition: &'static Edition, rules: &mut Rules<'_>, text: &str) -> Option<Vec<Node>> {
    let reference = edition.parse(text).ok()?;
    let derivation = reference.derivation();
    let mut open: Vec<Node> = Vec::new();
    for node in derivation.nodes() {
        let fail = |what: &str| panic!("{}: {text:?}: {node:?} {what}", edition.name);
        let part = &text.as_bytes()[node.start as usize..node.end as usize];
        if !rules.derives(node.rule.name, part) {
            fail("does not derive its text");
        }
        if LISTED.contains(&edition.name)
            && !rules.sections.contains_key(&in_grammar(node.rule.name))
            && !node.rule.name.starts_with(OURS)
        {
            fail("has a name that its document does not have, and that is not marked as ours");
        }
        if node.rule.section.is_empty() {
            fail("has no section");
        }
        if rules
            .sections
            .get(&in_grammar(node.rule.name))
            .is_some_and(|section| section != node.rule.section)
        {
            fail("quotes another section than its document has it in");
        }
        if open.len() < node.depth as usize {
            fail("is deeper than its parent allows");
        }
        let left = open.get(node.depth as usize).map(|left| left.end);
        open.truncate(node.depth as usize);
        if let Some(parent) = open.last() {
            if node.start < parent.start || node.end > parent.end {
                fail("is not inside its parent");
            }
        } else if node.start != 0 || node.end as usize != text.len() {
            fail("is a root that is not the whole");
        }
        if left.is_some_and(|end| node.start < end) {
            fail("begins before its left neighbour ends");
        }
        open.push(*node);
    }
    assert!(!derivation.nodes().is_empty(), "{}: {text:?} has no tree", edition.name);
    Some(derivation.nodes().to_vec())
}
