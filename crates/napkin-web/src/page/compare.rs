//! The page of two URIs side by side: whether they are the same, in words, and the parts and bytes in which they differ.

use maud::{Markup, html};
use napkin::edition::RFC3986;
use napkin_answers::choice::URL_LEVEL;
use napkin_answers::compare::{Compared, Comparing};
use napkin_answers::parse::{Parsed, Parsing};
use napkin_answers::question::Standards;
use napkin_standards::facts::{self, Value};
use napkin_standards::{Base, Standard};

use super::colours::Colours;
use super::{BASE, Page, Root, frame, json, ladder, pair_link};
use crate::choices;
use crate::escape::{Field, Shown, changed, code, maybe_code, sentence, short};
use crate::parameters::Parameters;
use crate::refusal::Refusal;

/// The question: two URIs and the standard to go by.
#[derive(Debug)]
pub(crate) struct Pair {
    one: String,
    other: String,
    /// The standard that the address names.
    chosen: Option<Standard>,
    standard: Standard,
}

impl Pair {
    /// Reads the question.
    ///
    /// # Errors
    ///
    /// If a parameter is unknown, or its value is not one of the allowed ones.
    pub(crate) fn read(mut parameters: Parameters) -> Result<Self, Refusal> {
        parameters.are_among(["a", "b", "edition", "as-of"].into_iter())?;
        let one = parameters.all("a")?.pop().unwrap_or_default();
        let other = parameters.all("b")?.pop().unwrap_or_default();
        let chosen = choices::chosen(&mut parameters, Standards::All)?;
        Ok(Self { one, other, chosen, standard: chosen.unwrap_or_else(choices::browsers) })
    }
}

fn comparing(standard: Standard) -> Comparing {
    Comparing::new(standard).by_base(Some(Base::new(BASE, standard)))
}

/// The page.
pub(crate) fn show(pair: &Pair) -> Page {
    let is_asked = !pair.one.is_empty() && !pair.other.is_empty();
    Page {
        title: "Two URIs compared – napkin".into(),
        description: None,
        root: Root::above(0),
        form: form(pair),
        answers: if is_asked { answers(pair) } else { examples() },
    }
}

fn form(pair: &Pair) -> Markup {
    let field = |id: &str, label: &str, value: &str| {
        html! {
            div.field.wide {
                label for=(id) { (label) }
                input id=(id) name=(id) type="text" value=(Field(value)) dir="ltr" autocomplete="off"
                    autocapitalize="off" spellcheck="false";
            }
        }
    };
    html! {
        search {
            form #pair action="./compare" method="get" {
                (field("a", "One URI", &pair.one))
                (field("b", "The other", &pair.other))
                (frame::standards(pair.chosen))
                button.main type="submit" { "Compare" }
            }
        }
    }
}

/// What is shown before anything is asked.
fn examples() -> Markup {
    let pairs = [
        ("HTTP://Example.com:80/%7Ea/../b", "http://example.com/b"),
        ("https://example.com/a?b=1&c=2", "https://example.com/a?c=2&b=1"),
        ("http://example.com/%2F", "http://example.com//"),
    ];
    html! {
        section.panel aria-labelledby="pairs-title" {
            h2 #pairs-title { "Are these two the same?" }
            p { "Give two URIs above, or look at one of these." }
            ul.pairs {
                @for (one, other) in pairs {
                    li { a href=[pair_link(one, other, None)] { (code(one)) " and " (code(other)) } }
                }
            }
        }
    }
}

fn answers(pair: &Pair) -> Markup {
    let [one, other] = [&pair.one, &pair.other].map(String::as_bytes);
    let by_standard = comparing(pair.standard);
    let answer = by_standard.answer(one, other);
    // Where nobody has chosen, the syntax may have another opinion than browsers.
    let strictly = comparing(RFC3986.into());
    let strictly = strictly.answer(one, other).ok().filter(|_| pair.chosen.is_none());
    let compared = answer.as_ref().ok();
    let is_same = |compared: &Compared<'_>| compared.equivalent_at.is_some();
    let grade = match compared {
        Some(compared) if is_same(compared) => "no-danger-found",
        Some(_) => "dangerous",
        None => "careful",
    };
    html! {
        section #glance class={ "glance " (grade) } aria-labelledby="glance-title" {
            @match &answer {
                Err(failure) => {
                    h2.lead #glance-title { "They cannot be compared." }
                    p.says { @if let Some(of) = failure.of_what() { (of) ": " } (sentence(failure.message())) "." }
                }
                Ok(compared) => (verdict(compared)),
            }
            @if let Some(strictly) = strictly.as_ref().filter(|strictly| compared.is_none_or(|by| is_same(by) != is_same(strictly))) {
                p.validity {
                    "By RFC 3986 they are "
                    a href=[pair_link(&pair.one, &pair.other, Some(RFC3986.into()))] {
                        @match strictly.equivalent_at { Some(level) => { "the same (level " (level) ")" } None => "different" }
                    }
                    "."
                }
            }
            p.json { (json("compare", "compare", &[("a", &pair.one), ("b", &pair.other), ("base", BASE), ("edition", pair.standard.name())])) }
        }
        section.panel #sides aria-labelledby="sides-title" {
            h2 #sides-title { "Side by side" }
            div.sides {
                (Colours::new(pair.standard, &pair.one).line(&pair.one))
                (Colours::new(pair.standard, &pair.other).line(&pair.other))
            }
            @if pair.one != pair.other { p { "From the one to the other: " (difference(&pair.one, &pair.other)) } }
            (table(pair, compared))
            @if !pair.standard.is_url() && compared.is_some() {
                details {
                    summary { "Level by level" }
                    (ladder::table(pair.standard, [&pair.one, &pair.other], compared.and_then(|compared| compared.equivalent_at)))
                }
            }
        }
    }
}

