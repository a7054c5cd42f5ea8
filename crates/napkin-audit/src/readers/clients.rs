//! Clients of HTTP that differ from others before they split a URI: what they put before it, or where they end a name.

use crate::name::ContactedHost;

use super::Answer;
use super::cut::{Splitter, after_slashes, host_and_port, named, scheme_and_rest, until};

/// As superagent and needle: `http://` comes before a text that does not begin with `http://` or `https://`, in lowercase.
pub(super) fn superagent(input: &[u8]) -> Answer {
    if input.starts_with(b"http://") || input.starts_with(b"https://") {
        return Splitter::GENERIC.read(input);
    }
    if input.starts_with(b"/") {
        return Answer::Base;
    }
    Splitter::GENERIC.read(&[b"http://", input].concat())
}

/// As fasthttp: what follows `//`, wherever that is, is an authority; before it stands a scheme.
pub(super) fn fasthttp(input: &[u8]) -> Answer {
    if scheme_and_rest(input).is_some() || input.starts_with(b"//") {
        return Splitter::GENERIC.read(input);
    }
    let is_two = |two: &[u8]| two == b"//";
    if input.windows(2).any(is_two) { Answer::NoHost } else { Answer::Base }
}

/// As `NetSurf`: a label that begins or ends with a hyphen is encoded.
pub(super) fn netsurf(input: &[u8]) -> Answer {
    let answer = Splitter::GENERIC.read(input);
    let Some(ContactedHost::Name(name)) = answer.host() else { return answer };
    let has_outer_hyphen = |label: &str| label.starts_with('-') || label.ends_with('-');
    if !name.split('.').any(has_outer_hyphen) {
        return answer;
    }
    let encoded = name.split('.').map(|label| {
        if has_outer_hyphen(label) { format!("xn--{label}-") } else { label.to_owned() }
    });
    Answer::Host(ContactedHost::Name(encoded.collect::<Vec<_>>().join(".")))
}

/// As `check_http`: a name ends at the first character that is no letter, digit, hyphen or dot.
pub(super) fn check_http(input: &[u8]) -> Answer {
    let Some(rest) = after_slashes(input) else { return Answer::Refused };
    let authority = until(rest, b"/?#");
    let Some((host, _)) = host_and_port(authority).filter(|(host, _)| !host.starts_with(b"["))
    else {
        return Splitter::GENERIC.read(input);
    };
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let end = host.iter().position(|byte| !is_of_name(byte)).unwrap_or(host.len());
    named(host.get(..end).unwrap_or_default())
}
