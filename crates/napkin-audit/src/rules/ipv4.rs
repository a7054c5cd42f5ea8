//! IPv4 addresses that do not look like one (RFC 3986 §7.4).

use napkin::Part;
use napkin::edition::{DRAFT2003, RFC3986};
use unicode_normalization::UnicodeNormalization;

use crate::features::Features;
use crate::ipv4;
use crate::octets::decoded;
use crate::rule::{Listed, Rule};
use crate::severity::Severity;

/// A name that old routines read as an address.
pub(super) const RARE_IPV4: Rule = Rule {
    id: "rare-ipv4",
    title: "a rare form of an IPv4 address",
    severity: Severity::Error,
    why: "One to four numbers, decimal, octal or hexadecimal: for the grammar a name, for most software an address. \
          A filter that compares text does not recognize the address. Compare addresses as numbers.",
    basis: "RFC 3986 section 7.4",
    listed: &[Listed::security(RFC3986, "7.4"), Listed::security(DRAFT2003, "7.3")],
    fires: &["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/"],
    silent: &["http://127.0.0.1/", "http://256.1.1.1/", "http://1.2.3.4.5/"],
    when: Features::NUMERIC_HOST,
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        if let Some(address) = ipv4::any_form(host) {
            let message = format!("many readers take this for the address {address}");
            context
                .report(Part::Host, span, message)
                .fix(span, &address.to_string())
                .address(address);
        }
    },
    ..Rule::BLANK
};

pub(super) const HOST_BECOMES_ADDRESS: Rule = Rule {
    id: "host-becomes-address",
    title: "a host that becomes an IPv4 address when decoded",
    severity: Severity::Error,
    why: "Percent-encoded or full-width digits and dots are a name by the grammar. Decoded, or mapped as for the \
          DNS, they are an address.",
    basis: "RFC 3986 section 7.4",
    fires: &["http://%31%32%37.0.0.1/", "http://127。0。0。1/"],
    silent: &["http://127.0.0.1/", "http://%61.0.0.1/"],
    when: Features::ODD_HOST,
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let data = decoded(context.bytes(), span);
        let Ok(text) = str::from_utf8(&data) else { return };
        let mapped: String = text.nfkc().map(|c| if c == '。' { '.' } else { c }).collect();
        let host_as_it_is = ipv4::any_form(host);
        if let Some(address) = ipv4::any_form(mapped.as_bytes()).filter(|_| host_as_it_is.is_none())
        {
            let message = format!("decoded, this is the address {address}");
            context
                .report(Part::Host, span, message)
                .fix(span, &address.to_string())
                .address(address);
        }
    },
    ..Rule::BLANK
};
