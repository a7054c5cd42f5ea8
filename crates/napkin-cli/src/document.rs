//! Documents: what is known of them from outside, and how results about them are shown.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use napkin::Edition;
use napkin::edition::RFC3986;
use napkin_answers::Failure;
use napkin_answers::push_json;
use napkin_context::{
    Also, CharacterEncoding, Document, Fault, Found, Kind, LARGEST, LARGEST_UNPACKED, RATIO,
    Surroundings,
};
use serde::Serialize;

use crate::edition;
use crate::failure;
use crate::input::Origin;
use crate::output::{Output, Tally};
use crate::text::{Palette, Text};
use crate::whole::{Pen, Whole, WholeOptions};

/// The documents, and what is known of them from outside.
#[derive(Args)]
pub(crate) struct Documents {
    /// The files that hold the documents; without any, standard input
    #[arg(value_name = "FILE", id = "inputs")]
    files: Vec<PathBuf>,

    /// What the documents are, rather than what the ending of their names or their content says
    #[arg(long = "type", value_name = "TYPE", value_parser = kind())]
    kind: Option<Kind>,

    /// The character encoding of the documents, by a label of the Encoding Standard such as 'latin1', rather than what
    /// they or their headers say; a byte order mark counts all the same
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    charset: Option<CharacterEncoding>,

    /// The URI by which they were retrieved; repeated, the chain of redirects, of which the last
    /// counts
    #[arg(long, value_name = "URI")]
    retrieved_from: Vec<String>,

    /// Where the entity is that encloses them, such as a message; repeated, from the outside to the
    /// inside
    #[arg(long, value_name = "REFERENCE")]
    encapsulating: Vec<String>,

    /// The base where nothing else establishes one
    #[arg(long, value_name = "URI")]
    default_base: Option<String>,

    /// Take the base of an HTML page from its body too, as browsers do
    #[arg(long)]
    base_in_body: bool,

    /// How large a document may be, in bytes; this bounds the memory that is used
    #[arg(long, value_name = "BYTES", default_value_t = LARGEST)]
    largest: usize,

    /// How large a document may be that was decompressed, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = LARGEST_UNPACKED)]
    largest_unpacked: usize,

    /// How many times its size a file may become by decompression, beyond 16 MiB
    #[arg(long, value_name = "TIMES", default_value_t = RATIO)]
    unpack_ratio: u32,

    /// The edition of the URI syntax to go by
    #[arg(
        long,
        value_name = "NAME",
        default_value = RFC3986.name,
        value_parser = edition::named(),
        help_heading = "Edition"
    )]
    edition: &'static Edition,

    /// Go by the RFC that was in force at the end of a year, such as 1996; or with 'record', in the
    /// year of each record of an archive
    #[arg(
        long,
        value_name = "YEAR|record",
        conflicts_with = "edition",
        value_parser = as_of,
        help_heading = "Edition"
    )]
    as_of: Option<AsOf>,

    #[command(flatten)]
    pub(crate) options: WholeOptions,
}

/// When the edition was in force.
#[derive(Clone, Copy)]
enum AsOf {
    /// At the end of a year.
    Year(&'static Edition),
    /// In the year of each record.
    Record,
}

fn as_of(text: &str) -> Result<AsOf, String> {
    if text == "record" { Ok(AsOf::Record) } else { edition::in_force(text).map(AsOf::Year) }
}

fn charset(label: &str) -> Result<CharacterEncoding, String> {
    let unknown = || format!("no encoding that can be decoded has the label '{label}'");
    CharacterEncoding::labelled(label).ok_or_else(unknown)
}

fn kind() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(|kind| PossibleValue::new(kind.name()))).try_map(
        |name| {
            Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or("not a type of document")
        },
    )
}

