//! `nfs`: a file on an NFS server, by a path that begins at its public filehandle (RFC 2224).

use napkin::edition::{RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};
use napkin_scan::encode_triplet;

use crate::client::Client;
use crate::definition::{Class, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::plan::{Plan, Step, Transport};
use crate::server::Server;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The Network File System.
pub static NFS: Definition = Definition {
    name: "nfs",
    title: "Network File System protocol",
    document: "RFC 2224",
    grammar: "\
nfsURL      = \"nfs\" \":\" relativeURL
relativeURL = net_path | abs_path | rel_path
net_path    = \"//\" hostport [ abs_path ]
abs_path    = \"/\" rel_path
rel_path    = [ segment *( \"/\" segment ) ]
segment     = *pchar",
    example: "nfs://server/a/b/c",
    default_port: Some(2049),
    standings: &[Standing::mentioned(RFC1738, Class::Reserved, "RFC 1738 section 4")],
    normalization: None,
    read: |source| Ok(Box::new(Nfs::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Nfs::visit)?)),
};

const URL: Rule = Rule { name: "nfsURL", section: "RFC 2224 section 10" };
const SEGMENT: Rule = Rule { name: "pchar", section: "RFC 2224 section 10" };

/// The characters allowed raw in a segment, besides letters and digits.
const RAW: ByteSet = ByteSet::of(b"-_.!~*'()$,:@&=+");

/// A file or a directory on an NFS server.
///
/// ```
/// use napkin_schemes::schemes::Nfs;
///
/// let uri = napkin::Uri::parse("nfs://server//a/b")?;
/// let nfs = Nfs::read(&uri)?;
/// assert_eq!((nfs.is_absolute(), nfs.lookup_name()), (true, "/a/b".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nfs<'a> {
    /// Host and port of the server; undefined only in a symbolic link.
    pub server: Option<Server<'a>>,
    /// Whether a slash precedes the path. It belongs to the server if there is one.
    pub slash: bool,
    /// The names between the slashes; an empty first one makes the path absolute.
    pub path: Vec<Octets<'a>>,
}

impl<'a> Nfs<'a> {
    /// Reads a URI of `nfs`.
    ///
    /// # Errors
    ///
    /// If there is an authority without a host, a userinfo, a query, or a raw semicolon.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        NFS.read_by(&[NFS.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URL)?;
        let (server, rest) = match source.after_authority() {
            Some(rest) => (Some(source.server(URL)?), rest),
            None => (None, source.after_scheme()),
        };
        let allowed = ALPHANUM.or(RAW).or(ByteSet::of(b"/%"));
        source.check(rest, allowed, "path", SEGMENT)?;
        let path = rest.strip_prefix('/');
        let slash = path.is_some();
        let path = path.unwrap_or(rest).split('/').map(|part| source.octets(part)).collect();
        Ok(Self { server, slash, path })
    }

    /// Whether the path begins at the server's root instead of its public filehandle (§6.1); without a server, at
    /// the root of the server with the link.
    pub fn is_absolute(&self) -> bool {
        let empty_first = self.path.len() > 1 && self.path.first().is_some_and(Octets::is_empty);
        if self.server.is_some() { empty_first } else { self.slash }
    }

    /// The canonical path for lookup from the public filehandle: `.` for an empty one (§1), with slashes in names,
    /// percent signs and characters other than printable ASCII encoded (RFC 2055 §6.1).
    pub fn lookup_name(&self) -> String {
        let mut name = String::new();
        if self.server.is_none() && self.slash {
            name.push('/');
        }
        for (number, segment) in self.path.iter().enumerate() {
            if number > 0 {
                name.push('/');
            }
            for &octet in &*segment.to_bytes() {
                match octet {
                    b'/' | b'%' | ..=0x1F | 0x7F.. => {
                        name.extend(encode_triplet(octet).map(char::from));
                    }
                    _ => name.push(octet.into()),
                }
            }
        }
        if name.is_empty() { ".".into() } else { name }
    }
}

impl<'a> Nfs<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server =
            fields.server_if(|it| it.server.as_ref().map(|server| (server, NFS.default_port)))?;
        let path = fields.all("path", |it| &*it.path)?;
        let absolute = fields.field("absolute", Given::flag, Self::is_absolute)?;
        fields.derived("lookup", Self::lookup_name);
        fields.build(|_| {
            let slash = if server.is_some() { !path.is_empty() } else { absolute.unwrap_or(true) };
            let path = if path.is_empty() { vec![Octets::EMPTY] } else { path };
            Ok(Self { server, slash, path })
        })
    }
}

impl View for Nfs<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(NFS.name);
        let writer = match &self.server {
            Some(server) => writer.server(server),
            None => writer,
        };
        let writer = if self.slash { writer.raw("/") } else { writer };
        let uri = writer.joined(&self.path, "/", RAW).finish()?;
        // Without its slash the path would lengthen the host, and a path of empty names would make one.
        let same = Nfs::read(&uri)? == *self;
        same.then_some(uri).ok_or(SchemeError::new(ErrorKind::NotAUri, "path", URL))
    }

    /// By TCP; if the server refuses it, by UDP (§3).
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let server = self.server.as_ref();
        let server = server.ok_or(SchemeError::new(ErrorKind::Missing, "host", URL))?;
        let connect = client.connect(server, NFS.name, NFS.default_port, Transport::Tcp)?;
        let asked = Fields::new().with("from", "the public filehandle");
        Ok(Plan::new(vec![
            connect,
            Step::Perform("look up", asked.with("path", self.lookup_name())),
            Step::Perform("read", Fields::new()),
            Step::Close,
        ]))
    }
}
