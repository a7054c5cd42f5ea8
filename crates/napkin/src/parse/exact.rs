//! The exact parser: any edition, one byte at a time, with the first fault in reading order.
//!
//! Written so that a reader can compare it with the grammars: it splits at the delimiters, then checks each part by
//! the edition's data. For the generic syntax it is `const`, so it also parses at compile time. It names the error
//! after [`fast`](super::fast) rejects a text, reads the rare texts that the fast path leaves undecided, and serves
//! as the oracle of the fast path. It alone reads the forms of schemes.

use napkin_scan::{ByteSet, find, span};

use super::Start;
pub(crate) use super::authority::HostRange;
use super::authority::{check_host, check_port, check_userinfo, read_authority};
use super::forms::match_steps;
use super::packed::Fault;
use super::reader::{Checked, Reader, attempt};
use crate::components::{Components, Shape};
use crate::edition::Edition;
use crate::edition::plain::Slash;
use crate::edition::rules::{Generic, Hierarchy, Opaque, SchemeForm};
use crate::error::ParseError;
use crate::fault::{ErrorKind as Kind, Part};
use crate::length::{LONGEST, too_long};

/// Parses `text` by the rule `start` of `edition`.
///
/// # Errors
///
/// The first fault in reading order. That a well-formed text does not match the rule `start` is reported last.
pub(crate) fn parse(edition: &'static Edition, text: &[u8], start: Start) -> Checked<Components> {
    let reader = Reader { edition, text };
    match edition.hierarchy {
        Hierarchy::Generic(generic) => parse_generic(edition, generic, text, start),
        Hierarchy::ByScheme { known, other, partial, fragment } => {
            let forms = (known, other, partial);
            reader.by_forms(forms, fragment, start).map_err(|error| reader.named(error))
        }
    }
}

/// Parses `text` by an edition with a generic syntax, at compile time too.
///
/// # Errors
///
/// As for [`parse`].
pub(crate) const fn parse_const(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
) -> Checked<Components> {
    match edition.generic() {
        Some(generic) => parse_generic(edition, generic, text, start),
        None => Err(ParseError::new(edition, Kind::MissingScheme, Part::Scheme, 0)),
    }
}

/// Checks that a reference with these parts, of `length` bytes, matches the rule `start`.
///
/// # Errors
///
/// The fault of a text that lacks what `start` requires, or has what `start` forbids.
pub(crate) const fn check_start(
    edition: &'static Edition,
    length: usize,
    components: &Components,
    start: Start,
) -> Checked {
    let body_end = components.query_end as usize;
    let has_scheme = components.scheme_end > 0;
    let (kind, part, at) = match start {
        Start::Uri | Start::AbsoluteUri if !has_scheme => (Kind::MissingScheme, Part::Scheme, 0),
        Start::RelativeRef | Start::RelativeUri if has_scheme => {
            (Kind::UnexpectedScheme, Part::Scheme, 0)
        }
        Start::RelativeUri if length == 0 && !allows_empty(edition) => {
            (Kind::EmptyReference, Part::Path, 0)
        }
        Start::AbsoluteUri | Start::RelativeUri if body_end < length => {
            (Kind::UnexpectedFragment, Part::Fragment, body_end)
        }
        _ => return Ok(()),
    };
    Err(ParseError::new(edition, kind, part, at))
}

const fn parse_generic(
    edition: &'static Edition,
    generic: &Generic,
    text: &[u8],
    start: Start,
) -> Checked<Components> {
    let reader = Reader { edition, text };
    match reader.by_generic(generic, start) {
        Ok(components) => Ok(components),
        Err(error) => Err(reader.named(error)),
    }
}

pub(super) const fn allows_empty(edition: &Edition) -> bool {
    match edition.generic() {
        Some(generic) => generic.empty_is_relative,
        None => true,
    }
}

