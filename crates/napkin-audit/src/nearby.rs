//! Names of what is nearby, and of services that answer with any address.

/// Names, and endings of names after a dot, that do not leave the machine, the network or the cloud.
pub(crate) const LOCAL: &[(&str, &str)] = &[
    ("localhost", "this machine (RFC 6761)"),
    ("localdomain", "this machine"),
    ("localhost4", "this machine"),
    ("localhost6", "this machine"),
    ("ip6-localhost", "this machine"),
    ("ip6-loopback", "this machine"),
    ("local", "a machine on the link (RFC 6762)"),
    ("home.arpa", "a home network (RFC 8375)"),
    ("internal", "a private network (ICANN, 2024)"),
    ("intranet", "a private network (RFC 6762, appendix G)"),
    ("private", "a private network (RFC 6762, appendix G)"),
    ("corp", "a private network (RFC 6762, appendix G)"),
    ("home", "a home network (RFC 6762, appendix G)"),
    ("lan", "a home network (RFC 6762, appendix G)"),
    ("metadata", "the metadata service of Google Cloud"),
    ("metadata.google.internal", "the metadata service of Google Cloud"),
    ("instance-data", "the metadata service of AWS"),
    ("kubernetes", "the control plane of a cluster"),
    ("kubernetes.default", "the control plane of a cluster"),
    ("default.svc", "a service of a cluster"),
    ("cluster.local", "a service of a cluster"),
];

/// Domains whose names are answered with the address that the name holds, or with 127.0.0.1.
pub(crate) const OF_ADDRESSES: &[&str] = &[
    "nip.io",
    "sslip.io",
    "xip.io",
    "localtest.me",
    "lvh.me",
    "vcap.me",
    "lacolhost.com",
    "yoogle.com",
    "fbi.com",
    "fuf.me",
    "traefik.me",
    "backname.io",
    "rbndr.us",
    "1u.ms",
];

const COUNT: usize = LOCAL.len() + OF_ADDRESSES.len();

/// How all of them end, and which bits of that count, for a shorter name has fewer.
const ENDINGS: ([u64; COUNT], [u64; COUNT]) = {
    let mut endings = [0; COUNT];
    let mut counts = [0; COUNT];
    let mut place = 0;
    while place < COUNT {
        let name = if place < LOCAL.len() {
            LOCAL[place].0.as_bytes()
        } else {
            OF_ADDRESSES[place - LOCAL.len()].as_bytes()
        };
        endings[place] = ending(name);
        counts[place] = u64::MAX.unbounded_shl(64_u32.saturating_sub(8 * name.len() as u32));
        place += 1;
    }
    (endings, counts)
};

/// The last eight bytes, with the last one on top.
const fn ending(name: &[u8]) -> u64 {
    if let Some(last) = name.last_chunk() {
        return u64::from_le_bytes(*last);
    }
    let mut last = [0; 8];
    let (_, end) = last.split_at_mut(8 - name.len());
    end.copy_from_slice(name);
    u64::from_le_bytes(last)
}

/// Whether a name in lowercase ends like one of these, so that a closer look is worth it. All endings are
/// compared, since that takes a few vector instructions and stopping at the first one does not.
pub(crate) fn may_be_listed(name: &[u8]) -> bool {
    let own = ending(name);
    let (endings, counts) = &ENDINGS;
    let pairs = endings.iter().zip(counts);
    pairs.fold(false, |found, (known, counts)| found | ((own ^ known) & counts == 0))
}
