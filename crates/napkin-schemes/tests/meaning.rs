//! A normal form is a URI of its scheme with the same meaning, at every rung and for every scheme with a view: no
//! rung makes URIs equal that the scheme's document distinguishes.
//!
//! The meaning of a URI is computed here from its fields alone: a path is walked segment by segment from the
//! scheme's root, and all other fields have to be equal.

use std::collections::BTreeMap;
use std::net::Ipv6Addr;

use crate::inputs::{changes, inputs};
use napkin::scheme::Hierarchy;
use napkin::{Level, Normalizer, Uri};
use napkin_schemes::{DEFINITIONS, Fields, Value, View, describe, normalize};

/// The fields with the path of a hierarchical scheme, the first one to walk first.
const PATHS: &[(&str, &[&str])] = &[
    ("http", &["path", "send", "proxy_send"]),
    ("https", &["path", "send", "proxy_send"]),
    ("ws", &["resource_name"]),
    ("wss", &["resource_name"]),
    ("afs", &["path", "global_name"]),
    ("file", &["segments", "unix_path", "windows_path", "vms_path"]),
    ("ftp", &["cwd", "name", "commands", "directory"]),
    ("sftp", &["path", "file"]),
    ("nfs", &["path", "lookup"]),
    ("did", &["path"]),
    ("jar", &["entry"]),
    ("coap", &["uri_path"]),
    ("coaps", &["uri_path"]),
    ("rtsp", &["path"]),
    ("rtsps", &["path"]),
    ("rtspu", &["path"]),
];

/// The meaning of a URI's fields: the path from its root, and the other fields in one spelling.
#[derive(Debug, PartialEq)]
struct Meaning {
    path: Vec<String>,
    others: Vec<(&'static str, String)>,
}

impl Meaning {
    fn of(scheme: &str, fields: &Fields) -> Self {
        let (_, of_path) =
            PATHS.iter().find(|(known, _)| *known == scheme).unwrap_or(&("", &[] as &[_]));
        let in_path = |name: &str| of_path.contains(&name);
        let others = fields.iter().filter(|(name, _)| !in_path(name));
        let search = match fields.get("resource_name") {
            Some(Value::Text(name) | Value::Encoded(name)) => {
                name[before_search(name).len()..].to_owned()
            }
            _ => String::new(),
        };
        let others = others.map(|(name, value)| (name, spelled(name, value)));
        let others = others.chain([("after the path", spelled("", &search.into()))]).collect();
        let segments = of_path.first().map_or(Vec::new(), |name| segments(fields, name));
        Self { path: walked(scheme, segments), others }
    }
}

/// The segments of a path that is a text or a list.
fn segments(fields: &Fields, name: &'static str) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Text(text) | Value::Encoded(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    match fields.get(name) {
        Some(Value::List(list)) => list.iter().map(text).chain(last_name(fields)).collect(),
        Some(Value::Text(path) | Value::Encoded(path)) => {
            let path = before_search(path);
            let path = path.strip_prefix('/').filter(|_| name != "entry").unwrap_or(path);
            path.split('/').map(|part| spelled("", &part.into())).collect()
        }
        _ => Vec::new(),
    }
}

fn before_search(path: &str) -> &str {
    path.split('?').next().unwrap_or_default()
}

/// In `ftp` the last segment is a field of its own.
fn last_name(fields: &Fields) -> Option<String> {
    fields.get("cwd")?;
    match fields.get("name") {
        Some(Value::Text(name) | Value::Encoded(name)) => Some(name.clone()),
        _ => None,
    }
}

