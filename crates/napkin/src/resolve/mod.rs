//! Reference resolution (RFC 3986 §5.2): from a base and a reference to the target URI.
//!
//! If no dot segment has to be removed, the target is a piece of the base and a piece of the reference
//! ([`splice`]). Otherwise it is written once, straight into one buffer: scheme, authority, the path, whose dot
//! segments are removed while it is copied, query, fragment. Either way the offsets of the target are computed with
//! the text, so it is not parsed again.

pub(crate) mod target;
pub(crate) mod reference_value;
mod splice;
pub(crate) mod slash_runs;
mod merge;
mod inherit;
pub(crate) mod edition;
pub(crate) mod base;
#[cfg(test)]
mod tests;

use alloc::string::String;

use self::reference_value::ReferenceValue;
use self::splice::Splice;
use crate::components::Components;
use crate::dot_segments::Remover;
use crate::error::ParseError;
use crate::identifier::text::Text;
use crate::identifier::{AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Parsed, Uri, UriRef};
use crate::length;
use crate::recompose::Parts;
use crate::reference::Reference;
use crate::scheme::Scheme;
use crate::views::path::Path;

/// Resolution against one base, with the choices that RFC 3986 §5.2.2 allows.
///
/// ```
/// use napkin::{Resolver, UriRef, uri};
///
/// let resolver = Resolver::new(uri!("http://a/b/c")).lenient(true);
/// assert_eq!(resolver.resolve("http:g")?, "http://a/b/g");
/// assert_eq!(resolver.resolve(&UriRef::parse("../g")?)?, "http://a/g");
///
/// // One buffer for many references.
/// let mut buffer = String::new();
/// for reference in ["x", "/y"] {
///     let target = resolver.resolve_into(reference, &mut buffer)?;
///     assert!(target.path().as_str().len() >= 2);
/// }
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "it resolves what it is given"]
pub struct Resolver<'b>(Resolving<'b>);

/// Resolution of IRI-references against one base, as [`Resolver`] does for URIs (RFC 3987 §6.5). The base may be a
/// [`Uri`] or an [`Iri`].
///
/// ```
/// use napkin::{IriResolver, uri};
///
/// let resolver = IriResolver::new(uri!("http://a/b/c"));
/// assert_eq!(resolver.resolve("../ß")?, "http://a/ß");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "it resolves what it is given"]
pub struct IriResolver<'b>(Resolving<'b>);

