//! The entities that a document declares, and text with references to them.
//!
//! Nested entities can grow without bound, so the total expansion is limited to a multiple of the document.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use quick_xml::escape::resolve_xml_entity;

use crate::fault::{Fault, FaultKind};
use crate::formats::html;

/// The expansion allowed per byte of a document, and the minimum.
const GROWTH: usize = 8;
const ALWAYS: usize = 1 << 20;

/// The maximum nesting depth of entities.
const DEEPEST: usize = 64;

/// The entities that XML has without a declaration (XML 4.6).
const PREDEFINED: [&str; 5] = ["lt", "gt", "amp", "quot", "apos"];

/// The replacement of a reference to an unknown entity.
const UNKNOWN: &str = "\u{fffd}";

/// The entities that a document declares.
#[derive(Default)]
pub(super) struct Declared {
    /// The text of each name, with character references replaced.
    named: HashMap<String, String>,
    /// The names of external entities.
    external: HashSet<String>,
}

/// The state of entity expansion in a document.
pub(super) struct Entities<'d> {
    declared: &'d Declared,
    /// The remaining number of bytes of replacement text.
    budget: usize,
    /// The first entity that was not expanded, and the reason.
    refused: Option<String>,
}

impl Declared {
    /// Reads the declarations in the internal subset of a document type. Parameter entities and external
    /// declarations are skipped.
    pub(super) fn declare(&mut self, doctype: &str) {
        let mut rest = subset(doctype);
        while let Some(at) = rest.find(['<', '"', '\'']) {
            rest = rest.get(at..).unwrap_or_default();
            if let Some(comment) = rest.strip_prefix("<!--") {
                rest = comment.split_once("-->").map_or("", |(_, behind)| behind);
            } else if let Some(instruction) = rest.strip_prefix("<?") {
                rest = instruction.split_once("?>").map_or("", |(_, behind)| behind);
            } else if let Some(declaration) = rest.strip_prefix("<!ENTITY") {
                rest = self.one(declaration).unwrap_or(declaration);
            } else if rest.starts_with('<') {
                rest = rest.get(1..).unwrap_or_default();
            } else {
                rest = quoted(rest).map_or("", |(_, behind)| behind);
            }
        }
    }

    /// Reads a declaration of an internal entity; returns the text after it.
    fn one<'d>(&mut self, declaration: &'d str) -> Option<&'d str> {
        let name = declaration.trim_start();
        // No name has a bracket or a quotation mark, so that none goes on into the next declaration.
        let ends = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\'');
        let (name, rest) = name.split_at_checked(name.find(ends)?)?;
        if !rest.starts_with(char::is_whitespace) {
            return None;
        }
        let rest = rest.trim_start();
        // The first declaration counts; XML's own entities cannot be redeclared.
        let is_known = self.named.contains_key(name) || self.external.contains(name);
        let is_new = !is_known && !PREDEFINED.contains(&name);
        if is_new && (rest.starts_with("SYSTEM") || rest.starts_with("PUBLIC")) {
            self.external.insert(name.to_owned());
        }
        let (value, rest) = quoted(rest)?;
        if is_new {
            self.named.insert(name.to_owned(), with_characters(value));
        }
        Some(rest)
    }
}

impl<'d> Entities<'d> {
    /// The entities that a document of `len` bytes declares, and those of XML and HTML.
    pub(super) fn new(declared: &'d Declared, len: usize) -> Self {
        let budget = len.saturating_mul(GROWTH).saturating_add(ALWAYS);
        Self { declared, budget, refused: None }
    }

