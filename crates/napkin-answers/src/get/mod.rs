//! Single parts, or a line made of them. What can be asked for is a small language, whose grammar is in `docs/parts.md`.

mod file_path;
mod value;
pub mod part;
mod line;

use std::borrow::Cow;

use napkin::{Reading, Reference};
use napkin_context::Context;
use napkin_domains::{List, Sections};
use napkin_schemes::secrets::Finder;
use napkin_standards::facts::{self, Fact as _};
use napkin_standards::{Parsed, Read, Standard};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use self::line::Piece;
use self::part::Part;
pub use self::value::PartValue;
use self::value::{Settings, shown};
use crate::check::Checking;
use crate::choice::{self, WrongChoice};
use crate::envelope;
use crate::failure::Failure;
use crate::options::{Between, Value, options};
use crate::question::{Ask, Question};
use crate::schema::PairSchema;

options! {
    /// Print single parts
    ///
    /// The parts of an input are printed in one line, with tabs between; 'format' prints another line. A part that is
    /// undefined is empty there, or the text of 'undefined'; in JSON it is null. Control characters are printed as '\u{a}',
    /// and a backslash as '\\', so that each line is one input. Lists such as 'segments' are printed with a blank between
    /// two values; a blank inside a value is then '\u{20}', and a value that is empty is '\u{}'.
    ///
    /// An input that is not valid gives an empty line, unless 'redacted' is asked for. With 'format', and in CSV, its parts are
    /// undefined, except 'input', 'error', 'redacted' and those of 'key:PROFILE': a program makes its key of any text.
    pub struct Get {
        /// The parts, with commas between, such as host,segment:-1,query:q
        parts: Option<PartList>, "PART";
        /// Print a line of this form, such as '{host}\t{query:q}\t{input}', instead of a list of parts
        format: Option<String>, "TEMPLATE";
        /// Decode percent-encoded text, once
        decode: bool;
        /// Decode percent-encoded text, once, and '+' in the query as a space
        form: bool;
        /// If the port is undefined, print the default port of the scheme
        default_port: bool;
        /// Print the part 'file-path' as Windows has it: 'C:\Users\Ann\x', '\\server\share\x'
        windows: bool;
        /// What to print for a part that is undefined; no part is printed as '\-'
        undefined: Option<String>, "TEXT";
        /// In the part 'redacted', hide the values of parameters with this name too; may be repeated
        hide: Vec<String>, "NAME";
        /// In the part 'redacted', show the values of parameters with this name; may be repeated
        keep: Vec<String>, "NAME";
        /// Take domains apart by this public suffix list instead of Mozilla's: registrable-domain, public-suffix, private-suffix,
        /// subdomain, site
        suffix_list: Option<SuffixList>, "FILE";
    }
}

/// A list of parts, of which some are suggested.
#[derive(Clone, Debug)]
pub struct PartList(pub String);

impl Value for PartList {
    fn suggestions() -> Vec<(String, &'static str)> {
        part::suggested()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        String::read(octets).map(Self)
    }
}

/// A public suffix list.
#[derive(Clone, Debug)]
pub struct SuffixList(List);

impl Value for SuffixList {
    const IS_CONTENT: bool = true;

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let list = List::parse(&String::read(octets)?);
        list.map(Self).map_err(|error| format!("is no public suffix list: {error}"))
    }
}

