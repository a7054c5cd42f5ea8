//! A profile: how a text is read, which steps change it, and how the key is written.

use std::borrow::Cow;
use std::fmt;

use crate::no_key::NoKey;
use crate::parts::Parts;
use crate::reading::Reading;
use crate::steps::Step;
use crate::writing::Writing;

/// The key of a text that is not read, if it is one.
pub(crate) type Before = fn(&[u8]) -> Option<Cow<'_, [u8]>>;

/// Appends the key of a text for which no step is needed, or nothing.
pub(crate) type Fast = fn(&mut Vec<u8>, &[u8]) -> Option<()>;

/// How one program makes keys of URLs: two URLs with the same key are the same page to it.
///
/// ```
/// use napkin_keys::SURT;
///
/// assert_eq!(SURT.key("http://www.Example.com/Path/?b=2&a=1#top").unwrap(), "com,example)/path?a=1&b=2");
/// ```
pub struct Profile {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) source: &'static str,
    pub(crate) reading: Reading,
    pub(crate) steps: Cow<'static, [Step]>,
    pub(crate) writing: Writing,
    /// The key of some texts before they are read.
    pub(crate) before: Option<Before>,
    /// The key of most texts, in one pass. It is that of the steps.
    pub(crate) fast: Option<Fast>,
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Profile").field(&self.name).finish()
    }
}

/// A step that changed something, and the key so far. Made by [`Profile::explain`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The name of the step.
    pub step: &'static str,
    /// What is written after it.
    pub text: String,
}

impl Profile {
    /// The name, such as `surt`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it is, in one line.
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// The program whose keys they are, and its version.
    ///
    /// ```
    /// use napkin_keys::SURT;
    ///
    /// println!("{}: {}, {}", SURT.name(), SURT.about(), SURT.source());
    /// println!("reads {}, writes {}", SURT.reading(), SURT.writing());
    /// ```
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// How it reads a text, by the name that a profile of your own has for it.
    pub fn reading(&self) -> &'static str {
        name_in(&Reading::ALL, &self.reading)
    }

    /// How it writes the key, by the name that a profile of your own has for it.
    pub fn writing(&self) -> &'static str {
        name_in(&Writing::ALL, &self.writing)
    }

    /// The names of the steps, in order.
    ///
    /// ```
    /// use napkin_keys::SURT;
    ///
    /// assert!(SURT.steps().any(|step| step == "remove-www"));
    /// ```
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.steps.iter().map(|step| step.name)
    }

    /// The key of a text, which can be any text. For many texts, [`Keys`] is faster.
    ///
    /// # Errors
    ///
    /// If the program of the profile stops with an error.
    pub fn key(&self, text: impl AsRef<[u8]>) -> Result<String, NoKey> {
        let mut keys = Keys::new(self);
        keys.key(text.as_ref()).map(String::from)
    }

    /// What each step that changed something did.
    ///
    /// # Errors
    ///
    /// As [`key`](Self::key).
    ///
    /// ```
    /// use napkin_keys::SURT;
    ///
    /// let changes = SURT.explain("http://www.example.com/A").unwrap();
    /// let last = changes.last().unwrap();
    /// assert_eq!((last.step, &*last.text), ("lowercase-path", "com,example)/a"));
    /// ```
    pub fn explain(&self, text: impl AsRef<[u8]>) -> Result<Vec<Change>, NoKey> {
        let text = text.as_ref();
        if self.before.and_then(|before| before(text)).is_some() {
            return Ok(Vec::new());
        }
        let mut parts = Parts::default();
        let mut scratch = Vec::new();
        self.reading.read(text, &mut parts)?;
        let mut changes = Vec::new();
        for step in &*self.steps {
            let before = parts.clone();
            (step.apply)(&mut parts, &mut scratch)?;
            if parts != before {
                let mut out = Vec::new();
                self.writing.push(&mut out, &parts);
                let text = String::from_utf8_lossy(&out).into_owned();
                changes.push(Change { step: step.name, text });
            }
        }
        Ok(changes)
    }
}

/// The name of a value in a list.
fn name_in<T: PartialEq>(list: &[(&'static str, T)], value: &T) -> &'static str {
    list.iter().find(|(_, other)| other == value).map_or("", |(name, _)| name)
}

/// Makes keys of many texts, with memory that is used again.
///
/// ```
/// use napkin_keys::{Keys, W3LIB};
///
/// let mut keys = Keys::new(&W3LIB);
/// assert_eq!(keys.key(b"http://example.com?b=2&a=1").unwrap(), "http://example.com/?a=1&b=2");
/// assert_eq!(keys.key(b"HTTP://example.com/%7Ea").unwrap(), "http://example.com/~a");
/// ```
#[derive(Debug)]
pub struct Keys<'p> {
    profile: &'p Profile,
    parts: Parts,
    scratch: Vec<u8>,
    out: Vec<u8>,
}

impl<'p> Keys<'p> {
    /// For the keys of a profile.
    pub fn new(profile: &'p Profile) -> Self {
        Self { profile, parts: Parts::default(), scratch: Vec::new(), out: Vec::new() }
    }

    /// The key of a text, until the next is made. What is not UTF-8 in it is U+FFFD.
    ///
    /// # Errors
    ///
    /// If the program of the profile stops with an error.
    pub fn key(&mut self, text: &[u8]) -> Result<&str, NoKey> {
        self.out.clear();
        if self.profile.fast.is_some_and(|fast| fast(&mut self.out, text).is_some()) {
            return Ok(std::str::from_utf8(&self.out).unwrap_or_default());
        }
        if let Some(key) = self.profile.before.and_then(|before| before(text)) {
            self.out.extend_from_slice(&key);
        } else {
            self.profile.reading.read(text, &mut self.parts)?;
            for step in &*self.profile.steps {
                (step.apply)(&mut self.parts, &mut self.scratch)?;
            }
            self.profile.writing.push(&mut self.out, &self.parts);
        }
        if std::str::from_utf8(&self.out).is_err() {
            self.out = String::from_utf8_lossy(&self.out).into_owned().into_bytes();
        }
        Ok(std::str::from_utf8(&self.out).unwrap_or_default())
    }
}
