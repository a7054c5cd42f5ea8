//! A list of hosts that are allowed.

use std::fmt;
use std::net::Ipv4Addr;

use crate::ipv4;
use crate::name::{ContactedHost, cannot_be_in_a_name, has_numeric_end};
use crate::octets::quoted;

/// Hosts that may be contacted: names, addresses, and `*.` before a name for all names below it. A list may also
/// include [any public host](Self::public).
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

/// One line of a [`HostList`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    host: ContactedHost,
    below: bool,
    port: Option<u16>,
    /// Its line in the list, if it was read from text.
    line: Option<usize>,
}

impl Entry {
    /// Whether it names a single host, not all names below a name.
    pub const fn is_exact(&self) -> bool {
        !self.below
    }

    /// Its port, which is then allowed too.
    pub const fn port(&self) -> Option<u16> {
        self.port
    }

    /// Its line in the list, counted from 1, if it was read from text.
    pub const fn line(&self) -> Option<usize> {
        self.line
    }

    /// Its host, or the name whose subdomains it allows.
    pub const fn host(&self) -> &ContactedHost {
        &self.host
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

    fn parse(text: &str, line: Option<usize>) -> Result<Self, NotAHost> {
        let wrong = |hint| NotAHost { line, text: text.into(), hint };
        let entry = Self::read(text).ok_or_else(|| wrong(None))?;
        match &entry.host {
            // Readers disagree about every such name.
            ContactedHost::Name(name) if has_numeric_end(name.as_bytes()) => {
                let address = ipv4::any_form(name.as_bytes()).filter(|_| !entry.below);
                Err(wrong(Some(Hint::Number(address))))
            }
            _ => Ok(Self { line, ..entry }),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (below, text) = match text.strip_prefix("*.") {
            Some(suffix) => (true, suffix),
            None => (false, text),
        };
        // Colons inside brackets, or of an address without brackets, do not begin a port.
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
        is_host.then_some(Self { host, below, port, line: None })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wildcard = if self.below { "*." } else { "" };
        write!(f, "{wildcard}{}", quoted(self.host.to_string().as_bytes()))?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

impl From<Entry> for HostList {
    /// A list of this entry alone.
    fn from(entry: Entry) -> Self {
        Self { entries: vec![entry], public: false }
    }
}

impl HostList {
    /// Parses a list: one host a line; `#` begins a comment; empty lines are ignored. A host may have a port, which
    /// is then allowed besides the scheme's default.
    ///
    /// # Errors
    ///
    /// The first line that is not a host.
    pub fn parse(text: &str) -> Result<Self, NotAHost> {
        let mut list = Self::default();
        for (line, number) in text.lines().zip(1..) {
            let entry = line.split('#').next().unwrap_or_default().trim();
            if !entry.is_empty() {
                list.entries.push(Entry::parse(entry, Some(number))?);
            }
        }
        Ok(list)
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
    /// If the text is not a host, or is a number that readers do not agree on, such as `127.1`.
    pub fn push(&mut self, host: &str) -> Result<(), NotAHost> {
        self.entries.push(Entry::parse(host, None)?);
        Ok(())
    }

    /// The entries, in order. [`dead_entries`](crate::dead_entries()) finds the entries that match no host.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether a host may be contacted.
    pub fn allows(&self, host: &ContactedHost) -> bool {
        self.find(host).is_some() || self.public && host.not_public().is_none()
    }

    /// The entry that a host matches; an exact entry, if there is one.
    pub fn find(&self, host: &ContactedHost) -> Option<&Entry> {
        let mut found = self.entries.iter().filter(|entry| entry.matches(host));
        let first = found.next()?;
        Some(found.find(|entry| entry.is_exact()).filter(|_| !first.is_exact()).unwrap_or(first))
    }

    /// Whether an entry that the host matches has this port.
    pub fn allows_port(&self, host: &ContactedHost, port: u16) -> bool {
        self.entries.iter().any(|entry| entry.port == Some(port) && entry.matches(host))
    }

    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty() && !self.public
    }
}

/// A text that is not a host and cannot be in a [`HostList`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAHost {
    /// Its line in the list, if it was read from text.
    line: Option<usize>,
    text: String,
    hint: Option<Hint>,
}

/// The reason, if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    /// It ends in a number, and many programs take it for an address, if one is given.
    Number(Option<Ipv4Addr>),
}

impl fmt::Display for NotAHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        let text = quoted(self.text.as_bytes());
        match self.hint {
            None => write!(f, "not a host, an address or '*.' and a name: {text}"),
            Some(Hint::Number(Some(address))) => {
                write!(
                    f,
                    "{text} matches nothing, as only some readers take it for {address}: write {address}"
                )
            }
            Some(Hint::Number(None)) => {
                write!(f, "{text} matches nothing: a name does not end in a number")
            }
        }
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
