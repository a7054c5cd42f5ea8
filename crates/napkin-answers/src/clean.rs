//! The URIs of a line of a list that people wrote: what stands among its words, each with its first mend.

use std::cell::OnceCell;
use std::ops::Range;

use napkin::Reference;
use napkin::edition::{RFC3986, RFC3987};
use napkin_audit::{Edit, Identity, Mend, Span, mends};
use napkin_context::{Disguises, Extractor, Heuristic, LONGEST, Schemes};
use napkin_schemes::secrets::redacted_text;
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::extract::Extracting;
use crate::failure::Failure;
use crate::options::options;
use crate::question::{Ask, Question, Standards};
use crate::schema::{IdentityName, Mended};

options! {
    /// Clean a messy list: one URI a line
    ///
    /// 'repair' lists all that may be meant by an input, and 'typed' reads one text as a field for a URI does.
    ///
    /// Reads each line as people write lists: with a bullet or a number before the URI, with quotes, brackets or punctuation
    /// around it, with other text on the line, without a scheme ('www.example.com'), defanged ('hxxp://a[.]example'), as
    /// a Windows path, or with blanks and other characters that have to be percent-encoded. Each URI is the first that 'repair'
    /// lists. A note tells every guess, such as a scheme that was added, and words that are left out. What has one meaning has no
    /// note: brackets and quotes, percent-encoding, xn--. Blank lines are left out of text, and a line that cannot be read is
    /// an error.
    pub struct Clean {
        /// Refuse guesses: a line of which a URI can only be guessed is an error
        no_guess: bool;
    }
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
        let disguises = Disguises { defanged: true, ..Disguises::default() };
        let (edition, hosts, longest) = (RFC3987, Vec::new(), LONGEST);
        let extracting = Extracting { edition, extractor, disguises, hosts, longest };
        Ok(Cleaning { extracting, guesses: !self.no_guess })
    }
}

/// The reading of lines.
pub struct Cleaning {
    extracting: Extracting,
    guesses: bool,
}

/// The URIs of a line.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Cleaned<'a> {
    /// The URIs, in order; none for a blank line.
    pub uris: Vec<String>,
    /// The URIs with what became of them.
    pub cleaned: Vec<CleanedUri>,
    /// The mends of which the URIs are the first, of the line without what is around them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Mended>")]
    pub mends: Vec<Mend>,
    /// A note, if something was guessed or left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    pub note: Option<Failure<'a>>,
}

/// A URI of a line.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "cleaned-uri")]
pub struct CleanedUri {
    /// The URI.
    pub uri: String,
    /// Whether it identifies what the line did.
    #[schemars(with = "IdentityName")]
    pub identity: &'static str,
    /// Whether it differs from the line.
    pub changed: bool,
}

impl Ask for Cleaning {
    type Answer<'a> = Cleaned<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(RFC3986.into())
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Cleaned<'a>, Failure<'a>> {
        self.clean(input, None)
    }
}

/// The mends of a line, which are asked for of the line as a whole and of its pieces, of which one is often the line.
struct OfLine<'l> {
    line: &'l str,
    mends: OnceCell<Vec<Mend>>,
}

impl OfLine<'_> {
    fn mends(&self) -> &[Mend] {
        self.mends.get_or_init(|| mends(self.line.as_bytes(), RFC3986))
    }

    /// The mends of a piece of the line.
    fn mends_of(&self, piece: &str) -> Vec<Mend> {
        if piece == self.line { self.mends().to_vec() } else { mends(piece.as_bytes(), RFC3986) }
    }
}

/// A URI in a line: its place, the text as it is read, and the guess by which it is read so.
struct Piece {
    place: Range<usize>,
    text: String,
    note: Option<String>,
}

/// The pieces of a line, and the words that are left out.
type Pieces = (Vec<Piece>, Vec<String>);

