//! Many texts in one buffer against each text parsed alone.

use napkin::{Lines, Start};

use crate::data::Data;

pub(crate) fn read(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let start = data.pick(&[
        Start::UriReference,
        Start::Uri,
        Start::AbsoluteUri,
        Start::RelativeRef,
        Start::RelativeUri,
    ]);
    let delimiter = data.pick(b"\n\n\0/a%");
    let buffer = data.rest();
    let lines = Lines::new(buffer).ended_by(delimiter).by(edition, start);
    let mut expected = buffer.split(|&byte| byte == delimiter).collect::<Vec<_>>();
    // Text after the last delimiter is a line if it is not empty.
    expected.pop_if(|last| last.is_empty());
    let mut expected = expected.into_iter();
    let (mut valid, mut invalid, mut blank, mut offset) = (0, 0, 0, 0);
    lines.for_each(|line| {
        let whole = expected.next().unwrap();
        assert_eq!(line.offset, offset);
        offset += whole.len() + 1;
        // A CR before a newline is not part of the line.
        let is_ended = delimiter == b'\n' && offset <= buffer.len();
        let text = whole.strip_suffix(b"\r").filter(|_| is_ended).unwrap_or(whole);
        assert_eq!(text, line.bytes);
        let alone = edition.parse_bytes(start, line.bytes);
        assert_eq!(line.result, alone, "{} by {}", line.bytes.escape_ascii(), edition.name);
        match alone {
            _ if text.is_empty() => blank += 1,
            Ok(_) => valid += 1,
            Err(_) => invalid += 1,
        }
    });
    assert_eq!(expected.next(), None);
    let count = lines.count();
    assert_eq!((count.valid, count.invalid, count.blank), (valid, invalid, blank));
}
