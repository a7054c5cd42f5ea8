//! Steps on the scheme, the userinfo, the port, the fragment, and on all parts at once.

use napkin_scan::{ALPHANUM, ByteSet};

use super::step;
use crate::no_key::NoKey;
use crate::octets::{decode, decode_repeatedly, encode, is_tab_or_newline};
use crate::parts::Part;
use crate::reading::{behind_scheme, default_port};
use crate::writing::Writing;

/// What Safe Browsing's canonicalization keeps: no control, no space, nothing that is not ASCII, no `#` and no `%`.
pub(crate) const GOOGLE: ByteSet = ByteSet::range(b'!', b'~').without(ByteSet::of(b"#%"));

/// What RFC 3986 has in URIs without `[`, `]` and `#`, and `%`.
pub(super) const IN_PATHS: ByteSet = UNRESERVED.or(ByteSet::of(b":/?@!$&'()*+,;=%"));

step! {
    /// Removes the fragment.
    REMOVE_FRAGMENT = "remove-fragment", |parts, _| parts.fragment.remove()
}

step! {
    /// The fragment, encoded but for what RFC 3986 has in URIs without `[` and `]`, and `%`.
    ENCODE_FRAGMENT = "encode-fragment", |parts, scratch| {
        encoded(&mut parts.fragment, &IN_PATHS, scratch);
    }
}

step! {
    /// Removes the userinfo.
    REMOVE_USERINFO = "remove-userinfo", |parts, _| {
        parts.user.remove();
        parts.password.remove();
    }
}

step! {
    /// Removes an empty password, and then an empty user name.
    REMOVE_EMPTY_USERINFO = "remove-empty-userinfo", |parts, _| {
        if parts.password.is_empty() {
            parts.password.remove();
            if parts.user.is_empty() {
                parts.user.remove();
            }
        }
    }
}

step! {
    /// Removes tabulators and ends of lines.
    REMOVE_LINE_ENDS = "remove-line-ends", |parts, _| {
        parts.each(|part| {
            if let Some(octets) = part.get_mut() {
                octets.retain(|&byte| !is_tab_or_newline(byte));
            }
        });
    }
}

step! {
    /// The scheme in lowercase.
    LOWERCASE_SCHEME = "lowercase-scheme", |parts, _| lowercase(&mut parts.scheme)
}

step! {
    /// Refuses what has no `://` and no scheme `about` or `data`, of which Scrapy makes no request.
    NEEDS_SCHEME = "needs-scheme", ? |parts, scratch| {
        scratch.clear();
        Writing::UrlByPython.push(scratch, parts);
        let is_request = matches!(parts.scheme.or_empty(), b"about" | b"data")
            || scratch.windows(3).any(|three| three == b"://");
        if is_request { Ok(()) } else { Err(NoKey::Scheme) }
    }
}

step! {
    /// Without a scheme it is `http`, and the path is read again behind it.
    DEFAULT_SCHEME = "default-scheme", |parts, scratch| {
        if parts.scheme.is_empty() {
            parts.scheme.set(b"http");
            if !parts.path.is_empty() {
                scratch.clear();
                scratch.extend_from_slice(parts.path.or_empty());
                behind_scheme(scratch, parts);
            }
        }
    }
}

step! {
    /// Removes the scheme and the two slashes behind it.
    REMOVE_SCHEME = "remove-scheme", |parts, _| {
        parts.scheme.remove();
        parts.slashes = false;
    }
}

step! {
    /// `https` becomes `http`, without its default port.
    HTTPS_TO_HTTP = "https-to-http", |parts, _| {
        if parts.scheme.or_empty().eq_ignore_ascii_case(b"https") {
            parts.scheme.set(b"http");
            if parts.port.get() == Some(b"443") {
                parts.port.remove();
            }
        }
    }
}

step! {
    /// Two slashes before an authority, and after `file:`.
    TWO_SLASHES = "two-slashes", |parts, _| {
        parts.slashes |= parts.has_authority() || parts.scheme.or_empty() == b"file";
    }
}

step! {
    /// Removes the default port of the scheme.
    REMOVE_DEFAULT_PORT = "remove-default-port", |parts, _| {
        if let Some(port) = default_port(parts.scheme.or_empty())
            && parts.port.or_empty() == port
        {
            parts.port.remove();
        }
    }
}

step! {
    /// Removes the port 80 of `http` and 443 of `https`.
    REMOVE_WEB_PORT = "remove-web-port", |parts, _| {
        let is = |name: &[u8]| parts.scheme.or_empty().eq_ignore_ascii_case(name);
        let port = if is(b"http") {
            b"80" as &[u8]
        } else if is(b"https") {
            b"443"
        } else {
            return;
        };
        if parts.port.get() == Some(port) {
            parts.port.remove();
        }
    }
}

step! {
    /// Decodes triplets in all parts, until there are none.
    DECODE_ALL = "decode", |parts, _| parts.each(decoded)
}

step! {
    /// Decodes triplets in all parts but the query, until there are none.
    DECODE_ALL_BUT_QUERY = "decode-all-but-query", |parts, _| {
        for part in [
            &mut parts.scheme,
            &mut parts.user,
            &mut parts.password,
            &mut parts.host,
            &mut parts.port,
            &mut parts.path,
            &mut parts.fragment,
        ] {
            decoded(part);
        }
    }
}

step! {
    /// Encodes controls, the space, what is not ASCII, `#` and `%` in all parts.
    ENCODE_ALL = "encode", |parts, scratch| parts.each(|part| encoded(part, &GOOGLE, scratch))
}

step! {
    /// Encodes controls, the space, what is not ASCII, `#` and `%`; in user name and password `:` and `@` too, in the path `?`.
    /// The query stays.
    ENCODE_BY_PART = "encode-by-part", |parts, scratch| {
        const USERINFO: ByteSet = GOOGLE.without(ByteSet::of(b":@"));
        const PATH: ByteSet = GOOGLE.without(ByteSet::of(b"?"));
        for (part, kept) in [
            (&mut parts.scheme, &GOOGLE),
            (&mut parts.user, &USERINFO),
            (&mut parts.password, &USERINFO),
            (&mut parts.host, &GOOGLE),
            (&mut parts.port, &GOOGLE),
            (&mut parts.path, &PATH),
            (&mut parts.fragment, &GOOGLE),
        ] {
            encoded(part, kept, scratch);
        }
    }
}

step! {
    /// User name and password decoded once, and encoded but for unreserved characters and sub-delims without `;` and `=`.
    RECODE_USERINFO = "recode-userinfo", |parts, scratch| {
        const KEPT: ByteSet = UNRESERVED.or(ByteSet::of(b"!$&'()*+,"));
        for part in [&mut parts.user, &mut parts.password] {
            if let Some(octets) = part.get_mut() {
                decode(octets);
            }
            encoded(part, &KEPT, scratch);
        }
    }
}

/// Unreserved characters (RFC 3986 §2.3).
pub(crate) const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~"));

pub(super) fn lowercase(part: &mut Part) {
    if let Some(octets) = part.get_mut() {
        octets.make_ascii_lowercase();
    }
}

/// Decodes the triplets of a part until there are none.
pub(super) fn decoded(part: &mut Part) {
    if let Some(octets) = part.get_mut() {
        decode_repeatedly(octets);
    }
}

/// Encodes the octets of a part that are not kept.
pub(super) fn encoded(part: &mut Part, kept: &ByteSet, scratch: &mut Vec<u8>) {
    if let Some(octets) = part.get_mut() {
        encode(octets, kept, scratch);
    }
}
