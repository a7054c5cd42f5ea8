//! The key by which a table is sorted by host: the labels of the host in reverse, and the path and the query of a normal form.

use napkin_standards::facts::{Fact, Host, Path, Port, Query};
use napkin_standards::{Parsed, Standard};

/// The key of a normal form without a fragment; `None` if it has no host.
pub(crate) fn host_sorted(standard: Standard, normal: &str) -> Option<String> {
    let mut key = None;
    standard.parse(normal, |parsed| key = parsed.ok().and_then(of));
    key
}

fn of(parsed: Parsed<'_, '_>) -> Option<String> {
    let host = Host::of(parsed).filter(|host| !host.is_empty())?;
    let mut key = String::new();
    if host.starts_with('[') {
        key.push_str(&host);
    } else {
        let name = host.strip_suffix('.').unwrap_or(&host);
        for (place, label) in name.rsplit('.').enumerate() {
            if place > 0 {
                key.push(',');
            }
            key.push_str(label);
        }
    }
    if let Some(port) = Port::of(parsed) {
        key.push(':');
        key.push_str(&port);
    }
    key.push(')');
    key.push_str(&Path::of(parsed).unwrap_or_default());
    if let Some(query) = Query::of(parsed) {
        key.push('?');
        key.push_str(&query);
    }
    Some(key)
}
