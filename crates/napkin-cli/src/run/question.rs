//! A question of the library's list as a command: its options become arguments, its documentation becomes help, and its
//! answers are printed for every input.
//!
//! A command that has nothing but a question and the common options is [`One`]. Other commands have [`Asked`] among their
//! arguments.

use std::borrow::Cow;
use std::ffi::OsString;
use std::marker::PhantomData;
use std::path::Path;

use clap::builder::{
    OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser,
};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, Error, FromArgMatches};
use napkin_answers::Failure;
use napkin_answers::choice::WrongChoice;
use napkin_answers::options::{Between, Named, OptionInfo, Shape, Source};
use napkin_answers::question::{Ask, Question, Rebase, Standards};
use napkin_standards::Standard;

use crate::help::suggest::Suggest;
use crate::help::usage::WrongUsage;
use crate::input::options::{Inputs, Options};
use crate::run::edition::{EditionInText, EditionOption, SyntaxOption};
use crate::run::report::{self, Answer, PerInput};
use crate::run::{Finished, Run};
use crate::terminal::exit;
use crate::terminal::text::{Palette, shown_path};

/// The arguments of a question: its options, and the choice of the standard. Files are read in [`Asked::ready`], after
/// the command has looked at its other arguments.
pub(crate) struct Asked<Q> {
    matches: ArgMatches,
    standard: StandardOption,
    question: PhantomData<Q>,
}

/// The choice of a standard, as the question allows it.
enum StandardOption {
    All(EditionOption),
    Syntax(SyntaxOption),
    Text(EditionInText),
    Own,
}

impl<Q: Question> Asked<Q> {
    /// The standard.
    ///
    /// # Errors
    ///
    /// If the question has no meaning by the one that was chosen.
    pub(crate) fn standard(&self) -> Result<Standard, WrongChoice> {
        Ok(match &self.standard {
            StandardOption::All(option) => option.get(),
            StandardOption::Syntax(option) => option.syntax(Q::NAME)?.into(),
            StandardOption::Text(option) => option.syntax(Q::NAME)?.into(),
            StandardOption::Own => Q::STANDARDS.default().into(),
        })
    }

    /// The chosen standard; `None` lets each document use that of its format.
    pub(crate) fn chosen(&self) -> Option<Standard> {
        match &self.standard {
            StandardOption::All(option) => option.chosen(),
            StandardOption::Syntax(option) => option.chosen(),
            StandardOption::Text(_) | StandardOption::Own => None,
        }
    }

    pub(crate) fn has(&self, option: &str) -> bool {
        self.matches.value_source(option) == Some(ValueSource::CommandLine)
    }

    /// Whether an option that the question may lack is given.
    fn is_given(&self, option: &str) -> bool {
        self.matches.try_contains_id(option).is_ok() && self.has(option)
    }

    /// The path that an option has for a value, if that is the content of a file.
    pub(crate) fn path(&self, option: &str) -> Option<&Path> {
        self.matches.get_raw(option)?.next().map(Path::new)
    }

    /// The question, ready to be asked.
    ///
    /// # Errors
    ///
    /// If an option is wrong, or the standard does not have it.
    pub(crate) fn ready(&self) -> Result<Q::Ready, WrongUsage> {
        self.ready_with(|question| question)
    }

    /// The question, ready to be asked, after a change of its options.
    ///
    /// # Errors
    ///
    /// As [`Self::ready`].
    pub(crate) fn ready_with(&self, change: impl FnOnce(Q) -> Q) -> Result<Q::Ready, WrongUsage> {
        self.ready_from(Matched { matches: &self.matches, has_bases: false }, change)
    }

    /// The question, ready to be asked by the base of each row.
    ///
    /// # Errors
    ///
    /// As [`Self::ready`].
    pub(crate) fn ready_for_bases(&self) -> Result<Q::Ready, WrongUsage> {
        self.ready_from(Matched { matches: &self.matches, has_bases: true }, |question| question)
    }

