//! The URI to which the input is mapped, and the IRI to which it is converted.

use maud::{Markup, html};
use napkin_answers::map::{Form, Mapped};

use super::{Asked, LONGEST_IN_LINK};
use crate::escape::code;

/// The heading and the options of each result: of each form, the default comes before the other way to write a host.
const FORMS: [(&str, Form, bool); 4] = [
    ("URI", Form::Uri, true),
    ("URI, host percent-encoded", Form::Uri, false),
    ("IRI", Form::Iri, false),
    ("IRI, host in letters", Form::Iri, true),
];

/// The content of the panel; `None` if the input is a URI and an IRI as it stands, or neither can be made of it.
pub(super) fn panel(asked: &Asked, uri: &str) -> Option<Markup> {
    let mut rows: Vec<(&str, Result<String, String>)> = Vec::new();
    for (number, (title, to, idna)) in FORMS.into_iter().enumerate() {
        let mapped = Mapped { to, idna, nfc: false, encode_ascii: false };
        let answer = mapped.answer(uri.as_bytes());
        let made = answer
            .map(|answer| answer.as_str().to_owned())
            .map_err(|failure| failure.message().to_string());
        // Without a domain name the answer equals that of the row before.
        let is_default = number % 2 == 0;
        if is_default || rows.last().is_none_or(|(_, before)| *before != made) {
            rows.push((title, made));
        }
    }
    let says_something =
        |made: &Result<String, String>| made.as_deref().is_ok_and(|made| made != uri);
    rows.iter().any(|(_, made)| says_something(made)).then(|| table(asked, &rows))
}

fn table(asked: &Asked, rows: &[(&str, Result<String, String>)]) -> Markup {
    html! {
        table {
            tbody {
                @for (title, made) in rows {
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
                        }
                    }
                }
            }
        }
    }
}
