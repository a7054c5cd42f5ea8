//! The functions, one a file, one line a function.

use crate::function::Function;

/// Declares the modules, and lists what is in them.
macro_rules! functions {
    ($($name:ident,)*) => {
        $(mod $name;)*

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
}

/// The function with this name, if there is one.
pub(crate) fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}
