//! Decodes bytes to rows.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::{Buf, Bytes};
use datafusion::arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions, new_null_array};
use datafusion::arrow::csv::reader::Decoder as CsvDecoder;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::reader::Decoder as JsonDecoder;
use datafusion::error::{DataFusionError, Result};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt, TryStreamExt};

use super::content::Content;
use super::empties::{Marker, without_marks};

/// Decodes pieces of a file to rows.
pub(super) trait Decode: Send {
    /// Takes bytes, at most until a batch is full; returns their number.
    fn decode(&mut self, piece: &[u8]) -> Result<usize, ArrowError>;

    /// Marks the end of the input.
    fn end(&mut self) -> Result<(), ArrowError>;

    /// The rows so far, if there are any.
    fn flush(&mut self) -> Result<Option<RecordBatch>, ArrowError>;
}

impl Decode for CsvDecoder {
    fn decode(&mut self, piece: &[u8]) -> Result<usize, ArrowError> {
        // An empty piece would mean the end.
        if piece.is_empty() { Ok(0) } else { Self::decode(self, piece) }
    }

    fn end(&mut self) -> Result<(), ArrowError> {
        Self::decode(self, &[]).map(drop)
    }

    fn flush(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        Self::flush(self)
    }
}

impl Decode for JsonDecoder {
    fn decode(&mut self, piece: &[u8]) -> Result<usize, ArrowError> {
        Self::decode(self, piece)
    }

    fn end(&mut self) -> Result<(), ArrowError> {
        if self.has_partial_record() {
            return Err(ArrowError::JsonError("the last object has no end".to_owned()));
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        Self::flush(self)
    }
}

/// The rows of a file.
pub(super) fn rows(
    content: Content,
    decoder: Box<dyn Decode>,
) -> impl Stream<Item = Result<RecordBatch>> + Send {
    struct State {
        content: Content,
        decoder: Box<dyn Decode>,
        piece: Bytes,
        is_over: bool,
    }
    let state = State { content, decoder, piece: Bytes::new(), is_over: false };
    futures::stream::try_unfold(state, |mut state| async move {
        loop {
            if !state.piece.is_empty() {
                let taken = state.decoder.decode(&state.piece)?;
                state.piece.advance(taken);
                if taken > 0 {
                    continue;
                }
                // The batch is full.
                return match state.decoder.flush()? {
                    Some(batch) => Ok(Some((batch, state))),
                    None => Err(DataFusionError::Internal("nothing was decoded".to_owned())),
                };
            }
            if state.is_over {
                return Ok(state.decoder.flush()?.map(|batch| (batch, state)));
            }
            if let Some(piece) = state.content.try_next().await? {
                state.piece = piece;
            } else {
                state.decoder.end()?;
                state.is_over = true;
            }
        }
    })
}

/// The bytes of CSV with its empty texts marked, and a flag that says whether there are any.
pub(super) fn with_marks(
    content: Content,
    delimiter: u8,
    texts: Vec<bool>,
    is_cut: bool,
) -> (Content, Arc<AtomicBool>) {
    let has_marks = Arc::new(AtomicBool::new(false));
    let marker = Marker::new(delimiter, texts, Arc::clone(&has_marks));
    let marked = futures::stream::try_unfold(
        (content, Some(marker)),
        move |(mut content, marker)| async move {
            let Some(mut marker) = marker else { return Ok(None) };
            if let Some(piece) = content.try_next().await? {
                let piece = marker.mark(piece);
                return Ok(Some((piece, (content, Some(marker)))));
            }
            if is_cut && marker.is_open() {
                return Err(DataFusionError::Execution(LINES_IN_QUOTES.to_owned()));
            }
            let last = marker.end();
            Ok::<_, DataFusionError>(Some((last, (content, None))))
        },
    );
    (marked.boxed(), has_marks)
}

const LINES_IN_QUOTES: &str = "a text between quotation marks goes over several lines, so the file cannot \
    be read in parts; 'SET datafusion.catalog.newlines_in_values = true' before the query has it read as a whole";

/// The mapping of a file's columns to the requested ones.
pub(super) struct Placed {
    pub(super) schema: SchemaRef,
    /// For each requested column, whether the file has it. Existing ones are in this order.
    pub(super) is_there: Vec<bool>,
    pub(super) has_marks: Option<Arc<AtomicBool>>,
}

impl Placed {
    /// The rows with all requested columns, NULL where the file has none.
    pub(super) fn place(&self, batch: &RecordBatch) -> Result<RecordBatch> {
        let has_marks = self.has_marks.as_ref().is_some_and(|marks| marks.load(Ordering::Relaxed));
        let mut found = batch.columns().iter();
        let columns = self.is_there.iter().zip(self.schema.fields()).map(|(is_there, field)| {
            match found.next_if(*is_there) {
                Some(column) if has_marks => without_marks(column),
                Some(column) => ArrayRef::clone(column),
                None => new_null_array(field.data_type(), batch.num_rows()),
            }
        });
        let columns = columns.collect();
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options)?)
    }
}

/// The next item, if one is available.
trait NextIf: Iterator {
    fn next_if(&mut self, is_there: bool) -> Option<Self::Item> {
        if is_there { self.next() } else { None }
    }
}

impl<I: Iterator> NextIf for I {}

/// A stream of rows, as a scan returns it.
pub(super) type Rows = BoxStream<'static, Result<RecordBatch>>;
