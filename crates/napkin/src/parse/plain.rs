//! The fast path of editions whose schemes have forms: reads the plain URIs of a form as generic syntax.
//!
//! The same masks find the parts, with the authority of the form. Each part is then searched for the few bytes that
//! other parts or forms allow and it does not. The exact parser reads texts that are not plain, and names every
//! fault; the place of one behind a valid authority is known ([`Fault::Form`]).

use napkin_scan::{Block, Class, Kernel, first};

use super::packed::{FastReject, Fault};
use super::reading::{Grammar, Reading, Syntax};
use crate::components::{Components, Shape};
use crate::edition::plain::{ByteList, Plain, Slash};
use crate::edition::rules::{Opaque, SchemeForm};
use crate::fault::Part;

impl<K: Kernel, G: Grammar, const LEAN: bool> Reading<'_, K, G, LEAN> {
    /// The offsets of a plain text, by the form of its scheme.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn plain(
        self,
        known: &'static [SchemeForm],
        other: &'static [SchemeForm],
        block: K::Block,
    ) -> Result<Components, FastReject> {
        let edition = self.grammar.edition();
        let colon = first(block.mask(Class::Colon, edition.classes));
        let number = self.form(known, other, colon).ok_or(None)?;
        let plain = edition.plain.get(number).and_then(|(_, plain)| plain.as_ref()).ok_or(None)?;
        let syntax =
            Syntax { authority: plain.authority, leading_colon: false, opaque: &Opaque::None };
        let components = match self.components_by(syntax, block) {
            Ok(components) => components,
            // Scheme and authority are valid then.
            Err(Some(Fault::Byte(at, Part::Path | Part::Query))) => {
                return Err(Some(Fault::Form(at, number)));
            }
            Err(_) => return Err(None),
        };
        if components.scheme_end == 0 {
            return Err(None);
        }
        let mut components = self.split(plain, components).ok_or(None)?;
        components.facts = components.facts.with_form(number as u8 + 1);
        if self.has_invalid_bytes(plain, &components, block) {
            return Err(Some(Fault::Form(components.query_end as usize, number)));
        }
        Ok(components)
    }

    /// The number of the form, counted from 0, of the scheme that ends at the given offset.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn form(
        self,
        known: &'static [SchemeForm],
        other: &'static [SchemeForm],
        colon: usize,
    ) -> Option<usize> {
        let edition = self.grammar.edition();
        if (1..=8).contains(&colon) {
            let mut scheme = u64::from_le_bytes(*self.text.first_chunk()?);
            if !edition.scheme.case_sensitive {
                scheme |= u64::from_ne_bytes([0x20; 8]);
            }
            scheme &= u64::MAX >> (64 - 8 * colon);
            // All other schemes have number 0.
            let number = edition.plain.iter().position(|(name, _)| *name == scheme);
            if number.is_some() {
                return number;
            }
        }
        // The first form of the other schemes is right, unless it requires an authority and the text has none.
        let has_authority = self.text.get(colon..).is_some_and(|rest| rest.starts_with(b"://"));
        let other = other.iter().position(|form| form.authority.is_none() || has_authority)?;
        Some(known.len() + other)
    }

    /// Moves the offsets to where the form has them: the slash after the authority is not part of the path, and a
    /// query may be forbidden.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn split(self, plain: &Plain, mut components: Components) -> Option<Components> {
        let Components { path_start, path_end, query_end, .. } = components;
        match plain.query {
            Some(least) if path_end < query_end && query_end - path_end <= least as u32 => {
                return None;
            }
            Some(_) => {}
            None => components.path_end = query_end,
        }
        if plain.authority.is_none() {
            return Some(components);
        }
        if components.authority_end == 0 {
            return None;
        }
        if self.text.get(path_start as usize) == Some(&b'/') {
            components.path_start = path_start + 1;
            return Some(components);
        }
        let fits = match plain.slash {
            Slash::Required => false,
            Slash::OrNothing => path_start == query_end,
            Slash::Optional => true,
        };
        components.facts = components.facts.with_shape(Shape::NoPath);
        fits.then_some(components)
    }

    /// Whether a part has a byte that is not allowed in it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_invalid_bytes(
        self,
        plain: &Plain,
        components: &Components,
        mut block: K::Block,
    ) -> bool {
        let Components { path_start, path_end, query_end, .. } = *components;
        let [in_path, in_query, in_fragment] = &plain.invalid;
        let length = self.text.len();
        let mut at = 0;
        loop {
            if self.has_some(in_path, path_start as usize, path_end as usize, block, at)
                || self.has_some(in_query, path_end as usize + 1, query_end as usize, block, at)
                || self.has_some(in_fragment, query_end as usize + 1, length, block, at)
            {
                return true;
            }
            at += 64;
            if LEAN || at >= length {
                return false;
            }
            let rest = self.text.get(at..).unwrap_or_default();
            block = self.kernel.read(rest, self.grammar.edition().classes);
        }
    }

    /// Whether any of the given bytes is between two offsets of the text, in the block that begins at `at`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_some(
        self,
        bytes: &ByteList,
        start: usize,
        end: usize,
        block: K::Block,
        at: usize,
    ) -> bool {
        if start >= end || bytes.bytes().is_empty() {
            return false;
        }
        let places = self.below(end, at) & !self.below(start, at);
        // A closure would be compiled without the instruction set's instructions.
        for &byte in bytes.bytes() {
            if block.equal(byte) & places != 0 {
                return true;
            }
        }
        false
    }

    /// Mask of the offsets below `end`, in the block that begins at `at`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn below(self, end: usize, at: usize) -> u64 {
        self.kernel.below(end.saturating_sub(at).min(64))
    }
}
