//! The key of `surt` in one pass, of URLs on which most of its steps do nothing: `http` or `https`, a name as host, and printable ASCII without
//! triplets, dot segments and sessions. Other texts go through the steps; a test compares the two.

use napkin_scan::{ALPHANUM, ByteSet, span};

use crate::octets::cut;

/// Letters, digits and what else a name has.
const NAME: ByteSet = ALPHANUM.or(ByteSet::of(b"-._"));

/// What a path can have: no triplet, no delimiter, and no parenthesis, with which a session begins.
const PATH: ByteSet = ByteSet::range(0x21, 0x7E).without(ByteSet::of(b"%#?("));

/// What a query can have.
const QUERY: ByteSet = ByteSet::range(0x21, 0x7E).without(ByteSet::of(b"%#"));

/// Appends the key, or nothing where the steps are needed.
pub(crate) fn push(out: &mut Vec<u8>, text: &[u8]) -> Option<()> {
    let rest = text.strip_prefix(b"http")?;
    let rest = rest.strip_prefix(b"s").unwrap_or(rest).strip_prefix(b"://")?;
    let (host, rest) = rest.split_at(span(rest, &NAME));
    let end = path_end(rest)?;
    let (path, rest) = rest.split_at(end);
    let query = match rest {
        [b'?', query @ ..] => &query[..query_end(query)?],
        _ => &[],
    };
    push_host(out, host)?;
    let start = out.len();
    out.push(b')');
    match path {
        [] => out.push(b'/'),
        [b'/'] => out.extend_from_slice(path),
        path => out.extend_from_slice(path.strip_suffix(b"/").unwrap_or(path)),
    }
    out[start..].make_ascii_lowercase();
    if !query.is_empty() {
        push_query(out, query);
    }
    Some(())
}

/// The end of a path that the steps leave as it is.
fn path_end(text: &[u8]) -> Option<usize> {
    if !matches!(text.first(), None | Some(b'/' | b'?' | b'#')) {
        return None;
    }
    let end = span(text, &PATH);
    if text[..end].windows(2).any(|two| matches!(two, b"//" | b"/.")) {
        return None;
    }
    matches!(text.get(end), None | Some(b'?' | b'#')).then_some(end)
}

/// The end of a query without a name that can be a session's: `sid`, `jsessionid`, `cfid` and the like.
fn query_end(text: &[u8]) -> Option<usize> {
    let end = span(text, &QUERY);
    let is_session = |three: &[u8]| {
        three[2] | 0x20 == b'd'
            && three[1] | 0x20 == b'i'
            && matches!(three[0] | 0x20, b's' | b'n' | b'f')
    };
    if text[..end].windows(3).any(is_session) {
        return None;
    }
    matches!(text.get(end), None | Some(b'#')).then_some(end)
}

/// Appends the labels of a name in reverse, without `www.`; nothing if a label is empty, or there is no letter: an address is written in
/// another way.
fn push_host(out: &mut Vec<u8>, host: &[u8]) -> Option<()> {
    let start = out.len();
    let mut name = host;
    if let [b'w' | b'W', b'w' | b'W', b'w' | b'W', rest @ ..] = host {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if rest.get(digits) == Some(&b'.') {
            name = &rest[digits + 1..];
        }
    }
    let mut has_letter = name.len() < host.len();
    let mut end = name.len();
    loop {
        let label = name[..end].iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
        if label == end {
            out.truncate(start);
            return None;
        }
        has_letter |= name[label..end].iter().any(u8::is_ascii_alphabetic);
        out.extend_from_slice(&name[label..end]);
        if label == 0 {
            break;
        }
        out.push(b',');
        end = label - 1;
    }
    if !has_letter {
        out.truncate(start);
        return None;
    }
    out[start..].make_ascii_lowercase();
    Some(())
}

/// Appends a query in lowercase, its pairs sorted.
fn push_query(out: &mut Vec<u8>, query: &[u8]) {
    out.push(b'?');
    let start = out.len();
    out.extend_from_slice(query);
    let query = &mut out[start..];
    query.make_ascii_lowercase();
    let pairs = || query.split(|&byte| byte == b'&').map(|pair| (cut(pair, b'='), pair));
    if query.len() < 2 || pairs().map(|(key, _)| key).is_sorted() {
        return;
    }
    let mut sorted: Vec<_> = pairs().collect();
    sorted.sort_by_key(|(key, _)| *key);
    let sorted = sorted.into_iter().map(|(_, pair)| pair).collect::<Vec<_>>().join(&b'&');
    query.copy_from_slice(&sorted);
}
