//! The normal form at the default level, and the steps to it, each as a change.

use maud::{Markup, html};
use napkin::Level;
use napkin_answers::change::Step;
use napkin_answers::normalize::Normalizing;
use napkin_standards::Base;

use super::bytes::section;
use super::{Asked, LONGEST_IN_LINK};
use crate::escape::{changed, folded};

/// The number of steps that are shown.
const MOST: usize = 24;

/// The content of the panel; `None` if the input is not valid, or in normal form.
pub(super) fn panel(asked: &Asked, uri: &str) -> Option<Markup> {
    let base = Base::new(asked.base.clone(), asked.standard);
    let normalizing = Normalizing::new(asked.standard, Level::Syntax).by_base(Some(base));
    let mut scratch = String::new();
    let normalized = normalizing.answer(uri.as_bytes(), &mut scratch).ok()?;
    let steps = &normalized.steps;
    (!steps.is_empty()).then(|| html! {
        div.target {
            @if normalized.text.len() <= LONGEST_IN_LINK {
                a href=[asked.link(Some(&normalized.text))] { (crate::escape::code(&normalized.text)) }
            } @else { (folded(&normalized.text)) }
        }
        ol.changes { @for step in steps.iter().take(MOST) { (told(step)) } }
        @if steps.len() > MOST { p { "And " (steps.len() - MOST) " steps more." } }
        @if let Some(level) = normalized.equivalent_at {
            p { "The two are the same at the level " strong { (level) } "." }
        }
    })
}

fn told(step: &Step<'_>) -> Markup {
    html! {
        li {
            p { span.rule { (step.rule) } " " span.section { (section(step.section)) } }
            p { (changed(&step.before, &step.after, step.start, step.end)) }
        }
    }
}
