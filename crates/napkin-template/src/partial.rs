//! Partial expansion: the variables that have values are expanded, and the others stay in a template. RFC 6570 does not define it;
//! `docs/templates.md` section 4 does.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::ExpandError;
use crate::expand::{Form, push_lead, push_variable};
use crate::pieces::{Expression, Piece, Pieces};
use crate::variables::Variables;

/// Expands what can be expanded; the result is a template.
pub(crate) fn expand<V: Variables + ?Sized>(
    template: &str,
    variables: &V,
) -> Result<String, ExpandError> {
    let mut out = String::new();
    for (_, piece) in Pieces::of(template) {
        match piece {
            Piece::Literal(text) => out.push_str(text),
            Piece::Expression(expression) => push_expression(&expression, variables, &mut out)?,
        }
    }
    Ok(out)
}

fn push_expression<V: Variables + ?Sized>(
    expression: &Expression<'_>,
    variables: &V,
    out: &mut String,
) -> Result<(), ExpandError> {
    let operator = expression.operator();
    // Variables that are known to be undefined vanish.
    let with_values =
        expression.variables().map(|variable| (variable, variables.value(variable.name())));
    let rest: Vec<_> = with_values
        .filter(|(_, value)| value.as_ref().is_none_or(|value| !value.is_undefined()))
        .collect();
    let is_whole = rest.iter().all(|(_, value)| value.is_some());
    let begins_known = rest.first().is_some_and(|(_, value)| value.is_some());
    let further = operator.further();
    let can_split = further == Some(operator) || further.is_some() && begins_known;
    let (mut is_first, mut is_open) = (true, false);
    for (variable, value) in &rest {
        match value {
            Some(value) if is_whole || can_split => {
                close(&mut is_open, out);
                push_lead(operator, is_first, out);
                push_variable(operator, variable, value, Form::Uri, out)?;
            }
            _ if is_open => {
                out.push(',');
                out.push_str(variable.spec);
            }
            _ => {
                out.push('{');
                out.push_str(further.filter(|_| !is_first).unwrap_or(operator).symbol);
                out.push_str(variable.spec);
                is_open = true;
            }
        }
        is_first = false;
    }
    close(&mut is_open, out);
    Ok(())
}

/// Ends the expression that is open.
fn close(is_open: &mut bool, out: &mut String) {
    if core::mem::take(is_open) {
        out.push('}');
    }
}
