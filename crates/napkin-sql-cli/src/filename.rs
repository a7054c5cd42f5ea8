//! The column `filename`, which tables of files have where a statement names it.

use std::ops::ControlFlow;

use datafusion::sql::parser::{CopyToSource, Statement};
use datafusion::sql::sqlparser::ast::{Expr, Ident, Select, SelectItem, VisitMut, VisitorMut};

use super::files::FILE_NAME;

/// Whether a statement names the column. `SELECT *, filename` becomes `SELECT *`, which has it as its last column.
pub(crate) fn place_file_name(statement: &mut Statement) -> bool {
    let mut found = Found(false);
    match statement {
        Statement::Statement(statement) => {
            let _ = VisitMut::visit(statement.as_mut(), &mut found);
        }
        Statement::CopyTo(copy) => {
            if let CopyToSource::Query(query) = &mut copy.source {
                let _ = VisitMut::visit(query.as_mut(), &mut found);
            }
        }
        Statement::Explain(explain) => return place_file_name(&mut explain.statement),
        Statement::CreateExternalTable(_) | Statement::Reset(_) => {}
    }
    found.0
}

struct Found(bool);

impl VisitorMut for Found {
    type Break = ();

    fn pre_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<()> {
        self.0 |= match expression {
            Expr::Identifier(name) => is_it(name),
            Expr::CompoundIdentifier(names) => names.last().is_some_and(is_it),
            _ => false,
        };
        ControlFlow::Continue(())
    }

    fn post_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        let is_of_one_table =
            select.from.len() == 1 && select.from.iter().all(|table| table.joins.is_empty());
        let has_all = select.projection.iter().any(|item| matches!(item, SelectItem::Wildcard(_)));
        if is_of_one_table && has_all {
            select.projection.retain(|item| match item {
                SelectItem::UnnamedExpr(Expr::Identifier(name)) => !is_it(name),
                _ => true,
            });
        }
        ControlFlow::Continue(())
    }
}

fn is_it(name: &Ident) -> bool {
    match name.quote_style {
        None => name.value.eq_ignore_ascii_case(FILE_NAME),
        Some(_) => name.value == FILE_NAME,
    }
}