    fn ready_from(
        &self,
        mut source: Matched<'_>,
        change: impl FnOnce(Q) -> Q,
    ) -> Result<Q::Ready, WrongUsage> {
        let is_chosen = ["edition", "as_of"].iter().any(|option| self.is_given(option));
        let ready = || {
            let (question, standard) = (change(Q::read(&mut source)?), self.standard()?);
            if is_chosen { question.ready(standard) } else { question.ready_by_default(standard) }
        };
        Ok(ready().map_err(|wrong| wrong.map_reason(with_dashes::<Q>))?)
    }
}

impl<Q: Question> Args for Asked<Q> {
    fn augment_args(command: Command) -> Command {
        let mut command = command;
        for group in Q::GROUPS {
            for option in group.options {
                let arg = argument::<Q>(option);
                let title = (!group.title.is_empty()).then_some(group.title);
                command = command.arg(arg.help_heading(title));
            }
        }
        let command = match Q::STANDARDS {
            Standards::All => EditionOption::augment_args(command),
            Standards::Syntax => SyntaxOption::augment_args(command),
            Standards::Text => EditionInText::augment_args(command),
            Standards::Own => command,
        };
        // What the command has beside is under no heading of these.
        command.next_help_heading(None::<&str>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<Q: Question> FromArgMatches for Asked<Q> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let standard = match Q::STANDARDS {
            Standards::All => StandardOption::All(EditionOption::from_arg_matches(matches)?),
            Standards::Syntax => StandardOption::Syntax(SyntaxOption::from_arg_matches(matches)?),
            Standards::Text => StandardOption::Text(EditionInText::from_arg_matches(matches)?),
            Standards::Own => StandardOption::Own,
        };
        Ok(Self { matches: matches.clone(), standard, question: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What a question asks, in one line.
pub(crate) fn summary<Q: Question>() -> String {
    with_dashes::<Q>(Q::summary())
}

/// What a question asks, in paragraphs.
pub(crate) fn about<Q: Question>() -> String {
    let paragraphs = Q::paragraphs().map(|paragraph| with_dashes::<Q>(&paragraph));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// A text in which the options of the question are written as on the command line.
fn with_dashes<Q: Question>(text: &str) -> String {
    Q::list().fold(text.to_owned(), |text, option| {
        text.replace(&format!("'{}'", option.name), &format!("--{}", option.name))
    })
}

fn argument<Q: Question>(option: &'static OptionInfo) -> Arg {
    let help = option.about_with(Q::list(), |name| format!("--{name}"));
    let arg = Arg::new(option.name).help(help);
    let is_named = !Q::ARGUMENTS.contains(&option.name);
    let arg = if is_named { arg.long(option.name) } else { arg };
    let arg = Q::BETWEEN.iter().fold(arg, |arg, rule| match *rule {
        Between::Excludes(a, b) if a == option.name => arg.conflicts_with(b),
        Between::Requires(a, b) if a == option.name => arg.requires(b),
        Between::Excludes(..) | Between::Requires(..) => arg,
    });
    match option.shape {
        Shape::Flag => return arg.action(ArgAction::SetTrue),
        Shape::Count => return arg.action(ArgAction::Count),
        _ => {}
    }
    let arg = arg.value_name(option.value).value_parser(parser(option));
    let arg = match option.default {
        Some(default) => arg.default_value(default),
        None => arg,
    };
    match option.shape {
        Shape::Required => arg.required(true),
        Shape::Optional | Shape::Flag | Shape::Count => arg,
        Shape::Bare => arg.num_args(0..=1).require_equals(true),
        Shape::Repeated => {
            let arg = if is_named { arg } else { arg.num_args(0..) };
            arg.action(ArgAction::Append).hide_possible_values((option.alternatives)().is_empty())
        }
        Shape::Pairs => {
            let names: Vec<_> = option.value.split(' ').collect();
            arg.action(ArgAction::Append).num_args(names.len()).value_names(names)
        }
    }
}

/// One value of a list. The help tells what each means, unless its name does.
pub(crate) fn one_of(values: impl IntoIterator<Item = Named>) -> PossibleValuesParser {
    let values = values.into_iter().map(|named| {
        let value = PossibleValue::new(named.name);
        if named.about.is_empty() { value } else { value.help(named.about) }
    });
    PossibleValuesParser::new(values)
}

/// Reads the value of an option. The content of a file is read later.
fn parser(option: &'static OptionInfo) -> ValueParser {
    let alternatives = (option.alternatives)();
    if !alternatives.is_empty() {
        return one_of(alternatives).into();
    }
    if option.is_content {
        return OsStringValueParser::new().into();
    }
    let check = |text: OsString| (option.check)(text.as_encoded_bytes()).map(|()| text);
    if (option.suggestions)().is_empty() {
        OsStringValueParser::new().try_map(check).into()
    } else {
        let check = |text: String| (option.check)(text.as_bytes()).map(|()| text);
        Suggest(option.suggestions).try_map(check).into()
    }
}

/// The option whose value may be that of each row.
const BASE: &str = "base";

/// The arguments that clap has matched.
struct Matched<'m> {
    matches: &'m ArgMatches,
    /// Whether rows have the base, which the question is made without.
    has_bases: bool,
}

impl Source for Matched<'_> {
    type Error = WrongChoice;

    fn has(&self, option: &OptionInfo) -> bool {
        self.matches.value_source(option.name) == Some(ValueSource::CommandLine)
    }

    fn flag(&mut self, option: &OptionInfo) -> Result<bool, WrongChoice> {
        Ok(self.matches.get_flag(option.name))
    }

    fn values(&mut self, option: &OptionInfo) -> Result<Vec<Option<Vec<u8>>>, WrongChoice> {
        if option.shape == Shape::Count {
            let count = self.matches.get_count(option.name);
            return Ok(vec![Some(count.to_string().into_bytes())]);
        }
        if self.has_bases && option.name == BASE {
            return Ok(vec![Some(Vec::new())]);
        }
        let values = self.matches.get_raw(option.name).into_iter().flatten();
        let octets = |value: &std::ffi::OsStr| {
            if option.is_content {
                exit::read(Path::new(value)).into_bytes()
            } else {
                value.as_encoded_bytes().to_vec()
            }
        };
        let values: Vec<_> = values.map(|value| Some(octets(value))).collect();
        let is_bare = option.shape == Shape::Bare && values.is_empty() && self.has(option);
        Ok(if is_bare { vec![None] } else { values })
    }

    fn origin(&self, option: &OptionInfo) -> WrongChoice {
        let mut values = self.matches.get_raw(option.name).into_iter().flatten();
        match values.next().filter(|_| option.is_content) {
            Some(path) => WrongChoice::of_file(shown_path(Path::new(path))),
            None => WrongChoice::of_option_named(option.name),
        }
    }
}

/// How a question is shown as a command.
pub(crate) trait Shown: Question<Ready: Ask + 'static> {
    /// An example, and what it prints.
    const EXAMPLE: &'static str;

    /// Whether arguments that all name files are an error, unless there is a base: their names are no URIs to ask about.
    const REJECTS_FILES: bool = false;
}

// The command of a question. Its help is that of the question.
#[derive(Args)]
#[command(
    about = summary::<Q>(),
    long_about = about::<Q>(),
    after_help = Q::EXAMPLE
)]
pub(crate) struct One<Q: Shown> {
    #[command(flatten)]
    asked: Asked<Q>,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

impl<Q: Shown> One<Q> {
    /// Whether the inputs are those of standard input, since no others are named.
    pub(crate) const fn has_no_input(&self) -> bool {
        self.inputs.texts.is_empty() && self.options.has_no_file()
    }

