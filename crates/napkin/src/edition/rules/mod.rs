//! The choices in which editions differ: enums and small structs that an edition's constant fills.
//!
//! Each variant is read by one small function of the engine. A new kind of difference is a new field or variant
//! here; no code asks which edition it has.

mod normalization;
mod views;

use napkin_scan::ByteSet;

pub(crate) use self::normalization::{Action, NormalizationRule};
pub(crate) use self::views::Views;
use crate::fault::Part;

/// A rule of a grammar, and the section of the document that states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// The rule of each part, which an error in the part quotes unless the kind of error has a rule of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartRules {
    pub(crate) scheme: Rule,
    pub(crate) authority: Rule,
    pub(crate) userinfo: Rule,
    pub(crate) host: Rule,
    pub(crate) port: Rule,
    pub(crate) path: Rule,
    pub(crate) query: Rule,
    pub(crate) fragment: Rule,
}

impl PartRules {
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

/// The sections of an edition that concern more than one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sections {
    /// The characters of a URI.
    pub characters: &'static str,
    /// The purpose of reserved characters.
    pub delimiters: &'static str,
    /// The meaning of percent-encoded octets.
    pub data: &'static str,
    /// The definition of a base.
    pub base: &'static str,
    /// The statement that a relative reference needs a base.
    pub relative: &'static str,
    /// The resolution of references.
    pub resolution: &'static str,
    /// The definition of equivalence.
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

/// The meaning of percent-encoded octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "an octet stands for itself or for a character, and whoever decodes has to know which"
)]
pub enum Escapes {
    /// Octets, without a meaning fixed by the generic syntax.
    Octets,
    /// Characters of ISO Latin-1.
    Latin1,
}

impl Escapes {
    /// The octets that encode a character; `None` if it cannot be encoded.
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

#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemeRule {
    /// The bytes that may begin it.
    pub(crate) first: ByteSet,
    /// The bytes that may follow.
    pub(crate) rest: ByteSet,
    /// Whether percent-encoded octets may follow too.
    pub(crate) escapes: bool,
    pub(crate) case_sensitive: bool,
    /// Whether text before a colon that is no scheme is read as a path, instead of being an error.
    pub(crate) else_path: bool,
    /// Whether the edition's parser reports the scheme in lowercase.
    pub(crate) reported_lowercase: bool,
}

/// The syntax after the scheme's colon, and of references without a scheme.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hierarchy {
    /// Parts split by their delimiters, each checked by its set.
    Generic(&'static Generic),
    /// Each known scheme has its own form; other schemes try the last forms in order.
    ByScheme {
        /// The forms of the schemes that the document defines.
        known: &'static [SchemeForm],
        /// The forms of any other scheme; the first that fits is used.
        other: &'static [SchemeForm],
        /// The form of a reference without a scheme, if the edition has them.
        partial: Option<&'static SchemeForm>,
        fragment: ByteSet,
    },
}

/// The generic syntax of an edition that splits first and then checks.
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
    /// Whether a relative path may begin with a colon, since no scheme can be empty.
    pub(crate) leading_colon: bool,
    /// Whether the empty text is a relative reference.
    pub(crate) empty_is_relative: bool,
    /// The meaning of a `;` in the path.
    pub(crate) parameters: Parameters,
    /// The syntax of a URI that is not hierarchical.
    pub(crate) opaque: Opaque,
}

/// The meaning of a `;` in the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameters {
    /// None: it is an ordinary character of a segment.
    None,
    /// The first one begins the component of parameters, in which further ones separate parameters.
    Component,
    /// Each one begins a parameter of its segment.
    OfSegments,
}

/// URIs that have a scheme and are not hierarchical.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opaque {
    /// None exist: a path without a slash is a path.
    None,
    /// A URI that is not valid as a hierarchical one, and consists of these bytes.
    Fallback(ByteSet),
    /// A URI without a slash after the colon.
    UnlessSlash {
        /// Its first byte.
        first: ByteSet,
        /// Its further bytes.
        rest: ByteSet,
        /// Whether a hierarchical URI may have nothing, or only a query, after the colon.
        empty_is_hierarchical: bool,
        /// Whether the text is split into path and query, instead of being one piece.
        is_split: bool,
        /// The rule of what follows the scheme.
        rule: Rule,
    },
}

