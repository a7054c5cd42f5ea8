//! Reference resolution (RFC 3986 §5.2): from a base and a reference to the target URI.
//!
//! Where no dot segment is about, the target is a piece of the base and a piece of the reference
//! ([`splice`]). Otherwise it is written once, straight into one buffer: scheme, authority, the path with
//! its dot segments removed while it is copied, query, fragment. Either way the offsets of the target are
//! known when the text is, so nothing is parsed again.

pub(crate) mod target;
mod splice;
mod slash_runs;
mod merge;
mod inherit;
pub(crate) mod edition;
mod marks;
pub(crate) mod steps;
#[cfg(test)]
mod tests;

use alloc::string::String;

use self::splice::Splice;
use crate::components::Components;
use crate::dot_segments::Remover;
use crate::edition::RFC3986;
use crate::error::ParseError;
use crate::length;
use crate::path::Path;
use crate::recompose::Parts;
use crate::text::Text;
use crate::uri::{AbsoluteUri, Uri, UriRef};

impl<'i, 'o, T: Text<'i, 'o>> UriRef<T> {
    /// The URI that this reference means in a document whose base is `base` (RFC 3986 §5.2, strict).
    ///
    /// A fragment of the base is no part of it: a [`Uri`] is taken up to its fragment. For the
    /// choices that the document leaves, see [`Resolver`].
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if base and reference together are.
    ///
    /// ```
    /// use napkin::{UriRef, uri};
    ///
    /// let base = uri!("http://a/b/c/d;p?q");
    /// assert_eq!(UriRef::parse("../g")?.resolve(&base)?, "http://a/b/g");
    /// assert_eq!(UriRef::parse("?y")?.resolve(&base)?, "http://a/b/c/d;p?y");
    /// assert_eq!(UriRef::parse("//g")?.resolve(&base)?, "http://g");
    /// // What would turn into an authority is kept a path.
    /// assert_eq!(UriRef::parse("..//g")?.resolve(uri!("foo:/a/b"))?, "foo:/.//g");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn resolve<'b>(
        &'i self,
        base: impl Into<AbsoluteUri<&'b str>>,
    ) -> Result<Uri<String>, ParseError> {
        Resolver::new(base).resolve(self)
    }
}

/// Resolution against one base, with the choices that RFC 3986 §5.2.2 leaves.
///
/// ```
/// use napkin::{Resolver, UriRef, uri};
///
/// let resolver = Resolver::new(uri!("http://a/b/c")).lenient(true);
/// assert_eq!(resolver.resolve(&UriRef::parse("http:g")?)?, "http://a/b/g");
///
/// // One buffer for many references.
/// let mut buffer = String::new();
/// for reference in ["x", "/y"] {
///     let target = resolver.resolve_into(&UriRef::parse(reference)?, &mut buffer)?;
///     assert!(target.path().as_str().len() >= 2);
/// }
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "it resolves what it is given"]
pub struct Resolver<'b> {
    base: AbsoluteUri<&'b str>,
    lenient: bool,
}

impl<'b> Resolver<'b> {
    /// Strict resolution against `base`.
    pub fn new(base: impl Into<AbsoluteUri<&'b str>>) -> Self {
        Self { base: base.into(), lenient: false }
    }

    /// Whether a reference with the scheme of the base is taken as if it had none: `http:g` as `g`.
    ///
    /// Old software writes such references (§5.2.2, not strict). Schemes compare without case.
    pub const fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    /// Resolves one reference.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if base and reference together are.
    pub fn resolve<'i, 'o, T: Text<'i, 'o>>(
        &self,
        reference: &'i UriRef<T>,
    ) -> Result<Uri<String>, ParseError> {
        let mut text = String::new();
        let components = self.write(reference, &mut text, |text, length| {
            *text = String::with_capacity(length);
        })?;
        Ok(Uri::wrap(text, components))
    }

