//! The fragments that a document's URI can have: `id` of HTML and XML elements, `name` of anchors, and headings of
//! Markdown as code hosts name them.

use std::collections::{BTreeSet, HashMap};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use unicode_normalization::char::is_combining_mark;

use crate::formats::html;
use crate::kind::Kind;

/// The fragment names of a document; `None` if its format has none, or names that are not supported here.
///
/// A Markdown heading is named by its text in lowercase, with hyphens for spaces and without other characters than letters, marks,
/// digits, hyphens and underscores, as GitHub does; GitLab makes one of several hyphens, so both names are there. The second heading with a
/// name has the suffix `-1`, and so on.
///
/// ```
/// use napkin_context::{Kind, fragments};
///
/// let page = b"<h1 id=top>x</h1><a name=old></a>";
/// assert!(fragments(page, Kind::Html).unwrap().contains("old"));
/// let names = fragments(b"# What's new?\n\n## What's new?\n<a id=x></a>\n", Kind::Markdown).unwrap();
/// assert_eq!(names.into_iter().collect::<Vec<_>>(), ["whats-new", "whats-new-1", "x"]);
/// assert!(fragments(b"some text", Kind::Text).is_none());
/// ```
pub fn fragments(document: &[u8], kind: Kind) -> Option<BTreeSet<String>> {
    let text = String::from_utf8_lossy(document);
    let mut names = BTreeSet::new();
    match kind {
        Kind::Html | Kind::Xhtml | Kind::Xml => html::fragments(&text, &mut names),
        Kind::Markdown => of_markdown(&text, &mut names),
        _ => return None,
    }
    Some(names)
}

fn of_markdown(text: &str, names: &mut BTreeSet<String>) {
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

/// The name that GitHub gives a heading: it removes `[^\p{Word}\- ]`. A variation selector behind an emoji is a mark, and stays.
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
