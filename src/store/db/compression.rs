//! How logs and reports are packed at rest: zstd frames with a checksum, by a dictionary.
//!
//! Logs resemble each other, and so do reports: the dictionary holds what they have in common, so that of a log of one hand a little
//! more than half is left of what a frame by itself takes, and of its report a quarter. A frame names its dictionary, and every dictionary
//! that was ever used stays; a frame that names none was packed before there were any. `.ci/dictionary` makes one.

use std::cell::RefCell;
use std::io::{Error, ErrorKind, Read};
use std::sync::LazyLock;
use zstd::bulk::Compressor;
use zstd::dict::{DecoderDictionary, EncoderDictionary};
use zstd::zstd_safe::{CParameter, get_dict_id_from_frame};

/// How hard they are pressed: beyond this level zstd costs more time than it saves space.
const LEVEL: i32 = 3;

/// The dictionaries by their numbers, which are never given anew; the last is the one to pack by.
const ALL: [(u32, &[u8]); 1] = [(65_537, include_bytes!("compression/65537.dict"))];

static KNOWN: LazyLock<Vec<(u32, DecoderDictionary<'static>)>> =
    LazyLock::new(|| ALL.iter().map(|(number, bytes)| (*number, DecoderDictionary::copy(bytes))).collect());
static LAST: LazyLock<EncoderDictionary<'static>> = LazyLock::new(|| {
    let [.., (_, bytes)] = ALL;
    EncoderDictionary::copy(bytes, LEVEL)
});

thread_local! {
    /// Made once in a thread: it holds more memory than a log.
    static PACKER: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

/// Packs bytes. Whoever has time does it, before they are given to the store.
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

/// What was packed.
///
/// # Errors
/// The bytes are damaged, or a program packed them that knows a dictionary which is not known here.
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
    /// A report of its day; only its form matters here.
    const REPORT: &str = include_str!("compression/report.json");

    #[test]
    fn what_is_packed_is_small_and_comes_back() {
        for text in ["", "x", LOG] {
            assert_eq!(unpack(&pack(text.as_bytes()).expect("packed")).expect("unpacked"), text.as_bytes());
        }
        // The example of a log is laid out for people to read, as no client writes one, and so gains little.
        for (text, percent) in [(LOG, 100), (REPORT, 50)] {
            let text = text.as_bytes();
            let (own, alone) = (pack(text).expect("packed"), zstd::encode_all(text, LEVEL).expect("packed"));
            assert!(own.len() * 100 < alone.len() * percent, "{} bytes, {} without", own.len(), alone.len());
        }
    }

    /// Each number is the one that frames name, and frames of every dictionary and of none are read.
    #[test]
    fn whatever_was_packed_before_is_read() {
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
    fn an_unknown_dictionary_and_damage_are_told() {
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
