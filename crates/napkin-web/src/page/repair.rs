//! Repairs of an invalid URI.

use maud::{Markup, html};
use napkin_answers::glance::Glance;
use napkin_answers::repair::meaning;

use super::Asked;
use crate::escape::code;

/// The content of the panel; `None` for a valid input, and where no repair is known.
pub(super) fn panel(asked: &Asked, uri: &str, glance: &Glance) -> Option<Markup> {
    if glance.validity.is_valid || glance.mends.is_empty() {
        return None;
    }
    Some(html! {
        p { "Ways to make it valid, the smallest change first. None is right by itself." }
        table {
            thead { tr {
                th scope="col" { "URI" } th scope="col" { "meaning" } th scope="col" { "edits" }
                th scope="col" { "removes" }
            } }
            tbody {
                @for candidate in &glance.mends {
                    tr {
                        td { a href=[asked.link(Some(&candidate.uri))] { (code(&candidate.uri)) } }
                        td { (meaning(candidate.identity)) }
                        td { (candidate.edits.len()) }
                        td {
                            @for removed in candidate.removed(uri.as_bytes()) {
                                (code(&String::from_utf8_lossy(removed))) " "
                            }
                        }
                    }
                }
            }
        }
    })
}
