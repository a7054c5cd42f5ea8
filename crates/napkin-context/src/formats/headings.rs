//! The fragments that the URI of a document in Markdown can have: its headings, as code hosts name them, and those of
//! the HTML in it.

use std::collections::{BTreeSet, HashMap};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use unicode_normalization::char::is_combining_mark;

use crate::formats::html;

/// Adds the names of a document's fragments.
pub(crate) fn fragments(text: &str, names: &mut BTreeSet<String>) {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut heading: Option<String> = None;
    let mut counts: [HashMap<String, usize>; 2] = Default::default();
    let mut markup = String::new();
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let of_github = heading_name(&heading.take().unwrap_or_default());
                let of_gitlab = with_single_hyphens(&of_github);
                for (name, counts) in [of_github, of_gitlab].into_iter().zip(&mut counts) {
                    let count = counts.entry(name.clone()).or_default();
                    names.insert(if *count == 0 { name } else { format!("{name}-{count}") });
                    *count += 1;
                }
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::Html(html) | Event::InlineHtml(html) => markup.push_str(&html),
            _ => {}
        }
    }
    if !markup.is_empty() {
        html::fragments(&markup, names);
    }
}

/// The name that GitHub gives a heading: it removes `[^\p{Word}\- ]`. A variation selector behind an emoji is a mark,
/// and stays.
fn heading_name(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let kept = lower.chars().filter_map(|character| match character {
        ' ' => Some('-'),
        '-' => Some(character),
        character => Some(character).filter(|character| is_of_word(*character)),
    });
    kept.collect()
}

/// Whether a character is a letter, a mark, a digit, or punctuation that connects.
fn is_of_word(character: char) -> bool {
    let connects = matches!(
        character,
        '_' | '\u{203f}' | '\u{2040}' | '\u{2054}' | '\u{fe33}' | '\u{fe34}' | '\u{fe4d}'
            ..='\u{fe4f}' | '\u{ff3f}'
    );
    character.is_alphanumeric() || is_combining_mark(character) || connects
}

/// A name with one hyphen for several in a row.
fn with_single_hyphens(name: &str) -> String {
    let mut last = None;
    let is_first = |character: &char| last.replace(*character) != Some('-') || *character != '-';
    name.chars().filter(is_first).collect()
}
