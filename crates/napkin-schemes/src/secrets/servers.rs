//! The servers of any text, valid or not, with the user and the password before each.
//!
//! They are looked for where they are most likely meant, not by a grammar: behind two slashes, and behind the scheme of a browser
//! without them. A userinfo ends at the last `@` before the path, or at any `@` of the line if what follows the colon of the host is
//! no port: then a password has a delimiter that nobody encoded.

use std::ops::Range;

/// A server, and what is before it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Server {
    /// The scheme before it, or an empty place.
    pub scheme: Range<usize>,
    /// Where the user, or the host, begins.
    pub start: usize,
    /// The userinfo without its `@`.
    pub userinfo: Option<Range<usize>>,
    /// The userinfo behind its first colon.
    pub password: Option<Range<usize>>,
    /// The host without its port.
    pub host: Range<usize>,
}

/// The servers of a text, in order. What was searched for an `@` is not searched again, so that the work is linear.
pub fn servers(text: &[u8]) -> Servers<'_> {
    Servers { text, from: 0, without_at: 0 }
}

/// The servers of a text. Made by [`servers`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Servers<'t> {
    text: &'t [u8],
    /// Where the next server is searched.
    from: usize,
    /// Up to where no `@` follows on the line.
    without_at: usize,
}

impl Iterator for Servers<'_> {
    type Item = Server;

    fn next(&mut self) -> Option<Server> {
        let text = self.text;
        let start = begin(text, self.from)?;
        let rest = text.get(start..)?;
        let end = find(rest, |byte| b"/?#\\".contains(&byte)).unwrap_or(rest.len());
        let authority = rest.get(..end)?;
        let scheme = scheme_before(text, start);
        let is_of = |known: &&str| {
            text.get(scheme.clone())
                .is_some_and(|scheme| scheme.eq_ignore_ascii_case(known.as_bytes()))
        };
        let last = authority.iter().rposition(|&byte| byte == b'@');
        let at = self.behind_delimiter(start, end, last, DATABASES.iter().any(is_of)).or(last);
        self.from = start + at.map_or(end, |at| at + 1);
        let colon =
            find(authority, |byte| byte == b':').filter(|colon| at.is_some_and(|at| *colon < at));
        let host = start + at.map_or(0, |at| at + 1);
        let of_host =
            |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte) || !byte.is_ascii();
        let length = text.get(host..).and_then(|rest| find(rest, |byte| !of_host(byte)));
        Some(Server {
            scheme,
            start,
            userinfo: at.map(|at| start..start + at),
            password: colon.zip(at).map(|(colon, at)| start + colon + 1..start + at),
            host: host..length.map_or(text.len(), |length| host + length),
        })
    }
}

impl Servers<'_> {
    /// The `@` that ends a password with a delimiter, counted from the start of the authority, whose end and last `@` are known.
    fn behind_delimiter(
        &mut self,
        start: usize,
        end: usize,
        last: Option<usize>,
        is_database: bool,
    ) -> Option<usize> {
        let host = last.map_or(start, |last| start + last + 1);
        let server = self.text.get(host..start + end)?;
        let colon = find(server, |byte| byte == b':').filter(|_| server.first() != Some(&b'['))?;
        let is_cut = !is_port(server.get(colon + 1..)?) || (is_database && last.is_none());
        if !is_cut || start + end < self.without_at {
            return None;
        }
        let rest = self.text.get(start + end..)?;
        let line = find(rest, |byte| byte == b'@' || byte == b'\n');
        if line.and_then(|line| rest.get(line)) == Some(&b'@') {
            return line.map(|line| end + line);
        }
        self.without_at = line.map_or(self.text.len(), |line| start + end + line);
        None
    }
}

/// Whether a text is a port, or begins a list of hosts, or of `tcp(host:port)`.
fn is_port(text: &[u8]) -> bool {
    let behind = find(text, |byte| !byte.is_ascii_digit()).and_then(|at| text.get(at));
    behind.is_none_or(|byte| b",)".contains(byte))
}

/// Schemes of databases and queues, whose paths have no `@`: a password may begin with digits and have a slash.
const DATABASES: &[&str] =
    &["amqp", "amqps", "mongodb", "mysql", "postgres", "postgresql", "redis", "rediss"];

/// Schemes behind which browsers find a server, with slashes of either kind or without (URL Standard section 4.4).
const OF_BROWSERS: [&[u8]; 5] = [b"http", b"https", b"ftp", b"ws", b"wss"];

/// Where the next server of a text may begin: behind two slashes or more, or behind the scheme of a browser.
fn begin(text: &[u8], from: usize) -> Option<usize> {
    let is_slash = |byte: u8| matches!(byte, b'/' | b'\\');
    let slashes = |at: usize| {
        text.get(at..).map_or(0, |rest| rest.iter().take_while(|byte| is_slash(**byte)).count())
    };
    let mut at = from;
    loop {
        at += find(text.get(at..)?, |byte| byte == b':' || is_slash(byte))?;
        if text.get(at) == Some(&b':') {
            at += 1;
            let scheme = text.get(scheme_before(text, at))?;
            if OF_BROWSERS.iter().any(|known| known.eq_ignore_ascii_case(scheme)) {
                return Some(at + slashes(at));
            }
        } else {
            let count = slashes(at);
            at += count;
            if count > 1 {
                return Some(at);
            }
        }
    }
}

/// The longest scheme that is compared, in bytes.
const LONGEST_SCHEME: usize = 32;

/// The scheme whose colon, and perhaps slashes, end at an offset. Of `git+https` the whole.
pub(super) fn scheme_before(text: &[u8], at: usize) -> Range<usize> {
    let before = text.get(..at).unwrap_or_default();
    let slashes = before.iter().rev().take(4).take_while(|byte| b"/\\".contains(byte)).count();
    let colon = at - slashes;
    let Some((b':', before)) = before.get(..colon).and_then(<[u8]>::split_last) else {
        return at..at;
    };
    let of_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = before.iter().rev().take(LONGEST_SCHEME).take_while(of_scheme).count();
    before.len() - length..before.len()
}

/// The first byte that meets a condition.
pub(super) fn find(text: &[u8], meets: impl Fn(u8) -> bool) -> Option<usize> {
    text.iter().position(|&byte| meets(byte))
}
