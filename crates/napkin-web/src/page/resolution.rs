//! What the reference means by a base, step by step.

use maud::{Markup, html};
use napkin::Target;
use napkin_answers::base::{Base, told};
use napkin_answers::resolve::Resolving;
use napkin_answers::steps::Steps;

use super::Asked;
use super::bytes::section;
use crate::shown::code;

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let resolving = Resolving::new(Base::new(asked.base.clone(), asked.edition));
    let answer = resolving.answer(uri.as_bytes());
    html! {
        div.field {
            label for="base" { "Base" }
            input #base name="base" form="ask" type="text" value=(asked.base) dir="ltr"
                autocomplete="off" autocapitalize="off" spellcheck="false";
            button type="submit" form="ask" { "Resolve" }
        }
        @match &answer {
            Err(failure) => {
                p.verdict.bad { "There is no target." }
                p.says { (failure.message()) "." }
            },
            Ok(resolved) => {
                p.target { "Target: " @match &resolved.target {
                    Target::Uri(target) => a href=(asked.link(Some(target))) { (code(target)) },
                    target => (told(target)),
                } }
                @if let Some(steps) = Steps::new(asked.edition, &asked.base, uri) { (way(asked, &steps)) }
            }
        }
        (super::json("resolve", &[
            ("input", uri), ("base", &asked.base), ("edition", asked.edition.name),
        ]))
    }
}

fn way(asked: &Asked, steps: &Steps) -> Markup {
    html! {
        h3 { "Step by step, " (asked.edition.title) " " (section(steps.section)) }
        div.scroll tabindex="0" role="region" aria-label="The steps of resolution" {
            table.steps {
                thead { tr {
                    th scope="col" { "step" } th scope="col" { "input" } th scope="col" { "output" }
                } }
                tbody {
                    @for step in &steps.steps {
                        tr { th scope="row" { (step.what) } td { (code(&step.input)) } td { (code(&step.output)) } }
                    }
                }
            }
        }
        @if steps.left_out > 0 { p { "And " (steps.left_out) " steps more." } }
    }
}
