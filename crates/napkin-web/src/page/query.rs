//! The query as a table of its keys and values, decoded once, with what is recognized in the values; and the URLs inside
//! the URI, down to the last one.

use maud::{Markup, html};
use napkin::{Parts, percent};
use napkin_answers::glance::Inside;
use napkin_answers::recognized::{Recognized, recognized};
use napkin_schemes::tracking;

use super::{Asked, LONGEST_IN_LINK};
use crate::escape::{Shown, code, folded, short};

/// The number of pairs that are shown.
const MOST: usize = 100;

/// The content of the panel about the query; `None` if there is nothing in it.
pub(super) fn panel(asked: &Asked, uri: &str) -> Option<Markup> {
    let query = Parts::split(uri).query.filter(|query| !query.is_empty())?;
    let mut pairs = query.split('&');
    let shown: Vec<_> = pairs.by_ref().take(MOST).collect();
    let more = pairs.count();
    Some(html! {
        table.query {
            thead { tr { th scope="col" { "key" } th scope="col" { "value, decoded" } } }
            tbody { @for pair in &shown { (row(asked, pair)) } }
        }
        @if more > 0 { p { "And " (more) " pairs more." } }
    })
}

fn row(asked: &Asked, pair: &str) -> Markup {
    let (key, value) = pair.split_once('=').map_or((pair, None), |(key, value)| (key, Some(value)));
    let read = |text| percent::decode(text, true).to_string_lossy().into_owned();
    let (key, value) = (read(key), value.map(read));
    html! {
        tr {
            th scope="row" {
                (code(&key))
                @if tracking::is_tracking(key.as_bytes()) { " " span.section { "tracks visitors" } }
            }
            td {
                @match &value {
                    None => span.nothing { "no value" },
                    Some(value) => {
                        (folded(value))
                        @if let Some(recognized) = recognized(value) { (told(asked, value, &recognized)) }
                    }
                }
            }
        }
    }
}

/// What a value is.
fn told(asked: &Asked, value: &str, recognized: &Recognized) -> Markup {
    html! {
        div.recognized {
            @match recognized {
                Recognized::Url if value.len() <= LONGEST_IN_LINK => {
                    "a URL" @if let Some(link) = asked.link(Some(value)) { ": " a href=(link) { "look at it" } }
                }
                Recognized::Url => "a URL",
                Recognized::Time(time) => { "a time: " (time) " UTC" }
                Recognized::Uuid(version) => { "a UUID, version " (version) }
                Recognized::Base64(text) => { "base64 of " (folded(text)) }
                Recognized::Jwt(header, claims) => {
                    "a signed token (JWT), not checked: " (folded(header)) " " (folded(claims))
                }
            }
        }
    }
}

/// The content of the panel about the URLs inside; `None` if there are none.
pub(super) fn chain(asked: &Asked, chain: &[Inside]) -> Option<Markup> {
    let last = chain.last()?;
    Some(html! {
        p { "The innermost URL goes to " strong { (code(last.host.as_deref().unwrap_or(&last.uri))) } "." }
        @let (first, others) = chain.split_at(chain.len().min(4));
        ol.inside { @for one in first { (link(asked, one)) } }
        @if !others.is_empty() {
            details {
                summary { (others.len()) " URLs more, down to the last one" }
                ol.inside { @for one in others { (link(asked, one)) } }
            }
        }
    })
}

fn link(asked: &Asked, one: &Inside) -> Markup {
    html! {
        li {
            span.section {
                @match &one.parameter {
                    Some(key) => { "in the query, " (Shown(key.get(..crate::escape::floor(key, 60)).unwrap_or_default())) ": " }
                    None => "in the path: ",
                }
                @if one.base64 { "base64 of " }
            }
            @if one.uri.len() <= LONGEST_IN_LINK {
                a href=[asked.link(Some(&one.uri))] { (short(&one.uri)) }
            } @else { (short(&one.uri)) }
        }
    }
}
