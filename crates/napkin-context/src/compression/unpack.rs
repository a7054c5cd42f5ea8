//! The limits of decompression: a ratio to the input over all layers, and a size for each document. A few bytes can
//! expand to gigabytes, and be compressed repeatedly.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::fault::{Fault, FaultKind};

/// The default ratio of decompressed size to input size. Pages expand 5 to 20 times, tables and logs up to 200
/// times; a bomb expands a thousand times with each layer.
pub const RATIO: u32 = 256;

/// The default maximum size of a decompressed document, in bytes: 256 MiB.
pub const LARGEST_UNPACKED: usize = 256 << 20;

/// The decompressed size that is allowed at any ratio, in bytes.
const HARMLESS: u64 = 16 << 20;

/// The error of bytes behind the end of compressed data.
pub(crate) const BYTES_BEHIND: &str = "more bytes follow the compressed data";

/// An error of a decoder in words of this crate.
#[derive(Debug)]
struct Own(String);

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Own {}

/// An error in compressed data, with its text.
pub(crate) fn own(text: impl fmt::Display) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, Own(text.to_string()))
}

/// The text of an error in compressed data. Libraries have texts of their own for each byte that can be wrong; a reader
/// needs to know that the data is cut, or broken, or refused.
fn reason(error: &io::Error) -> String {
    let own = error.get_ref().and_then(|error| error.downcast_ref::<Own>());
    let text = match error.kind() {
        ErrorKind::UnexpectedEof => "the compressed data ends too early",
        ErrorKind::OutOfMemory => "its decoder needs more memory than is allowed",
        ErrorKind::Unsupported => "it has a form of its compression that is not read",
        _ => "the compressed data is broken",
    };
    own.map_or_else(|| text.to_owned(), Own::to_string)
}

/// The bytes read and decompressed, over all layers, and the limits.
///
/// A record of an archive may become `ratio` times its own size. What becomes more than that is taken from a reserve,
/// which all records share: 16 MiB, or what the records before it left of theirs. So a record that expands too much is
/// refused without effect on those behind it, and the work stays a multiple of the input. A file that is no archive is
/// one record.
///
/// A clone has the same counters, so that each layer of decompression holds one.
#[derive(Clone)]
pub(crate) struct Expansion {
    counters: Arc<Counters>,
    ratio: u32,
    largest: usize,
}

#[derive(Default)]
struct Counters {
    read: Count,
    /// The number of bytes read when the current record began.
    began: Count,
    /// The number of bytes decompressed in the current record.
    yielded: Count,
    /// The bytes that the records so far left of what they may become.
    left: Count,
    /// The bytes taken from the reserve.
    taken: Count,
    /// Whether the file is an archive, whose records are judged one by one.
    by_record: AtomicBool,
    /// Whether the current record is refused.
    is_exceeded: AtomicBool,
    /// The error that ended the decompression of the file, if any.
    broken: Mutex<Option<Fault>>,
    /// Whether the file is to go on behind the error.
    is_resuming: AtomicBool,
    /// Whether the last read of the input failed.
    is_input_failing: AtomicBool,
}

/// A counter of bytes, which one thread changes at a time.
#[derive(Default)]
struct Count(AtomicU64);

impl Count {
    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self, bytes: u64) {
        self.0.store(bytes, Ordering::Relaxed);
    }

    /// Adds bytes; the sum.
    fn add(&self, bytes: u64) -> u64 {
        let sum = self.get().saturating_add(bytes);
        self.set(sum);
        sum
    }
}

impl Expansion {
    /// No bytes yet; with the ratio, and the size limit of one document.
    pub(crate) fn new(ratio: u32, largest: usize) -> Self {
        Self { counters: Arc::default(), ratio, largest }
    }

    /// A reader of the input that counts its bytes.
    pub(crate) fn of_input<R>(&self, reader: R) -> Counted<R> {
        Counted { reader, expansion: self.clone() }
    }