impl Question for Get {
    const NAME: &'static str = "get";
    const BETWEEN: &'static [Between] = &[Between::Excludes("form", "decode")];
    const ARGUMENTS: &'static [&'static str] = &["parts"];
    type Ready = Getting;

    fn ready(self, standard: Standard) -> Result<Getting, WrongChoice> {
        let wrong = |option, reason: String| WrongChoice::of_option_named(option).because(reason);
        let (line, parts) = match (&self.parts, &self.format) {
            (Some(_), Some(_)) => {
                return Err(wrong("format", "and 'parts' exclude each other".into()));
            }
            (None, None) => return Err(wrong("parts", "is missing".into())),
            (None, Some(template)) => line::template(template, standard)
                .map_err(|reason| wrong("format", format!("is no template: {reason}")))?,
            (Some(PartList(list)), None) => {
                let parts = part::list(list, standard);
                let parts =
                    parts.map_err(|reason| wrong("parts", format!("has an error: {reason}")))?;
                (line::of_list(&parts), parts)
            }
        };
        for part in &parts {
            if let Some(has) = part.editions() {
                choice::must_allow(standard, &part.name, has)?;
            }
        }
        let names_parameters = !(self.hide.is_empty() && self.keep.is_empty());
        if names_parameters && !parts.iter().any(Part::is_redacted) {
            return Err(wrong("hide", "and 'keep' are about the part 'redacted'".into()));
        }
        let secrets = self.hide.iter().fold(Finder::default(), |finder, name| finder.hide(name));
        let settings = Settings {
            default_port: self.default_port,
            windows: self.windows,
            suffix_list: self.suffix_list.map(|SuffixList(list)| list),
            secrets: self.keep.iter().fold(secrets, |finder, name| finder.keep(name)),
        };
        let reading = match (self.decode, self.form) {
            (true, _) => Reading::Decoded,
            (_, true) => Reading::Form,
            _ => Reading::Raw,
        };
        Ok(Getting {
            standard,
            reading,
            settings,
            parts,
            line,
            has_format: self.format.is_some(),
            undefined: self.undefined.unwrap_or_default(),
        })
    }
}

/// The parts that are asked for, and their line.
pub struct Getting {
    standard: Standard,
    reading: Reading,
    settings: Settings,
    parts: Vec<Part>,
    line: Vec<Piece>,
    has_format: bool,
    undefined: String,
}

impl Ask for Getting {
    type Answer<'a> = Got<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Got<'a>, Failure<'a>> {
        let read = self.standard.read(input).map_err(|error| Failure::refused(error, input))?;
        let Some(from) = read.reference() else {
            let has_host = facts::Host::of(read.parsed()).is_some();
            let may_fail = self.parts.iter().any(|part| part.may_fail(self.reading));
            let note = if may_fail || !has_host {
                let values = self.values(input, read.parsed())?;
                self.note(!has_host, &values, None, input)
            } else {
                None
            };
            return Ok(Got { getting: self, parts: Parts::Kept(input, read), note });
        };
        let values = self.values(input, (&from).into())?;
        let note = self.note(from.authority().is_none(), &values, Some(from), input);
        Ok(Got { getting: self, parts: Parts::Taken(values), note })
    }

    fn kept<'i>(&self, input: &'i [u8]) -> Cow<'i, [u8]> {
        if self.is_redacted() { self.settings.secrets.redacted(input) } else { input.into() }
    }

    fn push_line(&self, out: &mut Vec<u8>, input: &[u8], got: &Result<Got<'_>, Failure<'_>>) {
        match got {
            Err(failure) if self.is_redacted() => {
                let redacted = self.settings.secrets.redacted(input);
                envelope::push_failed(out, input, failure, Some(&redacted));
            }
            _ => envelope::push_line(out, self.standard(), input, got),
        }
    }
}

