//! Query and fragment states.

use alloc::string::String;

use super::Parser;
use crate::edition::{Edition, FragmentNul, sets};
use crate::encoding::{self, QueryEncoding};
use crate::percent;
use crate::validation::note_units;

impl Parser<'_> {
    /// The query and the fragment that begin at an offset, if there are any.
    pub(super) fn tail(&mut self, at: usize) {
        let mut at = at;
        if self.at(at) == Some(b'?') {
            let end = self.rest(at).find('#').map_or(self.text.len(), |hash| at + hash);
            self.query(at + 1, end);
            at = end;
        }
        if self.at(at) == Some(b'#') {
            self.fragment(at + 1);
        }
    }

    /// Query state.
    pub(crate) fn query(&mut self, at: usize, end: usize) {
        if self.notes.wanted() {
            note_units(self.notes, self.text, at, end, false, false);
        }
        self.parts.query_start = self.out.len() as u32;
        self.out.push('?');
        let query = self.slice(at, end);
        let special = self.parts.scheme().is_special();
        let set = if special { sets::SPECIAL_QUERY } else { sets::QUERY };
        let unit = self.edition.query_encode_unit;
        match self.encoding {
            QueryEncoding::Encoder(encoder) if !self.parts.scheme().query_is_utf8() => {
                encoding::percent_encode(&mut self.out, query, encoder, unit, set);
            }
            QueryEncoding::Function(encode) if !self.parts.scheme().query_is_utf8() => {
                for &byte in encode(query).iter() {
                    percent::push_byte(&mut self.out, byte, set);
                }
            }
            _ => percent::push(&mut self.out, query, &self.edition.classes.kept(special).query),
        }
    }

    /// Fragment state.
    pub(crate) fn fragment(&mut self, at: usize) {
        if self.notes.wanted() {
            note_units(self.notes, self.text, at, self.text.len(), false, true);
        }
        self.parts.fragment_start = self.out.len() as u32;
        self.out.push('#');
        let fragment = self.rest(at);
        push_fragment(&mut self.out, "", fragment, self.edition);
    }
}

/// Appends a sign and a fragment, percent-encoded.
pub(crate) fn push_fragment(out: &mut String, sign: &str, fragment: &str, edition: &Edition) {
    let kept = &edition.classes.kept(true).fragment;
    match edition.fragment_nul {
        FragmentNul::Encode => percent::push_part(out, sign, fragment, kept),
        FragmentNul::Drop => {
            let mut pieces = fragment.split('\0');
            percent::push_part(out, sign, pieces.next().unwrap_or_default(), kept);
            pieces.for_each(|piece| percent::push(out, piece, kept));
        }
    }
}
