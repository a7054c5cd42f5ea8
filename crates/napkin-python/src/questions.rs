//! The questions of the library's list, asked with keywords. `napkin.questions`, which is made of the list too, has a
//! function for each; all of them call `ask`.

use std::collections::HashSet;
use std::io;

use napkin_answers::choice::WrongChoice;
use napkin_answers::options::{OptionInfo, Shape, Source};
use napkin_answers::question::{
    Ask, AskAlone, AskDocument, AskPair, AskText, Face, Question, Standards,
};
use napkin_answers::{Failure, line, list, push_json};
use napkin_standards::Standard;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyList, PyMapping, PyString, PyTuple};

use crate::answers::{bytes_of, loads, octets_of, octets_with, refused};
use crate::listed::keyword_name;
use crate::values::{Surrogates, standard, wider};

/// Asks a question by its name: of one input, or of two, with options by their names. `errors` says what becomes of lone surrogates of the
/// inputs.
#[pyfunction]
#[pyo3(signature = (question, inputs, options, errors, /))]
pub(crate) fn ask<'py>(
    question: &str,
    inputs: &Bound<'py, PyTuple>,
    options: &Bound<'py, PyDict>,
    errors: Surrogates,
) -> PyResult<Bound<'py, PyAny>> {
    let mut named = Named { name: question, answer: None };
    list::questions(&mut named);
    let answer = named.answer.ok_or_else(|| PyValueError::new_err("no such question"))?;
    answer(inputs, &mut Keywords { surrogates: errors, ..Keywords::new(options.clone()) })
}

/// Answers one question.
type Answer = for<'py> fn(&Bound<'py, PyTuple>, &mut Keywords<'py>) -> PyResult<Bound<'py, PyAny>>;

/// Finds a question by its name.
struct Named<'n> {
    name: &'n str,
    answer: Option<Answer>,
}

impl Named<'_> {
    fn take<Q: Question>(&mut self, answer: Answer) {
        if Q::NAME == self.name {
            self.answer = Some(answer);
        }
    }
}

impl Face for Named<'_> {
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self) {
        self.take::<Q>(answer_one::<Q>);
    }

    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self) {
        self.take::<Q>(answer_pair::<Q>);
    }

    fn text<Q: Question<Ready: AskText> + 'static>(&mut self) {
        self.take::<Q>(answer_text::<Q>);
    }

    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self) {
        self.take::<Q>(answer_document::<Q>);
    }

    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self) {
        self.take::<Q>(answer_alone::<Q>);
    }
}

/// The question with its options.
fn ready<Q: Question>(keywords: &mut Keywords<'_>) -> PyResult<Q::Ready> {
    let options = given::<Q>(keywords)?;
    // An object is asked about by its own standard.
    let is_chosen = keywords.chosen()?.is_some() || keywords.own.is_some();
    let standard = keywords.standard(Q::STANDARDS)?;
    let ready = suited(options, standard, is_chosen).map_err(|wrong| Wrong::from(wrong).0)?;
    Ok(ready)
}

/// The options of a question, and nothing else.
pub(crate) fn given<Q: Question>(keywords: &mut Keywords<'_>) -> PyResult<Q> {
    keywords.check_names::<Q>()?;
    Q::given(keywords).map_err(|Wrong(error)| error)
}

/// A question made ready, if its standard has it; `is_chosen` says whether a keyword chose the standard.
pub(crate) fn suited<Q: Question>(
    options: Q,
    standard: Standard,
    is_chosen: bool,
) -> Result<Q::Ready, WrongChoice> {
    Q::suits(standard)?;
    if is_chosen { options.ready(standard) } else { options.ready_by_default(standard) }
}

/// The inputs of a question; `keywords` gets the standard of those that are objects. A URL is asked about as its URI where the URL
/// Standard does not have the question.
fn octets_for<Q: Question, const N: usize>(
    inputs: &Bound<'_, PyTuple>,
    keywords: &mut Keywords<'_>,
) -> PyResult<[Vec<u8>; N]> {
    let is_chosen = keywords.chosen()?.is_some();
    let mut octets = Vec::with_capacity(N);
    for input in inputs.iter() {
        let (mut text, mut own) = octets_with(&input, keywords.surrogates)?;
        if !is_chosen && own.is_some_and(|own| Q::suits(own).is_err()) {
            let uri = input.call_method0("to_uri")?;
            (text, own) = octets_of(&uri)?;
        }
        octets.push(text);
        keywords.own = wider(keywords.own, own);
    }
    let count = octets.len();
    octets
        .try_into()
        .map_err(|_| PyTypeError::new_err(format!("{} takes {N} inputs, not {count}", Q::NAME)))
}

