//! A list of hosts that are allowed.

mod not_a_host;

mod entry;

use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use crate::name::ContactedHost;

pub use entry::Entry;
pub(crate) use entry::PortOfUri;
pub use not_a_host::NotAHost;

/// Hosts that may be contacted: names, addresses, and `*.` before a name for all names below it. A list may also
/// include [any public host](Self::public), and [the hosts of a site](Self::push_site).
///
/// ```
/// use napkin_audit::{ContactedHost, HostList};
///
/// let list = HostList::parse("example.com\n*.example.org # and all below\n[2001:db8::1]:8080\n")?;
/// let host = |text: &str| ContactedHost::normal(text.as_bytes());
/// assert!(list.find(&host("EXAMPLE.com")).is_some());
/// assert!(list.find(&host("a.b.example.org")).is_some());
/// assert!(list.find(&host("example.org")).is_none());
/// assert!(list.find(&host("evilexample.org")).is_none());
/// # Ok::<(), napkin_audit::NotAHost>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostList {
    entries: Vec<Entry>,
    public: bool,
}

impl From<Entry> for HostList {
    fn from(entry: Entry) -> Self {
        Self { entries: vec![entry], public: false }
    }
}

/// From a configuration: lines, as [`HostList::parse`] takes them.
impl FromStr for HostList {
    type Err = NotAHost;

    fn from_str(text: &str) -> Result<Self, NotAHost> {
        Self::parse(text)
    }
}

/// A list of hosts, or their lines as one text.
impl<'de> Deserialize<'de> for HostList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given {
            Lines(String),
            Hosts(Vec<String>),
        }

        match Given::deserialize(deserializer)? {
            Given::Lines(lines) => Self::parse(&lines),
            Given::Hosts(hosts) => hosts.iter().try_fold(Self::default(), |mut list, host| {
                list.push(host)?;
                Ok(list)
            }),
        }
        .map_err(de::Error::custom)
    }
}

impl HostList {
    /// Parses a list: one host a line; `#` begins a comment; empty lines are ignored. A host with a port allows that
    /// port alone, one without a port the scheme's default port and the [ports of the policy](crate::Limits::ports). A
    /// loopback address with the port `*` allows [any port](Entry::allows_any_port).
    ///
    /// # Errors
    ///
    /// The first line that is no host, or a dangerous one: see [`push`](Self::push).
    pub fn parse(text: &str) -> Result<Self, NotAHost> {
        let mut list = Self::default();
        // Editors on Windows write a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, number) in text.lines().zip(1..) {
            let entry = line.split('#').next().unwrap_or_default().trim();
            if !entry.is_empty() {
                list.entries.push(Entry::parse(entry, Some(number))?);
            }
        }
        Ok(list)
    }

    pub(crate) const fn of(entries: Vec<Entry>) -> Self {
        Self { entries, public: false }
    }

    /// The list that includes every public host, as far as its text shows ([`ContactedHost::not_public`]). Hosts
    /// that are not public can be [pushed](Self::push).
    ///
    /// ```
    /// use napkin_audit::{ContactedHost, HostList};
    ///
    /// let mut list = HostList::public();
    /// list.push("redis:6379")?;
    /// let allows = |host: &str| list.allows(&ContactedHost::normal(host.as_bytes()));
    /// assert!(allows("example.com") && allows("8.8.8.8") && allows("redis"));
    /// assert!(!allows("10.0.0.1") && !allows("vault") && !allows("printer.local"));
    /// # Ok::<(), napkin_audit::NotAHost>(())
    /// ```
    pub fn public() -> Self {
        Self { public: true, ..Self::default() }
    }

    /// This list, and every public host.
    ///
    /// ```
    /// use napkin_audit::HostList;
    ///
    /// let list = HostList::parse("intranet.example")?.and_public();
    /// assert!(list.has_public());
    /// # Ok::<(), napkin_audit::NotAHost>(())
    /// ```
    #[must_use]
    pub fn and_public(self) -> Self {
        Self { public: true, ..self }
    }

    /// Whether it includes every public host.
    pub const fn has_public(&self) -> bool {
        self.public
    }

    /// Adds a host.
    ///
    /// # Errors
    ///
    /// If the text is not a host; is a number that readers do not agree on, such as `127.1`; has port 0; has letters that
    /// programs map to different names, such as `straße.example`; has the port `*`, but is no loopback address; is longer than a name of the DNS; or is a wildcard
    /// above names that anybody can register, such as `*.com`.
    pub fn push(&mut self, host: &str) -> Result<(), NotAHost> {
        self.entries.push(Entry::of(host)?);
        Ok(())
    }

    pub(crate) fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// The entries, in order. [`dead_entries`](crate::dead_entries()) finds the entries that match no host.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether a host may be contacted.
    pub fn allows(&self, host: &ContactedHost) -> bool {
        self.find(host).is_some() || self.allows_public(host)
    }

    /// Whether a host may be contacted as a public one. A program that cuts a name asks for another one.
    pub(crate) fn allows_public(&self, host: &ContactedHost) -> bool {
        self.public && host.cut().is_none() && host.not_public().is_none()
    }

    /// Whether a host would be allowed, were it no name that programs cut.
    pub(crate) fn covers(&self, host: &ContactedHost) -> bool {
        let is_public = || self.public && host.not_public().is_none();
        self.entries.iter().any(|entry| entry.covers(host)) || is_public()
    }

    /// The entry that a host matches, whatever its port; an exact entry, if there is one.
    pub fn find(&self, host: &ContactedHost) -> Option<&Entry> {
        let found = || self.entries.iter().filter(|entry| entry.matches(host));
        found().find(|entry| entry.is_exact()).or_else(|| found().next())
    }

    /// The entry that allows a host at a port; an exact entry, if there is one.
    pub(crate) fn find_at(&self, host: &ContactedHost, port: PortOfUri) -> Option<&Entry> {
        let found =
            || self.entries.iter().filter(|entry| entry.matches(host) && entry.allows(port));
        found().find(|entry| entry.is_exact()).or_else(|| found().next())
    }

    /// Whether an entry that the host matches has this port. An entry with [any port](Entry::allows_any_port) does not
    /// count, since it allows one by the scheme.
    ///
    /// ```
    /// use napkin_audit::{ContactedHost, HostList};
    ///
    /// let list = HostList::parse("example.com:8443")?;
    /// let host = ContactedHost::normal(b"example.com");
    /// assert!(list.allows_port(&host, 8443) && !list.allows_port(&host, 443));
    /// # Ok::<(), napkin_audit::NotAHost>(())
    /// ```
    pub fn allows_port(&self, host: &ContactedHost, port: u16) -> bool {
        self.entries.iter().any(|entry| entry.port() == Some(port) && entry.matches(host))
    }

    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty() && !self.public
    }
}

