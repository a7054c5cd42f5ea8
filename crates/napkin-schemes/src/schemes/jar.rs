//! `jar`: an archive by its own URL, and an entry in it (`java.net.JarURLConnection`).

use std::borrow::Cow;

use napkin::Edition;
use napkin::edition::{RFC3986, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::plan::{Plan, Step};
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Entries of archives.
pub static JAR: Definition = Definition {
    name: "jar",
    title: "Entries of Java archives",
    document: "java.net.JarURLConnection",
    grammar: "\
jar-url = \"jar:\" url \"!/\" [ entry ]",
    example: "jar:https://example.com/lib.jar!/com/example/Main.class",
    default_port: None,
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Jar::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Jar::visit)?)),
};

const URL: Rule = Rule { name: "jar-url", section: "java.net.JarURLConnection" };

/// The separator of archive and entry.
const SEPARATOR: &str = "!/";

/// The characters allowed raw in an entry, besides the unreserved ones; not the `!`.
const RAW: ByteSet = ByteSet::of(b"/:@$&'()*+,;=");

/// An archive, or an entry in it.
///
/// ```
/// use napkin_schemes::schemes::Jar;
///
/// let uri = napkin::Uri::parse("jar:file:/lib/a.jar!/META-INF/MANIFEST.MF")?;
/// let jar = Jar::read(&uri)?;
/// assert_eq!((jar.archive.as_ref(), jar.archive_scheme()), ("file:/lib/a.jar", "file"));
/// assert_eq!(jar.entry.unwrap(), "META-INF/MANIFEST.MF");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jar<'a> {
    /// The URL of the archive, which may be of `jar` again.
    pub archive: Cow<'a, str>,
    /// The name of the entry; `None` for the whole archive.
    pub entry: Option<Octets<'a>>,
    edition: &'static Edition,
}

impl<'a> Jar<'a> {
    /// Reads a URI of `jar`.
    ///
    /// # Errors
    ///
    /// If there is no `!/`, or the text before the last one is not a URL.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        JAR.read_by(&[JAR.name], reference, Self::of)
    }

    /// A whole archive.
    pub fn new(archive: impl Into<Cow<'a, str>>) -> Self {
        Self { archive: archive.into(), entry: None, edition: RFC3986 }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let text = source.after_scheme();
        let missing = source.error(ErrorKind::Missing, "separator", text, URL);
        let (archive, entry) = text.rsplit_once(SEPARATOR).ok_or(missing)?;
        let edition = source.edition();
        check_archive(edition, archive).map_err(|offset| {
            let place = archive.get(offset..).unwrap_or_default();
            source.error(ErrorKind::InvalidValue, "archive", place, URL)
        })?;
        let entry = (!entry.is_empty()).then(|| source.octets(entry));
        Ok(Self { entry, edition, ..Self::new(archive) })
    }

    /// The scheme of the archive's URL.
    pub fn archive_scheme(&self) -> &str {
        self.archive.split_once(':').map_or("", |(scheme, _)| scheme)
    }
}

/// Checks that the archive is a URL without a fragment; returns the offset of the error.
fn check_archive(edition: &'static Edition, archive: &str) -> Result<(), usize> {
    let reference = edition.parse(archive).map_err(|error| error.offset())?;
    match reference.without_fragment().as_str().len() {
        _ if reference.scheme().is_none() => Err(0),
        length if length < archive.len() => Err(length),
        _ => Ok(()),
    }
}

impl<'a> Jar<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let archive = fields.field("archive", Given::needed_text, |it| &it.archive)?;
        fields.derived("archive_scheme", Self::archive_scheme);
        let entry = fields.field("entry", Given::octets, |it| it.entry.as_ref())?;
        fields.build(|given| Ok(Self { edition: given.edition(), entry, ..Self::new(archive) }))
    }
}

impl View for Jar<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        check_archive(RFC3986, &self.archive)
            .map_err(|_| SchemeError::new(ErrorKind::InvalidValue, "archive", URL))?;
        let writer = Writer::new(JAR.name).raw(&self.archive).raw(SEPARATOR);
        writer.optional("", self.entry.as_ref(), RAW).finish()
    }

    /// Fetches the archive by the plan of its own URL and extracts the entries, from the outermost archive to the
    /// innermost.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let take_out =
            |entry: &Octets<'_>| Step::Perform("take out", Fields::new().with("entry", entry));
        let mut taken: Vec<_> = self.entry.iter().map(take_out).collect();
        let mut archive: &str = &self.archive;
        // The URL of an archive follows the scheme and its colon.
        let lead = JAR.name.len() + ":".len();
        let mut start = lead;
        let is_jar = |(scheme, _): &(&str, _)| scheme.eq_ignore_ascii_case(JAR.name);
        while let Some((_, nested)) = archive.split_once(':').filter(is_jar) {
            let missing = SchemeError::new(ErrorKind::Missing, "separator", URL);
            let (outer, entry) = nested.rsplit_once(SEPARATOR).ok_or(missing)?;
            if !entry.is_empty() {
                taken.push(take_out(&Octets::encoded(entry)));
            }
            archive = outer;
            start += lead;
        }
        let invalid = SchemeError::new(ErrorKind::InvalidValue, "archive", URL);
        let reference = self.edition.parse(archive).map_err(|_| invalid)?;
        let source = Source::new(reference)?;
        let view = Definition::of(source).and_then(|definition| definition.view(source));
        let unknown = SchemeError::new(ErrorKind::NoPlan, "archive", URL)
            .because("napkin does not know the scheme of the archive");
        let unknown = super::not_compiled(source.scheme()).unwrap_or(unknown);
        let view = view.ok_or(unknown)?.map_err(|error| error.inside(start))?;
        let plan = view.plan(client).map_err(|error| source.placed(error).inside(start))?;
        let mut steps = plan.steps().to_vec();
        steps.extend(taken.into_iter().rev());
        Ok(Plan::new(steps))
    }
}
