//! The variables of a template, read back from URIs.

use std::collections::BTreeMap;

use napkin::edition::{RFC3986, RFC3987};
use napkin_standards::Standard;
use napkin_template::{Matcher, Values};
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::expand::read_template;
use crate::failure::Failure;
use crate::options::options;
use crate::question::{Ask, Question, Standards};

options! {
    /// Read the variables of a URI template back from URIs
    ///
    /// Finds the values with which the template expands to the input, byte for byte. If there is more than one way, the input
    /// is ambiguous, and the error has two of them. With the columns of a table, each variable has one.
    pub struct Unexpand {
        /// The template, such as '/search{?q,page}'
        template: String, "TEMPLATE";
        /// Take inputs as IRIs: non-ASCII characters stand as they are
        iri: bool;
    }
}

impl Question for Unexpand {
    const NAME: &'static str = "unexpand";
    const STANDARDS: Standards = Standards::Own;
    const ARGUMENTS: &'static [&'static str] = &["template"];
    type Ready = Unexpanding;

    fn ready(self, _: Standard) -> Result<Unexpanding, WrongChoice> {
        let unexpanding = Unexpanding::of(&self.template)?;
        let Unexpanding { matcher, names, .. } = unexpanding;
        let matcher = if self.iri { matcher.for_iris() } else { matcher };
        Ok(Unexpanding { matcher, names, iri: self.iri })
    }
}

/// A template that reads back.
pub struct Unexpanding {
    matcher: Matcher,
    names: Vec<String>,
    iri: bool,
}

impl Unexpanding {
    /// Reads a template back from URIs.
    ///
    /// # Errors
    ///
    /// If the text is no template.
    pub fn of(template: &str) -> Result<Self, WrongChoice> {
        let template = read_template(template)?;
        let mut names: Vec<String> = Vec::new();
        for name in template.names() {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        Ok(Self { matcher: template.matcher(), names, iri: false })
    }

    /// The names of the variables, each once, in the order of the template.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// The variables of an input.
#[derive(Serialize, JsonSchema)]
pub struct Unexpanded {
    /// The variables that are defined: a text, a list of texts, or an object of texts.
    #[schemars(with = "BTreeMap<String, Variable>")]
    pub variables: Values<'static>,
}

/// The value of a variable.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "variable")]
#[expect(dead_code, reason = "the schema of `napkin_template::Value`")]
enum Variable {
    Text(String),
    List(Vec<String>),
    Pairs(BTreeMap<String, String>),
}

impl Ask for Unexpanding {
    type Answer<'a> = Unexpanded;

    fn standard(&self) -> Option<Standard> {
        Some(if self.iri { RFC3987 } else { RFC3986 }.into())
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Unexpanded, Failure<'a>> {
        let edition = if self.iri { RFC3987 } else { RFC3986 };
        let text =
            str::from_utf8(input).map_err(|error| Failure::not_utf8(edition, error, input))?;
        let variables = self.matcher.unexpand(text).map_err(|error| {
            let mut message = error.to_string();
            if let Some([first, second]) = error.readings() {
                let json = |values| serde_json::to_string(values).unwrap_or_default();
                message = format!("{message}: {} or {}", json(first), json(second));
            }
            Failure::new(error.name(), "", message).at(error.offset(), input)
        })?;
        Ok(Unexpanded { variables })
    }
}
