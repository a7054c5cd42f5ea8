//! The normal form at the default level, and the steps to it.

use maud::{Markup, html};
use napkin::Level;
use napkin_answers::base::Base;
use napkin_answers::normalize::Normalizing;

use super::Asked;
use super::bytes::section;
use crate::escape::{code, marked};

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let base = Base::new(asked.base.clone(), asked.standard);
    let normalizing = Normalizing::new(asked.standard, Level::Syntax).by_base(Some(base));
    let mut scratch = String::new();
    let answer = normalizing.answer(uri.as_bytes(), &mut scratch);
    html! {
        @match &answer {
            Err(failure) => p.says { (failure.message()) "." },
            Ok(normalized) => {
                p.target {
                    "Normal form: " a href=(asked.link(Some(&normalized.text))) { (code(&normalized.text)) }
                }
                @if normalized.steps.is_empty() {
                    p.verdict.good { "It is in normal form already." }
                } @else {
                    ol.changes {
                        @for step in &normalized.steps {
                            li {
                                p { span.rule { (step.rule) } " " span.section { (section(step.section)) } }
                                p { span.quiet { "from " } (marked(&step.before, step.start, step.end)) }
                                p { span.quiet { "to " } span.arrow aria-hidden="true" { "→ " } (code(&step.after)) }
                            }
                        }
                    }
                    @if let Some(rung) = normalized.equivalent_at {
                        p { "The two are the same at the rung " strong { (rung) } "." }
                    }
                }
            }
        }
        (super::json("normalize", &[
            ("input", uri), ("base", &asked.base), ("edition", asked.standard.name()),
        ]))
    }
}
