//! Programs that fetch files or ask servers: httping, lftp, puf, snarf.

use crate::idn;

use super::Answer;
use super::cut::{
    UNTIL_SLASH, after_slashes, decoded_until_nul, host_and_port, literal, named, named_as_is,
    scheme_and_rest, until,
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
    contacted.find(|answer| matches!(answer, Answer::Host(_))).unwrap_or(Answer::Refused)
}

/// As httping: the authority is the host, with its userinfo. If it has a colon, the host ends there, or at an `@` before
/// it.
pub(super) fn httping(input: &[u8]) -> Answer {
    let Some(rest) = after_slashes(input) else { return Answer::Refused };
    let authority = until(rest, b"/");
    if authority.starts_with(b"[") {
        return host_and_port(authority)
            .map_or(Answer::Refused, |(host, _)| literal(host, |_| false));
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

/// As snarf: searches a scheme in the whole text, and then drops as many bytes from its start. Where that leaves no
/// host, snarf takes the scheme for one; this reader refuses such a text, which other readers judge.
pub(super) fn snarf(input: &[u8]) -> Answer {
    const SCHEMES: [&[u8]; 3] = [b"http://", b"ftp://", b"gopher://"];
    const READ: [&[u8]; 5] = [b"http://", b"ftp://", b"gopher://", b"ws://", b"wss://"];
    let holds = |scheme: &&&[u8]| input.windows(scheme.len()).any(|part| part == **scheme);
    let is_read = READ.iter().any(|scheme| input.starts_with(scheme));
    let Some(scheme) = SCHEMES.iter().find(holds).filter(|_| is_read) else {
        return Answer::Refused;
    };
    let text = input.get(scheme.len()..).unwrap_or_default();
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
