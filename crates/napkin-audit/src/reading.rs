//! Any bytes, read as far as they can be: the parts with their places, and what occurs in them.
//!
//! What an edition accepts has the parts that its parser says. What it refuses is cut as Appendix B of
//! RFC 3986 does, which takes any text, and the authority at its last `@` and the first colon behind
//! it: most dangerous inputs are invalid, and have to be looked at too.

use napkin::{Edition, HostKind, ParseError, Part, Ranges, Start, edition::RFC3986};

use crate::features::Features;
use crate::ipv4;
use crate::look::{Places, look};
use crate::octets::triplet;
use crate::scheme_lists::may_be_listed;
use crate::span::Span;

/// An input, cut into parts.
#[derive(Clone, Debug)]
pub(crate) struct Reading<'a> {
    bytes: &'a [u8],
    edition: &'static Edition,
    fault: Option<ParseError>,
    /// By the number of the part.
    parts: [Option<Span>; Part::ALL.len()],
    host_kind: Option<HostKind>,
    features: Features,
}

impl<'a> Reading<'a> {
    /// Reads an input by an edition, and if that refuses it, as far as it can be read.
    pub(crate) fn new(bytes: &'a [u8], edition: &'static Edition) -> Self {
        let mut reading = Self {
            bytes,
            edition,
            fault: None,
            parts: [None; Part::ALL.len()],
            host_kind: None,
            features: Features::NONE,
        };
        match edition.ranges(Start::UriReference, bytes) {
            Ok(ranges) => reading.take(&ranges),
            Err(fault) => {
                reading.fault = Some(fault);
                reading.features |= Features::INVALID;
                reading.cut();
            }
        }
        reading.look();
        reading
    }

    /// The input.
    pub(crate) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The edition that it was read by.
    pub(crate) const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// Why the edition refuses it, if it does.
    pub(crate) const fn fault(&self) -> Option<&ParseError> {
        self.fault.as_ref()
    }

    /// What occurs in it.
    pub(crate) const fn features(&self) -> Features {
        self.features
    }

    /// Where a part is, if it is there.
    pub(crate) fn span(&self, part: Part) -> Option<Span> {
        self.parts.get(part as usize).copied().flatten()
    }

