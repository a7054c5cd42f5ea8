//! Steps on the query.

use std::ops::Range;

use napkin_scan::ByteSet;

use super::step;
use super::whole::{GOOGLE, IN_PATHS, UNRESERVED, decoded, encoded, lowercase};
use crate::octets::{cut, decode, decode_repeatedly, push_encoded};

step! {
    /// Decodes triplets of the query until there are none, and encodes controls, the space, what is not ASCII, `#` and `%`.
    RECODE = "recode-query", |parts, scratch| {
        decoded(&mut parts.query);
        encoded(&mut parts.query, &GOOGLE, scratch);
    }
}

step! {
    /// Removes session identifiers of the query: `jsessionid`, `phpsessid` and `sid` with 32 letters and digits, those of ASP, and the
    /// pair of `cfid` and `cftoken`; the last of each kind.
    REMOVE_SESSIONS = "remove-query-sessions", |parts, _| {
        let Some(query) = parts.query.get_mut() else { return };
        for length in [jsession as fn(&[u8]) -> Option<usize>, phpsess, sid, asp] {
            let found = (0..query.len()).rev().find_map(|start| {
                let end = start + length(&query[start..])?;
                matches!(query.get(end), None | Some(b'&')).then_some(start..end)
            });
            remove(query, found.as_ref());
        }
        let found = cold_fusion(query);
        remove(query, found.as_ref());
    }
}

/// Removes a session with the `&` behind it.
fn remove(query: &mut Vec<u8>, session: Option<&Range<usize>>) {
    if let Some(&Range { start, end }) = session {
        let behind = query.get(end).map_or(end, |_| end + 1);
        query.drain(start..behind);
    }
}

/// The length of a name and a value of so many letters and digits at the start of a text.
fn named(text: &[u8], name: &[u8], value: usize) -> Option<usize> {
    let (start, rest) = text.split_at_checked(name.len())?;
    let value = rest.get(..value)?;
    (start.eq_ignore_ascii_case(name) && value.iter().all(u8::is_ascii_alphanumeric))
        .then_some(name.len() + value.len())
}

fn jsession(text: &[u8]) -> Option<usize> {
    named(text, b"jsessionid=", 32)
}

fn phpsess(text: &[u8]) -> Option<usize> {
    named(text, b"phpsessid=", 32)
}

fn sid(text: &[u8]) -> Option<usize> {
    named(text, b"sid=", 32)
}

/// `ASPSESSIONID`, eight letters, `=`, 24 letters.
fn asp(text: &[u8]) -> Option<usize> {
    let (start, rest) = text.split_at_checked(12)?;
    let (kind, rest) = rest.split_at_checked(8)?;
    let value = rest.strip_prefix(b"=")?.get(..24)?;
    let is_session = start.eq_ignore_ascii_case(b"ASPSESSIONID")
        && kind.iter().chain(value).all(u8::is_ascii_alphabetic);
    is_session.then_some(12 + 8 + 1 + 24)
}

/// The last `cfid=` and the `cftoken=` of the pair behind it, each with a value.
fn cold_fusion(query: &[u8]) -> Option<Range<usize>> {
    const NAME: &[u8] = b"cfid=";
    const TOKEN: &[u8] = b"cftoken=";
    let is_token = |pair: &[u8]| {
        let start = pair.get(..TOKEN.len());
        pair.len() > TOKEN.len() && start.is_some_and(|start| start.eq_ignore_ascii_case(TOKEN))
    };
    // The pair before, which is the one behind in the query, and its end.
    let mut token = None;
    let mut end = query.len();
    for pair in query.rsplit(|&byte| byte == b'&') {
        let start = end - pair.len();
        if let Some(token_end) = token {
            // A value has an octet at least.
            let valued = pair.len().saturating_sub(1);
            let names = pair.get(..valued).unwrap_or_default().windows(NAME.len());
            if let Some(at) = names.rev().position(|name| name.eq_ignore_ascii_case(NAME)) {
                let at = valued - NAME.len() - at;
                return Some(start + at..token_end);
            }
        }
        token = is_token(pair).then_some(end);
        end = start.saturating_sub(1);
    }
    None
}

step! {
    /// The query in lowercase.
    LOWERCASE = "lowercase-query", |parts, _| lowercase(&mut parts.query)
}

step! {
    /// Sorts the pairs of the query by name, then by value; a name without `=` comes first.
    SORT_BY_NAME = "sort-query-by-name", |parts, scratch| {
        if parts.query.or_empty().len() > 1 {
            sorted(parts, scratch, |query| {
                let mut pairs: Vec<_> = query.split(|&byte| byte == b'&').collect();
                pairs.sort_by_key(|pair| cut(pair, b'='));
                pairs
            });
        }
    }
}

step! {
    /// Sorts the pairs of the query as octets.
    SORT = "sort-query", |parts, scratch| {
        sorted(parts, scratch, |query| {
            let mut pairs: Vec<_> = query.split(|&byte| byte == b'&').collect();
            pairs.sort_unstable();
            pairs
        });
    }
}

