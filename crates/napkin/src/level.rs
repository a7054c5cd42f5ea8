//! The rungs of the comparison ladder, by name.

/// A rung of the comparison ladder: which differences count as none (RFC 3986 §6.2).
///
/// `Case`, `Percent` and `Path` each do one thing; `Syntax` does the three; `Scheme` and `Protocol`
/// each do what the one before does, and more. Which thing an edition does on which rung is in its
/// data; an edition that states nothing for a rung does nothing there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the ladder is that of RFC 3986 §6.2")]
pub enum Level {
    /// Nothing: the text, character by character (§6.2.1).
    Simple,
    /// Lowercase scheme and host, uppercase hexadecimal digits (§6.2.2.1).
    Case,
    /// Percent-encoded unreserved characters become raw (§6.2.2.2).
    Percent,
    /// Dot segments go (§6.2.2.3).
    Path,
    /// Percent, case and path (§6.2.2).
    Syntax,
    /// And what the scheme says: default port, empty path, local host (§6.2.3).
    Scheme,
    /// And redirects that were observed to add or drop a final slash (§6.2.4).
    Protocol,
}

impl Level {
    /// The rungs, lowest first.
    pub const ALL: [Self; 7] = [
        Self::Simple,
        Self::Case,
        Self::Percent,
        Self::Path,
        Self::Syntax,
        Self::Scheme,
        Self::Protocol,
    ];

    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Case => "case",
            Self::Percent => "percent",
            Self::Path => "path",
            Self::Syntax => "syntax",
            Self::Scheme => "scheme",
            Self::Protocol => "protocol",
        }
    }

    /// Whether this rung does what `step` does: a single step, or a rung below that this one builds on.
    #[cfg(feature = "alloc")]
    pub(crate) fn includes(self, step: Self) -> bool {
        match step {
            Self::Case | Self::Percent | Self::Path => self == step || self >= Self::Syntax,
            _ => self >= step,
        }
    }
}
