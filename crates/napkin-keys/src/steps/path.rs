//! Steps on the path.

use napkin_scan::ByteSet;

use super::step;
use super::whole::{GOOGLE, IN_PATHS, UNRESERVED, decoded, encoded, lowercase};
use crate::octets::{decode, encode};
use crate::reading::default_port;

step! {
    /// Decodes triplets of the path until there are none.
    DECODE = "decode-path", |parts, _| decoded(&mut parts.path)
}

step! {
    /// Encodes controls, the space, what is not ASCII, `#` and `%` in the path.
    ENCODE = "encode-path", |parts, scratch| encoded(&mut parts.path, &GOOGLE, scratch)
}

step! {
    /// The path behind a host: without `.` and `..` and empty segments; a `..` without a segment before it stays.
    SEGMENTS = "segments", |parts, scratch| {
        if parts.host.is_empty() {
            return;
        }
        let Some(path) = parts.path.get().filter(|path| !path.is_empty()) else {
            return parts.path.set(b"/");
        };
        let mut kept: Vec<&[u8]> = Vec::new();
        for segment in path.split(|&byte| byte == b'/').skip(1) {
            match segment {
                b"." => {}
                b".." if !kept.is_empty() => {
                    kept.pop();
                }
                segment => kept.push(segment),
            }
        }
        scratch.clear();
        scratch.push(b'/');
        if let Some((last, before)) = kept.split_last() {
            for segment in before.iter().filter(|segment| !segment.is_empty()) {
                scratch.extend_from_slice(segment);
                scratch.push(b'/');
            }
            scratch.extend_from_slice(last);
        }
        parts.path.set(scratch);
    }
}

step! {
    /// The path in lowercase.
    LOWERCASE = "lowercase-path", |parts, _| lowercase(&mut parts.path)
}

step! {
    /// Removes a slash at the end of the path, unless it is the whole path.
    REMOVE_LAST_SLASH = "remove-last-slash", |parts, _| {
        if let Some(path) = parts.path.get_mut()
            && path.len() > 1
            && path.last() == Some(&b'/')
        {
            path.pop();
        }
    }
}

step! {
    /// Removes session identifiers of ASP.NET: `/(S(24 letters and digits))/page.aspx`, and without `S`.
    REMOVE_SESSION = "remove-path-session", |parts, _| {
        if let Some(path) = parts.path.get_mut() {
            for is_session in [is_session_of_kinds as fn(&[u8]) -> bool, is_session] {
                remove_session(path, is_session);
            }
        }
    }
}

/// Removes the last segment that is a session, if the name of a page with `.aspx` is behind it, before a question mark.
fn remove_session(path: &mut Vec<u8>, is_session: fn(&[u8]) -> bool) {
    // The last `.aspx` before the next question mark.
    let mut page = None;
    let mut slash = None;
    for at in (0..path.len()).rev() {
        match path[at] {
            b'?' => page = None,
            b'.' if path[at..].get(..5).is_some_and(|end| end.eq_ignore_ascii_case(b".aspx")) => {
                page = page.or(Some(at));
            }
            b'/' => {
                if let Some(slash) = slash
                    && is_session(&path[at + 1..slash])
                    && page.is_some_and(|page| page > slash + 1)
                {
                    path.drain(at + 1..=slash);
                    return;
                }
                slash = Some(at);
            }
            _ => {}
        }
    }
}

/// Whether a segment is `(24 letters and digits)`.
fn is_session(segment: &[u8]) -> bool {
    matches!(segment, [b'(', inner @ .., b')'] if inner.len() == 24 && inner.iter().all(u8::is_ascii_alphanumeric))
}

/// Whether a segment is `(` `)` around one or more sessions, each behind a letter.
fn is_session_of_kinds(segment: &[u8]) -> bool {
    let [b'(', inner @ .., b')'] = segment else { return false };
    let is_kind = |kind: &[u8]| kind[0].is_ascii_alphabetic() && is_session(&kind[1..]);
    !inner.is_empty() && inner.len() % 27 == 0 && inner.chunks(27).all(is_kind)
}

step! {
    /// Backslashes of the path become slashes, of schemes whose path begins with a slash.
    FIX_BACKSLASHES = "fix-backslashes", |parts, _| {
        if default_port(parts.scheme.or_empty()).is_some()
            && let Some(path) = parts.path.get_mut()
        {
            for byte in path.iter_mut().filter(|byte| **byte == b'\\') {
                *byte = b'/';
            }
        }
    }
}

step! {
    /// Puts a slash at the start of the path, of schemes whose path begins with one.
    FIRST_SLASH = "first-slash", |parts, _| {
        if default_port(parts.scheme.or_empty()).is_some() && !parts.path.or_empty().starts_with(b"/") {
            let path = [b"/", parts.path.or_empty()].concat();
            parts.path.set(&path);
        }
    }
}

step! {
    /// An empty path behind an authority becomes a slash, of schemes whose path begins with one.
    EMPTY_TO_SLASH = "empty-path-to-slash", |parts, _| {
        if parts.path.is_empty() && parts.has_authority() && default_port(parts.scheme.or_empty()).is_some() {
            parts.path.set(b"/");
        }
    }
}

