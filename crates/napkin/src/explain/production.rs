//! The rules of an edition's grammar that derive a reference: the part that each derives, its depth, and its inner
//! rules.
//!
//! An edition lists its [`Production`]s in preorder: the outer before the inner, the left before the right. They
//! are applied to the offsets of a parsed reference, so nothing here decides validity. The names are those of
//! `spec/grammars/*.abnf`.

use napkin_scan::{ALPHA, ByteSet, DIGIT, HEXDIG};

use crate::code_points::CodePoints;
use crate::edition::rules::Rule;

/// A rule of the grammar and the part of a reference that it derives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Production {
    /// Nesting depth; the parent is the nearest earlier production with a smaller depth. The depth of a production
    /// without inner ones can be any larger number.
    pub(crate) depth: u8,
    /// Its name and section.
    pub(crate) rule: Rule,
    /// The range of text that it derives.
    pub(crate) extent: Extent,
    /// The references that it applies to.
    pub(crate) when: When,
    /// The rules inside it.
    pub(crate) inside: Inside,
    /// Whether the production is a rule of the document. Otherwise its inner rules belong to the rule around it.
    pub(crate) is_named: bool,
}

/// The range of a production. If it is undefined, the production derives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Whole,
    BeforeFragment,
    /// From after the scheme's colon to the query.
    Hierarchy,
    /// From after the scheme's colon to the fragment.
    AfterScheme,
    /// From after the scheme's colon to the fragment, if an authority begins there.
    NetPath,
    /// From the two slashes of an authority to the query.
    NetPathBeforeQuery,
    Scheme,
    Authority,
    Userinfo,
    /// The text before the first colon of the userinfo.
    User,
    /// The text after the first colon of the userinfo.
    Password,
    HostAndPort,
    Host,
    /// The host, if it is not empty.
    HostIfAny,
    /// The address in the brackets of the host, without a scope identifier.
    InBrackets,
    /// The scope identifier after that address.
    Scope,
    /// The zone identifier after the `%25` in the brackets of an IPv6 address.
    Zone,
    Port,
    /// The path, without parameters if the edition separates them.
    Path,
    /// From the first slash of the path on.
    FromSlash,
    /// The text after the first slash of the path.
    BehindSlash,
    /// The text before the first slash of the path; the whole path if it has no slash.
    BeforeSlash,
    /// From the leading slash of the path to the fragment.
    AbsolutePathAndQuery,
    /// From after the leading slash of the path, or from the start of a path without one, to the fragment.
    RelativePathAndQuery,
    /// The path without its leading slash, and without parameters if the edition separates them; undefined for an
    /// empty path.
    Segments,
    Parameters,
    Query,
    Fragment,
    /// The fragment, if it is not empty.
    FragmentIfAny,
}

/// The references that a production applies to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum When {
    Always,
    /// References with a scheme.
    Uri,
    /// References without a scheme.
    Relative,
    /// References without a scheme and with text before the fragment.
    RelativeNotEmpty,
    Hierarchical,
    Opaque,
    NotOpaque,
    /// References whose host is of one of these kinds, by their names.
    Host(&'static [&'static str]),
    /// References whose authority is a server.
    Server,
    /// References whose authority is a registry name.
    Registry,
    /// References that are not opaque and whose path is in one of these places.
    Path(&'static [PathPlace]),
    /// References with one of these schemes' forms, by the names of their rules.
    Forms(&'static [&'static str]),
    /// References with this form whose path has a slash, or has none.
    FormWithSlash(&'static str, bool),
    /// References with this form whose path has no slash, with a query, or without one.
    FormWithQuery(&'static str, bool),
    /// References whose scheme has a form in the document.
    KnownForm,
    /// References whose scheme has no form in the document.
    OtherForm,
}

/// The place of a path, which decides its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathPlace {
    /// After an authority, which ends where the path begins.
    AfterAuthority,
    EmptyAfterAuthority,
    /// Empty, without an authority.
    Empty,
    /// It begins with a slash, without an authority.
    Absolute,
    /// It begins with a segment, after a scheme.
    Rootless,
    /// It begins with a segment, without a scheme.
    NoScheme,
}

