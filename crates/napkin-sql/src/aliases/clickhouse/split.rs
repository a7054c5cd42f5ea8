//! Finds parts in a text as ClickHouse does: by single characters, without URL syntax. Nothing is validated, so
//! every text has an answer, which is empty if nothing is found.

use std::sync::LazyLock;

/// Characters that prevent a text from having a host, and a scheme with a host.
const RESTRICTED: &[u8] = b" \t<>%{}|\\^~[];=&";

/// The number of bytes that ClickHouse searches for the `://` after a scheme.
const SCHEME_WINDOW: usize = 16;

/// Second-level names under which names are registered, sorted.
static SECOND_LEVEL: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = include_str!("second_level.txt").lines();
    lines.filter(|line| !line.starts_with('#')).collect()
});

/// The text from one place up to the next of these characters, or to its end.
fn up_to<'t>(text: &'t str, start: usize, ends: &[char]) -> &'t str {
    let rest = text.get(start..).unwrap_or_default();
    rest.find(ends).map_or(rest, |end| &rest[..end])
}

pub(super) fn protocol(text: &str) -> &str {
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let bytes = text.as_bytes();
    let length = bytes.iter().position(|&byte| !is_scheme(byte)).unwrap_or(bytes.len());
    let is_it = bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(length) == Some(&b':')
        && bytes.len() - length >= 4;
    if is_it { &text[..length] } else { "" }
}

/// The start of the host: after `//`, or after a scheme and `://` near the start, otherwise at the start. `None` if
/// that text has a character not allowed in URLs.
fn start_of_host(bytes: &[u8], least: usize) -> Option<usize> {
    if bytes.starts_with(b"//") && bytes.len() >= least {
        return Some(2);
    }
    let window = bytes.get(..bytes.len().min(SCHEME_WINDOW)).unwrap_or_default();
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let end = (1..window.len()).find(|&at| !is_scheme(window[at])).unwrap_or(window.len());
    if window.get(end).is_some_and(|byte| RESTRICTED.contains(byte)) {
        return None;
    }
    Some(if window[end.min(window.len())..].starts_with(b"://") { end + 3 } else { 0 })
}

/// The host, if it has a dot that is not its last character.
pub(super) fn domain(text: &str) -> &str {
    let bytes = text.as_bytes();
    let Some(mut start) = start_of_host(bytes, 2) else { return "" };
    let mut dot = None;
    let mut end = bytes.len();
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'.' => dot = Some(at),
            b'@' => start = at + 1,
            b':' | b'/' | b'?' | b'#' => {
                end = at;
                break;
            }
            byte if RESTRICTED.contains(byte) => return "",
            _ => {}
        }
    }
    if start < end && dot.is_some_and(|dot| dot + 1 < end) { &text[start..end] } else { "" }
}

pub(super) fn domain_without_www(text: &str) -> &str {
    let host = domain(text);
    host.strip_prefix("www.").filter(|rest| !rest.is_empty()).unwrap_or(host)
}

/// The last label, unless it begins as numbers do.
pub(super) fn top_level_domain(text: &str) -> &str {
    let last = domain(text).rsplit_once('.').map_or("", |(_, last)| last);
    if last.starts_with(|first: char| first.is_ascii_digit()) { "" } else { last }
}

/// The host from its second-to-last label on, or from the third-to-last one if the last two are a name such as
/// `co.uk`; empty if that label is empty.
pub(super) fn cut_to_first_significant_subdomain(text: &str) -> &str {
    let host = domain_without_www(text);
    let mut starts = host.rmatch_indices('.').map(|(dot, _)| dot + 1).skip(1);
    let second = starts.next().unwrap_or_default();
    let is_listed = second > 0 && SECOND_LEVEL.binary_search(&&host[second..]).is_ok();
    let start = if is_listed { starts.next().unwrap_or_default() } else { second };
    Some(&host[start..]).filter(|cut| !cut.starts_with('.')).unwrap_or_default()
}

/// The number after the host; 0 if there is none, or one of more than 16 bits.
pub(super) fn port(text: &str) -> u16 {
    let host = domain(text);
    if host.is_empty() {
        return 0;
    }
    let behind = host.as_ptr() as usize - text.as_ptr() as usize + host.len();
    let Some(digits) = text.get(behind..).and_then(|rest| rest.strip_prefix(':')) else { return 0 };
    let digits = up_to(digits, 0, &['/', '?', '#']);
    let mut port = 0_u16;
    for digit in digits.bytes() {
        let digit = if digit.is_ascii_digit() { u16::from(digit - b'0') } else { return 0 };
        match port.checked_mul(10).and_then(|port| port.checked_add(digit)) {
            Some(more) => port = more,
            None => return 0,
        }
    }
    port
}

/// The text from the first slash that no slash follows; after two slashes, from the next slash.
pub(super) fn path_full(text: &str) -> &str {
    let Some(first) = text.find('/') else { return "" };
    let rest = &text[first..];
    match rest.strip_prefix("//") {
        None => rest,
        Some(behind) => behind.find('/').map_or("", |next| &behind[next..]),
    }
}

pub(super) fn path(text: &str) -> &str {
    up_to(path_full(text), 0, &['?', '#'])
}

