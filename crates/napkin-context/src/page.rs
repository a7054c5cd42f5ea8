//! The links of a page as an iterator, for callers who have the page and its URI.

use std::fmt;
use std::vec::IntoIter;

use napkin::Target;

use crate::kind::Kind;
use crate::link::Link;
use crate::urls::NoTarget;
use crate::walk::{Found, Surroundings};

/// A link of a page, with its target. Made by [`links`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PageLink {
    /// The reference, as [`Link::reference`] has it.
    pub reference: String,
    /// The target, resolved against the base that the page has there; or why there is none.
    pub target: Result<Target, NoTarget>,
    /// The element.
    pub element: String,
    /// The attribute.
    pub attribute: Option<String>,
    /// The relation types, by `rel`.
    pub rel: Option<String>,
    /// Its start in the page, in bytes.
    pub start: usize,
    /// Its end in the page, in bytes.
    pub end: usize,
}

impl PageLink {
    fn of(link: &Link<'_>, target: Result<Target, NoTarget>) -> Self {
        Self {
            reference: link.reference.to_owned(),
            target,
            element: link.element.to_owned(),
            attribute: link.attribute.map(str::to_owned),
            rel: link.rel.map(str::to_owned),
            start: link.start,
            end: link.end,
        }
    }
}

impl fmt::Display for PageLink {
    /// The target; without one, the reference.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            Ok(target) => target.fmt(f),
            Err(_) => f.pad(&self.reference),
        }
    }
}

/// The links of an HTML page that was retrieved from a URI, in order, as browsers read them; without what declares the base. [`Surroundings::links`] reads documents of all kinds, in
/// parts of a stream, and tells what cannot be read.
///
/// ```
/// let page = "<base href='/b/'><a href='../c'>c</a> <img srcset='d.png, e.png 2x'> <a href='http://f/g h'>";
/// let links: Vec<_> = napkin_context::links(page, "https://example.com/a").collect();
/// let targets: Vec<_> = links.iter().map(ToString::to_string).collect();
/// assert_eq!(targets[..3], ["https://example.com/c", "https://example.com/b/d.png", "https://example.com/b/e.png"]);
/// assert_eq!(targets[3], "http://f/g%20h");
/// ```
pub fn links(page: impl AsRef<[u8]>, retrieved_from: impl Into<String>) -> IntoIter<PageLink> {
    let around = Surroundings::default().of_kind(Kind::Html).retrieved_from(retrieved_from);
    let mut links = Vec::new();
    // Only a reader can fail, and memory is always read.
    let _ = around.links(page.as_ref(), &mut |_, found| {
        if let Found::Link { link, target, .. } = found
            && link.element != "base"
        {
            links.push(PageLink::of(&link, target));
        }
    });
    links.into_iter()
}
