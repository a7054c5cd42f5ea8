//! Addresses that are not Internet hosts, and ways to hide one (RFC 3986 §7.4; IANA's registries of special-purpose
//! addresses).

use std::net::IpAddr;

use napkin::Part;

use crate::address::{embedded, purposes};
use crate::features::Features;
use crate::ipv4;
use crate::name::ipv6_of_any_reader;
use crate::ranges::Purpose;
use crate::rule::{Context, Rule, Yields};
use crate::severity::Severity;

/// The common fields of the rules about address ranges.
const OF_RANGE: Rule = Rule {
    severity: Severity::Warning,
    yields_to: Some(Yields::ToHost),
    when: Features::ADDRESS.and(Features::NUMERIC_HOST),
    ..Rule::BLANK
};

pub(super) const UNSPECIFIED_ADDRESS: Rule = Rule {
    id: "unspecified-address",
    title: "the unspecified address",
    why: "As a destination many systems take it for the machine itself, and lists of loopback addresses \
          miss it.",
    basis: "RFC 1122 section 3.2.1.3",
    fires: &["http://0.0.0.0/", "http://0/", "http://[::]/"],
    silent: &["http://1.0.0.0/", "http://[::2]/"],
    check: |context| of_range(context, Purpose::Unspecified),
    ..OF_RANGE
};

pub(super) const LOOPBACK_ADDRESS: Rule = Rule {
    id: "loopback-address",
    title: "a loopback address",
    why: "It is the machine of whoever follows the URI, with the services that trust that machine.",
    basis: "RFC 1122 section 3.2.1.3",
    fires: &["http://127.0.0.1/", "http://127.1/", "http://[::1]/", "http://[::ffff:127.0.0.1]/"],
    silent: &["http://128.0.0.1/", "http://[::2]/"],
    check: |context| of_range(context, Purpose::Loopback),
    ..OF_RANGE
};

pub(super) const PRIVATE_ADDRESS: Rule = Rule {
    id: "private-address",
    title: "an address of a private network",
    why: "Everybody who follows the URI reaches another host, inside their own firewall.",
    basis: "RFC 1918 section 3",
    fires: &["http://10.0.0.1/", "http://192.168.1.1/", "http://[fd00::1]/", "http://0xa000001/"],
    silent: &["http://11.0.0.1/", "http://172.32.0.1/", "http://[fe00::1]/"],
    check: |context| of_range(context, Purpose::Private),
    ..OF_RANGE
};

pub(super) const LINK_LOCAL_ADDRESS: Rule = Rule {
    id: "link-local-address",
    title: "a link-local address",
    why: "The address is valid on one network link only.",
    basis: "RFC 3927 section 2",
    fires: &["http://169.254.0.1/", "http://[fe80::1]/"],
    silent: &["http://169.255.0.1/", "http://[fe00::1]/"],
    check: |context| of_range(context, Purpose::LinkLocal),
    ..OF_RANGE
};

/// The service that knows a machine's secrets.
pub(super) const METADATA_ADDRESS: Rule = Rule {
    id: "metadata-address",
    title: "the address of a cloud's metadata service",
    severity: Severity::Error,
    why: "The service gives the credentials of the machine to whoever asks from it: what forged requests \
          are after.",
    basis: "RFC 3927 section 2",
    fires: &["http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/"],
    silent: &["http://169.254.169.253/", "http://[fd00:ec2::253]/"],
    check: |context| of_range(context, Purpose::Metadata),
    ..OF_RANGE
};

pub(super) const MULTICAST_ADDRESS: Rule = Rule {
    id: "multicast-address",
    title: "a multicast address",
    why: "No connection can be opened to it; a datagram reaches many.",
    basis: "RFC 1112 section 4",
    fires: &["http://224.0.0.1/", "http://[ff02::1]/"],
    silent: &["http://223.255.255.255/", "http://[fe02::1]/"],
    check: |context| of_range(context, Purpose::Multicast),
    ..OF_RANGE
};

pub(super) const SPECIAL_ADDRESS: Rule = Rule {
    id: "special-address",
    title: "an address reserved for documents, tests or protocols",
    why: "No host of the Internet has this address.",
    basis: "RFC 6890 section 2.2",
    fires: &["http://192.0.2.1/", "http://255.255.255.255/", "http://[2001:db8::1]/"],
    silent: &["http://8.8.8.8/", "http://[2606:4700::1111]/"],
    check: |context| of_range(context, Purpose::Special),
    ..OF_RANGE
};

/// An IPv4 address inside an IPv6 address.
pub(super) const IPV6_EMBEDS_IPV4: Rule = Rule {
    id: "ipv6-embeds-ipv4",
    title: "an IPv6 address that carries an IPv4 address",
    severity: Severity::Warning,
    why: "Packets to it may reach the IPv4 address, which a filter for IPv4 does not see. Judge the embedded \
          address.",
    basis: "RFC 4291 section 2.5.5",
    fires: &["http://[::ffff:8.8.8.8]/", "http://[64:ff9b::808:808]/", "http://[2002:808:808::]/"],
    silent: &["http://[::1]/", "http://[2606:4700::808:808]/"],
    when: Features::ADDRESS,
    check: |context| {
        let Some((host, span)) = context.part(Part::Host) else { return };
        if let Some((address, how)) = ipv6_of_any_reader(host).and_then(embedded) {
            let message = format!("this carries the IPv4 address {address} ({})", how.what);
            context.report(Part::Host, span, message).address(address);
        }
    },
    ..Rule::BLANK
};

/// A text of an IPv6 address other than the recommended one.
pub(super) const IPV6_TEXT: Rule = Rule {
    id: "ipv6-text",
    title: "an IPv6 address that is not in its canonical form",
    severity: Severity::Note,
    why: "One address has many spellings. Programs that compare text take them for different hosts.",
    basis: "RFC 5952 section 4",
    fires: &["http://[2001:DB8:0:0::1]/", "http://[::0001]/"],
    silent: &["http://[2001:db8::1]/", "http://[::ffff:8.8.8.8]/"],
    when: Features::ADDRESS,
    check: |context| {
        let Some((host, span)) = context.part(Part::Host) else { return };
        // A scope identifier has no canonical form.
        let address = ipv6_of_any_reader(host).filter(|_| !host.contains(&b'%'));
        let canonical = address.map(|address| format!("[{address}]"));
        if let Some(text) = canonical.filter(|text| text.as_bytes() != host) {
            context
                .report(Part::Host, span, format!("the canonical form is {text}"))
                .fix(span, &text);
        }
    },
    ..Rule::BLANK
};

/// Reports a host that is or contains an address of a range, in any format.
fn of_range(context: &mut Context<'_>, wanted: Purpose) {
    let Some((host, span)) = context.part(Part::Host) else { return };
    let address = ipv6_of_any_reader(host).map(IpAddr::V6);
    let Some(address) = address.or_else(|| ipv4::any_form(host).map(IpAddr::V4)) else { return };
    let mut purposes = purposes(address);
    if let Some((address, special)) = purposes.find(|(_, special)| special.purpose() == wanted) {
        context.report(Part::Host, span, format!("{address}: {special}")).address(address);
    }
}
