//! Turns a rule into a state machine over bytes.
//!
//! The grammars are not recursive, hence regular: rule references are copied in, and counted
//! repetitions are written out. The machine keeps what the grammar prefers (the first alternative,
//! the longer repetition) as the order of the two ways out of a fork, and marks where captured
//! rules begin and end. [`Automaton`](super::automaton::Automaton) ignores both; they are for
//! [`Derivation`](super::derivation::Derivation).

use super::abnf_file::{Grammar, Node};

/// One state; the other states it names are indices into [`Nfa::states`].
#[derive(Debug)]
pub(crate) enum State {
    /// Takes one byte from `first` to `last`.
    Range { first: u8, last: u8, next: usize },
    /// Goes either way without taking a byte.
    Fork { preferred: usize, other: usize },
    /// Notes the position: where captured rule `slot / 2` begins (even slot) or ends (odd slot).
    Mark { slot: usize, next: usize },
    /// The string is derived, if it ends here.
    Accept,
}

/// The machine of one start rule.
#[derive(Debug)]
pub(crate) struct Nfa {
    pub(crate) states: Vec<State>,
    pub(crate) start: usize,
}

impl Nfa {
    /// The machine for the rule called `start`, with marks around the rules called `captured`.
    pub(crate) fn new(grammar: &Grammar, start: &str, captured: &[&str]) -> Self {
        let captured = captured.iter().map(|name| grammar.rule(name)).collect();
        let mut compiler = Compiler { grammar, captured, states: vec![State::Accept] };
        let start = compiler.compile(&Node::Rule(grammar.rule(start)), 0);
        Self { states: compiler.states, start }
    }
}

struct Compiler<'a> {
    grammar: &'a Grammar,
    captured: Vec<usize>,
    states: Vec<State>,
}

impl Compiler<'_> {
    /// Adds the states that match `node` and continue with `next`; returns the first of them.
    fn compile(&mut self, node: &Node, next: usize) -> usize {
        match node {
            &Node::Range { first, last } => self.add(State::Range { first, last, next }),
            Node::Sequence(parts) => {
                parts.iter().rev().fold(next, |next, part| self.compile(part, next))
            }
            Node::Choice(alternatives) => {
                let starts: Vec<usize> =
                    alternatives.iter().map(|node| self.compile(node, next)).collect();
                let last_first = starts.into_iter().rev();
                last_first
                    .reduce(|other, preferred| self.add(State::Fork { preferred, other }))
                    .expect("a choice has alternatives")
            }
            Node::Repeat { node, min, max } => self.repeat(node, *min, *max, next),
            Node::Rule(rule) => self.rule(*rule, next),
        }
    }

    fn repeat(&mut self, node: &Node, min: usize, max: Option<usize>, next: usize) -> usize {
        let mut start = next;
        if let Some(max) = max {
            for _ in min..max {
                let preferred = self.compile(node, start);
                start = self.add(State::Fork { preferred, other: next });
            }
        } else {
            start = self.add(State::Fork { preferred: next, other: next });
            let preferred = self.compile(node, start);
            self.states[start] = State::Fork { preferred, other: next };
        }
        for _ in 0..min {
            start = self.compile(node, start);
        }
        start
    }

    fn rule(&mut self, rule: usize, next: usize) -> usize {
        let grammar = self.grammar;
        let node = &grammar.rules[rule].node;
        let Some(capture) = self.captured.iter().position(|&captured| captured == rule) else {
            return self.compile(node, next);
        };
        let end = self.add(State::Mark { slot: 2 * capture + 1, next });
        let body = self.compile(node, end);
        self.add(State::Mark { slot: 2 * capture, next: body })
    }

    fn add(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }
}