/// A piece of a line.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'l> {
    /// Text of the template.
    Literal(&'l str),
    /// The octets of a value.
    Value(&'l [u8]),
}

impl Getting {
    /// The names of the parts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| &*part.name)
    }

    /// Whether the line has a template.
    pub const fn has_format(&self) -> bool {
        self.has_format
    }

    /// Whether the part is requested that an invalid input has too.
    pub fn is_redacted(&self) -> bool {
        self.parts.iter().any(Part::is_redacted)
    }

    /// The values of the parts of an input that is not valid.
    pub fn of_invalid<'v>(&self, input: &'v [u8], failure: &Failure<'_>) -> Vec<PartValue<'v>> {
        let secrets = &self.settings.secrets;
        self.parts.iter().map(|part| part.of_invalid(input, failure, secrets)).collect()
    }

    /// The octets of values in a row.
    pub fn cells<'v>(&'v self, values: &'v [PartValue<'_>]) -> impl Iterator<Item = Cow<'v, [u8]>> {
        values.iter().map(|value| value.cell(&self.undefined))
    }

    /// Calls a function with each piece of the line of some values.
    pub fn each_piece(&self, values: &[PartValue<'_>], mut take: impl FnMut(Shown<'_>)) {
        for piece in &self.line {
            match piece {
                Piece::Text(literal) => take(Shown::Literal(literal)),
                Piece::Part(number) => {
                    let value = values.get(*number).unwrap_or(&PartValue::Undefined);
                    take(Shown::Value(&value.in_line(&self.undefined)));
                }
            }
        }
    }

    /// The values of the parts of a valid input.
    fn values<'t>(
        &self,
        input: &'t [u8],
        row: Parsed<'_, 't>,
    ) -> Result<Vec<PartValue<'t>>, Failure<'static>> {
        let take = |part: &Part| part.take(self.reading, &self.settings, input, row);
        self.parts.iter().map(take).collect()
    }

    /// A note on an input without a host that has none of the parts: what is wrong with it as `check` tells it, or that a host
    /// lacks its slashes.
    fn note<'a>(
        &self,
        is_hostless: bool,
        values: &[PartValue<'_>],
        from: Option<Reference<'_>>,
        input: &'a [u8],
    ) -> Option<Failure<'a>> {
        let told = || Checking::new(self.standard).answer(input).note;
        (is_hostless && values.iter().all(PartValue::is_empty))
            .then(|| from.and_then(host_without_slashes).or_else(told))
            .flatten()
    }
}

/// A note on a name that is probably meant as a host: `example.com/a` is a path.
fn host_without_slashes(reference: Reference<'_>) -> Option<Failure<'static>> {
    if reference.scheme().is_some() || reference.authority().is_some() {
        return None;
    }
    let name = reference.path()?.as_str().split('/').next()?;
    List::mozilla().registrable_domain(name, Sections::Icann)?;
    let edition = reference.edition();
    let section = Context::of(edition).suffixes.unwrap_or(edition.sections.relative);
    let title = edition.title;
    let message = format!(
        "'{name}' has no '//' before it, so it is a path and no host; if a host is meant, write https://{name} ({title} section {section})"
    );
    Some(Failure::new("host-without-slashes", section, message).as_note())
}

/// An input with the requested parts.
pub struct Got<'a> {
    /// What was asked for.
    pub getting: &'a Getting,
    parts: Parts<'a>,
    /// A note on an input that has none of them.
    pub note: Option<Failure<'a>>,
}

enum Parts<'a> {
    Taken(Vec<PartValue<'a>>),
    /// An input and its URL. They are taken where they are written, since they are slices of the canonical text.
    Kept(&'a [u8], Read<'a>),
}

impl Got<'_> {
    /// What a function makes of the values.
    pub fn with_values<R>(&self, take: impl FnOnce(&[PartValue<'_>]) -> R) -> R {
        match &self.parts {
            Parts::Taken(values) => take(values),
            // Whether they can be taken was asked before.
            Parts::Kept(input, read) => {
                take(&self.getting.values(input, read.parsed()).unwrap_or_default())
            }
        }
    }
}

impl Serialize for Got<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_values(|values| {
            let mut map = serializer.serialize_map(None)?;
            if self.getting.has_format {
                let mut text = String::new();
                self.getting.each_piece(values, |piece| match piece {
                    Shown::Literal(literal) => text.push_str(literal),
                    Shown::Value(value) => text.push_str(&shown(value)),
                });
                map.serialize_entry("text", &text)?;
                return map.end();
            }
            let values = self.getting.parts.iter().zip(values);
            // The JSON envelope has the input.
            for (part, value) in values.filter(|(part, _)| !part.is_input()) {
                map.serialize_entry(&part.name, value)?;
            }
            map.end()
        })
    }
}

impl JsonSchema for Got<'_> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "got".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let pairs = generator.subschema_for::<Vec<PairSchema>>();
        let texts = generator.subschema_for::<Vec<String>>();
        json_schema!({
            "type": "object",
            "properties": { "text": { "description": "The line, with 'format'.", "type": "string" } },
            "additionalProperties": {
                "description": "The value of a part, by its name; null if it is undefined.",
                "anyOf": [{ "type": ["string", "null"] }, texts, pairs],
            },
        })
    }
}