    /// The replacement text of a declared entity in content, inside `open` other entities.
    pub(super) fn content(&mut self, name: &str, open: usize) -> Option<&'d str> {
        if self.declared.external.contains(name) {
            let detail =
                || format!("the entity '{name}' is outside of the document, and is not read");
            self.refused.get_or_insert_with(detail);
        }
        let value = self.declared.named.get(name)?;
        let cost = value.len() + 1;
        if self.budget < cost || open >= DEEPEST {
            self.refused.get_or_insert_with(|| format!("the entity '{name}' grows too much"));
            return Some(UNKNOWN);
        }
        self.budget -= cost;
        Some(value)
    }

    /// The replacement of a reference, given without `&` and `;`.
    pub(super) fn replacement(&mut self, name: &str) -> String {
        let mut text = String::new();
        if let Some(character) = character(name) {
            text.push(character);
        } else if self.declared.named.contains_key(name) {
            self.expand(name, &mut text);
        } else {
            text.push_str(&undeclared(name));
        }
        text
    }

    fn expand(&mut self, name: &str, text: &mut String) {
        let Self { declared: Declared { named, .. }, budget, refused } = self;
        let Some(value) = named.get(name) else { return };
        let mut open = vec![value.as_str()];
        while let Some(rest) = open.pop() {
            let (literal, reference) =
                rest.split_once('&').map_or((rest, None), |(literal, behind)| {
                    (literal, Some(behind.split_once(';').unwrap_or((behind, ""))))
                });
            let cost = literal.len() + 1;
            if *budget < cost || open.len() >= DEEPEST {
                text.push_str(UNKNOWN);
                refused.get_or_insert_with(|| format!("the entity '{name}' grows too much"));
                return;
            }
            *budget -= cost;
            text.push_str(literal);
            let Some((inner, behind)) = reference else { continue };
            open.push(behind);
            if let Some(character) = character(inner) {
                text.push(character);
            } else if let Some(value) = named.get(inner) {
                open.push(value);
            } else {
                text.push_str(&undeclared(inner));
            }
        }
    }

    /// The name of a namespace, which may contain entities.
    pub(super) fn namespace<'n>(&mut self, raw: &'n str) -> Cow<'n, str> {
        if raw.contains('&') { self.expanded(raw).text.into() } else { raw.into() }
    }

    /// The error, if something was not expanded.
    pub(super) fn fault(&self) -> Option<Fault> {
        let detail = self.refused.as_deref()?;
        Some(Fault::new(FaultKind::NotExpanded, None, detail))
    }

    /// The value of an attribute: white space becomes blanks, references are replaced.
    pub(super) fn expanded(&mut self, raw: &str) -> Expanded {
        let mut expanded = Expanded::default();
        let mut at = 0;
        while let Some(rest) = raw.get(at..).filter(|rest| !rest.is_empty()) {
            let len = rest.find(['&', '\t', '\n', '\r']).unwrap_or(rest.len());
            expanded.literal(rest.get(..len).unwrap_or_default(), at);
            at += len;
            let Some(rest) = rest.get(len..).filter(|rest| !rest.is_empty()) else { break };
            let reference = rest.strip_prefix('&').and_then(|rest| {
                // A lone ampersand is not a reference.
                rest.get(
                    ..rest.find([';', '&', ' ', '<']).filter(|&at| rest[at..].starts_with(';'))?,
                )
            });
            let len = match reference {
                Some(name) => {
                    let text = self.replacement(name);
                    expanded.replaced(&text, at..at + name.len() + 2);
                    name.len() + 2
                }
                None if rest.starts_with('&') => {
                    expanded.literal("&", at);
                    1
                }
                None => {
                    let len = if rest.starts_with("\r\n") { 2 } else { 1 };
                    expanded.replaced(" ", at..at + len);
                    len
                }
            };
            at += len;
        }
        expanded
    }
}

/// The internal subset of a document type; brackets in external identifiers are skipped.
fn subset(doctype: &str) -> &str {
    let mut rest = doctype;
    while let Some(at) = rest.find(['[', '"', '\'']) {
        rest = rest.get(at..).unwrap_or_default();
        if let Some(subset) = rest.strip_prefix('[') {
            return subset;
        }
        rest = quoted(rest).map_or("", |(_, behind)| behind);
    }
    ""
}

/// The text between quotation marks, and the text after them.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    text.get(1..)?.split_once(quote)
}

/// The text of an entity that the document does not declare: one of XML or of HTML, whose names are letters and digits.
fn undeclared(name: &str) -> Cow<'static, str> {
    if let Some(text) = resolve_xml_entity(name) {
        return text.into();
    }
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return UNKNOWN.into();
    }
    let decoded = html::text(&format!("&{name};")).into_owned();
    // Unknown names stay as they are, and of some HTML decodes the beginning, as in `&notit;`. `&semi;` is `;`.
    if decoded.ends_with(';') && decoded != ";" { UNKNOWN.into() } else { decoded.into() }
}

/// The character of a numeric reference.
pub(super) fn character(name: &str) -> Option<char> {
    name.strip_prefix('#').and_then(by_number)
}

fn by_number(number: &str) -> Option<char> {
    let number = match number.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    number.ok().and_then(char::from_u32)
}

/// A literal in a declaration, whose character references are replaced immediately (XML 4.4).
fn with_characters(value: &str) -> String {
    let mut text = String::new();
    let mut rest = value;
    while let Some((before, behind)) = rest.split_once("&#") {
        text.push_str(before);
        // A reference ends before the next one begins.
        let end = behind.find([';', '&']).unwrap_or(behind.len());
        let number = behind
            .split_at_checked(end)
            .and_then(|(number, after)| Some((by_number(number)?, after.strip_prefix(';')?)));
        if let Some((character, after)) = number {
            text.push(character);
            rest = after;
        } else {
            text.push_str("&#");
            rest = behind;
        }
    }
    text.push_str(rest);
    text
}

/// Text with references replaced, and the places in its source.
#[derive(Default)]
pub(super) struct Expanded {
    pub(super) text: String,
    stretches: Vec<Stretch>,
}

/// A stretch of text: its offset, and its place in the source.
struct Stretch {
    start: usize,
    raw: Range<usize>,
    is_literal: bool,
}

impl Stretch {
    /// The source place of an offset, if the text there is unchanged source.
    fn literal(&self, offset: usize) -> Option<usize> {
        let place = self.raw.start + offset.saturating_sub(self.start);
        self.is_literal.then_some(place.min(self.raw.end))
    }
}

