//! Text between brackets or quotes: white space that was put in to break it is taken out.

use super::characters::{space_at, trim};

/// Which white space does not count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dropped {
    /// All of it.
    All,
    /// That which holds a line break, with the blanks around it.
    AroundLineBreaks,
}

/// A URI put together again.
pub(super) struct Joined {
    /// With every hyphen that stands before a line break.
    pub(super) uri: Vec<u8>,
    /// The other readings, if there are such hyphens: they may be a typesetter's. First all are left out, then
    /// each choice of them.
    pub(super) without_hyphens: Vec<Vec<u8>>,
}

/// Of how many hyphens each may be left out or not; of more, all are.
const MOST_HYPHENS: usize = 4;

/// Takes the white space out of what stands between a wrapper.
pub(super) fn join(text: &[u8], dropped: Dropped) -> Joined {
    let (_, text) = trim(text);
    let mut uri = Vec::with_capacity(text.len());
    let mut hyphens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let space = space_at(&text[at..]);
        if space == 0 {
            uri.push(byte);
            at += 1;
            continue;
        }
        let run = &text[at..at + space];
        let breaks = run.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        if dropped == Dropped::AroundLineBreaks && !breaks {
            // Stays, and makes the whole no URI.
            uri.extend_from_slice(run);
        } else if breaks && uri.last() == Some(&b'-') {
            hyphens.push(uri.len() - 1);
        }
        at += space;
    }
    let readings = match hyphens.len() {
        0 => 0..0,
        len @ 1..=MOST_HYPHENS => 0..(1_u32 << len) - 1,
        _ => 0..1,
    };
    // A bit for each hyphen that is kept.
    let reading = |kept: u32| {
        let mut hyphens = hyphens.iter().enumerate().peekable();
        let mut stays = |at: usize| match hyphens.next_if(|&(_, &place)| place == at) {
            Some((number, _)) => kept.checked_shr(number as u32).unwrap_or_default() & 1 == 1,
            None => true,
        };
        let kept = uri.iter().enumerate().filter(|&(at, _)| stays(at));
        kept.map(|(_, &byte)| byte).collect()
    };
    let without_hyphens = readings.map(reading).collect();
    Joined { uri, without_hyphens }
}
