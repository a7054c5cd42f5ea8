//! The answers of napkin and the other libraries, in one format.

use iri_string::spec::{IriSpec, Spec, UriSpec};
use iri_string::types::{IriReferenceStr, RiAbsoluteStr, RiReferenceStr, RiStr};
use napkin::{Iri, IriRef, Level, Uri, UriRef};

#[cfg(uriparser)]
use crate::uriparser;

/// The kind of text that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// By RFC 3986.
    Uri,
    /// By RFC 3987.
    Iri,
    /// By the URL Standard.
    Url,
}

/// The operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// The parts of a URI-reference.
    Parse,
    /// The target of a reference, by a base without fragment; of the URL Standard, by any base.
    Resolve,
    /// The normal form by syntax (RFC 3986 section 6.2.2, RFC 3987 section 5.3.2); of the URL Standard, the
    /// serialization of the parsed text.
    Normalize,
    /// The URI-reference that an IRI-reference is mapped to (RFC 3987 section 3.1).
    Map,
}

impl Operation {
    /// The name in headings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parse => "parsing",
            Self::Resolve => "resolving",
            Self::Normalize => "normalizing",
            Self::Map => "mapping",
        }
    }
}

/// A question: the text, and the base to resolve it against.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The family of the texts.
    pub family: Family,
    /// The operation.
    pub operation: Operation,
    /// The reference, or the URI to normalize.
    pub text: &'a str,
    /// The base; empty except for [`Operation::Resolve`].
    pub base: &'a str,
}

/// A library that answers: the parts in one line, or a URI; `None` if it rejects the text.
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

/// The parts of a reference, by accessors with the same name in both families.
macro_rules! parts {
    ($reference:expr) => {{
        let reference = $reference;
        Parts {
            scheme: reference.scheme().map(|scheme| scheme.as_str()),
            userinfo: reference.userinfo().map(|userinfo| userinfo.as_str()),
            host: reference.host().map(|host| host.as_str()),
            port: reference.port().map(|port| port.as_str()),
            path: reference.path().as_str(),
            query: reference.query().map(|query| query.as_str()),
            fragment: reference.fragment().map(|fragment| fragment.as_str()),
        }
        .told()
    }};
}

/// napkin's answer.
pub fn napkin(question: Question<'_>) -> Option<String> {
    let Question { family, operation, text, base } = question;
    Some(match (family, operation) {
        (Family::Uri, Operation::Parse) => parts!(UriRef::parse(text).ok()?),
        (Family::Iri, Operation::Parse) => parts!(IriRef::parse(text).ok()?),
        (Family::Uri, Operation::Resolve) => {
            UriRef::parse(text).ok()?.resolve(Uri::parse(base).ok()?).ok()?.into_text()
        }
        (Family::Iri, Operation::Resolve) => {
            IriRef::parse(text).ok()?.resolve(Iri::parse(base).ok()?).ok()?.into_text()
        }
        (Family::Uri, Operation::Normalize) => {
            Uri::parse(text).ok()?.normalize(Level::Syntax).ok()?.to_string()
        }
        (Family::Iri, Operation::Normalize) => {
            Iri::parse(text).ok()?.normalize(Level::Syntax).ok()?.to_string()
        }
        (Family::Url, Operation::Normalize) => napkin_url::Url::parse(text).ok()?.into(),
        (Family::Url, Operation::Resolve) => {
            napkin_url::Url::parse(base).ok()?.join(text).ok()?.into()
        }
        (Family::Url, _) => return None,
        (_, Operation::Map) => IriRef::parse(text).ok()?.to_uri_ref().ok()?.to_string(),
    })
}

/// The one list of other libraries.
pub const RIVALS: &[Rival] = &[
    Rival { name: "fluent-uri", answer: fluent_uri },
    Rival { name: "iri-string", answer: iri_string },
    Rival { name: "oxiri", answer: oxiri },
    #[cfg(uriparser)]
    Rival { name: "uriparser", answer: c_library },
    Rival { name: "ada-url", answer: ada },
    Rival { name: "url", answer: url },
];

/// ada's answer; it has answers about URLs only.
fn ada(Question { family, operation, text, base }: Question<'_>) -> Option<Option<String>> {
    let base = match operation {
        Operation::Normalize => None,
        Operation::Resolve => Some(base),
        _ => return None,
    };
    let answer = || Some(ada_url::Url::parse(text, base).ok()?.href().to_owned());
    (family == Family::Url).then(answer)
}