    /// Resolves one reference into a buffer, whose old content is dropped and whose memory is kept.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if base and reference together are.
    pub fn resolve_into<'i, 'o, 'buffer, T: Text<'i, 'o>>(
        &self,
        reference: &'i UriRef<T>,
        buffer: &'buffer mut String,
    ) -> Result<Uri<&'buffer str>, ParseError> {
        buffer.clear();
        let components = self.write(reference, buffer, String::reserve)?;
        Ok(Uri::wrap(buffer.as_str(), components))
    }

    /// Writes the target at the end of `out`, once there is room made for its length; its offsets, from where it
    /// begins.
    #[inline(always)]
    fn write<'i, 'o, T: Text<'i, 'o>>(
        &self,
        reference: &'i UriRef<T>,
        out: &mut String,
        make_room: impl FnOnce(&mut String, usize),
    ) -> Result<Components, ParseError> {
        let (text, components) = (reference.as_str(), reference.components());
        self.check_length(text)?;
        let Some(splice) = self.splice(text, components) else {
            return Ok(self.write_parts(reference.as_borrowed(), out));
        };
        let [kept, added] = splice.pieces(self.base.as_str(), text);
        make_room(out, kept.len() + added.len());
        out.push_str(kept);
        out.push_str(added);
        Ok(splice.components(self.base.components(), components))
    }

    /// Whether a reference means that URI; mostly told without writing what it means.
    pub(crate) fn leads_to(&self, reference: &UriRef<String>, target: &str) -> bool {
        match self.splice(reference.as_str(), reference.components()) {
            Some(splice) => {
                let [kept, added] = splice.pieces(self.base.as_str(), reference.as_str());
                self.check_length(reference.as_str()).is_ok()
                    && target.strip_prefix(kept) == Some(added)
            }
            None => self.resolve(reference).is_ok_and(|found| found == *target),
        }
    }

    fn check_length(&self, reference: &str) -> Result<(), ParseError> {
        let most = self.base.as_str().len().saturating_add(reference.len() + GUARD.len());
        length::check(RFC3986, most)
    }

    /// The pieces of the target, if no part has to be written.
    #[inline(always)]
    fn splice(&self, reference: &str, components: &Components) -> Option<Splice> {
        // Leniently, a scheme may have to be left out.
        if self.lenient && components.scheme_end > 0 {
            return None;
        }
        splice::find(self.base.as_str(), self.base.components(), reference, components)
    }

    /// Writes the target part by part, by the transformation of §5.2.2.
    #[inline(never)]
    fn write_parts(&self, reference: UriRef<&str>, text: &mut String) -> Components {
        let (base, old, new) = (self.base.as_str(), self.base.components(), reference.components());
        text.reserve(base.len() + reference.as_str().len() + GUARD.len() + 1);
        let start = text.len();
        let own_scheme =
            reference.scheme().is_some_and(|own| !(self.lenient && own == self.base.scheme()));
        let own_authority = own_scheme || new.authority_end > 0;
        // What stands before the path is a piece of the base and a piece of the reference.
        let (kept, skipped) = match (own_scheme, own_authority) {
            (true, _) => (0, 0),
            (false, true) => (old.scheme_end + 1, new.after_scheme()),
            (false, false) => (old.path_start, new.path_start),
        };
        text.extend([cut(base, 0, kept), cut(reference.as_str(), skipped, new.path_start)]);
        let mut target = if own_authority { *new } else { *old };
        if own_authority {
            target.scheme_end = if own_scheme { new.scheme_end } else { old.scheme_end };
        }
        if own_authority && new.authority_end > 0 {
            let moved = |offset: u32| offset - skipped + kept;
            target.host_start = moved(new.host_start);
            target.host_end = moved(new.host_end);
            target.authority_end = moved(new.authority_end);
        }
        let path_start = text.len();
        target.path_start = (path_start - start) as u32;

        let path = reference.path();
        let mut query = cut(reference.as_str(), new.path_end, new.query_end);
        if !own_authority && path.is_empty() {
            text.push_str(self.base.path().as_str());
            if query.is_empty() {
                query = cut(base, old.path_end, old.query_end);
            }
        } else {
            let directory = if own_authority || path.is_absolute() {
                None
            } else {
                directory(self.base.path(), target.has_host())
            };
            write_path(directory, path, text);
        }
        if !target.has_host() {
            guard_path(path_start, text);
        }
        target.path_end = (text.len() - start) as u32;
        text.push_str(query);
        target.query_end = (text.len() - start) as u32;
        text.push_str(cut(reference.as_str(), new.query_end, reference.as_str().len() as u32));
        target
    }
}

fn cut(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or_default()
}

/// What of the path of the base comes before a relative path (§5.2.3), without its last slash; nothing if it
/// has none.
fn directory(path: Path<'_>, has_authority: bool) -> Option<&str> {
    let path = path.as_str();
    match path.rfind('/') {
        Some(slash) => path.get(..slash),
        None => has_authority.then_some(""),
    }
}

/// Writes a directory and the path in it, without dot segments.
fn write_path(directory: Option<&str>, path: Path<'_>, out: &mut String) {
    let Some(directory) = directory else {
        return Remover::new(out, path.is_absolute()).feed(path.as_str(), true);
    };
    let absolute = directory.is_empty() || directory.starts_with('/');
    let mut remover = Remover::new(out, absolute);
    if Path::new(directory).may_have_dot_segments() {
        remover.feed(directory, false);
    } else {
        remover.copy(directory);
    }
    remover.feed(path.as_str(), true);
}

/// What keeps a path that begins with two slashes from being read as an authority.
const GUARD: &str = "/.";

/// Guards the path that begins at `start` from being read as an authority (§3.3).
fn guard_path(start: usize, text: &mut String) {
    if text.get(start..).is_some_and(|path| path.starts_with("//")) {
        text.insert_str(start, GUARD);
    }
}

/// Writes parts, whose path is written by a function, has at most so many bytes more than theirs, and is guarded.
fn write_with_path<R>(
    parts: &Parts<'_>,
    more: usize,
    text: &mut String,
    path: impl FnOnce(&mut String) -> R,
) -> R {
    text.reserve(parts.length() + more + GUARD.len() + 1);
    parts.write_before_path(text);
    let start = text.len();
    let result = path(text);
    if parts.authority.is_none() {
        guard_path(start, text);
    }
    parts.write_behind_path(text);
    result
}
