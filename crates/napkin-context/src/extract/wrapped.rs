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
    /// Without them, if there are any: they may be a typesetter's.
    pub(super) without_hyphens: Option<Vec<u8>>,
}

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
    let without_hyphens = (!hyphens.is_empty()).then(|| {
        let mut hyphens = hyphens.into_iter().peekable();
        let kept = uri.iter().enumerate().filter(|(at, _)| hyphens.next_if_eq(at).is_none());
        kept.map(|(_, &byte)| byte).collect()
    });
    Joined { uri, without_hyphens }
}
