//! The functions, one a file, one line a function.

mod uri_valid;
mod uri_error;
mod uri_parse;
mod uri_scheme;
mod uri_userinfo;
mod uri_host;
mod uri_host_kind;
mod uri_port;
mod uri_path;
mod uri_segments;
mod uri_query;
mod uri_query_param;
mod uri_query_params;
mod uri_fragment;
mod uri_resolve;
mod uri_relativize;
mod uri_normalize;
mod uri_equivalent_at;
mod uri_audit;
mod uri_hosts;
mod uri_extract;
mod uri_encode;
mod uri_decode;
mod uri_surt;
mod iri_to_uri;
mod uri_to_iri;

use crate::function::Function;
pub(crate) use uri_encode::FUNCTION as UNRESERVED;

/// Lists what is in the modules.
macro_rules! functions {
    ($($name:ident,)*) => {
        /// The one list of functions, in the order of the documentation.
        pub(crate) const FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($name),
            ..$name::FUNCTION
        }),*];
    };
}

functions! {
    uri_valid,
    uri_error,
    uri_parse,
    uri_scheme,
    uri_userinfo,
    uri_host,
    uri_host_kind,
    uri_port,
    uri_path,
    uri_segments,
    uri_query,
    uri_query_param,
    uri_query_params,
    uri_fragment,
    uri_resolve,
    uri_relativize,
    uri_normalize,
    uri_equivalent_at,
    uri_audit,
    uri_hosts,
    uri_extract,
    uri_encode,
    uri_decode,
    uri_surt,
    iri_to_uri,
    uri_to_iri,
}

/// The function with this name, if there is one.
pub(crate) fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}
