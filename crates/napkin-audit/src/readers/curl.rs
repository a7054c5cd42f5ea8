//! libcurl: its URL API and its IDN library.

use crate::idn;
use crate::ipv4;
use crate::name::ContactedHost;
use crate::octets::decoded;
use crate::span::Span;

use super::Answer;
use super::cut::{host_and_port, leading_number, literal, named_as_is, scheme_and_rest, until};

pub(super) fn libcurl(input: &[u8]) -> Answer {
    const SCHEMES: &[&[u8]] = &[
        b"http", b"https", b"ftp", b"ftps", b"ws", b"wss", b"gopher", b"gophers", b"telnet",
        b"ldap", b"ldaps", b"imap", b"imaps", b"pop3", b"pop3s", b"smtp", b"smtps", b"sftp",
        b"scp", b"smb", b"smbs", b"dict", b"rtsp", b"tftp", b"mqtt",
    ];
    if input.iter().any(|byte| *byte <= b' ' || *byte == 0x7f) {
        return Answer::Refused;
    }
    let Some((scheme, rest)) = scheme_and_rest(input) else { return Answer::Refused };
    if scheme.eq_ignore_ascii_case(b"file") {
        return Answer::NoHost;
    }
    let slashes = rest.iter().take_while(|&&byte| byte == b'/').count();
    if !SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme))
        || !(1..=3).contains(&slashes)
    {
        return Answer::Refused;
    }
    let rest = rest.get(slashes..).unwrap_or_default();
    let authority = until(rest, b"/?#");
    let server = match authority.iter().position(|&byte| byte == b'@') {
        Some(at) => authority.get(at + 1..).unwrap_or_default(),
        None => authority,
    };
    let Some((host, port)) = host_and_port(server) else { return Answer::Refused };
    if !port.iter().all(u8::is_ascii_digit) || leading_number(port) > 0xffff {
        return Answer::Refused;
    }
    if host.starts_with(b"[") {
        return literal(host, |_| true).at(port);
    }
    // As strtoul reads numbers: any number of digits, but at least one after `0x`.
    if let Some(address) = ipv4::any_form(host) {
        return Answer::Host(ContactedHost::v4(address)).at(port);
    }
    let host = decoded(host, Span::new(0, host.len()));
    if host.iter().any(|byte| b"!$'*;,+&()=%".contains(byte)) {
        return Answer::Refused;
    }
    named_as_is(&host, idn::libidn2).at(port)
}
