//! `uri_unexpand`: the variables of a template, read back from a URI.

use datafusion_common::Result;
use napkin::edition::RFC3986;
use napkin_answers::question::Question;
use napkin_answers::unexpand::{Unexpand, Unexpanded, Unexpanding};

use super::uri_expand::{by_template, checked, wrong};
use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The variables with which a template (RFC 6570) expands to a URI, as an object of JSON; NULL where there are none, or more than \
            one way.",
    texts: &["template", "uri"],
    choices: &[],
    check: |literals| checked(literals, ready),
    answer: |rows| {
        by_template(rows, ready, |found: &Unexpanded| {
            serde_json::to_string(&found.variables).unwrap_or_default()
        })
    },
    ..Function::BLANK
};

fn ready(template: &str) -> Result<Unexpanding> {
    let unexpand = Unexpand { template: template.to_owned(), ..Unexpand::default() };
    unexpand.ready(RFC3986.into()).map_err(wrong)
}
