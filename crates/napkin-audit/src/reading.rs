//! The parts and features of any bytes, found as far as possible.

use napkin::{Edition, HostKind, ParseError, Part, Start, edition::RFC3986};

use crate::features::Features;
use crate::look::{Places, look};
use crate::octets::triplet;
use crate::parts::Parts;
use crate::scheme_lists::{HOST_BY_SOME, MAIL, TYPED, is_hostlike, may_be_listed};
use crate::span::Span;

/// An input, cut into parts.
#[derive(Clone, Debug)]
pub(crate) struct Reading<'a> {
    bytes: &'a [u8],
    edition: &'static Edition,
    fault: Option<ParseError>,
    parts: Parts,
    host_kind: Option<HostKind>,
    features: Features,
}

impl<'a> Reading<'a> {
    /// Reads an input by an edition; if the edition rejects it, as far as possible.
    pub(crate) fn new(bytes: &'a [u8], edition: &'static Edition) -> Self {
        match edition.ranges(Start::UriReference, bytes) {
            Ok(ranges) => Self::cut(bytes, edition, Parts::of(bytes, edition, ranges)),
            Err(_) => Self::refused(bytes, edition),
        }
        .noted()
    }

    #[inline]
    fn cut(bytes: &'a [u8], edition: &'static Edition, parts: Parts) -> Self {
        let features = match parts {
            Parts::Parsed(_) => Features::NONE,
            Parts::Cut(_) => Features::CUT,
        };
        let host_kind = parts.host_kind(bytes, edition);
        Self { bytes, edition, fault: None, parts, host_kind, features }
    }

    /// Reads an input that the edition rejects. The input is parsed again to get the error, since passing the error
    /// on would slow down valid inputs.
    #[cold]
    fn refused(bytes: &'a [u8], edition: &'static Edition) -> Self {
        let fault = edition.ranges(Start::UriReference, bytes).err();
        Self { fault, ..Self::cut(bytes, edition, Parts::refused(bytes)) }
    }

    /// The input.
    pub(crate) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(crate) const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// The error of the edition, if it rejects the input.
    pub(crate) const fn fault(&self) -> Option<&ParseError> {
        self.fault.as_ref()
    }

    /// Whether the edition accepts the input and sees the server of the generic syntax in it: userinfo, host and
    /// port. An authority that the edition reads as a whole, or does not see, is no server.
    pub(crate) fn has_server(&self) -> bool {
        let is_parsed = matches!(self.parts, Parts::Parsed(_));
        is_parsed && self.span(Part::Host).is_some_and(|host| !host.is_empty())
    }

    pub(crate) const fn features(&self) -> Features {
        self.features
    }

    /// The place of a part, if it is defined.
    pub(crate) fn span(&self, part: Part) -> Option<Span> {
        self.parts.get(part)
    }

    /// The end of the authority, if `?` or `#` follows it. Programs that end an authority only at a slash take more
    /// text for the host or the port: text browsers, downloaders, and wget for `ftp://good.example?:2121/`.
    pub(crate) fn slashless_end(&self) -> Option<usize> {
        let end = self.span(Part::Authority)?.end;
        matches!(self.bytes.get(end), Some(b'?' | b'#')).then_some(end)
    }