impl Cleaning {
    /// The URIs of a line, whose mends by RFC 3986 may be known.
    pub(crate) fn clean<'a>(
        &self,
        input: &'a [u8],
        known: Option<&[Mend]>,
    ) -> Result<Cleaned<'a>, Failure<'a>> {
        let text =
            str::from_utf8(input).map_err(|error| Failure::not_utf8(RFC3986, error, input))?;
        let line = self.undecorated(text);
        let mut cleaned = Cleaned::default();
        if line.is_empty() {
            return Ok(cleaned);
        }
        let known = known.filter(|_| line.len() == input.len()).map(<[Mend]>::to_vec);
        let of_line = OfLine { line, mends: known.map(OnceCell::from).unwrap_or_default() };
        let (pieces, mut notes) = self.pieces(&of_line);
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        for Piece { place, text: piece, mut note } in pieces {
            let place = Span::new(start + place.start, start + place.end);
            let found = of_line.mends_of(&piece);
            let first = found.iter().find(|mend| is_whole(&mend.uri));
            let (uri, mut identity) = match first {
                Some(mend) => (mend.uri.clone(), mend.identity),
                None if found.is_empty() && is_whole(&piece) => (piece.clone(), Identity::Kept),
                None => return Err(Failure::new("no-uri", "", "there is no URI in it".into())),
            };
            if let Some(mend) = first.filter(|mend| mend.identity == Identity::Guessed) {
                note = note.or_else(|| Some(mend.message.clone()));
            }
            if note.is_some() {
                identity = Identity::Guessed;
            }
            notes.extend(note.map(|note| format!("guessed: {note}")));
            let other = found.iter().find(|mend| mend.uri != uri && is_whole(&mend.uri));
            let is_doubtful = identity != Identity::Guessed && piece.contains(char::is_whitespace);
            if let Some(other) = other.filter(|_| is_doubtful) {
                notes.push(format!("or without blanks: {}", redacted_text(other.uri.as_bytes())));
            }
            // Places are those in the line, if the piece is written there.
            if place.of(input) == piece.as_bytes() {
                cleaned
                    .mends
                    .extend(found.into_iter().map(|mend| within(mend, place, input.len())));
            }
            let (changed, identity_name) = (uri.as_bytes() != input, identity.name());
            if identity == Identity::Guessed && !self.guesses {
                let failure = Failure::new("guessed", "", "its URI can only be guessed".into());
                return Err(failure.with_mends(cleaned.mends));
            }
            cleaned.uris.push(uri.clone());
            cleaned.cleaned.push(CleanedUri { uri, identity: identity_name, changed });
        }
        let notes = notes.join("; ");
        cleaned.note = (!notes.is_empty()).then(|| Failure::new("guessed", "", notes).as_note());
        Ok(cleaned)
    }

    /// A line without bullets, brackets, quotes and final punctuation.
    fn undecorated<'t>(&self, line: &'t str) -> &'t str {
        let mut line = line;
        for _ in 0..LAYERS {
            let (inner, _) = self.extracting.extractor.unwrapped(line.as_bytes());
            let inner = str::from_utf8(inner).unwrap_or(line);
            let item = without_bullet(inner);
            let inner = item.trim_end_matches([',', ';']).trim();
            // The comma of `data:,` is the one that its scheme needs.
            let inner = if is_data(inner) && !inner.contains(',') { item.trim() } else { inner };
            if inner.len() == line.len() {
                break;
            }
            line = inner;
        }
        line
    }

    /// The URIs that running text has. Beside a URI with a scheme, a name of a host that does not begin with `www.` is a
    /// word: `my file.txt`; so is a mail address.
    fn found(&self, line: &str) -> Vec<Piece> {
        let mut finds = Vec::new();
        // Reading bytes never fails.
        let _ = self.extracting.read((false, false), &mut line.as_bytes(), |find| {
            let Ok(find) = find else { return };
            let place = |offset| usize::try_from(offset).unwrap_or(line.len());
            let place = place(find.start)..place(find.end);
            finds.push((
                place,
                find.uri.to_string(),
                find.raw == find.uri.as_bytes(),
                find.heuristic,
            ));
        });
        if finds.iter().any(|(.., guess)| guess.is_none()) {
            let is_word = [Some(Heuristic::HostName), Some(Heuristic::MailAddress)];
            finds.retain(|(.., guess)| !is_word.contains(guess));
        }
        let piece = |(place, text, is_raw, guess): (_, String, bool, Option<Heuristic>)| {
            if let Some(secured) = guess.and_then(|guess| secured(&text, guess)) {
                return Piece {
                    place,
                    text: secured,
                    note: Some("'https://' before a name".into()),
                };
            }
            let revealed = || (!is_raw).then(|| "defanged, or in another spelling".to_owned());
            let note = guess.map(|guess| guess.to_string()).or_else(revealed);
            Piece { place, text, note }
        };
        finds.into_iter().map(piece).collect()
    }

    /// The URIs of a line: the line as a whole, or those among its words. A URI at the start of a line goes on behind a blank,
    /// unless a mark or another URI follows.
    fn pieces(&self, of_line: &OfLine<'_>) -> Pieces {
        let line = of_line.line;
        let whole =
            || (vec![Piece { place: 0..line.len(), text: line.into(), note: None }], Vec::new());
        let is_path = |mend: &Mend| ["windows-path", "vms-path"].contains(&mend.what);
        if is_data(line) || of_line.mends().first().is_some_and(is_path) {
            return whole();
        }
        let found = self.found(line);
        let mut outside = Vec::new();
        let mut end = 0;
        for Piece { place, .. } in &found {
            outside.push(line.get(end..place.start).unwrap_or_default());
            end = place.end;
        }
        outside.push(line.get(end..).unwrap_or_default());
        let is_all = match (line.contains(char::is_whitespace), &*outside) {
            (_, [_]) => true,
            (true, [before, behind]) => {
                let goes_on = behind.starts_with(['|', '^', '`', '{', '}', '\\']);
                before.is_empty() && (goes_on || !begins_with_mark(behind))
            }
            (true, _) => false,
            (false, [before, behind]) => !is_around(before, behind),
            (false, _) => true,
        };
        if is_all {
            return whole();
        }
        let words = outside.iter().map(|text| text.trim());
        let words = words.filter(|text| text.contains(char::is_alphanumeric));
        let left_out: Vec<_> = words.map(|text| format!("'{text}'")).collect();
        let left_out = (!left_out.is_empty()).then(|| format!("left out: {}", left_out.join(", ")));
        (found, left_out.into_iter().collect())
    }
}

