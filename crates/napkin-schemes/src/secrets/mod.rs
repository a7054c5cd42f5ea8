//! Where a text has its secrets: passwords, keys and tokens that whoever reads a URI could use.
//!
//! The text may be anything: a URI that is valid or not, a connection string, a line of a log. No grammar decides, but what people
//! write and what services make, as data: names of parameters, beginnings of tokens, paths of webhooks, users that are tokens, and
//! the secrets of schemes. URIs in values are searched too, also percent-encoded ones. What nothing in the text tells is not found:
//! a key that is a segment of a path, the text of `data:`, the body of a mail.
//!
//! ```
//! use napkin_schemes::secrets::redacted;
//!
//! let text = b"https://user:hunter2@example.com/?api_key=abc&page=2";
//! assert_eq!(redacted(text), &b"https://user:***@example.com/?api_key=***&page=2"[..]);
//! ```

mod decoded;
mod servers;
mod names;
mod shapes;
mod places;
mod users;
mod connections;
mod own;
mod parameters;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use self::decoded::Decoded;
use self::names::Written;

pub use servers::{Server, Servers, servers};

/// A search for secrets, with names of parameters that only the caller knows.
///
/// ```
/// use napkin_schemes::secrets::Finder;
///
/// let finder = Finder::default().hide("ref").keep("token");
/// assert_eq!(finder.redacted(b"/?ref=a&token=b&key=c"), &b"/?ref=***&token=b&key=c"[..]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Finder {
    hidden: Vec<Vec<u8>>,
    kept: Vec<Vec<u8>>,
}

/// The text in place of a secret.
const STARS: &str = "***";

/// How often a text is decoded: a URI in a value of a URI in a value.
const LEVELS: usize = 3;

impl Finder {
    /// Takes the values of parameters with this name for secrets. Names are equal without case and without what is neither a
    /// letter nor a digit.
    #[must_use]
    pub fn hide(mut self, name: &str) -> Self {
        self.hidden.extend(Written::read(name.as_bytes()).map(|name| name.text().to_vec()));
        self
    }

    /// Takes no value of a parameter with this name for a secret, whatever the name says.
    #[must_use]
    pub fn keep(mut self, name: &str) -> Self {
        self.kept.extend(Written::read(name.as_bytes()).map(|name| name.text().to_vec()));
        self
    }

    fn hides(&self, name: &Written) -> bool {
        self.hidden.iter().any(|hidden| hidden == name.text())
    }

    fn keeps(&self, name: &Written) -> bool {
        self.kept.iter().any(|kept| kept == name.text())
    }

    /// The places of the secrets of a text, in order, none of which touches another. The work is linear; a text without secrets and
    /// triplets takes no memory.
    pub fn find(&self, text: &[u8]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        own::secrets(text, &mut |place| found.push(place));
        found.extend(connections::password(text).into_iter().chain(connections::of_oracle(text)));
        self.search(text, |place| found.push(place));
        let mut decoded = Decoded::of(text);
        for _ in 0..LEVELS {
            let Some(text) = &decoded else { break };
            self.search(&text.text, |place| found.push(text.original(&place)));
            decoded = text.again();
        }
        joined(found)
    }

    /// Hands on the secrets of a text as it is.
    fn search(&self, text: &[u8], mut push: impl FnMut(Range<usize>)) {
        let mut path_end = 0;
        for server in servers(text) {
            server.password.clone().into_iter().for_each(&mut push);
            users::secret(text, &server).into_iter().for_each(&mut push);
            // A path that is hidden has no other.
            if server.start < path_end {
                continue;
            }
            if let Some(place) = places::secret(text, &server.host) {
                path_end = place.end;
                push(place);
            }
        }
        places::announced(text, &mut push);
        shapes::tokens(text).for_each(&mut push);
        parameters::secrets(self, text, &mut push);
    }

    /// The text with `***` in place of each secret.
    pub fn redacted<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        replaced(text, self.find(text), |_, out| out.extend_from_slice(STARS.as_bytes()))
    }
}

/// The places of the secrets of a text, in order; see [`Finder::find`].
///
/// ```
/// use napkin_schemes::secrets::find;
///
/// assert_eq!(find(b"redis://:pw@h/?token=x"), [9..11, 21..22]);
/// ```
pub fn find(text: &[u8]) -> Vec<Range<usize>> {
    Finder::default().find(text)
}

/// The text with `***` in place of each secret; what is not text is `U+FFFD`.
pub fn redacted_text(text: &[u8]) -> Cow<'_, str> {
    lossy(redacted(text))
}

/// The text with `***` in place of each secret.
pub fn redacted(text: &[u8]) -> Cow<'_, [u8]> {
    Finder::default().redacted(text)
}

/// The text with a mark in place of each character of its secrets, in as many bytes, so that offsets stay.
///
/// ```
/// use napkin_schemes::secrets::masked;
///
/// assert_eq!(masked("http://u:p\u{E4}@h/".as_bytes()), "http://u:*×@h/".as_bytes());
/// ```
pub fn masked(text: &[u8]) -> Cow<'_, [u8]> {
    const MARKS: [&str; 4] = ["*", "×", "•", "𐄁"];
    replaced(text, find(text), |secret, out| {
        for chunk in secret.utf8_chunks() {
            for character in chunk.valid().chars() {
                let mark = MARKS.get(character.len_utf8() - 1).unwrap_or(&"");
                out.extend_from_slice(mark.as_bytes());
            }
            out.extend(chunk.invalid().iter().map(|_| b'*'));
        }
    })
}

/// The fewest bytes of a secret that is hidden wherever a message has it.
const FEWEST: usize = 4;

