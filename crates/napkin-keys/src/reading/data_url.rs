//! `data:` URLs as the package normalize-url writes them (10.0.0): the media type in lowercase, without what is meant if it is missing.

use std::borrow::Cow;

use napkin_scan::{decode_triplet, encode_triplet};

use crate::octets::uppercase_triplets;

/// A parameter of a media type; without `=` it has no value.
struct Parameter<'t> {
    name: String,
    value: Option<Cow<'t, str>>,
}

impl Parameter<'_> {
    fn is_default_charset(&self) -> bool {
        self.name == "charset" && self.value.as_deref() == Some("us-ascii")
    }
}

/// A `data:` URL of what is behind its scheme.
pub(super) fn normalized(text: &str) -> String {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (media, data) =
        text.split_once(',').map_or((text, None), |(media, data)| (media, Some(data)));
    let media = media.trim_matches(' ');
    let unmarked = without_marker(media);
    let is_base64 = unmarked.is_some();
    let mut pieces =
        split(unmarked.unwrap_or(media)).into_iter().map(|piece| piece.trim_matches(' '));
    let kind = lowercase(pieces.next().unwrap_or_default());
    let parameters: Vec<_> =
        pieces.filter(|piece| !piece.is_empty()).filter_map(parameter).collect();
    let mut written = parameters_written(&kind, &parameters, is_base64);
    if is_base64 {
        written.push("base64".into());
    }
    if !written.is_empty() || !(kind.is_empty() || kind == "text/plain") {
        written.insert(0, kind);
    }
    let mut media = written.join(";");
    if data.is_none() {
        media = escaped_end(&media);
    }
    // A marker that was not there.
    if !is_base64 && without_marker(&media).is_some() {
        media.push(';');
    }
    let fragment = without_directive(fragment);
    let fragment = escaped_end(&with_uppercase(fragment));
    let data_text = data.unwrap_or_default();
    let data_text = if is_base64 {
        escaped_end(data_text.trim_matches(['\t', '\n', '\x0C', '\r', ' ']))
    } else if fragment.is_empty() {
        escaped_end(data_text)
    } else {
        data_text.into()
    };
    let comma = if data.is_none() && !media.is_empty() { "" } else { "," };
    let mut out = format!("data:{media}{comma}{}", with_uppercase(&unreserved_decoded(&data_text)));
    if !fragment.is_empty() {
        out.push('#');
        out.push_str(&fragment);
    }
    out
}

/// The parameters that are kept.
fn parameters_written(kind: &str, parameters: &[Parameter<'_>], is_base64: bool) -> Vec<String> {
    let charsets = parameters.iter().filter(|parameter| parameter.name == "charset").count();
    // Without the default charset behind it, `base64` would be the marker.
    let exposes_marker = !is_base64
        && matches!(parameters, [.., before, last] if last.is_default_charset()
            && before.name == "base64" && before.value.is_none());
    let keeps_default =
        !(kind.is_empty() || kind == "text/plain") || charsets > 1 || exposes_marker;
    let kept =
        parameters.iter().filter(|parameter| keeps_default || !parameter.is_default_charset());
    let written = kept.map(|parameter| match &parameter.value {
        Some(value) => format!("{}={value}", parameter.name),
        None => parameter.name.clone(),
    });
    written.collect()
}

/// A parameter, if it has a name.
fn parameter(text: &str) -> Option<Parameter<'_>> {
    let (name, value) =
        text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let name = lowercase(name.trim_start_matches(' '));
    let value = value.map(unquoted);
    let value = if name == "charset" { value.map(|value| lowercase(&value).into()) } else { value };
    (!name.is_empty()).then_some(Parameter { name, value })
}

/// A value that is a token, without its quotation marks.
fn unquoted(value: &str) -> Cow<'_, str> {
    let Some(inner) = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')) else {
        return value.into();
    };
    let mut token = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        let is_pair = letter == '\\';
        token.push(if is_pair { letters.next().unwrap_or(letter) } else { letter });
    }
    let is_token =
        |letter: char| letter.is_ascii_alphanumeric() || "_!#$%&'*+-.^`|~".contains(letter);
    if !token.is_empty() && token.chars().all(is_token) { token.into() } else { value.into() }
}

/// The pieces between semicolons that are not in quotation marks; these begin behind `=`.
fn split(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut is_behind_equals, mut is_quoted, mut is_escaped) = (0, false, false, false);
    for (at, letter) in text.char_indices() {
        if is_quoted {
            if letter == '\\' {
                is_escaped = !is_escaped;
            } else {
                is_quoted = letter != '"' || is_escaped;
                is_escaped = false;
            }
        } else if letter == '"' && is_behind_equals {
            (is_quoted, is_behind_equals) = (true, false);
        } else if letter == ';' {
            pieces.push(&text[start..at]);
            (start, is_behind_equals) = (at + 1, false);
        } else {
            is_behind_equals = letter == '=';
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// A media type without `;base64` at its end, if it has that.
fn without_marker(text: &str) -> Option<&str> {
    let start = text.len().checked_sub(6)?;
    let (before, name) = text.split_at_checked(start)?;
    let before = before.trim_end_matches(' ').strip_suffix(';')?;
    name.eq_ignore_ascii_case("base64").then_some(before)
}

fn without_directive(fragment: &str) -> &str {
    let at = crate::octets::text_directive(fragment.as_bytes());
    at.and_then(|at| fragment.get(..at)).unwrap_or(fragment)
}

/// As `toLowerCase` of JavaScript.
fn lowercase(text: &str) -> String {
    text.to_lowercase()
}

/// Whether JavaScript has a letter as white space (`\s`), or it is a control.
pub(super) fn is_space_or_control(letter: char) -> bool {
    letter <= ' ' || letter == '\u{FEFF}' || (letter.is_whitespace() && letter != '\u{85}')
}

fn with_uppercase(text: &str) -> String {
    let mut octets = text.as_bytes().to_vec();
    uppercase_triplets(&mut octets);
    String::from_utf8(octets).unwrap_or_default()
}

/// A text with its white space and controls at the end as triplets, which the next reading would remove.
fn escaped_end(text: &str) -> String {
    let kept = text.trim_end_matches(is_space_or_control);
    let mut out = kept.as_bytes().to_vec();
    for &octet in &text.as_bytes()[kept.len()..] {
        out.extend(encode_triplet(octet));
    }
    String::from_utf8(out).unwrap_or_default()
}

/// Triplets of unreserved characters decoded. A `%` before what would become a triplet with it is `%25`.
fn unreserved_decoded(text: &str) -> String {
    let octets = text.as_bytes();
    let triplet = |at: usize| octets.get(at..).and_then(decode_triplet);
    let mut out = Vec::with_capacity(octets.len());
    let mut at = 0;
    while let Some(&octet) = octets.get(at) {
        match (octet, triplet(at)) {
            (b'%', Some(value)) => {
                if value.is_ascii_alphanumeric() || b"-_~".contains(&value) || value == b'.' {
                    out.push(value);
                } else {
                    out.extend_from_slice(&octets[at..at + 3]);
                }
                at += 3;
                continue;
            }
            (b'%', None) => {
                let next = octets.get(at + 1).copied().unwrap_or_default();
                let decoded = triplet(at + 1).unwrap_or_default();
                let joins = next.is_ascii_hexdigit() || decoded.is_ascii_hexdigit();
                out.extend_from_slice(if joins { b"%25" } else { b"%" });
            }
            _ => out.push(octet),
        }
        at += 1;
    }
    String::from_utf8(out).unwrap_or_default()
}
