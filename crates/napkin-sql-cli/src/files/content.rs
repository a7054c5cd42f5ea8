//! The bytes of a file, or of some of its lines, decompressed.
//!
//! Compressed files may consist of several consecutive members, as parallel compressors write them; all of them are
//! read.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use async_compression::tokio::bufread::{BzDecoder, GzipDecoder, XzDecoder, ZstdDecoder};
use bytes::Bytes;
use datafusion::common::parsers::CompressionTypeVariant;
use datafusion::error::{DataFusionError, Result};
use datafusion::object_store::{GetResultPayload, ObjectMeta, ObjectStore, ObjectStoreExt};
use datafusion_datasource::boundary_stream::AlignedBoundaryStream;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use tokio_util::io::{ReaderStream, StreamReader};

/// The number of bytes per read.
const CHUNK: usize = 1 << 17;
/// The number of bytes of a file that are searched for the end of its first line.
const LONGEST_LINE: usize = 1 << 20;
/// The byte order mark that some programs write first.
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

pub(super) type Content = BoxStream<'static, Result<Bytes>>;

/// All of a file, or the lines that begin in a range of it.
pub(super) async fn open(
    store: &Arc<dyn ObjectStore>,
    file: &ObjectMeta,
    range: Option<Range<u64>>,
    compression: CompressionTypeVariant,
) -> Result<Content> {
    let location = file.location.clone();
    if let Some(Range { start, end }) = range {
        let store = Arc::clone(store);
        let lines = AlignedBoundaryStream::new(store, location, start, end, file.size, b'\n');
        return Ok(lines.await?.map_err(DataFusionError::from).boxed());
    }
    let content = match store.get(&location).await?.payload {
        GetResultPayload::File(file, _) => futures::stream::iter(chunks(file)).boxed(),
        GetResultPayload::Stream(stream) => stream.map_err(DataFusionError::from).boxed(),
    };
    Ok(decompressed(content, compression))
}

/// The content of a local file, read where its rows are made.
fn chunks(mut file: File) -> impl Iterator<Item = Result<Bytes>> + Send {
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let mut chunk = vec![0; CHUNK];
        match file.read(&mut chunk) {
            Ok(0) => None,
            Ok(count) => {
                chunk.truncate(count);
                Some(Ok(chunk.into()))
            }
            Err(error) => {
                is_over = true;
                Some(Err(error.into()))
            }
        }
    })
}

fn decompressed(content: Content, compression: CompressionTypeVariant) -> Content {
    /// Creates a decoder for all members of a file.
    macro_rules! all_members {
        ($decoder:ident) => {{
            let content = content.map_err(io::Error::other);
            let mut decoder = $decoder::new(StreamReader::new(content));
            decoder.multiple_members(true);
            ReaderStream::with_capacity(decoder, CHUNK).map_err(|error| broken(&error)).boxed()
        }};
    }
    match compression {
        CompressionTypeVariant::GZIP => all_members!(GzipDecoder),
        CompressionTypeVariant::BZIP2 => all_members!(BzDecoder),
        CompressionTypeVariant::XZ => all_members!(XzDecoder),
        CompressionTypeVariant::ZSTD => all_members!(ZstdDecoder),
        CompressionTypeVariant::UNCOMPRESSED => content,
    }
}

fn broken(error: &io::Error) -> DataFusionError {
    io::Error::new(error.kind(), format!("it cannot be decompressed to its end: {error}")).into()
}

/// The first record of a file, up to its line break; quotation marks may contain others. The bytes read stay at the
/// front of the content, without a byte order mark and empty lines.
pub(super) async fn first_record(content: &mut Content, has_quotes: bool) -> Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut end = None;
    while end.is_none() && head.len() < LONGEST_LINE {
        let Some(chunk) = content.try_next().await? else { break };
        head.extend_from_slice(&chunk);
        if head.starts_with(BYTE_ORDER_MARK) {
            head.drain(..BYTE_ORDER_MARK.len());
        }
        let empty = head.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        head.drain(..empty);
        end = end_of_record(&head, has_quotes);
    }
    let record = head.get(..end.unwrap_or(head.len())).unwrap_or_default().to_vec();
    let rest = std::mem::replace(content, futures::stream::empty().boxed());
    *content = futures::stream::iter([Ok(Bytes::from(head))]).chain(rest).boxed();
    Ok(record)
}

fn end_of_record(head: &[u8], has_quotes: bool) -> Option<usize> {
    let mut is_quoted = false;
    head.iter().position(|byte| {
        is_quoted ^= has_quotes && *byte == b'"';
        !is_quoted && matches!(byte, b'\n' | b'\r')
    })
}
