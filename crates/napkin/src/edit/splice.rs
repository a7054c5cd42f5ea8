//! Replacing one part of a text: which bytes go, which come, and where all parts are afterwards.
//!
//! A [`Splice`] follows from the offsets of the parts, the new value and the data of the edition. Nothing is written
//! here. All changed bytes are adjacent, whatever the part:
//!
//! ```text
//!   //host/path              scheme "http"      0..0    becomes  "" "http" ":"
//!   http://host/path         host "a"           7..11   becomes  "" "a" ""
//!   http://host/path         query "q"         16..16   becomes  "?" "q" ""
//!   http://host//path        no authority       5..11   becomes  "" "" "/."
//! ```
//!
//! # Why offsets can move instead of being parsed
//!
//! The parts stand in one order, and each offset in [`Components`] is the end of one part or the start of the next. A
//! change of one part moves all offsets behind it by one number, [`Moves::delta`], and none before it. What is at the
//! offsets stays right if no value can move a boundary, which [`has_independent_parts`] proves from the sets of an
//! edition, at compile time for the setters. For other editions the new text is parsed, and this module says only which
//! bytes change (`edit/replace.rs`). `edit/tests/` holds text, error and offsets against two oracles that recompose the
//! whole text and parse it, for all parts, values and shapes.
//!
//! # Guards
//!
//! A part that exists before and after keeps its delimiters. Only a new path, or the removal of what stood before the
//! path, can make a guard necessary: `/.` before a path that would be read as an authority, `./` before one that
//! would be read as a scheme. The guard is then next to the changed bytes, and belongs to the path. A guard that is no
//! longer needed stays: it is part of the path as it was written.
//!
//! # Speed
//!
//! A setter costs a few dozen instructions, so what surrounds them counts: each setter is compiled for its part, with
//! `part` as a constant, hence the `inline(always)`; a short value is checked against one table (`plain.rs`) instead of
//! by the exact parser; text is moved once, and not at all where the change is at the end. Making a new text and parsing
//! it took ten times as long for a port, and made appending quadratic.

use alloc::string::String;
use core::ops::Range;

use napkin_scan::ByteSet;

use super::pieces::check_piece;
use super::plain::{host_of, is_plain};
use crate::components::{Components, Shape};
use crate::edition::Edition;
use crate::edition::rules::{EmptyAuthority, NameRule, Opaque, Parameters};
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::length;
use crate::parse::exact::{HostRange, parse_part};
use crate::reference::Reference;

/// A text before the change, and its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before<'t> {
    pub(super) edition: &'static Edition,
    pub(super) text: &'t str,
    pub(super) components: &'t Components,
    /// Whether the parts of the edition are [independent](has_independent_parts): a constant in the setters, which
    /// then ask nothing of the edition.
    pub(super) is_independent: bool,
}

/// The change of one part.
#[derive(Clone, Debug)]
pub(super) struct Splice<'v> {
    range: Range<usize>,
    /// The bytes that come: delimiter or guard, value, delimiter or guard.
    put: [&'v str; 3],
    guard: &'static str,
    /// The offset of the value in the new text without a guard, also where it would be if it were not removed.
    pub(super) value_start: usize,
    /// The length of the new text.
    pub(super) length: usize,
    /// What becomes of the offsets, in an edition whose parts are [independent](has_independent_parts).
    moves: Moves,
}

/// The bytes that a value replaces, and the new delimiters on both sides of the value.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) range: Range<u32>,
    pub(super) before: &'static str,
    pub(super) after: &'static str,
    /// The offset of the value, also where it would be if it were not removed.
    value: u32,
}

/// How a change moves the offsets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    pub(super) part: Part,
    /// How many bytes more the text has; wrapping, since it may have less.
    pub(super) delta: u32,
    /// The length of the value, if the part was not removed.
    pub(super) value: Option<u32>,
    /// The host in the new authority or host.
    pub(super) host: Option<HostRange>,
    /// The length of a guard behind a removed part, which belongs to the path.
    pub(super) guard: u32,
}

