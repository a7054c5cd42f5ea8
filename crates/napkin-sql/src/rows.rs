//! The rows of a call, as a function sees them: texts, choices, references, and the errors of rows without an
//! answer.

use std::cell::RefCell;
use std::fmt::Display;

use datafusion_common::arrow::array::ArrayRef;
use datafusion_common::exec_datafusion_err;
use datafusion_common::{DataFusionError, Result};
use napkin::{Edition, visible};
use napkin_schemes::secrets::redacted_text;
use napkin_standards::facts::{Fact, Text};
use napkin_standards::{Judged, Parsed, Standard};

use crate::arguments::{Choices, Texts};
use crate::columns::TextColumn;

/// The maximum length of a text quoted in an error, in characters.
const LONGEST_QUOTE: usize = 200;

/// The rows of one call.
pub(crate) struct Rows<'f> {
    count: usize,
    texts: Vec<Texts>,
    choices: Choices,
    /// Whether every row has every choice.
    are_made: bool,
    /// The name of the function, if it is strict.
    strict: Option<&'f str>,
    /// The first error.
    refused: RefCell<Option<DataFusionError>>,
}

impl<'f> Rows<'f> {
    pub(crate) fn new(
        count: usize,
        texts: Vec<Texts>,
        choices: Choices,
        strict: Option<&'f str>,
    ) -> Self {
        let are_made = choices.are_made_for_all();
        Self { count, texts, choices, are_made, strict, refused: RefCell::default() }
    }

    /// Finishes the call.
    ///
    /// # Errors
    ///
    /// The first error, of a strict function.
    pub(crate) fn finish(self) -> Result<()> {
        self.refused.into_inner().map_or(Ok(()), Err)
    }

    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    pub(crate) const fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The text of an argument in a row; `None` if it or a choice is NULL.
    #[inline]
    pub(crate) fn text(&self, argument: usize, row: usize) -> Option<&str> {
        let text = self.texts.get(argument)?.get(row)?;
        (self.are_made || self.choices.are_made(row)).then_some(text)
    }

    /// Whether an optional argument was given.
    pub(crate) fn has(&self, argument: usize) -> bool {
        argument < self.texts.len()
    }

    /// The edition of the URI syntax of a row.
    pub(crate) fn edition(&self, row: usize) -> Option<&'static Edition> {
        self.choices.standard.get(row).and_then(Standard::syntax)
    }

    /// Records why a text has no answer. The strict twin fails with the first such error.
    #[cold]
    pub(crate) fn refuse(&self, text: &str, reason: impl Display) {
        if let Some(name) = self.strict {
            let mut refused = self.refused.borrow_mut();
            refused.get_or_insert_with(|| {
                exec_datafusion_err!(
                    "{name}: {}: {reason}",
                    quoted(&redacted_text(text.as_bytes()))
                )
            });
        }
    }

    /// Parses the first argument of every row, and passes on the result; `None` for NULL.
    pub(crate) fn parse(&self, mut take: impl FnMut(usize, Option<Judged<'_, '_>>)) {
        for (run, standard) in self.choices.standard.runs(self.count) {
            let Some(standard) = standard else {
                run.for_each(|row| take(row, None));
                continue;
            };
            for row in run {
                match self.text(0, row) {
                    Some(text) => standard.parse(text, |result| take(row, Some(result))),
                    None => take(row, None),
                }
            }
        }
    }

    /// Passes on what every row is; `None` for NULL and for invalid texts.
    pub(crate) fn each(&self, mut take: impl FnMut(usize, Option<Parsed<'_, '_>>)) {
        self.parse(|row, result| {
            let parsed = result.and_then(|result| match result {
                Ok(parsed) => Some(parsed),
                Err(fault) => {
                    self.refuse(self.text(0, row).unwrap_or_default(), fault);
                    None
                }
            });
            take(row, parsed);
        });
    }

    /// Passes on the second argument, such as a base, and the first of every row, with the second prepared; `None` for NULL.
    /// The second is mostly that of the row before, since links of one document stand together, and is not prepared
    /// again.
    pub(crate) fn by_second<'a, B>(
        &'a self,
        prepare: impl Fn(Standard, &'a str) -> B,
        mut take: impl FnMut(Option<(&B, &'a str, &'a str)>),
    ) {
        for (run, standard) in self.choices.standard.runs(self.count) {
            let mut last: Option<(&str, B)> = None;
            for row in run {
                let texts = self.text(0, row).zip(self.text(1, row)).zip(standard);
                let Some(((text, second), standard)) = texts else {
                    take(None);
                    continue;
                };
                let prepared = match last.take() {
                    Some((known, prepared)) if known == second => prepared,
                    _ => prepare(standard, second),
                };
                let (_, prepared) = last.insert((second, prepared));
                take(Some((prepared, second, text)));
            }
        }
    }

    /// A column of text with one entry for each valid text, which `write` adds.
    ///
    /// # Errors
    ///
    /// If a text is longer than a column can hold.
    pub(crate) fn write_texts(
        &self,
        mut write: impl FnMut(usize, Parsed<'_, '_>, &mut TextColumn),
    ) -> Result<ArrayRef> {
        let mut column = TextColumn::new(self.count);
        self.each(|row, parsed| match parsed {
            Some(parsed) => write(row, parsed, &mut column),
            None => column.push(None),
        });
        column.finish()
    }

    /// A column of a fact that is a text.
    ///
    /// # Errors
    ///
    /// If a text is longer than a column can hold.
    pub(crate) fn texts_of<F: Fact<Out = Text>>(&self) -> Result<ArrayRef> {
        let Some(of_refused) = F::OF_REFUSED.filter(|_| self.strict.is_none()) else {
            return self.write_texts(|_, parsed, column| column.push(F::of(parsed).as_deref()));
        };
        let mut column = TextColumn::new(self.count);
        self.parse(|row, result| match result {
            Some(Ok(parsed)) => column.push(F::of(parsed).as_deref()),
            Some(Err(_)) => {
                let text = self.text(0, row).unwrap_or_default();
                column.push(Some(&of_refused(text.as_bytes())));
            }
            None => column.push(None),
        });
        column.finish()
    }
}

/// A text in quotation marks, fit to be shown.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("'{}…'", visible(text.get(..end).unwrap_or_default())),
        None => format!("'{}'", visible(text)),
    }
}
