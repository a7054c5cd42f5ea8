//! Whether a text is HTML or XML: by its first bytes.

use crate::formats::triples::begins_with_iri;

/// Whether a text is HTML or XML, which begin with a tag. In an autolink no tag has a colon and slashes in its name.
pub(crate) fn is_markup(head: &[u8]) -> bool {
    head.starts_with(b"<") && !begins_with_iri(head)
}

/// Whether markup is XML: by the root element, whatever it contains.
pub(crate) fn is_xml(head: &[u8]) -> bool {
    if !is_markup(head) {
        return false;
    }
    let lower = head.to_ascii_lowercase();
    let Prolog { is_declared, is_html, rest } = prolog(&lower);
    let tag = rest.strip_prefix(b"<").unwrap_or_default();
    let tag = tag.get(..memchr::memchr(b'>', tag).unwrap_or(tag.len())).unwrap_or_default();
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let name = tag.split(ends).next().unwrap_or_default();
    let declares = memchr::memmem::find(tag, b"xmlns").is_some();
    !is_html
        && name != b"html"
        && (is_declared || declares || matches!(name, b"rss" | b"feed" | b"opml"))
}

/// The markup before the root element.
struct Prolog<'h> {
    /// Whether it begins as only XML can.
    is_declared: bool,
    /// Whether the document type is that of HTML.
    is_html: bool,
    rest: &'h [u8],
}

fn prolog(head: &[u8]) -> Prolog<'_> {
    let is_declared = head.starts_with(b"<?xml");
    let mut prolog = Prolog { is_declared, is_html: false, rest: head };
    loop {
        let rest = prolog.rest.trim_ascii_start();
        prolog.rest = rest;
        let (from, end): (usize, &[u8]) = if rest.starts_with(b"<!--") {
            (4, b"-->")
        } else if rest.starts_with(b"<?") {
            (2, b"?>")
        } else if let Some(doctype) = rest.strip_prefix(b"<!doctype") {
            prolog.is_html |= doctype.trim_ascii_start().starts_with(b"html");
            let mark = doctype.iter().position(|byte| matches!(byte, b'[' | b'>'));
            // The internal subset of the document type contains declarations.
            let has_subset = mark.is_some_and(|at| doctype.get(at) == Some(&b'['));
            (9, if has_subset { b"]" } else { b">" })
        } else if rest.starts_with(b"]") {
            (0, b">")
        } else {
            return prolog;
        };
        let Some(behind) = rest.get(from..) else { return prolog };
        let Some(at) = memchr::memmem::find(behind, end) else {
            prolog.rest = &[];
            return prolog;
        };
        let keeps = usize::from(end != b"]") * end.len();
        prolog.rest = behind.get(at + keeps..).unwrap_or_default();
    }
}
