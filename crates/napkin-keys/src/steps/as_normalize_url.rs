//! Steps of the package normalize-url, which change a URL by the setters of the URL Standard.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use napkin_scan::{ByteSet, decode_triplet, encode_triplet};
use napkin_url::{Url, quirks};

use super::step;
use crate::octets::{cut, push_encoded, text_directive, uppercase_triplets};
use crate::parts::Parts;
use crate::reading::is_special;

step! {
    /// Removes the directive of a text fragment (`:~:text=`), and an empty fragment.
    REMOVE_TEXT_FRAGMENT = "remove-text-fragment", |parts, _| {
        if let Some(fragment) = parts.fragment.get_mut()
            && let Some(at) = text_directive(fragment)
        {
            fragment.truncate(at);
        }
        if parts.fragment.is_empty() {
            parts.fragment.remove();
        }
    }
}

step! {
    /// Decodes triplets of path segments, but for reserved characters and what a URL cannot hold; a segment with a triplet that is not
    /// UTF-8 stays.
    DECODE_SEGMENTS = "decode-segments", |parts, scratch| {
        let path = parts.path.or_empty();
        // An opaque path has no segments.
        if !path.starts_with(b"/") || !path.iter().any(|byte| b"%\\".contains(byte)) {
            return;
        }
        scratch.clear();
        for (place, segment) in path.split(|&byte| byte == b'/').enumerate() {
            if place > 0 {
                scratch.push(b'/');
            }
            scratch.extend_from_slice(&decoded_segment(segment));
        }
        let path = String::from_utf8_lossy(scratch).into_owned();
        set_path(parts, &path);
    }
}

fn decoded_segment(segment: &[u8]) -> Cow<'_, [u8]> {
    const KEPT: ByteSet = ByteSet::of(b";/?:@&=+$,#\\%\t\n\r");
    let mut all = Vec::with_capacity(segment.len());
    let mut at = 0;
    while let Some(&octet) = segment.get(at) {
        if octet != b'%' {
            if octet == b'\\' {
                all.extend_from_slice(b"%5C");
            } else {
                all.push(octet);
            }
            at += 1;
            continue;
        }
        let Some(value) = decode_triplet(&segment[at..]) else { return segment.into() };
        if KEPT.contains(value) {
            all.extend_from_slice(&segment[at..at + 3]);
        } else {
            all.push(value);
        }
        at += 3;
    }
    if std::str::from_utf8(&all).is_ok() { all.into() } else { segment.into() }
}

/// Sets a path by the setter of the URL Standard, which encodes it and resolves dot segments.
fn set_path(parts: &mut Parts, path: &str) {
    let scheme = String::from_utf8_lossy(parts.scheme.or_empty()).into_owned();
    let host = if parts.slashes { "//h" } else { "" };
    if let Ok(mut url) = Url::parse(&format!("{scheme}:{host}/")) {
        quirks::set_pathname(&mut url, path);
        parts.path.set(quirks::pathname(&url).as_bytes());
    }
}

step! {
    /// Slashes of the path that follow each other become one, but for those of a scheme in the path (`/http://`).
    COLLAPSE_SLASHES = "collapse-slashes-but-schemes", |parts, scratch| {
        let path = parts.path.or_empty();
        if !path.windows(2).any(|two| two == b"//") {
            return;
        }
        scratch.clear();
        let mut start = 0;
        loop {
            let scheme = scheme_behind(path, start);
            let end = scheme.as_ref().map_or(path.len(), |scheme| scheme.start);
            let from = scratch.len();
            for &byte in &path[start..end] {
                if byte != b'/' || scratch[from..].last() != Some(&b'/') {
                    scratch.push(byte);
                }
            }
            let Some(scheme) = scheme else { break };
            start = scheme.end;
            scratch.extend_from_slice(&path[scheme]);
        }
        parts.path.set(scratch);
    }
}