/// Whether each part of a valid text can be replaced by any valid value of that part without moving a boundary, so
/// that the new text needs no parsing. True for RFC 3986 and RFC 3987.
///
/// - No value has a delimiter that ends its part: the byte sets of the edition say so.
/// - The text after the scheme has one reading. Elsewhere it can turn opaque, an authority can turn from a server
///   into a registry name or into no authority, and parameters end the path.
/// - Text before the first colon is a scheme or an error. Guards keep the colons of a path out of that place.
///
/// A value that is valid alone can then only be wrong after an authority, where a path is empty or begins with a
/// slash.
pub(super) const fn has_independent_parts(edition: &Edition) -> bool {
    let Some(generic) = edition.generic() else { return false };
    let authority = &generic.authority;
    let (Some(userinfo), NameRule::Registered(name)) = (authority.userinfo, authority.host.name)
    else {
        return false;
    };
    let is_read_once = matches!(generic.opaque, Opaque::None)
        && authority.registry.is_none()
        && matches!(authority.empty, EmptyAuthority::EmptyHost)
        && !matches!(generic.parameters, Parameters::Component)
        && !generic.leading_colon
        && !edition.scheme.else_path;
    is_read_once
        && ByteSet::of(b"/?").is_subset(authority.end)
        && edition.scheme.rest.and(ByteSet::of(b":/?#")).is_empty()
        && userinfo.raw.and(ByteSet::of(b"@/?#")).is_empty()
        && name.and(ByteSet::of(b"@:/?#")).is_empty()
        && generic.segment.and(ByteSet::of(b"?#")).is_empty()
        && generic.query.and(ByteSet::of(b"#")).is_empty()
}

impl<'v> Splice<'v> {
    /// The change that puts a value into a part, or removes the part with its delimiter. Removing a part of a
    /// missing authority changes nothing.
    ///
    /// # Errors
    ///
    /// If the value is not valid in that part, with the offset in the value;
    /// [`MissingAuthority`](ErrorKind::MissingAuthority) for userinfo or a port without an authority;
    /// [`PathNotAbempty`](ErrorKind::PathNotAbempty) for a path that cannot follow the authority; and if the new
    /// text would be too long.
    // Inlined, like the two below: a result of this size would be written to memory and read from there.
    #[inline(always)]
    pub(super) fn new(
        old: Before<'_>,
        part: Part,
        value: Option<&'v str>,
    ) -> Result<Self, ParseError> {
        let edition = old.edition;
        let host = match value {
            Some(value) if old.is_independent && is_plain(part, value) => host_of(part, value),
            // An opaque URI may contain characters that no part of a hierarchical one allows.
            Some(value) if !old.components.facts.shape().is_opaque() => {
                check_piece(edition, part, value)?
            }
            _ => None,
        };
        let Some(place) = place(old, part, value.is_some()) else {
            return Err(ParseError::new(edition, ErrorKind::MissingAuthority, part, 0));
        };
        if has_rootless_path(old, part, value) {
            return Err(ParseError::new(edition, ErrorKind::PathNotAbempty, Part::Path, 0));
        }
        let guard = guard(old, part, value);
        // Only a path is put without a delimiter before it, and only removed parts are without one after them.
        let put = match value {
            Some(value) if part == Part::Path && !guard.is_empty() => [guard, value, ""],
            Some(value) => [place.before, value, place.after],
            None => ["", "", guard],
        };
        let put_length = put.iter().map(|piece| piece.len()).sum::<usize>();
        let range = place.range.start as usize..place.range.end as usize;
        let length = old.text.len() - range.len() + put_length;
        length::check(edition, length)?;
        let moves = Moves {
            part,
            delta: (put_length as u32).wrapping_sub(range.len() as u32),
            value: value.map(|value| value.len() as u32),
            host,
            guard: if value.is_none() { guard.len() as u32 } else { 0 },
        };
        Ok(Self { range, put, guard, value_start: place.value as usize, length, moves })
    }

    /// Whether there is a guard before the path.
    pub(super) const fn has_guard(&self) -> bool {
        !self.guard.is_empty()
    }

    /// A path without the guard that this change puts before it.
    pub(super) fn without_its_guard<'t>(&self, path: &'t str) -> Option<&'t str> {
        path.strip_prefix(self.guard)
    }

    /// This change without its guard. [`Moves`] still counts it: the caller parses the text.
    pub(super) fn without_guard(mut self) -> Self {
        let [before, value, after] = self.put;
        // The value never equals its guard: it begins with `//`, or has a colon in its first segment.
        let kept = |piece| if piece == self.guard { "" } else { piece };
        self.put = [kept(before), value, kept(after)];
        self.length -= self.guard.len();
        self.guard = "";
        self
    }

    /// The text after the change.
    pub(super) fn copy(&self, text: &str) -> String {
        let mut changed = String::with_capacity(self.length);
        changed.push_str(text.get(..self.range.start).unwrap_or_default());
        changed.extend(self.put);
        changed.push_str(text.get(self.range.end..).unwrap_or_default());
        changed
    }

    /// The offsets after the change.
    pub(super) fn moved(&self, components: &Components) -> Components {
        let mut moved = *components;
        self.moves.apply(&mut moved);
        moved
    }

    /// Changes a text in place, and its offsets.
    #[inline(always)]
    pub(super) fn apply(&self, text: &mut String, components: &mut Components) {
        self.moves.apply(components);
        write(text, self.range.clone(), self.put);
    }
}

