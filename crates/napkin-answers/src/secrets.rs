//! Finds the passwords of URIs in any text, valid or not, so that messages, and inputs that are printed unchanged, do not show them.
//!
//! They are looked for where they are most likely meant, not by a grammar: behind each `//`, between the first colon and the last
//! `@` before the path, or before any `@` of the line if what follows the colon is no port.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2, memmem, memrchr};

/// The userinfo behind two slashes: its range, and that of its password.
struct Userinfo {
    whole: Range<usize>,
    password: Option<Range<usize>>,
}

/// Each userinfo of a text, in order. What was searched for an `@` is not searched again, so that the work is linear.
fn each(text: &[u8]) -> impl Iterator<Item = Userinfo> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + memmem::find(text.get(from..)?, b"//")? + 2;
            let rest = text.get(start..)?;
            let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b'#' | b'\\');
            let end = rest.iter().position(is_end).unwrap_or(rest.len());
            let authority = rest.get(..end)?;
            let colon = memchr(b':', authority);
            let behind = colon.and_then(|colon| authority.get(colon + 1..)).unwrap_or_default();
            let at = match memrchr(b'@', authority) {
                None if behind.iter().all(u8::is_ascii_digit) => None,
                // A password with a slash, which nobody encoded, ends at an `@` further on.
                None => match memchr2(b'@', b'\n', rest.get(end..)?).map(|at| end + at) {
                    Some(at) if rest.get(at) == Some(&b'@') => Some(at),
                    line => {
                        from = line.map_or(text.len(), |line| start + line);
                        continue;
                    }
                },
                at => at,
            };
            from = start + at.map_or(end, |at| at + 1);
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
    replaced(text, each(text).filter_map(|userinfo| userinfo.password), |range, out| {
        let mut at = range.start;
        let mut push = |own: &[u8]| {
            let mark = MARKS.get(own.len() - 1).map_or(own, |mark| mark.as_bytes());
            out.extend_from_slice(if at == but { own } else { mark });
            at += own.len();
        };
        for chunk in text.get(range).unwrap_or_default().utf8_chunks() {
            for character in chunk.valid().chars() {
                push(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            chunk.invalid().chunks(1).for_each(&mut push);
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
            ("//h:x/ //u:p@h", "//h:***@h", "//h", "//h@h"),
            ("//h:x/\n//u:p@h", "//h:x/\n//u:***@h", "//h:x/\n//h", "//h:x/\n//u@h"),
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

    /// Each `//` may begin a password that is nowhere ended; searching to the end of the text for each would take minutes.
    #[test]
    fn a_long_text_is_searched_once() {
        for unit in ["//", "//:x ", "//:1/"] {
            let text = unit.repeat((4 << 20) / unit.len());
            assert_eq!(redacted(text.as_bytes()), text.as_bytes());
        }
    }
}
