//! Compresses logs and reports as zstd frames with a checksum and a shared dictionary.
//!
//! Logs resemble each other, and so do reports. With the dictionary, a log of one hand takes a little more than half of
//! what its own frame takes, and its report a quarter. Each frame names its dictionary, so every dictionary ever used
//! stays in the program. `.ci/dictionary` trains a new dictionary.

use std::cell::RefCell;
use std::io::{Error, ErrorKind, Read};
use std::sync::LazyLock;
use zstd::bulk::Compressor;
use zstd::dict::{DecoderDictionary, EncoderDictionary};
use zstd::zstd_safe::{CParameter, get_dict_id_from_frame};

/// Higher levels cost more time than they save space.
const LEVEL: i32 = 3;

/// The dictionaries by number. Numbers are never reused; the last dictionary compresses new data.
const ALL: [(u32, &[u8]); 1] = [(65_537, include_bytes!("compression/65537.dict"))];

static KNOWN: LazyLock<Vec<(u32, DecoderDictionary<'static>)>> =
    LazyLock::new(|| ALL.iter().map(|(number, bytes)| (*number, DecoderDictionary::copy(bytes))).collect());
static LAST: LazyLock<EncoderDictionary<'static>> = LazyLock::new(|| {
    let [.., (_, bytes)] = ALL;
    EncoderDictionary::copy(bytes, LEVEL)
});

thread_local! {
    /// One compressor per thread, because it takes more memory than a log.
    static PACKER: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

/// Compresses bytes. Callers do this before they submit data, so that the write worker does not have to.
pub fn pack(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    PACKER.with_borrow_mut(|packer| {
        let packer = match packer {
            Some(packer) => packer,
            None => {
                let mut new = Compressor::with_prepared_dictionary(&LAST)?;
                new.set_parameter(CParameter::ChecksumFlag(true))?;
                packer.insert(new)
            }
        };
        packer.compress(bytes)
    })
}

/// Decompresses bytes.
///
/// # Errors
///
/// The bytes are damaged, or this version does not know their dictionary.
pub(crate) fn unpack(packed: &[u8]) -> Result<Vec<u8>, Error> {
    let Some(number) = get_dict_id_from_frame(packed) else { return zstd::decode_all(packed) };
    let (_, dictionary) = KNOWN.iter().find(|(known, _)| *known == number.get()).ok_or_else(|| {
        let why = format!("dictionary {number} packed them, which this version of caipan does not know: use the one that stored them, or a newer one");
        Error::new(ErrorKind::Unsupported, why)
    })?;
    let mut bytes = Vec::new();
    zstd::Decoder::with_prepared_dictionary(packed, dictionary)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = include_str!("../../../docs/examples/changsha-a.json");
    /// A report of an earlier version; only its shape matters here.
    const REPORT: &str = include_str!("compression/report.json");

    #[test]
    fn compression_is_small_and_lossless() {
        for text in ["", "x", LOG] {
            assert_eq!(unpack(&pack(text.as_bytes()).expect("packed")).expect("unpacked"), text.as_bytes());
        }
        // The example log is indented for readers, unlike logs from clients, so it gains little.
        for (text, percent) in [(LOG, 100), (REPORT, 50)] {
            let text = text.as_bytes();
            let (own, alone) = (pack(text).expect("packed"), zstd::encode_all(text, LEVEL).expect("packed"));
            assert!(own.len() * 100 < alone.len() * percent, "{} bytes, {} without", own.len(), alone.len());
        }
    }

    /// Checks that frames name their dictionary, and that frames of every dictionary and of none are readable.
    #[test]
    fn reads_frames_of_every_dictionary_and_of_none() {
        for (number, bytes) in ALL {
            let dictionary = EncoderDictionary::copy(bytes, LEVEL);
            let mut packer = Compressor::with_prepared_dictionary(&dictionary).expect("a dictionary");
            let packed = packer.compress(LOG.as_bytes()).expect("packed");
            assert_eq!(get_dict_id_from_frame(&packed).map(u32::from), Some(number));
            assert_eq!(unpack(&packed).expect("unpacked"), LOG.as_bytes());
        }
        let alone = zstd::encode_all(LOG.as_bytes(), 19).expect("packed");
        assert_eq!(unpack(&alone).expect("unpacked"), LOG.as_bytes());
    }

    #[test]
    fn reports_unknown_dictionaries_and_damage() {
        let packed = pack(LOG.as_bytes()).expect("packed");
        let mut newer = packed.clone();
        let number = 65_537_u32.to_le_bytes();
        let at = newer.windows(4).position(|four| four == number).expect("its number");
        newer[at..at + 4].copy_from_slice(&70_000_u32.to_le_bytes());
        let told = unpack(&newer).expect_err("unknown").to_string();
        assert!(told.contains("dictionary 70000") && told.contains("newer"), "{told}");
        let mut missed = 0;
        for at in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[at] ^= 0x04;
            missed += usize::from(unpack(&damaged).is_ok_and(|bytes| bytes != LOG.as_bytes()));
        }
        assert_eq!(missed, 0, "a checksum is there to see it");
        assert!(unpack(&packed[..packed.len() - 1]).is_err());
    }
}
