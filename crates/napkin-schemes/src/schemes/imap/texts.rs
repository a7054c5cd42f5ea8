//! Decoded texts of IMAP: names of mailboxes, sections of messages, search programs (RFC 3501), and dates (RFC
//! 3339).

/// A mailbox name in the protocol's encoding: characters other than printable ASCII are in a base64 of UTF-16 (RFC
/// 3501 §5.1.3).
pub(crate) fn modified_utf7(name: &str) -> String {
    let is_plain = |character: char| matches!(character, ' '..='~');
    let mut output = String::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|character| is_plain(character) != is_plain(first));
        let (run, after) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, ""));
        if is_plain(first) {
            output.push_str(&run.replace('&', "&-"));
        } else {
            output.push('&');
            base64(run.encode_utf16().flat_map(u16::to_be_bytes), &mut output);
            output.push('-');
        }
        rest = after;
    }
    output
}

/// Base64 with a comma for the slash, and without padding.
fn base64(octets: impl Iterator<Item = u8>, output: &mut String) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";
    let mut push = |digit: u32| output.push(char::from(DIGITS[digit as usize & 63]));
    let (mut bits, mut count) = (0u32, 0);
    for octet in octets {
        bits = bits << 8 | u32::from(octet);
        count += 8;
        while count >= 6 {
            count -= 6;
            push(bits >> count);
        }
    }
    if count > 0 {
        push(bits << (6 - count));
    }
}

/// A text as an `astring`: in quotes if it is not an atom.
pub(crate) fn quoted(text: &str) -> String {
    let in_atom = |byte: u8| byte.is_ascii_graphic() && !b"(){%*\"\\".contains(&byte);
    if !text.is_empty() && text.bytes().all(in_atom) {
        return text.into();
    }
    ["\"", &text.replace('\\', "\\\\").replace('"', "\\\""), "\""].concat()
}

/// Whether line ends occur only at the start of a non-synchronizing literal (RFC 7888), and inside it.
pub(crate) fn only_literals(program: &[u8]) -> bool {
    let mut rest = program;
    while let Some(at) = rest.iter().position(|byte| b"\r\n\0".contains(byte)) {
        let Some((before, from)) = rest.split_at_checked(at) else { return false };
        // Inside quotes there is no literal, and a line end is an error.
        let length = literal_length(before).filter(|_| !is_in_quotes(before));
        let text = from.strip_prefix(b"\r\n").zip(length);
        match text.and_then(|(text, length)| text.split_at_checked(length)) {
            Some((literal, after)) if !literal.contains(&b'\0') => rest = after,
            _ => return false,
        }
    }
    true
}

/// Whether a text ends inside of quotes.
fn is_in_quotes(text: &[u8]) -> bool {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for octet in text {
        let was_escaped = std::mem::take(&mut is_escaped);
        match octet {
            b'\\' => is_escaped = is_quoted && !was_escaped,
            b'"' if !was_escaped => is_quoted = !is_quoted,
            _ => {}
        }
    }
    is_quoted
}

/// The number in a `{number+}` at the end of a text.
fn literal_length(text: &[u8]) -> Option<usize> {
    let text = text.strip_suffix(b"+}")?;
    let brace = text.iter().rposition(|byte| *byte == b'{')?;
    let digits = std::str::from_utf8(text.get(brace + 1..)?).ok()?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The place of a literal opened by the end of a program, whose octets the server would then take from the next
/// command: `{number}`, also with a sign after the number (RFC 3501 §4.3, RFC 7888).
pub(crate) fn open_literal(program: &[u8]) -> Option<usize> {
    let inside = program.strip_suffix(b"}")?;
    let brace = inside.iter().rposition(|byte| *byte == b'{')?;
    let number = inside.get(brace + 1..)?;
    let digits = number.strip_suffix(b"+").or(number.strip_suffix(b"-")).unwrap_or(number);
    (!digits.is_empty() && digits.iter().all(u8::is_ascii_digit)).then_some(brace)
}

/// Checks a `section-spec`: the numbers of a part, and the requested text of it; returns the offset of the error.
pub(crate) fn check_section(section: &[u8]) -> Result<(), usize> {
    let mut at = 0;
    let mut has_part = false;
    loop {
        let rest = section.get(at..).unwrap_or_default();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return check_section_text(rest, has_part).map_err(|inside| at + inside);
        }
        if rest.starts_with(b"0") {
            return Err(at);
        }
        has_part = true;
        at += digits;
        match section.get(at) {
            None => return Ok(()),
            Some(b'.') => at += 1,
            Some(_) => return Err(at),
        }
    }
}

/// `HEADER`, `TEXT`, and `MIME` of a part; or a list of header fields.
fn check_section_text(text: &[u8], of_part: bool) -> Result<(), usize> {
    let is = |word: &str| text.eq_ignore_ascii_case(word.as_bytes());
    if is("HEADER") || is("TEXT") || of_part && is("MIME") {
        return Ok(());
    }
    for lead in [&b"HEADER.FIELDS ("[..], b"HEADER.FIELDS.NOT ("] {
        let Some((start, list)) = text.split_at_checked(lead.len()) else { continue };
        if !start.eq_ignore_ascii_case(lead) {
            continue;
        }
        let is_name = |byte: &u8| byte.is_ascii_graphic() && !b"(){%*[]".contains(byte);
        return match list.split_last() {
            Some((b')', names))
                if names.split(|byte| *byte == b' ').all(|name| !name.is_empty()) =>
            {
                let stray = names.iter().position(|byte| *byte != b' ' && !is_name(byte));
                stray.map_or(Ok(()), |stray| Err(lead.len() + stray))
            }
            _ => Err(lead.len()),
        };
    }
    Err(0)
}