/// The answer of the crate `url`; it has answers about URLs only.
fn url(Question { family, operation, text, base }: Question<'_>) -> Option<Option<String>> {
    let answer = || match operation {
        Operation::Normalize => Some(url::Url::parse(text).ok()?.into()),
        Operation::Resolve => Some(url::Url::parse(base).ok()?.join(text).ok()?.into()),
        _ => None,
    };
    (family == Family::Url).then(answer)
}

/// Its types of the two families have no common trait for resolution.
macro_rules! fluent {
    ($reference:ty, $full:ty, $question:expr) => {{
        let Question { operation, text, base, .. } = $question;
        let answer = || match operation {
            Operation::Parse => {
                let reference = <$reference>::parse(text).ok()?;
                let authority = reference.authority();
                let parts = Parts {
                    scheme: reference.scheme().map(|scheme| scheme.as_str()),
                    userinfo: authority
                        .and_then(|authority| authority.userinfo())
                        .map(|userinfo| userinfo.as_str()),
                    host: authority.map(|authority| authority.host()),
                    port: authority
                        .and_then(|authority| authority.port())
                        .map(|port| port.as_str()),
                    path: reference.path().as_str(),
                    query: reference.query().map(|query| query.as_str()),
                    fragment: reference.fragment().map(|fragment| fragment.as_str()),
                };
                Some(parts.told())
            }
            Operation::Resolve => {
                let base = <$full>::parse(base).ok()?;
                Some(<$reference>::parse(text).ok()?.resolve_against(&base).ok()?.into_string())
            }
            Operation::Normalize => Some(<$full>::parse(text).ok()?.normalize().into_string()),
            Operation::Map => {
                Some(fluent_uri::IriRef::parse(text).ok()?.to_uri_ref().into_string())
            }
        };
        Some(answer())
    }};
}

fn fluent_uri(question: Question<'_>) -> Option<Option<String>> {
    match question.family {
        Family::Uri => fluent!(fluent_uri::UriRef<&str>, fluent_uri::Uri<&str>, question),
        Family::Iri => fluent!(fluent_uri::IriRef<&str>, fluent_uri::Iri<&str>, question),
        Family::Url => None,
    }
}

fn iri_string(question: Question<'_>) -> Option<Option<String>> {
    match question.family {
        Family::Uri => iri_string_by::<UriSpec>(question),
        Family::Iri => iri_string_by::<IriSpec>(question),
        Family::Url => None,
    }
}

fn iri_string_by<S: Spec>(question: Question<'_>) -> Option<Option<String>> {
    let Question { operation, text, base, .. } = question;
    let answer = || match operation {
        Operation::Parse => {
            let reference = RiReferenceStr::<S>::new(text).ok()?;
            let authority = reference.authority_components();
            let parts = Parts {
                scheme: reference.scheme_str(),
                userinfo: authority.and_then(|authority| authority.userinfo()),
                host: authority.map(|authority| authority.host()),
                port: authority.and_then(|authority| authority.port()),
                path: reference.path_str(),
                query: reference.query_str(),
                fragment: reference.fragment_str(),
            };
            Some(parts.told())
        }
        Operation::Resolve => {
            let base = RiAbsoluteStr::<S>::new(base).ok()?;
            Some(RiReferenceStr::<S>::new(text).ok()?.resolve_against(base).to_string())
        }
        Operation::Normalize => Some(RiStr::<S>::new(text).ok()?.normalize().to_string()),
        Operation::Map => Some(IriReferenceStr::new(text).ok()?.encode_to_uri().to_string()),
    };
    Some(answer())
}

/// It treats everything as an IRI, and neither normalizes nor maps.
fn oxiri(question: Question<'_>) -> Option<Option<String>> {
    let Question { family, operation, text, base } = question;
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
            // It has no accessors for the parts of the authority.
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
    let has = matches!(operation, Operation::Parse | Operation::Resolve) && family != Family::Url;
    has.then(answer)
}

/// It does not support IRIs.
#[cfg(uriparser)]
fn c_library(question: Question<'_>) -> Option<Option<String>> {
    let Question { family, operation, text, base } = question;
    let answer = || match operation {
        Operation::Parse => uriparser::Parsed::new(text).map(|parsed| parsed.told()),
        Operation::Resolve => uriparser::resolve(base, text),
        Operation::Normalize => uriparser::normalize(text),
        Operation::Map => None,
    };
    (family == Family::Uri).then(answer)
}
