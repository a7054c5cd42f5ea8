//! Setters of the crate `url`: one per part, which report whether the value was accepted.
//!
//! The standard's setters, as scripts use them, are [`Url::set`].

use alloc::string::String;
use core::net::IpAddr;

use super::Url;
use crate::edition::{OpaqueSpace, SchemeType, sets};
use crate::error::ParseError;
use crate::host::{ipv4, ipv6};
use crate::parts::HostKind;
use crate::percent;

impl Url {
    /// Sets the fragment, given without its `#`, or removes it.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let mut url = Url::parse("https://example.com/")?;
    /// url.set_fragment(Some("a b"));
    /// assert_eq!(url.as_str(), "https://example.com/#a%20b");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn set_fragment(&mut self, fragment: Option<&str>) {
        self.replace_fragment(fragment);
    }

    /// Sets the query, given without its `?`, or removes it.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let mut url = Url::parse("https://example.com/#top")?;
    /// url.set_query(Some("q=a b"));
    /// assert_eq!(url.as_str(), "https://example.com/?q=a%20b#top");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn set_query(&mut self, query: Option<&str>) {
        self.replace_query(query);
    }

    /// Sets the path. Dot segments are removed, and `?` and `#` encoded. An opaque path stays opaque, so a slash at
    /// its start is encoded.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let mut url = Url::parse("https://example.com/a")?;
    /// url.set_path("b/../c d?");
    /// assert_eq!(url.as_str(), "https://example.com/c%20d%3F");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn set_path(&mut self, path: &str) {
        if self.parts.opaque_path() {
            self.set_opaque_path(path);
        } else {
            self.set_pathname(path);
        }
    }

    fn set_opaque_path(&mut self, path: &str) {
        let path = crate::parse::without_tabs(path);
        let (guard, path) = match path.strip_prefix('/') {
            Some(rest) => ("%2F", rest),
            None => ("", path.as_ref()),
        };
        let mut out = String::with_capacity(self.text.len() + path.len());
        out.push_str(self.slice(0, self.parts.path_start));
        out.push_str(guard);
        // Raw signs would begin a query or fragment, and a space at the end would be lost.
        let encodes = self.parts.edition.opaque_space == OpaqueSpace::EncodeLast;
        let (path, space) = match path.strip_suffix(' ') {
            Some(path) if encodes => (path, "%20"),
            _ => (path, ""),
        };
        for piece in path.split_inclusive(['?', '#']) {
            let (plain, sign) = match piece.as_bytes().last() {
                Some(sign @ (b'?' | b'#')) => (&piece[..piece.len() - 1], Some(*sign)),
                _ => (piece, None),
            };
            percent::push(&mut out, plain, &sets::PRINTABLE);
            if let Some(sign) = sign {
                percent::push_encoded(&mut out, sign);
            }
        }
        out.push_str(space);
        self.put_path(out, self.parts);
    }

    /// Sets the port, or removes it. The scheme's default port is removed.
    ///
    /// # Errors
    ///
    /// If there is no host, or the scheme is `file`.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let mut url = Url::parse("https://example.com/")?;
    /// assert_eq!(url.set_port(Some(8443)), Ok(()));
    /// assert_eq!(url.as_str(), "https://example.com:8443/");
    /// assert_eq!(url.set_port(Some(443)), Ok(()));
    /// assert_eq!(url.as_str(), "https://example.com/");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
    pub fn set_port(&mut self, port: Option<u16>) -> Result<(), ()> {
        let port = port.filter(|_| self.parts.scheme().default_port() != port);
        done(!self.cannot_have_credentials() && self.put_port(port))
    }

    /// Sets the host, or removes it. A port after the host is ignored.
    ///
    /// # Errors
    ///
    /// If the path is opaque, if the text is no valid host, or if the URL needs a host and `None` is given.
    ///
    /// ```
    /// # use napkin_url::{ParseError, Url};
    /// let mut url = Url::parse("https://example.com/a")?;
    /// url.set_host(Some("EXAMPLE.org"))?;
    /// assert_eq!(url.as_str(), "https://example.org/a");
    /// assert_eq!(url.set_host(None), Err(ParseError::EmptyHost));
    /// # Ok::<(), ParseError>(())
    /// ```
    pub fn set_host(&mut self, host: Option<&str>) -> Result<(), ParseError> {
        if self.parts.opaque_path() {
            return Err(ParseError::SetHostOnCannotBeABaseUrl);
        }
        let may_be_empty = matches!(self.parts.scheme(), SchemeType::NotSpecial | SchemeType::File);
        let fits = |done| if done { Ok(()) } else { Err(ParseError::Overflow) };
        let Some(host) = host else {
            return match self.parts.scheme() {
                _ if self.parts.host().is_none() => Ok(()),
                SchemeType::NotSpecial => {
                    // Without a host, an empty path would become an opaque one.
                    let slash = !self.path().is_empty() || self.set_root();
                    fits(slash && self.remove_authority())
                }
                SchemeType::File => fits(self.put_host(HostKind::Empty, "")),
                _ => Err(ParseError::EmptyHost),
            };
        };
        if host.is_empty() && !may_be_empty {
            return Err(ParseError::EmptyHost);
        }
        let alone = if host.starts_with('[') && host.ends_with(']') {
            host
        } else {
            match host.find(':') {
                Some(0) => return Err(ParseError::InvalidDomainCharacter),
                Some(colon) => &host[..colon],
                None => host,
            }
        };
        if host.is_empty()
            && (self.parts.port().is_some()
                || !self.username().is_empty()
                || self.password().is_some())
        {
            return Err(ParseError::EmptyHost);
        }
        fits(self.parse_host(alone)?)
    }

    /// Makes the path `/`.
    fn set_root(&mut self) -> bool {
        let mut out = String::with_capacity(self.text.len() + 1);
        out.push_str(self.slice(0, self.parts.path_start));
        out.push('/');
        self.put_path(out, self.parts)
    }

    /// Sets the host to an IP address.
    ///
    /// # Errors
    ///
    /// If the path is opaque. In a URL that is not special, an IPv4 address is an opaque host.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let mut url = Url::parse("https://example.com/")?;
    /// assert_eq!(url.set_ip_host([127, 0, 0, 1].into()), Ok(()));
    /// assert_eq!(url.as_str(), "https://127.0.0.1/");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
    pub fn set_ip_host(&mut self, address: IpAddr) -> Result<(), ()> {
        if self.parts.opaque_path() {
            return Err(());
        }
        let mut host = String::new();
        let kind = match address {
            IpAddr::V4(address) => {
                ipv4::push(&mut host, address.to_bits());
                let special = self.parts.scheme().is_special();
                if special { HostKind::Ipv4 } else { HostKind::Opaque }
            }
            IpAddr::V6(address) => {
                ipv6::push(&mut host, address.segments());
                HostKind::Ipv6
            }
        };
        done(self.put_host(kind, &host))
    }

    /// Sets the password, or removes it.
    ///
    /// # Errors
    ///
    /// If there is no host, or the scheme is `file`.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let mut url = Url::parse("https://example.com/")?;
    /// assert_eq!(url.set_username("me"), Ok(()));
    /// assert_eq!(url.set_password(Some("p:w")), Ok(()));
    /// assert_eq!(url.as_str(), "https://me:p%3Aw@example.com/");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
    #[inline]
    pub fn set_password(&mut self, password: Option<&str>) -> Result<(), ()> {
        done(self.replace_password(password.unwrap_or_default()))
    }

    /// Sets the user name; an empty one removes it.
    ///
    /// # Errors
    ///
    /// If there is no host, or the scheme is `file`.
    #[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
    #[inline]
    pub fn set_username(&mut self, username: &str) -> Result<(), ()> {
        done(self.replace_username(username))
    }

    /// Sets the scheme, given with or without its colon. A special URL stays special, and a URL that is not special
    /// stays so.
    ///
    /// # Errors
    ///
    /// If the text is no scheme, or the URL cannot change to it.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let mut url = Url::parse("https://example.com:80/")?;
    /// assert_eq!(url.set_scheme("http"), Ok(()));
    /// assert_eq!(url.as_str(), "http://example.com/");
    /// assert_eq!(url.set_scheme("mailto"), Err(()));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
    pub fn set_scheme(&mut self, scheme: &str) -> Result<(), ()> {
        let scheme = crate::parse::without_tabs(scheme);
        let name = scheme.strip_suffix(':').unwrap_or(&scheme);
        done(!name.contains(':') && self.set_protocol(name))
    }
}

/// Whether a value was accepted.
const fn done(taken: bool) -> Result<(), ()> {
    if taken { Ok(()) } else { Err(()) }
}
