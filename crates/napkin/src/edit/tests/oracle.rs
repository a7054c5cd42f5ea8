//! The oracle of replacing a part: the whole new text is parsed, without a guard and then with one, and every part is
//! compared with its intended value.

use alloc::string::String;
use core::ops::Range;

use crate::components::Shape;
use crate::edit::pieces::check_piece;
use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::reference::Reference;

/// The delimiters around a part: `//` before an authority, `?` before a query.
const fn delimiters(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::Scheme => ("", ":"),
        Part::Authority => ("//", ""),
        Part::Userinfo => ("", "@"),
        Part::Port => (":", ""),
        Part::Query => ("?", ""),
        Part::Fragment => ("#", ""),
        _ => ("", ""),
    }
}

/// The text of a reference with one part replaced, or removed with its delimiter.
pub(super) fn with_part(
    reference: &Reference<'_>,
    part: Part,
    value: Option<&str>,
) -> Result<String, ParseError> {
    let edition = reference.edition();
    // Only the forms of 1994 have undefined paths.
    let has_path = part == Part::Path && edition.generic().is_some();
    let value = if has_path { Some(value.unwrap_or_default()) } else { value };
    // An opaque URI may contain characters that no part of a hierarchical one allows.
    if !reference.is_opaque() {
        value.map(|text| check_piece(edition, part, text)).transpose()?;
    }
    let wanted = Wanted { before: reference, part, value };
    let (range, before, after) = wanted.place()?;
    let piece = value.map_or(["", "", ""], |value| [before, value, after]);
    let (start, end) = (range.start as usize, range.end as usize);
    let text = reference.as_str();
    let length: usize = piece.iter().map(|piece| piece.len()).sum();
    let mut changed = String::with_capacity(text.len() + length + GUARD);
    changed.push_str(text.get(..start).unwrap_or_default());
    changed.extend(piece);
    changed.push_str(text.get(end..).unwrap_or_default());
    let start = start + before.len();
    let Err(error) = wanted.check(&changed, start) else { return Ok(changed) };
    wanted.guard(&mut changed);
    wanted.check(&changed, start).map_err(|_| error)?;
    Ok(changed)
}

/// The length of a guard.
const GUARD: usize = 2;

/// A part and its new value, and the reference whose other parts stay.
struct Wanted<'r> {
    before: &'r Reference<'r>,
    part: Part,
    value: Option<&'r str>,
}

