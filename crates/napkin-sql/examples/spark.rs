//! A plain session of DataFusion with `parse_url` as Spark has it.

use datafusion::assert_batches_eq;
use datafusion::prelude::SessionContext;
use napkin_sql::Aliases;

#[tokio::main]
pub(crate) async fn main() -> datafusion::error::Result<()> {
    let mut session = SessionContext::new();
    Aliases::Spark.register(&mut session)?;
    let sql = "SELECT parse_url(u, 'HOST') AS host, parse_url(u, 'QUERY', '[qw]') AS value \
        FROM (VALUES ('http://h.example/?q=1'), ('http://a_b/?w=2'), ('mailto:a@b?q=3')) AS t(u)";
    let expected = [
        "+-----------+-------+",
        "| host      | value |",
        "+-----------+-------+",
        "| h.example | 1     |",
        "|           | 2     |",
        "|           |       |",
        "+-----------+-------+",
    ];
    assert_batches_eq!(expected, &session.sql(sql).await?.collect().await?);
    Ok(())
}
