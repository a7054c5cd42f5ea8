//! Rewrites what DataFusion parses or plans in another way than the standard has it. `docs/contributing/upstream/rewrite.md`
//! reports both:
//!
//! - `a IS NOT DISTINCT FROM b AND c`: the parser takes `b AND c` for the right side.
//! - `FROM t CROSS JOIN UNNEST(f(t.c)) AS u(x)`: the planner cannot unnest what depends on another table, but it can in a
//!   list of columns: `FROM (SELECT *, unnest(f(t.c)) AS x FROM t) AS t`. Then `u.x` is `x` in the whole query.

use std::ops::ControlFlow;

use datafusion::sql::parser::{CopyToSource, DFParser, Statement};
use datafusion::sql::sqlparser::ast::{
    AccessExpr, BinaryOperator, Expr, Ident, JoinOperator, Query, Select, SetExpr,
    Statement as Sql, TableFactor, TableWithJoins, UnaryOperator, VisitMut, VisitorMut,
};

pub(crate) fn rewrite(statement: &mut Statement) {
    match statement {
        Statement::Statement(statement) => {
            let _ = VisitMut::visit(statement.as_mut(), &mut Rewriter);
        }
        Statement::CopyTo(copy) => {
            if let CopyToSource::Query(query) = &mut copy.source {
                let _ = VisitMut::visit(query.as_mut(), &mut Rewriter);
            }
        }
        Statement::Explain(explain) => rewrite(&mut explain.statement),
        Statement::CreateExternalTable(_) | Statement::Reset(_) => {}
    }
}

struct Rewriter;

impl VisitorMut for Rewriter {
    type Break = ();

    fn pre_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<()> {
        if is_logical(expression) {
            let chain = chain(std::mem::replace(expression, Expr::Wildcard(wildcard())));
            *expression = by_precedence(chain);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        if let SetExpr::Select(select) = query.body.as_mut() {
            for unnested in without_lists(select) {
                let _ = VisitMut::visit(&mut query.order_by, &mut Rename(&unnested));
            }
        }
        ControlFlow::Continue(())
    }

    // Those of UNION are no queries.
    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        without_lists(select);
        ControlFlow::Continue(())
    }
}

fn wildcard() -> datafusion::sql::sqlparser::ast::helpers::attached_token::AttachedToken {
    datafusion::sql::sqlparser::ast::helpers::attached_token::AttachedToken::empty()
}

/// An operand, and the operator before it, but for the first.
type Operand = (Option<BinaryOperator>, Expr);

const fn is_connective(operator: &BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::And | BinaryOperator::Or)
}

/// Whether a right side of `IS [NOT] DISTINCT FROM` may have swallowed `AND` or `OR`.
fn is_logical(expression: &Expr) -> bool {
    match expression {
        Expr::BinaryOp { op, left, right } if is_connective(op) => {
            is_logical(left) || is_logical(right)
        }
        Expr::UnaryOp { op: UnaryOperator::Not, expr } => is_logical(expr),
        Expr::IsDistinctFrom(_, right) | Expr::IsNotDistinctFrom(_, right) => {
            matches!(right.as_ref(), Expr::BinaryOp { op, .. } if is_connective(op))
        }
        _ => false,
    }
}

/// The operands of `AND` and `OR`, in the order in which they are written. Brackets keep theirs.
fn chain(expression: Expr) -> Vec<Operand> {
    let first = |right: Expr, wrap: &dyn Fn(Expr) -> Expr| {
        let mut operands = chain(right);
        if let Some((_, operand)) = operands.first_mut() {
            *operand = wrap(operand.clone());
        }
        operands
    };
    match expression {
        Expr::BinaryOp { left, op, right } if is_connective(&op) => {
            let mut operands = chain(*left);
            let mut rest = chain(*right);
            if let Some((before, _)) = rest.first_mut() {
                *before = Some(op);
            }
            operands.append(&mut rest);
            operands
        }
        Expr::IsNotDistinctFrom(left, right) => {
            first(*right, &|right| Expr::IsNotDistinctFrom(left.clone(), Box::new(right)))
        }
        Expr::IsDistinctFrom(left, right) => {
            first(*right, &|right| Expr::IsDistinctFrom(left.clone(), Box::new(right)))
        }
        Expr::UnaryOp { op: UnaryOperator::Not, expr } => first(*expr, &|operand| Expr::UnaryOp {
            op: UnaryOperator::Not,
            expr: Box::new(operand),
        }),
        operand => vec![(None, operand)],
    }
}

/// The expression that a chain means: `AND` binds its operands before `OR` does.
fn by_precedence(operands: Vec<Operand>) -> Expr {
    let join = |left: Option<Expr>, op: BinaryOperator, right: Expr| match left {
        None => right,
        Some(left) => Expr::BinaryOp { left: Box::new(left), op, right: Box::new(right) },
    };
    let (mut all, mut part) = (None, None);
    for (operator, operand) in operands {
        if operator == Some(BinaryOperator::Or) {
            all = part.take().map(|part| join(all.take(), BinaryOperator::Or, part));
        }
        part = Some(join(part.take(), BinaryOperator::And, operand));
    }
    join(all, BinaryOperator::Or, part.unwrap_or(Expr::Wildcard(wildcard())))
}

