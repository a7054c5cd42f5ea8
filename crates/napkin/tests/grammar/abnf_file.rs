//! Reads a grammar file in RFC 5234 notation into a small tree that the rest of the harness walks.
//!
//! The `abnf` crate parses the notation. Its result is reduced here to five kinds of node. Groups vanish, options
//! become repetitions, strings and numbers become byte ranges with letter case spelled out, non-ASCII characters
//! become the bytes of their UTF-8, and rule names become numbers. Anything that the harness cannot handle (prose,
//! undefined, doubly defined or recursive rules) panics, so that no rule is skipped silently.

use abnf::types::{Kind, Node as AbnfNode, StringLiteral, TerminalValues};
use regex_syntax::utf8::{Utf8Sequence, Utf8Sequences};

/// A piece of a rule.
#[derive(Debug)]
pub(crate) enum Node {
    /// One byte, from `first` to `last`.
    Range { first: u8, last: u8 },
    /// All of these, one after the other; of none, the empty string.
    Sequence(Vec<Node>),
    /// One of these, the earlier ones preferred.
    Choice(Vec<Node>),
    /// As many as possible, from `min` up to `max` times.
    Repeat { node: Box<Node>, min: usize, max: Option<usize> },
    /// The rule with this number.
    Rule(usize),
}

/// A rule and its name.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) node: Node,
}

/// The rules of one grammar file, none of them recursive.
#[derive(Debug)]
pub(crate) struct Grammar {
    pub(crate) rules: Vec<Rule>,
}

impl Grammar {
    /// Reads the text of a grammar file.
    pub(crate) fn read(text: &str) -> Self {
        let definitions = abnf::rulelist(text).unwrap_or_else(|error| panic!("{error}"));
        let mut names: Vec<&str> = Vec::new();
        for definition in &definitions {
            let known = position(&names, definition.name()).is_some();
            let added = definition.kind() == Kind::Incremental;
            assert!(known == added, "{}: defined twice, or extended first", definition.name());
            if !known {
                names.push(definition.name());
            }
        }
        let rules = names
            .iter()
            .map(|name| {
                let parts = definitions.iter().filter(|d| d.name().eq_ignore_ascii_case(name));
                let mut nodes: Vec<Node> = parts.map(|d| reduce(d.node(), &names)).collect();
                let node = if nodes.len() == 1 { nodes.remove(0) } else { Node::Choice(nodes) };
                Rule { name: (*name).to_owned(), node }
            })
            .collect();
        let grammar = Self { rules };
        for rule in 0..grammar.rules.len() {
            grammar.refuse_recursion(rule, &mut Vec::new());
        }
        grammar
    }

    /// The number of the rule called `name`.
    pub(crate) fn rule(&self, name: &str) -> usize {
        self.rules
            .iter()
            .position(|rule| rule.name.eq_ignore_ascii_case(name))
            .unwrap_or_else(|| panic!("the grammar has no rule {name}"))
    }

    fn refuse_recursion(&self, rule: usize, within: &mut Vec<usize>) {
        assert!(!within.contains(&rule), "{} is recursive", self.rules[rule].name);
        within.push(rule);
        let mut nodes = vec![&self.rules[rule].node];
        while let Some(node) = nodes.pop() {
            match node {
                Node::Range { .. } => {}
                Node::Sequence(parts) | Node::Choice(parts) => nodes.extend(parts),
                Node::Repeat { node, .. } => nodes.push(node),
                Node::Rule(rule) => self.refuse_recursion(*rule, within),
            }
        }
        within.pop();
    }
}

fn position(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|known| known.eq_ignore_ascii_case(name))
}

fn reduce(node: &AbnfNode, names: &[&str]) -> Node {
    let all = |nodes: &[AbnfNode]| nodes.iter().map(|node| reduce(node, names)).collect();
    let repeat =
        |node: &AbnfNode, min, max| Node::Repeat { node: Box::new(reduce(node, names)), min, max };
    match node {
        AbnfNode::Alternatives(nodes) => Node::Choice(all(nodes)),
        AbnfNode::Concatenation(nodes) => Node::Sequence(all(nodes)),
        AbnfNode::Group(node) => reduce(node, names),
        AbnfNode::Optional(node) => repeat(node, 0, Some(1)),
        AbnfNode::Repetition { repeat: times, node } => {
            repeat(node, times.min().unwrap_or(0), times.max())
        }
        AbnfNode::Rulename(name) => Node::Rule(
            position(names, name).unwrap_or_else(|| panic!("{name} is used but not defined")),
        ),
        AbnfNode::String(literal) => string(literal),
        AbnfNode::TerminalValues(TerminalValues::Range(first, last)) => {
            range(character(*first), character(*last))
        }
        AbnfNode::TerminalValues(TerminalValues::Concatenation(values)) => {
            let characters = values.iter().map(|&value| character(value));
            Node::Sequence(characters.map(|character| range(character, character)).collect())
        }
        AbnfNode::Prose(prose) => panic!("<{prose}>: prose cannot be tested against"),
    }
}

fn string(literal: &StringLiteral) -> Node {
    let letter = |byte: u8| {
        if literal.is_case_sensitive() || !byte.is_ascii_alphabetic() {
            one(byte)
        } else {
            Node::Choice(vec![one(byte.to_ascii_lowercase()), one(byte.to_ascii_uppercase())])
        }
    };
    Node::Sequence(literal.value().bytes().map(letter).collect())
}

fn one(byte: u8) -> Node {
    Node::Range { first: byte, last: byte }
}

/// The characters from `first` to `last`, as what their UTF-8 is made of.
fn range(first: char, last: char) -> Node {
    let sequence = |sequence: Utf8Sequence| {
        let octets = sequence.as_slice().iter();
        Node::Sequence(
            octets.map(|range| Node::Range { first: range.start, last: range.end }).collect(),
        )
    };
    let mut sequences: Vec<Node> = Utf8Sequences::new(first, last).map(sequence).collect();
    if sequences.len() == 1 { sequences.remove(0) } else { Node::Choice(sequences) }
}

fn character(value: u32) -> char {
    char::from_u32(value).unwrap_or_else(|| panic!("%x{value:X} is not a character"))
}
