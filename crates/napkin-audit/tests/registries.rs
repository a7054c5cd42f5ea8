//! The tables of addresses and names against IANA's registries, which are files of the repository.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::support::root;
use napkin_audit::{ContactedHost, SpecialPurpose, special_purpose};

/// The cells of each row of a registry, without its first row.
fn registry(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("spec/registry").join(name)).unwrap();
    text.lines().skip(1).map(cells).collect()
}

/// The cells of a row; a cell in quotation marks may have commas.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for character in row.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().unwrap().push(character),
        }
    }
    cells
}

/// A block: its first and last address, and the length of its prefix.
#[derive(Clone, Copy)]
struct Block(IpAddr, IpAddr, u32);

impl Block {
    fn parse(text: &str) -> Self {
        let (first, prefix) = text.split(' ').next().unwrap().split_once('/').unwrap();
        let (first, prefix): (IpAddr, u32) = (first.parse().unwrap(), prefix.parse().unwrap());
        let last = match first {
            IpAddr::V4(first) => {
                Ipv4Addr::from_bits(first.to_bits() | u32::MAX.unbounded_shr(prefix)).into()
            }
            IpAddr::V6(first) => {
                Ipv6Addr::from_bits(first.to_bits() | u128::MAX.unbounded_shr(prefix)).into()
            }
        };
        Self(first, last, prefix)
    }

    fn has(self, address: IpAddr) -> bool {
        self.0.is_ipv4() == address.is_ipv4() && self.0 <= address && address <= self.1
    }
}

/// The documents that a cell names, as `RFC 1918`.
fn documents(cell: &str) -> Vec<String> {
    let after = cell.split("[RFC").skip(1);
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    after.map(number).filter(|number| !number.is_empty()).map(|n| format!("RFC {n}")).collect()
}

/// Each block of the registries decides about its first and its last address, as far as no smaller block has them: the
/// purpose names the document of the block. Where an IPv4 address is inside, that one decides.
#[test]
fn every_block_of_the_registries_is_special() {
    let mut blocks = Vec::new();
    for version in ["ipv4", "ipv6"] {
        for row in registry(&format!("iana-{version}-special-registry.csv")) {
            for block in row[0].split(", ") {
                blocks.push((Block::parse(block), documents(&row[2])));
            }
        }
    }
    assert_eq!(blocks.len(), 51);
    let of_ipv4 = ["::ffff:0.0.0.0", "64:ff9b::", "64:ff9b:1::", "2001::", "2002::"];
    let of_ipv4 = of_ipv4.map(|first| first.parse::<IpAddr>().unwrap());
    for (block, _) in &blocks {
        for address in [block.0, block.1] {
            let purpose = special_purpose(address).unwrap_or_else(|| panic!("{address}"));
            if of_ipv4.contains(&block.0) {
                continue;
            }
            let smallest = blocks.iter().filter(|(block, _)| block.has(address));
            let (_, documents) = smallest.max_by_key(|(block, _)| block.2).unwrap();
            let is_named = documents.iter().any(|document| purpose.what().contains(document));
            assert!(is_named, "{address}: {purpose}, not {documents:?}");
        }
    }
}

/// Unicast IPv6 addresses are assigned as far as IANA's registry of allocations says.
#[test]
fn ipv6_is_assigned_as_the_registry_says() {
    let rows = registry("ipv6-unicast-address-assignments.csv");
    let allocated = rows.iter().filter(|row| row[5] == "ALLOCATED");
    let allocated: Vec<_> = allocated.map(|row| Block::parse(&row[0])).collect();
    assert_eq!((rows.len(), allocated.len()), (41, 36));
    // Every /24, and what begins and ends at an allocation.
    let edges = allocated.iter().flat_map(|block| [block.0, block.1]);
    let edges = edges.chain(
        (0..1 << 24)
            .step_by(if deep() { 1 } else { 61 })
            .map(|high: u128| Ipv6Addr::from_bits(high << 104 | 1).into()),
    );
    let mut free = 0;
    for address in edges {
        let what = special_purpose(address).map(SpecialPurpose::what);
        let is_free = what == Some("not assigned (RFC 4291)");
        let is_allocated = allocated.iter().any(|block| block.has(address));
        assert!(!(is_free && is_allocated), "{address}: {what:?}");
        assert!(is_allocated || what.is_some(), "{address} is not allocated");
        free += usize::from(is_free);
    }
    assert!(free > 100_000, "{free}");
}

fn deep() -> bool {
    std::env::var_os("NAPKIN_DEEP").is_some()
}

/// Every special-use name is not public, with all names below it, but for the examples that are hosts of IANA. The
/// reason names the document, or is about the addresses of a reverse name.
#[test]
fn every_special_use_name_is_not_public() {
    let rows = registry("special-use-domain-names.csv");
    assert_eq!(rows.len(), 42);
    for row in rows {
        let name = row[0].split(' ').next().unwrap().strip_suffix('.').unwrap();
        for host in [name.to_owned(), format!("a.{name}"), format!("b.a.{name}.")] {
            let reason = ContactedHost::normal(host.as_bytes()).not_public();
            if ["example.com", "example.net", "example.org"].contains(&name) {
                assert_eq!(reason, None, "{host}");
                continue;
            }
            let reason = reason.unwrap_or_else(|| panic!("{host} is public"));
            let is_named = documents(&row[1]).iter().any(|document| reason.contains(document));
            assert!(is_named || reason.starts_with("names of "), "{host}: {reason}");
        }
    }
}