/// Whether two URIs are the same, and why.
fn verdict(compared: &Compared<'_>) -> Markup {
    html! {
        @match compared.equivalent_at {
            Some(level) => {
                h2.lead #glance-title { "They are the " strong { "same" } "." }
                p.validity { (because(level)) " (level " (level) ")" }
            }
            None => {
                h2.lead #glance-title { "They are " strong { "different" } "." }
                ul.differences {
                    @for unlike in &compared.differences {
                        li {
                            "in the " (unlike.part) ": "
                            @match &unlike.look_alike {
                                // Both would look the same.
                                Some(letters) => { (maybe_code(unlike.a.as_deref())) ", where the other has " (Shown(&letters.b)) " for " (Shown(&letters.a)) }
                                None => { (maybe_code(unlike.a.as_deref())) " and " (maybe_code(unlike.b.as_deref())) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Why two URIs are the same, by the level from which on they are.
fn because(level: &str) -> &'static str {
    match level {
        "simple" => "The texts are equal.",
        "syntax" => "They differ in spelling only: case, percent-encoding or dot segments.",
        "scheme" => "They differ only in what their scheme leaves open, such as a default port.",
        "protocol" => "Servers of the scheme give the same answer to both.",
        URL_LEVEL => "Browsers make one URL of both.",
        _ => "They differ in spelling only.",
    }
}

/// The first text with what the second one has in place of a piece of it.
fn difference(one: &str, other: &str) -> Markup {
    let same = |(a, b): &(char, char)| a == b;
    let equal = one.chars().zip(other.chars()).take_while(same).map(|(a, _)| a.len_utf8()).sum();
    let [rest, other_rest] = [one, other].map(|text| text.get(equal..).unwrap_or_default());
    let behind = rest.chars().rev().zip(other_rest.chars().rev()).take_while(same);
    let behind: usize = behind.map(|(a, _)| a.len_utf8()).sum();
    changed(one, other, equal, one.len() - behind)
}

/// The parts of both. Marked is what makes them different, and not what is written in another way.
fn table(pair: &Pair, compared: Option<&Compared<'_>>) -> Markup {
    let unlike: Vec<_> = compared
        .into_iter()
        .flat_map(|compared| &compared.differences)
        .map(|unlike| unlike.part)
        .collect();
    let is_unlike = |name: &str| {
        let is_inside =
            |part: &&str| name == "authority" && ["userinfo", "host", "port"].contains(part);
        unlike.iter().any(|part| *part == name || is_inside(part))
    };
    let parsing = Parsing::new(pair.standard);
    let [one, other] = [&pair.one, &pair.other].map(|text| parsing.answer(text.as_bytes()).ok());
    let [one, other] = [parts(one.as_ref()), parts(other.as_ref())];
    let mut names: Vec<_> = one.iter().map(|(name, _)| *name).collect();
    names.extend(
        other.iter().map(|(name, _)| *name).filter(|name| !one.iter().any(|(own, _)| own == name)),
    );
    let find = |parts: &[(&'static str, String)], name: &str| {
        parts.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone())
    };
    html! {
        @if !names.is_empty() {
            table.pair {
                thead { tr { th scope="col" { "part" } th scope="col" { "the one" } th scope="col" { "the other" } } }
                tbody {
                    @for name in names {
                        @let (a, b) = (find(&one, name), find(&other, name));
                        tr class=[is_unlike(name).then_some("differs")] {
                            th scope="row" { (name.replace('_', "-")) }
                            @for value in [&a, &b] {
                                td { @match value { Some(text) => (short(text)), None => span.nothing { "undefined" } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The defined parts of a text, with their values.
fn parts(parsed: Option<&Parsed<'_>>) -> Vec<(&'static str, String)> {
    let list = match parsed {
        Some(Parsed::Whole(whole)) => facts::list((&whole.reference).into()),
        Some(Parsed::Canonical(canonical)) => facts::list((&canonical.url).into()),
        Some(Parsed::Split(_)) | None => return Vec::new(),
    };
    let texts = list.into_iter().filter_map(|component| match component.value? {
        Value::Text(text) => Some((component.name, text.to_string())),
        Value::Texts(_) | Value::Undefined => None,
    });
    texts.collect()
}
