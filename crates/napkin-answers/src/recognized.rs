//! What a value of a query is, by its form: a URL, a time, an identifier, or text in base64.

use crate::calendar::Moment;
use crate::glance::{from_base64, is_url, token_pieces};

/// A value whose form is known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a face has words for each of these forms")]
pub enum Recognized {
    /// An absolute URL of a server.
    Url,
    /// A time: seconds or milliseconds since 1970, as date and time in UTC.
    Time(String),
    /// A UUID (RFC 9562), with its version.
    Uuid(u8),
    /// A signed token (RFC 7519), with its header and its claims in JSON. The signature is not checked.
    Jwt(String, String),
    /// Text in base64.
    Base64(String),
}

/// Recognizes a decoded value.
///
/// ```
/// use napkin_answers::recognized::{Recognized, recognized};
///
/// let time = recognized("1700000000");
/// assert_eq!(time, Some(Recognized::Time("2023-11-14 22:13:20".into())));
/// assert_eq!(recognized("https://b.example/"), Some(Recognized::Url));
/// assert_eq!(recognized("aGVsbG8gd29ybGQ"), Some(Recognized::Base64("hello world".into())));
/// assert_eq!(recognized("hello"), None);
/// ```
pub fn recognized(value: &str) -> Option<Recognized> {
    if is_url(value) {
        return Some(Recognized::Url);
    }
    time(value).or_else(|| uuid(value)).or_else(|| jwt(value)).or_else(|| base64(value))
}

/// The first and the last second that a number is taken for: of the years 2000 to 2099.
const SECONDS: std::ops::Range<u64> = 946_684_800..4_102_444_800;

fn time(value: &str) -> Option<Recognized> {
    let number: u64 =
        value.parse().ok().filter(|_| value.bytes().all(|byte| byte.is_ascii_digit()))?;
    let seconds = match value.len() {
        9 | 10 => number,
        12 | 13 => number / 1000,
        _ => return None,
    };
    let moment = Moment::of_seconds(seconds).filter(|_| SECONDS.contains(&seconds))?;
    Some(Recognized::Time(moment.to_string()))
}

fn uuid(value: &str) -> Option<Recognized> {
    let groups: Vec<_> = value.split('-').collect();
    let lengths = groups.iter().map(|group| group.len());
    let is_hex = |group: &&str| group.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_one = lengths.eq([8, 4, 4, 4, 12]) && groups.iter().all(is_hex);
    let version = groups.get(2)?.chars().next()?.to_digit(16)?;
    is_one.then_some(Recognized::Uuid(version.try_into().ok()?))
}

fn jwt(value: &str) -> Option<Recognized> {
    let (header, claims) = token_pieces(value)?;
    Some(Recognized::Jwt(header, claims))
}

/// The least length of base64: shorter words are too often just words.
const SHORTEST: usize = 12;

fn base64(value: &str) -> Option<Recognized> {
    // Words of one case, and hexadecimal numbers, are also letters of base64.
    let has = |is: fn(&u8) -> bool| value.as_bytes().iter().any(is);
    let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    if value.len() < SHORTEST || !is_mixed {
        return None;
    }
    let text = from_base64(value)?;
    let is_text = !text.is_empty() && text.chars().all(|c| napkin::is_safe_to_show(c) || c == '\n');
    is_text.then_some(Recognized::Base64(text))
}

#[cfg(test)]
mod tests {
    use super::{Recognized, recognized};

    #[test]
    fn times_are_those_of_the_calendar() {
        let time = |text: &str| Some(Recognized::Time(text.into()));
        assert_eq!(recognized("951782400"), time("2000-02-29 00:00:00"));
        assert_eq!(recognized("4102444799"), time("2099-12-31 23:59:59"));
        assert_eq!(recognized("1700000000123"), time("2023-11-14 22:13:20"));
        assert_eq!(recognized("946684799"), None);
        assert_eq!(recognized("4102444800"), None);
        assert_eq!(recognized("12345"), None);
        assert_eq!(recognized("+1700000000"), None);
    }

    #[test]
    fn forms_are_told_from_words() {
        let uuid = "0190163d-8694-739b-aea5-966c26f8ad91";
        assert_eq!(recognized(uuid), Some(Recognized::Uuid(7)));
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
        let read = Recognized::Jwt(r#"{"alg":"HS256"}"#.into(), r#"{"sub":"1"}"#.into());
        assert_eq!(recognized(token), Some(read));
        for word in ["", "true", "Frankfurt", "deadbeefdeadbeef", "en-US", "a.b.c", "http://"] {
            assert_eq!(recognized(word), None, "{word}");
        }
    }
}
