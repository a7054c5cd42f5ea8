//! `CREATE EXTERNAL TABLE … STORED AS CSV`: files are read as by their names in a query, if the statement has no
//! further options. With options or columns it is left to DataFusion, which matches columns by position, so files
//! whose first lines differ are rejected.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::{Result, plan_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::datasource::listing_table_factory::ListingTableFactory;
use datafusion::logical_expr::CreateExternalTable;
use datafusion::object_store::ObjectMeta;
use futures::TryStreamExt;
use futures::future::BoxFuture;

use super::form::{Form, Kind};
use super::place::{self, Named};
use super::skipped::{Reading, Skipped};
use super::table::FileTable;
use super::{content, told};

/// Creates tables of CSV and JSON Lines from statements.
#[derive(Debug)]
pub(super) struct ExternalFiles {
    others: ListingTableFactory,
    reading: Reading,
}

impl ExternalFiles {
    pub(super) fn new(skipped: Option<Arc<Skipped>>) -> Self {
        let reading = Reading { has_name: false, skipped };
        Self { others: ListingTableFactory::default(), reading }
    }
}

impl TableProviderFactory for ExternalFiles {
    // What `async fn` stands for, but for a future that holds the statement: the compiler would prove for seconds that
    // all expressions are `Send`.
    fn create<'factory, 'session, 'statement, 'table>(
        &'factory self,
        session: &'session dyn Session,
        statement: &'statement CreateExternalTable,
    ) -> BoxFuture<'table, Result<Arc<dyn TableProvider>>>
    where
        Self: 'table,
        'factory: 'table,
        'session: 'table,
        'statement: 'table,
    {
        let others = self.others.create(session, statement);
        let reading = self.reading.clone();
        let (locations, options) = (&statement.locations, &statement.options);
        let kind = kind(&statement.file_type);
        let is_plain = is_plain(statement);
        let has_heads = statement.file_type == "CSV" && statement.schema.fields().is_empty();
        Box::pin(async move {
            if let ([location], true) = (locations.as_slice(), is_plain) {
                let place = match place::of(location) {
                    Ok(Some(Named::Files(place))) => Some(place),
                    Ok(Some(Named::Folder(url))) => {
                        place::of_folder(session, location, &url).await.ok()
                    }
                    Ok(None) | Err(_) => None,
                };
                if let Some(place) = place.filter(|place| Some(place.form.kind) == kind) {
                    let table = FileTable::open(session, location, place, reading).await?;
                    return Ok(Arc::new(table) as _);
                }
            }
            if has_heads {
                same_heads(session, locations, options).await?;
            }
            others.await
        })
    }
}

/// The kind of files by the statement's name for it.
fn kind(called: &str) -> Option<Kind> {
    match called {
        "CSV" => Some(Kind::Csv),
        "JSON" | "NDJSON" => Some(Kind::JsonLines),
        _ => None,
    }
}

/// Whether a statement has only the location and the kind of files.
fn is_plain(statement: &CreateExternalTable) -> bool {
    statement.schema.fields().is_empty()
        && statement.options.is_empty()
        && statement.table_partition_cols.is_empty()
        && statement.order_exprs.is_empty()
        && statement.column_defaults.is_empty()
        && statement.constraints.iter().next().is_none()
        && !statement.unbounded
}

/// Rejects files whose columns may be in different positions.
async fn same_heads(
    session: &dyn Session,
    locations: &[String],
    options: &HashMap<String, String>,
) -> Result<()> {
    let option = |name: &str| options.iter().find(|(key, _)| key.ends_with(name));
    if option("has_header").is_some_and(|(_, value)| value.eq_ignore_ascii_case("false")) {
        return Ok(());
    }
    let compression = option("compression").and_then(|(_, value)| value.parse().ok());
    let mut first: Option<(String, Vec<u8>)> = None;
    for location in locations {
        let url = ListingTableUrl::parse(location)?;
        let store = session.runtime_env().object_store(&url)?;
        let files: Vec<ObjectMeta> =
            url.list_all_files(session, &store, "").await?.try_collect().await?;
        for file in files {
            let shown = format!("/{}", file.location);
            let named = Form::of(&shown).map(|form| form.compression);
            let Some(compression) = compression.or(named) else { continue };
            let head = async {
                let mut content = content::open(&store, &file, None, compression).await?;
                content::first_record(&mut content, true).await
            };
            let head = head.await.map_err(|error| told(&shown, &error))?;
            match &first {
                Some((other, known)) if *known != head => {
                    return plan_err!(
                        "{other} and {shown} have different first lines, and with options columns are told by \
                         their places; leave the options out, or list the columns of one of them"
                    );
                }
                Some(_) => {}
                None => first = Some((shown, head)),
            }
        }
    }
    Ok(())
}
