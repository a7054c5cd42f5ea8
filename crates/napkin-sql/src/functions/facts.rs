//! `uri_NAME` for each fact, such as `uri_host`: a loop over rows that is compiled for the fact.

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, Int64Builder};
use datafusion_common::arrow::datatypes::DataType;
use napkin_standards::facts::{self, EachFact, Fact, Number, Text, TextList};

use crate::columns::{Lists, TextColumn, list_of};
use crate::function::Function;
use crate::rows::Rows;

/// The functions of all facts, in the order of the list.
pub(super) fn functions() -> Vec<Function> {
    let mut all = All(Vec::new());
    facts::all(&mut all);
    all.0
}

struct All(Vec<Function>);

impl All {
    fn add<F: Fact>(&mut self, function: Function) {
        self.0.push(Function { name: F::FUNCTION, about: F::SENTENCE, ..function });
    }
}

impl EachFact for All {
    fn text<F: Fact<Out = Text>>(&mut self) {
        self.add::<F>(Function { answer: |rows| rows.texts_of::<F>(), ..Function::BLANK });
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        let result = || list_of(DataType::Utf8View);
        self.add::<F>(Function { result, answer: lists_of::<F>, ..Function::BLANK });
    }

    fn number<F: Fact<Out = Number>>(&mut self) {
        let result = || DataType::Int64;
        self.add::<F>(Function { result, answer: numbers_of::<F>, ..Function::BLANK });
    }
}

fn lists_of<F: Fact<Out = TextList>>(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut items = TextColumn::new(rows.count());
    let mut lists = Lists::new(rows.count());
    rows.each(|_, parsed| {
        let texts = parsed.and_then(|parsed| F::of(parsed));
        lists.push(texts.map(|texts| texts.each(|text| items.push(Some(text)))));
    });
    lists.finish(items.finish()?)
}

fn numbers_of<F: Fact<Out = Number>>(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut numbers = Int64Builder::with_capacity(rows.count());
    rows.each(|_, parsed| {
        numbers.append_option(parsed.and_then(|parsed| F::of(parsed)).map(i64::from));
    });
    Ok(Arc::new(numbers.finish()))
}
