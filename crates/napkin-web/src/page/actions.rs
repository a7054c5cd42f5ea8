//! What people do with a URI: they copy it, as it is or without what others should not have, compare it, and take its answers as
//! JSON.

use maud::{Markup, html};
use napkin::{Level, Parts, Start, percent};
use napkin_answers::glance::Glance;
use napkin_answers::normalize::Normalizing;
use napkin_schemes::{secrets, tracking};

use super::{Asked, LONGEST_IN_LINK, json, pair_link};
use crate::escape::{Field, Shown, code};

/// The buttons, the links and the menu, of a URI and of the one without tracking parameters, if it has some. The buttons need script, and the style hides them without.
pub(super) fn all(asked: &Asked, uri: &str, glance: &Glance, bare: Option<&str>) -> Markup {
    let normalizing = Normalizing::new(asked.standard, Level::Syntax).explained(false);
    let mut scratch = String::new();
    let normal = normalizing.answer(uri.as_bytes(), &mut scratch).ok();
    let normal = normal.map(|normalized| normalized.text.into_owned());
    let without_secrets = secrets::redacted_text(uri.as_bytes());
    let refused = glance.as_uri.as_ref().unwrap_or(&glance.validity);
    let as_uri = refused.repaired.as_deref();
    let texts = [
        ("Copy", Some(uri)),
        ("Copy without tracking", bare),
        ("Copy without secrets", Some(&*without_secrets).filter(|text| *text != uri)),
        ("Copy as a URI", as_uri),
        (
            "Copy normal form",
            normal.as_deref().filter(|text| *text != uri && Some(*text) != as_uri),
        ),
        ("Copy host", glance.lead.host.as_deref()),
    ];
    html! {
        div.actions {
            @for (name, text) in texts {
                @if let Some(text) = text.filter(|text| text.len() <= LONGEST_IN_LINK) {
                    button type="button" data-text=(Field(text)) { (name) }
                }
            }
            @if asked.link(None).is_some() { button type="button" data-page="" { "Copy link" } }
            @if Parts::split(uri).query.is_some_and(|query| !query.is_empty()) && !asked.is_by_edition {
                a.button href="#query" { "Query as a table" }
            }
            a.button href=[pair_link(uri, "", asked.chosen)] { "Compare" }
            (menu(asked, uri, glance))
        }
    }
}

/// The answers of all panels as JSON.
fn menu(asked: &Asked, uri: &str, glance: &Glance) -> Markup {
    let (by, syntax) = (("edition", asked.standard.name()), ("edition", asked.edition().name));
    let (input, base) = (("input", uri), ("base", &*asked.base));
    let is_uri = asked.edition().parse_as(Start::Uri, uri).is_ok();
    let is_relative = Parts::split(uri).scheme.is_none() || !asked.has_usual_base();
    html! {
        details.menu {
            summary { "JSON" }
            ul {
                li { (json("all this", "glance", &[input, by])) }
                li { (json("parts and pairs", "parse", &[input, by, ("decode", "true"), ("pairs", "true")])) }
                li { (json("findings and hosts", "audit", &[input, by, ("hosts", "true"), ("all", "true")])) }
                @if !glance.mends.is_empty() { li { (json("repairs", "repair", &[input, syntax])) } }
                li { (json("normal form", "normalize", &[input, base, by])) }
                @if is_relative { li { (json("target", "resolve", &[input, base, by])) } }
                @if is_uri {
                    li { (json("scheme", "describe", &[input, syntax])) }
                    li { (json("plan", "plan", &[input, syntax])) }
                }
                li { (json("key", "key", &[input, ("profile", "surt")])) }
                li { (json("mapped to a URI", "map", &[input, ("to", "uri"), ("host", "idna")])) }
                li { (json("editions", "editions", &[input, base, ("all", "true")])) }
                li { (json("rules", "parse", &[input, syntax, ("tree", "true")])) }
            }
        }
    }
}

/// The number of tracking parameters that are named.
const MOST_NAMED: usize = 4;

/// The text without what tracks visitors, and the keys of that.
pub(super) fn tracking(asked: &Asked, uri: &str, bare: &str) -> Markup {
    let query = Parts::split(uri).query.unwrap_or_default();
    let keys = query.split('&').map(|pair| pair.split('=').next().unwrap_or_default());
    let keys = keys.map(|key| percent::decode(key, true).to_string_lossy().into_owned());
    let mut keys: Vec<_> = keys.filter(|key| tracking::is_tracking(key.as_bytes())).collect();
    let more = keys.len().saturating_sub(MOST_NAMED);
    keys.truncate(MOST_NAMED);
    html! {
        p.tracking {
            "Without what tracks visitors ("
            @for (number, key) in keys.iter().enumerate() { @if number > 0 { ", " } (Shown(key)) }
            @if more > 0 { ", and " (more) " more" }
            ")"
            @if bare.len() <= LONGEST_IN_LINK { ": " a href=[asked.link(Some(bare))] { (code(bare)) } } @else { ": too long to show." }
        }
    }
}

/// The text without known tracking parameters; `None` if it has none.
pub(super) fn without_tracking(uri: &str) -> Option<String> {
    let (before, fragment) = uri.split_at(uri.find('#').unwrap_or(uri.len()));
    let (before, query) = before.split_once('?')?;
    let stripped = tracking::strip(query);
    if stripped.as_deref() == Some(query) {
        return None;
    }
    let query = stripped.map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("{before}{query}{fragment}"))
}
