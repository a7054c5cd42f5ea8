//! URLs inside a URL: in its query, in its path, and in that URL again.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use napkin::{Parts, percent};
use napkin_url::edition::WHATWG;
use schemars::JsonSchema;
use serde::Serialize;

/// A URL inside another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Inside {
    /// The key of the query that holds it; null if it stands in the path.
    pub parameter: Option<String>,
    /// Whether it was written in base64.
    pub base64: bool,
    /// The URL, decoded.
    pub uri: String,
    /// The host that browsers contact for it; null if they refuse it.
    pub host: Option<String>,
}

/// The longest chain.
const DEEPEST: usize = 64;

/// The URLs inside a text, from the outermost to the innermost: of each URL the first one in its query, else in its
/// path.
///
/// ```
/// use napkin_answers::glance::inside;
///
/// let chain = inside("https://t.example/r?u=https%3A%2F%2Fb.example%2F%3Fu%3Dhttps%253A%252F%252Fc.example");
/// let hosts: Vec<_> = chain.iter().filter_map(|inside| inside.host.as_deref()).collect();
/// assert_eq!(hosts, ["b.example", "c.example"]);
/// ```
pub fn inside(text: &str) -> Vec<Inside> {
    let next = |inside: &Inside| first(&inside.uri);
    std::iter::successors(first(text), next).take(DEEPEST).collect()
}

/// The first URL inside a text.
fn first(text: &str) -> Option<Inside> {
    let parts = Parts::split(text);
    parts.scheme.or(parts.authority)?;
    let in_query = parts.query.into_iter().flat_map(|query| query.split(['&', ';']));
    let mut in_query = in_query.filter_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or(("", pair));
        let (uri, base64) = url_in(value)?;
        let key = percent::decode(key, true).to_string_lossy().into_owned();
        Some(Inside { parameter: Some(key), base64, host: host(&uri), uri })
    });
    in_query.next().or_else(|| in_path(text, parts.path))
}

/// The URL that a value of a query is, decoded once, or in base64.
fn url_in(value: &str) -> Option<(String, bool)> {
    let text = percent::decode(value, true).to_str().ok()?.into_owned();
    let text = text.trim().to_owned();
    if is_url(&text) || is_network_path(&text) {
        return Some((text, false));
    }
    let text = from_base64(&text)?;
    is_url(&text).then_some((text, true))
}

/// The text that another one is in base64, of either alphabet.
pub(crate) fn from_base64(text: &str) -> Option<String> {
    let bare = text.trim_end_matches('=');
    let octets = URL_SAFE_NO_PAD.decode(bare).or_else(|_| STANDARD_NO_PAD.decode(bare)).ok()?;
    String::from_utf8(octets).ok()
}

/// The URL behind a segment of the path, raw with all that follows it, or as one encoded segment.
fn in_path(text: &str, path: &str) -> Option<Inside> {
    let before_query = text.split(['?', '#']).next().unwrap_or_default();
    let raw = ["/http://", "/https://"].iter().filter_map(|start| before_query.find(start)).min();
    let uri = if let Some(slash) = raw {
        text.get(slash + 1..)?.to_owned()
    } else {
        let segments = path.split('/');
        let mut decoded =
            segments.filter_map(|segment| percent::decode(segment, false).to_str().ok());
        decoded.find(|segment| is_url(segment))?.into_owned()
    };
    Some(Inside { parameter: None, base64: false, host: host(&uri), uri })
}

/// Whether a text is a URL with a server.
pub(crate) fn is_url(text: &str) -> bool {
    let schemes = ["http://", "https://", "ftp://", "ws://", "wss://"];
    let begins = |scheme: &&str| {
        text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && text.len() > scheme.len()
    };
    schemes.iter().any(begins)
}

/// Whether browsers read a text as a reference to another server, which takes its scheme from the page: two slashes, of
/// either kind, before a name with a dot. `//a/b` is a path that somebody has joined, more often than a server.
fn is_network_path(text: &str) -> bool {
    let is_slash = |at| matches!(text.as_bytes().get(at), Some(b'/' | b'\\'));
    is_slash(0) && is_slash(1) && host(text).is_some_and(|host| host.contains('.'))
}

/// The host that browsers contact; of a reference without a scheme, from a page of HTTPS.
fn host(uri: &str) -> Option<String> {
    let text: Cow<'_, str> =
        if uri.starts_with(['/', '\\']) { format!("https:{uri}").into() } else { uri.into() };
    WHATWG.parse(&text).ok()?.host_str().map(str::to_owned)
}
