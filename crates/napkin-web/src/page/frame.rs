//! The frame of the panels: head, form, views.

use maud::{DOCTYPE, Markup, html};
use napkin::edition::EDITIONS;
use napkin_answers::glance::Glance;
use napkin_standards::{Standard, UrlStandard};

use super::{Asked, BY_EDITION, Panel, Root, examples, glance, pair_link, text};
use crate::assets::{ICON, SCRIPT, STYLE};
use crate::escape::{Field, Shown, code, floor};

/// A page, in parts: a script that asks again needs its title and its answers alone.
pub(crate) struct Page {
    /// The title, which may name the input.
    pub(super) title: String,
    /// A description for those that show links.
    pub(super) description: Option<String>,
    pub(super) root: Root,
    /// What asks.
    pub(super) form: Markup,
    /// What answers: the content of `main`.
    pub(super) answers: Markup,
}

impl Page {
    /// The whole document.
    pub(crate) fn whole(&self) -> Markup {
        let Self { title, description, root, form, answers } = self;
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
                    link rel="icon" href={ (root) (ICON.address()) };
                    link rel="stylesheet" href={ (root) (STYLE.address()) };
                    // Nothing is drawn before all panels are there: what arrives later would move what is shown.
                    link rel="expect" href={ "#" (LAST) } blocking="render";
                    script src={ (root) (SCRIPT.address()) } defer {}
                }
                body {
                    a.skip href="#main" { "Skip to the answers" }
                    header.banner {
                        h1.name { a href=(root) { "napkin" } }
                        p.motto { "what a URI means, and where it leads" }
                    }
                    (form)
                    main #main tabindex="-1" { (answers) }
                    // What the script says to those who do not see the page.
                    p id=(LAST) .quiet role="status" aria-live="polite" {}
                    footer {
                        p {
                            "The same answers as JSON: " a href={ (root) "api" } { "the API" }
                            ". Everything here comes from this program; it connects to nothing."
                        }
                    }
                }
            }
        }
    }

    /// The title and the answers, for the script of a page that is there.
    pub(crate) fn part(&self) -> Markup {
        html! { title { (self.title) } (self.answers) }
    }
}

/// The name of the element behind all panels.
const LAST: &str = "said";

/// The page of the start.
pub(super) fn start(asked: &Asked) -> Page {
    let text = text::panel(asked);
    let examples = Panel { id: "examples", title: "Examples", content: examples::panel() };
    let text = text.map(|content| Panel { id: "text", title: "URIs in a text", content });
    Page {
        title: "napkin".into(),
        description: None,
        root: Root::above(0),
        form: form(asked),
        answers: html! { (unkept(asked)) (welcome()) (list(&[Some(examples), text])) },
    }
}

/// The page with its panels.
pub(super) fn page(
    asked: &Asked,
    uri: &str,
    glance: &Glance,
    as_it_stands: Option<&Glance>,
    panels: Vec<Panel>,
) -> Page {
    let about = format!("{} {}", glance.lead.sentence, glance.danger.sentence);
    let panels: Vec<_> = panels.into_iter().map(Some).collect();
    Page {
        title: title(asked.uri.as_deref().unwrap_or_default()),
        description: Some(Shown(&about).to_label()),
        root: Root::above(0),
        form: form(asked),
        answers: html! {
            (unkept(asked))
            (glance::strip(asked, uri, glance, as_it_stands))
            (views(asked))
            (list(&panels))
        },
    }
}

fn list(panels: &[Option<Panel>]) -> Markup {
    html! {
        div.panels {
            @for panel in panels.iter().flatten() {
                section.panel id=(panel.id) aria-labelledby={ (panel.id) "-title" } {
                    h2 id={ (panel.id) "-title" } { (panel.title) }
                    (panel.content)
                }
            }
        }
    }
}

/// The two views of the answers, and the link to all of it.
fn views(asked: &Asked) -> Markup {
    let view = |is_by_edition: bool, name: &str| {
        let current = (asked.is_by_edition == is_by_edition).then_some("page");
        html! { a href=[asked.view(is_by_edition)] aria-current=[current] { (name) } }
    };
    html! {
        nav aria-label="Views" {
            (view(false, "What it says"))
            (view(true, "Editions and bytes"))
            @if let Some(link) = asked.link(None) { a.link href=(link) { "Link to all this" } }
        }
        @if asked.is_by_edition { input type="hidden" name="view" form="ask" value=(BY_EDITION); }
    }
}

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
                (standards(asked.chosen))
                button.main type="submit" { "Explain" }
            }
        }
    }
}

/// What a field cannot hold.
fn unkept(asked: &Asked) -> Markup {
    html! {
        @if asked.has_unkept() {
            p.hint role="status" {
                "A field cannot hold U+0000 and U+0080 to U+009F. It shows them as escapes, such as \\u{9b}, and sends the escapes."
            }
        }
    }
}

/// The name of the newest edition of the URL Standard.
const NEWEST: &str = UrlStandard::NEWEST.name;

/// The field that chooses the standard.
pub(super) fn standards(chosen: Option<Standard>) -> Markup {
    let is_chosen = |name: &str| chosen.is_some_and(|chosen| chosen.name() == name);
    html! {
        div.field {
            label for="edition" { "read by" }
            select #edition name="edition" {
                option value="" { "browsers" }
                optgroup label="The URI syntax" {
                    @for edition in EDITIONS {
                        option value=(edition.name) selected[is_chosen(edition.name)] {
                            (edition.title) " (" (edition.year) ")"
                        }
                    }
                }
                optgroup label="The URL Standard, by date" {
                    @for standard in Standard::all().filter(|standard| standard.is_url()) {
                        option value=(standard.name()) selected[is_chosen(standard.name())] {
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
                li { a href=[pair_link("HTTP://Example.com:80/a/../b", "http://example.com/b", None)] {
                    strong { "Are these two the same?" } " " (code("HTTP://Example.com:80/a/../b")) " " (code("http://example.com/b"))
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

/// A page with only a message.
pub(super) fn message(text: &str, root: Root) -> Page {
    Page {
        title: "napkin: not understood".into(),
        description: None,
        answers: html! {
            section.panel aria-labelledby="message-title" {
                h2 #message-title { "That was not understood" }
                p role="alert" { (Shown(text)) "." }
                p { a href=(root) { "Begin anew" } }
            }
        },
        root,
        form: Markup::default(),
    }
}