/// The first scheme with `://` in a path at or behind a place, which begins where a word does.
fn scheme_behind(path: &[u8], from: usize) -> Option<Range<usize>> {
    (from..path.len()).find_map(|start| {
        let end = start + scheme_at(path, start)?;
        Some(start..end)
    })
}

/// The length of a scheme with `://` at a place of a path.
fn scheme_at(path: &[u8], start: usize) -> Option<usize> {
    /// Of what is behind the first letter.
    const LONGEST: usize = 50;
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_behind_word = start.checked_sub(1).is_some_and(|before| is_word(path[before]));
    let (first, behind) = path.get(start..)?.split_first()?;
    if is_behind_word || !first.is_ascii_alphabetic() {
        return None;
    }
    let is_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = behind.iter().take(LONGEST + 1).take_while(is_scheme).count();
    (length <= LONGEST && behind[length..].starts_with(b"://")).then_some(1 + length + 3)
}

/// Whether a scheme with `://` ends a path.
fn ends_with_scheme(path: &[u8]) -> bool {
    path.ends_with(b"://")
        && (0..path.len()).any(|start| scheme_at(path, start) == Some(path.len() - start))
}

step! {
    /// Removes `www.` before a name with one dot at least, once, and not before another `www.`.
    REMOVE_ONE_WWW = "remove-one-www", |parts, _| {
        let Some(host) = parts.host.get_mut() else { return };
        let Some(name) = host.strip_prefix(b"www.").filter(|name| !name.starts_with(b"www.")) else { return };
        let is_label = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_lowercase() || *byte == b'-';
        let (label, Some(behind)) = cut(name, b'.') else { return };
        let is_name = (1..=63).contains(&label.len()) && label.iter().all(is_label)
            && (2..=63).contains(&behind.len()) && behind.iter().all(|byte| is_label(byte) || *byte == b'.');
        if is_name {
            host.drain(..4);
        }
    }
}

step! {
    /// Removes dots at the end of a host, unless the host would be another address then.
    REMOVE_LAST_DOTS = "remove-last-dots", |parts, _| {
        let scheme = parts.scheme.or_empty();
        let Some(host) = parts.host.get().filter(|host| host.ends_with(b".")) else { return };
        let dots = host.iter().rev().take_while(|&&byte| byte == b'.').count();
        let name = &host[..host.len() - dots];
        let name = if name.is_empty() { b"." } else { name };
        let text = [scheme, b"://", name, b"/"].concat();
        let url = Url::parse(&String::from_utf8_lossy(&text));
        let is_read_back = url.is_ok_and(|url| url.host_str().map(str::as_bytes) == Some(name));
        if is_special(scheme) && name != host && is_read_back {
            let name = name.to_vec();
            parts.host.set(&name);
        }
    }
}

step! {
    /// Removes parameters of the query whose name begins with `utm_`.
    REMOVE_UTM = "remove-utm", |parts, scratch| {
        let Some(query) = parts.query.get() else { return };
        scratch.clear();
        for pair in query.split(|&byte| byte == b'&') {
            let name = plain(&form_decoded(cut(pair, b'=').0));
            let is_utm = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"utm_"))
                && name.get(4).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            if !is_utm {
                scratch.extend_from_slice(pair);
                scratch.push(b'&');
            }
        }
        if scratch.pop().is_some() { parts.query.set(scratch) } else { parts.query.remove() }
    }
}