pub(super) fn query_string(text: &str) -> &str {
    text.find('?').map_or("", |mark| up_to(text, mark + 1, &['#']))
}

pub(super) fn fragment(text: &str) -> &str {
    text.split_once('#').map_or("", |(_, fragment)| fragment)
}

/// The text between scheme and path, with the user and the port.
pub(super) fn netloc(text: &str) -> &str {
    let bytes = text.as_bytes();
    let Some(start) = start_of_host(bytes, 3) else { return "" };
    let (mut has_user, mut end) = (false, bytes.len());
    let (mut slash, mut mark, mut host_end) = (end, end, end);
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'/' | b'?' if has_user => return &text[start..at],
            b'/' => slash = at,
            b'?' => mark = at,
            b'#' => return &text[start..at],
            b'@' => (has_user, host_end) = (true, bytes.len()),
            // Allowed in a user name, which may follow.
            b';' | b'=' | b'&' | b'~' | b'%' if !has_user => host_end = at,
            byte if RESTRICTED.contains(byte) => {
                return if at > start { &text[start..at.min(mark).min(slash)] } else { "" };
            }
            _ => {}
        }
    }
    if !has_user {
        end = end.min(mark).min(slash).min(host_end);
    }
    &text[start..end]
}

pub(super) fn cut_query_string(text: &str) -> (&str, &str) {
    let Some(mark) = text.find('?') else { return (text, "") };
    (&text[..mark], &text[mark + 1 + query_string(text).len()..])
}

/// The place where parameters may begin: after the first `?` or `#`, if any text follows.
fn start_of_parameters(text: &str) -> Option<usize> {
    text.find(['?', '#']).map(|mark| mark + 1).filter(|&start| start < text.len())
}

/// The start of a parameter's value, searched from an offset.
fn find_parameter(text: &str, from: usize, name: &str) -> Option<usize> {
    let mut from = from;
    loop {
        let at = from + text.get(from..)?.find(&*format!("{name}="))?;
        let value = at + name.len() + 1;
        if matches!(text.as_bytes().get(at - 1), Some(b'?' | b'#' | b'&')) {
            return Some(value);
        }
        from = value;
    }
}

pub(super) fn extract_url_parameter<'t>(text: &'t str, name: &str) -> &'t str {
    let value = start_of_parameters(text).and_then(|start| find_parameter(text, start, name));
    value.map_or("", |value| up_to(text, value, &['&', '#']))
}

/// The parameters, and the length of each one's name. A final text without `=` is not a parameter.
pub(super) fn parameters(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = start_of_parameters(text);
    std::iter::from_fn(move || {
        let mut start = at?;
        loop {
            let end = start + text[start..].find(['=', '&', '#', '?'])?;
            let name = end - start;
            if text.as_bytes()[end] == b'?' {
                start = end + 1;
                continue;
            }
            let parameter = up_to(text, start, &['&', '#']);
            at = Some(start + parameter.len() + 1).filter(|&next| next < text.len());
            return Some((parameter, name));
        }
    })
}

/// The text without a parameter, and without one of the `&` around it, in two pieces.
pub(super) fn cut_url_parameter<'t>(text: &'t str, name: &str) -> (&'t str, &'t str) {
    let whole = (text, "");
    let Some(start) = start_of_parameters(text) else { return whole };
    let Some(value) = find_parameter(text, start, name) else { return whole };
    let mut begin = value - name.len() - 1;
    let mut end = value + up_to(text, value, &['&', '#']).len();
    if text[end..].starts_with('&') {
        end += 1;
    } else if text.as_bytes()[begin - 1] == b'&' {
        begin -= 1;
    }
    (&text[..begin], &text[end..])
}

/// The URL up to each character that ends a part of it. Without a lowercase scheme and `://` it has one part.
pub(super) fn hierarchy(text: &str) -> impl Iterator<Item = &str> {
    const ENDS: [char; 3] = ['/', '?', '#'];
    let scheme = text.find(|c| !matches!(c, 'a'..='z' | '0'..='9')).unwrap_or(text.len());
    let rest = &text[scheme..];
    let has_host = scheme > 0 && rest.starts_with("://") && rest.len() > 3;
    let behind = |from: usize| (from + up_to(text, from, &ENDS).len() + 1).min(text.len());
    let mut end = 0;
    std::iter::from_fn(move || {
        if end == text.len() {
            return None;
        }
        if end == 0 {
            end = if has_host { behind(scheme + 3) } else { text.len() };
        } else {
            let rest = text[end..].trim_start_matches(ENDS);
            if rest.is_empty() {
                return None;
            }
            end = behind(text.len() - rest.len());
        }
        Some(&text[..end])
    })
}

/// The decoded octets; a percent sign without two digits stays, and so do the two bytes after it.
pub(super) fn decode(text: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let bytes = text.as_bytes();
    let mut octets = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if let Some(&[b'%', high, low]) = bytes.get(at..at + 3) {
            match (digit(high), digit(low)) {
                (Some(high), Some(low)) => octets.push(high << 4 | low),
                _ => octets.extend([b'%', high, low]),
            }
            at += 3;
        } else {
            octets.push(byte);
            at += 1;
        }
    }
    octets
}
