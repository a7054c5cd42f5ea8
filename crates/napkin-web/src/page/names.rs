//! The host as a name of the DNS, and the keys by which archives and crawlers find the URL.

use std::borrow::Cow;

use maud::{Markup, html};
use napkin_answers::key::{Keys, profiles};
use napkin_domains::LIST_DATE;
use napkin_standards::facts::{self, Component, Value};

use super::Asked;
use crate::escape::{folded, sentence};

/// The content of the panel; `None` without a registered name.
pub(super) fn panel(asked: &Asked, uri: &str) -> Option<Markup> {
    asked.standard.parse(uri, |judged| {
        let told = judged.map(facts::list_names).unwrap_or_default();
        let told =
            told.into_iter().filter_map(|Component { name, about, value, .. }| match value? {
                Value::Text(text) => Some((name, about, text)),
                _ => None,
            });
        let told: Vec<_> = told.collect();
        // An address has no name but is a site.
        (told.len() > 1).then(|| {
            html! {
                (table(&told))
                p.hint { "By Mozilla's public suffix list of " (LIST_DATE) "." }
                details.keys {
                    summary { "Keys of archives and crawlers" }
                    (keys(asked, uri))
                }
            }
        })
    })
}

fn table(told: &[(&str, &str, Cow<'_, str>)]) -> Markup {
    html! {
        table.parts {
            tbody {
                @for (name, about, text) in told {
                    tr {
                        th scope="row" title=(about) { (name.replace('_', "-")) }
                        td { (folded(text)) }
                    }
                }
            }
        }
    }
}

/// The keys of all programs: programs with the same key are one row. Each name leads to the steps of its key.
fn keys(asked: &Asked, uri: &str) -> Markup {
    let mut groups: Vec<(Result<String, String>, Vec<&str>)> = Vec::new();
    let keys =
        profiles().filter_map(|name| Some((name, Keys::named(asked.standard, name, false)?)));
    for (name, keys) in keys {
        let mut scratch = String::new();
        let key = keys.key(uri.as_bytes(), &mut scratch).map(Cow::into_owned);
        let key = key.map_err(|failure| failure.message().to_string());
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, names)) => names.push(name),
            None => groups.push((key, vec![name])),
        }
    }
    html! {
        table.parts {
            tbody {
                @for (key, names) in &groups {
                    tr {
                        th scope="row" {
                            @for name in names {
                                @match super::api_link("key", &[("input", uri), ("profile", name), ("explain", "true")]) {
                                    Some(link) => a.profile href=(link) { (name) },
                                    None => span.profile { (name) },
                                }
                                " "
                            }
                        }
                        td { @match key { Ok(key) => (folded(key)), Err(message) => { (sentence(message)) "." } } }
                    }
                }
            }
        }
    }
}
