//! `uri_parse`: all components at once.

use std::iter;
use std::slice::IterMut;

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, NullBufferBuilder};
use datafusion_common::arrow::datatypes::{DataType, Fields};
use napkin_standards::Parsed;
use napkin_standards::facts::{self, EachFact, Fact, Number, Text, TextList};

use crate::columns::{Lists, TextColumn, list_of, structure_of, structures};
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "All parts at once, by the names that `napkin parse --json` gives them.",
    result: || DataType::Struct(fields()),
    answer,
    ..Function::BLANK
};

/// The names of the components: first the texts, behind them the lists.
#[derive(Default)]
struct Names {
    texts: Vec<&'static str>,
    lists: Vec<&'static str>,
}

impl Names {
    fn new() -> Self {
        let mut names = Self::default();
        facts::components(&mut names);
        names
    }
}

impl EachFact for Names {
    fn text<F: Fact<Out = Text>>(&mut self) {
        self.texts.push(F::NAME);
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        self.lists.push(F::NAME);
    }

    // No component is a number.
    fn number<F: Fact<Out = Number>>(&mut self) {}
}

fn fields() -> Fields {
    let Names { texts, lists } = Names::new();
    let texts = texts.into_iter().zip(iter::repeat(DataType::Utf8View));
    let lists = lists.into_iter().zip(iter::repeat(list_of(DataType::Utf8View)));
    structure_of(&texts.chain(lists).collect::<Vec<_>>())
}

/// The cells of one row: the next component goes into the next column of its kind.
struct Cells<'c, 'p, 't> {
    row: Option<Parsed<'p, 't>>,
    texts: IterMut<'c, TextColumn>,
    lists: IterMut<'c, (TextColumn, Lists)>,
}

impl EachFact for Cells<'_, '_, '_> {
    #[expect(clippy::inline_always, reason = "a row is one function without calls")]
    #[inline(always)]
    fn text<F: Fact<Out = Text>>(&mut self) {
        if let Some(column) = self.texts.next() {
            column.push(self.row.and_then(|row| F::of(row)).as_deref());
        }
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        if let Some((items, lists)) = self.lists.next() {
            let texts = self.row.and_then(|row| F::of(row));
            lists.push(texts.map(|texts| texts.each(|text| items.push(Some(text)))));
        }
    }

    fn number<F: Fact<Out = Number>>(&mut self) {}
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let column = || TextColumn::new(rows.count());
    let names = Names::new();
    let mut texts: Vec<_> = names.texts.iter().map(|_| column()).collect();
    let mut lists: Vec<_> =
        names.lists.iter().map(|_| (column(), Lists::new(rows.count()))).collect();
    let mut nulls = NullBufferBuilder::new(rows.count());
    rows.each(|_, row| {
        nulls.append(row.is_some());
        facts::components(&mut Cells { row, texts: texts.iter_mut(), lists: lists.iter_mut() });
    });
    let texts = texts.into_iter().map(TextColumn::finish);
    let lists = lists.into_iter().map(|(items, lists)| lists.finish(items.finish()?));
    structures(fields(), texts.chain(lists).collect::<Result<_>>()?, nulls)
}