/// Writes the pairs of the query in another order.
fn sorted(
    parts: &mut crate::parts::Parts,
    scratch: &mut Vec<u8>,
    sort: impl Fn(&[u8]) -> Vec<&[u8]>,
) {
    let query = parts.query.or_empty();
    if !query.contains(&b'&') {
        return;
    }
    scratch.clear();
    for (place, pair) in sort(query).into_iter().enumerate() {
        if place > 0 {
            scratch.push(b'&');
        }
        scratch.extend_from_slice(pair);
    }
    parts.query.set(scratch);
}

step! {
    /// Removes the query.
    REMOVE = "remove-query", |parts, _| parts.query.remove()
}

#[cfg(feature = "toml")]
step! {
    /// Removes known tracking parameters, and a query that has nothing else.
    STRIP_TRACKING = "strip-tracking", |parts, scratch| {
        let Some(query) = parts.query.get().filter(|query| !query.is_empty()) else { return };
        scratch.clear();
        let mut name = Vec::new();
        for pair in query.split(|&byte| byte == b'&') {
            name.clear();
            name.extend_from_slice(cut(pair, b'=').0);
            decode(&mut name);
            if !napkin_schemes::tracking::is_tracking(&name) {
                scratch.extend_from_slice(pair);
                scratch.push(b'&');
            }
        }
        // The last pair has no delimiter behind it.
        if scratch.pop().is_some() { parts.query.set(scratch) } else { parts.query.remove() }
    }
}

step! {
    /// Removes an empty query.
    REMOVE_EMPTY = "remove-empty-query", |parts, _| {
        if parts.query.is_empty() {
            parts.query.remove();
        }
    }
}

step! {
    /// Names and values of the query, decoded until there are no triplets, and encoded: controls, the space, what is not ASCII, `#`, `%`, `&` and `=`.
    RECODE_PAIRS = "recode-pairs", |parts, scratch| {
        const KEPT: ByteSet = GOOGLE.without(ByteSet::of(b"&="));
        let query = parts.query.or_empty();
        if query.is_empty() {
            return;
        }
        scratch.clear();
        let mut piece = Vec::new();
        for (place, pair) in query.split(|&byte| byte == b'&').enumerate() {
            if place > 0 {
                scratch.push(b'&');
            }
            let (name, value) = cut(pair, b'=');
            for (delimiter, text) in [(None, Some(name)), (Some(b'='), value)] {
                let Some(text) = text else { continue };
                scratch.extend(delimiter);
                piece.clear();
                piece.extend_from_slice(text);
                decode_repeatedly(&mut piece);
                push_encoded(scratch, &piece, &KEPT);
            }
        }
        parts.query.set(scratch);
    }
}

step! {
    /// Removes pairs of the query without a value, whether they have `=` or not.
    REMOVE_EMPTY_VALUES = "remove-empty-values", |parts, scratch| {
        let Some(query) = parts.query.get().filter(|query| !query.is_empty()) else { return };
        scratch.clear();
        for pair in query.split(|&byte| byte == b'&') {
            if cut(pair, b'=').1.is_some_and(|value| !value.is_empty()) {
                scratch.extend_from_slice(pair);
                scratch.push(b'&');
            }
        }
        // The last pair has no delimiter behind it.
        if scratch.pop().is_some() { parts.query.set(scratch) } else { parts.query.remove() }
    }
}

step! {
    /// The pairs of the query as a form has them: decoded, empty ones left out, sorted by name and value, and encoded anew, each with `=`.
    SORT_FORM = "sort-form", |parts, scratch| {
        /// A space is a plus sign.
        const KEPT: ByteSet = UNRESERVED.or(ByteSet::of(b" "));
        let mut query = parts.query.or_empty().to_vec();
        // The package encodes before it takes the query apart.
        crate::octets::encode(&mut query, &IN_PATHS, scratch);
        let mut pairs: Vec<(Vec<u8>, Vec<u8>)> = query
            .split(|&byte| byte == b'&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (name, value) = cut(pair, b'=');
                (form_decoded(name), form_decoded(value.unwrap_or_default()))
            })
            .collect();
        pairs.sort();
        scratch.clear();
        for (place, (name, value)) in pairs.iter().enumerate() {
            if place > 0 {
                scratch.push(b'&');
            }
            for (text, delimiter) in [(name, Some(b'=')), (value, None)] {
                let start = scratch.len();
                push_encoded(scratch, text, &KEPT);
                for byte in &mut scratch[start..] {
                    if *byte == b' ' {
                        *byte = b'+';
                    }
                }
                scratch.extend(delimiter);
            }
        }
        if scratch.is_empty() { parts.query.remove() } else { parts.query.set(scratch) }
    }
}

/// A name or a value of a form, decoded once.
fn form_decoded(text: &[u8]) -> Vec<u8> {
    let mut decoded: Vec<u8> =
        text.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
    decode(&mut decoded);
    decoded
}
