//! Watches programs as they fetch URIs without a port and with one: the ports are those of the table of schemes.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use napkin::scheme::FACTS;
use napkin_audit::{Contacts, SCHEME_SERVERS, SchemeServer, WatchedBy};

use crate::watch::{FETCHERS, Fetcher, library};

/// An address of a network for documents.
const ADDRESS: &str = "203.0.113.7";
const IPV6_ADDRESS: &str = "[2001:db8::a]";

/// The schemes that the programs know, besides those of the table.
const SCHEMES: [&str; 8] = ["http", "https", "ftp", "gopher", "finger", "telnet", "sftp", "git"];

/// What a program is known to contact for a scheme.
fn known(fetcher: &Fetcher, scheme: &str) -> Vec<Contacts> {
    let is_of = |server: &&SchemeServer| {
        let watched = server.watched;
        let by = watched.program == fetcher.name && watched.by == WatchedBy::Preload;
        by && server.schemes.contains(&scheme)
    };
    SCHEME_SERVERS.iter().filter(is_of).map(|server| server.contacts).collect()
}

/// The ports that a program may contact for a scheme, if one or none is written: the usual one and, as in some of its
/// versions, that of the table. Empty if the port is no matter, since the scheme has no default port, so that one has to be
/// written.
fn expected(known: &[Contacts], scheme: &str, written: Option<u16>, is_ipv6: bool) -> Vec<u16> {
    let facts = FACTS.iter().find(|facts| facts.scheme == scheme);
    let special = known.iter().filter_map(|contacts| match contacts {
        Contacts::Always(port) => Some(*port),
        Contacts::Default(port) if written.is_none() => Some(*port),
        Contacts::DefaultOfIpv6(port) if written.is_none() && is_ipv6 => Some(*port),
        _ => None,
    });
    let usual = written.or_else(|| facts?.default_port);
    usual.map_or_else(Vec::new, |usual| special.chain([usual]).collect())
}

/// Watches a program with a scheme, and appends what is not as expected.
fn watch(fetcher: &Fetcher, scheme: &str, library: &Path, wrong: &mut Vec<String>) -> usize {
    let name = fetcher.name.replace(' ', "-");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ports-{name}"));
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let known = known(fetcher, scheme);
    let mut count = 0;
    for (address, written) in
        [(ADDRESS, None), (ADDRESS, Some(7777)), (IPV6_ADDRESS, None), (IPV6_ADDRESS, Some(7777))]
    {
        let port = written.map(|port: u16| format!(":{port}")).unwrap_or_default();
        let uri = format!("{scheme}://{address}{port}/a/b");
        let [contacts, ports] = fetcher.run(&uri, library, &folder);
        let is_ipv6 = address == IPV6_ADDRESS;
        let expected = expected(&known, scheme, written, is_ipv6);
        let is_contacted = contacts.contains(address.trim_matches(['[', ']']).as_bytes());
        count += usize::from(is_contacted);
        let is_expected = |port: &[u8]| {
            let is = |expected: &u16| expected.to_string().as_bytes() == port;
            expected.is_empty() || expected.iter().any(is)
        };
        let mut unexpected = ports.iter().filter(|port| !is_expected(port));
        if let Some(port) = unexpected.next() {
            let port = String::from_utf8_lossy(port);
            wrong.push(format!("{}: {uri}: port {port}, not {expected:?}", fetcher.name));
        }
    }
    count
}

/// With `NAPKIN_DEEP`, all programs and schemes; else the programs and schemes of the table.
#[test]
fn programs_contact_the_ports_of_the_table() {
    let library = library();
    let is_deep = env::var_os("NAPKIN_DEEP").is_some();
    let listed = SCHEME_SERVERS.iter().flat_map(|server| server.schemes.iter().copied());
    let schemes: BTreeSet<_> = listed.chain(SCHEMES).collect();
    let (mut wrong, mut unseen) = (Vec::new(), Vec::new());
    for fetcher in FETCHERS.iter().filter(|fetcher| fetcher.is_there()) {
        for scheme in &schemes {
            let is_listed = !known(fetcher, scheme).is_empty();
            if !is_listed && !is_deep {
                continue;
            }
            let contacted = watch(fetcher, scheme, &library, &mut wrong);
            if contacted == 0 && is_listed {
                unseen.push(format!("{}: {scheme}", fetcher.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(unseen.is_empty(), "nothing contacted: {}", unseen.join(", "));
}
