//! The choices in which editions differ: enums and small structs that an edition's constant fills.
//!
//! Each variant is read by one small function of the engine. A new kind of difference is a new
//! field or variant here, never a question about which edition it is.

mod normalization;

use napkin_scan::ByteSet;

pub(crate) use self::normalization::{Action, NormalizationRule};
use crate::fault::Part;

/// A rule of a grammar, and the section of the document that states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "whoever knows a scheme names its rules")]
pub struct Rule {
    /// The name of the rule in the edition's ABNF.
    pub name: &'static str,
    /// The section that states it, such as `3.2.2`.
    pub section: &'static str,
}

impl Rule {
    pub(crate) const fn new(name: &'static str, section: &'static str) -> Self {
        Self { name, section }
    }
}

/// The rule of each part, which an error in it quotes unless its kind has one of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartRules {
    /// That of the scheme.
    pub(crate) scheme: Rule,
    /// That of the authority.
    pub(crate) authority: Rule,
    /// That of the userinfo.
    pub(crate) userinfo: Rule,
    /// That of the host.
    pub(crate) host: Rule,
    /// That of the port.
    pub(crate) port: Rule,
    /// That of the path.
    pub(crate) path: Rule,
    /// That of the query.
    pub(crate) query: Rule,
    /// That of the fragment.
    pub(crate) fragment: Rule,
}

impl PartRules {
    /// The rule of one part.
    pub(crate) const fn of(&self, part: Part) -> Rule {
        match part {
            Part::Scheme => self.scheme,
            Part::Authority => self.authority,
            Part::Userinfo => self.userinfo,
            Part::Host => self.host,
            Part::Port => self.port,
            Part::Path => self.path,
            Part::Query => self.query,
            Part::Fragment => self.fragment,
        }
    }
}

/// The sections of an edition that are about more than one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sections {
    /// What the characters of a URI are.
    pub characters: &'static str,
    /// What reserved characters are for.
    pub delimiters: &'static str,
    /// What percent-encoded octets stand for.
    pub data: &'static str,
    /// What a base is.
    pub base: &'static str,
    /// That a relative reference needs a base.
    pub relative: &'static str,
    /// How a reference becomes its target.
    pub resolution: &'static str,
    /// What equivalence means.
    pub comparison: &'static str,
}

impl Sections {
    /// In the order in which the documents have them: characters, delimiters, data; base, relative
    /// references, resolution; comparison.
    pub(crate) const fn new(
        [characters, delimiters, data]: [&'static str; 3],
        [base, relative, resolution]: [&'static str; 3],
        comparison: &'static str,
    ) -> Self {
        Self { characters, delimiters, data, base, relative, resolution, comparison }
    }
}

/// What percent-encoded octets stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "an octet stands for itself or for a character, and whoever decodes has to know which"
)]
pub enum Escapes {
    /// Octets, whose meaning the generic syntax does not fix.
    Octets,
    /// Characters of ISO Latin-1.
    Latin1,
}

impl Escapes {
    /// The octets that a character is encoded as; nothing for one that no octets stand for.
    pub fn octets_of(self, character: char, buffer: &mut [u8; 4]) -> Option<&[u8]> {
        match (self, u8::try_from(character)) {
            (Self::Octets, _) => Some(character.encode_utf8(buffer).as_bytes()),
            (Self::Latin1, Ok(octet)) => {
                buffer[0] = octet;
                Some(&buffer[..1])
            }
            (Self::Latin1, Err(_)) => None,
        }
    }
}

/// The characters of a scheme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemeRule {
    /// What may begin it.
    pub(crate) first: ByteSet,
    /// What may follow.
    pub(crate) rest: ByteSet,
    /// Whether percent-encoded octets may follow too.
    pub(crate) escapes: bool,
    /// Whether upper and lower case make a difference.
    pub(crate) case_sensitive: bool,
    /// Whether text before a colon that is no scheme is a path, rather than an error.
    pub(crate) else_path: bool,
    /// Whether the edition's parser reports the scheme in lowercase.
    pub(crate) reported_lowercase: bool,
}

