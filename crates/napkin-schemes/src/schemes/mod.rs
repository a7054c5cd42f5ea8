//! The schemes: a file each, a `mod` line, and a line in the list below.
//!
//! A file has the [`Definition`] of its scheme and the view, a struct of its fields. A scheme that only differs
//! from another by its port or by TLS shares that scheme's view and file.
#![allow(
    clippy::exhaustive_structs,
    reason = "views have the fields of a document, and are filled in by users"
)]

pub(crate) mod http;
pub(crate) mod ftp;
pub(crate) mod file;
pub(crate) mod gopher;
pub(crate) mod nntp;
pub(crate) mod news;
pub(crate) mod telnet;
pub(crate) mod wais;
pub(crate) mod prospero;
pub(crate) mod mid;
pub(crate) mod cid;
pub(crate) mod ws;
pub(crate) mod jar;
pub(crate) mod about;
pub(crate) mod blob;
pub(crate) mod javascript;
pub(crate) mod magnet;
pub(crate) mod ssh;
pub(crate) mod irc;
pub(crate) mod nfs;
pub(crate) mod afs;
pub(crate) mod z3950;
pub(crate) mod urn;
pub(crate) mod urn_uuid;
pub(crate) mod urn_isbn;
pub(crate) mod urn_oid;
pub(crate) mod did;
pub(crate) mod ldap;
pub(crate) mod imap;
pub(crate) mod pop;
pub(crate) mod mailserver;
pub(crate) mod mailto;
pub(crate) mod data;
pub(crate) mod tel;
pub(crate) mod sip;
pub(crate) mod geo;
pub(crate) mod xmpp;
pub(crate) mod sms;
pub(crate) mod coap;
pub(crate) mod stun;
pub(crate) mod turn;
pub(crate) mod rtsp;
pub(crate) mod ni;
pub(crate) mod nih;
pub(crate) mod tag;
pub(crate) mod otpauth;
pub(crate) mod acct;
pub(crate) mod info;
pub(crate) mod experimental;

use crate::definition::Definition;
use crate::source::Source;

/// Makes the exports and the list of definitions.
macro_rules! schemes {
    ($($module:ident::{$($DEFINITION:ident),+ $(; $($View:ident),+)?},)*) => {
        $(pub use $module::{$($DEFINITION,)+ $($($View,)+)?};)*

        /// The one list of schemes.
        pub const DEFINITIONS: &[&Definition] = &[$($(&$DEFINITION),+),*];

        #[cfg(test)]
        const FILES: &[&str] = &[$(stringify!($module)),*];
    };
}

schemes! {
    http::{HTTP, HTTPS; Http},
    ftp::{FTP; Ftp},
    file::{FILE; File},
    gopher::{GOPHER; Gopher},
    news::{NEWS; News, NewsItem},
    nntp::{NNTP; Nntp},
    telnet::{TELNET, RLOGIN, TN3270; Telnet},
    wais::{WAIS; Wais, WaisForm},
    prospero::{PROSPERO; Prospero},
    mid::{MID; Mid},
    cid::{CID; Cid},
    ws::{WS, WSS; WebSocket},
    jar::{JAR; Jar},
    about::{ABOUT; About},
    blob::{BLOB; Blob},
    javascript::{JAVASCRIPT; Javascript},
    magnet::{MAGNET; Magnet, MagnetParameter},
    ssh::{SSH, SFTP; Ssh, Fingerprint},
    irc::{IRC, IRCS; Irc, IrcFlag, IrcTarget},
    nfs::{NFS; Nfs},
    afs::{AFS; Afs},
    z3950::{Z3950, Z3950R, Z3950S; Z3950Url},
    urn::{URN; Urn, UrnComponents},
    urn_uuid::{URN_UUID; UrnUuid, UuidVariant},
    urn_isbn::{URN_ISBN; UrnIsbn},
    urn_oid::{URN_OID; UrnOid},
    did::{DID; Did},
    ldap::{LDAP, LDAPS; Ldap, LdapExtension, LdapScope},
    imap::{IMAP; Imap, ImapTarget, MessagePart, UrlAuthorization},
    pop::{POP; Pop},
    mailserver::{MAILSERVER; Mailserver},
    mailto::{MAILTO; Mailto},
    data::{DATA; Data},
    tel::{TEL; Tel},
    sip::{SIP, SIPS; Sip},
    geo::{GEO; Geo},
    xmpp::{XMPP; Xmpp},
    sms::{SMS; Sms},
    coap::{COAP, COAPS; Coap},
    stun::{STUN, STUNS; Stun},
    turn::{TURN, TURNS; Turn},
    rtsp::{RTSP, RTSPS, RTSPU; Rtsp, RtspTransport},
    ni::{NI; Ni},
    nih::{NIH; Nih},
    tag::{TAG; Tag},
    otpauth::{OTPAUTH; Otpauth},
    acct::{ACCT; Acct},
    info::{INFO; Info},
    experimental::{EXPERIMENTAL; Experimental},
}

/// The definitions of namespaces; a test compares them with the list of all.
const NAMESPACES: &[&Definition] = &[&URN_UUID, &URN_ISBN, &URN_OID];

impl Definition {
    /// The definition with this name, case-insensitively: a scheme, or a namespace such as `urn:isbn`.
    pub fn named(name: &str) -> Option<&'static Self> {
        DEFINITIONS.iter().copied().find(|definition| definition.name.eq_ignore_ascii_case(name))
    }

    /// The definition with this name, otherwise that of its prefix.
    pub(crate) fn for_scheme(name: &str) -> Option<&'static Self> {
        let begins = |definition: &&'static Self| {
            let prefix = definition.name;
            prefix.ends_with('-')
                && name.len() > prefix.len()
                && name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        };
        let named = Self::named(name).filter(|definition| !definition.name.ends_with('-'));
        named.or_else(|| DEFINITIONS.iter().copied().find(begins))
    }

    /// The definition for a URI: that of its namespace if there is one, otherwise that of its scheme, otherwise
    /// that of its prefix.
    pub(crate) fn of(source: Source<'_>) -> Option<&'static Self> {
        let (scheme, text) = (source.scheme(), source.text());
        let begins = |name: &str| {
            text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        let is_own = |definition: &&&'static Self| {
            let name = definition.name;
            text.as_bytes().get(name.len()) == Some(&b':') && begins(name)
        };
        // Only `urn` has namespaces.
        let namespaces = if scheme.eq_ignore_ascii_case(URN.name) { NAMESPACES } else { &[] };
        namespaces.iter().find(is_own).copied().or_else(|| Self::named(scheme)).or_else(|| {
            let mut all = DEFINITIONS.iter().copied();
            all.find(|definition| definition.name.ends_with('-') && begins(definition.name))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{DEFINITIONS, FILES, NAMESPACES};

    #[test]
    fn namespaces_are_those_of_urn() {
        let with_colon = DEFINITIONS.iter().filter(|definition| definition.name.contains(':'));
        let names: Vec<_> = with_colon.map(|definition| definition.name).collect();
        assert!(names.iter().all(|name| name.starts_with("urn:")));
        assert!(NAMESPACES.iter().map(|definition| definition.name).eq(names));
    }

    #[test]
    fn every_file_has_a_line_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/schemes");
        let mut found: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .filter(|name| name != "mod")
            .collect();
        found.sort();
        let mut listed = FILES.to_vec();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }
}
