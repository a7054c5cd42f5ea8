//! Records which documents, records and parts were read, in part or not at all, so that nothing is left out in silence:
//! counts for the end of the output, and a line of the report for each.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use napkin_answers::documents::{Visit, Visited, lacks_base, of_fault};
use napkin_answers::{Failure, push_json};
use napkin_context::{Document, Fault, FaultKind, Found, Kind, Unread};
use serde::Serialize;

use crate::input::tree::Skipped;
use crate::run::whole::{Pen, Whole};
use crate::terminal::text::grouped;

/// A document, a record or a part, as the report has it.
#[derive(Serialize)]
struct Entry {
    source: String,
    record: Option<InRecord>,
    part: Option<String>,
    #[serde(rename = "type")]
    kind: Option<&'static str>,
    read: Outcome,
    links: u64,
    broken: u64,
    /// The name of its type, if documents of that type hold no links.
    unread: Option<&'static str>,
    errors: Vec<Failure<'static>>,
    /// Whether an error concerns all of it, if one concerns more than a detail.
    #[serde(skip)]
    is_all_lost: Option<bool>,
    /// The word for the count of its errors.
    #[serde(skip)]
    reason: Option<String>,
    /// The word for it in counts, if its place does not tell.
    #[serde(skip)]
    noun: Option<&'static str>,
}

/// The kind of error of a file that the operating system cannot read.
const UNREADABLE: &str = "unreadable";

/// The kind of error of a path that holds nothing to read.
const PASSED_OVER: &str = "passed-over";

#[derive(PartialEq, Eq, Serialize)]
struct InRecord {
    offset: u64,
    uri: Option<String>,
    date: Option<String>,
}

/// How far a document was read.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Whole,
    Part,
    No,
}

/// The counts, and the report.
#[derive(Default)]
pub(crate) struct Ledger {
    current: Option<Entry>,
    /// Whether a document of the current file was entered.
    has_document: bool,
    /// The documents that were read, by the word for them.
    read: BTreeMap<&'static str, u64>,
    /// The documents in `read` that were read in part.
    partly: u64,
    /// The documents that were not read, by the reason.
    unread: BTreeMap<String, u64>,
    /// Whether a document has a type that holds no links.
    has_linkless: bool,
    report: Option<BufWriter<File>>,
    /// Why the report cannot be written.
    failed: Option<io::Error>,
}