/// What follows the scheme's colon, and what may stand without a scheme.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hierarchy {
    /// Parts split by their delimiters, each checked by its set.
    Generic(&'static Generic),
    /// Each scheme that is known has its own form; others try the last ones in order.
    ByScheme {
        /// The forms of the schemes that the document defines.
        known: &'static [SchemeForm],
        /// The forms that any other scheme may take, the first that fits.
        other: &'static [SchemeForm],
        /// The form of a reference without a scheme, if there are any.
        partial: Option<&'static SchemeForm>,
        /// What a fragment may hold.
        fragment: ByteSet,
    },
}

/// The generic syntax of an edition that splits first and checks then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generic {
    /// Raw bytes of a path segment.
    pub(crate) segment: ByteSet,
    /// Raw bytes of the query.
    pub(crate) query: ByteSet,
    /// Raw bytes of the fragment.
    pub(crate) fragment: ByteSet,
    /// The authority, called site or `net_loc` in its time.
    pub(crate) authority: AuthorityRule,
    /// Whether a relative path may begin with a colon, where no scheme can stand before it.
    pub(crate) leading_colon: bool,
    /// Whether nothing at all is a relative reference, rather than only a use of one.
    pub(crate) empty_is_relative: bool,
    /// What a `;` in the path begins.
    pub(crate) parameters: Parameters,
    /// What a URI with a scheme may be when it is not hierarchical.
    pub(crate) opaque: Opaque,
}

/// What a `;` in the path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameters {
    /// Nothing: it is a character of a segment like others.
    None,
    /// The first one begins a component of its own, in which further ones separate parameters.
    Component,
    /// Each one begins a parameter of its segment.
    OfSegments,
}

/// URIs that have a scheme and no hierarchy.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opaque {
    /// There are none: a path without a slash is a path.
    None,
    /// What fails as a hierarchical URI and is made of these bytes.
    Fallback(ByteSet),
    /// What does not begin with a slash after the colon.
    UnlessSlash {
        /// Its first byte.
        first: ByteSet,
        /// Its further bytes.
        rest: ByteSet,
        /// Whether nothing, or only a query, may follow the colon of a hierarchical URI.
        empty_is_hierarchical: bool,
        /// Whether it is split into path and query, rather than one piece.
        is_split: bool,
    },
}

/// `[ userinfo "@" ] host [ ":" port ]` in its variants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AuthorityRule {
    /// What ends it.
    pub(crate) end: ByteSet,
    /// What stands before the `@`, if anything may.
    pub(crate) userinfo: Option<UserinfoRule>,
    /// The host.
    pub(crate) host: HostRule,
    /// What may follow the colon after the host.
    pub(crate) port: PortRule,
    /// What an authority without any text is.
    pub(crate) empty: EmptyAuthority,
    /// The bytes of a name that is taken as a whole, where the rest of the rule fails.
    pub(crate) registry: Option<ByteSet>,
}

/// The userinfo.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UserinfoRule {
    /// Its raw bytes, without the colon.
    pub(crate) raw: ByteSet,
    /// Whether percent-encoded octets may stand in it.
    pub(crate) escapes: bool,
    /// How many colons it may hold.
    pub(crate) colons: Colons,
    /// Whether user and password may be empty.
    pub(crate) empty: bool,
}

/// How many colons userinfo may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colons {
    /// One, which separates user and password.
    One,
    /// Any number; the first separates.
    Any,
}

/// The host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostRule {
    /// Names.
    pub(crate) name: NameRule,
    /// IPv4 addresses.
    pub(crate) ipv4: Ipv4Rule,
    /// IP literals in brackets.
    pub(crate) literal: Literal,
}

/// Names of hosts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NameRule {
    /// Any of these bytes and percent-encoded octets, or nothing.
    Registered(ByteSet),
    /// Labels of letters, digits and inner hyphens, between dots.
    Labels {
        /// Which label may be the last one.
        last: LastLabel,
        /// Whether a final dot may follow.
        final_dot: FinalDot,
        /// The longest label.
        longest: usize,
    },
    /// A letter, then any of these bytes and percent-encoded octets.
    LetterThen(ByteSet),
}

/// Which label of a name may be its last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastLabel {
    /// Any.
    Any,
    /// One that begins with a letter.
    Letter,
    /// One that begins with a letter, or the only one.
    LetterOrOnly,
}

