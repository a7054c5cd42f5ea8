//! The page: the question in the query of its address, and the panels that answer it.
//!
//! All of it is generated here, so that it works in a browser without script; the script in `assets/` only saves
//! requests. External text is escaped by [`shown`](crate::escape) or `maud`.

mod colours;
mod hosts;
mod holds;
mod query;
mod audit;
mod bytes;
mod ladder;
mod editions;
mod examples;
mod text;
mod actions;
mod glance;
mod frame;
pub(crate) mod compare;
pub(crate) mod template;
pub(crate) mod api;
mod mapping;
mod names;
mod normalization;
mod parts;
mod repair;
mod resolution;
mod scheme;

use maud::{Markup, Render, html};
use napkin::edition::RFC3986;
use napkin::{Edition, Parts};
use napkin_answers::glance::{Glance, Meant};
use napkin_answers::question::Standards;
use napkin_standards::Standard;

use crate::choices;
use crate::escape::{Field, is_unkept};
use crate::parameters::Parameters;
use crate::refusal::Refusal;
pub(crate) use frame::Page;

/// The question: the whole state of the page.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The URI or reference, if one was given.
    pub(crate) uri: Option<String>,
    /// The base to resolve it against.
    pub(crate) base: String,
    /// What to compare it with, which another page does.
    other: String,
    /// Text to look for URIs in.
    pub(crate) text: String,
    /// The standard that the address names.
    chosen: Option<Standard>,
    /// The standard to go by.
    pub(crate) standard: Standard,
    /// Whether editions and bytes are shown in place of the other panels.
    is_by_edition: bool,
    /// The year of the slider.
    pub(crate) year: u16,
    /// The byte whose derivation is shown.
    pub(crate) at: usize,
}

/// The base for a relative reference if none was given.
const BASE: &str = "http://a/b/c/d;p?q";

/// The maximum length of a text that links include.
const LONGEST_IN_LINK: usize = 4096;

/// The first and the last year of the slider.
pub(crate) const YEARS: (u16, u16) = (1994, 2026);

/// The parameters of the page.
const PARAMETERS: [&str; 9] =
    ["uri", "base", "other", "text", "view", "year", "at", "edition", "as-of"];

/// The value of `view` for editions and bytes.
const BY_EDITION: &str = "editions";

impl Asked {
    /// Reads the question. If a button and a field have the same name, the button counts, which comes last.
    ///
    /// # Errors
    ///
    /// If a value is not one of the allowed ones.
    pub(crate) fn read(mut parameters: Parameters) -> Result<Self, Refusal> {
        parameters.are_among(PARAMETERS.into_iter())?;
        let mut last = |name: &str| -> Result<_, Refusal> { Ok(parameters.all(name)?.pop()) };
        let uri = last("uri")?;
        let base = last("base")?.filter(|base| !base.is_empty()).unwrap_or_else(|| BASE.into());
        let other = last("other")?.unwrap_or_default();
        let text = last("text")?.unwrap_or_default();
        let number = |name: &str, text: Option<String>| match text.filter(|text| !text.is_empty()) {
            None => Ok(None),
            Some(text) => text
                .parse::<u32>()
                .map(Some)
                .map_err(|_| Refusal::bad(format!("'{name}' is not a number"))),
        };
        let year =
            number("year", last("year")?)?.map(|year| year.clamp(YEARS.0.into(), YEARS.1.into()));
        let at = number("at", last("at")?)?;
        let view = last("view")?.filter(|view| !view.is_empty());
        if view.as_ref().is_some_and(|view| view != BY_EDITION) {
            return Err(Refusal::bad(format!("'view' has to be {BY_EDITION}")));
        }
        let chosen = choices::chosen(&mut parameters, Standards::All)?;
        let standard = chosen.unwrap_or_else(|| choices::usual(uri.as_deref().unwrap_or_default()));
        Ok(Self {
            uri,
            base,
            other,
            text,
            chosen,
            standard,
            is_by_edition: view.is_some() || year.is_some() || at.is_some(),
            year: year.and_then(|year| year.try_into().ok()).unwrap_or(YEARS.1),
            at: at.map_or(0, |at| at as usize),
        })
    }

    /// The address of the page that compares the URI with another one, if there is one.
    pub(crate) fn comparison(&self) -> Option<String> {
        let uri = self.uri.as_deref().filter(|_| !self.other.is_empty())?;
        pair_link(uri, &self.other, self.chosen)
    }

