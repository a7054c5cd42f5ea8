//! The functions: those of [`facts`], and those of one file and one line each.

mod facts;
mod uri_valid;
mod uri_error;
mod uri_parse;
mod uri_port;
mod uri_query_param;
mod uri_query_params;
mod uri_resolve;
mod uri_relativize;
mod uri_normalize;
mod uri_equivalent_at;
mod uri_audit;
mod uri_hosts;
mod uri_extract;
mod uri_encode;
mod uri_decode;
mod uri_key;
mod uri_key_range;
mod iri_to_uri;
mod uri_to_iri;
mod uri_expand;
mod uri_unexpand;
mod uri_answer;

use std::sync::LazyLock;

use crate::function::Function;
pub(crate) use uri_encode::FUNCTION as UNRESERVED;

/// Lists what is in the modules.
macro_rules! functions {
    ($($name:ident,)*) => {
        /// The functions that have a file.
        const IN_FILES: &[Function] = &[$(Function {
            name: stringify!($name),
            ..$name::FUNCTION
        }),*];
    };
}

functions! {
    uri_valid,
    uri_error,
    uri_parse,
    uri_port,
    uri_query_param,
    uri_query_params,
    uri_resolve,
    uri_relativize,
    uri_normalize,
    uri_equivalent_at,
    uri_audit,
    uri_hosts,
    uri_extract,
    uri_encode,
    uri_decode,
    uri_key,
    uri_key_range,
    iri_to_uri,
    uri_to_iri,
    uri_expand,
    uri_unexpand,
    uri_answer,
}

/// The one list of functions: those of files, and those of facts, unless a file has one with an argument of its own.
pub(crate) static FUNCTIONS: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let is_in_files = |fact: &Function| IN_FILES.iter().any(|known| known.name == fact.name);
    let facts = facts::functions().into_iter().filter(|fact| !is_in_files(fact));
    IN_FILES.iter().copied().chain(facts).collect()
});

pub(crate) fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}
