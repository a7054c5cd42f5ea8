//! Secrets that only the scheme of the whole tells: those that the core has among its facts, and those of schemes that it has not.

use std::ops::Range;

use napkin::scheme::{FACTS, Secret};

use super::servers::find;

/// A scheme, its secret, and the document that says so.
type Own = (&'static str, Secret, &'static str);

#[rustfmt::skip] // A line for each.
const OWN: &[Own] = &[
    ("otpauth-migration", Secret::Parameters(&["data"]), "https://github.com/google/google-authenticator"),
    ("pbul", Secret::Whole, "https://github.com/caronc/apprise/wiki/Notify_pushbullet"),
    ("pover", Secret::Whole, "https://github.com/caronc/apprise/wiki/Notify_pushover"),
    ("snell", Secret::Whole, "https://kb.nssurge.com"),
    ("ss", Secret::Whole, "https://shadowsocks.org/doc/sip002.html"),
    ("ssr", Secret::Whole, "https://github.com/shadowsocksr-backup/shadowsocks-rss/wiki/SSR-QRcode-scheme"),
    ("sub", Secret::Whole, "https://github.com/2dust/v2rayN/wiki"),
    ("tgram", Secret::Whole, "https://github.com/caronc/apprise/wiki/Notify_telegram"),
    ("vmess", Secret::Whole, "https://github.com/2dust/v2rayN/wiki/Description-of-VMess-share-link"),
    ("wifi", Secret::Whole, "https://github.com/zxing/zxing/wiki/Barcode-Contents"),
];

/// The secrets of a text that its scheme tells.
pub(super) fn secrets(text: &[u8], push: &mut impl FnMut(Range<usize>)) {
    let Some(colon) = find(text, |byte| byte == b':') else { return };
    let scheme = text.get(..colon).unwrap_or_default().trim_ascii_start();
    let is = |other: &str| scheme.eq_ignore_ascii_case(other.as_bytes());
    let end = find(text, |byte| byte == b'#').unwrap_or(text.len());
    let start = colon + 1;
    let behind = text.get(start..end).unwrap_or_default();
    let known = FACTS.iter().find(|facts| is(facts.scheme)).and_then(|facts| facts.secret);
    // With a server, the user before it is the secret.
    let own = OWN.iter().find(|own| is(own.0)).map(|own| own.1);
    let own = own.filter(|own| *own != Secret::Whole || !behind.contains(&b'@'));
    for secret in known.into_iter().chain(own) {
        secret.places(behind).for_each(|place| push(start + place.start..start + place.end));
    }
}
