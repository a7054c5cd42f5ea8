//! The frame of the panels: head, form, navigation.

use maud::{DOCTYPE, Markup, html};
use napkin::edition::EDITIONS;
use napkin_answers::glance::Glance;
use napkin_standards::{Standard, UrlStandard};

use super::{Asked, Panel, Root, glance, pair_link};
use crate::assets::{ICON, SCRIPT, STYLE};
use crate::escape::{Field, Shown, code, floor};

/// A page with its title, which may name the input, and a description for those that show links.
pub(super) fn document(
    title: &str,
    description: Option<&str>,
    root: &Root,
    body: &Markup,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                meta property="og:title" content=(title);
                @if let Some(description) = description {
                    meta property="og:description" content=(description);
                    meta name="description" content=(description);
                }
                link rel="icon" href={ (root) (ICON) };
                link rel="stylesheet" href={ (root) (STYLE) };
                // Nothing is drawn before all panels are there: what arrives later would move what is shown.
                link rel="expect" href={ "#" (LAST) } blocking="render";
                script src={ (root) (SCRIPT) } defer {}
            }
            body {
                a.skip href="#main" { "Skip to the answers" }
                (body)
            }
        }
    }
}

/// The name of the element behind all panels.
const LAST: &str = "said";

/// What the script says to those who do not see the page; behind all panels.
pub(super) fn said() -> Markup {
    html! { p id=(LAST) .quiet role="status" aria-live="polite" {} }
}

pub(super) fn banner(root: &Root) -> Markup {
    html! {
        header.banner {
            h1.name { a href=(root) { "napkin" } }
            p.motto { "what a URI means, and where it leads" }
        }
    }
}

/// The page with its panels.
pub(super) fn page(asked: &Asked, panels: &[Panel]) -> Markup {
    let root = Root::above(0);
    let glance = asked.uri.as_ref().map(|uri| Glance::new(uri.as_bytes(), asked.standard));
    let title = asked.uri.as_deref().map_or_else(|| "napkin".to_owned(), title);
    let description = glance.as_ref().map(|glance| {
        let about = format!("{} {}", glance.lead.sentence, glance.danger.sentence);
        Shown(&about).to_label()
    });
    document(
        &title,
        description.as_deref(),
        &root,
        &html! {
            (banner(&root))
            (form(asked))
            main #main tabindex="-1" {
                @match (&asked.uri, &glance) {
                    (Some(uri), Some(glance)) => (glance::strip(asked, uri, glance)),
                    _ => (welcome()),
                }
                div.columns {
                    nav aria-label="Panels" {
                        ul {
                            @for panel in panels {
                                li { a href={ "#" (panel.id) } { (panel.title) } }
                            }
                        }
                        @if let Some(link) = asked.link(None) { p.link { a href=(link) { "Link to all this" } } }
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
            (said())
            (foot(&root))
        },
    )
}

/// The name of the newest edition of the URL Standard.
const NEWEST: &str = UrlStandard::NEWEST.name;

fn form(asked: &Asked) -> Markup {
    html! {
        search {
            form #ask action="./" method="get" {
                div.field.wide {
                    label for="uri" { "URI or reference" }
                    input #uri name="uri" type="text" value=(Field(asked.uri.as_deref().unwrap_or("")))
                        dir="ltr" autocomplete="off" autocapitalize="off" spellcheck="false" autofocus[asked.uri.is_none()]
                        placeholder="http://example.com/over/there?name=ferret#nose";
                }
                (standards(asked.standard))
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

/// The field that chooses the standard.
pub(super) fn standards(chosen: Standard) -> Markup {
    html! {
        div.field {
            label for="edition" { "read by" }
            select #edition name="edition" {
                @for edition in EDITIONS {
                    option value=(edition.name) selected[edition.name == chosen.name()] {
                        (edition.title) " (" (edition.year) ")"
                    }
                }
                optgroup label="As browsers read it" {
                    @for standard in Standard::all().filter(|standard| standard.is_url()) {
                        option value=(standard.name()) selected[standard.name() == chosen.name()] {
                            (standard.title()) @if standard.name() == NEWEST { ", the newest" }
                        }
                    }
                }
            }
        }
    }
}

/// The title of the page about an input: its beginning, in characters that are safe to show.
fn title(uri: &str) -> String {
    let begin = uri.get(..floor(uri, 80)).unwrap_or_default();
    let more = if begin.len() < uri.len() { "…" } else { "" };
    format!("{}{more} – napkin", Shown(begin).to_label())
}

fn welcome() -> Markup {
    html! {
        section.panel.welcome aria-labelledby="welcome-title" {
            h2 #welcome-title { "Where does it go, and is it safe?" }
            p { "Paste a URI above. Nothing is fetched, stored or sent anywhere." }
            ul.questions {
                li { a href=(question(r"https://good.example\@evil.example/", &[])) {
                    strong { "Which host does your browser visit?" } " " (code(r"https://good.example\@evil.example/"))
                } }
                li { a href=[pair_link("HTTP://Example.com:80/%7Ea/../b", "http://example.com/b")] {
                    strong { "Are these two the same?" } " " (code("HTTP://Example.com:80/%7Ea/../b")) " " (code("http://example.com/b"))
                } }
                li { a href=(question("ftp://h/a?b", &[("year", "1996")])) {
                    strong { "What did this mean in 1996?" } " " (code("ftp://h/a?b"))
                } }
            }
            p { a href="./compare" { "Compare two URIs" } ", or " a href="./template" { "expand a URI template" } }
        }
    }
}

/// The address of the page about a URI.
fn question(uri: &str, more: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::for_suffix(String::from("./?"), 3);
    query.append_pair("uri", uri).extend_pairs(more).finish()
}

pub(super) fn foot(root: &Root) -> Markup {
    html! {
        footer {
            p {
                "The same answers as JSON: " a href={ (root) "api" } { "the API" }
                ". Everything here comes from this program; it connects to nothing."
            }
        }
    }
}

/// A page with only a message.
pub(super) fn message(text: &str, root: &Root) -> Markup {
    document(
        "napkin: not understood",
        None,
        root,
        &html! {
            (banner(root))
            main #main tabindex="-1" {
                section.panel aria-labelledby="message-title" {
                    h2 #message-title { "That was not understood" }
                    p role="alert" { (Shown(text)) "." }
                    p { a href=(root) { "Begin anew" } }
                }
            }
        },
    )
}
