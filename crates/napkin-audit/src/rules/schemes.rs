//! Schemes that run something, hold something, or stay on the machine.

use napkin::Part;
use napkin::edition::{DRAFT1997, DRAFT2003, RFC3986};

use crate::features::Features;
use crate::rule::Context;
use crate::rule::{Listed, Rule};
use crate::scheme_lists::{CONTENTS, HANDLERS, LOCAL, SCRIPTS, WRAPPERS};
use crate::severity::Severity;
use crate::span::Span;

/// Uppercase letters.
pub(super) const SCHEME_UPPERCASE: Rule = Rule {
    id: "scheme-uppercase",
    title: "uppercase letters in the scheme",
    severity: Severity::Note,
    why: "Schemes are the same in any case; lowercase is the one to write.",
    basis: "RFC 3986 section 3.1",
    listed: &[
        Listed::practice(RFC3986, "3.1"),
        Listed::practice(DRAFT2003, "6.3"),
        Listed::practice(DRAFT1997, "4.1"),
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
    why: "Following it runs it, in the place where the link stands. Letters in any case, white space and \
          an authority before a line break do not change that.",
    basis: "RFC 3986 section 7",
    fires: &[
        "javascript:alert(1)",
        "javascript://trusted.example/%0aalert(1)",
        "java\tscript:alert(1)",
    ],
    silent: &["http://h/javascript:alert(1)", "javascripts:x"],
    when: Features::LISTED_SCHEME,
    check: |context| {
        among(context, SCRIPTS, "runs what follows");
    },
    ..Rule::BLANK
};

/// Schemes whose URIs are documents.
pub(super) const CONTENT_SCHEME: Rule = Rule {
    id: "content-scheme",
    title: "a URI that holds its own content",
    severity: Severity::Warning,
    why: "What it shows comes from whoever wrote it, not from a host; it can be a page with scripts.",
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
    why: "It is read from the machine of whoever follows it, past all access control of the Web.",
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
    why: "The program is given the text of the URI; such handlers have run commands in it.",
    basis: "RFC 3986 section 7",
    fires: &["ms-msdt:/id PCWDiagnostic", "search-ms:query=x", "intent://scan/#Intent;end"],
    silent: &["http://h/ms-msdt:", "ms-mostly-harmless:x"],
    when: Features::LISTED_SCHEME,
    check: |context| {
        among(context, HANDLERS, "starts another program");
    },
    ..Rule::BLANK
};

/// A file on another host.
pub(super) const FILE_HOST: Rule = Rule {
    id: "file-host",
    title: "a file URI with a host",
    severity: Severity::Warning,
    why: "The file is on another host, which a program must not take for this one; Windows asks it over \
          the network and sends credentials. Often the host is a directory that was meant: a file of this \
          machine has three slashes.",
    basis: "RFC 1738 section 3.10",
    fires: &["file://server/share/x", "file://etc/passwd"],
    silent: &["file:///etc/passwd", "file://localhost/etc/passwd"],
    when: Features::LISTED_SCHEME,
    check: |context| {
        let Some((host, span)) = context.part(Part::Host).filter(|(_, span)| !span.is_empty())
        else {
            return;
        };
        if context.reading.is_scheme(&["file"]) && !host.eq_ignore_ascii_case(b"localhost") {
            let slash = Span::new(span.start, span.start);
            let message = "the file is on the host of this name";
            context.report(Part::Host, span, message).fix(slash, "/");
        }
    },
    ..Rule::BLANK
};

/// How deep wrappers are looked into.
const DEPTH: usize = 8;

/// Reports a scheme among these, also where another one wraps it, and as readers see it that strip
/// white space and control characters.
fn among(context: &mut Context<'_>, schemes: &[&str], what: &str) {
    let Some((_, span)) = context.part(Part::Scheme) else { return };
    let mut span = span;
    for _ in 0..DEPTH {
        let shown = span.of(context.bytes()).iter().filter(|byte| **byte > b' ');
        let shown = shown.map(u8::to_ascii_lowercase);
        // Most schemes are told apart by their first byte.
        let first = shown.clone().next();
        let is = |known: &&&str| known.bytes().next() == first && shown.clone().eq(known.bytes());
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
