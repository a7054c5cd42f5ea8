//! An input by the URL Standard: its canonical URL, the validation errors, and the changes by each state of the
//! parser.

use std::borrow::Cow;
use std::cell::RefCell;

use napkin_standards::Standard;
use napkin_url::edition::WHATWG;
use napkin_url::{Edition, Note, Position, Url};
use schemars::JsonSchema;
use serde::Serialize;

use crate::change::Step;
use crate::failure::Failure;
use crate::schema::ValidationName;

/// An input parsed by the URL Standard.
pub struct Read<'a> {
    /// The URL, or the failure.
    pub url: Result<Url, Failure<'a>>,
    /// The validation errors, in the order of the parser's steps.
    pub notes: Vec<Note>,
}

/// The text of an input.
///
/// # Errors
///
/// If it is not UTF-8.
pub fn text(input: &[u8]) -> Result<&str, Failure<'_>> {
    str::from_utf8(input).map_err(|error| Failure::refused(error, input))
}

/// The edition of the URL Standard by which a question is answered; for whoever has looked which family it is.
pub fn edition(standard: Standard) -> &'static Edition {
    standard.url().unwrap_or(WHATWG)
}

/// Parses an input by an edition, against a base if there is one.
///
/// # Errors
///
/// If the parser fails.
pub fn parse<'a>(
    edition: &'static Edition,
    input: &'a [u8],
    base: Option<&Url>,
) -> Result<Url, Failure<'a>> {
    let text = text(input)?;
    let options = Url::options().edition(edition);
    let options = if base.is_some() { options.base_url(base) } else { options };
    options.parse_exactly(text).map_err(|failure| Failure::refused(failure, input))
}

impl<'a> Read<'a> {
    /// Parses an input, and collects the validation errors.
    pub fn new(edition: &'static Edition, input: &'a [u8], base: Option<&Url>) -> Self {
        let text = match text(input) {
            Ok(text) => text,
            Err(failure) => return Self { url: Err(failure), notes: Vec::new() },
        };
        let notes = RefCell::new(Vec::new());
        let listen = |note| notes.borrow_mut().push(note);
        let options = Url::options().edition(edition);
        let options = if base.is_some() { options.base_url(base) } else { options };
        let url = options.validation_callback(Some(&listen)).parse_exactly(text);
        let url = url.map_err(|failure| Failure::refused(failure, input));
        Self { url, notes: notes.into_inner() }
    }

    /// The URL, and the further keys in JSON for an edition that rewrites.
    ///
    /// # Errors
    ///
    /// If the parser fails.
    pub fn canonical(self, input: &'a [u8]) -> Result<Canonical, Failure<'a>> {
        let url = self.url?;
        let rewriting = Rewriting::new(&url, input, &self.notes);
        Ok(Canonical { url: url.into(), rewriting })
    }
}

/// A URL with the further keys in JSON for an edition that rewrites.
pub struct Canonical {
    /// The URL, which owns its text.
    pub url: Url<Cow<'static, str>>,
    /// The further keys.
    pub rewriting: Rewriting,
}

/// The changes to an input, for JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rewriting {
    /// The canonical text.
    pub href: String,
    /// Whether it differs from the input.
    pub rewritten: bool,
    /// The serialized origin.
    pub origin: String,
    /// The validation errors, in the order of the parser's steps.
    pub validation: Vec<Validation>,
}

impl Rewriting {
    fn new(url: &Url, input: &[u8], notes: &[Note]) -> Self {
        Self {
            href: url.as_str().into(),
            rewritten: url.as_str().as_bytes() != input,
            origin: url.origin().ascii_serialization(),
            validation: validation(notes),
        }
    }
}

/// A validation error for JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "validation")]
pub struct Validation {
    /// The standard's name.
    #[schemars(with = "ValidationName")]
    pub name: &'static str,
    /// Its place in the input.
    pub offset: usize,
}

/// Validation errors for JSON.
pub fn validation(notes: &[Note]) -> Vec<Validation> {
    let told = |note: &Note| Validation { name: note.error.name(), offset: note.offset };
    notes.iter().map(told).collect()
}

