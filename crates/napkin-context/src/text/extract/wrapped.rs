//! Text between brackets or quotes: removes the white space inserted to break it.

use super::characters::Space;

/// The white space that is removed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dropped {
    /// All of it.
    All,
    /// White space with a line break, including the blanks around it.
    /// Not before the beginning of another URI.
    AroundLineBreaks,
}

/// A joined URI.
pub(super) struct Joined {
    /// With every hyphen before a line break.
    pub(super) uri: Vec<u8>,
    /// The other readings, if there are such hyphens, which a typesetter may have added. First without all of them,
    /// then each other combination.
    pub(super) without_hyphens: Vec<Vec<u8>>,
    /// Whether it still has white space, which is not allowed in a URI; an IRI may allow some of these characters.
    pub(super) has_space: bool,
}

/// The maximum number of hyphens for which every combination is tried; if there are more, only the reading without
/// all is.
const MOST_HYPHENS: usize = 4;

/// Whether text begins with a scheme and two slashes. After a line break between quotes, another URI begins there: a
/// quotation mark that nothing closes would otherwise make one URI of a list of them.
fn begins_as_uri(text: &[u8]) -> bool {
    let scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let len = text.iter().take_while(|byte| scheme(byte)).count();
    len > 0 && text[len..].starts_with(b"://")
}

/// Removes the white space from the content of a wrapper.
pub(super) fn join(space: Space, text: &[u8], dropped: Dropped) -> Joined {
    let (_, text) = space.trim(text);
    let mut has_space = false;
    // Noted here, since a search of the text so far at each line break takes quadratic time.
    let mut has_colon = false;
    let mut uri = Vec::with_capacity(text.len());
    let mut hyphens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let len = space.at(&text[at..]);
        if len == 0 {
            has_colon |= byte == b':';
            uri.push(byte);
            at += 1;
            continue;
        }
        let run = &text[at..at + len];
        let breaks = run.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        // A scheme itself may be broken.
        let stays = !breaks || has_colon && begins_as_uri(&text[at + len..]);
        if dropped == Dropped::AroundLineBreaks && stays {
            // The whole is not a URI then.
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
    // One bit for each kept hyphen.
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