/// A list that became a column.
struct Unnested {
    /// The name of its table.
    table: Ident,
    column: Ident,
}

/// Rewrites all lists that depend on the table before them.
fn without_lists(select: &mut Select) -> Vec<Unnested> {
    let mut lists = Vec::new();
    while let Some(unnested) = unnested(&mut select.from) {
        // The tables have names of their own, but for the conditions of joins.
        let mut from = std::mem::take(&mut select.from);
        let _ = VisitMut::visit(select, &mut Rename(&unnested));
        for join in from.iter_mut().flat_map(|table| &mut table.joins) {
            let _ = VisitMut::visit(&mut join.join_operator, &mut Rename(&unnested));
        }
        select.from = from;
        lists.push(unnested);
    }
    lists
}

/// Rewrites the first list that depends on the table before it.
fn unnested(from: &mut Vec<TableWithJoins>) -> Option<Unnested> {
    for at in 0..from.len() {
        let table = from.get_mut(at)?;
        let is_crossed = |operator: &JoinOperator| matches!(operator, JoinOperator::CrossJoin(_));
        if let Some(join) = table.joins.first()
            && is_crossed(&join.join_operator)
            && let Some((unnested, list)) = list(&join.relation)
        {
            table.relation = with_column(&table.relation, &unnested, &list)?;
            table.joins.remove(0);
            return Some(unnested);
        }
        // `FROM t, UNNEST(…)`
        let Some((unnested, list)) = from.get(at + 1).and_then(|next| list(&next.relation)) else {
            continue;
        };
        let table = from.get(at).filter(|table| table.joins.is_empty())?;
        let relation = with_column(&table.relation, &unnested, &list)?;
        let joins = from.remove(at + 1).joins;
        *from.get_mut(at)? = TableWithJoins { relation, joins };
        return Some(unnested);
    }
    None
}

/// The list that a table unnests, and what it is called.
fn list(table: &TableFactor) -> Option<(Unnested, Expr)> {
    let TableFactor::UNNEST {
        alias: Some(alias),
        array_exprs,
        with_offset: false,
        with_ordinality: false,
        ..
    } = table
    else {
        return None;
    };
    let [list] = array_exprs.as_slice() else { return None };
    let column = match alias.columns.as_slice() {
        [] => alias.name.clone(),
        [column] => column.name.clone(),
        _ => return None,
    };
    let has_columns = Columns::of(list);
    has_columns.then(|| (Unnested { table: alias.name.clone(), column }, list.clone()))
}

/// Whether an expression names columns; a constant list is unnested by DataFusion.
struct Columns(bool);

impl Columns {
    fn of(expression: &Expr) -> bool {
        let mut found = Self(false);
        let _ = VisitMut::visit(&mut expression.clone(), &mut found);
        found.0
    }
}

impl VisitorMut for Columns {
    type Break = ();

    fn pre_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<()> {
        self.0 |= matches!(expression, Expr::Identifier(_) | Expr::CompoundIdentifier(_));
        ControlFlow::Continue(())
    }
}

/// A table with one more column, under the name that it has.
fn with_column(table: &TableFactor, unnested: &Unnested, list: &Expr) -> Option<TableFactor> {
    let name = match table {
        TableFactor::Table { alias: Some(alias), .. }
        | TableFactor::Derived { alias: Some(alias), .. } => alias.name.clone(),
        TableFactor::Table { name, .. } => match name.0.as_slice() {
            [part] => part.as_ident()?.clone(),
            _ => return None,
        },
        _ => return None,
    };
    let quoted = |name: &Ident| match name.quote_style {
        None => name.value.clone(),
        Some(_) => Ident::with_quote('"', &name.value).to_string(),
    };
    let sql = format!(
        "SELECT 1 FROM (SELECT *, unnest({list}) AS {} FROM {table}) AS {}",
        quoted(&unnested.column),
        quoted(&name)
    );
    let statement = DFParser::parse_sql(&sql).ok()?.pop_front()?;
    let Statement::Statement(statement) = statement else { return None };
    let Sql::Query(query) = *statement else { return None };
    let SetExpr::Select(mut select) = *query.body else { return None };
    Some(select.from.pop()?.relation)
}

/// `u.x` becomes `x`, where `u` was the table of a list.
struct Rename<'u>(&'u Unnested);

impl VisitorMut for Rename<'_> {
    type Break = ();

    fn pre_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<()> {
        if let Expr::CompoundIdentifier(names) = expression
            && let [table, column] = names.as_slice()
            && (&table.value, &column.value) == (&self.0.table.value, &self.0.column.value)
        {
            *expression = Expr::Identifier(column.clone());
        }
        // `u.x['key']`
        if let Expr::CompoundFieldAccess { root, access_chain } = expression
            && let Expr::Identifier(table) = root.as_ref()
            && let Some(AccessExpr::Dot(Expr::Identifier(column))) = access_chain.first()
            && (&table.value, &column.value) == (&self.0.table.value, &self.0.column.value)
        {
            **root = Expr::Identifier(column.clone());
            access_chain.remove(0);
        }
        ControlFlow::Continue(())
    }
}
