//! The page of two URIs side by side: whether they are the same, in words, and the parts and bytes in which they differ.

use maud::{Markup, html};
use napkin_answers::choice::URL_LEVEL;
use napkin_answers::compare::Comparing;
use napkin_answers::parse::{Parsed, Parsing};
use napkin_answers::question::Standards;
use napkin_standards::facts::{self, Value};
use napkin_standards::{Base, Standard};

use super::colours::Colours;
use super::{BASE, Root, frame, pair_link};
use crate::choices;
use crate::escape::{Field, changed, code, maybe_code, sentence, short};
use crate::parameters::Parameters;
use crate::refusal::Refusal;

/// The question: two URIs and the standard to go by.
#[derive(Debug)]
pub(crate) struct Pair {
    one: String,
    other: String,
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
        let standard = choices::standard(&mut parameters, Standards::All)?;
        Ok(Self { one, other, standard })
    }
}

/// The page.
pub(crate) fn show(pair: &Pair) -> Markup {
    let root = Root::above(0);
    let is_asked = !(pair.one.is_empty() && pair.other.is_empty());
    frame::document(
        "Two URIs compared – napkin",
        None,
        &root,
        &html! {
            (frame::banner(&root))
            (form(pair))
            main #main tabindex="-1" {
                @if is_asked { (answers(pair)) } @else { (examples()) }
            }
            (frame::said())
            (frame::foot(&root))
        },
    )
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
                (frame::standards(pair.standard))
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
                    li { a href=[pair_link(one, other)] { (code(one)) " and " (code(other)) } }
                }
            }
        }
    }
}

fn answers(pair: &Pair) -> Markup {
    let base = Some(Base::new(BASE, pair.standard));
    let comparing = Comparing::new(pair.standard).by_base(base);
    let answer = comparing.answer(pair.one.as_bytes(), pair.other.as_bytes());
    let grade = match &answer {
        Ok(compared) if compared.equivalent_at.is_some() => "no-danger-found",
        Ok(_) => "dangerous",
        Err(_) => "careful",
    };
    html! {
        section #glance class={ "glance " (grade) } aria-labelledby="glance-title" {
            @match &answer {
                Err(failure) => {
                    h2.lead #glance-title { "They cannot be compared." }
                    p.says { @if let Some(of) = failure.of_what() { (of) ": " } (sentence(failure.message())) "." }
                }
                Ok(compared) => @match compared.equivalent_at {
                    Some(level) => {
                        h2.lead #glance-title { "They are the " strong { "same" } "." }
                        p.validity { (because(level)) " (level " (level) ")" }
                    }
                    None => {
                        h2.lead #glance-title { "They are " strong { "different" } "." }
                        ul.differences {
                            @for unlike in &compared.differences { li { "in the " (unlike.part) ": " (maybe_code(unlike.a.as_deref())) " and " (maybe_code(unlike.b.as_deref())) } }
                        }
                    }
                },
            }
            (super::json("compare", &[("a", &pair.one), ("b", &pair.other), ("base", BASE), ("edition", pair.standard.name())]))
        }
        section.panel #sides aria-labelledby="sides-title" {
            h2 #sides-title { "Side by side" }
            div.sides {
                (Colours::new(pair.standard, &pair.one).line(&pair.one))
                (Colours::new(pair.standard, &pair.other).line(&pair.other))
            }
            @if pair.one != pair.other { p { "From the one to the other: " (difference(&pair.one, &pair.other)) } }
            (table(pair))
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

/// The parts of both, the rows that differ marked.
fn table(pair: &Pair) -> Markup {
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
                        tr class=[(a != b).then_some("differs")] {
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
