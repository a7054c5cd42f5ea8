//! The options that choose the policy of an audit.

use napkin_audit::{PRESETS, Policy, PolicyError, READERS, RULES, Severity};

use crate::choice::WrongChoice;
use crate::options::{Named, Value, names, options};

options! {
    /// Which rules count, and how much
    pub struct PolicyOptions ["Policy"] {
        /// Use the policy in this file (TOML), with keys such as schemes, hosts, ports and rules; docs/audit.md has all
        policy: Option<WrittenPolicy>, "FILE";
        /// Use a built-in policy
        preset: Option<Preset>, "NAME";
        /// Set a rule to off, on, note, warning or error; may be repeated
        rule: Vec<Setting>, "NAME=SETTING";
        /// Leave out what a program, such as lynx, makes of the URIs, since it never gets them; may be repeated
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

names! {
    /// The name of a built-in policy.
    pub struct Preset of PRESETS.iter().map(|preset| Named { name: preset.name, about: preset.purpose });
}

names! {
    /// The name of a reader.
    pub struct ReaderName of READERS.iter().map(|reader| Named::plain(reader.name));
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
    pub fn policy(self) -> Result<Policy, WrongChoice> {
        let mut policy = match (self.policy, self.preset) {
            (Some(WrittenPolicy(policy)), _) => policy,
            (None, Some(preset)) => Policy::preset(preset.name()).unwrap_or_default(),
            (None, None) => Policy::default(),
        };
        for Setting { rule, setting } in self.rule {
            policy.set(&rule, &setting).map_err(|error| {
                let what = format!("rule {rule}={setting}");
                WrongChoice::new(what, format!("is not a setting: {}", told(&error))).of_option()
            })?;
        }
        for reader in self.ignore_reader {
            policy.ignore_reader(reader.name()).map_err(|error| {
                let what = format!("ignore-reader {}", reader.name());
                WrongChoice::new(what, format!("is not possible: {error}")).of_option()
            })?;
        }
        Ok(policy)
    }
}

/// The error of a policy, with where the list of rules is.
fn told(error: &PolicyError) -> String {
    let hint =
        if error.is_unknown_rule() { "; 'napkin audit --list-rules' lists them" } else { "" };
    format!("{error}{hint}")
}
