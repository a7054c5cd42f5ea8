//! The kinds of documents that are read, in one table: their names, media types and file names.

use napkin::Edition;
use napkin::edition::{RFC3986, RFC3987};

use crate::compression::Compression;
use crate::fault::{Fault, FaultKind, not_compiled};

/// The formats whose documents have links, or contain documents with links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// HTML.
    Html,
    /// XHTML that is read as XML.
    Xhtml,
    /// XML, such as Atom, SVG, RSS.
    Xml,
    /// Style sheets.
    Css,
    /// Turtle and `TriG`.
    Turtle,
    /// N-Triples, whose IRIs are absolute and stay as they are written.
    NTriples,
    /// N-Quads, as N-Triples.
    NQuads,
    /// Markdown.
    Markdown,
    /// Plain text: its URIs are its links.
    Text,
    /// Messages and other MIME entities, such as MHTML.
    Mime,
    /// Mailboxes: messages in sequence, each after a line that begins with `From`.
    Mbox,
    /// An HTTP response with its header.
    Http,
    /// WARC files.
    Warc,
    /// ARC files, which archives wrote before WARC.
    Arc,
}

/// A row of the table of formats.
struct Format {
    kind: Kind,
    name: &'static str,
    /// The feature with its parser, and whether it is chosen; plain text needs none.
    feature: Option<(&'static str, bool)>,
    edition: &'static Edition,
    /// What a document of the kind holds.
    holds: &'static str,
    /// What establishes its base, beside what is around it.
    base: &'static str,
    media_types: &'static [&'static str],
    /// The endings of file names.
    endings: &'static [&'static str],
}

/// A feature of this crate, and whether it is chosen.
macro_rules! feature {
    ($name:literal) => {
        Some(($name, cfg!(feature = $name)))
    };
}

/// The table, in the order of [`Kind::ALL`].
const FORMATS: [Format; 14] = [
    Format {
        kind: Kind::Html,
        name: "html",
        feature: feature!("html"),
        edition: RFC3986,
        holds: "links",
        base: "`base` element",
        media_types: &["text/html"],
        endings: &["html", "htm"],
    },
    Format {
        kind: Kind::Xhtml,
        name: "xhtml",
        feature: feature!("xml"),
        edition: RFC3986,
        holds: "links",
        base: "`base` element, `xml:base`",
        media_types: &["application/xhtml+xml"],
        endings: &["xhtml", "xht"],
    },
    Format {
        kind: Kind::Xml,
        name: "xml",
        feature: feature!("xml"),
        edition: RFC3987,
        holds: "links",
        base: "`xml:base`",
        media_types: &[
            "text/xml",
            "application/xml",
            "text/xml-dtd",
            "application/xml-dtd",
            "*/*+xml",
        ],
        endings: &["xml", "atom", "rss", "svg", "rdf", "owl", "xsd", "xsl", "xslt", "opml"],
    },
    Format {
        kind: Kind::Css,
        name: "css",
        feature: feature!("css"),
        edition: RFC3986,
        holds: "links",
        base: "",
        media_types: &["text/css"],
        endings: &["css"],
    },
    Format {
        kind: Kind::Turtle,
        name: "turtle",
        feature: feature!("turtle"),
        edition: RFC3987,
        holds: "links",
        base: "`@base`, `BASE`",
        media_types: &[
            "text/turtle",
            "application/turtle",
            "text/x-turtle",
            "application/x-turtle",
            "application/trig",
        ],
        endings: &["ttl", "turtle", "trig"],
    },
    Format {
        kind: Kind::NTriples,
        name: "n-triples",
        feature: feature!("turtle"),
        edition: RFC3987,
        holds: "links",
        base: "none: IRIs are absolute",
        media_types: &["application/n-triples"],
        endings: &["nt"],
    },
    Format {
        kind: Kind::NQuads,
        name: "n-quads",
        feature: feature!("turtle"),
        edition: RFC3987,
        holds: "links",
        base: "none: IRIs are absolute",
        media_types: &["application/n-quads"],
        endings: &["nq"],
    },
    Format {
        kind: Kind::Markdown,
        name: "markdown",
        feature: feature!("markdown"),
        edition: RFC3987,
        holds: "links",
        base: "",
        media_types: &["text/markdown", "text/x-markdown"],
        endings: &["md", "markdown"],
    },
    Format {
        kind: Kind::Text,
        name: "text",
        feature: None,
        edition: RFC3987,
        holds: "links",
        base: "",
        media_types: &["text/plain", "text/*"],
        endings: &["txt", "text"],
    },
    Format {
        kind: Kind::Mime,
        name: "mime",
        feature: feature!("mime"),
        edition: RFC3986,
        holds: "links in header fields; parts of every kind but archives",
        base: "`Content-Location`, `Content-Base`, `Base`, as the edition has it",
        media_types: &["message/rfc822", "message/global", "multipart/*"],
        endings: &["eml", "mht", "mhtml", "mime"],
    },
    Format {
        kind: Kind::Mbox,
        name: "mbox",
        feature: feature!("mime"),
        edition: RFC3986,
        holds: "messages",
        base: "",
        media_types: &["application/mbox"],
        endings: &["mbox", "mbx"],
    },
    Format {
        kind: Kind::Http,
        name: "http",
        feature: feature!("http"),
        edition: RFC3986,
        holds: "links in header fields; a body of every kind but archives",
        base: "`Location` of the response before; with `--http 1999`, `Content-Location`, with `--http 1997` also `Content-Base`",
        media_types: &["application/http", "message/http"],
        endings: &["http"],
    },
    Format {
        kind: Kind::Warc,
        name: "warc",
        feature: feature!("warc"),
        edition: RFC3986,
        holds: "responses, resources, conversions and revisits of every kind but archives",
        base: "`WARC-Target-URI`",
        media_types: &["application/warc", "application/warc-record"],
        endings: &["warc"],
    },
    Format {
        kind: Kind::Arc,
        name: "arc",
        feature: feature!("warc"),
        edition: RFC3986,
        holds: "responses of every kind but archives",
        base: "the URI of the record",
        media_types: &["application/x-arc", "application/x-ia-arc"],
        endings: &["arc"],
    },
];

