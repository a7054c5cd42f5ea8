//! Expansion (RFC 6570 §3), in one pass over the template.

use alloc::borrow::Cow;
use alloc::string::String;

use napkin::edition::RFC3987;
use napkin::percent;

use crate::error::{ExpandError, ExpandErrorKind};
use crate::operator::{Operator, RESERVED, UNRESERVED};
use crate::pieces::{Expression, Modifier, Piece, Pieces, Variable};
use crate::value::Value;
use crate::variables::Variables;

/// Whether the result is a URI-reference, or an IRI-reference with non-ASCII characters as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Uri,
    Iri,
}

/// Expands the pieces of a template onto a text.
pub(crate) fn expand<V: Variables + ?Sized>(
    template: &str,
    form: Form,
    variables: &V,
    out: &mut String,
) -> Result<(), ExpandError> {
    Pieces::of(template).try_for_each(|(_, piece)| push_piece(piece, form, variables, out))
}

/// The offset of the piece of a template from which a byte of its expansion comes.
pub(crate) fn origin<V: Variables + ?Sized>(
    template: &str,
    form: Form,
    variables: &V,
    offset: usize,
) -> usize {
    let mut out = String::new();
    let reaches = |(_, piece): &(usize, Piece<'_>)| {
        push_piece(*piece, form, variables, &mut out).is_err() || out.len() > offset
    };
    Pieces::of(template).find(reaches).map_or(template.len(), |(at, _)| at)
}

fn push_piece<V: Variables + ?Sized>(
    piece: Piece<'_>,
    form: Form,
    variables: &V,
    out: &mut String,
) -> Result<(), ExpandError> {
    match piece {
        Piece::Literal(text) => {
            push_literal(text, form, out);
            Ok(())
        }
        Piece::Expression(expression) => push_expression(&expression, form, variables, out),
    }
}

/// A literal (§3.1): ASCII is copied, since a URI allows all of it.
pub(crate) fn push_literal(text: &str, form: Form, out: &mut String) {
    if text.is_ascii() { out.push_str(text) } else { push(text, true, form, out) }
}

/// An expression (§3.2).
fn push_expression<V: Variables + ?Sized>(
    expression: &Expression<'_>,
    form: Form,
    variables: &V,
    out: &mut String,
) -> Result<(), ExpandError> {
    let operator = expression.operator();
    let mut is_first = true;
    for variable in expression.variables() {
        let value = variables.value(variable.name()).filter(|value| !value.is_undefined());
        if let Some(value) = value {
            push_lead(operator, is_first, out);
            is_first = false;
            push_variable(operator, &variable, &value, form, out)?;
        }
    }
    Ok(())
}

/// What precedes the first value of an expression, or each further one.
pub(crate) fn push_lead(operator: &Operator, is_first: bool, out: &mut String) {
    if is_first { out.push_str(operator.first) } else { out.push(operator.separator.into()) }
}

/// A defined value (§3.2.1).
pub(crate) fn push_variable(
    operator: &'static Operator,
    variable: &Variable<'_>,
    value: &Value<'_>,
    form: Form,
    out: &mut String,
) -> Result<(), ExpandError> {
    let name = variable.name();
    let separator = operator.separator.into();
    let push = |text: &str, out: &mut String| push(text, operator.raw, form, out);
    match (value, variable.modifier()) {
        (Value::Text(text), modifier) => {
            if operator.named {
                out.push_str(name);
                out.push_str(if text.is_empty() { operator.if_empty } else { "=" });
            }
            match modifier {
                Modifier::Prefix(length) => push(prefix(text, length, operator.raw), out),
                _ => push(text, out),
            }
        }
        (_, Modifier::Prefix(_)) => {
            let kind = ExpandErrorKind::PrefixOfComposite;
            return Err(ExpandError::new(kind, variable.offset()));
        }
        (Value::List(members), Modifier::Explode) if operator.named => {
            each(members, separator, out, |member, out| {
                out.push_str(name);
                out.push_str(if member.is_empty() { operator.if_empty } else { "=" });
                push(member, out);
            });
        }
        (Value::List(members), Modifier::Explode) => {
            each(members, separator, out, |member, out| push(member, out));
        }
        (Value::Pairs(pairs), Modifier::Explode) => {
            each(pairs, separator, out, |(name, value), out| {
                push(name, out);
                out.push_str(if value.is_empty() { operator.if_empty } else { "=" });
                push(value, out);
            });
        }
        (composite, Modifier::None) => {
            if operator.named {
                out.push_str(name);
                out.push('=');
            }
            match composite {
                Value::Pairs(pairs) => each(pairs, ',', out, |(name, value), out| {
                    push(name, out);
                    out.push(',');
                    push(value, out);
                }),
                Value::List(members) => each(members, ',', out, |member, out| push(member, out)),
                Value::Text(_) => {}
            }
        }
    }
    Ok(())
}

/// Members with a separator between them.
fn each<T>(
    members: &[T],
    separator: char,
    out: &mut String,
    mut push: impl FnMut(&T, &mut String),
) {
    for (number, member) in members.iter().enumerate() {
        if number > 0 {
            out.push(separator);
        }
        push(member, out);
    }
}

/// Percent-encodes a text; with `raw`, reserved characters and triplets stay.
pub(crate) fn push(text: &str, raw: bool, form: Form, out: &mut String) {
    // Most values are short, and have nothing to encode.
    if text.bytes().all(|byte| UNRESERVED.contains(byte)) {
        return out.push_str(text);
    }
    let mut encoded = percent::encode(text);
    if form == Form::Iri {
        encoded = encoded.by(RFC3987);
    }
    if raw {
        encoded = encoded.keep(RESERVED).keep_triplets();
    }
    encoded.push_onto(out);
}

/// The first characters of a text (§2.4.1). Where triplets stay, those of one character of UTF-8 count as one.
fn prefix(text: &str, length: u16, raw: bool) -> &str {
    let mut rest = text;
    for _ in 0..length {
        let Some(character) = rest.chars().next() else { return text };
        let triplets = if raw { triplets(rest) } else { 0 };
        let end = if triplets > 0 { 3 * triplets } else { character.len_utf8() };
        rest = rest.get(end..).unwrap_or_default();
    }
    text.get(..text.len() - rest.len()).unwrap_or(text)
}

/// The number of triplets at the start of a text that are one character of UTF-8; 1 if they are none, 0 if there is no triplet.
pub(crate) fn triplets(text: &str) -> usize {
    let octets = |count: usize| {
        let text = text.get(..3 * count).filter(|text| percent::check(text.as_bytes()).is_ok())?;
        text.bytes().step_by(3).all(|byte| byte == b'%').then_some(text)
    };
    let is_character = |count: &usize| {
        let decoded =
            octets(*count).map(|text| percent::decode(text, false).to_str().map(Cow::into_owned));
        decoded.is_some_and(|decoded| decoded.is_ok())
    };
    (1..=4).find(is_character).unwrap_or(usize::from(octets(1).is_some()))
}
