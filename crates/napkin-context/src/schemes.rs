//! The schemes by which a URI in text is told from words with a colon.

use std::borrow::Cow;

/// Which schemes the URIs to be found may have.
///
/// Text is full of words before colons. Between angle brackets any scheme will do; elsewhere a scheme
/// has to be known, or `//` has to follow it.
///
/// ```
/// use napkin_context::Schemes;
///
/// assert!(Schemes::registered().know("mailto") && !Schemes::registered().know("note"));
/// assert!(Schemes::Any.know("note"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schemes {
    /// These are known, in lowercase and sorted; others need `//`.
    Known(Cow<'static, [&'static str]>),
    /// Only these are found, in any wrapper; in lowercase and sorted.
    Only(Vec<String>),
    /// Every scheme is taken as known.
    Any,
}

impl Schemes {
    /// The schemes that are registered.
    pub const fn registered() -> Self {
        Self::Known(Cow::Borrowed(REGISTERED))
    }

    /// These schemes and no others, in any case and order.
    pub fn only<S: AsRef<str>>(schemes: impl IntoIterator<Item = S>) -> Self {
        let lower = |scheme: S| scheme.as_ref().to_ascii_lowercase();
        let mut schemes: Vec<_> = schemes.into_iter().map(lower).collect();
        schemes.sort_unstable();
        Self::Only(schemes)
    }

    /// Whether a scheme, in any case, is known.
    pub fn know(&self, scheme: &str) -> bool {
        let lower = || scheme.bytes().map(|byte| byte.to_ascii_lowercase());
        match self {
            Self::Known(known) => {
                known.binary_search_by(|known| known.bytes().cmp(lower())).is_ok()
            }
            Self::Only(only) => only.iter().any(|only| only.eq_ignore_ascii_case(scheme)),
            Self::Any => true,
        }
    }

    /// Whether URIs of a scheme are wanted at all.
    pub fn admit(&self, scheme: &str) -> bool {
        !matches!(self, Self::Only(_)) || self.know(scheme)
    }
}

impl Default for Schemes {
    fn default() -> Self {
        Self::registered()
    }
}

/// The registered schemes that are in use, and those that the editions define.
const REGISTERED: &[&str] = &[
    "aaa",
    "aaas",
    "about",
    "acap",
    "acct",
    "acme",
    "afs",
    "android",
    "apt",
    "at",
    "attachment",
    "bitcoin",
    "bitcoincash",
    "blob",
    "callto",
    "cap",
    "chrome",
    "chrome-extension",
    "cid",
    "coap",
    "coap+tcp",
    "coap+ws",
    "coaps",
    "coaps+tcp",
    "coaps+ws",
    "content",
    "crid",
    "cvs",
    "dab",
    "data",
    "dav",
    "dict",
    "did",
    "dns",
    "dntp",
    "doi",
    "drm",
    "ed2k",
    "elsi",
    "example",
    "facetime",
    "fax",
    "feed",
    "file",
    "finger",
    "first-run-pen-experience",
    "fish",
    "fm",
    "ftp",
    "geo",
    "gg",
    "git",
    "go",
    "gopher",
    "graph",
    "gtalk",
    "h323",
    "hcp",
    "http",
    "https",
    "iax",
    "icap",
    "icon",
    "im",
    "imap",
    "info",
    "iotdisco",
    "ipfs",
    "ipn",
    "ipns",
    "ipp",
    "ipps",
    "irc",
    "irc6",
    "ircs",
    "iris",
    "iris.beep",
    "iris.lwz",
    "iris.xpc",
    "iris.xpcs",
    "itms",
    "jabber",
    "jar",
    "javascript",
    "jms",
    "keyparc",
    "lastfm",
    "lbry",
    "ldap",
    "ldaps",
    "leaptofrogans",
    "magnet",
    "mailserver",
    "mailto",
    "maps",
    "market",
    "matrix",
    "message",
    "mid",
    "mms",
    "modem",
    "moz",
    "ms-settings",
    "msnim",
    "msrp",
    "msrps",
    "mtqp",
    "mumble",
    "mupdate",
    "mvn",
    "news",
    "nfs",
    "ni",
    "nih",
    "nntp",
    "notes",
    "oid",
    "opaquelocktoken",
    "openid",
    "openpgp4fpr",
    "p1",
    "pack",
    "palm",
    "paparazzi",
    "payment",
    "payto",
    "pkcs11",
    "platform",
    "pop",
    "pres",
    "prospero",
    "proxy",
    "psyc",
    "query",
    "reload",
    "res",
    "resource",
    "rlogin",
    "rmi",
    "rsync",
    "rtmfp",
    "rtmp",
    "rtsp",
    "rtsps",
    "rtspu",
    "secondlife",
    "service",
    "session",
    "sftp",
    "sgn",
    "shc",
    "shttp",
    "sieve",
    "sip",
    "sips",
    "skype",
    "slack",
    "smb",
    "smp",
    "sms",
    "smtp",
    "snews",
    "snmp",
    "soap.beep",
    "soap.beeps",
    "soldat",
    "spiffe",
    "spotify",
    "ssh",
    "steam",
    "stun",
    "stuns",
    "submit",
    "svn",
    "swh",
    "swid",
    "swidpath",
    "tag",
    "teamspeak",
    "tel",
    "telnet",
    "tftp",
    "thismessage",
    "tip",
    "tn3270",
    "tool",
    "turn",
    "turns",
    "tv",
    "udp",
    "unreal",
    "upt",
    "urn",
    "ut2004",
    "uuid-in-package",
    "v-event",
    "vemmi",
    "ventrilo",
    "view-source",
    "vnc",
    "vscode",
    "wais",
    "web+ap",
    "webcal",
    "wpid",
    "ws",
    "wss",
    "wtai",
    "wyciwyg",
    "xcon",
    "xcon-userid",
    "xfire",
    "xmlrpc.beep",
    "xmlrpc.beeps",
    "xmpp",
    "xri",
    "ymsgr",
    "z39.50",
    "z39.50r",
    "z39.50s",
];

#[cfg(test)]
mod tests {
    use super::{REGISTERED, Schemes};

    #[test]
    fn the_list_is_sorted() {
        assert!(REGISTERED.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn only_means_only() {
        let only = Schemes::only(["HTTP", "ftp"]);
        assert!(only.know("http") && only.know("FTP") && !only.know("mailto"));
        assert!(only.admit("http") && !only.admit("mailto"));
        assert!(Schemes::registered().admit("note") && Schemes::registered().know("HTTPS"));
    }
}
