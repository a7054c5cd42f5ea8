//! One part of a URL set to another value by the setters of the URL Standard, which ignore what does not fit without a word; here it is an
//! error that says what to write.

use std::net::Ipv6Addr;

use napkin::Part;
use napkin_answers::{Failure, url_standard};
use napkin_standards::UrlStandard;
use napkin_url::{Attribute, Position, Url};

/// The delimiters that end a host.
const DELIMITERS: [char; 5] = ['/', '?', '#', ':', '\\'];

/// Whether a host stands in brackets.
fn is_bracketed(host: &str) -> bool {
    host.starts_with('[') && host.ends_with(']')
}

/// Why a host that is an IPv6 address without brackets is refused, by every standard.
pub(crate) fn unbracketed(host: &str) -> Option<Failure<'static>> {
    host.parse::<Ipv6Addr>().ok()?;
    let message = format!("an IPv6 address stands in brackets: write [{host}]");
    Some(Failure::new("invalid-host", "3.2.2", message).in_part(Part::Host.name()))
}

/// Sets a part of a URL, or removes it.
///
/// # Errors
///
/// Why the value has no effect, and what to write.
pub(crate) fn set(
    url: &mut Url,
    standard: UrlStandard,
    part: Part,
    value: Option<&str>,
) -> Result<(), Failure<'static>> {
    if is_set(url, standard, part, value) {
        return Ok(());
    }
    let message = match part {
        Part::Scheme => of_scheme(url, value),
        Part::Host => of_host(url, standard, value),
        Part::Port => of_port(url, value),
        Part::Authority => {
            "the URL Standard has no setter for an authority: write host=, userinfo= and port="
                .into()
        }
        _ => format!("{} has no {}", kind(url), part.name()),
    };
    Err(Failure::new("no-effect", "6.1", message).in_part(part.name()))
}

/// Sets a part; whether it was taken.
fn is_set(url: &mut Url, standard: UrlStandard, part: Part, value: Option<&str>) -> bool {
    match part {
        Part::Scheme => value.is_some_and(|scheme| url.set_scheme(scheme).is_ok()),
        Part::Userinfo => {
            let (user, password) = match value.and_then(|value| value.split_once(':')) {
                Some((user, password)) => (user, Some(password)),
                None => (value.unwrap_or_default(), None),
            };
            url.set_username(user).is_ok() && url.set_password(password).is_ok()
        }
        Part::Host => match value {
            // The setter would take the text before it.
            Some(host) if host.contains(DELIMITERS) && !is_bracketed(host) => false,
            Some(host) if url.set(Attribute::Hostname, host) => true,
            // The host is the same, or it is none.
            host => url.set_host(host).is_ok(),
        },
        Part::Port => match value.map(str::parse).transpose() {
            Ok(port) => url.set_port(port).is_ok(),
            Err(_) => false,
        },
        Part::Path if url.cannot_be_a_base() => {
            // The setter leaves an opaque path as it is.
            let behind = &url[Position::AfterPath..];
            let text = format!("{}:{}{behind}", url.scheme(), value.unwrap_or_default());
            let parsed = url_standard::parse(standard.edition, text.as_bytes(), None);
            parsed.is_ok_and(|parsed| {
                *url = parsed;
                true
            })
        }
        Part::Path => {
            url.set_path(value.unwrap_or_default());
            true
        }
        Part::Query => {
            url.set_query(value);
            true
        }
        Part::Fragment => {
            url.set_fragment(value);
            true
        }
        _ => false,
    }
}

/// What a URL is, in messages.
fn kind(url: &Url) -> String {
    match url.scheme() {
        scheme if url.cannot_be_a_base() => format!("a URL of {scheme} with an opaque path"),
        scheme if !url.has_host() => format!("a URL of {scheme} without a host"),
        scheme => format!("a URL of {scheme}"),
    }
}

fn of_scheme(url: &Url, value: Option<&str>) -> String {
    let Some(scheme) = value else { return "a URL has a scheme".into() };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    if !is_scheme {
        let what = "a scheme is a letter and more letters, digits, '+', '-' or '.'";
        return format!("'{scheme}' is no scheme: {what}, without the colon");
    }
    format!(
        "{} cannot become one of {scheme}: the URL Standard keeps http, https, ws, wss, ftp and file apart from other schemes; parse the \
         new text with Url(…)",
        kind(url)
    )
}

fn of_host(url: &Url, standard: UrlStandard, value: Option<&str>) -> String {
    let host = match value {
        None => return format!("{} needs a host", kind(url)),
        Some(_) if url.cannot_be_a_base() => return format!("{} has no host", kind(url)),
        Some(host) => host,
    };
    if let Some(failure) = unbracketed(host) {
        return failure.message().into();
    }
    if let Some((name, port)) = host.split_once(':')
        && port.bytes().all(|byte| byte.is_ascii_digit())
    {
        return format!("'{host}' is a host and a port: write host='{name}', port={port}");
    }
    if let Some(found) = host.chars().find(|one| DELIMITERS.contains(one)) {
        return format!("a host has no '{found}': '{host}'");
    }
    let text = format!("{}://{host}/", url.scheme());
    match url_standard::parse(standard.edition, text.as_bytes(), None) {
        Err(failure) => format!("'{host}': {}", failure.message()),
        Ok(_) => format!("'{host}' is no host of {}", kind(url)),
    }
}

fn of_port(url: &Url, value: Option<&str>) -> String {
    match value.map(str::parse::<u16>) {
        Some(Err(_)) => format!("'{}' is no number from 0 to 65535", value.unwrap_or_default()),
        _ => format!("{} has no port", kind(url)),
    }
}
