//! The formats of documents, in one table: what each is, and the parser of its links, which has a file of its own.
//!
//! What holds other documents is in `containers/`. Plain text has no parser here: [`Extractor`] reads it. Documents of
//! a format whose feature is not chosen do not come here.
//!
//! [`Extractor`]: crate::Extractor

// Each module uses only those before it.
mod xml_declaration;
pub(crate) mod json;
pub(crate) mod triples;
mod markup;
mod mail;
pub(crate) mod cuts;
pub(crate) mod link_reader;
#[cfg(feature = "html")]
mod places;
#[cfg(feature = "css")]
mod css;
#[cfg(feature = "html")]
mod html;
#[cfg(feature = "xml")]
mod xml;
#[cfg(feature = "turtle")]
mod turtle;
#[cfg(feature = "markdown")]
mod autolinks;
#[cfg(feature = "markdown")]
mod nesting;
#[cfg(feature = "markdown")]
mod headings;
#[cfg(feature = "markdown")]
mod markdown;

#[cfg(feature = "markdown")]
use std::collections::BTreeSet;

use encoding_rs::Encoding;
use napkin::Edition;
use napkin::edition::{RFC3986, RFC3987};

use crate::base::Base;
use crate::compression::Compression;
use crate::fault::{Fault, FaultKind, not_compiled};
use crate::kind::{Kind, MAILBOX_LINE};
use cuts::Cuts;
use link_reader::{Bases, LinkReader};

/// A row of the table of formats.
struct Format {
    kind: Kind,
    name: &'static str,
    compiled: Compiled,
    edition: &'static Edition,
    /// Whether browsers read its references: by the URL Standard, with queries in the encoding of the document.
    is_web: bool,
    holds: Holds,
    /// What establishes its base, beside what is around it.
    base: &'static str,
    /// Whether the first bytes of a text, without white space before it, are those of the format.
    begins: fn(&[u8]) -> bool,
    media_types: &'static [&'static str],
    /// The endings of file names.
    endings: &'static [&'static str],
}

/// What reads a format.
enum Reads {
    /// A parser of links.
    Links(LinkReader),
    /// The extractor of URIs in text.
    Text,
    /// The walk, which visits the documents in it.
    Documents,
}

/// What reads a format, if a feature of this crate is chosen.
struct Compiled {
    feature: &'static str,
    reads: Option<Reads>,
}

