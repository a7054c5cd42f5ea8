//! URIs that go on with octets of an older encoding, as `http://h/caf\xe9` of a log in Latin-1. They are percent-encoded: a server
//! decodes `%E9` to the octet that other programs send raw.

use napkin::percent;

use super::bare;
use super::characters::{begins_with_octet, first_length, goes_on};
use super::found::Made;
use super::scan::{Fault, Refused, Tried, View};
use crate::text::suffix::Heuristic;

impl View<'_, '_> {
    /// A URI without a wrapper, whose first run of URI characters ends with octets that are not UTF-8.
    #[cold]
    pub(super) fn with_octets(&mut self, first: usize, start: usize, mut end: usize) -> Tried {
        loop {
            if end - first > self.rules.longest {
                return Err(Refused::LeftOut(first..end, Fault::TooLong));
            }
            // What begins here may be a character whose rest is behind the window.
            if !self.knows_end(end) {
                return Err(Refused::Unknown(first));
            }
            end += match &self.window[end..] {
                rest if begins_with_octet(rest) => 1,
                rest => match self.rules.characters.leading(rest).len() {
                    0 => break,
                    len => len,
                },
            };
        }
        // The tries of the run are those of all of it, so that the work stays linear.
        self.run.0 = self.run.0.max(end);
        let text = &self.window[start..end];
        let before = self.before(first, text);
        let bare::End { len, partner } = bare::end(&self.rules.characters, text, before, None);
        if goes_on(&self.window[end..]) && partner.is_none() {
            let cut = first_length(&self.window[end..]);
            return Err(Refused::LeftOut(start..end + cut, Fault::NotValid));
        }
        let uri = encoded(&text[..len]);
        if !self.rules.accept(&uri) {
            return Err(Refused::LeftOut(start..start + len, Fault::NotValid));
        }
        let made = Made { uri, alternatives: Vec::new(), heuristic: Some(Heuristic::Octets) };
        self.found.made = Some(Box::new(made));
        self.found.place = start..start + len;
        self.found.delimiter = self.delimiter_around(first, end, len == end - start);
        self.found.prefix = first..start;
        self.found.uri = "";
        self.found.done = partner.map_or(end, |partner| start + partner);
        Ok(())
    }
}

/// A text with its octets that are not UTF-8 percent-encoded.
fn encoded(text: &[u8]) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for chunk in text.utf8_chunks() {
        out.push_str(chunk.valid());
        out.push_str(&percent::encode(chunk.invalid()).to_string());
    }
    out
}

#[cfg(test)]
mod tests {
    use napkin::edition::{RFC3986, RFC3987};

    use crate::{Extractor, Heuristic};

    #[test]
    fn octets_behind_the_host_are_encoded() {
        let cases: [(&[u8], &str, usize); 9] = [
            (b"http://h/caf\xe9 x", "http://h/caf%E9", 13),
            (b"(see http://h/\xe9t\xe9/?q=\xfc).", "http://h/%E9t%E9/?q=%FC", 22),
            (b"http://h/a?\xe9.", "http://h/a?%E9", 12),
            (b"<http://h/\xe9>", "http://h/%E9", 11),
            (b"http://h/\xe9\x94 said", "http://h/%E9", 10),
            (b"http://h/\xe9\xc3\xa9b", "http://h/%E9\u{e9}b", 13),
            (b"mailto:andr\xe9@h", "mailto:andr%E9@h", 14),
            (b"http://h/\xe9http://g/\xe9", "http://h/%E9http://g/%E9", 20),
            (b"http://h/\xff", "http://h/%FF", 10),
        ];
        let extractor = Extractor::new(RFC3987);
        for (text, uri, end) in cases {
            let finds: Vec<_> = extractor.find(text).collect();
            let [find] = &*finds else { panic!("{text:?}: {finds:?}") };
            assert_eq!((&*find.uri, find.end), (uri, end as u64));
            assert_eq!(find.heuristic, Some(Heuristic::Octets));
        }
    }

    #[test]
    fn octets_in_a_host_leave_it_out() {
        assert_eq!(Extractor::new(RFC3987).find(b"http://b\xfccher.example/").count(), 0);
        // A letter that the edition does not have goes on.
        assert_eq!(Extractor::new(RFC3986).find(b"http://h/\xe9\xc3\xa9b").count(), 0);
    }
}
