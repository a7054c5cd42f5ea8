//! How browsers read, by the URL Standard of today.

use napkin_url::{Url, quirks};

use crate::no_key::NoKey;
use crate::parts::Parts;

pub(super) fn read(text: &[u8], parts: &mut Parts) -> Result<(), NoKey> {
    read_text(&String::from_utf8_lossy(text), parts)
}

/// Reads a text that is UTF-8.
pub(super) fn read_text(text: &str, parts: &mut Parts) -> Result<(), NoKey> {
    let url = Url::parse(text).map_err(|_| NoKey::Url)?;
    parts.scheme.set(url.scheme().as_bytes());
    let host = url.host_str();
    // The host of `file:///` is empty, and not missing.
    parts.slashes = host.is_some() || url.as_str()[url.scheme().len()..].starts_with("://");
    parts.host.set_or_remove(host.map(str::as_bytes));
    let user = Some(url.username()).filter(|user| !user.is_empty());
    parts.user.set_or_remove(user.map(str::as_bytes));
    parts.password.set_or_remove(url.password().map(str::as_bytes));
    let port = quirks::port(&url);
    parts.port.set_or_remove((!port.is_empty()).then_some(port.as_bytes()));
    parts.path.set(url.path().as_bytes());
    parts.query.set_or_remove(url.query().map(str::as_bytes));
    parts.fragment.set_or_remove(url.fragment().map(str::as_bytes));
    Ok(())
}
