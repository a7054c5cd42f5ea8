//! How the grammar derives a reference: a tree of its rules, from the whole down to single characters.
//!
//! The tree is built from the offsets of the parser and the edition's list of
//! [productions](super::production). Nothing is parsed a second time: the parser has decided validity, and
//! this module assigns to each rule the part that it derives.
//!
//! ```
//! use napkin::Uri;
//!
//! let derivation = Uri::parse("http://a/~b")?.derivation();
//! let rules: Vec<_> = derivation.at(9).map(|node| node.rule.name).collect();
//! assert_eq!(rules, ["URI", "hier-part", "path-abempty", "segment", "pchar", "unreserved"]);
//! # Ok::<(), napkin::ParseError>(())
//! ```

use alloc::vec::Vec;
use core::ops::Range;

use super::Explanation;
use super::production::{
    Class, Cut, Extent, GroupRules, Inside, LabelRules, PathPlace, Piece, Production, SegmentRules,
    When,
};
use crate::code_points::character_at;
use crate::components::HostKind;
use crate::edition::rules::{Hierarchy, Rule};
use crate::identifier::text::Text;
use crate::identifier::{IriRef, UriRef};
use crate::reference::Reference;
use crate::views::authority::Userinfo;
use crate::views::path::Path;

/// A rule, and the part of the text that it derives. Made by [`Reference::derivation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Node {
    /// The rule: its name in the edition's grammar, and the section that states it.
    pub rule: Rule,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
    /// The number of nodes around this one.
    pub depth: u32,
}

/// The tree of rules that derives a reference.
///
/// ```
/// let derivation = napkin::uri!("http://h:80/").derivation();
/// let rules: Vec<_> = derivation.at(9).map(|node| node.rule.name).collect();
/// assert!(rules.contains(&"authority") && rules.contains(&"port"));
/// assert_eq!(derivation.nodes()[0].depth, 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Derivation {
    nodes: Vec<Node>,
}

impl Derivation {
    /// The nodes, each before the nodes inside it, from left to right.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that contain a byte, from the whole text inwards.
    pub fn at(&self, offset: usize) -> impl Iterator<Item = &Node> {
        self.nodes
            .iter()
            .filter(move |node| (node.start as usize..node.end as usize).contains(&offset))
    }
}

