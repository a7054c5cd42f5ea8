//! `expand`: URIs of a template, and values from arguments, lines of JSON or rows of a table.

use std::ffi::OsString;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::expand::{self, Expanded, Expanding};
use napkin_answers::question::Ask;
use serde_json::{Map, Value};

use super::{Finished, Run};
use crate::WrongUsage;
use crate::input::options::Options;
use crate::input::table::Row;
use crate::output::columns::Column;
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::text::Text;

// Its help is that of the question.
#[derive(Args)]
#[command(
    about = summary::<expand::Expand>(),
    long_about = about::<expand::Expand>(),
    after_help = EXAMPLE
)]
pub(crate) struct Expand {
    #[command(flatten)]
    asked: Asked<expand::Expand>,

    /// The values of variables; a name that is repeated has a list. Or a JSON object for each expansion; reads lines of JSON from
    /// standard input if nothing is given. With --column, the columns of each row are the variables, an empty cell an undefined one
    #[arg(value_name = "NAME=VALUE", id = "inputs")]
    values: Vec<OsString>,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin expand 'https://h.example/{lang}/search{?q,tag*}' lang=en 'q=fish & chips' tag=a tag=b

prints

  https://h.example/en/search?q=fish%20%26%20chips&tag=a&tag=b";

impl Run for Expand {
    fn run(self) -> Finished {
        let expanding = self.asked.ready()?;
        let standard = Ask::standard(&expanding);
        let is_alone = self.values.is_empty() && self.options.has_no_file();
        let inputs = match &*self.values {
            [] if is_alone && self.asked.has("vars") => vec!["{}".into()],
            [first, ..] if !first.as_encoded_bytes().starts_with(b"{") => {
                vec![object(&self.values)?]
            }
            inputs => inputs.to_vec(),
        };
        Ok(report::run(&self.options, standard, &inputs, &Filling(expanding)).exit_code())
    }
}

/// The JSON object of arguments that are a name, `=` and a value.
///
/// # Errors
///
/// If one is not.
fn object(arguments: &[OsString]) -> Result<OsString, WrongUsage> {
    let mut values = Map::new();
    for argument in arguments {
        let pair = argument.to_str().and_then(|argument| argument.split_once('='));
        let (name, value) = pair.ok_or_else(|| {
            let shown = argument.display();
            WrongUsage::new(format!("'{shown}' is no value of a variable; write NAME=VALUE"))
        })?;
        let value = Value::from(value);
        match values.get_mut(name) {
            None => drop(values.insert(name.into(), value)),
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    Ok(Value::from(values).to_string().into())
}

/// A template that is filled with the values of an input, or of a row.
struct Filling(Expanding);

impl PerInput for Filling {
    type Answer<'a> = Expanded;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Expanded, Failure<'a>> {
        self.0.ask(input, scratch)
    }

    fn answer_in_row<'a>(
        &'a self,
        _: &'a [u8],
        row: Row<'_>,
        scratch: &'a mut String,
    ) -> Result<Expanded, Failure<'a>> {
        if let Some(line) = row.line() {
            return self.0.ask(line, scratch).map_err(Failure::without_place);
        }
        let cells = row.named_cells().filter(|(_, cell)| !cell.is_empty());
        self.0.expanded(&self.0.values_of_row(cells))
    }

    fn takes_uris(&self) -> bool {
        false
    }
}

impl Answer for Expanded {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] = &[("uri", &["uri", "template"])];

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.as_str().as_bytes());
        text.end_line();
    }
}
