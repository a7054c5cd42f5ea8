//! Parts that a program takes for an option when it is handed them as arguments.

use napkin::Part;

use crate::features::Features;
use crate::octets::{decoded, octets};
use crate::rule::{Context, Rule};
use crate::scheme_lists::{ARGUMENTS, MAIL};
use crate::severity::Severity;
use crate::span::Span;

/// A part that begins with a hyphen, in a scheme whose parts are arguments of other programs.
pub(super) const OPTION_LIKE_PART: Rule = Rule {
    id: "option-like-part",
    title: "a part that a program takes for an option",
    severity: Severity::Error,
    why: "User, host, path and address of such a scheme become arguments of other programs, such as ssh, telnet and \
          sendmail. An argument that begins with a hyphen is an option there, and options run commands: Git, \
          Mercurial and Subversion did so until 2017 (CVE-2017-1000117).",
    basis: "RFC 3986 section 7",
    fires: &[
        "ssh://-oProxyCommand=x@h/",
        "ssh://%2DoProxyCommand=x/a",
        "git://h/--upload-pack=x",
        "mailto:a@b.example,-oQx@h",
        "man:-Px",
    ],
    silent: &["ssh://a-b@h/", "git://h/a/--b", "mailto:a-b@c.example", "tel:+1-201", "http://h/-x"],
    when: Features::LISTED_SCHEME,
    check: |context| {
        // Most links of a listed scheme are of mail.
        let is_mail = context.reading.is_scheme(MAIL);
        if !is_mail && !context.reading.is_scheme(ARGUMENTS) {
            return;
        }
        for part in [Part::Userinfo, Part::Host, Part::Port] {
            if let Some(span) = context.reading.span(part) {
                argument(context, part, span);
            }
        }
        let Some((path, span)) = context.part(Part::Path) else { return };
        if is_mail {
            addresses(context, Part::Path, span);
            fields(context);
        } else {
            let slashes = path.iter().take_while(|&&byte| byte == b'/').count();
            argument(context, Part::Path, Span::new(span.start + slashes, span.end));
        }
    },
    ..Rule::BLANK
};

/// Reports the hyphen at the beginning of an argument, raw or percent-encoded; white space before it is skipped.
fn argument(context: &mut Context<'_>, part: Part, span: Span) {
    let first = octets(context.bytes(), span).find(|(octet, _)| !octet.is_ascii_whitespace());
    if let Some((b'-', span)) = first {
        context.report(part, span, "a program that is handed this part takes it for an option");
    }
}

/// Judges each address of a list with commas, raw or percent-encoded.
fn addresses(context: &mut Context<'_>, part: Part, list: Span) {
    let commas = octets(context.bytes(), list).filter(|(octet, _)| *octet == b',');
    let commas: Vec<Span> = commas.map(|(_, span)| span).collect();
    let mut start = list.start;
    for comma in commas {
        argument(context, part, Span::new(start, comma.start));
        start = comma.end;
    }
    argument(context, part, Span::new(start, list.end));
}

/// Judges the addresses in the header fields of a `mailto` URI.
fn fields(context: &mut Context<'_>) {
    let Some((query, span)) = context.part(Part::Query) else { return };
    let mut start = span.start;
    for field in query.split(|&byte| byte == b'&') {
        let end = start + field.len();
        if let Some(equals) = field.iter().position(|&byte| byte == b'=') {
            let name = decoded(context.bytes(), Span::new(start, start + equals));
            if matches!(name.to_ascii_lowercase().as_slice(), b"to" | b"cc" | b"bcc") {
                addresses(context, Part::Query, Span::new(start + equals + 1, end));
            }
        }
        start = end + 1;
    }
}
