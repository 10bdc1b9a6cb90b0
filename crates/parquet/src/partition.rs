//! Partitions of an export: the day of a match and its platform, in the paths that Hive, Spark, DuckDB and Polars read.

use caipan_adapter::ReadLog;
use caipan_tiles::hash::sha256;
use object_store::path::{Path, PathPart};

/// The word for an unknown value in such paths; readers return null for it.
const UNKNOWN: &str = "__HIVE_DEFAULT_PARTITION__";

/// Maximum length of a platform in a path, in characters: names of files are limited to 255 bytes.
const LONGEST: usize = 40;

/// A partition: the logs of one day and one platform.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Partition {
    /// The day on which the first hand began, by the offset that the log writes: `2026-03-01`; `None` if not recorded.
    pub day: Option<String>,
    /// The platform; `None` if not recorded.
    pub platform: Option<String>,
}

impl Partition {
    /// Returns the partition of a log.
    pub fn of(read: &ReadLog) -> Partition {
        let log = &read.log;
        let started = log.hands.first().and_then(|hand| hand.started_at);
        Partition {
            day: started.map(|at| at.date_naive().to_string()),
            platform: log.source.platform.clone().filter(|name| !name.is_empty()),
        }
    }

    /// Returns the folder below the target: `day=2026-03-01/platform=acme`.
    pub(crate) fn path(&self, below: &Path) -> Path {
        let platform = self.platform.as_deref().map(short);
        let day = format!("day={}", self.day.as_deref().unwrap_or(UNKNOWN));
        let platform = format!("platform={}", platform.as_deref().unwrap_or(UNKNOWN));
        below.clone().join(PathPart::from(day)).join(PathPart::from(platform))
    }
}

/// Returns the name of a platform, a long one as its beginning and a part of its digest.
fn short(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    let digest = sha256(name.as_bytes());
    let begin: String = name.chars().take(LONGEST).collect();
    format!("{begin}-{}", digest.trim_start_matches("sha256:").get(..12).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(day: Option<&str>, platform: Option<&str>) -> String {
        let partition = Partition { day: day.map(str::to_owned), platform: platform.map(str::to_owned) };
        partition.path(&Path::from("base")).to_string()
    }

    #[test]
    fn paths_are_those_of_hive() {
        assert_eq!(path(Some("2026-03-01"), Some("平台")), "base/day=2026-03-01/platform=平台");
        assert_eq!(path(None, None), format!("base/day={UNKNOWN}/platform={UNKNOWN}"));
    }

    #[test]
    fn platforms_leave_no_folder_and_exceed_no_limit() {
        assert_eq!(path(None, Some("../../x")).matches('/').count(), 2);
        let long = "长".repeat(1000);
        let name = path(None, Some(&long));
        assert!(name.rsplit('/').next().unwrap().len() < 255, "{name}");
        assert_ne!(name, path(None, Some(&format!("{long}人"))));
    }
}
