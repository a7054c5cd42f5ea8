//! The options that ask for rows of a table in place of text.

use clap::{ArgGroup, Args};

/// The options that ask for rows.
#[derive(Args)]
#[command(next_help_heading = "Input and output")]
#[command(group(ArgGroup::new("rows").args(["csv", "tsv"])))]
pub(crate) struct RowOption {
    /// Write comma-separated values (RFC 4180)
    #[arg(long, conflicts_with_all = ["json", "tsv"])]
    csv: bool,

    /// Write tab-separated values
    #[arg(long, conflicts_with = "json")]
    tsv: bool,

    /// With --csv or --tsv, write an apostrophe before each field that a spreadsheet would read as a formula: one that
    /// begins with '=', '+', '-', '@', a tab or a line end. Fields of CSV are quoted, since a spreadsheet may take another
    /// separator than the comma
    #[arg(long, requires = "rows")]
    csv_safe: bool,

    /// With --csv or --tsv, write the names of the columns first
    #[arg(long, requires = "rows")]
    header: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Fields with commas between, in quotes where they need them.
    Csv,
    /// Fields with tabs between.
    Tsv,
}

impl RowOption {
    pub(crate) const fn format(&self) -> Option<Format> {
        match (self.csv, self.tsv) {
            (true, _) => Some(Format::Csv),
            (_, true) => Some(Format::Tsv),
            _ => None,
        }
    }

    /// Whether no field may be a formula of a spreadsheet.
    pub(crate) const fn guards(&self) -> bool {
        self.csv_safe
    }

    /// Whether the first row has the names of the columns.
    pub(crate) const fn has_header(&self) -> bool {
        self.header
    }
}
