//! `--watch`: waits until a file that the run reads appears, changes or disappears.
//!
//! Files are polled, because notifications of the system do not reach network folders and containers. The pause grows
//! with the number of files, so that polling a large folder does not keep the disk busy.

use super::super::documents::{self, folders::FolderFilter};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

/// The shortest and the longest pause between two looks.
const PAUSE: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));
/// The pause in units of the time that a look takes.
const REST: u32 = 20;

/// The files of a run with size and time of change.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Files(BTreeMap<PathBuf, (u64, Option<SystemTime>)>);

impl Files {
    /// Looks at the files.
    pub(super) fn of(paths: &[PathBuf], filter: &FolderFilter) -> Files {
        let mut files = BTreeMap::new();
        documents::visit(paths, filter, &mut |path, metadata| {
            files.insert(path.to_owned(), (metadata.len(), metadata.modified().ok()));
        });
        Files(files)
    }

    /// The number of files.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Waits until the files differ from these and have stayed the same for one pause, so that no file is read while it
    /// is written. Returns the files then.
    pub(super) fn changed(&self, paths: &[PathBuf], filter: &FolderFilter) -> Files {
        let mut last = None;
        loop {
            let begun = Instant::now();
            let now = Files::of(paths, filter);
            if now != *self && last.as_ref() == Some(&now) {
                return now;
            }
            last = Some(now);
            let (least, most) = PAUSE;
            sleep((begun.elapsed() * REST).clamp(least, most));
        }
    }
}
