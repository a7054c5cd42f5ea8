//! The types of RFC 3987.

pub(crate) use napkin::edition::RFC3987 as EDITION;
use napkin::percent::encode_unwise;
pub(crate) use napkin::{
    AbsoluteIri as Absolute, Iri as Full, IriBuilder as Builder, IriRef as Ref,
    IriResolver as Resolver, UriRef,
};
use serde_json::{Value, json};

use crate::support::{octets, text};

pub(crate) fn built(builder: &Builder) -> String {
    builder.clone().iri_ref().unwrap().into_text()
}

/// Maps an IRI, or converts a URI; an IRI that is not a URI is mapped before it is converted.
pub(crate) fn mapped(case: &Value) -> Value {
    let octets = octets(case);
    let invalid = json!({"error": "invalid-reference"});
    let Ok(input) = core::str::from_utf8(&octets) else { return invalid };
    let encoded = encode_unwise(input);
    let input = if text(case, "variant") == "encode-ascii" { &*encoded } else { input };
    let Ok(iri) = Ref::parse(input) else { return invalid };
    let uri = iri.to_uri_ref().unwrap();
    assert_eq!(UriRef::parse(uri.as_str()).unwrap().parts(), uri.parts(), "offsets");
    if text(case, "op") == "to_uri" {
        return json!(uri.as_str());
    }
    let converted = uri.to_iri_ref().unwrap();
    assert_eq!(Ref::parse(converted.as_str()).unwrap().parts(), converted.parts(), "offsets");
    json!(converted.as_str())
}

#[path = "typed.rs"]
pub(crate) mod typed;
