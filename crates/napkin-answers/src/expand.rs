//! The URI of a template and values.

use std::borrow::Cow;

use napkin::edition::{RFC3986, RFC3987};
use napkin_standards::Standard;
use napkin_template::{ExpandError, Template, TemplateError, Values};
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::failure::Failure;
use crate::options::{Between, Value, options};
use crate::question::{Ask, Question, Standards};

options! {
    /// Expand URI templates (RFC 6570)
    ///
    /// The input is a JSON object: the values of the variables, each a text, a number, a list or an object; null is undefined. In
    /// '/users/{id}{?page}' a value is encoded for its place; '{+path}' keeps its delimiters. The result is a URI-reference, or
    /// the error says which piece of the template makes it none.
    pub struct Expand {
        /// The template, such as '/search{?q,page}'
        template: String, "TEMPLATE";
        /// The values of variables that the input does not have: a JSON object
        vars: Option<VarsFile>, "FILE";
        /// Expand only the variables that have values; the result is a template
        partial: bool;
        /// Expand to an IRI: non-ASCII characters stay as they are
        iri: bool;
    }
}

/// Values of variables, in JSON.
#[derive(Clone, Debug)]
pub struct VarsFile(Values<'static>);

impl Value for VarsFile {
    const IS_CONTENT: bool = true;

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let values = serde_json::from_slice(&octets);
        values.map(Self).map_err(|error| format!("is no JSON object of values: {error}"))
    }
}

/// A template that is an option: an error has its text and a caret.
pub(crate) fn read_template(text: &str) -> Result<Template, WrongChoice> {
    text.parse().map_err(|error: TemplateError| {
        let diagnosis = error.diagnose(text).to_string();
        let lines = diagnosis.find('\n').and_then(|at| diagnosis.get(at..)).unwrap_or_default();
        let reason = format!("is no URI template: {error}");
        WrongChoice::new("template".into(), reason).with_lines(lines.to_owned())
    })
}

impl Question for Expand {
    const NAME: &'static str = "expand";
    const STANDARDS: Standards = Standards::Own;
    const BETWEEN: &'static [Between] = &[Between::Excludes("partial", "iri")];
    const ARGUMENTS: &'static [&'static str] = &["template"];
    type Ready = Expanding;

    fn ready(self, _: Standard) -> Result<Expanding, WrongChoice> {
        Ok(Expanding {
            template: read_template(&self.template)?,
            vars: self.vars.map(|VarsFile(values)| values).unwrap_or_default(),
            partial: self.partial,
            iri: self.iri,
        })
    }
}

/// A template, and the values that are the same for each input.
pub struct Expanding {
    template: Template,
    vars: Values<'static>,
    partial: bool,
    iri: bool,
}

/// The expansion of a template.
#[derive(Serialize, JsonSchema)]
pub struct Expanded {
    /// The URI-reference, or with 'iri' the IRI-reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub uri: Option<String>,
    /// With 'partial', the template that is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub template: Option<String>,
}

impl Expanded {
    /// The URI, or the template.
    pub fn as_str(&self) -> &str {
        self.uri.as_deref().or(self.template.as_deref()).unwrap_or_default()
    }
}

impl Ask for Expanding {
    type Answer<'a> = Expanded;

    fn standard(&self) -> Option<Standard> {
        Some(if self.iri { RFC3987 } else { RFC3986 }.into())
    }

    fn takes_uris(&self) -> bool {
        false
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Expanded, Failure<'a>> {
        let mut values = if input.trim_ascii().is_empty() {
            Values::default()
        } else {
            serde_json::from_slice(input).map_err(|error| {
                Failure::new(
                    "not-values",
                    "",
                    format!("the input is no JSON object of values: {error}"),
                )
            })?
        };
        for (name, value) in self.vars.iter() {
            if values.get(name).is_none() {
                values.insert(name.to_owned(), value.clone());
            }
        }
        self.expanded(&values)
    }
}

impl Expanding {
    /// Expands a template, and nothing else is chosen.
    ///
    /// # Errors
    ///
    /// If the text is no template.
    pub fn of(template: &str) -> Result<Self, WrongChoice> {
        let template = read_template(template)?;
        Ok(Self { template, vars: Values::default(), partial: false, iri: false })
    }

    /// Expands the template with values.
    ///
    /// # Errors
    ///
    /// If it has no expansion with them.
    pub fn expanded<'a>(&self, values: &Values<'_>) -> Result<Expanded, Failure<'a>> {
        let expanded = if self.partial {
            let template = self.template.expand_partially(values);
            template.map(|template| Expanded { uri: None, template: Some(template.into_text()) })
        } else {
            let uri = if self.iri {
                self.template.expand_to_iri(values).map(napkin::IriRef::into_text)
            } else {
                self.template.expand(values).map(napkin::UriRef::into_text)
            };
            uri.map(|uri| Expanded { uri: Some(uri), template: None })
        };
        let failed =
            |error: ExpandError| Failure::new(error.name(), error.section(), error.to_string());
        expanded.map_err(failed)
    }

    /// The values of the variables that a row has: the texts of its columns, by their names.
    pub fn values_of_row<'r>(
        &self,
        cells: impl Iterator<Item = (Cow<'r, str>, Cow<'r, str>)>,
    ) -> Values<'r> {
        let vars =
            self.vars.iter().map(|(name, value)| (Cow::Owned(name.to_owned()), value.clone()));
        let cells = cells.map(|(name, cell)| (name, cell.into()));
        vars.chain(cells).collect()
    }
}
