//! The options about what is around a document: its type, its encoding, and what gives it a base and a standard.
//!
//! They hold values. A command, which has files, adds what their names and paths tell.

use napkin_context::{
    CharacterEncoding, Compression, Kind, LARGEST, LARGEST_UNPACKED, Surroundings,
};
use napkin_standards::Standard;

use crate::options::{Between, Value, one_of, options};

options! {
    /// What is known of a document from outside
    pub struct Around {
        /// The type of the document, instead of guessing by name or content: a name, the ending of file names such as 'html'
        /// or 'html.br', or a media type such as 'text/html; charset=utf-8'
        type_: Option<TypeOf>, "TYPE";
        /// The character encoding of the document, by a label of the Encoding Standard such as 'latin1'; overrides its
        /// headers and declarations, but not a byte order mark
        charset: Option<Charset>, "LABEL";
        /// The URI of what is read
        base: Option<String>, "URI";
        /// The URIs of a chain of redirects, one each time, of which the last counts; 'base' for a single one
        retrieved_from: Vec<String>, "URI";
        /// Read HTTP as its documents of a year say: in 1999, Content-Location gives the base of a response (RFC 2616 section
        /// 14.14), in 1997 Content-Base before it (RFC 2068 section 14.11)
        http: Option<HttpOf>, "YEAR" = "2022";
        /// The base of an enclosing entity, such as a message; may be repeated, outermost first
        encapsulating: Vec<String>, "REFERENCE";
        /// The default base: for documents that neither their content nor their retrieval gives a base
        default_base: Option<String>, "URI";
        /// The largest document to read, in bytes; bounds memory
        largest: Option<usize>, "BYTES" = "1073741824";
        /// The largest decompressed document to read, in bytes
        largest_unpacked: Option<usize>, "BYTES" = "268435456";
    }
}

options! {
    /// The standard of a document
    pub struct GoingBy ["Edition"] {
        /// The edition of the URI syntax or of the URL Standard to go by, rather than the standard of each document's format:
        /// the URL Standard in HTML and CSS, as in browsers, RFC 3987 in XML, Turtle, Markdown and plain text, else RFC 3986
        edition: Option<NamedStandard>, "NAME";
        /// Go by the RFC that was in force at the end of a year, such as 1996; by the URL Standard of a date, such as
        /// whatwg:2021; or with 'record', by the RFC in force in the year of each record of an archive
        as_of: Option<AsOf>, "DATE|record";
    }
}

/// The rules between these options.
pub const BETWEEN: [Between; 2] =
    [Between::Excludes("base", "retrieved-from"), Between::Excludes("as-of", "edition")];

/// A type of documents, as it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeOf {
    kind: Kind,
    /// The text, whose parameters count if it is a media type.
    text: String,
}

impl Value for TypeOf {
    fn suggestions() -> Vec<(String, &'static str)> {
        Kind::ALL.map(|kind| (kind.name().to_owned(), "")).into()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let text = String::read(octets)?;
        let kind = Kind::named(&text).ok_or_else(|| {
            let names = Kind::ALL.map(Kind::name).join(", ");
            format!("is no type of document; there are {names}")
        })?;
        Ok(Self { kind, text })
    }
}

/// A character encoding that can be decoded.
#[derive(Clone, Copy, Debug)]
pub struct Charset(CharacterEncoding);

impl Value for Charset {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let encoding = CharacterEncoding::labelled(&String::read(octets)?);
        encoding.map(Self).ok_or_else(|| "is no label of an encoding that can be decoded".into())
    }
}

/// The documents by which HTTP is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpOf {
    /// RFC 2068.
    Of1997,
    /// RFC 2616.
    Of1999,
    /// RFC 9110.
    Of2022,
}

one_of!(HttpOf {
    Of1997 "1997": "RFC 2068",
    Of1999 "1999": "RFC 2616",
    Of2022 "2022": "RFC 9110",
});

/// A standard by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedStandard(Standard);

impl Value for NamedStandard {
    fn suggestions() -> Vec<(String, &'static str)> {
        Standard::all().map(|standard| (standard.name().to_owned(), "")).collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let found = Standard::named(&String::read(octets)?).map(Self);
        found.ok_or_else(|| crate::options::not_one_of(Standard::all().map(Standard::name)))
    }
}