/// The first validation error as a failure, with the number of further ones.
pub fn first<'a>(notes: &[Note], input: &'a [u8]) -> Option<Failure<'a>> {
    let (first, others) = notes.split_first()?;
    let failure = Failure::refused(*first, input);
    Some(match others.len() {
        0 => failure,
        1 => failure.and("1 other validation error"),
        count => failure.and(&format!("{count} other validation errors")),
    })
}

/// The section that states the parser.
const PARSING: &str = "4.4";

/// The changes by each state of the parser, in the order of the text. The text after each step parses to the same
/// URL.
///
/// If the input needs its base, the only step is the state that copies from the base.
pub fn steps<'a>(url: &Url<Cow<'_, str>>, input: &'a str, has_base: bool) -> Vec<Step<'a>> {
    let mut steps = Steps { steps: Vec::new(), text: Cow::Borrowed(input) };
    if has_base && !is_absolute(url, input) {
        steps.become_text("relative-state", PARSING, url.as_str().into());
        return steps.steps;
    }
    let is_control_or_space = |c: char| c <= ' ';
    steps.become_text("strip-c0-control-or-space", PARSING, {
        input.trim_matches(is_control_or_space).into()
    });
    let is_removed = |c: char| matches!(c, '\t' | '\n' | '\r');
    if steps.text.contains(is_removed) {
        let left = steps.text.chars().filter(|c| !is_removed(*c)).collect();
        steps.become_text("remove-tab-or-newline", PARSING, left);
    }
    let written = Pieces::of_input(url, &steps.text.clone());
    let canonical = Pieces::of_url(url);
    let mut now = written;
    for number in ORDER {
        if now.0[number] != canonical.0[number] {
            now.0[number].clone_from(&canonical.0[number]);
            let (rule, section) = STATES[number];
            let rule = match rule {
                "path-state" if url.cannot_be_a_base() => "opaque-path-state",
                "host-state" if url.scheme() == "file" => "file-host-state",
                rule => rule,
            };
            steps.become_text(rule, section, now.0.concat());
        }
    }
    steps.steps
}

/// Whether an input parses to the same URL without its base.
fn is_absolute(url: &Url<Cow<'_, str>>, input: &str) -> bool {
    url.edition().parse(input).is_ok_and(|alone| alone.as_str() == url.as_str())
}

/// The sequence of texts from an input to its URL.
struct Steps<'a> {
    steps: Vec<Step<'a>>,
    text: Cow<'a, str>,
}

impl Steps<'_> {
    /// Adds a step to a text, if it differs.
    fn become_text(&mut self, rule: &'static str, section: &'static str, after: String) {
        if *self.text != after {
            let before = std::mem::replace(&mut self.text, Cow::Owned(after.clone()));
            let before = Cow::Owned(before.into_owned());
            self.steps.push(Step::new(rule, section, before, after.into()));
        }
    }
}

/// The states that write the pieces of a URL, with their sections.
const STATES: [(&str, &str); PIECES] = [
    ("scheme-state", PARSING),
    ("special-authority-slashes-state", PARSING),
    ("authority-state", PARSING),
    ("host-state", PARSING),
    ("port-state", PARSING),
    ("path-state", PARSING),
    ("query-state", PARSING),
    ("fragment-state", PARSING),
];

/// The order in which pieces are rewritten. The slashes come after the path: before there can be `//`, the path may
/// have to begin with a slash (`file:a`).
const ORDER: [usize; PIECES] = [0, 2, 3, 4, 5, 1, 6, 7];

const PIECES: usize = 8;

/// A text split where the parser changes its state, with delimiters: scheme, slashes, credentials, host, port,
/// path, query and fragment.
struct Pieces([String; PIECES]);

impl Pieces {
    fn of_url(url: &Url<Cow<'_, str>>) -> Self {
        let slashes = if url.has_authority() { "//" } else { "" };
        let before_path = [
            format!("{}:", url.scheme()),
            slashes.into(),
            url[Position::BeforeUsername..Position::BeforeHost].into(),
            url[Position::BeforeHost..Position::AfterHost].into(),
            url.port().map(|port| format!(":{port}")).unwrap_or_default(),
        ];
        let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
        let fragment = url.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
        // The path is between those pieces and the query. It begins with `/.` if the serializer put a guard before
        // a path of two slashes without a host.
        let start = before_path.iter().map(String::len).sum();
        let end = url.as_str().len() - query.len() - fragment.len();
        let path = url.as_str().get(start..end).unwrap_or_default().into();
        let [scheme, slashes, credentials, host, port] = before_path;
        Self([scheme, slashes, credentials, host, port, path, query, fragment])
    }

