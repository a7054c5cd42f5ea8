//! `unexpand`: the variables of a template, read back from URIs.

use std::borrow::Cow;
use std::iter;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::question::Ask;
use napkin_answers::unexpand::{self, Unexpanded, Unexpanding};

use super::{Finished, Run};
use crate::input::options::{Inputs, Options};
use crate::output::columns::{self, Field};
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::text::Text;

// Its help is that of the question.
#[derive(Args)]
#[command(
    about = summary::<unexpand::Unexpand>(),
    long_about = about::<unexpand::Unexpand>(),
    after_help = EXAMPLE
)]
pub(crate) struct Unexpand {
    #[command(flatten)]
    asked: Asked<unexpand::Unexpand>,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin unexpand '/{lang}/search{?q,tag*}' '/en/search?q=fish%20%26%20chips&tag=a&tag=b'

prints

  {\"lang\":\"en\",\"q\":\"fish & chips\",\"tag\":[\"a\",\"b\"]}";

impl Run for Unexpand {
    fn run(self) -> Finished {
        let reading = self.asked.ready()?;
        let standard = Ask::standard(&reading);
        Ok(report::run(&self.options, standard, &self.inputs.texts, &Reading(reading)).exit_code())
    }
}

/// A template that reads variables back; each has a column.
struct Reading(Unexpanding);

impl PerInput for Reading {
    type Answer<'a> = Unexpanded;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Unexpanded, Failure<'a>> {
        self.0.ask(input, scratch)
    }

    fn columns(&self) -> Vec<String> {
        let names = self.0.names().iter().map(String::as_str);
        iter::once("input").chain(names).chain(["error"]).map(str::to_owned).collect()
    }

    fn keys_of_value(&self) -> Vec<&str> {
        vec!["variables"]
    }

    fn rows<'f>(
        &'f self,
        input: &'f [u8],
        answer: &'f Result<Unexpanded, Failure<'_>>,
        _: bool,
    ) -> Vec<Vec<Field<'f>>> {
        let json = answer.as_ref().ok().map(|answer| serde_json::to_value(&answer.variables));
        let json = json.and_then(Result::ok).unwrap_or_default();
        let value = |name: &String| match json.get(name) {
            None => Field::default(),
            Some(serde_json::Value::String(text)) => Cow::Owned(text.clone().into_bytes()),
            Some(composite) => Cow::Owned(composite.to_string().into_bytes()),
        };
        let error = answer
            .as_ref()
            .err()
            .map_or_else(Field::default, |failure| failure.message().as_bytes().into());
        let names = self.0.names().iter().map(value);
        vec![iter::once(input.into()).chain(names).chain([error]).collect()]
    }
}

impl Answer for Unexpanded {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [columns::Column] = &[("variables", &["variables"])];

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(&serde_json::to_vec(&self.variables).unwrap_or_default());
        text.end_line();
    }
}
