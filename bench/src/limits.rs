//! Upper limits of speed: reading memory, and counting the newlines of a buffer. Also the cost per byte, from short
//! URIs to long ones.

use std::hint::black_box;

use napkin::{Lines, Uri};

use crate::operations::{Agreement, Operation, Subject};

fn subject<'a>(name: &'static str, run: impl Fn() + 'a) -> Subject<'a> {
    Subject { name, run: Box::new(run), answer: None, agreement: Agreement::Same }
}

/// The length of the buffer for batches: larger than the caches.
const BUFFER: usize = 100_000_000;

pub(crate) fn all<'a>(texts: &[&'a str]) -> Vec<Operation<'a>> {
    let mut operations = vec![batch(texts)];
    operations.extend(lengths());
    operations
}

/// Lines of a large buffer.
fn batch<'a>(texts: &[&'a str]) -> Operation<'a> {
    let mut buffer = Vec::with_capacity(BUFFER + 4096);
    let mut lines = 0;
    for text in texts.iter().cycle() {
        if buffer.len() >= BUFFER || texts.is_empty() {
            break;
        }
        buffer.extend_from_slice(text.as_bytes());
        buffer.push(b'\n');
        lines += 1;
    }
    let buffer = std::rc::Rc::new(buffer);
    let [whole, a, b, c, d] = [(); 5].map(|()| std::rc::Rc::clone(&buffer));
    let subjects = vec![
        subject("napkin", move || {
            black_box(Lines::new(whole.as_slice()).count());
        }),
        subject("napkin, one line after another", move || {
            let mut valid = 0;
            for line in a.split(|&byte| byte == b'\n') {
                valid += usize::from(Uri::parse_bytes(line).is_ok());
            }
            black_box(valid);
        }),
        subject("memchr, counting newlines", move || {
            black_box(memchr::memchr_iter(b'\n', &b).count());
        }),
        subject("is_ascii of the buffer", move || {
            black_box(c.is_ascii());
        }),
        subject("reading 8 bytes at a time", move || {
            let words = d
                .chunks_exact(8)
                .map(|word| word.try_into().map(u64::from_ne_bytes).unwrap_or_default());
            black_box(words.fold(0, |sum: u64, word| sum ^ word));
        }),
    ];
    Operation { name: "batch", inputs: lines, subjects }
}

/// One URI of a length, and the cost of a kibibyte of it.
fn lengths<'a>() -> Vec<Operation<'a>> {
    const LENGTHS: [(&str, usize); 9] = [
        ("20 bytes", 20),
        ("40 bytes", 40),
        ("64 bytes", 64),
        ("80 bytes", 80),
        ("128 bytes", 128),
        ("256 bytes", 256),
        ("1 KiB", 1 << 10),
        ("32 KiB", 32 << 10),
        ("1 MiB", 1 << 20),
    ];
    let subjects = LENGTHS.map(|(name, length)| {
        let mut text = String::from("http://a.example/");
        while text.len() < length {
            text.push_str("segment/");
        }
        text.truncate(length);
        // Every length has the same total number of bytes, so that each figure is the time for 1,024 bytes.
        subject(name, move || {
            for _ in 0..(4 << 20) / length {
                black_box(&Uri::parse(black_box(&text)));
            }
        })
    });
    vec![Operation {
        name: "parse 1,024 bytes of URIs",
        inputs: 4 << 10,
        subjects: subjects.into(),
    }]
}
