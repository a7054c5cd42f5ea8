//! What was probably meant by an input that is no address as it stands.

use std::net::Ipv6Addr;

use napkin::edition::RFC3986;
use napkin_audit::{FORMS, Rule};
use napkin_url::Url;
use napkin_url::edition::WHATWG;
use schemars::JsonSchema;
use serde::Serialize;

use super::safety::Safety;
use super::{Glance, Names, Seen};
use crate::clean::{Clean, Cleaned};
use crate::question::Question;

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
    /// The other URI of a text that has two.
    #[serde(skip)]
    pub second: Option<String>,
}

/// A URI, and why it may be meant.
struct Guess {
    uri: String,
    because: String,
    second: Option<String>,
}

impl Guess {
    fn new(uri: String, because: impl Into<String>) -> Self {
        Self { uri, because: because.into(), second: None }
    }
}

impl Meant {
    /// `None` if the input is an address, or nothing else is known.
    pub(super) fn of(seen: &Seen<'_>) -> Option<Self> {
        // The comma of `data:,` is no punctuation of a text.
        if seen.has("script-scheme") || seen.has("content-scheme") || seen.text.is_empty() {
            return None;
        }
        let found = known_form(seen.text).or_else(|| mended(seen)).or_else(|| cleaned(seen))?;
        // What browsers open anyway needs no question.
        let opened = |uri: &str| WHATWG.parse(uri).ok().map(Url::into_text);
        let is_opened = seen.url.as_ref().map(Url::as_str) == opened(&found.uri).as_deref();
        let is_asked = !is_opened && found.uri != seen.text && RFC3986.parse(&found.uri).is_ok();
        is_asked.then(|| Self::new(found))
    }

    fn new(Guess { uri, because, second }: Guess) -> Self {
        let seen = Seen::new(uri.as_bytes(), &uri, RFC3986.into());
        let glance = Glance::of(&seen, None, &Names::default());
        let (lead, danger) = (glance.lead.sentence.to_string(), glance.danger.sentence);
        Self {
            lead,
            danger,
            safety: glance.danger.safety,
            is_defanged: because == DEFANGED,
            uri,
            because,
            second,
        }
    }
}

/// The URI of a text that has the form of something that programs find by HTTP, and that no reading of lists knows.
fn known_form(text: &str) -> Option<Guess> {
    let text = text.trim();
    if is_doi(text) {
        let because = "It is a DOI, which doi.org resolves.";
        return Some(Guess::new(format!("https://doi.org/{text}"), because));
    }
    let (address, rest) = match text.strip_prefix('[') {
        Some(text) => text.split_once(']')?,
        None => (text, ""),
    };
    address.parse::<Ipv6Addr>().ok()?;
    let because = "It is an IPv6 address, which stands between brackets in a URI.";
    Some(Guess::new(format!("http://[{address}]{rest}"), because))
}

/// Whether a text is a DOI: the prefix of a registrant, and a suffix (DOI Handbook, <https://doi.org/10.1000/182>).
fn is_doi(text: &str) -> bool {
    let parts = text.strip_prefix("10.").and_then(|text| text.split_once('/'));
    parts.is_some_and(|(registrant, suffix)| {
        let first = registrant.split('.').next().unwrap_or_default().len();
        let is_number = registrant
            .split('.')
            .all(|label| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit()));
        is_number && (4..=9).contains(&first) && !suffix.is_empty()
    })
}

/// What the reading of messy lists makes of the input.
fn cleaned(seen: &Seen<'_>) -> Option<Guess> {
    let question = Clean::default().ready(RFC3986.into()).ok()?;
    let known = seen.mends_by_rfc3986();
    let Cleaned { uris, .. } = question.clean(seen.input, known).ok()?;
    let count = uris.len();
    let mut uris = uris.into_iter();
    let uri = uris.next()?;
    let second = uris.next().filter(|_| count == 2);
    // The repaired URI is the same address, unless it has another scheme than the input.
    let is_mended = seen.mends.iter().any(|mend| mend.uri == uri);
    (!is_mended || seen.begins_otherwise(&uri))
        .then(|| Guess { second, ..Guess::new(uri, because(seen.text, count)) })
}

/// What is said of a text with `hxxp` or `[.]`.
const DEFANGED: &str = "It is defanged: written so that nobody follows it by mistake. What is defanged is often harmful.";

/// Why the text is not an address itself.
fn because(text: &str, count: usize) -> &'static str {
    let trimmed = text.trim();
    if count > 1 {
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

/// A message as a sentence.
fn capitalized(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

/// The URI of the first mend, if an audit rule or a form of text such as a Windows path found it. The mend of an error of the grammar is the
/// repaired URI, which the page shows below the error.
fn mended(seen: &Seen<'_>) -> Option<Guess> {
    let first = seen.mends.first()?;
    let is_scp = first.uri.starts_with("ssh:") && !seen.text.trim_start().starts_with("ssh:");
    let because = match first.what {
        "defanged" => DEFANGED.to_owned(),
        _ if is_scp => {
            "It has the form of scp and git: a user, a host, and a path behind a colon.".into()
        }
        what if Rule::named(what).is_some() => capitalized(&first.message),
        what if FORMS.iter().any(|form| form.id == what) => format!("It is {}.", first.message),
        _ => return None,
    };
    Some(Guess::new(first.uri.clone(), because))
}
