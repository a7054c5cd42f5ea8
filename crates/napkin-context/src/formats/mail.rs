//! Whether a text is a message or a mailbox: by the names of its first header fields.

use crate::kind::MAILBOX_LINE;

/// The names of header fields that messages have, and other texts of names and values, such as YAML, do not. One that
/// ends in a hyphen is the beginning of names.
const FIELDS: [&[u8]; 28] = [
    b"apparently-to",
    b"arc-",
    b"authentication-results",
    b"bcc",
    b"cc",
    b"comments",
    b"content-",
    b"date",
    b"delivered-to",
    b"dkim-",
    b"errors-to",
    b"from",
    b"in-reply-to",
    b"keywords",
    b"list-",
    b"message-id",
    b"mime-version",
    b"newsgroups",
    b"precedence",
    b"received",
    b"references",
    b"reply-to",
    b"resent-",
    b"return-path",
    b"sender",
    b"subject",
    b"to",
    b"x-",
];

/// Whether text begins with two header fields, or with one field and the end of the header, and one of them is in
/// [`FIELDS`]. Behind a line that begins a message of a mailbox, fields of any name are those of a message.
pub(crate) fn has_header_fields(head: &[u8]) -> bool {
    let mut lines = head.split_inclusive(|&byte| byte == b'\n').peekable();
    let mut is_message = lines.next_if(|line| line.starts_with(MAILBOX_LINE)).is_some();
    let mut fields = 0;
    for line in lines.take(8) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let name = line.split(|&byte| byte == b':').next().unwrap_or_default();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        // A folded line, or the end of the header.
        let goes_on = line.is_empty() || line.starts_with(b" ") || line.starts_with(b"\t");
        let is_field = !name.is_empty()
            && name.iter().all(is_name)
            && line.get(name.len()..).is_some_and(|rest| rest.starts_with(b": "));
        if !(is_field || fields > 0 && goes_on) {
            return false;
        }
        fields += 1;
        let lower = name.to_ascii_lowercase();
        is_message |= is_field
            && FIELDS
                .iter()
                .any(|known| *known == lower || known.ends_with(b"-") && lower.starts_with(known));
        if fields > 1 && is_message || line.is_empty() {
            return is_message;
        }
    }
    false
}
