//! Relativization: the shortest reference that resolves to a given target, or that of a chosen form.
//!
//! The inverse of [`resolve`](crate::resolve), which the standards do not define. Every candidate is written, from
//! the shortest form (the empty reference) to the longest (the target). The first of the shortest candidates that
//! *resolve to the target* is the answer. So it is correct whatever dot segments, empty segments or colons the two
//! paths have. A form leaves only its own candidate.

mod edition;

use alloc::string::String;
use core::iter;

use crate::components::Components;
use crate::dot_segments;
use crate::fault::Part;
use crate::identifier::text::Text;
use crate::identifier::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Parsed, Uri, UriRef};
use crate::parse::{Start, parse_by};
use crate::recompose::Parts;
use crate::reference::Reference;
use crate::resolve::Resolving;
use crate::views::path::Path;

/// The form of the reference that a URI is relativized to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RelativeForm {
    /// The shortest one, whatever it begins with.
    #[default]
    Shortest,
    /// The path from the root, `/a/b`: an absolute-path reference (RFC 3986 §4.2). A URI with another authority than the
    /// base stays as it is.
    Path,
    /// The path from the directory of the base, `../b`, or what follows it: a relative-path reference (§4.2), which never
    /// begins with a slash. A URI with another authority than the base stays as it is.
    Relative,
    /// The authority and the path, `//h/a/b`: a network-path reference (§4.2), which takes the scheme of the base only.
    Authority,
}

impl RelativeForm {
    /// Whether a relative reference has this form.
    ///
    /// ```
    /// use napkin::RelativeForm;
    ///
    /// assert!(RelativeForm::Path.fits("/a") && !RelativeForm::Path.fits("//h/a"));
    /// ```
    #[must_use]
    pub fn fits(self, reference: &str) -> bool {
        match self {
            Self::Shortest => true,
            Self::Path => reference.starts_with('/') && !reference.starts_with("//"),
            Self::Relative => !reference.starts_with('/'),
            Self::Authority => reference.starts_with("//"),
        }
    }
}

macro_rules! relative {
    ($identifier:ident $reference:ident $absolute:ident) => {
        impl<T: Text> $identifier<T> {
            /// The shortest reference that resolves against `base` to this URI; this URI itself if none is shorter.
            ///
            /// The result is checked by resolving it. Only a URI whose path has dot segments is returned unchecked, since
            /// resolution removes them (RFC 3986 §5.2.2).
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
            #[must_use = "the original stays as it was"]
            pub fn relativize<'b>(
                &self,
                base: impl Into<$absolute<&'b str>>,
            ) -> $reference<String> {
                self.relativize_as(base, RelativeForm::Shortest)
            }

            /// The reference of a form that resolves against `base` to this URI; this URI itself if there is none.
            ///
            /// The result is checked by resolving it, as that of [`relativize`](Self::relativize) is.
            ///
            /// ```
            /// use napkin::{RelativeForm, uri};
            ///
            /// let base = uri!("http://a/b/c/d");
            /// let image = uri!("http://a/b/i.png");
            /// assert_eq!(image.relativize_as(&base, RelativeForm::Shortest), "../i.png");
            /// assert_eq!(image.relativize_as(&base, RelativeForm::Path), "/b/i.png");
            /// assert_eq!(uri!("http://a/x").relativize_as(&base, RelativeForm::Shortest), "/x");
            /// assert_eq!(uri!("http://a/x").relativize_as(&base, RelativeForm::Relative), "../../x");
            /// assert_eq!(image.relativize_as(&base, RelativeForm::Authority), "//a/b/i.png");
            /// assert_eq!(uri!("http://h/").relativize_as(&base, RelativeForm::Path), "http://h/");
            /// ```
            #[must_use = "the original stays as it was"]
            pub fn relativize_as<'b>(
                &self,
                base: impl Into<$absolute<&'b str>>,
                form: RelativeForm,
            ) -> $reference<String> {
                let base = base.into();
                of_form(form, Reference::from(&base), Reference::from(self), $reference::wrap)
            }
        }
    };
}

relative! { Uri UriRef AbsoluteUri }
relative! { Iri IriRef AbsoluteIri }

