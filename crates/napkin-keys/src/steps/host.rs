//! Steps on the host.

use unicode_normalization::UnicodeNormalization;

use super::step;
use super::whole::{GOOGLE, decoded, encoded, lowercase};
use crate::no_key::NoKey;
use crate::reading::default_port;
use crate::{address, names};

step! {
    /// Decodes triplets of the host until there are none.
    DECODE = "decode-host", |parts, _| decoded(&mut parts.host)
}

step! {
    /// Writes a host name in other letters with `xn--`, as Python's codec `idna` writes it; what is not UTF-8 is left out. A name that the
    /// codec refuses stays.
    NAME_BY_CODEC = "name-by-idna", |parts, _| {
        let host = parts.host.or_empty();
        if !host.is_ascii() {
            let name: String = host.utf8_chunks().map(|chunk| chunk.valid()).collect();
            if let Some(name) = names::by_codec(&name) {
                parts.host.set(&name);
            }
        }
    }
}

step! {
    /// Two dots in the host become one, once, and dots around it are removed.
    REMOVE_DOTS = "remove-dots", |parts, scratch| {
        let mut rest = parts.host.or_empty();
        if !(rest.starts_with(b".") || rest.ends_with(b".") || rest.windows(2).any(|two| two == b"..")) {
            return;
        }
        scratch.clear();
        while let [first, behind @ ..] = rest {
            scratch.push(*first);
            rest = behind;
            if *first == b'.' {
                rest = rest.strip_prefix(b".").unwrap_or(rest);
            }
        }
        let is_kept = |byte: &u8| *byte != b'.';
        let start = scratch.iter().position(is_kept).unwrap_or(scratch.len());
        let end = scratch.iter().rposition(is_kept).map_or(start, |last| last + 1);
        parts.host.set(&scratch[start..end]);
    }
}

step! {
    /// Dots of the host that follow each other become one, and dots around it are removed.
    COLLAPSE_DOTS = "collapse-dots", |parts, _| {
        if let Some(host) = parts.host.get_mut() {
            let dots = host.iter().take_while(|&&byte| byte == b'.').count();
            host.drain(..dots);
            host.dedup_by(|next, before| *next == b'.' && *before == b'.');
            if host.last() == Some(&b'.') {
                host.pop();
            }
        }
    }
}

step! {
    /// Digits alone, and numbers that the C library takes for an address (`0177.1`), become an address of four decimal
    /// numbers; another host comes into lowercase, and what is not printable ASCII, `#` and `%` is encoded.
    ADDRESS_OR_LOWERCASE = "address-or-lowercase", |parts, scratch| {
        let host = parts.host.or_empty();
        let address = if !host.is_empty() && host.iter().all(u8::is_ascii_digit) {
            Some(address::lowest_bits(host))
        } else {
            address::by_libc(host)
        };
        if let Some(address) = address {
            scratch.clear();
            address::push_dotted(scratch, address);
            parts.host.set(scratch);
        } else {
            lowercase(&mut parts.host);
            encoded(&mut parts.host, &GOOGLE, scratch);
        }
    }
}

step! {
    /// An address of version 4 in any notation that browsers know becomes four decimal numbers, one of version 6 the form of
    /// RFC 5952.
    ADDRESS = "host-address", ? |parts, scratch| {
        let host = parts.host.or_empty();
        scratch.clear();
        if let Some(inner) = host.strip_prefix(b"[").and_then(|host| host.strip_suffix(b"]")) {
            // The package writes the number alone, without its zone.
            let Some((address, _)) = address::of_six(inner) else { return Ok(()) };
            scratch.push(b'[');
            address::push_six(scratch, address);
            scratch.push(b']');
        } else if !host.is_empty()
            && let Some(address) = address::by_urlcanon(host)?
        {
            address::push_dotted(scratch, address);
        } else {
            return Ok(());
        }
        parts.host.set(scratch);
        Ok(())
    }
}

step! {
    /// A name in lowercase, its other letters with `xn--`, of schemes whose host is a domain name.
    NAME = "host-name", |parts, _| {
        if default_port(parts.scheme.or_empty()).is_some()
            && let Some(name) = names::by_urlcanon(parts.host.or_empty())
        {
            parts.host.set(name.as_bytes());
        }
    }
}

step! {
    /// The host in lowercase, the digits of triplets too.
    LOWERCASE = "lowercase-host", |parts, _| lowercase(&mut parts.host)
}

step! {
    /// Removes `www.`, `www1.` and the like at the start, but for `dns:`.
    REMOVE_WWW = "remove-www", |parts, _| {
        if parts.scheme.or_empty() != b"dns"
            && let Some(host) = parts.host.get_mut()
            && let Some(rest) = host.strip_prefix(b"www")
        {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if rest.get(digits) == Some(&b'.') {
                host.drain(..=3 + digits);
            }
        }
    }
}

step! {
    /// The host as w3lib writes it: in lowercase, other letters with `xn--` by Python's codec `idna`; addresses of version 6 in
    /// the form of RFC 5952, in brackets.
    AS_W3LIB = "host-as-w3lib", ? |parts, scratch| {
        let Some(host) = parts.host.get() else { return Ok(()) };
        let host = String::from_utf8_lossy(host).to_lowercase();
        scratch.clear();
        if !host.contains(':') {
            let name = if host.is_ascii() { None } else { names::by_codec(&compatible(&host).to_lowercase()) };
            scratch.extend_from_slice(name.as_deref().unwrap_or(host.as_bytes()));
        } else if host.is_ascii() {
            scratch.push(b'[');
            match address::of_six(host.as_bytes()) {
                Some((address, zone)) => {
                    address::push_six(scratch, address);
                    if let Some(zone) = zone {
                        scratch.push(b'%');
                        scratch.extend_from_slice(zone);
                    }
                }
                None => scratch.extend_from_slice(host.as_bytes()),
            }
            scratch.push(b']');
        } else {
            return Err(NoKey::Bracket);
        }
        parts.host.set(scratch);
        Ok(())
    }
}

/// The compatibility form (NFKC) of a host, without the delimiters that it has.
fn compatible(host: &str) -> String {
    host.chars().filter(|letter| !"@:#?".contains(*letter)).nfkc().collect()
}
