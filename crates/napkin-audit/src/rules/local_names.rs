//! Names of local machines, and names made of an address.

use std::borrow::Cow;

use napkin::Part;

use super::characters::quote;
use crate::features::Features;
use crate::known_names::NameKind;
use crate::nearby::{Nearby, nearby};
use crate::octets::decoded;
use crate::public::is_single_label;
use crate::rule::{Context, Rule, Yields};
use crate::severity::Severity;
use crate::span::Span;

pub(super) const LOCAL_NAME: Rule = Rule {
    id: "local-name",
    title: "a name of this machine, this network or this cloud",
    severity: Severity::Warning,
    yields_to: Some(Yields::ToHost),
    why: "Everybody who follows the URI reaches another host, and one that trusts them.",
    basis: "RFC 6761 section 6.3",
    fires: &["http://localhost/", "http://printer.local/", "http://metadata.google.internal/"],
    silent: &["http://localhost.example/", "http://mylocalhost/", "http://local.example.com/"],
    when: Features::NEARBY,
    check: |context| {
        let Some((name, span, Nearby::Known(known))) = find(context) else { return };
        if known.kind.is_local() {
            context.report(Part::Host, span, format!("{}: {}", quote(&name), known.what));
        }
    },
    ..Rule::BLANK
};

pub(super) const SPECIAL_NAME: Rule = Rule {
    id: "special-name",
    title: "a name reserved for protocols, tests or networks, with no host of the Internet",
    severity: Severity::Warning,
    yields_to: Some(Yields::ToHost),
    why: "The DNS does not resolve the name, or a resolver answers for its own network. Whoever follows the URI \
          reaches no host, or one of that network.",
    basis: "RFC 6761 section 3",
    fires: &[
        "http://service.onion/",
        "http://nothing.invalid/",
        "http://ipv4only.arpa/",
        "http://1.0.0.10.in-addr.arpa/",
        "http://d.f.ip6.arpa/",
    ],
    silent: &["http://a.example/", "http://onion.example/", "http://8.8.8.8.in-addr.arpa/"],
    when: Features::NEARBY,
    check: |context| {
        let Some((name, span, found)) = find(context) else { return };
        let what = match found {
            Nearby::Known(known) if known.kind == NameKind::Special => known.what.to_owned(),
            Nearby::Known(_) => return,
            Nearby::AddressesOf(block, purpose) => format!("names of {block}, {purpose}"),
        };
        context.report(Part::Host, span, format!("{}: {what}", quote(&name)));
    },
    ..Rule::BLANK
};

/// A name without a dot.
pub(super) const SINGLE_LABEL_NAME: Rule = Rule {
    id: "single-label-name",
    title: "a host name of one label",
    severity: Severity::Warning,
    is_on: false,
    yields_to: Some(Yields::ToHost),
    why: "No host of the Internet has such a name. The tables of the machine or the domain of its network complete \
          it, so it is a service of the network, as with Docker or Kubernetes. The preset `ssrf` refuses it unless \
          it is listed.",
    basis: "RFC 3986 section 3.2.2",
    fires: &[
        "http://redis/",
        "http://vault:80/",
        "http://rancher-metadata/latest",
        "http://%72edis/",
    ],
    silent: &["http://redis.example/", "http://10.0.0.1/", "http://[::1]/", "redis"],
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let name = normal(context, host, span);
        if is_single_label(&name) {
            context.report(Part::Host, span, format!("{} is a name of this network", quote(&name)));
        }
    },
    ..Rule::BLANK
};

pub(super) const ADDRESS_IN_NAME: Rule = Rule {
    id: "address-in-name",
    title: "a name of a service that answers with any address",
    severity: Severity::Warning,
    yields_to: Some(Yields::ToHost),
    why: "Names of these domains lead to the address that is written in them, or to this machine. A filter has to \
          judge the address to which the name resolves.",
    basis: "RFC 3986 section 7.4",
    fires: &["http://127.0.0.1.nip.io/", "http://app.localtest.me/"],
    silent: &["http://nip.io.example/", "http://turnip.io/"],
    when: Features::NEARBY,
    check: |context| {
        let Some((_, span, Nearby::Known(known))) = find(context) else { return };
        if known.kind == NameKind::AnyAddress {
            context.report(Part::Host, span, format!("names below {} {}", known.name, known.what));
        }
    },
    ..Rule::BLANK
};

/// The host name, its place, and what it is known to be.
fn find<'c>(context: &Context<'c>) -> Option<(Cow<'c, [u8]>, Span, Nearby)> {
    let (host, span) = context.reading.host_name()?;
    let name = normal(context, host, span);
    let found = nearby(&name)?;
    Some((name, span, found))
}

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
