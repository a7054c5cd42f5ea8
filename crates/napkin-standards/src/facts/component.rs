//! The components of one row as a list of values, for faces that show them side by side or as lines.

use std::borrow::Cow;

use super::fact::{EachFact, Fact, Number, Text, TextList, Texts};
use crate::parsed::Parsed;
use napkin::Part;

/// One component, and the part that decides it.
#[derive(Clone, Debug, PartialEq)]
pub struct Component<'r> {
    /// The name in JSON.
    pub name: &'static str,
    /// What it is, without a full stop.
    pub about: &'static str,
    /// The part whose rules decide it; `None` for a component that concerns the whole.
    pub part: Option<Part>,
    /// The value; `None` if the standard does not tell such a component.
    pub value: Option<Value<'r>>,
}

/// The value of a component.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'r> {
    /// It is undefined.
    Undefined,
    /// A text.
    Text(Cow<'r, str>),
    /// A list of texts.
    Texts(Texts<'r>),
}

/// The components of a row in the order of JSON: as many for each standard.
pub fn list<'t>(row: Parsed<'_, 't>) -> Vec<Component<'t>> {
    let mut list = List { row, components: Vec::with_capacity(19) };
    super::components(&mut list);
    list.components
}

/// The facts that follow from the components, for a row.
pub fn list_derived<'t>(row: Parsed<'_, 't>) -> Vec<Component<'t>> {
    let mut list = List { row, components: Vec::new() };
    super::derived(&mut list);
    list.components
}

/// The facts of the host as a name of the DNS, for a row.
pub fn list_names<'t>(row: Parsed<'_, 't>) -> Vec<Component<'t>> {
    let mut list = List { row, components: Vec::new() };
    super::names(&mut list);
    list.components
}

struct List<'p, 't> {
    row: Parsed<'p, 't>,
    components: Vec<Component<'t>>,
}

impl<'t> List<'_, 't> {
    fn add<F: Fact>(&mut self, value: Option<Value<'t>>) {
        let value = F::is_told(self.row).then(|| value.unwrap_or(Value::Undefined));
        self.components.push(Component { name: F::NAME, about: F::ABOUT, part: F::PART, value });
    }
}

impl EachFact for List<'_, '_> {
    fn text<F: Fact<Out = Text>>(&mut self) {
        self.add::<F>(F::of(self.row).map(Value::Text));
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        self.add::<F>(F::of(self.row).map(Value::Texts));
    }

    fn number<F: Fact<Out = Number>>(&mut self) {
        let text = F::of(self.row).map(|number| number.to_string());
        self.add::<F>(text.map(|text| Value::Text(text.into())));
    }
}
