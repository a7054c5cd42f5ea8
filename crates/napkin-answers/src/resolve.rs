//! From references to their target URIs.
use std::mem;

use napkin::{Edition, EditionResolver, Excess, Target};
use napkin_schemes::{OwnReading, own_reading};
use napkin_standards::{Base, Error, Standard};
use schemars::JsonSchema;
use serde::Serialize;

use crate::base::{self, before_fragment};
use crate::choice::{self, WrongChoice};
use crate::computed::ObjectComponents;
use crate::failure::Failure;
use crate::options::{Bare, Given, OneOf, one_of, options};
use crate::question::{Ask, Question, Rebase};
use crate::schema::{OrNull, written_as};
use crate::steps::Steps;
use crate::url_standard::{self, Read, Rewriting};

options! {
    /// Resolve references against a base
    ///
    /// In some editions a reference can mean the current document; the result then says so instead of a URI.
    pub struct Resolve {
        /// The base URI; its fragment is dropped
        base: Given, "URI";
        /// Ignore the scheme of a reference if the base has the same one: 'http:g' is 'g'
        lenient: bool;
        /// How to treat '..' that climbs above the root; the edition decides which values are allowed and which is the
        /// default
        excess: Option<Excess>, "HOW";
        /// Count a run of slashes only if no longer run follows, as RFC 1630 words its rule
        literal_slash_runs: bool;
        /// Resolve for new requests, such as those of forms: an empty reference then means the base instead of the
        /// current document; by edition draft1997 it means the document, which has to be given
        new_request: Option<Bare<String>>, "DOCUMENT";
        /// Normalize the base by syntax before it is used
        normalize_base: bool;
        /// Show the steps from the reference to the target as the document of the edition words them: which case it is,
        /// how paths are merged, each dot segment that is removed, and the recomposition
        explain: bool;
    }
}

one_of!(Excess {
    Retain "retain": "It stays in the path",
    Remove "remove": "It vanishes",
    Error "error": "The reference is refused",
});

impl Question for Resolve {
    const NAME: &'static str = "resolve";
    type Ready = Resolving;

    fn ready(mut self, standard: Standard) -> Result<Resolving, WrongChoice> {
        let base = Base::new(mem::take(&mut self.base).0, standard);
        let resolving = Resolving { base: self.prepared(base), options: self };
        resolving.check()?;
        Ok(resolving)
    }
}

/// Resolution against a base.
pub struct Resolving {
    /// The base.
    pub base: Base,
    /// The other options, where the edition has them.
    options: Resolve,
}

impl Ask for Resolving {
    type Answer<'a> = Resolved<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.base.standard())
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Resolved<'a>, Failure<'a>> {
        self.answer(input)
    }
}

impl Rebase for Resolving {
    fn rebased(&self, base: &[u8]) -> Self {
        let base = self.options.prepared(Base::new(base, self.base.standard()));
        Self { base, options: self.options.clone() }
    }
}

impl Resolve {
    /// A base as the options want it.
    fn prepared(&self, base: Base) -> Base {
        if self.normalize_base { base.normalized() } else { base }
    }
}

impl Resolving {
    /// Resolution against a base, with default options.
    pub fn new(base: Base) -> Self {
        Self { base, options: Resolve::default() }
    }

    /// Rejects options that the edition does not have.
    fn check(&self) -> Result<(), WrongChoice> {
        let standard = self.base.standard();
        let Resolve { lenient, excess, literal_slash_runs, new_request, explain, .. } =
            &self.options;
        if let Some((excess, named)) = Excess::ALL.iter().find(|(known, _)| Some(*known) == *excess)
        {
            choice::option_must_suit(standard, &format!("excess {}", named.name), |edition| {
                edition.excess().contains(excess)
            })?;
        }
        if *explain {
            choice::option_must_suit(standard, "explain", |edition| {
                edition.resolution_rules().next().is_some()
            })?;
        }
        if *lenient {
            choice::option_must_suit(standard, "lenient", Edition::allows_lenient)?;
        }
        if *literal_slash_runs {
            let has_runs = |edition: &Edition| edition.resolves_text();
            choice::option_must_suit(standard, "literal-slash-runs", has_runs)?;
        }
        if let Some(Bare(document)) = new_request {
            let tells = |edition: &Edition| edition.tells_new_requests();
            choice::option_must_suit(standard, "new-request", tells)?;
            if document.is_none() {
                choice::option_must_suit(standard, "new-request without a document", |edition| {
                    edition.requests_base()
                })?;
            }
        }
        Ok(())
    }