impl Documents {
    /// Goes through the documents and shows what that finds: their bases; or their links, with what else is
    /// wanted.
    pub(crate) fn show(
        &self,
        links: Option<&[Also]>,
        shown: &dyn Fn(&Shown<'_>, &mut Output, &Document<'_>, Found<'_>),
    ) -> Tally {
        let files = if self.files.is_empty() { &self.options.input } else { &self.files };
        let mut pen = Pen::new();
        for input in Whole::all(&[], files) {
            let name = input.name(1);
            let show = Shown {
                source: &name,
                json: self.options.json,
                stdout: self.options.stdout_palette(),
                stderr: self.options.stderr_palette(),
            };
            let also = links.unwrap_or_default().iter().copied();
            let surroundings = also.fold(self.surroundings(&name), Surroundings::also);
            let mut sink = |document: &Document<'_>, found: Found<'_>| {
                if matches!(found, Found::Document) {
                    // What comes may take long, or all memory: what was found before is written by then.
                    pen.flush();
                }
                pen.write(|output| shown(&show, output, document, found));
            };
            let read = input.open().and_then(|reader| {
                if links.is_some() {
                    surroundings.links(reader, &mut sink)
                } else {
                    surroundings.bases(reader, &mut sink)
                }
            });
            if let Err(error) = read {
                pen.unreadable(&name, &error);
            }
            pen.flush();
        }
        pen.finish()
    }

    fn surroundings(&self, name: &str) -> Surroundings {
        let mut surroundings = match self.as_of {
            Some(AsOf::Year(edition)) => Surroundings::new(edition),
            Some(AsOf::Record) => Surroundings::new(self.edition).by_record_date(),
            None => Surroundings::new(self.edition),
        };
        surroundings = surroundings
            .largest(self.largest)
            .largest_unpacked(self.largest_unpacked)
            .expanding(self.unpack_ratio);
        let by_name = Path::new(name).file_name().and_then(|name| name.to_str());
        if let Some(kind) = self.kind.or_else(|| by_name.and_then(Kind::of_file_name)) {
            surroundings = surroundings.of_kind(kind);
        }
        if let Some(encoding) = self.charset {
            surroundings = surroundings.in_encoding(encoding);
        }
        if self.base_in_body {
            surroundings = surroundings.base_in_body();
        }
        if let Some(uri) = &self.default_base {
            surroundings = surroundings.or_default(uri);
        }
        if let Some(uri) = self.retrieved_from.last() {
            surroundings = surroundings.retrieved_from(uri);
        }
        let enclosing = self.encapsulating.iter();
        enclosing.fold(surroundings, Surroundings::encapsulated)
    }
}

/// How what is found in one input is shown.
pub(crate) struct Shown<'s> {
    source: &'s str,
    json: bool,
    stdout: Palette,
    stderr: Palette,
}

impl Shown<'_> {
    /// Shows a result: its keys after those of the document, or its text.
    pub(crate) fn result(
        &self,
        output: &mut Output,
        document: &Document<'_>,
        keys: &impl Serialize,
        write: impl FnOnce(&mut Text<'_>),
    ) {
        output.stdout(|out| {
            if self.json {
                push_json(out, &InDocument { whence: self.whence(document), keys });
            } else {
                write(&mut Text::new(out, self.stdout, false));
            }
        });
    }

    /// Tells, beside results, of something at a place of a document. In JSON it is a key of the
    /// result.
    pub(crate) fn remark(
        &self,
        output: &mut Output,
        document: &Document<'_>,
        start: Option<usize>,
        failure: &Failure<'_>,
    ) {
        if !self.json {
            let place = self.place(document, start);
            output.stderr(|out| {
                failure::tell(failure, out, Origin::Place(&place), None, self.stderr);
            });
        }
    }

    /// Shows what is wrong with a document.
    pub(crate) fn fault(&self, output: &mut Output, document: &Document<'_>, fault: &Fault) {
        #[derive(Serialize)]
        struct Keys<'k> {
            error: &'k Failure<'k>,
        }
        output.tally.faulty += 1;
        let section = "";
        let mut failure = Failure::new(fault.kind.name(), section, fault.to_string());
        if let Some(offset) = fault.offset {
            failure = failure.at_offset(offset);
        }
        if self.json {
            self.result(output, document, &Keys { error: &failure }, |_| {});
        } else {
            self.remark(output, document, None, &failure);
        }
    }

    /// Where something stands, for messages.
    fn place(&self, document: &Document<'_>, start: Option<usize>) -> String {
        let mut place = self.source.to_owned();
        let mut add = |what: &str, which: &str| {
            place.push_str(": ");
            place.push_str(what);
            place.push_str(which);
        };
        if let Some(record) = document.record {
            add("record at byte ", &record.offset.to_string());
        }
        if let Some(part) = document.part {
            add("part ", part);
        }
        if let Some(start) = start {
            add("byte ", &start.to_string());
        }
        place
    }

    fn whence<'d>(&'d self, document: &'d Document<'_>) -> Whence<'d> {
        Whence {
            source: self.source,
            edition: document.base.edition().name,
            record: document.record.map(|record| InRecord {
                offset: record.offset,
                uri: record.uri,
                date: record.date,
            }),
            part: document.part,
            kind: document.kind.map(Kind::name),
            document_start: document.start,
        }
    }
}

#[derive(Serialize)]
struct InDocument<'d, K> {
    #[serde(flatten)]
    whence: Whence<'d>,
    #[serde(flatten)]
    keys: &'d K,
}

/// The document that a result is about.
#[derive(Serialize)]
struct Whence<'d> {
    source: &'d str,
    edition: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<InRecord<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'d str>,
    #[serde(rename = "type")]
    kind: Option<&'static str>,
    document_start: Option<usize>,
}

#[derive(Serialize)]
struct InRecord<'d> {
    offset: u64,
    uri: Option<&'d str>,
    date: Option<&'d str>,
}
