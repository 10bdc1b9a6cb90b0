//! Measures native audits for a comparison with the module: `speed FOLDER` prints the seconds of the best of ten rounds.

use caipan_adapter::{InputFormat, read_each};
use caipan_engine::report::to_json;
use caipan_log::Limits;
use caipan_tiles::hash::sha256;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("give FOLDER")?;
    let mut logs = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        logs.push(std::fs::read(entry?.path())?);
    }
    let mut best = None;
    for _ in 0..10 {
        let began = Instant::now();
        let mut bytes = 0;
        for log in &logs {
            for read in read_each(log, InputFormat::Content, &Limits::default()).map_err(|refusal| refusal.text.en)? {
                let report = read.and_then(|read| read.report(&sha256(log))).map_err(|refusal| refusal.text.en)?;
                bytes += to_json(&report).len();
            }
        }
        let passed = began.elapsed();
        if bytes > 0 && best.is_none_or(|best| passed < best) {
            best = Some(passed);
        }
    }
    let best = best.ok_or("the folder has no logs")?;
    println!("{}.{:09}", best.as_secs(), best.subsec_nanos());
    Ok(())
}