    /// What was meant in place of the input: only where nobody has said how to read it. What is defanged stays so.
    fn meant<'g>(&self, glance: &'g Glance) -> Option<&'g Meant> {
        let is_free = self.chosen.is_none() && self.has_usual_base();
        glance.meant.as_ref().filter(|meant| is_free && !meant.is_defanged)
    }

    /// The edition of the URI syntax; RFC 3986 if the standard is the URL Standard, which has no grammar and
    /// defines no schemes.
    pub(crate) fn edition(&self) -> &'static Edition {
        self.standard.syntax_or(RFC3986)
    }

    /// Whether no other base is given.
    pub(crate) fn has_usual_base(&self) -> bool {
        self.base == BASE
    }

    /// The text, if it is short enough for an address.
    pub(crate) fn text_in_link(&self) -> &str {
        if self.text.len() <= LONGEST_IN_LINK { &self.text } else { "" }
    }

    /// Whether a text has characters that no field of a page can hold.
    pub(crate) fn has_unkept(&self) -> bool {
        let texts = [self.uri.as_deref().unwrap_or(""), &self.base, &self.text];
        texts.iter().any(|text| text.contains(is_unkept))
    }

    /// The shortest address of this question, with another URI if one is given; `None` if the server would not take it.
    pub(crate) fn link(&self, uri: Option<&str>) -> Option<String> {
        let mut query = form_urlencoded::Serializer::for_suffix(String::from("./?"), 3);
        if let Some(uri) = uri.or(self.uri.as_deref()) {
            query.append_pair("uri", uri);
        }
        let at = if uri.is_none() { self.at } else { 0 };
        let of_view = [
            ("year", self.year.to_string(), self.year != YEARS.1),
            ("at", at.to_string(), at != 0),
            ("view", BY_EDITION.into(), self.year == YEARS.1 && at == 0),
        ];
        let others = [
            ("base", self.base.clone(), !self.has_usual_base()),
            ("text", self.text_in_link().into(), !self.text_in_link().is_empty()),
            (
                "edition",
                self.chosen.map(Standard::name).unwrap_or_default().into(),
                self.chosen.is_some(),
            ),
        ];
        let of_view =
            of_view.into_iter().map(|(name, value, is)| (name, value, is && self.is_by_edition));
        for (name, value, _) in others.into_iter().chain(of_view).filter(|(.., is_said)| *is_said) {
            query.append_pair(name, &value);
        }
        taken(query.finish())
    }

    /// The address of one of the two views.
    fn view(&self, is_by_edition: bool) -> Option<String> {
        Self { is_by_edition, ..self.clone() }.link(None)
    }

    /// The address of the text as it stands, by RFC 3986.
    fn as_it_stands(&self) -> Option<String> {
        Self { chosen: Some(RFC3986.into()), ..self.clone() }.link(None)
    }
}

/// The way from a page to the folder of the page of the start, with which links begin: so they lead home wherever a proxy puts
/// the server.
pub(crate) struct Root(String);

impl Root {
    /// The way from a path so many folders below.
    pub(crate) fn above(depth: usize) -> Self {
        Self(if depth == 0 { "./".into() } else { "../".repeat(depth) })
    }
}

impl Render for Root {
    fn render_to(&self, out: &mut String) {
        out.push_str(&self.0);
    }
}

/// A panel: its place in the address, its heading, and its content.
pub(crate) struct Panel {
    id: &'static str,
    title: &'static str,
    content: Markup,
}

/// The page with the answers.
pub(crate) fn show(asked: &Asked) -> Page {
    let Some(uri) = asked.uri.as_deref() else { return frame::start(asked) };
    let glance = Glance::new(uri.as_bytes(), asked.standard);
    let Some(meant) = asked.meant(&glance) else { return answers(asked, uri, &glance, None) };
    let mended = Asked { standard: choices::usual(&meant.uri), ..asked.clone() };
    let of_mended = Glance::new(meant.uri.as_bytes(), mended.standard);
    answers(&mended, &meant.uri, &of_mended, Some(&glance))
}

/// The answers about a text: the input, or what was meant, for which there is what is said of the input as it stands.
fn answers(asked: &Asked, uri: &str, glance: &Glance, as_it_stands: Option<&Glance>) -> Page {
    let mut panels = Vec::new();
    let mut add = |id, title, content: Option<Markup>| {
        if let Some(content) = content {
            panels.push(Panel { id, title, content });
        }
    };
    let by_syntax = |content: Markup| Some(by_syntax(asked, &content));
    if asked.is_by_edition {
        add("editions", "Editions", Some(editions::panel(asked, uri)));
        add("derivation", "Byte by byte", by_syntax(bytes::panel(asked, uri)));
    } else {
        add("hosts", "Where it goes", hosts::panel(&glance.hosts));
        add("audit", "What is wrong", audit::panel(asked, uri, glance));
        add("repair", "Repair", repair::panel(asked, uri, glance));
        add("parts", "Parts", Some(parts::panel(asked, uri)));
        add("query", "Query", query::panel(asked, uri));
        add("inside", "URLs inside it", query::chain(asked, &glance.inside));
        add("holds", "What it holds", holds::panel(uri));
        add("normalization", "Normal form", normalization::panel(asked, uri));
        let is_resolved = Parts::split(uri).scheme.is_none() || !asked.has_usual_base();
        add("resolution", "Resolution", is_resolved.then(|| resolution::panel(asked, uri)));
        add("scheme", "Scheme and plan", scheme::panel(asked, uri));
        add("names", "Names and keys", names::panel(asked, uri));
        add("mapping", "IRI and URI", mapping::panel(asked, uri));
        add("text", "URIs in a text", text::panel(asked));
    }
    frame::page(asked, uri, glance, as_it_stands, panels)
}

