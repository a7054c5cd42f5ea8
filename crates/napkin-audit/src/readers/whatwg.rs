//! The URL Standard, as browsers and many programs read it, by dated editions.

use napkin_url::{Edition, Host, Url, ValidationError};

use crate::name::ContactedHost;

use super::Answer;
use super::cut::named;

/// By an edition; what is relative goes to the host of a base with the scheme `http`.
pub(super) fn read(edition: &'static Edition, input: &[u8]) -> Answer {
    const BASE: &str = "http://base.invalid/";
    let text = String::from_utf8_lossy(input);
    let (url, is_relative) = match edition.parse(&text) {
        Ok(url) => (url, false),
        Err(failure) if failure.error() == Some(ValidationError::MissingSchemeNonRelativeUrl) => {
            let base = edition.parse(BASE).ok();
            match Url::options().edition(edition).base_url(base.as_ref()).parse_exactly(&text) {
                Ok(url) => (url, true),
                Err(_) => return Answer::Refused,
            }
        }
        Err(_) => return Answer::Refused,
    };
    match url.host() {
        Some(Host::Domain("base.invalid")) if is_relative => Answer::Base,
        Some(Host::Domain("")) | None => Answer::NoHost,
        Some(Host::Domain(name)) => named(name.as_bytes()),
        Some(Host::Ipv4(address)) => Answer::Host(ContactedHost::v4(address)),
        Some(Host::Ipv6(address)) => Answer::Host(ContactedHost::Address(address.into())),
    }
}
