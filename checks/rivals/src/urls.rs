//! The differences about URLs: of the crate `url`, which implements an earlier text of the URL Standard, and one of
//! ada-url.

use crate::differences::{Difference, Seen};
use crate::rivals::{Family, Operation};

/// The list; its differences also apply to resolving.
pub(crate) const DIFFERENCES: &[Difference] = &[
    Difference {
        rival: "ada-url",
        family: Family::Url,
        operation: Operation::Normalize,
        what: "a label of ASCII beside one that is written from right to left may begin with a sign",
        section: "3.3, domain parser",
        decision: "CheckBidi holds all labels of such a domain to RFC 5893, section 2, whose rule 1 wants a letter first",
        example: ["http://\u{5D0}.\"/", ""],
        is: |seen| {
            let is_rtl = |c: char| ('\u{590}'..'\u{900}').contains(&c);
            seen.napkin.is_none() && seen.cleaned().iter().any(|text| text.contains(is_rtl))
        },
    },
    Difference {
        rival: "url",
        family: Family::Url,
        operation: Operation::Normalize,
        what: "a label `xn--` that is not Punycode is refused",
        section: "3.3, domain parser",
        decision: "A domain of ASCII is taken whatever ToASCII says (since June 2026)",
        example: ["http://xn--a/", ""],
        is: |seen| seen.rival.is_none() && seen.holds("xn--"),
    },
    Difference {
        rival: "url",
        family: Family::Url,
        operation: Operation::Normalize,
        what: "a backslash is a slash behind a port, and before an authority, where the scheme is not special",
        section: "4.4, port state, relative state",
        decision: "It is a slash in special URLs only",
        example: ["foo://h:21\\a", ""],
        is: |seen| seen.has_backslash_that_is_none(),
    },
    Difference {
        rival: "url",
        family: Family::Url,
        operation: Operation::Normalize,
        what: "credentials before an empty host are dropped where the scheme is not special",
        section: "4.4, authority state",
        decision: "An empty host behind credentials is a failure",
        example: ["foo://:@/a", ""],
        is: |seen| seen.napkin.is_none() && seen.holds("@"),
    },
    Difference {
        rival: "url",
        family: Family::Url,
        operation: Operation::Normalize,
        what: "the last space of an opaque path stays before `?` or `#`",
        section: "4.4, opaque path state",
        decision: "It is `%20` (since March 2025)",
        example: ["c: #f", ""],
        is: |seen| seen.is_alike_by(|url| url.replace("%20", " ")),
    },
    Difference {
        rival: "url",
        family: Family::Url,
        operation: Operation::Normalize,
        what: "`^` stays in a path",
        section: "1.3, path percent-encode set",
        decision: "The set has it (since March 2025)",
        example: ["http://h/^", ""],
        is: |seen| seen.is_alike_by(|url| url.replace("%5E", "^").replace("%20", " ")),
    },
    Difference {
        rival: "url",
        family: Family::Url,
        operation: Operation::Normalize,
        what: "empty segments are lost at the beginning of the path of `file`",
        section: "4.4, path state",
        decision: "They are segments as any other",
        example: ["file:..//a", ""],
        is: |seen| {
            seen.napkin.is_some_and(|url| url.starts_with("file:"))
                && seen.is_alike_by(|url| {
                    let segments = url.split('/').filter(|segment| !segment.is_empty());
                    segments.collect::<Vec<_>>().join("/").replace("%5E", "^")
                })
        },
    },
    Difference {
        rival: "url",
        family: Family::Url,
        operation: Operation::Normalize,
        what: "the host of `file` is lost before a drive letter",
        section: "4.4, path state",
        decision: "It stays (since February 2021)",
        example: ["file://h/C:/", ""],
        is: |seen| {
            seen.has_drive_letter() && seen.napkin.is_some_and(|url| url.starts_with("file:"))
        },
    },
    Difference {
        rival: "url",
        family: Family::Url,
        operation: Operation::Normalize,
        what: "`..` does not remove what looks like a drive letter, in any scheme",
        section: "4.4, shorten a path",
        decision: "Only `file` has drive letters, and only its first segment is one",
        example: ["http://h/C:/..", ""],
        is: |seen| seen.has_drive_letter(),
    },
    Difference {
        rival: "url",
        family: Family::Url,
        operation: Operation::Resolve,
        what: "three or more slashes before the authority of a reference are refused",
        section: "4.4, special authority ignore slashes state",
        decision: "Further slashes are passed over, with a validation error",
        example: ["///h", "http://h/"],
        is: |seen| seen.rival.is_none() && seen.cleaned()[0].starts_with("///"),
    },
];

impl Seen<'_> {
    /// The text and its base, in lower case, without the characters that the parser removes, and with slashes for
    /// backslashes.
    fn cleaned(&self) -> [String; 2] {
        [self.question.text, self.question.base].map(|text| {
            let text = text.trim_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], "");
            text.replace('\\', "/").to_ascii_lowercase()
        })
    }

    /// Whether the text or its base contains this, case-insensitively.
    fn holds(&self, what: &str) -> bool {
        self.cleaned().iter().any(|text| text.contains(what))
    }

    /// Whether the text or its base has a backslash, and one of them has a scheme that is not special.
    fn has_backslash_that_is_none(&self) -> bool {
        let special = ["http:", "https:", "ws:", "wss:", "ftp:", "file:"];
        let is_special = |text: &String| special.iter().any(|scheme| text.starts_with(scheme));
        let [text, base] = self.cleaned();
        let has_backslash =
            [self.question.text, self.question.base].iter().any(|text| text.contains('\\'));
        has_backslash && !(is_special(&text) && (base.is_empty() || is_special(&base)))
    }

    /// Whether both answer, and a segment is a letter followed by a colon or a bar.
    fn has_drive_letter(&self) -> bool {
        // `url` treats a line end, which the parser removes, as the end of a segment.
        let is_end = |byte: Option<&u8>| byte.is_none_or(|byte| b"/\\?#\t\n\r".contains(byte));
        let has = |text: &str| {
            let text = text.trim_matches(|c| c <= ' ');
            let begins = |at: usize| at == 0 || b"/\\:\t\n\r".contains(&text.as_bytes()[at - 1]);
            text.as_bytes().windows(2).enumerate().any(|(at, pair)| {
                matches!(pair, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
                    && begins(at)
                    && is_end(text.as_bytes().get(at + 2))
            })
        };
        let both_answer = self.napkin.is_some() && self.rival.is_some();
        both_answer && (has(self.question.text) || has(self.question.base))
    }

    /// Whether both answer, and the answers are equal after this change.
    fn is_alike_by(&self, change: impl Fn(&str) -> String) -> bool {
        self.napkin.zip(self.rival).is_some_and(|(ours, theirs)| change(ours) == change(theirs))
    }
}
