//! Files of gzip members, one after another (RFC 1952, 2.2), of which a broken one does not end the reading; and bodies of
//! HTTP in the coding `deflate`.

use std::io::{self, BufRead, Read};

use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};

use crate::compression::Data;
use crate::compression::replay::{Replay, Streams};
use crate::compression::unpack::{BYTES_BEHIND, Expansion, own};
use crate::fault::{Fault, FaultKind};

/// Decompresses consecutive members. Bytes behind the last one are an error.
pub(crate) struct Members<R: BufRead> {
    /// The decoder of the current member; `None` behind the last one.
    decoder: Option<GzDecoder<Replay<R>>>,
    /// A decoded byte that is read first.
    first: Option<u8>,
}

impl<R: BufRead> Members<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { decoder: Some(GzDecoder::new(Replay::new(reader))), first: None }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let [place, ..] = to else { return Ok(0) };
        if let Some(first) = self.first.take() {
            *place = first;
            return Ok(1);
        }
        loop {
            let Some(decoder) = &mut self.decoder else { return Ok(0) };
            let read = decoder.read(to)?;
            if read > 0 {
                return Ok(read);
            }
            match decoder.get_mut().fill_buf()?.first() {
                None => self.decoder = None,
                Some(first) if *first == Self::MAGIC[0] => self.begin(),
                Some(_) => return Err(own(BYTES_BEHIND)),
            }
        }
    }
}

impl<R: BufRead> Streams for Members<R> {
    type Reader = R;

    /// With the only method of compression that there is.
    const MAGIC: &'static [u8] = &[0x1F, 0x8B, 8];

    fn compressed(&mut self) -> Option<&mut Replay<R>> {
        self.decoder.as_mut().map(GzDecoder::get_mut)
    }

    fn begin(&mut self) {
        self.decoder = self.decoder.take().map(|decoder| {
            let mut compressed = decoder.into_inner();
            compressed.mark();
            GzDecoder::new(compressed)
        });
    }

    fn unread(&mut self, byte: u8) {
        self.first = Some(byte);
    }
}

/// Decompresses a body in the coding `deflate`: in the format of zlib, or without it, as some servers send it.
pub(super) fn deflated(bytes: &[u8], expansion: &Expansion) -> Result<Data, Fault> {
    if bytes.first().is_some_and(|first| first & 0x0F == 8) {
        all(ZlibDecoder::new(bytes), |decoder| !decoder.get_ref().is_empty(), expansion)
    } else {
        all(DeflateDecoder::new(bytes), |decoder| !decoder.get_ref().is_empty(), expansion)
    }
}

/// The output of a decoder, and its error. Bytes behind the data are an error too, as in gzip; `goes_on` finds them.
fn all<D: Read>(
    mut decoder: D,
    goes_on: impl Fn(&mut D) -> bool,
    expansion: &Expansion,
) -> Result<Data, Fault> {
    let (whole, broken) = expansion.whole(&mut decoder)?;
    let behind = || Fault::new(FaultKind::NotCompressed, None, BYTES_BEHIND);
    Ok((whole, broken.or_else(|| goes_on(&mut decoder).then(behind))))
}
