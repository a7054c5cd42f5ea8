//! The URI to which the input is mapped, and the IRI to which it is converted.

use maud::{Markup, html};
use napkin_answers::map::{Form, Mapped};

use super::{Asked, LONGEST_IN_LINK};
use crate::escape::code;

/// The heading and the parameters of each result: of each form, the default comes before the other way to write a host.
const FORMS: [(&str, Form, &str, bool); 4] = [
    ("URI", Form::Uri, "uri", true),
    ("URI, host percent-encoded", Form::Uri, "uri", false),
    ("IRI", Form::Iri, "iri", false),
    ("IRI, host in letters", Form::Iri, "iri", true),
];

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let mut rows: Vec<(&str, Result<String, String>, Markup)> = Vec::new();
    for (number, (title, to, name, idna)) in FORMS.into_iter().enumerate() {
        let mapped = Mapped { to, idna, nfc: false, encode_ascii: false };
        let answer = mapped.answer(uri.as_bytes());
        let made = answer
            .map(|answer| answer.as_str().to_owned())
            .map_err(|failure| failure.message().to_string());
        // Without a domain name the answer equals that of the row before.
        let is_default = number % 2 == 0;
        if is_default || rows.last().is_none_or(|(_, before, _)| *before != made) {
            let host = if idna { "idna" } else { "percent" };
            let asked = [("input", uri), ("to", name), ("host", host)];
            let json = super::json_named(&format!("map: {title}"), "map", &asked);
            rows.push((title, made, json));
        }
    }
    let is_both = rows.iter().all(|(_, made, _)| made.as_deref() == Ok(uri));
    html! {
        @if is_both { p.only { "It is a URI and an IRI as it stands." } }
        @else { (table(asked, &rows)) }
    }
}

fn table(asked: &Asked, rows: &[(&str, Result<String, String>, Markup)]) -> Markup {
    html! {
        table {
            tbody {
                @for (title, made, json) in rows {
                    tr {
                        th scope="row" { (title) }
                        td {
                            @match made {
                                Ok(text) if text.len() <= LONGEST_IN_LINK => {
                                    a href=[asked.link(Some(text))] { (code(text)) }
                                }
                                Ok(text) => { (code(text)) }
                                Err(message) => { (message) "." }
                            }
                            (json)
                        }
                    }
                }
            }
        }
    }
}
