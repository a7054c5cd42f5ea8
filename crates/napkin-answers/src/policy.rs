//! The options that choose the policy of an audit.

use napkin::Edition;
use napkin_audit::{PRESETS, Policy, PolicyError, READERS, RULES, Severity};

use crate::choice::WrongChoice;
use crate::options::{Named, Value, not_one_of, options};

options! {
    /// Which rules count, and how much
    pub struct PolicyOptions ["Policy"] {
        /// Use the policy in this file (TOML)
        policy: Option<WrittenPolicy>, "FILE";
        /// Use a built-in policy
        preset: Option<Preset>, "NAME";
        /// Set a rule to off, on, note, warning or error; may be repeated
        rule: Vec<Setting>, "NAME=SETTING";
        /// Ignore a reader whose program never sees the URIs; may be repeated
        ignore_reader: Vec<ReaderName>, "READER";
    }
}

/// A policy in TOML.
#[derive(Clone, Debug)]
pub struct WrittenPolicy(Policy);

impl Value for WrittenPolicy {
    const IS_CONTENT: bool = true;

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let policy = Policy::from_toml(&String::read(octets)?);
        policy.map(Self).map_err(|error| format!("is not a policy: {}", told(&error)))
    }
}

/// The name of a built-in policy.
#[derive(Clone, Copy, Debug)]
pub struct Preset(&'static str);

impl Preset {
    fn names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|preset| preset.name)
    }
}

impl Value for Preset {
    fn alternatives() -> Vec<Named> {
        Self::names().map(|name| Named { name, about: "" }).collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let found = Self::names().find(|name| name.as_bytes() == octets);
        found.map(Self).ok_or_else(|| not_one_of(Self::names()))
    }
}

/// The name of a reader.
#[derive(Clone, Copy, Debug)]
pub struct ReaderName(&'static str);

impl ReaderName {
    fn names() -> impl Iterator<Item = &'static str> {
        READERS.iter().map(|reader| reader.name)
    }
}

impl Value for ReaderName {
    fn alternatives() -> Vec<Named> {
        Self::names().map(|name| Named { name, about: "" }).collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let found = Self::names().find(|name| name.as_bytes() == octets);
        found.map(Self).ok_or_else(|| not_one_of(Self::names()))
    }
}

/// A rule and what it is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    rule: String,
    setting: String,
}

impl Value for Setting {
    fn suggestions() -> Vec<(String, &'static str)> {
        let severities = Severity::ALL.map(Severity::name);
        let settings = ["off", "on"].into_iter().chain(severities);
        let rules = RULES.iter().flat_map(|rule| {
            settings.clone().map(|setting| (format!("{}={setting}", rule.id), rule.title))
        });
        rules.collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let text = String::read(octets)?;
        let (rule, setting) =
            text.split_once('=').ok_or("has no '=' between a rule and its setting")?;
        Ok(Self { rule: rule.into(), setting: setting.into() })
    }
}

impl PolicyOptions {
    /// The policy.
    ///
    /// # Errors
    ///
    /// If a rule is not known, or cannot be set so.
    pub fn policy(self, edition: &'static Edition) -> Result<Policy, WrongChoice> {
        let mut policy = match (self.policy, self.preset) {
            (Some(WrittenPolicy(policy)), _) => policy,
            (None, Some(Preset(name))) => Policy::preset(name).unwrap_or_default(),
            (None, None) => Policy::default(),
        };
        for Setting { rule, setting } in self.rule {
            policy.set(&rule, &setting).map_err(|error| {
                let what = format!("rule {rule}={setting}");
                WrongChoice::new(what, format!("is not a setting: {}", told(&error))).of_option()
            })?;
        }
        for ReaderName(name) in self.ignore_reader {
            policy.ignore_reader(name).map_err(|error| {
                let what = format!("ignore-reader {name}");
                WrongChoice::new(what, format!("is not possible: {error}")).of_option()
            })?;
        }
        Ok(policy.by(edition))
    }
}

/// The error of a policy, with where the list of rules is.
fn told(error: &PolicyError) -> String {
    let hint =
        if error.is_unknown_rule() { "; 'napkin audit --list-rules' lists them" } else { "" };
    format!("{error}{hint}")
}
