//! Patterns of keys and hosts, in which `*` matches any text, including none. Every other character matches itself,
//! since keys such as `a[]` are common.

/// A pattern.
#[derive(Clone, Debug)]
pub(crate) struct Wildcard {
    first: Vec<u8>,
    /// The texts after each `*`; empty if there is no `*`.
    rest: Vec<Vec<u8>>,
}

impl Wildcard {
    /// Reads a pattern.
    pub(crate) fn new(pattern: &str) -> Self {
        let mut pieces = pattern.split('*').map(|piece| piece.as_bytes().to_vec());
        let first = pieces.next().unwrap_or_default();
        Self { first, rest: pieces.collect() }
    }

    /// Whether a text matches the pattern.
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
        ] {
            let wildcard = Wildcard::new(pattern);
            assert!(matching.iter().all(|text| wildcard.matches(text.as_bytes())), "{pattern}");
            assert!(!others.iter().any(|text| wildcard.matches(text.as_bytes())), "{pattern}");
        }
    }
}
