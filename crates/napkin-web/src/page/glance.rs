//! The answers at a glance, above all panels: where it leads, whether that is dangerous, whether it is valid, and what was
//! probably meant.

use maud::{Markup, html};
use napkin::Level;
use napkin_answers::glance::{Direction, Glance, Meant, Piece, Safety, Sentence};
use napkin_answers::normalize::Normalizing;

use napkin_schemes::{secrets, tracking};

use super::colours::{Colours, host};
use super::{Asked, LONGEST_IN_LINK};
use crate::escape::{Field, Shown, code};

pub(super) fn strip(asked: &Asked, uri: &str, glance: &Glance) -> Markup {
    let colours = Colours::new(asked.standard, uri);
    let validity = &glance.validity;
    html! {
        section #glance class={ "glance " (glance.danger.safety.name()) } aria-labelledby="glance-title" {
            h2.lead #glance-title { (sentence(&glance.lead.sentence)) }
            p.safety { span.sign aria-hidden="true" { (sign(glance.danger.safety)) } " " (Shown(&glance.danger.sentence)) }
            @if let Some(meant) = &glance.meant { (question(asked, meant)) }
            p class=(if validity.is_valid { "validity" } else { "validity is-not" }) { (Shown(&validity.sentence)) }
            @if let Some(last) = glance.inside.last() {
                p.end {
                    "The innermost URL goes to "
                    a href=[asked.link(Some(&last.uri))] {
                        strong { (code(last.host.as_deref().unwrap_or(&last.uri))) }
                    }
                    @if glance.inside.len() > 1 { " (" (glance.inside.len()) " URLs inside each other)" }
                }
            }
            (colours.line(uri))
            @if let Some(note) = other_reading(asked, glance) { p.hint { (note) } }
            (copies(asked, uri, glance))
        }
    }
}

/// What was probably meant, and what that would be.
fn question(asked: &Asked, meant: &Meant) -> Markup {
    html! {
        div.meant {
            p { "Did you mean " a href=[asked.link(Some(&meant.uri))] { (code(&meant.uri)) } "? " (Shown(&meant.because)) }
            p { "That one: " (Shown(&meant.lead)) @if !meant.is_defanged { " " (Shown(&meant.danger)) } }
        }
    }
}

/// A sentence with its names in bold.
fn sentence(sentence: &Sentence) -> Markup {
    html! {
        @for piece in &sentence.0 {
            @match piece {
                Piece::Words(text) => (Shown(text)),
                Piece::Name(text) => strong { bdi.name dir="ltr" { (host(text)) } },
            }
        }
    }
}

const fn sign(safety: Safety) -> &'static str {
    match safety {
        Safety::Dangerous => "⚠",
        Safety::Careful => "!",
        Safety::NoDangerFound => "·",
    }
}

/// What browsers make of a text whose colours are of another reading.
fn other_reading(asked: &Asked, glance: &Glance) -> Option<Markup> {
    let title = asked.standard.title();
    let host = glance.lead.host.as_deref()?;
    let is_other = !asked.standard.is_url() && glance.lead.direction == Direction::DifferentHosts;
    is_other.then(|| {
        html! { "The colours follow " (title) ". Browsers read it by the URL Standard: they go to " (code(host)) "." }
    })
}

/// The text without known tracking parameters; `None` if it has none.
fn without_tracking(uri: &str) -> Option<String> {
    let (before, fragment) = uri.split_at(uri.find('#').unwrap_or(uri.len()));
    let (before, query) = before.split_once('?')?;
    let stripped = tracking::strip(query);
    if stripped.as_deref() == Some(query) {
        return None;
    }
    let query = stripped.map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("{before}{query}{fragment}"))
}

/// Buttons that copy what people want. They need script, and the style hides them without.
fn copies(asked: &Asked, uri: &str, glance: &Glance) -> Markup {
    let normalizing = Normalizing::new(asked.standard, Level::Syntax).explained(false);
    let mut scratch = String::new();
    let normal = normalizing.answer(uri.as_bytes(), &mut scratch).ok();
    let normal = normal.map(|normalized| normalized.text.into_owned());
    let without_tracking = without_tracking(uri);
    let without_secrets = secrets::redacted_text(uri.as_bytes());
    let texts = [
        ("repaired", glance.validity.repaired.as_deref()),
        ("without tracking", without_tracking.as_deref()),
        ("without secrets", Some(&*without_secrets).filter(|text| *text != uri)),
        ("normal form", normal.as_deref()),
        ("host", glance.lead.host.as_deref()),
    ];
    let repaired = glance.validity.repaired.as_ref().filter(|_| glance.meant.is_none());
    html! {
        @if let Some(repaired) = repaired.filter(|text| text.len() <= LONGEST_IN_LINK) {
            p.repaired {
                "Repaired: " a.button href=[asked.link(Some(repaired))] { (code(repaired)) }
                @if !glance.validity.keeps_meaning { " (may mean something else)" }
            }
        }
        div.copies {
            @for (name, text) in texts {
                @if let Some(text) = text.filter(|text| text.len() <= LONGEST_IN_LINK) {
                    button type="button" data-text=(Field(text)) { "Copy " (name) }
                }
            }
            @if asked.link(None).is_some() { button type="button" data-page="" { "Copy link" } }
            (super::json_named("findings and hosts", "audit", &[("input", uri), ("edition", asked.standard.name()), ("hosts", "true"), ("all", "true")]))
        }
    }
}
