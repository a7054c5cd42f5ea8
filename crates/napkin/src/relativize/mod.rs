//! Relativization: the shortest reference that resolves to a given target.
//!
//! The inverse of [`resolve`](crate::resolve), which the standards do not define. Every candidate is
//! written down, from the shortest form (nothing at all) to the longest (the target), and the first
//! of the shortest ones that *resolves to the target* is the answer; so it cannot be wrong, whatever
//! dot segments, empty segments or colons the two paths have.

mod edition;

use alloc::string::String;
use core::iter;

use crate::dot_segments;
use crate::recompose::Parts;
use crate::resolve::Resolver;
use crate::text::Text;
use crate::uri::{AbsoluteUri, Uri, UriRef};

impl<'i, 'o, T: Text<'i, 'o>> Uri<T> {
    /// The shortest reference which, resolved against `base`, gives this URI; this URI itself where
    /// no shorter one does.
    ///
    /// Proven by resolving. Only a URI whose path has dot segments is returned without that proof,
    /// since resolution removes them (RFC 3986 §5.2.2).
    ///
    /// ```
    /// use napkin::uri;
    ///
    /// let base = uri!("http://a/b/c/d;p?q");
    /// assert_eq!(uri!("http://a/b/c/g?y").relativize(&base), "g?y");
    /// assert_eq!(uri!("http://a/b/").relativize(&base), "..");
    /// assert_eq!(uri!("http://a/b/c/d;p?q#s").relativize(&base), "#s");
    /// assert_eq!(uri!("http://a/b/c/x:y").relativize(&base), "./x:y");
    /// assert_eq!(uri!("http://b/").relativize(&base), "//b/");
    /// assert_eq!(uri!("ftp://a/b/c/").relativize(&base), "ftp://a/b/c/");
    /// ```
    #[must_use = "the URI stays as it was"]
    pub fn relativize<'b>(&'i self, base: impl Into<AbsoluteUri<&'b str>>) -> UriRef<String> {
        let base = base.into();
        let target = self.as_borrowed();
        let [from, to] = [&*base, &target].map(|uri| {
            let range = uri.components().authority()?;
            uri.as_str().as_bytes().get(range.start as usize..range.end as usize)
        });
        if to.is_some() && from != to {
            return from_authority(*base, target);
        }
        let resolver = Resolver::new(base);
        let path = relative_path(*base, unguarded(target.path().as_str()));
        let candidates = candidates(*base, target, path.as_deref());
        let mut candidates = candidates.map(|parts| {
            // What is longer than the target itself is none.
            let measured = parts.map(|parts| (parts.length(), parts));
            measured.filter(|(length, _)| *length <= target.as_str().len())
        });
        // The shortest that is left; of equally short ones the earlier form.
        let length = |slot: &&mut Option<(usize, _)>| slot.as_ref().map(|(length, _)| *length);
        while let Some(slot) =
            candidates.iter_mut().filter(|slot| slot.is_some()).min_by_key(length)
            && let Some((_, candidate)) = slot.take()
        {
            let Ok(reference) = UriRef::new(candidate.write()) else { continue };
            if resolver.leads_to(&reference, target.as_str()) {
                return reference;
            }
        }
        target.into_ref().to_owned()
    }
}

/// The answer where the authority is not that of the base: all from its slashes on, if the schemes are the
/// same and resolution leaves the path as it is.
fn from_authority(base: Uri<&str>, target: Uri<&str>) -> UriRef<String> {
    let components = target.components();
    let text = target.as_str();
    if base.scheme().as_str() == target.scheme().as_str() && !target.path().has_dot_segments() {
        let text = text.get(components.after_scheme() as usize..).unwrap_or_default();
        UriRef::wrap(text.into(), components.without_scheme())
    } else {
        UriRef::wrap(text.into(), *components)
    }
}

/// The references that may be the answer, from the one that shares most with the base on; `path` leads from
/// the base's directory to the target.
fn candidates<'a>(
    base: Uri<&'a str>,
    target: Uri<&'a str>,
    path: Option<&'a str>,
) -> [Option<Parts<'a>>; 6] {
    let (from, to) = (base.parts(), target.parts());
    let mut candidates = [None; 6];
    if from.scheme != to.scheme {
        return candidates;
    }
    let [nothing, query, directory, relative, absolute, network] = &mut candidates;
    let without_scheme = Parts { scheme: None, ..to };
    if from.authority == to.authority {
        let path_only = Parts { authority: None, ..without_scheme };
        if from.path == to.path {
            // The path of the base, as it is, with the base's query or another one.
            *nothing = Some(Parts { path: "", query: None, ..path_only });
            *query = Some(Parts { path: "", ..path_only });
        }
        if let Some(guarded) = path {
            let path = guarded.strip_prefix("./").unwrap_or(guarded);
            // "..", not "../"; nothing at all is ".".
            match path.strip_suffix('/') {
                Some(above) if above.is_empty() || above.ends_with("..") => {
                    *directory = Some(Parts { path: above, ..path_only });
                }
                None if path.is_empty() => *directory = Some(Parts { path: ".", ..path_only }),
                _ => {}
            }
            // An empty first segment: "//b" would be an authority, "/b" another path.
            let path = if path.starts_with('/') { guarded } else { path };
            *relative = Some(Parts { path, ..path_only });
        }
        *absolute = Some(Parts { path: unguarded(to.path), ..path_only });
    }
    if to.authority.is_some() {
        *network = Some(without_scheme);
    }
    candidates
}

/// A path without the guard that keeps it from being an authority, which is no part of what is to be reached.
fn unguarded(path: &str) -> &str {
    path.strip_prefix("/.").filter(|rest| rest.starts_with("//")).unwrap_or(path)
}

/// The path from the directory of the base to `goal`, behind `./`; nothing if only one of them is absolute.
fn relative_path(base: Uri<&str>, goal: &str) -> Option<String> {
    let path = base.path().as_str();
    let directory = path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or_default();
    let directory = if path.is_empty() && base.authority().is_some() { "/" } else { directory };
    // What the dot segments of the base leave of it, since the merged path is what they work on. It may begin
    // with a slash where the base does not.
    let directory = dot_segments::remove(directory);
    if directory.starts_with('/') != goal.starts_with('/') {
        return None;
    }
    let same = directory.bytes().zip(goal.bytes()).take_while(|(a, b)| a == b).count();
    let shared = goal.get(..same)?.rfind('/').map_or(0, |slash| slash + 1);
    let levels = directory.get(shared..)?.bytes().filter(|&byte| byte == b'/').count();
    let rest = goal.get(shared..)?;

    let mut path = String::with_capacity(2 + 3 * levels + rest.len());
    path.push_str("./");
    path.extend(iter::repeat_n("../", levels));
    path.push_str(rest);
    Some(path)
}
