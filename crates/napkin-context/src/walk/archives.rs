//! Visits the records of archives. A record that holds no links is passed on as not read, and
//! what cannot be read as an error with its place.

use std::io::{self, BufRead};

use napkin::Edition;

use super::visit::{Place, Told, Walk};
use super::{Record, Surroundings};
use crate::base::Base;
use crate::containers::arc::{self, Captures};
use crate::containers::header;
use crate::containers::warc;
use crate::fault::{Fault, FaultKind};
use crate::guess::Guess;
use crate::kind::Kind;
use crate::unread::Unread;

impl Surroundings {
    pub(super) fn archive(&self, reader: impl BufRead, walk: &mut Walk<'_, '_>) -> io::Result<()> {
        let mut records = warc::Records::new(reader, self.largest, walk.expansion);
        while let Some(next) = records.next()? {
            match next {
                Ok(record) => self.record(&record, walk),
                Err(refused) => self.refused(refused, walk),
            }
        }
        Ok(())
    }

    fn record(&self, record: &warc::WarcRecord, walk: &mut Walk<'_, '_>) {
        let head = record.fields();
        let value = |name: &str| header::value(&head.fields, name);
        let uri = value("WARC-Target-URI").map(header::joined);
        let uri = uri.as_deref().map(|uri| uri.trim_matches(['<', '>']));
        let date = value("WARC-Date");
        let base = self.base_of_record(uri, date);
        let block = record.offset + record.head.len() as u64;
        let record_place = Record { offset: record.offset, block: Some(block), uri, date };
        let place = Place { record: Some(record_place), message: None, part: None, start: Some(0) };
        for oddity in &head.oddities {
            walk.fault(place, &base, oddity);
        }
        let told = Told::by(value("Content-Type").unwrap_or_default());
        let kind = value("WARC-Type").unwrap_or_default().to_ascii_lowercase();
        match &*kind {
            // A revisit may have only a header; its content is in another record.
            "revisit" if record.block.is_empty() => walk.passed(place, &base, Unread::Revisit),
            "response" | "revisit" => walk.response_or_else(place, &base, told, &record.block),
            "resource" | "conversion" => walk.content(place, &base, told, &record.block),
            "request" => walk.passed(place, &base, Unread::Request),
            "warcinfo" | "metadata" => walk.passed(place, &base, Unread::Metadata),
            "continuation" => walk.unread(place, &base, Unread::Continuation),
            other => {
                let detail = format_args!("'{other}' is no type of a record");
                walk.fault(place, &base, &Fault::new(FaultKind::NotAnArchive, None, detail));
            }
        }
        if let Some(cut) = &record.cut {
            walk.fault(place, &base, cut);
        }
        if value("WARC-Segment-Number") == Some("1") {
            let detail = "it goes on in other records, and records are not joined";
            walk.fault(place, &base, &Fault::new(FaultKind::Truncated, None, detail));
        }
        // A revisit, whose content is in another record, has the field for that.
        if let Some(reason) = value("WARC-Truncated").filter(|_| kind != "revisit") {
            let detail = format_args!("the archive has a part of it ({reason})");
            walk.fault(place, &base, &Fault::new(FaultKind::Truncated, None, detail));
        }
    }

    /// The base of a record's content, by the edition that applies to it.
    fn base_of_record(&self, uri: Option<&str>, date: Option<&str>) -> Base {
        let in_force = date.and_then(warc::year).and_then(Edition::in_force);
        let edition = in_force.filter(|_| self.by_record_date).unwrap_or(self.around());
        let base = self.base(edition);
        match uri {
            Some(uri) => base.retrieved_from(uri),
            None => base,
        }
    }

    pub(super) fn old_archive(
        &self,
        reader: impl BufRead,
        walk: &mut Walk<'_, '_>,
    ) -> io::Result<()> {
        let mut captures = Captures::new(reader, self.largest, walk.expansion);
        while let Some(next) = captures.next()? {
            let Some(entry) = self.entry(next, walk) else { continue };
            let Some(facts) = arc::facts(&entry.line) else { continue };
            let base = self.base_of_record(Some(facts.uri), Some(facts.date));
            let record = Record {
                offset: entry.offset,
                block: Some(entry.block()),
                uri: Some(facts.uri),
                date: Some(facts.date),
            };
            let place = Place { record: Some(record), message: None, part: None, start: Some(0) };
            // The archive's description of itself is not a capture.
            if facts.uri.starts_with("filedesc:") {
                walk.passed(place, &base, Unread::Metadata);
            } else {
                let mut told = Told::by(facts.media_type);
                if entry.content.starts_with(b"HTTP/") {
                    told.guess = Some(Guess::Kind(Kind::Http));
                }
                walk.response_or_else(place, &base, told, &entry.content);
            }
            if let Some(cut) = &entry.cut {
                walk.fault(place, &base, cut);
            }
        }
        Ok(())
    }
}
