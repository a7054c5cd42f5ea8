//! The grades of danger.

/// The grades of danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "what people ask is: safe, or not, or look twice")]
pub enum Safety {
    /// No rule found a danger.
    NoDangerFound,
    /// Something to look at before it is followed.
    Careful,
    /// It misleads, or does harm.
    Dangerous,
}

impl Safety {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoDangerFound => "no-danger-found",
            Self::Careful => "careful",
            Self::Dangerous => "dangerous",
        }
    }
}
