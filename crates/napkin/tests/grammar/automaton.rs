//! Decides whether a rule derives a string, with one table lookup per byte.
//!
//! The state machine of the rule is made deterministic once (subset construction, all 256 bytes). This allows
//! testing tens of millions of strings; [`derivation`](super::derivation) finds the parts of a derived string.

use std::collections::HashMap;

use super::abnf_file::Grammar;
use super::nfa::{Nfa, State};

/// A deterministic automaton for one start rule.
#[derive(Debug)]
pub(crate) struct Automaton {
    next: Vec<[u32; 256]>,
    accepting: Vec<bool>,
}

impl Automaton {
    /// The automaton for the rule called `start`.
    pub(crate) fn new(grammar: &Grammar, start: &str) -> Self {
        let nfa = Nfa::new(grammar, start, &[]);
        let first_alike = first_alike(&nfa);
        let mut subsets = vec![closure(&nfa, &[nfa.start])];
        let mut numbers = HashMap::from([(subsets[0].clone(), 0)]);
        let mut automaton = Self { next: Vec::new(), accepting: Vec::new() };
        while automaton.next.len() < subsets.len() {
            let subset = subsets[automaton.next.len()].clone();
            let mut row = [0; 256];
            for byte in 0..=255 {
                let first = first_alike[usize::from(byte)];
                row[usize::from(byte)] = if first < byte {
                    row[usize::from(first)]
                } else {
                    let target = closure(&nfa, &step(&nfa, &subset, byte));
                    *numbers.entry(target).or_insert_with_key(|target| {
                        subsets.push(target.clone());
                        subsets.len() as u32 - 1
                    })
                };
            }
            automaton.next.push(row);
            automaton
                .accepting
                .push(subset.iter().any(|&state| matches!(nfa.states[state], State::Accept)));
        }
        automaton
    }

    /// Whether the rule derives `text`.
    pub(crate) fn accepts(&self, text: &[u8]) -> bool {
        self.accepting[self.after(text) as usize]
    }

    /// The state after `text`.
    fn after(&self, text: &[u8]) -> u32 {
        text.iter().fold(0, |state, &byte| self.next[state as usize][usize::from(byte)])
    }

    /// The states that can be reached once `prefix` is taken.
    fn reachable(&self, prefix: &[u8]) -> Vec<usize> {
        let mut reachable = vec![self.after(prefix) as usize];
        let mut seen = vec![false; self.next.len()];
        seen[reachable[0]] = true;
        let mut done = 0;
        while done < reachable.len() {
            for &next in &self.next[reachable[done]] {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    reachable.push(next as usize);
                }
            }
            done += 1;
        }
        reachable
    }
}

/// The classes of bytes that all `automata` treat alike in every state reachable after `prefix`.
pub(crate) fn byte_classes(automata: &[Automaton], prefix: &[u8]) -> Vec<Vec<u8>> {
    let rows: Vec<&[u32; 256]> = automata
        .iter()
        .flat_map(|automaton| {
            let reachable = automaton.reachable(prefix).into_iter();
            reachable.map(|state| &automaton.next[state])
        })
        .collect();
    let mut classes: HashMap<Vec<u32>, Vec<u8>> = HashMap::new();
    for byte in 0..=255 {
        let column = rows.iter().map(|row| row[usize::from(byte)]).collect();
        classes.entry(column).or_default().push(byte);
    }
    let mut classes: Vec<Vec<u8>> = classes.into_values().collect();
    classes.sort();
    classes
}

/// For each byte, the first byte that no range of the machine distinguishes from it.
fn first_alike(nfa: &Nfa) -> [u8; 256] {
    let mut begins = [false; 256];
    for state in &nfa.states {
        if let State::Range { first, last, .. } = *state {
            begins[usize::from(first)] = true;
            if let Some(after) = last.checked_add(1) {
                begins[usize::from(after)] = true;
            }
        }
    }
    let mut first = 0;
    std::array::from_fn(|byte| {
        if begins[byte] {
            first = byte as u8;
        }
        first
    })
}

/// Where one byte leads from the states of a subset.
fn step(nfa: &Nfa, subset: &[usize], byte: u8) -> Vec<usize> {
    let target = |&state: &usize| match nfa.states[state] {
        State::Range { first, last, next } if (first..=last).contains(&byte) => Some(next),
        _ => None,
    };
    subset.iter().filter_map(target).collect()
}

/// The states that matter (they take a byte, or accept) and are reached without taking a byte.
fn closure(nfa: &Nfa, from: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; if from.is_empty() { 0 } else { nfa.states.len() }];
    let mut pending = from.to_vec();
    let mut subset = Vec::new();
    while let Some(state) = pending.pop() {
        if std::mem::replace(&mut seen[state], true) {
            continue;
        }
        match nfa.states[state] {
            State::Range { .. } | State::Accept => subset.push(state),
            State::Fork { preferred, other } => pending.extend([preferred, other]),
            State::Mark { next, .. } => pending.push(next),
        }
    }
    subset.sort_unstable();
    subset
}
