//! Text for people: colours, and characters that are safe to show.

use std::io::Write;
use std::path::Path;

use anstream::{AutoStream, stream::RawStream};
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use napkin::{Part, Visible, visible};
use unicode_width::UnicodeWidthStr;

/// The name of a file in results and messages; its bytes that are not UTF-8 are `\xff`, so that two names stay two.
pub(crate) fn shown_path(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name += chunk.valid();
        name.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    name
}

/// The styles of text output; without colour, none has an effect.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// Names of parts.
    pub(crate) name: Style,
    /// Secondary text.
    pub(crate) faint: Style,
    /// Good results.
    pub(crate) good: Style,
    /// Bad results.
    pub(crate) bad: Style,
    /// The place of a fault.
    pub(crate) mark: Style,
    /// The parts of a reference, by their index; the userinfo is highlighted (RFC 3986 §7.6).
    parts: [Style; Part::ALL.len()],
    /// Whether the stream is a terminal, on which results show no invisible characters.
    is_terminal: bool,
}

impl Palette {
    /// Whether a person sees the text.
    pub(crate) const fn is_terminal(self) -> bool {
        self.is_terminal
    }

    const COLOURS: Self = Self {
        name: AnsiColor::Cyan.on_default(),
        faint: Style::new().dimmed(),
        good: AnsiColor::Green.on_default(),
        bad: AnsiColor::Red.on_default().bold(),
        mark: AnsiColor::Yellow.on_default().bold(),
        parts: [
            AnsiColor::Blue.on_default(),
            Style::new(),
            AnsiColor::Yellow.on_default().invert(),
            AnsiColor::Green.on_default().bold(),
            AnsiColor::Magenta.on_default(),
            Style::new(),
            AnsiColor::Cyan.on_default(),
            Style::new().dimmed(),
        ],
        is_terminal: false,
    };

    pub(crate) fn part(&self, part: Part) -> Style {
        self.parts.get(part as usize).copied().unwrap_or_default()
    }

    /// The palette for a stream: if none was chosen, `NO_COLOR` and whether the stream is a terminal decide.
    pub(crate) fn chosen(choice: ColorChoice, stream: &impl RawStream) -> Self {
        let colours = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => AutoStream::choice(stream) != anstream::ColorChoice::Never,
        };
        let palette = if colours { Self::COLOURS } else { Self::default() };
        Self { is_terminal: stream.is_terminal(), ..palette }
    }
}

/// The text shown for an empty value.
const EMPTY: &str = "(empty)";

/// Writes one answer as text.
pub(crate) struct Text<'o> {
    out: &'o mut Vec<u8>,
    /// The colours in use.
    pub(crate) palette: Palette,
    is_first: bool,
}

impl<'o> Text<'o> {
    pub(crate) const fn new(out: &'o mut Vec<u8>, palette: Palette, is_first: bool) -> Self {
        Self { out, palette, is_first }
    }

    /// Writes a blank line between answers of several lines.
    pub(crate) fn gap(&mut self) {
        if !self.is_first {
            self.end_line();
        }
    }

    /// Writes text that may contain unsafe characters.
    pub(crate) fn push(&mut self, text: &str) {
        push_visible(self.out, text.as_bytes());
    }

