//! The parts of the URI, or its error.

use maud::{Markup, html};
use napkin_answers::parse::{Canonical, Parsed, Parsing, Whole};
use napkin_standards::facts::{self, Value};

use super::Asked;
use super::colours::about;
use crate::escape::{Shown, code, folded, marked};

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let mut parsing = Parsing::new(asked.standard);
    parsing.options.decode = true;
    let answer = parsing.answer(uri.as_bytes());
    html! {
        @match &answer {
            Ok(Parsed::Whole(whole)) => {
                p { "Valid by " (asked.standard.title()) "." }
                (table(whole))
            }
            Ok(Parsed::Canonical(canonical)) => (of_url(canonical)),
            Ok(Parsed::Split(_)) => {},
            Err(failure) => {
                p.verdict.bad { "Not valid by " (asked.standard.title()) "." }
                p.says { (failure.message()) "." @if let Some(advice) = failure.advice() { " Advice: " (Shown(advice)) "." } }
                @if let Some(offset) = failure.offset() { (caret(uri, offset)) }
            }
        }
    }
}

/// The text around a fault, with a caret below its character.
fn caret(uri: &str, offset: usize) -> Markup {
    html! {
        p.caret { (marked(uri, offset, offset + 1)) }
        p.section { "Byte " (offset) "." }
    }
}

/// The number of validation errors, and of segments, that are shown.
const MOST: usize = 32;

/// The parts of a URL, its rewriting, and its validation errors.
fn of_url(canonical: &Canonical) -> Markup {
    let Canonical { url, rewriting, .. } = canonical;
    let rows = facts::list(url.into()).into_iter().filter_map(|component| {
        let value = component.value.filter(|value| *value != Value::Undefined)?;
        about(component.name).map(|_| (component.name, value))
    });
    html! {
        @if rewriting.rewritten { div.target { "Rewritten to: " (folded(&rewriting.href)) } }
        table.parts {
            tbody {
                @for (name, value) in rows { tr { (heading(name)) td { (value_of(&value)) } } }
                tr { th scope="row" { "origin" } td { (code(&rewriting.origin)) } }
            }
        }
        @if !rewriting.validation.is_empty() {
            details {
                summary { "What a validator of the URL Standard reports" }
                ul { @for error in rewriting.validation.iter().take(MOST) { li { (error.name) " at byte " (error.offset) } } }
                @if let Some(more) = rewriting.validation.len().checked_sub(MOST).filter(|more| *more > 0) { p { "And " (more) " more." } }
            }
        }
    }
}

fn table(whole: &Whole<'_>) -> Markup {
    let rows: Vec<_> = facts::list((&whole.reference).into())
        .into_iter()
        .filter_map(|component| {
            // An undefined part has nothing to say, and the kinds of parts are in the JSON.
            let value = component.value.filter(|value| *value != Value::Undefined)?;
            about(component.name)?;
            let decoded = decoded(whole, component.name, &value);
            Some((component.name, value, decoded))
        })
        .collect();
    let any_decoded = rows.iter().any(|(.., decoded)| decoded.is_some());
    html! {
        table.parts {
            thead { tr {
                th scope="col" { "part" }
                th scope="col" { "text" }
                @if any_decoded { th scope="col" { "decoded" } }
            } }
            tbody {
                @for (name, value, decoded) in &rows {
                    tr {
                        (heading(name))
                        td { (value_of(value)) }
                        @if any_decoded { td { @if let Some(decoded) = decoded { (decoded) } } }
                    }
                }
            }
        }
    }
}

/// The name of a part beside its colour, and what it is for.
fn heading(name: &str) -> Markup {
    html! {
        th scope="row" class={ "part-" (name) } {
            (name.replace('_', "-"))
            @if let Some(about) = about(name) { " " span.about { (about) } }
        }
    }
}

fn value_of(value: &Value<'_>) -> Markup {
    match value {
        Value::Undefined => html! { span.nothing { "undefined" } },
        Value::Text(text) => folded(text),
        Value::Texts(segments) => html! {
            @for (number, segment) in segments.iter().take(MOST).enumerate() {
                @if number > 0 { span.arrow aria-hidden="true" { " / " } }
                (code(segment))
            }
            @if segments.iter().nth(MOST).is_some() { span.more { " … and more" } }
        },
    }
}

/// A part decoded, if decoding changes it.
fn decoded(whole: &Whole<'_>, name: &str, value: &Value<'_>) -> Option<Markup> {
    let decoded = whole.decoded.as_ref()?;
    let octets = match name {
        "userinfo" => decoded.userinfo.as_ref(),
        "host" => decoded.host.as_ref(),
        "query" => decoded.query.as_ref(),
        "fragment" => decoded.fragment.as_ref(),
        _ => None,
    };
    let is_raw = |octets: &[u8]| matches!(value, Value::Text(text) if text.as_bytes() == octets);
    let octets = octets.filter(|octets| !is_raw(octets.as_bytes()))?;
    Some(html! {
        @match str::from_utf8(octets.as_bytes()) {
            Ok(text) => (folded(text)),
            Err(_) => span.nothing { "not UTF-8" },
        }
    })
}
