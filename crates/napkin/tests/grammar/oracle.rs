//! Compares the engine's answers with the grammar's, string by string.

use super::abnf_file::Grammar;
use super::automaton::{Automaton, byte_classes};
use super::derivation::{Captures, Derivation};
use super::engine::{Engine, Kinds, Parts, PartsOf, Reading, Rules, StartRule};

/// An engine and the grammar it has to agree with.
#[derive(Debug)]
pub(crate) struct Oracle<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) grammar: Grammar,
    /// The names of the rules that the derivations capture.
    pub(crate) captured: Vec<&'static str>,
    /// The rules behind each part, by their number in `captured`.
    rules: Parts<Vec<usize>, Vec<(usize, &'static str)>>,
    /// Which of them some derivation has used so far.
    pub(crate) used: Vec<bool>,
    /// How many strings have been judged so far.
    pub(crate) judged: u64,
    /// The start rule that all parts belong to: an automaton and a derivation for each reading.
    reference: Vec<Automaton>,
    derivations: Vec<Derivation>,
    /// The automata of the other start rules.
    start_rules: Vec<Vec<Automaton>>,
}

impl<'a> Oracle<'a> {
    /// The oracle for one engine.
    pub(crate) fn new(engine: &'a Engine) -> Self {
        let grammar = Grammar::read(engine.grammar);
        let captured = captured(&engine.rules);
        let automata = |readings: StartRule| {
            readings.iter().map(|reading| Automaton::new(&grammar, reading.rule)).collect()
        };
        let derivations = engine.reference.iter();
        let number = |rule| captured.binary_search(&rule).expect("every rule is captured");
        Self {
            engine,
            reference: automata(engine.reference),
            derivations: derivations
                .map(|reading| Derivation::new(&grammar, reading.rule, &captured))
                .collect(),
            start_rules: engine.start_rules.iter().map(|(rule, _)| automata(rule)).collect(),
            rules: engine.rules.map(
                |rules| rules.iter().map(|rule| number(*rule)).collect(),
                |kinds| kinds.iter().map(|(rule, name)| (number(*rule), *name)).collect(),
            ),
            used: vec![false; captured.len()],
            judged: 0,
            captured,
            grammar,
        }
    }

    /// Whether `text` is a reference, if grammar and engine agree; otherwise their difference.
    pub(crate) fn judge(&mut self, text: &str) -> Result<bool, String> {
        self.judged += 1;
        let name = self.engine.name;
        for ((rule, answer), automata) in self.engine.start_rules.iter().zip(&self.start_rules) {
            let (grammar, engine) = (accepts(rule, automata, text), answer(text));
            if grammar != engine {
                let rules: Vec<_> = rule.iter().map(|reading| reading.rule).collect();
                return Err(format!(
                    "{name}: {rules:?} from {text:?}\ngrammar: {grammar}\n engine: {engine}"
                ));
            }
        }
        let grammar = self.parts(text);
        for parts in self.engine.parts {
            let engine = parts(text);
            if grammar != engine {
                return Err(format!(
                    "{name}: reference {text:?}\ngrammar: {grammar:?}\n engine: {engine:?}"
                ));
            }
        }
        let has_scheme = grammar.as_ref().is_some_and(|parts| parts.scheme.is_some());
        if has_scheme != (self.engine.has_scheme)(text) {
            return Err(format!("{name}: {text:?} has a scheme\ngrammar: {has_scheme}"));
        }
        Ok(grammar.is_some())
    }

    /// Whether `text` is a reference by the grammar.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        accepts(self.engine.reference, &self.reference, text)
    }

    /// The parts of `text` by the grammar, if it is a reference.
    pub(crate) fn parts<'t>(&mut self, text: &'t str) -> Option<PartsOf<'t>> {
        if !self.accepts(text) {
            return None;
        }
        let captures = self.first(text);
        let captures = captures.unwrap_or_else(|| panic!("{text:?} is accepted but not derived"));
        for (used, capture) in self.used.iter_mut().zip(&captures) {
            *used |= capture.is_some();
        }
        let part = |rules: &Vec<usize>| {
            let range = rules.iter().find_map(|&rule| captures[rule].clone())?;
            Some(&text[range])
        };
        let kind = |kinds: &Vec<(usize, &'static str)>| {
            let used = kinds.iter().find(|(rule, _)| captures[*rule].is_some());
            used.map(|(_, name)| *name)
        };
        Some(self.rules.map(part, kind))
    }

    /// The captures of the first derivation of `text`, if it is a reference.
    pub(crate) fn first(&mut self, text: &str) -> Option<Captures> {
        let reading = Reading::of(text, self.engine.reference)?;
        self.derivations[reading].first(text.as_bytes())
    }

    /// The classes of bytes after `prefix` that the grammar treats alike in a reference; one class has the bytes
    /// that may not follow.
    pub(crate) fn byte_classes(&self, prefix: &str) -> Vec<Vec<u8>> {
        let reading = Reading::of(prefix, self.engine.reference).filter(|_| prefix.contains(':'));
        let automata = match reading {
            Some(reading) => &self.reference[reading..=reading],
            None => &self.reference[..],
        };
        byte_classes(automata, prefix.as_bytes())
    }
}

fn accepts(readings: StartRule, automata: &[Automaton], text: &str) -> bool {
    Reading::of(text, readings).is_some_and(|reading| automata[reading].accepts(text.as_bytes()))
}

/// The names of the rules behind all parts and kinds, in order.
fn captured(rules: &Parts<Rules, Kinds>) -> Vec<&'static str> {
    let (mut of_parts, mut of_kinds) = (Vec::new(), Vec::new());
    rules.map(|rules| of_parts.extend(*rules), |kinds| of_kinds.extend(*kinds));
    let mut captured = of_parts;
    captured.extend(of_kinds.iter().map(|(rule, _)| rule));
    captured.sort_unstable();
    captured.dedup();
    captured
}
