//! Parts of a URL of the URL Standard; null parts are undefined, as in editions of the URI syntax.

use napkin_url::{HostKind, Url};

/// The host of a URL: `None` if it is null, and the empty text if it is the empty host.
pub fn host<T: AsRef<str>>(url: &Url<T>) -> Option<&str> {
    url.host_kind().map(|_| url.host_str().unwrap_or_default())
}

/// The text before the `@` of a URL, if it includes credentials.
pub fn userinfo<T: AsRef<str>>(url: &Url<T>) -> Option<&str> {
    url.authority().rsplit_once('@').map(|(userinfo, _)| userinfo)
}

/// The segments of the path of a URL; `None` if the path is opaque.
pub fn segments<T: AsRef<str>>(url: &Url<T>) -> Option<Vec<&str>> {
    let has_list = !url.cannot_be_a_base();
    has_list.then(|| url.path_segments().map(Iterator::collect).unwrap_or_default())
}

/// The host kind by the name that it has in JSON.
pub fn host_kind<T: AsRef<str>>(url: &Url<T>) -> Option<&'static str> {
    url.host_kind().map(HostKind::name)
}
