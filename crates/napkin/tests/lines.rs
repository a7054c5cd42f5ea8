//! Buffers of many references: what is counted, where each begins, what ends one, and by which rule.

use napkin::edition::{RFC1738, RFC3986};
use napkin::{LineCount, Lines, Start};

const BUFFER: &[u8] = b"http://a/\na b\n\n../c#\xff\n#f\nhttp://h/~a";

/// What is told of each line: offset, bytes, and the text or the place of the first fault.
fn told(lines: Lines<'_>) -> Vec<(usize, &[u8], Result<&str, usize>)> {
    let mut told = Vec::new();
    lines.for_each(|line| {
        let result = line.result.map(|reference| reference.as_str());
        told.push((line.offset, line.bytes, result.map_err(|error| error.offset())));
    });
    told
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
    assert_eq!(lines.count(), LineCount { valid: 4, invalid: 2 });
    assert_eq!(Lines::new(b"").count(), LineCount::default());
    assert_eq!(Lines::new(b"\n").count(), LineCount { valid: 1, invalid: 0 });
    assert_eq!(Lines::new(b"a\n").count(), LineCount { valid: 1, invalid: 0 });
}

#[test]
fn another_byte_may_end_a_line() {
    let expected: [(usize, &[u8], _); 2] = [(0, b"a", Ok("a")), (2, b"b\nc", Err(1))];
    assert_eq!(told(Lines::new(b"a\0b\nc\0").ended_by(0)), expected);
}

#[test]
fn a_rule_of_an_edition_holds_for_each_line() {
    let count = |edition, start| Lines::new(BUFFER).by(edition, start).count();
    assert_eq!(count(RFC3986, Start::Uri), LineCount { valid: 2, invalid: 4 });
    assert_eq!(count(RFC3986, Start::RelativeRef), LineCount { valid: 2, invalid: 4 });
    // `~` may not stand raw there.
    assert_eq!(count(RFC1738, Start::Uri), LineCount { valid: 1, invalid: 5 });
}
