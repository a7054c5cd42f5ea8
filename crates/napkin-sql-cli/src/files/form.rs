//! The format and compression of a file, by its name's extension.

use datafusion::common::parsers::CompressionTypeVariant;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Parquet,
    Csv,
    Tsv,
    JsonLines,
    Lines,
    Cdx,
}

/// The format of a file, and its compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    pub(crate) kind: Kind,
    pub(crate) compression: CompressionTypeVariant,
}

const ENDINGS: [(&str, Kind); 10] = [
    (".parquet", Kind::Parquet),
    (".csv", Kind::Csv),
    (".tsv", Kind::Tsv),
    (".jsonl", Kind::JsonLines),
    (".json", Kind::JsonLines),
    (".ndjson", Kind::JsonLines),
    (".txt", Kind::Lines),
    (".lst", Kind::Lines),
    (".urls", Kind::Lines),
    (".cdx", Kind::Cdx),
];

const COMPRESSIONS: [(&str, CompressionTypeVariant); 4] = [
    (".gz", CompressionTypeVariant::GZIP),
    (".bz2", CompressionTypeVariant::BZIP2),
    (".xz", CompressionTypeVariant::XZ),
    (".zst", CompressionTypeVariant::ZSTD),
];

impl Form {
    /// The form by a file name or pattern.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let compressed = COMPRESSIONS
            .iter()
            .find_map(|(ending, variant)| Some((name.strip_suffix(ending)?, *variant)));
        let (name, compression) =
            compressed.unwrap_or((&name, CompressionTypeVariant::UNCOMPRESSED));
        let (_, kind) = ENDINGS.into_iter().find(|(ending, _)| name.ends_with(ending))?;
        // Parquet files are compressed internally.
        let is_odd = kind == Kind::Parquet && compression != CompressionTypeVariant::UNCOMPRESSED;
        (!is_odd).then_some(Self { kind, compression })
    }

    /// The extension for this form.
    pub(crate) fn ending(self) -> String {
        let kind = ENDINGS.into_iter().find(|(_, kind)| *kind == self.kind);
        let compression =
            COMPRESSIONS.into_iter().find(|(_, compression)| *compression == self.compression);
        let ending = |found: Option<&'static str>| found.unwrap_or_default();
        format!("{}{}", ending(kind.map(|(e, _)| e)), ending(compression.map(|(e, _)| e)))
    }

    /// Whether it is Parquet, which DataFusion reads.
    pub(crate) fn is_parquet(self) -> bool {
        self.kind == Kind::Parquet
    }

    /// The delimiter of fields in a line.
    pub(super) const fn delimiter(self) -> u8 {
        match self.kind {
            Kind::Tsv => b'\t',
            _ => b',',
        }
    }
}

/// The extensions, for messages.
pub(crate) fn endings() -> String {
    let endings: Vec<_> = ENDINGS.iter().map(|(ending, _)| *ending).collect();
    format!("{}; all but .parquet may be followed by .gz, .bz2, .xz or .zst", endings.join(", "))
}
