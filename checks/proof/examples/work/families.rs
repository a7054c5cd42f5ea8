//! Families of texts: each is a text whose pieces are repeated.

/// A family of texts.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// The text in which pieces are repeated so many times.
    pub(crate) text: fn(usize) -> String,
}

/// A list of families: the name, and the text of `n` repetitions.
macro_rules! families {
    ($($name:literal: |$n:ident| $text:expr;)*) => {
        &[$($crate::families::Family { name: $name, text: |$n: usize| $text }),*]
    };
}

pub(crate) use families;

/// A piece `n` times between a start and an end.
pub(crate) fn within(start: &str, piece: &str, n: usize, end: &str) -> String {
    [start, &piece.repeat(n), end].concat()
}

/// Numbered pieces.
pub(crate) fn numbered(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect()
}

/// For all operations.
pub(crate) const TEXTS: &[Family] = families! {
    "dot segments": |n| within("http://h/", "a/../", n, "b");
    "encoded dot segments": |n| within("http://h/", "a/%2E%2e/", n, "b");
    "excess dot segments": |n| within("http://h/", "../", n, "b");
    "segments that climb back": |n| within("", "../", n, "b");
    "triplets": |n| within("http://h/", "%41", n, "");
    "triplets in the host": |n| within("http://", "%41", n, "/");
    "triplets of triplets": |n| within("http://h/", "%25", n, "41");
    "brackets": |n| within("http://", "[", n, "]");
    "brackets in the path": |n| within("http://h/", "[", n, "");
    "groups of an address": |n| within("http://[", "1:", n, "]");
    "at signs": |n| within("http://", "@", n, "h");
    "colons": |n| ":".repeat(n);
    "colons in the authority": |n| within("http://", ":", n, "1");
    "hashes": |n| within("http://h/", "#", n, "");
    "question marks": |n| within("http://h/", "?", n, "");
    "slashes": |n| within("http:", "//", n, "");
    "schemes": |n| "http:".repeat(n);
    "URIs": |n| "http://h/a?b#c ".repeat(n);
    "pairs": |n| within("http://h/?", "a=b&", n, "");
    "labels": |n| within("http://", "a.", n, "/");
    "letters of a label": |n| within("http://xn--", "aaaaaaaa", n, "/");
    "ideographs of a label": |n| {
        let letters = numbered(n, |number| char::from_u32(0x4e00 + number as u32 % 20_000).map_or_else(String::new, String::from));
        ["http://", &letters, "/"].concat()
    };
    "names with underscores": |n| "_www.a".repeat(n);
    "addresses in a row": |n| "a@b.c_".repeat(n);
    "opened tags": |n| "<a href=".repeat(n);
    "nested elements": |n| "<a>".repeat(n);
    "nested quotations": |n| within("", "> ", n, "a");
    "nested blocks": |n| "a{".repeat(n);
    "nested functions": |n| "url(".repeat(n);
    "letters of other scripts": |n| within("http://h/", "é", n, "");
};

/// For operations on text: wrappers, lines and words.
pub(crate) const LINES: &[Family] = families! {
    "lines of a wrapped relative reference": |n| within("<URL:", "a\n", n, ">");
    "lines of a quoted relative reference": |n| within("\"URL:", "a\n", n, "\"");
    "lines of a wrapped URI": |n| within("<http://h/", "a\n", n, ">");
    "quoted lines that begin URIs": |n| within("\"http://h/", "\nhttp://h/", n, "\"");
    "hyphens at line ends": |n| within("<http://h/", "a-\n", n, ">");
    "brackets that nothing closes": |n| "<http://h/ ".repeat(n);
    "quotes that nothing closes": |n| within("\"http://h/ ", "x ", n, "");
    "schemes on two lines": |n| "<ht\ntp:".repeat(n);
    "pieces of a scheme": |n| within("<", "h\n", n, "://h/>");
    "prefixes": |n| "URL: ".repeat(n);
    "empty lines": |n| "\n".repeat(n);
    "short lines": |n| "a\n".repeat(n);
    "short references, line by line": |n| "http://h/\n".repeat(n);
    "white space": |n| within("<http://h/", " ", n, ">");
    "words before colons": |n| "a: ".repeat(n);
    "opening brackets": |n| within("http://h/", "(", n, ")");
    "closing brackets": |n| within("(http://h/", ")", n, "");
    "final punctuation": |n| within("http://h/", ".", n, " ");
    "emphasis": |n| "*http://h/* ".repeat(n);
    "names and dots": |n| "a.b ".repeat(n);
};