/// The content of a panel that needs an edition of the URI syntax, with a note if another standard is chosen.
fn by_syntax(asked: &Asked, content: &Markup) -> Markup {
    html! {
        @if asked.standard.is_url() {
            p.hint { "By " (asked.edition().title) ": the URL Standard has no grammar, and defines no schemes." }
        }
        (content)
    }
}

/// The page with an error, for a path so many folders below that of the page.
pub(crate) fn refuse(refusal: &Refusal, depth: usize) -> Page {
    frame::message(&refusal.message, Root::above(depth))
}

/// The longest address of a page that a page links to. The server takes 65,534 bytes, with the path of a proxy before them.
const LONGEST_PAGE: usize = 64_000;

/// An address of a page, unless the server would not take it. Without one, an element `a` is the place where a link would be.
fn taken(address: String) -> Option<String> {
    Some(address).filter(|address| address.len() <= LONGEST_PAGE)
}

/// The address of the page about two URIs; `None` if the server would not take it.
fn pair_link(one: &str, other: &str, chosen: Option<Standard>) -> Option<String> {
    let start = String::from("./compare?");
    let length = start.len();
    let mut query = form_urlencoded::Serializer::for_suffix(start, length);
    query.append_pair("a", one);
    let others = [
        ("b", Some(other).filter(|other| !other.is_empty())),
        ("edition", chosen.map(Standard::name)),
    ];
    for (name, value) in others {
        value.map(|value| query.append_pair(name, value));
    }
    taken(query.finish())
}

/// A field of a panel, which belongs to the form at the top of the page, and the button that asks.
fn field(name: &str, label: &str, value: &str, button: &str) -> Markup {
    html! {
        div.field {
            label for=(name) { (label) }
            input id=(name) name=(name) form="ask" type="text" value=(Field(value)) dir="ltr"
                autocomplete="off" autocapitalize="off" spellcheck="false";
            button type="submit" form="ask" { (button) }
        }
    }
}

/// The link to the JSON of a question, and the button that copies it: the script takes the address from the link beside it,
/// since it may be long.
fn json(name: &str, question: &str, pairs: &[(&str, &str)]) -> Markup {
    html! {
        @if let Some(link) = api_link(question, pairs) {
            a href=(link) { "JSON of " (name) }
            button type="button" data-copy="" aria-label={ "Copy as JSON: " (name) } { "Copy as JSON" }
        } @else {
            "JSON of " (name) ": POST to api/v1/" (question) ", since the input is too long for an address"
        }
    }
}

/// The longest address that a page links to. All that send and receive HTTP should support 8,000 octets (RFC 9110 §4.1), and a page
/// repeats the input in each address.
const LONGEST_LINK: usize = 8000;

/// The address of the answer to a question; `None` if it is too long for one.
fn api_link(question: &str, pairs: &[(&str, &str)]) -> Option<String> {
    if pairs.iter().map(|(_, value)| value.len()).sum::<usize>() > LONGEST_LINK {
        return None;
    }
    let start = format!("./api/v1/{question}?");
    let length = start.len();
    let mut query = form_urlencoded::Serializer::for_suffix(start, length);
    Some(query.extend_pairs(pairs).finish()).filter(|link| link.len() <= LONGEST_LINK)
}

#[cfg(test)]
mod tests {
    use super::{Asked, LONGEST_PAGE, compare, show};
    use crate::parameters::Parameters;

    #[test]
    fn no_link_is_longer_than_the_server_takes() {
        for text in ["http://h/\u{e9}", "http://h/?a=http://b/%20&", "../", "data:,\"", "a@b "] {
            let uri = text.repeat(60_000 / text.len());
            let query = |names: [&str; 2]| {
                let mut query = form_urlencoded::Serializer::new(String::new());
                query.append_pair(names[0], &uri).append_pair(names[1], &uri).finish()
            };
            let parameters = |names| Parameters::of_form(query(names).as_bytes()).unwrap();
            let asked = Asked::read(parameters(["uri", "base"])).unwrap();
            let by_edition = Asked { is_by_edition: true, ..asked.clone() };
            let pair = compare::Pair::read(parameters(["a", "b"])).unwrap();
            for page in [show(&asked), show(&by_edition), compare::show(&pair)] {
                let page = page.whole().into_string();
                let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
                let longest = links.map(|link| link.replace("&amp;", "&").len()).max();
                assert!(longest.is_some_and(|length| length <= LONGEST_PAGE), "{text} {longest:?}");
            }
        }
    }
}