#[cfg(test)]
mod tests {
    use super::{ContactedHost, HostList};

    #[test]
    fn what_is_a_host() {
        for fine in ["a", "*.a.b", "1.2.3.4", "::1", "[::1]", "[::1]:80", "a:80", "bücher.example"]
        {
            assert!(HostList::parse(fine).is_ok(), "{fine}");
        }
        for wrong in
            ["*", "a b", "a*", "*.1.2.3.4", "a:x", "a:65536", "http://a", "a/b", ".a", "[::1"]
        {
            assert!(HostList::parse(wrong).is_err(), "{wrong}");
        }
        for (number, message) in [
            (
                "127.1",
                "127.1 matches nothing, as only some readers take it for 127.0.0.1: write 127.0.0.1",
            ),
            (
                "0x7f.1:80",
                "0x7f.1:80 matches nothing, as only some readers take it for 127.0.0.1: write 127.0.0.1",
            ),
            ("1.2.3.4.5", "1.2.3.4.5 matches nothing: a name does not end in a number"),
            ("*.1", "*.1 matches nothing: a name does not end in a number"),
        ] {
            let error = HostList::default().push(number).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        let error = HostList::parse("# fine\na\n\nb/c").unwrap_err();
        let message = "line 4: not a host, an address or '*.' and a name: b/c";
        assert_eq!(error.to_string(), message);
        let error = HostList::default().push("b\u{1b}/c").unwrap_err();
        let message = "not a host, an address or '*.' and a name: b\\u{1b}/c";
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn addresses_are_numbers() {
        let list = HostList::parse("2001:db8:0:0::1\n10.0.0.1:81").unwrap();
        let host = |text: &str| ContactedHost::normal(text.as_bytes());
        assert!(list.find(&host("[2001:DB8::0:1]")).is_some());
        assert!(list.find(&host("10.0.0.1")).is_some());
        assert!(list.allows_port(&host("10.0.0.1"), 81));
        assert!(!list.allows_port(&host("10.0.0.1"), 82));
    }
}
