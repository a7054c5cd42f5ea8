//! Facts that concern the whole, and the scheme.

use std::borrow::Cow;

use napkin::edition::RFC3986;
use napkin::{HostKind, Path, Reference, Uri};
use napkin_schemes::secrets::redacted_text;
use napkin_schemes::{Mapping, dns_name};

use super::fact::{Text, fact};

fact! {
    /// Whether there is a scheme: uri or relative-ref
    Kind "kind": Text, one of ["uri", "relative-ref"];
    |reference| Some(if reference.is_relative_ref() { "relative-ref" } else { "uri" });
    |_url| Some("uri");
}

fact! {
    /// The scheme, in lowercase where the edition reports it so
    Scheme "scheme": Text, of Scheme;
    |reference| reference.reported_scheme();
    |url| Some(url.scheme());
}

fact! {
    /// The text between the colon of the scheme and the fragment, in editions that have it as a component
    SchemeSpecificPart "ssp": Text;
    told |edition| edition.tells_scheme_specific_part();
    |reference| {
        let is_told = reference.edition().tells_scheme_specific_part();
        is_told.then(|| reference.scheme_specific_part())
    };
}

fact! {
    /// The edition's name for the form of the whole: generic, hierarchical, opaque or relative
    Form "form": Text;
    told |edition| edition.tells_forms();
    |reference| reference.form();
}

fact! {
    /// What a relative reference begins with: network-path, absolute-path or relative-path; absolute with a scheme
    RefKind "ref_kind": Text, one of ["absolute", "network-path", "absolute-path", "relative-path"];
    told |_| true;
    |reference| Some(match reference.authority() {
        _ if !reference.is_relative_ref() => "absolute",
        Some(_) => "network-path",
        None if reference.path().is_some_and(Path::is_absolute) => "absolute-path",
        None => "relative-path",
    });
}

fact! {
    /// Scheme, host and port in lowercase (RFC 6454), without the default port
    Origin "origin": Text;
    |reference| origin(reference);
    |url| {
        let origin = url.origin();
        origin.is_tuple().then(|| origin.ascii_serialization())
    };
}

fact! {
    /// The whole, valid or not, with *** in place of passwords, keys and tokens
    Redacted "redacted": Text;
    |reference| Some(redacted_text(reference.as_str().as_bytes()));
    |url| Some(redacted_text(url.as_str().as_bytes()));
    refused redacted_text;
}

/// The origin of the URI that a reference is mapped to.
fn origin<'t>(reference: &Reference<'t>) -> Option<Cow<'t, str>> {
    match written_origin(reference) {
        Some(origin) => Some(origin.into()),
        None => computed_origin(reference.as_str()).map(Cow::from),
    }
}

/// The origin where it is written as the start of the text, as in most URIs of the web: behind the scheme a name or an IPv4 address
/// without userinfo and port, all in lowercase.
fn written_origin<'t>(reference: &Reference<'t>) -> Option<&'t str> {
    let text = reference.as_str();
    let before = ["https://", "http://"].into_iter().find(|start| text.starts_with(start))?;
    let host = reference.host().filter(|host| !host.is_empty())?;
    let is_name = matches!(host.kind(), HostKind::RegName | HostKind::Ipv4);
    let is_alone = reference.authority()?.len() == host.as_str().len();
    let is_encoded = host.as_str().contains('%');
    if reference.edition() != RFC3986 || !is_name || !is_alone || is_encoded {
        return None;
    }
    // Without a branch for each byte.
    let is_uppercase = |any, byte: u8| any | byte.is_ascii_uppercase();
    let has_uppercase = host.as_str().bytes().fold(false, is_uppercase);
    text.get(..before.len() + host.as_str().len()).filter(|_| !has_uppercase)
}

/// The origin of the URI that a text is mapped to, written anew.
fn computed_origin(text: &str) -> Option<String> {
    // ASCII text is mapped to itself.
    let mapped = (!text.is_ascii()).then(|| Mapping::new().to_uri(text)).transpose().ok()?;
    let uri = Uri::parse(mapped.as_deref().unwrap_or(text)).ok()?;
    let told = |origin: napkin::Origin<'_>| origin.is_tuple().then(|| origin.to_string());
    let Some(name) = uri.host()?.reg_name().filter(|name| name.contains('%')) else {
        return told(uri.origin());
    };
    // The host of an origin is the name that the DNS has (section 4).
    let name = dns_name(&name.decode().to_str().ok()?)?;
    told(uri.with_host(&name).ok()?.origin())
}

#[cfg(test)]
mod tests {
    use napkin::edition::EDITIONS;

    use super::{computed_origin, written_origin};

    #[test]
    fn the_host_of_an_origin_is_the_name_of_the_dns() {
        let origin = |text| computed_origin(text);
        for text in ["http://É.example/", "http://%C3%89.example:80/", "HTTP://xn--9ca.Example"] {
            assert_eq!(origin(text).as_deref(), Some("http://xn--9ca.example"), "{text}");
        }
        assert_eq!(origin("https://%41:81/").as_deref(), Some("https://a:81"));
        assert_eq!(origin("http://%2f/"), None);
        assert_eq!(origin("http://%FF.example/"), None);
        assert_eq!(origin("foo://é/"), None);
    }

    #[test]
    fn a_written_origin_is_the_computed_one() {
        let schemes = ["http", "HTTP", "https", "ws", "ftp", "file", "urn", "unknown", ""];
        let authorities = [
            "h", "H", "h:80", "h:", "u@h", "@h", "", "[::1]", "[v1.a]", "10.0.0.1", "%41", "%2f",
            "h.", "ö", "a:99999",
        ];
        let mut written = 0;
        for edition in EDITIONS {
            for scheme in schemes {
                for authority in authorities {
                    for behind in ["", "/", "/A?B#C", "?Q", "#@h:1"] {
                        let colon = if scheme.is_empty() { "" } else { ":" };
                        let text = format!("{scheme}{colon}//{authority}{behind}");
                        let Ok(reference) = edition.parse(&text) else { continue };
                        if let Some(origin) = written_origin(&reference) {
                            assert_eq!(Some(origin), computed_origin(&text).as_deref(), "{text}");
                            written += 1;
                        }
                    }
                }
            }
        }
        assert!(written >= 30, "{written}");
    }
}
