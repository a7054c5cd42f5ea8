//! What decompression may yield: so many times what was read, whatever the layers, and so many bytes in one
//! document. A few bytes can stand for gigabytes, and compressed again a few for those.

use std::cell::Cell;
use std::io::{self, ErrorKind, Read};

use crate::fault::{Fault, FaultKind};

/// How many times its size an input may become, if nothing else is said. Pages become 5 to 20 times
/// their size, tables and logs up to 200 times; a bomb becomes a thousand times its size with each layer.
pub const RATIO: u32 = 256;

/// How large a document may be that was decompressed, in bytes, if nothing else is said: 256 MiB.
pub const LARGEST_UNPACKED: usize = 256 << 20;

/// What decompression may yield whatever the ratio, in bytes: so much harms nobody.
const HARMLESS: u64 = 16 << 20;

/// How much was read of an input, and how much was made of it by decompression, all layers together.
pub(crate) struct Expansion {
    read: Cell<u64>,
    yielded: Cell<u64>,
    ratio: u32,
    largest: usize,
}

impl Expansion {
    /// Of nothing yet; with the ratio, and the size of one document.
    pub(crate) const fn new(ratio: u32, largest: usize) -> Self {
        Self { read: Cell::new(0), yielded: Cell::new(0), ratio, largest }
    }

    /// How large a document may be that was decompressed.
    pub(crate) const fn largest(&self) -> usize {
        self.largest
    }

    /// An input whose bytes are counted as they are read.
    pub(crate) const fn of_input<R>(&self, reader: R) -> Counted<'_, R> {
        Counted { reader, counter: &self.read }
    }

    /// Whether so many bytes more are within the ratio.
    fn admits(&self, bytes: usize) -> bool {
        let yielded = self.yielded.get().saturating_add(bytes as u64);
        self.yielded.set(yielded);
        yielded <= self.read.get().saturating_mul(self.ratio.into()).max(HARMLESS)
    }

    fn exceeded(&self) -> Fault {
        let detail = format_args!("decompressed, it is more than {} times its size", self.ratio);
        Fault::new(FaultKind::TooLarge, None, detail)
    }

    /// Decompresses a document as a whole, or up to where it is broken: then with what is wrong.
    ///
    /// # Errors
    ///
    /// If nothing of it can be decompressed, or it becomes too large.
    pub(crate) fn whole(&self, decoder: impl Read) -> Result<(Vec<u8>, Option<Fault>), Fault> {
        let mut unpacked = Unpacked::new(decoder, self);
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
            // What came before a break can be read.
            Some(fault) if whole.is_empty() || fault.kind == FaultKind::TooLarge => Err(fault),
            broken => Ok((whole, broken)),
        }
    }
}

/// A reader whose bytes are counted.
pub(crate) struct Counted<'c, R> {
    reader: R,
    counter: &'c Cell<u64>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(to)?;
        self.counter.set(self.counter.get().saturating_add(read as u64));
        Ok(read)
    }
}

/// What a decoder gives, up to where the compressed text is broken or cut off, or becomes too much: what stands
/// before can be read.
pub(crate) struct Unpacked<'e, D> {
    decoder: D,
    expansion: &'e Expansion,
    /// Why it ends, if not because it is at its end.
    pub(crate) broken: Option<Fault>,
}

impl<'e, D> Unpacked<'e, D> {
    pub(crate) const fn new(decoder: D, expansion: &'e Expansion) -> Self {
        Self { decoder, expansion, broken: None }
    }
}

impl<D: Read> Read for Unpacked<'_, D> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        use ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        if self.broken.is_some() {
            return Ok(0);
        }
        match self.decoder.read(to) {
            // The end is never too much, even if what was inside was.
            Ok(read) if read > 0 && !self.expansion.admits(read) => {
                self.broken = Some(self.expansion.exceeded());
                Ok(0)
            }
            Err(error) if matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof) => {
                self.broken = Some(Fault::new(FaultKind::NotCompressed, None, error));
                Ok(0)
            }
            read => read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expansion, HARMLESS};
    use std::io::{Read, repeat};

    #[test]
    fn the_ratio_holds_for_all_layers_together() {
        let expansion = Expansion::new(8, usize::MAX);
        let mut input = expansion.of_input(repeat(0).take(HARMLESS / 4));
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
        // Little is never too much; but for one document it may be.
        assert!(times(&Expansion::new(1, usize::MAX)).is_ok());
        assert!(times(&Expansion::new(1, 1 << 20)).is_err());
    }
}
