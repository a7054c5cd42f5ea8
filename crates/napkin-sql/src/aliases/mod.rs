//! The functions of other engines: their names, and for the same texts the same answers.
//!
//! A pack is asked for, since its names are short and common. Or its names stand for the functions here, with their
//! answers; which names have one is a column of the pack.

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
    /// Whether it fails where it has no answer.
    is_strict: bool,
    /// Our function that the name stands for, where our own answers are asked for.
    own: Option<&'static str>,
}

/// A pack of functions that another engine has.
///
/// ```
/// use napkin_sql::Aliases;
///
/// let aliases = Aliases::named("trino").unwrap();
/// assert!(aliases.functions().iter().any(|function| function.name() == "url_extract_host"));
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

    /// The functions of the pack, which answer as the engine does.
    pub fn functions(self) -> Vec<Arc<ScalarUDF>> {
        let aliases = self.aliases().iter();
        aliases.map(|alias| alias.function.to_alias(alias.name, alias.is_strict)).collect()
    }

    /// Our own functions, which the names of the pack stand for as well; those that have none are left out.
    pub fn own_functions(self) -> Vec<Arc<ScalarUDF>> {
        let mut own: Vec<_> = self.aliases().iter().filter_map(|alias| alias.own).collect();
        own.dedup();
        let of = |own: &'static str| {
            let spark = Some(&spark::OWN).filter(|function| function.name == own);
            let names = self.aliases().iter().filter(move |alias| alias.own == Some(own));
            let function = functions::named(own).or(spark)?;
            Some(function.to_known_as(names.map(|alias| alias.name)))
        };
        own.into_iter().filter_map(of).collect()
    }

    /// Makes the functions of the pack known to a session, or to anything else that holds functions.
    ///
    /// # Errors
    ///
    /// Those of the registry, if it takes no functions.
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

    /// Makes our own functions known by the names of the pack, so that queries for the engine get our answers.
    ///
    /// # Errors
    ///
    /// Those of the registry, if it takes no functions.
    pub fn register_own(self, registry: &mut dyn FunctionRegistry) -> Result<()> {
        self.own_functions()
            .into_iter()
            .try_for_each(|function| registry.register_udf(function).map(drop))
    }
}
