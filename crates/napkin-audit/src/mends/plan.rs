//! The choices of a repair where no repair is certainly right, and every combination of them.

use unicode_normalization::UnicodeNormalization;

use crate::idn;
use crate::name::cannot_be_in_a_name;
use crate::scheme_lists::WITH_HOST;
use crate::span::Span;

use super::around::{lone_delimiters, unwrapped};
use super::directory::{is_over_ssh, of_scp, port_of_scp};

/// One combination of choices.
#[derive(Clone, Copy, Default)]
pub(super) struct Plan {
    /// Backslashes become slashes; otherwise they are data.
    pub(super) slashes: bool,
    /// Inner white space is removed; otherwise it is encoded.
    pub(super) joined: bool,
    /// The first `@` ends the userinfo; otherwise the last does.
    pub(super) first_at: bool,
    /// An invalid port is removed; otherwise it is cut after its digits, or becomes a path if it is a word.
    pub(super) no_port: bool,
    /// The less usual reading of the text behind a colon: a text with a letter is a path, the last group of
    /// an IPv6 address without brackets is a port, a list of servers is one server with more text behind it, and the
    /// path of the scp form begins with a port.
    pub(super) other_port: bool,
    /// A quotation mark or bracket at one end, without its partner at the other, is removed, and the label `URL:`;
    /// otherwise a mark is encoded, and the label is a scheme.
    pub(super) unquoted: bool,
    /// An internationalized DNS name at the start of a path becomes the host.
    pub(super) as_host: bool,
    /// The delimiters of a [`late_userinfo`] are data; otherwise they end the authority.
    pub(super) late_at: bool,
    /// The scp form of SSH becomes a URI; otherwise it is a path.
    pub(super) as_ssh: bool,
}

/// Every combination of the choices that the input has: at most 192 passes, and 8 for the scp form.
pub(super) fn plans(input: &[u8]) -> impl Iterator<Item = Plan> {
    let count = |of: fn(u8) -> bool| input.iter().filter(|byte| of(**byte)).count();
    let inner = unwrapped(input).of(input);
    let choices = [
        count(|byte| byte == b'\\') > 0,
        count(|byte| byte.is_ascii_whitespace() || byte == 0x0b) > 0,
        count(|byte| byte == b'@') > 1,
        has_port(inner),
        has_other_port(inner),
        lone_delimiters(inner) != (0, 0),
        named_host(inner).is_some(),
        late_userinfo(inner).is_some(),
        may_be_scp(inner),
    ];
    (0..512_usize).filter_map(move |bits| {
        let chosen: [bool; 9] = std::array::from_fn(|bit| bits >> bit & 1 != 0);
        let possible = chosen.iter().zip(choices).all(|(chosen, there)| there || !chosen);
        let [slashes, joined, first_at, no_port, other_port, unquoted, as_host, late_at, as_ssh] =
            chosen;
        let is_of_uri = slashes || first_at || no_port || as_host || late_at;
        let excluded = as_ssh && is_of_uri || no_port && other_port;
        (possible && !excluded).then_some(Plan {
            slashes,
            joined,
            first_at,
            no_port,
            other_port,
            unquoted,
            as_host,
            late_at,
            as_ssh,
        })
    })
}

/// Whether a text may have a port: a colon behind that of the scheme, or behind two slashes.
fn has_port(text: &[u8]) -> bool {
    let (before, behind) = lone_delimiters(text);
    let within = text.get(before..text.len() - behind).unwrap_or_default();
    let mut colons = text.iter().filter(|&&byte| byte == b':');
    let has_no_scheme = matches!(within, [b'/' | b'\\', b'/' | b'\\', ..]);
    colons.next().is_some() && (has_no_scheme || colons.next().is_some())
}

/// Whether [`Plan::other_port`] may change the repair of a text: the text behind a colon has two readings. Most of them need
/// a text that is no number behind the first colon of a server.
fn has_other_port(text: &[u8]) -> bool {
    let (before, behind) = lone_delimiters(text);
    let within = text.get(before..text.len() - behind).unwrap_or_default();
    if [text, within].into_iter().any(|text| port_of_scp(text).is_some()) {
        return true;
    }
    let server = authority_start(within).and_then(|start| {
        let authority = within.get(start..)?.split(|byte| b"/?#\\".contains(byte)).next()?;
        authority.rsplit(|&byte| byte == b'@').next()
    });
    let server = server.unwrap_or_default();
    let literal = server.iter().position(|&byte| server.starts_with(b"[") && byte == b']');
    let rest = server.get(literal.unwrap_or(0)..).unwrap_or_default();
    let port = rest.splitn(2, |&byte| byte == b':').nth(1);
    port.is_some_and(|port| !port.iter().all(u8::is_ascii_digit))
}

/// Whether a text may have the scp form of SSH within the text around it.
fn may_be_scp(text: &[u8]) -> bool {
    let (before, behind) = lone_delimiters(text);
    let within = text.get(before..text.len() - behind).unwrap_or_default();
    of_scp(text).or_else(|| of_scp(within)).is_some()
}

/// The DNS name of a non-ASCII name by UTS #46; `None` if a character of it would become a delimiter or data of a
/// URI, or another ASCII mark: programs find the host before the comma that `，` becomes. Nor has it an
/// empty label, but for the root.
pub(super) fn dns_name(name: &str) -> Option<String> {
    let marks = |text: &str| text.bytes().filter(|&byte| is_mark(byte)).count();
    let fits = |ascii: &String| {
        let labels = ascii.strip_suffix('.').unwrap_or(ascii);
        !ascii.bytes().any(cannot_be_in_a_name)
            && marks(ascii) == marks(name)
            && !labels.split('.').any(str::is_empty)
    };
    idn::uts46(name).filter(fits)
}

