//! Schemes that run code, contain a document, or stay on the machine.

use std::collections::HashSet;

use napkin::Part;
use napkin::edition::{DRAFT1997, DRAFT2003, RFC1630, RFC1738, RFC2396, RFC3986};
use napkin_schemes::schemes::Mailto;
use napkin_schemes::secrets;

use crate::features::Features;
use crate::octets::octets;
use crate::rule::Context;
use crate::rule::{Listed, Rule};
use crate::scheme_lists::{CONTENTS, HANDLERS, LOCAL, MAIL, SCRIPTS, WRAPPERS};
use crate::severity::Severity;
use crate::span::Span;

pub(super) const SCHEME_UPPERCASE: Rule = Rule {
    id: "scheme-uppercase",
    title: "uppercase letters in the scheme",
    severity: Severity::Note,
    why: "Schemes are the same in any case. Write lowercase.",
    basis: "RFC 3986 section 3.1",
    listed: &[
        Listed::practice(RFC3986, "3.1"),
        Listed::practice(DRAFT2003, "6.3"),
        Listed::practice(DRAFT1997, "4.1"),
        Listed::syntax(RFC1738, "2.1"),
        Listed::syntax(RFC2396, "3.1"),
    ],
    fires: &["HTTP://h/", "Mailto:a@b"],
    silent: &["http://h/", "foo:BAR"],
    when: Features::UPPERCASE_SCHEME,
    check: |context| {
        let Some((scheme, span)) = context.part(Part::Scheme) else { return };
        if scheme.iter().any(u8::is_ascii_uppercase) {
            let lower = String::from_utf8_lossy(scheme).to_ascii_lowercase();
            context.report(Part::Scheme, span, "uppercase in the scheme").fix(span, &lower);
        }
    },
    ..Rule::BLANK
};

/// Schemes whose URIs are programs.
pub(super) const SCRIPT_SCHEME: Rule = Rule {
    id: "script-scheme",
    title: "a URI that is a program",
    severity: Severity::Error,
    why: "Following it runs the program in the page or the program that has the link. Letters in any case, white \
          space and an authority before a line break do not change that.",
    basis: "RFC 3986 section 7",
    fires: &[
        "javascript:alert(1)",
        "javascript://trusted.example/%0aalert(1)",
        "java\tscript:alert(1)",
    ],
    silent: &["http://h/javascript:alert(1)", "javascripts:x"],
    when: Features::LISTED_SCHEME,
    check: |context| {
        among(context, SCRIPTS, "runs its text as a script");
    },
    ..Rule::BLANK
};

/// Schemes whose URIs are documents.
pub(super) const CONTENT_SCHEME: Rule = Rule {
    id: "content-scheme",
    title: "a URI that holds its own content",
    severity: Severity::Warning,
    why: "The content comes from whoever wrote the URI, not from a host. It can be a page with scripts.",
    basis: "RFC 2397 section 5",
    fires: &["data:text/html,<script>alert(1)</script>", "blob:https://h/1"],
    silent: &["http://h/data:", "database:x"],
    when: Features::LISTED_SCHEME,
    check: |context| {
        among(context, CONTENTS, "holds its own content");
    },
    ..Rule::BLANK
};

/// Schemes that stay on the machine.
pub(super) const LOCAL_SCHEME: Rule = Rule {
    id: "local-scheme",
    title: "a URI that reads from the machine",
    severity: Severity::Warning,
    why: "It is read from the machine of whoever follows it, without the access control of the Web.",
    basis: "RFC 8089 section 4",
    fires: &["file:///etc/passwd", "jar:file:///x.jar!/a", "view-source:file:///x"],
    silent: &["http://h/file:///etc/passwd", "files:x"],
    when: Features::LISTED_SCHEME,
    check: |context| {
        among(context, LOCAL, "reads from the machine");
    },
    ..Rule::BLANK
};

/// Schemes that start other programs.
pub(super) const HANDLER_SCHEME: Rule = Rule {
    id: "handler-scheme",
    title: "a URI that starts another program",
    severity: Severity::Warning,
    why: "The program gets the text of the URI. Such programs have run commands in it.",
    basis: "RFC 3986 section 7",
    fires: &["ms-msdt:/id PCWDiagnostic", "search-ms:query=x", "intent://scan/#Intent;end"],
    silent: &["http://h/ms-msdt:", "ms-mostly-harmless:x"],
    when: Features::LISTED_SCHEME,
    check: |context| {
        among(context, HANDLERS, "starts another program");
    },
    ..Rule::BLANK
};

