//! Rows of a table for other programs: CSV (RFC 4180) and TSV.
//!
//! In TSV, a tab, a line end and a backslash of a field are written as `\t`, `\n`, `\r` and `\\`, so that each row is
//! one line. CSV has a field as it is, in quotation marks if it has to. In both, a byte that is not UTF-8 is `\xff`, and
//! in CSV a backslash that would look like such an escape is one itself: `\x5cxff`.
//! Other programs get all other characters unchanged; on a terminal they are escaped like all other text.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

use csv::{QuoteStyle, WriterBuilder};

use napkin_schemes::secrets::redacted;

use crate::input::rows::{Format, RowOption};
use crate::input::table::{Header, Row};
use crate::output::columns::Field;
use crate::terminal::text::{push, push_visible};

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    format: Format,
    /// Whether people see them, so that no field may steer the terminal.
    is_terminal: bool,
    /// Whether spreadsheets read them, so that no field may be a formula, nor end where another separator would end it.
    guards: bool,
    /// Whether cells that are carried through have their secrets hidden.
    redacts: bool,
}

impl Rows {
    /// The rows that an option asks for, on standard output.
    pub(crate) fn asked(option: &RowOption, redacts: bool) -> Option<Self> {
        let is_terminal = io::stdout().is_terminal();
        let format = option.format()?;
        Some(Self { format, is_terminal, guards: option.guards(), redacts })
    }

    /// The byte between two fields.
    pub(crate) const fn separator(self) -> u8 {
        match self.format {
            Format::Csv => b',',
            Format::Tsv => b'\t',
        }
    }

    pub(crate) fn write<'f>(self, out: &mut Vec<u8>, fields: impl IntoIterator<Item = Field<'f>>) {
        let fields = fields.into_iter().map(|field| self.written(self.guarded(field)));
        self.write_fields(out, fields);
    }

    pub(crate) fn write_header(self, out: &mut Vec<u8>, names: &[String]) {
        self.write(out, names.iter().map(|name| name.as_bytes().into()));
    }

    /// Writes the names of columns after those of a table that are carried through.
    pub(crate) fn write_header_after(self, out: &mut Vec<u8>, carried: &Header, names: &[String]) {
        let own = carried.names().map(|name| self.as_read(name, carried));
        let names = names.iter().map(|name| self.written(self.guarded(name.as_bytes().into())));
        self.write_fields(out, own.chain(names));
    }

    /// Writes fields after the cells of the row that they are about. Cells that are too many for the header come last.
    pub(crate) fn write_after<'f>(
        self,
        out: &mut Vec<u8>,
        row: Option<Row<'_>>,
        fields: impl IntoIterator<Item = Field<'f>>,
    ) {
        let Some((row, header)) = row.and_then(|row| Some((row, row.header()?))) else {
            return self.write(out, fields);
        };
        let (cells, more) = row.cells();
        let cells = cells.into_iter().map(|cell| self.as_read(cell, header));
        let fields = fields.into_iter().map(|field| self.written(self.guarded(field)));
        let more = more.into_iter().map(|cell| self.as_read(cell, header));
        self.write_fields(out, cells.chain(fields).chain(more));
    }

    /// A cell of a table that is carried through: byte for byte, but on a terminal, and where the other format needs an
    /// escape.
    fn as_read<'c>(self, cell: &'c [u8], header: &Header) -> Field<'c> {
        let cell = self.guarded(if self.redacts { redacted(cell) } else { cell.into() });
        let is_tsv = self.format == Format::Tsv;
        if self.is_terminal || (is_tsv && !header.is_tsv()) { self.written(cell) } else { cell }
    }

    fn write_fields<'f>(self, out: &mut Vec<u8>, fields: impl Iterator<Item = Field<'f>>) {
        match self.format {
            Format::Csv if self.guards => write_csv(QuoteStyle::Always, out, fields),
            Format::Csv => write_csv(QuoteStyle::Necessary, out, fields),
            Format::Tsv => {
                for (number, field) in fields.enumerate() {
                    if number > 0 {
                        out.push(b'\t');
                    }
                    out.extend_from_slice(&field);
                }
                out.push(b'\n');
            }
        }
    }

    /// A field that no spreadsheet reads as a formula, if that is asked for.
    fn guarded(self, field: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
        // In TSV, spreadsheets take a quotation mark at the beginning away.
        let is_quoted = self.format == Format::Tsv && field.starts_with(b"\"");
        let guards = self.guards && (is_formula(&field) || is_quoted);
        if guards { [b"'", &*field].concat().into() } else { field }
    }

    /// A field in the characters that the format and the stream can have, without quotation marks.
    fn written(self, field: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
        if field.iter().all(|byte| matches!(byte, b' '..=b'[' | b']'..=b'~')) {
            return field;
        }
        let mut written = match self.format {
            Format::Csv => in_csv(&field),
            Format::Tsv => in_tsv(&field),
        };
        if self.is_terminal {
            let raw = std::mem::take(&mut written);
            push_visible(&mut written, &raw);
        }
        written.into()
    }
}

