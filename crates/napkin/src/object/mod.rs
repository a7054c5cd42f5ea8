//! References held as components and printed from them, as in java.net.URI; other editions change a text.
//!
//! An [`Object`] is a reference whose components are values. It keeps its text until an operation changes the
//! components; then the text is put together again. In a computed text the port is printed as a number, an empty
//! authority disappears, and there are no guards, so parsing it can give other components.

mod decode;
mod path;
mod compare;
mod resolve;

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::Write;

pub(crate) use self::compare::{are_equal, key, order};
pub use self::decode::decode_characters;
pub(crate) use self::resolve::{relativize, resolve};
use crate::reference::Reference;
use crate::scheme::Scheme;
use crate::views::authority::{Port, Userinfo};
use crate::views::encoded::Encoded;
use crate::views::query::Query;

/// A computed reference, in the terms of java.net.URI.
///
/// Made by [`EditionResolver::resolve_to_components`](crate::EditionResolver::resolve_to_components).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object<'a> {
    /// The text, if the components are those of a parsed text.
    text: Option<&'a str>,
    scheme: Option<&'a str>,
    /// The scheme-specific part of an opaque URI, which otherwise has only a fragment.
    opaque: Option<&'a str>,
    authority: Option<&'a str>,
    server: Option<Server<'a>>,
    path: Cow<'a, str>,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

/// An authority that is a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Server<'a> {
    userinfo: Option<&'a str>,
    host: &'a str,
    port: Option<u32>,
}

impl<'a> Object<'a> {
    /// A parsed reference.
    pub(crate) fn of(reference: Reference<'a>) -> Self {
        let server = reference.host().map(|host| Server {
            userinfo: reference.userinfo().map(Userinfo::as_str),
            host: host.as_str(),
            port: reference.port().and_then(number),
        });
        Self {
            text: Some(reference.as_str()),
            scheme: reference.scheme().map(Scheme::as_str),
            opaque: reference.opaque_part(),
            authority: reference.authority(),
            server,
            path: Cow::Borrowed(reference.path_text().unwrap_or_default()),
            query: reference.query().map(Query::as_str),
            fragment: reference.fragment().map(Encoded::as_str),
        }
    }

    /// This reference without dot segments and empty segments in the path.
    pub(crate) fn normalized(self) -> Self {
        match path::normalized(&self.path) {
            Some(path) if self.opaque.is_none() => {
                Self { text: None, path: Cow::Owned(path), ..self }
            }
            _ => self,
        }
    }

    /// Whether a component was computed, so that the text is put together from the components.
    pub(crate) const fn is_computed(&self) -> bool {
        self.text.is_none()
    }

    /// The scheme.
    pub const fn scheme(&self) -> Option<&'a str> {
        self.scheme
    }

    /// The authority as written.
    pub const fn authority(&self) -> Option<&'a str> {
        self.authority
    }

    /// The userinfo of a server.
    pub fn userinfo(&self) -> Option<&'a str> {
        self.server?.userinfo
    }

    /// The host of a server.
    pub fn host(&self) -> Option<&'a str> {
        Some(self.server?.host)
    }

    /// The number of the port of a server.
    pub fn port(&self) -> Option<u32> {
        self.server?.port
    }

    /// The path; undefined in an opaque URI.
    pub fn path(&self) -> Option<&str> {
        self.opaque.is_none().then_some(&*self.path)
    }

    /// The query.
    pub const fn query(&self) -> Option<&'a str> {
        self.query
    }

    /// The fragment.
    pub const fn fragment(&self) -> Option<&'a str> {
        self.fragment
    }

    /// The text printed between scheme and fragment.
    pub fn scheme_specific_part(&self) -> String {
        let Some(text) = self.text else {
            let mut out = String::new();
            self.write_specific(&mut out);
            return out;
        };
        let before = self.scheme.map_or(0, |scheme| scheme.len() + 1);
        let behind = self.fragment.map_or(0, |fragment| fragment.len() + 1);
        text.get(before..text.len() - behind).unwrap_or_default().into()
    }

    /// The parsed text, or the text printed from the components.
    pub fn text(&self) -> Cow<'a, str> {
        if let Some(text) = self.text {
            return Cow::Borrowed(text);
        }
        let mut out = String::new();
        self.write_onto(&mut out);
        Cow::Owned(out)
    }

    /// Appends the text to another.
    pub(crate) fn write_onto(&self, out: &mut String) {
        if let Some(text) = self.text {
            out.push_str(text);
            return;
        }
        if let Some(scheme) = self.scheme {
            out.push_str(scheme);
            out.push(':');
        }
        self.write_specific(out);
        if let Some(fragment) = self.fragment {
            out.push('#');
            out.push_str(fragment);
        }
    }

    fn write_specific(&self, out: &mut String) {
        if let Some(opaque) = self.opaque {
            out.push_str(opaque);
            return;
        }
        if let Some(Server { userinfo, host, port }) = self.server {
            out.push_str("//");
            if let Some(userinfo) = userinfo {
                out.push_str(userinfo);
                out.push('@');
            }
            out.push_str(host);
            if let Some(port) = port {
                // Writing to a string does not fail.
                let _ = write!(out, ":{port}");
            }
        } else if let Some(authority) = self.authority {
            out.push_str("//");
            out.push_str(authority);
        }
        out.push_str(&self.path);
        if let Some(query) = self.query {
            out.push('?');
            out.push_str(query);
        }
    }
}

/// The value of a port; `None` if it has no digits.
fn number(port: Port<'_>) -> Option<u32> {
    port.as_str().parse().ok()
}
