//! The texts that a template can expand to, as a program for a backtracking matcher: a step reads bytes, chooses, or marks where
//! an item of a variable begins or ends. `docs/templates.md` section 5 says which items a variable has.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use napkin::ByteSet;

use crate::expand::{Form, push_literal};
use crate::operator::{Operator, RESERVED, UNRESERVED};
use crate::pieces::{Expression, Modifier, Piece, Pieces, Variable};

/// One step. Unless it says otherwise, the next one follows it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Byte(u8),
    /// Reads one character of the set, a triplet, or in an IRI a non-ASCII character.
    One(ByteSet),
    /// Reads any number of those.
    Any(ByteSet),
    /// Goes on at either step, the first one first.
    Fork(usize, usize),
    /// Goes on at the step.
    Jump(usize),
    /// An item of the place with this number begins or ends here.
    Mark(usize),
    /// Goes on if the name that stands here is not one of this expression.
    Foreign(usize),
    /// Goes on nowhere.
    Fail,
    /// The text ends here.
    End,
}

/// A variable, where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) operator: &'static Operator,
    pub(crate) modifier: Modifier,
    pub(crate) name: String,
}

impl Place {
    /// The characters of an item. With `partly`, some variables of the expression are undefined: there are as few items as can be.
    fn set(&self, partly: bool) -> ByteSet {
        let (Operator { raw, named, separator, .. }, modifier) = (self.operator, self.modifier);
        let (explodes, separator) = (modifier == Modifier::Explode, ByteSet::of(&[*separator]));
        let also: &[u8] = match modifier {
            Modifier::None => b",",
            Modifier::Explode if !named => b"=",
            _ => b"",
        };
        let all = if *raw { UNRESERVED.or(RESERVED) } else { UNRESERVED.or(ByteSet::of(also)) };
        // A comma separates values, and a dot, which is unreserved, members (TPL-A25). Only with `+` and `#` a text can have both.
        let ends = partly || !raw && (explodes || separator.contains(b','));
        if ends { all.without(separator) } else { all }
    }

    /// Whether the value can have several items.
    fn has_many(&self) -> bool {
        let is_list = self.operator.separator == b',' && self.modifier == Modifier::None;
        !self.operator.raw && (self.modifier == Modifier::Explode || is_list)
    }
}

/// The steps of a template.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) steps: Vec<Step>,
    /// The variables, in the order in which they stand.
    pub(crate) places: Vec<Place>,
    /// The places of each expression.
    pub(crate) expressions: Vec<Range<usize>>,
}

/// A step that is not known yet.
const LATER: usize = usize::MAX;

impl Program {
    pub(crate) fn new(template: &str, form: Form) -> Self {
        let mut program = Self::default();
        let mut literal = String::new();
        for (_, piece) in Pieces::of(template) {
            match piece {
                Piece::Literal(text) => {
                    literal.clear();
                    push_literal(text, form, &mut literal);
                    program.bytes(&literal);
                }
                Piece::Expression(expression) => program.expression(&expression),
            }
        }
        program.steps.push(Step::End);
        program
    }

    fn bytes(&mut self, text: &str) {
        self.steps.extend(text.bytes().map(Step::Byte));
    }

    /// Adds a step that goes on at the next one, or at one that is not known yet.
    fn fork(&mut self) -> usize {
        let at = self.steps.len();
        self.steps.push(Step::Fork(at + 1, LATER));
        at
    }

    /// Lets a step that is not known yet be the next one.
    fn land(&mut self, at: usize) {
        let next = self.steps.len();
        if let Some(Step::Fork(_, later) | Step::Jump(later)) = self.steps.get_mut(at) {
            *later = next;
        }
    }