/// A text with its secrets, about which messages are written.
///
/// ```
/// use napkin_schemes::secrets::Secrets;
///
/// let secrets = Secrets::of(b"http://u:pw@h/");
/// let told = secrets.hidden_in("the userinfo 'u:pw' stands before the host", 7);
/// assert_eq!(told, "the userinfo 'u:***' stands before the host");
/// assert_eq!(secrets.hidden_in("'pw' is no port", 9), "'***' is no port");
/// ```
#[derive(Clone, Debug)]
pub struct Secrets<'t> {
    text: &'t [u8],
    places: Vec<Range<usize>>,
}

impl<'t> Secrets<'t> {
    /// The secrets of a text.
    pub fn of(text: &'t [u8]) -> Self {
        Self { text, places: find(text) }
    }

    /// The places, in order.
    pub fn places(&self) -> &[Range<usize>] {
        &self.places
    }

    /// Whether a byte is of a secret.
    pub fn has(&self, offset: usize) -> bool {
        self.places.iter().any(|place| place.contains(&offset))
    }

    /// A message without what it quotes of the secrets. Quotes stand between `'`; a quoted piece of the text is searched from an
    /// offset on. URIs beside the text lose their own secrets.
    pub fn hidden_in<'m>(&self, message: &'m str, from: usize) -> Cow<'m, str> {
        let whole = self.without_secrets(message);
        let mut out = String::new();
        for (number, part) in whole.split('\'').enumerate() {
            if number > 0 {
                out.push('\'');
            }
            if number % 2 == 1 {
                out.push_str(&self.quoted(part, from));
            } else {
                let words = part.split_inclusive(' ');
                words.for_each(|word| out.push_str(&redacted_text(word.as_bytes())));
            }
        }
        if let Some(hidden) = out.find('…').and_then(|cut| self.hidden_before(&out, cut)) {
            out = hidden;
        }
        if out == message { message.into() } else { out.into() }
    }

    /// A message without the secrets that stand whole in it, as they are or decoded.
    fn without_secrets<'m>(&self, message: &'m str) -> Cow<'m, str> {
        let mut out = Cow::Borrowed(message);
        // A secret may begin with another one.
        let mut places: Vec<_> = self.places.iter().collect();
        places.sort_by_key(|place| Reverse(place.len()));
        for place in places {
            let secret = self.text.get(place.clone()).unwrap_or_default();
            let decoded = Decoded::of(secret).map(|decoded| decoded.text);
            for secret in [Some(secret), decoded.as_deref()].into_iter().flatten() {
                let secret = std::str::from_utf8(secret).ok();
                if let Some(secret) = secret.filter(|secret| secret.len() >= FEWEST) {
                    out = out.replace(secret, STARS).into();
                }
            }
        }
        out
    }

    /// A message without the beginning of a secret before the mark of a text that is cut short.
    fn hidden_before(&self, message: &str, cut: usize) -> Option<String> {
        let (shown, rest) = message.split_at(cut);
        let begins = |place: &Range<usize>| {
            let lead = place.start.checked_sub(FEWEST)?;
            let ends = place.start + 1..place.end.min(place.start + shown.len() + 1);
            ends.rev().find_map(|end| {
                let length = end - place.start;
                let is_cut = shown.as_bytes().ends_with(self.text.get(lead..end)?);
                is_cut.then(|| shown.len() - length)
            })
        };
        let start = self.places.iter().find_map(begins)?;
        Some([shown.get(..start)?, STARS, rest].concat())
    }

    /// A quoted piece of the text, without what it has of secrets.
    fn quoted<'p>(&self, part: &'p str, from: usize) -> Cow<'p, str> {
        // The percent sign is of no secret but of the spelling.
        if part.is_empty() || part == "%" {
            return part.into();
        }
        let find = |from: usize| {
            let mut windows = self.text.get(from..)?.windows(part.len());
            windows.position(|window| window == part.as_bytes()).map(|at| from + at)
        };
        let Some(start) = find(from).or_else(|| find(0)) else {
            return redacted_text(part.as_bytes());
        };
        let end = start + part.len();
        let inside = self.places.iter().filter(|place| place.start < end && start < place.end);
        let inside = inside.map(|place| place.start.max(start) - start..place.end.min(end) - start);
        lossy(replaced(part.as_bytes(), inside, |_, out| out.extend_from_slice(STARS.as_bytes())))
    }
}

fn lossy(bytes: Cow<'_, [u8]>) -> Cow<'_, str> {
    match bytes {
        Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
        Cow::Owned(bytes) => String::from_utf8_lossy(&bytes).into_owned().into(),
    }
}

/// A text with something else in some places, which are in order.
pub fn replaced(
    text: &[u8],
    places: impl IntoIterator<Item = Range<usize>>,
    put: impl Fn(&[u8], &mut Vec<u8>),
) -> Cow<'_, [u8]> {
    let (mut out, mut done) = (Vec::new(), 0);
    for place in places.into_iter().filter(|place| !place.is_empty()) {
        out.extend_from_slice(text.get(done..place.start).unwrap_or_default());
        put(text.get(place.clone()).unwrap_or_default(), &mut out);
        done = place.end;
    }
    if done == 0 {
        return text.into();
    }
    out.extend_from_slice(text.get(done..).unwrap_or_default());
    out.into()
}

/// Places in order, with those joined that touch.
fn joined(mut places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    places.retain(|place| !place.is_empty());
    places.sort_by_key(|place| place.start);
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(places.len());
    for place in places {
        match joined.last_mut() {
            Some(last) if place.start <= last.end => last.end = last.end.max(place.end),
            _ => joined.push(place),
        }
    }
    joined
}

#[cfg(test)]
mod tests;
