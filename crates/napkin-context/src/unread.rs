//! The types of documents and records that are not read, in one table: those that hold no links, and those whose links are
//! in a form that is not decoded.

/// The type of a document or a record that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Unread {
    /// A picture.
    Image,
    /// Sound.
    Audio,
    /// A film.
    Video,
    /// A font.
    Font,
    /// A script.
    Script,
    /// Data, such as JSON.
    Data,
    /// A record of an archive that holds a request.
    Request,
    /// A record of an archive about the archive or about another record.
    Metadata,
    /// A record of an archive whose content is in another record.
    Revisit,
    /// PDF, whose links are in compressed streams.
    Pdf,
    /// A ZIP file: also EPUB, and documents of Office programs.
    Zip,
    /// A document of an Office program in its old binary form.
    Office,
    /// JSON-LD.
    JsonLd,
    /// An archive of files other than ZIP, such as tar, RAR and 7z.
    Archive,
    /// `AsciiDoc`.
    AsciiDoc,
    /// `reStructuredText`.
    ReStructuredText,
    /// A text of Org mode.
    Org,
    /// A record that continues the one of another file.
    Continuation,
    /// An unknown type: the document is not text.
    Unknown,
}

/// A row of the table.
struct Row {
    unread: Unread,
    name: &'static str,
    /// The plural of the name, in counts.
    plural: &'static str,
    /// The message about a document that may hold links.
    detail: Option<&'static str>,
}

/// A row of a type that holds no links.
const fn linkless(unread: Unread, name: &'static str, plural: &'static str) -> Row {
    Row { unread, name, plural, detail: None }
}

/// A row of a type that may hold links.
const fn closed(
    unread: Unread,
    name: &'static str,
    plural: &'static str,
    detail: &'static str,
) -> Row {
    Row { unread, name, plural, detail: Some(detail) }
}

/// The table, in the order of the variants.
const ROWS: [Row; 19] = [
    linkless(Unread::Image, "image", "images"),
    linkless(Unread::Audio, "audio file", "audio files"),
    linkless(Unread::Video, "video", "videos"),
    linkless(Unread::Font, "font", "fonts"),
    linkless(Unread::Script, "script", "scripts"),
    linkless(Unread::Data, "data file", "data files"),
    linkless(Unread::Request, "request", "requests"),
    linkless(Unread::Metadata, "metadata record", "metadata records"),
    linkless(Unread::Revisit, "revisit", "revisits"),
    closed(
        Unread::Pdf,
        "PDF document",
        "PDF documents",
        "it is a PDF document, whose streams are not decoded",
    ),
    closed(
        Unread::Zip,
        "ZIP file",
        "ZIP files",
        "it is a ZIP file, such as EPUB and documents of Office programs, which is not unpacked",
    ),
    closed(
        Unread::Office,
        "Office document",
        "Office documents",
        "it is a document of an Office program in its binary form, which is not decoded",
    ),
    closed(
        Unread::JsonLd,
        "JSON-LD document",
        "JSON-LD documents",
        "it is JSON-LD, whose links are not looked for",
    ),
    closed(
        Unread::Archive,
        "archive of files",
        "archives of files",
        "it is an archive of files, which is not unpacked",
    ),
    closed(
        Unread::AsciiDoc,
        "AsciiDoc document",
        "AsciiDoc documents",
        "it is AsciiDoc, whose macros are not read",
    ),
    closed(
        Unread::ReStructuredText,
        "reStructuredText document",
        "reStructuredText documents",
        "it is reStructuredText, whose relative links are not read; 'napkin extract -i' finds whole URIs",
    ),
    closed(
        Unread::Org,
        "Org document",
        "Org documents",
        "it is a text of Org mode, whose relative links are not read; 'napkin extract -i' finds whole URIs",
    ),
    closed(
        Unread::Continuation,
        "continuation",
        "continuations",
        "it continues a record of another file, and records are not joined",
    ),
    closed(
        Unread::Unknown,
        "unknown type",
        "unknown types",
        "its type is unknown, and it is no text",
    ),
];

impl Unread {
    /// All types, in the order of the table.
    pub const ALL: [Self; ROWS.len()] = {
        let mut all = [Self::Image; ROWS.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = ROWS[at].unread;
            at += 1;
        }
        all
    };

    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name, such as `image`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The plural of the name, such as `images`.
    pub const fn plural(self) -> &'static str {
        self.row().plural
    }

    /// The message about a document that may hold links; `None` if documents of the type hold none.
    pub const fn detail(self) -> Option<&'static str> {
        self.row().detail
    }
}

#[cfg(test)]
mod tests {
    use super::Unread;

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        for (at, unread) in Unread::ALL.into_iter().enumerate() {
            assert_eq!(unread as usize, at, "{unread:?}");
        }
    }
}
