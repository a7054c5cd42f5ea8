//! Percent-encoded control characters (RFC 3986 §7.2, §7.3).

use napkin::edition::{DRAFT1997, DRAFT2003, RFC1738, RFC2396, RFC3986};

use crate::features::Features;
use crate::octets::{decoded, triplet, triplets};
use crate::rule::{Context, Listed, Rule};
use crate::scheme_lists::MAIL;
use crate::severity::Severity;
use crate::span::Span;

/// Line breaks.
pub(super) const ENCODED_CRLF: Rule = Rule {
    id: "encoded-crlf",
    title: "a percent-encoded line break",
    severity: Severity::Warning,
    why: "Decoded before it is sent, it ends the command or the header line, and the rest becomes another line. Keep \
          it encoded.",
    basis: "RFC 3986 section 7.2",
    listed: &[
        Listed::security(RFC3986, "7.2"),
        Listed::security(DRAFT2003, "7.2"),
        Listed::security(RFC2396, "7"),
        Listed::security(DRAFT1997, "7"),
        Listed::security(RFC1738, "6"),
    ],
    fires: &["http://h/%0D%0ASet-Cookie:%20a", "gopher://h:25/_HELO%0a", "telnet://u%0D%0A@h/"],
    silent: &["http://h/%20", "http://h/%250D"],
    when: Features::ESCAPED_CONTROL,
    check: |context| {
        let mail = Mail::of(context);
        for (octet, span) in line_breaks(context) {
            // Line breaks between the lines of a body are written so, as pairs (RFC 6068 section 5); in header fields they have a
            // rule of their own.
            let is_expected = mail.as_ref().is_some_and(|mail| {
                if mail.is_in_body(span) {
                    is_pair(context.bytes(), octet, span)
                } else {
                    mail.is_in_header(span)
                }
            });
            if !is_expected {
                let part = context.reading.part_at(span.start);
                context.report(part, span, "an encoded line break");
            }
        }
    },
    ..Rule::BLANK
};

/// Line breaks in what becomes the header of a message.
pub(super) const MAIL_HEADER_INJECTION: Rule = Rule {
    id: "mail-header-injection",
    title: "a percent-encoded line break in an address or a header field of a message",
    severity: Severity::Error,
    why: "Decoded, it ends the header field, and the rest is a field of its own: another recipient, or the beginning \
          of the body. Line breaks belong in the body alone, as %0D%0A.",
    basis: "RFC 6068 section 5",
    fires: &[
        "mailto:a@b.example?subject=x%0D%0ABcc:c@d.example",
        "mailto:a@b.example%0ABcc:c@d.example",
    ],
    silent: &["mailto:a@b.example?subject=x&body=Hello%0D%0Ayou", "http://h/?subject=x%0D%0A"],
    when: Features::ESCAPED_CONTROL,
    check: |context| {
        let Some(mail) = Mail::of(context) else { return };
        for (_, span) in line_breaks(context) {
            if mail.is_in_header(span) {
                let part = context.reading.part_at(span.start);
                context.report(
                    part,
                    span,
                    "a line break, behind which another header field begins",
                );
            }
        }
    },
    ..Rule::BLANK
};

/// The parts of a `mailto` URI.
struct Mail {
    /// The values of the fields `body`, in order.
    bodies: Vec<Span>,
    /// The end of the header fields.
    end: usize,
}

impl Mail {
    /// The parts of the input, if it is a `mailto` URI.
    fn of(context: &Context<'_>) -> Option<Self> {
        if !context.reading.is_scheme(MAIL) {
            return None;
        }
        let bytes = context.bytes();
        let end = bytes.iter().position(|&byte| byte == b'#').unwrap_or(bytes.len());
        let text = bytes.get(..end).unwrap_or_default();
        let mut start = text.iter().position(|&byte| byte == b'?').map_or(end, |mark| mark + 1);
        let mut bodies = Vec::new();
        for field in text.get(start..).unwrap_or_default().split(|&byte| byte == b'&') {
            let name = field.iter().position(|&byte| byte == b'=').unwrap_or(field.len());
            let named = decoded(bytes, Span::new(start, start + name));
            if named.eq_ignore_ascii_case(b"body") {
                bodies.push(Span::new(start + name, start + field.len()));
            }
            start += field.len() + 1;
        }
        Some(Self { bodies, end })
    }

    fn is_in_body(&self, span: Span) -> bool {
        let before = self.bodies.partition_point(|body| body.end <= span.start);
        self.bodies.get(before).is_some_and(|body| body.start <= span.start)
    }

    fn is_in_header(&self, span: Span) -> bool {
        span.start < self.end && !self.is_in_body(span)
    }
}

/// The encoded line breaks of the input: each CR, and each LF.
fn line_breaks<'c>(context: &Context<'c>) -> impl Iterator<Item = (u8, Span)> + use<'c> {
    let breaks = |(octet, _): &(u8, Span)| matches!(octet, b'\r' | b'\n');
    triplets(context.bytes(), context.whole()).filter(breaks)
}

/// Whether an encoded CR has an LF behind it, or an LF a CR before it.
fn is_pair(bytes: &[u8], octet: u8, span: Span) -> bool {
    match octet {
        b'\r' => triplet(bytes, span.end) == Some(b'\n'),
        _ => span.start.checked_sub(3).and_then(|before| triplet(bytes, before)) == Some(b'\r'),
    }
}

pub(super) const ENCODED_NUL: Rule = Rule {
    id: "encoded-nul",
    title: "a percent-encoded NUL",
    severity: Severity::Error,
    why: "For programs written in C the text ends at the NUL. Reject it, unless raw data is expected.",
    basis: "RFC 3986 section 7.3",
    listed: &[
        Listed::security(RFC3986, "7.3"),
        Listed::security(DRAFT2003, "7.2"),
        Listed::security(DRAFT1997, "7"),
        Listed::security(RFC2396, "7"),
    ],
    fires: &["http://h/a%00b", "http://trusted.example%00.evil.example/"],
    silent: &["http://h/%01", "http://h/%2500"],
    when: Features::ESCAPED_CONTROL,
    check: |context| report(context, |octet| octet == 0, "an encoded NUL"),
    ..Rule::BLANK
};

pub(super) const ENCODED_CONTROL: Rule = Rule {
    id: "encoded-control",
    title: "a percent-encoded control character",
    severity: Severity::Warning,
    why: "Decoded, it steers terminals and protocols that read lines.",
    basis: "RFC 3986 section 7.2",
    listed: &[
        Listed::security(RFC3986, "7.2"),
        Listed::security(DRAFT2003, "7.2"),
        Listed::security(DRAFT1997, "7"),
        Listed::security(RFC2396, "7"),
    ],
    fires: &["http://h/a%09b", "telnet://h/%1b"],
    silent: &["http://h/%20", "http://h/%80"],
    when: Features::ESCAPED_CONTROL,
    check: |context| {
        let others = |octet| matches!(octet, 0x01..=0x09 | 0x0b | 0x0c | 0x0e..=0x1f | 0x7f);
        report(context, others, "an encoded control character");
    },
    ..Rule::BLANK
};

fn report(context: &mut Context<'_>, is: impl Fn(u8) -> bool, message: &'static str) {
    for (_, span) in triplets(context.bytes(), context.whole()).filter(|(octet, _)| is(*octet)) {
        let part = context.reading.part_at(span.start);
        context.report(part, span, message);
    }
}
