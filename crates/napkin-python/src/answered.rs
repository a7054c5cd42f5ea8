//! The questions of the library's list asked of columns: the answer to each row is the JSON that the command prints, or the value of one of
//! its keys. `napkin.columns` has a function for each question, which is made of the list too; all of them call `column_answer`.

use std::sync::Mutex;
use std::{io, mem};

use arrow_array::ArrayRef;
use napkin_answers::list;
use napkin_answers::question::{Ask, AskAlone, AskDocument, AskPair, AskText, Face, Question};
use napkin_standards::{Standard, UrlStandard};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::arrays::TEXT;
use crate::column::Column;
use crate::column_answers::make;
use crate::keyed::{Cells, Key};
use crate::questions::{
    Keywords, Wrong, given, json_in_characters, push_document, push_one, push_pair, push_text,
    suited,
};
use crate::rows::Rows;
use crate::url::PyUrl;
use crate::values::{self, By};

/// Asks a question by its name of columns, with options by their names; with a key, its values are the answers.
#[pyfunction]
#[pyo3(signature = (question, columns, options, key, threads, /))]
pub(crate) fn column_answer(
    question: &str,
    columns: &Bound<'_, PyTuple>,
    options: &Bound<'_, PyDict>,
    key: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let key = key.map(|name| Key::of(question, name)).transpose()?;
    let mut named = Named { name: question, columns, options, key, threads, column: None };
    list::questions(&mut named);
    named.column.unwrap_or_else(|| Err(PyValueError::new_err("no such question about a text")))
}

/// Asks the question with a name.
struct Named<'a, 'py> {
    name: &'a str,
    columns: &'a Bound<'py, PyTuple>,
    options: &'a Bound<'py, PyDict>,
    key: Option<Key>,
    threads: Option<usize>,
    column: Option<PyResult<Column>>,
}

/// Writes the answer to each row, or the value of a key of it.
type Answering<R> = fn(R, &[Rows], Option<Key>) -> io::Result<ArrayRef>;

impl Named<'_, '_> {
    /// Asks a question, if it has the name.
    fn ask<Q: Question + 'static, const N: usize>(&mut self, answer: Answering<Q::Ready>) {
        if Q::NAME == self.name {
            self.column = Some(self.answers::<Q, N>(answer));
        }
    }

    fn answers<Q: Question + 'static, const N: usize>(
        &self,
        answer: Answering<Q::Ready>,
    ) -> PyResult<Column> {
        let (mut keywords, own) = Keywords::new(self.options.clone()).own()?;
        let question = given::<Q>(&mut keywords)?;
        let chosen = keywords.chosen()?;
        let by = By::chosen_or(chosen, Q::STANDARDS.default()).beside(own);
        let is_chosen = chosen.is_some();
        suited(question.clone(), by.standard(None), is_chosen)
            .map_err(|wrong| Wrong::from(wrong).0)?;
        let mut columns = Vec::with_capacity(N);
        for column in self.columns {
            let is_for_urls = Q::suits(UrlStandard::NEWEST.into()).is_ok();
            columns.push(if chosen.is_some() || is_for_urls { column } else { uris(column)? });
        }
        let given: [&Bound<'_, PyAny>; N] = columns
            .iter()
            .collect::<Vec<_>>()
            .try_into()
            .map_err(|_| PyTypeError::new_err(format!("{} takes {N} columns", Q::NAME)))?;
        let key = self.key;
        let wrong: Mutex<Option<PyErr>> = Mutex::new(None);
        let kind = key.map_or(TEXT, Key::data_type);
        let column = make(given, (Q::NAME, kind.clone()), by, self.threads, |standard, rows| {
            let ready = suited(question.clone(), standard, is_chosen);
            let ready = ready.map_err(|choice| Wrong::from(choice).0);
            let answers = ready.and_then(|ready| Ok(answer(ready, rows, key)?));
            answers.unwrap_or_else(|error| {
                if let Ok(mut wrong) = wrong.lock() {
                    wrong.get_or_insert(error);
                }
                arrow_array::new_null_array(&kind, rows[0].len())
            })
        })?;
        match wrong.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(column),
        }
    }
}