/// What a document holds.
#[derive(Clone, Copy)]
enum Holds {
    Links,
    /// Other documents: which.
    Documents(&'static str),
}

/// Names what reads a format, where its feature is chosen; elsewhere the parser does not exist.
macro_rules! compiled {
    ($name:literal, $reads:expr) => {{
        #[cfg(feature = $name)]
        let reads = Some($reads);
        #[cfg(not(feature = $name))]
        let reads = None;
        Compiled { feature: $name, reads }
    }};
}

/// The table, in the order of the variants of [`Kind`]. Of two rows whose documents begin alike, the one whose first
/// bytes say more is the later one: it is asked first.
const FORMATS: &[Format] = &[
    Format {
        kind: Kind::Html,
        name: "html",
        compiled: compiled!("html", Reads::Links(html::READER)),
        edition: RFC3986,
        is_web: true,
        holds: Holds::Links,
        base: "`base` element",
        begins: markup::is_markup,
        media_types: &["text/html"],
        endings: &["html", "htm"],
    },
    Format {
        kind: Kind::Xhtml,
        name: "xhtml",
        compiled: compiled!("xml", Reads::Links(xml::READER)),
        edition: RFC3986,
        is_web: true,
        holds: Holds::Links,
        base: "`base` element, `xml:base`",
        begins: |_| false,
        media_types: &["application/xhtml+xml"],
        endings: &["xhtml", "xht"],
    },
    Format {
        kind: Kind::Xml,
        name: "xml",
        compiled: compiled!("xml", Reads::Links(xml::READER)),
        edition: RFC3987,
        is_web: false,
        holds: Holds::Links,
        base: "`xml:base`",
        begins: markup::is_xml,
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
        compiled: compiled!("css", Reads::Links(css::READER)),
        edition: RFC3986,
        is_web: true,
        holds: Holds::Links,
        base: "",
        begins: |_| false,
        media_types: &["text/css"],
        endings: &["css"],
    },
    Format {
        kind: Kind::Turtle,
        name: "turtle",
        compiled: compiled!("turtle", Reads::Links(turtle::READER)),
        edition: RFC3987,
        is_web: false,
        holds: Holds::Links,
        base: "`@base`, `BASE`",
        begins: |head| triples::guess(head) == Some(Kind::Turtle),
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
        compiled: compiled!("turtle", Reads::Links(turtle::LINES_READER)),
        edition: RFC3987,
        is_web: false,
        holds: Holds::Links,
        base: "none: IRIs are absolute",
        begins: |head| triples::guess(head) == Some(Kind::NTriples),
        media_types: &["application/n-triples"],
        endings: &["nt"],
    },
    Format {
        kind: Kind::NQuads,
        name: "n-quads",
        compiled: compiled!("turtle", Reads::Links(turtle::LINES_READER)),
        edition: RFC3987,
        is_web: false,
        holds: Holds::Links,
        base: "none: IRIs are absolute",
        begins: |head| triples::guess(head) == Some(Kind::NQuads),
        media_types: &["application/n-quads"],
        endings: &["nq"],
    },
    Format {
        kind: Kind::Markdown,
        name: "markdown",
        compiled: compiled!("markdown", Reads::Links(markdown::READER)),
        edition: RFC3987,
        is_web: false,
        holds: Holds::Links,
        base: "",
        begins: |_| false,
        media_types: &["text/markdown", "text/x-markdown"],
        endings: &["md", "markdown"],
    },
    Format {
        kind: Kind::Text,
        name: "text",
        compiled: compiled!("documents", Reads::Text),
        edition: RFC3987,
        is_web: false,
        holds: Holds::Links,
        base: "",
        begins: |_| false,
        media_types: &["text/plain", "text/*"],
        endings: &["txt", "text"],
    },
    Format {
        kind: Kind::Mime,
        name: "mime",
        compiled: compiled!("mime", Reads::Documents),
        edition: RFC3986,
        is_web: false,
        holds: Holds::Documents("links in header fields; parts of every kind but archives"),
        base: "`Content-Location`, `Content-Base`, `Base`, as the edition has it",
        begins: mail::has_header_fields,
        media_types: &["message/rfc822", "message/global", "multipart/*"],
        endings: &["eml", "mht", "mhtml", "mime"],
    },
    Format {
        kind: Kind::Mbox,
        name: "mbox",
        compiled: compiled!("mime", Reads::Documents),
        edition: RFC3986,
        is_web: false,
        holds: Holds::Documents("messages"),
        base: "",
        begins: |head| head.starts_with(MAILBOX_LINE) && mail::has_header_fields(head),
        media_types: &["application/mbox"],
        endings: &["mbox", "mbx"],
    },
    Format {
        kind: Kind::Http,
        name: "http",
        compiled: compiled!("http", Reads::Documents),
        edition: RFC3986,
        is_web: false,
        holds: Holds::Documents("links in header fields; a body of every kind but archives"),
        base: "`Location` of the response before; with `--http 1999`, `Content-Location`, with `--http 1997` also `Content-Base`",
        begins: |head| head.starts_with(b"HTTP/"),
        media_types: &["application/http", "message/http"],
        endings: &["http"],
    },
    Format {
        kind: Kind::Warc,
        name: "warc",
        compiled: compiled!("warc", Reads::Documents),
        edition: RFC3986,
        is_web: false,
        holds: Holds::Documents(
            "responses, resources, conversions and revisits of every kind but archives",
        ),
        base: "`WARC-Target-URI`",
        begins: |head| head.starts_with(b"WARC/"),
        media_types: &["application/warc", "application/warc-record"],
        endings: &["warc"],
    },
    Format {
        kind: Kind::Arc,
        name: "arc",
        compiled: compiled!("warc", Reads::Documents),
        edition: RFC3986,
        is_web: false,
        holds: Holds::Documents("responses of every kind but archives"),
        base: "the URI of the record",
        begins: |head| head.starts_with(b"filedesc:"),
        media_types: &["application/x-arc", "application/x-ia-arc"],
        endings: &["arc"],
    },
];

impl Kind {
    /// All kinds, in the order of the table, which is that of the variants.
    pub const ALL: [Self; 14] = {
        let mut all = [Self::Html; FORMATS.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = FORMATS[at].kind;
            assert!(
                all[at] as usize == at,
                "a row of the table is not in the order of the variants"
            );
            at += 1;
        }
        all
    };

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
        match self.format().holds {
            Holds::Links => "links",
            Holds::Documents(which) => which,
        }
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
        let Compiled { feature, reads: None } = self.format().compiled else { return None };
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
        matches!(self.format().holds, Holds::Documents(_))
    }

