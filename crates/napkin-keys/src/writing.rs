//! Writing parts as a key.

use sha1::{Digest, Sha1};

use crate::parts::Parts;

/// The form of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writing {
    Url,
    /// A URL by Python's `urlunsplit`: two slashes also before a path of a scheme that can have a host.
    UrlByPython,
    /// The SHA-1 of what Scrapy writes of a request for that URL, in hexadecimal digits.
    ScrapyFingerprint,
    /// The host in reverse, a parenthesis, path and query; without a host, the scheme and the path.
    Surt,
    /// The scheme, and in parentheses the labels of the host in reverse, each with a comma, port and userinfo; and the path.
    Heritrix,
}

/// Schemes that can have a host, by Python's `urllib.parse.uses_netloc`.
const WITH_HOST: [&str; 25] = [
    "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp",
    "snews", "prospero", "rtsp", "rtsps", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git",
    "git+ssh", "ws", "wss",
];

impl Writing {
    /// All of them, with the names that a profile in TOML has for them.
    pub(crate) const ALL: [(&'static str, Self); 5] = [
        ("url", Self::Url),
        ("url-by-python", Self::UrlByPython),
        ("scrapy", Self::ScrapyFingerprint),
        ("surt", Self::Surt),
        ("heritrix", Self::Heritrix),
    ];

    /// Appends the parts.
    pub(crate) fn push(self, out: &mut Vec<u8>, parts: &Parts) {
        match self {
            Self::Url => push_url(out, parts),
            Self::UrlByPython => push_by_python(out, parts),
            Self::ScrapyFingerprint => push_fingerprint(out, parts),
            Self::Surt => push_surt(out, parts),
            Self::Heritrix => push_heritrix(out, parts),
        }
    }
}

/// Appends a delimiter and a part, if it is there.
fn push_behind(out: &mut Vec<u8>, delimiter: u8, part: Option<&[u8]>) {
    if let Some(octets) = part {
        out.push(delimiter);
        out.extend_from_slice(octets);
    }
}

fn push_scheme(out: &mut Vec<u8>, parts: &Parts) {
    if let Some(scheme) = parts.scheme.get() {
        out.extend_from_slice(scheme);
        out.push(b':');
    }
}

fn push_authority(out: &mut Vec<u8>, parts: &Parts) {
    if parts.user.get().is_some() || parts.password.get().is_some() {
        out.extend_from_slice(parts.user.or_empty());
        push_behind(out, b':', parts.password.get());
        out.push(b'@');
    }
    out.extend_from_slice(parts.host.or_empty());
    push_behind(out, b':', parts.port.get());
}

fn push_url(out: &mut Vec<u8>, parts: &Parts) {
    push_scheme(out, parts);
    if parts.slashes {
        out.extend_from_slice(b"//");
    }
    push_authority(out, parts);
    out.extend_from_slice(parts.path.or_empty());
    push_behind(out, b'?', parts.query.get());
    push_behind(out, b'#', parts.fragment.get());
}

fn push_by_python(out: &mut Vec<u8>, parts: &Parts) {
    push_scheme(out, parts);
    let path = parts.path.or_empty();
    let scheme = parts.scheme.or_empty();
    if parts.has_authority() {
        out.extend_from_slice(b"//");
        push_authority(out, parts);
        if !path.is_empty() && !path.starts_with(b"/") {
            out.push(b'/');
        }
    } else if path.starts_with(b"//")
        || (WITH_HOST.iter().any(|name| name.as_bytes() == scheme)
            && (path.is_empty() && parts.parameters.get().is_none() || path.starts_with(b"/")))
    {
        out.extend_from_slice(b"//");
    }
    out.extend_from_slice(path);
    push_behind(out, b';', parts.parameters.get().filter(|parameters| !parameters.is_empty()));
    push_behind(out, b'?', parts.query.get());
    push_behind(out, b'#', parts.fragment.get());
}

/// Appends the fingerprint of a request without a body and without headers that count.
fn push_fingerprint(out: &mut Vec<u8>, parts: &Parts) {
    let mut url = Vec::new();
    push_by_python(&mut url, parts);
    let mut request = String::from(r#"{"body": "", "headers": {}, "method": "GET", "url": ""#);
    for letter in String::from_utf8_lossy(&url).chars() {
        push_json(&mut request, letter);
    }
    request.push_str("\"}");
    for octet in Sha1::digest(request) {
        out.extend_from_slice(format!("{octet:02x}").as_bytes());
    }
}

/// Appends a letter of a string as Python's `json` writes it, in ASCII.
fn push_json(out: &mut String, letter: char) {
    match letter {
        '"' | '\\' => out.extend(['\\', letter]),
        ' '..='~' => out.push(letter),
        '\x08' => out.push_str("\\b"),
        '\x0C' => out.push_str("\\f"),
        _ => {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                out.push_str("\\u");
                let digit = |shift: u32| char::from_digit(u32::from(*unit) >> shift & 15, 16);
                out.extend([12, 8, 4, 0].into_iter().filter_map(digit));
            }
        }
    }
}

fn push_surt(out: &mut Vec<u8>, parts: &Parts) {
    let host = parts.host.or_empty();
    if host.is_empty() {
        push_scheme(out, parts);
    } else {
        for (place, label) in host.rsplit(|&byte| byte == b'.').enumerate() {
            if place > 0 {
                out.push(b',');
            }
            out.extend_from_slice(label);
        }
        push_behind(out, b':', parts.port.get());
        out.push(b')');
    }
    let path = parts.path.or_empty();
    if path.is_empty() && parts.query.get().is_some() {
        out.push(b'/');
    }
    out.extend_from_slice(path);
    push_behind(out, b'?', parts.query.get());
}

fn push_heritrix(out: &mut Vec<u8>, parts: &Parts) {
    push_scheme(out, parts);
    if parts.slashes {
        out.extend_from_slice(b"//(");
        push_labels(out, parts.host.or_empty());
        push_behind(out, b':', parts.port.get());
        push_behind(out, b'@', parts.user.get());
        out.push(b')');
    }
    out.extend_from_slice(parts.path.or_empty());
    push_behind(out, b'?', parts.query.get());
}

/// Appends the labels of a host in reverse, each with a comma behind it; an address of four numbers stays. A dot at the end is one of the last
/// label.
fn push_labels(out: &mut Vec<u8>, host: &[u8]) {
    let is_number =
        |label: &[u8]| (1..=3).contains(&label.len()) && label.iter().all(u8::is_ascii_digit);
    let labels = host.split(|&byte| byte == b'.');
    if labels.clone().count() == 4 && labels.clone().all(is_number) {
        return out.extend_from_slice(host);
    }
    let mut end = host.len();
    for at in (0..host.len()).rev() {
        if at == 0 || host[at - 1] == b'.' {
            out.extend_from_slice(host.get(at..end).unwrap_or_default());
            out.push(b',');
            end = at.saturating_sub(1);
        }
    }
}