    /// Begins a record of an archive, which is judged by itself.
    pub(crate) fn begin_record(&self) {
        let counters = &*self.counters;
        let (own, yielded) = (self.own(), counters.yielded.get());
        if yielded > own {
            counters.taken.add(yielded);
        } else {
            counters.left.add(own - yielded);
        }
        counters.by_record.store(true, Ordering::Relaxed);
        counters.began.set(counters.read.get());
        counters.yielded.set(0);
        counters.is_exceeded.store(false, Ordering::Relaxed);
    }

    /// The bytes that the current record may become by its own size.
    fn own(&self) -> u64 {
        (self.counters.read.get() - self.counters.began.get()).saturating_mul(self.ratio.into())
    }

    /// Whether `bytes` more bytes are within the limits.
    fn admits(&self, bytes: usize) -> bool {
        let counters = &*self.counters;
        let yielded = counters.yielded.add(bytes as u64);
        let reserve = counters.left.get().max(HARMLESS).saturating_sub(counters.taken.get());
        yielded <= self.own().max(reserve)
    }

    /// Why the current record is refused, if it is.
    pub(crate) fn refusal(&self) -> Option<Fault> {
        self.is_exceeded().then(|| self.exceeded())
    }

    fn is_exceeded(&self) -> bool {
        self.counters.is_exceeded.load(Ordering::Relaxed)
    }

    /// The error that ended the decompression of the file, if any.
    pub(crate) fn broken(&self) -> Option<Fault> {
        self.counters.broken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Goes on behind the error that ended the data, with the next compressed stream of the file; the error and where the file
    /// goes on. `None` if there is no error, or nothing behind it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(crate) fn resume(&self, data: &mut impl BufRead) -> io::Result<Option<Fault>> {
        if self.broken().is_none_or(|fault| fault.kind != FaultKind::NotCompressed) {
            return Ok(None);
        }
        self.counters.is_resuming.store(true, Ordering::Relaxed);
        let goes_on = !data.fill_buf()?.is_empty();
        self.counters.is_resuming.store(false, Ordering::Relaxed);
        let mut broken = self.counters.broken.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(broken.take_if(|_| goes_on))
    }

    fn exceeded(&self) -> Fault {
        let detail = format_args!("decompressed, it is more than {} times its size", self.ratio);
        Fault::new(FaultKind::TooLarge, None, detail)
    }

    /// Decompresses a whole document, or its part before an error, with the error.
    ///
    /// # Errors
    ///
    /// If none of it can be decompressed, or it is too large.
    pub(crate) fn whole(&self, decoder: impl Read) -> Result<(Vec<u8>, Option<Fault>), Fault> {
        let mut unpacked = Unpacked::of_document(decoder, self);
        let limit = (self.largest as u64).saturating_add(1);
        let mut whole = Vec::new();
        if let Err(error) = unpacked.by_ref().take(limit).read_to_end(&mut whole) {
            return Err(Fault::new(FaultKind::TooLarge, None, error));
        }
        if whole.len() > self.largest {
            return Err(Fault::new(
                FaultKind::TooLarge,
                None,
                format_args!("{} bytes", self.largest),
            ));
        }
        match unpacked.broken {
            // The data before an error is usable.
            Some(fault) if whole.is_empty() || fault.kind == FaultKind::TooLarge => Err(fault),
            broken => Ok((whole, broken)),
        }
    }
}

/// A reader that counts the bytes that were taken from its buffer.
pub(crate) struct Counted<R> {
    reader: R,
    expansion: Expansion,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(to);
        self.expansion.counters.is_input_failing.store(read.is_err(), Ordering::Relaxed);
        self.expansion.counters.read.add(*read.as_ref().unwrap_or(&0) as u64);
        read
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let filled = self.reader.fill_buf();
        self.expansion.counters.is_input_failing.store(filled.is_err(), Ordering::Relaxed);
        filled
    }

    fn consume(&mut self, bytes: usize) {
        self.reader.consume(bytes);
        self.expansion.counters.read.add(bytes as u64);
    }
}

