//! Whether a URI goes on in the next line of a text that was wrapped without brackets, as the text of a PDF file is.

/// Bytes after which a URI rarely ends. A hyphen may also be the sign of a broken word.
const UNFINISHED: &[u8] = b"-_=&%+~#@";

/// Bytes after which a URI can end: whether it goes on is seen by the next word.
const UNDECIDED: &[u8] = b"/.,?:;";

/// Bytes that words of prose do not have inside.
const OF_URIS: &[u8] = b"/=&%_?#@~";

/// The length of the line break, and of the indentation of the next line, if a URI that ends with the byte `last` probably goes on
/// there; `behind` is the text behind that byte.
pub(crate) fn goes_on(last: u8, behind: &[u8]) -> Option<usize> {
    let line_break = match behind {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => return None,
    };
    let next = behind.get(line_break..)?;
    let indentation = next.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let word = next.get(indentation..)?;
    let len = word.iter().take_while(|byte| is_of_word(**byte)).count();
    let word = word.get(..len)?;
    let begins = word
        .first()
        .is_some_and(|first| first.is_ascii_alphanumeric() || b"/%?&=_~".contains(first));
    let is_cut = indentation + len == next.len();
    let goes_on = begins
        && !begins_as_uri(word, is_cut)
        && (UNFINISHED.contains(&last) || UNDECIDED.contains(&last) && is_of_uri(word, is_cut));
    goes_on.then_some(line_break + indentation)
}

/// Whether a word is the beginning of another URI; one that ends with the text that is seen may go on as one.
fn begins_as_uri(word: &[u8], is_cut: bool) -> bool {
    let scheme = word.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let slashes = &word[scheme..];
    let is_usual = |known: &&[u8]| known.starts_with(&word[..scheme]);
    slashes.starts_with(b"://")
        || is_cut
            && b"://".starts_with(slashes)
            && [&b"https"[..], b"http", b"ftp"].iter().any(is_usual)
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"<>\"'()[]{}".contains(&byte)
}

/// Whether a word is a piece of a URI rather than one of a sentence: it has a delimiter inside, or a dot before a name, of which
/// one letter is enough if the text that is seen ends there.
fn is_of_uri(word: &[u8], is_cut: bool) -> bool {
    let is_inside = |at: usize| word.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
    let name = |at: usize| &word[at + 1..word.len().min(at + 3)];
    let least = if is_cut { 1 } else { 2 };
    let has_dot = |at: usize| {
        word[at] == b'.' && name(at).len() >= least && name(at).iter().all(u8::is_ascii_lowercase)
    };
    (0..word.len()).any(|at| OF_URIS.contains(&word[at]) && is_inside(at) || at > 0 && has_dot(at))
}

#[cfg(test)]
mod tests {
    use super::goes_on;

    #[test]
    fn the_next_line_tells() {
        for (last, behind, expected) in [
            (b'-', "\nreport.pdf", Some(1)),
            (b'-', "\r\n  ple.org.", Some(4)),
            (b'-', "\nand so on", Some(1)),
            (b'=', "\n12 is", Some(1)),
            (b'/', "\nfile.html", Some(1)),
            (b'/', "\na/b", Some(1)),
            (b'/', "\r\nfile.h", Some(2)),
            (b'/', "\nand. ", None),
            (b'.', "\norg/x", Some(1)),
            (b'?', "\n\tq=1", Some(2)),
            (b'/', "\nfor details", None),
            (b'/', "\nYes. No", None),
            (b'/', "\n2.5 times", None),
            (b'.', "\nThe next", None),
            (b'-', "\n\nreport", None),
            (b'-', "\n", None),
            (b'-', " report", None),
            (b'/', "\nhttp://b.example/c", None),
            (b'=', "\nhttps:/", None),
            (b'=', "\r\n   ht", None),
            (b'-', "\nhtml.x", Some(1)),
            (b'-', "\n- a list", None),
            (b'/', "\n<a/b>", None),
            (b'a', "\nb/c", None),
        ] {
            assert_eq!(goes_on(last, behind.as_bytes()), expected, "{} {behind}", char::from(last));
        }
    }
}
