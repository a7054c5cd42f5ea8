//! Visits messages: the links in their header fields, and their parts; and mailboxes.

use std::borrow::Cow;
use std::io::{self, BufRead};

use super::visit::{Content, Inside, Place, Told, Walk};
use super::{Message, Record, Surroundings};
use crate::base::Base;
use crate::compression;
use crate::containers::mailbox::Messages;
use crate::containers::message;
use crate::encoding::Charset;
use crate::guess::Guess;
use crate::kind::Kind;

impl Walk<'_, '_> {
    /// The documents in a message.
    pub(super) fn message(&mut self, place: Place<'_>, base: &Base, bytes: &[u8]) {
        let read = message::read(bytes, base, |part, directory, envelope| {
            let inside: &Inside<'_> = &|uri, from| directory.find(uri, from);
            let number = place.message.and_then(|message| message.number);
            let subject = envelope.subject.as_deref();
            let message = Message { number, subject, sender: envelope.sender.as_deref() };
            let in_message = Place { message: Some(message), part: Some(&part.number), ..place };
            if self.with_links {
                self.fields(in_message, &part.base, &part.fields, Some(inside));
            }
            let Some(content) = &part.content else { return };
            let chosen = self.encoding.and_then(|_| content.raw?.octets());
            let (bytes, inner, is_decoded) = match chosen {
                Some((bytes, start)) => (bytes, start, false),
                None => (Cow::Borrowed(&*content.bytes), content.start, content.raw.is_some()),
            };
            let start = place.start.zip(inner).map(|(outer, inner)| outer + inner);
            let mut place = Place { start, ..in_message };
            if let Some(fault) = &content.undecoded {
                self.fault(place, &part.base, fault);
            }
            let mut bytes = bytes;
            match compression::unpacked_body(&bytes, self.expansion) {
                Ok(None) => {}
                Ok(Some((whole, broken))) => {
                    place.start = None;
                    bytes = whole.into();
                    if let Some(fault) = broken {
                        self.fault(place, &part.base, &fault);
                    }
                }
                Err(fault) => return self.fault(place, &part.base, &fault),
            }
            let told = Told::by(&content.media_type);
            let kind = match told.guess.unwrap_or_else(|| Guess::of_body(&bytes)) {
                Guess::Unread(unread) => return self.unread(place, &part.base, unread),
                Guess::Kind(kind) if self.is_not_compiled(place, &part.base, kind) => return,
                // A multipart without any boundary is text to the parser.
                Guess::Kind(Kind::Mime) if content.raw.is_some() => Kind::Text,
                // Messages are read where they have no encoding; then the parser has their parts.
                Guess::Kind(kind) if kind.is_container() => {
                    return self.nested(place, &part.base, kind);
                }
                Guess::Kind(kind) => kind,
            };
            let charset = if is_decoded {
                Charset::Decoded
            } else {
                Charset::of_media_type(&content.media_type)
            };
            let read = Content { kind, charset, bytes: &bytes };
            self.document(place, &part.base, &read, Some(inside));
        });
        if let Err(fault) = read {
            self.fault(place, base, &fault);
        }
    }
}

impl Surroundings {
    /// Visits the messages of a mailbox.
    pub(super) fn mailbox(&self, reader: impl BufRead, walk: &mut Walk<'_, '_>) -> io::Result<()> {
        let mut messages = Messages::new(reader, self.largest, walk.expansion);
        let mut number = 0;
        while let Some(next) = messages.next()? {
            number += 1;
            let Some(entry) = self.entry(next, walk) else { continue };
            let record =
                Record { offset: entry.offset, block: Some(entry.block()), uri: None, date: None };
            let message = Message { number: Some(number), subject: None, sender: None };
            let record = Some(record);
            let place = Place { record, message: Some(message), part: None, start: Some(0) };
            let base = self.base(self.around());
            let told = Told { guess: Some(Guess::Kind(Kind::Mime)), media_type: "" };
            walk.content(place, &base, told, &entry.content);
            if let Some(cut) = &entry.cut {
                walk.fault(place, &base, cut);
            }
        }
        Ok(())
    }
}
