//! The schemes: a file each, a `mod` line, and a line in the list below, with the family, which is a feature of this crate.
//!
//! A file has the [`Definition`] of its scheme and the view, a struct of its fields. A scheme that only differs
//! from another by its port or by TLS shares that scheme's view and file.
#![allow(
    clippy::exhaustive_structs,
    reason = "views have the fields of a document, and are filled in by users"
)]

#[cfg(feature = "web")]
pub(crate) mod http;
#[cfg(feature = "file")]
pub(crate) mod ftp;
#[cfg(feature = "file")]
pub(crate) mod file;
#[cfg(feature = "directory")]
pub(crate) mod gopher;
#[cfg(feature = "mail")]
pub(crate) mod nntp;
#[cfg(feature = "mail")]
pub(crate) mod news;
#[cfg(feature = "ssh")]
pub(crate) mod telnet;
#[cfg(feature = "directory")]
pub(crate) mod wais;
#[cfg(feature = "directory")]
pub(crate) mod prospero;
#[cfg(feature = "mail")]
pub(crate) mod mid;
#[cfg(feature = "mail")]
pub(crate) mod cid;
#[cfg(feature = "web")]
pub(crate) mod ws;
#[cfg(feature = "web")]
pub(crate) mod jar;
#[cfg(feature = "web")]
pub(crate) mod about;
#[cfg(feature = "web")]
pub(crate) mod blob;
#[cfg(feature = "web")]
pub(crate) mod javascript;
#[cfg(feature = "ssh")]
pub(crate) mod ssh;
#[cfg(feature = "tel")]
pub(crate) mod irc;
#[cfg(feature = "file")]
pub(crate) mod nfs;
#[cfg(feature = "file")]
pub(crate) mod afs;
#[cfg(feature = "directory")]
pub(crate) mod z3950;
#[cfg(feature = "urn")]
pub(crate) mod urn;
#[cfg(feature = "urn")]
pub(crate) mod urn_uuid;
#[cfg(feature = "urn")]
pub(crate) mod urn_isbn;
#[cfg(feature = "urn")]
pub(crate) mod urn_oid;
#[cfg(feature = "urn")]
pub(crate) mod did;
#[cfg(feature = "directory")]
pub(crate) mod ldap;
#[cfg(feature = "mail")]
pub(crate) mod imap;
#[cfg(feature = "mail")]
pub(crate) mod pop;
#[cfg(feature = "mail")]
pub(crate) mod mailserver;
#[cfg(feature = "mail")]
pub(crate) mod mailto;
#[cfg(feature = "data")]
pub(crate) mod data;
#[cfg(feature = "tel")]
pub(crate) mod tel;
#[cfg(feature = "tel")]
pub(crate) mod sip;
#[cfg(feature = "misc")]
pub(crate) mod geo;
#[cfg(feature = "tel")]
pub(crate) mod xmpp;
#[cfg(feature = "tel")]
pub(crate) mod sms;
#[cfg(feature = "misc")]
pub(crate) mod coap;
#[cfg(feature = "tel")]
pub(crate) mod stun;
#[cfg(feature = "tel")]
pub(crate) mod turn;
#[cfg(feature = "tel")]
pub(crate) mod rtsp;
#[cfg(feature = "hash")]
pub(crate) mod ni;
#[cfg(feature = "hash")]
pub(crate) mod nih;
#[cfg(feature = "hash")]
pub(crate) mod magnet;
#[cfg(feature = "urn")]
pub(crate) mod tag;
#[cfg(feature = "misc")]
pub(crate) mod otpauth;
#[cfg(feature = "tel")]
pub(crate) mod acct;
#[cfg(feature = "urn")]
pub(crate) mod info;
#[cfg(feature = "misc")]
pub(crate) mod experimental;

use crate::citation::SCHEME;
use crate::definition::Definition;
use crate::error::{ErrorKind, SchemeError};
use crate::source::Source;

