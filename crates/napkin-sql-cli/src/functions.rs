//! `SHOW FUNCTIONS`: every function of the session, with its syntax and its description.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::dataframe::DataFrame;
use datafusion::logical_expr::{Documentation, col, lit};
use datafusion::prelude::SessionContext;
use datafusion::sql::sqlparser::ast::ShowStatementFilter;

use super::failure::Failure;

/// A function for display.
pub(crate) struct Shown {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) syntax: Option<String>,
    pub(crate) about: Option<String>,
}

/// All functions of a session, by their names.
pub(crate) fn all(session: &SessionContext) -> Vec<Shown> {
    let state = session.state();
    let shown = |name: &str, kind, documentation: Option<&Documentation>| Shown {
        name: name.to_owned(),
        kind,
        syntax: documentation.map(|told| told.syntax_example.clone()),
        about: documentation.map(|told| told.description.clone()),
    };
    // A name with a colon is one for plans; a query has an alias for it.
    let scalar = state.scalar_functions().iter().filter(|(name, _)| !name.contains(':'));
    let scalar = scalar.map(|(name, of)| shown(name, "scalar", of.documentation()));
    let aggregate = state.aggregate_functions().iter();
    let aggregate = aggregate.map(|(name, of)| shown(name, "aggregate", of.documentation()));
    let window = state.window_functions().iter();
    let window = window.map(|(name, of)| shown(name, "window", of.documentation()));
    let mut all: Vec<_> = scalar.chain(aggregate).chain(window).collect();
    all.sort_by(|one, other| (&one.name, one.kind).cmp(&(&other.name, other.kind)));
    all
}

/// The functions that a statement asks for.
///
/// # Errors
///
/// If its filter is not a pattern of names.
pub(crate) fn frame(
    session: &SessionContext,
    filter: Option<&ShowStatementFilter>,
) -> Result<DataFrame, Failure> {
    let all = all(session);
    let column = |text: fn(&Shown) -> Option<&str>| -> ArrayRef {
        Arc::new(all.iter().map(text).collect::<StringArray>())
    };
    let batch = RecordBatch::try_from_iter_with_nullable([
        ("name", column(|function| Some(&function.name)), false),
        ("kind", column(|function| Some(function.kind)), false),
        ("syntax", column(|function| function.syntax.as_deref()), true),
        ("description", column(|function| function.about.as_deref()), true),
    ])?;
    // A local session, also on a cluster, since the functions are known here.
    let frame = SessionContext::new().read_batch(batch)?;
    let frame = match filter {
        None => frame,
        Some(ShowStatementFilter::Like(pattern) | ShowStatementFilter::NoKeyword(pattern)) => {
            frame.filter(col("name").like(lit(pattern.as_str())))?
        }
        Some(ShowStatementFilter::ILike(pattern)) => {
            frame.filter(col("name").ilike(lit(pattern.as_str())))?
        }
        Some(ShowStatementFilter::Where(_)) => {
            let what = "SHOW FUNCTIONS is asked with LIKE 'uri_%', not with WHERE";
            return Err(Failure::Usage(what.to_owned()));
        }
    };
    Ok(frame.sort_by(vec![col("name")])?)
}