    /// An expression: nothing, if no variable is defined, or items with separators between them.
    fn expression(&mut self, expression: &Expression<'_>) {
        let (operator, first) = (expression.operator(), self.places.len());
        let place = |variable: Variable<'_>| Place {
            operator,
            modifier: variable.modifier(),
            name: variable.name().into(),
        };
        self.places.extend(expression.variables().map(place));
        let places = first..self.places.len();
        self.expressions.push(places.clone());
        let mut exits = Vec::from([self.fork()]);
        self.bytes(operator.first);
        if operator.named {
            self.named(places, &mut exits);
        } else {
            self.unnamed(places, &mut exits);
        }
        for exit in exits {
            self.land(exit);
        }
    }

    /// Items without names. If there are at least as many as variables, each variable has some; otherwise one of the outer
    /// variables is undefined, and which one is ambiguous (TPL-A21).
    fn unnamed(&mut self, places: Range<usize>, exits: &mut Vec<usize>) {
        if places.len() > 1 {
            let (first, last) = (places.start, places.end - 1);
            for partly in [first..last, first + 1..last + 1] {
                let other = self.fork();
                self.chain(partly, true, exits);
                self.land(other);
            }
        }
        self.chain(places, false, exits);
    }

    /// An item or more for each place; with `partly`, one for each of the first places.
    fn chain(&mut self, places: Range<usize>, partly: bool, exits: &mut Vec<usize>) {
        for at in places.clone() {
            let Some(place) = self.places.get(at) else { return };
            let (is_first, is_last) = (at == places.start, at + 1 == places.end);
            let (set, has_many) = (place.set(partly), !partly && place.has_many());
            let (separator, is_bare) =
                (Step::Byte(place.operator.separator), place.operator.first.is_empty());
            let can_end = partly || is_last;
            if !is_first {
                self.steps.push(separator);
            }
            // An empty item on its own is what nothing is read as (TPL-A20), so a separator has to follow it.
            let empty = (is_first && is_bare && can_end).then(|| self.fork());
            self.steps.push(Step::Mark(at));
            self.steps.extend(empty.map(|_| Step::One(set)));
            self.steps.extend([Step::Any(set), Step::Mark(at)]);
            let behind = self.steps.len();
            if can_end {
                exits.push(self.fork());
            }
            if let Some(empty) = empty {
                let over = self.steps.len();
                self.steps.push(Step::Jump(LATER));
                self.land(empty);
                self.steps.extend([Step::Mark(at), Step::Mark(at)]);
                self.land(over);
            }
            if has_many {
                let next = self.fork();
                let again =
                    [separator, Step::Mark(at), Step::Any(set), Step::Mark(at), Step::Jump(behind)];
                self.steps.extend(again);
                self.land(next);
            }
        }
        self.steps.push(Step::Fail);
    }

    /// Items behind names, in the order of the variables, any of which can be undefined.
    fn named(&mut self, places: Range<usize>, exits: &mut Vec<usize>) {
        let expression = self.expressions.len() - 1;
        for at in places.clone() {
            let Some(place) = self.places.get(at) else { return };
            let (name, set, is_last) = (place.name.clone(), place.set(false), at + 1 == places.end);
            let (explodes, operator) = (place.modifier == Modifier::Explode, place.operator);
            let entry = self.steps.len();
            let over = (!is_last).then(|| self.fork());
            self.steps.push(Step::Mark(at));
            let foreign = explodes.then(|| self.fork());
            self.bytes(&name);
            if let Some(foreign) = foreign {
                let over = self.steps.len();
                self.steps.push(Step::Jump(LATER));
                self.land(foreign);
                self.steps.extend([Step::Foreign(expression), Step::Any(set)]);
                self.land(over);
            }
            let without_value = operator.if_empty.is_empty().then(|| self.fork());
            self.steps.extend([Step::Byte(b'='), Step::Any(set)]);
            if let Some(without_value) = without_value {
                self.land(without_value);
            }
            self.steps.push(Step::Mark(at));
            exits.push(self.fork());
            let separator = Step::Byte(operator.separator);
            let next = self.steps.len() + 2;
            match (explodes, is_last) {
                (true, true) => self.steps.extend([separator, Step::Jump(entry)]),
                (true, false) => self.steps.extend([separator, Step::Fork(entry, next)]),
                (false, true) => self.steps.push(Step::Fail),
                (false, false) => self.steps.push(separator),
            }
            if let Some(over) = over {
                self.land(over);
            }
        }
    }
}
