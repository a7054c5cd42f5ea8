//! A question of the one list (`napkin_answers::list`) about texts: found by its name, with its options as an object of JSON.

use std::cell::RefCell;

use datafusion_common::{DataFusionError, Result, exec_datafusion_err, plan_datafusion_err};
use napkin_answers::choice::WrongChoice;
use napkin_answers::options::{OptionInfo, Shape, Source};
use napkin_answers::question::{
    Ask, AskAlone, AskDocument, AskPair, AskText, Face, Question, Standards,
};
use napkin_answers::{list, push_json};
use napkin_standards::Standard;
use serde_json::{Map, Value};

/// A question with its options, which is asked of texts.
pub(crate) trait Prepared {
    /// The answer, as JSON.
    ///
    /// # Errors
    ///
    /// If reading a document fails.
    fn answer(&self, text: &str) -> Result<String>;
}

/// Prepares a question.
///
/// # Errors
///
/// If there is no such question about one text, or an option is wrong.
pub(crate) fn prepare(name: &str, options: &str) -> Result<Box<dyn Prepared>> {
    let mut named = Named { name, options, names: Vec::new(), found: None };
    list::questions(&mut named);
    let Named { names, found, .. } = named;
    found.unwrap_or_else(|| {
        let names = names.join(", ");
        Err(plan_datafusion_err!(
            "uri_answer: '{name}' is no question about one text; there are {names}"
        ))
    })
}

/// Finds a question by its name.
struct Named<'n> {
    name: &'n str,
    options: &'n str,
    /// The names of the questions about one text.
    names: Vec<&'static str>,
    found: Option<Result<Box<dyn Prepared>>>,
}

impl Named<'_> {
    fn take<Q: Question + 'static, P: Prepared + 'static>(&mut self, made: fn(Q::Ready) -> P) {
        self.names.push(Q::NAME);
        if Q::NAME == self.name {
            let ready = ready::<Q>(self.options);
            self.found = Some(ready.map(|ready| Box::new(made(ready)) as Box<dyn Prepared>));
        }
    }
}

impl Face for Named<'_> {
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self) {
        self.take::<Q, One<Q>>(|ready| One(ready.for_json(), RefCell::default()));
    }

    // Of two texts there are `uri_equivalent_at` and its like.
    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self) {}

    fn text<Q: Question<Ready: AskText> + 'static>(&mut self) {
        self.take::<Q, InText<Q>>(InText);
    }

    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self) {
        self.take::<Q, InDocument<Q>>(InDocument);
    }

    // Without a text there is no row to answer.
    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self) {}
}

/// A question about one input, and a buffer for its answers.
struct One<Q: Question>(Q::Ready, RefCell<(String, Vec<u8>)>);

impl<Q: Question<Ready: Ask>> Prepared for One<Q> {
    fn answer(&self, text: &str) -> Result<String> {
        let (scratch, json) = &mut *self.1.borrow_mut();
        json.clear();
        let answer = self.0.ask(text.as_bytes(), scratch);
        self.0.push_line(json, text.as_bytes(), &answer);
        json_text(json.trim_ascii_end())
    }
}

struct InText<Q: Question>(Q::Ready);

impl<Q: Question<Ready: AskText>> Prepared for InText<Q> {
    fn answer(&self, text: &str) -> Result<String> {
        let mut objects = Vec::new();
        self.0.each(text.as_bytes(), &mut |answer| push_json(&mut objects, answer));
        list_of(objects)
    }
}

struct InDocument<Q: Question>(Q::Ready);

impl<Q: Question<Ready: AskDocument>> Prepared for InDocument<Q> {
    fn answer(&self, text: &str) -> Result<String> {
        let mut objects = Vec::new();
        self.0.each(text.as_bytes(), &mut |answer| push_json(&mut objects, answer))?;
        list_of(objects)
    }
}

/// The list of objects, each of which has a line. A line end is nowhere else.
fn list_of(mut objects: Vec<u8>) -> Result<String> {
    objects.pop();
    objects.iter_mut().filter(|byte| **byte == b'\n').for_each(|end| *end = b',');
    objects.insert(0, b'[');
    objects.push(b']');
    json_text(&objects)
}

fn json_text(json: &[u8]) -> Result<String> {
    let text = str::from_utf8(json);
    text.map(str::to_owned).map_err(|_| exec_datafusion_err!("uri_answer: JSON that is not UTF-8"))
}

