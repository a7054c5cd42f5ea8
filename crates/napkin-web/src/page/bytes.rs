//! The URI with its parts in colour, and for each byte the rules that derive it.

use maud::{Markup, html};
use napkin::edition::EDITIONS;
use napkin::{Derivation, Edition, ParseError, Part, Start};

use super::Asked;
use super::colours::{Colours, PARTS};
use crate::escape::{Field, Shown, floor, is_unkept};

/// The number of bytes that can be selected; for a longer URI, its first bytes.
const LONGEST: usize = 512;

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let shown = uri.get(..floor(uri, LONGEST)).unwrap_or_default();
    let at = if asked.at < shown.len() { floor(shown, asked.at) } else { 0 };
    let colours = Colours::new(asked.standard, uri);
    let derivations: Vec<_> =
        EDITIONS.iter().map(|edition| (*edition, derivation(edition, uri))).collect();
    let own = derivations.iter().find(|(edition, _)| *edition == asked.edition());
    let deepest = own.and_then(|(_, derivation)| deepest(derivation.as_ref().ok()?, shown));
    html! {
        @if uri.is_empty() {
            p { "The empty reference: it has no byte, and an empty path." }
        } @else {
            p.hint #bytes-hint {
                "Point at a byte, or go along with the arrow keys, to see the rules behind it."
            }
            // The script asks about the text; what is not all of it, or no attribute holds, the server explains alone.
            div.bytes #bytes role="group" aria-label="The URI, byte by byte" aria-describedby="bytes-hint" dir="ltr"
                data-uri=[(shown.len() == uri.len() && !uri.contains(is_unkept)).then_some(Field(uri))] data-edition=(asked.edition().name) data-title=(asked.edition().title) {
                @for (offset, character) in shown.char_indices() {
                    (byte(offset, character, colours.part_at(offset), [offset == at, Some(offset) == colours.fault]))
                }
                @if shown.len() < uri.len() {
                    span.more { "… " (uri.len() - shown.len()) " bytes more" }
                }
            }
            ul.legend aria-label="Colours" {
                @for part in PARTS {
                    @if colours.has(part) {
                        li class={ "part-" (part.name()) } { (part.name()) }
                    }
                }
            }
            div.explained {
                div.rules #rules aria-live="polite" data-deepest=[deepest] {
                    @if let Some((edition, derivation)) = own { (rules(edition, derivation, uri, at)) }
                }
                details.others #others { (others(asked.edition(), &derivations, at)) }
            }
        }
    }
}

fn byte(
    offset: usize,
    character: char,
    part: Option<Part>,
    [is_shown, is_fault]: [bool; 2],
) -> Markup {
    let name = part.map_or("delimiter", Part::name);
    let told = if character == ' ' { "space".to_owned() } else { character.to_string() };
    html! {
        button type="submit" form="ask" name="at" value=(offset) class={ "byte part-" (name) @if is_fault { " fault" } }
            aria-pressed=(if is_shown { "true" } else { "false" })
            aria-label={ (Shown(&told).to_label()) ", byte " (offset) ", " (name) @if is_fault { ", not allowed here" } } {
            @if character == ' ' { span.code-point { "U+0020" } } @else { (Shown(&told)) }
        }
    }
}

fn derivation(edition: &'static Edition, uri: &str) -> Result<Derivation, ParseError> {
    Ok(edition.parse_as(Start::UriReference, uri)?.derivation())
}

/// The maximum number of rules at a byte.
fn deepest(derivation: &Derivation, shown: &str) -> Option<usize> {
    let mut begin_and_end = vec![0_isize; shown.len() + 1];
    for node in derivation.nodes() {
        for (offset, change) in [(node.start, 1), (node.end, -1)] {
            if let Some(count) = begin_and_end.get_mut(offset as usize) {
                *count += change;
            }
        }
    }
    let counts = begin_and_end.iter().scan(0_isize, |open, change| {
        *open += change;
        Some(*open)
    });
    counts.max().and_then(|most| usize::try_from(most).ok())
}

/// The rules of one byte, from the whole URI inwards.
fn rules(
    edition: &Edition,
    derivation: &Result<Derivation, ParseError>,
    uri: &str,
    at: usize,
) -> Markup {
    html! {
        h3 { "Byte " (at) " by " (edition.title) }
        @match derivation {
            Ok(derivation) => ol.chain {
                @for node in derivation.at(at) {
                    li {
                        span.rule { (node.rule.name) }
                        " "
                        span.section { (section(node.rule.section)) }
                        " "
                        bdi.code dir="ltr" { (Shown(text_of(uri, node.start as usize..node.end as usize))) }
                    }
                }
            },
            Err(error) => {
                p { "Not valid: the first error is at byte " (error.offset()) "." }
            },
        }
    }
}

/// The text of a rule, as much of it as a line may hold.
fn text_of(uri: &str, range: std::ops::Range<usize>) -> &str {
    let text = uri.get(range).unwrap_or_default();
    text.get(..floor(text, 200)).unwrap_or_default()
}

/// A section as shown: with its sign, if it is a number.
pub(super) fn section(section: &str) -> String {
    if section.starts_with(|first: char| first.is_ascii_digit()) {
        format!("§{section}")
    } else {
        section.to_owned()
    }
}

/// The rules of the byte in the other editions.
fn others(
    edition: &Edition,
    derivations: &[(&Edition, Result<Derivation, ParseError>)],
    at: usize,
) -> Markup {
    html! {
        summary { "In the other editions" }
        table.chains {
            tbody {
                @for (other, derivation) in derivations.iter().filter(|(other, _)| *other != edition) {
                    tr data-edition=(other.name) class=[derivation.is_err().then_some("never")] {
                        th scope="row" { (other.title) }
                        td {
                            @match derivation {
                                Ok(derivation) => @for (number, node) in derivation.at(at).enumerate() {
                                    @if number > 0 { span.arrow aria-hidden="true" { " › " } }
                                    span.rule { (node.rule.name) }
                                },
                                Err(_) => span.nothing { "not valid" },
                            }
                        }
                    }
                }
            }
        }
    }
}
