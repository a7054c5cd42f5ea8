//! The frame of the panels: head, form, navigation.

use maud::{DOCTYPE, Markup, html};
use napkin::edition::EDITIONS;
use napkin_answers::Standard;
use napkin_answers::standard::UrlStandard;

use super::{Asked, Panel, glance};
use crate::assets::{ICON, SCRIPT, STYLE};
use crate::escape::{Field, Shown};

fn document(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href=(ICON);
                link rel="stylesheet" href=(STYLE);
                script src=(SCRIPT) defer {}
            }
            body {
                a.skip href="#main" { "Skip to the answers" }
                (body)
            }
        }
    }
}

fn banner() -> Markup {
    html! {
        header.banner {
            h1.name { a href="/" { "napkin" } }
            p.motto { "what a URI says, to the letter" }
        }
    }
}

/// The page with its panels.
pub(super) fn page(asked: &Asked, panels: &[Panel]) -> Markup {
    let title = if asked.uri.is_some() { "napkin: a URI explained" } else { "napkin" };
    document(
        title,
        &html! {
            (banner())
            (form(asked))
            main #main tabindex="-1" {
                @match &asked.uri {
                    Some(uri) => (glance::strip(asked, uri)),
                    None => (welcome()),
                }
                div.columns {
                    nav aria-label="Panels" {
                        ul {
                            @for panel in panels {
                                li { a href={ "#" (panel.id) } { (panel.title) } }
                            }
                        }
                        p.link { a href=(asked.link(None)) { "Link to all this" } }
                    }
                    div.panels {
                        @for panel in panels {
                            section.panel id=(panel.id) aria-labelledby={ (panel.id) "-title" } {
                                h2 id={ (panel.id) "-title" } { (panel.title) }
                                (panel.content)
                            }
                        }
                    }
                }
            }
            p #said .quiet role="status" aria-live="polite" {}
            (foot())
        },
    )
}

/// The name of the newest edition of the URL Standard.
const NEWEST: &str = UrlStandard::NEWEST.name;

fn form(asked: &Asked) -> Markup {
    html! {
        search {
            form #ask action="/" method="get" {
                div.field.wide {
                    label for="uri" { "URI or reference" }
                    input #uri name="uri" type="text" value=(Field(asked.uri.as_deref().unwrap_or("")))
                        dir="ltr" autocomplete="off" autocapitalize="off" spellcheck="false"
                        placeholder="http://example.com/over/there?name=ferret#nose";
                }
                div.field {
                    label for="edition" { "read by" }
                    select #edition name="edition" {
                        @for edition in EDITIONS {
                            option value=(edition.name) selected[edition.name == asked.standard.name()] {
                                (edition.title) " (" (edition.year) ")"
                            }
                        }
                        optgroup label="As browsers read it" {
                            @for standard in Standard::all().filter(|standard| standard.syntax().is_none()) {
                                option value=(standard.name()) selected[standard.name() == asked.standard.name()] {
                                    (standard.title()) @if standard.name() == NEWEST { ", the newest" }
                                }
                            }
                        }
                    }
                }
                button.main type="submit" { "Explain" }
            }
            @if asked.has_unkept() {
                p.hint role="status" {
                    "A field cannot hold U+0000 and U+0080 to U+009F. It shows them as escapes, such as \\u{9b}, and sends the escapes."
                }
            }
        }
    }
}

fn welcome() -> Markup {
    html! {
        section.panel.welcome aria-labelledby="welcome-title" {
            h2 #welcome-title { "What does a URI say?" }
            p {
                "Paste one above. It is read to the letter, by any edition of the syntax since 1994: its parts, \
                 the rule behind every byte, what it resolves to, what it equals, what it means to its scheme, \
                 and how it may mislead."
            }
            p { "Nothing is fetched, stored or sent anywhere." }
        }
    }
}

fn foot() -> Markup {
    html! {
        footer {
            p {
                "The same answers as JSON: " a href="/api/v1/openapi.json" { "the description of the API" }
                ". Everything here comes from this program; it connects to nothing."
            }
        }
    }
}

/// A page with only a message.
pub(super) fn message(text: &str) -> Markup {
    document(
        "napkin: not understood",
        &html! {
            (banner())
            main #main tabindex="-1" {
                section.panel aria-labelledby="message-title" {
                    h2 #message-title { "That was not understood" }
                    p role="alert" { (Shown(text)) "." }
                    p { a href="/" { "Begin anew" } }
                }
            }
        },
    )
}