/// A list of texts and objects, with the URI of each URL: what a question takes that the URL Standard does not have.
fn uris(column: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let py = column.py();
    let has_arrow = column.hasattr(intern!(py, "__arrow_c_array__"))?
        || column.hasattr(intern!(py, "__arrow_c_stream__"))?;
    let Ok(rows) = column.try_iter() else { return Ok(column) };
    if has_arrow || column.is_instance_of::<pyo3::types::PyString>() {
        return Ok(column);
    }
    let made = PyList::empty(py);
    for row in rows {
        let row = row?;
        let is_url = row.is_instance_of::<PyUrl>();
        made.append(if is_url { row.call_method0(intern!(py, "to_uri"))? } else { row })?;
    }
    Ok(made.into_any())
}

/// The answers to the rows of a column, each written as JSON with `write`; or the values of a key of them.
fn written(
    rows: &Rows,
    in_characters: bool,
    key: Option<Key>,
    mut write: impl FnMut(&[u8], &mut Vec<u8>),
) -> ArrayRef {
    let (mut built, mut json) = (Cells::new(key), Vec::new());
    for text in rows.octets() {
        let Some(text) = text else {
            built.append_null();
            continue;
        };
        json.clear();
        write(text, &mut json);
        push(&mut built, &json, in_characters.then_some(text));
    }
    built.finish()
}

/// Adds an answer, whose places become those of characters of a text; or the value of a key of it.
fn push(built: &mut Cells, json: &[u8], text: Option<&[u8]>) {
    let changed = text.and_then(|text| json_in_characters(json, text).ok().flatten());
    let json = match &changed {
        Some(changed) => changed.into(),
        None => String::from_utf8_lossy(json.trim_ascii_end()),
    };
    built.append(&json);
}

impl Face for Named<'_, '_> {
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self) {
        self.ask::<Q, 1>(|ready, rows, key| {
            let ready = ready.for_json();
            let mut scratch = String::new();
            Ok(written(&rows[0], matches!(Q::NAME, "audit" | "repair"), key, |text, json| {
                push_one(&ready, text, &mut scratch, json);
            }))
        });
    }

    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self) {
        self.ask::<Q, 2>(|ready, rows, key| {
            let (mut built, mut json) = (Cells::new(key), Vec::new());
            for pair in rows[0].octets().zip(rows[1].octets()) {
                let (Some(a), Some(b)) = pair else {
                    built.append_null();
                    continue;
                };
                json.clear();
                push_pair(&ready, a, b, &mut json);
                push(&mut built, &json, None);
            }
            Ok(built.finish())
        });
    }

    fn text<Q: Question<Ready: AskText> + 'static>(&mut self) {
        self.ask::<Q, 1>(|ready, rows, key| {
            Ok(written(&rows[0], true, key, |text, json| push_text(&ready, text, json)))
        });
    }

    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self) {
        self.ask::<Q, 1>(|ready, rows, key| {
            let mut read = Ok(());
            let column = written(&rows[0], true, key, |text, json| {
                let here = push_document(&ready, text, json);
                read = mem::replace(&mut read, Ok(())).and(here);
            });
            read.map(|()| column)
        });
    }

    // Without a text there is no row to answer.
    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self) {}
}

/// Whether a question has a meaning by an edition; yes for what is no question of the list.
#[pyfunction]
#[pyo3(signature = (question, edition, /))]
pub(crate) fn has_meaning(question: &str, edition: &str) -> PyResult<bool> {
    let mut meaning =
        Meaning { name: question, standard: values::standard(edition)?, is_there: true };
    list::questions(&mut meaning);
    Ok(meaning.is_there)
}

/// Looks whether the question with a name suits a standard.
struct Meaning<'a> {
    name: &'a str,
    standard: Standard,
    is_there: bool,
}

impl Meaning<'_> {
    fn look<Q: Question>(&mut self) {
        if Q::NAME == self.name {
            self.is_there = Q::suits(self.standard).is_ok();
        }
    }
}

impl Face for Meaning<'_> {
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self) {
        self.look::<Q>();
    }

    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self) {
        self.look::<Q>();
    }

    fn text<Q: Question<Ready: AskText> + 'static>(&mut self) {
        self.look::<Q>();
    }

    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self) {
        self.look::<Q>();
    }

    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self) {
        self.look::<Q>();
    }
}
