//! `set`: references with some parts changed.

use std::borrow::Cow;

use clap::{ArgAction, Args, ValueEnum};
use napkin::{ByteSet, ErrorKind, ParseError, UriRef, percent};
use napkin_answers::Failure;
use napkin_answers::choice;
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

impl Run for Set {
    fn run(self) -> Finished {
        choice::must_be_of_uri_ref(self.edition.get(), "set")?;
        let edition = Some(self.edition.get());
        Ok(report::run(&self.options, edition, &self.inputs.texts, &self).exit_code())
    }
}

impl Set {
    fn change(&self, uri: &mut UriRef<String>) -> Result<(), Failure<'static>> {
        self.remove(uri)?;
        self.replace_path_and_before(uri)?;
        for _ in 0..self.pop_segment {
            uri.pop_segment();
        }
        for segment in &self.push_segment {
            uri.push_segment(segment).map_err(of("--push-segment", segment))?;
        }
        self.replace(uri, "--query", self.query.as_deref(), |uri, text| uri.set_query(text))?;
        for key in &self.remove_pair {
            uri.retain_pairs(|(found, _)| !found.decode().eq(key.bytes()));
        }
        for pair in &self.replace_pair {
            let (key, value) = key_and_value(pair);
            uri.set_pair(key, value).map_err(of("--set-pair", pair))?;
        }
        for pair in &self.append_pair {
            let (key, value) = key_and_value(pair);
            uri.append_pair(key, value).map_err(of("--append-pair", pair))?;
        }
        self.replace(uri, "--fragment", self.fragment.as_deref(), |uri, text| {
            uri.set_fragment(text)
        })
    }

    fn remove(&self, uri: &mut UriRef<String>) -> Result<(), Failure<'static>> {
        for part in &self.remove {
            let has_authority = uri.authority().is_some();
            let removed = match part {
                Removable::Scheme => uri.set_scheme(None),
                Removable::Authority => uri.set_authority(None),
                Removable::Userinfo if has_authority => uri.set_userinfo(None),
                Removable::Port if has_authority => uri.set_port(None),
                Removable::Userinfo | Removable::Port => Ok(()),
                Removable::Query => uri.set_query(None),
                Removable::Fragment => uri.set_fragment(None),
            };
            removed.map_err(of("--remove", ""))?;
        }
        Ok(())
    }

    fn replace_path_and_before(&self, uri: &mut UriRef<String>) -> Result<(), Failure<'static>> {
        if self.path.is_some() {
            // The old path must not stand in the way of an authority that the new one can follow;
            // the empty path goes with anything.
            uri.set_path("").map_err(of("--path", ""))?;
        }
        if let Some(scheme) = &self.scheme {
            uri.set_scheme(scheme.as_str()).map_err(of("--scheme", scheme))?;
        }
        if let Some(authority) = &self.authority {
            uri.set_authority(authority.as_str()).map_err(of("--authority", authority))?;
        }
        self.replace(uri, "--host", self.host.as_deref(), |uri, text| uri.set_host(text))?;
        self.replace(uri, "--userinfo", self.userinfo.as_deref(), |uri, text| {
            uri.set_userinfo(text)
        })?;
        if let Some(port) = &self.port {
            uri.set_port(port.as_str()).map_err(of("--port", port))?;
        }
        self.replace(uri, "--path", self.path.as_deref(), UriRef::set_path)
    }

    /// Makes one replacement that may be given as data.
    fn replace(
        &self,
        uri: &mut UriRef<String>,
        option: &'static str,
        value: Option<&str>,
        set: impl FnOnce(&mut UriRef<String>, &str) -> Result<(), ParseError>,
    ) -> Result<(), Failure<'static>> {
        let Some(value) = value else { return Ok(()) };
        let text = if self.encode {
            let slash = if option == "--path" { ByteSet::of(b"/") } else { ByteSet::EMPTY };
            Cow::Owned(percent::encode(value).keep(slash).to_string())
        } else {
            Cow::Borrowed(value)
        };
        set(uri, &text).map_err(of(option, &text))
    }
}

/// The failure of an option, which shows the text that was to be put in if the fault is there.
fn of(option: &'static str, text: &str) -> impl FnOnce(ParseError) -> Failure<'static> {
    move |error| {
        let failure = match error.kind() {
            ErrorKind::MissingAuthority | ErrorKind::PathNotAbempty => Failure::impossible(error),
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
        let reference =
            UriRef::parse_bytes(input).map_err(|error| Failure::refused(error, input))?;
        let mut uri = reference.to_owned();
        self.change(&mut uri)?;
        Ok(Changed { uri: uri.into_text() })
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
