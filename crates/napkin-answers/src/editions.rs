//! What every edition makes of an input, and in what they differ.

use napkin::edition::EDITIONS;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::differences::{ByEdition, Difference, Reading, Row, rows};
use crate::failure::Failure;

/// What every edition makes of an input, and means by it against a base.
#[derive(Clone, Debug, Default)]
pub struct ReadingByAll {
    /// The base, if there is one.
    pub base: Option<String>,
}

impl ReadingByAll {
    /// Asks every edition.
    ///
    /// # Errors
    ///
    /// None; the type is that of the other questions.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Result<ReadByAll<'a>, Failure<'a>> {
        let base = self.base.as_deref();
        let readings: Vec<_> =
            EDITIONS.iter().map(|edition| Reading::new(edition, input, base)).collect();
        let newest = readings.iter().rev().find_map(|reading| reading.parsed.err());
        let remark = readings.iter().all(|reading| reading.parsed.is_err()).then_some(newest);
        Ok(ReadByAll {
            rows: rows(&readings),
            readings,
            input,
            remark: remark.flatten().map(|error| Failure::refused(error, input)),
        })
    }
}

/// What the editions make of one input.
pub struct ReadByAll<'a> {
    /// The input.
    pub input: &'a [u8],
    /// The readings, oldest edition first.
    pub readings: Vec<Reading<'a>>,
    /// What can be asked of them, with their answers.
    pub rows: Vec<Row<'a>>,
    /// What is wrong with an input that is valid in no edition, by the newest.
    pub remark: Option<Failure<'a>>,
}

impl<'a> ReadByAll<'a> {
    /// In what the editions differ.
    pub fn differences(&self) -> impl Iterator<Item = Difference<'a>> {
        self.rows.iter().flat_map(|row| row.differences(&self.readings))
    }
}

impl Serialize for ReadByAll<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("editions", &ByEdition(&self.readings))?;
        map.serialize_entry("differences", &self.differences().collect::<Vec<_>>())?;
        map.end()
    }
}