/// A path without dot segments: `..` removes the segment before it, except the root.
fn walked(scheme: &str, segments: Vec<String>) -> Vec<String> {
    let first = segments.first().map_or("", String::as_str);
    let is_drive = first.len() == 2 && first.ends_with([':', '|']) && first.is_ascii();
    let empty = segments.iter().take_while(|segment| segment.is_empty()).count();
    let (root, stays) = match scheme {
        "file" if empty > 0 && segments.len() > 1 => (empty + 2, false),
        "file" if is_drive && first.starts_with(|first: char| first.is_ascii_alphabetic()) => {
            (1, false)
        }
        "ftp" if segments.len() > 1 && (first.is_empty() || first.starts_with('/')) => (1, true),
        "sftp" if first == "~" => (1, true),
        "nfs" if segments.len() > 1 && first.is_empty() => (1, false),
        _ => (0, false),
    };
    let root = root.min(segments.len());
    let count = segments.len();
    let mut path: Vec<String> = segments[..root].to_vec();
    for (number, segment) in segments.iter().enumerate().skip(root) {
        match segment.as_str() {
            ".." if path.len() > root => drop(path.pop()),
            ".." if stays => return segments,
            "." | ".." => {}
            other => path.push(other.into()),
        }
        if matches!(segment.as_str(), "." | "..") && number + 1 == count {
            path.push(String::new());
        }
    }
    // A path has at least a slash.
    if path == [""] {
        path.clear();
    }
    path.insert(0, format!("root {root}"));
    path
}

