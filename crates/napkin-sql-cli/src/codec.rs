//! Serializes tables of files for the machines of a cluster.
//!
//! The codecs of DataFusion write the format of a file, but neither its compression nor the pattern of its name. So
//! a table is sent as its place, and a scan as one of CSV preceded by the real format; one of Parquet is preceded by its
//! format too, since its errors name the file. Everything else is left to Ballista.

use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, TableReference, plan_datafusion_err, plan_err};
use datafusion::datasource::MemTable;
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::datasource::listing::ListingTable;
use datafusion::datasource::physical_plan::{
    CsvSource, FileScanConfig, FileScanConfigBuilder, FileSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::source_as_provider;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan, ScalarUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::bytes::{
    physical_plan_from_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

use super::failure::Failure;
use super::files::{FileTable, Form, Naming, TextSource, naming};
use super::named;

const WRITING: &str = "COPY … TO has executors write files, which this cluster does not allow; '--output FILE' \
    writes the answer here, and 'napkin-sql scheduler --allow-copy' begins a cluster that allows it";

/// The prefix of our messages, which no message of Ballista has.
const OURS: &[u8] = b"\0napkin-sql\n";

#[derive(Debug, Default)]
pub(super) struct LogicalCodec {
    ballista: BallistaLogicalExtensionCodec,
    /// Whether executors write files.
    is_writing_refused: bool,
}

impl LogicalCodec {
    /// The codec of a scheduler, which may allow executors to write files.
    pub(super) fn of_scheduler(may_write: bool) -> Self {
        Self { is_writing_refused: !may_write, ..Self::default() }
    }
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(
        &self,
        buffer: &[u8],
        inputs: &[LogicalPlan],
        context: &TaskContext,
    ) -> Result<Extension> {
        self.ballista.try_decode(buffer, inputs, context)
    }

    fn try_encode(&self, node: &Extension, buffer: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode(node, buffer)
    }

    fn try_decode_table_provider(
        &self,
        buffer: &[u8],
        table: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        match buffer.strip_prefix(OURS) {
            Some(place) => {
                let description = String::from_utf8_lossy(place);
                Ok(Arc::new(FileTable::told(&description, &schema)?))
            }
            None => self.ballista.try_decode_table_provider(buffer, table, schema, context),
        }
    }

    fn try_encode_table_provider(
        &self,
        table: &TableReference,
        node: Arc<dyn TableProvider>,
        buffer: &mut Vec<u8>,
    ) -> Result<()> {
        match node.downcast_ref::<FileTable>() {
            Some(files) => {
                buffer.extend_from_slice(OURS);
                buffer.extend_from_slice(files.description().as_bytes());
                Ok(())
            }
            None => self.ballista.try_encode_table_provider(table, node, buffer),
        }
    }

    fn try_decode_file_format(
        &self,
        buffer: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        // Only COPY … TO has one.
        if self.is_writing_refused {
            return plan_err!("{WRITING}");
        }
        self.ballista.try_decode_file_format(buffer, context)
    }

    fn try_encode_file_format(
        &self,
        buffer: &mut Vec<u8>,
        node: Arc<dyn FileFormatFactory>,
    ) -> Result<()> {
        self.ballista.try_encode_file_format(buffer, node)
    }

    fn try_encode_udf(&self, node: &ScalarUDF, buffer: &mut Vec<u8>) -> Result<()> {
        named::encode(node, buffer);
        Ok(())
    }

    fn try_decode_udf(&self, name: &str, buffer: &[u8]) -> Result<Arc<ScalarUDF>> {
        named::decode(name, buffer)
    }
}

#[derive(Debug, Default)]
pub(super) struct PhysicalCodec(BallistaPhysicalExtensionCodec);

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        buffer: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(ours) = buffer.strip_prefix(OURS) else {
            return self.0.try_decode(buffer, inputs, context, converter);
        };
        let what = || plan_datafusion_err!("no scan of files");
        let end = ours.iter().position(|byte| *byte == b'\n').ok_or_else(what)?;
        let (ending, carrier) = ours.split_at(end + 1);
        let form = Form::of(String::from_utf8_lossy(ending).trim_end()).ok_or_else(what)?;
        let plan = physical_plan_from_bytes_with_extension_codec(carrier, context, self)?;
        if form.is_parquet() {
            return Ok(naming(plan));
        }
        let config = scan(plan.as_ref()).ok_or_else(what)?;
        let source = TextSource::like(form, config.file_source.as_ref());
        let config = FileScanConfigBuilder::from(config.clone())
            .with_file_compression_type(form.compression.into())
            .with_source(Arc::new(source));
        Ok(DataSourceExec::from_data_source(config.build()))
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buffer: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(config) = scan(node.as_ref()) else {
            return self.0.try_encode(node, buffer, converter);
        };
        if let Some(source) = config.file_source.downcast_ref::<Naming>() {
            buffer.extend_from_slice(OURS);
            buffer.extend_from_slice(b".parquet\n");
            let carrier = source.inner(config);
            buffer.extend_from_slice(&physical_plan_to_bytes_with_extension_codec(carrier, self)?);
            return Ok(());
        }
        let Some(source) = config.file_source.downcast_ref::<TextSource>() else {
            return self.0.try_encode(node, buffer, converter);
        };
        buffer.extend_from_slice(OURS);
        buffer.extend_from_slice(source.form().ending().as_bytes());
        buffer.push(b'\n');
        let carrier = Arc::new(CsvSource::new(source.table_schema().clone()));
        let projected = match source.projection() {
            Some(projection) => carrier.try_pushdown_projection(projection)?,
            None => None,
        };
        let config = FileScanConfigBuilder::from(config.clone())
            .with_source(projected.unwrap_or(carrier))
            .build();
        let carrier = DataSourceExec::from_data_source(config);
        buffer.extend_from_slice(&physical_plan_to_bytes_with_extension_codec(carrier, self)?);
        Ok(())
    }

    fn try_encode_udf(&self, node: &ScalarUDF, buffer: &mut Vec<u8>) -> Result<()> {
        named::encode(node, buffer);
        Ok(())
    }

    fn try_decode_udf(&self, name: &str, buffer: &[u8]) -> Result<Arc<ScalarUDF>> {
        named::decode(name, buffer)
    }
}

