//! The text of a link, against where it leads. Silent, unless a document shows a text for the input.

use napkin::Part;

use super::characters::quote;
use crate::features::Features;
use crate::hosts::hosts;
use crate::link_text::{LinkText, site};
use crate::name::ContactedHost;
use crate::octets::decoded;
use crate::reading::Reading;
use crate::rule::{Context, Rule};
use crate::severity::Severity;

pub(super) const TEXT_NAMES_OTHER_HOST: Rule = Rule {
    id: "text-names-other-host",
    title: "a link whose text names another host than its target",
    severity: Severity::Warning,
    why: "People read the text and go to the target. The text contains a URL, a host or a mail address of another \
          registrable domain, by both sections of the public suffix list. Phishing links are like this, and so are \
          links that count their visitors.",
    basis: "RFC 3986 section 7.6",
    fires: &[
        "[www.bank.example](http://evil.example/)",
        "[log in at http://bank.example/login](https://bank.example.evil.example/)",
        "[alice.github.io](https://mallory.github.io/)",
        "[help@bank.example](mailto:help@evil.example)",
    ],
    silent: &[
        "[example.com](https://www.example.com/)",
        "[node.js 20.1.0.3](https://nodejs.org/)",
        "[README.md](https://example.com/README.md)",
        "[help@bank.example](mailto:support@bank.example)",
    ],
    when: Features::LINK_TEXT,
    check,
    ..Rule::BLANK
};

fn check(context: &mut Context<'_>) {
    let Some(link) = context.link else { return };
    let reference = String::from_utf8_lossy(context.bytes());
    let named = link.named(&reference);
    if named.is_empty() {
        return;
    }
    let Some(led_to) = led_to(context, link) else { return };
    let span = context.reading.span(Part::Host).filter(|host| !host.is_empty());
    let (part, span) = match span {
        Some(span) => (Some(Part::Host), span),
        None => (None, context.whole()),
    };
    let text = |host: &ContactedHost| quote(host.to_string().as_bytes());
    let other = named.iter().find_map(|name| {
        let host = ContactedHost::normal(name.as_bytes());
        let target = led_to.iter().find(|target| !are_of_one_site(&host, target));
        let leads = match target {
            Some(target) => format!("the link leads to {}", text(target)),
            None if led_to.is_empty() => "the link leads to no host".to_owned(),
            None => return None,
        };
        Some(format!("the text names {}, and {leads}", quote(name.as_bytes())))
    });
    if let Some(message) = other {
        context.report(part, span, message);
    }
}

/// Schemes of what shows or does what its author likes, without a host.
const WITHOUT_HOST: &[&str] = &["javascript", "vbscript", "data", "blob"];

/// The hosts that programs contact for the link, and the domains of mail addresses; `None` if they cannot be known, or the
/// link leads to no host at all, as a telephone number does.
fn led_to(context: &Context<'_>, link: &LinkText<'_>) -> Option<Vec<ContactedHost>> {
    let reading = context.reading;
    if reading.is_scheme(&["mailto"]) {
        let mut addressed = Vec::new();
        addressees(reading, &mut addressed);
        return Some(addressed).filter(|addressed| !addressed.is_empty());
    }
    let target = link.target().unwrap_or_default().as_bytes();
    let mut contacted: Vec<ContactedHost> = Vec::new();
    for input in [context.bytes(), target] {
        let heard = context.limits.heard(&hosts(input).among(|reader| reader.in_audits));
        contacted.extend(heard.contacted().into_iter().cloned());
    }
    contacted.dedup();
    (!contacted.is_empty() || reading.is_scheme(WITHOUT_HOST)).then_some(contacted)
}

/// The domains of the addresses of a `mailto` URI before its header fields.
fn addressees(reading: &Reading<'_>, addressed: &mut Vec<ContactedHost>) {
    let Some(span) = reading.span(Part::Path) else { return };
    let path = decoded(reading.bytes(), span);
    for address in path.split(|&byte| byte == b',') {
        if let Some(at) = address.iter().rposition(|&byte| byte == b'@') {
            addressed.push(ContactedHost::normal(address.get(at + 1..).unwrap_or_default()));
        }
    }
}

/// Whether two hosts are the same address, or names of one registrable domain.
fn are_of_one_site(a: &ContactedHost, b: &ContactedHost) -> bool {
    match (a, b) {
        (ContactedHost::Name(a), ContactedHost::Name(b)) => site(a) == site(b),
        _ => a == b,
    }
}
