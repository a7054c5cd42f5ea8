//! Functions in the plans of a cluster. A plan has the name of a function, which says exactly which answers it gives, and the
//! version of napkin-sql. A machine of another version refuses the plan, and so does one without the function.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::ScalarUDF;
use napkin_sql::Aliases;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Every function of napkin-sql by its name in plans.
static ALL: LazyLock<HashMap<String, Arc<ScalarUDF>>> = LazyLock::new(|| {
    let packs = Aliases::ALL.into_iter();
    let of_packs = packs.flat_map(|pack| [pack.own_functions(), pack.functions()]).flatten();
    // Functions of packs that are napkin's own have their names, so napkin's own come last.
    let all = of_packs.chain(napkin_sql::functions());
    all.map(|function| (function.name().to_owned(), function)).collect()
});

/// Writes what a plan has beside the name of a function, if that is one of napkin-sql.
pub(crate) fn encode(function: &ScalarUDF, definition: &mut Vec<u8>) {
    if ALL.contains_key(function.name()) {
        definition.extend_from_slice(VERSION.as_bytes());
    }
}

/// The function of a plan.
///
/// # Errors
///
/// If it is of another version, or unknown.
pub(crate) fn decode(name: &str, definition: &[u8]) -> Result<Arc<ScalarUDF>> {
    let version = String::from_utf8_lossy(definition);
    match ALL.get(name) {
        _ if !version.is_empty() && version != VERSION => plan_err!(
            "the function {name} is that of napkin-sql {version}, and a machine of the cluster runs {VERSION}; \
             run one version on all machines"
        ),
        Some(function) => Ok(Arc::clone(function)),
        None => plan_err!("a machine of the cluster has no function {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_version_give_one_function() {
        for (name, function) in ALL.iter() {
            let mut definition = Vec::new();
            encode(function, &mut definition);
            assert_eq!(decode(name, &definition).unwrap().name(), name);
        }
        assert!(ALL.contains_key("spark-4.3.0:parse_url") && ALL.contains_key("uri_host_strict"));
    }

    #[test]
    fn another_version_and_an_unknown_function_are_refused() {
        for (name, version, expected) in [
            ("uri_host", "99.0.0", "is that of napkin-sql 99.0.0"),
            ("spark-4.3.0:parse_url", "99.0.0", "run one version on all machines"),
            ("spark-9.9.9:parse_url", VERSION, "no function spark-9.9.9:parse_url"),
            ("parse_url", "", "no function parse_url"),
        ] {
            let refused = decode(name, version.as_bytes()).unwrap_err().to_string();
            assert!(refused.contains(expected), "{refused}");
        }
    }
}
