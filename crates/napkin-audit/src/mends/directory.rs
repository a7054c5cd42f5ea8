//! A directory that follows a host and a colon, as in the form of `scp` and `git clone`: `git@github.com:group/x.git`.

use napkin::Part;

use crate::name::ipv6_literal;
use crate::octets::decoded;
use crate::parts::Parts;
use crate::span::{Edit, Span};

/// The schemes of SSH under which programs read a path that is written as for `scp`.
const OVER_SSH: [&str; 3] = ["ssh", "git+ssh", "ssh+git"];

/// Whether a text begins with a scheme of [`OVER_SSH`].
pub(super) fn is_over_ssh(text: &[u8]) -> bool {
    let scheme = text.split(|&byte| byte == b':').next().unwrap_or_default();
    OVER_SSH.iter().any(|over_ssh| scheme.eq_ignore_ascii_case(over_ssh.as_bytes()))
}

/// Whether the text behind the colon of a server is likely a directory: it begins with a letter, or with a mark and has
/// one; or it begins with a digit, is a word, and `behind` it the path goes on. It may be percent-encoded.
pub(super) fn is_directory(port: &[u8], behind: &[u8]) -> bool {
    let decoded = decoded(port, Span::new(0, port.len()));
    let Ok(port) = str::from_utf8(&decoded) else { return false };
    if port.starts_with(|first: char| first.is_alphabetic() || "~_".contains(first)) {
        return true;
    }
    if port.starts_with(['.', '-']) {
        return port.contains(char::is_alphabetic);
    }
    let goes_on = matches!(behind, [b'/', next, ..] if !b"/?#".contains(next));
    goes_on && is_numbered_word(port.as_bytes())
}

/// Whether the text behind the colon of a server is a word that begins with a digit: `80a`.
pub(super) fn is_numbered_word(port: &[u8]) -> bool {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    port.first().is_some_and(u8::is_ascii_digit)
        && port.iter().any(u8::is_ascii_alphabetic)
        && port.iter().all(is_of_word)
}

/// The colon before a port that is likely a directory, where the user of SSH is `git` and a single segment follows:
/// `git+ssh://git@github.com:42/x.git`. The path of a repository has a directory before its name. 22 is the port of SSH.
pub(super) fn before_directory(input: &[u8]) -> Option<Span> {
    let parts = Parts::refused(input);
    let of = |part| parts.get(part).map_or(&b""[..], |span: Span| span.of(input));
    let name = of(Part::Path).strip_prefix(b"/")?;
    let port = parts.get(Part::Port).filter(|port| !port.is_empty() && port.of(input) != b"22")?;
    let is_meant = is_over_ssh(of(Part::Scheme))
        && of(Part::Userinfo) == b"git"
        && !name.is_empty()
        && !name.contains(&b'/');
    is_meant.then(|| Span::new(port.start - 1, port.start))
}

/// Whether edits remove a colon and what is likely a directory behind it.
pub(super) fn is_removed(input: &[u8], edits: &[Edit]) -> bool {
    let has_letter =
        |text: &[u8]| text.utf8_chunks().any(|chunk| chunk.valid().contains(char::is_alphabetic));
    edits.iter().filter(|edit| edit.text.is_empty()).any(|edit| {
        let removed = edit.span.of(input);
        removed.starts_with(b":") && has_letter(removed)
    })
}

/// The colon of the scp form of SSH, `git@github.com:group/x.git` or `git@[::1]:x.git`; `None` for other text. The path
/// may begin with a digit if the user is `git`: elsewhere it may begin with a port.
pub(super) fn of_scp(text: &[u8]) -> Option<usize> {
    let text = str::from_utf8(text).ok()?;
    let (user, behind) = text.split_once('@')?;
    let literal = behind.find("]:").filter(|_| behind.starts_with('['));
    let end = literal.map(|end| end + 1).or_else(|| behind.find(':'))?;
    let (host, path) = (behind.get(..end)?, behind.get(end + 1..)?);
    let is_name = |name: &str| {
        let is_mark = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        name.starts_with(|first: char| first.is_ascii_alphanumeric()) && name.bytes().all(is_mark)
    };
    let is_host = is_name(host) || ipv6_literal(host.as_bytes()).is_some();
    let is_path = !path.is_empty() && !path.starts_with("//");
    let is_path = is_path && (user == "git" || !is_numbered(path));
    (is_name(user) && is_host && is_path).then_some(user.len() + 1 + end)
}

/// Whether a path in the scp form begins with a digit.
fn is_numbered(path: &str) -> bool {
    path.starts_with(|first: char| first.is_ascii_digit())
}

/// The port with which the path of an scp form begins, if the colon before it was meant as in a URI:
/// `2222` of `git@host:2222/x.git`.
pub(super) fn port_of_scp(text: &[u8]) -> Option<&[u8]> {
    let path = text.get(of_scp(text)? + 1..)?;
    let port = path.split(|byte| *byte == b'/').next()?;
    (!port.is_empty() && port.iter().all(u8::is_ascii_digit)).then_some(port)
}

/// Whether the path of an scp form is a number alone, which is likely a port: `git@host:2222`.
pub(super) fn is_port_of_scp(text: &[u8]) -> bool {
    port_of_scp(text).is_some_and(|port| text.ends_with(&[b":", port].concat()))
}

/// The `ssh:` URI of an address in the scp form, `user@host:path`; `None` for other text, and for a path that begins with a
/// digit, which may be a port.
///
/// ```
/// use napkin_audit::ssh_of_scp;
///
/// let uri = ssh_of_scp("git@github.com:group/x.git");
/// assert_eq!(uri.as_deref(), Some("ssh://git@github.com/group/x.git"));
/// assert_eq!(ssh_of_scp("git@github.com:22/x.git"), None);
/// ```
pub fn ssh_of_scp(text: &str) -> Option<String> {
    let (login, path) = text.split_at_checked(of_scp(text.as_bytes())?)?;
    let path = path.strip_prefix(':').filter(|path| !is_numbered(path))?;
    let slash = if path.starts_with('/') { "" } else { "/" };
    let uri = format!("ssh://{login}{slash}{path}");
    napkin::Uri::parse(&uri).is_ok().then_some(uri)
}
