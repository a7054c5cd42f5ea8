//! From named fields to the URI of a scheme: the inverse of [`describe`].

use std::fmt;

use napkin::Edition;
use napkin::edition::Rule;
use napkin::{Level, Normalizer, ParseError, Uri};

use crate::definition::{Definition, View};
use crate::describe::describe;
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::schemes::not_compiled;
use crate::value::{Fields, Value};

/// Why fields do not make a URI of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComposeError {
    /// The scheme has no definition in this crate.
    UnknownScheme,
    /// The edition does not define the scheme well enough.
    NoView(&'static Edition),
    /// The scheme has no field of this name; the list has the fields of the scheme.
    UnknownField(String, Vec<&'static str>),
    /// The scheme does not allow the fields.
    Refused(SchemeError),
    /// The URI made from the fields is not valid by the edition.
    Invalid(ParseError),
}

/// Composes a URI of a scheme from its fields, by the names in the result of [`describe`].
///
/// Each value is data and is percent-encoded for its place. A field with several values is given several times, a
/// pair as `name=value`. Fields that `describe` shows as written, such as the path of `http`, are taken as written:
/// an escape stays, and a character that is not allowed there is encoded. The URI is parsed again, and its fields
/// have to be the given ones.
///
/// # Errors
///
/// If the scheme or a field is unknown, a required field is missing, or the URI would have other fields.
///
/// ```
/// use napkin::edition::RFC3986;
/// use napkin_schemes::compose;
///
/// let fields: [(&str, &[u8]); 4] =
///     [("host", b"ftp.example"), ("cwd", b"a b"), ("cwd", b"c/d"), ("name", b"x")];
/// assert_eq!(compose(RFC3986, "ftp", fields)?, "ftp://ftp.example/a%20b/c%2Fd/x");
/// # Ok::<(), napkin_schemes::ComposeError>(())
/// ```
pub fn compose<'a>(
    edition: &'static Edition,
    scheme: &str,
    fields: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<String, ComposeError> {
    let scheme = scheme.to_ascii_lowercase();
    let unknown = || not_compiled(&scheme).map_or(ComposeError::UnknownScheme, Into::into);
    let definition = Definition::for_scheme(&scheme).ok_or_else(unknown)?;
    if !definition.has_view(edition) {
        return Err(ComposeError::NoView(edition));
    }
    let known = definition.composed_from_in(edition);
    let named = fields.into_iter().map(|(name, octets)| {
        let unknown = || ComposeError::UnknownField(name.into(), known.clone());
        let name = known.iter().find(|known| same_name(known, name));
        Ok((*name.ok_or_else(unknown)?, octets))
    });
    let named = named.collect::<Result<Vec<_>, ComposeError>>()?;
    let compose = |named: &[Named<'_>]| by_any_spelling(definition, edition, &scheme, named);
    compose(&named).map_err(|error| match error {
        ComposeError::Refused(error) => {
            let error = in_given_field(error, definition, edition, &named, &compose);
            error.by(|rule| definition.cited(rule, edition)).into()
        }
        error => error,
    })
}

type Named<'a> = (&'static str, &'a [u8]);

fn by_any_spelling(
    definition: &'static Definition,
    edition: &'static Edition,
    scheme: &str,
    named: &[Named<'_>],
) -> Result<String, ComposeError> {
    let rule = Rule { name: definition.name, section: definition.document_in(edition) };
    let given = Given::new(edition, scheme, rule, named.iter().copied());
    match attempt(definition, &given) {
        // An older edition may not allow raw characters that RFC 3986 allows, so they are encoded.
        Err(ComposeError::Invalid(_)) => attempt(definition, &given.encoded_for_any_edition()),
        done => done,
    }
}

/// Values of which most kinds of fields take one.
const PLAIN: [&[u8]; 6] = [b"a", b"1", b"a@a.example", b"a=a", b"/a", b"aa"];

/// An error under the name of a field that can be given.
///
/// A view names what it checks: a value of any header, or an id that is made from two fields. The field that has the
/// fault is the one without which the others are composed: values are left out or replaced, from the last on, until there
/// is a URI. If none helps, a field is missing: the first one with which there is a URI. Otherwise the
/// field has a similar name, or the error depends on it.
fn in_given_field(
    error: SchemeError,
    definition: &Definition,
    edition: &'static Edition,
    given: &[Named<'_>],
    compose: &dyn for<'n> Fn(&[Named<'n>]) -> Result<String, ComposeError>,
) -> SchemeError {
    let known = definition.composed_from_in(edition);
    let own = known.iter().find(|known| is_spelled(known, error.field()));
    let is_given = own.is_some_and(|own| given.iter().any(|(name, _)| name == own));
    if let Some(own) = own.filter(|_| is_given || error.kind() == ErrorKind::Missing) {
        return error.in_field(own);
    }
    let examples = examples(definition, edition);
    let of = |name: &'static str| examples.iter().filter(move |example| example.0 == name);
    let mut named = given.to_vec();
    let mut changing = None;
    for at in (0..named.len()).rev() {
        let (name, value) = named.remove(at);
        if compose(&named).is_ok() {
            return error.in_field(name);
        }
        named.insert(at, (name, value));
        for plain in of(name).map(|(_, value)| value.as_slice()).chain(PLAIN) {
            named[at] = (name, plain);
            match compose(&named) {
                Ok(_) => return error.in_field(name),
                // The fault is in another field too.
                Err(ComposeError::Refused(other)) if other == error => break,
                Err(_) => {
                    changing = changing.or(Some(name));
                    named[at] = (name, value);
                }
            }
        }
    }
    let is_missing = |(name, value): &&(&'static str, Vec<u8>)| {
        let more: Vec<Named<'_>> = named.iter().copied().chain([(*name, &**value)]).collect();
        compose(&more).is_ok()
    };
    let missing = examples.iter().find(is_missing).map(|(name, _)| name);
    let alike = || known.iter().find(|known| known.starts_with(error.field()));
    let found = missing.or(own).or_else(alike).copied().or(changing);
    found.map_or(error, |name| error.in_field(name))
}

/// Whether the words of a message are the name of a field.
fn is_spelled(known: &str, words: &str) -> bool {
    same_name(&words.to_ascii_lowercase().replace(' ', "_"), known)
}

/// Names of options have hyphens instead of underscores.
fn same_name(one: &str, other: &str) -> bool {
    let spelled = |byte: u8| if byte == b'-' { b'_' } else { byte };
    one.bytes().map(spelled).eq(other.bytes().map(spelled))
}

/// The fields of the scheme's example, each value by itself.
fn examples(definition: &Definition, edition: &'static Edition) -> Vec<(&'static str, Vec<u8>)> {
    let Ok(example) = edition.parse(definition.example) else { return Vec::new() };
    let described = describe(example).ok();
    let Some(fields) = described.as_ref().and_then(|it| it.view()?.ok()).map(View::fields) else {
        return Vec::new();
    };
    let mut examples = Vec::new();
    for name in definition.composed_from_in(edition) {
        let values = match fields.get(name) {
            Some(Value::List(values)) => &values[..],
            Some(value) => std::slice::from_ref(value),
            None => &[],
        };
        for value in values {
            if let Value::Text(text) = value {
                examples.push((name, text.clone().into_bytes()));
            }
        }
    }
    examples
}

fn attempt(definition: &'static Definition, given: &Given<'_>) -> Result<String, ComposeError> {
    let view = (definition.compose)(given)?;
    let uri = view.to_uri()?;
    // Resolution and normalization remove dot segments, escaped or not.
    if has_dot_segments(&uri) {
        let rule = Rule { name: "path", section: "RFC 3986 section 5.2.4" };
        let name = given.dot_segment().unwrap_or("path");
        return Err(SchemeError::new(ErrorKind::DotSegment, name, rule).into());
    }
    let uri = uri.into_text();
    let read = {
        let again = describe(given.edition().parse(&uri).map_err(ComposeError::Invalid)?)?;
        match again.view().filter(|_| again.definition() == Some(definition)) {
            Some(read) => {
                again.check()?;
                read?.fields()
            }
            None => return Err(given.error(ErrorKind::NotAUri, "scheme").into()),
        }
    };
    match difference(&view.fields(), &read).or_else(|| given.unsaid_by(&read)) {
        Some(name) => Err(given.error(ErrorKind::NotAUri, name).into()),
        None => Ok(uri),
    }
}

/// Whether the removal of dot segments would change the path.
fn has_dot_segments(uri: &Uri<String>) -> bool {
    let Ok(raw) = Normalizer::new(Level::Percent).normalize(uri) else { return true };
    let path = raw.path().as_str();
    // Some readers climb above the root where others stop.
    if path.starts_with('/') && path.split('/').any(|segment| matches!(segment, "." | "..")) {
        return true;
    }
    let removed = Normalizer::new(Level::Path).normalize(&raw);
    removed.map_or(true, |removed| removed.as_str() != raw.as_str())
}

/// The first field that differs between two views.
fn difference(ours: &Fields, theirs: &Fields) -> Option<&'static str> {
    let missing = |(name, _): &(&'static str, _)| ours.get(name).is_none();
    let differs = |(name, value): &(&'static str, _)| theirs.get(name) != Some(*value);
    ours.iter().find(differs).or_else(|| theirs.iter().find(missing)).map(|(name, _)| name)
}

impl From<SchemeError> for ComposeError {
    fn from(error: SchemeError) -> Self {
        Self::Refused(error.without_place())
    }
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownScheme => f.write_str("napkin does not know this scheme"),
            Self::NoView(edition) => {
                write!(f, "{} does not define the fields of the scheme", edition.title)
            }
            Self::UnknownField(name, known) => {
                write!(f, "the scheme has no field '{name}'; it has {}", known.join(", "))
            }
            Self::Refused(error) => error.fmt(f),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ComposeError {}