/// Whether a text is a `date-time` of RFC 3339, with an existing day.
pub(crate) fn check_date_time(text: &str) -> bool {
    const SHAPE: &[u8; 19] = b"dddd-dd-ddTdd:dd:dd";
    let Some((start, mut zone)) = text.split_at_checked(SHAPE.len()) else { return false };
    if !has_shape(start, SHAPE) {
        return false;
    }
    let part =
        |from: usize, to: usize| start.get(from..to).and_then(|part| part.parse::<u32>().ok());
    let numbers = [part(0, 4), part(5, 7), part(8, 10), part(11, 13), part(14, 16), part(17, 19)];
    let [Some(year), Some(month), Some(day), Some(hour), Some(minute), Some(second)] = numbers
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    if !(1..=days).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return false;
    }
    if let Some(fraction) = zone.strip_prefix('.') {
        zone = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
        if zone.len() == fraction.len() {
            return false;
        }
    }
    zone.eq_ignore_ascii_case("Z")
        || zone.strip_prefix(['+', '-']).is_some_and(|offset| {
            has_shape(offset, b"dd:dd")
                && offset.get(..2).is_some_and(|hours| hours <= "23")
                && offset.get(3..).is_some_and(|minutes| minutes <= "59")
        })
}

/// Whether a text matches a pattern, in which `d` is a digit.
fn has_shape(text: &str, shape: &[u8]) -> bool {
    text.len() == shape.len()
        && text.bytes().zip(shape).all(|(byte, shape)| match shape {
            b'd' => byte.is_ascii_digit(),
            _ => byte.eq_ignore_ascii_case(shape),
        })
}

#[cfg(test)]
mod tests {
    use super::{
        check_date_time, check_section, modified_utf7, only_literals, open_literal, quoted,
    };

    #[test]
    fn mailboxes() {
        assert_eq!(modified_utf7("~peter/日本語/台北"), "~peter/&ZeVnLIqe-/&U,BTFw-");
        assert_eq!(modified_utf7("R&D ☺!"), "R&-D &Jjo-!");
        assert_eq!(modified_utf7("😀"), "&2D3eAA-");
        assert_eq!(quoted("INBOX"), "INBOX");
        assert_eq!(quoted("gray council"), "\"gray council\"");
        assert_eq!(quoted("a\"\\"), r#""a\"\\""#);
        assert_eq!(quoted(""), "\"\"");
    }

    #[test]
    fn literals() {
        for (program, is_right) in [
            ("SUBJECT shadows", true),
            ("SUBJECT {3+}\r\nabc", true),
            ("SUBJECT {3+}\r\na\r\n TEXT x", true),
            ("ALL\r\nA9 DELETE INBOX", false),
            ("SUBJECT {3}\r\nabc", false),
            ("SUBJECT {3+}\r\nab", false),
            ("SUBJECT {3+}\r\nabc\r\nA9 NOOP", false),
            ("SUBJECT {99999999999999999999+}\r\nab", false),
            ("SUBJECT {+}\r\n", false),
            ("SUBJECT \"{9+}\r\nA9 NOOP\r\n", false),
            ("SUBJECT \"\\\"\" TEXT {3+}\r\nabc", true),
            ("\n", false),
            ("\0", false),
        ] {
            assert_eq!(only_literals(program.as_bytes()), is_right, "{program:?}");
        }
    }

    #[test]
    fn a_program_may_not_end_with_a_literal() {
        for (program, at) in [
            ("SUBJECT {14+}", Some(8)),
            ("SUBJECT {14}", Some(8)),
            ("SUBJECT {14-}", Some(8)),
            ("BODY ~{0}", Some(6)),
            ("SUBJECT {3+}\r\nabc{5}", Some(17)),
            ("SUBJECT \"{14}\"", None),
            ("SUBJECT {14} ALL", None),
            ("SUBJECT {x}", None),
            ("SUBJECT {}", None),
            ("}", None),
        ] {
            assert_eq!(open_literal(program.as_bytes()), at, "{program:?}");
        }
    }

    #[test]
    fn sections() {
        for (section, wrong) in [
            ("1", None),
            ("1.2.3", None),
            ("1.2.MIME", None),
            ("text", None),
            ("HEADER", None),
            ("4.HEADER.FIELDS (DATE FROM)", None),
            ("HEADER.FIELDS.NOT (a)", None),
            ("", Some(0)),
            ("MIME", Some(0)),
            ("0", Some(0)),
            ("1.", Some(2)),
            ("1x", Some(1)),
            ("HEADER.FIELDS ()", Some(15)),
            ("HEADER.FIELDS (a] b)", Some(16)),
        ] {
            assert_eq!(check_section(section.as_bytes()).err(), wrong, "{section}");
        }
    }

    #[test]
    fn dates() {
        for (date, is_one) in [
            ("2007-11-06T20:00:00Z", true),
            ("2024-02-29t23:59:60.25+05:30", true),
            ("2023-02-29T00:00:00Z", false),
            ("2007-13-01T00:00:00Z", false),
            ("2007-11-06T24:00:00Z", false),
            ("2007-11-06T20:00:00", false),
            ("2007-11-06T20:00:00.Z", false),
            ("2007-11-06T20:00:00+24:00", false),
            ("2007-11-06 20:00:00Z", false),
            ("é", false),
        ] {
            assert_eq!(check_date_time(date), is_one, "{date}");
        }
    }
}
