//! Removal of lines about erased logs from the parts of exports and re-audits.
//!
//! A part is rewritten line by line before the erasure, with bounded work per step; the transaction that erases the logs
//! replaces the part.

use super::AppError;
use super::work::LEVEL;
use crate::app::App;
use crate::store::{JobRow, Left, LogRow, PartAbout};
use caipan_tiles::hash::sha256;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Error, Write};

/// The maximum number of part bytes per step for more than one log.
const BYTES: i64 = 16 << 20;
/// The maximum number of part bytes per step for a single log.
const MOST: i64 = 64 << 20;

/// Parts that may contain lines about the first of some logs.
pub(super) struct About {
    parts: Vec<PartAbout>,
    /// The number of logs, from the first; at least one.
    pub(super) logs: usize,
}

/// The common prefix of every line.
#[derive(Deserialize)]
struct JobLine<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
}

impl App {
    /// Selects the parts that may mention the logs, limited to what one step can rewrite.
    pub(super) async fn parts_about(&self, job: &JobRow, logs: &[(LogRow, i64)]) -> Result<About, AppError> {
        let (tenant, places) = (job.tenant, places(logs));
        let all = places.clone();
        let parts = self.query(move |store| Ok(store.parts_about(tenant, &all)?)).await?;
        let sizes: Vec<_> = parts.iter().map(|part| (part.places, i64::from(part.bytes))).collect();
        let logs = fitting(&sizes, &places, BYTES);
        Ok(About { parts, logs })
    }

    /// Rewrites the parts without lines about these logs.
    pub(super) async fn without(
        &self,
        about: About,
        logs: &[(LogRow, i64)],
    ) -> Result<Vec<(PartAbout, Left)>, AppError> {
        let places = places(logs);
        let gone: BTreeSet<&str> = logs.iter().map(|(log, _)| log.id.as_str()).collect();
        let (mut all, mut spent) = (Vec::new(), 0);
        for part in about.parts.into_iter().filter(|part| places.iter().any(|place| part.spans(*place))) {
            spent += i64::from(part.bytes);
            if spent > MOST {
                all.push((part, Left::Lost));
                continue;
            }
            self.give_way().await;
            let Some((part, frame)) = self.query(move |store| Ok(store.reread_part(&part)?)).await? else { continue };
            let left = left(&frame, &gone).unwrap_or_else(|error| {
                tracing::warn!(%error, "a part of a job cannot be read and goes with an erased log");
                Left::Lost
            });
            all.push((part, left));
        }
        Ok(all)
    }
}

fn places(logs: &[(LogRow, i64)]) -> Vec<i64> {
    logs.iter().map(|(log, _)| log.place).collect()
}

/// Counts the logs, from the first, whose parts fit into this number of bytes. Parts are ranges of sequence numbers and
/// sizes.
fn fitting(parts: &[((i64, i64), i64)], places: &[i64], bytes: i64) -> usize {
    let mut taken = vec![false; parts.len()];
    let mut sum = 0;
    for (at, place) in places.iter().enumerate() {
        for (((low, high), size), taken) in parts.iter().zip(&mut taken) {
            if !*taken && (low..=high).contains(&place) {
                *taken = true;
                sum += size;
            }
        }
        // The parts of the first log are needed anyway, and further logs in the same parts cost nothing.
        if at == 0 {
            sum = sum.min(bytes);
        } else if sum > bytes {
            return at;
        }
    }
    places.len()
}

/// Rewrites a frame without lines about erased logs.
fn left(frame: &[u8], gone: &BTreeSet<&str>) -> Result<Left, Error> {
    let mut lines = BufReader::new(zstd::Decoder::new(frame)?);
    let mut packed = zstd::Encoder::new(Vec::new(), LEVEL)?;
    let (mut kept, mut taken) = (0, 0);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        if gone.contains(&*serde_json::from_slice::<JobLine<'_>>(&line)?.id) {
            taken += 1;
        } else {
            kept += 1;
            packed.write_all(&line)?;
        }
        line.clear();
    }
    let body = packed.finish()?;
    Ok(match (kept, taken) {
        (_, 0) => Left::Same,
        (0, _) => Left::Nothing,
        (lines, _) => Left::Lines { lines, digest: sha256(&body), body },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(ids: &[&str]) -> Vec<u8> {
        let line = |id: &&str| format!("{{\"id\":\"{id}\",\"raw\":\"a\\nb\"}}\n");
        let lines: Vec<String> = ids.iter().map(line).collect();
        zstd::encode_all(lines.concat().as_bytes(), LEVEL).expect("packed")
    }

    fn left_of(ids: &[&str], gone: &[&str]) -> Left {
        left(&frame(ids), &gone.iter().copied().collect()).expect("lines")
    }

    #[test]
    fn only_the_lines_of_these_logs_go() {
        let Left::Lines { lines, body, digest } = left_of(&["a", "b", "ab", "c"], &["b", "c", "x"]) else {
            panic!("two lines are left")
        };
        let text = zstd::decode_all(&body[..]).expect("a frame");
        assert_eq!((lines, text), (2, zstd::decode_all(&frame(&["a", "ab"])[..]).expect("a frame")));
        assert_eq!(digest, sha256(&body));
        assert!(matches!(left_of(&["a", "b"], &["x"]), Left::Same));
        assert!(matches!(left_of(&["a", "b"], &["a", "b"]), Left::Nothing));
    }

    #[test]
    fn a_step_takes_up_as_many_logs_as_its_parts_are_small() {
        let parts = [((1, 4), 6), ((5, 9), 3), ((2, 2), 2)];
        for (places, bytes, logs) in [
            (&[9, 8, 7, 6, 5, 4, 3][..], 9, 7),
            (&[9, 8, 7, 6, 5, 4, 3], 8, 5),
            (&[4, 3, 2, 1], 1, 2),
            (&[20, 21], 0, 2),
            (&[4, 5], 1, 1),
            (&[], 9, 0),
        ] {
            assert_eq!(fitting(&parts, places, bytes), logs, "{places:?} within {bytes}");
        }
    }

    /// An unreadable line could be about any log.
    #[test]
    fn lines_of_which_nobody_knows_the_log_are_no_lines() {
        let gone = ["a"].into();
        for text in ["{\"no\":\"a\"}\n", "a\n", "{\"id\":\"b\"}\n{\"id\":\"a\"\n", "\n"] {
            let frame = zstd::encode_all(text.as_bytes(), LEVEL).expect("packed");
            assert!(left(&frame, &gone).is_err(), "{text}");
        }
        let whole = frame(&["a", "b"]);
        assert!(left(&whole[..whole.len() - 3], &gone).is_err(), "half a frame");
    }
}