/// A completed name without a port as whoever writes it today means it, by `https`, which the errors of the core
/// advise too. `typed` and `extract` complete it as RFC 3986 section 4.5 has it, by `http`; an address or a port is
/// rarely that of `https`.
fn secured(uri: &str, guess: Heuristic) -> Option<String> {
    let name = uri.strip_prefix("http://")?;
    let host = name.split(['/', '?', '#']).next().unwrap_or_default();
    let is_name = matches!(guess, Heuristic::WwwName | Heuristic::HostName);
    (is_name && !host.contains(':')).then(|| format!("https://{name}"))
}

fn is_data(line: &str) -> bool {
    line.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Whether texts are marks around a URI: what a sentence has behind it, and before it, with its partner, what opens.
fn is_around(before: &str, behind: &str) -> bool {
    let is_mark = |c: char| !c.is_alphanumeric() && !"/#?&=%|^`{}'".contains(c);
    let is_partner = |c: char| is_mark(c) || !before.is_empty() && "'`}".contains(c);
    let is_of_markdown = before.starts_with('[') && before.ends_with("](");
    (is_of_markdown || before.chars().all(|c| is_mark(c) || "'`{".contains(c)))
        && behind.chars().all(is_partner)
}

/// Whether a text has a scheme, and the host that the scheme needs.
fn is_whole(uri: &str) -> bool {
    let is_whole = |uri: Reference<'_>| uri.scheme().is_some() && uri.check_scheme().is_ok();
    RFC3986.parse(uri).is_ok_and(is_whole)
}

/// A mend of a part of an input as one of the input: all outside is left out.
fn within(mut mend: Mend, part: Span, length: usize) -> Mend {
    let shifted = |span: Span| Span::new(part.start + span.start, part.start + span.end);
    mend.place = shifted(mend.place);
    for edit in &mut mend.edits {
        edit.span = shifted(edit.span);
    }
    if part.start > 0 {
        mend.edits.insert(0, Edit::new(Span::new(0, part.start), ""));
    }
    if part.end < length {
        mend.edits.push(Edit::new(Span::new(part.end, length), ""));
    }
    mend
}

/// How often bullets, brackets and punctuation are removed from a line. Each time may read it as a whole.
const LAYERS: usize = 8;

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