/// Parses `text` when the fast path already knows the place of the first fault.
///
/// # Errors
///
/// As for [`parse`].
pub(super) fn parse_faulty(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
    fault: Fault,
) -> Checked<Components> {
    let reader = Reader { edition, text };
    match fault {
        Fault::Byte(at, part) => {
            let byte = reader.byte(at);
            if matches!(part, Part::Query | Part::Fragment) && is_of_part(edition, part, byte) {
                return parse(edition, text, start);
            }
            // A scheme has no percent-encoded octets.
            let is_triplet = byte == b'%' && !matches!(part, Part::Scheme);
            let kind =
                if is_triplet { Kind::InvalidPercentEncoding } else { Kind::InvalidCharacter };
            Err(reader.named_by(byte, ParseError::new(edition, kind, part, at)))
        }
        Fault::Authority(from, to) => {
            // A URI that is not valid as a hierarchical one may still be valid as an opaque one.
            let generic = edition.generic();
            if let Some(generic) =
                generic.filter(|generic| !matches!(generic.opaque, Opaque::Fallback(_)))
            {
                read_authority(&reader, &generic.authority, from, to)
                    .map_err(|error| reader.named(error))?;
            }
            // What is no error here is an IP literal, which the fast path does not read.
            parse(edition, text, start)
        }
        Fault::Form(at, number) => match reader.fault_of_form(number, at) {
            Some(error) => Err(reader.named(error)),
            None => parse(edition, text, start),
        },
    }
}

/// Whether the edition's set of bytes for queries, or for fragments, has this byte. The fast path counts brackets
/// among the faults, and some editions have them in one of the two sets.
fn is_of_part(edition: &Edition, part: Part, byte: u8) -> bool {
    edition.generic().is_some_and(|generic| match part {
        Part::Query => generic.query.contains(byte),
        _ => generic.fragment.contains(byte),
    })
}

/// Checks that `text` fits one part on its own, in an edition with a generic syntax. Returns the host in an authority,
/// or the host itself.
///
/// # Errors
///
/// The first fault; offsets count from the start of `text`.
pub(crate) fn parse_part(
    edition: &'static Edition,
    text: &[u8],
    part: Part,
) -> Checked<Option<HostRange>> {
    let reader = Reader { edition, text };
    let len = text.len();
    attempt!(reader.check_length());
    let Some(generic) = edition.generic() else { return Ok(None) };
    match part {
        Part::Scheme => {
            let checked = if len == 0 {
                reader.fail(Kind::SchemeStart, part, 0)
            } else {
                reader.check_scheme(len)
            };
            if let Err(error) = checked {
                return Err(error.of_scheme_alone());
            }
        }
        Part::Authority => return read_authority(&reader, &generic.authority, 0, len),
        Part::Host => {
            let kind = attempt!(check_host(&reader, &generic.authority, 0, len));
            return Ok(Some((0, len, kind)));
        }
        Part::Userinfo => attempt!(check_userinfo(&reader, &generic.authority, 0, len)),
        Part::Port => attempt!(check_port(&reader, generic.authority.port, 0, len)),
        Part::Path => check_long(&reader, part, generic.segment.or(SLASH))?,
        Part::Query => check_long(&reader, part, generic.query)?,
        Part::Fragment => check_long(&reader, part, generic.fragment)?,
    }
    Ok(None)
}

/// Checks that all of the text consists of bytes of `set`, most of them by masks, of the non-ASCII characters that the
/// part allows, and of percent-encoded octets.
fn check_long(reader: &Reader<'_>, part: Part, set: ByteSet) -> Checked {
    let at = span(reader.text, &set);
    if at < reader.text.len() { reader.check(part, set, at, reader.text.len()) } else { Ok(()) }
}

const SLASH: ByteSet = ByteSet::of(b"/");
const SCHEME_END: ByteSet = ByteSet::of(b":/?#");
const QUERY_START: ByteSet = ByteSet::of(b"?");
const FRAGMENT_START: ByteSet = ByteSet::of(b"#");

