//! Two URIs compared on the ladder.

use maud::{Markup, html};
use napkin::Level;
use napkin_answers::choice::URL_LEVEL;
use napkin_answers::compare::Comparing;
use napkin_answers::normalize::Normalizing;
use napkin_standards::Base;

use super::{Asked, LONGEST_IN_LINK, pair_link};
use crate::escape::code;

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    html! {
        @if asked.other.is_empty() {
            details {
                summary { "Compare with another URI" }
                (super::field("other", "Compare with", &asked.other, "Compare"))
                p.hint { "Give another URI to see from which level on the two are the same." }
            }
        } @else {
            (super::field("other", "Compare with", &asked.other, "Compare"))
            (ladder(asked, uri))
            @if uri.len() + asked.other.len() <= LONGEST_IN_LINK {
                @if let Some(link) = pair_link(uri, &asked.other) { p { a href=(link) { "Side by side" } } }
            }
            (super::json("compare", &[
                ("a", uri), ("b", &asked.other), ("base", &asked.base), ("edition", asked.standard.name()),
            ]))
        }
    }
}

fn ladder(asked: &Asked, uri: &str) -> Markup {
    let base = || Some(Base::new(asked.base.clone(), asked.standard));
    let comparing = Comparing::new(asked.standard).by_base(base());
    let answer = comparing.answer(uri.as_bytes(), asked.other.as_bytes());
    let compared = match &answer {
        Err(failure) => {
            return html! {
                p.says { @if let Some(of) = failure.of_what() { (of) ": " } (failure.message()) "." }
            };
        }
        Ok(compared) => compared,
    };
    let normal = |level: Level, text: &str| {
        let normalizing = Normalizing::new(asked.standard, level).by_base(base()).explained(false);
        let mut scratch = String::new();
        let answer = normalizing.answer(text.as_bytes(), &mut scratch);
        answer.map(|normalized| normalized.text.into_owned()).ok()
    };
    // The URL Standard has one level above equal texts.
    let levels: Vec<_> = if asked.standard.is_url() {
        vec![(Level::Syntax, URL_LEVEL)]
    } else {
        Level::ALL.into_iter().map(|level| (level, level.name())).collect()
    };
    html! {
        @match compared.equivalent_at {
            Some(level) => p.verdict.good { "The same from the level " (level) " on." },
            None => p.verdict.bad {
                "Different"
                @for (number, unlike) in compared.differences.iter().enumerate() {
                    @if number == 0 { " in: " } @else { ", " }
                    (unlike.part)
                }
                "."
            },
        }
        div.scroll tabindex="0" role="region" aria-label="The ladder" {
            table.ladder {
                thead { tr {
                    th scope="col" { "level" } th scope="col" { "the one" } th scope="col" { "the other" }
                    th scope="col" { "same" }
                } }
                tbody {
                    @for (level, name) in levels {
                        @let (a, b) = (normal(level, uri), normal(level, &asked.other));
                        @let same = a.is_some() && a == b;
                        tr class=[(compared.equivalent_at == Some(name)).then_some("found")] {
                            th scope="row" { (name) }
                            td { (code(a.as_deref().unwrap_or_default())) }
                            td { (code(b.as_deref().unwrap_or_default())) }
                            td { @if same { "yes" } @else { "no" } }
                        }
                    }
                }
            }
        }
    }
}
