//! The functions under the names that other engines have for them.
//!
//! A pack is asked for, since its names are short and common. What differs from the engine is told in
//! `docs/sql.md`.

mod spark;

use std::sync::Arc;

use datafusion::error::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::ScalarUDF;

use crate::functions;

/// A pack of names that another engine has for the functions.
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

/// The names of Trino, and the functions that they stand for.
const TRINO: &[(&str, &str)] = &[
    ("url_extract_protocol", "uri_scheme"),
    ("url_extract_host", "uri_host"),
    ("url_extract_port", "uri_port"),
    ("url_extract_path", "uri_path"),
    ("url_extract_query", "uri_query"),
    ("url_extract_fragment", "uri_fragment"),
    ("url_extract_parameter", "uri_query_param"),
];

/// Those of ClickHouse, in lowercase, as names in SQL become without quotation marks.
const CLICKHOUSE: &[(&str, &str)] = &[
    ("protocol", "uri_scheme"),
    ("domain", "uri_host"),
    ("port", "uri_port"),
    ("path", "uri_path"),
    ("querystring", "uri_query"),
    ("fragment", "uri_fragment"),
    ("extracturlparameter", "uri_query_param"),
];

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

    /// The functions of the pack.
    pub fn functions(self) -> Vec<Arc<ScalarUDF>> {
        let names = match self {
            Self::Spark => {
                return vec![
                    spark::PARSE_URL.to_alias("parse_url"),
                    spark::PARSE_URL.to_alias("try_parse_url"),
                ];
            }
            Self::Trino => TRINO,
            Self::ClickHouse => CLICKHOUSE,
        };
        let named =
            names.iter().filter_map(|(name, of)| Some(functions::named(of)?.to_alias(name)));
        named.collect()
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
}