impl Reference<'_> {
    /// The tree of the rules by which the edition's grammar derives the text.
    ///
    /// ```
    /// use napkin::edition::RFC1738;
    ///
    /// let derivation = RFC1738.parse("ftp://host.dom/a")?.derivation();
    /// let rules: Vec<_> = derivation.at(15).map(|node| node.rule.name).collect();
    /// assert_eq!(
    ///     rules,
    ///     ["our-reference", "url", "ftpurl", "fpath", "fsegment", "uchar", "unreserved", "alpha", "lowalpha"]
    /// );
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn derivation(&self) -> Derivation {
        let mut tree = Tree { text: self.as_str().as_bytes(), nodes: Vec::new(), open: Vec::new() };
        for production in Explanation::of(self.edition()).productions {
            if !self.uses(production.when) {
                continue;
            }
            if let Some(range) = self.extent(production.extent) {
                tree.add(production, range);
            }
        }
        Derivation { nodes: tree.nodes }
    }

    fn uses(&self, when: When) -> bool {
        let form = || self.rule_of_form().map(|rule| rule.name);
        match when {
            When::Always => true,
            When::Uri => !self.is_relative_ref(),
            When::Relative => self.is_relative_ref(),
            When::RelativeNotEmpty => {
                self.is_relative_ref() && !self.without_fragment().as_str().is_empty()
            }
            When::Hierarchical => !self.is_relative_ref() && !self.is_opaque(),
            When::Opaque => self.is_opaque(),
            When::NotOpaque => !self.is_opaque(),
            When::Host(kinds) => {
                self.host().is_some_and(|host| kinds.contains(&host.kind().name()))
            }
            When::Server => self.has_server(),
            When::Registry => self.authority().is_some() && !self.has_server(),
            When::Path(places) => !self.is_opaque() && places.contains(&self.path_place()),
            When::FormWithSlash(name, slash) => {
                let path = self.path_text().unwrap_or_default();
                form() == Some(name) && path.contains('/') == slash
            }
            When::Forms(names) => form().is_some_and(|name| names.contains(&name)),
            When::FormWithQuery(name, query) => {
                self.uses(When::FormWithSlash(name, false)) && self.query().is_some() == query
            }
            When::KnownForm => self.has_known_form(),
            When::OtherForm => {
                !self.is_relative_ref() && form().is_some() && !self.has_known_form()
            }
        }
    }

    fn has_server(&self) -> bool {
        self.host().is_some()
            || self.authority() == Some("") && self.edition().views.authority_forms
    }

    /// Whether the document gives the scheme a form.
    fn has_known_form(&self) -> bool {
        match self.edition().hierarchy {
            Hierarchy::ByScheme { known, .. } => {
                self.rule_of_form().is_some_and(|rule| known.iter().any(|form| form.rule == rule))
            }
            Hierarchy::Generic(_) => false,
        }
    }

    fn rule_of_form(&self) -> Option<Rule> {
        Some(self.scheme_form()?.rule)
    }

    /// The offset of the `%` of a scope identifier in the brackets of an IPv6 address.
    fn scope(&self, inner: &Range<u32>) -> Option<u32> {
        self.host().filter(|host| host.kind() == HostKind::Ipv6)?;
        let text = self.as_str().get(inner.start as usize..inner.end as usize)?;
        Some(inner.start + text.find('%')? as u32)
    }

    fn path_place(&self) -> PathPlace {
        let path = self.path().map_or("", Path::as_str);
        match () {
            () if self.authority().is_some() && path.is_empty() => PathPlace::EmptyAfterAuthority,
            () if self.authority().is_some() => PathPlace::AfterAuthority,
            () if path.is_empty() => PathPlace::Empty,
            () if path.starts_with('/') => PathPlace::Absolute,
            () if self.is_relative_ref() => PathPlace::NoScheme,
            () => PathPlace::Rootless,
        }
    }

    fn extent(&self, extent: Extent) -> Option<Range<u32>> {
        let components = self.components();
        let len = self.as_str().len() as u32;
        let after_scheme = components.after_scheme();
        let text = self.path().map_or("", Path::as_str);
        let path = components.path_start..components.path_start + text.len() as u32;
        let slash = text.find('/').map(|slash| slash as u32);
        let leading = u32::from(text.starts_with('/'));
        Some(match extent {
            Extent::Whole => 0..len,
            Extent::BeforeFragment => 0..components.query_end,
            Extent::Hierarchy => after_scheme..components.path_end,
            Extent::AfterScheme => after_scheme..components.query_end,
            Extent::NetPath => {
                components.authority()?;
                after_scheme..components.query_end
            }
            Extent::NetPathBeforeQuery => {
                components.authority()?;
                after_scheme..components.path_end
            }
            Extent::FromSlash => path.start + slash?..path.end,
            Extent::BehindSlash => path.start + slash? + 1..path.end,
            Extent::BeforeSlash => path.start..slash.map_or(path.end, |slash| path.start + slash),
            Extent::AbsolutePathAndQuery => {
                slash.filter(|slash| *slash == 0)?;
                path.start..components.query_end
            }
            Extent::RelativePathAndQuery => path.start + leading..components.query_end,
            Extent::Segments => {
                Some(path.start + leading..path.end).filter(|_| !path.is_empty())?
            }
            Extent::Scheme => components.scheme()?,
            Extent::Authority => components.authority()?,
            Extent::Userinfo => components.userinfo()?,
            Extent::User => {
                let range = components.userinfo()?;
                range.start..range.start + self.userinfo().map_or(0, user_length)
            }
            Extent::Password => {
                let range = components.userinfo()?;
                let userinfo = self.userinfo().filter(|userinfo| userinfo.password().is_some())?;
                range.start + user_length(userinfo) + 1..range.end
            }
            Extent::HostAndPort => components.host()?.start..components.authority_end,
            Extent::Host => components.host()?,
            Extent::HostIfAny => components.host().filter(|range| !range.is_empty())?,
            Extent::InBrackets => {
                let range = components.host()?;
                let kind = self.host()?.kind();
                if !matches!(kind, HostKind::Ipv6 | HostKind::IpvFuture) {
                    return None;
                }
                let inner = range.start + 1..range.end - 1;
                inner.start..self.scope(&inner).unwrap_or(inner.end)
            }
            Extent::Scope => {
                let range = components.host()?;
                let inner = range.start + 1..range.end.checked_sub(1)?;
                self.scope(&inner)? + 1..inner.end
            }
            Extent::Zone => {
                let scope = self.extent(Extent::Scope)?;
                scope.start + "25".len() as u32..scope.end
            }
            Extent::Port => components.port()?,
            Extent::Path => {
                self.path()?;
                path
            }
            Extent::Parameters => {
                let length = self.parameters()?.len() as u32;
                components.path_end - length..components.path_end
            }
            Extent::Query => components.query()?,
            Extent::Fragment => components.fragment(len)?,
            Extent::FragmentIfAny => components.fragment(len).filter(|range| !range.is_empty())?,
        })
    }
}