impl Expanded {
    /// Adds unchanged source text.
    pub(super) fn literal(&mut self, text: &str, place: usize) {
        self.add(text, place..place + text.len(), true);
    }

    /// Adds text that replaces a reference.
    pub(super) fn replaced(&mut self, text: &str, raw: Range<usize>) {
        self.add(text, raw, false);
    }

    fn add(&mut self, text: &str, raw: Range<usize>, is_literal: bool) {
        if !text.is_empty() {
            self.stretches.push(Stretch { start: self.text.len(), raw, is_literal });
            self.text.push_str(text);
        }
    }

    /// The source place of text that begins at an offset.
    pub(super) fn start(&self, offset: usize) -> usize {
        let is_behind = offset >= self.text.len();
        self.stretch(offset).map_or(0, |stretch| match stretch.literal(offset) {
            Some(place) => place,
            None if is_behind => stretch.raw.end,
            None => stretch.raw.start,
        })
    }

    /// The source place of the end of text that ends at an offset.
    pub(super) fn end(&self, offset: usize) -> usize {
        let Some(before) = offset.checked_sub(1) else { return self.start(offset) };
        let place = |stretch: &Stretch| stretch.literal(offset).unwrap_or(stretch.raw.end);
        self.stretch(before).map_or(0, place)
    }

    /// The source place of a piece of the text.
    pub(super) fn range(&self, piece: Range<usize>) -> Range<usize> {
        let start = self.start(piece.start);
        if piece.is_empty() { start..start } else { start..self.end(piece.end).max(start) }
    }

    fn stretch(&self, offset: usize) -> Option<&Stretch> {
        let begun = self.stretches.partition_point(|stretch| stretch.start <= offset);
        self.stretches.get(begun.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{Declared, Entities};

    fn declared(doctype: &str) -> Declared {
        let mut declared = Declared::default();
        declared.declare(doctype);
        declared
    }

    fn value(doctype: &str, raw: &str) -> String {
        Entities::new(&declared(doctype), 0).expanded(raw).text
    }

    #[test]
    fn expansion() {
        let doctype = r#"r SYSTEM "a[b" [<!-- <!ENTITY owl "no"> --><!ENTITY % p "<!ENTITY owl 'no'>">
            <!ENTITY owl "http://www.w3.org/2002/07/owl#"><!ENTITY owl "second">
            <!ENTITY e SYSTEM "elsewhere"><!ENTITY two '&owl;a&#38;amp;&amp;'><!ATTLIST x y CDATA "<!ENTITY z 'w'>">
            <!ENTITY self "&self;"> ]"#;
        for (raw, text) in [
            ("&owl;Thing", "http://www.w3.org/2002/07/owl#Thing"),
            ("&two;", "http://www.w3.org/2002/07/owl#a&&"),
            ("a&amp;b\r\nc\td", "a&b c d"),
            ("&#65;&#x42;&eacute;&nbsp;", "AB\u{e9}\u{a0}"),
            ("&e;&z;&p;", "\u{fffd}\u{fffd}\u{fffd}"),
            ("a&b=c&d;", "a&b=c\u{fffd}"),
            (
                "&semi;&ngE;&AMP;&amp;&apos;&CounterClockwiseContourIntegral;",
                ";\u{2267}\u{338}&&'\u{2233}",
            ),
            ("&notit;&eacut;&Eacutee;&a<b;", "\u{fffd}\u{fffd}\u{fffd}&a<b;"),
            ("&self;", "\u{fffd}"),
        ] {
            assert_eq!(value(doctype, raw), text, "{raw}");
        }
    }

    #[test]
    fn places() {
        let declared = declared("r [<!ENTITY a 'long text'>]");
        let mut entities = Entities::new(&declared, 0);
        let expanded = entities.expanded("x&a;y");
        assert_eq!(expanded.text, "xlong texty");
        assert_eq!(expanded.range(0..11), 0..5);
        assert_eq!(expanded.range(2..5), 1..4);
        assert_eq!(expanded.range(10..11), 4..5);
        assert_eq!(expanded.range(11..11), 5..5);
    }

    #[test]
    fn bombs_do_not_go_off() {
        use std::fmt::Write as _;

        let mut doctype = "r [<!ENTITY a0 'lol'>".to_owned();
        for n in 1..50 {
            let m = n - 1;
            write!(doctype, "<!ENTITY a{n} '&a{m};&a{m};&a{m};&a{m};&a{m};&a{m};&a{m};&a{m};'>")
                .unwrap();
        }
        // Expanding empty entities takes work too.
        doctype.push_str("<!ENTITY b0 '&b1;&b1;'><!ENTITY b1 '&b0;&b0;'>]");
        let declared = declared(&doctype);
        let mut entities = Entities::new(&declared, doctype.len());
        let text = entities.expanded(&"&a49;&b0;".repeat(1000)).text;
        assert!(text.len() < 4 << 20, "{}", text.len());
        assert_eq!(entities.fault().unwrap().kind.name(), "not-expanded");
    }
}