fn ready<Q: Question>(options: &str) -> Result<Q::Ready> {
    let wrong = |wrong: &dyn std::fmt::Display| plan_datafusion_err!("uri_answer: {wrong}");
    let mut options = Options(match options {
        "" => Map::new(),
        text => serde_json::from_str(text)
            .map_err(|error| wrong(&format_args!("the options are no object of JSON: {error}")))?,
    });
    options.check::<Q>()?;
    let question = Q::given(&mut options).map_err(|Wrong(error)| error)?;
    let ready = match options.chosen(Q::STANDARDS)? {
        Some(standard) => Q::suits(standard).and_then(|()| question.ready(standard)),
        None => question.ready_by_default(Q::STANDARDS.default().into()),
    };
    ready.map_err(|choice| Wrong::from(choice).0)
}

/// An error of an option.
struct Wrong(DataFusionError);

impl From<WrongChoice> for Wrong {
    fn from(wrong: WrongChoice) -> Self {
        Self(plan_datafusion_err!("uri_answer: {wrong}"))
    }
}

/// The options of a call, by their names, with `_` or `-` between words. NULL is an option that is not given.
struct Options(Map<String, Value>);

impl Options {
    fn get(&self, name: &str) -> Option<&Value> {
        let value = self.0.get(name).or_else(|| self.0.get(&name.replace('-', "_")));
        value.filter(|value| !value.is_null())
    }

    /// Refuses names that are no options of the question.
    fn check<Q: Question>(&self) -> Result<()> {
        let of_standard: &[_] =
            if Q::STANDARDS == Standards::Own { &[] } else { &["edition", "as-of"] };
        let known = |name: &str| {
            let name = name.replace('_', "-");
            Q::list().any(|option| option.name == name) || of_standard.contains(&&*name)
        };
        match self.0.keys().find(|name| !known(name)) {
            None => Ok(()),
            Some(name) => Err(plan_datafusion_err!(
                "uri_answer: '{}' is no option of {}",
                napkin::visible(name.as_bytes()),
                Q::NAME
            )),
        }
    }

    /// The standard: by name, or in force at a date.
    fn chosen(&self, standards: Standards) -> Result<Option<Standard>> {
        let text = |name| self.get(name).map(|value| one(name, value)).transpose();
        let given = if standards == Standards::Own {
            (None, None)
        } else {
            (text("edition")?, text("as-of")?)
        };
        match given {
            (Some(_), Some(_)) => {
                Err(plan_datafusion_err!("uri_answer: 'edition' and 'as-of' exclude each other"))
            }
            (Some(name), None) => Standard::named(&name).map(Some).ok_or_else(|| {
                let names: Vec<_> = Standard::all().map(Standard::name).collect();
                let names = names.join(", ");
                plan_datafusion_err!("uri_answer: 'edition' has to be one of {names}")
            }),
            (None, Some(date)) => Standard::in_force(&date)
                .map(Some)
                .map_err(|reason| plan_datafusion_err!("uri_answer: 'as-of' is {reason}")),
            (None, None) => Ok(None),
        }
    }
}

/// The text of a value: a text, or a whole number.
fn one(name: &str, value: &Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) if number.is_u64() || number.is_i64() => Ok(number.to_string()),
        _ => Err(plan_datafusion_err!("uri_answer: '{name}' is no text")),
    }
}

impl Source for Options {
    type Error = Wrong;

    fn has(&self, option: &OptionInfo) -> bool {
        self.get(option.name).is_some_and(|value| *value != Value::Bool(false))
    }

    fn flag(&mut self, option: &OptionInfo) -> Result<bool, Wrong> {
        let name = option.name;
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => {
                Err(Wrong(plan_datafusion_err!("uri_answer: '{name}' is neither true nor false")))
            }
        }
    }

    fn values(&mut self, option: &OptionInfo) -> Result<Vec<Option<Vec<u8>>>, Wrong> {
        let name = option.name;
        let text =
            |value: &Value| one(name, value).map(|text| Some(text.into_bytes())).map_err(Wrong);
        let is_list = matches!(option.shape, Shape::Repeated | Shape::Pairs);
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Value::Bool(flag)) if option.shape == Shape::Bare => {
                Ok(if *flag { vec![None] } else { Vec::new() })
            }
            Some(Value::Array(values)) if is_list => values.iter().map(text).collect(),
            Some(value) => Ok(vec![text(value)?]),
        }
    }
}
