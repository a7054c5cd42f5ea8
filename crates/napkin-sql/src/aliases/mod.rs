//! The functions of other engines: with their names, and equal answers for equal texts.
//!
//! A pack is added on request, since its names are short and common. Alternatively, its names stand for the
//! functions of napkin, with their answers; a column of the pack says which names have one.

mod clickhouse;
mod form;
mod key;
mod spark;
mod trino;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_expr::ScalarUDF;
use datafusion_expr::registry::FunctionRegistry;

use crate::function::Function;
use crate::functions;

/// One function of another engine.
struct Alias {
    name: &'static str,
    function: &'static Function,
    /// Whether the function fails if it has no answer.
    is_strict: bool,
    /// The function of napkin for the name, if napkin's answers are requested.
    own: Option<&'static str>,
}

/// A pack of functions of another engine.
///
/// ```
/// use napkin_sql::Aliases;
///
/// let aliases = Aliases::named("trino").unwrap();
/// assert!(aliases.functions().iter().any(|function| function.aliases() == ["url_extract_host"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aliases {
    /// `parse_url`, as Apache Spark and Hive have it.
    Spark,
    /// `url_extract_host` and its siblings.
    Trino,
    /// `domain`, `protocol` and others.
    ClickHouse,
}

impl Aliases {
    /// All packs.
    pub const ALL: [Self; 3] = [Self::Spark, Self::Trino, Self::ClickHouse];

    /// The name of the pack on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spark => "spark",
            Self::Trino => "trino",
            Self::ClickHouse => "clickhouse",
        }
    }

    /// The pack with this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pack| pack.name() == name)
    }

    const fn aliases(self) -> &'static [Alias] {
        match self {
            Self::Spark => spark::ALIASES,
            Self::Trino => trino::ALIASES,
            Self::ClickHouse => clickhouse::ALIASES,
        }
    }

    /// The functions of the pack, with the answers of the engine. Queries call each by its alias; its name, which plans
    /// have, tells the engine and its version (`spark-4.3.0:parse_url`).
    pub fn functions(self) -> Vec<Arc<ScalarUDF>> {
        let aliases = self.aliases().iter();
        aliases.map(|alias| alias.function.alias(alias.name, alias.is_strict)).collect()
    }

    /// napkin's own functions under the names of the pack; names without one are left out.
    pub fn own_functions(self) -> Vec<Arc<ScalarUDF>> {
        let mut own: Vec<_> = self.aliases().iter().filter_map(|alias| alias.own).collect();
        own.dedup();
        let of = |own: &'static str| {
            let spark = Some(&spark::OWN).filter(|function| function.name == own);
            let names = self.aliases().iter().filter(move |alias| alias.own == Some(own));
            let function = functions::named(own).or(spark)?;
            Some(function.known_as(names.map(|alias| alias.name)))
        };
        own.into_iter().filter_map(of).collect()
    }

    /// Registers the functions of the pack in a session, or in another function registry.
    ///
    /// # Errors
    ///
    /// An error of the registry, if it accepts no functions.
    ///
    /// ```
    /// use datafusion::prelude::SessionContext;
    /// use napkin_sql::Aliases;
    ///
    /// let mut session = SessionContext::new();
    /// Aliases::Spark.register(&mut session)?;
    /// # Ok::<(), datafusion::error::DataFusionError>(())
    /// ```
    pub fn register(self, registry: &mut dyn FunctionRegistry) -> Result<()> {
        self.functions()
            .into_iter()
            .try_for_each(|function| registry.register_udf(function).map(drop))
    }

    /// Registers napkin's own functions under the names of the pack, so that queries for the engine get napkin's
    /// answers.
    ///
    /// # Errors
    ///
    /// An error of the registry, if it accepts no functions.
    pub fn register_own(self, registry: &mut dyn FunctionRegistry) -> Result<()> {
        self.own_functions()
            .into_iter()
            .try_for_each(|function| registry.register_udf(function).map(drop))
    }
}
