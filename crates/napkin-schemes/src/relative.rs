//! Relative references by the document of the base's scheme, where it reads them otherwise than the generic algorithm
//! (RFC 3986 §5.2): [`own_reading`].
//!
//! The generic algorithm takes every path for a hierarchy of segments. The table says of which schemes that is not
//! true, and what part of their URIs is a root that no reference leaves.

use napkin::Edition;
use napkin::Target;
use napkin::edition::RFC3987;
use napkin::scheme::{FACTS, Hierarchy};

use crate::definition::{Definition, standings};

/// What the document of a scheme says of a relative reference, where the generic syntax has another target.
///
/// ```
/// use napkin_schemes::own_reading;
///
/// let (reference, base) = ("../../c", "file:///C:/a");
/// let own = own_reading(reference, base, "file:///c").unwrap();
/// assert_eq!((own.document, own.target.as_deref()), ("RFC 8089 section E.2.1", Some("file:///C:/c")));
/// assert!(own_reading("b", base, "file:///C:/b").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OwnReading {
    /// The scheme of the base, in lowercase.
    pub scheme: &'static str,
    /// What the document says, in a few words.
    pub words: &'static str,
    /// The document, with its section.
    pub document: &'static str,
    /// The target by the document, if it gives one.
    pub target: Option<String>,
}

/// What the document of the base's scheme says of a relative reference. `None` if it gives `target` too, which is the
/// target by the generic syntax.
///
/// `reference` has no scheme, or that of the base where that counts as none. `base` has no fragment. Behind their roots,
/// the documents resolve by RFC 3986 section 5.2.
pub fn own_reading(reference: &str, base: &str, target: &str) -> Option<OwnReading> {
    // A fragment keeps the base. An edition that has no opaque bases gives the reference itself.
    if reference.is_empty() || reference.starts_with('#') || reference == target {
        return None;
    }
    let (wrapper, inner) = unwrapped(base);
    let lead = base.strip_suffix(inner)?;
    let (row, own) = match row_of(inner) {
        Some((row, end)) => {
            let (root, rest) = inner.split_at_checked(end)?;
            match &row.rule {
                Rule::Behind(behind) if !behind.reads(root, reference) => return None,
                Rule::Behind(Behind { gives_target: true, .. }) => {
                    (row, behind_root(root, rest, reference))
                }
                // What stays below its root is read by the generic algorithm.
                Rule::Behind(_) if row.root(target.get(lead.len()..)?) == Some(root) => {
                    return None;
                }
                _ => (row, None),
            }
        }
        None => match unhierarchical(inner) {
            Some(definition) => return Some(OwnReading::never(definition)),
            None => (wrapper?, resolve(reference, inner)),
        },
    };
    let own = own.map(|own| format!("{lead}{own}"));
    let differs = own.as_deref() != Some(target);
    let Row { scheme, words, document, .. } = *row;
    differs.then_some(OwnReading { scheme, words, document, target: own })
}

impl OwnReading {
    /// Whether an edition leaves the scheme to that document. The editions of 1994 define schemes themselves: by RFC 1630
    /// a group is a relative reference in an article (News), and only `gopher` has none (Partial form).
    ///
    /// ```
    /// use napkin::edition::{RFC1630, RFC1808};
    ///
    /// let own = napkin_schemes::own_reading("c", "news:1@h", "news:c").unwrap();
    /// assert!(own.holds_in(RFC1808) && !own.holds_in(RFC1630));
    /// ```
    pub fn holds_in(&self, edition: &Edition) -> bool {
        let is_defined = standings(self.scheme).any(|standing| standing.edition == edition);
        !is_defined || self.scheme == "gopher"
    }

    /// A scheme without a hierarchy, of which no more is said.
    fn never(definition: &Definition) -> Self {
        let (scheme, document) = (definition.name, definition.document);
        Self { scheme, words: "the scheme has no hierarchy", document, target: None }
    }
}

/// A scheme whose document reads relative references in its own way.
struct Row {
    scheme: &'static str,
    words: &'static str,
    document: &'static str,
    rule: Rule,
}

enum Rule {
    /// No relative references, except for a fragment.
    Never,
    /// The text behind the scheme is a URI, which is the base.
    Wrapped,
    /// The segments begin behind a root.
    Behind(Behind),
}

/// A root: the part of a base that no relative reference replaces.
struct Behind {
    /// Its end; `None` if the base has no such part.
    end: fn(&str) -> Option<usize>,
    /// Whether a path that begins with a slash begins at the root.
    takes_slash: bool,
    /// Whether `//` replaces the authority, which is before the root.
    has_authority: bool,
    /// Whether the document tells where excess `..` leads: to the root.
    gives_target: bool,
}

impl Row {
    /// The root of a URI.
    fn root<'a>(&self, uri: &'a str) -> Option<&'a str> {
        match &self.rule {
            Rule::Behind(behind) => uri.get(..(behind.end)(uri)?),
            Rule::Never | Rule::Wrapped => None,
        }
    }
}

