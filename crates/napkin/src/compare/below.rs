//! Whether a URI is at or below another one: the question of a prefix check, without the traps of comparing text.

use crate::identifier::text::Text;
use crate::identifier::{Iri, Uri};
use crate::level::Level;
use crate::percent::decode;
use crate::views::encoded::Encoded;
use crate::views::path::Path;

macro_rules! below {
    ($type:ident) => {
        impl<T: Text> $type<T> {
            /// Whether this URI is `prefix`, or has more segments after its path. Both are first normalized by scheme;
            /// scheme, userinfo, host and port have to be equal. Query and fragment of this URI are ignored.
            ///
            /// `/a` has `/a/b` below it and not `/ab`; `/a/` has `/a/b` below it and not `/a`. In doubt the answer is
            /// `false`: for a prefix with a query, and for a path that servers read in different ways (an encoded slash or
            /// backslash, doubly encoded text, `..;`, empty segments beside `..`).
            ///
            /// ```
            /// use napkin::uri;
            ///
            /// let prefix = uri!("https://example.com/app");
            /// assert!(uri!("HTTPS://example.com:443/x/../app/a?b").is_below(&prefix));
            /// assert!(!uri!("https://example.com/application").is_below(&prefix));
            /// assert!(!uri!("https://example.com/app/%2E%2E/admin").is_below(&prefix));
            /// assert!(!uri!("https://example.com/app/..%2Fadmin").is_below(&prefix));
            /// assert!(!uri!("https://example.com.evil.test/app/").is_below(&prefix));
            /// ```
            pub fn is_below(&self, prefix: &$type<impl Text>) -> bool {
                let (own, above) = (self.normalize(Level::Scheme), prefix.normalize(Level::Scheme));
                let (Ok(own), Ok(above)) = (own, above) else { return false };
                let (own, above) = (own.parts(), above.parts());
                let same_site = own.scheme == above.scheme && own.authority == above.authority;
                let Some(rest) = own.path.strip_prefix(above.path) else { return false };
                same_site
                    && above.query.is_none()
                    && (rest.is_empty() || above.path.ends_with('/') || rest.starts_with('/'))
                    && rest.split('/').all(is_unambiguous)
                    && !climbs_over_nothing(self.path())
            }
        }
    };
}

below! { Uri }
below! { Iri }

/// Whether every reader sees one segment here, and no dot segment.
fn is_unambiguous(segment: &str) -> bool {
    let mut decoded = decode(segment, false);
    let mut rest = decoded.clone();
    let stray = decoded.any(|octet| matches!(octet, b'/' | b'\\') || octet.is_ascii_control());
    // The decoded text still has triplets: it was encoded twice.
    let mut twice = false;
    while !twice && rest.any(|octet| octet == b'%') {
        let digits = rest.clone().take(2).filter(u8::is_ascii_hexdigit);
        twice = digits.count() == 2;
    }
    let name = segment.split(';').next().unwrap_or_default();
    let dots = name == ".." || name == ".";
    !(stray || twice || dots)
}

/// Whether a path has both a `..` and an empty segment, which some servers remove before they climb.
fn climbs_over_nothing(path: Path<'_>) -> bool {
    let mut segments = path.segments();
    // The last segment may be empty.
    let last_climbs = segments.next_back().is_some_and(|last| last.decode() == "..");
    let climbs = last_climbs || segments.clone().any(|segment| segment.decode() == "..");
    climbs && segments.any(Encoded::is_empty)
}
