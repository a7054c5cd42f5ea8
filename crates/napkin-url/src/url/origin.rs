//! Origins (section 4.7).

use alloc::format;
use alloc::string::{String, ToString};
use core::sync::atomic::{AtomicUsize, Ordering};

use super::Url;
use crate::edition::{BlobInnerSchemes, BlobInnerText, Edition, SchemeType};
use crate::host::domain;
use crate::host_value::Host;

/// The origin of a URL.
///
/// ```
/// use napkin_url::Url;
///
/// let a = Url::parse("https://example.com/a")?;
/// let b = Url::parse("blob:https://example.com:443/0f1e")?;
/// assert_eq!(a.origin(), b.origin());
/// assert_eq!(a.origin().ascii_serialization(), "https://example.com");
/// let file = Url::parse("file:///a")?;
/// assert_ne!(file.origin(), file.origin());
/// # Ok::<(), napkin_url::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "as the crate `url` has it")]
pub enum Origin {
    /// An opaque origin, equal only to itself.
    Opaque(OpaqueOrigin),
    /// Scheme, host and port, including the default port.
    Tuple(String, Host<String>, u16),
}

/// An opaque origin. Each new one is different.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpaqueOrigin(usize);

impl Origin {
    /// A new opaque origin.
    ///
    /// ```
    /// # use napkin_url::Origin;
    /// assert_ne!(Origin::new_opaque(), Origin::new_opaque());
    /// assert_eq!(Origin::new_opaque().ascii_serialization(), "null");
    /// ```
    pub fn new_opaque() -> Self {
        static COUNTER: AtomicUsize = AtomicUsize::new(0);
        Self::Opaque(OpaqueOrigin(COUNTER.fetch_add(1, Ordering::Relaxed)))
    }

    pub(super) fn of<T: AsRef<str>>(url: &Url<T>) -> Self {
        if let Some(origin) = tuple(url) {
            return origin;
        }
        if url.scheme() != "blob" {
            return Self::new_opaque();
        }
        blob(url).unwrap_or_else(Self::new_opaque)
    }

    /// Whether it is a tuple origin.
    pub const fn is_tuple(&self) -> bool {
        matches!(self, Self::Tuple(..))
    }

    /// The serialization, `null` for an opaque origin.
    pub fn ascii_serialization(&self) -> String {
        match self {
            Self::Opaque(_) => "null".to_string(),
            Self::Tuple(scheme, host, port) => serialize(scheme, &host.to_string(), *port),
        }
    }

    /// The serialization with the labels of a domain in Unicode, for display.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let origin = Url::parse("https://xn--bcher-kva.example/a")?.origin();
    /// assert_eq!(origin.ascii_serialization(), "https://xn--bcher-kva.example");
    /// # #[cfg(feature = "idna")]
    /// assert_eq!(origin.unicode_serialization(), "https://bücher.example");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn unicode_serialization(&self) -> String {
        match self {
            Self::Tuple(scheme, Host::Domain(host), port) => {
                serialize(scheme, &domain::to_unicode(host), *port)
            }
            _ => self.ascii_serialization(),
        }
    }
}

/// *Serialize* a tuple origin.
fn serialize(scheme: &str, host: &str, port: u16) -> String {
    if SchemeType::of_name(scheme).default_port() == Some(port) {
        format!("{scheme}://{host}")
    } else {
        format!("{scheme}://{host}:{port}")
    }
}

/// The tuple origin of a special URL other than `file`.
fn tuple<T: AsRef<str>>(url: &Url<T>) -> Option<Origin> {
    let port = url.port_or_known_default()?;
    url.is_special().then_some(())?;
    // The oldest editions let a domain be empty.
    let host = url.host().map_or_else(|| Host::Domain(String::new()), |host| host.to_owned());
    Some(Origin::Tuple(url.scheme().to_string(), host, port))
}

/// The origin of the URL inside a `blob` URL.
fn blob<T: AsRef<str>>(url: &Url<T>) -> Option<Origin> {
    let edition = url.edition();
    let inner = match edition.blob_inner_text {
        BlobInnerText::WholePath => url.path(),
        BlobInnerText::FirstSegment if url.cannot_be_a_base() => url.path(),
        BlobInnerText::FirstSegment => url.path_segments()?.next()?,
    };
    match edition.blob_inner_schemes {
        BlobInnerSchemes::Web => {
            let inner = edition.parse(inner).ok()?;
            matches!(inner.scheme(), "http" | "https").then(|| tuple(&inner))?
        }
        BlobInnerSchemes::Any => tuple(&edition.parse(&without_blobs(edition, inner)?).ok()?),
    }
}

/// The URL inside nested `blob` URLs, found without parsing each of them.
fn without_blobs(edition: &'static Edition, text: &str) -> Option<String> {
    let mut rest = text.trim_matches(' ');
    while let Some(path) = strip_blob(rest) {
        if path.starts_with('/') {
            // A `blob` URL whose path has segments. The inner URL is one segment, without a slash, so this branch
            // runs only once.
            let url = edition.parse(rest).ok()?;
            let segment = match edition.blob_inner_text {
                BlobInnerText::FirstSegment => url.path_segments()?.next()?,
                BlobInnerText::WholePath => return None,
            };
            return without_blobs(edition, segment);
        }
        rest = path.trim_matches(' ');
    }
    Some(rest.to_string())
}

/// The text after `blob:`, in either case.
fn strip_blob(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_at_checked(5)?;
    scheme.eq_ignore_ascii_case("blob:").then_some(rest)
}
