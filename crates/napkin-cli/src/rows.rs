//! Rows of a table for other programs: CSV (RFC 4180) and TSV.
//!
//! In TSV, a tab, a line end and a backslash of a field are written as `\t`, `\n`, `\r` and `\\`, so that each row is
//! one line, and a byte that is not UTF-8 as `\xff`. CSV has no escapes: there such bytes become U+FFFD, as in JSON.

use std::borrow::Cow;

use clap::Args;
use csv::{QuoteStyle, WriterBuilder};

use crate::text::push;

/// The options that ask for rows.
#[derive(Args)]
#[command(next_help_heading = "Input and output")]
pub(crate) struct RowOption {
    /// Write comma-separated values (RFC 4180)
    #[arg(long, conflicts_with_all = ["json", "tsv"])]
    csv: bool,

    /// Write tab-separated values
    #[arg(long, conflicts_with = "json")]
    tsv: bool,

    /// Write the names of the columns first
    #[arg(long)]
    header: bool,
}

impl RowOption {
    /// The requested row format.
    pub(crate) const fn rows(&self) -> Option<Rows> {
        match (self.csv, self.tsv) {
            (true, _) => Some(Rows::Csv),
            (_, true) => Some(Rows::Tsv),
            _ => None,
        }
    }

    /// Whether the first row has the names of the columns.
    pub(crate) const fn has_header(&self) -> bool {
        self.header
    }
}

/// A row format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Fields with commas between, in quotes where they need them.
    Csv,
    /// Fields with tabs between.
    Tsv,
}

impl Rows {
    /// Writes one row.
    pub(crate) fn write<'f>(
        self,
        out: &mut Vec<u8>,
        fields: impl IntoIterator<Item = Cow<'f, [u8]>>,
    ) {
        let fields = fields.into_iter();
        match self {
            Self::Csv => write_csv(out, fields),
            Self::Tsv => {
                for (number, field) in fields.enumerate() {
                    if number > 0 {
                        out.push(b'\t');
                    }
                    push_tsv(out, &field);
                }
                out.push(b'\n');
            }
        }
    }
}

fn write_csv<'f>(out: &mut Vec<u8>, fields: impl Iterator<Item = Cow<'f, [u8]>>) {
    let mut writer = WriterBuilder::new()
        .quote_style(QuoteStyle::Necessary)
        .buffer_capacity(ROW)
        .from_writer(out);
    // Writing to memory cannot fail.
    for field in fields {
        let _ = writer.write_field(String::from_utf8_lossy(&field).as_bytes());
    }
    let _ = writer.write_record(None::<&[u8]>);
    let _ = writer.flush();
}

/// The number of bytes of a row that are collected at a time.
const ROW: usize = 1 << 10;

fn push_tsv(out: &mut Vec<u8>, field: &[u8]) {
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
        for byte in chunk.invalid() {
            push(out, format_args!("\\x{byte:02x}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;

    #[test]
    fn fields_are_told_apart() {
        let row = |rows: Rows, fields: &[&'static str]| {
            let mut out = Vec::new();
            rows.write(&mut out, fields.iter().map(|field| field.as_bytes().into()));
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            row(Rows::Csv, &["a,b", "c\"d", "e\nf", "", "g"]),
            "\"a,b\",\"c\"\"d\",\"e\nf\",,g\n"
        );
        assert_eq!(row(Rows::Csv, &[""]), "\"\"\n");
        assert_eq!(
            row(Rows::Tsv, &["a\tb", "c\\d", "e\r\nf", "", "g"]),
            "a\\tb\tc\\\\d\te\\r\\nf\t\tg\n"
        );
        let mut out = Vec::new();
        Rows::Tsv.write(&mut out, [b"a\xff\\xff"[..].into()]);
        assert_eq!(out, br"a\xff\\xff".iter().chain(b"\n").copied().collect::<Vec<_>>());
    }
}
