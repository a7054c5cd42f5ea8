//! The URL Standard, as browsers and many programs read it, by dated editions.

use napkin_url::edition::{SchemeType, WHATWG};
use napkin_url::{Edition, Failure, Host, Url, ValidationError};

use crate::name::ContactedHost;

use super::Answer;
use super::cut::named;

pub(super) fn read(edition: &'static Edition, input: &[u8]) -> Answer {
    parse(edition, input).map_or(Answer::Refused, |(url, is_relative)| answer(&url, is_relative))
}

/// Why an input is neither a URL nor a reference to one.
pub(crate) fn no_url(edition: &'static Edition, input: &[u8]) -> Option<Failure> {
    parse(edition, input).err()
}

/// Parses an input, and reports whether it is relative; then it is resolved against a base with the scheme `http`.
fn parse(edition: &'static Edition, input: &[u8]) -> Result<(Url, bool), Failure> {
    const BASE: &str = "http://base.invalid/";
    let text = String::from_utf8_lossy(input);
    match edition.parse(&text) {
        Ok(url) => Ok((url, false)),
        Err(failure) if failure.error() == Some(ValidationError::MissingSchemeNonRelativeUrl) => {
            let base = edition.parse(BASE).ok();
            let options = Url::options().edition(edition).base_url(base.as_ref());
            options.parse_exactly(&text).map(|url| (url, true))
        }
        Err(failure) => Err(failure),
    }
}

fn answer(url: &Url, is_relative: bool) -> Answer {
    let contacted = match url.host() {
        Some(Host::Domain("base.invalid")) if is_relative => Answer::Base,
        Some(Host::Domain("")) | None => Answer::NoHost,
        Some(Host::Domain(name)) => named(name.as_bytes()),
        Some(Host::Ipv4(address)) => Answer::Host(ContactedHost::v4(address)),
        Some(Host::Ipv6(address)) => Answer::Host(ContactedHost::Address(address.into())),
    };
    match (contacted, url.port()) {
        (Answer::Host(host), Some(port)) => Answer::Server(host, port),
        (contacted, _) => contacted,
    }
}

/// The result of the newest edition, from which the answers of most others follow.
pub(super) struct Newest {
    url: Option<Url>,
    answer: Answer,
}

impl Newest {
    pub(super) fn read(input: &[u8]) -> Self {
        match parse(WHATWG, input) {
            Ok((url, is_relative)) => {
                let answer = answer(&url, is_relative);
                Self { url: Some(url), answer }
            }
            Err(_) => Self { url: None, answer: Answer::Refused },
        }
    }

    /// The answer of another edition to this input, if none of its fields can lead to another host; `None` if that
    /// edition has to parse.
    pub(super) fn answer_of(&self, edition: &Edition) -> Option<Answer> {
        if std::ptr::eq(edition, WHATWG) {
            return Some(self.answer.clone());
        }
        // Other editions may accept a text that the newest rejects.
        let url = self.url.as_ref()?;
        let kind = |edition: &Edition| edition.special.scheme_type(url.scheme());
        let is_same_kind = kind(edition) == kind(WHATWG);
        let is_same_drive =
            kind(WHATWG) != SchemeType::File || edition.file_drive_host == WHATWG.file_drive_host;
        let host = url.host_str().unwrap_or_default();
        // An address that the newest edition accepts has only numeric parts, which older editions require.
        let is_allowed = !host.bytes().any(|byte| edition.forbidden_domain.contains(byte));
        let is_same_mapping = !host.contains("xn--")
            || edition.ascii_domain == WHATWG.ascii_domain
                && edition.ascii_xn_label == WHATWG.ascii_xn_label
                && edition.capital_sharp_s == WHATWG.capital_sharp_s;
        let is_literal = host.starts_with('[');
        (is_same_kind && is_same_drive && is_same_mapping && (is_allowed || is_literal))
            .then(|| self.answer.clone())
    }
}
