//! `url::Url`: an absolute URL of the WHATWG URL Standard.
//!
//! It rewrites what it parses and admits characters that RFC 3986 does not, so both directions can fail, and
//! there and back need not be the same text. It also finds a host where RFC 3986 has none (`http:a`, `http:///a`)
//! or another one (`http://0x7f.1/`); then the conversion is refused.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::net::IpAddr;

use ::url::{Host as UrlHost, ParseError as InvalidUrl, Url};

use super::{NotConverted, from_other, into_other};
use crate::error::ParseError;
use crate::fault::Part;
use crate::identifier::{AbsoluteUri, Uri};
use crate::mapping::excluded::{Excluded, encode_excluded};
use crate::scheme::HostFact;
use crate::views::authority::{Host, Port};

/// The URL that the URL Standard makes of a URI.
fn url(uri: Uri<&str>) -> Result<Url, NotConverted<InvalidUrl>> {
    let url = Url::parse(uri.as_str()).map_err(NotConverted::Invalid)?;
    same_site(uri, &url)?;
    Ok(url)
}

/// Checks that the two contact the same host on the same port.
fn same_site<E>(uri: Uri<&str>, url: &Url) -> Result<(), NotConverted<E>> {
    let differs = if !is_host(uri, url.host()) {
        Part::Host
    } else if !is_port(uri.port(), url) {
        Part::Port
    } else {
        return Ok(());
    };
    Err(NotConverted::ReadDifferently(differs))
}

fn is_host(uri: Uri<&str>, host: Option<UrlHost<&str>>) -> bool {
    let own = uri.host();
    let is_local = || {
        let local = uri.scheme().facts().is_some_and(|fact| fact.host == HostFact::LocalByDefault);
        local && own.is_none_or(|own| own.is_empty() || own == "localhost")
    };
    match (own, host) {
        (own, None) => own.is_none_or(Host::is_empty) || is_local(),
        (Some(own), Some(UrlHost::Ipv4(address))) => own.to_ip() == Some(IpAddr::V4(address)),
        (Some(own), Some(UrlHost::Ipv6(address))) => own.to_ip() == Some(IpAddr::V6(address)),
        (Some(own), Some(UrlHost::Domain(name))) => is_name(own, name),
        (None, Some(_)) => false,
    }
}

/// Whether a name of the URL Standard is that of a host, label by label: the same but for case, or the
/// encoding of one that is not ASCII. A mapping to other ASCII letters makes another name.
fn is_name(own: Host<'_>, name: &str) -> bool {
    if own == name {
        return true;
    }
    let Some(own) = own.reg_name() else { return false };
    let Ok(own) = own.decode().to_str() else { return false };
    let mut labels = name.split('.');
    let is_label = |own: &str, label: &str| {
        if own.is_ascii() { label.eq_ignore_ascii_case(own) } else { label.starts_with("xn--") }
    };
    own.split('.').all(|own| labels.next().is_some_and(|label| is_label(own, label)))
        && labels.next().is_none()
}

/// Whether the port that was given is the one of the URL, which leaves out a default.
fn is_port(given: Option<Port<'_>>, url: &Url) -> bool {
    match given.filter(|given| !given.as_str().is_empty()) {
        None => url.port().is_none(),
        Some(given) => given.to_u16().is_some() && given.to_u16() == url.port_or_known_default(),
    }
}

into_other! {
    r#"Parses the URI as the URL Standard does.

```
use napkin::uri;

let url = url::Url::try_from(&uri!("HTTP://Example.com/a/../b"))?;
assert_eq!(url.as_str(), "http://example.com/b");
// There, these are URLs of the hosts `a` and 127.0.0.1.
assert!(url::Url::try_from(uri!("http:a")).is_err());
assert!(url::Url::try_from(uri!("http://0x7f.1/")).is_err());
# Ok::<(), napkin::NotConverted<url::ParseError>>(())
```"#,
    Url, InvalidUrl, url, Uri AbsoluteUri
}

from_other! {
    r#"Takes the URL if it is a URI with the same host and port.

```
let url = url::Url::parse("http://h/?a|b")?;
assert!(napkin::Uri::try_from(&url).is_err(), "a raw | is no URI");
# Ok::<(), url::ParseError>(())
```"#,
    Url, same_site, Uri AbsoluteUri
}

impl Uri<String> {
    /// The URI of a URL, in which the characters that the URL Standard leaves raw and RFC 3986 excludes, such as `|`, `[`,
    /// `^` and a `%` without two digits, are percent-encoded; and which they were.
    ///
    /// # Errors
    ///
    /// If the URI would have another host or port.
    ///
    /// ```
    /// use napkin::Uri;
    ///
    /// let url = url::Url::parse("http://h/^a?b|c=100%#[d]")?;
    /// let (uri, excluded) = Uri::from_url_encoded(&url)?;
    /// assert_eq!(uri, "http://h/%5Ea?b%7Cc=100%25#%5Bd%5D");
    /// let characters: String = excluded.iter().map(|excluded| excluded.character).collect();
    /// assert_eq!(characters, "^|%[]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_url_encoded(url: &Url) -> Result<(Self, Vec<Excluded>), NotConverted<ParseError>> {
        let (text, excluded) = encode_excluded(url.as_str());
        let made = Self::try_new(text.into_owned());
        let made = made.map_err(NotConverted::Invalid)?;
        same_site(made.as_borrowed(), url)?;
        Ok((made, excluded))
    }
}
