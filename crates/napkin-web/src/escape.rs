//! External text made safe to show: characters that are invisible, or change the direction of text, are written as
//! their code points, and marked.

use std::fmt::Write;
use std::ops::Range;

use maud::{Markup, PreEscaped, Render, html};

/// Text of any content.
pub(crate) struct Shown<'a>(pub(crate) &'a str);

impl Shown<'_> {
    /// The text for places without elements, such as attributes.
    pub(crate) fn to_label(&self) -> String {
        let mut label = String::new();
        for character in self.0.chars() {
            if napkin::is_safe_to_show(character) {
                label.push(character);
            } else {
                // Writing to memory cannot fail.
                let _ = write!(label, "U+{:04X}", u32::from(character));
            }
        }
        label
    }
}

impl Render for Shown<'_> {
    fn render_to(&self, out: &mut String) {
        let mut rest = self.0;
        while let Some(at) = rest.find(|character| !napkin::is_safe_to_show(character)) {
            let (safe, unsafe_on) = rest.split_at(at);
            safe.render_to(out);
            let mut characters = unsafe_on.chars();
            if let Some(character) = characters.next() {
                code_point(character).render_to(out);
            }
            rest = characters.as_str();
        }
        rest.render_to(out);
    }
}

/// Text as the value of a field, in an attribute or a text area: what is unsafe to show is a character reference, so that
/// the form sends the same text again. HTML has no reference to [some controls](is_unkept); these are spelled out.
pub(crate) struct Field<'a>(pub(crate) &'a str);

/// Whether no HTML page can hold a character in a field. A reference to U+0000 is U+FFFD, and one to U+0080 to U+009F a
/// character of windows-1252.
pub(crate) fn is_unkept(character: char) -> bool {
    matches!(character, '\0' | '\u{80}'..='\u{9F}')
}

impl Render for Field<'_> {
    fn render_to(&self, out: &mut String) {
        let is_raw = |character| character == '\n' || napkin::is_safe_to_show(character);
        let mut rest = self.0;
        while let Some(at) = rest.find(|character| !is_raw(character)) {
            let (safe, unsafe_on) = rest.split_at(at);
            safe.render_to(out);
            let mut characters = unsafe_on.chars();
            // Writing to memory cannot fail.
            let _ = match characters.next() {
                Some(unkept) if is_unkept(unkept) => write!(out, "{}", unkept.escape_unicode()),
                Some(kept) => write!(out, "&#x{:X};", u32::from(kept)),
                None => Ok(()),
            };
            rest = characters.as_str();
        }
        rest.render_to(out);
    }
}

/// A character shown as its code point.
fn code_point(character: char) -> Markup {
    html! { span.code-point { (format!("U+{:04X}", u32::from(character))) } }
}

