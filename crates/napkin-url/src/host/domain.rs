//! Domains: the hosts of special URLs.

use alloc::{borrow::Cow, string::String};

use super::label::{NoDomain, has_xn_label};
use super::{HostText, ipv4};
use crate::edition::{AsciiDomain, Class, Edition};
use crate::parts::HostKind;
use crate::percent;
use crate::validation::{Failure, FailureReason, ValidationError};

impl HostText<'_> {
    /// The steps of the host parser for a special URL.
    pub(super) fn domain(&self, out: &mut String) -> Result<HostKind, Failure> {
        let classes = &self.edition.classes;
        let plain = !self.text.bytes().any(|byte| classes.is(byte, Class::NotDomain));
        if plain && !self.notes.wanted() && !needs_to_ascii(self.edition, self.text) {
            return self.finish(self.text, out);
        }
        let decoded = percent::decode(self.text.as_bytes());
        if decoded.len() != self.text.len() {
            self.note(ValidationError::DomainPercentEncoded);
        }
        // Ill-formed UTF-8 would become U+FFFD, which `ToASCII` rejects.
        let Ok(domain) = core::str::from_utf8(&decoded) else {
            return Err(self.fail(ValidationError::DomainToAscii));
        };
        if self.notes.wanted() && is_strict(self.edition, domain) == Some(false) {
            self.note(ValidationError::DomainToAscii);
        }
        self.finish(&to_ascii(self.edition, domain).map_err(|why| self.refuse(why))?, out)
    }

    /// Checks the result of the domain parser, and appends it, or the IPv4 address that it ends in.
    fn finish(&self, domain: &str, out: &mut String) -> Result<HostKind, Failure> {
        self.judge(domain)?;
        if let Some(address) = self.ipv4(domain)? {
            ipv4::push(out, address);
            return Ok(HostKind::Ipv4);
        }
        out.push_str(domain);
        Ok(if domain.is_empty() { HostKind::Empty } else { HostKind::Domain })
    }

    /// Checks that a domain is not empty and has no forbidden domain code point.
    fn judge(&self, domain: &str) -> Result<(), Failure> {
        let classes = &self.edition.classes;
        if domain.is_empty() && self.edition.empty_domain_fails
            || domain.bytes().any(|byte| classes.is(byte, Class::ForbiddenDomain))
        {
            return Err(self.refuse(NoDomain::Invalid));
        }
        Ok(())
    }

    /// Reports a failure of the domain parser. It is already noted, since the strict `ToASCII` failed before.
    #[cold]
    fn refuse(&self, why: NoDomain) -> Failure {
        let reason = match why {
            NoDomain::Invalid => FailureReason::Validation(ValidationError::DomainToAscii),
            NoDomain::NeedsIdna => FailureReason::NeedsIdna,
        };
        Failure { reason, offset: self.at as u32 }
    }
}

/// Whether an ASCII domain has to go through `ToASCII`.
fn needs_to_ascii(edition: &Edition, domain: &str) -> bool {
    match edition.ascii_domain {
        AsciiDomain::Lowercase => false,
        AsciiDomain::ToAscii => has_xn_label(domain),
    }
}

/// The *domain parser* (with `beStrict` false), without the check of its result.
pub(crate) fn to_ascii<'a>(edition: &Edition, domain: &'a str) -> Result<Cow<'a, str>, NoDomain> {
    if !domain.is_ascii() || needs_to_ascii(edition, domain) {
        return unicode_to_ascii(edition, domain);
    }
    Ok(if domain.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(domain.to_ascii_lowercase())
    } else {
        Cow::Borrowed(domain)
    })
}

impl Edition {
    /// The *domain parser*: a domain, not percent-encoded, in the form for DNS lookup. Addresses are not
    /// distinguished from domains here.
    ///
    /// # Errors
    ///
    /// A [`Failure`] where `ToASCII` fails, or its result is empty or contains a forbidden domain code point.
    ///
    /// ```
    /// use napkin_url::edition::WHATWG;
    ///
    /// assert_eq!(WHATWG.domain_to_ascii("EXAMPLE.com")?, "example.com");
    /// # #[cfg(feature = "idna")]
    /// assert_eq!(WHATWG.domain_to_ascii("bücher.example")?, "xn--bcher-kva.example");
    /// # Ok::<(), napkin_url::Failure>(())
    /// ```
    pub fn domain_to_ascii<'a>(&'static self, domain: &'a str) -> Result<Cow<'a, str>, Failure> {
        let host =
            HostText { text: domain, at: 0, edition: self, notes: crate::validation::Notes::NONE };
        let ascii = to_ascii(self, domain).map_err(|why| host.refuse(why))?;
        host.judge(&ascii)?;
        Ok(ascii)
    }

    /// *Domain to Unicode*, for display: unchanged if UTS 46 reports an error.
    ///
    /// ```
    /// use napkin_url::edition::WHATWG;
    ///
    /// # #[cfg(feature = "idna")]
    /// assert_eq!(WHATWG.domain_to_unicode("xn--bcher-kva.example"), "bücher.example");
    /// assert_eq!(WHATWG.domain_to_unicode("example.com"), "example.com");
    /// ```
    pub fn domain_to_unicode<'a>(&'static self, domain: &'a str) -> Cow<'a, str> {
        to_unicode(domain)
    }
}

/// Unicode `ToASCII`, relaxed.
fn unicode_to_ascii<'a>(edition: &Edition, domain: &'a str) -> Result<Cow<'a, str>, NoDomain> {
    #[cfg(feature = "idna")]
    return super::idna::to_ascii(edition, domain);
    #[cfg(not(feature = "idna"))]
    {
        let _ = (edition, domain);
        Err(NoDomain::NeedsIdna)
    }
}

/// Whether `ToASCII` with `beStrict` accepts a domain; `None` if that needs the IDNA tables and they are not built
/// in.
#[cfg_attr(
    feature = "idna",
    expect(clippy::unnecessary_wraps, reason = "without idna there is no answer")
)]
fn is_strict(edition: &Edition, domain: &str) -> Option<bool> {
    if domain.is_ascii() && !has_xn_label(domain) {
        return Some(is_strict_ascii(domain));
    }
    #[cfg(feature = "idna")]
    return Some(super::idna::is_strict(edition, domain));
    #[cfg(not(feature = "idna"))]
    {
        let _ = edition;
        None
    }
}

/// Whether an ASCII domain without `xn--` satisfies `CheckHyphens`, `UseSTD3ASCIIRules` and `VerifyDnsLength`.
fn is_strict_ascii(domain: &str) -> bool {
    domain.len() <= 253
        && domain.split('.').all(|label| {
            let label = label.as_bytes();
            (1..=63).contains(&label.len())
                && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
                && label.first() != Some(&b'-')
                && label.last() != Some(&b'-')
                && label.get(2..4) != Some(b"--")
        })
}

/// *Domain to Unicode*, for display: unchanged if there is an error.
pub(crate) fn to_unicode(domain: &str) -> Cow<'_, str> {
    #[cfg(feature = "idna")]
    if !domain.is_ascii() || has_xn_label(domain) {
        return super::idna::to_unicode(domain);
    }
    Cow::Borrowed(domain)
}
