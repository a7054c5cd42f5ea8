//! The oracle of setters and builders: a text is recomposed from its parts, one of them changed, and parsed.

use alloc::format;
use alloc::string::{String, ToString};
use std::vec::Vec;

use crate::edit::pieces::{check_piece, push_pair, write_pair};
use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::{Identifier, UriRef};
use crate::parse::exact::parse_part;
use crate::percent::encode;
use crate::recompose::{Parts, recomposed};
use crate::views::query::{Pair, Query};

/// Userinfo, host and port.
#[derive(Clone, Copy)]
struct Pieces<'a> {
    userinfo: Option<&'a str>,
    host: &'a str,
    port: Option<&'a str>,
}

impl Pieces<'_> {
    fn write(&self, edition: &'static Edition) -> Result<String, ParseError> {
        self.userinfo.map(|text| check_piece(edition, Part::Userinfo, text)).transpose()?;
        check_piece(edition, Part::Host, self.host)?;
        let userinfo = self.userinfo.map_or(String::new(), |userinfo| format!("{userinfo}@"));
        let port = self.port.map_or(String::new(), |port| format!(":{port}"));
        parse_part(edition, self.port.unwrap_or_default().as_bytes(), Part::Port)?;
        Ok([&*userinfo, self.host, &*port].concat())
    }
}

/// With a value in a part, or without that part.
pub(super) fn part<I: Identifier<Text = String>>(
    before: &I,
    part: Part,
    value: Option<&str>,
) -> Result<I, ParseError> {
    let parts = before.inner().parts();
    recomposed(&match part {
        Part::Scheme => Parts { scheme: value, ..parts },
        Part::Authority => Parts { authority: value, ..parts },
        Part::Path => Parts { path: value.unwrap_or_default(), ..parts },
        Part::Query => Parts { query: value, ..parts },
        Part::Fragment => Parts { fragment: value, ..parts },
        Part::Userinfo | Part::Host | Part::Port => {
            return of_authority(before, part, value);
        }
    })
}

fn of_authority<I: Identifier<Text = String>>(
    before: &I,
    part: Part,
    value: Option<&str>,
) -> Result<I, ParseError> {
    value.map(|text| check_piece(I::EDITION, part, text)).transpose()?;
    let with = |authority| recomposed(&Parts { authority, ..before.inner().parts() });
    let view = before.inner();
    let pieces = view.authority().map(|authority| Pieces {
        userinfo: authority.userinfo().map(crate::Userinfo::as_str),
        host: authority.host().as_str(),
        port: authority.port().map(crate::Port::as_str),
    });
    let pieces = match (part, value, pieces) {
        (Part::Host, Some(host), Some(pieces)) => Pieces { host, ..pieces },
        (Part::Host, ..) => return with(value),
        (Part::Userinfo, userinfo, Some(pieces)) => Pieces { userinfo, ..pieces },
        (_, port, Some(pieces)) => Pieces { port, ..pieces },
        (.., None) => {
            return Err(ParseError::new(I::EDITION, ErrorKind::MissingAuthority, part, 0));
        }
    };
    with(Some(&pieces.write(I::EDITION)?))
}

/// Appends a segment to a path.
fn push_segment(
    edition: &'static Edition,
    path: &mut String,
    has_authority: bool,
    fills: bool,
    data: &str,
) -> Result<(), ParseError> {
    if matches!(data, "." | "..") {
        return Err(ParseError::new(edition, ErrorKind::DotSegment, Part::Path, 0));
    }
    let is_first = path.is_empty() && !has_authority;
    if is_first && data.is_empty() {
        return Err(ParseError::new(edition, ErrorKind::EmptySegment, Part::Path, 0));
    }
    let is_filled = fills && path.ends_with('/');
    if !(is_first || is_filled) {
        path.push('/');
    }
    path.push_str(&encode(data).by(edition).for_part(Part::Path).to_string());
    Ok(())
}

pub(super) fn extended_segments<I: Identifier<Text = String>>(
    before: &I,
    segments: &[&str],
) -> Result<I, ParseError> {
    let parts = before.inner().parts();
    let mut path = String::from(parts.path);
    for (number, data) in segments.iter().enumerate() {
        push_segment(I::EDITION, &mut path, parts.authority.is_some(), number == 0, data)?;
    }
    part(before, Part::Path, Some(&path))
}

pub(super) fn pushed_segment<I: Identifier<Text = String>>(
    before: &I,
    data: &str,
) -> Result<I, ParseError> {
    if data.is_empty() {
        return Err(ParseError::new(I::EDITION, ErrorKind::EmptySegment, Part::Path, 0));
    }
    extended_segments(before, &[data])
}

/// Without the last segment and the slash before it; `None` if there is no segment.
pub(super) fn popped_segment<I: Identifier<Text = String>>(before: &I) -> Option<I> {
    let path = before.inner().parts().path;
    let shorter = path.rfind('/').and_then(|slash| path.get(..slash));
    let popped = part(before, Part::Path, Some(shorter.unwrap_or_default()));
    if path.is_empty() { None } else { popped.ok() }
}

