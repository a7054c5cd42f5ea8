//! Compares the crate with the state machine, and implements the setters on a record.

use napkin_url::{Attribute, HostKind, Url};

use super::machine::{self, State};
use super::{Host, Path, Record, USERINFO, encode};

/// Asserts that a URL and a record agree.
pub(crate) fn assert_same(url: &Url, record: &Record, what: &str) {
    assert_eq!(url.as_str(), record.href(), "{what}");
    assert_eq!(url.scheme(), record.scheme, "{what}");
    assert_eq!(url.username(), record.username, "{what}");
    assert_eq!(url.password().unwrap_or_default(), record.password, "{what}");
    assert_eq!(url.get(Attribute::Hostname), record.hostname(), "{what}");
    assert_eq!(url.port(), record.port, "{what}");
    assert_eq!(url.path(), record.pathname(), "{what}");
    assert_eq!(url.query(), record.query.as_deref(), "{what}");
    assert_eq!(url.fragment(), record.fragment.as_deref(), "{what}");
    assert_eq!(url.cannot_be_a_base(), record.has_opaque_path(), "{what}");
    assert_eq!(url.is_special(), record.is_special(), "{what}");
    let kind = record.host.as_ref().map(|host| match host {
        Host::Domain(_) => "domain",
        Host::Ipv4(_) => "ipv4",
        Host::Ipv6(_) => "ipv6",
        Host::Opaque(_) => "opaque",
        Host::Empty => "empty",
    });
    assert_eq!(url.host_kind().map(HostKind::name), kind, "{what}");
}

/// The setters of the standard, on a record.
pub(crate) fn set(record: &mut Record, attribute: Attribute, value: &str) {
    let cannot = record.cannot_have_credentials();
    let opaque = record.has_opaque_path();
    match attribute {
        Attribute::Href => {
            if let Some(new) = machine::parse(value, None).0 {
                *record = new;
            }
        }
        Attribute::Protocol => {
            machine::parse_into(record, &format!("{value}:"), State::SchemeStart);
        }
        Attribute::Username if !cannot => record.username = encode(value, USERINFO),
        Attribute::Password if !cannot => record.password = encode(value, USERINFO),
        Attribute::Host if !opaque => {
            machine::parse_into(record, value, State::Host);
        }
        Attribute::Hostname if !opaque => {
            machine::parse_into(record, value, State::Hostname);
        }
        Attribute::Port if !cannot && value.is_empty() => record.port = None,
        Attribute::Port if !cannot => {
            machine::parse_into(record, value, State::Port);
        }
        Attribute::Pathname if !opaque => {
            record.path = Path::List(Vec::new());
            machine::parse_into(record, value, State::PathStart);
        }
        Attribute::Search if value.is_empty() => record.query = None,
        Attribute::Search => {
            record.query = Some(String::new());
            machine::parse_into(record, value.strip_prefix('?').unwrap_or(value), State::Query);
        }
        Attribute::Hash if value.is_empty() => record.fragment = None,
        Attribute::Hash => {
            record.fragment = Some(String::new());
            machine::parse_into(record, value.strip_prefix('#').unwrap_or(value), State::Fragment);
        }
        _ => {}
    }
}