/// The output of a decoder, up to an error, a truncation or a limit; the data before is usable. In an archive a limit
/// does not end it: the record is [refused](Expansion::refusal), and skipped by its reader.
pub(crate) struct Unpacked<D> {
    decoder: D,
    expansion: Expansion,
    /// How the decoder goes on, if it has the whole file, not a document in it. Its error is that of the
    /// [file](Expansion::broken).
    resume: Option<Resume<D>>,
    /// The error that ended it, if any.
    broken: Option<Fault>,
}

/// Goes on behind the broken stream of a decoder; the offset of the next one in the compressed data, if there is one.
type Resume<D> = fn(&mut D) -> io::Result<Option<u64>>;

impl<D> Unpacked<D> {
    /// The decompressed file.
    pub(crate) fn of_file(decoder: D, resume: Resume<D>, expansion: &Expansion) -> Self {
        Self { decoder, expansion: expansion.clone(), resume: Some(resume), broken: None }
    }

    /// A decompressed document in the file.
    fn of_document(decoder: D, expansion: &Expansion) -> Self {
        Self { decoder, expansion: expansion.clone(), resume: None, broken: None }
    }

    /// Ends the data.
    fn end(&mut self, fault: Fault) {
        if self.resume.is_some() {
            let broken = self.expansion.counters.broken.lock();
            // The error of the outermost layer is the cause of those inside.
            broken.unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| fault.clone());
        }
        self.broken = Some(fault);
    }

    /// Whether the data goes on behind an error, as it is asked to.
    fn goes_on(&mut self) -> io::Result<bool> {
        let counters = &self.expansion.counters;
        let resume = self.resume.filter(|_| counters.is_resuming.swap(false, Ordering::Relaxed));
        let Some(resume) = resume else { return Ok(false) };
        let Some(offset) = resume(&mut self.decoder)? else { return Ok(false) };
        self.broken = None;
        let mut broken = counters.broken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fault) = &mut *broken {
            let next = format!("; reading goes on at byte {offset} of the compressed data");
            fault.detail.push_str(&next);
        }
        Ok(true)
    }
}

impl<D: Read> Read for Unpacked<D> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.broken.is_some() && !self.goes_on()? {
            return Ok(0);
        }
        // The rest of a refused record is passed by.
        let is_counted = !(self.resume.is_some() && self.expansion.is_exceeded());
        match self.decoder.read(to) {
            // The end of the data is never over the limit, even if its content was.
            Ok(read) if is_counted && read > 0 && !self.expansion.admits(read) => {
                let counters = &self.expansion.counters;
                if self.resume.is_some() && counters.by_record.load(Ordering::Relaxed) {
                    counters.is_exceeded.store(true, Ordering::Relaxed);
                    return Ok(read);
                }
                self.end(self.expansion.exceeded());
                Ok(0)
            }
            // What is no error of the input is one of the data, whatever kind the decoder gives it.
            Err(error) if !self.expansion.counters.is_input_failing.load(Ordering::Relaxed) => {
                self.end(Fault::new(FaultKind::NotCompressed, None, reason(&error)));
                Ok(0)
            }
            read => read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expansion, HARMLESS};
    use std::io::{BufReader, Read, repeat};

    #[test]
    fn the_ratio_holds_for_all_layers_together() {
        let expansion = Expansion::new(8, usize::MAX);
        let mut input = expansion.of_input(BufReader::new(repeat(0).take(HARMLESS / 4)));
        std::io::copy(&mut input, &mut std::io::sink()).unwrap();
        let times = |expansion: &Expansion| expansion.whole(repeat(0).take(HARMLESS));
        assert_eq!(times(&expansion).unwrap().0.len() as u64, HARMLESS);
        assert_eq!(times(&expansion).unwrap().0.len() as u64, HARMLESS);
        let fault = times(&expansion).unwrap_err();
        assert_eq!(fault.kind.name(), "too-large");
        assert_eq!(
            fault.to_string(),
            "larger than what may be read: decompressed, it is more than 8 times its size"
        );
        // A small size is never over the ratio, but it may be over the limit of a document.
        assert!(times(&Expansion::new(1, usize::MAX)).is_ok());
        assert!(times(&Expansion::new(1, 1 << 20)).is_err());
    }
}
