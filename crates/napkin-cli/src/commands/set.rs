//! `set`: references with some parts changed.

use std::borrow::Cow;

use clap::{ArgAction, Args, ValueEnum};
use napkin::{ByteSet, Edition, ErrorKind, ParseError, Part, Reference, Start, percent};
use napkin_answers::Failure;
use serde::Serialize;

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Change parts and print what comes out
///
/// Whatever the order of the options, the changes are made in this one: --remove, --scheme,
/// --authority, --host, --userinfo, --port, --path, --pop-segment, --push-segment, --query,
/// --remove-pair, --set-pair, --append-pair, --fragment. If one of them cannot be made, the input is
/// faulty and nothing is printed for it.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Set {
    /// Remove a part; may be repeated
    #[arg(long, value_name = "PART")]
    remove: Vec<Removable>,

    /// Replace the scheme
    #[arg(long, value_name = "TEXT")]
    scheme: Option<String>,

    /// Replace what follows '//' up to the path
    #[arg(long, value_name = "TEXT")]
    authority: Option<String>,

    /// Replace what stands before the '@' of the authority
    #[arg(long, value_name = "TEXT")]
    userinfo: Option<String>,

    /// Replace the host; makes an authority where there is none
    #[arg(long, value_name = "TEXT")]
    host: Option<String>,

    /// Replace the port
    #[arg(long, value_name = "TEXT")]
    port: Option<String>,

    /// Replace the path
    #[arg(long, value_name = "TEXT")]
    path: Option<String>,

    /// Remove the last segment of the path; may be repeated
    #[arg(long, action = ArgAction::Count)]
    pop_segment: u8,

    /// Add a segment to the path: data, which is encoded; may be repeated
    #[arg(long, value_name = "DATA")]
    push_segment: Vec<String>,

    /// Replace the query
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,

    /// Remove the pairs of the query that have this key: data; may be repeated
    #[arg(long, value_name = "KEY")]
    remove_pair: Vec<String>,

    /// Give a key of the query this value: data, which is encoded; may be repeated
    #[arg(long = "set-pair", value_name = "KEY=VALUE")]
    replace_pair: Vec<String>,

    /// Add a pair to the query: data, which is encoded; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    append_pair: Vec<String>,

    /// Replace the fragment
    #[arg(long, value_name = "TEXT")]
    fragment: Option<String>,

    /// Take the texts for userinfo, host, path, query and fragment as data and encode them; the
    /// slashes of a path stay
    #[arg(long)]
    encode: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin set --scheme https --remove port --push-segment 'new file' --set-pair page=2 \\
    'http://example.com:8080/docs?page=1&q=x'

prints

  https://example.com/docs/new%20file?page=2&q=x";

/// The parts that can be undefined.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Removable {
    Scheme,
    Authority,
    Userinfo,
    Port,
    Query,
    Fragment,
}

impl Removable {
    const fn part(self) -> Part {
        match self {
            Self::Scheme => Part::Scheme,
            Self::Authority => Part::Authority,
            Self::Userinfo => Part::Userinfo,
            Self::Port => Part::Port,
            Self::Query => Part::Query,
            Self::Fragment => Part::Fragment,
        }
    }
}

impl Run for Set {
    fn run(self) -> Finished {
        let edition = Some(self.edition.get());
        Ok(report::run(&self.options, edition, &self.inputs.texts, &self).exit_code())
    }
}

/// A reference on its way through the changes.
struct Changing {
    edition: &'static Edition,
    text: String,
}

impl Changing {
    /// Makes one change, which is refused or gives the new text.
    fn make(
        &mut self,
        option: &'static str,
        value: &str,
        change: impl FnOnce(Reference<'_>) -> Result<String, ParseError>,
    ) -> Result<(), Failure<'static>> {
        let before = self.edition.parse(&self.text);
        self.text = before.and_then(change).map_err(of(option, value))?;
        Ok(())
    }
}

