//! The URIs of a line of a list that people wrote: what `typed`, `extract` and `repair` read, one after the other.

use std::borrow::Cow;

use napkin::edition::{RFC3986, RFC3987};
use napkin_audit::{Identity, repair};
use napkin_context::{Disguises, Extractor, Heuristic, LONGEST, Schemes};
use napkin_schemes::Mapping;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::extract::Extracting;
use crate::failure::Failure;
use crate::options::options;
use crate::question::{Ask, Question, Standards};
use crate::standard::Standard;
use crate::typed::{ReadingTyped, Typed};
use crate::windows_path::is_windows_path;

options! {
    /// Clean a messy list: one URI a line
    ///
    /// Reads each line as people write lists: with a bullet or a number before the URI, with quotes, brackets or punctuation
    /// around it, with other text on the line, without a scheme ('www.example.com'), defanged ('hxxp://a[.]example'), as
    /// a Windows path, or with blanks and other characters that have to be percent-encoded. Domain names are written with xn--.
    /// A note tells every guess: a scheme that was added, and a blank that may have been a mistake. What has one meaning has
    /// no note: brackets and quotes, defanging, percent-encoding, xn--. Blank lines are left out of text, and a line that
    /// cannot be read is an error.
    pub struct Clean {}
}

impl Question for Clean {
    const NAME: &'static str = "clean";
    const STANDARDS: Standards = Standards::Own;
    type Ready = Cleaning;

    // A URL is asked about as its URI.
    fn suits(standard: Standard) -> Result<(), WrongChoice> {
        choice::syntax(standard, Self::NAME).map(drop)
    }

    fn ready(self, _: Standard) -> Result<Cleaning, WrongChoice> {
        let extractor = Extractor::new(RFC3987).schemes(Schemes::default()).suffixes(true);
        let disguises = Disguises { defanged: true, escaped: false, percent_encoded: false };
        Ok(Cleaning {
            extracting: Extracting { edition: RFC3987, extractor, disguises, longest: LONGEST },
            typed: ReadingTyped::new(RFC3987, Typed { suffix: true, ..Typed::default() }),
        })
    }
}

/// The reading of lines.
pub struct Cleaning {
    extracting: Extracting,
    typed: ReadingTyped,
}

/// The URIs of a line.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Cleaned<'a> {
    /// The URIs, in order; none for a blank line.
    pub uris: Vec<String>,
    /// A note, if something was guessed or left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    pub note: Option<Failure<'a>>,
}

impl Ask for Cleaning {
    type Answer<'a> = Cleaned<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(RFC3986.into())
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Cleaned<'a>, Failure<'a>> {
        let text =
            str::from_utf8(input).map_err(|error| Failure::not_utf8(RFC3986, error, input))?;
        let line = self.undecorated(text);
        if line.is_empty() {
            return Ok(Cleaned::default());
        }
        if is_windows_path(line.as_bytes()) {
            return self.written(line).ok_or_else(|| unreadable(line))?.cleaned();
        }
        let found = self.found(line);
        let read = if line.contains(char::is_whitespace) {
            self.among_words(line, found)
        } else {
            found.whole(line).or_else(|| self.written(line))
        };
        read.ok_or_else(|| unreadable(line)).and_then(Read::cleaned)
    }
}

/// URIs in a line, before non-ASCII characters are encoded.
#[derive(Default)]
struct Read {
    uris: Vec<String>,
    notes: Vec<String>,
    /// The line outside the URIs.
    outside: Vec<String>,
}

impl Cleaning {
    /// A line without bullets, brackets, quotes and final punctuation.
    fn undecorated<'t>(&self, line: &'t str) -> &'t str {
        let mut line = line;
        for _ in 0..LAYERS {
            let (inner, _) = self.extracting.extractor.unwrapped(line.as_bytes());
            let inner = str::from_utf8(inner).unwrap_or(line);
            let inner = without_bullet(inner).trim_end_matches([',', ';']).trim();
            if inner.len() == line.len() {
                break;
            }
            line = inner;
        }
        line
    }

    /// The URIs that running text has, with the text before, between and behind them. Beside a URI with a scheme, a
    /// name of a host that does not begin with `www.` is a word: `my file.txt`; so is a mail address.
    fn found(&self, line: &str) -> Read {
        let mut finds = Vec::new();
        // Reading bytes never fails.
        let _ = self.extracting.read(false, &mut line.as_bytes(), |find| {
            let Ok(find) = find else { return };
            let place = |offset| usize::try_from(offset).unwrap_or(line.len());
            finds.push((place(find.start)..place(find.end), find.uri.to_string(), find.heuristic));
        });
        if finds.iter().any(|(_, _, guess)| guess.is_none()) {
            let is_word = [Some(Heuristic::HostName), Some(Heuristic::MailAddress)];
            finds.retain(|(_, _, guess)| !is_word.contains(guess));
        }
        let (mut read, mut end) = (Read::default(), 0);
        for (place, uri, guess) in finds {
            read.outside.push(line.get(end..place.start).unwrap_or_default().into());
            end = place.end;
            read.uris.push(uri);
            read.notes.extend(guess.map(|guess| format!("guessed: {}", guess.name())));
        }
        read.outside.push(line.get(end..).unwrap_or_default().into());
        read
    }

    /// The URIs of a line with blanks: a URI at its start goes on behind a blank, unless a mark or another URI follows.
    fn among_words(&self, line: &str, found: Read) -> Option<Read> {
        let goes_on = match found.outside.as_slice() {
            [_] => true,
            [before, behind] => before.is_empty() && !begins_with_mark(behind),
            _ => false,
        };
        if goes_on {
            return self.written(line);
        }
        Some(found.telling_outside())
    }

    /// A line that is a URI as a whole, as it is typed or after repairs that keep its meaning.
    fn written(&self, line: &str) -> Option<Read> {
        let mut scratch = String::new();
        if let Ok(typed) = self.typed.ask(line.as_bytes(), &mut scratch) {
            let notes = typed.note.iter().map(|note| note.message().to_owned()).collect();
            let read = Read { uris: vec![typed.uri], notes, outside: Vec::new() };
            return Some(read).filter(Read::has_schemes);
        }
        let kept = repair(line.as_bytes(), RFC3986)
            .into_iter()
            .find(|candidate| candidate.identity == Identity::Kept)?;
        let notes = vec!["percent-encoded where a URI needs it".into()];
        let read = Read { uris: vec![kept.uri], notes, outside: Vec::new() };
        Some(read).filter(Read::has_schemes)
    }
}

