//! `witness`: the shortest strings that two editions read differently.

use std::num::NonZeroUsize;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice};
use napkin::witness::{self as of_syntax, BASE, COMPLETE_UP_TO};
use napkin::{Edition, Part};
use napkin_answers::differences::{ByEdition, Reading};
use napkin_answers::standard::UrlStandard;
use napkin_answers::url_editions::UrlReading;
use napkin_answers::{Standard, push_json};
use napkin_url::Attribute;
use napkin_url::witness as of_urls;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::WrongUsage;
use crate::edition;
use crate::exit::ExitCode;
use crate::output;
use crate::text::{Palette, Text, grouped};

/// Find the shortest strings on which two editions differ
///
/// For each way in which they differ (which one accepts a string, what they read as each part, what it
/// means against the base of the standards' examples) the shortest strings that show it. The search
/// tries every string up to the length, over one character of each kind that the two tell apart, and
/// says how far it went. Two editions of the URI syntax can be compared, or two of the URL Standard.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Witness {
    /// One edition
    #[arg(value_name = "EDITION", value_parser = edition::named())]
    first: Standard,

    /// The other, of the same kind
    #[arg(value_name = "EDITION", value_parser = edition::named())]
    second: Standard,

    /// Look only for strings in which this part differs
    #[arg(long, value_parser = part())]
    part: Option<Part>,

    /// The longest strings to try: in bytes, 5 if not given; by the URL Standard in pieces behind the scheme, 4 if not
    /// given
    #[arg(long, value_name = "N", value_parser = length)]
    length: Option<usize>,

    /// How many to show of each kind
    #[arg(long, value_name = "N", default_value = "4")]
    limit: NonZeroUsize,

    /// Write JSON Lines: one object for every witness
    #[arg(long)]
    json: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

const EXAMPLE: &str = "\
Example:
  napkin witness draft2003 rfc3986 --length 3

prints

  the target differs       (empty)
  the host differs         //
  only draft2003 accepts   a:[  a:]  g:[  g:]
  the port differs         //:
  the userinfo differs     //@
  tried every string of up to 3 bytes: 8,421 strings";

/// The default length of the strings.
const BYTES: usize = 5;

/// The default number of pieces after the scheme.
const PIECES: usize = 4;

fn part() -> impl TypedValueParser<Value = Part> {
    PossibleValuesParser::new(Part::ALL.iter().map(|part| part.name())).try_map(|name| {
        Part::ALL.iter().copied().find(|part| part.name() == name).ok_or("not a part")
    })
}

fn length(text: &str) -> Result<usize, String> {
    let length = text.parse().ok().filter(|&length| length <= COMPLETE_UP_TO);
    length.ok_or_else(|| format!("not a number of bytes up to {COMPLETE_UP_TO}"))
}

impl Run for Witness {
    fn run(self) -> Finished {
        let found = match (self.first, self.second) {
            (Standard::Syntax(first), Standard::Syntax(second)) => self.of_syntax(first, second),
            (Standard::Url(first), Standard::Url(second)) => self.of_urls(first, second)?,
            (first, second) => {
                let (first, second) = (first.name(), second.name());
                let message = format!(
                    "{first} and {second} have no witnesses: an edition of the URI syntax says what a text is, and one \
                     of the URL Standard brings any text to a URL; choose two of the same kind"
                );
                return Err(WrongUsage::new(message));
            }
        };
        let mut out = Vec::new();
        if self.json {
            for witness in self.shown(&found) {
                push_json(&mut out, &self.told(witness));
            }
        } else {
            let palette = Palette::chosen(self.color, &std::io::stdout());
            self.write(&found, &mut Text::new(&mut out, palette, true));
        }
        output::print(&out);
        Ok(ExitCode::Well)
    }
}

/// The result of a search, for either kind of edition.
struct Found {
    witnesses: Vec<One>,
    /// How far the search went, in words.
    end: String,
}

/// A string that two editions read differently.
struct One {
    text: String,
    /// The kind of difference in words.
    kind: String,
    /// Its name in JSON.
    what: &'static str,
    /// The part that differs.
    part: Option<&'static str>,
}

impl Witness {
    fn of_syntax(&self, first: &'static Edition, second: &'static Edition) -> Found {
        let length = self.length.unwrap_or(BYTES);
        let found = of_syntax::search(first, second, length, self.part);
        let of_syntax::Found { witnesses, tried, complete_up_to, .. } = found;
        let one = |witness: of_syntax::Witness| {
            use of_syntax::Difference;
            let (kind, part) = match witness.difference {
                Difference::Validity(edition) => (format!("only {edition} accepts"), None),
                Difference::Part(part) => (format!("the {part} differs"), Some(part.name())),
                Difference::Target => ("the target differs".into(), None),
            };
            One { text: witness.text, kind, what: witness.difference.name(), part }
        };
        Found {
            witnesses: witnesses.into_iter().map(one).collect(),
            end: format!(
                "tried every string of up to {complete_up_to} bytes: {} strings",
                grouped(tried)
            ),
        }
    }

