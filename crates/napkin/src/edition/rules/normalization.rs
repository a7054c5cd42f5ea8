//! What normalization does, as data: actions, each on its rung, by its section.

use napkin_scan::ByteSet;

use crate::level::Level;

/// One thing that normalization does, on which rung, by which section.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormalizationRule {
    /// What it does.
    pub(crate) action: Action,
    /// The rung: a single step, or the lowest of the rungs that do it.
    pub(crate) level: Level,
    /// The section of the edition that states it.
    pub(crate) section: &'static str,
}

impl NormalizationRule {
    pub(crate) const fn new(action: Action, level: Level, section: &'static str) -> Self {
        Self { action, level, section }
    }
}

/// The things that normalization does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    /// Percent-encoded octets of this set become raw, everywhere.
    Decode(ByteSet),
    /// Percent-encoded octets become the characters that they are the UTF-8 of, by the conversion of RFC 3987 §3.2.
    Convert,
    /// Percent-encoded octets become raw where the form of the scheme says so.
    DecodeByForm,
    /// Hexadecimal digits of percent-encoded octets become uppercase.
    UppercaseHex,
    /// The scheme becomes lowercase.
    LowercaseScheme,
    /// The host becomes lowercase, percent-encoded octets apart.
    LowercaseHost,
    /// Dot segments go, by the algorithm of RFC 3986 §5.2.4.
    RemoveDotSegments,
    /// Dot segments go, by the merge steps of the edition; excess ones stay.
    CollapseDotSegments,
    /// Dot segments and empty segments of the path go, and what the components print as is the text.
    NormalizeObject,
    /// An IPv6 address takes the form of RFC 5952.
    Ipv6Text,
    /// An empty port goes with its colon.
    DropEmptyPort,
    /// A port that is the scheme's default goes with its colon.
    DropDefaultPort,
    /// The port loses its leading zeros.
    PortNumber,
    /// The local host of a `file:` URI becomes the empty host.
    LocalHost,
    /// The empty path after an authority becomes `/`.
    EmptyPath,
    /// An undefined or empty path becomes what the form of the scheme says it is.
    DefaultPath,
    /// What follows the last `@` of a `mailto:` path becomes lowercase.
    LowercaseDomain,
    /// A `+` in the query, which means a space, becomes a percent-encoded one; that may stand anywhere.
    EncodePlus,
    /// An empty fragment goes with its `#`.
    DropEmptyFragment,
    /// What is known of schemes beyond the core's facts, where the caller has given it.
    KnownSchemes,
    /// A redirect that was observed, and adds or drops a final slash only, is followed.
    ObservedRedirect,
}

impl Action {
    /// Whether it changes nothing but host and port, or the path for there being a host.
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

    /// Whether it is about octets that can be written in several ways.
    #[cfg(feature = "alloc")]
    pub(crate) const fn is_about_escapes(self) -> bool {
        matches!(self, Self::Decode(_) | Self::DecodeByForm | Self::UppercaseHex | Self::EncodePlus)
    }

    /// The name in the account of the steps.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Decode(_) => "decode-unreserved",
            Self::Convert => "convert",
            Self::DecodeByForm => "decode-not-reserved",
            Self::UppercaseHex => "uppercase-hex",
            Self::LowercaseScheme => "lowercase-scheme",
            Self::LowercaseHost => "lowercase-host",
            Self::RemoveDotSegments => "remove-dot-segments",
            Self::CollapseDotSegments => "collapse-dot-segments",
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
