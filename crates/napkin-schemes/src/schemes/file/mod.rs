//! `file`: a path on this machine or on a host that is named (RFC 1630, file; RFC 1738 §3.10; RFC
//! 8089). `path.rs` turns it into paths of operating systems.

pub(crate) mod path;

use std::borrow::Cow;

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{Class, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Step};
use crate::server::Server;
use crate::source::Source;
use crate::spelling::{UNRESERVED, unescape};
use crate::value::{Fields, Value, shown_octets};
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Files of this machine, or of a host.
pub static FILE: Definition = Definition {
    name: "file",
    title: "Host-specific file names",
    document: "RFC 8089 section 2",
    grammar: "\
file-URI       = \"file\" \":\" file-hier-part
file-hier-part = ( \"//\" auth-path ) / local-path
auth-path      = [ file-auth ] path-absolute
local-path     = path-absolute
file-auth      = \"localhost\" / host",
    example: "file:///etc/motd",
    default_port: None,
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630, \"file\"",
            &[
                (URI, rule("file", "RFC 1630, \"file\"")),
                (PATH, rule("file", "RFC 1630, \"file\"")),
                (path::HOSTS, rule("file", "RFC 1630, \"file\"")),
            ],
        )
        .but(Class::Named),
        Standing::defined(
            RFC1738,
            "RFC 1738 section 3.10",
            &[
                (URI, rule("fileurl", "RFC 1738 section 3.10")),
                (PATH, rule("fileurl", "RFC 1738 section 3.10")),
                (path::HOSTS, rule("fileurl", "RFC 1738 section 3.10")),
                (path::NAMES, rule("fpath", "RFC 1738 section 3.10")),
            ],
        ),
    ],
    normalization: None,
    read: |source| Ok(Box::new(File::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, File::visit)?)),
};

pub(crate) const URI: Rule = Rule { name: "file-URI", section: "RFC 8089 section 2" };
const PATH: Rule = Rule { name: "path-absolute", section: "RFC 8089 section 2" };
const LOCALHOST: &str = "localhost";

/// The characters allowed raw in a segment, besides the unreserved ones.
const RAW: ByteSet = ByteSet::of(b":@!$&'()*+,;=");

/// A file: its host and the segments of its path.
///
/// ```
/// use napkin_schemes::schemes::File;
///
/// let uri = napkin::Uri::parse("file:///c:/my%20files/a.txt")?;
/// let file = File::read(&uri)?;
/// assert!(file.is_local());
/// assert_eq!(file.segments, ["c:", "my files", "a.txt"]);
/// assert_eq!(file.to_windows_path()?, r"c:\my files\a.txt");
/// assert_eq!(file.to_unix_path()?, b"/c:/my files/a.txt");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File<'a> {
    /// The host; empty for this machine, undefined if there is no authority.
    pub host: Option<Cow<'a, str>>,
    /// The path, cut at its slashes; the last segment is empty for a directory.
    pub segments: Vec<Octets<'a>>,
}

impl<'a> File<'a> {
    /// Reads a URI of `file`, by its edition.
    ///
    /// # Errors
    ///
    /// If the path does not begin with a slash or a drive letter, or there is a port, a userinfo or,
    /// where the edition has them, a query.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        FILE.read_by(&[FILE.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URI)?;
        source.refuse_port(URI)?;
        if let Some(query) = source.reference().query() {
            return Err(source.error(ErrorKind::Unexpected, "query", query.as_str(), URI));
        }
        let relative = source.error(ErrorKind::InvalidValue, "path", source.after_scheme(), PATH);
        let (host, path) = if source.authority().is_some() {
            let host = source.server_or_empty(URI)?.host;
            (Some(host), source.url_path().ok_or(relative)?)
        } else {
            (None, local_path(source.after_scheme()).ok_or(relative)?)
        };
        Ok(Self { host, segments: path.split('/').map(|part| source.octets(part)).collect() })
    }

    /// Whether it is a file of this machine: no host, an empty one, or `localhost` (RFC 8089 §2), and no
    /// [UNC string](Self::is_unc).
    pub fn is_local(&self) -> bool {
        self.is_on_local_host() && !self.is_unc()
    }

    /// Whether the path is a UNC string as a whole, which begins with two slashes: it names a host of its
    /// own, or a pipe or device of Windows (RFC 8089 §E.3.2).
    ///
    /// ```
    /// use napkin_schemes::schemes::File;
    ///
    /// let uri = napkin::Uri::parse("file:////host.example.com/share/a")?;
    /// let file = File::read(&uri)?;
    /// assert!(file.is_unc() && !file.is_local());
    /// assert_eq!(file.to_windows_path()?, r"\\host.example.com\share\a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_unc(&self) -> bool {
        matches!(&*self.segments, [first, _, ..] if first.is_empty())
    }

    /// Octets of its path as text.
    fn shown(&self, path: &[u8]) -> Value {
        shown_octets(path, self.segments.first().is_some_and(Octets::is_latin1))
    }

    fn is_on_local_host(&self) -> bool {
        let host = self.host.as_deref().unwrap_or_default();
        host.is_empty() || unescape(host, UNRESERVED).eq_ignore_ascii_case(LOCALHOST)
    }
}

/// The path after its first slash, or from its drive letter on (RFC 8089 §E.2).
fn local_path(path: &str) -> Option<&str> {
    let first = path.split('/').next().unwrap_or_default();
    path.strip_prefix('/').or(path::drive_letter(first).map(|_| path))
}

impl<'a> File<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let host = fields.field("host", Given::text, |it| it.host.as_ref())?;
        fields.derived("local", Self::is_local);
        let segments = fields.all("segments", |it| &*it.segments)?;
        fields.derived("unix_path", |it| it.to_unix_path().ok().map(|path| it.shown(&path)));
        fields.derived("windows_path", |it| it.to_windows_path().ok());
        fields.derived("vms_path", |it| it.to_vms_path().ok().filter(|_| !it.is_local()));
        fields.derived("unc", Self::is_unc);
        fields.build(|given| {
            if segments.is_empty() {
                return Err(given.error(ErrorKind::Missing, "segments"));
            }
            // Where a path needs two slashes and a host, the host may be empty.
            let empty = || (!given.edition().has_generic_syntax()).then_some(Cow::Borrowed(""));
            Ok(Self { host: host.or_else(empty), segments })
        })
    }
}

impl<'a> View for File<'a> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(FILE.name);
        // Without a host, two slashes at the start of the path would begin an authority.
        let writer = match &self.host {
            Some(host) => writer.server(&Server::new(host.as_ref())),
            None if self.is_unc() => writer.server(&Server::new("")),
            None => writer,
        };
        // In RFC 1738 a raw question mark is data, which has to be encoded today.
        let written_today = |segment: &Octets<'a>| match segment.written() {
            Some(text) if text.contains('?') => Octets::from(segment.to_bytes().into_owned()),
            _ => segment.clone(),
        };
        let segments: Vec<_> = self.segments.iter().map(written_today).collect();
        writer.raw("/").joined(&segments, "/", RAW).finish()
    }

    /// Opens a file of this machine. For another host no access method is defined (RFC 1738 §3.10).
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let path = self.to_unix_path()?;
        for segment in &self.segments {
            client.argument(segment, "path", &place::TEXT)?;
        }
        let windows = self.to_windows_path().ok();
        let paths =
            Fields::new().with("unix_path", self.shown(&path)).with("windows_path", windows);
        Ok(Plan::new(vec![Step::Perform("open", paths)]))
    }
}
