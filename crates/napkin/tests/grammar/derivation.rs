//! Finds how a rule derives a string: where the captured rules begin and end.
//!
//! Of several derivations the first one counts: earlier alternatives before later ones, longer
//! repetitions before shorter ones, with full backtracking. This is the "first match wins" of
//! RFC 3986 §3.2.2, which makes `1.2.3.4` an address and not a name. The search goes through the
//! state machine with a stack of its own and never enters a state twice at the same position (what
//! failed once fails again), so time is linear in the length of the string and nothing recurses.

use std::ops::Range;

use super::abnf_file::Grammar;
use super::nfa::{Nfa, State};

/// The part of the string that each captured rule derives, by its number; the last one where a rule
/// occurs several times.
pub(crate) type Captures = Vec<Option<Range<usize>>>;

/// The search for the first derivation from one start rule.
#[derive(Debug)]
pub(crate) struct Derivation {
    nfa: Nfa,
    slots: Vec<Option<usize>>,
    pending: Vec<Step>,
    visited: Vec<u32>,
    search: u32,
}

#[derive(Debug)]
enum Step {
    Enter { state: usize, position: usize },
    Restore { slot: usize, position: Option<usize> },
}

impl Derivation {
    /// The search from the rule called `start`, with the rules called `captured` noted.
    pub(crate) fn new(grammar: &Grammar, start: &str, captured: &[&str]) -> Self {
        Self {
            nfa: Nfa::new(grammar, start, captured),
            slots: vec![None; 2 * captured.len()],
            pending: Vec::new(),
            visited: Vec::new(),
            search: 0,
        }
    }

    /// The captures of the first derivation of `text`, if there is one.
    pub(crate) fn first(&mut self, text: &[u8]) -> Option<Captures> {
        self.search += 1;
        self.slots.fill(None);
        self.visited.resize(self.visited.len().max(self.nfa.states.len() * (text.len() + 1)), 0);
        self.pending.clear();
        self.pending.push(Step::Enter { state: self.nfa.start, position: 0 });
        while let Some(step) = self.pending.pop() {
            match step {
                Step::Enter { state, position } => {
                    if self.follow(text, state, position) {
                        return Some(self.captures());
                    }
                }
                Step::Restore { slot, position } => self.slots[slot] = position,
            }
        }
        None
    }

    /// Goes from `state` as far as the preferred ways lead, leaving the others on the stack.
    fn follow(&mut self, text: &[u8], mut state: usize, mut position: usize) -> bool {
        loop {
            let visited = &mut self.visited[position * self.nfa.states.len() + state];
            if std::mem::replace(visited, self.search) == self.search {
                return false;
            }
            match self.nfa.states[state] {
                State::Range { first, last, next } => match text.get(position) {
                    Some(byte) if (first..=last).contains(byte) => {
                        position += 1;
                        state = next;
                    }
                    _ => return false,
                },
                State::Fork { preferred, other } => {
                    self.pending.push(Step::Enter { state: other, position });
                    state = preferred;
                }
                State::Mark { slot, next } => {
                    let before = self.slots[slot].replace(position);
                    self.pending.push(Step::Restore { slot, position: before });
                    state = next;
                }
                State::Accept if position == text.len() => return true,
                State::Accept => return false,
            }
        }
    }

    fn captures(&self) -> Captures {
        self.slots.chunks(2).map(|slots| Some(slots[0]?..slots[1]?)).collect()
    }
}