    /// Whether browsers read its references: by the URL Standard, with queries in the encoding of the document.
    pub(crate) const fn is_web(self) -> bool {
        self.format().is_web
    }

    /// Whether the first bytes of a text are those of the format.
    pub(crate) fn begins(self, head: &[u8]) -> bool {
        (self.format().begins)(head)
    }

    /// How the links of its documents are read; `None`, if it has no parser of its own.
    pub(crate) const fn reader(self) -> Option<&'static LinkReader> {
        match &self.format().compiled.reads {
            Some(Reads::Links(reader)) => Some(reader),
            Some(Reads::Text | Reads::Documents) | None => None,
        }
    }

    /// The encoding that a document declares in itself.
    pub(crate) fn declared_encoding(self, document: &[u8]) -> Option<&'static Encoding> {
        (self.reader()?.declared_encoding)(document)
    }

    /// The bases of a document, given the base around it.
    pub(crate) fn bases(self, around: Base, text: &str) -> Bases {
        match self.reader() {
            Some(reader) => (reader.bases)(around, text),
            None => Bases::declared(around, None, None),
        }
    }

    /// Where a document is cut, by its beginning; `None` if it is read as a whole.
    pub(crate) fn cuts(self, begin: &[u8], has_pairs: bool) -> Option<Cuts> {
        match &self.format().compiled.reads {
            Some(Reads::Links(reader)) => (reader.cuts)(begin, has_pairs),
            Some(Reads::Text) => Some(Cuts::of_text(begin, has_pairs)),
            Some(Reads::Documents) | None => None,
        }
    }
}

/// The fragment names of a document; `None` if its format has none, or names that are not supported here.
///
/// A Markdown heading is named by its text in lowercase, with hyphens for spaces and without other characters than letters, marks,
/// digits, hyphens and underscores, as GitHub does; GitLab makes one of several hyphens, so both names are there. The second heading with a
/// name has the suffix `-1`, and so on.
///
/// ```
/// use napkin_context::{Kind, fragments};
///
/// let page = b"<h1 id=top>x</h1><a name=old></a>";
/// assert!(fragments(page, Kind::Html).unwrap().contains("old"));
/// let names = fragments(b"# What's new?\n\n## What's new?\n<a id=x></a>\n", Kind::Markdown).unwrap();
/// assert_eq!(names.into_iter().collect::<Vec<_>>(), ["whats-new", "whats-new-1", "x"]);
/// assert!(fragments(b"some text", Kind::Text).is_none());
/// ```
#[cfg(feature = "markdown")]
pub fn fragments(document: &[u8], kind: Kind) -> Option<BTreeSet<String>> {
    let text = String::from_utf8_lossy(document);
    let mut names = BTreeSet::new();
    (kind.reader()?.fragments?)(&text, &mut names);
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn each_kind_is_found_by_its_row() {
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()), Some(kind));
            for ending in kind.endings() {
                let name = format!("x.{ending}.GZ");
                assert_eq!(Kind::of_file_name(&name), Some(kind), "{name}");
            }
            for media_type in kind.media_types() {
                let example = media_type.replace('*', "x");
                assert_eq!(Kind::of_media_type(&example), Some(kind), "{example}");
            }
        }
    }
}