/// The variants of `[ userinfo "@" ] host [ ":" port ]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AuthorityRule {
    /// The bytes that end it.
    pub(crate) end: ByteSet,
    /// The text before the `@`, if it is allowed.
    pub(crate) userinfo: Option<UserinfoRule>,
    pub(crate) host: HostRule,
    /// The text after the colon that follows the host.
    pub(crate) port: PortRule,
    pub(crate) empty: EmptyAuthority,
    /// The bytes of a registry name, which is tried if the text does not fit the rules of a server.
    pub(crate) registry: Option<ByteSet>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct UserinfoRule {
    /// Its raw bytes, without the colon.
    pub(crate) raw: ByteSet,
    /// Whether percent-encoded octets are allowed.
    pub(crate) escapes: bool,
    /// The number of colons allowed.
    pub(crate) colons: Colons,
    /// Whether user and password may be empty.
    pub(crate) empty: bool,
}

/// The number of colons allowed in userinfo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colons {
    /// One, which separates user and password.
    One,
    /// Any number; the first separates.
    Any,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct HostRule {
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
        /// The longest label, in bytes.
        longest: usize,
    },
    /// A letter, then any of these bytes and percent-encoded octets.
    LetterThen(ByteSet),
}

/// The labels that may be the last one of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastLabel {
    Any,
    /// One that begins with a letter.
    Letter,
    /// One that begins with a letter, or a single label.
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
    No,
    /// IPv6 addresses.
    Ipv6 {
        /// The rule for an IPv4 address as their last 32 bits.
        ipv4: Ipv4Rule,
        /// The bytes of a scope identifier after a raw `%`, if it is allowed.
        scope: Option<ByteSet>,
    },
    /// IPv6 addresses, and addresses of future IP versions with these bytes.
    Ipv6OrFuture(ByteSet),
    /// As [`Ipv6OrFuture`](Self::Ipv6OrFuture), with zone identifiers after `%25`, of the bytes `zone` and
    /// percent-encoded octets.
    ZonedIpv6OrFuture {
        /// The bytes of addresses of future IP versions.
        future: ByteSet,
        /// The bytes of a zone identifier.
        zone: ByteSet,
    },
}

impl Literal {
    /// The bytes of addresses of future IP versions, if the edition has them.
    pub(crate) const fn future(self) -> Option<ByteSet> {
        match self {
            Self::Ipv6OrFuture(future) | Self::ZonedIpv6OrFuture { future, .. } => Some(future),
            Self::No | Self::Ipv6 { .. } => None,
        }
    }
}

/// The port after its colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PortRule {
    No,
    /// One digit or more.
    Digits,
    /// Any number of digits, including none.
    MaybeDigits,
    /// Any number of digits, including none, with at most this value.
    MaybeDigitsUpTo(u32),
}

impl PortRule {
    /// Whether a port may have this number of digits.
    pub(crate) const fn allows_length(self, digits: usize) -> bool {
        match self {
            Self::No => false,
            Self::Digits => digits > 0,
            Self::MaybeDigits | Self::MaybeDigitsUpTo(_) => true,
        }
    }

    /// Whether the digits `text[start..end]` have a value that is allowed for a port.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmptyAuthority {
    /// An authority whose host is the empty name.
    EmptyHost,
    NoHost,
    /// No authority, if text follows; an error at the end of the text.
    UndefinedBeforeText,
    Invalid,
}

impl EmptyAuthority {
    /// Whether the text after `//` is an authority.
    pub(crate) const fn is_authority(self) -> bool {
        !matches!(self, Self::UndefinedBeforeText)
    }
}

/// The form of a scheme that the document defines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemeForm {
    /// The scheme in lowercase; empty for the forms of all other schemes.
    pub(crate) scheme: &'static str,
    /// The name of its production and its section.
    pub(crate) rule: Rule,
    /// The authority after `//`, if the form has one. The first slash after the authority then belongs neither to
    /// it nor to the path, and without that slash the path is undefined.
    pub(crate) authority: Option<&'static AuthorityRule>,
    /// The alternatives for the rest, up to the fragment; the first that fits is used.
    pub(crate) tail: &'static [&'static [Step]],
    /// Whether a `?` in the tail begins a query.
    pub(crate) query: bool,
    /// The percent-encoded octets that mean the same raw, by part.
    pub(crate) unescape: Unescape,
    /// The equivalent of an undefined or empty path.
    pub(crate) default_path: DefaultPath,
}

