//! Clients that look for the host in the whole URI, also behind the authority.

use super::Answer;
use super::cut::{Splitter, after_slashes, until};

/// As `OpenSSL`, gSOAP and others: the userinfo ends at the last `@` of the whole text, wherever that is. Some of them take
/// the first one; where no `@` is behind the authority, both find the host there.
pub(super) fn at_anywhere(input: &[u8]) -> Answer {
    let Some(rest) = after_slashes(input) else { return Answer::Refused };
    let server = rest.rsplit(|&byte| byte == b'@').next().unwrap_or_default();
    Splitter::GENERIC.read_authority(until(server, b"/?#"))
}

/// As `ocsptool` of `GnuTLS`: the authority begins behind the first `http://`, wherever that is.
pub(super) fn http_anywhere(input: &[u8]) -> Answer {
    const HTTP: &[u8] = b"http://";
    let found = input.windows(HTTP.len()).position(|part| part.eq_ignore_ascii_case(HTTP));
    let behind = found.and_then(|at| input.get(at + HTTP.len()..));
    behind.map_or(Answer::Refused, |behind| Splitter::GENERIC.read_authority(until(behind, b"/?#")))
}
