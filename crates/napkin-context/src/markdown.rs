//! Markdown: links, images, autolinks, and the HTML between them.
//!
//! The parser is pulldown-cmark, by `CommonMark` with tables, footnotes and strikethrough.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, OffsetIter, Options, Parser, Tag, TagEnd};

use crate::base::Base;
use crate::html;
use crate::link::{Each, Link};
use crate::text::in_place;

/// Hands out the references of a document whose base is `base`: those of Markdown, then those of
/// HTML in it.
pub(crate) fn links(document: &[u8], base: &Base, each: &mut Each<'_>) {
    let text = in_place(document);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut events = Parser::new_ext(&text, options).into_offset_iter();
    let mut open = Vec::<Open>::new();
    // The document with nothing but its HTML, so that places stay what they are.
    let mut markup = Vec::new();
    while let Some((event, range)) = events.next() {
        match event {
            Event::Html(_) | Event::InlineHtml(_) => {
                markup.resize(range.start.max(markup.len()), b' ');
                markup.extend_from_slice(text.as_bytes().get(range.clone()).unwrap_or_default());
            }
            Event::Start(
                ref tag @ (Tag::Link { link_type, ref dest_url, ref id, .. }
                | Tag::Image { link_type, ref dest_url, ref id, .. }),
            ) => {
                let is_image = matches!(tag, Tag::Image { .. });
                let is_mail = link_type == LinkType::Email;
                open.push(Open {
                    reference: if is_mail {
                        format!("mailto:{dest_url}")
                    } else {
                        dest_url.to_string()
                    },
                    element: element(is_image, link_type),
                    defined: definition(&events, link_type, id),
                    inner_end: range.start + if is_image { 2 } else { 1 },
                    range: range.clone(),
                });
                continue;
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some(link) = open.pop() {
                    each(Link {
                        reference: &link.reference,
                        start: link.place(&text),
                        element: link.element,
                        attribute: None,
                        base,
                        is_new_request: false,
                    });
                }
            }
            _ => {}
        }
        if let Some(link) = open.last_mut() {
            link.inner_end = link.inner_end.max(range.end.min(link.range.end));
        }
    }
    if !markup.is_empty() {
        html::links(&markup, base, base, each);
    }
}

fn element(is_image: bool, link_type: LinkType) -> &'static str {
    match link_type {
        LinkType::Autolink | LinkType::Email => "autolink",
        _ if is_image => "image",
        _ => "link",
    }
}

/// A link whose end has not come yet.
struct Open {
    reference: String,
    element: &'static str,
    /// The definition that has the destination, if it is not in the link itself.
    defined: Option<Range<usize>>,
    /// Where what is in the link has ended so far.
    inner_end: usize,
    range: Range<usize>,
}

impl Open {
    /// Where the destination begins.
    fn place(&self, text: &str) -> usize {
        if self.element == "autolink" {
            return self.range.start + 1;
        }
        let (from, mark) = match &self.defined {
            Some(definition) => (definition.start, "]:"),
            None => (self.inner_end, "]("),
        };
        let behind = text.get(from..).unwrap_or_default();
        let Some(at) = behind.find(mark) else { return self.range.start };
        let before = &behind[at + mark.len()..];
        let destination = before.trim_start();
        let start = from + at + mark.len() + before.len() - destination.len();
        start + usize::from(destination.starts_with('<'))
    }
}

/// Where the definition of a link's label stands.
fn definition(events: &OffsetIter<'_>, link_type: LinkType, label: &str) -> Option<Range<usize>> {
    match link_type {
        LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut => {
            events.reference_definitions().get(label).map(|defined| defined.span.clone())
        }
        _ => None,
    }
}