step! {
    /// Sorts the pairs of the query by name, in the order of UTF-16, and writes them as a form, with reserved characters as they are: `=` behind an
    /// empty value stays only where one was written.
    SORT_AS_FORM = "sort-as-form", |parts, scratch| {
        let Some(query) = parts.query.get() else { return };
        let pairs = query.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty());
        let mut bare = BTreeSet::new();
        let mut read = Vec::new();
        for pair in pairs {
            let (name, value) = cut(pair, b'=');
            let name = form_decoded(name);
            let sorted: Vec<u16> = String::from_utf8_lossy(&plain(&name)).encode_utf16().collect();
            if value.is_none() {
                bare.insert(sorted.clone());
            }
            read.push((sorted, name, form_decoded(value.unwrap_or_default())));
        }
        read.sort_by(|(a, ..), (b, ..)| a.cmp(b));
        let is_special = is_special(parts.scheme.or_empty());
        scratch.clear();
        for (place, (sorted, name, value)) in read.iter().enumerate() {
            if place > 0 {
                scratch.push(b'&');
            }
            push_form(scratch, name, b"%20", is_special);
            if !value.is_empty() || name.is_empty() || !bare.contains(sorted) {
                scratch.push(b'=');
            }
            push_form(scratch, value, b"+", is_special);
        }
        if scratch.is_empty() { parts.query.remove() } else { parts.query.set(scratch) }
    }
}

/// Before a reserved character that was a triplet: no octet of UTF-8.
const RESERVED: u8 = 0xFF;

/// A name or a value of a form, decoded once, in UTF-8, with reserved characters marked that were triplets.
fn form_decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut piece = Vec::new();
    let mut at = 0;
    while let Some(&octet) = text.get(at) {
        match decode_triplet(&text[at..]) {
            Some(value) if b":/?#[]@!$&'()*+,;=".contains(&value) => {
                push_utf8(&mut out, &mut piece);
                out.extend([RESERVED, value]);
                at += 3;
            }
            Some(value) => {
                piece.push(value);
                at += 3;
            }
            None => {
                piece.push(if octet == b'+' { b' ' } else { octet });
                at += 1;
            }
        }
    }
    push_utf8(&mut out, &mut piece);
    out
}

/// Appends octets in UTF-8, and empties them.
fn push_utf8(out: &mut Vec<u8>, piece: &mut Vec<u8>) {
    out.extend_from_slice(String::from_utf8_lossy(piece).as_bytes());
    piece.clear();
}

/// A decoded text without the marks.
fn plain(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|&byte| byte != RESERVED).collect()
}

/// Appends a decoded text as a query has it.
fn push_form(out: &mut Vec<u8>, text: &[u8], space: &[u8], is_special: bool) {
    // Without what means something in a query.
    const QUERY: ByteSet = ByteSet::range(b'!', b'~').without(ByteSet::of(b"\"#<>%&+?"));
    const SPECIAL: ByteSet = QUERY.without(ByteSet::of(b"'"));
    let kept = if is_special { &SPECIAL } else { &QUERY };
    let mut rest = text;
    while let [first, behind @ ..] = rest {
        rest = behind;
        match (*first, behind) {
            (RESERVED, [value, behind @ ..]) => {
                out.extend(encode_triplet(*value));
                rest = behind;
            }
            (b' ', _) => out.extend_from_slice(space),
            (octet, _) => push_encoded(out, &[octet], kept),
        }
    }
}

step! {
    /// Removes a slash at the end of the path, unless it is the whole path, or that of a scheme in it.
    REMOVE_LAST_SLASH = "remove-last-slash-but-schemes", |parts, _| {
        if let Some(path) = parts.path.get_mut()
            && path.len() > 1
            && path.ends_with(b"/")
            && !ends_with_scheme(path)
        {
            path.pop();
        }
    }
}

step! {
    /// Removes the path `/` behind a host, without query and fragment.
    REMOVE_ROOT = "remove-root", |parts, _| {
        if !parts.host.is_empty() && parts.path.or_empty() == b"/" && parts.query.get().is_none() && parts.fragment.get().is_none() {
            parts.path.set(b"");
        }
    }
}

step! {
    /// The digits of triplets in capitals.
    UPPERCASE_TRIPLETS = "uppercase-triplets", |parts, _| {
        parts.each(|part| {
            if let Some(octets) = part.get_mut() {
                uppercase_triplets(octets);
            }
        });
    }
}