    pub(crate) const fn is_json(&self) -> bool {
        self.options.json
    }

    /// The colours of standard output.
    pub(crate) fn palette(&self) -> Palette {
        self.options.stdout_palette()
    }
}

impl<Q: Shown> Run for One<Q>
where
    Q::Ready: PerInput,
{
    fn run(self) -> Finished {
        // With a base, a name is a reference whose target is asked for.
        if Q::REJECTS_FILES && !self.asked.is_given(BASE) {
            report::must_not_be_files(&self.inputs.texts, false)?;
        }
        let ready = self.asked.ready()?;
        let ready = if self.options.json { ready.for_json() } else { ready };
        let standard = ready.standard();
        Ok(report::run(&self.options, standard, &self.inputs.texts, &ready).exit_code())
    }
}

/// Where rows have their bases.
#[derive(Args)]
pub(crate) struct BaseOfRow {
    /// With --column or --field, take the base of each input from this column or field
    #[arg(long, value_name = "NAME", conflicts_with = BASE)]
    base_column: Option<String>,
}

impl BaseOfRow {
    /// The options with the column, if it was named.
    ///
    /// # Errors
    ///
    /// If inputs are not in columns or fields.
    pub(crate) fn choose(self, options: Options) -> Result<(Options, bool), WrongUsage> {
        let Some(name) = self.base_column else { return Ok((options, false)) };
        if !options.reads_tables() {
            return Err(WrongUsage::new(
                "'--base-column' needs '--column NAME' or '--field NAME', where the references are",
            ));
        }
        Ok((options.with_base_column(name), true))
    }
}

/// The two options for the base: one of them has to be given, if the question has none without.
fn bases<Q: Question>() -> ArgGroup {
    let is_base = |option: &&OptionInfo| option.name == BASE;
    let is_required =
        Q::list().find(is_base).is_some_and(|option| matches!(option.shape, Shape::Required));
    ArgGroup::new("bases").args([BASE, "base_column"]).required(is_required)
}

// The command of a question with a base, which may be that of each row.
#[derive(Args)]
#[command(
    about = summary::<Q>(),
    long_about = about::<Q>(),
    after_help = Q::EXAMPLE,
    mut_args(|arg| if arg.get_id() == BASE { arg.required(false) } else { arg }),
    group = bases::<Q>()
)]
pub(crate) struct Based<Q: Shown> {
    #[command(flatten)]
    asked: Asked<Q>,

