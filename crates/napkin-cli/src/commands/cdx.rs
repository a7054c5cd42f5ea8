//! `cdx`: the captures of pages in an index of an archive.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Args, ColorChoice};
use napkin_answers::Failure;
use napkin_answers::envelope;
use napkin_answers::key::{self, WrittenProfile};
use napkin_answers::options::Value as _;
use napkin_keys::cdx::{BrokenLine, Capture, Fields, Index, IndexError};
use napkin_keys::{KeyRange, Match, NoRange, Profile};
use napkin_standards::Standard;
use serde::Serialize;

use super::{Finished, Run};
use crate::WrongUsage;
use crate::input::options::Inputs;
use crate::input::{FileName, Origin};
use crate::output::{self, failure};
use crate::run::profile::own_profile;
use crate::run::question::one_of;
use crate::terminal::exit::{self, ExitCode};
use crate::terminal::streams;
use crate::terminal::text::{Palette, push_result, shown_path};

/// Look up URLs in the index of an archive
///
/// The index is a sorted file of CDX, with its header or with 7, 9, 10 or 11 columns, or of CDXJ; or the index of a `ZipNum`
/// cluster (cluster.idx), whose parts are in the same folder. It is searched by halving, whatever its size, and in little
/// memory. The lines of the captures are printed in their order.
///
/// The keys of the index have to be those of the profile, which is looked at in several places, and sorted by their octets, as
/// `LC_ALL=C sort` does. A URL without captures prints nothing, and is no error.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Cdx {
    /// The index; may be repeated
    #[arg(short, long, value_name = "FILE", required = true)]
    index: Vec<PathBuf>,

    /// Which captures are looked for
    #[arg(long = "match", value_name = "MATCH", default_value = "exact", value_parser = matches())]
    matching: Match,

    /// Whose keys the index has
    #[arg(long, value_name = "PROFILE", default_value = "surt", value_parser = one_of(key::programs()))]
    profile: String,

    /// The index has keys by your own profile, which is in this file (TOML), as 'key --profile-file'
    #[arg(long, value_name = "FILE", conflicts_with = "profile")]
    profile_file: Option<PathBuf>,

    /// Leave out captures before a date, such as 2020 or 20200131: digits from the year on
    #[arg(long, value_name = "DATE", value_parser = date)]
    from: Option<String>,

    /// Leave out captures after a date; those in the year, month or day of a short date are printed
    #[arg(long, value_name = "DATE", value_parser = date)]
    to: Option<String>,

    /// Print captures with this value of a field only, such as status=200, or with '!=' with another value; may be repeated
    #[arg(long, value_name = "FIELD=VALUE", value_parser = Filter::read)]
    filter: Vec<Filter>,

    /// Print no more than this number of captures of each URL
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Print these fields, with tabs between, in place of the line: of key, timestamp, url, mime, status, digest, length,
    /// offset, filename
    #[arg(
        long,
        value_name = "FIELD,...",
        value_delimiter = ',',
        value_parser = Field::parser(),
        hide_possible_values = true,
        conflicts_with = "json"
    )]
    fields: Vec<Field>,

    /// Write JSON Lines: one object for every capture
    #[arg(long)]
    json: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    #[command(flatten)]
    inputs: Inputs,
}

const EXAMPLE: &str = r#"Example:
  printf '%s\n' 'com,example)/ 2020 {"url": "http://example.com/"}' \
    'com,example)/a 2021 {"url": "https://www.example.com/a"}' > /tmp/index.cdxj
  napkin cdx -i /tmp/index.cdxj --match host --fields timestamp,url example.com

prints

  2020	http://example.com/
  2021	https://www.example.com/a"#;

fn matches() -> ValueParser {
    let read = |name: String| Match::read(name.into_bytes());
    one_of(Match::alternatives()).try_map(read).into()
}

/// A date as an index has it, or the beginning of one.
fn date(text: &str) -> Result<String, String> {
    let is_date = (4..=14).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_date.then(|| text.to_owned()).ok_or_else(|| "is not 4 to 14 digits from the year on".into())
}

/// A field of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Key,
    Timestamp,
    Url,
    Mime,
    Status,
    Digest,
    Length,
    Offset,
    Filename,
}

const FIELDS: [(&str, Field); 9] = [
    ("key", Field::Key),
    ("timestamp", Field::Timestamp),
    ("url", Field::Url),
    ("mime", Field::Mime),
    ("status", Field::Status),
    ("digest", Field::Digest),
    ("length", Field::Length),
    ("offset", Field::Offset),
    ("filename", Field::Filename),
];

impl Field {
    fn named(name: &str) -> Option<Self> {
        FIELDS.iter().find(|(known, _)| *known == name).map(|(_, field)| *field)
    }

    fn parser() -> ValueParser {
        let read = |name: String| Self::named(&name).ok_or("is no field");
        PossibleValuesParser::new(FIELDS.map(|(name, _)| name)).try_map(read).into()
    }

