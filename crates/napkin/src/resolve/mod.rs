//! Reference resolution (RFC 3986 §5.2): from a base and a reference to the target URI.
//!
//! Where no dot segment is about, the target is a piece of the base and a piece of the reference
//! ([`splice`]). Otherwise it is written once, straight into one buffer: scheme, authority, the path with
//! its dot segments removed while it is copied, query, fragment. Either way the offsets of the target are
//! known when the text is, so nothing is parsed again.

pub(crate) mod edition;
mod inherit;
mod merge;
mod slash_runs;
mod splice;
#[cfg(test)]
mod tests;

use alloc::string::String;

use self::splice::Splice;
use crate::components::Components;
use crate::dot_segments::{Remover, may_have_dot_segments};
use crate::edition::RFC3986;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
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
    /// [`TooLong`](ErrorKind::TooLong), if base and reference together are.
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
    #[must_use]
    pub const fn lenient(mut self, lenient: bool) -> Self {
        self.lenient = lenient;
        self
    }

    /// Resolves one reference.
    ///
    /// # Errors
    ///
    /// [`TooLong`](ErrorKind::TooLong), if base and reference together are.
    pub fn resolve<'i, 'o, T: Text<'i, 'o>>(
        &self,
        reference: &'i UriRef<T>,
    ) -> Result<Uri<String>, ParseError> {
        self.check_length(reference.as_str())?;
        let mut text = String::new();
        if let Some(splice) = self.splice(reference.as_str(), reference.components()) {
            splice.write(self.base.as_str(), reference.as_str(), &mut text);
            let components = splice.components(self.base.components(), reference.components());
            return Ok(Uri::wrap(text, components));
        }
        Ok(self.write_parts(&reference.as_borrowed(), text))
    }

    /// Resolves one reference into a buffer, whose old content is dropped and whose memory is kept.
    ///
    /// # Errors
    ///
    /// [`TooLong`](ErrorKind::TooLong), if base and reference together are.
    pub fn resolve_into<'i, 'o, 'buffer, T: Text<'i, 'o>>(
        &self,
        reference: &'i UriRef<T>,
        buffer: &'buffer mut String,
    ) -> Result<Uri<&'buffer str>, ParseError> {
        self.check_length(reference.as_str())?;
        buffer.clear();
        if let Some(splice) = self.splice(reference.as_str(), reference.components()) {
            splice.write(self.base.as_str(), reference.as_str(), buffer);
            let components = splice.components(self.base.components(), reference.components());
            return Ok(Uri::wrap(buffer.as_str(), components));
        }
        let target = self.write_parts(&reference.as_borrowed(), core::mem::take(buffer));
        let components = *target.components();
        *buffer = target.into_text();
        Ok(Uri::wrap(buffer.as_str(), components))
    }

    fn check_length(&self, reference: &str) -> Result<(), ParseError> {
        if self.base.as_str().len() + reference.len() + GUARD.len() >= u32::MAX as usize {
            return Err(ParseError::new(RFC3986, ErrorKind::TooLong, Part::Path, 0));
        }
        Ok(())
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
    fn write_parts(&self, reference: &UriRef<&str>, mut text: String) -> Uri<String> {
        let out = &mut text;
        out.reserve_exact(self.base.as_str().len() + reference.as_str().len() + GUARD.len() + 1);
        let base = self.base;
        let own_scheme = reference.scheme().filter(|&own| !(self.lenient && own == base.scheme()));
        let path = reference.path();
        let mut target = Target::new(own_scheme.unwrap_or(base.scheme()).as_str(), out);
        let mut query = reference.query();
        if own_scheme.is_some() || reference.authority().is_some() {
            target.authority(*reference);
            target.path(path.as_str());
        } else {
            target.authority(**base);
            if path.is_empty() {
                target.path_as_it_is(base.path().as_str());
                query = query.or(base.query());
            } else if path.is_absolute() {
                target.path(path.as_str());
            } else {
                target.merged(**base, path.as_str());
            }
        }
        target.end_path();
        target.delimited('?', query.map(super::query::Query::as_str));
        target.components.query_end = target.out.len() as u32;
        target.delimited('#', reference.fragment().map(super::encoded::Encoded::as_str));
        let components = target.components;
        Uri::wrap(text, components)
    }
}

/// What keeps a path that begins with two slashes from being read as an authority.
const GUARD: &str = "/.";

/// The target while it is written.
struct Target<'a> {
    out: &'a mut String,
    components: Components,
}

impl<'a> Target<'a> {
    fn new(scheme: &str, out: &'a mut String) -> Self {
        out.push_str(scheme);
        out.push(':');
        let mut components = Components::all_path(0);
        components.scheme_end = scheme.len() as u32;
        Self { out, components }
    }

    /// Copies the authority of `from`, if it has one, and moves its offsets.
    fn authority(&mut self, from: UriRef<&str>) {
        if let (Some(authority), Some(range)) = (from.authority(), from.components().authority()) {
            self.out.push_str("//");
            let moved = |offset: u32| offset - range.start + self.out.len() as u32;
            self.components.host_start = moved(from.components().host_start);
            self.components.host_end = moved(from.components().host_end);
            self.components.facts = from.components().facts;
            self.out.push_str(authority.as_str());
            self.components.authority_end = self.out.len() as u32;
        }
        self.components.path_start = self.out.len() as u32;
    }

    fn path_as_it_is(&mut self, path: &str) {
        self.out.push_str(path);
    }

    fn path(&mut self, path: &str) {
        Remover::new(self.out, path.starts_with('/')).feed(path, true);
    }

    /// The path of the base up to its last slash, then `path` (§5.2.3), without dot segments.
    fn merged(&mut self, base: UriRef<&str>, path: &str) {
        let base_path = base.path().as_str();
        let directory = match base_path.rfind('/') {
            Some(slash) => base_path.get(..slash),
            None if self.components.has_host() => Some(""),
            None => None,
        };
        let absolute =
            directory.is_some_and(|directory| directory.is_empty() || directory.starts_with('/'));
        let mut remover = Remover::new(self.out, absolute);
        match directory {
            Some(directory) if !may_have_dot_segments([directory, ""]) => remover.copy(directory),
            directory => remover.feed(directory.unwrap_or_default(), false),
        }
        remover.feed(path, true);
    }

    /// Guards a path that begins with two slashes from being read as an authority (§3.3).
    fn end_path(&mut self) {
        let start = self.components.path_start as usize;
        let path = self.out.get(start..).unwrap_or_default();
        if !self.components.has_host() && path.starts_with("//") {
            self.out.insert_str(start, GUARD);
        }
        self.components.path_end = self.out.len() as u32;
    }

    fn delimited(&mut self, delimiter: char, part: Option<&str>) {
        if let Some(part) = part {
            self.out.push(delimiter);
            self.out.push_str(part);
        }
    }
}