step! {
    /// Slashes of the path that follow each other become one, of schemes whose path begins with one.
    COLLAPSE_SLASHES = "collapse-slashes", |parts, _| {
        if default_port(parts.scheme.or_empty()).is_some()
            && let Some(path) = parts.path.get_mut()
        {
            path.dedup_by(|next, before| *next == b'/' && *before == b'/');
        }
    }
}

step! {
    /// Encodes what browsers encode in a path: of a path without a slash at the start, controls and what is not ASCII.
    ENCODE_AS_BROWSERS = "encode-path-as-browsers", |parts, scratch| {
        const PRINTABLE: ByteSet = ByteSet::range(b' ', b'~');
        const PATH: ByteSet = PRINTABLE.without(ByteSet::of(b" \"#<>?`{}"));
        let has_slash = parts.path.or_empty().starts_with(b"/");
        let kept =
            if has_slash || default_port(parts.scheme.or_empty()).is_some() { &PATH } else { &PRINTABLE };
        encoded(&mut parts.path, kept, scratch);
    }
}

step! {
    /// Segments `.` and `..` of the path, also with `%2e`, are resolved if the path begins with a slash; a backslash is a slash of schemes
    /// whose path begins with one.
    REMOVE_DOTS = "remove-dot-segments-as-browsers", |parts, scratch| {
        let is_special = default_port(parts.scheme.or_empty()).is_some();
        let is_slash = |byte: u8| byte == b'/' || (is_special && byte == b'\\');
        let path = parts.path.or_empty();
        if !path.first().is_some_and(|&first| is_slash(first)) {
            return;
        }
        scratch.clear();
        // Where the segments that are written begin, each with the slash before it.
        let mut starts = Vec::new();
        let mut rest = path;
        while let [slash, behind @ ..] = rest {
            let end = behind.iter().position(|&byte| is_slash(byte)).unwrap_or(behind.len());
            let segment = &behind[..end];
            rest = &behind[end..];
            match dots(segment) {
                None => {
                    starts.push(scratch.len());
                    scratch.push(*slash);
                    scratch.extend_from_slice(segment);
                    continue;
                }
                Some(2) => {
                    if let Some(start) = starts.pop() {
                        scratch.truncate(start);
                    }
                }
                Some(_) => {}
            }
            // The slash before the dots stays, and the one behind them goes.
            if rest.is_empty() {
                scratch.push(*slash);
            }
        }
        parts.path.set(scratch);
    }
}

/// How many dots a segment is, one or two; each may be encoded.
fn dots(segment: &[u8]) -> Option<usize> {
    let mut rest = segment;
    let mut count = 0;
    while !rest.is_empty() {
        rest = match rest {
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return None,
        };
        count += 1;
    }
    (1..=2).contains(&count).then_some(count)
}

step! {
    /// The path, `/` if it is empty, decoded but for `%25`, `%2F`, `%3B` and `%3F`, and encoded but for what RFC 3986 has in URIs,
    /// `|` and `%`.
    RECODE = "recode-path", |parts, scratch| {
        const KEPT: ByteSet = UNRESERVED.or(ByteSet::of(b":/?[]@!$&'()*+,;=|%"));
        let Some(path) = parts.path.get_mut() else { return };
        if path.is_empty() {
            path.push(b'/');
            return;
        }
        encode(path, &IN_PATHS, scratch);
        scratch.clear();
        let mut rest = &path[..];
        while let [first, behind @ ..] = rest {
            if let [b'%', high, low, ..] = rest
                && matches!((high, low), (b'2', b'5' | b'f' | b'F') | (b'3', b'b' | b'B' | b'f' | b'F'))
            {
                // With capital digits, and safe from being decoded.
                scratch.extend([b'%', b'2', b'5', *high, low.to_ascii_uppercase()]);
                rest = &behind[2..];
            } else {
                scratch.push(*first);
                rest = behind;
            }
        }
        decode(scratch);
        std::mem::swap(path, scratch);
        encode(path, &KEPT, scratch);
    }
}

step! {
    /// What is behind `;` in the last segment, encoded but for what RFC 3986 has in URIs without `[` and `]`, and `%`.
    ENCODE_PARAMETERS = "encode-parameters", |parts, scratch| {
        encoded(&mut parts.parameters, &IN_PATHS, scratch);
    }
}

step! {
    /// Segments `.` and `..` are removed from a path that begins with a slash (RFC 3986 §5.2.4).
    RESOLVE = "remove-dot-segments", |parts, scratch| {
        let path = parts.path.or_empty();
        if !path.starts_with(b"/") {
            return;
        }
        let mut kept: Vec<&[u8]> = Vec::new();
        let mut is_dots = false;
        for segment in path[1..].split(|&byte| byte == b'/') {
            is_dots = matches!(segment, b"." | b"..");
            match segment {
                b"." => {}
                b".." => {
                    kept.pop();
                }
                segment => kept.push(segment),
            }
        }
        if is_dots {
            kept.push(b"");
        }
        scratch.clear();
        for segment in kept {
            scratch.push(b'/');
            scratch.extend_from_slice(segment);
        }
        parts.path.set(scratch);
    }
}
