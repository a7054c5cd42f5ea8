//! Text for a terminal and JSON: what steers a terminal or cuts a line is escaped before it is written.

use std::io::{self, Write};

use napkin_audit::json;

use super::place::Out;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// Escapes of JSON, which parsers undo.
    Json,
    /// For people: `\u{1b}`.
    Text,
}

/// A writer that escapes what is not safe to show, except for line ends.
pub(crate) struct Escaped {
    out: Out,
    form: Escapes,
    /// The start of a character whose end is not written yet.
    begun: Vec<u8>,
}

impl Escaped {
    pub(crate) fn new(out: Out, form: Escapes) -> Self {
        Self { out, form, begun: Vec::new() }
    }
}

impl Write for Escaped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len();
        if self.begun.is_empty() && bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
            self.out.write_all(bytes)?;
            return Ok(taken);
        }
        self.begun.extend_from_slice(bytes);
        let whole = match str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let rest = self.begun.split_off(whole);
        let text = std::mem::replace(&mut self.begun, rest);
        let text = String::from_utf8_lossy(&text);
        match self.form {
            Escapes::Json => json::escape(&mut self.out, &text)?,
            Escapes::Text => write!(self.out, "{}", visible_lines(&text))?,
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A text in a form that is safe on a terminal, with its line ends.
pub(crate) fn visible_lines(text: &str) -> napkin::Visible<'_> {
    napkin::visible(text)
        .showing(|character| character == '\n' || napkin::is_safe_to_show(character))
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use super::{Escaped, Escapes};

    /// A writer whose content can be read afterwards.
    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn pieces_of_any_length_give_the_same_escapes() {
        let text = "{\"a\":\"é\u{1b}\u{9b}\u{2028}\u{e0041}例\"}\n";
        for (form, expected) in [
            (Escapes::Json, "{\"a\":\"é\\u001b\\u009b\\u2028\\udb40\\udc41例\"}\n"),
            (Escapes::Text, "{\"a\":\"é\\u{1b}\\u{9b}\\u{2028}\\u{e0041}例\"}\n"),
        ] {
            for length in 1..text.len() {
                let shared = Shared::default();
                let mut escaped = Escaped::new(Box::new(shared.clone()), form);
                for piece in text.as_bytes().chunks(length) {
                    escaped.write_all(piece).unwrap();
                }
                let written = shared.0.lock().unwrap().clone();
                assert_eq!(String::from_utf8(written).unwrap(), expected, "{form:?} {length}");
            }
        }
    }
}
