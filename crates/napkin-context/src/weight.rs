//! What it takes to read a message, told before it is parsed: the parser makes a tree of hundreds of bytes for a
//! header field or a part of a few, so both have a number that is never too large for real mail.
//!
//! Nothing here has to be exact, as long as it counts no less than the parser finds.

use memchr::memmem::Finder;

/// How many parts a message may have, messages in it included.
const MOST_PARTS: usize = 1 << 16;

/// How many lines the headers of a message and its parts may have together.
const MOST_LINES: usize = 1 << 17;

/// How long these lines may be together, in bytes.
const LONGEST_HEADERS: usize = 8 << 20;

/// How much a byte counts of a message that is encoded in a part, which may be all header once it is decoded.
const ENCODED: usize = 8;

/// What was counted so far.
#[derive(Default)]
struct Weight {
    parts: usize,
    lines: usize,
    bytes: usize,
    /// What the boundaries begin with that were declared.
    boundaries: Vec<Vec<u8>>,
    header: Header,
    /// Whether a digest was declared, whose parts are messages.
    in_digest: bool,
}

/// What is known of the header whose lines go by.
#[derive(Default)]
struct Header {
    holds_message: bool,
    is_encoded: bool,
}

/// What the lines are.
enum Lines {
    Header,
    Body,
    /// Those of a message that is encoded.
    Encoded,
}

/// Refuses a message that takes too much memory.
///
/// # Errors
///
/// What there is too much of.
pub(crate) fn check(document: &[u8]) -> Result<(), &'static str> {
    let mut weight = Weight::default();
    let mut state = Lines::Header;
    let dashes = Finder::new("--");
    let mut start = 0;
    while start < document.len() {
        let len =
            memchr::memchr(b'\n', &document[start..]).map_or(document.len() - start, |end| end + 1);
        let line = &document[start..start + len];
        state = match state {
            Lines::Header if line.trim_ascii_end().is_empty() && line.len() <= 2 => {
                weight.header_ends()
            }
            Lines::Header => {
                weight.header_line(document, start, line);
                Lines::Header
            }
            Lines::Body | Lines::Encoded => {
                if matches!(state, Lines::Encoded) {
                    weight.bytes += ENCODED * line.len();
                }
                match weight.boundaries_in(line, &dashes) {
                    0 => state,
                    parts => {
                        weight.parts += parts;
                        Lines::Header
                    }
                }
            }
        };
        weight.judge()?;
        start += len;
    }
    Ok(())
}

impl Weight {
    fn judge(&self) -> Result<(), &'static str> {
        if self.parts > MOST_PARTS {
            return Err("it has more than 65,536 parts");
        }
        if self.lines > MOST_LINES || self.bytes > LONGEST_HEADERS {
            return Err("its headers are longer than 8 MiB, or than 131,072 lines");
        }
        Ok(())
    }

    fn header_ends(&mut self) -> Lines {
        let Header { holds_message, is_encoded } = std::mem::take(&mut self.header);
        match (holds_message || self.in_digest, is_encoded) {
            (true, true) => Lines::Encoded,
            (true, false) => {
                self.parts += 1;
                Lines::Header
            }
            (false, _) => Lines::Body,
        }
    }

    fn header_line(&mut self, document: &[u8], start: usize, line: &[u8]) {
        self.lines += 1;
        self.bytes += line.len();
        let line = line.to_ascii_lowercase();
        let has = |word: &str| memchr::memmem::find(&line, word.as_bytes()).is_some();
        self.header.holds_message |= has("message/");
        self.header.is_encoded |= has("base64") || has("quoted-printable");
        self.in_digest |= has("digest");
        for at in memchr::memmem::find_iter(&line, "boundary") {
            let value = document.get(start + at + "boundary".len()..).unwrap_or_default();
            self.boundaries.push(beginning(value));
        }
    }

    /// How many of the boundaries may stand in a line.
    fn boundaries_in(&self, line: &[u8], dashes: &Finder<'_>) -> usize {
        if self.boundaries.is_empty() {
            return 0;
        }
        let stands = |at: &usize| {
            let behind = &line[at + 2..];
            self.boundaries.iter().any(|boundary| behind.starts_with(boundary))
        };
        // The dashes before a boundary may follow others.
        let places = dashes.find_iter(line).flat_map(|at| [at, at + 1]);
        places
            .filter(|at| line.get(*at..).is_some_and(|rest| rest.starts_with(b"--")))
            .filter(stands)
            .count()
    }
}

/// What a boundary begins with, up to where it may be written in another way; `text` follows the name of the
/// parameter.
fn beginning(text: &[u8]) -> Vec<u8> {
    let is_between =
        |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_digit() || *byte == b'*';
    let before = text.iter().take_while(|byte| is_between(byte)).count();
    let value = text[before..].strip_prefix(b"=").unwrap_or_default().trim_ascii_start();
    let value = value.strip_prefix(b"\"").unwrap_or(value);
    let goes_on = |byte: &u8| !byte.is_ascii_whitespace() && !b"\";%\\('".contains(byte);
    value.iter().copied().take(64).take_while(goes_on).collect()
}

#[cfg(test)]
mod tests {
    use super::{MOST_LINES, MOST_PARTS, check};

    #[test]
    fn parts_and_lines_are_counted_wherever_they_are() {
        let multipart = "A: b\nContent-Type: multipart/mixed;\n BOUNDARY = \"b'\"\n\n";
        let repeated = |head: &str, piece: &str, times: usize| {
            check([head, &piece.repeat(times)].concat().as_bytes())
        };
        assert!(repeated(multipart, "--b'\n\nx\n", MOST_PARTS - 1).is_ok());
        assert!(repeated(multipart, "--b'\n\nx\n", MOST_PARTS + 1).is_err());
        assert!(repeated(multipart, "x---b'\n\nx\n", MOST_PARTS + 1).is_err());
        assert!(repeated(multipart, "--c\n\nx: y\n", 3 * MOST_LINES).is_ok(), "it is all one body");
        assert!(repeated("", "a: b\r\n", MOST_LINES + 1).is_err());
        assert!(repeated("A: b\n\n", "a: b\r\n", 2 * MOST_LINES).is_ok());
        assert!(repeated("", "Content-Type: message/rfc822\n\n", MOST_PARTS + 1).is_err());
        let digest = "Content-Type: multipart/digest; boundary=b\n\n--b\n\n";
        assert!(repeated(digest, "a: b\n", MOST_LINES + 1).is_err());
        let encoded = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n";
        assert!(repeated(encoded, "QUJD\n", 300_000).is_err());
        assert!(repeated("Subject: x", "x", 9 << 20).is_err());
    }
}
