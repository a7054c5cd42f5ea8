//! Finds the passwords of URIs in any text, valid or not, so that messages, and inputs that are printed unchanged, do not show them.
//!
//! They are looked for where they are most likely meant, not by a grammar: behind slashes, and behind the scheme of a browser without
//! them, between the first colon and the last `@` before the path, or before any `@` of the line if what follows the colon of the
//! host is no port; and where the scheme of the whole has a secret.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr3, memrchr};
use napkin::scheme::FACTS;

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
            let start = server(text, from)?;
            let rest = text.get(start..)?;
            let end = rest.iter().position(|byte| b"/?#\\".contains(byte)).unwrap_or(rest.len());
            let authority = rest.get(..end)?;
            let userinfo = memrchr(b'@', authority);
            let host = authority.get(userinfo.map_or(0, |at| at + 1)..).unwrap_or_default();
            let at = match memchr(b':', host).and_then(|colon| host.get(colon + 1..)) {
                // A password with a delimiter, which nobody encoded, ends at an `@` further on.
                Some(port)
                    if host.first() != Some(&b'[') && !port.iter().all(u8::is_ascii_digit) =>
                {
                    let behind = end - host.len();
                    match memchr2(b'@', b'\n', rest.get(behind..)?).map(|at| behind + at) {
                        Some(at) if rest.get(at) == Some(&b'@') => Some(at),
                        line if userinfo.is_none() => {
                            from = line.map_or(text.len(), |line| start + line);
                            continue;
                        }
                        _ => userinfo,
                    }
                }
                _ => userinfo,
            };
            from = start + at.map_or(end, |at| at + 1);
            if let Some(at) = at {
                let colon = memchr(b':', authority).filter(|colon| *colon < at);
                let password = colon.map(|colon| start + colon + 1..start + at);
                return Some(Userinfo { whole: start..start + at + 1, password });
            }
        }
    })
}

/// Schemes behind which browsers find a server, with slashes of either kind or without.
const OF_BROWSERS: [&[u8]; 5] = [b"http", b"https", b"ftp", b"ws", b"wss"];

/// Where the next server of a text may begin: behind two slashes or more, or behind the scheme of a browser.
fn server(text: &[u8], from: usize) -> Option<usize> {
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    let slashes = |at: usize| {
        text.get(at..).map_or(0, |rest| rest.iter().take_while(|byte| is_slash(byte)).count())
    };
    let mut at = from;
    loop {
        at += memchr3(b'/', b'\\', b':', text.get(at..)?)?;
        if text.get(at) == Some(&b':') {
            at += 1;
            let before = text.get(..at - 1)?;
            let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
            let length = before.iter().rev().take(6).take_while(|byte| is_letter(byte)).count();
            let scheme = before.get(before.len() - length..)?;
            if OF_BROWSERS.iter().any(|known| known.eq_ignore_ascii_case(scheme)) {
                return Some(at + slashes(at));
            }
        } else {
            let count = slashes(at);
            at += count;
            if count > 1 {
                return Some(at);
            }
        }
    }
}

/// The passwords of a text, and the secret that its scheme has, in order.
fn secrets(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let colon = memchr(b':', text).unwrap_or_default();
    let scheme = text.get(..colon).unwrap_or_default().trim_ascii_start();
    let facts = FACTS.iter().find(|facts| facts.scheme.as_bytes().eq_ignore_ascii_case(scheme));
    let end = memchr(b'#', text).unwrap_or(text.len());
    let behind = text.get(colon + 1..end).unwrap_or_default();
    let own = facts.and_then(|facts| facts.secret).map(|secret| secret.places(behind));
    let mut own = own
        .into_iter()
        .flatten()
        .map(move |place| colon + 1 + place.start..colon + 1 + place.end)
        .peekable();
    let mut passwords = each(text).filter_map(|userinfo| userinfo.password).peekable();
    std::iter::from_fn(move || match (own.peek(), passwords.peek()) {
        (Some(one), Some(other)) if other.start < one.start => passwords.next(),
        (Some(_), _) => own.next(),
        (None, _) => passwords.next(),
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
    replaced(text, secrets(text), |_, out| {
        out.extend_from_slice(b"***");
    })
}

/// The same for a text that is UTF-8.
pub(crate) fn redacted_text(text: String) -> String {
    match redacted(text.as_bytes()) {
        Cow::Borrowed(_) => text,
        Cow::Owned(shown) => String::from_utf8_lossy(&shown).into_owned(),
    }
}

/// A text with a mark in place of each character of its passwords, in as many bytes, so that places stay; but for the character
/// at an offset, which an error is about.
pub fn masked(text: &[u8], but: usize) -> Cow<'_, [u8]> {
    const MARKS: [&str; 4] = ["*", "×", "•", "𐄁"];
    replaced(text, secrets(text), |range, out| {
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
    for range in ranges.filter(|range| !range.is_empty()) {
        if range.start < done {
            continue;
        }
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
            ("http:\\\\u:p@h/", "http:\\\\u:***@h/", "http:\\\\h/", "http:\\\\u@h/"),
            ("HTTP:u:p@h/ ", "HTTP:u:***@h/ ", "HTTP:h/ ", "HTTP:u@h/ "),
            ("https:///u:p@h/ ", "https:///u:***@h/ ", "https:///h/ ", "https:///u@h/ "),
            ("http://u@d:p/x@h/ ", "http://u@d:***@h/ ", "http://h/ ", "http://u@d@h/ "),
            (
                "http://[::1]/a b@c",
                "http://[::1]/a b@c",
                "http://[::1]/a b@c",
                "http://[::1]/a b@c",
            ),
            ("sip:u:p@h x", "sip:u:***@h x", "sip:u:p@h x", "sip:u:p@h x"),
            (
                "jdbc:postgresql://u:p@h/d",
                "jdbc:postgresql://u:***@h/d",
                "jdbc:postgresql://h/d",
                "jdbc:postgresql://u@h/d",
            ),
            (
                "otpauth://totp/x?secret=p x",
                "otpauth://totp/x?secret=***",
                "otpauth://totp/x?secret=p x",
                "otpauth://totp/x?secret=p x",
            ),
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
        for unit in ["//", "//:x ", "//:1/", "http:", ":/", "/\\", "//u@d:x\n", "x:"] {
            let text = unit.repeat((4 << 20) / unit.len());
            assert!(redacted(text.as_bytes()) == text.as_bytes(), "{unit}");
        }
    }
}
