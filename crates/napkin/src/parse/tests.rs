//! The fast path against the exact parser: the same yes, the same offsets, the same no.

use alloc::vec::Vec;

use super::{Start, exact, fast};
use crate::edition::RFC3986;

fn agree(text: &[u8]) -> bool {
    for start in [Start::UriReference, Start::Uri, Start::AbsoluteUri, Start::RelativeRef] {
        let slow = exact::parse(RFC3986, text, start);
        let quick = fast::parse(text, start);
        assert_eq!(quick, slow.ok(), "{} by {start:?}", text.escape_ascii());
    }
    fast::parse(text, Start::UriReference).is_some()
}

/// Every string of up to six bytes over an alphabet that has each delimiter and one byte of each
/// kind between them.
#[test]
fn on_every_short_string() {
    const ALPHABET: &[u8; 13] = b"av1.:/?#[]@% ";
    let (mut tried, mut valid) = (0u32, 0u32);
    let mut text = Vec::new();
    for length in 0..=6 {
        for mut number in 0..13usize.pow(length) {
            text.clear();
            for _ in 0..length {
                text.push(ALPHABET[number % 13]);
                number /= 13;
            }
            tried += 1;
            valid += u32::from(agree(&text));
        }
    }
    assert_eq!(tried, (0..=6).map(|n| 13u32.pow(n)).sum::<u32>());
    assert_eq!(valid, 417_493);
}

/// Every byte value at every place of a reference that has every part.
#[test]
fn on_every_byte_in_every_place() {
    let templates: [&[u8]; 5] = [
        b"s+1://u:%41@h.example:80/p;a/%20b?q=%2F/?#f/?%7e",
        b"//[2001:db8::192.0.2.1]:1/",
        b"x://u@[v1f.a:b]",
        b"a%20b/c:d?e",
        b"1.22.255.4/[",
    ];
    for template in templates {
        for place in 0..=template.len() {
            for byte in 0..=255 {
                let mut text = template.to_vec();
                text.insert(place, byte);
                agree(&text);
                if place < template.len() {
                    let mut text = template.to_vec();
                    text[place] = byte;
                    agree(&text);
                }
            }
            agree(&template[..place]);
        }
    }
}

/// Every text of up to nine characters that an IP literal may be made of.
#[test]
fn on_ip_literals() {
    const ALPHABET: &[u8; 4] = b"1:.f";
    let mut text = Vec::new();
    let mut valid = 0;
    for length in 0..=9 {
        for mut number in 0..4usize.pow(length) {
            text.clear();
            text.extend_from_slice(b"//[::");
            for _ in 0..length {
                text.push(ALPHABET[number % 4]);
                number /= 4;
            }
            text.push(b']');
            valid += u32::from(agree(&text));
        }
    }
    assert!(valid > 1000, "{valid}");
}
