//! Texts that the grammar of an edition derives, chosen by bytes.

use napkin::Edition;

use crate::data::Data;
use crate::grammar::abnf_file::{Grammar, Node};
use crate::grammar::ask;

/// A text that one of the edition's rules for references derives.
pub(crate) fn derive(edition: &'static Edition, data: &mut Data<'_>) -> String {
    ask(edition, |oracle| {
        let reading = &oracle.engine.reference[data.below(oracle.engine.reference.len())];
        let mut text = Vec::new();
        let start = Node::Rule(oracle.grammar.rule(reading.rule));
        append(&oracle.grammar, &start, data, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    })
}

fn append(grammar: &Grammar, node: &Node, data: &mut Data<'_>, text: &mut Vec<u8>) {
    match node {
        Node::Range { first, last } => {
            text.push(first + data.below(usize::from(last - first) + 1) as u8);
        }
        Node::Sequence(parts) => parts.iter().for_each(|part| append(grammar, part, data, text)),
        Node::Choice(alternatives) => {
            append(grammar, &alternatives[data.below(alternatives.len())], data, text);
        }
        Node::Repeat { node, min, max } => {
            let mut times = 0;
            while times < *min || max.is_none_or(|max| times < max) && data.goes_on(text.len()) {
                append(grammar, node, data, text);
                times += 1;
            }
        }
        Node::Rule(rule) => append(grammar, &grammar.rules[*rule].node, data, text),
    }
}