    /// The pieces of an absolute text that was parsed to a URL, without surrounding spaces, tabs and newlines.
    fn of_input(url: &Url<Cow<'_, str>>, text: &str) -> Self {
        let colon = text.find(':').map_or(0, |colon| colon + 1);
        let (scheme, rest) = text.split_at(colon);
        let (rest, fragment) = rest.split_at(rest.find('#').unwrap_or(rest.len()));
        let (rest, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
        let is_special = url.is_special();
        let is_slash = |c: char| c == '/' || is_special && c == '\\';
        let slashes = slashes(url, rest, &is_slash);
        let (slashes, rest) = rest.split_at(slashes);
        // Special schemes other than `file` have an authority without slashes too: `https:h`.
        let needs_slashes = !is_special || url.scheme() == "file";
        let has_authority = url.has_authority() && !(needs_slashes && slashes.is_empty());
        let authority = if has_authority { rest.find(is_slash).unwrap_or(rest.len()) } else { 0 };
        let (authority, path) = rest.split_at(authority);
        let host_start = authority.rfind('@').map_or(0, |at| at + 1);
        let (credentials, rest) = authority.split_at(host_start);
        let brackets = rest.rfind(']').unwrap_or(0);
        let port = rest.get(brackets..).and_then(|text| text.find(':'));
        let (host, port) = rest.split_at(port.map_or(rest.len(), |colon| brackets + colon));
        Self([scheme, slashes, credentials, host, port, path, query, fragment].map(String::from))
    }
}

/// The length of the slashes before an authority; 0 if there is none.
fn slashes(url: &Url<Cow<'_, str>>, rest: &str, is_slash: &impl Fn(char) -> bool) -> usize {
    let count = rest.chars().take_while(|c| is_slash(*c)).count();
    match url.scheme() {
        "file" => {
            let bytes = rest.as_bytes();
            let is_drive = matches!(bytes.get(2..4), Some([letter, b':' | b'|']) if letter.is_ascii_alphabetic())
                && bytes.get(4).is_none_or(|byte| matches!(byte, b'/' | b'\\'));
            if count >= 2 && !is_drive { 2 } else { 0 }
        }
        _ if url.is_special() => count,
        _ if rest.starts_with("//") => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use napkin_url::edition::WHATWG;

    use super::steps;

    #[test]
    fn every_step_means_the_same_url() {
        for (input, rules) in [
            ("http://example.com/", &[][..]),
            ("http://example.com", &["path-state"]),
            (
                " HTTP:\\\\User@EXAMPLE.com:080\\a b?q'#`\n",
                &[
                    "strip-c0-control-or-space",
                    "scheme-state",
                    "host-state",
                    "port-state",
                    "path-state",
                    "special-authority-slashes-state",
                    "query-state",
                    "fragment-state",
                ],
            ),
            ("ht\ttps://@a@h/", &["remove-tab-or-newline", "authority-state"]),
            ("https:h", &["path-state", "special-authority-slashes-state"]),
            (
                "https:////[::0:1]:443/a",
                &["host-state", "port-state", "special-authority-slashes-state"],
            ),
            ("file:c|/x", &["path-state", "special-authority-slashes-state"]),
            ("file://localhost/x", &["file-host-state"]),
            ("file://c|/x", &["path-state", "special-authority-slashes-state"]),
            ("file:a", &["path-state", "special-authority-slashes-state"]),
            ("foo:a ?q", &["opaque-path-state"]),
            ("foo:/..//x", &["path-state"]),
            ("foo://h:7/a/../b", &["path-state"]),
        ] {
            let url = WHATWG.read(input).unwrap();
            let steps = steps(&url, input, false);
            let told: Vec<_> = steps.iter().map(|step| step.rule).collect();
            assert_eq!(told, rules, "{input:?}");
            let mut before = input;
            for step in &steps {
                assert_eq!(step.before, before, "{input:?}");
                before = &step.after;
                assert_eq!(
                    WHATWG.parse(before).unwrap().as_str(),
                    url.as_str(),
                    "{input:?}: {before}"
                );
            }
            assert_eq!(before, url.as_str());
        }
    }
}
