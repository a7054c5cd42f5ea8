//! References that lead to another place than they seem to.

use napkin::Part;
use napkin::edition::{DRAFT1997, DRAFT2003, RFC1808, RFC2396};

use super::characters::quote;
use super::slips::meant_scheme;
use crate::features::Features;
use crate::octets::octets;
use crate::parts::trimmed;
use crate::rule::{Listed, Rule};
use crate::scheme_lists::{is_hostlike, meant_port};
use crate::severity::Severity;
use crate::span::Span;

/// A relative reference to another host.
pub(super) const NETWORK_PATH_REFERENCE: Rule = Rule {
    id: "network-path-reference",
    title: "a relative reference that leads to another host",
    severity: Severity::Warning,
    why: "It begins like a path and names a host, as open redirects do. Browsers take backslashes for slashes, and \
          drop tabs and line breaks between them.",
    basis: "RFC 3986 section 4.2",
    listed: &[
        Listed::syntax(RFC1808, "2.2"),
        Listed::syntax(DRAFT1997, "5"),
        Listed::syntax(RFC2396, "5"),
        Listed::syntax(DRAFT2003, "5"),
    ],
    fires: &["//evil.example/", r"/\evil.example", "/\t/evil.example"],
    silent: &["/evil.example", "http://h//x", "a//b"],
    when: Features::RELATIVE,
    check: |context| {
        let (start, _) = trimmed(context.bytes());
        let rest = context.bytes().get(start..).unwrap_or_default();
        let mut end = start;
        let mut slashes = 0;
        for byte in rest {
            match byte {
                b'/' | b'\\' => slashes += 1,
                b'\t' | b'\r' | b'\n' => {}
                _ => break,
            }
            end += 1;
        }
        if slashes >= 2 {
            let part =
                context.reading.span(Part::Authority).map_or(Part::Path, |_| Part::Authority);
            context.report(part, Span::new(start, end), "what follows is a host");
        }
    },
    ..Rule::BLANK
};

/// A URL as the value of a parameter.
pub(super) const URL_IN_QUERY: Rule = Rule {
    id: "url-in-query",
    title: "a URL in the query",
    severity: Severity::Note,
    why: "A server that redirects to it, or fetches it, leads to any host that the URI names. Check it if the server \
          is trusted.",
    basis: "RFC 3986 section 7",
    fires: &["http://h/?next=//evil.example", "http://h/?u=https%3A%2F%2Fevil.example"],
    silent: &["http://h/?next=/home", "http://h/?a=b//c"],
    when: Features::URL_IN_QUERY,
    check: |context| {
        let Some((query, span)) = context.part(Part::Query) else { return };
        let mut start = span.start;
        for pair in query.split(|byte| b"&;".contains(byte)) {
            let name = pair.iter().position(|&byte| byte == b'=').map_or(0, |at| at + 1);
            let value = Span::new(start + name, start + pair.len());
            start += pair.len() + 1;
            // A scheme and its slashes are within the first few octets, if at all.
            let mut head = [0; 40];
            for (slot, (octet, _)) in head.iter_mut().zip(octets(context.bytes(), value)) {
                *slot = octet;
            }
            if begins_like_a_url(&head) {
                let message = format!("{} is a URL", quote(value.of(context.bytes())));
                context.report(Part::Query, value, message);
            }
        }
    },
    ..Rule::BLANK
};

/// A host that is read as a scheme or a path.
pub(super) const SUFFIX_REFERENCE: Rule = Rule {
    id: "suffix-reference",
    title: "a host without its scheme",
    severity: Severity::Note,
    why: "People read a host; the grammar finds a relative path, or a scheme before a port. Write the whole URI.",
    basis: "RFC 3986 section 4.5",
    mends: true,
    fires: &[
        "www.example.com/a",
        "example.com:8080/a",
        "localhost:3000",
        "user:password@example.com:8080",
    ],
    silent: &[
        "http://www.example.com/a",
        "wwwa",
        "tel:8080",
        "bug:12",
        "soap.beep:605",
        "mailto:a@b.example",
        "foo:a@b",
    ],
    when: Features::RELATIVE.and(Features::HOSTLIKE_SCHEME),
    check: |context| {
        let Some((path, path_span)) = context.part(Part::Path) else { return };
        if let Some((scheme, span)) = context.part(Part::Scheme) {
            if context.reading.span(Part::Authority).is_some() {
                return;
            }
            let (Ok(name), Ok(behind)) = (str::from_utf8(scheme), str::from_utf8(path)) else {
                return;
            };
            let quoted = quote(scheme);
            let message = if let Some(port) = meant_port(name, behind) {
                format!("{quoted} is read as a scheme, and may be a host before the port {port}")
            } else if is_login(name, behind) {
                format!(
                    "{quoted} is read as a scheme, and may be a user before a password and a host"
                )
            } else {
                return;
            };
            let begin = Span::new(span.start, span.start);
            context.report(Part::Scheme, span, message).fix(begin, "http://");
        } else if path.get(..4).is_some_and(|www| www.eq_ignore_ascii_case(b"www.")) {
            let end = path.iter().position(|&byte| byte == b'/').unwrap_or(path.len());
            let host = path_span.part(0, end);
            let message = "this is read as a relative path";
            let begin = Span::new(host.start, host.start);
            context.report(Part::Path, host, message).fix(begin, "https://");
        }
    },
    ..Rule::BLANK
};

/// Whether a scheme that is not registered may be a user: a password and a host follow, which has a port or a dot.
fn is_login(scheme: &str, behind: &str) -> bool {
    let authority = behind.split(['/', '?', '#']).next().unwrap_or_default();
    let Some((password, server)) = authority.rsplit_once('@') else { return false };
    let (host, port) = server.split_once(':').unwrap_or((server, ""));
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    let is_server = !host.is_empty()
        && host.bytes().all(is_name)
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && (host.contains('.') || !port.is_empty());
    !password.is_empty()
        && is_server
        && is_hostlike(scheme.as_bytes())
        && meant_scheme(scheme.as_bytes(), behind.as_bytes()).is_none()
}

/// Whether decoded text begins with a scheme and two slashes, or with two slashes of either kind.
fn begins_like_a_url(head: &[u8]) -> bool {
    let is_slash = |byte: Option<&u8>| byte.is_some_and(|byte| b"/\\".contains(byte));
    let scheme = head
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
        .count();
    let rest = match head.get(scheme) {
        Some(b':') if scheme > 0 => head.get(scheme + 1..).unwrap_or_default(),
        _ => head,
    };
    is_slash(rest.first()) && is_slash(rest.get(1))
}
