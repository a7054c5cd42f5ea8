//! The URL Standard implemented literally: the state machine, code point by code point, over a URL record.
//!
//! It is slow and shares no code with the crate, which is compared with it on millions of texts. Names are those of
//! the standard. It implements only the newest edition.

#![allow(
    clippy::assigning_clones,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::format_collect,
    clippy::format_push_string,
    clippy::needless_range_loop,
    clippy::option_option,
    clippy::too_many_lines,
    clippy::unnecessary_wraps,
    clippy::unreachable,
    clippy::unwrap_used,
    reason = "it is written as the standard is"
)]

pub(crate) mod agree;
pub(crate) mod host;
pub(crate) mod machine;

/// A host of a URL record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    Domain(String),
    Ipv4(u32),
    Ipv6([u16; 8]),
    Opaque(String),
    Empty,
}

/// A path of a URL record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    Opaque(String),
    List(Vec<String>),
}

/// A URL record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) scheme: String,
    pub(crate) username: String,
    pub(crate) password: String,
    pub(crate) host: Option<Host>,
    pub(crate) port: Option<u16>,
    pub(crate) path: Path,
    pub(crate) query: Option<String>,
    pub(crate) fragment: Option<String>,
}

impl Record {
    /// A new URL record.
    pub(crate) fn new() -> Self {
        Self {
            scheme: String::new(),
            username: String::new(),
            password: String::new(),
            host: None,
            port: None,
            path: Path::List(Vec::new()),
            query: None,
            fragment: None,
        }
    }

    pub(crate) fn is_special(&self) -> bool {
        default_port(&self.scheme).is_some()
    }

    pub(crate) fn includes_credentials(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    pub(crate) fn has_opaque_path(&self) -> bool {
        matches!(self.path, Path::Opaque(_))
    }

    pub(crate) fn cannot_have_credentials(&self) -> bool {
        matches!(self.host, None | Some(Host::Empty)) || self.scheme == "file"
    }

    /// The segments.
    pub(crate) fn segments(&mut self) -> &mut Vec<String> {
        match &mut self.path {
            Path::List(segments) => segments,
            Path::Opaque(_) => unreachable!("an opaque path has no segments"),
        }
    }

    /// Shorten a URL's path.
    pub(crate) fn shorten(&mut self) {
        let file = self.scheme == "file";
        let path = self.segments();
        if file && path.len() == 1 && is_normalized_drive_letter(&path[0]) {
            return;
        }
        path.pop();
    }

    /// URL path serializer.
    pub(crate) fn pathname(&self) -> String {
        match &self.path {
            Path::Opaque(path) => path.clone(),
            Path::List(segments) => segments.iter().map(|segment| format!("/{segment}")).collect(),
        }
    }

    pub(crate) fn hostname(&self) -> String {
        self.host.as_ref().map_or_else(String::new, host::serialize)
    }

    /// URL serializer.
    pub(crate) fn href(&self) -> String {
        let mut out = format!("{}:", self.scheme);
        if self.host.is_some() {
            out += "//";
            if self.includes_credentials() {
                out += &self.username;
                if !self.password.is_empty() {
                    out += &format!(":{}", self.password);
                }
                out += "@";
            }
            out += &self.hostname();
            if let Some(port) = self.port {
                out += &format!(":{port}");
            }
        } else if let Path::List(segments) = &self.path
            && segments.len() > 1
            && segments[0].is_empty()
        {
            out += "/.";
        }
        out += &self.pathname();
        if let Some(query) = &self.query {
            out += &format!("?{query}");
        }
        if let Some(fragment) = &self.fragment {
            out += &format!("#{fragment}");
        }
        out
    }
}

/// The default port of a special scheme; `Some(None)` for `file`.
pub(crate) fn default_port(scheme: &str) -> Option<Option<u16>> {
    match scheme {
        "ftp" => Some(Some(21)),
        "file" => Some(None),
        "http" | "ws" => Some(Some(80)),
        "https" | "wss" => Some(Some(443)),
        _ => None,
    }
}

pub(crate) fn is_drive_letter(text: &str) -> bool {
    let c: Vec<char> = text.chars().collect();
    c.len() == 2 && c[0].is_ascii_alphabetic() && (c[1] == ':' || c[1] == '|')
}

pub(crate) fn is_normalized_drive_letter(text: &str) -> bool {
    is_drive_letter(text) && text.ends_with(':')
}

pub(crate) fn starts_with_drive_letter(text: &[char]) -> bool {
    text.len() >= 2
        && is_drive_letter(&text[..2].iter().collect::<String>())
        && (text.len() == 2 || ['/', '\\', '?', '#'].contains(&text[2]))
}

/// A percent-encode set, as a string of the space and printable ASCII signs in it.
pub(crate) type Set = &'static str;

pub(crate) const C0_CONTROL: Set = "";
pub(crate) const FRAGMENT: Set = " \"<>`";
pub(crate) const QUERY: Set = " \"#<>";
pub(crate) const SPECIAL_QUERY: Set = " \"#<>'";
pub(crate) const PATH: Set = " \"#<>?^`{}";
pub(crate) const USERINFO: Set = " \"#<>?^`{}/:;=@[\\]|";

/// UTF-8 percent-encode a string.
pub(crate) fn encode(text: &str, set: Set) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if (' '..='~').contains(&c) && !set.contains(c) {
            out.push(c);
        } else {
            for byte in c.to_string().bytes() {
                out += &format!("%{byte:02X}");
            }
        }
    }
    out
}

/// Percent-decode a string.
pub(crate) fn decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits =
            text.get(at + 1..at + 3).filter(|two| two.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits {
            Some(two) if bytes[at] == b'%' => {
                out.push(u8::from_str_radix(two, 16).unwrap());
                at += 3;
            }
            _ => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    out
}

/// URL code points.
pub(crate) fn is_url_code_point(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || "!$&'()*+,-./:;=?@_~".contains(c)
        || ('\u{A0}'..='\u{10FFFD}').contains(&c)
            && !('\u{FDD0}'..='\u{FDEF}').contains(&c)
            && u32::from(c) & 0xFFFF < 0xFFFE
}
