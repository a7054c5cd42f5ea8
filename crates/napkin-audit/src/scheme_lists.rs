//! Lists of schemes by what their URIs do: run code, contain a document, stay on the machine, or become arguments of other
//! programs.

use napkin::scheme::FACTS;
use napkin_schemes::registry::is_known;

/// Schemes whose URIs have a host, and for which browsers accept any number of slashes.
pub(crate) const WITH_HOST: &[&str] = &["http", "https", "ws", "wss", "ftp"];

/// Schemes with two slashes that people type.
pub(crate) const TYPED: &[&str] = &["http", "https", "ftp", "file", "ws", "wss"];

/// Schemes in which at least one reader finds a host after any number of slashes: the special schemes of the URL
/// Standard, which had `gopher` until 2020.
pub(crate) const HOST_BY_SOME: &[&str] = &["http", "https", "ws", "wss", "ftp", "gopher"];

pub(crate) const WITH_DOMAIN_NAME: &[&str] = &[
    "http", "https", "ftp", "ws", "wss", "gopher", "telnet", "nntp", "imap", "ldap", "sftp", "ssh",
    "rtsp",
];

/// Schemes whose URIs are programs.
pub(crate) const SCRIPTS: &[&str] = &["javascript", "vbscript", "livescript", "mocha", "jscript"];

/// Schemes whose URIs are documents.
pub(crate) const CONTENTS: &[&str] = &["data", "blob", "filesystem", "about"];

/// Schemes that read from the machine.
pub(crate) const LOCAL: &[&str] =
    &["file", "jar", "res", "resource", "netdoc", "phar", "php", "zip", "glob", "expect"];

/// Schemes that start other programs.
pub(crate) const HANDLERS: &[&str] = &[
    "ms-msdt",
    "search-ms",
    "search",
    "ms-officecmd",
    "ms-word",
    "ms-excel",
    "ms-powerpoint",
    "ms-appinstaller",
    "ms-cxh",
    "ms-settings",
    "shell",
    "intent",
    "android-app",
    "x-apple.systempreferences",
    "help",
    "hcp",
    "ms-its",
    "mk",
    "wyciwyg",
    "steam",
    "vscode",
];

/// Schemes that only wrap another URI.
pub(crate) const WRAPPERS: &[&str] = &["view-source", "feed", "url", "jar", "wysiwyg"];

/// Schemes that fill in a message.
pub(crate) const MAIL: &[&str] = &["mailto"];

/// Schemes whose parts are handed to other programs as arguments.
pub(crate) const ARGUMENTS: &[&str] = &[
    "apt",
    "bzr",
    "bzr+sftp",
    "bzr+ssh",
    "callto",
    "fax",
    "finger",
    "git",
    "git+git",
    "git+rsync",
    "git+ssh",
    "hg",
    "hg+ssh",
    "info",
    "mailto",
    "man",
    "mosh",
    "qemu+ssh",
    "rdp",
    "rlogin",
    "rsh",
    "rsync",
    "rsync+ssh",
    "scp",
    "sftp",
    "skype",
    "sms",
    "spice",
    "ssh",
    "ssh+git",
    "svn",
    "svn+ssh",
    "tel",
    "telnet",
    "tn3270",
    "vnc",
    "x-man-page",
    "xen+ssh",
];

/// For each first letter, in both cases: the lengths of the schemes that begin with it, as bits. This covers the
/// schemes of all lists, and those whose URIs contain a secret.
const LENGTHS: [u32; 256] = {
    let lists = [SCRIPTS, CONTENTS, LOCAL, HANDLERS, WRAPPERS, MAIL, ARGUMENTS];
    let mut lengths = [0; 256];
    let mut list = 0;
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            lengths = with_length_of(lengths, lists[list][place].as_bytes());
            place += 1;
        }
        list += 1;
    }
    let mut known = 0;
    while known < FACTS.len() {
        if FACTS[known].secret.is_some() {
            lengths = with_length_of(lengths, FACTS[known].scheme.as_bytes());
        }
        known += 1;
    }
    lengths
};

const fn with_length_of(mut lengths: [u32; 256], scheme: &[u8]) -> [u32; 256] {
    lengths[scheme[0] as usize] |= 1 << scheme.len();
    lengths[scheme[0].to_ascii_uppercase() as usize] |= 1 << scheme.len();
    lengths
}

/// Whether a valid scheme has the first letter and the length of a listed scheme, so that a full comparison is
/// needed.
pub(crate) fn may_be_listed(scheme: &[u8]) -> bool {
    let lengths = scheme.first().and_then(|&first| LENGTHS.get(usize::from(first)));
    lengths.is_some_and(|lengths| lengths.unbounded_shr(scheme.len() as u32) & 1 == 1)
}

/// Whether a scheme looks like a host: it has the characters of a DNS name, and no registry knows it.
pub(crate) fn is_hostlike(scheme: &[u8]) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.".contains(byte);
    scheme.iter().all(is_of_name) && str::from_utf8(scheme).is_ok_and(|scheme| !is_known(scheme))
}

/// The port that is likely meant, where a URI reads a host as a scheme (RFC 3986 section 4.5): `8080` of `h:8080/x`.
/// `behind` is the text behind the colon.
///
/// A registered scheme is none. Behind a name without a dot, other than `localhost`, a number is taken for a port if it is
/// 80, 443, or no system port (RFC 6335 section 6): `bug:12` has none.
///
/// ```
/// use napkin_audit::meant_port;
///
/// assert_eq!(meant_port("localhost", "3000/x"), Some("3000"));
/// assert_eq!(meant_port("h", "8080"), Some("8080"));
/// assert_eq!((meant_port("bug", "12"), meant_port("tel", "8080")), (None, None));
/// ```
pub fn meant_port<'t>(scheme: &str, behind: &'t str) -> Option<&'t str> {
    let port = behind.split(['/', '?', '#']).next().filter(|port| port.len() <= 5)?;
    let number: u16 = port.parse().ok().filter(|port| *port > 0)?;
    let is_digits = port.bytes().all(|byte| byte.is_ascii_digit());
    let is_host = scheme.contains('.') || scheme.eq_ignore_ascii_case("localhost");
    let is_usual = is_host || matches!(number, 80 | 443 | 1024..);
    (is_digits && is_usual && is_hostlike(scheme.as_bytes())).then_some(port)
}
