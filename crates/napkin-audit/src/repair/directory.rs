//! A directory that follows a host and a colon, as in the form of `scp` and `git clone`: `git@github.com:group/x.git`.

use napkin::Part;

use crate::parts::Parts;
use crate::span::Span;

/// The schemes of SSH under which programs read a path that is written as for `scp`.
const OVER_SSH: [&str; 3] = ["ssh", "git+ssh", "ssh+git"];

/// Whether the text behind the colon of a server is likely a directory: it begins with a letter; or it begins with a
/// digit, is a word, and `behind` it the path goes on.
pub(super) fn is_directory(port: &[u8], behind: &[u8]) -> bool {
    let Ok(port) = str::from_utf8(port) else { return false };
    if port.starts_with(|first: char| first.is_alphabetic() || "~_".contains(first)) {
        return true;
    }
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let is_word = port.bytes().all(is_of_word) && port.contains(|one: char| one.is_alphabetic());
    let goes_on = matches!(behind, [b'/', next, ..] if !b"/?#".contains(next));
    is_word && goes_on && port.starts_with(|first: char| first.is_ascii_digit())
}

/// The colon before a port that is likely a directory, where the user of SSH is `git` and a single segment follows:
/// `git+ssh://git@github.com:42/x.git`. The path of a repository has a directory before its name.
pub(super) fn before_directory(input: &[u8]) -> Option<Span> {
    let parts = Parts::refused(input);
    let of = |part| parts.get(part).map_or(&b""[..], |span: Span| span.of(input));
    let is_ssh =
        OVER_SSH.iter().any(|scheme| of(Part::Scheme).eq_ignore_ascii_case(scheme.as_bytes()));
    let name = of(Part::Path).strip_prefix(b"/")?;
    let port = parts.get(Part::Port).filter(|port| !port.is_empty())?;
    let is_meant =
        is_ssh && of(Part::Userinfo) == b"git" && !name.is_empty() && !name.contains(&b'/');
    is_meant.then(|| Span::new(port.start - 1, port.start))
}
