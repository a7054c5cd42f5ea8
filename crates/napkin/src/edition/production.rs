//! The rules of an edition's grammar as they derive a reference: which part each of them is, how deep it
//! stands, and what it is made of.
//!
//! An edition lists its [`Production`]s in the order of a walk through the tree: the outer before the
//! inner, the left before the right. What they are laid over are the offsets of a reference that was
//! parsed, so nothing here decides what is valid. The names are those of `spec/grammars/*.abnf`.

use napkin_scan::{ALPHA, ByteSet, DIGIT, HEXDIG};

use super::rules::Rule;
use crate::code_points::CodePoints;

/// A rule of the grammar and the part of a reference that it derives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Production {
    /// How deep it stands: it is inside the nearest one before it that stands less deep. So what has nothing
    /// inside it may stand as deep as it likes.
    pub(crate) depth: u8,
    /// Its name and section.
    pub(crate) rule: Rule,
    /// From where to where it goes.
    pub(crate) extent: Extent,
    /// Which references it is used for.
    pub(crate) when: When,
    /// What it is made of.
    pub(crate) inside: Inside,
    /// Whether it is a rule of the document. If not, what it is made of stands in the rule around it.
    pub(crate) is_named: bool,
}

/// From where to where a production goes. One that is not there derives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of the text.
    Whole,
    /// All before the fragment.
    BeforeFragment,
    /// From behind the colon of the scheme to the query.
    Hierarchy,
    /// From behind the colon of the scheme to the fragment.
    AfterScheme,
    /// The same, where it begins with an authority.
    NetPath,
    /// From the two slashes of an authority to the query.
    NetPathBeforeQuery,
    /// The scheme.
    Scheme,
    /// The authority.
    Authority,
    /// The userinfo.
    Userinfo,
    /// What stands before its first colon.
    User,
    /// What stands behind that.
    Password,
    /// Host and port.
    HostAndPort,
    /// The host.
    Host,
    /// The same, where it is not empty.
    HostIfAny,
    /// The address in the brackets of the host, without a scope identifier.
    InBrackets,
    /// The scope identifier behind that.
    Scope,
    /// The port.
    Port,
    /// The path, without parameters where the edition tells them apart.
    Path,
    /// From the first slash of the path on.
    FromSlash,
    /// What stands behind that slash.
    BehindSlash,
    /// What stands before it, or all of a path without one.
    BeforeSlash,
    /// From the slash that the path begins with to the fragment.
    AbsolutePathAndQuery,
    /// From behind that slash, or from the start of a path without one, to the fragment.
    RelativePathAndQuery,
    /// The path without the slash that it begins with, and without parameters where the edition tells them apart;
    /// nothing of an empty path.
    Segments,
    /// The parameters.
    Parameters,
    /// The query.
    Query,
    /// The fragment.
    Fragment,
    /// The same, where it is not empty.
    FragmentIfAny,
}

/// Which references a production is used for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum When {
    /// All.
    Always,
    /// Those with a scheme.
    Uri,
    /// Those without.
    Relative,
    /// Those without a scheme and with any text before the fragment.
    RelativeNotEmpty,
    /// Those with a scheme that are hierarchical.
    Hierarchical,
    /// Those that are not.
    Opaque,
    /// Those that are not opaque.
    NotOpaque,
    /// Those whose host is of one of these kinds, by their names.
    Host(&'static [&'static str]),
    /// Those whose authority is that of a server.
    Server,
    /// Those whose authority is something else.
    Registry,
    /// Those that are not opaque and whose path stands in one of these places.
    Path(&'static [PathPlace]),
    /// Those with one of these forms of schemes, by the names of their rules.
    Forms(&'static [&'static str]),
    /// Those with this form whose path has a slash, or has none.
    FormWithSlash(&'static str, bool),
    /// Those whose scheme the document gives a form.
    KnownForm,
    /// Those with another scheme.
    OtherForm,
}

/// Where a path stands, which decides the rule for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathPlace {
    /// Behind an authority, which ends where it begins.
    AfterAuthority,
    /// There, but empty.
    EmptyAfterAuthority,
    /// Nowhere: it is empty, without an authority.
    Empty,
    /// It begins with a slash.
    Absolute,
    /// It begins otherwise, behind a scheme.
    Rootless,
    /// It begins otherwise, without a scheme.
    NoScheme,
}

