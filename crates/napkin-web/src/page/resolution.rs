//! The target of the reference by a base, step by step.

use maud::{Markup, html};
use napkin::{ResolutionStep, Target};
use napkin_answers::base::{Base, told};
use napkin_answers::resolve::Resolving;
use napkin_answers::steps::Steps;

use super::Asked;
use super::bytes::section;
use crate::escape::{Field, Shown, code, in_three};

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let resolving = Resolving::new(Base::new(asked.base.clone(), asked.standard));
    let answer = resolving.answer(uri.as_bytes());
    html! {
        div.field {
            label for="base" { "Base" }
            input #base name="base" form="ask" type="text" value=(Field(&asked.base)) dir="ltr"
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
                @if let Some(note) = &resolved.note {
                    p.says { (note.words.message()) "." }
                }
                @match asked.standard.syntax() {
                    None => p.hint { "The parser of the URL Standard resolves while it parses." },
                    Some(edition) => @match Steps::new(edition, uri, &asked.base) {
                        Some(steps) => (way(asked, &steps)),
                        None => p.hint { "The steps of so long a text are not shown." },
                    },
                }
            }
        }
        (super::json("resolve", &[
            ("input", uri), ("base", &asked.base), ("edition", asked.standard.name()),
        ]))
    }
}

fn way(asked: &Asked, steps: &Steps) -> Markup {
    html! {
        h3 { "Step by step, " (asked.edition().title) " " (section(steps.section)) }
        p.hint {
            "What a step " mark.taken { "takes" } ", what it " ins { "gives" } ", and what it " del { "drops" } "."
        }
        p.columns-of-way aria-hidden="true" { span { "step" } span { "input" } span { "output" } }
        ol.way {
            @for step in &steps.steps { (one(steps, step)) }
        }
        @if steps.has_more { p { "And more steps." } }
    }
}

fn one(steps: &Steps, step: &ResolutionStep) -> Markup {
    let is_elsewhere = step.rule.section != steps.section;
    html! {
        li {
            p.what {
                @if !step.rule.name.is_empty() { span.rule { (step.rule.name) } " " }
                (step.words)
                @if is_elsewhere { " " span.section { (section(step.rule.section)) } }
            }
            p.text { span.side { "input" } " " (taken(step)) }
            p.text { span.side { "output" } " " (given(step)) }
        }
    }
}

/// The input of a step, with the taken bytes marked.
fn taken(step: &ResolutionStep) -> Markup {
    let [before, inside, after] = in_three(&step.input, step.taken.clone());
    html! {
        @if step.input.is_empty() { span.nothing { "empty" } }
        @else {
            bdi.code dir="ltr" {
                (Shown(before)) @if !inside.is_empty() { mark.taken { (Shown(inside)) } } (Shown(after))
            }
        }
    }
}

/// The output of a step, with the new bytes marked and the removed ones shown.
fn given(step: &ResolutionStep) -> Markup {
    let [before, inside, after] = in_three(&step.output, step.given.clone());
    html! {
        @if step.output.is_empty() && step.lost.is_empty() { span.nothing { "empty" } }
        @else {
            bdi.code dir="ltr" {
                (Shown(before)) @if !inside.is_empty() { ins { (Shown(inside)) } } (Shown(after))
                @if !step.lost.is_empty() { del { (Shown(&step.lost)) } }
            }
        }
    }
}
