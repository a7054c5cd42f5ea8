//! Percent-encode sets: bytes that are written as `%` and two digits.
//!
//! Every set also contains all bytes from `0x80` up, which a [`ByteSet`] cannot represent.
//!
//! ```
//! use napkin_url::edition::sets::{COMPONENT, FRAGMENT, PATH, USERINFO};
//!
//! assert!(!FRAGMENT.contains(b'#') && PATH.contains(b'#'));
//! assert!(!PATH.contains(b'@') && USERINFO.contains(b'@') && COMPONENT.contains(b'@'));
//! ```

use napkin_scan::ByteSet;

/// C0 control percent-encode set: opaque hosts and opaque paths.
pub const C0_CONTROL: ByteSet = ByteSet::range(0, 0x1F).or(ByteSet::of(b"\x7F"));
/// Fragment percent-encode set.
pub const FRAGMENT: ByteSet = C0_CONTROL.or(ByteSet::of(b" \"<>`"));
/// Query percent-encode set, of URLs that are not special.
pub const QUERY: ByteSet = C0_CONTROL.or(ByteSet::of(b" \"#<>"));
/// Special-query percent-encode set.
pub const SPECIAL_QUERY: ByteSet = QUERY.or(ByteSet::of(b"'"));
/// Path percent-encode set, since March 2025.
pub const PATH: ByteSet = PATH_WITHOUT_CARET.or(ByteSet::of(b"^"));
/// Path percent-encode set before March 2025.
pub const PATH_WITHOUT_CARET: ByteSet = QUERY.or(ByteSet::of(b"?`{}"));
/// Userinfo percent-encode set.
pub const USERINFO: ByteSet = PATH.or(ByteSet::of(b"/:;=@[\\]|"));
/// Component percent-encode set, as `encodeURIComponent` has it.
pub const COMPONENT: ByteSet = USERINFO.or(ByteSet::of(b"$%&+,"));
/// `application/x-www-form-urlencoded` percent-encode set; a space becomes `+`.
pub const FORM: ByteSet = COMPONENT.or(ByteSet::of(b"!'()~"));

/// Bytes encoded in a segment given as data, besides the path percent-encode set.
pub(crate) const SEGMENT: ByteSet = ByteSet::of(b"/%");
/// Bytes that are not in [`C0_CONTROL`], and are ASCII.
pub(crate) const PRINTABLE: ByteSet = ByteSet::range(b' ', b'~');
pub(crate) const DIGIT: ByteSet = ByteSet::range(b'0', b'9');
pub(crate) const ALPHA: ByteSet = ByteSet::range(b'A', b'Z').or(ByteSet::range(b'a', b'z'));
/// Code points of a scheme after the first one.
pub(crate) const SCHEME: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"+-."));
/// URL code points of ASCII.
pub(crate) const URL_CODE_POINT: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"!$&'()*+,-./:;=?@_~"));