    /// The bytes of a part, if it is there.
    pub(crate) fn part(&self, part: Part) -> Option<&'a [u8]> {
        self.span(part).map(|span| span.of(self.bytes))
    }

    /// The scheme as text; empty where there is none, or it is not even ASCII.
    pub(crate) fn scheme(&self) -> &'a str {
        let scheme = self.part(Part::Scheme).and_then(|scheme| str::from_utf8(scheme).ok());
        scheme.unwrap_or_default()
    }

    /// Whether the scheme is one of these.
    pub(crate) fn is_scheme(&self, of: &[&str]) -> bool {
        let scheme = self.scheme();
        of.iter().any(|name| name.eq_ignore_ascii_case(scheme))
    }

    /// What the host is, if the edition accepts the input and there is one.
    pub(crate) const fn host_kind(&self) -> Option<HostKind> {
        self.host_kind
    }

    /// The host that is a name, or would be one, and is not empty.
    pub(crate) fn host_name(&self) -> Option<(&'a [u8], Span)> {
        let span = self.span(Part::Host).filter(|span| !span.is_empty())?;
        let host = span.of(self.bytes);
        let is_name = match self.host_kind {
            Some(HostKind::RegName) => true,
            // What is four groups of digits to an edition of 1994 need be no address.
            Some(HostKind::Ipv4) => ipv4::dotted(host).is_none(),
            Some(HostKind::Ipv6 | HostKind::IpvFuture) => false,
            None => !host.starts_with(b"[") && ipv4::dotted(host).is_none(),
        };
        is_name.then_some((host, span))
    }

    /// The port as a number, if it is one; above 65535 it is `u32::MAX`.
    pub(crate) fn port(&self) -> Option<u32> {
        let digits = self.part(Part::Port).filter(|port| !port.is_empty())?;
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let digits = digits.get(zeros..).unwrap_or_default();
        if digits.len() > 5 {
            return Some(u32::MAX);
        }
        let port = digits.iter().fold(0, |port, digit| port * 10 + u32::from(digit - b'0'));
        Some(if port > 0xffff { u32::MAX } else { port })
    }

    /// Where the part that holds a byte of the input is.
    pub(crate) fn part_at(&self, at: usize) -> Option<Part> {
        use Part::{Authority, Fragment, Host, Path, Port, Query, Scheme, Userinfo};
        let inner = [Scheme, Userinfo, Host, Port, Authority, Path, Query, Fragment];
        let holds = |span: Span| span.start <= at && at < span.end;
        inner.into_iter().find(|&part| self.span(part).is_some_and(holds))
    }

    /// Takes the parts that the edition's parser found.
    fn take(&mut self, ranges: &Ranges<'a>) {
        self.host_kind = ranges.host_kind();
        for (slot, &part) in self.parts.iter_mut().zip(Part::ALL) {
            *slot = ranges.get(part).map(Span::from);
        }
    }

    fn set(&mut self, part: Part, span: Option<Span>) {
        if let Some(slot) = self.parts.get_mut(part as usize) {
            *slot = span;
        }
    }

    /// Cuts what no parser accepts.
    fn cut(&mut self) {
        let (start, end) = trimmed(self.bytes);
        let position = |from: usize, to: usize, of: &[u8]| {
            let found =
                Span::new(from, to).of(self.bytes).iter().position(|byte| of.contains(byte));
            found.map(|at| from + at)
        };
        let hash = position(start, end, b"#");
        let before_fragment = hash.unwrap_or(end);
        let question = position(start, before_fragment, b"?");
        let before_query = question.unwrap_or(before_fragment);
        let colon = position(start, before_query, b":/\\").filter(|&at| {
            at > start && self.bytes.get(at) == Some(&b':') && self.bytes.get(start) != Some(&b'[')
        });
        let after_scheme = colon.map_or(start, |colon| colon + 1);
        let double = Span::new(after_scheme, after_scheme + 2);
        let authority = (double.of(self.bytes) == b"//" && double.end <= before_query).then(|| {
            let from = double.end;
            Span::new(from, position(from, before_query, b"/").unwrap_or(before_query))
        });
        let path_start = authority.map_or(after_scheme, |authority| authority.end);
        self.set(Part::Scheme, colon.map(|colon| Span::new(start, colon)));
        self.set(Part::Path, Some(Span::new(path_start, before_query)));
        self.set(Part::Query, question.map(|at| Span::new(at + 1, before_fragment)));
        self.set(Part::Fragment, hash.map(|at| Span::new(at + 1, end)));
        if let Some(authority) = authority {
            self.cut_authority(authority);
        }
    }

    fn cut_authority(&mut self, authority: Span) {
        let bytes = authority.of(self.bytes);
        let at = bytes.iter().rposition(|&byte| byte == b'@');
        let host_start = at.map_or(0, |at| at + 1);
        let behind = bytes.get(host_start..).unwrap_or_default();
        let bracket = if behind.starts_with(b"[") {
            behind.iter().position(|&byte| byte == b']').unwrap_or(0)
        } else {
            0
        };
        let colon = behind.iter().skip(bracket).position(|&byte| byte == b':');
        let host_end = colon.map_or(bytes.len(), |colon| host_start + bracket + colon);
        let inside =
            |from: usize, to: usize| Span::new(authority.start + from, authority.start + to);
        self.set(Part::Authority, Some(authority));
        self.set(Part::Userinfo, at.map(|at| inside(0, at)));
        self.set(Part::Host, Some(inside(host_start, host_end)));
        self.set(Part::Port, colon.map(|_| inside(host_end + 1, bytes.len())));
    }

    /// Notes what occurs.
    fn look(&mut self) {
        let mut features = Features::NONE;
        let mut note = |is: bool, feature: Features| {
            if is {
                features |= feature;
            }
        };
        let scheme = self.part(Part::Scheme);
        note(scheme.is_none(), Features::RELATIVE);
        if let Some(scheme) = scheme.filter(|scheme| !matches!(*scheme, b"http" | b"https")) {
            note(true, Features::RARE_SCHEME);
            note(self.fault.is_some() || may_be_listed(scheme), Features::LISTED_SCHEME);
        }
        note(self.part(Part::Userinfo).is_some(), Features::USERINFO);
        note(self.part(Part::Port).is_some(), Features::PORT);
        note(self.fault.is_some() && !self.bytes.is_ascii(), Features::HIGH);
        if let Some(authority) = self.span(Part::Authority) {
            let rest = self.bytes.get(authority.end..).unwrap_or_default();
            let late = matches!(rest.first(), Some(b'?' | b'#')) && rest.contains(&b'@');
            note(late, Features::LATE_AT);
        }
        let name = self.host_name().map(|(_, span)| span);
        if name.is_none() {
            let no_host = self.span(Part::Host).is_none_or(Span::is_empty);
            note(no_host, Features::NO_HOST);
            note(!no_host, Features::ADDRESS);
        }
        let end = Span::new(self.bytes.len(), self.bytes.len());
        features |= look(
            self.bytes,
            self.edition.unreserved,
            &Places {
                name: name.unwrap_or_default(),
                path: self.span(Part::Path).unwrap_or(end),
                query: self.span(Part::Query).unwrap_or_default(),
            },
        );
        self.features |= features;
        if !self.is_plain() {
            self.features |= Features::DOUBT;
        }
    }

    /// Whether all readers see the same without being asked: text valid by RFC 3986 whose authority, if there
    /// is one, is a plain name and perhaps a port.
    fn is_plain(&self) -> bool {
        const SPECIAL: &[&str] = &["http", "https", "ws", "wss", "ftp"];
        const ODD: Features = Features::INVALID
            .and(Features::USERINFO)
            .and(Features::NUMERIC_HOST)
            .and(Features::ODD_HOST)
            .and(Features::PUNYCODE)
            .and(Features::LATE_AT);
        let is_relative = self.features.meets(Features::RELATIVE);
        // What an older edition accepts may be something else to all the others; and a colon and a digit in a
        // relative reference may begin a port.
        let has_port = |two: &[u8]| matches!(two, [b':', b'0'..=b'9']);
        let is_odd = self.features.meets(ODD) || is_relative && self.bytes.windows(2).any(has_port);
        if is_odd || self.edition != RFC3986 {
            return false;
        }
        let has_slashes = is_relative && self.span(Part::Authority).is_some();
        !self.features.meets(Features::NO_HOST) || !(self.is_scheme(SPECIAL) || has_slashes)
    }

    /// Whether a triplet stands here.
    pub(crate) fn is_triplet(&self, at: usize) -> bool {
        triplet(self.bytes, at).is_some()
    }
}

/// Where the input begins and ends without the space and the control characters around it, which
/// many readers take off.
pub(crate) fn trimmed(bytes: &[u8]) -> (usize, usize) {
    let around = |byte: &u8| *byte <= b' ';
    let start = bytes.iter().take_while(|byte| around(byte)).count();
    let rest = bytes.get(start..).unwrap_or_default();
    (start, bytes.len() - rest.iter().rev().take_while(|byte| around(byte)).count())
}