/// The percent-encoded octets that mean the same raw, for each part of one scheme: those that are allowed raw there
/// and not reserved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unescape {
    /// In user and password.
    pub(crate) userinfo: ByteSet,
    pub(crate) host: ByteSet,
    pub(crate) path: ByteSet,
    /// After a delimiter of the path, if the set differs there.
    pub(crate) behind: Option<(PathDelimiter, ByteSet)>,
    pub(crate) query: ByteSet,
    pub(crate) fragment: ByteSet,
    /// Whether a segment (up to a `;`) is left encoded if decoding would make it `.` or `..`.
    pub(crate) keep_dot_segments: bool,
}

/// The delimiter in a path at which the set of decodable octets changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathDelimiter {
    /// At the first `;`.
    FirstSemicolon,
    /// The last `@`; a path without one is all after it.
    LastAt,
}

/// The equivalent of an undefined or empty path, for comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefaultPath {
    /// None: undefined and empty stay different.
    Kept,
    /// Undefined, empty and `/` are equal, if there is no query.
    SlashIfNoQuery,
    /// `Is(p)`: undefined, empty and `p` are equal.
    Is(&'static str),
    /// Undefined and empty are equal: the slash has no meaning.
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
    /// As many raw bytes of the set as follow, at least this number.
    Bytes(ByteSet, usize),
    /// As many bytes of the set and percent-encoded octets as follow, at least this number.
    Characters(ByteSet, usize),
    /// Like `Characters`, but ends before this text.
    CharactersBefore(ByteSet, &'static [u8]),
    /// These steps, or nothing.
    Maybe(&'static [Step]),
    /// These steps, repeated as often as they fit, at least this number of times.
    Repeat(&'static [Step], usize),
    /// The first of these that fits.
    OneOf(&'static [&'static [Step]]),
    /// The rest: text of the set, the last `@`, then these steps.
    LastAt(ByteSet, &'static [Step]),
    /// The rest: characters of the set with an `@` that is neither the first nor the last.
    AtInside(ByteSet),
    /// The rest: a host.
    Host(&'static HostRule),
    /// The rest: characters of the set that decode to text, `@`, and text.
    DecodedAddress(ByteSet),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// Not defined: every reference is an error.
    Undefined,
    /// By runs of slashes in the text of the context (RFC 1630).
    SlashRuns,
    /// By components, each inherited from the base while all before it are empty; dot segments are removed only
    /// from a merged path (RFC 1808).
    Inherit,
    /// By components; dot segments are removed only from a merged path.
    Merge(Merge),
    /// By components; dot segments are removed from every path that comes from the reference (RFC 3986 §5.2).
    RemoveDotSegments,
    /// By components that are values: a base may be relative, and the target is printed from its components.
    Objects,
}

/// The bases whose scheme a lenient reader removes from a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lenient {
    /// Bases of the hierarchical syntax.
    Hierarchical,
    /// All bases, even if the remaining reference cannot be resolved against them.
    Any,
}

/// The variants of resolution by merging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Merge {
    /// The part of the base's path kept for a reference that is only a query.
    pub(crate) query_only: QueryOnly,
    /// Whether dot segments are also removed from the query.
    pub(crate) query_in_buffer: bool,
    /// The condition for reading an empty base path as a slash.
    pub(crate) empty_base_path: EmptyBasePath,
    /// Whether an empty base means no base, so that only a reference that needs none can be resolved.
    pub(crate) empty_base_is_none: bool,
    /// The bases against which the scheme of a reference may be dropped, if any.
    pub(crate) lenient: Option<Lenient>,
    /// The meaning of the empty reference in a new request.
    pub(crate) new_request: NewRequest,
}

/// The part of the base's path kept for a reference that is only a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryOnly {
    /// All of it.
    WholePath,
    /// The path up to its last slash.
    Directory,
}

/// The condition for reading an empty base path as a slash, before merging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmptyBasePath {
    /// If the base has an authority.
    SlashAfterAuthority,
    /// Always.
    Slash,
}

/// The meaning of the empty reference in a new request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewRequest {
    /// The document that holds the reference.
    Document,
    /// The base.
    Base,
}

/// The treatment of `..` segments above the root of the path in resolution.
///
/// ```
/// let resolver = napkin::edition::RFC2396.resolver("http://a/b/c");
/// assert!(resolver.excess(napkin::Excess::Error).resolve("../../g").is_err());
/// ```
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
