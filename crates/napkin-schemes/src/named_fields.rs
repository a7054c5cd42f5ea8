//! The named fields that a view is built from: from names and values to a URI.
//!
//! A view takes each of its fields; a field that it does not show then is one that another field excludes.

use std::borrow::Cow;
use std::cell::RefCell;

use napkin::Edition;
use napkin::edition::{Escapes, Rule};
use napkin::{ByteSet, percent};
use napkin_scan::encode_triplet;

use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::pairs::{Header, Parameter};
use crate::server::literal;
use crate::spelling::ALPHANUM;
use crate::value::{Fields, Value};

/// The fields of a future URI: names and values, in order.
#[derive(Debug)]
pub(crate) struct Given<'a> {
    edition: &'static Edition,
    scheme: &'a str,
    /// The rule that an error about a missing field cites.
    rule: Rule,
    entries: Vec<Entry<'a>>,
    /// The names that a view has asked for, if they are to be listed; nothing is given then.
    listed: Option<RefCell<Vec<&'static str>>>,
}

#[derive(Debug)]
struct Entry<'a> {
    name: &'static str,
    octets: &'a [u8],
    /// The value with everything except letters, digits, `-`, `_` and `.` encoded; `None` if the view chooses what
    /// to encode.
    encoded: Option<String>,
    /// Whether the octets are characters of ISO 8859-1 in the edition.
    is_latin1: bool,
}

/// The bytes that are unreserved in every edition, so that no part needs them encoded.
const EVERYWHERE: ByteSet = ALPHANUM.or(ByteSet::of(b"-_."));

impl<'a> Given<'a> {
    pub(crate) fn new(
        edition: &'static Edition,
        scheme: &'a str,
        rule: Rule,
        fields: impl IntoIterator<Item = (&'static str, &'a [u8])>,
    ) -> Self {
        let is_latin1 = edition.escapes == Escapes::Latin1;
        let entry = |(name, octets)| Entry { name, octets, encoded: None, is_latin1 };
        let entries = fields.into_iter().map(entry).collect();
        Self { edition, scheme, rule, entries, listed: None }
    }

    /// Nothing, for the names of a scheme's fields in an edition.
    pub(crate) fn list(edition: &'static Edition, scheme: &'a str, rule: Rule) -> Self {
        Self { listed: Some(RefCell::default()), ..Self::new(edition, scheme, rule, []) }
    }

    pub(crate) const fn is_list(&self) -> bool {
        self.listed.is_some()
    }

    /// Lists a name, if names are listed.
    pub(crate) fn lists(&self, name: &'static str) -> bool {
        self.listed.as_ref().map(|listed| listed.borrow_mut().push(name)).is_some()
    }

