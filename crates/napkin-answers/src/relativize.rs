//! The shortest references that resolve to URIs.
use napkin::{Edition, EditionResolver, Level, Reference, RelativeForm, Start, Target};
use napkin_standards::{Base, Standard};
use schemars::JsonSchema;
use serde::Serialize;

use crate::base;
use crate::choice::{self, WrongChoice};
use crate::computed::ObjectComponents;
use crate::failure::Failure;
use crate::options::{Given, one_of, options};
use crate::question::{Ask, Question, Rebase};
use crate::resolve::Note;

options! {
    /// Find the shortest reference that resolves to a URI
    ///
    /// Each reference is checked by resolving it. If no reference is shorter, or none has the form that 'form' names, the
    /// result is the URI itself.
    pub struct Relativize {
        /// The base URI; its fragment is dropped
        base: Given, "URI";
        /// The form of the reference
        form: Option<RelativeForm>, "FORM" = "shortest";
    }
}

one_of!(RelativeForm {
    Shortest "shortest": "The shortest one, such as '../g'",
    Path "path": "From the root of the host: '/b/g'; a URI of another host stays as it is",
    Relative "relative": "From the directory of the base: '../g'; never begins with a slash; a URI of another host stays as it is",
    Authority "authority": "With the host, but without the scheme: '//a/b/g'; a URI of another scheme stays as it is",
});

impl Question for Relativize {
    const NAME: &'static str = "relativize";
    type Ready = Relativizing;

    fn ready(self, standard: Standard) -> Result<Relativizing, WrongChoice> {
        Relativizing::check(standard)?;
        let form = self.form.unwrap_or_default();
        if form != RelativeForm::Shortest {
            choice::edition_must_suit(standard, "form", |edition| {
                edition.resolves_relative() && !edition.holds_components()
            })?;
        }
        Ok(Relativizing { form, ..Relativizing::new(Base::new(self.base.0, standard)) })
    }
}

/// Relativization against a base.
pub struct Relativizing {
    base: Base,
    form: RelativeForm,
}

impl Ask for Relativizing {
    type Answer<'a> = Relativized<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.base.standard())
    }

    fn ask<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Relativized<'a>, Failure<'a>> {
        self.answer(input)
    }
}

impl Rebase for Relativizing {
    fn rebased(&self, base: &[u8]) -> Self {
        Self { base: Base::new(base, self.base.standard()), form: self.form }
    }
}

impl Relativizing {
    /// The shortest references against a base.
    pub const fn new(base: Base) -> Self {
        Self { base, form: RelativeForm::Shortest }
    }

    /// Rejects an edition that defines no relative references.
    ///
    /// # Errors
    ///
    /// If the edition defines no resolution.
    pub fn check(standard: Standard) -> Result<(), WrongChoice> {
        choice::edition_must_allow(standard, "relativize", Edition::resolves_relative)
    }

    /// Finds the reference.
    ///
    /// # Errors
    ///
    /// If the base is invalid, or the input is not a URI.
    pub fn answer<'a>(&'a self, input: &'a [u8]) -> Result<Relativized<'a>, Failure<'a>> {
        let base = &self.base;
        let failed = |error| base::failure(base, error, input);
        let reference = base.relativize(input, self.form).map_err(failed)?;
        let (mut components, mut note) = (None, None);
        if let Some(resolver) = base.resolver().map_err(failed)?
            && let Ok(uri) = resolver.edition().parse_bytes(Start::UriReference, input)
        {
            let object = resolver.relativize_to_components(uri.as_str()).ok();
            components = object.as_ref().map(ObjectComponents::from);
            note = on_dot_segments(&resolver, uri, &reference);
        }
        Ok(Relativized { base: base.as_str(), reference, components, note })
    }
}

/// A note on a URI with dot segments: whether the reference leads to it, or to the URI without them.
fn on_dot_segments<'a>(
    resolver: &EditionResolver<'_>,
    uri: Reference<'_>,
    reference: &str,
) -> Option<Note<'a>> {
    uri.path().filter(|path| path.has_dot_segments())?;
    let Ok(Target::Uri(target)) = resolver.resolve(reference) else { return None };
    let section = uri.edition().sections.resolution;
    let is_normal = uri.normalize(Level::Path).is_ok_and(|normal| normal == uri.as_str());
    let form = if is_normal { "" } else { " and is not in normal form" };
    let words = if target == uri.as_str() {
        format!(
            "the URI has dot segments{form}; the reference keeps them, and leads to the URI as it is"
        )
    } else {
        format!(
            "the URI has dot segments{form}; resolution removes them, so no reference leads to it, and this one \
             leads to {target}"
        )
    };
    let message = format!("{words} ({} section {section})", uri.edition().title);
    let words = Failure::new("dot-segments", section, message).in_part("path").as_note();
    Some(Note { words, target: Some(target) })
}

/// The shortest reference that resolves to a URI.
#[derive(Serialize, JsonSchema)]
pub struct Relativized<'a> {
    /// The base.
    base: &'a str,
    /// The reference.
    pub reference: String,
    /// Its components, by an edition that holds components: parsing its text may give others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ObjectComponents")]
    pub components: Option<ObjectComponents>,
    /// What a URI with dot segments has to do with the target of the reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Note<'a>")]
    pub note: Option<Note<'a>>,
}
