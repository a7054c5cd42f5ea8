//! What napkin and the others answer, in one form.

use fluent_uri::Uri as FluentUri;
use fluent_uri::UriRef as FluentRef;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};
use napkin::{Level, Uri, UriRef};

#[cfg(uriparser)]
use crate::uriparser;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// The parts of a URI-reference.
    Parse,
    /// The target of a reference, by a base without fragment.
    Resolve,
    /// The normal form of a URI by syntax (section 6.2.2).
    Normalize,
}

impl Operation {
    /// The name, as headings have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parse => "parsing",
            Self::Resolve => "resolving",
            Self::Normalize => "normalizing",
        }
    }
}

/// A question: the text, and the base to resolve it against.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What is asked.
    pub operation: Operation,
    /// The reference, or the URI to normalize.
    pub text: &'a str,
    /// The base; empty but for [`Operation::Resolve`].
    pub base: &'a str,
}

/// Someone who answers: the parts in one line, or a URI; nothing where the text is refused.
pub struct Rival {
    /// The name.
    pub name: &'static str,
    /// The answer, if the library has the operation.
    pub answer: fn(Question<'_>) -> Option<Option<String>>,
}

/// The parts of a reference, in order.
#[derive(Default)]
pub(crate) struct Parts<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

impl Parts<'_> {
    pub(crate) fn told(&self) -> String {
        let part = |name: &str, part: Option<&str>| part.map(|part| format!("{name} `{part}`"));
        let parts = [
            part("scheme", self.scheme),
            part("userinfo", self.userinfo),
            part("host", self.host),
            part("port", self.port),
            part("path", Some(self.path)),
            part("query", self.query),
            part("fragment", self.fragment),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// napkin's answer.
pub fn napkin(question: Question<'_>) -> Option<String> {
    let Question { operation, text, base } = question;
    match operation {
        Operation::Parse => {
            let uri = UriRef::parse(text).ok()?;
            let parts = Parts {
                scheme: uri.scheme().map(|scheme| scheme.as_str()),
                userinfo: uri.userinfo().map(|userinfo| userinfo.as_str()),
                host: uri.host().map(|host| host.as_str()),
                port: uri.port().map(|port| port.as_str()),
                path: uri.path().as_str(),
                query: uri.query().map(|query| query.as_str()),
                fragment: uri.fragment().map(|fragment| fragment.as_str()),
            };
            Some(parts.told())
        }
        Operation::Resolve => {
            let target = UriRef::parse(text).ok()?.resolve(Uri::parse(base).ok()?);
            Some(target.ok()?.into_text())
        }
        Operation::Normalize => {
            Some(Uri::parse(text).ok()?.normalize(Level::Syntax).ok()?.to_string())
        }
    }
}

/// The one list of the others.
pub const RIVALS: &[Rival] = &[
    Rival { name: "fluent-uri", answer: fluent_uri },
    Rival { name: "iri-string", answer: iri_string },
    Rival { name: "oxiri", answer: oxiri },
    #[cfg(uriparser)]
    Rival { name: "uriparser", answer: c_library },
];

fn fluent_uri(question: Question<'_>) -> Option<Option<String>> {
    let Question { operation, text, base } = question;
    let answer = || match operation {
        Operation::Parse => {
            let uri = FluentRef::parse(text).ok()?;
            let authority = uri.authority();
            let parts = Parts {
                scheme: uri.scheme().map(|scheme| scheme.as_str()),
                userinfo: authority
                    .and_then(|authority| authority.userinfo())
                    .map(|userinfo| userinfo.as_str()),
                host: authority.map(|authority| authority.host()),
                port: authority.and_then(|authority| authority.port()).map(|port| port.as_str()),
                path: uri.path().as_str(),
                query: uri.query().map(|query| query.as_str()),
                fragment: uri.fragment().map(|fragment| fragment.as_str()),
            };
            Some(parts.told())
        }
        Operation::Resolve => {
            let base = FluentUri::parse(base).ok()?;
            Some(FluentRef::parse(text).ok()?.resolve_against(&base).ok()?.into_string())
        }
        Operation::Normalize => Some(FluentUri::parse(text).ok()?.normalize().into_string()),
    };
    Some(answer())
}

fn iri_string(question: Question<'_>) -> Option<Option<String>> {
    let Question { operation, text, base } = question;
    let answer = || match operation {
        Operation::Parse => {
            let uri = UriReferenceStr::new(text).ok()?;
            let authority = uri.authority_components();
            let parts = Parts {
                scheme: uri.scheme_str(),
                userinfo: authority.and_then(|authority| authority.userinfo()),
                host: authority.map(|authority| authority.host()),
                port: authority.and_then(|authority| authority.port()),
                path: uri.path_str(),
                query: uri.query_str(),
                fragment: uri.fragment_str(),
            };
            Some(parts.told())
        }
        Operation::Resolve => {
            let base = UriAbsoluteStr::new(base).ok()?;
            Some(UriReferenceStr::new(text).ok()?.resolve_against(base).to_string())
        }
        Operation::Normalize => Some(UriStr::new(text).ok()?.normalize().to_string()),
    };
    Some(answer())
}

/// Reads IRIs, and does not normalize.
fn oxiri(question: Question<'_>) -> Option<Option<String>> {
    let Question { operation, text, base } = question;
    let answer = || match operation {
        Operation::Resolve => {
            let reference = oxiri::IriRef::parse(text).ok()?;
            Some(oxiri::Iri::parse(base).ok()?.resolve(&reference).ok()?.into_inner())
        }
        _ => {
            let uri = oxiri::IriRef::parse(text).ok()?;
            let (userinfo, rest) = match uri.authority() {
                Some(authority) => match authority.rsplit_once('@') {
                    Some((userinfo, rest)) => (Some(userinfo), Some(rest)),
                    None => (None, Some(authority)),
                },
                None => (None, None),
            };
            // It has no accessors for what is in the authority.
            let cut =
                rest.map(|rest| match rest.rfind(':').filter(|&at| !rest[at..].contains(']')) {
                    Some(colon) => (&rest[..colon], Some(&rest[colon + 1..])),
                    None => (rest, None),
                });
            let parts = Parts {
                scheme: uri.scheme(),
                userinfo,
                host: cut.map(|(host, _)| host),
                port: cut.and_then(|(_, port)| port),
                path: uri.path(),
                query: uri.query(),
                fragment: uri.fragment(),
            };
            Some(parts.told())
        }
    };
    (operation != Operation::Normalize).then(answer)
}

#[cfg(uriparser)]
fn c_library(question: Question<'_>) -> Option<Option<String>> {
    let Question { operation, text, base } = question;
    Some(match operation {
        Operation::Parse => uriparser::Parsed::new(text).map(|parsed| parsed.told()),
        Operation::Resolve => uriparser::resolve(base, text),
        Operation::Normalize => uriparser::normalize(text),
    })
}
