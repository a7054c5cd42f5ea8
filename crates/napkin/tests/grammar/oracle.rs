//! Holds the engine's answers against the grammar's, string by string.

use std::ops::Range;

use crate::abnf_file::Grammar;
use crate::automaton::Automaton;
use crate::derivation::{Captures, Derivation};
use crate::engine::{Engine, Parts, PartsOf};

/// An engine and the grammar it has to agree with.
#[derive(Debug)]
pub(crate) struct Oracle<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) grammar: Grammar,
    /// The automaton of the start rule that all parts belong to.
    pub(crate) reference: Automaton,
    pub(crate) derivation: Derivation,
    /// The names of the rules that the derivation captures.
    pub(crate) captured: Vec<&'static str>,
    start_rules: Vec<Automaton>,
}

impl<'a> Oracle<'a> {
    /// The oracle for one engine.
    pub(crate) fn new(engine: &'a Engine) -> Self {
        let grammar = Grammar::read(engine.grammar);
        let rules = &engine.rules;
        let lists = [
            rules.scheme,
            rules.authority,
            rules.userinfo,
            rules.host,
            rules.host_kind,
            rules.port,
            rules.path,
            rules.path_kind,
            rules.query,
            rules.fragment,
        ];
        let mut captured = lists.concat();
        captured.sort_unstable();
        captured.dedup();
        let start_rules = engine.start_rules.iter();
        Self {
            engine,
            reference: Automaton::new(&grammar, engine.reference),
            derivation: Derivation::new(&grammar, engine.reference, &captured),
            captured,
            start_rules: start_rules.map(|(rule, _)| Automaton::new(&grammar, rule)).collect(),
            grammar,
        }
    }

    /// Whether `text` is a reference, if grammar and engine agree on it; else how they differ.
    pub(crate) fn judge(&mut self, text: &str) -> Result<bool, String> {
        for ((rule, answer), automaton) in self.engine.start_rules.iter().zip(&self.start_rules) {
            let (grammar, engine) = (automaton.accepts(text.as_bytes()), answer(text));
            if grammar != engine {
                let name = self.engine.name;
                return Err(format!(
                    "{name}: {rule} from {text:?}\ngrammar: {grammar}\n engine: {engine}"
                ));
            }
        }
        let (grammar, engine) = (self.parts(text), (self.engine.parts)(text));
        if grammar != engine {
            let (name, rule) = (self.engine.name, self.engine.reference);
            return Err(format!(
                "{name}: {rule} from {text:?}\ngrammar: {grammar:?}\n engine: {engine:?}"
            ));
        }
        Ok(grammar.is_some())
    }

    /// The parts of `text` by the grammar, if it is a reference.
    pub(crate) fn parts<'t>(&mut self, text: &'t str) -> Option<PartsOf<'t>> {
        if !self.reference.accepts(text.as_bytes()) {
            return None;
        }
        let captures = self.derivation.first(text.as_bytes());
        let captures = captures.unwrap_or_else(|| panic!("{text:?} is accepted but not derived"));
        let part = |rules| self.used(rules, &captures).map(|(_, range)| &text[range]);
        let kind = |rules| self.used(rules, &captures).map(|(rule, _)| rule);
        let rules = &self.engine.rules;
        Some(Parts {
            scheme: part(rules.scheme),
            authority: part(rules.authority),
            userinfo: part(rules.userinfo),
            host: part(rules.host),
            host_kind: kind(rules.host_kind),
            port: part(rules.port),
            path: part(rules.path),
            path_kind: kind(rules.path_kind),
            query: part(rules.query),
            fragment: part(rules.fragment),
        })
    }

    /// The first of `rules` that a derivation used, and for what.
    fn used(
        &self,
        rules: &'static [&'static str],
        captures: &Captures,
    ) -> Option<(&'static str, Range<usize>)> {
        rules.iter().find_map(|rule| {
            let number = self.captured.binary_search(rule).expect("every rule is captured");
            Some((*rule, captures[number].clone()?))
        })
    }
}