/// Whether a spreadsheet would read a field as a formula, by its beginning. Some take the full-width forms of the
/// signs too.
fn is_formula(field: &[u8]) -> bool {
    const FULL_WIDTH: [&str; 4] = ["＝", "＋", "－", "＠"];
    const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
    // A byte order mark begins a file, and is no character of its first cell.
    let mut field = field;
    while let Some(rest) = field.strip_prefix(BYTE_ORDER_MARK) {
        field = rest;
    }
    matches!(field.first(), Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r' | b'\n'))
        || FULL_WIDTH.iter().any(|sign| field.starts_with(sign.as_bytes()))
}

fn write_csv<'f>(
    quotes: QuoteStyle,
    out: &mut Vec<u8>,
    fields: impl Iterator<Item = Cow<'f, [u8]>>,
) {
    let mut writer = WriterBuilder::new().quote_style(quotes).buffer_capacity(ROW).from_writer(out);
    // Writing to memory cannot fail.
    for field in fields {
        let _ = writer.write_field(field);
    }
    let _ = writer.write_record(None::<&[u8]>);
    let _ = writer.flush();
}

/// The number of bytes of a row that are collected at a time.
const ROW: usize = 1 << 10;

/// A field whose bytes that are not UTF-8 are escaped: `\xff`. A backslash before `x` and two hexadecimal digits is escaped
/// too, so that replacing all such escapes by their bytes gives the field.
fn in_csv(field: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(field.len() + 8);
    let is_like_escape = |after: &[u8]| matches!(after, [b'x', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
    for chunk in field.utf8_chunks() {
        let mut rest = chunk.valid().as_bytes();
        while let Some((&byte, after)) = rest.split_first() {
            if byte == b'\\' && is_like_escape(after) {
                out.extend_from_slice(br"\x5c");
            } else {
                out.push(byte);
            }
            rest = after;
        }
        push_bytes(&mut out, chunk.invalid());
    }
    out
}

/// Appends bytes as escapes.
fn push_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    for byte in bytes {
        push(out, format_args!("\\x{byte:02x}"));
    }
}

/// A field with the escapes of TSV.
fn in_tsv(field: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(field.len() + 8);
    for chunk in field.utf8_chunks() {
        for byte in chunk.valid().bytes() {
            match byte {
                b'\t' => out.extend_from_slice(br"\t"),
                b'\n' => out.extend_from_slice(br"\n"),
                b'\r' => out.extend_from_slice(br"\r"),
                b'\\' => out.extend_from_slice(br"\\"),
                byte => out.push(byte),
            }
        }
        push_bytes(&mut out, chunk.invalid());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Rows, in_csv};
    use crate::input::rows::Format;

    const CSV: Rows =
        Rows { format: Format::Csv, is_terminal: false, guards: false, redacts: false };
    const TSV: Rows = Rows { format: Format::Tsv, ..CSV };

    fn row(rows: Rows, fields: &[&[u8]]) -> String {
        let mut out = Vec::new();
        rows.write(&mut out, fields.iter().map(|field| (*field).into()));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fields_are_told_apart() {
        assert_eq!(
            row(CSV, &[b"a,b", b"c\"d", b"e\nf", b"", b"g", b"a\\b"]),
            "\"a,b\",\"c\"\"d\",\"e\nf\",,g,a\\b\n"
        );
        assert_eq!(row(CSV, &[b""]), "\"\"\n");
        assert_eq!(
            row(CSV, &[b"a\xff\\xff\\x4\xe9\\\\x41\\X41\\"]),
            r"a\xff\x5cxff\x4\xe9\\x5cx41\X41\".to_owned() + "\n"
        );
        assert_eq!(
            row(TSV, &[b"a\tb", b"c\\d", b"e\r\nf", b"", b"g"]),
            "a\\tb\tc\\\\d\te\\r\\nf\t\tg\n"
        );
        assert_eq!(row(TSV, &[b"a\xff\\xff"]), "a\\xff\\\\xff\n");
    }

    /// No field is lost: the bytes of the escapes in a field of CSV are those of the field.
    #[test]
    fn fields_of_csv_can_be_read_back() {
        let pieces: [&[u8]; 8] =
            [b"\\", b"x", b"5", b"c", b"\xff", b"\xc3", "é".as_bytes(), b"\\xe9"];
        for number in 0..8_usize.pow(4) {
            let field: Vec<_> = (0..4).map(|place| pieces[number >> (3 * place) & 7]).collect();
            let field = field.concat();
            let written = in_csv(&field);
            let text = str::from_utf8(&written).unwrap();
            let mut pieces = text.split("\\x");
            let mut read = pieces.next().unwrap().as_bytes().to_vec();
            for piece in pieces {
                match piece.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()) {
                    Some(byte) => {
                        read.push(byte);
                        read.extend(&piece.as_bytes()[2..]);
                    }
                    None => read.extend([b"\\x", piece.as_bytes()].concat()),
                }
            }
            assert_eq!(read, field, "{text}");
        }
    }

    #[test]
    fn only_a_terminal_gets_escapes_of_controls() {
        let fields = ["a\u{1b}[2J".as_bytes(), "\u{9b}\u{202e}é".as_bytes(), b"a\n,\xff"];
        assert_eq!(row(CSV, &fields), "a\u{1b}[2J,\u{9b}\u{202e}é,\"a\n,\\xff\"\n");
        assert_eq!(row(TSV, &fields), "a\u{1b}[2J\t\u{9b}\u{202e}é\ta\\n,\\xff\n");
        let shown = |rows| row(Rows { is_terminal: true, ..rows }, &fields);
        assert_eq!(shown(CSV), "a\\u{1b}[2J,\\u{9b}\\u{202e}é,\"a\\u{a},\\xff\"\n");
        assert_eq!(shown(TSV), "a\\u{1b}[2J\t\\u{9b}\\u{202e}é\ta\\n,\\xff\n");
    }

    #[test]
    fn no_field_is_a_formula() {
        let safe = |rows, fields: &[&[u8]]| row(Rows { guards: true, ..rows }, fields);
        assert_eq!(
            safe(CSV, &[b"=1+1", b"+1", b"-1", b"@x", b"a=1", b"", b"'=", "＝1".as_bytes()]),
            "\"'=1+1\",\"'+1\",\"'-1\",\"'@x\",\"a=1\",\"\",\"'=\",\"'＝1\"\n"
        );
        assert_eq!(safe(CSV, &[b"\t=1", b"\r=1", b"\n=1"]), "\"'\t=1\",\"'\r=1\",\"'\n=1\"\n");
        assert_eq!(safe(TSV, &[b"=1", b"\t=1"]), "'=1\t'\\t=1\n");
    }
}