/// When the standard was in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsOf {
    /// At a date.
    Date(Standard),
    /// In the year of each record.
    Record,
}

impl Value for AsOf {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        match &*String::read(octets)? {
            "record" => Ok(Self::Record),
            date => {
                Standard::in_force(date).map(Self::Date).map_err(|reason| format!("is {reason}"))
            }
        }
    }
}

/// The limits of a document for a stranger who asks a server, in bytes, and of decompression, as a ratio.
const LARGEST_FOR_STRANGERS: usize = 16 << 20;
const RATIO_FOR_STRANGERS: u32 = 16;

/// What is around a document, by options.
#[derive(Clone, Debug)]
pub struct DocumentContext {
    around: Around,
    going_by: GoingBy,
    media_type: String,
    is_bounded: bool,
}

impl DocumentContext {
    /// What options say.
    pub const fn new(around: Around, going_by: GoingBy) -> Self {
        Self { around, going_by, media_type: String::new(), is_bounded: false }
    }

    /// This with a media type that a header says.
    #[must_use]
    pub fn of_media_type(self, media_type: &str) -> Self {
        Self { media_type: media_type.into(), ..self }
    }

    /// This with limits for a stranger who asks a server.
    #[must_use]
    pub fn bounded(self) -> Self {
        Self { is_bounded: true, ..self }
    }

    /// The URI of what is read, if it was not retrieved by redirects.
    pub fn base(&self) -> Option<&str> {
        self.around.base.as_deref()
    }

    /// The size of the largest document that is read, in bytes.
    pub fn largest(&self) -> usize {
        self.around.largest.unwrap_or(LARGEST)
    }

    /// The beginning: by which standard documents are read.
    pub fn begin(&self) -> Surroundings {
        match self.going_by.as_of {
            Some(AsOf::Date(standard)) => going_by(Some(standard)),
            as_of => {
                let chosen = self.going_by.edition.map(|NamedStandard(standard)| standard);
                let surroundings = going_by(chosen);
                if as_of.is_some() { surroundings.by_record_date() } else { surroundings }
            }
        }
    }

    /// Surroundings with all that the options say besides; what they say comes before what was there.
    pub fn complete(&self, mut surroundings: Surroundings) -> Surroundings {
        let Around { type_, charset, base, retrieved_from, http, encapsulating, .. } = &self.around;
        if !self.media_type.is_empty() {
            surroundings = surroundings.of_media_type(&self.media_type);
        }
        if let Some(TypeOf { kind, text }) = type_ {
            if Compression::of_file_name(text).is_some() {
                surroundings = surroundings.of_file_name(text);
            }
            surroundings = surroundings.of_media_type(text).of_kind(*kind);
        }
        if let Some(Charset(encoding)) = charset {
            surroundings = surroundings.in_encoding(*encoding);
        }
        surroundings = match http {
            Some(HttpOf::Of1997) => surroundings.by_http_of_1997(),
            Some(HttpOf::Of1999) => surroundings.by_http_of_1999(),
            Some(HttpOf::Of2022) | None => surroundings,
        };
        if let Some(uri) = &self.around.default_base {
            surroundings = surroundings.or_default(uri);
        }
        if let Some(uri) = base.as_ref().or(retrieved_from.last()) {
            surroundings = surroundings.retrieved_from(uri);
        }
        encapsulating.iter().fold(self.limited(surroundings), Surroundings::encapsulated)
    }

    fn limited(&self, surroundings: Surroundings) -> Surroundings {
        let largest = self.around.largest.unwrap_or(LARGEST);
        let unpacked = self.around.largest_unpacked.unwrap_or(LARGEST_UNPACKED);
        if !self.is_bounded {
            return surroundings.largest(largest).largest_unpacked(unpacked);
        }
        surroundings
            .largest(largest.min(LARGEST_FOR_STRANGERS))
            .largest_unpacked(unpacked.min(LARGEST_FOR_STRANGERS))
            .expanding(RATIO_FOR_STRANGERS)
    }

    /// The surroundings of a document that is no file.
    pub fn surroundings(&self) -> Surroundings {
        self.complete(self.begin())
    }
}

/// Documents by a chosen standard, or each by the standard of its format.
pub fn going_by(standard: Option<Standard>) -> Surroundings {
    standard.map_or_else(Surroundings::default, Surroundings::new)
}
