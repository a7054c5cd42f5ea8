//! The types of RFC 3986.

pub(crate) use napkin::edition::RFC3986 as EDITION;
pub(crate) use napkin::{AbsoluteUri as Absolute, Builder, Resolver, Uri as Full, UriRef as Ref};
use serde_json::Value;

pub(crate) fn built(builder: &Builder) -> String {
    builder.clone().uri_ref().unwrap().into_text()
}

pub(crate) fn mapped(case: &Value) -> Value {
    panic!("mapping is for IRIs: {case}")
}

#[path = "typed.rs"]
pub(crate) mod typed;
