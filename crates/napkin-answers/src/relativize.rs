//! The shortest references that resolve to URIs.
use napkin::{Edition, EditionResolver, Level, Reference, RelativeForm, Start, Target};
use napkin_url::Url;
use schemars::JsonSchema;
use serde::Serialize;

use crate::base::{Base, SyntaxBase, UrlBase};
use crate::choice::{self, WrongChoice};
use crate::computed::ObjectComponents;
use crate::failure::Failure;
use crate::options::{Given, one_of, options};
use crate::question::{Ask, Question, Rebase};
use crate::resolve::Note;
use crate::standard::Standard;
use crate::url_standard;

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
        if let (
            Standard::Syntax(_),
            RelativeForm::Path | RelativeForm::Relative | RelativeForm::Authority,
        ) = (standard, form)
        {
            choice::option_must_suit(standard, "form", |edition| {
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
        Self { base: Base::new(base, self.base.standard()).judged(), form: self.form }
    }
}

impl Relativizing {
    /// The shortest references against a base.
    pub fn new(base: Base) -> Self {
        Self { base: base.judged(), form: RelativeForm::Shortest }
    }

    /// Rejects an edition that defines no relative references.
    ///
    /// # Errors
    ///
    /// If the edition defines no resolution.
    pub fn check(standard: Standard) -> Result<(), WrongChoice> {
        let Standard::Syntax(edition) = standard else { return Ok(()) };
        let resolves = |edition: &Edition| edition.resolves_relative();
        choice::must_allow(edition, "relativize", resolves)
    }

    /// Finds the reference.
    ///
    /// # Errors
    ///
    /// If the base is invalid, or the input is not a URI.
    pub fn answer<'a>(&'a self, input: &'a [u8]) -> Result<Relativized<'a>, Failure<'a>> {
        match &self.base {
            Base::Syntax(base) => by_syntax(base, self.form, input),
            Base::Url(base) => by_url_standard(base, self.form, input),
        }
    }
}

fn by_syntax<'a>(
    base: &'a SyntaxBase,
    form: RelativeForm,
    input: &'a [u8],
) -> Result<Relativized<'a>, Failure<'a>> {
    let resolver = base.resolver()?;
    let parsed = base.edition().parse_bytes(Start::UriReference, input);
    let parsed = parsed.map_err(|error| Failure::refused(error, input))?;
    if parsed.is_relative_ref() && !base.edition().holds_components() {
        let what = "a relative reference is already relative; resolve it first";
        return Err(Failure::relative_reference(base.edition(), what));
    }
    let reference = match form {
        // The class java.net.URI has an operation of its own.
        RelativeForm::Shortest => resolver.relativize(parsed.as_str()),
        form => resolver.relativize_as(parsed.as_str(), form),
    };
    let reference = reference.map_err(|error| base.failure(error, input))?;
    let object = resolver.relativize_to_components(parsed.as_str()).ok();
    let components = object.as_ref().map(ObjectComponents::from);
    let note = on_dot_segments(&resolver, parsed, &reference);
    Ok(Relativized { base: base.as_str(), reference, components, note })
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

/// The shortest candidate of a form that this edition resolves to the URL; the URL itself always does.
fn by_url_standard<'a>(
    base: &'a UrlBase,
    form: RelativeForm,
    input: &'a [u8],
) -> Result<Relativized<'a>, Failure<'a>> {
    let base_url = base.url()?;
    let url = url_standard::parse(base.standard().edition, input, None)?;
    let leads_back = |reference: &String| {
        base_url.join(reference).is_ok_and(|joined| joined.as_str() == url.as_str())
    };
    let mut candidates = candidates(base_url, &url);
    candidates.retain(|reference| form.fits(reference));
    candidates.sort_by_key(String::len);
    let found = candidates.into_iter().find(leads_back);
    let reference = found.unwrap_or_else(|| url.as_str().into());
    Ok(Relativized { base: base_url.without_fragment(), reference, components: None, note: None })
}

/// References that may resolve from a base to a URL. None has a scheme, a backslash used as a slash, or a tab.
fn candidates(base: &Url, url: &Url) -> Vec<String> {
    let fragment = url.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    let tail = format!("{query}{fragment}");
    let path = url.path();
    let mut candidates = vec![fragment, tail.clone(), format!("{path}{tail}")];
    // A text that begins with two slashes would be an authority.
    candidates.push(format!("/.{path}{tail}"));
    if url.has_authority() {
        candidates.push(format!("//{}{path}{tail}", url.authority()));
    }
    let (directory, steps) = common_directory(base.path(), path);
    let below = path.get(directory..).unwrap_or_default();
    let up = "../".repeat(steps);
    candidates.push(format!("{up}{below}{tail}"));
    candidates.push(format!("./{below}{tail}"));
    if below.is_empty() {
        // A dot segment at the end denotes the directory without its slash.
        candidates
            .push(format!("{}{tail}", if steps == 0 { "." } else { up.trim_end_matches('/') }));
    }
    candidates
}

/// The end of the deepest directory that contains two paths, and how many directories deeper the first is.
fn common_directory(base: &str, path: &str) -> (usize, usize) {
    let shared = base.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
    let directory = base.get(..shared).and_then(|shared| shared.rfind('/')).map_or(0, |at| at + 1);
    let deeper = base.get(directory..).unwrap_or_default().matches('/').count();
    (directory, deeper)
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