impl Wanted<'_> {
    /// The range to replace, and the text before and after the value in its place.
    fn place(&self) -> Result<(Range<u32>, &'static str, &'static str), ParseError> {
        let components = self.before.components();
        let length = self.before.as_str().len() as u32;
        let has_authority = components.authority_end > 0;
        let (before, after) = delimiters(self.part);
        let authority_start = components.after_scheme();
        let range = match self.part {
            Part::Scheme => 0..authority_start,
            Part::Authority if has_authority => authority_start..components.authority_end,
            // With the two slashes of an empty authority, even where it counts as none.
            Part::Authority => authority_start..components.path_start,
            // The host of a registry name is the whole authority.
            Part::Host if self.value.is_none() || !components.has_host() => {
                let end =
                    if has_authority { components.authority_end } else { components.path_start };
                return Ok((authority_start..end, "//", ""));
            }
            Part::Host => components.host_start..components.host_end,
            Part::Userinfo | Part::Port if !components.has_host() => {
                if self.value.is_none() {
                    return Ok((length..length, before, after));
                }
                let kind = ErrorKind::MissingAuthority;
                return Err(ParseError::new(self.edition(), kind, self.part, 0));
            }
            Part::Userinfo => authority_start + 2..components.host_start,
            Part::Port => components.host_end..components.authority_end,
            Part::Path if components.facts.shape() == Shape::NoPath => {
                return Ok((components.authority_end..components.authority_end, "/", ""));
            }
            Part::Path => {
                let parameters = self.before.parameters().map_or(0, |text| text.len() as u32 + 1);
                // A slash that belongs to neither part is removed with the path.
                let start = if self.value.is_none() && has_authority {
                    components.authority_end
                } else {
                    components.path_start
                };
                start..components.path_end - parameters
            }
            Part::Query => components.path_end..components.query_end,
            Part::Fragment => components.query_end..length,
        };
        Ok((range, before, after))
    }

    const fn edition(&self) -> &'static Edition {
        self.before.edition()
    }

    /// The intended value of a part, unless it follows from another part.
    fn expected(&self, part: Part) -> Option<&str> {
        if part == self.part { self.value } else { self.before.part(part) }
    }

    /// Whether a part's value changes with the replaced part, because one contains the other.
    fn follows(&self, part: Part) -> bool {
        let changes_authority = match self.part {
            Part::Authority => true,
            Part::Host => self.value.is_none() || !self.before.components().has_host(),
            _ => false,
        };
        let is_of_authority = matches!(part, Part::Userinfo | Part::Host | Part::Port);
        match part {
            _ if part == self.part => false,
            Part::Authority => matches!(self.part, Part::Userinfo | Part::Host | Part::Port),
            _ => is_of_authority && changes_authority,
        }
    }

    /// Whether a part is intended to exist; the parts `makers` add or remove it.
    fn has(&self, part: Part, makers: &[Part]) -> bool {
        if makers.contains(&self.part) {
            self.value.is_some()
        } else {
            self.before.part(part).is_some()
        }
    }

    fn path(&self) -> &str {
        self.expected(Part::Path).unwrap_or_default()
    }

    /// Inserts a guard before a path that would be read as an authority or a scheme.
    fn guard(&self, text: &mut String) {
        let Some(generic) = self.edition().generic() else { return };
        if self.has(Part::Authority, &[Part::Authority, Part::Host]) {
            return;
        }
        let path = self.path();
        let has_scheme = self.has(Part::Scheme, &[Part::Scheme]);
        let is_leading_colon = generic.leading_colon && path.starts_with(':');
        if path.starts_with("//") {
            let start = if has_scheme { text.find(':').map_or(0, |colon| colon + 1) } else { 0 };
            text.insert_str(start, "/.");
        } else if !has_scheme && !is_leading_colon && is_scheme_like(path) {
            text.insert_str(0, "./");
        }
    }

    /// Compares the changed text with the intended parts; `start` is the offset of the value in it.
    fn check(&self, text: &str, start: usize) -> Result<(), ParseError> {
        let edition = self.edition();
        let has_path = !self.path().is_empty() && !self.path().starts_with('/');
        if has_path
            && edition.generic().is_some()
            && self.has(Part::Authority, &[Part::Authority, Part::Host])
        {
            return Err(ParseError::new(edition, ErrorKind::PathNotAbempty, Part::Path, 0));
        }
        let length = self.value.map_or(0, str::len);
        let after = edition.parse(text).map_err(|error| {
            let at = error.offset().checked_sub(start).filter(|at| *at <= length);
            match at {
                Some(at) => error.at(at),
                None => ParseError::new(edition, ErrorKind::SchemeForm, self.part, 0),
            }
        })?;
        for part in Part::ALL.iter().filter(|part| !self.follows(**part)) {
            let (found, expected) = (after.part(*part), self.expected(*part));
            let is_guarded = *part == Part::Path && {
                let rest = found.zip(expected).and_then(|(found, path)| found.strip_suffix(path));
                matches!(rest, Some("/." | "./"))
            };
            if found != expected && !is_guarded {
                // The fault is at the byte where the value's own part ends and the value reaches into another.
                let own = after.part(self.part).map_or(0, str::len).min(length);
                return Err(ParseError::new(edition, ErrorKind::SchemeForm, self.part, own));
            }
        }
        Ok(())
    }
}

/// Whether the first segment of a path has a colon.
fn is_scheme_like(path: &str) -> bool {
    path.bytes().find(|byte| matches!(byte, b'/' | b':')) == Some(b':')
}