impl Reader<'_> {
    /// Parses by the generic syntax.
    const fn by_generic(&self, generic: &Generic, start: Start) -> Checked<Components> {
        attempt!(self.check_length());
        let scheme_end = attempt!(self.scheme());
        let body_end = self.find(FRAGMENT_START, 0, self.text.len());
        let components = attempt!(self.generic(generic, scheme_end, body_end));
        attempt!(self.check_fragment(generic.fragment, body_end));
        self.finish(components, start)
    }

    /// Parses by the forms of schemes: the known ones, those of all others, and that of a partial form.
    fn by_forms(
        &self,
        (known, other, partial): (
            &'static [SchemeForm],
            &'static [SchemeForm],
            Option<&'static SchemeForm>,
        ),
        fragment: ByteSet,
        start: Start,
    ) -> Checked<Components> {
        self.check_length()?;
        let scheme_end = self.scheme()?;
        let body_end = find(self.text, &FRAGMENT_START);
        let components = match partial.filter(|_| scheme_end == 0) {
            Some(form) => self.partial(form, known.len() + other.len() + 1, body_end)?,
            None => self.by_scheme(known, other, scheme_end, body_end)?,
        };
        self.check_fragment(fragment, body_end)?;
        self.finish(components, start)
    }

    /// Makes two kinds of fault more precise: octets that are not UTF-8, and what text files leave around a
    /// reference (a byte order mark before it, a carriage return after it).
    const fn named(&self, error: ParseError) -> ParseError {
        self.named_by(self.byte(error.offset()), error)
    }

    /// [`named`](Self::named), by the byte at the fault.
    #[inline(always)]
    const fn named_by(&self, byte: u8, error: ParseError) -> ParseError {
        let at = error.offset();
        match byte {
            0xEF if at == 0 && matches!(self.text, [_, 0xBB, 0xBF, ..]) => {
                error.as_kind(Kind::ByteOrderMark)
            }
            0x80.. if self.is_ill_formed(at) => error.as_kind(Kind::IllFormedUtf8),
            b'\r'
                if at + 1 == self.text.len()
                    || at + 2 == self.text.len() && self.text[at + 1] == b'\n' =>
            {
                error.as_kind(Kind::CarriageReturn)
            }
            _ => error,
        }
    }

    const fn check_length(&self) -> Checked {
        if self.text.len() > LONGEST { Err(too_long(self.edition)) } else { Ok(()) }
    }

    const fn check_fragment(&self, set: ByteSet, body_end: usize) -> Checked {
        let len = self.text.len();
        if body_end < len { self.check(Part::Fragment, set, body_end + 1, len) } else { Ok(()) }
    }

    /// Checks a well-formed reference against the rule `start`.
    const fn finish(&self, components: Components, start: Start) -> Checked<Components> {
        match check_start(self.edition, self.text.len(), &components, start) {
            Ok(()) => Ok(components),
            Err(error) => Err(error),
        }
    }

    /// The end of the scheme; 0 if there is none.
    const fn scheme(&self) -> Checked<usize> {
        let end = self.find(SCHEME_END, 0, self.text.len());
        if self.byte(end) != b':' {
            return Ok(0);
        }
        if end > 0 {
            return match self.check_scheme(end) {
                Ok(()) => Ok(end),
                Err(_) if self.edition.scheme.else_path => Ok(0),
                Err(error) => Err(error),
            };
        }
        match self.edition.generic() {
            Some(generic) if generic.leading_colon => Ok(0),
            Some(_) => self.fail(Kind::ColonInFirstSegment, Part::Path, 0),
            None => self.fail(Kind::MissingScheme, Part::Scheme, 0),
        }
    }

    const fn check_scheme(&self, end: usize) -> Checked {
        let rule = &self.edition.scheme;
        if !rule.first.contains(self.text[0]) {
            let error = ParseError::new(self.edition, Kind::SchemeStart, Part::Scheme, 0);
            let is_space = matches!(self.text[0], b' ' | b'\t'..=b'\r');
            return Err(if is_space { error.behind_space() } else { error });
        }
        let mut at = 1;
        while at < end {
            if rule.rest.contains(self.text[at]) {
                at += 1;
            } else if rule.escapes && self.text[at] == b'%' && self.is_triplet(at) {
                at += 3;
            } else {
                return self.fail(Kind::InvalidCharacter, Part::Scheme, at);
            }
        }
        Ok(())
    }

    /// Reads a reference of the generic syntax, up to its fragment.
    const fn generic(
        &self,
        generic: &Generic,
        scheme_end: usize,
        body_end: usize,
    ) -> Checked<Components> {
        let start = if scheme_end == 0 { 0 } else { scheme_end + 1 };
        let mut components = Components::all_path(body_end as u32);
        components.scheme_end = scheme_end as u32;
        let mut path_start = start;
        if self.byte(start) == b'/' && self.byte(start + 1) == b'/' {
            path_start = self.find(generic.authority.end, start + 2, body_end);
            components.authority_end = path_start as u32;
        }
        let path_end = self.find(QUERY_START, path_start, body_end);
        components.path_start = path_start as u32;
        components.path_end = path_end as u32;

        let hierarchical = self.hierarchical(generic, components, body_end);
        if scheme_end == 0 {
            return hierarchical;
        }
        match generic.opaque {
            Opaque::None => hierarchical,
            Opaque::Fallback(set) => {
                components.facts = components.facts.with_shape(Shape::Opaque);
                match (&hierarchical, self.check(Part::Path, set, start, body_end)) {
                    (Err(_), Ok(())) => Ok(components),
                    _ => hierarchical,
                }
            }
            Opaque::UnlessSlash { first, rest, empty_is_hierarchical, is_split, .. } => {
                if self.byte(start) == b'/' && start < body_end {
                    return hierarchical;
                }
                if start == path_end && empty_is_hierarchical && hierarchical.is_ok() {
                    return hierarchical;
                }
                if start == body_end {
                    return self.fail(Kind::NothingAfterScheme, Part::Path, start);
                }
                let byte = self.text[start];
                let is_refused = byte.is_ascii() && byte != b'%' && !first.contains(byte);
                let checked = if is_refused {
                    self.fail_at(Kind::InvalidCharacter, Part::Path, start)
                } else {
                    self.check(Part::Path, rest, start, body_end)
                };
                if let Err(error) = checked {
                    return Err(error.in_opaque_part());
                }
                if is_split {
                    components.facts = components.facts.with_shape(Shape::Opaque);
                } else {
                    components.facts = components.facts.with_shape(Shape::Undivided);
                    components.path_end = body_end as u32;
                }
                Ok(components)
            }
        }
    }

    /// Checks authority, path and query of a reference that is already split.
    const fn hierarchical(
        &self,
        generic: &Generic,
        mut components: Components,
        body_end: usize,
    ) -> Checked<Components> {
        let Components { path_start, path_end, .. } = components;
        if let Some(range) = components.authority() {
            let (start, end) = (range.start as usize, range.end as usize);
            let host = attempt!(read_authority(self, &generic.authority, start, end));
            if start == end && !generic.authority.empty.is_authority() {
                components.authority_end = 0;
            }
            if let Some((host_start, host_end, kind)) = host {
                components.host_start = host_start as u32;
                components.host_end = host_end as u32;
                components.facts = components.facts.with_host(kind);
            }
        }
        let segments = generic.segment.or(SLASH);
        let path_end = path_end as usize;
        attempt!(self.check(Part::Path, segments, path_start as usize, path_end));
        if path_end < body_end {
            attempt!(self.check(Part::Query, generic.query, path_end + 1, body_end));
        }
        Ok(components)
    }

    /// Reads a URI, up to its fragment, in an edition where each scheme has its own form.
    fn by_scheme(
        &self,
        known: &'static [SchemeForm],
        other: &'static [SchemeForm],
        scheme_end: usize,
        body_end: usize,
    ) -> Checked<Components> {
        if scheme_end == 0 {
            return self.fail(Kind::MissingScheme, Part::Scheme, 0);
        }
        let mut i = 0;
        while i < known.len() {
            if self.is_scheme(known[i].scheme.as_bytes(), scheme_end) {
                return self.form(&known[i], i + 1, scheme_end, body_end);
            }
            i += 1;
        }
        let mut result = self.fail(Kind::SchemeForm, Part::Path, scheme_end);
        let mut i = 0;
        while i < other.len() && result.is_err() {
            result = self.form(&other[i], known.len() + i + 1, scheme_end, body_end);
            i += 1;
        }
        result
    }

    /// The error at the first byte that a form does not allow, if it is before `at`, or there. Scheme and authority are
    /// valid by the scheme's form of this number. `None` if the steps of the form have to be matched.
    fn fault_of_form(&self, number: usize, at: usize) -> Option<ParseError> {
        let Hierarchy::ByScheme { known, other, .. } = self.edition.hierarchy else { return None };
        // Of the forms of other schemes, the last one that is tried has the error.
        let last = if number < known.len() { number } else { known.len() + other.len() - 1 };
        let (_, plain) = self.edition.plain.get(last)?;
        let plain = plain.as_ref().filter(|plain| plain.is_all)?;
        let scheme_end = find(self.text, &SCHEME_END);
        if self.byte(scheme_end) != b':' {
            return None;
        }
        let mut from = scheme_end + 1;
        if let Some(authority) = plain.authority {
            if last != number || self.byte(from) != b'/' || self.byte(from + 1) != b'/' {
                return None;
            }
            from += 2;
            from += find(self.text.get(from..at)?, &authority.end);
            match plain.slash {
                _ if self.byte(from) == b'/' => from += 1,
                Slash::Optional => {}
                Slash::Required | Slash::OrNothing => return None,
            }
        }
        let before = self.text.get(from..at)?;
        let path_end =
            if plain.query.is_some() { find(before, &QUERY_START) } else { before.len() };
        let (path, query) = before.split_at(path_end);
        let [in_path, in_query, _] = plain.invalid;
        let behind_question = query.get(1..).unwrap_or_default();
        let (at, part) = match (in_path.first_in(path), in_query.first_in(behind_question)) {
            (Some(first), _) => (from + first, Part::Path),
            (None, Some(first)) => (from + path_end + 1 + first, Part::Query),
            (None, None) if query.is_empty() => (at, Part::Path),
            (None, None) => (at, Part::Query),
        };
        // Behind the path is a fragment, or a word of the query.
        if matches!(self.byte(at), b'#' | b'+') || at == self.text.len() {
            return None;
        }
        let error = self.fail_at::<()>(Kind::SchemeForm, part, at).err();
        error.map(|error| error.in_form(last as u8 + 1))
    }

    const fn is_scheme(&self, name: &[u8], scheme_end: usize) -> bool {
        if name.len() != scheme_end {
            return false;
        }
        let mut i = 0;
        while i < scheme_end {
            let byte = self.text[i];
            let same = if self.edition.scheme.case_sensitive {
                byte == name[i]
            } else {
                byte.eq_ignore_ascii_case(&name[i])
            };
            if !same {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Reads a reference without a scheme, whose form consists of characters only.
    fn partial(&self, form: &SchemeForm, number: usize, body_end: usize) -> Checked<Components> {
        self.form(form, number, 0, body_end).map_err(|error| match error.kind() {
            Kind::SchemeForm => {
                let (part, at) = (error.part(), error.offset());
                ParseError::new(self.edition, Kind::InvalidCharacter, part, at)
            }
            _ => error,
        })
    }

    /// Reads a URI of one form: the authority if the form has one, then the first tail that fits.
    fn form(
        &self,
        form: &SchemeForm,
        number: usize,
        scheme_end: usize,
        body_end: usize,
    ) -> Checked<Components> {
        let number = number as u8;
        match self.form_unnumbered(form, scheme_end, body_end) {
            Ok(mut components) => {
                components.facts = components.facts.with_form(number);
                Ok(components)
            }
            Err(error) => Err(error.in_form(number)),
        }
    }

    fn form_unnumbered(
        &self,
        form: &SchemeForm,
        scheme_end: usize,
        body_end: usize,
    ) -> Checked<Components> {
        let mut components = Components::all_path(body_end as u32);
        components.scheme_end = scheme_end as u32;
        let mut tail = if scheme_end == 0 { 0 } else { scheme_end + 1 };
        let mut path_start = tail;
        if let Some(authority) = form.authority {
            if self.byte(tail) != b'/' || self.byte(tail + 1) != b'/' {
                return self.fail_at(Kind::MissingSlashes, Part::Authority, tail);
            }
            let start = tail + 2;
            tail = self.find(authority.end, start, body_end);
            let host = attempt!(read_authority(self, authority, start, tail));
            if let Some((host_start, host_end, kind)) = host {
                components.host_start = host_start as u32;
                components.host_end = host_end as u32;
                components.facts = components.facts.with_host(kind);
            }
            components.authority_end = tail as u32;
            path_start = tail;
            if tail < body_end && self.text[tail] == b'/' {
                path_start += 1;
            } else {
                components.facts = components.facts.with_shape(Shape::NoPath);
            }
        }
        attempt!(self.tail(form, tail, body_end));
        components.path_start = path_start as u32;
        if form.query {
            components.path_end = self.find(QUERY_START, path_start, body_end) as u32;
        }
        Ok(components)
    }

    /// Checks the path, and the query of a form that has one, as one piece.
    fn tail(&self, form: &SchemeForm, start: usize, end: usize) -> Checked {
        let tails = form.tail;
        let mut farthest = start;
        let mut i = 0;
        while i < tails.len() {
            let at = match match_steps(self.text, start, end, tails[i]) {
                Ok(at) if at == end => return Ok(()),
                Ok(at) | Err(at) => at,
            };
            if at > farthest {
                farthest = at;
            }
            i += 1;
        }
        let in_query = form.query && self.find(QUERY_START, start, farthest) < farthest;
        let part = if in_query { Part::Query } else { Part::Path };
        self.fail_at(Kind::SchemeForm, part, farthest)
    }
}