impl Behind {
    /// Whether it says anything of a reference.
    fn reads(&self, root: &str, reference: &str) -> bool {
        let names_drive = drive(&format!("file:{reference}")).is_some();
        match reference.as_bytes() {
            [b'/', b'/', ..] => !self.has_authority,
            [b'/', ..] => self.takes_slash && !(names_drive && drive(root).is_some()),
            _ => true,
        }
    }
}

/// A URI whose path is a hierarchy, in place of a root.
const STAND_IN: &str = "foo://h";

/// The target of a reference against the text behind a root, with that root.
fn behind_root(root: &str, rest: &str, reference: &str) -> Option<String> {
    let scheme = root.split_inclusive(':').next().unwrap_or_default();
    let path = match reference.get(..scheme.len()) {
        Some(own) if own.eq_ignore_ascii_case(scheme) => {
            format!("foo:{}", reference.get(own.len()..)?)
        }
        _ if reference.starts_with("//") => return None,
        _ => reference.to_owned(),
    };
    let target = resolve(&path, &format!("{STAND_IN}{rest}"))?;
    Some(format!("{root}{}", target.strip_prefix(STAND_IN)?))
}

/// The target by RFC 3986, also of IRIs.
fn resolve(reference: &str, base: &str) -> Option<String> {
    match RFC3987.resolver(base).lenient(true).resolve(reference) {
        Ok(Target::Uri(target)) => Some(target),
        _ => None,
    }
}

/// The URI in a base after all schemes that wrap one, and the last row of those schemes.
fn unwrapped(base: &str) -> (Option<&'static Row>, &str) {
    let (mut wrapper, mut inner) = (None, base);
    let unwrap = |base| {
        let (scheme, wrapped) = str::split_once(base, ':')?;
        let row = rows(scheme).find(|row| matches!(row.rule, Rule::Wrapped))?;
        has_scheme(wrapped).then_some((row, wrapped))
    };
    while let Some((row, wrapped)) = unwrap(inner) {
        (wrapper, inner) = (Some(row), wrapped);
    }
    (wrapper, inner)
}

/// The row for a base that applies, and the end of its root.
fn row_of(base: &str) -> Option<(&'static Row, usize)> {
    let (scheme, _) = base.split_once(':')?;
    rows(scheme).find_map(|row| match &row.rule {
        Rule::Never => Some((row, 0)),
        Rule::Wrapped => None,
        Rule::Behind(behind) => Some((row, (behind.end)(base)?)),
    })
}

fn rows(scheme: &str) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| row.scheme.eq_ignore_ascii_case(scheme))
}

/// The definition of the base's scheme, if its URIs are names, addresses or data.
fn unhierarchical(base: &str) -> Option<&'static Definition> {
    let (scheme, _) = base.split_once(':')?;
    let mut facts = FACTS.iter().filter(|facts| facts.scheme.eq_ignore_ascii_case(scheme));
    let is_name =
        facts.any(|facts| facts.host.is_absent() && matches!(facts.hierarchy, Hierarchy::Nowhere));
    if is_name { Definition::named(scheme) } else { None }
}

fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        let is_mark = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.bytes().all(is_mark)
    })
}

fn path_start(uri: &str) -> Option<usize> {
    let start = uri.find(':')? + 1;
    let rest = uri.get(start..)?;
    let Some(authority) = rest.strip_prefix("//") else { return Some(start) };
    let end = authority.find(['/', '?', '#']).unwrap_or(authority.len());
    Some(start + "//".len() + end)
}

/// The end of the root that the scheme's hierarchy has in its path, if there is one.
fn root_by(hierarchy: Hierarchy, uri: &str) -> Option<usize> {
    let start = path_start(uri)?;
    let path = uri.get(start..)?.split(['?', '#']).next()?;
    let root = hierarchy.root_of(path).filter(|root| *root > 0)?;
    Some(start + root)
}

fn drive(uri: &str) -> Option<usize> {
    let path = uri.get(path_start(uri)?..)?;
    root_by(Hierarchy::BehindDrive, uri).filter(|_| !path.starts_with("//"))
}

fn share(uri: &str) -> Option<usize> {
    root_by(Hierarchy::BehindDrive, uri).filter(|_| drive(uri).is_none())
}

fn archive(uri: &str) -> Option<usize> {
    Some(uri.rfind("!/")? + "!".len())
}

/// The end of the first `count` segments.
fn segments(uri: &str, count: usize) -> Option<usize> {
    let start = path_start(uri)?;
    let path = uri.get(start..)?.split(['?', '#']).next()?;
    let (next, _) = path.match_indices('/').chain([(path.len(), "")]).nth(count)?;
    Some(start + next)
}

/// The end of a Gopher item type.
fn item_type(uri: &str) -> Option<usize> {
    let end = path_start(uri)? + "/0".len();
    uri.get(..end).map(str::len)
}