pub(super) const FILE_HOST: Rule = Rule {
    id: "file-host",
    title: "a file URI with a host",
    severity: Severity::Warning,
    why: "The file is on another host, which a program must not take for this one. Windows asks it over the network \
          and sends credentials. Often the host is a directory, since a slash is missing: a file of this machine has \
          three slashes.",
    basis: "RFC 8089 section 2",
    listed: &[Listed::syntax(RFC1630, "RFC 1630, \"file\""), Listed::syntax(RFC1738, "3.10")],
    fires: &[
        "file://server/share/x",
        "file://etc/passwd",
        "file:////server/share",
        r"file:\\server\share",
        r"file:///\\server\share",
        "file:///%5C%5Cserver%5Cshare",
        "file://localhost//server/share",
    ],
    silent: &[
        "file:///etc/passwd",
        "file://localhost/etc/passwd",
        "file:///C:/x",
        "file:////C:/x",
        "file:/etc//passwd",
    ],
    when: Features::LISTED_SCHEME,
    check: |context| {
        if !context.reading.is_scheme(&["file"]) {
            return;
        }
        let host = context.part(Part::Host).filter(|(_, span)| !span.is_empty());
        let other = host.filter(|(host, _)| !host.eq_ignore_ascii_case(b"localhost"));
        if let Some((_, span)) = other {
            let slash = Span::new(span.start, span.start);
            let message = "the file is on the host of this name";
            context.report(Part::Host, span, message).fix(slash, "/");
        } else if let Some(span) = share_host(context.bytes(), host.map(|(_, span)| span.end)) {
            let message = "Windows reads a share of the host of this name";
            context.report(Part::Path, span, message);
        }
    },
    ..Rule::BLANK
};

/// The host of a share that a file URI without another host names in Windows: its path begins with two separators, as slashes or
/// backslashes, also encoded ones (RFC 8089 appendix E.3.2). `path` is the end of a `localhost`.
fn share_host(uri: &[u8], path: Option<usize>) -> Option<Span> {
    let mut at = path.or_else(|| Some(uri.iter().position(|&byte| byte == b':')? + 1))?;
    let mut separators = 0;
    while let Some(len) = separator(uri.get(at..)?) {
        at += len;
        separators += 1;
    }
    let ends = |at: &usize| uri[*at..].starts_with(b"?") || uri[*at..].starts_with(b"#");
    let in_host = |at: &usize| separator(&uri[*at..]).is_none() && !ends(at);
    let len = (at..uri.len()).take_while(in_host).count();
    let host = uri.get(at..at + len)?;
    let is_drive = matches!(host, [letter, b':' | b'|'] if letter.is_ascii_alphabetic());
    let is_name = !is_drive
        && !matches!(host, b"" | b"." | b"..")
        && !host.eq_ignore_ascii_case(b"localhost");
    // Without a host, two separators begin an authority, and a third one is the root of this machine.
    let is_share = if path.is_some() { separators >= 2 } else { matches!(separators, 2 | 4..) };
    (is_share && is_name).then(|| Span::new(at, at + len))
}

/// The length of the separator that a text begins with.
fn separator(text: &[u8]) -> Option<usize> {
    match text {
        [b'/' | b'\\', ..] => Some(1),
        [b'%', b'2', b'f' | b'F', ..] | [b'%', b'5', b'c' | b'C', ..] => Some(3),
        _ => None,
    }
}

