//! Encoded words of header fields (RFC 2047), decoded for people: the subjects and names that a mail client shows.
//!
//! The decoder is that of mail-parser, which reads a message with the field as its subject.

use mail_parser::MessageParser;
use napkin::is_safe_to_show;

/// The text of a header field with its encoded words decoded; `None` if it has none, or if characters
/// that are not safe to show would come out, such as line ends.
///
/// ```
/// use napkin_context::decode_encoded_words;
///
/// assert_eq!(decode_encoded_words("=?utf-8?Q?caf=C3=A9?="), Some("café".into()));
/// assert_eq!(decode_encoded_words("caf=C3=A9"), None);
/// assert_eq!(decode_encoded_words("=?utf-8?Q?a=0D=0ABcc:b@h?="), None);
/// ```
pub fn decode_encoded_words(value: &str) -> Option<String> {
    let is_encoded = |word: &str| word.starts_with("=?") && word.ends_with("?=");
    if !value.split(' ').any(is_encoded) || value.contains(char::is_control) {
        return None;
    }
    let message = format!("Subject: {value}\r\n\r\n");
    let message = MessageParser::new().parse_headers(message.as_bytes())?;
    let decoded = message.subject()?;
    let is_new = decoded != value.trim() && decoded.chars().all(is_safe_to_show);
    is_new.then(|| decoded.to_owned())
}
