//! Repairs of an invalid URI.

use maud::{Markup, html};
use napkin_answers::repair::{Repairing, meaning};

use super::Asked;
use crate::escape::code;

/// `None` for a valid URI without a slip.
pub(super) fn panel(asked: &Asked, uri: &str) -> Option<Markup> {
    let answer = Repairing { edition: asked.edition() }.answer(uri.as_bytes());
    if answer.valid && answer.mends.is_empty() {
        return None;
    }
    Some(html! {
        @if answer.mends.is_empty() {
            p { "No way is known to make it valid." }
        } @else {
            p { "Ways to make it valid, the smallest change first. None is right by itself." }
            table {
                thead { tr {
                    th scope="col" { "URI" } th scope="col" { "meaning" } th scope="col" { "edits" }
                    th scope="col" { "removes" }
                } }
                tbody {
                    @for candidate in &answer.mends {
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
        }
        (super::json("repair", &[("input", uri), ("edition", asked.edition().name)]))
    })
}
