//! Buffers of many references: the counts, the start of each line, the line ends, and the rules.

use napkin::edition::{RFC1738, RFC3986};
use napkin::{Line, Lines, Start};

const BUFFER: &[u8] = b"http://a/\na b\n\n../c#\xff\n#f\nhttp://h/~a";

/// Passes on each line. The parser is compiled for whatever it passes lines to, here once.
fn each<'a>(lines: Lines<'a>, take: &mut dyn FnMut(Line<'a>)) {
    lines.for_each(take);
}

/// Offset and bytes of each line, and the text or the offset of the first fault.
fn told(lines: Lines<'_>) -> Vec<(usize, &[u8], Result<&str, usize>)> {
    fn one(line: napkin::Line<'_>) -> (usize, &[u8], Result<&str, usize>) {
        let result = line.result.map(|reference| reference.as_str());
        (line.offset, line.bytes, result.map_err(|error| error.offset()))
    }

    let mut told = Vec::new();
    each(lines, &mut |line| told.push(one(line)));
    assert_eq!(told, lines.into_iter().map(one).collect::<Vec<_>>(), "one by one");
    told
}

/// The numbers of valid, invalid and blank lines.
fn counted(lines: Lines<'_>) -> (u64, u64, u64) {
    let count = lines.count();
    (count.valid, count.invalid, count.blank)
}

#[test]
fn each_line_is_told() {
    let lines = Lines::new(BUFFER);
    let expected: [(usize, &[u8], _); 6] = [
        (0, b"http://a/", Ok("http://a/")),
        (10, b"a b", Err(1)),
        (14, b"", Ok("")),
        (15, b"../c#\xff", Err(5)),
        (22, b"#f", Ok("#f")),
        (25, b"http://h/~a", Ok("http://h/~a")),
    ];
    assert_eq!(told(lines), expected);
    assert_eq!(counted(lines), (3, 2, 1));
    assert_eq!(counted(Lines::new(b"")), (0, 0, 0));
    assert_eq!(counted(Lines::new(b"\n")), (0, 0, 1));
    assert_eq!(counted(Lines::new(b"a\n")), (1, 0, 0));
}

#[test]
fn another_byte_may_end_a_line() {
    let expected: [(usize, &[u8], _); 2] = [(0, b"a", Ok("a")), (2, b"b\nc", Err(1))];
    assert_eq!(told(Lines::new(b"a\0b\nc\0").ended_by(0)), expected);
}

#[test]
fn a_rule_of_an_edition_holds_for_each_line() {
    let count = |edition, start| counted(Lines::new(BUFFER).by(edition, start));
    assert_eq!(count(RFC3986, Start::Uri), (2, 3, 1));
    assert_eq!(count(RFC3986, Start::RelativeRef), (1, 4, 1));
    // `~` is not allowed raw there.
    assert_eq!(count(RFC1738, Start::Uri), (1, 4, 1));
}

#[test]
fn a_carriage_return_ends_a_line_with_the_newline() {
    let buffer = b"http://a/\r\n\r\na\rb\r\n../c\r\r\nb\r";
    let expected: [(usize, &[u8], _); 5] = [
        (0, b"http://a/", Ok("http://a/")),
        (11, b"", Ok("")),
        (13, b"a\rb", Err(1)),
        (18, b"../c\r", Err(4)),
        // No newline follows, as at the end of `str::lines`.
        (25, b"b\r", Err(1)),
    ];
    assert_eq!(told(Lines::new(buffer)), expected);
    assert_eq!(counted(Lines::new(buffer)), (1, 3, 1));
    let kept = Lines::new(buffer).keep_cr();
    assert_eq!(counted(kept), (0, 5, 0));
    assert_eq!(told(Lines::new(b"a\r\0").ended_by(0)), [(0, &b"a\r"[..], Err(1))]);
}

/// For any number of pieces: no line is cut, lost or repeated, and each keeps its offset.
#[test]
fn pieces_have_all_the_lines() {
    let long = [b"http://h/".as_slice(), &[b'a'; 300], b"\n", BUFFER, b"\r\n\n\nb"].concat();
    for buffer in [b"".as_slice(), b"\n", b"a", b"a\nb", BUFFER, &long] {
        let whole = Lines::new(buffer);
        for pieces in 0..20 {
            let split: Vec<_> = whole.split(pieces).collect();
            assert!(split.len() <= pieces.max(1));
            let parts: Vec<_> = split.into_iter().flat_map(told).collect();
            assert_eq!(parts, told(whole), "{pieces}");
        }
        assert!(buffer.len() < 20 || whole.split(4).count() > 1);
    }
}

#[test]
fn lines_are_uris_without_another_look() {
    let mut uris = Vec::new();
    each(Lines::new(BUFFER), &mut |line| {
        assert_eq!(line.is_blank(), line.bytes.is_empty());
        assert_eq!(line.uri_ref().is_ok(), line.result.is_ok());
        uris.extend(line.uri().map(|uri| (uri.as_str(), uri.host().unwrap().as_str())));
    });
    assert_eq!(uris, [("http://a/", "a"), ("http://h/~a", "h")]);
    // By another edition, the line is parsed again by RFC 3986.
    each(Lines::new(b"http://h.d/a?b").by(RFC1738, Start::Uri), &mut |line| {
        assert_eq!(line.uri().unwrap().query().unwrap(), "b");
    });
}

/// A carriage return is part of the line end only before a newline.
#[test]
fn a_carriage_return_at_the_end_of_a_buffer_is_no_line_end() {
    let valid = |buffer: &str| Lines::new(buffer.as_bytes()).count().valid;
    assert_eq!(valid("http://a/\r\nhttp://b/\r\n"), 2);
    assert_eq!(valid("http://a/\r\nhttp://b/\r"), 1);
}