    /// Its value; empty if the index has none.
    fn of<'f>(self, key: &'f str, fields: &'f Fields<'_>) -> &'f str {
        let value = match self {
            Self::Key => return key,
            Self::Timestamp => &fields.timestamp,
            Self::Url => &fields.url,
            Self::Mime => &fields.mime,
            Self::Status => &fields.status,
            Self::Digest => &fields.digest,
            Self::Length => &fields.length,
            Self::Offset => &fields.offset,
            Self::Filename => &fields.filename,
        };
        value.as_deref().unwrap_or_default()
    }
}

/// A value that a field has to have, or must not have.
#[derive(Clone, Debug)]
struct Filter {
    field: Field,
    is_not: bool,
    value: String,
}

impl Filter {
    fn read(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("has no '=' between a field and a value")?;
        let (name, is_not) = name.strip_suffix('!').map_or((name, false), |name| (name, true));
        let names = FIELDS.map(|(name, _)| name).join(", ");
        let field = Field::named(name).ok_or(format!("has '{name}', which is none of {names}"))?;
        Ok(Self { field, is_not, value: value.into() })
    }
}

/// A capture in JSON.
#[derive(Serialize)]
struct Keys<'c> {
    key: &'c str,
    timestamp: Option<&'c str>,
    url: Option<&'c str>,
    mime: Option<&'c str>,
    status: Option<u64>,
    digest: Option<&'c str>,
    length: Option<u64>,
    offset: Option<u64>,
    filename: Option<&'c str>,
}

impl<'c> Keys<'c> {
    fn new(key: &'c str, fields: &'c Fields<'_>) -> Self {
        let number = |digits: &Option<Cow<'_, str>>| digits.as_ref()?.parse().ok();
        Self {
            key,
            timestamp: fields.timestamp.as_deref(),
            url: fields.url.as_deref(),
            mime: fields.mime.as_deref(),
            status: number(&fields.status),
            digest: fields.digest.as_deref(),
            length: number(&fields.length),
            offset: number(&fields.offset),
            filename: fields.filename.as_deref(),
        }
    }
}

impl Run for Cdx {
    fn run(self) -> Finished {
        let own = self.profile_file.as_deref().map(own_profile).transpose()?;
        let profile = own.as_ref().map(WrittenProfile::profile);
        let profile = profile.or_else(|| Profile::named(&self.profile));
        let Some(profile) = profile else { return Err(WrongUsage::new("no such profile")) };
        if self.index.iter().any(|path| path.as_os_str() == "-") {
            return Err(WrongUsage::new(
                "the index is searched, so it is a file, not standard input",
            ));
        }
        let mut looking = Looking {
            profile,
            indexes: Vec::new(),
            out: Vec::new(),
            stdout: Palette::chosen(self.color, &io::stdout()),
            stderr: Palette::chosen(self.color, &io::stderr()),
            code: ExitCode::Well,
            options: &self,
        };
        looking.open();
        looking.all();
        output::print(&looking.out);
        Ok(looking.code)
    }
}

/// Appends a line as it is, but for what would steer a terminal; tabs are between columns.
fn push_line(out: &mut Vec<u8>, line: &[u8], palette: Palette) {
    for (number, column) in line.split(|&byte| byte == b'\t').enumerate() {
        if number > 0 {
            out.push(b'\t');
        }
        push_result(out, column, palette);
    }
}

/// The lookup of URLs.
struct Looking<'o> {
    options: &'o Cdx,
    profile: &'o Profile,
    /// The indexes that can be searched, by their names.
    indexes: Vec<(String, Index<File>)>,
    out: Vec<u8>,
    stdout: Palette,
    stderr: Palette,
    code: ExitCode,
}

