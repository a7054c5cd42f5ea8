//! A line of an index: one capture of a page.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};

use super::format::{Columns, Format, is_digits};
use super::lines::key_of;

/// A line of an index. Made by [`Captures::next`](super::Captures::next).
#[derive(Clone, Copy, Debug)]
pub struct Capture<'l> {
    line: &'l [u8],
    start: u64,
    format: &'l Format,
    is_ended: bool,
}

/// What an index says of a capture; `None` if it says nothing, or `-`. Made by [`Capture::fields`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fields<'l> {
    /// The date, as digits from the year on, mostly 14.
    pub timestamp: Option<Cow<'l, str>>,
    /// The URL.
    pub url: Option<Cow<'l, str>>,
    /// The media type.
    pub mime: Option<Cow<'l, str>>,
    /// The status of the response.
    pub status: Option<Cow<'l, str>>,
    /// The digest of the content.
    pub digest: Option<Cow<'l, str>>,
    /// The length of the record, in bytes.
    pub length: Option<Cow<'l, str>>,
    /// The start of the record in its file, in bytes.
    pub offset: Option<Cow<'l, str>>,
    /// The file that has the record.
    pub filename: Option<Cow<'l, str>>,
}

/// A line of CDX that has fewer columns than the index, or one of CDXJ whose third field is no object of JSON with texts and numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BrokenLine {
    /// The start of the line: in the file, or in the block that has it, decompressed.
    pub offset: u64,
}

impl fmt::Display for BrokenLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the line at byte {} does not have the fields of a capture", self.offset)
    }
}

impl Error for BrokenLine {}

impl<'l> Capture<'l> {
    pub(super) const fn new(
        line: &'l [u8],
        start: u64,
        is_ended: bool,
        format: &'l Format,
    ) -> Self {
        Self { line, start, format, is_ended }
    }

    /// Where the line begins: in the file, or in the block that has it, decompressed.
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// Whether the line has an end. The last one has none if the file was cut in it.
    pub const fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// The line, without its end.
    pub const fn line(&self) -> &'l [u8] {
        self.line
    }

    /// The key.
    pub fn key(&self) -> &'l [u8] {
        key_of(self.line)
    }

    /// The date, if it is digits, without a look at other fields.
    pub fn timestamp(&self) -> Option<&'l [u8]> {
        let date = match self.format {
            Format::Columns { delimiter, columns } => {
                column(self.line, *delimiter, columns.timestamp?)?
            }
            Format::Cdxj | Format::ZipNum => column(self.line, b' ', 1)?,
        };
        Some(date).filter(|date| is_digits(date))
    }

    /// What the line says of the capture. What is not UTF-8 in columns is U+FFFD.
    ///
    /// # Errors
    ///
    /// If it has fewer columns than the index; of CDXJ, if it has no object with texts and numbers.
    pub fn fields(&self) -> Result<Fields<'l>, BrokenLine> {
        let fields = match self.format {
            Format::Columns { delimiter, columns } => {
                let is_whole = column(self.line, *delimiter, columns.last()).is_some();
                is_whole.then(|| self.of_columns(*delimiter, columns))
            }
            Format::Cdxj | Format::ZipNum => self.of_json(),
        };
        fields.ok_or(BrokenLine { offset: self.start })
    }

    fn of_columns(&self, delimiter: u8, columns: &Columns) -> Fields<'l> {
        let field = |place: Option<usize>| {
            let text = column(self.line, delimiter, place?)?;
            Some(text).filter(|text| !matches!(*text, b"" | b"-")).map(String::from_utf8_lossy)
        };
        Fields {
            timestamp: field(columns.timestamp),
            url: field(columns.url),
            mime: field(columns.mime),
            status: field(columns.status),
            digest: field(columns.digest),
            length: field(columns.length),
            offset: field(columns.offset),
            filename: field(columns.filename),
        }
    }

    fn of_json(&self) -> Option<Fields<'l>> {
        let json = self.line.splitn(3, |&byte| byte == b' ').nth(2)?;
        let json: Json<'l> = serde_json::from_slice(json).ok()?;
        let said = |scalar: Scalar<'l>| scalar.0.filter(|text| !matches!(&**text, "" | "-"));
        Some(Fields {
            timestamp: self.timestamp().map(String::from_utf8_lossy),
            url: said(json.url),
            mime: said(json.mime),
            status: said(json.status),
            digest: said(json.digest),
            length: said(json.length),
            offset: said(json.offset),
            filename: said(json.filename),
        })
    }
}

fn column(line: &[u8], delimiter: u8, place: usize) -> Option<&[u8]> {
    line.split(|&byte| byte == delimiter).nth(place)
}

/// The object of a line, as pywb and Common Crawl name its members.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Json<'l> {
    #[serde(borrow)]
    url: Scalar<'l>,
    #[serde(borrow)]
    mime: Scalar<'l>,
    #[serde(borrow)]
    status: Scalar<'l>,
    #[serde(borrow)]
    digest: Scalar<'l>,
    #[serde(borrow)]
    length: Scalar<'l>,
    #[serde(borrow)]
    offset: Scalar<'l>,
    #[serde(borrow)]
    filename: Scalar<'l>,
}

/// A text, a number as text, or nothing.
#[derive(Default)]
struct Scalar<'l>(Option<Cow<'l, str>>);

impl<'de: 'l, 'l> Deserialize<'de> for Scalar<'l> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Scalar<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a number")
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Scalar<'de>, E> {
                Ok(Scalar(Some(text.into())))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Scalar<'de>, E> {
                Ok(Scalar(Some(text.to_owned().into())))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Scalar<'de>, E> {
                Ok(Scalar(Some(number.to_string().into())))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Scalar<'de>, E> {
                Ok(Scalar(Some(number.to_string().into())))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Scalar<'de>, E> {
                Ok(Scalar(None))
            }
        }

        deserializer.deserialize_any(Reader)
    }
}
