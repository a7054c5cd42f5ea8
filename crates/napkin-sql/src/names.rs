//! Named arguments: if a call names some of the optional arguments, the omitted ones between are filled in.
//!
//! DataFusion moves named arguments to their positions, but requires all arguments before them. The defaults of
//! omitted ones are known here, so they are inserted before the statement is planned.

use std::ops::ControlFlow;

use datafusion_sql::parser::{CopyToSource, Statement};
use datafusion_sql::sqlparser::ast::{
    Expr, Function as Call, FunctionArg, FunctionArgExpr, FunctionArguments, Value as Literal,
    VisitMut, visit_expressions_mut,
};

use napkin::Level;
use napkin::edition::RFC3986;

use crate::arguments::Choice;
use crate::functions;

/// Inserts the optional arguments that calls of napkin's functions omit before a named one, so that
/// `uri_normalize(u, edition => 'rfc2396')` can be planned. The command does so with every statement.
///
/// Invalid calls stay unchanged; the planner reports them.
///
/// ```
/// use datafusion::prelude::SessionContext;
/// use datafusion::sql::parser::DFParser;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> datafusion::error::Result<()> {
/// let mut session = SessionContext::new();
/// napkin_sql::register_all(&mut session)?;
/// let sql = "SELECT uri_normalize('HTTP://h/%7ea', edition => 'rfc2396')";
/// let mut statement = DFParser::parse_sql(sql)?.pop_front().unwrap();
/// napkin_sql::place_arguments(&mut statement);
/// let plan = session.state().statement_to_plan(statement).await?;
/// let answer = session.execute_logical_plan(plan).await?.to_string().await?;
/// assert!(answer.contains("http://h/~a"));
/// # Ok(())
/// # }
/// ```
pub fn place_arguments(statement: &mut Statement) {
    match statement {
        Statement::Statement(statement) => place_in(statement.as_mut()),
        Statement::CopyTo(copy) => {
            if let CopyToSource::Query(query) = &mut copy.source {
                place_in(query.as_mut());
            }
        }
        Statement::Explain(explain) => place_arguments(&mut explain.statement),
        Statement::CreateExternalTable(_) | Statement::Reset(_) => {}
    }
}

fn place_in(node: &mut impl VisitMut) {
    let _: ControlFlow<()> = visit_expressions_mut(node, |expression| {
        if let Expr::Function(call) = expression {
            place(call);
        }
        ControlFlow::Continue(())
    });
}

/// Makes all arguments of a call positional, if it names some.
fn place(call: &mut Call) {
    let FunctionArguments::List(list) = &mut call.args else { return };
    if list.args.iter().all(|argument| matches!(argument, FunctionArg::Unnamed(_))) {
        return;
    }
    let called = call.name.to_string().to_ascii_lowercase();
    let Some(function) = functions::named(called.strip_suffix("_strict").unwrap_or(&called)) else {
        return;
    };
    let texts = function.texts.iter().chain(function.more_texts).map(|name| (*name, None));
    let choices = function.choices.iter().map(|choice| (choice.name(), Some(*choice)));
    let places: Vec<_> = texts.chain(choices).collect();
    if let Some(placed) = placed(&list.args, &places) {
        list.args = placed.into_iter().map(FunctionArg::Unnamed).collect();
    }
}

/// The arguments in their positions; `None` if one has no position, or a position has none.
fn placed(
    arguments: &[FunctionArg],
    places: &[(&str, Option<Choice>)],
) -> Option<Vec<FunctionArgExpr>> {
    let mut placed: Vec<Option<FunctionArgExpr>> = Vec::new();
    let mut are_named = false;
    for argument in arguments {
        let (place, value) = match argument {
            FunctionArg::Unnamed(value) if !are_named => (placed.len(), value),
            FunctionArg::Named { name, arg, .. }
            | FunctionArg::ExprNamed { name: Expr::Identifier(name), arg, .. } => {
                are_named = true;
                let is_it = |(known, _): &(&str, _)| known.eq_ignore_ascii_case(&name.value);
                (places.iter().position(is_it)?, arg)
            }
            _ => return None,
        };
        if placed.len() <= place {
            placed.resize(place + 1, None);
        }
        let slot = placed.get_mut(place)?;
        if slot.is_some() {
            return None;
        }
        *slot = Some(value.clone());
    }
    let default =
        |choice: Choice| FunctionArgExpr::Expr(Expr::Value(of_no_choice(choice).with_empty_span()));
    let filled = placed.into_iter().zip(places);
    filled.map(|(value, (_, choice))| value.or_else(|| choice.map(default))).collect()
}

fn of_no_choice(choice: Choice) -> Literal {
    match choice {
        Choice::WithDefault | Choice::Idna => Literal::Boolean(false),
        Choice::Level => Literal::SingleQuotedString(Level::Syntax.name().to_owned()),
        Choice::Edition => Literal::SingleQuotedString(RFC3986.name.to_owned()),
    }
}