/// Writes a value between its delimiters, or between two that are already there, in the place of a piece of a text.
#[inline(always)]
pub(super) fn write(text: &mut String, range: Range<usize>, put: [&str; 3]) {
    let (start, [before, value, after]) = (range.start, put);
    if range.end == text.len() {
        text.truncate(start);
        if !before.is_empty() {
            text.push_str(before);
        }
        // What is removed has no value: appending nothing is a call too.
        if !value.is_empty() {
            text.push_str(value);
        }
        if !after.is_empty() {
            text.push_str(after);
        }
        return;
    }
    replace(text, range, value);
    if !before.is_empty() {
        text.insert_str(start, before);
    }
    if !after.is_empty() {
        text.insert_str(start + before.len() + value.len(), after);
    }
}

/// The bytes that a new value of a part replaces, with its delimiters if they are missing; without a value, the
/// bytes to remove. `None` for userinfo and port without a host.
#[inline(always)]
pub(super) fn place(old: Before<'_>, part: Part, is_set: bool) -> Option<Place> {
    let components = old.components;
    let length = old.text.len() as u32;
    let (start, end) = (components.after_scheme(), components.authority_end);
    // With the two slashes of an empty authority, even where it counts as none.
    let site = start..if end > 0 { end } else { components.path_start };
    // The range with the delimiters that go with the part, the range of the value if there is one, and the delimiters. The
    // first is empty where the part is absent, and is then the place where the part would be.
    let (whole, own, before, after) = match part {
        Part::Scheme => (0..start, components.scheme(), "", ":"),
        Part::Authority => (site, components.authority(), "//", ""),
        // The host of a registry name is the whole authority.
        Part::Host if !is_set || !components.has_host() => (site, None, "//", ""),
        Part::Host => (components.host_start..components.host_end, None, "", ""),
        Part::Userinfo | Part::Port if !components.has_host() => {
            return (!is_set).then_some(Place {
                range: length..length,
                before: "",
                after: "",
                value: length,
            });
        }
        Part::Userinfo => (start + 2..components.host_start, components.userinfo(), "", "@"),
        Part::Port => (components.host_end..end, components.port(), ":", ""),
        Part::Path if !old.is_independent && components.facts.shape() == Shape::NoPath => {
            (end..end, None, "/", "")
        }
        Part::Path => {
            let parameters = old.path_text().len() as u32 - old.path().len() as u32;
            // A slash that belongs to neither part is removed with the path.
            let start = if is_set || end == 0 { components.path_start } else { end };
            (start..components.path_end - parameters, None, "", "")
        }
        Part::Query => (components.path_end..components.query_end, components.query(), "?", ""),
        Part::Fragment => (components.query_end..length, components.fragment(length), "#", ""),
    };
    let value = own.as_ref().map_or(whole.start + before.len() as u32, |own| own.start);
    Some(match own {
        Some(range) if is_set => Place { range, before: "", after: "", value },
        _ if is_set => Place { range: whole, before, after, value },
        _ => Place { range: whole, before: "", after: "", value },
    })
}

#[inline]
fn replace(text: &mut String, range: Range<usize>, piece: &str) {
    /// Up to this length, the bytes are sooner taken one by one than what is behind them is moved twice.
    const SHORT: usize = 8;
    let (start, is_empty) = (range.start, range.is_empty());
    if !is_empty && !piece.is_empty() && piece.len() <= SHORT {
        text.replace_range(range, piece);
        return;
    }
    if !is_empty {
        text.drain(range);
    }
    if !piece.is_empty() {
        text.insert_str(start, piece);
    }
}

