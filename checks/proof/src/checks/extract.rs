//! Laws of URIs in text, for any text.

use std::io::Read;
use std::ops::ControlFlow;

use napkin::Edition;
use napkin::edition::EDITIONS;
use napkin_context::{Extractor, Find, LeftOut, Reason, Schemes};

/// The first byte chooses the settings for the rest.
pub(super) fn choose(data: &[u8]) -> (&'static Edition, u8, &[u8]) {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    (EDITIONS[usize::from(first) % EDITIONS.len()], first / 8, rest)
}

/// A reader that returns a few bytes at a time.
struct Pieces<'d>(&'d [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = self.0.len().min(3).min(buffer.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

/// Finds are in order, in their place and valid. Reading the text in pieces gives the same finds, and so does
/// `read_all`, whose texts that are left out are the same in pieces too.
pub(crate) fn found(data: &[u8]) {
    let (edition, how, text) = choose(data);
    let schemes = match how % 3 {
        0 => Schemes::registered(),
        1 => Schemes::Any,
        _ => Schemes::only(["http", "mailto"]),
    };
    let extractor = Extractor::new(edition).schemes(schemes).suffixes(how & 4 != 0).longest(64);
    let whole: Vec<Find<'_>> = extractor.find(text).collect();
    let mut end = 0;
    for find in &whole {
        assert!(find.start >= end && find.end > find.start);
        end = find.end;
        assert_eq!(find.raw, &text[find.start as usize..find.end as usize]);
        assert!(edition.parse(&find.uri).is_ok());
        assert!(find.alternatives.iter().all(|other| edition.parse(other).is_ok()));
    }
    let mut number = 0;
    let read = extractor.read(Pieces(text), |find| {
        assert_eq!(find, whole[number]);
        number += 1;
        ControlFlow::Continue(())
    });
    assert!(read.is_ok() && number == whole.len());
    let mut others = whole.iter();
    let read = extractor.read_all(text, |read| {
        match read {
            Ok(find) => assert_eq!(Some(&find), others.next()),
            Err(LeftOut { raw, start, .. }) => {
                assert!(text[start as usize..].starts_with(raw));
            }
        }
        ControlFlow::Continue(())
    });
    assert!(read.is_ok() && others.next().is_none());
    // How much `read_all` passes of a text that is too long depends on the pieces, so none is too long here.
    let extractor = extractor.longest(text.len());
    assert_eq!(left_out(&extractor, text), left_out(&extractor, Pieces(text)));
}

/// The texts that are left out: their places, lengths and reasons.
fn left_out(extractor: &Extractor, text: impl Read) -> Vec<(u64, usize, Reason)> {
    let mut told = Vec::new();
    let read = extractor.read_all(text, |read| {
        if let Err(LeftOut { raw, start, reason, .. }) = read {
            told.push((start, raw.len(), reason));
        }
        ControlFlow::Continue(())
    });
    assert!(read.is_ok());
    told
}

/// Typed text gives a valid result or none, and typing the result again gives itself.
pub(crate) fn typed(data: &[u8]) {
    let (edition, _, text) = choose(data);
    let extractor = Extractor::new(edition);
    if let Some(find) = extractor.typed(text) {
        assert!(edition.parse(&find.uri).is_ok());
        assert_eq!(find.raw, &text[find.start as usize..find.end as usize]);
        assert_eq!(find.uri.as_bytes(), extractor.cleaned(text));
    }
    if let Ok(completed) = extractor.complete(text, None) {
        assert!(edition.parse(&completed.uri).is_ok_and(|uri| uri.scheme().is_some()));
    }
}