    /// The names that were asked for, in order.
    pub(crate) fn into_list(self) -> Vec<&'static str> {
        self.listed.map(RefCell::into_inner).unwrap_or_default()
    }

    /// These fields, with data encoded as far as any edition may require.
    pub(crate) fn encoded_for_any_edition(mut self) -> Self {
        for entry in &mut self.entries {
            let mut encoded = String::new();
            for &octet in entry.octets {
                if EVERYWHERE.contains(octet) {
                    encoded.push(char::from(octet));
                } else {
                    encoded.extend(encode_triplet(octet).map(char::from));
                }
            }
            entry.encoded = Some(encoded);
        }
        self
    }

    pub(crate) const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// The scheme, in lowercase.
    pub(crate) const fn scheme(&self) -> &'a str {
        self.scheme
    }

    /// An error about a field.
    pub(crate) const fn error(&self, kind: ErrorKind, name: &'static str) -> SchemeError {
        SchemeError::new(kind, name, self.rule)
    }

    /// The name of a field that is `.` or `..`.
    pub(crate) fn dot_segment(&self) -> Option<&'static str> {
        let mut entries = self.entries.iter();
        entries.find(|entry| matches!(entry.octets, b"." | b"..")).map(|entry| entry.name)
    }

    /// The name of a given field that a view does not have, or has with another value.
    pub(crate) fn unsaid_by(&self, fields: &Fields) -> Option<&'static str> {
        let said = |entry: &Entry<'a>| {
            let octets: Vec<&[u8]> = self.entries(entry.name).map(|other| other.octets).collect();
            find(fields, entry.name).is_some_and(|value| says(value, &octets))
        };
        self.entries.iter().find(|entry| !said(entry)).map(|entry| entry.name)
    }

    fn entries(&self, name: &'static str) -> impl Iterator<Item = &Entry<'a>> {
        self.entries.iter().filter(move |entry| entry.name == name)
    }

    fn entry(&self, name: &'static str) -> Result<Option<&Entry<'a>>, SchemeError> {
        let mut entries = self.entries(name);
        let first = entries.next();
        match entries.next() {
            None => Ok(first),
            Some(_) => Err(self.error(ErrorKind::Repeated, name)),
        }
    }

    /// Data.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Repeated`], as for every field with a single value.
    pub(crate) fn octets(&self, name: &'static str) -> Result<Option<Octets<'_>>, SchemeError> {
        Ok(self.entry(name)?.map(Entry::octets))
    }

    /// Required data.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Missing`].
    pub(crate) fn needed(&self, name: &'static str) -> Result<Octets<'_>, SchemeError> {
        self.octets(name)?.ok_or_else(|| self.error(ErrorKind::Missing, name))
    }

    /// Each value of a field that may be given more than once.
    pub(crate) fn all(&self, name: &'static str) -> Vec<Octets<'_>> {
        self.entries(name).map(Entry::octets).collect()
    }

    /// Text that is written unchanged.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if it is not UTF-8.
    pub(crate) fn text(&self, name: &'static str) -> Result<Option<Cow<'_, str>>, SchemeError> {
        let Some(entry) = self.entry(name)? else { return Ok(None) };
        let text = std::str::from_utf8(entry.octets);
        text.map(|text| Some(text.into())).map_err(|_| self.error(ErrorKind::InvalidValue, name))
    }

    /// Required text that is written unchanged.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Missing`] and [`ErrorKind::InvalidValue`].
    pub(crate) fn needed_text(&self, name: &'static str) -> Result<Cow<'_, str>, SchemeError> {
        self.text(name)?.ok_or_else(|| self.error(ErrorKind::Missing, name))
    }

    /// Each text of a field that may be given more than once.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if one is not UTF-8.
    pub(crate) fn texts(&self, name: &'static str) -> Result<Vec<&str>, SchemeError> {
        let text = |entry: &Entry<'a>| std::str::from_utf8(entry.octets);
        let texts = self.entries(name).map(text).collect::<Result<_, _>>();
        texts.map_err(|_| self.error(ErrorKind::InvalidValue, name))
    }

    /// A field that `describe` shows as written, with its escapes. Characters that are neither unreserved nor in
    /// `raw` nor part of an escape are encoded.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if it is not UTF-8.
    pub(crate) fn written(
        &self,
        name: &'static str,
        raw: ByteSet,
    ) -> Result<Option<Cow<'_, str>>, SchemeError> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let is_escape = |piece: &str| {
            let digits = piece.as_bytes().get(..2);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let mut written = String::with_capacity(text.len());
        for (number, piece) in text.split('%').enumerate() {
            if number > 0 {
                written.push_str(if is_escape(piece) { "%" } else { "%25" });
            }
            written.push_str(&percent::encode(piece).keep(raw).to_string());
        }
        Ok(Some(written.into()))
    }

    /// A host that `describe` shows as written, like [`written`](Self::written); an IP literal keeps its brackets
    /// and colons.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if it is not UTF-8.
    pub(crate) fn host(
        &self,
        name: &'static str,
        raw: ByteSet,
    ) -> Result<Option<Cow<'_, str>>, SchemeError> {
        match self.text(name)?.and_then(|host| literal(&host)) {
            Some(literal) => Ok(Some(literal.into())),
            None => self.written(name, raw),
        }
    }

    /// `true` or `false`, or the equivalent `yes` or `no`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if it is neither.
    pub(crate) fn flag(&self, name: &'static str) -> Result<Option<bool>, SchemeError> {
        let Some(entry) = self.entry(name)? else { return Ok(None) };
        let flag = flag(entry.octets).ok_or_else(|| self.error(ErrorKind::InvalidValue, name))?;
        Ok(Some(flag))
    }

    /// A number.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if it is not a number of 32 bits.
    pub(crate) fn number(&self, name: &'static str) -> Result<Option<u32>, SchemeError> {
        self.text(name)?.map(|text| self.number_in(&text, name)).transpose()
    }

    pub(crate) fn number_in(&self, text: &str, name: &'static str) -> Result<u32, SchemeError> {
        text.parse().map_err(|_| self.error(ErrorKind::InvalidValue, name))
    }

    /// Names and values separated by an equals sign; without one, a name alone.
    pub(crate) fn pairs(&self, name: &'static str) -> Vec<(Octets<'_>, Option<Octets<'_>>)> {
        self.entries(name).map(Entry::pair).collect()
    }

    pub(crate) fn parameters(&self, name: &'static str) -> Vec<Parameter<'_>> {
        let parameter = |(name, value)| Parameter { name, value };
        self.pairs(name).into_iter().map(parameter).collect()
    }

    /// The pairs, each of which has to have a value.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`] without an equals sign.
    pub(crate) fn whole_pairs(
        &self,
        name: &'static str,
    ) -> Result<Vec<(Octets<'_>, Octets<'_>)>, SchemeError> {
        let whole = |(key, value): (_, Option<_>)| {
            Ok((key, value.ok_or_else(|| self.error(ErrorKind::InvalidValue, name))?))
        };
        self.pairs(name).into_iter().map(whole).collect()
    }

    /// The pairs as header fields.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`] without an equals sign.
    pub(crate) fn headers(&self, name: &'static str) -> Result<Vec<Header<'_>>, SchemeError> {
        let headers = self.whole_pairs(name)?.into_iter();
        Ok(headers.map(|(name, value)| Header { name, value }).collect())
    }
}

impl Entry<'_> {
    fn octets(&self) -> Octets<'_> {
        let octets = match &self.encoded {
            Some(encoded) => Octets::encoded(encoded),
            None => Octets::from(self.octets),
        };
        octets.in_latin1(self.is_latin1)
    }

    fn pair(&self) -> (Octets<'_>, Option<Octets<'_>>) {
        if let Some(encoded) = &self.encoded {
            return match encoded.split_once("%3D") {
                Some((name, value)) => (Octets::encoded(name), Some(Octets::encoded(value))),
                None => (Octets::encoded(encoded), None),
            };
        }
        let (name, value) = divided(self.octets);
        (Octets::from(name), value.map(Octets::from))
    }
}

/// The text before the first equals sign, and after it.
fn divided(octets: &[u8]) -> (&[u8], Option<&[u8]>) {
    let mut parts = octets.splitn(2, |octet| *octet == b'=');
    (parts.next().unwrap_or_default(), parts.next())
}

fn flag(octets: &[u8]) -> Option<bool> {
    match octets {
        b"true" | b"yes" => Some(true),
        b"false" | b"no" => Some(false),
        _ => None,
    }
}

/// The value of a field, or of a field of a field.
fn find<'f>(fields: &'f Fields, name: &str) -> Option<&'f Value> {
    let inner = |(_, value): (_, &'f Value)| match value {
        Value::Record(fields) => fields.get(name),
        _ => None,
    };
    fields.get(name).or_else(|| fields.iter().find_map(inner))
}

/// Whether a value equals the given one.
fn says(value: &Value, given: &[&[u8]]) -> bool {
    match (value, given) {
        (Value::List(values), _) => {
            let there = values.iter().filter(|value| **value != Value::Undefined);
            let mut given = given.iter();
            there.into_iter().all(|value| given.next().is_some_and(|given| says_one(value, given)))
                && given.next().is_none()
        }
        (_, [given]) => says_one(value, given),
        _ => false,
    }
}

fn says_one(value: &Value, given: &[u8]) -> bool {
    match value {
        Value::Undefined => false,
        Value::Flag(said) => flag(given) == Some(*said),
        Value::Number(number) => {
            std::str::from_utf8(given).is_ok_and(|given| given.parse() == Ok(*number))
        }
        Value::Text(text) => says_text(text, given),
        Value::Encoded(text) => *percent::decode(text, false).to_bytes() == *given,
        Value::List(pair) => match (pair.as_slice(), divided(given)) {
            ([name, Value::Undefined], (given, None)) => says_one(name, given),
            ([name, value], (given, Some(with))) => says_one(name, given) && says_one(value, with),
            _ => false,
        },
        // A record has its own spelling, which its view has read.
        Value::Record(_) => true,
    }
}

/// Whether a text equals the given one: as characters, as octets, or, if it is shown as written, after decoding.
/// The view decides about case.
fn says_text(text: &str, given: &[u8]) -> bool {
    let decoded = |text: &str| percent::decode(text, false).to_bytes().into_owned();
    let latin1: Option<Vec<u8>> =
        text.chars().map(|character| u8::try_from(character).ok()).collect();
    // If lines end with CR LF, any line end is written as CR LF.
    let lines =
        |text: &[u8]| String::from_utf8_lossy(text).replace("\r\n", "\n").replace('\r', "\n");
    text.as_bytes().eq_ignore_ascii_case(given)
        || lines(text.as_bytes()) == lines(given)
        || latin1.is_some_and(|octets| octets == given)
        || std::str::from_utf8(given)
            .is_ok_and(|given| decoded(text).eq_ignore_ascii_case(&decoded(given)))
}
