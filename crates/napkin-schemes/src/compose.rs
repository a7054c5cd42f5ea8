//! From named fields to the URI of a scheme: the inverse of [`describe`].

use std::fmt;

use napkin::edition::{Edition, Rule};
use napkin::{Level, Normalizer, ParseError, Uri};

use crate::definition::Definition;
use crate::describe::describe;
use crate::error::{ErrorKind, SchemeError};
use crate::given::Given;
use crate::schemes::not_compiled;
use crate::value::Fields;

/// Why fields do not make a URI of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComposeError {
    /// The scheme has no definition in this crate.
    UnknownScheme,
    /// The edition does not define the scheme well enough.
    NoView(&'static Edition),
    /// The scheme has no field of this name; the list has the fields of the scheme.
    UnknownField(String, &'static [&'static str]),
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
    let known = definition.composition.fields;
    let named = fields.into_iter().map(|(name, octets)| {
        let unknown = || ComposeError::UnknownField(name.into(), known);
        let name = known.iter().find(|known| same_name(known, name));
        Ok((*name.ok_or_else(unknown)?, octets))
    });
    let named = named.collect::<Result<Vec<_>, ComposeError>>()?;
    let rule = Rule { name: definition.name, section: definition.document };
    let given = Given::new(edition, &scheme, rule, named);
    match attempt(definition, &given) {
        // An older edition may not allow raw characters that RFC 3986 allows, so they are encoded.
        Err(ComposeError::Invalid(_)) => attempt(definition, &given.encoded_for_any_edition()),
        done => done,
    }
}

/// Names of options have hyphens instead of underscores.
fn same_name(known: &str, name: &str) -> bool {
    let one = |byte: u8| if byte == b'-' { b'_' } else { byte };
    known.bytes().map(one).eq(name.bytes().map(one))
}

fn attempt(definition: &'static Definition, given: &Given<'_>) -> Result<String, ComposeError> {
    let view = (definition.composition.view)(given)?;
    if let Some(name) = given.left_over() {
        return Err(given.error(ErrorKind::Unexpected, name).into());
    }
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
            Self::UnknownScheme => f.write_str("the scheme is not known here"),
            Self::NoView(edition) => {
                write!(f, "{} says too little of the scheme", edition.title)
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