/// The last character boundary up to an offset.
pub(crate) fn floor(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The first character boundary from an offset on.
fn ceil(text: &str, offset: usize) -> usize {
    (offset..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// The number of bytes shown of one text; a page repeats the same URI many times.
const LONGEST: usize = 200;

/// The number of bytes of a text that can be unfolded.
const LONGEST_FOLDED: usize = 8192;

/// A URI or a piece of one: left to right in any context.
pub(crate) fn code(text: &str) -> Markup {
    cut(text, LONGEST)
}

/// [`code`] in a place that has less room.
pub(crate) fn short(text: &str) -> Markup {
    cut(text, 48)
}

fn cut(text: &str, longest: usize) -> Markup {
    let shown = text.get(..floor(text, longest)).unwrap_or_default();
    html! {
        @if text.is_empty() { span.nothing { "empty" } }
        @else { bdi.code dir="ltr" { (Shown(shown)) } }
        @if shown.len() < text.len() { span.more { " … " (text.len() - shown.len()) " bytes more" } }
    }
}

/// A URI or a piece of one in a place of its own: a long text can be unfolded.
pub(crate) fn folded(text: &str) -> Markup {
    if text.len() <= LONGEST {
        return code(text);
    }
    let whole = text.get(..floor(text, LONGEST_FOLDED)).unwrap_or_default();
    html! {
        details.folded {
            summary { (code(text)) }
            bdi.code dir="ltr" { (Shown(whole)) }
            @if whole.len() < text.len() { span.more { " … " (text.len() - whole.len()) " bytes more" } }
        }
    }
}

/// A URI or a piece of one that may be undefined.
pub(crate) fn maybe_code(text: Option<&str>) -> Markup {
    html! {
        @if let Some(text) = text { (code(text)) } @else { span.nothing { "undefined" } }
    }
}

/// A text split in three: before a range, in it, and after it. If the range is not valid for the text, all of it is
/// before.
pub(crate) fn in_three(text: &str, range: Range<usize>) -> [&str; 3] {
    let inside = text.get(range.clone());
    let before = text.get(..range.start).filter(|_| inside.is_some());
    let after = text.get(range.end..).filter(|_| inside.is_some());
    [before.unwrap_or(text), inside.unwrap_or_default(), after.unwrap_or_default()]
}

/// A sentence that may quote much of the input.
pub(crate) fn sentence(text: &str) -> Markup {
    let shown = text.get(..floor(text, 240)).unwrap_or_default();
    html! { (Shown(shown)) @if shown.len() < text.len() { "…" } }
}

/// How much is shown on each side of the marked bytes.
const AROUND: usize = 60;

/// External text with some bytes marked. Offsets inside a character mark all of it.
pub(crate) fn marked(text: &str, start: usize, end: usize) -> Markup {
    let start = floor(text, start.min(text.len()));
    let end = ceil(text, end.clamp(start, text.len()));
    let (before, rest) = text.split_at(start);
    let (inside, after) = rest.split_at(end - start);
    let begin = ceil(before, before.len().saturating_sub(AROUND));
    let inside_end = floor(inside, 2 * AROUND);
    let after_end = floor(after, AROUND);
    html! {
        bdi.code dir="ltr" {
            @if begin > 0 { "…" }
            (Shown(&before[begin..]))
            mark {
                @if inside.is_empty() { (PreEscaped("&#8203;")) } @else { (Shown(&inside[..inside_end])) }
                @if inside_end < inside.len() { "…" }
            }
            (Shown(&after[..after_end]))
            @if after_end < after.len() { "…" }
        }
    }
}

/// The ends of a text around a range, each cut to what is shown beside it.
pub(crate) fn around<'t>(before: &'t str, after: &'t str) -> [&'t str; 2] {
    let start = ceil(before, before.len().saturating_sub(AROUND));
    [before.get(start..).unwrap_or_default(), after.get(..floor(after, AROUND)).unwrap_or_default()]
}

/// The number of places that are marked in one text.
const MOST_MARKS: usize = 16;

/// External text with the bytes of several places marked: the whole text if it is short, otherwise what is around the
/// first places.
pub(crate) fn marked_all(text: &str, places: impl Iterator<Item = Range<usize>>) -> Markup {
    let mut merged: Vec<Range<usize>> = Vec::new();
    for place in places {
        let start = floor(text, place.start);
        let place = start..ceil(text, place.end.clamp(start, text.len()));
        match merged.last_mut() {
            Some(last) if place.start < last.end || *last == place => {
                last.end = last.end.max(place.end);
            }
            _ => merged.push(place),
        }
    }
    if text.len() > 4 * AROUND || merged.is_empty() {
        let first = merged.iter().take(2);
        return html! {
            @for (number, place) in first.enumerate() {
                @if number > 0 { br; }
                (marked(text, place.start, place.end))
            }
            @if merged.len() > 2 { span.more { " and " (merged.len() - 2) " places more" } }
        };
    }
    merged.truncate(MOST_MARKS);
    let ends = [0].into_iter().chain(merged.iter().map(|place| place.end));
    let last = merged.last().map_or(0, |place| place.end);
    html! {
        bdi.code dir="ltr" {
            @for (before, place) in ends.zip(&merged) {
                (Shown(text.get(before..place.start).unwrap_or_default()))
                mark {
                    @if place.is_empty() { (PreEscaped("&#8203;")) }
                    @else { (Shown(text.get(place.clone()).unwrap_or_default())) }
                }
            }
            (Shown(text.get(last..).unwrap_or_default()))
        }
    }
}

/// A change of a text: what is removed struck out, and what is new beside it.
pub(crate) fn changed(before: &str, after: &str, start: usize, end: usize) -> Markup {
    let [head, removed, tail] = in_three(before, start..end);
    let new_end = after.len().saturating_sub(tail.len());
    let new = after.get(head.len()..new_end).unwrap_or_default();
    let from = ceil(head, head.len().saturating_sub(AROUND));
    let [removed_end, new_shown] = [floor(removed, AROUND), floor(new, AROUND)];
    let tail_end = floor(tail, AROUND);
    html! {
        bdi.code dir="ltr" {
            @if from > 0 { "…" }
            (Shown(&head[from..]))
            @if !removed.is_empty() {
                del { (Shown(&removed[..removed_end])) @if removed_end < removed.len() { "…" } }
            }
            @if !new.is_empty() {
                ins { (Shown(&new[..new_shown])) @if new_shown < new.len() { "…" } }
            }
            (Shown(&tail[..tail_end]))
            @if tail_end < tail.len() { "…" }
        }
    }
}

#[cfg(test)]
mod tests {
    use maud::Render;

    use super::{Field, Shown, changed, marked, marked_all};

    #[test]
    fn nothing_gets_out_of_its_place() {
        let shown = |text: &str| Shown(text).render().into_string();
        assert_eq!(shown("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;'");
        assert_eq!(
            shown("a\u{202e}b\n"),
            "a<span class=\"code-point\">U+202E</span>b<span class=\"code-point\">U+000A</span>"
        );
    }

    #[test]
    fn a_field_sends_its_text_again() {
        let field = |text: &str| Field(text).render().into_string();
        assert_eq!(field("a<\"\n\u{202e}é\u{1b}\r"), "a&lt;&quot;\n&#x202E;é&#x1B;&#xD;");
        assert_eq!(field("\u{9b}2J\0"), r"\u{9b}2J\u{0}");
    }

    #[test]
    fn places_are_marked_once() {
        let marked = |places: &[(usize, usize)]| {
            marked_all("a<b>c", places.iter().map(|(start, end)| *start..*end)).into_string()
        };
        let text = "<bdi class=\"code\" dir=\"ltr\">a<mark>&lt;</mark>b<mark>&gt;</mark>c</bdi>";
        assert_eq!(marked(&[(1, 2), (1, 2), (3, 4)]), text);
        assert!(marked(&[(9, 12)]).contains("<mark>"));
        let long = "é".repeat(500);
        assert!(marked_all(&long, [3..5, 901..903].into_iter()).into_string().len() < 2000);
    }

    #[test]
    fn a_change_shows_both_texts() {
        let shown = changed("http://h/%7ea", "http://h/~a", 9, 12).into_string();
        assert!(shown.contains("http://h/<del>%7e</del><ins>~</ins>a"), "{shown}");
        assert!(changed("aé", "", 9, 12).into_string().contains("aé"));
    }

    #[test]
    fn marks_never_split_a_character() {
        for start in 0..=6 {
            for end in 0..=7 {
                let marked = marked("aé€b", start, end).into_string();
                assert!(marked.contains("<mark>"), "{start} {end}");
            }
        }
    }
}
