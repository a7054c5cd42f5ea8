//! Relativization in any edition: the shortest candidate that the edition's resolution turns back into the target.
//!
//! The candidates are suffixes of the target's text after what it shares with the base: from a run of slashes, from
//! the directory (with `../` for each level), from the parameters, the query or the fragment. Each is resolved, and
//! only a candidate that resolves to the target is an answer, so making candidates needs no rules of the edition.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use super::{RelativeForm, of_form};
use crate::edition::rules::Resolution;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::resolve::edition::EditionResolver;
use crate::resolve::target::{ResolveError, Target};

impl EditionResolver<'_> {
    /// The shortest reference that this resolver resolves to `target`; the target itself if none is shorter.
    ///
    /// The result is checked by resolving it. By java.net.URI, it is the result of the class, which only descends
    /// and need not resolve back. In RFC 3986 it is [`Uri::relativize`](crate::Uri::relativize).
    ///
    /// ```
    /// use napkin::edition::{DRAFT1997, RFC1630, RFC1808};
    ///
    /// let by = |edition: &'static napkin::Edition, target| {
    ///     edition.resolver("http://a/b/c/d;p?q").relativize(target)
    /// };
    /// assert_eq!(by(RFC1808, "http://a/b/c/d;p?y")?, "?y");
    /// assert_eq!(by(DRAFT1997, "http://a/b/c/d;p?y")?, "d;p?y");
    /// assert_eq!(by(DRAFT1997, "http://a/b/")?, "..");
    /// assert_eq!(by(RFC1630, "http://a/b/")?, "/b/");
    /// # Ok::<(), napkin::ResolveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the edition defines no resolution, the base is not valid or not absolute, or the target is not a URI.
    pub fn relativize(&self, target: &str) -> Result<String, ResolveError> {
        if self.edition().resolution == Resolution::Objects {
            return Ok(self.relativize_to_components(target)?.text().into_owned());
        }
        self.relativize_as(target, RelativeForm::Shortest)
    }

    /// The shortest reference of a form that this resolver resolves to `target`; the target itself if there is none.
    ///
    /// The result is checked by resolving it, also by java.net.URI, whose own operation is
    /// [`relativize`](Self::relativize).
    ///
    /// ```
    /// use napkin::RelativeForm;
    /// use napkin::edition::RFC1808;
    ///
    /// let resolver = RFC1808.resolver("http://a/b/c/d");
    /// assert_eq!(resolver.relativize_as("http://a/b/g", RelativeForm::Path)?, "/b/g");
    /// # Ok::<(), napkin::ResolveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`relativize`](Self::relativize).
    pub fn relativize_as(&self, target: &str, form: RelativeForm) -> Result<String, ResolveError> {
        let edition = self.edition();
        let refuse = |error| Err(ResolveError::InvalidReference(error));
        let parsed = match edition.parse(target) {
            Ok(parsed) if parsed.is_relative_ref() => {
                return refuse(ParseError::new(edition, ErrorKind::MissingScheme, Part::Scheme, 0));
            }
            Ok(parsed) => parsed,
            Err(error) => return refuse(error),
        };
        if edition.resolution == Resolution::RemoveDotSegments {
            let base = self.parsed()?.ok_or(ResolveError::NoBase)?;
            return Ok(of_form(form, base.without_fragment(), parsed, |text, _| text));
        }
        // Resolving the target also finds an invalid base. An absolute reference resolves to itself.
        let itself = self.resolve(target)?;
        let mut forms = self.forms(target);
        let is_shorter =
            |text: &String| form != RelativeForm::Shortest || text.len() < target.len();
        forms.retain(|text| is_shorter(text) && form.fits(text));
        forms.sort_by_key(String::len);
        let leads_back = |form: &String| matches!(self.resolve(form), Ok(Target::Uri(uri)) if matches!(&itself, Target::Uri(target) if *target == uri));
        Ok(forms.into_iter().find(leads_back).unwrap_or_else(|| target.into()))
    }

    fn base_without_fragment(&self) -> &str {
        self.base().split('#').next().unwrap_or_default()
    }

    /// The suffixes of the target that may resolve to it: a few, whatever its length.
    fn forms(&self, target: &str) -> Vec<String> {
        let base = self.base_without_fragment();
        let same = base.bytes().zip(target.bytes()).take_while(|(own, other)| own == other).count();
        let end = |from: usize| target.get(from..).unwrap_or_default();
        let mut forms = Vec::new();
        // From the fragment, the query, or the parameters, if base and target are equal before it.
        for delimiters in [&['#'][..], &['?', '#'], &[';', '?', '#']] {
            let at = |text: &str| text.find(delimiters).unwrap_or(text.len());
            if at(base) == at(target) && at(target) <= same {
                forms.push(end(at(target)).into());
            }
        }
        // From a run of slashes: the last run that base and target share.
        forms.extend(self.run(base, target, same).map(|start| end(start).into()));
        let colon = target.find(':').map_or(0, |colon| colon + 1);
        if colon <= same {
            let authority = end(colon);
            if let Some(rest) = authority.strip_prefix("//") {
                forms.push(authority.into());
                let path = rest.find('/').map(|slash| end(colon + 2 + slash));
                // RFC 1808 inherits an empty authority.
                forms
                    .extend(path.into_iter().flat_map(|path| [path.into(), ["//", path].concat()]));
            } else if authority.starts_with('/') {
                forms.push(authority.into());
            }
        }
        // From the directory that base and target share.
        let (path_end, parameters) = self.path_ends(base);
        for path_end in [path_end, parameters] {
            let shared = base.get(..same.min(path_end)).and_then(|shared| shared.rfind(['/', ':']));
            let Some(directory) = shared.map(|slash| slash + 1) else { continue };
            let above = base.get(directory..path_end).unwrap_or_default();
            let levels = above.bytes().filter(|byte| *byte == b'/').count();
            forms.extend(from_directory(levels, end(directory)));
        }
        // After an authority without a path, the directory is the slash that only the target has.
        if same == parameters && end(same).starts_with('/') {
            forms.extend(from_directory(0, end(same + 1)));
        }
        // RFC 1630 removes the slash before a dot segment with it.
        let is_without_slash = end(same).is_empty() || end(same).starts_with(['?', '#']);
        let above = base.get(same..path_end).and_then(|rest| rest.strip_prefix('/'));
        if let Some(above) = above.filter(|_| is_without_slash) {
            let levels = above.bytes().filter(|byte| *byte == b'/').count();
            forms.push(["../".repeat(levels).as_str(), ".", end(same)].concat());
        }
        forms
    }

    /// The end of the base's path with its parameters, and without them.
    fn path_ends(&self, base: &str) -> (usize, usize) {
        let (start, end) = match self.parsed() {
            Ok(Some(parsed)) => {
                let components = parsed.components();
                (components.path_start as usize, components.path_end as usize)
            }
            // RFC 1630 treats the base as text.
            _ => (0, base.find('?').unwrap_or(base.len())),
        };
        let parameters = base.get(start..end).and_then(|path| path.find(';'));
        (end, parameters.map_or(end, |at| start + at))
    }

    /// The start of the last run of slashes from which the target is a partial form of itself by RFC 1630: the base
    /// has this run at the same offset, as its first run of that length.
    fn run(&self, base: &str, target: &str, same: usize) -> Option<usize> {
        let mut firsts: BTreeMap<usize, usize> = BTreeMap::new();
        for (start, length) in runs(base) {
            firsts.entry(length).or_insert(start);
            if self.counts_runs_literally() {
                firsts.retain(|other, _| *other >= length);
            }
        }
        let suits = |(length, start): (&usize, &usize)| {
            let rest = target.get(*start..)?;
            (*start <= same && rest.len() - rest.trim_start_matches('/').len() == *length)
                .then_some(*start)
        };
        firsts.iter().filter_map(suits).max()
    }
}

/// The runs of slashes in a text: the offset and the length of each.
fn runs(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    iter::from_fn(move || {
        let start = at + text.get(at..)?.find('/')?;
        let rest = text.get(start..)?;
        let length = rest.len() - rest.trim_start_matches('/').len();
        at = start + length;
        Some((start, length))
    })
}

/// The ways to write `rest` in the directory that is `levels` above.
fn from_directory(levels: usize, rest: &str) -> impl Iterator<Item = String> {
    let climb = "../".repeat(levels);
    let name_end = rest.find([';', '?', '#']).unwrap_or(rest.len());
    let (name, tail) = rest.split_at_checked(name_end).unwrap_or((rest, ""));
    // The directory itself is `..` or `.`, in some editions without its final slash.
    let itself = name.is_empty().then(|| match climb.strip_suffix('/') {
        Some(above) => [above, tail].concat(),
        None => [".", tail].concat(),
    });
    let guarded = ["./", &climb, rest].concat();
    let plain = [&climb, rest].concat();
    itself.into_iter().chain([plain, guarded])
}
