//! The actions of normalization, as data: each with its level and its section.

use napkin_scan::ByteSet;

use super::Rule;
use crate::level::Level;

/// One action of normalization, with its level and its section.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormalizationRule {
    pub(crate) action: Action,
    /// The level: a single step, or the lowest level that includes the action.
    pub(crate) level: Level,
    /// The name of the action, and the section of the edition that states it.
    pub(crate) rule: Rule,
}

impl NormalizationRule {
    pub(crate) const fn new(action: Action, level: Level, section: &'static str) -> Self {
        Self { action, level, rule: Rule::new(action.name(), section) }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    /// Percent-encoded octets of this set become raw, everywhere.
    Decode(ByteSet),
    /// Percent-encoded octets of UTF-8 become characters, by the conversion of RFC 3987 §3.2.
    Convert,
    /// Percent-encoded octets become raw where the form of the scheme says so.
    DecodeByForm,
    /// Hexadecimal digits of percent-encoded octets become uppercase.
    UppercaseHex,
    LowercaseScheme,
    /// The host becomes lowercase, except in percent-encoded octets.
    LowercaseHost,
    /// Dot segments are removed by the algorithm of RFC 3986 §5.2.4.
    RemoveDotSegments,
    /// Dot segments are removed by the merge steps of the edition; excess ones stay.
    CollapseDotSegments,
    /// Dot segments of a relative reference are removed, as far as no hierarchical base can tell (R3986-A9).
    ReduceReference,
    /// Dot segments and empty segments are removed from the path, and the text is printed from the components.
    NormalizeObject,
    /// An IPv6 address takes the form of RFC 5952.
    Ipv6Text,
    /// An empty port is removed with its colon.
    DropEmptyPort,
    /// The scheme's default port is removed with its colon.
    DropDefaultPort,
    /// The port loses its leading zeros.
    PortNumber,
    /// The local host of a `file:` URI becomes the empty host.
    LocalHost,
    /// The empty path after an authority becomes `/`.
    EmptyPath,
    /// An undefined or empty path becomes its equivalent by the scheme's form.
    DefaultPath,
    /// The text after the last `@` of a `mailto:` path becomes lowercase.
    LowercaseDomain,
    /// A `+` in the query, which means a space, becomes a percent-encoded space, which is valid in every part.
    EncodePlus,
    /// An empty fragment is removed with its `#`.
    DropEmptyFragment,
    /// The rules of schemes that the caller has added to the core's facts.
    KnownSchemes,
    /// An observed redirect that adds or removes only a final slash is followed.
    ObservedRedirect,
}

impl Action {
    /// Whether the action changes only host and port, or changes the path only because there is a host.
    #[cfg(feature = "alloc")]
    pub(crate) const fn is_about_authority(self) -> bool {
        matches!(
            self,
            Self::LowercaseHost
                | Self::Ipv6Text
                | Self::DropEmptyPort
                | Self::DropDefaultPort
                | Self::PortNumber
                | Self::LocalHost
                | Self::EmptyPath
        )
    }

    /// Whether the action changes the encoding of octets.
    #[cfg(feature = "alloc")]
    pub(crate) const fn is_about_escapes(self) -> bool {
        matches!(self, Self::Decode(_) | Self::DecodeByForm | Self::UppercaseHex | Self::EncodePlus)
    }

    /// Whether no edition that is compiled without the feature `editions` has the action.
    #[cfg(feature = "alloc")]
    pub(crate) const fn is_of_other_editions(self) -> bool {
        matches!(
            self,
            Self::CollapseDotSegments
                | Self::DecodeByForm
                | Self::DefaultPath
                | Self::DropEmptyFragment
                | Self::EncodePlus
                | Self::NormalizeObject
        )
    }

    /// The name in the account of the steps.
    const fn name(self) -> &'static str {
        match self {
            Self::Decode(_) => "decode-unreserved",
            Self::Convert => "convert",
            Self::DecodeByForm => "decode-not-reserved",
            Self::UppercaseHex => "uppercase-hex",
            Self::LowercaseScheme => "lowercase-scheme",
            Self::LowercaseHost => "lowercase-host",
            Self::RemoveDotSegments => "remove-dot-segments",
            Self::CollapseDotSegments => "collapse-dot-segments",
            Self::ReduceReference => "reduce-reference",
            Self::NormalizeObject => "normalize-path",
            Self::Ipv6Text => "ipv6-text",
            Self::DropEmptyPort => "drop-empty-port",
            Self::DropDefaultPort => "drop-default-port",
            Self::PortNumber => "port-number",
            Self::LocalHost => "local-host",
            Self::EmptyPath => "empty-path",
            Self::DefaultPath => "default-path",
            Self::LowercaseDomain => "lowercase-domain",
            Self::EncodePlus => "encode-plus",
            Self::DropEmptyFragment => "drop-empty-fragment",
            Self::KnownSchemes => "known-schemes",
            Self::ObservedRedirect => "observed-redirect",
        }
    }
}