/// A value in one spelling: hosts in lowercase, unreserved characters raw, digits in uppercase.
fn spelled(name: &str, value: &Value) -> String {
    let text = match value {
        // A port that is too large for one is text, and still a number.
        Value::Text(port) if name == "port" => port.trim_start_matches('0').to_owned(),
        Value::Text(text) | Value::Encoded(text) => text.clone(),
        other => format!("{other:?}"),
    };
    let mut pieces = text.split('%');
    let mut output = String::from(pieces.next().unwrap());
    for piece in pieces {
        let digits = piece.get(..2).filter(|two| two.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let octet = digits.map(|digits| (digits, u8::from_str_radix(digits, 16).unwrap()));
        match octet {
            Some((_, octet)) if octet.is_ascii_alphanumeric() || b"-._~".contains(&octet) => {
                output.push(octet.into());
                output.push_str(&piece[2..]);
            }
            Some((digits, _)) => output.extend(["%", &digits.to_ascii_uppercase(), &piece[2..]]),
            None => output.extend(["%", piece]),
        }
    }
    if matches!(name, "host" | "cell" | "account_host") {
        output.to_ascii_lowercase()
    } else {
        output
    }
}

/// The meaning where the generic syntax equates more (RFC 3986 §6.2.3): all names of the local host are equal, and
/// so are spellings of an address and of a non-ASCII name, no path and an empty one, and the case of a domain.
fn by_scheme(scheme: &str, mut meaning: Meaning) -> Meaning {
    for (name, value) in &mut meaning.others {
        if *name == "host" {
            *value = looked_up(value);
        }
        if *name == "host" && matches!(value.as_str(), "undefined" | "localhost") {
            value.clear();
        }
        let literal = value.strip_prefix('[').and_then(|value| value.strip_suffix(']'));
        if let Some(Ok(address)) = literal.map(str::parse::<Ipv6Addr>) {
            *value = address.to_string();
        }
        if *name == "path" && value == "List([Text(\"\")])" {
            *value = "Undefined".into();
        }
        if scheme == "mailto" {
            value.make_ascii_lowercase();
        }
    }
    meaning
}

/// A host in its form for lookup: a non-ASCII name by its A-labels; as written, if it is not such a name.
fn looked_up(host: &str) -> String {
    let octets: Vec<u8> = napkin::percent::decode(host, false).collect();
    let mapped = idna::domain_to_ascii(&String::from_utf8_lossy(&octets));
    mapped.ok().filter(|_| !octets.is_ascii()).unwrap_or_else(|| host.to_owned())
}

fn has_encoded_dots(text: &str) -> bool {
    text.to_ascii_lowercase().contains("%2e")
}

/// Checks the laws of one URI at all rungs; returns how many rungs changed it.
///
/// # Errors
///
/// The broken law.
fn hold(text: &str) -> Result<usize, String> {
    let Ok(uri) = Uri::parse(text) else { return Ok(0) };
    let Ok(description) = describe(&uri) else { return Ok(0) };
    let Some(Ok(view)) = description.view() else { return Ok(0) };
    let scheme = uri.scheme().as_str().to_ascii_lowercase();
    // The meaning of an unknown scheme's path is unknown.
    if scheme.starts_with("x-") {
        return Ok(0);
    }
    let mut changed = 0;
    for level in Level::ALL {
        let normalizer = Normalizer::new(level).with_schemes(normalize);
        let normal = normalizer.normalize(&uri).unwrap();
        if normal.as_str() == text {
            continue;
        }
        changed += 1;
        let place = format!("{text} at {level:?} became {normal}");
        let again = describe(&normal).unwrap();
        let again = match again.view() {
            Some(Ok(again)) => again,
            Some(Err(error)) => return Err(format!("{place}: {error}")),
            None => return Err(format!("{place}: no view")),
        };
        // Decoding makes dot segments of `%2E%2E`, which the rung `path` alone does not see.
        if level == Level::Path && has_encoded_dots(text) {
            continue;
        }
        let (before, after) = if level < Level::Scheme {
            let [before, after] = [view, again].map(|view| Meaning::of(&scheme, &view.fields()));
            (format!("{before:?}"), format!("{after:?}"))
        } else if let Some(own) = view.normal() {
            // The scheme's normal forms of the URI and of its normal form are equal.
            let has_fragment = own.contains('#');
            let ladder = |text: &str| {
                let text = if has_fragment { text } else { text.split('#').next().unwrap() };
                let uri = Uri::parse(text).unwrap();
                normalizer.normalize(&uri).unwrap().into_text().into_owned()
            };
            (ladder(&own), ladder(&again.normal().unwrap_or_else(|| normal.to_string())))
        } else {
            let meaning =
                |view: &dyn View| by_scheme(&scheme, Meaning::of(&scheme, &view.fields()));
            (format!("{:?}", meaning(view)), format!("{:?}", meaning(again)))
        };
        if before != after {
            return Err(format!("{place}:\n    {before}\n    {after}"));
        }
    }
    Ok(changed)
}

#[test]
fn a_normal_form_means_the_same() {
    const STEPS: [&str; 7] = ["/..", "/.", "/a/..", "/%2E%2E", "/%61", "//", "/.//"];
    // Paths that begin with two slashes once their dot segments are removed, with and without an authority.
    const LEADS: [&str; 7] =
        ["/.//", "/a/..//", "///.//", "//localhost/.//", "//h/a/..//", "/%2E//", "///c:/..//"];
    let mut schemes = BTreeMap::new();
    let mut wrong = Vec::new();
    let led = DEFINITIONS.iter().flat_map(|known| {
        let name = known.name.split(':').next().unwrap();
        LEADS.map(|lead| [name, ":", lead, "server/share/a"].concat())
    });
    for input in inputs().into_iter().chain(led) {
        let stepped = input.match_indices(['/', ':', '!']).flat_map(|(at, lead)| {
            let (before, after) = input.split_at(at + usize::from(lead != "/"));
            STEPS.map(|step| [before, step, after].concat())
        });
        let ended = STEPS.map(|step| [&input, step].concat());
        for text in changes(&input).chain(stepped).chain(ended).chain([input.clone()]) {
            let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
            let known: &mut (usize, usize) =
                schemes.entry(scheme.to_ascii_lowercase()).or_default();
            match hold(&text) {
                Ok(found) => known.0 += found,
                Err(difference) => {
                    known.1 += 1;
                    // A few failures of each scheme are enough.
                    wrong.extend((known.1 <= 3).then_some(difference));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} or more:\n{}", wrong.len(), wrong.join("\n"));
    schemes.retain(|_, (changed, _)| *changed > 0);
    let changed = schemes.values().map(|(changed, _)| changed).sum::<usize>();
    assert!(changed > 5_000 && schemes.len() > 40, "{changed} {schemes:?}");
}

/// The list above agrees with the core.
#[test]
fn hierarchies_are_those_of_the_core() {
    // Of some schemes only the port is known.
    for facts in napkin::scheme::FACTS.iter().filter(|facts| facts.port_document.is_none()) {
        let listed = PATHS.iter().any(|(scheme, _)| *scheme == facts.scheme);
        assert_eq!(listed, facts.hierarchy != Hierarchy::Nowhere, "{}", facts.scheme);
    }
    for definition in DEFINITIONS {
        let scheme = definition.name.split(':').next().unwrap();
        let known = napkin::scheme::FACTS.iter().any(|facts| facts.scheme == scheme);
        assert!(known || scheme == "x-", "{scheme} has a view and no facts");
    }
}
