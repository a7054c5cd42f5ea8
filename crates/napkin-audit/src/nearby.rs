//! Local names, and names of services that resolve to any address.

/// Names, and name suffixes after a dot, that do not leave the machine, the network or the cloud.
const LOCAL: &[(&str, &str)] = &[
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
    ("svc", "a service of a cluster"),
    ("consul", "a service of a network (Consul)"),
    ("test", "a network of tests (RFC 6761)"),
];

/// Domains whose names resolve to the address that the name contains, or to 127.0.0.1.
const OF_ADDRESSES: &[&str] = &[
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

/// Whether a name is a domain or below it.
pub(crate) fn is_or_is_below(name: &[u8], domain: &[u8]) -> bool {
    name.strip_suffix(domain).is_some_and(|above| above.is_empty() || above.ends_with(b"."))
}

/// The kind of a local name in [`LOCAL`]; the name is in lowercase and without a final dot.
pub(crate) fn local(name: &[u8]) -> Option<&'static str> {
    let found = LOCAL.iter().find(|(known, _)| is_or_is_below(name, known.as_bytes()));
    found.map(|(_, what)| *what)
}

/// The domain of a name, if its names resolve to any address.
pub(crate) fn of_addresses(name: &[u8]) -> Option<&'static str> {
    OF_ADDRESSES.iter().copied().find(|domain| is_or_is_below(name, domain.as_bytes()))
}

/// The names of both lists.
const NAMES: [&[u8]; LOCAL.len() + OF_ADDRESSES.len()] = {
    let mut names = [b"".as_slice(); LOCAL.len() + OF_ADDRESSES.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = if place < LOCAL.len() {
            LOCAL[place].0.as_bytes()
        } else {
            OF_ADDRESSES[place - LOCAL.len()].as_bytes()
        };
        place += 1;
    }
    names
};

/// For each byte, which of the names end in it, as bits.
const BY_LAST: [u64; 256] = {
    let mut by_last = [0; 256];
    let mut place = 0;
    while place < NAMES.len() {
        if let [.., last] = NAMES[place] {
            by_last[*last as usize] |= 1 << place;
        }
        place += 1;
    }
    by_last
};

/// The last eight bytes of each name, or fewer, with a mask for how many.
const TAILS: [(u64, u64); NAMES.len()] = {
    let mut tails = [(0, 0); NAMES.len()];
    let mut place = 0;
    while place < NAMES.len() {
        let length = NAMES[place].len();
        let missing = 8_usize.saturating_sub(length) as u32;
        tails[place] = (tail(NAMES[place]), u64::MAX.unbounded_shr(8 * missing));
        place += 1;
    }
    tails
};

/// The last eight bytes of a name as a number, after zeros where there are fewer.
const fn tail(name: &[u8]) -> u64 {
    if let Some(last) = name.last_chunk() {
        return u64::from_be_bytes(*last);
    }
    let mut tail = 0;
    let mut place = 0;
    while place < name.len() {
        tail = tail << 8 | name[place] as u64;
        place += 1;
    }
    tail
}

/// Whether a lowercase name ends like one of the listed names, in its last eight bytes, so that a full comparison
/// is needed.
pub(crate) fn may_be_listed(name: &[u8]) -> bool {
    let last = name.last().and_then(|&last| BY_LAST.get(usize::from(last)));
    let mut left = last.copied().unwrap_or_default();
    if left == 0 {
        return false;
    }
    let tail = tail(name);
    while let Some((known, mask)) = TAILS.get(left.trailing_zeros() as usize) {
        if (tail ^ known) & mask == 0 {
            return true;
        }
        left &= left - 1;
    }
    false
}
