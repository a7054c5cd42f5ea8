//! The answers at a glance, above all panels: where it leads, whether that is dangerous, whether it is valid, and what was
//! probably meant.

use maud::{Markup, html};
use napkin_answers::glance::{Direction, Glance, Meant, Piece, Safety, Sentence};

use super::colours::{Colours, host};
use super::{Asked, LONGEST_IN_LINK, actions, pair_link};
use crate::escape::{Shown, code};

/// The answers about a text. Where it is what was meant, there is what is said of the input as it stands.
pub(super) fn strip(
    asked: &Asked,
    uri: &str,
    glance: &Glance,
    as_it_stands: Option<&Glance>,
) -> Markup {
    let colours = Colours::new(asked.standard, uri);
    let bare = actions::without_tracking(uri);
    html! {
        section #glance class={ "glance " (glance.danger.safety.name()) } aria-labelledby="glance-title" {
            h2.lead #glance-title { (sentence(&glance.lead.sentence)) }
            // Where nobody is contacted, what the input stands for says more than whether it is safe.
            @let is_first = glance.lead.host.is_none() && glance.danger.safety != Safety::Dangerous;
            @if let Some(other) = as_it_stands.filter(|_| is_first) { (read_as(asked, uri, other)) }
            p.safety { span.sign aria-hidden="true" { (sign(glance.danger.safety)) } " " (Shown(&glance.danger.sentence)) }
            @if let Some(signed) = &glance.signed { p.signed { (signed.sentence()) } }
            @if let Some(bare) = &bare { (actions::tracking(asked, uri, bare)) }
            @if let Some(other) = as_it_stands.filter(|_| !is_first) { (read_as(asked, uri, other)) }
            @if let Some(meant) = &glance.meant { (question(asked, meant)) }
            (validity(asked, glance))
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
            (actions::all(asked, uri, glance, bare.as_deref()))
        }
    }
}

/// What the input is read as, and what it is as it stands.
fn read_as(asked: &Asked, uri: &str, as_it_stands: &Glance) -> Markup {
    html! {
        p.as-it-stands {
            "Read as " (code(uri)) ". "
            a href=[asked.as_it_stands()] { "As it stands" } ": " (Shown(&as_it_stands.lead.sentence.to_string()))
            @if let Some(second) = as_it_stands.meant.as_ref().and_then(|meant| meant.second.as_deref()) {
                " The other is " (code(second)) ": " a href=[pair_link(uri, second, asked.chosen)] { "compare the two" } "."
            }
        }
    }
}

/// Whether it is valid. What browsers read and RFC 3986 does not is told in the words of a note.
fn validity(asked: &Asked, glance: &Glance) -> Markup {
    let validity = &glance.validity;
    let strict = glance.as_uri.as_ref().filter(|_| validity.is_valid);
    html! {
        @match strict.map(|strict| (strict, strict.fault.as_deref())) {
            Some((_, None)) => p.validity { "Valid by the URL Standard and by RFC 3986." },
            Some((strict, Some(fault))) => p.validity {
                "Not a " a href=[asked.as_it_stands()] { "URI by RFC 3986" } ": " (Shown(fault))
                @if let Some(uri) = strict.repaired.as_ref().filter(|_| strict.keeps_meaning) { "; as a URI: " (code(uri)) }
                "."
            },
            None => {
                p class=(if validity.is_valid { "validity" } else { "validity is-not" }) { (Shown(&validity.sentence)) }
                @if let Some(repaired) = validity.repaired.as_ref().filter(|text| glance.meant.is_none() && text.len() <= LONGEST_IN_LINK) {
                    p.repaired {
                        "Repaired: " a.button href=[asked.link(Some(repaired))] { (code(repaired)) }
                        @if !validity.keeps_meaning { " (may mean something else)" }
                    }
                }
            }
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