impl LastLabel {
    /// Whether the label with this number, counted from 1, may be the last one.
    pub(crate) const fn allows(self, begins_with_letter: bool, number: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Letter => begins_with_letter,
            Self::LetterOrOnly => begins_with_letter || number == 1,
        }
    }
}

/// Whether a name may end in a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FinalDot {
    /// It may not.
    No,
    /// After a label that begins with a letter.
    AfterLetterLabel,
    /// After a label that begins with a letter and follows another one.
    AfterLetterLabelBehindAnother,
    /// After a label that may be the last one.
    AfterLastLabel,
}

/// IPv4 addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ipv4Rule {
    /// None.
    No,
    /// Four numbers from 0 to 255 without leading zeros.
    Octets,
    /// Four groups of digits.
    Digits,
    /// Four numbers from 0 to 255, with any number of leading zeros.
    Values,
}

/// IP literals in brackets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Literal {
    /// None.
    No,
    /// IPv6 addresses.
    Ipv6 {
        /// What their last 32 bits may be.
        ipv4: Ipv4Rule,
        /// The bytes of a scope identifier behind a raw `%`, if one may follow.
        scope: Option<ByteSet>,
    },
    /// IPv6 addresses, and addresses of later versions with these bytes.
    Ipv6OrFuture(ByteSet),
}

/// The port after its colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PortRule {
    /// There is none.
    No,
    /// One digit or more.
    Digits,
    /// Any number of digits, also none.
    MaybeDigits,
    /// Any number of digits, also none, whose value is no higher than this.
    MaybeDigitsUpTo(u32),
}

impl PortRule {
    /// Whether there may be a port of so many digits.
    pub(crate) const fn allows_length(self, digits: usize) -> bool {
        match self {
            Self::No => false,
            Self::Digits => digits > 0,
            Self::MaybeDigits | Self::MaybeDigitsUpTo(_) => true,
        }
    }

    /// Whether the digits `text[start..end]` have a value that a port may have.
    pub(crate) const fn allows_value(self, text: &[u8], start: usize, end: usize) -> bool {
        let Self::MaybeDigitsUpTo(highest) = self else { return true };
        let (mut value, mut at) = (0_u64, start);
        while at < end && value <= highest as u64 {
            value = value * 10 + (text[at] - b'0') as u64;
            at += 1;
        }
        value <= highest as u64
    }
}

/// What an authority without any text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmptyAuthority {
    /// An authority whose host is the empty name.
    EmptyHost,
    /// An authority without host.
    NoHost,
    /// No authority at all, if any text follows; not allowed at the end of the text.
    UndefinedBeforeText,
    /// Not allowed.
    Invalid,
}

impl EmptyAuthority {
    /// Whether it is an authority.
    pub(crate) const fn is_authority(self) -> bool {
        !matches!(self, Self::UndefinedBeforeText)
    }
}

/// What a scheme that the document defines looks like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemeForm {
    /// The scheme in lowercase; empty for the forms of all other schemes.
    pub(crate) scheme: &'static str,
    /// The name of its production and its section.
    pub(crate) rule: Rule,
    /// The authority after `//`, if the form has one. Then the first slash after it belongs to
    /// neither it nor the path, and without that slash the path is undefined.
    pub(crate) authority: Option<&'static AuthorityRule>,
    /// What may follow, up to the fragment: the first of these that fits.
    pub(crate) tail: &'static [&'static [Step]],
    /// Whether a `?` in it begins a query.
    pub(crate) query: bool,
    /// Which percent-encoded octets are the same as raw ones, place by place.
    pub(crate) unescape: Unescape,
    /// What an undefined or empty path is the same as.
    pub(crate) default_path: DefaultPath,
}

/// Which percent-encoded octets are the same as raw ones in the parts of one scheme: what may stand
/// raw there and is not reserved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unescape {
    /// In user and password.
    pub(crate) userinfo: ByteSet,
    /// In the host.
    pub(crate) host: ByteSet,
    /// In the path.
    pub(crate) path: ByteSet,
    /// In what follows a delimiter of the path, if that differs.
    pub(crate) behind: Option<(PathDelimiter, ByteSet)>,
    /// In the query.
    pub(crate) query: ByteSet,
    /// In the fragment.
    pub(crate) fragment: ByteSet,
    /// Whether a segment, up to a `;`, that would become `.` or `..` stays as it is.
    pub(crate) keep_dot_segments: bool,
}

