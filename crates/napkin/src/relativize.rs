//! Relativization: the shortest reference that resolves to a given target.
//!
//! The inverse of [`resolve`](crate::resolve), which the standards do not define. Every candidate is
//! written down, from the shortest form (nothing at all) to the longest (the target), and the first
//! of the shortest ones that *resolves to the target* is the answer; so it cannot be wrong, whatever
//! dot segments, empty segments or colons the two paths have.

use alloc::{string::String, vec::Vec};

use crate::dot_segments::Remover;
use crate::path::Path;
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
    pub fn relativize<'b>(&'i self, base: impl Into<AbsoluteUri<&'b str>>) -> UriRef<String> {
        let base = base.into();
        let target = self.as_borrowed();
        let resolver = Resolver::new(base);
        let mut candidates = candidates(*base, target);
        // A stable sort: of equally short ones the earlier form stays first.
        candidates.sort_by_key(String::len);
        let mut buffer = String::new();
        let mut proven = |text: &String| {
            let reference = UriRef::parse(text).ok();
            let result = reference.and_then(|r| resolver.resolve_into(&r, &mut buffer).ok());
            result.is_some_and(|resolved| resolved == target)
        };
        let found = candidates.into_iter().find(|candidate| proven(candidate));
        match found.map(UriRef::new) {
            Some(Ok(reference)) => reference,
            _ => target.into_ref().to_owned(),
        }
    }
}

/// The references that may be the answer, from the one that shares most with the base on.
fn candidates(base: Uri<&str>, target: Uri<&str>) -> Vec<String> {
    let (from, to) = (base.parts(), target.parts());
    let mut candidates = Vec::new();
    if from.scheme != to.scheme {
        return candidates;
    }
    let mut add = |parts: Parts<'_>| candidates.push(parts.write());
    let without_scheme = Parts { scheme: None, ..to };
    if from.authority == to.authority {
        let path_only = Parts { authority: None, ..without_scheme };
        // The path of the base, as it is, with the base's query or another one.
        add(Parts { path: "", query: None, ..path_only });
        add(Parts { path: "", ..path_only });
        // The guard of a path that is not an authority is no part of the path to be reached.
        let goal = match to.path.strip_prefix("/.") {
            Some(unguarded) if unguarded.starts_with("//") => unguarded,
            _ => to.path,
        };
        for path in relative_paths(base, goal) {
            add(Parts { path: &path, ..path_only });
        }
        add(Parts { path: goal, ..path_only });
    }
    if to.authority.is_some() {
        add(without_scheme);
    }
    candidates
}

/// The relative paths from the directory of the base to `goal`.
fn relative_paths(base: Uri<&str>, goal: &str) -> Vec<String> {
    let path = base.path().as_str();
    let directory = path.rfind('/').and_then(|slash| path.get(..slash));
    let absolute = path.starts_with('/') || path.is_empty() && base.authority().is_some();
    if absolute != goal.starts_with('/') {
        return Vec::new();
    }
    // What the dot segments of the base leave of it, since the merged path is what they work on.
    let mut clean = String::new();
    Remover::new(&mut clean, absolute).feed(directory.unwrap_or_default(), false);

    let from: Vec<_> = Path(&clean).segments().collect();
    let to: Vec<_> = Path(goal).segments().collect();
    let Some((last, above)) = to.split_last() else { return alloc::vec![String::from(".")] };
    let shared = from.iter().zip(above).take_while(|(a, b)| a == b).count();

    let mut path = String::new();
    for _ in shared..from.len() {
        path.push_str("../");
    }
    for segment in &above[shared..] {
        path.push_str(segment.as_str());
        path.push('/');
    }
    path.push_str(last.as_str());

    let mut paths = Vec::new();
    if let Some(directory) = path.strip_suffix('/') {
        // "..", not "../"; nothing at all is ".".
        if directory.is_empty() || directory.ends_with("..") {
            paths.push(String::from(directory));
        }
    }
    if path.is_empty() {
        paths.push(String::from("."));
    }
    if path.starts_with('/') {
        // An empty first segment: "//b" would be an authority, "/b" another path.
        path.insert_str(0, "./");
    }
    paths.push(path);
    paths
}
