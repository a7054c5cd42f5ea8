//! From references to the URIs they mean.

use napkin::edition::rules::{NewRequest, Resolution as Rules};
use napkin::{Edition, EditionResolver, Excess, Target};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::base::{Base, before_fragment};
use crate::choice::{self, WrongChoice};
use crate::failure::Failure;

/// What a reference means by a base.
pub struct Resolving {
    /// The base.
    pub base: Base,
    /// What is chosen where the edition leaves a choice.
    pub choices: Choices,
}

/// What can be chosen where an edition leaves a choice.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Whether a reference with the scheme of the base is taken as if it had none.
    pub lenient: bool,
    /// What becomes of `..` above the top of the path; the edition's default, if nothing is chosen.
    pub excess: Option<Excess>,
    /// Whether a run of slashes counts only if no longer one follows.
    pub literal_slash_runs: bool,
    /// Whether the references are for new requests, and the document that they are in, which only some editions ask
    /// for.
    pub new_request: Option<Option<String>>,
}

/// The choices of `..` above the top, by their names.
pub const EXCESS: [(&str, Excess); 3] =
    [("retain", Excess::Retain), ("remove", Excess::Remove), ("error", Excess::Error)];

impl Resolving {
    /// Resolution against a base, with nothing chosen.
    pub fn new(base: Base) -> Self {
        Self { base, choices: Choices::default() }
    }

    /// Refuses choices that the edition does not leave.
    ///
    /// # Errors
    ///
    /// The first of them.
    pub fn check(&self) -> Result<(), WrongChoice> {
        let edition = self.base.edition();
        let Choices { lenient, excess, literal_slash_runs, new_request } = &self.choices;
        if let Some((name, excess)) = EXCESS.iter().find(|(_, known)| Some(*known) == *excess) {
            choice::option_must_suit(edition, &format!("excess {name}"), |edition| {
                edition.excess.contains(excess)
            })?;
        }
        if *lenient {
            choice::option_must_suit(edition, "lenient", |edition| match edition.resolution {
                Rules::RemoveDotSegments => true,
                Rules::Merge(rule) => rule.lenient.is_some(),
                _ => false,
            })?;
        }
        if *literal_slash_runs {
            let has_runs = |edition: &Edition| edition.resolution == Rules::SlashRuns;
            choice::option_must_suit(edition, "literal-slash-runs", has_runs)?;
        }
        if let Some(document) = new_request {
            let tells = |edition: &Edition| matches!(edition.resolution, Rules::Merge(_));
            choice::option_must_suit(edition, "new-request", tells)?;
            if document.is_none() {
                choice::option_must_suit(
                    edition,
                    "new-request without a document",
                    |edition| matches!(edition.resolution, Rules::Merge(rule) if rule.new_request == NewRequest::Base),
                )?;
            }
        }
        Ok(())
    }

    /// The resolver with the choices made.
    fn choose<'a>(&'a self, resolver: EditionResolver<'a>) -> EditionResolver<'a> {
        let Choices { lenient, excess, literal_slash_runs, new_request } = &self.choices;
        let mut resolver = resolver.lenient(*lenient).literal_slash_runs(*literal_slash_runs);
        if let Some(excess) = *excess {
            resolver = resolver.excess(excess);
        }
        match new_request {
            Some(document) => resolver.new_request(document.as_deref().unwrap_or_default()),
            None => resolver,
        }
    }

    /// Resolves a reference.
    ///
    /// # Errors
    ///
    /// If the base is none, or the reference means nothing by it.
    pub fn answer<'a>(&'a self, input: &'a [u8]) -> Result<Resolved<'a>, Failure<'a>> {
        let resolver = self.choose(self.base.resolver()?);
        let target = resolver
            .resolve(&String::from_utf8_lossy(input))
            .map_err(|error| self.base.failure(error, input))?;
        Ok(Resolved { base: &self.base, target })
    }
}

/// What a reference means.
pub struct Resolved<'a> {
    base: &'a Base,
    /// The URI, or that it is the current document.
    pub target: Target,
}

impl Serialize for Resolved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let base = self.base.as_str();
        map.serialize_entry("base", base)?;
        Meaning(Some(&self.target)).serialize_into(&mut map)?;
        if let Target::Uri(uri) = &self.target
            && self.base.edition().resolution == Rules::RemoveDotSegments
        {
            // Whether the target is the base but for its fragment (RFC 3986 §4.4).
            map.serialize_entry("same_document", &(before_fragment(uri) == base))?;
        }
        map.end()
    }
}

/// What a reference means, or nothing, as keys of an object.
pub struct Meaning<'t>(pub Option<&'t Target>);

impl Meaning<'_> {
    fn serialize_into<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let uri = match self.0 {
            Some(Target::Uri(uri)) => Some(uri),
            _ => None,
        };
        map.serialize_entry("target", &uri)?;
        if let Some(Target::CurrentDocument { fragment }) = self.0 {
            map.serialize_entry("current_document", &true)?;
            map.serialize_entry("fragment", fragment)?;
        }
        Ok(())
    }
}

impl Serialize for Meaning<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.serialize_into(&mut map)?;
        map.end()
    }
}
