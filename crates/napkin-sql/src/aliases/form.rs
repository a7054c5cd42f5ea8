//! Form values, as Java's `URLEncoder` and `URLDecoder` write and read them, and so do Spark and Trino.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use napkin::{decode_characters, percent};

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const ENCODE: Function = Function {
    about: "Data as the value of a form: a space is '+', and all but letters, digits and . - * _ are triplets.",
    texts: &["text"],
    choices: &[],
    has_strict: false,
    answer: |rows| each(rows, |text| Ok(encoded(text))),
    ..Function::BLANK
};

pub(super) const DECODE: Function = Function {
    about: "The data that the value of a form stands for; what is not UTF-8 becomes U+FFFD. Fails for '%' without two \
            hexadecimal digits.",
    texts: &["text"],
    choices: &[],
    answer: |rows| each(rows, decoded),
    ..Function::BLANK
};

fn each(rows: &Rows<'_>, answer: impl Fn(&str) -> Result<String, String>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    for row in 0..rows.count() {
        let answered = rows
            .text(0, row)
            .and_then(|text| answer(text).map_err(|reason| rows.refuse(text, reason)).ok());
        column.push(answered.as_deref());
    }
    column.finish()
}

fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push('+'),
            b'*' => encoded.push('*'),
            b'~' => encoded.push_str("%7E"),
            // The rest is as in a URI.
            _ => encoded += &percent::encode(&[byte]).to_string(),
        }
    }
    encoded
}

/// Decodes a value.
///
/// # Errors
///
/// The error in a triplet.
pub(super) fn decoded(text: &str) -> Result<String, String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.char_indices();
    while let Some((at, character)) = rest.next() {
        match character {
            '+' => plain.push(' '),
            '%' => {
                let mut next = || rest.next().map(|(_, character)| character);
                let octet = next().zip(next()).and_then(|(high, low)| octet(high, low));
                let octet = octet
                    .ok_or_else(|| format!("'%' without two hexadecimal digits at byte {at}"))?;
                plain += &format!("%{octet:02X}");
            }
            _ => plain.push(character),
        }
    }
    Ok(decode_characters(&plain).into_owned())
}

/// The octet of a triplet. Java accepts a sign as the first digit, if the octet is not negative.
fn octet(high: char, low: char) -> Option<u32> {
    match (high, digit(low)?) {
        ('+', low) | ('-', low @ 0) => Some(low),
        (high, low) => Some(digit(high)? * 16 + low),
    }
}

/// The first digit of each script in the Basic Multilingual Plane (Unicode 13, as of Java 17); nine others follow it.
const ZEROS: [u32; 37] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
    0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80,
    0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
    0xFF10,
];

/// The value of a hexadecimal digit of any script, as Java has them.
fn digit(character: char) -> Option<u32> {
    match u32::from(character) {
        code @ 0xFF21..=0xFF26 => Some(code - 0xFF21 + 10),
        code @ 0xFF41..=0xFF46 => Some(code - 0xFF41 + 10),
        code => {
            let zero = ZEROS.iter().find(|&&zero| (zero..zero + 10).contains(&code));
            zero.map(|zero| code - zero).or_else(|| character.to_digit(16))
        }
    }
}
