//! ARC files, record by record: a line that ends with the length, and that many bytes.

use std::io::{self, BufRead};

use crate::compression::unpack::Expansion;
use crate::containers::entries::{Entry, Lines, Next, Piece};
use crate::containers::warc::{self, Other};
use crate::fault::{Fault, FaultKind};

/// Reads the records of an ARC file: a line that ends with the length, and that many bytes.
pub(crate) struct Captures<'e, R> {
    lines: Lines<R>,
    largest: usize,
    expansion: &'e Expansion,
    said: bool,
    /// The line of a record behind bytes that are reported first.
    held: Option<Piece>,
}

/// The fields of the line before a record.
pub(crate) struct Facts<'l> {
    pub(crate) uri: &'l str,
    pub(crate) date: &'l str,
    pub(crate) media_type: &'l str,
    len: u64,
}

/// Parses the line before a record: the URI, the address, the date, the media type, in the second version other
/// fields, and the length. URIs and media types may have spaces, so the fields are found from the right end, by the address
/// and the date.
pub(crate) fn facts(line: &[u8]) -> Option<Facts<'_>> {
    let line = str::from_utf8(line).ok()?.trim_end();
    let (rest, len) = line.rsplit_once(' ')?;
    let len = len.parse().ok()?;
    let mut end = rest.len();
    let mut by_date = None;
    // Searched once, since a line may have many dates.
    let colon = line.find(':')?;
    loop {
        let before = rest.get(..end)?;
        let Some((before, date)) = before.rsplit_once(' ') else { break };
        let is_date = date.len() >= 8 && date.bytes().all(|byte| byte.is_ascii_digit());
        if is_date && let Some((uri, address)) = before.rsplit_once(' ') {
            let media_type = media_type(rest.get(end..).unwrap_or_default());
            let facts = Facts { uri, date, media_type, len };
            let facts = Some(facts).filter(|_| colon < uri.len() && !media_type.is_empty());
            if address.parse::<std::net::IpAddr>().is_ok() && facts.is_some() {
                return facts;
            }
            by_date = facts.or(by_date);
        }
        end = before.len();
    }
    by_date
}

/// The media type at the beginning of the fields behind the date. In the second version, a status of three digits and four
/// more fields follow it. Its parameters may have spaces before them.
fn media_type(fields: &str) -> &str {
    let fields = fields.trim();
    let others = fields.rsplitn(6, ' ').collect::<Vec<_>>();
    match *others {
        [.., status, media_type]
            if others.len() == 6
                && status.len() == 3
                && status.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            media_type
        }
        _ => fields,
    }
}

impl<'e, R: BufRead> Captures<'e, R> {
    /// Records of more than `largest` bytes, and those that `expansion` refuses, are skipped.
    pub(crate) const fn new(reader: R, largest: usize, expansion: &'e Expansion) -> Self {
        Self { lines: Lines::new(reader), largest, expansion, said: false, held: None }
    }

    /// The next record; `None` at the end of the file. Lines between records that begin none are an error, a broken compressed
    /// stream is one, and so is a file without any record.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<Next>> {
        let mut other = Other::default();
        loop {
            let line = if let held @ Some(_) = self.held.take() {
                held
            } else {
                self.expansion.begin_record();
                self.lines.next()?
            };
            let Some(line) = line else {
                if other.fault().is_none()
                    && let Some(broken) = self.expansion.resume(&mut self.lines.reader)?
                {
                    self.lines.is_fresh = true;
                    return Ok(Some(Err((self.lines.passed, broken))));
                }
                let is_other = self.lines.passed > 0 && !std::mem::replace(&mut self.said, true);
                let nothing =
                    || Fault::new(FaultKind::NotAnArchive, None, "no line begins a record");
                let other = if is_other { Some((0, nothing())) } else { other.fault() };
                return Ok(other.map(Err));
            };
            let Some(len) = facts(&line.bytes).filter(|_| line.begins_line).map(|facts| facts.len)
            else {
                other.add(line.offset, &line.bytes);
                continue;
            };
            self.said = true;
            if let Some(fault) = other.fault() {
                self.held = Some(line);
                return Ok(Some(Err(fault)));
            }
            let block = warc::block(&mut self.lines.reader, len, self.largest, self.expansion)?;
            self.lines.passed += block.passed;
            self.lines.is_fresh = true;
            let Piece { offset, bytes: line, .. } = line;
            return Ok(Some(match block.content {
                Ok(content) => Ok(Entry { offset, line, content, cut: block.cut }),
                Err(fault) => Err((offset, fault)),
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Captures, Next, facts};
    use crate::compression::unpack::Expansion;

    fn shown(next: Next) -> (u64, String) {
        match next {
            Ok(entry) => (entry.offset, String::from_utf8(entry.content).unwrap()),
            Err((offset, fault)) => (offset, fault.kind.name().into()),
        }
    }

    #[test]
    fn media_types_with_parameters() {
        let media_type = |fields: &str| {
            let line = format!("http://h/a b 1.2.3.4 19970101000000 {fields} 5\n");
            facts(line.as_bytes()).map(|facts| facts.media_type.to_owned())
        };
        for (fields, expected) in [
            ("text/html", "text/html"),
            ("text/html; charset=x", "text/html; charset=x"),
            ("text/html 200 - - 0 a.arc", "text/html"),
            ("text/html; charset=x 200 sum http://h/b 0 a.arc", "text/html; charset=x"),
            ("no-type", "no-type"),
        ] {
            assert_eq!(media_type(fields).as_deref(), Some(expected));
        }
        assert_eq!(media_type(""), None);
    }

    #[test]
    fn captures() {
        let expansion = Expansion::new(1, 100);
        let file = b"filedesc://a 0.0.0.0 19960923142103 text/plain 3\n1 0\n\n\
            http://h/ 1.2.3.4 19970101000000 text/html 5\nhello\n\
            http://h/2 1.2.3.4 19970101000000 text/html 200 - - 0 a.arc 2\nhi\n";
        let mut captures = Captures::new(&file[..], 4, &expansion);
        let all: Vec<_> = std::iter::from_fn(|| captures.next().unwrap()).map(shown).collect();
        assert_eq!(all, [(0, "1 0".into()), (54, "too-large".into()), (105, "hi".into())]);
        let mut other = Captures::new(&b"no archive\n"[..], 4, &expansion);
        assert_eq!(other.next().unwrap().map(shown), Some((0, "not-an-archive".into())));
        assert!(other.next().unwrap().is_none());
    }
}