impl Kind {
    /// All kinds, in the order of the table.
    pub const ALL: [Self; 14] = {
        let mut all = [Self::Html; FORMATS.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = FORMATS[at].kind;
            at += 1;
        }
        all
    };

    /// The row of the table; a test holds it to the order of the variants.
    const fn format(self) -> &'static Format {
        &FORMATS[self as usize]
    }

    /// The edition of the URI syntax of the format: text, XML and Turtle have IRIs; headers of mail and of HTTP have URIs.
    ///
    /// ```
    /// use napkin::edition::{RFC3986, RFC3987};
    /// use napkin_context::Kind;
    ///
    /// assert_eq!(Kind::Text.edition(), RFC3987);
    /// assert_eq!(Kind::Mime.edition(), RFC3986);
    /// ```
    pub const fn edition(self) -> &'static Edition {
        self.format().edition
    }

    /// The name on the command line and in JSON, such as `html`.
    pub const fn name(self) -> &'static str {
        self.format().name
    }

    /// What documents of the kind hold: links, or other documents.
    ///
    /// ```
    /// use napkin_context::Kind;
    ///
    /// assert!(Kind::Warc.is_container() && !Kind::Html.is_container());
    /// assert!(Kind::Html.media_types().contains(&"text/html"));
    /// assert!(Kind::Html.endings().contains(&"html"));
    /// for kind in Kind::ALL {
    ///     println!("{}: {}; base: {}", kind.name(), kind.holds(), kind.base());
    /// }
    /// ```
    pub const fn holds(self) -> &'static str {
        self.format().holds
    }

    /// What in a document of the kind establishes its base; empty, if nothing does.
    pub const fn base(self) -> &'static str {
        self.format().base
    }

    /// The media types of its documents, and patterns of them, in which `*` matches any characters. A media type comes before a
    /// pattern, and `text/*` last.
    pub const fn media_types(self) -> &'static [&'static str] {
        self.format().media_types
    }

    /// The endings of the names of its files, without the dot.
    pub const fn endings(self) -> &'static [&'static str] {
        self.format().endings
    }

    /// The kind by the ending of a file name, without the endings of compressions: `a.html.gz` is HTML.
    ///
    /// ```
    /// use napkin_context::Kind;
    ///
    /// assert_eq!(Kind::of_file_name("page.HTML.gz"), Some(Kind::Html));
    /// assert_eq!(Kind::of_file_name("picture.png"), None);
    /// ```
    pub fn of_file_name(name: &str) -> Option<Self> {
        let mut name = name;
        while let Some((_, rest)) = Compression::of_file_name(name) {
            name = rest;
        }
        let (_, ending) = name.rsplit_once('.')?;
        Self::ALL
            .into_iter()
            .find(|kind| kind.endings().iter().any(|known| known.eq_ignore_ascii_case(ending)))
    }

    /// The error of a document whose format is not compiled in.
    pub(crate) fn not_compiled(self) -> Option<Fault> {
        let (feature, _) = self.format().feature.filter(|(_, is_chosen)| !is_chosen)?;
        let detail = not_compiled(self.name(), feature);
        Some(Fault::new(FaultKind::NotReadable, None, detail))
    }

    /// Whether the references of its documents are [rewritten](crate::Surroundings::rewrite): all but those of containers.
    ///
    /// ```
    /// use napkin_context::Kind;
    ///
    /// assert!(Kind::Html.is_rewritten() && !Kind::Mime.is_rewritten());
    /// ```
    pub const fn is_rewritten(self) -> bool {
        !self.is_container()
    }

    /// Whether its documents hold other documents of every kind.
    pub const fn is_container(self) -> bool {
        matches!(self, Self::Mime | Self::Mbox | Self::Http | Self::Warc | Self::Arc)
    }
}

/// The prefix of the line before a message in a mailbox.
pub(crate) const MAILBOX_LINE: &[u8] = b"From ";

/// Whether a line is a header field.
pub(crate) fn is_field(line: &[u8]) -> bool {
    let name = line.split(|&byte| byte == b':').next().unwrap_or_default();
    let is_name = |byte: &u8| byte.is_ascii_graphic();
    !name.is_empty() && name.len() < line.len() && name.iter().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn the_table_is_in_the_order_of_the_variants() {
        for (at, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, at, "{kind:?}");
            for ending in kind.endings() {
                let name = format!("x.{ending}.GZ");
                assert_eq!(Kind::of_file_name(&name), Some(kind), "{name}");
            }
        }
    }
}