/// Where in a path other octets may be undone than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathDelimiter {
    /// At the first `;`.
    FirstSemicolon,
    /// At the last `@`; a path without one is all behind it.
    LastAt,
}

/// What an undefined or empty path is the same as, for comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefaultPath {
    /// Itself only.
    Kept,
    /// Each other, where there is no query.
    SlashIfNoQuery,
    /// Each other, and this path.
    Is(&'static str),
    /// Each other: the slash says nothing.
    Dropped,
}

/// A piece of the form of a scheme, matched from left to right.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// This text.
    Literal(&'static [u8]),
    /// One byte of the set, raw.
    Byte(ByteSet),
    /// One byte of the set, or one percent-encoded octet.
    Character(ByteSet),
    /// As many bytes of the set as there are, raw; at least so many.
    Bytes(ByteSet, usize),
    /// As many bytes of the set and percent-encoded octets as there are; at least so many.
    Characters(ByteSet, usize),
    /// Like `Characters`, but ending before this text.
    CharactersBefore(ByteSet, &'static [u8]),
    /// These steps, or nothing.
    Maybe(&'static [Step]),
    /// These steps, as often as they fit; at least so often.
    Repeat(&'static [Step], usize),
    /// The first of these that fits.
    OneOf(&'static [&'static [Step]]),
    /// All that is left: text of the set, the last `@`, then these steps.
    LastAt(ByteSet, &'static [Step]),
    /// All that is left: characters of the set with an `@` that is neither the first nor the last.
    AtInside(ByteSet),
    /// All that is left: a host.
    Host(&'static HostRule),
    /// All that is left: characters of the set that decode to something, `@`, and something.
    DecodedAddress(ByteSet),
}

/// How references are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// Not defined: every reference is refused.
    Undefined,
    /// By runs of slashes in the text of the context (RFC 1630).
    SlashRuns,
    /// By components, each inherited from the base while those before it are empty, dot segments
    /// removed from what was merged only (RFC 1808).
    Inherit,
    /// By components, dot segments removed from what was merged only.
    Merge(Merge),
    /// By components, dot segments removed from every path that comes from the reference
    /// (RFC 3986 §5.2).
    RemoveDotSegments,
    /// By components that are values: a relative base is one too, and the target is what they print as.
    Objects,
}

/// Which bases a lenient reader takes the scheme of a reference away for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lenient {
    /// Those of the hierarchical syntax.
    Hierarchical,
    /// All, also those that nothing can be resolved against then.
    Any,
}

/// The variants of resolution by merging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Merge {
    /// What a reference that is only a query keeps of the base's path.
    pub(crate) query_only: QueryOnly,
    /// Whether the query takes part in the removal of dot segments.
    pub(crate) query_in_buffer: bool,
    /// When a slash stands for the empty path of a base.
    pub(crate) empty_base_path: EmptyBasePath,
    /// Whether the empty text as a base says that there is none, so that only what needs no base can
    /// be resolved.
    pub(crate) empty_base_is_none: bool,
    /// Against which bases a reference with their scheme may be taken as one without, if any.
    pub(crate) lenient: Option<Lenient>,
    /// What the empty reference stands for where a new request is always meant.
    pub(crate) new_request: NewRequest,
}

/// What a reference that is only a query keeps of the base's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryOnly {
    /// All of it.
    WholePath,
    /// What stands up to its last slash.
    Directory,
}

/// When a slash stands for the empty path of a base, before merging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmptyBasePath {
    /// If the base has an authority.
    SlashAfterAuthority,
    /// Always.
    Slash,
}

/// What the empty reference stands for where a new request is always meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewRequest {
    /// The document that holds the reference.
    Document,
    /// The base.
    Base,
}

/// What resolution does with `..` segments that climb above the top of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Excess {
    /// They disappear.
    Remove,
    /// They stay in the path of the target.
    Retain,
    /// The reference is refused.
    Error,
}