/// Whether a byte is an ASCII mark that no DNS name has.
fn is_mark(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'.')
}

/// Whether the compatibility form of a character, which programs make of hosts, has an ASCII mark that no DNS name has.
pub(super) fn becomes_mark(character: char) -> bool {
    !character.is_ascii() && character.nfkc().any(|one| u8::try_from(one).is_ok_and(is_mark))
}

/// An internationalized DNS name at the start of a text without a scheme.
pub(super) struct NamedHost {
    /// The name in ASCII.
    pub(super) ascii: String,
    /// The length of the name in the text.
    pub(super) length: usize,
    /// The end of its port, or of the name if there is none.
    pub(super) end: usize,
}

/// The internationalized DNS name at the start of a text without scheme and slash, perhaps with a port.
pub(super) fn named_host(text: &[u8]) -> Option<NamedHost> {
    let end = text.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(text.len());
    let server = str::from_utf8(text.get(..end)?).ok()?;
    let (name, port) = server.split_once(':').unwrap_or((server, "0"));
    let is_port = !port.is_empty() && port.chars().all(char::is_numeric);
    let is_name = !name.is_ascii() && !name.contains(['@', '%', ' ']);
    let has_dot = |ascii: &String| ascii.trim_end_matches('.').contains('.');
    let ascii = dns_name(name).filter(|ascii| is_name && is_port && has_dot(ascii))?;
    Some(NamedHost { ascii, length: name.len(), end })
}

/// A userinfo that a raw `/`, `?` or `#` of its password cuts off: `u:p/a` of `http://u:p/a@host/`, and
/// `u@mail.example:p/a` of `http://u@mail.example:p/a@host/`. The text before that delimiter is no server, since its port
/// is no number or there is none. `@` after a slash begins a segment, as in `/@user`, and behind `.git` a revision.
pub(super) fn late_userinfo(text: &[u8]) -> Option<Span> {
    let start = authority_start(text)?;
    let rest = text.get(start..)?;
    let end = rest.iter().position(|byte| b"/?#".contains(byte))?;
    let (authority, behind) = rest.split_at_checked(end)?;
    let first = behind.iter().position(|&byte| byte == b'@')?;
    let server = authority.rsplit(|&byte| byte == b'@').next()?;
    let has_user = server.len() < authority.len();
    let is_number = |colon: usize| server.iter().skip(colon + 1).all(u8::is_ascii_digit);
    let is_word = match server.iter().position(|&byte| byte == b':') {
        Some(colon) => !server.starts_with(b"[") && !is_number(colon),
        // An `@` of the password ends before no server.
        None => server.is_empty() && has_user && authority.contains(&b':'),
    };
    let before = behind.get(..first)?;
    let is_repository = before.ends_with(b".git") || has_user && is_over_ssh(text);
    let is_password = before.last() != Some(&b'/') && !is_repository;
    let server = behind.get(first..)?.split(|byte| b"/?#".contains(byte)).next()?;
    let at = first + server.iter().rposition(|&byte| byte == b'@')?;
    let is_host =
        behind.get(at + 1).is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'[');
    (is_word && is_password && is_host).then(|| Span::new(start, start + end + at))
}

/// The `@` that ends the userinfo, if there are several, it is late, or a backslash of a user name is before it: text
/// before it may be a password.
pub(super) fn meant_at(text: &[u8]) -> Option<usize> {
    let in_authority = || {
        let userinfo = userinfo(text)?;
        let is_one_of_several = userinfo.of(text).contains(&b'@');
        (is_one_of_several || has_domain(text, userinfo)).then_some(userinfo.end)
    };
    late_userinfo(text).map(|userinfo| userinfo.end).or_else(in_authority)
}

/// The text before the last `@` of an authority.
fn userinfo(text: &[u8]) -> Option<Span> {
    let start = authority_start(text)?;
    let authority = text.get(start..)?.split(|byte| b"/?#".contains(byte)).next()?;
    let at = authority.iter().rposition(|&byte| byte == b'@')?;
    Some(Span::new(start, start + at))
}

/// The end of a userinfo that has the domain of a user of Windows, `DOMAIN\user`, by a scheme that browsers do not read.
pub(super) fn user_with_domain(text: &[u8]) -> Option<usize> {
    let is_certain = |userinfo: &Span| has_domain(text, *userinfo) && !is_of_browsers(text);
    userinfo(text).filter(is_certain).map(|userinfo| userinfo.end)
}

/// Whether a userinfo likely has the domain of a user of Windows. Browsers take the backslash for a slash in URIs of their
/// schemes, so that a password is needed there.
fn has_domain(text: &[u8], userinfo: Span) -> bool {
    let user = userinfo.of(text).splitn(2, |&byte| byte == b'\\').nth(1);
    user.is_some_and(|user| !is_of_browsers(text) || user.contains(&b':'))
}

/// Whether browsers take a backslash in a text for a slash.
fn is_of_browsers(text: &[u8]) -> bool {
    let scheme = text.split(|&byte| byte == b':').next().unwrap_or_default();
    WITH_HOST.iter().any(|one| scheme.eq_ignore_ascii_case(one.as_bytes()))
}

/// The place behind the two slashes before an authority.
pub(super) fn authority_start(text: &[u8]) -> Option<usize> {
    let colon = text.iter().position(|byte| b":/?#".contains(byte))?;
    let start = if text.starts_with(b"//") { 2 } else { colon + 3 };
    let is_authority = text.starts_with(b"//") || text.get(colon..start)? == b"://";
    is_authority.then_some(start)
}