pub(super) const SECRET_IN_URI: Rule = Rule {
    id: "secret-in-uri",
    title: "a secret in the URI",
    severity: Severity::Warning,
    why: "URIs are logged, shown and passed on; the password, key or token in this one is not secret for long. Keep \
          such a URI where secrets are kept. An allow-list does not ask, since servers expect their tokens.",
    basis: "RFC 3986 section 7.5",
    fires: &[
        "https://h/?api_key=x",
        "https://ghp_16C7e42F292c69@github.com/o/r.git",
        "https://hooks.slack.com/services/T0/B0/x1",
        "otpauth://totp/ACME:jo?secret=MZXQ",
        "sip:alice:secretword@atlanta.com",
        "irc://h/%23rust?key=x",
        "imap://h/INBOX/;UID=20;URLAUTH=anonymous:INTERNAL:91354a473744909de610943775f92038",
        "secret-token:E92FB7EB",
    ],
    silent: &[
        "otpauth://totp/ACME:jo?issuer=ACME",
        "sip:alice@atlanta.com",
        "http://h/?key=x",
        "http://user:secret@h/",
    ],
    when: Features::SECRET.and(Features::LISTED_SCHEME),
    check: |context| {
        // The password of the userinfo has a rule of its own.
        let password = context.part(Part::Userinfo).and_then(|(userinfo, span)| {
            let colon = userinfo.iter().position(|&byte| byte == b':')?;
            Some(span.start + colon + 1)
        });
        for place in secrets::find(context.bytes()) {
            if password != Some(place.start) {
                let span = Span::new(place.start, place.end);
                let part = context.reading.part_at(span.start);
                context.report(part, span, "a secret in clear text");
            }
        }
    },
    ..Rule::BLANK
};

/// Header fields that a client leaves out of a message.
pub(super) const MAIL_HEADER: Rule = Rule {
    id: "mail-header",
    title: "a header field that a link should not fill in",
    severity: Severity::Warning,
    why: "Header fields beside the harmless ones can attach files, forge the sender, or take effect unseen. Most \
          fields may occur once in a message, so a second one replaces the first, or is ignored. A plan leaves such \
          fields out.",
    basis: "RFC 6068 section 4",
    fires: &["mailto:a@b.example?attach=x", "mailto:a@b.example?subject=x&Subject=y"],
    silent: &["mailto:a@b.example?subject=x&cc=c@d.example", "http://h/?attach=x"],
    when: Features::LISTED_SCHEME,
    check: |context| {
        if !context.reading.is_scheme(MAIL) {
            return;
        }
        let bytes = context.bytes();
        let end = bytes.iter().position(|&byte| byte == b'#').unwrap_or(bytes.len());
        let text = bytes.get(..end).unwrap_or_default();
        let Some(mark) = text.iter().position(|&byte| byte == b'?') else { return };
        let mut seen = HashSet::new();
        let mut start = mark + 1;
        for field in text.get(start..).unwrap_or_default().split(|&byte| byte == b'&') {
            let length = field.iter().position(|&byte| byte == b'=').unwrap_or(field.len());
            // An empty name is marked by its delimiter.
            let span = Span::new(start, start + length);
            let shown = Span::new(start, start + length.max(1));
            start += field.len() + 1;
            if field.is_empty() {
                continue;
            }
            let name: Vec<u8> =
                octets(bytes, span).map(|(octet, _)| octet.to_ascii_lowercase()).collect();
            let message = if !Mailto::is_safe_header(&name) {
                "mail programs leave out this header field, which may do harm"
            } else if name != b"to" && seen.contains(&name) {
                "a message has one header field of this name"
            } else {
                seen.insert(name);
                continue;
            };
            let part = context.reading.part_at(span.start);
            context.report(part, shown, message);
        }
    },
    ..Rule::BLANK
};

/// The maximum nesting of wrappers that is searched.
const DEPTH: usize = 8;

/// Reports a scheme in `schemes`, also inside wrappers, and as seen by readers that strip white space and control
/// characters.
fn among(context: &mut Context<'_>, schemes: &[&str], what: &str) {
    let Some((_, span)) = context.part(Part::Scheme) else { return };
    let mut span = span;
    for _ in 0..DEPTH {
        let shown = span.of(context.bytes()).iter().filter(|byte| **byte > b' ');
        let shown = shown.map(u8::to_ascii_lowercase);
        // The first byte excludes most schemes.
        let Some(first) = shown.clone().next() else { return };
        let is = |known: &&&str| {
            known.as_bytes().starts_with(&[first]) && shown.clone().eq(known.bytes())
        };
        if let Some(scheme) = schemes.iter().find(is) {
            context.report(Part::Scheme, span, format!("{scheme} {what}"));
            return;
        }
        if !WRAPPERS.iter().any(|known| is(&known)) {
            return;
        }
        let start = span.end + 1;
        let rest = context.bytes().get(start..).unwrap_or_default();
        let Some(colon) = rest.iter().position(|&byte| byte == b':') else { return };
        span = Span::new(start, start + colon);
    }
}
