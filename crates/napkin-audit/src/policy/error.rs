//! Why a policy cannot be read.

use std::fmt;

use napkin::visible;

use super::PRESETS;
use crate::host_list::NotAHost;
use crate::octets::quoted;

/// Why a policy cannot be read, or a setting cannot be made. `Display` formats it for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError {
    refused: Refused,
    /// The line and the column, counted from 1, if it was read from text.
    place: Option<(usize, usize)>,
}

impl PolicyError {
    /// Whether the policy names a rule that is not in [`RULES`](crate::RULES).
    ///
    /// ```
    /// use napkin_audit::Policy;
    ///
    /// assert!(Policy::default().set("no-such-rule", "off").unwrap_err().is_unknown_rule());
    /// assert!(!Policy::default().set("userinfo-present", "loud").unwrap_err().is_unknown_rule());
    /// ```
    pub const fn is_unknown_rule(&self) -> bool {
        matches!(self.refused, Refused::Rule(_))
    }

    pub(super) fn at(self, text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let place = (before.matches('\n').count() + 1, line.chars().count() + 1);
        Self { place: Some(place), ..self }
    }
}

impl From<Refused> for PolicyError {
    fn from(refused: Refused) -> Self {
        Self { refused, place: None }
    }
}

/// The part of a policy that is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It is not TOML, or has keys or values that no policy has.
    Toml(String),
    /// There is no such preset.
    Preset(String),
    /// There is no such rule.
    Rule(String),
    /// There is no such reader.
    Reader(String),
    /// A rule has no such setting.
    Setting(String),
    /// An invalid scheme.
    Scheme(String),
    /// A scheme that the policy does not allow, and those that it does.
    OtherScheme(String, Vec<String>),
    /// An invalid port.
    Port(i64),
    /// An invalid host.
    Host(NotAHost),
}

/// A name in quotation marks, safe to show.
fn quote(name: &str) -> String {
    format!("'{}'", quoted(name.as_bytes()))
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        match &self.refused {
            // It quotes names and values, whatever is in them.
            Refused::Toml(error) => visible(error).fmt(f),
            Refused::Preset(name) => {
                let known: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
                write!(f, "there is no preset {}, but {}", quote(name), known.join(", "))
            }
            Refused::Rule(name) => write!(f, "there is no rule {}", quote(name)),
            Refused::Reader(name) => write!(f, "there is no reader {}", quote(name)),
            Refused::Setting(name) => {
                write!(f, "{} is not a setting: off, on, note, warning or error", quote(name))
            }
            Refused::Scheme(name) => write!(f, "{} is not a scheme", quote(name)),
            Refused::OtherScheme(name, allowed) => {
                let allowed = allowed.join(", ");
                write!(f, "{} is not among the schemes that are allowed: {allowed}", quote(name))
            }
            Refused::Port(port) => write!(f, "{port} is not a port, a number from 1 to 65535"),
            Refused::Host(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PolicyError {}