/// The shortest reference of a form from a base without a fragment to a target. Both have a scheme, and their edition
/// resolves as RFC 3986 does. Passed on to `make`, so that it is written once, where the caller wants it.
fn of_form<R>(
    form: RelativeForm,
    base: Reference<'_>,
    target: Reference<'_>,
    make: impl FnOnce(String, Components) -> R,
) -> R {
    let [from, to] = [base, target].map(|reference| {
        let range = reference.components().authority()?;
        reference.as_str().as_bytes().get(range.start as usize..range.end as usize)
    });
    match form {
        RelativeForm::Authority if to.is_none() => {
            return make(target.as_str().into(), *target.components());
        }
        RelativeForm::Shortest if to.is_some() && from != to => {
            return from_authority(base, target, make);
        }
        RelativeForm::Authority => return from_authority(base, target, make),
        RelativeForm::Shortest | RelativeForm::Path | RelativeForm::Relative => {}
    }
    let (edition, resolving) = (target.edition(), Resolving::against(base));
    let path = relative_path(base, unguarded(path_of(target)));
    let candidates = candidates(base, target, path.as_deref());
    let mut candidates = candidates.map(|parts| {
        let is_of_form = |length, parts: &Parts<'_>| match form {
            RelativeForm::Shortest => length <= target.as_str().len(),
            RelativeForm::Relative => parts.authority.is_none() && !parts.path.starts_with('/'),
            RelativeForm::Path => parts.authority.is_none() && parts.path.starts_with('/'),
            RelativeForm::Authority => parts.authority.is_some(),
        };
        let measured = parts.map(|parts| (parts.length(), parts));
        measured.filter(|(length, parts)| is_of_form(*length, parts))
    });
    // The shortest remaining candidate; the earlier of two equally short ones.
    let length = |slot: &&mut Option<(usize, _)>| slot.as_ref().map(|(length, _)| *length);
    let mut shortest = || {
        candidates
            .iter_mut()
            .filter(|slot| slot.is_some())
            .min_by_key(length)
            .and_then(Option::take)
    };
    while let Some((_, candidate)) = shortest() {
        let text = candidate.write();
        let parsed = parse_by(edition, text.as_bytes(), Start::UriReference, |found| found);
        let Ok(components) = parsed else { continue };
        if resolving.leads_to(&text, &components, target.as_str()) {
            return make(text, components);
        }
    }
    make(target.as_str().into(), *target.components())
}

/// The answer if the authorities differ: the text from the two slashes on, if the schemes are equal and resolution
/// leaves the path unchanged.
fn from_authority<R>(
    base: Reference<'_>,
    target: Reference<'_>,
    make: impl FnOnce(String, Components) -> R,
) -> R {
    let components = target.components();
    let text = target.as_str();
    let keeps_path = || !Path::new(path_of(target)).has_dot_segments();
    if base.part(Part::Scheme) == target.part(Part::Scheme) && keeps_path() {
        let text = text.get(components.after_scheme() as usize..).unwrap_or_default();
        make(text.into(), components.without_scheme())
    } else {
        make(text.into(), *components)
    }
}

fn path_of(reference: Reference<'_>) -> &str {
    let path = reference.components().path();
    reference.as_str().get(path.start as usize..path.end as usize).unwrap_or_default()
}

/// The candidates, beginning with the one that shares most with the base; `path` leads from the base's directory to
/// the target.
fn candidates<'a>(
    base: Reference<'a>,
    target: Reference<'a>,
    path: Option<&'a str>,
) -> [Option<Parts<'a>>; 6] {
    let [from, to] =
        [base, target].map(|reference| Parts::of(reference.as_str(), reference.components()));
    let mut candidates = [None; 6];
    if from.scheme != to.scheme {
        return candidates;
    }
    let [nothing, query, directory, relative, absolute, network] = &mut candidates;
    let without_scheme = Parts { scheme: None, ..to };
    if from.authority == to.authority {
        let path_only = Parts { authority: None, ..without_scheme };
        if from.path == to.path {
            // The base's path unchanged, with the base's query or another one.
            *nothing = Some(Parts { path: "", query: None, ..path_only });
            *query = Some(Parts { path: "", ..path_only });
        }
        if let Some(guarded) = path {
            let path = guarded.strip_prefix("./").unwrap_or(guarded);
            // "..", not "../"; an empty path is ".".
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

/// A path without the guard that keeps it from being read as an authority; resolution adds the guard again.
fn unguarded(path: &str) -> &str {
    path.strip_prefix("/.").filter(|rest| rest.starts_with("//")).unwrap_or(path)
}

/// The path from the directory of the base to `goal`, after `./`; `None` if only one of them is absolute.
fn relative_path(base: Reference<'_>, goal: &str) -> Option<String> {
    let path = path_of(base);
    let directory = path.rfind('/').and_then(|slash| path.get(..=slash)).unwrap_or_default();
    let directory = if path.is_empty() && base.authority().is_some() { "/" } else { directory };
    // The base's directory without dot segments, since resolution removes them from the merged path. It may begin
    // with a slash where the base does not.
    let directory = dot_segments::remove(directory);
    if directory.starts_with('/') != goal.starts_with('/') {
        return None;
    }
    let same = directory.bytes().zip(goal.bytes()).take_while(|(a, b)| a == b).count();
    // The common prefix may end inside a character; a slash never is inside one.
    let shared = goal.as_bytes().get(..same)?.iter().rposition(|&byte| byte == b'/');
    let shared = shared.map_or(0, |slash| slash + 1);
    let levels = directory.get(shared..)?.bytes().filter(|&byte| byte == b'/').count();
    let rest = goal.get(shared..)?;

    let mut path = String::with_capacity(2 + 3 * levels + rest.len());
    path.push_str("./");
    path.extend(iter::repeat_n("../", levels));
    path.push_str(rest);
    Some(path)
}
