//! `afs`: a file of the Andrew File System, by cell and path; a note in RFC 1630, reserved in RFC
//! 1738, and defined nowhere since.

use std::borrow::Cow;

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Class, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::server::Server;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Files of the Andrew File System.
pub static AFS: Definition = Definition {
    name: "afs",
    title: "Andrew File System global file names",
    document: "RFC 1630, a historical note",
    grammar: "\
afsaddress = \"afs://\" cellname \"/\" path
cellname   = hostname",
    example: "afs://cell.dom/usr/joe/notes",
    default_port: None,
    standings: &[
        Standing::mentioned(RFC1630, Class::Historical, "RFC 1630 section BNF"),
        Standing::mentioned(RFC1738, Class::Reserved, "RFC 1738 section 4"),
    ],
    normalization: None,
    read: |source| Ok(Box::new(Afs::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Afs::visit)?)),
};

const ADDRESS: Rule = Rule { name: "afsaddress", section: "RFC 1630" };

/// The characters allowed raw in a segment, besides the unreserved ones.
const RAW: ByteSet = ByteSet::of(b":@!$&'()*+,;=");

/// A file in a cell.
///
/// ```
/// use napkin_schemes::schemes::Afs;
///
/// let uri = napkin::Uri::parse("afs://cell.dom/usr/joe/notes")?;
/// let afs = Afs::read(&uri)?;
/// assert_eq!(afs.cell, "cell.dom");
/// assert_eq!(afs.global_name()?, "/afs/cell.dom/usr/joe/notes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Afs<'a> {
    /// The cell, named like a host.
    pub cell: Cow<'a, str>,
    /// The names between the slashes.
    pub path: Vec<Octets<'a>>,
}

impl<'a> Afs<'a> {
    /// Reads a URI of `afs`.
    ///
    /// # Errors
    ///
    /// If there is no cell or no slash after it, or a userinfo, a port or a query.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        AFS.read_by(&[AFS.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(ADDRESS)?;
        source.refuse_port(ADDRESS)?;
        let Server { host: cell, .. } = source.server(ADDRESS)?;
        let rest = source.after_authority().unwrap_or_default();
        let missing = source.error(ErrorKind::Missing, "path", rest, ADDRESS);
        let path = source.url_path().ok_or(missing)?;
        if let Some((_, query)) = path.split_once('?') {
            return Err(source.error(ErrorKind::Unexpected, "query", query, ADDRESS));
        }
        Ok(Self { cell, path: path.split('/').map(|part| source.octets(part)).collect() })
    }

    /// The global name of the file, which machines of every cell know.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::EncodedSlash`].
    pub fn global_name(&self) -> Result<Octets<'static>, SchemeError> {
        let mut name = ["/afs/", &self.cell].concat().into_bytes();
        for written in &self.path {
            let segment = written.to_bytes();
            if segment.contains(&b'/') {
                let place = written.place_of(|octet| octet == b'/');
                return Err(SchemeError::new(ErrorKind::EncodedSlash, "path", ADDRESS).at_if(place));
            }
            name.push(b'/');
            name.extend_from_slice(&segment);
        }
        Ok(name.into())
    }
}

impl<'a> Afs<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let cell = fields.field("cell", Given::needed_text, |it| &it.cell)?;
        let path = fields.all("path", |it| &*it.path)?;
        fields.derived("global_name", |it| it.global_name().ok());
        fields.build(|_| Ok(Self { cell, path }))
    }
}

impl View for Afs<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(AFS.name).server(&Server::new(&*self.cell)).raw("/");
        writer.joined(&self.path, "/", RAW).finish()
    }
}
