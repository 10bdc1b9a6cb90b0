//! Streaming decompression into reserved memory, up to the limit of a body.

use super::budget::{Budget, Full, Held};
use actix_web::web::Bytes;
use flate2::write::MultiGzDecoder;
use flate2::{Decompress, FlushDecompress, Status};
use std::io::{Error, ErrorKind, Write};
use zstd::stream::raw::{DParameter, Decoder, Operation};

/// The maximum window of a zstd frame as a power of two: 8 MiB, which RFC 8878 requires of every decoder.
const WINDOW: u32 = 23;
/// The output size of a decoder step.
const PIECE: usize = 32 << 10;
/// The memory of a decoder: tables and buffers.
const INFLATE: usize = 96 << 10;
const ZSTD: usize = 384 << 10;

/// A content coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Plain,
    Gzip,
    Deflate,
    Zstd,
}

impl Packing {
    /// The supported codings for `Accept-Encoding`.
    pub(super) const KNOWN: &str = "gzip, deflate, zstd";

    /// The content coding with this name.
    pub(super) fn named(coding: &str) -> Option<Packing> {
        match coding.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Some(Packing::Plain),
            "gzip" | "x-gzip" => Some(Packing::Gzip),
            "deflate" => Some(Packing::Deflate),
            "zstd" => Some(Packing::Zstd),
            _ => None,
        }
    }
}

/// Why a body was rejected.
#[derive(Debug)]
pub(super) enum Refused {
    /// There is no memory for it.
    Full(Full),
    /// It cannot be decompressed.
    Broken(Error),
}

impl From<Full> for Refused {
    fn from(full: Full) -> Refused {
        Refused::Full(full)
    }
}

/// A body being received.
pub(super) struct Unpacking {
    /// The maximum bytes as sent, so that input without output also ends.
    most: usize,
    taken: usize,
    to: Unpacker,
}

enum Unpacker {
    Plain(Held),
    Gzip(MultiGzDecoder<Sink>),
    Steps { decoder: Steps, piece: Box<[u8]>, to: Held, open: bool },
}

/// A decoder that works in steps.
enum Steps {
    Deflate(Decompress),
    Zstd(Decoder<'static>),
}

impl Steps {
    /// Returns the consumed input, the produced output, and whether more must follow.
    fn step(&mut self, input: &[u8], piece: &mut [u8]) -> Result<(usize, usize, bool), Error> {
        match self {
            Steps::Deflate(decoder) => {
                let before = (decoder.total_in(), decoder.total_out());
                let status = decoder.decompress(input, piece, FlushDecompress::None)?;
                let (taken, came) = (decoder.total_in() - before.0, decoder.total_out() - before.1);
                // Both are bounded by the buffers.
                Ok((taken as usize, came as usize, status != Status::StreamEnd))
            }
            Steps::Zstd(decoder) => {
                let done = decoder.run_on_buffers(input, piece)?;
                Ok((done.bytes_read, done.bytes_written, done.remaining > 0))
            }
        }
    }
}

impl Unpacking {
    /// Creates a decoder for a body with a limit, compressed or not.
    pub(super) fn new(packing: Packing, budget: &Budget, limit: usize) -> Result<Unpacking, Refused> {
        let held = |beside, again| Held::new(budget, limit, beside, again);
        let steps = |decoder, to| Unpacker::Steps { decoder, piece: vec![0; PIECE].into(), to, open: true };
        let to = match packing {
            Packing::Plain => Unpacker::Plain(held(0, 0)?),
            Packing::Gzip => Unpacker::Gzip(MultiGzDecoder::new(Sink { to: held(INFLATE, 0)?, full: None })),
            Packing::Deflate => steps(Steps::Deflate(Decompress::new(true)), held(INFLATE, 0)?),
            Packing::Zstd => {
                // The window holds a second copy of the output.
                let to = held(ZSTD, 1)?;
                let mut decoder = Decoder::new().map_err(Refused::Broken)?;
                decoder.set_parameter(DParameter::WindowLogMax(WINDOW)).map_err(Refused::Broken)?;
                steps(Steps::Zstd(decoder), to)
            }
        };
        // Incompressible data grows slightly when it is compressed.
        let most = if packing == Packing::Plain { limit } else { limit + limit / 256 + 1024 };
        Ok(Unpacking { most, taken: 0, to })
    }

    /// Decodes a chunk.
    pub(super) fn push(&mut self, mut chunk: &[u8]) -> Result<(), Refused> {
        self.taken = self.taken.saturating_add(chunk.len());
        if self.taken > self.most {
            return Err(Full::TooLarge.into());
        }
        match &mut self.to {
            Unpacker::Plain(to) => Ok(to.push(chunk)?),
            Unpacker::Gzip(decoder) => decoder.write_all(chunk).map_err(|error| decoder.get_ref().refused(error)),
            Unpacker::Steps { decoder, piece, to, open } => loop {
                let (taken, came, more) = decoder.step(chunk, piece).map_err(Refused::Broken)?;
                to.push(piece.get(..came).unwrap_or_default())?;
                chunk = chunk.get(taken..).unwrap_or_default();
                if taken > 0 || came > 0 {
                    *open = more;
                } else if !chunk.is_empty() {
                    return Err(Refused::Broken(ErrorKind::InvalidData.into()));
                }
                if chunk.is_empty() && (came < PIECE || !*open) {
                    return Ok(());
                }
            },
        }
    }

