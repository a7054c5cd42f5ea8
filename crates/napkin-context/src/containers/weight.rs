//! Estimates the cost of a message before it is parsed: the parser's tree has hundreds of bytes for a header field
//! or a part of a few. The limits on both are never reached by real mail.
//!
//! The counts need not be exact, as long as they are at least what the parser finds.

use memchr::memmem::Finder;

/// The maximum number of parts in a message, including messages in it.
const MOST_PARTS: usize = 1 << 16;

/// The maximum number of header lines in a message and its parts.
const MOST_LINES: usize = 1 << 17;

/// The maximum total length of these lines, in bytes.
const LONGEST_HEADERS: usize = 8 << 20;

/// The weight of a byte of an encoded message in a part, which may decode to header lines only.
const ENCODED: usize = 8;

/// The counts so far.
#[derive(Default)]
struct Weight {
    parts: usize,
    lines: usize,
    bytes: usize,
    /// The prefixes of the declared boundaries.
    boundaries: Vec<Vec<u8>>,
    header: Header,
    /// Whether a digest was declared, whose parts are messages.
    in_digest: bool,
}

/// The header whose lines are being read.
#[derive(Default)]
struct Header {
    holds_message: bool,
    is_encoded: bool,
}

/// The kind of the lines.
enum Lines {
    Header,
    Body,
    /// Lines of a message that is encoded.
    Encoded,
}

/// Rejects a message that takes too much memory.
///
/// # Errors
///
/// The exceeded limit.
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
                    weight.bytes = weight.bytes.saturating_add(ENCODED.saturating_mul(line.len()));
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

    /// The number of boundaries that may be in a line.
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

/// The prefix of a boundary, up to where it may have other spellings; `text` follows the name of the parameter.
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
