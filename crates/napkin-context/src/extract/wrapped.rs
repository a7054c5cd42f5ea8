//! Text between brackets or quotes: white space that was put in to break it is taken out.

use super::characters::Space;

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
    /// Whether white space is left in it, which no URI has; some of it is of the characters that an IRI may have.
    pub(super) has_space: bool,
}

/// Of how many hyphens each may be left out or not; of more, all are.
const MOST_HYPHENS: usize = 4;

/// Takes the white space out of what stands between a wrapper.
pub(super) fn join(space: Space, text: &[u8], dropped: Dropped) -> Joined {
    let (_, text) = space.trim(text);
    let mut has_space = false;
    let mut uri = Vec::with_capacity(text.len());
    let mut hyphens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let len = space.at(&text[at..]);
        if len == 0 {
            uri.push(byte);
            at += 1;
            continue;
        }
        let run = &text[at..at + len];
        let breaks = run.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        if dropped == Dropped::AroundLineBreaks && !breaks {
            // Stays, and makes the whole no URI.
            uri.extend_from_slice(run);
            has_space = true;
        } else if breaks && uri.last() == Some(&b'-') {
            hyphens.push(uri.len() - 1);
        }
        at += len;
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
    Joined { uri, without_hyphens, has_space }
}
