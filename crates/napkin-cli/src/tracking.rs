//! Query parameters that only say where a visitor comes from, as a list with the source of each.

use std::sync::LazyLock;

use crate::wildcard::Wildcard;

/// The list, as CSV with a header: `parameter` (a pattern), `platform` (who adds it), `source` (the documentation).
pub(crate) const LIST: &str = include_str!("tracking.csv");

static PATTERNS: LazyLock<Vec<Wildcard>> = LazyLock::new(|| {
    let mut reader = csv::Reader::from_reader(LIST.as_bytes());
    let records = reader.records().filter_map(Result::ok);
    records.filter_map(|record| Some(Wildcard::new(record.get(0)?))).collect()
});

/// Whether a key of a query is in the list.
pub(crate) fn is_tracking(key: &[u8]) -> bool {
    PATTERNS.iter().any(|pattern| pattern.matches(key))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{LIST, PATTERNS};

    #[test]
    fn every_line_is_read_and_has_a_source() {
        let mut reader = csv::Reader::from_reader(LIST.as_bytes());
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!((records.len() + 1, PATTERNS.len()), (LIST.lines().count(), records.len()));
        let names: BTreeSet<_> = records.iter().map(|record| &record[0]).collect();
        assert_eq!(names.len(), records.len(), "each once");
        for record in &records {
            assert!(
                record.len() == 3 && record.iter().all(|field| !field.is_empty()),
                "{record:?}"
            );
            assert!(record[2].starts_with("https://"), "{record:?}");
        }
    }
}
