//! `resolve`: from references to the URIs they mean.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use napkin::edition::rules::Resolution as Rules;
use napkin::{Edition, EditionResolver, Excess, Target};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::WrongUsage;
use crate::base::{Base, before_fragment, told};
use crate::edition::EditionOption;
use crate::failure::Failure;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Resolve references against a base
///
/// In some editions a reference can mean the document that holds it; then that is told instead of a
/// URI.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Resolve {
    /// The base URI; its fragment is dropped
    #[arg(long, value_name = "URI")]
    base: OsString,

    // Not a doc comment, in which a URI has to be a link.
    #[arg(
        long,
        help = "Take a reference with the scheme of the base as if it had none, 'http:g' as 'g'"
    )]
    lenient: bool,

    /// What becomes of '..' above the top of the path; which ones are allowed, and which one is the
    /// default, depends on the edition
    #[arg(long, value_name = "HOW")]
    excess: Option<ExcessName>,

    /// Count a run of slashes only if no longer one follows, as RFC 1630 words its rule
    #[arg(long)]
    literal_slash_runs: bool,

    /// The references are for new requests, such as actions of forms in this document: there the
    /// empty reference is no current document
    #[arg(long, value_name = "DOCUMENT")]
    new_request: Option<String>,

    /// Normalize the base by syntax before it is used
    #[arg(long)]
    normalize_base: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

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
}

impl From<ExcessName> for Excess {
    fn from(name: ExcessName) -> Self {
        match name {
            ExcessName::Retain => Self::Retain,
            ExcessName::Remove => Self::Remove,
            ExcessName::Error => Self::Error,
        }
    }
}

impl Run for Resolve {
    fn run(self) -> Finished {
        self.check_choices()?;
        let edition = self.edition.get();
        let base = Base::new(self.base.clone(), edition);
        let base = if self.normalize_base { base.normalized() } else { base };
        let resolution = Resolution { base, choices: &self };
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(edition), texts, &resolution).exit_code())
    }
}

impl Resolve {
    /// Refuses choices that the edition does not leave.
    fn check_choices(&self) -> Result<(), WrongUsage> {
        if let Some(name) = self.excess {
            let excess = Excess::from(name);
            let option = format!("--excess {}", name.name());
            self.edition.must_allow(&option, |edition| edition.excess.contains(&excess))?;
        }
        if self.lenient {
            self.edition.must_allow("--lenient", |edition| match edition.resolution {
                Rules::RemoveDotSegments => true,
                Rules::Merge(rule) => rule.lenient,
                _ => false,
            })?;
        }
        if self.literal_slash_runs {
            let has_runs = |edition: &Edition| edition.resolution == Rules::SlashRuns;
            self.edition.must_allow("--literal-slash-runs", has_runs)?;
        }
        if self.new_request.is_some() {
            let tells = |edition: &Edition| matches!(edition.resolution, Rules::Merge(_));
            self.edition.must_allow("--new-request", tells)?;
        }
        Ok(())
    }

    /// The resolver with the choices made.
    fn choose<'a>(&'a self, resolver: EditionResolver<'a>) -> EditionResolver<'a> {
        let mut resolver =
            resolver.lenient(self.lenient).literal_slash_runs(self.literal_slash_runs);
        if let Some(excess) = self.excess {
            resolver = resolver.excess(excess.into());
        }
        match &self.new_request {
            Some(document) => resolver.new_request(document),
            None => resolver,
        }
    }
}

struct Resolution<'r> {
    base: Base,
    choices: &'r Resolve,
}

impl PerInput for Resolution<'_> {
    type Answer<'a>
        = Resolved<'a>
    where
        Self: 'a;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Resolved<'a>, Failure<'a>> {
        let resolver = self.choices.choose(self.base.resolver()?);
        let target = resolver
            .resolve(&String::from_utf8_lossy(input))
            .map_err(|error| self.base.failure(error, input))?;
        Ok(Resolved { base: &self.base, target })
    }
}

/// What a reference means.
pub(crate) struct Resolved<'a> {
    base: &'a Base,
    target: Target,
}

impl Serialize for Resolved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let base = self.base.as_str();
        map.serialize_entry("base", base)?;
        match &self.target {
            Target::Uri(uri) => {
                map.serialize_entry("target", uri)?;
                if self.base.edition().resolution == Rules::RemoveDotSegments {
                    // Whether the target is the base but for its fragment (RFC 3986 §4.4).
                    map.serialize_entry("same_document", &(before_fragment(uri) == base))?;
                }
            }
            Target::CurrentDocument { fragment } => {
                map.serialize_entry("target", &None::<&str>)?;
                map.serialize_entry("current_document", &true)?;
                map.serialize_entry("fragment", fragment)?;
            }
        }
        map.end()
    }
}

impl Answer for Resolved<'_> {
    fn write(&self, text: &mut Text<'_>) {
        text.push(&told(&self.target));
        text.end_line();
    }
}
