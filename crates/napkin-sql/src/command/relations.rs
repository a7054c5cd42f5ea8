//! Names of files on their way to a cluster.
//!
//! A column goes with the name of its table as one text, which is taken apart at its points when it comes: of
//! `links.txt` becomes the table `txt` of the schema `links`. A name with a slash cannot be taken apart.

use std::ops::ControlFlow;

use datafusion::common::TableReference;
use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{
    Expr, Ident, ObjectNamePart, visit_expressions_mut, visit_relations_mut,
};

/// Writes names of files in this folder with it, so that they arrive as they are.
pub(crate) fn place_names(statement: &mut Statement) {
    match statement {
        Statement::Statement(statement) => {
            let mut placed = Vec::new();
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
        Statement::Explain(explain) => place_names(&mut explain.statement),
        Statement::CopyTo(_) | Statement::CreateExternalTable(_) | Statement::Reset(_) => {}
    }
}

/// Puts the folder before a name that would be taken apart.
fn place(name: &mut Ident) -> bool {
    let is_taken_apart = name.quote_style.is_some()
        && !matches!(TableReference::parse_str(&name.value), TableReference::Bare { .. });
    if is_taken_apart {
        name.value.insert_str(0, "./");
    }
    is_taken_apart
}