pub(super) fn appended_pair<I: Identifier<Text = String>>(
    before: &I,
    key: &str,
    value: Option<&str>,
) -> Result<I, ParseError> {
    let mut query = String::from(before.inner().parts().query.unwrap_or_default());
    push_pair(I::EDITION, &mut query, key, value);
    part(before, Part::Query, Some(&query))
}

pub(super) fn pairs<I: Identifier<Text = String>>(
    before: &I,
    pairs: [(&str, &str); 2],
) -> Result<I, ParseError> {
    let mut query = String::new();
    for (key, value) in pairs {
        push_pair(I::EDITION, &mut query, key, Some(value));
    }
    part(before, Part::Query, Some(&query))
}

/// The pairs as they are spelled.
fn spelled<I: Identifier<Text = String>>(of: &I) -> Vec<Pair<'_>> {
    of.inner().query().into_iter().flat_map(Query::pairs).collect()
}

fn raw((key, value): Pair<'_>) -> String {
    let value = value.map_or(String::new(), |value| format!("={value}"));
    [key.as_str(), &value].concat()
}

pub(super) fn changed_pair<I: Identifier<Text = String>>(
    before: &I,
    key: &str,
    value: Option<&str>,
) -> Result<I, ParseError> {
    let mut new = Some(String::new());
    new.as_mut().into_iter().for_each(|new| write_pair(I::EDITION, new, None, key, value));
    let old = spelled(before);
    let made: Vec<String> = old
        .iter()
        .filter_map(|&pair| if pair.0.decode() == key { new.take() } else { Some(raw(pair)) })
        .collect();
    match new {
        Some(_) => appended_pair(before, key, value),
        None => part(before, Part::Query, Some(&made.join("&"))),
    }
}

pub(super) fn kept_pairs<I: Identifier<Text = String>>(
    before: &I,
    mut keep: impl FnMut(Pair<'_>) -> bool,
) -> Result<I, ParseError> {
    let old = spelled(before);
    let kept: Vec<String> = old.iter().filter(|pair| keep(**pair)).map(|pair| raw(*pair)).collect();
    match before.inner().parts().query {
        None | Some("") => part(before, Part::Query, before.inner().parts().query),
        _ if kept.is_empty() => part(before, Part::Query, None),
        _ => part(before, Part::Query, Some(&kept.join("&"))),
    }
}

/// The parts of a builder, each as it was given last.
#[derive(Default)]
pub(super) struct Collected {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    ends_in_segment: bool,
    fault: Option<ParseError>,
}

impl Collected {
    pub(super) fn of(reference: &UriRef<&str>) -> Self {
        let parts = reference.parts();
        Self {
            scheme: parts.scheme.map(String::from),
            userinfo: reference.userinfo().map(|userinfo| userinfo.as_str().into()),
            host: reference.host().map(|host| host.as_str().into()),
            port: reference.port().map(|port| port.as_str().into()),
            path: parts.path.into(),
            query: parts.query.map(String::from),
            fragment: parts.fragment.map(String::from),
            ..Self::default()
        }
    }

    fn has_authority(&self) -> bool {
        self.userinfo.is_some() || self.host.is_some() || self.port.is_some()
    }

    pub(super) fn call(&mut self, call: &str, given: Option<&str>) {
        let text = given.map(String::from);
        let value = given.unwrap_or_default();
        match call {
            "scheme" => self.scheme = text,
            "userinfo" => {
                // The empty host that userinfo makes stays without it.
                self.host = self.host.take().or_else(|| text.as_ref().map(|_| String::new()));
                self.userinfo = text;
            }
            // Without a host, there is no authority.
            "host" if given.is_none() => {
                (self.userinfo, self.host, self.port) = (None, None, None);
            }
            "host" => self.host = text,
            "port" => self.port = Some(value.len().to_string()),
            "query" => self.query = text,
            "fragment" => self.fragment = text,
            "path" => {
                self.path = value.into();
                (self.ends_in_segment, self.fault) = (false, None);
            }
            "segment" => {
                let (has_authority, fills) = (self.has_authority(), !self.ends_in_segment);
                let edition = crate::edition::RFC3986;
                let pushed = push_segment(edition, &mut self.path, has_authority, fills, value);
                self.fault = self.fault.or(pushed.err());
                self.ends_in_segment = true;
            }
            _ => {
                let query = self.query.get_or_insert_default();
                push_pair(crate::edition::RFC3986, query, value, Some(value));
            }
        }
    }

    pub(super) fn build<I: Identifier<Text = String>>(&self) -> Result<I, ParseError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let pieces = Pieces {
            userinfo: self.userinfo.as_deref(),
            host: self.host.as_deref().unwrap_or_default(),
            port: self.port.as_deref(),
        };
        let authority = self.has_authority().then(|| pieces.write(I::EDITION)).transpose()?;
        recomposed(&Parts {
            scheme: self.scheme.as_deref(),
            authority: authority.as_deref(),
            path: &self.path,
            query: self.query.as_deref(),
            fragment: self.fragment.as_deref(),
        })
    }
}
