//! Removes the userinfos of any text, valid or not: for an input that is printed unchanged where its userinfo was to be removed.

use std::borrow::Cow;

use napkin_schemes::secrets::{Server, replaced, servers};

/// A text without its userinfos, or only without their passwords and the colons before them.
pub(crate) fn removed(text: &[u8], only_passwords: bool) -> Cow<'_, [u8]> {
    let ranges = servers(text).filter_map(|Server { userinfo, password, .. }| {
        if only_passwords {
            password.map(|password| password.start - 1..password.end)
        } else {
            userinfo.map(|userinfo| userinfo.start..userinfo.end + 1)
        }
    });
    replaced(text, ranges, |_, _| {})
}

#[cfg(test)]
mod tests {
    use super::removed;

    #[test]
    fn userinfos_are_removed_from_any_text() {
        for (text, without, user) in [
            ("http://u:p@h/", "http://h/", "http://u@h/"),
            ("http://u:p q@h/a b", "http://h/a b", "http://u@h/a b"),
            ("http://u:p/q@h/", "http://h/", "http://u@h/"),
            ("http://u:p@q@h/", "http://h/", "http://u@h/"),
            ("http://h:80/a@b", "http://h:80/a@b", "http://h:80/a@b"),
            ("http://h:/a@b", "http://h:/a@b", "http://h:/a@b"),
            ("http://u@h/a b", "http://h/a b", "http://u@h/a b"),
            ("http://a/?b=http://u:p@h/", "http://a/?b=http://h/", "http://a/?b=http://u@h/"),
            ("////u:p@h", "////h", "////u@h"),
            ("http:\\\\u:p@h/", "http:\\\\h/", "http:\\\\u@h/"),
            ("HTTP:u:p@h/ ", "HTTP:h/ ", "HTTP:u@h/ "),
            ("https:///u:p@h/ ", "https:///h/ ", "https:///u@h/ "),
            ("http://u@d:p/x@h/ ", "http://h/ ", "http://u@d@h/ "),
            ("http://[::1]/a b@c", "http://[::1]/a b@c", "http://[::1]/a b@c"),
            ("sip:u:p@h x", "sip:u:p@h x", "sip:u:p@h x"),
            ("jdbc:postgresql://u:p@h/d", "jdbc:postgresql://h/d", "jdbc:postgresql://u@h/d"),
            ("mailto:a@b", "mailto:a@b", "mailto:a@b"),
            ("//", "//", "//"),
            ("//h:x/ //u:p@h", "//h", "//h@h"),
            ("//h:x/\n//u:p@h", "//h:x/\n//h", "//h:x/\n//u@h"),
        ] {
            let told = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            assert_eq!(told(&removed(text.as_bytes(), false)), without);
            assert_eq!(told(&removed(text.as_bytes(), true)), user);
        }
    }
}