    fn of_urls(&self, first: UrlStandard, second: UrlStandard) -> Result<Found, WrongUsage> {
        let length = self.length.unwrap_or(PIECES);
        if length > of_urls::COMPLETE_UP_TO {
            let most = of_urls::COMPLETE_UP_TO;
            return Err(WrongUsage::new(format!("'--length' is up to {most} by the URL Standard")));
        }
        let attribute = self.part.map(attribute);
        let found = of_urls::search(first.edition, second.edition, length, attribute);
        let of_urls::Found { witnesses, tried, complete_up_to, schemes, .. } = found;
        let one = |witness: of_urls::Witness| {
            use of_urls::Difference;
            let (kind, part) = match witness.difference {
                Difference::Validity(key) if key == first.edition.key => {
                    (format!("only {} accepts", first.name), None)
                }
                Difference::Validity(_) => (format!("only {} accepts", second.name), None),
                Difference::Attribute(attribute) => {
                    let name = attribute.name();
                    (format!("the {name} differs"), Some(name))
                }
                Difference::Target => ("the target differs".into(), None),
            };
            One { text: witness.text, kind, what: witness.difference.name(), part }
        };
        let words: Vec<_> = of_urls::WORDS.iter().map(|word| format!("'{word}'")).collect();
        Ok(Found {
            witnesses: witnesses.into_iter().map(one).collect(),
            end: format!(
                "tried every text of up to {complete_up_to} characters or {}, after {} or nothing: {} texts",
                words.join(", "),
                schemes.join(", "),
                grouped(tried),
            ),
        })
    }

    /// The witnesses, up to the limit for each kind.
    fn shown<'f>(&self, found: &'f Found) -> impl Iterator<Item = &'f One> {
        let limit = self.limit.get();
        kinds(found).into_iter().flat_map(move |kind| of_kind(found, kind).take(limit))
    }

    fn told<'w>(&self, witness: &'w One) -> Line<'w> {
        let text = witness.text.as_str();
        let editions = match (self.first, self.second) {
            (Standard::Url(first), Standard::Url(second)) => {
                let read = |standard| UrlReading::new(standard, text.as_bytes(), Some(BASE));
                Readings::Urls(Box::new([first, second].map(read)))
            }
            (first, second) => {
                let read = |edition| Reading::new(edition, text.as_bytes(), Some(BASE));
                let editions = [first, second].into_iter().filter_map(Standard::syntax);
                Readings::Syntax(editions.map(read).collect())
            }
        };
        Line { witness: text, what: witness.what, part: witness.part, editions }
    }

    fn write(&self, found: &Found, text: &mut Text<'_>) {
        let kinds = kinds(found);
        let width = kinds.iter().map(|kind| kind.len()).max().unwrap_or_default() + 2;
        for kind in kinds {
            let strings: Vec<_> = of_kind(found, kind)
                .take(self.limit.get())
                .map(|witness| if witness.text.is_empty() { "(empty)" } else { &witness.text })
                .collect();
            text.label(kind, width);
            text.push(&strings.join("  "));
            text.end_line();
        }
        text.styled(text.palette.faint, &found.end);
        text.end_line();
    }
}

/// The attribute of a URL for a part.
const fn attribute(part: Part) -> Attribute {
    match part {
        Part::Scheme => Attribute::Protocol,
        Part::Authority => Attribute::Host,
        Part::Userinfo => Attribute::Username,
        Part::Host => Attribute::Hostname,
        Part::Port => Attribute::Port,
        Part::Path => Attribute::Pathname,
        Part::Query => Attribute::Search,
        Part::Fragment => Attribute::Hash,
        _ => Attribute::Href,
    }
}

/// The kinds of difference that have witnesses, the shortest first.
fn kinds(found: &Found) -> Vec<&str> {
    let mut kinds = Vec::new();
    for witness in &found.witnesses {
        if !kinds.contains(&witness.kind.as_str()) {
            kinds.push(witness.kind.as_str());
        }
    }
    kinds
}

fn of_kind<'f>(found: &'f Found, kind: &'f str) -> impl Iterator<Item = &'f One> {
    found.witnesses.iter().filter(move |witness| witness.kind == kind)
}

/// A witness, and its readings by the two editions.
#[derive(Serialize)]
struct Line<'a> {
    witness: &'a str,
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'static str>,
    editions: Readings<'a>,
}

/// The readings of a witness by two editions.
enum Readings<'a> {
    Syntax(Vec<Reading<'a>>),
    Urls(Box<[UrlReading<'a>; 2]>),
}

impl Serialize for Readings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Syntax(readings) => ByEdition(readings).serialize(serializer),
            Self::Urls(readings) => {
                serializer.collect_map(readings.iter().map(|read| (read.standard.name, read)))
            }
        }
    }
}