impl Ledger {
    /// A ledger that writes a report, if a path is given.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub(crate) fn new(report: Option<&Path>) -> io::Result<Self> {
        let report = report.map(File::create).transpose()?.map(BufWriter::new);
        Ok(Self { report, ..Self::default() })
    }

    /// Begins a file that a search leads to; `None`, if it leaves that out.
    pub(crate) fn begin<'w>(
        &mut self,
        input: Result<Whole<'w>, Skipped>,
        pen: &mut Pen,
    ) -> Option<Whole<'w>> {
        let input = input.inspect_err(|skipped| self.skip(skipped, pen)).ok()?;
        pen.begin();
        Some(input)
    }

    /// Visits the documents in a file, each entered before it is passed on. A file that cannot be read is reported.
    pub(crate) fn visit(
        &mut self,
        input: &Whole<'_>,
        name: &str,
        visit: &Visit,
        pen: &mut Pen,
        take: &mut dyn FnMut(&mut Pen, &Visited<'_>, Found<'_>),
    ) {
        let read = input.open().and_then(|reader| {
            visit.each(reader, &mut |visited, found| {
                self.enter(name, visited.document, &found);
                take(pen, visited, found);
            })
        });
        match read {
            Ok(()) => self.end_file(name),
            Err(error) => {
                self.fail(name, &error);
                pen.unreadable(name, &error);
            }
        }
    }

    /// Enters a result in a document.
    fn enter(&mut self, source: &str, document: &Document<'_>, found: &Found<'_>) {
        self.has_document = true;
        let entry = self.entry(source, document);
        match found {
            Found::Document => entry.kind = document.kind.map(Kind::name),
            Found::Link { link, target, .. } => {
                entry.links += 1;
                entry.broken += u64::from(target.is_err() && !lacks_base(link, target));
            }
            Found::Fault(fault) => entry.add(fault),
            Found::Unread(unread) => entry.pass(*unread),
        }
    }

    /// Ends a file that was read. If it holds no document, as an empty archive, it is entered itself.
    pub(crate) fn end_file(&mut self, source: &str) {
        if !std::mem::take(&mut self.has_document) {
            self.close();
            self.current = Some(Entry::new(source, None, None));
        }
        self.close();
    }

    /// Enters a file that cannot be read.
    pub(crate) fn fail(&mut self, source: &str, error: &io::Error) {
        self.lost(source, UNREADABLE, error.to_string());
    }

    /// Enters a path that a search leaves out, and writes a message about it. What holds nothing to read is in the report only.
    pub(crate) fn skip(&mut self, skipped: &Skipped, pen: &mut Pen) {
        pen.skipped(skipped);
        let kind = if skipped.has_failed { UNREADABLE } else { PASSED_OVER };
        self.lost(&skipped.path, kind, skipped.reason.clone());
    }

    /// Enters a text: the number of URIs in it, what of it was not read, and its type if texts of that type are not read.
    pub(crate) fn text(
        &mut self,
        source: &str,
        uris: u64,
        fault: Option<&Fault>,
        unread: Option<Unread>,
    ) {
        self.close();
        let entry = self.current.insert(Entry::new(source, None, None));
        entry.links = uris;
        entry.noun = Some("text");
        match (fault, unread) {
            (Some(fault), _) => entry.add(fault),
            (None, Some(unread)) => entry.pass(unread),
            (None, None) => {}
        }
        self.close();
    }

    /// Enters a path of which nothing is read.
    fn lost(&mut self, source: &str, kind: &'static str, message: String) {
        self.has_document = false;
        self.close();
        let entry = self.current.insert(Entry::new(source, None, None));
        entry.errors.push(Failure::new(kind, "", message));
        entry.read = Outcome::No;
        entry.reason = Some(kind.into());
        self.close();
    }

    /// The entry of a document; the one before is closed.
    fn entry(&mut self, source: &str, document: &Document<'_>) -> &mut Entry {
        let is_same = self.current.as_ref().is_some_and(|entry| {
            entry.source == source
                && entry.part.as_deref() == document.part
                && entry.record.as_ref().map(|record| record.offset)
                    == document.record.map(|record| record.offset)
        });
        if !is_same {
            self.close();
        }
        self.current.get_or_insert_with(|| {
            let record = document.record.map(|record| InRecord {
                offset: record.offset,
                uri: record.uri.map(str::to_owned),
                date: record.date.map(str::to_owned),
            });
            Entry::new(source, record, document.part)
        })
    }

    /// Counts the current entry, and writes it to the report.
    fn close(&mut self) {
        let Some(mut entry) = self.current.take() else { return };
        entry.conclude();
        self.has_linkless |= entry.unread.is_some();
        if entry.reason.as_deref() == Some(PASSED_OVER) {
            // It is no document.
        } else if entry.read == Outcome::No {
            *self.unread.entry(entry.reason.clone().unwrap_or_default()).or_default() += 1;
        } else {
            *self.read.entry(entry.noun()).or_default() += 1;
            self.partly += u64::from(entry.read == Outcome::Part);
        }
        if let Some(report) = &mut self.report {
            let mut line = Vec::new();
            push_json(&mut line, &entry);
            if let Err(error) = report.write_all(&line) {
                self.failed.get_or_insert(error);
            }
        }
    }

    /// Closes the last entry and the report; the counts, if `always` or something was not read.
    ///
    /// # Errors
    ///
    /// If the report cannot be written.
    pub(crate) fn finish(mut self, always: bool) -> io::Result<Option<String>> {
        self.close();
        if let Some(error) = self.failed {
            return Err(error);
        }
        if let Some(mut report) = self.report.take() {
            report.flush()?;
        }
        let all = self.read.values().chain(self.unread.values()).sum::<u64>();
        let unread = self.unread.values().sum::<u64>();
        let is_told = always || self.has_linkless || all > 1 && unread + self.partly > 0;
        Ok(is_told.then(|| self.counts(unread)))
    }

    /// The counts in words: `12 responses read, 3 not: 2 images, 1 unknown type`.
    fn counts(&self, unread: u64) -> String {
        let read = self.read.iter().map(|(noun, &count)| {
            format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
        });
        let mut counts = read.collect::<Vec<_>>().join(", ");
        if counts.is_empty() {
            counts.push_str("nothing");
        }
        counts.push_str(" read");
        if self.partly > 0 {
            counts.extend([", ", &*grouped(self.partly), " of them in part"]);
        }
        if unread > 0 {
            let reasons = self.unread.iter().map(|(reason, &count)| {
                let plural = Unread::ALL.iter().find(|unread| unread.name() == reason);
                let plural = plural.filter(|_| count > 1).map_or(&**reason, |one| one.plural());
                format!("{} {plural}", grouped(count))
            });
            let reasons = reasons.collect::<Vec<_>>().join(", ");
            counts.extend([", ", &*grouped(unread), " not: ", &*reasons]);
        }
        counts
    }
}

impl Entry {
    fn new(source: &str, record: Option<InRecord>, part: Option<&str>) -> Self {
        Self {
            source: source.into(),
            record,
            part: part.map(str::to_owned),
            kind: None,
            read: Outcome::Whole,
            links: 0,
            broken: 0,
            unread: None,
            errors: Vec::new(),
            is_all_lost: None,
            reason: None,
            noun: None,
        }
    }

    /// Adds an error, and what it means for how far the document was read.
    fn add(&mut self, fault: &Fault) {
        self.errors.push(of_fault(fault));
        if fault.kind.leaves_rest() {
            return;
        }
        let reason = fault.unread.map_or(fault.kind.name(), Unread::name);
        self.reason.get_or_insert_with(|| reason.to_owned());
        let concerns_all = match fault.kind {
            FaultKind::NotReadable
            | FaultKind::UnknownType
            | FaultKind::NotAnArchive
            | FaultKind::NotAMessage
            | FaultKind::NotAResponse => true,
            // A block that is too large is read in pieces; a document is not read at all.
            FaultKind::TooLarge => fault.offset.is_none(),
            _ => false,
        };
        self.is_all_lost = Some(concerns_all || self.is_all_lost == Some(true));
    }

    /// Says that it holds no links by its type.
    fn pass(&mut self, unread: Unread) {
        self.unread = Some(unread.name());
        self.read = Outcome::No;
        self.reason.get_or_insert_with(|| unread.name().to_owned());
    }

    /// Says how far it was read, when all of it is known.
    fn conclude(&mut self) {
        let Some(is_all_lost) = self.is_all_lost else { return };
        let is_nothing = self.links == 0 && (is_all_lost || self.kind.is_none());
        if self.read != Outcome::No {
            self.read = if is_nothing { Outcome::No } else { Outcome::Part };
        }
    }

    /// The word for what was read: a part, a response, a record, a file or a text.
    fn noun(&self) -> &'static str {
        match (&self.record, &self.part) {
            _ if self.noun.is_some() => self.noun.unwrap_or_default(),
            (_, Some(_)) => "part",
            (Some(InRecord { uri: Some(_), .. }), _) => "response",
            (Some(_), _) => "record",
            (None, None) => "file",
        }
    }
}
