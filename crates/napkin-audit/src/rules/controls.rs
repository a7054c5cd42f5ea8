//! Percent-encoded control characters (RFC 3986 §7.2, §7.3).

use napkin::edition::{DRAFT1997, DRAFT2003, RFC1738, RFC2396, RFC3986};

use crate::features::Features;
use crate::octets::triplets;
use crate::rule::Context;
use crate::rule::{Listed, Rule};
use crate::severity::Severity;

/// Line breaks.
pub(super) const ENCODED_CRLF: Rule = Rule {
    id: "encoded-crlf",
    title: "a percent-encoded line break",
    severity: Severity::Warning,
    why: "Decoded before it is sent, it ends the command or header line, and what follows is one more. It \
          must stay encoded on its way.",
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
        report(context, |octet| matches!(octet, b'\r' | b'\n'), "an encoded line break");
    },
    ..Rule::BLANK
};

/// NUL.
pub(super) const ENCODED_NUL: Rule = Rule {
    id: "encoded-nul",
    title: "a percent-encoded NUL",
    severity: Severity::Error,
    why: "For programs written in C the text ends here. Reject it, unless raw data is expected.",
    basis: "RFC 3986 section 7.3",
    listed: &[
        Listed::security(RFC3986, "7.3"),
        Listed::security(DRAFT2003, "7.2"),
        Listed::security(DRAFT1997, "7"),
    ],
    fires: &["http://h/a%00b", "http://trusted.example%00.evil.example/"],
    silent: &["http://h/%01", "http://h/%2500"],
    when: Features::ESCAPED_CONTROL,
    check: |context| report(context, |octet| octet == 0, "an encoded NUL"),
    ..Rule::BLANK
};

/// The other control characters.
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