    /// Returns the body if it is complete.
    pub(super) fn finish(self) -> Result<Bytes, Refused> {
        match self.to {
            Unpacker::Plain(to) | Unpacker::Steps { to, open: false, .. } => Ok(to.done()),
            Unpacker::Steps { .. } => Err(Refused::Broken(ErrorKind::UnexpectedEof.into())),
            Unpacker::Gzip(mut decoder) => {
                decoder.try_finish().map_err(|error| decoder.get_ref().refused(error))?;
                Ok(decoder.finish().map_err(Refused::Broken)?.to.done())
            }
        }
    }
}

/// The output of a decoder; an error stops the decoder.
struct Sink {
    to: Held,
    full: Option<Full>,
}

impl Sink {
    /// The reason: the sink, or the decoder itself.
    fn refused(&self, error: Error) -> Refused {
        self.full.map_or(Refused::Broken(error), Refused::Full)
    }
}

impl Write for Sink {
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        match self.to.push(piece) {
            Ok(()) => Ok(piece.len()),
            Err(full) => {
                self.full = Some(full);
                Err(ErrorKind::OutOfMemory.into())
            }
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::{GzEncoder, ZlibEncoder};
    use std::io::Read;

    fn packed(packing: Packing, bytes: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        match packing {
            Packing::Plain => packed.extend_from_slice(bytes),
            Packing::Gzip => drop(GzEncoder::new(bytes, Compression::best()).read_to_end(&mut packed)),
            Packing::Deflate => drop(ZlibEncoder::new(bytes, Compression::best()).read_to_end(&mut packed)),
            Packing::Zstd => packed = zstd::encode_all(bytes, 19).expect("packed"),
        }
        packed
    }

    fn unpacked(packing: Packing, sent: &[u8], limit: usize, chunk: usize) -> Result<Bytes, Refused> {
        let budget = Budget::new(64 << 20);
        let mut unpacking = Unpacking::new(packing, &budget, limit)?;
        sent.chunks(chunk).try_for_each(|chunk| unpacking.push(chunk))?;
        unpacking.finish()
    }

    const ALL: [Packing; 4] = [Packing::Plain, Packing::Gzip, Packing::Deflate, Packing::Zstd];

    #[test]
    fn what_was_packed_comes_out_whole() {
        let text: Vec<u8> = (0..200_000_u32).flat_map(u32::to_le_bytes).collect();
        for packing in ALL {
            for bytes in [&b""[..], b"x", &text[..PIECE], &text] {
                let sent = packed(packing, bytes);
                for chunk in [7, 4096, usize::MAX] {
                    let out = unpacked(packing, &sent, 1 << 20, chunk).expect("whole");
                    assert!(out == bytes, "{packing:?} {} in pieces of {chunk}", bytes.len());
                }
                if packing != Packing::Plain && !sent.is_empty() {
                    let cut = unpacked(packing, &sent[..sent.len() - 1], 1 << 20, 4096);
                    assert!(matches!(cut, Err(Refused::Broken(_))), "{packing:?} {}: {cut:?}", bytes.len());
                }
            }
        }
        let twice = [packed(Packing::Zstd, b"one"), packed(Packing::Zstd, b"two")].concat();
        assert_eq!(unpacked(Packing::Zstd, &twice, 100, 1).expect("two frames"), "onetwo");
        let twice = [packed(Packing::Gzip, b"one"), packed(Packing::Gzip, b"two")].concat();
        assert_eq!(unpacked(Packing::Gzip, &twice, 100, usize::MAX).expect("two members"), "onetwo");
    }

    #[test]
    fn nothing_passes_the_limit() {
        for packing in ALL {
            let limit = 300_000;
            let just = unpacked(packing, &packed(packing, &vec![b' '; limit]), limit, 4096);
            assert_eq!(just.map(|out| out.len()).ok(), Some(limit), "{packing:?}");
            let over = unpacked(packing, &packed(packing, &vec![b' '; limit + 1]), limit, 4096);
            assert!(matches!(over, Err(Refused::Full(Full::TooLarge))), "{packing:?}: {over:?}");
        }
        // Empty frames produce nothing and must still reach a limit.
        let empty = packed(Packing::Zstd, b"").repeat(1000);
        assert!(empty.len() > 3000);
        assert!(matches!(unpacked(Packing::Zstd, &empty, 1000, 512), Err(Refused::Full(Full::TooLarge))));
        for packing in &ALL[1..] {
            assert!(matches!(unpacked(*packing, b"no such thing", 1000, 512), Err(Refused::Broken(_))), "{packing:?}");
        }
    }
}
