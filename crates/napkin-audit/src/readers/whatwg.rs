//! The WHATWG's URL Standard.

use std::sync::LazyLock;

use url::Url;

use crate::name::ContactedHost;

use super::Answer;
use super::cut::named;

/// By the tables of Unicode 15.1 and later.
pub(super) fn whatwg(input: &[u8]) -> Answer {
    read(&String::from_utf8_lossy(input))
}

/// By the tables of Unicode 15.0 and earlier, which map one letter otherwise. Where it stands in another part
/// than the host, nothing comes of it.
pub(super) fn whatwg_15(input: &[u8]) -> Answer {
    const SPECIAL: [&str; 6] = ["http", "https", "ws", "wss", "ftp", "file"];
    let text = String::from_utf8_lossy(input).replace(['\t', '\n', '\r'], "");
    // Hosts of other schemes are not mapped.
    if Url::parse(&text).is_ok_and(|url| !SPECIAL.contains(&url.scheme())) {
        return read(&text);
    }
    let text = text.replace('\u{1e9e}', "ss");
    let upper = text.to_ascii_uppercase();
    let mut made = String::with_capacity(text.len());
    let mut end = 0;
    for (at, encoded) in upper.match_indices("%E1%BA%9E") {
        made.extend([text.get(end..at).unwrap_or_default(), "ss"]);
        end = at + encoded.len();
    }
    made.push_str(text.get(end..).unwrap_or_default());
    read(&made)
}

fn read(text: &str) -> Answer {
    static BASE: LazyLock<Option<Url>> = LazyLock::new(|| Url::parse("http://base.invalid/").ok());
    let mut text = text.replace(['\t', '\n', '\r'], "");
    // The crate refuses more than two slashes here, which the standard passes over.
    let begin = text.trim_start_matches(|c| c <= ' ');
    if begin.bytes().take_while(|byte| b"/\\".contains(byte)).count() > 2 {
        text = format!("http:{begin}");
    }
    let (url, is_relative) = match Url::parse(&text) {
        Ok(url) => (url, false),
        Err(url::ParseError::RelativeUrlWithoutBase) => {
            match Url::options().base_url(BASE.as_ref()).parse(&text) {
                Ok(url) => (url, true),
                Err(_) => return Answer::Refused,
            }
        }
        Err(_) => return Answer::Refused,
    };
    match url.host() {
        Some(url::Host::Domain("base.invalid")) if is_relative => Answer::Base,
        Some(url::Host::Domain("")) | None => Answer::NoHost,
        Some(url::Host::Domain(name)) => named(name.as_bytes()),
        Some(url::Host::Ipv4(address)) => Answer::Host(ContactedHost::v4(address)),
        Some(url::Host::Ipv6(address)) => Answer::Host(ContactedHost::Address(address.into())),
    }
}
