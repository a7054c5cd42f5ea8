//! Mailboxes (RFC 4155), message by message.

use std::io::{self, BufRead};

use crate::compression::unpack::Expansion;
use crate::containers::entries::{Entry, Lines, Next, Piece};
use crate::fault::{Fault, FaultKind};
use crate::kind::{MAILBOX_LINE, is_field};

/// Reads the messages of a mailbox. A message begins at a line that begins with `From`, after an empty line or at
/// the beginning of the file, if a header follows.
pub(crate) struct Messages<'e, R> {
    lines: Lines<R>,
    largest: usize,
    expansion: &'e Expansion,
    /// The line that begins the next message, and the line after it.
    held: Option<(Piece, Option<Piece>)>,
    began: bool,
}

impl<'e, R: BufRead> Messages<'e, R> {
    /// A message of more than `largest` bytes, or one that expands more than `expansion` allows, is a fault; the next message is read.
    pub(crate) const fn new(reader: R, largest: usize, expansion: &'e Expansion) -> Self {
        Self { lines: Lines::new(reader), largest, expansion, held: None, began: false }
    }

    /// The next message; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<Next>> {
        self.expansion.begin_record();
        let (offset, line, content) = (self.lines.passed, Vec::new(), Vec::new());
        let mut entry = Entry { offset, line, content, cut: None };
        let mut waiting = None;
        if let Some((line, behind)) = self.held.take() {
            entry.offset = line.offset;
            entry.line = line.bytes;
            waiting = behind;
        } else if self.began {
            return Ok(None);
        } else {
            let Some(first) = self.lines.next()? else { return Ok(None) };
            if first.bytes.starts_with(MAILBOX_LINE) {
                entry.line = first.bytes;
            } else {
                waiting = Some(first);
            }
        }
        self.began = true;
        let mut refusal = None;
        let mut behind_blank = false;
        loop {
            let piece = match waiting.take() {
                Some(piece) => Some(piece),
                None => self.lines.next()?,
            };
            let Some(piece) = piece else {
                entry.cut = (!self.lines.is_fresh).then(cut);
                break;
            };
            if behind_blank && piece.begins_line && piece.bytes.starts_with(MAILBOX_LINE) {
                let behind = self.lines.next()?;
                let begins_header = behind.as_ref().is_none_or(|behind| {
                    is_field(&behind.bytes) || behind.bytes.starts_with(b">From ")
                });
                if begins_header {
                    self.held = Some((piece, behind));
                    break;
                }
                waiting = behind;
            }
            behind_blank = piece.begins_line && piece.bytes.trim_ascii().is_empty();
            let is_too_large = entry.content.len() + piece.bytes.len() > self.largest;
            refusal = refusal
                .or_else(|| self.expansion.refusal())
                .or_else(|| is_too_large.then(|| too_large(self.largest)));
            if refusal.is_some() {
                entry.content = Vec::new();
            } else {
                entry.content.extend_from_slice(&piece.bytes);
            }
        }
        Ok(Some(match refusal {
            Some(fault) => Err((entry.offset, fault)),
            None => Ok(entry),
        }))
    }
}

fn too_large(largest: usize) -> Fault {
    Fault::new(FaultKind::TooLarge, None, format_args!("more than {largest} bytes"))
}

/// The lines of a mailbox all have ends (RFC 4155).
fn cut() -> Fault {
    Fault::new(FaultKind::Truncated, None, "the last line has no end")
}

#[cfg(test)]
mod tests {
    use super::{Messages, Next};
    use crate::compression::unpack::Expansion;

    fn shown(next: Next) -> (u64, String) {
        match next {
            Ok(entry) => (entry.offset, String::from_utf8(entry.content).unwrap()),
            Err((offset, fault)) => (offset, fault.kind.name().into()),
        }
    }

    #[test]
    fn messages() {
        let expansion = Expansion::new(1, 100);
        let file = b"From a 2000\nA: b\n\nFrom here on\nit goes\n\nFrom b\n>From x\n\nc\n\nFrom c\nD: e\n\n0123456789\n";
        let mut messages = Messages::new(&file[..], 40, &expansion);
        let all: Vec<_> = std::iter::from_fn(|| messages.next().unwrap()).map(shown).collect();
        assert_eq!(
            all,
            [
                (0, "A: b\n\nFrom here on\nit goes\n\n".into()),
                (40, ">From x\n\nc\n\n".into()),
                (59, "D: e\n\n0123456789\n".into()),
            ]
        );
        let mut messages = Messages::new(&file[..], 16, &expansion);
        let all: Vec<_> = std::iter::from_fn(|| messages.next().unwrap()).map(shown).collect();
        assert_eq!(all[0].1, "too-large");
        assert_eq!(all[1], (40, ">From x\n\nc\n\n".into()));
        assert!(Messages::new(&b""[..], 16, &expansion).next().unwrap().is_none());
    }
}
