//! Patterns of keys and hosts, in which `*` matches any text, including none, and `\*` an asterisk. Every other
//! character matches itself, since keys such as `a[]` are common.

#[derive(Clone, Debug)]
pub(crate) struct Wildcard {
    first: Vec<u8>,
    /// The texts after each `*`; empty if there is no `*`.
    rest: Vec<Vec<u8>>,
}

impl Wildcard {
    pub(crate) fn new(pattern: &str) -> Self {
        let mut wildcard = Self { first: Vec::new(), rest: Vec::new() };
        let mut bytes = pattern.bytes().peekable();
        while let Some(byte) = bytes.next() {
            let byte = match byte {
                b'*' => {
                    wildcard.rest.push(Vec::new());
                    continue;
                }
                b'\\' => bytes.next_if_eq(&b'*').unwrap_or(byte),
                _ => byte,
            };
            wildcard.rest.last_mut().unwrap_or(&mut wildcard.first).push(byte);
        }
        wildcard
    }

    pub(crate) fn matches(&self, text: &[u8]) -> bool {
        let Some((last, middle)) = self.rest.split_last() else { return text == self.first };
        let Some(mut rest) = text.strip_prefix(self.first.as_slice()) else { return false };
        for piece in middle {
            // The first match is the best: it leaves the most room for the rest.
            let Some(at) = memchr::memmem::find(rest, piece) else { return false };
            rest = &rest[at + piece.len()..];
        }
        rest.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::Wildcard;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, matching, others) in [
            ("utm_*", &["utm_", "utm_source"][..], &["utm", "xutm_a"][..]),
            ("a[]", &["a[]"], &["a", "a[b]"]),
            ("*", &["", "a"], &[]),
            ("*.a.b", &["x.a.b", ".a.b"], &["a.b", "x.a.b.c"]),
            ("a*b*a", &["aba", "axbya", "abba"], &["ab", "aa", "ba"]),
            ("", &[""], &["a"]),
            (r"\*", &["*"], &["", "a", r"\*"]),
            (r"a\**\b", &[r"a*\b", r"a*x\b"], &["a*b", r"ax\b"]),
        ] {
            let wildcard = Wildcard::new(pattern);
            assert!(matching.iter().all(|text| wildcard.matches(text.as_bytes())), "{pattern}");
            assert!(!others.iter().any(|text| wildcard.matches(text.as_bytes())), "{pattern}");
        }
    }
}
