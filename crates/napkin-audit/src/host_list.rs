//! A list of hosts that are allowed.

use std::fmt;

use crate::name::{ContactedHost, cannot_be_in_a_name};
use crate::octets::quoted;

/// Hosts that may be contacted: names, addresses, and `*.` before a name for all names below it.
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
pub struct HostList(Vec<Entry>);

/// One line of a [`HostList`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    host: ContactedHost,
    below: bool,
    port: Option<u16>,
}

impl Entry {
    /// Whether it names a host, rather than all below a name.
    pub const fn is_exact(&self) -> bool {
        !self.below
    }

    /// The port that it names, which is then allowed too.
    pub const fn port(&self) -> Option<u16> {
        self.port
    }

    fn matches(&self, host: &ContactedHost) -> bool {
        match (host, &self.host) {
            (ContactedHost::Name(name), ContactedHost::Name(suffix)) if self.below => {
                let above = name.strip_suffix(suffix.as_str());
                above
                    .and_then(|above| above.strip_suffix('.'))
                    .is_some_and(|above| !above.is_empty())
            }
            (host, listed) => !self.below && host == listed,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let (below, text) = match text.strip_prefix("*.") {
            Some(suffix) => (true, suffix),
            None => (false, text),
        };
        // The colons of an address in brackets, or of one without, are none before a port.
        let behind = text.rfind(']').map_or(0, |at| at + 1);
        let colons = text.bytes().filter(|&byte| byte == b':').count();
        let colon = text.get(behind..)?.find(':').map(|at| behind + at);
        let (host, port) = match colon.filter(|_| behind > 0 || colons == 1) {
            Some(colon) => (text.get(..colon)?, Some(text.get(colon + 1..)?.parse().ok()?)),
            None => (text, None),
        };
        let bare = host.parse().ok().map(ContactedHost::Address);
        let host = bare.unwrap_or_else(|| ContactedHost::normal(host.as_bytes()));
        let is_host = match &host {
            ContactedHost::Address(_) => !below,
            ContactedHost::Name(name) => {
                let dots = name.starts_with('.') || name.ends_with('.') || name.contains("..");
                !name.is_empty()
                    && !dots
                    && !name.bytes().any(|b| cannot_be_in_a_name(b) || b == b'*')
            }
        };
        is_host.then_some(Self { host, below, port })
    }
}

impl HostList {
    /// Reads a list: one host a line, `#` before remarks, empty lines for nothing. A host may have a
    /// port, which is then allowed beside the default one of the scheme.
    ///
    /// # Errors
    ///
    /// The first line that is no host.
    pub fn parse(text: &str) -> Result<Self, NotAHost> {
        let mut list = Self::default();
        for (line, number) in text.lines().zip(1..) {
            let entry = line.split('#').next().unwrap_or_default().trim();
            if !entry.is_empty() {
                list.push(entry).map_err(|error| NotAHost { line: Some(number), ..error })?;
            }
        }
        Ok(list)
    }

    /// Adds a host.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn push(&mut self, host: &str) -> Result<(), NotAHost> {
        let entry = Entry::parse(host).ok_or_else(|| NotAHost { line: None, text: host.into() })?;
        self.0.push(entry);
        Ok(())
    }

    /// The entry that a host matches; an exact one, if there is one.
    pub fn find(&self, host: &ContactedHost) -> Option<&Entry> {
        let mut found = self.0.iter().filter(|entry| entry.matches(host));
        let first = found.next()?;
        Some(found.find(|entry| entry.is_exact()).filter(|_| !first.is_exact()).unwrap_or(first))
    }

    /// Whether some entry that the host matches names this port.
    pub fn allows_port(&self, host: &ContactedHost, port: u16) -> bool {
        self.0.iter().any(|entry| entry.port == Some(port) && entry.matches(host))
    }

    /// Whether it has no host.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What is no host and cannot be in a [`HostList`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAHost {
    /// Of the list, if it was read as text.
    line: Option<usize>,
    text: String,
}

impl fmt::Display for NotAHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "not a host, an address or '*.' and a name: {}", quoted(self.text.as_bytes()))
    }
}

impl std::error::Error for NotAHost {}

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
