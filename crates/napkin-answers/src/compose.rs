//! The URI of a scheme, composed from fields.

use napkin::Edition;
use napkin_schemes::{ComposeError, Definition, compose};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::options::{Given, Pair, SchemeName, options};
use crate::question::{AskAlone, Question, Standards};
use crate::schema::EditionName;

options! {
    /// Compose the URI of a scheme from its fields
    ///
    /// The fields have the names that a description of a URI of the scheme shows. Each value is data and is encoded for its
    /// place. A field that is a list is given once for each value, a pair as NAME=VALUE. What a description shows as it is
    /// written, such as the path of http, keeps its escapes. For an unknown field, the message lists the fields of the scheme.
    ///
    /// The URI is described again, and is refused unless it says what was given.
    pub struct Compose {
        /// The scheme, or a namespace such as urn:isbn
        scheme: SchemeName, "SCHEME";
        /// A field of the scheme, and its value; may be repeated
        field: Vec<Pair<Given>>, "NAME VALUE";
    }
}

impl Question for Compose {
    const NAME: &'static str = "compose";
    const STANDARDS: Standards = Standards::Syntax;
    const ARGUMENTS: &'static [&'static str] = &["scheme"];
    type Ready = Composed;

    fn ready(self, standard: Standard) -> Result<Composed, WrongChoice> {
        let edition = choice::syntax(standard, Self::NAME)?;
        let mut fields = Vec::new();
        for Pair(Given(name), Given(value)) in &self.field {
            let name = str::from_utf8(name).map_err(|_| {
                WrongChoice::of_option_named("field").because("has a name that is not UTF-8".into())
            })?;
            fields.push((name, value.as_slice()));
        }
        compose_by(edition, self.scheme.as_str(), fields)
    }
}

/// Composes the URI; names of fields may be written with hyphens instead of underscores.
///
/// # Errors
///
/// If the scheme or a field is unknown, or the edition does not define the scheme well enough. Any other error
/// in the fields is part of the answer.
pub fn compose_by<'a>(
    edition: &'static Edition,
    scheme: &str,
    fields: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<Composed, WrongChoice> {
    let uri = match compose(edition, scheme, fields) {
        Ok(uri) => Ok(uri),
        Err(ComposeError::Refused(error)) => Err(Failure::of_scheme(error, b"")),
        Err(ComposeError::Invalid(error)) => Err(Failure::impossible(error)),
        Err(ComposeError::UnknownField(name, known)) => {
            let known: Vec<_> =
                known.iter().map(|name| format!("'{}'", name.replace('_', "-"))).collect();
            let reason = format!("is not a field of {scheme}, which has: {}", known.join(", "));
            return Err(WrongChoice::new(name, reason).of_option());
        }
        Err(ComposeError::NoView(_)) => {
            let has_view = |edition: &Edition| {
                Definition::named(scheme).is_some_and(|scheme| scheme.has_view(edition))
            };
            return Err(choice::must_allow(edition, scheme, has_view)
                .err()
                .unwrap_or_else(|| WrongChoice::new(scheme.into(), "has no fields".into())));
        }
        Err(error) => {
            let reason =
                format!("cannot be composed: {error}; 'napkin schemes' lists those that are known");
            return Err(WrongChoice::new(scheme.into(), reason));
        }
    };
    let (uri, error) = match uri {
        Ok(uri) => (Some(uri), None),
        Err(error) => (None, Some(error)),
    };
    let edition = uri.as_ref().map(|_| edition.name);
    Ok(Composed { scheme: scheme.to_ascii_lowercase(), edition, uri, error })
}

/// A composed URI, or the error.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Composed {
    /// The scheme, in lowercase.
    pub scheme: String,
    /// The edition by which it is a URI.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EditionName")]
    pub edition: Option<&'static str>,
    /// The URI.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub uri: Option<String>,
    /// The error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'static>")]
    pub error: Option<Failure<'static>>,
}

impl AskAlone for Composed {
    type Answer<'a> = Self;

    const IS_LIST: bool = false;

    fn each(&self, take: &mut dyn FnMut(&Self)) {
        take(self);
    }
}
