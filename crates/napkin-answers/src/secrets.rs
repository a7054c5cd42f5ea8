//! Passwords in any text, valid or not: what is printed for people, and what stands in place of an answer, hides them.
//!
//! They are looked for as they are most likely meant, not by a grammar: behind each `//`, between the first colon and the last
//! `@` before the path, or before any `@` if what follows the colon is no port.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

/// The userinfo behind two slashes: its range, and that of its password.
struct Userinfo {
    whole: Range<usize>,
    password: Option<Range<usize>>,
}

/// Each userinfo of a text, in order.
fn each(text: &[u8]) -> impl Iterator<Item = Userinfo> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + memmem::find(text.get(from..)?, b"//")? + 2;
            let rest = text.get(start..)?;
            let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b'#' | b'\\');
            let authority = rest.iter().position(is_end).unwrap_or(rest.len());
            // A password with a slash, which nobody encoded, ends at an `@` further on.
            let line = memchr(b'\n', rest).unwrap_or(rest.len());
            let begins_port = |colon: usize| {
                rest.get(colon + 1..authority)
                    .is_none_or(|port| port.iter().all(u8::is_ascii_digit))
            };
            let colon = memchr(b':', rest.get(..authority)?);
            let at = memrchr(b'@', rest.get(..authority)?).or_else(|| {
                let colon = colon.filter(|colon| !begins_port(*colon))?;
                Some(colon + memchr(b'@', rest.get(colon..line)?)?)
            });
            from = start + at.map_or(0, |at| at + 1);
            if let Some(at) = at {
                let password = colon.filter(|colon| *colon < at);
                let password = password.map(|colon| start + colon + 1..start + at);
                return Some(Userinfo { whole: start..start + at + 1, password });
            }
        }
    })
}

/// A text with `***` in place of its passwords.
///
/// ```
/// use napkin_answers::secrets::redacted;
///
/// assert_eq!(redacted(b"http://user:secret@h/a b"), &b"http://user:***@h/a b"[..]);
/// assert_eq!(redacted(b"http://h:80/a@b"), &b"http://h:80/a@b"[..]);
/// ```
pub fn redacted(text: &[u8]) -> Cow<'_, [u8]> {
    replaced(text, each(text).filter_map(|userinfo| userinfo.password), |_, out| {
        out.extend_from_slice(b"***");
    })
}

/// A text with a mark in place of each character of its passwords, in as many bytes, so that places stay; but for the character
/// at an offset, which an error is about.
pub fn masked(text: &[u8], but: usize) -> Cow<'_, [u8]> {
    const MARKS: [&str; 4] = ["*", "×", "•", "𐄁"];
    let hidden = each(text).filter_map(|userinfo| userinfo.password);
    let lengths = |bytes: &[u8]| -> Vec<usize> {
        bytes
            .utf8_chunks()
            .flat_map(|chunk| {
                let valid = chunk.valid().chars().map(char::len_utf8);
                valid.chain(std::iter::repeat_n(1, chunk.invalid().len())).collect::<Vec<_>>()
            })
            .collect()
    };
    replaced(text, hidden, |range, out| {
        let mut at = range.start;
        for length in lengths(text.get(range.clone()).unwrap_or_default()) {
            let own = text.get(at..at + length).unwrap_or_default();
            let mark = MARKS.get(length - 1).map_or(own, |mark| mark.as_bytes());
            out.extend_from_slice(if at == but { own } else { mark });
            at += length;
        }
    })
}

/// A text without its userinfos, or only without their passwords and the colons before them.
pub fn removed(text: &[u8], only_passwords: bool) -> Cow<'_, [u8]> {
    let ranges = each(text).filter_map(|Userinfo { whole, password }| {
        if only_passwords {
            password.map(|password| password.start - 1..password.end)
        } else {
            Some(whole)
        }
    });
    replaced(text, ranges, |_, _| {})
}

fn replaced(
    text: &[u8],
    ranges: impl Iterator<Item = Range<usize>>,
    put: impl Fn(Range<usize>, &mut Vec<u8>),
) -> Cow<'_, [u8]> {
    let (mut out, mut done) = (Vec::new(), 0);
    for range in ranges {
        out.extend_from_slice(text.get(done..range.start).unwrap_or_default());
        put(range.clone(), &mut out);
        done = range.end;
    }
    if done == 0 {
        return text.into();
    }
    out.extend_from_slice(text.get(done..).unwrap_or_default());
    out.into()
}

#[cfg(test)]
mod tests {
    use super::{masked, redacted, removed};

    #[test]
    fn passwords_are_found_in_any_text() {
        for (text, hidden, without, user) in [
            ("http://u:p@h/", "http://u:***@h/", "http://h/", "http://u@h/"),
            ("http://u:p q@h/a b", "http://u:***@h/a b", "http://h/a b", "http://u@h/a b"),
            ("http://u:p/q@h/", "http://u:***@h/", "http://h/", "http://u@h/"),
            ("http://u:p@q@h/", "http://u:***@h/", "http://h/", "http://u@h/"),
            ("http://h:80/a@b", "http://h:80/a@b", "http://h:80/a@b", "http://h:80/a@b"),
            ("http://h:/a@b", "http://h:/a@b", "http://h:/a@b", "http://h:/a@b"),
            ("http://u@h/a b", "http://u@h/a b", "http://h/a b", "http://u@h/a b"),
            (
                "http://a/?b=http://u:p@h/",
                "http://a/?b=http://u:***@h/",
                "http://a/?b=http://h/",
                "http://a/?b=http://u@h/",
            ),
            ("////u:p@h", "////u:***@h", "////h", "////u@h"),
            ("mailto:a@b", "mailto:a@b", "mailto:a@b", "mailto:a@b"),
            ("//", "//", "//", "//"),
        ] {
            let told = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            assert_eq!(told(&redacted(text.as_bytes())), hidden);
            assert_eq!(told(&removed(text.as_bytes(), false)), without);
            assert_eq!(told(&removed(text.as_bytes(), true)), user);
            assert_eq!(masked(text.as_bytes(), usize::MAX).len(), text.len());
        }
        let masked = |text: &'static str, but| {
            String::from_utf8(masked(text.as_bytes(), but).into_owned()).unwrap()
        };
        assert_eq!(masked("http://u:pä€x y@h/", usize::MAX), "http://u:*×•***@h/");
        assert_eq!(masked("http://u:pä€x y@h/", 16), "http://u:*×•* *@h/");
    }
}
