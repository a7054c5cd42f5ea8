//! `resolve`: from references to the URIs they mean.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use napkin::edition::{EDITIONS, Excess};
use napkin::{Uri, UriRef};
use serde::Serialize;

use super::{Finished, Run};
use crate::WrongUsage;
use crate::base::Base;
use crate::failure::Failure;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Resolve references against a base
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Resolve {
    /// The base URI; its fragment is dropped
    #[arg(long, value_name = "URI")]
    base: OsString,

    /// Take a reference with the scheme of the base as if it had none, '<http:g>' as 'g'
    #[arg(long)]
    lenient: bool,

    /// What becomes of '..' above the top of the path; which ones are allowed, and which one is the
    /// default, depends on the edition
    #[arg(long, value_name = "HOW")]
    excess: Option<ExcessName>,

    /// Normalize the base by syntax before it is used
    #[arg(long)]
    normalize_base: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin resolve --base http://a/b/c/d ../g '?y'

prints

  http://a/b/g
  http://a/b/c/d?y";

/// The library's choices, by name.
#[derive(Clone, Copy, ValueEnum)]
enum ExcessName {
    /// It stays in the path
    Retain,
    /// It vanishes
    Remove,
    /// The reference is refused
    Error,
}

impl ExcessName {
    const fn name(self) -> &'static str {
        match self {
            Self::Retain => "retain",
            Self::Remove => "remove",
            Self::Error => "error",
        }
    }

    fn is_among(self, allowed: &[Excess]) -> bool {
        allowed.contains(&match self {
            Self::Retain => Excess::Retain,
            Self::Remove => Excess::Remove,
            Self::Error => Excess::Error,
        })
    }
}

impl Run for Resolve {
    fn run(self) -> Finished {
        self.check_excess()?;
        let base = Base::new(self.base.clone(), self.options.edition);
        let base = if self.normalize_base { base.normalized() } else { base };
        let resolution = Resolution { base, lenient: self.lenient };
        Ok(report::run(&self.options, &self.inputs.texts, &resolution).exit_code())
    }
}

impl Resolve {
    /// Refuses a choice that the edition does not leave.
    fn check_excess(&self) -> Result<(), WrongUsage> {
        let edition = self.options.edition;
        let Some(chosen) = self.excess.filter(|chosen| !chosen.is_among(edition.excess)) else {
            return Ok(());
        };
        let allowing: Vec<_> = EDITIONS
            .iter()
            .filter(|edition| chosen.is_among(edition.excess))
            .map(|edition| edition.name)
            .collect();
        let allowing = if allowing.is_empty() { "none".into() } else { allowing.join(", ") };
        let (chosen, edition) = (chosen.name(), edition.name);
        Err(WrongUsage(format!(
            "'--excess {chosen}' is not allowed by edition {edition}; editions that allow it: {allowing}"
        )))
    }
}

struct Resolution {
    base: Base,
    lenient: bool,
}

impl PerInput for Resolution {
    type Answer<'a> = Resolved<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Resolved<'a>, Failure<'a>> {
        let base = self.base.get()?;
        let refuse = |error| Failure::refused(error, input);
        let reference = UriRef::parse_bytes(input).map_err(refuse)?;
        let resolver = napkin::Resolver::new(base).lenient(self.lenient);
        let target: Uri<&'a str> = resolver.resolve_into(&reference, scratch).map_err(refuse)?;
        Ok(Resolved {
            base: base.as_str(),
            target: target.as_str(),
            same_document: target.without_fragment() == base,
        })
    }
}

#[derive(Serialize)]
struct Resolved<'a> {
    base: &'a str,
    target: &'a str,
    /// Whether the target is the base but for its fragment (RFC 3986 §4.4).
    same_document: bool,
}

impl Answer for Resolved<'_> {
    fn write(&self, text: &mut Text<'_>) {
        text.push(self.target);
        text.end_line();
    }
}
