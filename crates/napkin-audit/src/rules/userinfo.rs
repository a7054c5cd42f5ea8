//! The text before the `@` of the authority (RFC 3986 §3.2.1, §7.5, §7.6).

use napkin::Part;
use napkin::edition::{DRAFT1997, DRAFT2003, RFC1738, RFC2396, RFC3986};

use super::characters::quote;
use crate::features::Features;
use crate::name::is_dns_label;
use crate::octets::{octets, triplets};
use crate::rule::{Listed, Rule};
use crate::severity::Severity;
use crate::span::Span;

pub(super) const USERINFO_PRESENT: Rule = Rule {
    id: "userinfo-present",
    title: "a userinfo before the host",
    severity: Severity::Warning,
    why: "The text before the @ is not the host. Show the two apart. Python's urllib.request looks up the userinfo \
          and the host as one name.",
    basis: "RFC 3986 section 7.6",
    listed: &[Listed::security(RFC3986, "7.6"), Listed::security(DRAFT2003, "7.5")],
    fires: &["http://u@h/", "http://@h/"],
    silent: &["http://h/a@b", "mailto:u@h"],
    when: Features::USERINFO,
    check: |context| {
        if let Some((userinfo, span)) = context.part(Part::Userinfo) {
            let message = format!("the userinfo {} stands before the host", quote(userinfo));
            // An empty userinfo is marked by its delimiter.
            let shown = if span.is_empty() { span.part(0, 1) } else { span };
            context.report(Part::Userinfo, shown, message);
        }
    },
    ..Rule::BLANK
};

pub(super) const PASSWORD_IN_USERINFO: Rule = Rule {
    id: "password-in-userinfo",
    title: "a password in the URI",
    severity: Severity::Warning,
    why: "URIs are logged, shown and passed on; a password in one is not secret for long. The form is deprecated, \
          and httping takes the user for the host.",
    basis: "RFC 3986 section 3.2.1",
    listed: &[
        Listed::security(RFC3986, "7.5"),
        Listed::practice(RFC3986, "3.2.1"),
        Listed::security(DRAFT2003, "7.4"),
        Listed::security(DRAFT1997, "7"),
        Listed::security(RFC2396, "7"),
        Listed::security(RFC1738, "6"),
    ],
    fires: &["http://user:secret@h/"],
    silent: &["http://user:@h/", "http://user@h/"],
    when: Features::USERINFO,
    check: |context| {
        let Some((userinfo, span)) = context.part(Part::Userinfo) else { return };
        let Some(colon) = userinfo.iter().position(|&byte| byte == b':') else { return };
        let password = Span::new(span.start + colon + 1, span.end);
        if !password.is_empty() {
            let with_colon = Span::new(span.start + colon, span.end);
            context
                .report(Part::Userinfo, password, "a password in clear text")
                .fix(with_colon, "");
        }
    },
    ..Rule::BLANK
};

/// The userinfo looks like a host.
pub(super) const USERINFO_HOSTLIKE: Rule = Rule {
    id: "userinfo-hostlike",
    title: "a userinfo that looks like a host",
    severity: Severity::Error,
    why: "People read from the left and take the userinfo for the host. The URI leads to the host after the @.",
    basis: "RFC 3986 section 7.6",
    listed: &[Listed::security(RFC3986, "7.6"), Listed::security(DRAFT2003, "7.5")],
    fires: &["http://trusted.example@evil.example/", "http://www%2Eexample%2Ecom:x@h/"],
    silent: &["http://user@trusted.example/", "http://a.-b@h/"],
    when: Features::USERINFO,
    check: |context| {
        let Some((_, span)) = context.part(Part::Userinfo) else { return };
        let of_names =
            |&(octet, _): &(u8, Span)| octet.is_ascii_alphanumeric() || b"-.".contains(&octet);
        let mut end = span.start;
        let mut name = Vec::new();
        for (octet, span) in octets(context.bytes(), span).take_while(of_names) {
            name.push(octet);
            end = span.end;
        }
        if name.contains(&b'.') && name.split(|&byte| byte == b'.').all(is_dns_label) {
            let host = context.reading.part(Part::Host).unwrap_or_default();
            let message = format!("{} looks like the host, which is {}", quote(&name), quote(host));
            context.report(Part::Userinfo, Span::new(span.start, end), message);
        }
    },
    ..Rule::BLANK
};

pub(super) const ENCODED_DELIMITER_IN_USERINFO: Rule = Rule {
    id: "encoded-delimiter-in-userinfo",
    title: "a percent-encoded delimiter in the userinfo",
    severity: Severity::Warning,
    why: "A program that decodes the authority before it splits it finds another host.",
    basis: "RFC 3986 section 2.2",
    fires: &["http://a%40b@h/", "http://evil.example%2F@h/"],
    silent: &["http://a%20b@h/", "http://h/a%40b"],
    when: Features::DELIMITER_ELSEWHERE,
    check: |context| {
        let Some((_, span)) = context.part(Part::Userinfo) else { return };
        for (octet, span) in triplets(context.bytes(), span) {
            if b"/?#[]@:\\".contains(&octet) {
                let message = format!("{} is encoded in the userinfo", quote(&[octet]));
                context.report(Part::Userinfo, span, message);
            }
        }
    },
    ..Rule::BLANK
};

/// More than one raw `@`.
pub(super) const SEVERAL_AT: Rule = Rule {
    id: "several-at",
    title: "more than one @ in the authority",
    severity: Severity::Error,
    why: "Some readers end the userinfo at the first @, some at the last, so the host depends on the reader. Write a \
          literal @ as %40.",
    basis: "RFC 3986 section 3.2.1",
    listed: &[
        Listed::syntax(RFC1738, "3.1"),
        Listed::syntax(DRAFT1997, "4.3.1"),
        Listed::syntax(RFC2396, "3.2.2"),
        Listed::syntax(DRAFT2003, "3.2.2"),
    ],
    fires: &["http://a@b@c/"],
    silent: &["http://a%40b@c/", "http://a@b/@c"],
    when: Features::CUT,
    check: |context| {
        let Some((authority, span)) = context.part(Part::Authority) else { return };
        let Some(last) = authority.iter().rposition(|&byte| byte == b'@') else { return };
        for (at, _) in authority.iter().enumerate().take(last).filter(|(_, byte)| **byte == b'@') {
            let span = span.part(at, 1);
            let message = "one of several @, at each of which some reader begins the host";
            context.report(Part::Userinfo, span, message).fix(span, "%40");
        }
    },
    ..Rule::BLANK
};