    /// Writes bytes that may contain unsafe characters.
    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) {
        push_visible(self.out, bytes);
    }

    /// Writes a result. For other programs it is written unchanged, except that control characters and ill-formed
    /// UTF-8 are escaped. On a terminal it is escaped like all other text.
    pub(crate) fn push_result(&mut self, result: &[u8]) {
        push_result(self.out, result, self.palette);
    }

    /// Writes a result that is data. The backslash is escaped too, so that escapes can be distinguished from text
    /// that looks like them.
    pub(crate) fn push_data(&mut self, bytes: &[u8]) {
        for (number, piece) in bytes.split(|&byte| byte == b'\\').enumerate() {
            if number > 0 {
                self.push_raw(br"\\");
            }
            self.push_result(piece);
        }
    }

    /// Writes octets: unchanged for other programs; on a terminal escaped like all other text.
    pub(crate) fn push_octets(&mut self, octets: &[u8]) {
        if self.palette.is_terminal {
            push_visible(self.out, octets);
        } else {
            self.push_raw(octets);
        }
    }

    /// Writes text of an option. On a terminal it is escaped, except for tabs and line ends.
    pub(crate) fn push_literal(&mut self, text: &str) {
        for piece in text.split_inclusive(['\t', '\n']) {
            let literal = piece.strip_suffix(['\t', '\n']).unwrap_or(piece);
            self.push_octets(literal.as_bytes());
            self.push_raw(&piece.as_bytes()[literal.len()..]);
        }
    }

    /// Where the text goes.
    pub(crate) const fn out(&mut self) -> &mut Vec<u8> {
        self.out
    }

    /// Writes bytes unchanged.
    pub(crate) fn push_raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    pub(crate) fn styled(&mut self, style: Style, text: &str) {
        push_styled(self.out, style, |out| push_visible(out, text.as_bytes()));
    }

    /// Writes bytes that may contain unsafe characters, in a style.
    pub(crate) fn styled_bytes(&mut self, style: Style, bytes: &[u8]) {
        push_styled(self.out, style, |out| push_visible(out, bytes));
    }

    /// Writes `blanks` blanks.
    pub(crate) fn pad(&mut self, blanks: usize) {
        self.out.resize(self.out.len() + blanks, b' ');
    }

    pub(crate) fn end_line(&mut self) {
        self.out.push(b'\n');
    }

    /// Writes a name, padded to a width.
    pub(crate) fn label(&mut self, name: &str, width: usize) {
        self.styled(self.palette.name, name);
        self.pad(width.saturating_sub(name.len()) + 1);
    }

    /// Writes a line: a name, padded to a width, and a value; an empty value is named in words.
    pub(crate) fn field(&mut self, name: &str, width: usize, value: &[u8]) {
        self.label(name, width);
        if value.is_empty() {
            self.styled(self.palette.faint, EMPTY);
        } else {
            // A value that is literally this text is not marked as empty.
            let rest = value.strip_prefix(b"(").filter(|_| value == EMPTY.as_bytes());
            if rest.is_some() {
                self.push_raw(br"\u{28}");
            }
            self.push_data(rest.unwrap_or(value));
        }
        self.end_line();
    }
}

/// Appends bytes in a form that is safe on a terminal.
///
/// Except for results, all external text is output by this function: control characters, characters that change the
/// direction or the order of text, and ill-formed UTF-8 are escaped.
pub(crate) fn push_visible(out: &mut Vec<u8>, bytes: &[u8]) {
    push_escaped(out, bytes, visible(bytes));
}

/// Appends a result for the stream of the palette, as [`Text::push_result`] does.
pub(crate) fn push_result(out: &mut Vec<u8>, result: &[u8], palette: Palette) {
    if palette.is_terminal {
        push_visible(out, result);
    } else {
        push_escaped(out, result, visible(result).showing(|character| !character.is_control()));
    }
}

fn push_escaped(out: &mut Vec<u8>, bytes: &[u8], escaped: Visible<'_>) {
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        out.extend_from_slice(bytes);
    } else {
        push(out, escaped);
    }
}

/// The width in terminal columns of text that was made visible.
pub(crate) fn columns(shown: &[u8]) -> usize {
    String::from_utf8_lossy(shown).width()
}

/// Appends the output of `write`, in a style.
pub(crate) fn push_styled(out: &mut Vec<u8>, style: Style, write: impl FnOnce(&mut Vec<u8>)) {
    push(out, style.render());
    write(out);
    push(out, style.render_reset());
}

/// Appends a value by `Display` that is known to be safe to show.
pub(crate) fn push(out: &mut Vec<u8>, shown: impl std::fmt::Display) {
    // Writing to memory cannot fail.
    let _ = write!(out, "{shown}");
}

/// A number with a comma between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Writes a message that concerns no input, such as one about a file.
pub(crate) fn push_message(out: &mut Vec<u8>, message: &str) {
    push(out, "napkin: ");
    push_visible(out, without_number(message).as_bytes());
    push(out, "\n");
}

/// A message without the number that the standard library puts after an error of the operating system, whose words say it.
fn without_number(message: &str) -> &str {
    let number = |(_, end): &(&str, &str)| {
        let digits = end.strip_suffix(')').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    message.rsplit_once(" (os error ").filter(number).map_or(message, |(words, _)| words)
}

#[cfg(test)]
mod tests {
    use super::{Palette, grouped, push_result};

    #[test]
    fn numbers_are_grouped() {
        let numbers = [0, 999, 1000, 48_010, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "48,010", "1,234,567"]);
    }

    #[test]
    fn results_have_what_is_unseen_but_on_a_terminal() {
        let result = |is_terminal| {
            let mut out = Vec::new();
            let palette = Palette { is_terminal, ..Palette::default() };
            push_result(&mut out, "/می\u{200c}خواهم\u{1b}\u{85}".as_bytes(), palette);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(result(false), "/می\u{200c}خواهم\\u{1b}\\u{85}");
        assert_eq!(result(true), "/می\\u{200c}خواهم\\u{1b}\\u{85}");
    }
}