macro_rules! resolution {
    ($reference:ident $identifier:ident $absolute:ident $resolver:ident) => {
        impl<T: Text> $reference<T> {
            /// The target of this reference in a document with the base `base` (RFC 3986 §5.2, strict).
            ///
            /// A fragment of the base is ignored. For the choices that RFC 3986 allows, see [`Resolver`].
            ///
            /// # Errors
            ///
            /// [`TooLong`](crate::ErrorKind::TooLong), if the target would be too long.
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
                &self,
                base: impl Into<$absolute<&'b str>>,
            ) -> Result<$identifier<String>, ParseError> {
                Resolving::new(&base.into()).resolve(self)
            }
        }

        impl<T: Text> $identifier<T> {
            /// The target of a reference in a document with this base (RFC 3986 §5.2, strict), which is a text or a parsed
            /// reference. A fragment of the base is ignored.
            ///
            /// Unlike `Url::join` of `napkin-url`, it takes valid references only, and repairs nothing.
            ///
            /// # Errors
            ///
            /// If the text is no reference; [`TooLong`](crate::ErrorKind::TooLong), if the target would be too long.
            ///
            /// ```
            /// let base = napkin::uri!("http://a/b/c?d");
            /// assert_eq!(base.join("../x")?, "http://a/x");
            /// assert_eq!(base.join("//h/y#z")?, "http://h/y#z");
            /// assert!(base.join("a b").is_err());
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn join<'r>(
                &self,
                reference: impl ReferenceValue<$reference<&'r str>>,
            ) -> Result<$identifier<String>, ParseError> {
                $resolver::new(self).resolve(reference)
            }

            /// [`join`](Self::join) into a buffer; its old content is dropped and its memory is reused.
            ///
            /// # Errors
            ///
            /// As [`join`](Self::join).
            ///
            /// ```
            /// let (base, mut buffer) = (napkin::uri!("http://a/b/c"), String::new());
            /// for reference in ["x", "../y"] {
            ///     assert_eq!(base.join_into(reference, &mut buffer)?.host().unwrap(), "a");
            /// }
            /// assert_eq!(buffer, "http://a/y");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn join_into<'r, 'buffer>(
                &self,
                reference: impl ReferenceValue<$reference<&'r str>>,
                buffer: &'buffer mut String,
            ) -> Result<$identifier<&'buffer str>, ParseError> {
                $resolver::new(self).resolve_into(reference, buffer)
            }
        }

        impl<'b> $resolver<'b> {
            /// Strict resolution against `base`.
            ///
            /// ```
            /// use napkin::{Resolver, uri};
            ///
            /// assert_eq!(Resolver::new(uri!("http://a/b")).resolve("c")?, "http://a/c");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn new(base: impl Into<$absolute<&'b str>>) -> Self {
                Self(Resolving::new(&base.into()))
            }

            /// Whether a reference with the scheme of the base is read without that scheme: `http:g` as `g`.
            ///
            /// Old software writes such references (§5.2.2, not strict). Schemes are compared case-insensitively.
            ///
            /// ```
            /// use napkin::{Resolver, uri};
            ///
            /// assert_eq!(Resolver::new(uri!("http://a/b")).lenient(true).resolve("http:c")?, "http://a/c");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub const fn lenient(mut self, lenient: bool) -> Self {
                self.0.lenient = lenient;
                self
            }

            /// Resolves one reference, a text or a parsed one.
            ///
            /// # Errors
            ///
            /// If the text is no reference; [`TooLong`](crate::ErrorKind::TooLong), if the target would be too long.
            ///
            /// ```
            /// use napkin::{Resolver, uri, uri_ref};
            ///
            /// let resolver = Resolver::new(uri!("http://a/b/c"));
            /// assert_eq!(resolver.resolve("../d")?, resolver.resolve(uri_ref!("/d"))?);
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            #[inline]
            pub fn resolve<'r>(
                &self,
                reference: impl ReferenceValue<$reference<&'r str>>,
            ) -> Result<$identifier<String>, ParseError> {
                let reference = reference.reference()?;
                self.0.resolve(&reference)
            }

            /// Resolves one reference into a buffer; its old content is dropped and its memory is reused.
            ///
            /// # Errors
            ///
            /// As [`resolve`](Self::resolve).
            ///
            /// ```
            /// use napkin::{Resolver, uri};
            ///
            /// let (resolver, mut buffer) = (Resolver::new(uri!("http://a/b")), String::new());
            /// for reference in ["c", "?d"] {
            ///     assert!(resolver.resolve_into(reference, &mut buffer)?.as_str().starts_with("http://a/"));
            /// }
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            #[inline]
            pub fn resolve_into<'r, 'buffer>(
                &self,
                reference: impl ReferenceValue<$reference<&'r str>>,
                buffer: &'buffer mut String,
            ) -> Result<$identifier<&'buffer str>, ParseError> {
                let reference = reference.reference()?;
                buffer.clear();
                let text = reference.as_str();
                let components =
                    self.0.write(text, reference.components(), buffer, String::reserve)?;
                Ok($identifier::wrap(buffer.as_str(), components))
            }
        }
    };
}

resolution! { UriRef Uri AbsoluteUri Resolver }
resolution! { IriRef Iri AbsoluteIri IriResolver }

/// Resolution by RFC 3986 against one base, independent of the identifier types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolving<'b> {
    pub(crate) base: Reference<'b>,
    lenient: bool,
}