    /// Applies the options to a resolver.
    fn choose<'a>(&'a self, resolver: EditionResolver<'a>) -> EditionResolver<'a> {
        let Resolve { lenient, excess, literal_slash_runs, new_request, .. } = &self.options;
        let mut resolver = resolver.lenient(*lenient).literal_slash_runs(*literal_slash_runs);
        if let Some(excess) = *excess {
            resolver = resolver.excess(excess);
        }
        match new_request {
            Some(Bare(document)) => resolver.new_request(document.as_deref().unwrap_or_default()),
            None => resolver,
        }
    }

    /// Resolves a reference.
    ///
    /// # Errors
    ///
    /// If the base is invalid, or the reference has no target.
    pub fn answer<'a>(&'a self, input: &'a [u8]) -> Result<Resolved<'a>, Failure<'a>> {
        let base = &self.base;
        let failed = |error| base::failure(base, error, input);
        match base.resolver().map_err(failed)? {
            Some(resolver) => self.by_syntax(&self.choose(resolver), input),
            None => by_url_standard(base, input),
        }
    }

    fn by_syntax<'a>(
        &'a self,
        resolver: &EditionResolver<'a>,
        input: &'a [u8],
    ) -> Result<Resolved<'a>, Failure<'a>> {
        let (base, edition) = (self.base.as_str(), resolver.edition());
        let text = String::from_utf8_lossy(input);
        let target = resolver.resolve(&text).map_err(|error| {
            base::failure(&self.base, Error::of_resolution(edition, error), input)
        })?;
        let object = resolver.resolve_to_components(&text).ok();
        let components = object.as_ref().map(ObjectComponents::from);
        // Whether the target is equal to the base except for its fragment (RFC 3986 §4.4).
        let same_document = match &target {
            Target::Uri(uri) if edition.removes_dot_segments() => {
                Some(before_fragment(uri) == base)
            }
            _ => None,
        };
        let note = self.note(edition, &text, &target);
        let steps = self.options.explain.then(|| Steps::of(edition, resolver, &text, base));
        Ok(Resolved { base, target, same_document, components, steps, note, rewriting: None })
    }

    /// What the document of the base's scheme says of the reference, if it has another target.
    fn note<'a>(
        &self,
        edition: &'static Edition,
        reference: &str,
        target: &Target,
    ) -> Option<Note<'a>> {
        let Target::Uri(target) = target else { return None };
        let scheme_of = |text| edition.parse(text).ok()?.scheme();
        // With the scheme of the base it is relative only where resolution is lenient.
        if let Some(scheme) = scheme_of(reference)
            && !(self.options.lenient && scheme_of(self.base.as_str()) == Some(scheme))
        {
            return None;
        }
        let own = own_reading(reference, self.base.as_str(), target);
        own.filter(|own| own.holds_in(edition)).map(Note::new)
    }
}

/// Parses a text with a base.
fn by_url_standard<'a>(base: &'a Base, input: &'a [u8]) -> Result<Resolved<'a>, Failure<'a>> {
    let (edition, url) = (url_standard::edition(base.standard()), base::url(Some(base))?);
    let read = Read::new(edition, input, url).canonical(input)?;
    Ok(Resolved {
        base: base.as_str(),
        same_document: url.map(|base| read.url.equals_without_fragment(base)),
        target: Target::Uri(read.url.into_text().into_owned()),
        components: None,
        steps: None,
        note: None,
        rewriting: Some(read.rewriting),
    })
}

