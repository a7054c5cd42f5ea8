//! The target of the reference by a base, step by step.

use maud::{Markup, html};
use napkin::{ResolutionStep, Target};
use napkin_answers::Failure;
use napkin_answers::parse::Parsing;
use napkin_answers::resolve::Resolving;
use napkin_answers::steps::Steps;
use napkin_standards::{Base, target_in_words};

use super::Asked;
use super::bytes::section;
use crate::escape::{Shown, around, code, in_three, sentence};

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let resolving = Resolving::new(Base::new(asked.base.clone(), asked.standard));
    let answer = resolving.answer(uri.as_bytes());
    html! {
        (super::field("base", "Base", &asked.base, "Resolve"))
        @match &answer {
            Err(failure) => {
                p.says {
                    @if is_refused(asked, uri, failure) { "No target: it is not valid." }
                    @else { "No target: " (sentence(failure.message())) "." }
                }
            },
            Ok(resolved) => {
                p.target { "Target: " @match &resolved.target {
                    Target::Uri(target) => a href=[asked.link(Some(target))] { (code(target)) },
                    target => (target_in_words(target)),
                } }
                @if let Some(note) = &resolved.note {
                    p.says { (note.words.message()) "." }
                }
                @if asked.standard.is_url() {
                    p.hint { "The parser of the URL Standard resolves while it parses." }
                } @else {
                    @match Steps::new(asked.edition(), uri, &asked.base) {
                        Some(steps) => details open {
                            summary { "Step by step, " (asked.edition().title) " " (section(steps.section)) }
                            (way(&steps))
                        },
                        None => p.hint { "The steps of so long a text are not shown." },
                    }
                }
            }
        }
    }
}

/// Whether a failure is the error of the input, which the page shows elsewhere.
fn is_refused(asked: &Asked, uri: &str, failure: &Failure<'_>) -> bool {
    let parsed = Parsing::new(asked.standard).answer(uri.as_bytes());
    parsed.is_err_and(|refused| refused.message() == failure.message())
}

fn way(steps: &Steps) -> Markup {
    html! {
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
        @else { (with_ends(before, &html! { @if !inside.is_empty() { mark.taken { (long(inside)) } } }, after)) }
    }
}

/// The output of a step, with the new bytes marked and the removed ones shown.
fn given(step: &ResolutionStep) -> Markup {
    let [before, inside, after] = in_three(&step.output, step.given.clone());
    html! {
        @if step.output.is_empty() && step.lost.is_empty() { span.nothing { "empty" } }
        @else {
            (with_ends(before, &html! { @if !inside.is_empty() { ins { (long(inside)) } } }, after))
            @if !step.lost.is_empty() { bdi.code dir="ltr" { del { (long(&step.lost)) } } }
        }
    }
}

/// A piece of a text between what is around it.
fn with_ends(before: &str, inside: &Markup, after: &str) -> Markup {
    let [head, tail] = around(before, after);
    html! {
        bdi.code dir="ltr" {
            @if head.len() < before.len() { "…" }
            (Shown(head)) (inside) (Shown(tail))
            @if tail.len() < after.len() { "…" }
        }
    }
}

/// The ends of a piece.
fn long(text: &str) -> Markup {
    let [head, tail] = around(text, text);
    html! {
        @if text.len() <= head.len() { (Shown(text)) }
        @else { (Shown(tail)) "…" (Shown(head)) }
    }
}