/// What a production is made of, beside the productions inside it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inside {
    /// Nothing of its own.
    Nothing,
    /// Characters.
    Characters(&'static [Class]),
    /// A character and then others.
    FirstThen(&'static [Class], &'static [Class]),
    /// Segments between slashes.
    Segments(&'static SegmentRules),
    /// What stands between delimiters, each by one rule.
    Pieces(u8, Rule, &'static [Class]),
    /// Labels between dots.
    Labels(&'static LabelRules),
    /// The groups of an IPv6 address.
    Groups(&'static GroupRules),
}

/// The segments of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentRules {
    /// The first segment, behind the leading slash if there is one; one without any text is one of the others.
    pub(crate) first: Rule,
    /// Its characters.
    pub(crate) first_characters: &'static [Class],
    /// The others.
    pub(crate) rest: Rule,
    /// Their characters.
    pub(crate) rest_characters: &'static [Class],
    /// What follows each semicolon, if that is something of its own.
    pub(crate) parameter: Option<Rule>,
    /// Whether a path that is only a slash has a segment behind it.
    pub(crate) empty_first: bool,
    /// Whether the leading slash is cut off already, so that another one separates segments.
    pub(crate) is_behind_slash: bool,
}

/// The labels of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelRules {
    /// All but the last.
    pub(crate) label: Rule,
    /// The last.
    pub(crate) last: Rule,
    /// Whether the last is one of the others unless a dot follows.
    pub(crate) last_needs_dot: bool,
    /// Whether the only one is the last, rather than one of the others.
    pub(crate) only_is_last: bool,
    /// Their characters.
    pub(crate) characters: &'static [Class],
}

/// The pieces of an IPv6 address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupRules {
    /// A group of hexadecimal digits.
    pub(crate) group: Rule,
    /// The last two groups, or the IPv4 address in their place.
    pub(crate) last: Rule,
    /// That address.
    pub(crate) ipv4: Rule,
    /// A number of it.
    pub(crate) octet: Rule,
    /// Hexadecimal digits.
    pub(crate) hexadecimal: &'static [Class],
    /// Digits.
    pub(crate) decimal: &'static [Class],
}

/// A rule for one character: a byte of the set, a character beyond ASCII, or a percent-encoded octet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    /// Its name and section.
    pub(crate) rule: Rule,
    /// The bytes that it derives raw.
    pub(crate) set: ByteSet,
    /// The characters beyond ASCII that it derives raw.
    pub(crate) beyond_ascii: CodePoints,
    /// Whether it derives percent-encoded octets.
    pub(crate) escapes: bool,
    /// The rules that it is a choice of; of the rule for percent-encoded octets, those of the two digits.
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

    /// The same rule with characters beyond ASCII.
    pub(crate) const fn and_beyond_ascii(self, characters: CodePoints) -> Self {
        Self { beyond_ascii: characters, ..self }
    }

    /// The rule for percent-encoded octets.
    pub(crate) const fn escape(rule: Rule, digits: &'static [Self]) -> Self {
        Self::with_escapes(rule, ByteSet::EMPTY, digits)
    }

    /// Whether it derives a character raw.
    pub(crate) fn derives(&self, character: char) -> bool {
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => self.set.contains(byte),
            _ => self.beyond_ascii.contains(character),
        }
    }

    /// The rule for letters.
    pub(crate) const fn alpha(section: &'static str) -> Self {
        Self::of(Rule::new("ALPHA", section), ALPHA, &[])
    }

    /// The rule for digits.
    pub(crate) const fn digit(section: &'static str) -> Self {
        Self::of(Rule::new("DIGIT", section), DIGIT, &[])
    }

    /// The rule for hexadecimal digits, which is a choice of that for digits and letters.
    pub(crate) const fn hexdig(section: &'static str, digit: &'static [Self]) -> Self {
        Self::of(Rule::new("HEXDIG", section), HEXDIG, digit)
    }
}

impl Production {
    /// A production of all references.
    pub(crate) const fn new(
        depth: u8,
        name: &'static str,
        section: &'static str,
        extent: Extent,
    ) -> Self {
        let rule = Rule::new(name, section);
        Self { depth, rule, extent, when: When::Always, inside: Inside::Nothing, is_named: true }
    }

    /// The same for some references only.
    pub(crate) const fn when(mut self, when: When) -> Self {
        self.when = when;
        self
    }

    /// Characters that stand in the rule around them, where the document has no rule for them.
    pub(crate) const fn unnamed(depth: u8, extent: Extent, classes: &'static [Class]) -> Self {
        let unnamed = Self::new(depth, "", "", extent).of(Inside::Characters(classes));
        Self { is_named: false, ..unnamed }
    }

    /// The same with what it is made of.
    pub(crate) const fn of(mut self, inside: Inside) -> Self {
        self.inside = inside;
        self
    }
}