/// A resolved reference.
pub struct Resolved<'a> {
    base: &'a str,
    /// The target URI, or the current document.
    pub target: Target,
    same_document: Option<bool>,
    /// The components of the target, by an edition that holds components: parsing its text may give others.
    components: Option<ObjectComponents>,
    /// The steps to the target, if they were asked for; `None` inside for texts too long to show them.
    pub steps: Option<Option<Steps>>,
    /// What the document of the base's scheme says of the reference, if it has another target.
    pub note: Option<Note<'a>>,
    /// The changes to the reference by the URL Standard.
    pub rewriting: Option<Rewriting>,
}

/// A note on a target: the document of the scheme reads the reference otherwise, or it is not the URI that was given.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "note")]
pub struct Note<'a> {
    /// The note in words.
    #[serde(flatten)]
    pub words: Failure<'a>,
    /// The target that the note is about, if there is one.
    pub target: Option<String>,
}

impl Note<'_> {
    fn new(own: OwnReading) -> Self {
        let OwnReading { scheme, words, document, target, .. } = own;
        let leads = target.as_ref().map(|target| format!(", and the target {target}"));
        let leads = leads.unwrap_or_default();
        let message =
            format!("the document of '{scheme}' reads it otherwise: {words}{leads} ({document})");
        Self { words: Failure::new("own-reading", document, message).as_note(), target }
    }
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'r> {
    /// The base.
    base: &'r str,
    #[serde(flatten)]
    meaning: TargetKeys<'r>,
    /// The components of the target, by an edition that holds components: parsing its text may give others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'r ObjectComponents")]
    components: Option<&'r ObjectComponents>,
    /// Whether the target is the base but for the fragment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    same_document: Option<bool>,
    /// The steps to the target, if they were asked for; null for texts that are too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OrNull<&'r Steps>")]
    steps: Option<OrNull<&'r Steps>>,
    /// Whether there are further steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    more_steps: Option<bool>,
    /// What the document of the base's scheme says of the reference, if it has another target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'r Note<'r>")]
    note: Option<&'r Note<'r>>,
    #[serde(flatten)]
    rewriting: Option<&'r Rewriting>,
}

impl Resolved<'_> {
    fn keys(&self) -> Keys<'_> {
        let steps = self.steps.as_ref().map(Option::as_ref);
        Keys {
            base: self.base,
            meaning: Meaning(Some(&self.target)).keys(),
            components: self.components.as_ref(),
            same_document: self.same_document,
            more_steps: steps.map(|steps| steps.is_some_and(|steps| steps.has_more)),
            steps: steps.map(OrNull),
            note: self.note.as_ref(),
            rewriting: self.rewriting.as_ref(),
        }
    }
}

written_as!(Resolved<'_> as Keys<'_>, Resolved::keys);

/// The target of a reference, if it has one, as keys of an object.
pub struct Meaning<'t>(pub Option<&'t Target>);

/// The keys of a target.
#[derive(Serialize, JsonSchema)]
struct TargetKeys<'t> {
    /// The target; null for the current document, and for a reference without a target.
    target: Option<&'t str>,
    /// Whether the reference means the current document.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    current_document: bool,
    /// The fragment in the current document.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OrNull<&'t str>")]
    fragment: Option<OrNull<&'t str>>,
}

impl<'t> Meaning<'t> {
    fn keys(&self) -> TargetKeys<'t> {
        match self.0 {
            Some(Target::CurrentDocument { fragment }) => TargetKeys {
                target: None,
                current_document: true,
                fragment: Some(OrNull(fragment.as_deref())),
            },
            Some(Target::Uri(uri)) => {
                TargetKeys { target: Some(uri), current_document: false, fragment: None }
            }
            None => TargetKeys { target: None, current_document: false, fragment: None },
        }
    }
}

written_as!(Meaning<'_> as TargetKeys<'_>, Meaning::keys);
