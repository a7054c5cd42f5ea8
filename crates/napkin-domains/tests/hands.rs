//! Code as one writes it before more than the front page is read: each function has the name of its job, and does what
//! its comment says.

use std::borrow::Cow;
use std::collections::BTreeMap;

use napkin_domains::{List, Sections, registrable_domain};

/// The domains of one owner are equal, however they are written.
#[test]
fn n20_domain() {
    let domain = |host| registrable_domain(host, Sections::Icann);
    for host in ["bbc.co.uk", "www.BBC.co.uk", "a.b%62c.co.uk", "bbc%2Eco.uk"] {
        assert_eq!(domain(host).as_deref(), Some("bbc.co.uk"), "{host}");
    }
    for host in ["co.uk", "a%2Fbbc.co.uk", "%FF.co.uk", "%4.co.uk", "%4é.co.uk"] {
        assert_eq!(domain(host), None, "{host}");
    }
    let list: List = "apps.lan".parse().unwrap();
    assert_eq!(list.registrable_domain("shop.x.apps.lan", Sections::All), Some("x.apps.lan"));
}

/// Hosts are grouped by their domains.
#[test]
fn t08_groups() {
    fn groups<'a>(hosts: &[&'a str]) -> BTreeMap<Cow<'a, str>, Vec<&'a str>> {
        let mut groups: BTreeMap<Cow<'a, str>, Vec<&'a str>> = BTreeMap::new();
        for host in hosts {
            if let Some(domain) = registrable_domain(host, Sections::All) {
                groups.entry(domain).or_default().push(host);
            }
        }
        groups
    }
    let found = groups(&["a.example.com", "b.EXAMPLE.com", "localhost", "me.github.io"]);
    assert_eq!(found["example.com"], ["a.example.com", "b.EXAMPLE.com"]);
    assert_eq!(found.len(), 2);
}
