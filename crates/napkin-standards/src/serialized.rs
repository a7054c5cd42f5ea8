//! Values as serde writes them.

use std::fmt::Write;
use std::str;

use serde::{Serialize, Serializer};

use crate::facts::{Texts, Value};
use crate::octets::Octets;
use crate::pairs::Pairs;

/// A text, or an object with hexadecimal digits, `{"hex": "FF"}`, if the octets are not UTF-8.
impl Serialize for Octets<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Ok(text) = str::from_utf8(self.as_bytes()) {
            return serializer.serialize_str(text);
        }
        let mut hex = String::with_capacity(2 * self.as_bytes().len());
        for octet in self.as_bytes() {
            // Writing to memory cannot fail.
            let _ = write!(hex, "{octet:02X}");
        }
        serializer.collect_map([("hex", hex)])
    }
}

/// A list of [pairs, each read in three ways](crate::pairs::PairReadings).
impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.readings())
    }
}

impl Serialize for Texts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undefined => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Texts(texts) => texts.serialize(serializer),
        }
    }
}
