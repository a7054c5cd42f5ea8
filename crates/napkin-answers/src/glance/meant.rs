//! What was probably meant by an input that is no address as it stands.

use napkin::edition::RFC3986;
use napkin_audit::ssh_of_scp;
use napkin_schemes::registry::is_known;
use napkin_url::Url;
use napkin_url::edition::WHATWG;
use schemars::JsonSchema;
use serde::Serialize;

use super::safety::Safety;
use super::sentence::shown;
use super::{Glance, Seen};
use crate::clean::{Clean, Cleaned};
use crate::question::{Ask, Question};
use crate::windows_path::is_windows_path;

/// What was probably meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Meant {
    /// The URI.
    pub uri: String,
    /// Why it is asked, in a sentence.
    pub because: String,
    /// Where it leads, in a sentence.
    pub lead: String,
    /// Its danger, in a sentence.
    pub danger: String,
    /// The grade of its danger.
    #[serde(skip)]
    pub safety: Safety,
    /// Whether the input is written so that nobody follows it by mistake, as people write harmful addresses.
    pub is_defanged: bool,
}

/// A URI, and why it may be meant.
struct Guess {
    uri: String,
    because: String,
}

impl Guess {
    fn new(uri: String, because: impl Into<String>) -> Self {
        Self { uri, because: because.into() }
    }
}

impl Meant {
    /// `None` if the input is an address, or nothing else is known.
    pub(super) fn of(seen: &Seen<'_>) -> Option<Self> {
        if seen.has("script-scheme") || seen.text.is_empty() {
            return None;
        }
        let found = misspelled(seen).or_else(|| scp(seen)).or_else(|| cleaned(seen))?;
        // What browsers open anyway needs no question.
        let opened = |uri: &str| WHATWG.parse(uri).ok().map(Url::into_text);
        let is_opened = seen.url.as_ref().map(Url::as_str) == opened(&found.uri).as_deref();
        let is_asked = !is_opened && found.uri != seen.text && RFC3986.parse(&found.uri).is_ok();
        is_asked.then(|| Self::new(found))
    }

    fn new(Guess { uri, because }: Guess) -> Self {
        let glance = Glance::of(&Seen::new(uri.as_bytes(), &uri, RFC3986.into()), None);
        let (lead, danger) = (glance.lead.sentence.to_string(), glance.danger.sentence);
        Self {
            lead,
            danger,
            safety: glance.danger.safety,
            is_defanged: because == DEFANGED,
            uri,
            because,
        }
    }
}

/// What the reading of messy lists makes of the input.
fn cleaned(seen: &Seen<'_>) -> Option<Guess> {
    let question = Clean {}.ready(RFC3986.into()).ok()?;
    let mut scratch = String::new();
    let Cleaned { uris, .. } = question.ask(seen.input, &mut scratch).ok()?;
    let count = uris.len();
    let uri = uris.into_iter().next()?;
    Some(Guess::new(uri, because(seen.text, count)))
}

/// What is said of a text with `hxxp` or `[.]`.
const DEFANGED: &str = "It is defanged: written so that nobody follows it by mistake. What is defanged is often harmful.";

/// Why the text is not an address itself.
fn because(text: &str, count: usize) -> &'static str {
    let trimmed = text.trim();
    let lowercase = trimmed.to_ascii_lowercase();
    let has = |marks: &[&str]| marks.iter().any(|mark| lowercase.contains(mark));
    if is_windows_path(trimmed.as_bytes()) {
        "It is a path of Windows."
    } else if lowercase.starts_with("hxxp")
        || has(&["[.]", "(.)", "[dot]", "(dot)", "[:]", "[://]"])
    {
        DEFANGED
    } else if count > 1 {
        "It is a text with several URLs; this is the first."
    } else if trimmed.contains(char::is_whitespace) {
        "It is a URL in a text."
    } else if trimmed.starts_with(|first: char| !first.is_ascii_alphanumeric()) {
        "It has quotation marks, brackets or a bullet around it."
    } else if !trimmed.contains("://") {
        "It has no scheme; browsers complete what is typed into the address bar, and not what a link says."
    } else {
        "It is not a URL as it stands."
    }
}

/// Schemes that are often misspelled.
const USUAL: &[&str] = &["https", "http", "ftp", "mailto"];

/// A usual scheme that is misspelled by one letter, or whose colon is missing.
fn misspelled(seen: &Seen<'_>) -> Option<Guess> {
    let text = seen.text.trim();
    for scheme in ["https", "http"] {
        let behind = text.get(scheme.len()..).filter(|_| text.starts_with(scheme));
        if let Some(behind) =
            behind.and_then(|behind| behind.strip_prefix("//").or(behind.strip_prefix(";//")))
        {
            let uri = format!("{scheme}://{behind}");
            return Some(Guess::new(uri, format!("Behind '{scheme}' a colon is missing.")));
        }
    }
    let (scheme, behind) = text.split_once(':')?;
    let scheme = scheme.to_ascii_lowercase();
    let is_word = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let has_server = behind.starts_with("//") || behind.contains('@');
    let is_defanged = scheme.starts_with("hxxp") || behind.contains('[');
    if is_known(&scheme) || !is_word || !has_server || is_defanged {
        return None;
    }
    let usual = USUAL.iter().find(|usual| is_one_edit(&scheme, usual))?;
    let because = format!("'{}' is no scheme that is registered.", shown(&scheme));
    Some(Guess::new(format!("{usual}:{behind}"), because))
}

/// Whether two words differ by one letter that is added, missing, replaced, or swapped with the next.
fn is_one_edit(word: &str, usual: &str) -> bool {
    let equal = word.bytes().zip(usual.bytes()).take_while(|(one, other)| one == other).count();
    let [word, usual] = [word, usual].map(|text| text.as_bytes().get(equal..).unwrap_or_default());
    let same_behind = |of_word: usize, of_usual: usize| {
        let behind = word.get(of_word..).zip(usual.get(of_usual..));
        behind.is_some_and(|(word, usual)| word == usual)
    };
    let swapped = word.get(..2).is_some_and(|two| usual.iter().take(2).rev().eq(two));
    (swapped && same_behind(2, 2)) || same_behind(1, 1) || same_behind(1, 0) || same_behind(0, 1)
}

/// `user@host:path`, as SSH reads it.
fn scp(seen: &Seen<'_>) -> Option<Guess> {
    let uri = ssh_of_scp(seen.text)?;
    Some(Guess::new(
        uri,
        "It has the form of scp and git: a user, a host, and a path behind a colon.",
    ))
}