    /// The bytes of a part, if it is defined.
    pub(crate) fn part(&self, part: Part) -> Option<&'a [u8]> {
        self.span(part).map(|span| span.of(self.bytes))
    }

    /// The scheme as text; empty if there is none or it is not ASCII.
    pub(crate) fn scheme(&self) -> &'a str {
        let scheme = self.part(Part::Scheme).and_then(|scheme| str::from_utf8(scheme).ok());
        scheme.unwrap_or_default()
    }

    pub(crate) fn is_scheme(&self, of: &[&str]) -> bool {
        let scheme = self.part(Part::Scheme).unwrap_or_default();
        of.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(scheme))
    }

    pub(crate) const fn host_kind(&self) -> Option<HostKind> {
        self.host_kind
    }

    /// The host, if it is a name or is meant as one, and is not empty.
    #[inline]
    pub(crate) fn host_name(&self) -> Option<(&'a [u8], Span)> {
        let span = self.span(Part::Host).filter(|span| !span.is_empty())?;
        (self.host_kind == Some(HostKind::RegName)).then_some((span.of(self.bytes), span))
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

    pub(crate) fn default_port(&self) -> Option<u16> {
        let facts = napkin::scheme::FACTS.iter().find(|facts| self.is_scheme(&[facts.scheme]));
        facts.and_then(|facts| facts.default_port)
    }

    /// The part that contains a byte of the input.
    pub(crate) fn part_at(&self, at: usize) -> Option<Part> {
        use Part::{Authority, Fragment, Host, Path, Port, Query, Scheme, Userinfo};
        let inner = [Scheme, Userinfo, Host, Port, Authority, Path, Query, Fragment];
        let holds = |span: Span| span.start <= at && at < span.end;
        inner.into_iter().find(|&part| self.span(part).is_some_and(holds))
    }

    /// Adds the features of the input.
    #[inline(always)]
    fn noted(mut self) -> Self {
        let mut features = self.features;
        let mut note = |is: bool, feature: Features| {
            if is {
                features |= feature;
            }
        };
        match self.part(Part::Scheme) {
            None => note(true, Features::RELATIVE),
            Some(b"http" | b"https") => {}
            Some(scheme) => {
                note(scheme.iter().any(u8::is_ascii_uppercase), Features::UPPERCASE_SCHEME);
                note(is_hostlike(scheme), Features::HOSTLIKE_SCHEME);
                note(self.fault.is_some() || may_be_listed(scheme), Features::LISTED_SCHEME);
                // The reader `snarf` cuts at the scheme of a URL that another one contains.
                let has_url =
                    || self.bytes.windows(3).skip(scheme.len() + 3).any(|part| part == b"://");
                note(self.span(Part::Authority).is_some() && has_url(), Features::LATE_HOST);
            }
        }
        note(self.span(Part::Userinfo).is_some(), Features::USERINFO);
        note(self.span(Part::Port).is_some(), Features::PORT);
        // A valid input has non-ASCII bytes only if the edition allows such characters.
        let may_be_high = self.fault.is_some() || self.edition.has_characters_beyond_ascii();
        note(may_be_high && !self.bytes.is_ascii(), Features::HIGH);
        let authority = self.span(Part::Authority);
        if let Some(authority) = authority {
            let rest = self.bytes.get(authority.end..).unwrap_or_default();
            let begins_host = |byte: &u8| matches!(byte, b'@' | b',' | b'[' | b'%');
            let late = matches!(rest.first(), Some(b'?' | b'#')) && rest.iter().any(begins_host);
            note(late, Features::LATE_HOST);
        }
        let name = self.host_name().map(|(_, span)| span);
        if name.is_none() {
            if self.span(Part::Host).is_none_or(Span::is_empty) {
                let is_relative = self.span(Part::Scheme).is_none();
                let is_read = is_relative && authority.is_some() || self.is_scheme(HOST_BY_SOME);
                note(is_read, Features::HOST_MISSING);
            } else {
                note(true, Features::ADDRESS);
            }
        }
        let query = self.part(Part::Query).unwrap_or_default();
        let is_scheme = |host: &[u8]| {
            (2..6).contains(&host.len())
                && TYPED.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(host))
        };
        let is_slip = query.contains(&b';')
            || self.part(Part::Host).is_some_and(is_scheme)
            || query.contains(&b'+') && self.is_scheme(MAIL);
        note(is_slip, Features::SLIP);
        let end = Span::new(self.bytes.len(), self.bytes.len());
        let places = Places {
            name: name.unwrap_or_default(),
            path: self.span(Part::Path).unwrap_or(end),
            query: self.span(Part::Query).unwrap_or_default(),
        };
        let (looked, has_slashes) = look(self.bytes, self.edition.unreserved, &places);
        self.features = features | looked;
        // Of the schemes that `snarf` finds, only this one leaves a host of https.
        let is_cut = |part: &[u8]| part == b"gopher://";
        if has_slashes && self.is_scheme(&["https"]) && self.bytes.windows(9).any(is_cut) {
            self.features |= Features::LATE_HOST;
        }
        if !self.is_plain() {
            self.features |= Features::DOUBT;
        }
        self
    }

    /// Whether all readers agree without being run: a text valid by RFC 3986 whose authority, if there is one, is a
    /// plain name with an optional port.
    fn is_plain(&self) -> bool {
        const ODD: Features = Features::CUT
            .and(Features::HOST_MISSING)
            .and(Features::USERINFO)
            .and(Features::NUMERIC_HOST)
            .and(Features::ODD_HOST)
            .and(Features::PUNYCODE)
            .and(Features::LONG_HOST)
            .and(Features::LATE_HOST);
        // In a relative reference, a colon and a digit may begin a port.
        let may_have_port = || {
            let has_port = |two: &[u8]| matches!(two, [b':', b'0'..=b'9']);
            self.features.meets(Features::RELATIVE) && self.bytes.windows(2).any(has_port)
        };
        // Without brackets, the end of an IPv6 address may be taken for a port.
        let is_ipv6 = self.host_kind == Some(HostKind::Ipv6);
        // Other readers may read a text of an older edition differently.
        self.edition == RFC3986 && !self.features.meets(ODD) && !is_ipv6 && !may_have_port()
    }

    /// Whether there is a triplet at `at`.
    pub(crate) fn is_triplet(&self, at: usize) -> bool {
        triplet(self.bytes, at).is_some()
    }
}