    #[command(flatten)]
    base_of_row: BaseOfRow,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

impl<Q: Shown> Run for Based<Q>
where
    Q::Ready: PerInput + Rebase,
{
    fn run(self) -> Finished {
        let Self { asked, base_of_row, inputs, options } = self;
        let (options, has_bases) = base_of_row.choose(options)?;
        if !has_bases {
            return One { asked, inputs, options }.run();
        }
        let ready = asked.ready_for_bases()?;
        let ready = if options.json { ready.for_json() } else { ready };
        let standard = ready.standard();
        let rebased = |base: &[u8]| ready.rebased(base);
        Ok(report::run_by_base(&options, standard, &inputs.texts, &ready, &rebased).exit_code())
    }
}

impl<A> PerInput for A
where
    A: Ask + 'static,
    for<'a> <A as Ask>::Answer<'a>: Answer,
{
    type Answer<'a> = <A as Ask>::Answer<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Self::Answer<'a>, Failure<'a>> {
        self.ask(input, scratch)
    }

    fn takes_uris(&self) -> bool {
        Ask::takes_uris(self)
    }

    fn kept<'i>(&self, input: &'i [u8]) -> Cow<'i, [u8]> {
        Ask::kept(self, input)
    }

    fn push_json(
        &self,
        out: &mut Vec<u8>,
        _: Option<Standard>,
        input: &[u8],
        answer: &Result<Self::Answer<'_>, Failure<'_>>,
    ) {
        self.push_line(out, input, answer);
    }
}
