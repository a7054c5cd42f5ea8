//! A template cut into literals and expressions, and these into variables. The text is valid, so nothing here fails.

use crate::operator::Operator;

/// A literal or an expression of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "RFC 6570 section 2 has these two")]
pub enum Piece<'t> {
    /// Text that is copied.
    Literal(&'t str),
    /// Variables in braces.
    Expression(Expression<'t>),
}

/// The pieces of a template, in order, each with its offset. Made by [`Template::pieces`](crate::Template::pieces).
#[derive(Clone, Debug)]
pub struct Pieces<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Pieces<'t> {
    pub(crate) const fn of(text: &'t str) -> Self {
        Self { text, at: 0 }
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = (usize, Piece<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        let rest = self.text.get(at..).filter(|rest| !rest.is_empty())?;
        let piece = if rest.as_bytes().first() == Some(&b'{') {
            let operator = Operator::at(rest.as_bytes().get(1));
            let start = 1 + operator.symbol.len();
            let list = until(rest.get(start..).unwrap_or_default(), b'}');
            self.at += start + list.len() + 1;
            Piece::Expression(Expression { operator, list, start: at + start })
        } else {
            let literal = until(rest, b'{');
            self.at += literal.len();
            Piece::Literal(literal)
        };
        Some((at, piece))
    }
}

/// A text up to a byte of ASCII; names are too short for a search by vectors.
#[inline]
fn until(text: &str, byte: u8) -> &str {
    let end = text.bytes().position(|found| found == byte);
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Variables in braces, with their operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expression<'t> {
    operator: &'static Operator,
    list: &'t str,
    /// The offset of the first variable.
    start: usize,
}

impl<'t> Expression<'t> {
    /// The operator.
    pub const fn operator(&self) -> &'static Operator {
        self.operator
    }

    /// The variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = Variable<'t>> + use<'t> {
        let (list, start, mut at) = (self.list, self.start, 0);
        core::iter::from_fn(move || {
            let spec = until(list.get(at..)?, b',');
            let offset = start + at;
            at += spec.len() + 1;
            let name = spec.trim_end_matches('*');
            let (name, modifier) = match until(name, b':') {
                _ if name.len() < spec.len() => (name, Modifier::Explode),
                whole if whole.len() == spec.len() => (whole, Modifier::None),
                name => {
                    let length = spec.get(name.len() + 1..).and_then(|length| length.parse().ok());
                    (name, Modifier::Prefix(length.unwrap_or(u16::MAX)))
                }
            };
            Some(Variable { spec, name, modifier, offset })
        })
    }
}

/// A variable of an expression: a varspec (RFC 6570 §2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable<'t> {
    /// As it is written, with its modifier.
    pub(crate) spec: &'t str,
    name: &'t str,
    modifier: Modifier,
    offset: usize,
}

impl<'t> Variable<'t> {
    /// The name.
    pub const fn name(&self) -> &'t str {
        self.name
    }

    /// The modifier.
    pub const fn modifier(&self) -> Modifier {
        self.modifier
    }

    /// The byte of the template at which it begins.
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

/// What follows the name of a variable (RFC 6570 §2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the grammar of RFC 6570 has these")]
pub enum Modifier {
    /// Nothing.
    None,
    /// `:n`: the first n characters of the value.
    Prefix(u16),
    /// `*`: each member of the value by itself.
    Explode,
}
