//! The URIs in a text.

use maud::{Markup, html};
use napkin_context::Extractor;

use super::{Asked, taken};
use crate::escape::{Field, code};

/// The maximum number of finds listed.
const MOST: usize = 500;

/// The content of the panel; `None` beside the answers about a URI, if there is no text.
pub(super) fn panel(asked: &Asked) -> Option<Markup> {
    if asked.uri.is_some() && asked.text.is_empty() {
        return None;
    }
    let extractor = Extractor::new(asked.edition()).suffixes(true);
    let mut finds = extractor.find(asked.text.as_bytes());
    let listed: Vec<_> = finds.by_ref().take(MOST).collect();
    let more = finds.count();
    Some(html! {
        form #find action="./#text" method="post" {
            // The rest of the state; a text may be too long for an address, so this form uses POST.
            @if let Some(uri) = &asked.uri { input type="hidden" name="uri" value=(Field(uri)); }
            input type="hidden" name="base" value=(Field(&asked.base));
            @if let Some(chosen) = asked.chosen { input type="hidden" name="edition" value=(chosen.name()); }
            div.field.wide {
                label for="text-field" { "Text, up to 64 KiB" }
                textarea #text-field name="text" rows="5" dir="auto" spellcheck="false" { "\n" (Field(&asked.text)) }
            }
            button type="submit" { "Find URIs" }
        }
        @if !asked.text_in_link().is_empty() {
            input type="hidden" name="text" form="ask" value=(Field(asked.text_in_link()));
        }
        @if !asked.text.is_empty() {
            @if listed.is_empty() {
                p role="status" { "No URI is in it." }
            } @else {
                p role="status" { (listed.len() + more) " found." }
                ol.found {
                    @for find in &listed {
                        li {
                            a href=[link(asked, &find.uri)] { (code(&find.uri)) }
                            " " span.section {
                                "bytes " (find.start) " to " (find.end)
                                @if let Some(heuristic) = find.heuristic { ", guessed: " (heuristic) }
                            }
                            @for alternative in &find.alternatives {
                                ", or " a href=[link(asked, alternative)] { (code(alternative)) }
                            }
                        }
                    }
                }
                @if more > 0 { p { "And " (more) " more." } }
            }
        }
    })
}

/// The page of one find, without the text, which would make every link long.
fn link(asked: &Asked, uri: &str) -> Option<String> {
    let mut query = form_urlencoded::Serializer::for_suffix(String::from("./?"), 3);
    query.append_pair("uri", uri);
    if let Some(chosen) = asked.chosen {
        query.append_pair("edition", chosen.name());
    }
    taken(query.finish())
}