fn user_length(userinfo: Userinfo<'_>) -> u32 {
    userinfo.user().as_str().len() as u32
}

macro_rules! derived {
    ($type:ident) => {
        impl<T: Text> $type<T> {
            /// The tree of the rules by which the edition derives the text, from `URI` or `relative-ref` down to single
            /// characters.
            pub fn derivation(&self) -> Derivation {
                Reference::from(self).derivation()
            }
        }
    };
}

derived! { UriRef }
derived! { IriRef }

/// A tree under construction.
struct Tree<'a> {
    text: &'a [u8],
    nodes: Vec<Node>,
    /// The depths, in the list of productions, of the nodes around the next one.
    open: Vec<u8>,
}

impl Tree<'_> {
    fn add(&mut self, production: &Production, range: Range<u32>) {
        while self.open.last().is_some_and(|depth| *depth >= production.depth) {
            self.open.pop();
        }
        let depth = self.open.len() as u32;
        self.open.push(production.depth);
        if production.is_named {
            self.push(production.rule, &range, depth);
        }
        self.inside(&production.inside, range, depth + u32::from(production.is_named));
    }

    fn inside(&mut self, inside: &Inside, range: Range<u32>, depth: u32) {
        match *inside {
            Inside::Nothing => {}
            Inside::Characters(classes) => self.characters(classes, range, depth),
            Inside::FirstThen(first, others) => {
                let Some((taken, Some(left))) = self.cut(Cut::Character, range) else { return };
                self.characters(first, taken, depth);
                self.characters(others, left, depth);
            }
            Inside::Sequence(pieces) => self.sequence(pieces, range, depth),
            Inside::Segments(rules) => self.segments(rules, range, depth),
            Inside::Pieces(delimiter, rule, classes) => {
                for piece in self.pieces(delimiter, range) {
                    self.push(rule, &piece, depth);
                    self.characters(classes, piece, depth + 1);
                }
            }
            Inside::Labels(rules) => self.labels(rules, range, depth),
            Inside::Groups(rules) => self.groups(rules, range, depth),
        }
    }

    fn push(&mut self, rule: Rule, range: &Range<u32>, depth: u32) {
        self.nodes.push(Node { rule, start: range.start, end: range.end, depth });
    }

    fn bytes(&self, range: &Range<u32>) -> &[u8] {
        self.text.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// Adds pieces one after the other, until they end or take nothing more.
    fn sequence(&mut self, pieces: &[Piece], range: Range<u32>, depth: u32) {
        let mut rest = Some(range);
        while let Some(before) = rest.clone() {
            for piece in pieces {
                let Some(range) = rest.clone() else { return };
                let Some((taken, left)) = self.cut(piece.cut, range) else { continue };
                let depth = self.push_some(piece.rule, &taken, depth);
                self.inside(&piece.inside, taken, depth);
                rest = left;
            }
            rest = rest.filter(|rest| !rest.is_empty() && *rest != before);
        }
    }

    /// The text that a piece takes, and what is left; `None` behind a piece that ends with the text.
    fn cut(&self, cut: Cut, range: Range<u32>) -> Option<(Range<u32>, Option<Range<u32>>)> {
        let bytes = self.bytes(&range);
        let before = |at: Option<usize>, delimiter: &[u8]| match at {
            Some(at) => {
                let end = range.start + at as u32;
                (range.start..end, Some(end + delimiter.len() as u32..range.end))
            }
            None => (range.clone(), None),
        };
        let find = |delimiter: &[u8]| bytes.windows(delimiter.len()).position(|at| at == delimiter);
        let first = |length: usize| {
            let end = range.start + length.min(bytes.len()) as u32;
            (length > 0).then_some((range.start..end, Some(end..range.end)))
        };
        match cut {
            Cut::Character => match character_at(bytes, 0)? {
                '%' => first(3),
                character => first(character.len_utf8()),
            },
            Cut::Before(delimiter) => Some(before(find(delimiter), delimiter)),
            Cut::BeforeLast(delimiter) => {
                let inner = bytes.get(..bytes.len().saturating_sub(1)).unwrap_or_default();
                let last = inner.windows(delimiter.len()).rposition(|at| at == delimiter);
                Some(before(last, delimiter))
            }
            Cut::WithDelimiter(delimiter) => {
                let (taken, left) = before(find(delimiter), delimiter);
                Some((taken.start - delimiter.len() as u32..taken.end, left))
            }
            Cut::Leading(set) => {
                first(bytes.iter().take_while(|byte| set.contains(**byte)).count())
            }
            Cut::AllOf(set) if !bytes.iter().all(|byte| set.contains(*byte)) => None,
            Cut::AllOf(_) if bytes.is_empty() => None,
            Cut::Containing(byte) if !bytes.contains(&byte) => None,
            Cut::AllOf(_) | Cut::Containing(_) | Cut::Rest => Some((range, None)),
        }
    }

    /// The ranges between delimiters.
    fn pieces(&self, delimiter: u8, range: Range<u32>) -> Vec<Range<u32>> {
        let mut start = range.start;
        let pieces = self.bytes(&range).split(|byte| *byte == delimiter).map(|piece| {
            let end = start + piece.len() as u32;
            core::mem::replace(&mut start, end + 1)..end
        });
        pieces.collect()
    }

    fn segments(&mut self, rules: &SegmentRules, range: Range<u32>, depth: u32) {
        let absolute = !rules.is_behind_slash && self.bytes(&range).starts_with(b"/");
        let range = range.start + u32::from(absolute)..range.end;
        if range.is_empty() && !(absolute && rules.empty_first || rules.is_behind_slash) {
            return;
        }
        for (number, segment) in self.pieces(b'/', range).into_iter().enumerate() {
            let is_first = number == 0 && !segment.is_empty();
            let (rule, characters) = if is_first {
                (rules.first, rules.first_characters)
            } else {
                (rules.rest, rules.rest_characters)
            };
            self.push(rule, &segment, depth);
            self.segment(rules.parameter, characters, segment, depth + 1);
        }
    }

    /// Adds the characters of a segment, and its parameters.
    fn segment(
        &mut self,
        parameter: Option<Rule>,
        characters: &[Class],
        segment: Range<u32>,
        depth: u32,
    ) {
        let Some(parameter) = parameter else {
            return self.characters(characters, segment, depth);
        };
        for (number, piece) in self.pieces(b';', segment).into_iter().enumerate() {
            let is_parameter = number > 0;
            if is_parameter {
                self.push(parameter, &piece, depth);
            }
            self.characters(characters, piece, depth + u32::from(is_parameter));
        }
    }

    fn labels(&mut self, rules: &LabelRules, range: Range<u32>, depth: u32) {
        let mut labels = self.pieces(b'.', range);
        // A final dot ends a name; nothing follows it.
        let final_dot = labels.last().is_some_and(Range::is_empty);
        labels.truncate(labels.len() - usize::from(final_dot));
        let has_last = final_dot || !rules.last_needs_dot;
        let count = labels.len();
        for (number, label) in labels.into_iter().enumerate() {
            let is_last = has_last && number + 1 == count && (count > 1 || rules.only_is_last);
            self.push(if is_last { rules.last } else { rules.label }, &label, depth);
            self.characters(rules.characters, label, depth + 1);
        }
    }

    /// Adds the groups of an IPv6 address. The last two groups, or the IPv4 address in their place, are one rule where the
    /// grammar has one, unless the gap `::` is among them.
    fn groups(&mut self, rules: &GroupRules, range: Range<u32>, depth: u32) {
        let pieces = self.pieces(b':', range);
        let is_ipv4 = |piece: &Range<u32>, tree: &Self| tree.bytes(piece).contains(&b'.');
        let from = match pieces.as_slice() {
            [.., last] if is_ipv4(last, self) => pieces.len() - 1,
            [.., a, b] if !a.is_empty() && !b.is_empty() => pieces.len() - 2,
            _ => pieces.len(),
        };
        for group in pieces[..from].iter().filter(|group| !group.is_empty()) {
            self.push(rules.group, group, depth);
            self.characters(rules.hexadecimal, group.clone(), depth + 1);
        }
        let (Some(first), Some(last)) = (pieces.get(from), pieces.last()) else { return };
        let depth = self.push_some(rules.last, &(first.start..last.end), depth);
        if is_ipv4(last, self) {
            self.push(rules.ipv4, last, depth);
            for octet in self.pieces(b'.', last.clone()) {
                let depth = self.push_some(rules.octet, &octet, depth + 1);
                self.characters(rules.decimal, octet, depth);
            }
            return;
        }
        for group in &pieces[from..] {
            self.push(rules.group, group, depth);
            self.characters(rules.hexadecimal, group.clone(), depth + 1);
        }
    }

    /// Adds a node if there is a rule for it; returns the depth of what is inside.
    fn push_some(&mut self, rule: Option<Rule>, range: &Range<u32>, depth: u32) -> u32 {
        let Some(rule) = rule else { return depth };
        self.push(rule, range, depth);
        depth + 1
    }

    /// Adds each character by the first class that contains it, and the rules inside that class.
    fn characters(&mut self, classes: &[Class], range: Range<u32>, depth: u32) {
        let mut at = range.start;
        while at < range.end {
            let Some(character) = character_at(self.text, at as usize) else { return };
            if character != '%' {
                let end = at + character.len_utf8() as u32;
                self.character(classes, |class| class.derives(character), at..end, depth);
                at = end;
                continue;
            }
            let end = (at + 3).min(range.end);
            let (digits, depth) = self.character(classes, |class| class.escapes, at..end, depth);
            for at in at + 1..end {
                let Some(&digit) = self.text.get(at as usize) else { return };
                self.character(digits, |class| class.set.contains(digit), at..at + 1, depth);
            }
            at = end;
        }
    }

    /// Adds the rules of one character; returns the choices and the depth at which no further rule fits.
    fn character<'c>(
        &mut self,
        mut classes: &'c [Class],
        fits: impl Fn(&Class) -> bool,
        range: Range<u32>,
        mut depth: u32,
    ) -> (&'c [Class], u32) {
        while let Some(class) = classes.iter().find(|class| fits(class)) {
            self.push(class.rule, &range, depth);
            depth += 1;
            classes = class.choices;
        }
        (classes, depth)
    }
}