impl Moves {
    /// Moves the offsets.
    ///
    /// One by one and in place: a copy of all of them would be read in larger units than they were just written in,
    /// which has to wait for the writes.
    #[inline(always)]
    pub(super) fn apply(&self, components: &mut Components) {
        let Self { part, delta, value, host, guard } = *self;
        // A host where there was none makes an authority, and without a host there is none: then the offsets of the authority
        // are set anew below, and only those behind it move. Asked before anything moves.
        let is_site = match part {
            Part::Authority => true,
            Part::Host => value.is_none() || !components.has_host(),
            _ => false,
        };
        // The first of the offsets behind the part.
        let first = match part {
            Part::Scheme | Part::Userinfo => 1,
            Part::Host if !is_site => 2,
            Part::Port => 3,
            Part::Authority | Part::Host => 4,
            Part::Path => 5,
            Part::Query => 6,
            Part::Fragment => return,
        };
        let shift = |offset: &mut u32| *offset = offset.wrapping_add(delta);
        // The offsets of a missing authority are 0 and stay.
        if components.authority_end > 0 && first <= 3 {
            shift(&mut components.authority_end);
            if components.has_host() && first <= 2 {
                shift(&mut components.host_end);
            }
            if components.has_host() && first <= 1 {
                shift(&mut components.host_start);
            }
        }
        // `delta` counts the guard, before which the path begins. A guard with a new path needs no such step: the path is the
        // changed part, and its start does not move.
        if first <= 4 {
            components.path_start = components.path_start.wrapping_add(delta) - guard;
        }
        if first <= 5 {
            shift(&mut components.path_end);
        }
        shift(&mut components.query_end);
        if part == Part::Scheme {
            components.scheme_end = value.unwrap_or_default();
        }
        if is_site {
            let start = components.after_scheme() + 2;
            components.authority_end = value.map_or(0, |length| start + length);
            let place = |offset: usize| start + offset as u32;
            components.host_start = host.map_or(0, |(first, ..)| place(first));
            components.host_end = host.map_or(0, |(_, last, _)| place(last));
            components.facts = components.facts.without_host();
        }
        if let Some((.., kind)) = host {
            components.facts = components.facts.with_host(kind);
        }
    }
}

/// Whether an authority exists after the change.
fn has_authority(old: Before<'_>, part: Part, value: Option<&str>) -> bool {
    match part {
        Part::Authority | Part::Host => value.is_some(),
        _ => old.components.authority_end > 0,
    }
}

/// The path after the change.
fn path<'p>(old: Before<'p>, part: Part, value: Option<&'p str>) -> &'p str {
    if part == Part::Path { value.unwrap_or_default() } else { old.path() }
}

/// Whether a text before a colon is part of the path, since it is no scheme.
fn is_path_of(edition: &'static Edition, name: &str) -> bool {
    if name.is_empty() {
        return edition.generic().is_some_and(|generic| generic.leading_colon);
    }
    edition.scheme.else_path && parse_part(edition, name.as_bytes(), Part::Scheme).is_err()
}

impl<'t> Before<'t> {
    pub(super) const fn of(reference: &'t Reference<'t>) -> Self {
        Self {
            edition: reference.edition(),
            text: reference.as_str(),
            components: reference.components(),
            is_independent: has_independent_parts(reference.edition()),
        }
    }

    /// The path with its parameters, if they are a component; nothing if it is undefined.
    #[inline]
    fn path_text(self) -> &'t str {
        let Range { start, end } = self.components.path();
        let has_path = self.is_independent || self.components.facts.shape().has_path();
        let path = self.text.get(start as usize..end as usize);
        path.filter(|_| has_path).unwrap_or_default()
    }

    /// The path without its parameters.
    #[inline]
    pub(super) fn path(self) -> &'t str {
        let path = self.path_text();
        match self.edition.parameters() {
            Parameters::Component if !self.is_independent => {
                path.split_once(';').map_or(path, |(path, _)| path)
            }
            _ => path,
        }
    }
}

/// Whether the change would put a path without a leading slash after an authority.
pub(super) fn has_rootless_path(old: Before<'_>, part: Part, value: Option<&str>) -> bool {
    if !matches!(part, Part::Path | Part::Authority | Part::Host)
        || !has_authority(old, part, value)
        || !(old.is_independent || old.edition.has_generic_syntax())
    {
        return false;
    }
    let path = path(old, part, value);
    !path.is_empty() && !path.starts_with('/')
}

/// The guard that the path needs after the change: `/.` so that its two slashes do not begin an authority, or `./`
/// so that its first segment is not read as a scheme.
pub(super) fn guard(old: Before<'_>, part: Part, value: Option<&str>) -> &'static str {
    let (edition, components) = (old.edition, old.components);
    let can_need_one = match part {
        Part::Path => true,
        Part::Scheme | Part::Authority | Part::Host => value.is_none(),
        _ => false,
    };
    if !can_need_one || !(old.is_independent || edition.has_generic_syntax()) {
        return "";
    }
    // The slashes of an empty authority separate the path from the scheme, even where it counts as none.
    let is_apart = !matches!(part, Part::Authority | Part::Host)
        && components.path_start > components.after_scheme();
    if is_apart || has_authority(old, part, value) {
        return "";
    }
    let path = path(old, part, value);
    let has_scheme = if part == Part::Scheme { value.is_some() } else { components.scheme_end > 0 };
    if path.starts_with("//") {
        return "/.";
    }
    let first =
        path.split('/').next().filter(|_| !has_scheme).and_then(|first| first.split_once(':'));
    match first {
        Some((name, _)) if old.is_independent || !is_path_of(edition, name) => "./",
        _ => "",
    }
}
