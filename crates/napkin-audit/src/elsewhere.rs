//! Parts of a URI that can name a server beside the authority: another host, another port, or a proxy.
//!
//! Which parts can is a matter of the scheme, and of the programs for it: libpq connects to `evil.example` for
//! `postgresql://good.example/db?host=evil.example`, and Kombu takes `amqp://good.example/;amqp://evil.example` for two
//! brokers. The table has the schemes whose documents name the server in the authority alone. Of other schemes only a
//! plain path may follow a plain host.

use napkin::Part;

use crate::octets::decoded;
use crate::reading::Reading;
use crate::span::Span;

/// What follows the authority in the URIs of a scheme.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    /// Text for the server, which names no other one.
    Data,
    /// Attributes, scope, filter and extensions; an extension can mean anything (RFC 4516 section 2), and a comma may
    /// separate URIs.
    Extensions,
}

/// The schemes whose documents name the server in the authority alone, in groups with one document.
const KNOWN: &[(&[&str], Behind)] = &[
    // RFC 9110 section 4.2 and RFC 6455 section 3.
    (&["http", "https", "ws", "wss"], Behind::Data),
    // RFC 1738 section 3.2; ftps is read likewise.
    (&["ftp", "ftps"], Behind::Data),
    // RFC 4266 section 2.1, RFC 4156 section 2 and RFC 4157 section 2.
    (&["gopher", "wais", "prospero"], Behind::Data),
    // RFC 5538 section 2, RFC 5092 section 11 and RFC 2384 section 3.
    (&["nntp", "nntps", "imap", "pop"], Behind::Data),
    // RFC 2229 section 5.
    (&["dict"], Behind::Data),
    // RFC 7252 section 6 and RFC 8323 section 8: another server is named in an option, not in the URI.
    (&["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"], Behind::Data),
    // RFC 7826 section 4.2.
    (&["rtsp", "rtsps", "rtspu"], Behind::Data),
    // RFC 3510 section 4 and RFC 7472 section 4.
    (&["ipp", "ipps"], Behind::Data),
    // draft-ietf-secsh-scp-sftp-ssh-uri-04 section 3, and the manual of git fetch, "GIT URLS".
    (&["ssh", "sftp", "git"], Behind::Data),
    // RFC 4516 section 2.
    (&["ldap", "ldaps"], Behind::Extensions),
];

/// The part that can name another server, if there is one. An input without a host has none. What follows the authority is
/// cut by the generic syntax, since an older edition may see no query or fragment.
pub(crate) fn elsewhere(reading: &Reading<'_>) -> Option<(Part, Span)> {
    let host = reading.span(Part::Host).filter(|host| !host.is_empty())?;
    let text = |span: Span| decoded(reading.bytes(), span);
    // WinSCP takes settings there by every scheme, such as a proxy: `u;x-proxyhost=evil.example@`.
    let userinfo = reading.span(Part::Userinfo);
    if let Some(settings) = userinfo.filter(|span| text(*span).contains(&b';')) {
        return Some((Part::Userinfo, settings));
    }
    let behind = behind_authority(reading)?;
    match KNOWN.iter().find(|(schemes, _)| reading.is_scheme(schemes)) {
        Some((_, Behind::Data)) => None,
        Some((_, Behind::Extensions)) => {
            if let Some(another) = behind.another_uri(reading.bytes()) {
                return Some(another);
            }
            let query = behind.query?;
            let fields = query.of(reading.bytes()).splitn(4, |&byte| byte == b'?');
            let is_extended = fields.skip(3).any(|extensions| !extensions.is_empty());
            is_extended.then_some((Part::Query, query))
        }
        None => {
            let is_odd = |span: &Span| !text(*span).into_iter().all(is_plain);
            let query = behind.query.map(|span| (Part::Query, span));
            let fragment = behind.fragment.map(|span| (Part::Fragment, span));
            let path = Some(behind.path).filter(is_odd).map(|span| (Part::Path, span));
            let host = Some(host).filter(|span| !is_plain_host(&text(*span)));
            query.or(fragment).or(path).or(host.map(|span| (Part::Host, span)))
        }
    }
}

/// What follows an authority.
struct Parts {
    path: Span,
    query: Option<Span>,
    fragment: Option<Span>,
}

impl Parts {
    /// The part in which another URI follows a comma: `libldap` takes the whole for a list of servers.
    fn another_uri(&self, bytes: &[u8]) -> Option<(Part, Span)> {
        let begins_another = |text: &[u8]| text.windows(3).any(|octets| octets == b"://");
        // It decodes the distinguished name before it looks for commas.
        let has_another = |span: &Span| {
            decoded(bytes, *span).split(|&byte| byte == b',').skip(1).any(begins_another)
        };
        let query = self.query.map(|span| (Part::Query, span));
        let fragment = self.fragment.map(|span| (Part::Fragment, span));
        let parts = [Some((Part::Path, self.path)), query, fragment];
        parts.into_iter().flatten().find(|(_, span)| has_another(span))
    }
}

fn behind_authority(reading: &Reading<'_>) -> Option<Parts> {
    let (start, end) = (reading.span(Part::Authority)?.end, reading.bytes().len());
    let find = |from: usize, ends: &[u8]| {
        let rest = reading.bytes().get(from..).unwrap_or_default();
        rest.iter().position(|byte| ends.contains(byte)).map_or(end, |at| from + at)
    };
    let (path_end, hash) = (find(start, b"?#"), find(start, b"#"));
    Some(Parts {
        path: Span::new(start, path_end),
        query: (path_end < hash).then(|| Span::new(path_end + 1, hash)),
        fragment: (hash < end).then(|| Span::new(hash + 1, end)),
    })
}

/// Whether a byte of a path separates nothing but segments, in any syntax.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte)
}

/// Whether a host is an address in brackets, or has the characters of names alone, so that it is no list of hosts.
fn is_plain_host(host: &[u8]) -> bool {
    host.starts_with(b"[") || host.iter().all(|&byte| is_plain(byte) && byte != b'/')
}
