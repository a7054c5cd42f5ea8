//! Ports that belong to a protocol, so that no plan for another protocol connects there (RFC 1738 §6).
//!
//! The attack is old: a request line of one protocol, with the right text in it, is a command of another. The
//! protocols here are line-based, or have schemes of their own.

/// The protocol that a port belongs to, if there is one, by the name of its scheme if it has one.
///
/// ```
/// assert_eq!(napkin_schemes::ports::owner(25), Some("smtp"));
/// assert_eq!(napkin_schemes::ports::owner(8080), None);
/// ```
pub fn owner(port: u16) -> Option<&'static str> {
    OWNERS.binary_search_by_key(&port, |(owned, _)| *owned).ok().map(|at| OWNERS[at].1)
}

/// Ports in ascending order, with the service that IANA assigns them to.
pub const OWNERS: &[(u16, &str)] = &[
    (1, "tcpmux"),
    (7, "echo"),
    (9, "discard"),
    (11, "systat"),
    (13, "daytime"),
    (15, "netstat"),
    (17, "qotd"),
    (19, "chargen"),
    (20, "ftp-data"),
    (21, "ftp"),
    (22, "ssh"),
    (23, "telnet"),
    (25, "smtp"),
    (37, "time"),
    (42, "name"),
    (43, "whois"),
    (53, "domain"),
    (69, "tftp"),
    (70, "gopher"),
    (79, "finger"),
    (80, "http"),
    (87, "link"),
    (95, "supdup"),
    (101, "hostname"),
    (102, "iso-tsap"),
    (109, "pop2"),
    (110, "pop"),
    (111, "sunrpc"),
    (113, "auth"),
    (115, "sftp"),
    (119, "nntp"),
    (123, "ntp"),
    (135, "epmap"),
    (139, "netbios-ssn"),
    (143, "imap"),
    (179, "bgp"),
    (194, "irc"),
    (210, "wais"),
    (389, "ldap"),
    (443, "https"),
    (445, "microsoft-ds"),
    (465, "submissions"),
    (512, "exec"),
    (513, "rlogin"),
    (514, "shell"),
    (515, "printer"),
    (526, "tempo"),
    (530, "courier"),
    (531, "chat"),
    (532, "netnews"),
    (540, "uucp"),
    (554, "rtsp"),
    (563, "nntps"),
    (587, "submission"),
    (601, "syslog-conn"),
    (636, "ldaps"),
    (873, "rsync"),
    (993, "imaps"),
    (995, "pop3s"),
    (1525, "prospero"),
    (2049, "nfs"),
    (3306, "mysql"),
    (3389, "ms-wbt-server"),
    (5060, "sip"),
    (5061, "sips"),
    (5432, "postgresql"),
    (6000, "x11"),
    (6379, "redis"),
    (6566, "sane-port"),
    (6667, "irc"),
    (6697, "ircs"),
    (9418, "git"),
    (11211, "memcache"),
];

#[cfg(test)]
mod tests {
    use super::OWNERS;

    #[test]
    fn ports_ascend() {
        assert!(OWNERS.is_sorted_by(|a, b| a.0 < b.0));
    }
}
