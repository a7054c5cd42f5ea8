//! Files of Zstandard frames (RFC 8878), with the dictionary that `.warc.zst` files begin with.
//!
//! The decoder of a frame is ruzstd. This module goes from frame to frame, and past frames that hold no data.

use std::io::{self, BufRead, ErrorKind, Read};

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};

use crate::compression::replay::{Replay, Streams};
use crate::compression::unpack::{BYTES_BEHIND, own};
use crate::compression::{FRAME, is_skippable};

/// The first byte of the skippable frame that holds the dictionary of a file (Zstandard in WARC files, IIPC).
const DICTIONARY: u8 = 0x5D;

/// The first bytes of a dictionary (RFC 8878, 6). One without them is raw content, which WARC files must not have.
const DICTIONARY_MAGIC: [u8; 4] = [0x37, 0xA4, 0x30, 0xEC];

/// The maximum size of a dictionary, packed or not, in bytes.
const LARGEST_DICTIONARY: u64 = 16 << 20;

/// Decompresses consecutive frames. Bytes behind the last one are an error.
pub(crate) struct Frames<R> {
    reader: Replay<R>,
    decoder: FrameDecoder,
    /// Whether a frame is being read.
    is_in_frame: bool,
    /// Whether the first frame was read, so that the data may end.
    has_begun: bool,
    /// A decoded byte that is read first.
    first: Option<u8>,
}

impl<R: BufRead> Frames<R> {
    /// Frames whose window, which takes as much memory, has at most `window` bytes.
    pub(crate) fn new(reader: R, window: u64) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(window);
        let reader = Replay::new(reader);
        Self { reader, decoder, is_in_frame: false, has_begun: false, first: None }
    }

    /// Goes to the next frame with data; returns `false` at the end.
    fn next_frame(&mut self) -> io::Result<bool> {
        loop {
            self.reader.mark();
            let mut magic = [0; 4];
            match read_up_to(&mut self.reader, &mut magic)? {
                0 if self.has_begun => return Ok(false),
                4 => {}
                _ if self.has_begun => return Err(own(BYTES_BEHIND)),
                _ => return Err(ErrorKind::UnexpectedEof.into()),
            }
            if magic == FRAME {
                let begun = self.decoder.reset((&magic[..]).chain(&mut self.reader));
                begun.or_else(|error| self.frame_error(&error))?;
                (self.is_in_frame, self.has_begun) = (true, true);
                return Ok(true);
            }
            if !is_skippable(&magic) {
                return Err(if self.has_begun { own(BYTES_BEHIND) } else { broken() });
            }
            self.skippable(magic[0] == DICTIONARY && !self.has_begun)?;
            self.has_begun = true;
        }
    }

    /// Goes past a frame that holds no data, or takes the dictionary from it.
    fn skippable(&mut self, is_dictionary: bool) -> io::Result<()> {
        let mut len = [0; 4];
        self.reader.read_exact(&mut len)?;
        let len = u64::from(u32::from_le_bytes(len));
        let mut content = self.reader.by_ref().take(len);
        if !is_dictionary {
            let passed = io::copy(&mut content, &mut io::sink())?;
            return if passed < len { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(()) };
        }
        if len > LARGEST_DICTIONARY {
            return Err(own("the dictionary is too large"));
        }
        let mut bytes = Vec::new();
        if (content.read_to_end(&mut bytes)? as u64) < len {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if bytes.starts_with(&FRAME) {
            let packed = Frames::new(&bytes[..], LARGEST_DICTIONARY);
            let mut whole = Vec::new();
            packed.take(LARGEST_DICTIONARY + 1).read_to_end(&mut whole)?;
            bytes = whole;
        }
        if bytes.len() as u64 > LARGEST_DICTIONARY {
            return Err(own("the dictionary is too large"));
        }
        if !bytes.starts_with(&DICTIONARY_MAGIC) {
            return Err(own("the dictionary is raw content, which is not read"));
        }
        let dictionary =
            Dictionary::decode_dict(&bytes).map_err(|_| own("the dictionary is broken"))?;
        self.decoder.add_dict(dictionary).map_err(|_| own("the dictionary is broken"))
    }

    /// Decodes until there is output, or the frame ends.
    fn decode(&mut self) -> io::Result<()> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let blocks = BlockDecodingStrategy::UptoBlocks(1);
            if let Err(error) = self.decoder.decode_blocks(&mut self.reader, blocks) {
                return self.frame_error(&error);
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Frames<R> {
    /// The error of a frame. One that its decoder has at the end of the data is that the data ends.
    fn frame_error(&mut self, error: &FrameDecoderError) -> io::Result<()> {
        Err(match error {
            FrameDecoderError::WindowSizeTooBig { max, .. } => {
                own(format_args!("the window of a frame is larger than {max} bytes"))
            }
            FrameDecoderError::DictNotProvided { .. } => {
                own("the dictionary of a frame is missing")
            }
            _ if self.reader.fill_buf()?.is_empty() => ErrorKind::UnexpectedEof.into(),
            _ => broken(),
        })
    }
}

impl<R: BufRead> Streams for Frames<R> {
    type Reader = R;

    const MAGIC: &'static [u8] = &FRAME;

    fn compressed(&mut self) -> Option<&mut Replay<R>> {
        Some(&mut self.reader)
    }

    fn begin(&mut self) {
        (self.is_in_frame, self.has_begun) = (false, true);
    }

    fn unread(&mut self, byte: u8) {
        self.first = Some(byte);
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let [place, ..] = to else { return Ok(0) };
        if let Some(first) = self.first.take() {
            *place = first;
            return Ok(1);
        }
        loop {
            if !self.is_in_frame && !self.next_frame()? {
                return Ok(0);
            }
            self.decode()?;
            let read = self.decoder.read(to)?;
            if read > 0 {
                return Ok(read);
            }
            self.is_in_frame = false;
            let told = self.decoder.get_checksum_from_data();
            if told.is_some() && told != self.decoder.get_calculated_checksum() {
                return Err(broken());
            }
        }
    }
}

/// Fills a buffer; returns fewer bytes only at the end of the data.
fn read_up_to(reader: &mut impl Read, to: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < to.len() {
        match reader.read(to.get_mut(filled..).unwrap_or_default()) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

fn broken() -> io::Error {
    ErrorKind::InvalidData.into()
}