/// Rejects plans that a cluster would execute differently from one machine, before anything runs.
///
/// # Errors
///
/// If the plan reads a table whose compression is lost in transfer, or that exists only here.
pub(super) fn check(plan: &LogicalPlan) -> Result<(), Failure> {
    let mut refused = None;
    plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node {
            let table = source_as_provider(&scan.source)?;
            refused = refusal(table.as_ref()).map(|why| (scan.table_name.to_string(), why));
        }
        let is_refused = refused.is_some();
        Ok(if is_refused { TreeNodeRecursion::Stop } else { TreeNodeRecursion::Continue })
    })?;
    match refused {
        Some((table, why)) => Err(Failure::Usage(format!("the table {table} {why}"))),
        None => Ok(()),
    }
}

/// Why a table cannot be read on a cluster, if so.
fn refusal(table: &dyn TableProvider) -> Option<&'static str> {
    if table.is::<MemTable>() {
        return Some(
            "is in the memory of this machine, which a cluster does not see; write it to a file",
        );
    }
    let files = table.downcast_ref::<ListingTable>()?;
    let compression = files.options().format.compression_type();
    let is_lost = compression.is_some_and(|compression| compression.is_compressed());
    is_lost.then_some("is compressed, which a cluster is not told of CREATE EXTERNAL TABLE; name its files in the query, as in FROM 'links.csv.gz'")
}

/// The scan of files, if a plan is one.
fn scan(plan: &dyn ExecutionPlan) -> Option<&FileScanConfig> {
    plan.downcast_ref::<DataSourceExec>()?.data_source().downcast_ref::<FileScanConfig>()
}