impl Looking<'_> {
    /// Opens the indexes.
    fn open(&mut self) {
        for path in &self.options.index {
            let opened = Index::open(path).and_then(|mut index| {
                // Who looks for the beginning of keys knows them.
                if self.options.matching != Match::Key {
                    index.check_keys(self.profile)?;
                }
                Ok(index)
            });
            match opened {
                Ok(index) => self.indexes.push((shown_path(path), index)),
                Err(error) => self.fail(&shown_path(path), &error),
            }
        }
    }

    /// Looks up the arguments, or the lines of standard input.
    fn all(&mut self) {
        let texts = &self.options.inputs.texts;
        for (text, number) in texts.iter().zip(1..) {
            self.one(text.as_encoded_bytes(), Origin::Argument(number));
        }
        if !texts.is_empty() {
            return;
        }
        let file = FileName::named(Path::new("-"));
        let mut line = Vec::new();
        let mut read = || {
            line.clear();
            let read = streams::stdin()?.lock().read_until(b'\n', &mut line)?;
            while line.pop_if(|byte| matches!(byte, b'\n' | b'\r')).is_some() {}
            Ok::<_, io::Error>((read > 0).then(|| line.clone()))
        };
        for number in 1.. {
            match read() {
                Ok(Some(line)) => {
                    let first = number == 1;
                    self.one(&line, Origin::Record { file: &file, number, first, row: None });
                }
                Ok(None) => return,
                Err(error) => return self.fail(&file.shown, &error.into()),
            }
        }
    }

    /// Looks up a URL.
    fn one(&mut self, input: &[u8], origin: Origin<'_>) {
        let range = match self.profile.range(input, self.options.matching) {
            Ok(range) => range,
            Err(error) => return self.refuse(input, origin, error),
        };
        let mut left = self.options.limit.unwrap_or(u64::MAX);
        let mut indexes = std::mem::take(&mut self.indexes);
        indexes.retain_mut(|(name, index)| {
            let searched = self.search(input, name, index, &range, &mut left);
            searched.map_err(|error| self.fail(name, &error)).is_ok()
        });
        self.indexes = indexes;
    }

    /// Prints the captures of a range.
    fn search(
        &mut self,
        input: &[u8],
        name: &str,
        index: &mut Index<File>,
        range: &KeyRange,
        left: &mut u64,
    ) -> Result<(), IndexError> {
        if *left == 0 {
            return Ok(());
        }
        let mut captures = index.find(range)?;
        while *left > 0
            && let Some(capture) = captures.next()?
        {
            if !capture.is_ended() {
                let start = capture.start();
                exit::warn(&format!(
                    "{name}: the last line, at byte {start}, has no end: the file may have been cut"
                ));
            }
            match self.show(input, &capture) {
                Ok(is_shown) => *left -= u64::from(is_shown),
                Err(error) => {
                    exit::warn(&format!("{name}: {error}"));
                    self.found_fault();
                }
            }
            if self.out.len() > output::BLOCK {
                output::print(&self.out);
                self.out.clear();
            }
        }
        Ok(())
    }

    /// Prints a capture, if the options keep it.
    fn show(&mut self, input: &[u8], capture: &Capture<'_>) -> Result<bool, BrokenLine> {
        let options = self.options;
        if !self.is_in_time(capture) {
            return Ok(false);
        }
        let is_whole = options.fields.is_empty() && !options.json;
        // A line that was cut is not handed on as if it were whole.
        if is_whole && options.filter.is_empty() && capture.is_ended() {
            push_line(&mut self.out, capture.line(), self.stdout);
            self.out.push(b'\n');
            return Ok(true);
        }
        let fields = capture.fields()?;
        let key = String::from_utf8_lossy(capture.key());
        let keeps =
            |filter: &Filter| (filter.field.of(&key, &fields) == filter.value) != filter.is_not;
        if !options.filter.iter().all(keeps) {
            return Ok(false);
        }
        if options.json {
            let keys = Ok(Keys::new(&key, &fields));
            envelope::push_line(&mut self.out, None::<Standard>, input, &keys);
            return Ok(true);
        }
        if is_whole {
            push_line(&mut self.out, capture.line(), self.stdout);
        }
        for (number, field) in options.fields.iter().enumerate() {
            if number > 0 {
                self.out.push(b'\t');
            }
            push_result(&mut self.out, field.of(&key, &fields).as_bytes(), self.stdout);
        }
        self.out.push(b'\n');
        Ok(true)
    }

    /// Whether a capture is of the time that is asked for. A short date is the whole year, month or day.
    fn is_in_time(&self, capture: &Capture<'_>) -> bool {
        let Cdx { from, to, .. } = self.options;
        if from.is_none() && to.is_none() {
            return true;
        }
        let Some(at) = capture.timestamp() else { return false };
        let is_before = |to: &String| at.iter().take(to.len()).le(to.as_bytes());
        from.as_ref().is_none_or(|from| at >= from.as_bytes()) && to.as_ref().is_none_or(is_before)
    }

    /// Tells why a URL cannot be looked up.
    fn refuse(&mut self, input: &[u8], origin: Origin<'_>, error: NoRange) {
        let kind = if matches!(error, NoRange::Key(_)) { "no-key" } else { "no-range" };
        let message = format!("no range by profile {}: {error}", self.profile.name());
        let failure = Failure::new(kind, "", message);
        if self.options.json {
            let failed = Err::<Keys<'_>, _>(failure);
            envelope::push_line(&mut self.out, None::<Standard>, input, &failed);
        } else {
            let mut told = Vec::new();
            failure::tell(&failure, &mut told, origin, Some(input), self.stderr);
            output::complain(&told);
        }
        self.found_fault();
    }

    /// Tells why an index cannot be searched.
    fn fail(&mut self, name: &str, error: &IndexError) {
        exit::warn(&format!("{name}: {error}"));
        match error {
            IndexError::Io(_) => self.code = ExitCode::File,
            // What the system cannot read, and not what a damaged block has.
            IndexError::Block { error, .. } if error.raw_os_error().is_some() => {
                self.code = ExitCode::File;
            }
            _ => self.found_fault(),
        }
    }

    fn found_fault(&mut self) {
        if self.code == ExitCode::Well {
            self.code = ExitCode::Findings;
        }
    }
}
