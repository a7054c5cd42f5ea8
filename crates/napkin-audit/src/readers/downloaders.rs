//! Programs that fetch files or ask servers: `HTTrack`, httping, lftp, puf, snarf.

use crate::idn;
use crate::name::ContactedHost;

use super::Answer;
use super::cut::{
    Splitter, UNTIL_SLASH, after_slashes, decoded_until_nul, host_and_port, literal, named,
    named_as_is, scheme_and_rest, until,
};

/// As lftp: the authority ends only at a slash; the host is decoded, and is a list of hosts, tried in order.
pub(super) fn lftp(input: &[u8]) -> Answer {
    let Some(rest) = after_slashes(input) else { return Answer::Refused };
    let server = until(rest, b"/").rsplit(|&byte| byte == b'@').next().unwrap_or_default();
    let Some((host, _)) = host_and_port(server) else { return Answer::Refused };
    if host.starts_with(b"[") {
        return literal(host, |_| false);
    }
    let hosts = decoded_until_nul(host);
    let mut contacted = hosts.split(|&byte| byte == b',').map(named);
    contacted.find(|answer| answer.host().is_some()).unwrap_or(Answer::Refused)
}

/// As `HTTrack`: the fragment is one more link. Its bytes before the first letter or slash are skipped; behind `//`, or
/// behind a scheme that `HTTrack` fetches, follows the host.
///
/// The link has a scheme and a port of its own, so it may lead to another server of the same host. Such an answer, and one
/// that is no name, keeps the slashes, so that it agrees with no other reader.
pub(super) fn httrack(input: &[u8]) -> Answer {
    const FETCHED: [&[u8]; 4] = [b"//", b"http://", b"https://", b"ftp://"];
    let hash =
        input.iter().position(|&byte| byte == b'#').filter(|_| after_slashes(input).is_some());
    let fragment = hash.and_then(|hash| input.get(hash + 1..)).unwrap_or_default();
    let begins = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'/';
    let link = fragment.iter().position(begins).and_then(|at| fragment.get(at..));
    let behind = |begin: &&[u8]| {
        let (first, rest) = link?.split_at_checked(begin.len())?;
        first.eq_ignore_ascii_case(begin).then_some(rest)
    };
    let Some(rest) = FETCHED.iter().find_map(behind) else { return Answer::Refused };
    let authority = until(rest, b"/?#");
    if authority.is_empty() {
        return Answer::Refused;
    }
    match Splitter::GENERIC.read_authority(authority) {
        answer
            if answer.host().is_some() && answer.host() != Splitter::GENERIC.read(input).host() =>
        {
            answer
        }
        _ => Answer::Host(ContactedHost::as_written(&[b"//", authority].concat())),
    }
}

/// As httping: the authority is the host, with its userinfo. If it has a colon, the host ends there, or at an `@` before
/// it. So it asks for `[2001:db8` where an address is in brackets, and finds no host.
pub(super) fn httping(input: &[u8]) -> Answer {
    let Some(rest) = after_slashes(input) else { return Answer::Refused };
    let authority = until(rest, b"/");
    if authority.starts_with(b"[") {
        return Answer::Refused;
    }
    let host = if authority.contains(&b':') { until(authority, b":@") } else { authority };
    named_as_is(host, idn::uts46)
}

/// As puf: the authority ends only at a slash; `..` removes the segment before it, also in a fragment and across empty
/// segments, and where that segment is the authority, what follows two slashes is the next one.
pub(super) fn puf(input: &[u8]) -> Answer {
    let Some((scheme, rest)) = scheme_and_rest(input) else { return Answer::Refused };
    let Some(text) = rest.strip_prefix(b"//").filter(|_| scheme.eq_ignore_ascii_case(b"http"))
    else {
        return Answer::Refused;
    };
    let mut depth = 0_usize;
    let mut at = until(text, b"/").len();
    while let Some(behind) = text.get(at + 1..) {
        let segment = until(behind, b"/");
        at += 1 + segment.len();
        match (segment, depth) {
            (b"" | b".", _) => {}
            (b"..", 0) => {
                let next = text.get(at..).unwrap_or_default().strip_prefix(b"//");
                return next.map_or(Answer::Refused, |next| {
                    UNTIL_SLASH.read_authority(until(next, b"/?#"))
                });
            }
            (b"..", _) => depth -= 1,
            _ => depth += 1,
        }
    }
    UNTIL_SLASH.read(input)
}

/// As snarf: searches a scheme in the whole text, whatever its own scheme is, and then drops as many bytes from its start.
/// Where it finds none, or a shorter one than the URI's own, it takes text of that for a host; this reader refuses such a
/// text, which other readers judge. An address in brackets is cut at its first colon, which leaves no name.
pub(super) fn snarf(input: &[u8]) -> Answer {
    const SCHEMES: [&[u8]; 3] = [b"http://", b"ftp://", b"gopher://"];
    let holds = |scheme: &&&[u8]| input.windows(scheme.len()).any(|part| part == **scheme);
    let rest = after_slashes(input).map_or(0, <[u8]>::len);
    let text = SCHEMES.iter().find(holds).and_then(|scheme| input.get(scheme.len()..));
    let Some(text) = text.filter(|text| text.len() <= rest) else { return Answer::Refused };
    let authority = until(text, b"/");
    let server = match authority.iter().position(|&byte| byte == b'@') {
        Some(_) => {
            let user = until(authority, b":@").len() + 1;
            let rest = authority.get(user..).unwrap_or_default();
            let at = rest.iter().position(|&byte| byte == b'@');
            rest.get(at.map_or(0, |at| at + 1)..).unwrap_or_default()
        }
        None => authority,
    };
    match until(server, b":") {
        [] => Answer::Refused,
        host => named(host),
    }
}
