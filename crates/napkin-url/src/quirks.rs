//! Getters and setters of the standard's class `URL`, as functions with its names and results.
//!
//! Names are those of the module `quirks` of the crate `url`. [`Url::get`] and [`Url::set`] take the attribute as a
//! value instead.
//!
//! ```
//! use napkin_url::{Url, quirks};
//!
//! let mut url = Url::parse("https://user:pw@example.com:8080/a?b#c")?;
//! assert_eq!((quirks::protocol(&url), quirks::port(&url)), ("https:", "8080"));
//! assert_eq!((quirks::username(&url), quirks::password(&url)), ("user", "pw"));
//! assert_eq!((quirks::host(&url), quirks::hostname(&url)), ("example.com:8080", "example.com"));
//! assert_eq!((quirks::pathname(&url), quirks::search(&url), quirks::hash(&url)), ("/a", "?b", "#c"));
//!
//! let _ = quirks::set_hostname(&mut url, "example.org");
//! quirks::set_pathname(&mut url, "x y");
//! quirks::set_search(&mut url, "");
//! quirks::set_hash(&mut url, "");
//! assert_eq!(quirks::href(&url), "https://user:pw@example.org:8080/x%20y");
//!
//! assert_eq!(quirks::set_protocol(&mut url, "http"), Ok(()));
//! assert!(quirks::set_href(&mut url, "no URL").is_err());
//! assert_eq!(quirks::protocol(&url), "http:");
//! # Ok::<(), napkin_url::ParseError>(())
//! ```

use alloc::string::String;

use crate::attribute::Attribute;
use crate::error::ParseError;
use crate::host_value::Host;
use crate::url::{Position, Url};

/// The domain in ASCII; empty if the text is not a domain.
pub fn domain_to_ascii(domain: &str) -> String {
    match Host::parse(domain) {
        Ok(Host::Domain(domain)) => domain,
        _ => String::new(),
    }
}

/// The domain in Unicode; empty if the text is not a domain.
pub fn domain_to_unicode(domain: &str) -> String {
    match Host::parse(domain) {
        Ok(Host::Domain(domain)) => crate::host::domain::to_unicode(&domain).into_owned(),
        _ => String::new(),
    }
}

/// Getter of `href`.
pub fn href(url: &Url) -> &str {
    url.as_str()
}

/// Setter of `href`.
///
/// # Errors
///
/// If the value is not an absolute URL.
pub fn set_href(url: &mut Url, value: &str) -> Result<(), ParseError> {
    *url = url.edition().parse(value)?;
    Ok(())
}

/// Getter of `origin`.
pub fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// Getter of `protocol`.
pub fn protocol(url: &Url) -> &str {
    url.slice(0, url.parts().scheme_end + 1)
}

/// Setter of `protocol`.
///
/// # Errors
///
/// If the value is refused.
#[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
pub fn set_protocol(url: &mut Url, value: &str) -> Result<(), ()> {
    url.set_protocol(value).then_some(()).ok_or(())
}

/// Getter of `username`.
pub fn username(url: &Url) -> &str {
    url.username()
}

/// Setter of `username`.
///
/// # Errors
///
/// If the value is refused.
#[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
pub fn set_username(url: &mut Url, value: &str) -> Result<(), ()> {
    url.set_username(value)
}

/// Getter of `password`.
pub fn password(url: &Url) -> &str {
    url.password().unwrap_or_default()
}

/// Setter of `password`.
///
/// # Errors
///
/// If the value is refused.
#[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
pub fn set_password(url: &mut Url, value: &str) -> Result<(), ()> {
    url.set_password(Some(value))
}

/// Getter of `host`.
pub fn host(url: &Url) -> &str {
    url.between(Position::BeforeHost, Position::AfterPort)
}

/// Setter of `host`.
///
/// # Errors
///
/// If the host is refused. A port that is refused is ignored.
#[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
pub fn set_host(url: &mut Url, value: &str) -> Result<(), ()> {
    url.set_host_and_port(value).then_some(()).ok_or(())
}

/// Getter of `hostname`.
pub fn hostname(url: &Url) -> &str {
    url.between(Position::BeforeHost, Position::AfterHost)
}

/// Setter of `hostname`.
///
/// # Errors
///
/// If the value is refused.
#[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
pub fn set_hostname(url: &mut Url, value: &str) -> Result<(), ()> {
    url.set_hostname(value).then_some(()).ok_or(())
}

/// Getter of `port`.
pub fn port(url: &Url) -> &str {
    url.between(Position::BeforePort, Position::AfterPort)
}

/// Setter of `port`.
///
/// # Errors
///
/// If the value is refused.
#[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
pub fn set_port(url: &mut Url, value: &str) -> Result<(), ()> {
    url.set_port_text(value).then_some(()).ok_or(())
}

/// Getter of `pathname`.
pub fn pathname(url: &Url) -> &str {
    url.path()
}

/// Setter of `pathname`.
pub fn set_pathname(url: &mut Url, value: &str) {
    url.set_pathname(value);
}

/// Getter of `search`.
pub fn search(url: &Url) -> &str {
    more_than_sign(url.between(Position::AfterPath, Position::AfterQuery))
}

/// Setter of `search`.
pub fn set_search(url: &mut Url, value: &str) {
    url.set(Attribute::Search, value);
}

/// Getter of `hash`.
pub fn hash(url: &Url) -> &str {
    more_than_sign(url.between(Position::AfterQuery, Position::AfterFragment))
}

/// Setter of `hash`.
pub fn set_hash(url: &mut Url, value: &str) {
    url.set(Attribute::Hash, value);
}

/// A query or fragment with its sign; empty if there is only the sign.
fn more_than_sign(text: &str) -> &str {
    if text.len() == 1 { "" } else { text }
}
