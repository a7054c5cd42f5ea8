//! The URI of a scheme, composed from fields.

use napkin::Edition;
use napkin_schemes::{ComposeError, Definition, compose};
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::schema::EditionName;

/// The settings for composing a URI.
#[derive(Clone, Copy, Debug)]
pub struct Composing<'c> {
    /// The edition.
    pub edition: &'static Edition,
    /// The scheme, or a namespace such as `urn:isbn`.
    pub scheme: &'c str,
}

impl Composing<'_> {
    /// Composes the URI; names of fields may be written with hyphens instead of underscores.
    ///
    /// # Errors
    ///
    /// If the scheme or a field is unknown, or the edition does not define the scheme well enough. Any other error
    /// in the fields is part of the answer.
    pub fn answer<'a>(
        &self,
        fields: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    ) -> Result<Composed, WrongChoice> {
        let Self { edition, scheme } = *self;
        let uri = match compose(edition, scheme, fields) {
            Ok(uri) => Ok(uri),
            Err(ComposeError::Refused(error)) => Err(Failure::of_scheme(error, b"")),
            Err(ComposeError::Invalid(error)) => Err(Failure::impossible(error)),
            Err(ComposeError::UnknownField(name, known)) => {
                let known: Vec<_> =
                    known.iter().map(|name| ["--", &name.replace('_', "-")].concat()).collect();
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
                let reason = format!(
                    "cannot be composed: {error}; 'napkin schemes' lists those that are known"
                );
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