const ARCHIVE: Behind =
    Behind { end: archive, takes_slash: true, has_authority: false, gives_target: true };

const WITHIN_ARCHIVE: &str = "the archive is the root";

const NONE: &str = "the scheme has no relative references";

const VFS: &str = "Apache Commons VFS, Supported File Systems";

const fn never(scheme: &'static str, document: &'static str) -> Row {
    Row { scheme, words: NONE, document, rule: Rule::Never }
}

const fn wrapped(scheme: &'static str, document: &'static str) -> Row {
    Row { scheme, words: "the URI behind the scheme is the base", document, rule: Rule::Wrapped }
}

const fn archived(scheme: &'static str, document: &'static str) -> Row {
    Row { scheme, words: WITHIN_ARCHIVE, document, rule: Rule::Behind(ARCHIVE) }
}

/// The one table; of several rows for a scheme, the first that applies to the base counts. A scheme that has no
/// authority and no hierarchy, and no row, has no relative references by its definition.
const ROWS: &[Row] = &[
    Row {
        scheme: "file",
        words: "the drive is the root",
        document: "RFC 8089 section E.2.1",
        rule: Rule::Behind(Behind {
            end: drive,
            takes_slash: true,
            has_authority: true,
            gives_target: true,
        }),
    },
    Row {
        scheme: "file",
        words: "the host and the share are the root",
        document: "RFC 8089 section E.3.2",
        rule: Rule::Behind(Behind {
            end: share,
            takes_slash: false,
            has_authority: true,
            gives_target: true,
        }),
    },
    Row {
        scheme: "did",
        words: "the identifier is the authority",
        document: "W3C DID Core section 3.2.2",
        rule: Rule::Behind(Behind {
            end: |uri| root_by(Hierarchy::BehindFirst, uri),
            takes_slash: true,
            has_authority: false,
            gives_target: true,
        }),
    },
    Row {
        scheme: "nfs",
        words: "two slashes lead to the root of the server, one to its public directory",
        document: "RFC 2224 section 6.1",
        rule: Rule::Behind(Behind {
            end: |uri| root_by(Hierarchy::BehindEmpty, uri),
            takes_slash: false,
            has_authority: true,
            gives_target: true,
        }),
    },
    Row {
        scheme: "ftp",
        words: "the first segment leads out of the login directory, and '..' does not lead back",
        document: "RFC 1738 section 3.2.2",
        rule: Rule::Behind(Behind {
            end: |uri| root_by(Hierarchy::BehindDirectory, uri),
            takes_slash: false,
            has_authority: true,
            gives_target: false,
        }),
    },
    Row {
        scheme: "sftp",
        words: "'~' is the home directory, not a name in the root",
        document: "draft-ietf-secsh-scp-sftp-ssh-uri-04 section 4",
        rule: Rule::Behind(Behind {
            end: |uri| root_by(Hierarchy::BehindHome, uri),
            takes_slash: false,
            has_authority: true,
            gives_target: false,
        }),
    },
    Row {
        scheme: "gopher",
        words: "the path begins with the type of the item, which the reference replaces",
        document: "RFC 1808 section 2.3",
        rule: Rule::Behind(Behind {
            end: item_type,
            takes_slash: false,
            has_authority: true,
            gives_target: false,
        }),
    },
    Row {
        scheme: "android-app",
        words: "the path begins with the scheme and the host of another URI, which the reference replaces",
        document: "android.content.Intent, URI_ANDROID_APP_SCHEME",
        rule: Rule::Behind(Behind {
            end: |uri| segments(uri, 2),
            takes_slash: true,
            has_authority: true,
            gives_target: false,
        }),
    },
    archived("jar", "java.net.JarURLConnection"),
    archived("zip", VFS),
    archived("tar", VFS),
    archived("tgz", VFS),
    archived("tbz2", VFS),
    wrapped("view-source", "the registration, prov/view-source"),
    wrapped("feed", "the registration, prov/feed"),
    never("data", "RFC 2397 section 2"),
    never("mailto", "RFC 1808 section 2.3"),
    never("news", "RFC 1808 section 2.3"),
    never("telnet", "RFC 1808 section 2.3"),
    never("urn", "RFC 8141 section 4.3"),
    never("secret-token", "RFC 8959 section 2"),
];

#[cfg(test)]
mod tests {
    use super::{FACTS, Hierarchy, row_of, unhierarchical};

    #[test]
    fn every_scheme_without_hierarchy_has_a_document() {
        for facts in FACTS.iter().filter(|facts| facts.host.is_absent()) {
            let base = format!("{}:a!/b", facts.scheme);
            let is_name = matches!(facts.hierarchy, Hierarchy::Nowhere);
            let known = row_of(&base).is_some() || unhierarchical(&base).is_some();
            assert!(known || !is_name, "{base}");
        }
    }
}