impl Read {
    /// These URIs, if they are one, and nothing but marks is outside it.
    fn whole(self, line: &str) -> Option<Self> {
        let is_mark = |c: char| !c.is_alphanumeric() && !"/#?&=%".contains(c);
        let marks_only = self.outside.iter().all(|text| text.chars().all(is_mark));
        Some(self).filter(|read| read.uris.len() == 1 && marks_only && !line.is_empty())
    }

    /// These URIs, with a note if words are outside them.
    fn telling_outside(mut self) -> Self {
        let outside = self.outside.iter().map(|text| text.trim());
        let words = outside.filter(|text| text.contains(char::is_alphanumeric));
        let left_out: Vec<_> = words.map(|text| format!("'{text}'")).collect();
        if !left_out.is_empty() {
            self.notes.push(format!("left out: {}", left_out.join(", ")));
        }
        self
    }

    fn has_schemes(&self) -> bool {
        let has_scheme = |uri: &String| RFC3987.parse(uri).is_ok_and(|uri| uri.scheme().is_some());
        self.uris.iter().all(has_scheme)
    }

    /// The answer, in ASCII.
    fn cleaned<'a>(self) -> Result<Cleaned<'a>, Failure<'a>> {
        let mapping = Mapping::new().idna(true).encode_ascii(true);
        let mapped = self.uris.iter().map(|iri| mapping.to_uri(iri).map(Cow::into_owned));
        let uris: Vec<_> = mapped
            .collect::<Result<_, _>>()
            .map_err(|error| Failure::new(error.name(), error.section(), error.to_string()))?;
        let notes = self.notes.join("; ");
        let note = (!notes.is_empty()).then(|| Failure::new("guessed", "", notes).as_note());
        Ok(Cleaned { uris, note })
    }
}

/// How often bullets, brackets and punctuation are removed from a line. Each time may read it as a whole.
const LAYERS: usize = 8;

/// The bullets of lists.
const BULLETS: &str = "-*+>•‣⁃◦∙·●○▪▫■□☐☑✓✔–—→";

/// A line without a bullet, a box or a number before it; behind an ASCII one is a blank.
fn without_bullet(line: &str) -> &str {
    let line = line.trim_start();
    let behind = |text: &str, rest: &str| {
        let has_blank = rest.starts_with(char::is_whitespace);
        has_blank || (!text.is_ascii() && !rest.is_empty())
    };
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let number = (1..=4)
        .contains(&digits)
        .then(|| digits + 1)
        .filter(|end| matches!(line.as_bytes().get(end - 1), Some(b'.' | b')')));
    let bullet = line.chars().next().filter(|c| BULLETS.contains(*c)).map(char::len_utf8);
    let boxed = ["[ ]", "[x]", "[X]"].iter().find(|boxed| line.starts_with(**boxed));
    let end = number.or(bullet).or(boxed.map(|boxed| boxed.len())).unwrap_or_default();
    let (mark, rest) = line.split_at_checked(end).unwrap_or(("", line));
    if end > 0 && behind(mark, rest) { rest.trim_start() } else { line }
}

/// Whether the first character behind blanks begins something else than the rest of a path.
fn begins_with_mark(text: &str) -> bool {
    let behind = text.trim_start();
    behind.is_empty()
        || behind
            .starts_with(['(', '[', '{', '<', '"', '-', '–', '—', '|', ',', ';', ':', '#', '='])
}

/// The error of a line, with the first proposal of `repair`.
fn unreadable<'a>(line: &str) -> Failure<'a> {
    let proposals = repair(line.as_bytes(), RFC3986);
    let has_scheme = |uri: &str| RFC3986.parse(uri).is_ok_and(|uri| uri.scheme().is_some());
    let perhaps = proposals.into_iter().find(|candidate| has_scheme(&candidate.uri));
    let failure = Failure::new("no-uri", "", "there is no URI in it".into());
    match perhaps {
        Some(candidate) => failure.and(&format!("perhaps {} is meant", candidate.uri)),
        None => failure,
    }
}
