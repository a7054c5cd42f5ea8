//! The plainest implementation of a grammar, for checking the harness.
//!
//! All ways in which a rule matches, in order, straight from the tree: no state machine, no table,
//! no memory. It is far too slow for the real tests; on short strings it must give the same answers
//! as [`Automaton`](super::automaton::Automaton) and [`Derivation`](super::derivation::Derivation).

use super::abnf_file::{Grammar, Node};
use super::derivation::Captures;

/// One way to match: where it ends, and what it captured on the way.
#[derive(Clone)]
struct Match {
    end: usize,
    captures: Captures,
}

/// The captures of the first derivation of `text` from the rule called `start`, if there is one.
pub(crate) fn first(
    grammar: &Grammar,
    start: &str,
    captured: &[&str],
    text: &[u8],
) -> Option<Captures> {
    let captured: Vec<usize> = captured.iter().map(|name| grammar.rule(name)).collect();
    let begin = Match { end: 0, captures: vec![None; captured.len()] };
    let reading = Reading { grammar, captured, text };
    let matches = reading.matches(&Node::Rule(grammar.rule(start)), &begin);
    matches.into_iter().find(|found| found.end == text.len()).map(|found| found.captures)
}

struct Reading<'a> {
    grammar: &'a Grammar,
    captured: Vec<usize>,
    text: &'a [u8],
}

impl Reading<'_> {
    /// All ways to continue with `node` from the end of `before`.
    fn matches(&self, node: &Node, before: &Match) -> Vec<Match> {
        match node {
            Node::Range { first, last } => match self.text.get(before.end) {
                Some(byte) if (first..=last).contains(&byte) => {
                    vec![Match { end: before.end + 1, ..before.clone() }]
                }
                _ => Vec::new(),
            },
            Node::Sequence(parts) => parts.iter().fold(vec![before.clone()], |found, part| {
                first_of_each_end(found.iter().flat_map(|found| self.matches(part, found)))
            }),
            Node::Choice(alternatives) => {
                first_of_each_end(alternatives.iter().flat_map(|node| self.matches(node, before)))
            }
            Node::Repeat { node, min, max } => self.repeat(node, *min, *max, before),
            Node::Rule(rule) => self.rule(*rule, before),
        }
    }

    fn repeat(&self, node: &Node, min: usize, max: Option<usize>, before: &Match) -> Vec<Match> {
        let mut found = Vec::new();
        if max != Some(0) {
            let fewer = max.map(|max| max - 1);
            for once in self.matches(node, before) {
                // Repeating an empty match makes sense only up to a limit.
                if once.end > before.end || min > 0 || max.is_some() {
                    found.extend(self.repeat(node, min.saturating_sub(1), fewer, &once));
                }
            }
        }
        if min == 0 {
            found.push(before.clone());
        }
        first_of_each_end(found)
    }

    fn rule(&self, rule: usize, before: &Match) -> Vec<Match> {
        let mut found = self.matches(&self.grammar.rules[rule].node, before);
        if let Some(capture) = self.captured.iter().position(|&captured| captured == rule) {
            for found in &mut found {
                found.captures[capture] = Some(before.end..found.end);
            }
        }
        found
    }
}

/// Two matches with the same end continue alike: only the first can be in the first derivation.
fn first_of_each_end(matches: impl IntoIterator<Item = Match>) -> Vec<Match> {
    let mut kept: Vec<Match> = Vec::new();
    for found in matches {
        if kept.iter().all(|kept| kept.end != found.end) {
            kept.push(found);
        }
    }
    kept
}
