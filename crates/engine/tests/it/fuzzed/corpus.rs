//! Checks the laws of every fuzz target over mangled samples. `log/laws.rs` mangles JSON and the text notation, and
//! `mangled.rs` mangles logs, under the same laws.

use super::laws;
use caipan_lab::generate::Rng;
use caipan_log::import::FORMATS;
use std::path::Path;

/// The files of a folder of samples.
fn samples(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(crate::ROOT).join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Applies a few cuts, copies, reversals and changes of single bytes.
fn mangled(bytes: &[u8], chance: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(4) {
        let (from, len) = (chance.below(bytes.len()), chance.below(40));
        let to = (from + len).min(bytes.len());
        match chance.below(5) {
            0 => drop(bytes.drain(from..to)),
            1 => {
                let copy = bytes[from..to].to_vec();
                let at = chance.below(bytes.len());
                bytes.splice(at..at, copy);
            }
            2 => bytes[from..to].reverse(),
            3 if !bytes.is_empty() => bytes[from] = chance.below(256) as u8,
            _ => {
                // Replaces a digit: input that stays well-formed reaches deeper code.
                let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
                if let Some(&at) = chance.pick(&digits) {
                    bytes[at] = b'0' + chance.below(10) as u8;
                }
            }
        }
    }
    bytes
}

#[test]
fn mangled_imports_give_logs_or_useful_errors() {
    for format in FORMATS {
        let samples = samples(&format!("fixtures/import/{}", format.id));
        assert!(!samples.is_empty(), "{} has no samples", format.id);
        let mut chance = Rng::new(21);
        let mut imported = 0;
        for sample in &samples {
            laws::import(format, sample);
            for _ in 0..150 {
                let bytes = mangled(sample, &mut chance);
                imported += usize::from((format.read)(&bytes).is_ok());
                laws::import(format, &bytes);
            }
        }
        assert!(imported > 10, "{}: nothing mangled is a log any more", format.id);
    }
}

#[test]
fn arbitrary_bytes_can_be_judged_as_events() {
    let mut chance = Rng::new(4);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..chance.below(500)).map(|_| chance.below(256) as u8).collect();
        laws::events(&bytes);
    }
}

#[test]
fn audited_logs_render_in_every_format() {
    let mut chance = Rng::new(8);
    for sample in samples("fixtures/demo") {
        laws::reports(&sample);
        for _ in 0..100 {
            laws::reports(&mangled(&sample, &mut chance));
        }
    }
}
