//! Whether a text parses, decided without parsing all of it.
//!
//! Without a base only the scheme, the host and the port can fail. The rest is not read.

use alloc::string::String;

use crate::canonical;
use crate::edition::{AsciiDomain, Class, Edition, SchemeType};
use crate::host::{HostText, label::has_xn_label};
use crate::parse::{
    End, Settings, authority_end, is_drive_letter, is_tab_or_newline, parse, port_colon,
    port_number, scheme_end, trim,
};
use crate::scan;
use crate::validation::Notes;

/// Length from which a URL might reach 4 GiB, since encoding makes up to twelve bytes of one.
const LONG: usize = u32::MAX as usize / 12;

/// Whether a text is an absolute URL.
#[inline]
pub(crate) fn can_parse(input: &str, edition: &'static Edition) -> bool {
    is_usual(input.as_bytes(), edition) || can_parse_unusual(input, edition)
}

/// Whether a text begins with a common scheme and a host that cannot fail, and is not long.
#[inline]
fn is_usual(bytes: &[u8], edition: &'static Edition) -> bool {
    let Some((scheme, colon)) = canonical::usual_scheme(bytes) else { return false };
    let rest = bytes.get(colon + 3..).unwrap_or_default();
    if scheme == SchemeType::File && rest.first() == Some(&b'/') {
        return bytes.len() < LONG;
    }
    let kept = &edition.classes.kept(true).domain_in_any_case;
    let Some(domain) = scan::domain(rest, kept) else { return false };
    let ends = matches!(rest.get(domain.end), None | Some(b'/' | b'?' | b'#' | b'\\'));
    ends && !domain.may_be_number(rest)
        && bytes.len() < LONG
        && edition.ascii_domain == AsciiDomain::Lowercase
}

/// Decides any text.
#[inline(never)]
fn can_parse_unusual(input: &str, edition: &'static Edition) -> bool {
    if canonical::has_usual_authority(input, edition) && input.len() < LONG {
        return true;
    }
    let answer = if input.len() < LONG { look(trim(input).1, edition) } else { None };
    answer.unwrap_or_else(|| parse(input, &Settings::of(edition)).is_ok())
}

/// Decides from the scheme and the authority, unless these contain tabs or newlines.
fn look(text: &str, edition: &'static Edition) -> Option<bool> {
    let tabs = |text: &str| text.bytes().any(is_tab_or_newline);
    let Some(colon) = scheme_end(text) else {
        return if tabs(text) { None } else { Some(false) };
    };
    let scheme = scheme_type(text.get(..colon)?, edition);
    let rest = text.get(colon + 1..)?;
    let slashes = match scheme {
        SchemeType::NotSpecial if rest.starts_with("//") => 2,
        SchemeType::NotSpecial if tabs(rest.get(..2).unwrap_or(rest)) => return None,
        SchemeType::NotSpecial => return Some(true),
        special => {
            let slashes = rest.bytes().take_while(|byte| matches!(byte, b'/' | b'\\'));
            match special {
                SchemeType::File if slashes.clone().count() < 2 => {
                    return if tabs(rest) { None } else { Some(true) };
                }
                SchemeType::File => 2,
                _ => slashes.count(),
            }
        }
    };
    let rest = rest.get(slashes..)?;
    let authority = rest.get(..authority_end(rest, End::of(scheme)))?;
    if tabs(authority) { None } else { Some(is_authority(authority, scheme, edition)) }
}

/// The kind of a scheme that may be uppercase.
fn scheme_type(scheme: &str, edition: &Edition) -> SchemeType {
    let mut lower = [0; 6];
    let Some(lower) = lower.get_mut(..scheme.len()) else { return SchemeType::NotSpecial };
    lower.copy_from_slice(scheme.as_bytes());
    lower.make_ascii_lowercase();
    edition.special.scheme_type(core::str::from_utf8(lower).unwrap_or_default())
}

/// Whether an authority parses.
fn is_authority(authority: &str, scheme: SchemeType, edition: &'static Edition) -> bool {
    if scheme == SchemeType::File {
        return authority.is_empty()
            || is_drive_letter(authority)
            || is_host(authority, scheme, edition);
    }
    let host_and_port = authority.rfind('@').map_or(authority, |at| &authority[at + 1..]);
    if host_and_port.is_empty() {
        return !scheme.is_special() && authority.is_empty();
    }
    let (host, port) = match port_colon(host_and_port) {
        Some(0) => return false,
        Some(colon) => (&host_and_port[..colon], &host_and_port[colon + 1..]),
        None => (host_and_port, ""),
    };
    let (digits, number) = port_number(port);
    digits == port.len() && number.is_some() && is_host(host, scheme, edition)
}

/// Whether a host parses.
fn is_host(text: &str, scheme: SchemeType, edition: &'static Edition) -> bool {
    let bytes = text.as_bytes();
    if scheme.is_special() {
        let classes = &edition.classes;
        let plain = bytes.iter().all(|&b| b.is_ascii() && !classes.is(b, Class::ForbiddenDomain));
        let dotless = bytes.strip_suffix(b".").unwrap_or(bytes);
        let label = dotless.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
        let digit = dotless.get(label).is_some_and(u8::is_ascii_digit);
        let looked_up = edition.ascii_domain == AsciiDomain::ToAscii && has_xn_label(text);
        if plain && !digit && !looked_up {
            return true;
        }
    }
    let host = HostText { text, at: 0, edition, notes: Notes::NONE };
    host.parse(scheme.is_special(), &mut String::new()).is_ok()
}
