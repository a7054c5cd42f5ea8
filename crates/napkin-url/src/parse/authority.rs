//! Authority, host and port states.

use super::Parser;
use crate::edition::{AsciiDomain, SchemeType};
use crate::host::HostText;
use crate::host::ipv4::push_decimal;
use crate::parts::HostKind;
use crate::percent;
use crate::scan;
use crate::validation::{Detail, Failure, ValidationError};

impl Parser<'_> {
    /// Authority state, host state, port state, and all states after them.
    pub(super) fn authority(&mut self, at: usize) -> Result<(), Failure> {
        if let Some(end) = self.usual_authority(at) {
            self.path_start(end);
            return Ok(());
        }
        let end = at + authority_end(self.rest(at), End::of(self.parts.scheme()));
        self.out.push_str("//");
        self.parts.username_end = self.out.len() as u32;
        let host_at = self.credentials(at, end)?;
        self.parts.host_start = self.out.len() as u32;
        let colon = port_colon(self.slice(host_at, end)).map(|colon| host_at + colon);
        let host_end = colon.unwrap_or(end);
        if host_at == host_end && (colon.is_some() || self.parts.scheme().is_special()) {
            return Err(self.notes.fail(ValidationError::HostMissing, host_end));
        }
        self.host(host_at, host_end)?;
        if let Some(colon) = colon {
            self.port(colon + 1, end)?;
        }
        self.path_start(end);
        Ok(())
    }

    /// Appends an authority of a lowercase domain that is not a number, and maybe a port; returns its end.
    fn usual_authority(&mut self, at: usize) -> Option<usize> {
        let special = self.parts.scheme().is_special();
        if !special || self.notes.wanted() || self.edition.ascii_domain == AsciiDomain::ToAscii {
            return None;
        }
        let rest = self.rest(at);
        let domain = scan::domain(rest.as_bytes(), &self.edition.classes.kept(true).domain)?;
        if domain.may_be_number(rest.as_bytes()) {
            return None;
        }
        let (mut end, mut port) = (domain.end, None);
        if rest.as_bytes().get(end) == Some(&b':') {
            let (digits, number) = port_number(rest.get(end + 1..)?);
            port = Some(number?).filter(|_| digits > 0);
            end += 1 + digits;
        }
        if !matches!(rest.as_bytes().get(end), None | Some(b'/' | b'\\' | b'?' | b'#')) {
            return None;
        }
        self.out.push_str("//");
        self.parts.username_end = self.out.len() as u32;
        self.parts.host_start = self.parts.username_end;
        self.out.push_str(rest.get(..domain.end)?);
        self.parts.host_end = self.out.len() as u32;
        self.parts.set_host(Some(HostKind::Domain));
        self.push_port(port);
        Some(at + end)
    }

    /// Authority state: appends user name and password, and returns the offset of the host.
    fn credentials(&mut self, at: usize, end: usize) -> Result<usize, Failure> {
        let authority = self.slice(at, end);
        let Some(last) = authority.rfind('@') else { return Ok(at) };
        if self.notes.wanted() {
            for (i, (place, _)) in authority.match_indices('@').enumerate() {
                let detail = if i == 0 { Detail::Plain } else { Detail::AnotherAt };
                self.notes.note_in_detail(ValidationError::InvalidCredentials, detail, at + place);
            }
        }
        let host_at = at + last + 1;
        if host_at == end {
            return Err(self.notes.fail(ValidationError::HostMissing, end));
        }
        let userinfo = self.slice(at, at + last);
        let (username, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
        let kept = &self.edition.classes.kept(self.parts.scheme().is_special()).userinfo;
        percent::push(&mut self.out, username, kept);
        self.parts.username_end = self.out.len() as u32;
        if !password.is_empty() {
            self.out.push(':');
            percent::push(&mut self.out, password, kept);
        }
        if !(username.is_empty() && password.is_empty()) {
            self.out.push('@');
        }
        Ok(host_at)
    }

    /// Appends the host.
    pub(super) fn host(&mut self, at: usize, end: usize) -> Result<(), Failure> {
        let host =
            HostText { text: self.slice(at, end), at, edition: self.edition, notes: self.notes };
        self.parts.set_host(Some(host.parse(self.parts.scheme().is_special(), &mut self.out)?));
        self.parts.host_end = self.out.len() as u32;
        Ok(())
    }

    /// Port state, up to the end of the authority.
    fn port(&mut self, at: usize, end: usize) -> Result<(), Failure> {
        let (digits, port) = port_number(self.slice(at, end));
        if at + digits < end {
            return Err(self.notes.fail(ValidationError::PortInvalid, at + digits));
        }
        if digits == 0 {
            return Ok(());
        }
        let port = port.ok_or_else(|| self.notes.fail(ValidationError::PortOutOfRange, at))?;
        self.push_port(Some(port));
        Ok(())
    }

    /// Appends a port that is not the default port of the scheme.
    fn push_port(&mut self, port: Option<u16>) {
        if let Some(port) = port.filter(|port| self.parts.scheme().default_port() != Some(*port)) {
            self.parts.set_port(Some(port));
            self.out.push(':');
            push_decimal(&mut self.out, port);
        }
    }
}

/// The characters that end an authority, besides the end of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// `/`, `?` and `#`.
    Slash,
    /// Also `\`.
    AnySlash,
}

impl End {
    /// The characters that end the authority of a URL with this scheme.
    pub(crate) const fn of(scheme: SchemeType) -> Self {
        if scheme.is_special() { Self::AnySlash } else { Self::Slash }
    }
}

/// The end of the authority at the start of a text.
#[inline]
pub(crate) fn authority_end(text: &str, end: End) -> usize {
    let ends = |byte: u8| match byte {
        b'/' | b'?' | b'#' => true,
        b'\\' => end == End::AnySlash,
        _ => false,
    };
    text.bytes().position(ends).unwrap_or(text.len())
}

/// The offset of the port's colon in an authority without credentials: the first colon outside brackets.
#[inline]
pub(crate) fn port_colon(authority: &str) -> Option<usize> {
    let mut inside = false;
    authority.bytes().position(|byte| {
        match byte {
            b'[' => inside = true,
            b']' => inside = false,
            _ => {}
        }
        byte == b':' && !inside
    })
}

/// The number of digits at the start of a text, and their value if it is a port.
pub(crate) fn port_number(text: &str) -> (usize, Option<u16>) {
    let digits = text.bytes().take_while(u8::is_ascii_digit);
    let (mut count, mut value) = (0, 0u32);
    for digit in digits {
        value = (value * 10 + u32::from(digit - b'0')).min(1 << 16);
        count += 1;
    }
    (count, u16::try_from(value).ok())
}