impl Set {
    fn change(&self, changing: &mut Changing) -> Result<(), Failure<'static>> {
        for part in &self.remove {
            changing.make("--remove", "", |before| before.with_part(part.part(), None))?;
        }
        self.replace_path_and_before(changing)?;
        for _ in 0..self.pop_segment {
            changing.make("--pop-segment", "", |before| {
                Ok(before.without_last_segment().unwrap_or_else(|| before.as_str().into()))
            })?;
        }
        for segment in &self.push_segment {
            changing.make("--push-segment", segment, |before| before.with_segment(segment))?;
        }
        self.replace(changing, "--query", Part::Query, self.query.as_deref())?;
        for key in &self.remove_pair {
            changing.make("--remove-pair", key, |before| {
                before.with_kept_pairs(|(found, _)| !found.decode().eq(key.bytes()))
            })?;
        }
        for pair in &self.replace_pair {
            let (key, value) = key_and_value(pair);
            changing.make("--set-pair", pair, |before| before.with_pair(key, value))?;
        }
        for pair in &self.append_pair {
            let (key, value) = key_and_value(pair);
            changing.make("--append-pair", pair, |before| before.with_appended_pair(key, value))?;
        }
        self.replace(changing, "--fragment", Part::Fragment, self.fragment.as_deref())
    }

    fn replace_path_and_before(&self, changing: &mut Changing) -> Result<(), Failure<'static>> {
        if self.path.is_some() && self.may_move_the_path() {
            // The old path must not stand in the way of an authority that the new one can follow; the empty path goes
            // with anything.
            changing.make("--path", "", |before| before.with_part(Part::Path, Some("")))?;
        }
        let raw = |changing: &mut Changing, option, part, value: Option<&String>| match value {
            Some(value) => {
                changing.make(option, value, |before| before.with_part(part, Some(value)))
            }
            None => Ok(()),
        };
        raw(changing, "--scheme", Part::Scheme, self.scheme.as_ref())?;
        raw(changing, "--authority", Part::Authority, self.authority.as_ref())?;
        self.replace(changing, "--host", Part::Host, self.host.as_deref())?;
        self.replace(changing, "--userinfo", Part::Userinfo, self.userinfo.as_deref())?;
        raw(changing, "--port", Part::Port, self.port.as_ref())?;
        self.replace(changing, "--path", Part::Path, self.path.as_deref())
    }

    /// Whether a change stands between the old path and the new one.
    const fn may_move_the_path(&self) -> bool {
        self.scheme.is_some() || self.authority.is_some() || self.host.is_some()
    }

    /// Makes one replacement that may be given as data.
    fn replace(
        &self,
        changing: &mut Changing,
        option: &'static str,
        part: Part,
        value: Option<&str>,
    ) -> Result<(), Failure<'static>> {
        let Some(value) = value else { return Ok(()) };
        let text = if self.encode {
            let slash = if part == Part::Path { ByteSet::of(b"/") } else { ByteSet::EMPTY };
            Cow::Owned(percent::encode(value).by(changing.edition).keep(slash).to_string())
        } else {
            Cow::Borrowed(value)
        };
        changing.make(option, &text, |before| before.with_part(part, Some(&text)))
    }
}

/// The failure of an option, which shows the text that was to be put in if the fault is there.
fn of(option: &'static str, text: &str) -> impl FnOnce(ParseError) -> Failure<'static> {
    move |error| {
        let failure = match error.kind() {
            ErrorKind::MissingAuthority | ErrorKind::PathNotAbempty | ErrorKind::SchemeForm => {
                Failure::impossible(error)
            }
            _ => Failure::refused(error, text.as_bytes().to_vec()),
        };
        failure.of(option)
    }
}

/// Splits `KEY=VALUE`; a pair may have no value.
fn key_and_value(pair: &str) -> (&str, Option<&str>) {
    pair.split_once('=').map_or((pair, None), |(key, value)| (key, Some(value)))
}

impl PerInput for Set {
    type Answer<'a> = Changed;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Changed, Failure<'a>> {
        let edition = self.edition.get();
        let reference = edition.parse_bytes(Start::UriReference, input);
        let reference = reference.map_err(|error| Failure::refused(error, input))?;
        let mut changing = Changing { edition, text: reference.as_str().to_owned() };
        self.change(&mut changing)?;
        Ok(Changed { uri: changing.text })
    }
}

#[derive(Serialize)]
pub(crate) struct Changed {
    uri: String,
}

impl Answer for Changed {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        text.push(&self.uri);
        text.end_line();
    }
}
