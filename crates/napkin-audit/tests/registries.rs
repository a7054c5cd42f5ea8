//! Special-purpose addresses against IANA's registries, which are files of the repository.

mod support;

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use napkin_audit::special_purpose;
use support::root;

/// The first and the last address of every block in IANA's registries is special, except in the two blocks for
/// which the embedded IPv4 address decides.
#[test]
fn every_block_of_the_registries_is_special() {
    let folder = root().join("spec/registry");
    let mut blocks = 0;
    for version in ["ipv4", "ipv6"] {
        let name = format!("iana-{version}-special-registry.csv");
        let text = fs::read_to_string(folder.join(name)).unwrap();
        for row in text.lines().skip(1) {
            let (quoted, plain) = (row.strip_prefix('"'), row.split(',').next().unwrap());
            let cell = quoted.map_or(plain, |row| row.split('"').next().unwrap());
            for block in cell.split(", ") {
                let block = block.split(' ').next().unwrap();
                let (first, prefix) = block.split_once('/').unwrap();
                let (first, prefix): (IpAddr, u32) =
                    (first.parse().unwrap(), prefix.parse().unwrap());
                let last = match first {
                    IpAddr::V4(first) => IpAddr::from(Ipv4Addr::from_bits(
                        first.to_bits() | u32::MAX.unbounded_shr(prefix),
                    )),
                    IpAddr::V6(first) => IpAddr::from(Ipv6Addr::from_bits(
                        first.to_bits() | u128::MAX.unbounded_shr(prefix),
                    )),
                };
                assert!(special_purpose(first).is_some(), "{first} of {block}");
                assert!(special_purpose(last).is_some(), "{last} of {block}");
                blocks += 1;
            }
        }
    }
    assert_eq!(blocks, 51);
}