/// Writes the answer of a question about one input as JSON, and returns the failure, if it is one. This and its kin are not inlined: objects
/// and columns share the code.
#[inline(never)]
pub(crate) fn push_one<'a, A: Ask>(
    ready: &'a A,
    input: &'a [u8],
    scratch: &'a mut String,
    json: &mut Vec<u8>,
) -> Option<Failure<'a>> {
    let answer = ready.ask(input, scratch);
    ready.push_line(json, input, &answer);
    answer.err()
}

/// Writes the answer of a question about two inputs, as `push_one` does.
#[inline(never)]
pub(crate) fn push_pair<'a, A: AskPair>(
    ready: &'a A,
    a: &'a [u8],
    b: &'a [u8],
    json: &mut Vec<u8>,
) -> Option<Failure<'a>> {
    let answer = ready.ask(a, b);
    json.extend(line(ready.standard(), &[a, b"\t", b].concat(), &answer));
    answer.err()
}

/// Writes the list of answers of a question about a text.
#[inline(never)]
pub(crate) fn push_text<A: AskText>(ready: &A, text: &[u8], json: &mut Vec<u8>) {
    json.push(b'[');
    ready.each(text, &mut |found| push_json(json, found));
    end_list(json);
}

/// Writes the list of answers of a question about a document.
#[inline(never)]
pub(crate) fn push_document<A: AskDocument>(
    ready: &A,
    document: &[u8],
    json: &mut Vec<u8>,
) -> io::Result<()> {
    json.push(b'[');
    let read = ready.each(document, &mut |found| push_json(json, found));
    end_list(json);
    read
}

/// Ends a list of objects, each of which has a line. A line end is nowhere else.
fn end_list(json: &mut Vec<u8>) {
    if json.last() == Some(&b'\n') {
        json.pop();
    }
    json.iter_mut().filter(|byte| **byte == b'\n').for_each(|end| *end = b',');
    json.push(b']');
}

fn answer_one<'py, Q: Question<Ready: Ask>>(
    inputs: &Bound<'py, PyTuple>,
    keywords: &mut Keywords<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = keywords.options.py();
    let [input] = &octets_for::<Q, 1>(inputs, keywords)?;
    keywords.take_base()?;
    let ready = ready::<Q>(keywords)?.for_json();
    let mut scratch = String::new();
    let mut json = Vec::new();
    let failure = py.detach(|| push_one(&ready, input, &mut scratch, &mut json));
    if let Some(failure) = failure {
        return Err(refused(py, &failure, input));
    }
    let answer = loads(py, &json)?;
    // The places of others are those of the command.
    match Q::NAME {
        "audit" | "repair" => in_characters(answer, inputs, input),
        _ => Ok(answer),
    }
}

/// An answer with its places in characters, where the input was text; those in a document inside of another stay in bytes of that.
fn in_characters<'py>(
    answer: Bound<'py, PyAny>,
    inputs: &Bound<'py, PyTuple>,
    octets: &[u8],
) -> PyResult<Bound<'py, PyAny>> {
    let is_text = !inputs.get_item(0)?.is_instance_of::<PyBytes>();
    if let Ok(text) = str::from_utf8(octets)
        && is_text
        && !text.is_ascii()
    {
        let starts: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
        to_characters(&answer, &starts)?;
    }
    Ok(answer)
}

/// JSON with its places in characters of a text, as `in_characters` has them.
pub(crate) fn json_in_characters(json: &[u8], text: &[u8]) -> PyResult<Option<String>> {
    let Ok(text) = str::from_utf8(text) else { return Ok(None) };
    if text.is_ascii() {
        return Ok(None);
    }
    Python::attach(|py| {
        let answer = loads(py, json)?;
        let starts: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
        to_characters(&answer, &starts)?;
        let options = PyDict::new(py);
        options.set_item("ensure_ascii", false)?;
        options.set_item("separators", (",", ":"))?;
        let json = py.import("json")?.call_method("dumps", (answer,), Some(&options))?;
        json.extract().map(Some)
    })
}

/// Changes the places in an answer from bytes to characters, which begin at the given bytes.
fn to_characters(answer: &Bound<'_, PyAny>, starts: &[usize]) -> PyResult<()> {
    if let Ok(list) = answer.cast::<PyList>() {
        return list.iter().try_for_each(|item| to_characters(&item, starts));
    }
    let Ok(object) = answer.cast::<PyDict>() else { return Ok(()) };
    if object.get_item("source")?.is_some_and(|source| !source.eq("input").unwrap_or(false)) {
        return Ok(());
    }
    for (key, value) in object {
        match value.extract::<usize>() {
            Ok(byte) if matches!(key.extract::<&str>()?, "start" | "end" | "document_start") => {
                let characters = starts.partition_point(|start| *start < byte);
                object.set_item(key, characters)?;
            }
            _ => to_characters(&value, starts)?,
        }
    }
    Ok(())
}

