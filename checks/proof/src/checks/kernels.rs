//! Every available kernel against byte-by-byte code.

use std::ops::ControlFlow;

use napkin::edition::EDITIONS;
use napkin::{LineCount, Lines, ParseError, Reference, Start};
use napkin_scan::{ByteSet, InstructionSet, masks};

const STARTS: [Start; 5] =
    [Start::UriReference, Start::Uri, Start::AbsoluteUri, Start::RelativeRef, Start::RelativeUri];

/// The first bytes make two sets; the others are the text.
pub(crate) fn agree(data: &[u8]) {
    let (chosen, text) = data.split_at(data.len().min(8));
    let sets = [
        ByteSet::of(b"%:/?#[]@"),
        ByteSet::of(&chosen.iter().map(|byte| byte & 127).collect::<Vec<_>>()),
    ];
    let expected: Vec<_> = text.chunks(64).map(|block| sets.map(|set| mask(block, set))).collect();
    let mut answers: Option<Answers<'_>> = None;
    for set in InstructionSet::ALL.into_iter().filter(|set| set.choose()) {
        let mut found = Vec::new();
        let _: ControlFlow<()> = masks(text, &sets, |offset, masks| {
            assert_eq!(offset, 64 * found.len());
            found.push(masks);
            ControlFlow::Continue(())
        });
        assert_eq!(found, expected, "{}", set.name());
        let now = Answers::of(text);
        let first = answers.get_or_insert_with(|| Answers::of(text));
        assert_eq!(*first, now, "{}", set.name());
    }
    // Restores the best one.
    InstructionSet::ALL.into_iter().find(|set| set.choose());
}

/// The mask of a block's bytes that are in a set.
fn mask(block: &[u8], set: ByteSet) -> u64 {
    (0..).zip(block).map(|(place, &byte)| u64::from(set.contains(byte)) << place).sum()
}

/// The results of the parsers with the kernel in use.
#[derive(Debug, PartialEq)]
struct Answers<'t> {
    references: Vec<Result<Reference<'t>, ParseError>>,
    lines: Vec<LineCount>,
}

impl<'t> Answers<'t> {
    fn of(text: &'t [u8]) -> Self {
        let starts = EDITIONS.iter().flat_map(|edition| STARTS.map(|start| (edition, start)));
        Self {
            references: starts.map(|(edition, start)| edition.parse_bytes(start, text)).collect(),
            lines: EDITIONS
                .iter()
                .map(|edition| Lines::new(text).by(edition, Start::UriReference).count())
                .collect(),
        }
    }
}
