//! Names that mean a machine nearby, or an address.

use std::borrow::Cow;

use napkin::Part;

use super::characters::quote;
use crate::features::Features;
use crate::nearby::{LOCAL, OF_ADDRESSES};
use crate::octets::decoded;
use crate::rule::{Context, Rule};
use crate::severity::Severity;
use crate::span::Span;

/// A name of something nearby.
pub(super) const LOCAL_NAME: Rule = Rule {
    id: "local-name",
    title: "a name of this machine, this network or this cloud",
    severity: Severity::Warning,
    is_of_place: true,
    why: "It is another host for everybody who follows the URI, and one that trusts them.",
    basis: "RFC 6761 section 6.3",
    fires: &["http://localhost/", "http://printer.local/", "http://metadata.google.internal/"],
    silent: &["http://localhost.example/", "http://mylocalhost/", "http://local.example.com/"],
    when: Features::NEARBY,
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let name = normal(context, host, span);
        let found = LOCAL.iter().find(|(known, _)| is_or_is_below(&name, known.as_bytes()));
        if let Some((_, what)) = found {
            context.report(Part::Host, span, format!("{}: {what}", quote(&name)));
        }
    },
    ..Rule::BLANK
};

/// A name made of an address.
pub(super) const ADDRESS_IN_NAME: Rule = Rule {
    id: "address-in-name",
    title: "a name of a service that answers with any address",
    severity: Severity::Warning,
    is_of_place: true,
    why: "Names of these domains lead to the address that is written in them, or to this machine. A \
          filter has to judge the address that the name is resolved to.",
    basis: "RFC 3986 section 7.4",
    fires: &["http://127.0.0.1.nip.io/", "http://app.localtest.me/"],
    silent: &["http://nip.io.example/", "http://turnip.io/"],
    when: Features::NEARBY,
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let name = normal(context, host, span);
        if let Some(domain) =
            OF_ADDRESSES.iter().find(|domain| is_or_is_below(&name, domain.as_bytes()))
        {
            let message = format!("names below {domain} lead to any address, local ones too");
            context.report(Part::Host, span, message);
        }
    },
    ..Rule::BLANK
};

/// The name decoded, in lowercase and without its final dot.
fn normal<'c>(context: &Context<'c>, host: &'c [u8], span: Span) -> Cow<'c, [u8]> {
    if !context.reading.features().meets(Features::ODD_HOST) {
        return Cow::Borrowed(host);
    }
    let mut name = decoded(context.bytes(), span);
    name.make_ascii_lowercase();
    if name.ends_with(b".") {
        name.pop();
    }
    Cow::Owned(name)
}

fn is_or_is_below(name: &[u8], domain: &[u8]) -> bool {
    name.strip_suffix(domain).is_some_and(|above| above.is_empty() || above.ends_with(b"."))
}