fn answer_pair<'py, Q: Question<Ready: AskPair>>(
    inputs: &Bound<'py, PyTuple>,
    keywords: &mut Keywords<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = keywords.options.py();
    let [a, b] = &octets_for::<Q, 2>(inputs, keywords)?;
    keywords.take_base()?;
    let ready = ready::<Q>(keywords)?;
    let mut json = Vec::new();
    match py.detach(|| push_pair(&ready, a, b, &mut json)) {
        Some(failure) => Err(refused(py, &failure, &[&**a, b"\t", b].concat())),
        None => loads(py, &json),
    }
}

fn answer_text<'py, Q: Question<Ready: AskText>>(
    inputs: &Bound<'py, PyTuple>,
    keywords: &mut Keywords<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = keywords.options.py();
    let [text] = &octets_for::<Q, 1>(inputs, keywords)?;
    let ready = ready::<Q>(keywords)?;
    let mut json = Vec::new();
    py.detach(|| push_text(&ready, text, &mut json));
    in_characters(loads(py, &json)?, inputs, text)
}

fn answer_document<'py, Q: Question<Ready: AskDocument>>(
    inputs: &Bound<'py, PyTuple>,
    keywords: &mut Keywords<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = keywords.options.py();
    let [document] = &octets_for::<Q, 1>(inputs, keywords)?;
    let ready = ready::<Q>(keywords)?;
    let mut json = Vec::new();
    py.detach(|| push_document(&ready, document, &mut json))?;
    in_characters(loads(py, &json)?, inputs, document)
}

fn answer_alone<'py, Q: Question<Ready: AskAlone>>(
    inputs: &Bound<'py, PyTuple>,
    keywords: &mut Keywords<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = keywords.options.py();
    let [] = octets_for::<Q, 0>(inputs, keywords)?;
    let ready = ready::<Q>(keywords)?;
    let objects = py.detach(|| {
        let mut objects = Vec::new();
        ready.each(&mut |answer| {
            let mut object = Vec::new();
            push_json(&mut object, answer);
            objects.push(object);
        });
        objects
    });
    if Q::Ready::IS_LIST {
        return crate::answers::list(py, &objects);
    }
    loads(py, &objects.concat())
}

/// An error of an option.
pub(crate) struct Wrong(pub(crate) PyErr);

impl From<WrongChoice> for Wrong {
    fn from(wrong: WrongChoice) -> Self {
        Self(PyValueError::new_err(wrong.to_string()))
    }
}

impl From<PyErr> for Wrong {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

/// The keywords of a call, with underscores between words. `None` is an option that is not given.
pub(crate) struct Keywords<'py> {
    options: Bound<'py, PyDict>,
    /// The standard of what is asked about, if that is an object of this package.
    own: Option<Standard>,
    /// What becomes of the lone surrogates of inputs.
    surrogates: Surrogates,
}

impl<'py> Keywords<'py> {
    fn get(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.options.get_item(keyword_name(name))?;
        Ok(value.filter(|value| !value.is_none()))
    }

    /// The keywords of a call.
    pub(crate) const fn new(options: Bound<'py, PyDict>) -> Self {
        Self { options, own: None, surrogates: Surrogates::Strict }
    }

    /// The standard of the base, if that is an object of this package.
    pub(crate) fn own(mut self) -> PyResult<(Self, Option<Standard>)> {
        self.take_base()?;
        let own = self.own;
        Ok((self, own))
    }

    /// The standard: by name, or in force at a date.
    fn standard(&self, standards: Standards) -> PyResult<Standard> {
        let default = || self.own.unwrap_or_else(|| standards.default().into());
        Ok(self.chosen()?.unwrap_or_else(default))
    }

    /// The standard that is chosen by name or by a date.
    pub(crate) fn chosen(&self) -> PyResult<Option<Standard>> {
        let [name, date] = ["edition", "as-of"].map(|name| self.get(name));
        let text = |value: Bound<'py, PyAny>| value.extract::<String>();
        match (name?, date?) {
            (Some(_), Some(_)) => {
                Err(PyValueError::new_err("'edition' and 'as_of' exclude each other"))
            }
            (Some(name), None) => standard(&text(name)?).map(Some),
            (None, Some(date)) => Standard::in_force(&text(date)?)
                .map(Some)
                .map_err(|reason| PyValueError::new_err(format!("'as_of' is {reason}"))),
            (None, None) => Ok(None),
        }
    }