/// Makes the exports and the lists, from lines with a module, its definitions with their names, its views, and the family.
macro_rules! schemes {
    ($($module:ident::{$($DEFINITION:ident = $name:literal),+ $(; $($View:ident),+)?} in $family:literal,)*) => {
        $(
            #[cfg(feature = $family)]
            pub use $module::{$($DEFINITION,)+ $($($View,)+)?};
        )*

        /// The one list of schemes, of those families that are compiled in.
        ///
        /// ```
        /// use napkin_schemes::DEFINITIONS;
        ///
        /// # #[cfg(feature = "file")] {
        /// let ftp = DEFINITIONS.iter().find(|definition| definition.name == "ftp").unwrap();
        /// assert_eq!((ftp.default_port, ftp.document), (Some(21), "RFC 1738 section 3.2"));
        /// # }
        /// ```
        pub const DEFINITIONS: &[&Definition] = &[$($(#[cfg(feature = $family)] &$DEFINITION),+),*];

        /// The names of all schemes that have a definition, compiled in or not, each with its family: the feature that
        /// compiles it in.
        ///
        /// ```
        /// use napkin_schemes::FAMILIES;
        ///
        /// assert!(FAMILIES.contains(&("mailto", "mail")));
        /// ```
        pub const FAMILIES: &[(&str, &str)] = &[$($(($name, $family)),+),*];

        #[cfg(test)]
        const FILES: &[&str] = &[$(stringify!($module)),*];
    };
}

schemes! {
    http::{HTTP = "http", HTTPS = "https"; Http} in "web",
    ftp::{FTP = "ftp"; Ftp} in "file",
    file::{FILE = "file"; File} in "file",
    gopher::{GOPHER = "gopher"; Gopher, GopherPlus} in "directory",
    news::{NEWS = "news"; News, NewsItem} in "mail",
    nntp::{NNTP = "nntp"; Nntp} in "mail",
    telnet::{TELNET = "telnet", RLOGIN = "rlogin", TN3270 = "tn3270"; Telnet} in "ssh",
    wais::{WAIS = "wais"; Wais, WaisForm} in "directory",
    prospero::{PROSPERO = "prospero"; Prospero} in "directory",
    mid::{MID = "mid"; Mid} in "mail",
    cid::{CID = "cid"; Cid} in "mail",
    ws::{WS = "ws", WSS = "wss"; WebSocket} in "web",
    jar::{JAR = "jar"; Jar} in "web",
    about::{ABOUT = "about"; About} in "web",
    blob::{BLOB = "blob"; Blob} in "web",
    javascript::{JAVASCRIPT = "javascript"; Javascript} in "web",
    magnet::{MAGNET = "magnet"; Magnet, MagnetParameter} in "hash",
    ssh::{SSH = "ssh", SFTP = "sftp"; Ssh, Fingerprint} in "ssh",
    irc::{IRC = "irc", IRCS = "ircs"; Irc, IrcFlag, IrcTarget} in "tel",
    nfs::{NFS = "nfs"; Nfs} in "file",
    afs::{AFS = "afs"; Afs} in "file",
    z3950::{Z3950 = "z39.50", Z3950R = "z39.50r", Z3950S = "z39.50s"; Z3950Url} in "directory",
    urn::{URN = "urn"; Urn, UrnComponents} in "urn",
    urn_uuid::{URN_UUID = "urn:uuid"; UrnUuid, UuidVariant} in "urn",
    urn_isbn::{URN_ISBN = "urn:isbn"; UrnIsbn} in "urn",
    urn_oid::{URN_OID = "urn:oid"; UrnOid} in "urn",
    did::{DID = "did"; Did} in "urn",
    ldap::{LDAP = "ldap", LDAPS = "ldaps"; Ldap, LdapExtension, LdapScope} in "directory",
    imap::{IMAP = "imap"; Imap, ImapTarget, MessagePart, UrlAuthorization} in "mail",
    pop::{POP = "pop"; Pop} in "mail",
    mailserver::{MAILSERVER = "mailserver"; Mailserver} in "mail",
    mailto::{MAILTO = "mailto"; Mailto} in "mail",
    data::{DATA = "data"; Data} in "data",
    tel::{TEL = "tel"; Tel} in "tel",
    sip::{SIP = "sip", SIPS = "sips"; Sip} in "tel",
    geo::{GEO = "geo"; Geo} in "misc",
    xmpp::{XMPP = "xmpp"; Xmpp} in "tel",
    sms::{SMS = "sms"; Sms} in "tel",
    coap::{COAP = "coap", COAPS = "coaps"; Coap} in "misc",
    stun::{STUN = "stun", STUNS = "stuns"; Stun} in "tel",
    turn::{TURN = "turn", TURNS = "turns"; Turn} in "tel",
    rtsp::{RTSP = "rtsp", RTSPS = "rtsps", RTSPU = "rtspu"; Rtsp, RtspTransport} in "tel",
    ni::{NI = "ni"; Ni} in "hash",
    nih::{NIH = "nih"; Nih} in "hash",
    tag::{TAG = "tag"; Tag} in "urn",
    otpauth::{OTPAUTH = "otpauth"; Otpauth} in "misc",
    acct::{ACCT = "acct"; Acct} in "tel",
    info::{INFO = "info"; Info} in "urn",
    experimental::{EXPERIMENTAL = "x-"; Experimental} in "misc",
}

/// The definitions of namespaces; a test compares them with the list of all.
#[cfg(feature = "urn")]
const NAMESPACES: &[&Definition] = &[&URN_UUID, &URN_ISBN, &URN_OID];
#[cfg(not(feature = "urn"))]
const NAMESPACES: &[&Definition] = &[];

/// The error of a scheme whose definition is not compiled in.
pub(crate) fn not_compiled(scheme: &str) -> Option<SchemeError> {
    let is_own = |name: &str| match name.strip_suffix('-') {
        Some(prefix) => {
            scheme.get(..prefix.len() + 1).is_some_and(|begins| begins.eq_ignore_ascii_case(name))
        }
        None => scheme.eq_ignore_ascii_case(name),
    };
    let (name, family) = FAMILIES.iter().find(|(name, _)| is_own(name))?;
    Definition::named(name).is_none().then(|| without(family))
}

/// The error of a family that is not compiled in.
pub(crate) const fn without(family: &'static str) -> SchemeError {
    SchemeError::new(ErrorKind::NotCompiled, "scheme", SCHEME).because(family)
}

impl Definition {
    /// The definition with this name, case-insensitively: a scheme, or a namespace such as `urn:isbn`. `None` also if its
    /// [family](FAMILIES) is not compiled in.
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
        let namespaces = if scheme.eq_ignore_ascii_case("urn") { NAMESPACES } else { &[] };
        namespaces.iter().find(is_own).copied().or_else(|| Self::named(scheme)).or_else(|| {
            let mut all = DEFINITIONS.iter().copied();
            all.find(|definition| definition.name.ends_with('-') && begins(definition.name))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{DEFINITIONS, FAMILIES, FILES, NAMESPACES};

    #[test]
    fn families_have_the_names_of_definitions() {
        let names = DEFINITIONS.iter().map(|definition| definition.name);
        assert!(FAMILIES.iter().map(|(name, _)| *name).eq(names));
    }

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