/// The rules inside a production, besides the productions nested in it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inside {
    /// Nothing of its own.
    Nothing,
    Characters(&'static [Class]),
    /// Segments between slashes.
    Segments(&'static SegmentRules),
    /// A character and then others.
    FirstThen(&'static [Class], &'static [Class]),
    /// Pieces of different rules, one after the other, and again until the text ends.
    Sequence(&'static [Piece]),
    /// Pieces between delimiters, all by one rule.
    Pieces(u8, Rule, &'static [Class]),
    /// Labels between dots.
    Labels(&'static LabelRules),
    /// The groups of an IPv6 address.
    Groups(&'static GroupRules),
}

/// A piece of a sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Which text it takes.
    pub(crate) cut: Cut,
    /// Its rule; without one, the rules inside belong to the rule around it.
    pub(crate) rule: Option<Rule>,
    /// The rules inside it.
    pub(crate) inside: Inside,
}

/// How much of the remaining text a piece takes. A piece that takes nothing has no node, and the next piece is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cut {
    /// The first character, raw or percent-encoded.
    Character,
    /// All before a delimiter, which is left out; all if the delimiter does not follow.
    Before(&'static [u8]),
    /// All before the last of these delimiters that text follows; the delimiter is left out.
    BeforeLast(&'static [u8]),
    /// All before a delimiter, with the delimiter that stands before the piece.
    WithDelimiter(&'static [u8]),
    /// The bytes of a set that the text begins with.
    Leading(ByteSet),
    /// All, if every byte is of a set.
    AllOf(ByteSet),
    /// All, if it contains a byte.
    Containing(u8),
    /// All.
    Rest,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentRules {
    /// The first segment, after the leading slash if there is one. An empty segment uses the rule of the others.
    pub(crate) first: Rule,
    /// Its characters.
    pub(crate) first_characters: &'static [Class],
    /// The rule of the other segments.
    pub(crate) rest: Rule,
    /// The characters of the other segments.
    pub(crate) rest_characters: &'static [Class],
    /// The rule of the text after each semicolon, if it has one.
    pub(crate) parameter: Option<Rule>,
    /// Whether a path of a single slash has a segment after it.
    pub(crate) empty_first: bool,
    /// Whether the leading slash is already cut off, so that another slash separates segments.
    pub(crate) is_behind_slash: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelRules {
    /// The rule of all labels except the last.
    pub(crate) label: Rule,
    pub(crate) last: Rule,
    /// Whether the last label uses the rule of the others unless a dot follows.
    pub(crate) last_needs_dot: bool,
    /// Whether a single label uses the rule of the last, instead of the rule of the others.
    pub(crate) only_is_last: bool,
    pub(crate) characters: &'static [Class],
}

/// The pieces of an IPv6 address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupRules {
    /// A group of hexadecimal digits.
    pub(crate) group: Rule,
    /// The last two groups, or the IPv4 address in their place, if the grammar has a rule for them.
    pub(crate) last: Option<Rule>,
    /// The IPv4 address.
    pub(crate) ipv4: Rule,
    /// A number of the IPv4 address, if the grammar has a rule for it.
    pub(crate) octet: Option<Rule>,
    pub(crate) hexadecimal: &'static [Class],
    pub(crate) decimal: &'static [Class],
}

/// A rule for one character: a byte of the set, a non-ASCII character, or a percent-encoded octet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    /// Its name and section.
    pub(crate) rule: Rule,
    /// The bytes that it derives raw.
    pub(crate) set: ByteSet,
    /// The non-ASCII characters that it derives raw.
    pub(crate) beyond_ascii: CodePoints,
    /// Whether the rule derives percent-encoded octets.
    pub(crate) escapes: bool,
    /// The rules that it is a choice of; for percent-encoded octets, the rules of the two digits.
    pub(crate) choices: &'static [Class],
}

impl Class {
    /// A rule for some bytes.
    pub(crate) const fn of(rule: Rule, set: ByteSet, choices: &'static [Self]) -> Self {
        Self { rule, set, beyond_ascii: CodePoints::EMPTY, escapes: false, choices }
    }

    /// A rule for some bytes and for percent-encoded octets.
    pub(crate) const fn with_escapes(rule: Rule, set: ByteSet, choices: &'static [Self]) -> Self {
        Self { escapes: true, ..Self::of(rule, set, choices) }
    }

    /// This rule, with non-ASCII characters.
    pub(crate) const fn and_beyond_ascii(self, characters: CodePoints) -> Self {
        Self { beyond_ascii: characters, ..self }
    }

    /// The rule for percent-encoded octets.
    pub(crate) const fn escape(rule: Rule, digits: &'static [Self]) -> Self {
        Self::with_escapes(rule, ByteSet::EMPTY, digits)
    }

    /// Whether the rule derives the character itself, not percent-encoded.
    pub(crate) fn derives(&self, character: char) -> bool {
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => self.set.contains(byte),
            _ => self.beyond_ascii.contains(character),
        }
    }

    /// The rule for small letters, of a document that has one.
    pub(crate) const fn lowalpha(section: &'static str) -> Self {
        Self::of(Rule::new("lowalpha", section), ByteSet::range(b'a', b'z'), &[])
    }

    /// The rule for capital letters, of a document that has one.
    pub(crate) const fn capitals(name: &'static str, section: &'static str) -> Self {
        Self::of(Rule::new(name, section), ByteSet::range(b'A', b'Z'), &[])
    }

    /// The rule for letters.
    pub(crate) const fn alpha(section: &'static str) -> Self {
        Self::of(Rule::new("ALPHA", section), ALPHA, &[])
    }

    pub(crate) const fn digit(section: &'static str) -> Self {
        Self::of(Rule::new("DIGIT", section), DIGIT, &[])
    }

    /// The rule for hexadecimal digits, which is a choice of the rule for digits and letters.
    pub(crate) const fn hexdig(section: &'static str, digit: &'static [Self]) -> Self {
        Self::of(Rule::new("HEXDIG", section), HEXDIG, digit)
    }
}

impl Production {
    /// A production that applies to all references.
    pub(crate) const fn new(
        depth: u8,
        name: &'static str,
        section: &'static str,
        extent: Extent,
    ) -> Self {
        let rule = Rule::new(name, section);
        Self { depth, rule, extent, when: When::Always, inside: Inside::Nothing, is_named: true }
    }

    /// This production, for some references only.
    pub(crate) const fn when(mut self, when: When) -> Self {
        self.when = when;
        self
    }

    /// Characters that belong to the rule around them, since the document has no rule for them.
    pub(crate) const fn unnamed(depth: u8, extent: Extent, classes: &'static [Class]) -> Self {
        let unnamed = Self::new(depth, "", "", extent).of(Inside::Characters(classes));
        Self { is_named: false, ..unnamed }
    }

    /// Pieces that belong to the rule around them, since the document has no rule for the whole.
    pub(crate) const fn sequence(depth: u8, extent: Extent, pieces: &'static [Piece]) -> Self {
        Self::unnamed(depth, extent, &[]).of(Inside::Sequence(pieces))
    }

    pub(crate) const fn of(mut self, inside: Inside) -> Self {
        self.inside = inside;
        self
    }
}

impl Piece {
    /// A piece by a rule, with the rules inside it.
    pub(crate) const fn new(
        cut: Cut,
        name: &'static str,
        section: &'static str,
        inside: Inside,
    ) -> Self {
        Self { cut, rule: Some(Rule::new(name, section)), inside }
    }

    /// A piece without a rule of its own.
    pub(crate) const fn unnamed(cut: Cut, inside: Inside) -> Self {
        Self { cut, rule: None, inside }
    }
}