    /// Takes the standard of a base that is an object of this package.
    fn take_base(&mut self) -> PyResult<()> {
        if let Some(base) = self.get("base")? {
            self.own = wider(octets_of(&base)?.1, self.own);
        }
        Ok(())
    }

    /// Refuses keywords that are no options of the question, and a call without one that is needed.
    fn check_names<Q: Question>(&self) -> PyResult<()> {
        let mut known: HashSet<_> = Q::list().map(|option| keyword_name(option.name)).collect();
        known.extend(["edition", "as_of"].map(String::from));
        for name in self.options.keys() {
            let name: String = name.extract()?;
            if !known.contains(&name) {
                return Err(PyTypeError::new_err(format!("'{name}' is no option of {}", Q::NAME)));
            }
        }
        let mut needed = Q::list().filter(|option| option.shape == Shape::Required);
        needed.try_for_each(|option| {
            let name = keyword_name(option.name);
            if self.options.contains(&name)? {
                return Ok(());
            }
            Err(PyTypeError::new_err(format!("{} needs the option '{name}'", Q::NAME)))
        })
    }
}

impl Source for Keywords<'_> {
    type Error = Wrong;

    fn has(&self, option: &OptionInfo) -> bool {
        let value = self.get(option.name).ok().flatten();
        value.is_some_and(|value| option.shape != Shape::Flag || value.is_truthy().unwrap_or(true))
    }

    fn flag(&mut self, option: &OptionInfo) -> Result<bool, Wrong> {
        Ok(self.get(option.name)?.map(|value| value.extract()).transpose()?.unwrap_or(false))
    }

    fn values(&mut self, option: &OptionInfo) -> Result<Vec<Option<Vec<u8>>>, Wrong> {
        let mut values = self.written(option)?;
        // Names are taken in any case.
        let names = (option.alternatives)();
        for value in values.iter_mut().flatten() {
            let named = names.iter().find(|of| of.name.as_bytes().eq_ignore_ascii_case(value));
            if let Some(named) = named {
                *value = named.name.as_bytes().to_vec();
            }
        }
        Ok(values)
    }
}

impl Keywords<'_> {
    /// The values of an option as they are written.
    fn written(&self, option: &OptionInfo) -> Result<Vec<Option<Vec<u8>>>, Wrong> {
        let Some(value) = self.get(option.name)? else { return Ok(Vec::new()) };
        if option.shape == Shape::Bare && value.is_instance_of::<PyBool>() {
            return Ok(if value.extract()? { vec![None] } else { Vec::new() });
        }
        let is_list = matches!(option.shape, Shape::Repeated | Shape::Pairs) || option.is_content;
        if !is_list || value.is_instance_of::<PyString>() {
            return Ok(vec![Some(octets(&value)?)]);
        }
        let mut values = Vec::new();
        let has_settings = option.shape == Shape::Pairs || option.value.contains('=');
        let push_setting = |values: &mut Vec<_>, name: Vec<u8>, setting: Vec<u8>| match option.shape
        {
            Shape::Pairs => values.extend([name, setting].map(Some)),
            _ => values.push(Some([&*name, b"=", &*setting].concat())),
        };
        if let Ok(settings) = value.cast::<PyMapping>()
            && has_settings
        {
            for item in settings.items()?.iter() {
                let (name, setting): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
                push_setting(&mut values, octets(&name)?, octets(&setting)?);
            }
        } else if let Some((name, setting)) = pair(&value).filter(|_| has_settings) {
            push_setting(&mut values, octets(&name)?, octets(&setting)?);
        } else if let Ok(bytes) = bytes_of(&value) {
            values.push(Some(bytes));
        } else {
            for item in value.try_iter()? {
                let item = item?;
                match pair(&item).filter(|_| has_settings) {
                    Some((name, setting)) => {
                        push_setting(&mut values, octets(&name)?, octets(&setting)?);
                    }
                    None => values.push(Some(octets(&item)?)),
                }
            }
        }
        if option.is_content {
            // Lines of a file.
            let lines: Vec<_> = values.into_iter().flatten().collect();
            return Ok(vec![Some(lines.join(&b'\n'))]);
        }
        Ok(values)
    }
}

/// A tuple of two: a name and its value.
fn pair<'py>(value: &Bound<'py, PyAny>) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    value.is_instance_of::<PyTuple>().then(|| value.extract().ok())?
}

/// The octets of a text, of bytes, of an identifier, or of a number.
fn octets(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    match value.extract::<u64>() {
        Ok(number) if !value.is_instance_of::<PyBool>() => Ok(number.to_string().into_bytes()),
        _ => bytes_of(value),
    }
}
