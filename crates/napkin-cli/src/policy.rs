//! The options that choose the policy of an audit.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use napkin::Edition;
use napkin_audit::{PRESETS, Policy, PolicyError, READERS, Severity};

use crate::WrongUsage;
use crate::exit;
use crate::suggest::{self, Suggest};
use crate::text::shown_path;

/// Which rules count, and how much.
#[derive(Args)]
#[command(next_help_heading = "Policy")]
pub(crate) struct PolicyOption {
    /// Use the policy in this file (TOML)
    #[arg(long, value_name = "FILE", conflicts_with = "preset")]
    policy: Option<PathBuf>,

    /// Use a built-in policy
    #[arg(long, value_name = "NAME", value_parser = preset())]
    preset: Option<String>,

    /// Set a rule to off, on, note, warning or error; may be repeated
    #[arg(
        long,
        value_name = "NAME=SETTING",
        value_parser = Suggest(suggest::settings).try_map(|text| setting(&text)),
        hide_possible_values = true
    )]
    rule: Vec<(String, String)>,

    /// Ignore a reader whose program never sees the URIs; may be repeated
    #[arg(long, value_name = "READER", value_parser = reader())]
    ignore_reader: Vec<String>,
}

fn reader() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(READERS.iter().map(|reader| reader.name))
}

fn preset() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(PRESETS.iter().map(|preset| preset.name))
}

/// Reads the name of a severity.
pub(crate) fn severity() -> impl TypedValueParser<Value = Severity> {
    PossibleValuesParser::new(Severity::ALL.map(Severity::name))
        .try_map(|name| name.parse::<Severity>())
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (rule, setting) =
        text.split_once('=').ok_or("it has no '=' between a rule and its setting")?;
    Ok((rule.into(), setting.into()))
}

impl PolicyOption {
    /// The policy. Exits if its file cannot be read.
    ///
    /// # Errors
    ///
    /// If the file is not a policy, or a rule is not known.
    pub(crate) fn get(&self, edition: &'static Edition) -> Result<Policy, WrongUsage> {
        let mut policy = match (&self.policy, &self.preset) {
            (Some(path), _) => Policy::from_toml(&exit::read(path)).map_err(|error| {
                wrong(&format!("'{}' is not a policy", shown_path(path)), &error)
            })?,
            (None, Some(preset)) => Policy::preset(preset).unwrap_or_default(),
            (None, None) => Policy::default(),
        };
        for (rule, setting) in &self.rule {
            let set = policy.set(rule, setting);
            set.map_err(|error| wrong(&format!("'--rule {rule}={setting}'"), &error))?;
        }
        for reader in &self.ignore_reader {
            let ignored = policy.ignore_reader(reader);
            ignored.map_err(|error| wrong(&format!("'--ignore-reader {reader}'"), &error))?;
        }
        Ok(policy.by(edition))
    }
}

/// The error of a policy, with a pointer to the list of rules.
fn wrong(what: &str, error: &PolicyError) -> WrongUsage {
    let is_unknown = error.is_unknown_rule();
    let hint = if is_unknown { "; 'napkin audit --list-rules' lists them" } else { "" };
    WrongUsage::new(format!("{what}: {error}{hint}"))
}
