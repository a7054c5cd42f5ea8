#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// The modules in the order in which data flows: the arguments of a call become rows, a function answers
// each row, answers become columns.

mod columns;
mod arguments;
mod rows;
mod question;
mod function;
mod functions;
mod aliases;
#[cfg(feature = "sql")]
mod names;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::ScalarUDF;
use datafusion_expr::registry::FunctionRegistry;

pub use aliases::Aliases;
#[cfg(feature = "sql")]
pub use names::place_arguments;

/// Every function, and the strict twin of each that has one, by the order of the documentation.
///
/// ```
/// let functions = napkin_sql::functions();
/// let names: Vec<_> = functions.iter().map(|function| function.name()).collect();
/// assert!(names.contains(&"uri_host") && names.contains(&"uri_host_strict"));
/// ```
pub fn functions() -> Vec<Arc<ScalarUDF>> {
    functions::FUNCTIONS.iter().flat_map(function::Function::udfs).collect()
}

/// Registers every function in a session, or in another function registry.
///
/// # Errors
///
/// An error of the registry, if it accepts no functions.
///
/// ```
/// use datafusion::prelude::SessionContext;
///
/// let mut session = SessionContext::new();
/// napkin_sql::register_all(&mut session)?;
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
pub fn register_all(registry: &mut dyn FunctionRegistry) -> Result<()> {
    functions().into_iter().try_for_each(|function| registry.register_udf(function).map(drop))
}
