//! Prepares file names for transfer to a cluster.
//!
//! A column is sent with the name of its table as one text, which is split at its dots on arrival: `links.txt`
//! becomes the table `txt` of the schema `links`. A name with a slash cannot be split.

use std::ops::ControlFlow;

use datafusion::arrow::datatypes::Schema;
use datafusion::common::TableReference;
use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{
    Expr, Ident, ObjectNamePart, visit_expressions_mut, visit_relations_mut,
};

/// Adds `./` to names of files in this folder, so that they arrive unchanged; returns the names with it.
pub(crate) fn place_names(statement: &mut Statement) -> Vec<String> {
    let mut placed = Vec::new();
    match statement {
        Statement::Statement(statement) => {
            let _: ControlFlow<()> = visit_relations_mut(statement, |name| {
                if let [ObjectNamePart::Identifier(name)] = name.0.as_mut_slice()
                    && place(name)
                {
                    placed.push(name.value.clone());
                }
                ControlFlow::Continue(())
            });
            let _: ControlFlow<()> = visit_expressions_mut(statement, |expression| {
                if let Expr::CompoundIdentifier(parts) = expression
                    && let Some(table) = parts.first_mut()
                    && placed.iter().any(|name| name.strip_prefix("./") == Some(&table.value))
                {
                    place(table);
                }
                ControlFlow::Continue(())
            });
        }
        Statement::Explain(explain) => placed = place_names(&mut explain.statement),
        Statement::CopyTo(_) | Statement::CreateExternalTable(_) | Statement::Reset(_) => {}
    }
    placed
}

/// The columns of an answer as they are named without these changes.
pub(crate) fn as_asked(schema: &Schema, placed: &[String]) -> Schema {
    let fields = schema.fields().iter().map(|field| {
        let name = placed.iter().fold(field.name().clone(), |name, placed| {
            name.replace(placed.as_str(), placed.trim_start_matches("./"))
        });
        field.as_ref().clone().with_name(name)
    });
    Schema::new_with_metadata(fields.collect::<Vec<_>>(), schema.metadata().clone())
}

/// Adds the folder to a name that would be split.
fn place(name: &mut Ident) -> bool {
    let is_taken_apart = name.quote_style.is_some()
        && !matches!(TableReference::parse_str(&name.value), TableReference::Bare { .. });
    if is_taken_apart {
        name.value.insert_str(0, "./");
    }
    is_taken_apart
}