impl<'b> Resolving<'b> {
    fn new<I: Identifier<Text = &'b str>>(base: &I) -> Self {
        Self::against(Reference::from(base))
    }

    /// Resolution against a base without a fragment.
    pub(crate) const fn against(base: Reference<'b>) -> Self {
        Self { base, lenient: false }
    }

    const fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    #[inline]
    fn resolve<I: Identifier<Text = String>>(
        &self,
        reference: &IriRef<impl Text>,
    ) -> Result<I, ParseError> {
        let mut text = String::new();
        let make_room = |text: &mut String, length| *text = String::with_capacity(length);
        let components =
            self.write(reference.as_str(), reference.components(), &mut text, make_room)?;
        Ok(I::wrap(text, components))
    }

    /// Appends the target to `out` after reserving room for its length. Returns its offsets, counted from its
    /// start.
    #[inline(always)]
    fn write(
        &self,
        text: &str,
        components: &Components,
        out: &mut String,
        make_room: impl FnOnce(&mut String, usize),
    ) -> Result<Components, ParseError> {
        self.check_length(text)?;
        let Some(splice) = self.splice(text, components) else {
            return Ok(self.write_parts(text, components, out));
        };
        let [kept, added] = splice.pieces(self.base.as_str(), text);
        make_room(out, kept.len() + added.len());
        out.push_str(kept);
        out.push_str(added);
        Ok(splice.components(self.base.components(), components))
    }

    /// Whether a reference resolves to `target`; usually decided without writing the resolved text.
    pub(crate) fn leads_to(&self, reference: &str, components: &Components, target: &str) -> bool {
        if self.check_length(reference).is_err() {
            return false;
        }
        if let Some(splice) = self.splice(reference, components) {
            let [kept, added] = splice.pieces(self.base.as_str(), reference);
            return target.strip_prefix(kept) == Some(added);
        }
        let mut found = String::new();
        self.write_parts(reference, components, &mut found);
        found == target
    }

    fn check_length(&self, reference: &str) -> Result<(), ParseError> {
        let most = self.base.as_str().len().saturating_add(reference.len() + GUARD.len());
        length::check(self.base.edition(), most)
    }

    /// The pieces of the target, if it can be spliced.
    #[inline(always)]
    fn splice(&self, reference: &str, components: &Components) -> Option<Splice> {
        // In lenient resolution, the scheme may have to be dropped.
        if self.lenient && components.scheme_end > 0 {
            return None;
        }
        splice::find(self.base.as_str(), self.base.components(), reference, components)
    }

    /// Writes the target part by part, by the transformation of §5.2.2.
    #[inline(never)]
    fn write_parts(&self, reference: &str, new: &Components, text: &mut String) -> Components {
        let (base, old) = (self.base.as_str(), self.base.components());
        text.reserve(base.len() + reference.len() + GUARD.len() + 1);
        let start = text.len();
        let scheme = |text, scheme_end| Scheme::cut(cut(text, 0, scheme_end));
        let is_dropped = || scheme(reference, new.scheme_end) == scheme(base, old.scheme_end);
        let own_scheme = new.scheme_end > 0 && !(self.lenient && is_dropped());
        let own_authority = own_scheme || new.authority_end > 0;
        // The text before the path consists of a piece of the base and a piece of the reference.
        let (kept, skipped) = match (own_scheme, own_authority) {
            (true, _) => (0, 0),
            (false, true) => (old.scheme_end + 1, new.after_scheme()),
            (false, false) => (old.path_start, new.path_start),
        };
        text.extend([cut(base, 0, kept), cut(reference, skipped, new.path_start)]);
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

        let [base_path, path] = [(base, old), (reference, new)].map(|(text, components)| {
            Path::new(cut(text, components.path_start, components.path_end))
        });
        let mut query = cut(reference, new.path_end, new.query_end);
        if !own_authority && path.is_empty() {
            text.push_str(base_path.as_str());
            if query.is_empty() {
                query = cut(base, old.path_end, old.query_end);
            }
        } else {
            let directory = if own_authority || path.is_absolute() {
                None
            } else {
                directory(base_path, target.has_host())
            };
            write_path(directory, path, text);
        }
        if !target.has_host() {
            guard_path(path_start, text);
        }
        target.path_end = (text.len() - start) as u32;
        text.push_str(query);
        target.query_end = (text.len() - start) as u32;
        text.push_str(cut(reference, new.query_end, reference.len() as u32));
        target
    }
}

fn cut(text: &str, start: u32, end: u32) -> &str {
    text.get(start as usize..end as usize).unwrap_or_default()
}

/// The base's path before a relative path (§5.2.3), without its last slash; `None` if it has no slash.
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

/// The guard before a path that begins with two slashes, which would otherwise be read as an authority.
const GUARD: &str = "/.";

/// Guards the path that begins at `start` from being read as an authority (§3.3).
fn guard_path(start: usize, text: &mut String) {
    if text.get(start..).is_some_and(|path| path.starts_with("//")) {
        text.insert_str(start, GUARD);
    }
}

/// Writes parts. The function `path` writes their path, with at most `more` bytes beyond theirs; a guard is added
/// if needed.
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
