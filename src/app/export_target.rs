//! The place of Parquet exports and the names of players in them. Only the operator sets them.

#[cfg(feature = "parquet")]
use caipan_parquet::{PlayerNames, Step, Target};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::path::Path;

/// The place of Parquet exports, open.
#[cfg(feature = "parquet")]
#[derive(Clone, Debug)]
pub struct ExportTarget {
    target: Target,
    players: PlayerNames,
}

/// The place of Parquet exports; a program without the feature `parquet` has none.
#[cfg(not(feature = "parquet"))]
#[derive(Clone, Debug)]
pub enum ExportTarget {}

#[cfg(feature = "parquet")]
impl ExportTarget {
    /// Opens a folder or `s3://BUCKET/PREFIX`. Players get pseudonyms under the key in a file, or are left out.
    pub fn open(target: &str, key_file: Option<&Path>) -> Result<ExportTarget, Text> {
        let players = match key_file {
            Some(path) => {
                let key = std::fs::read(path).map_err(|error| {
                    let path = path.display();
                    bilingual!(
                        "无法读取化名的密钥 {path}：{error}。请检查 --export-key-file 的路径和权限。",
                        "The key of pseudonyms {path} cannot be read: {error}. Check the path of --export-key-file and its permissions."
                    )
                })?;
                PlayerNames::keyed(&key).map_err(|error| error.text)?
            }
            None => PlayerNames::LeftOut,
        };
        let target = Target::open_for_steps(target).map_err(|error| error.text)?;
        Ok(ExportTarget { target, players })
    }

    /// Begins a step of a job of a tenant.
    pub(super) fn step(&self, tenant: &str, job: &str) -> Box<Step> {
        Box::new(Step::new(self.target.beneath("tenant", tenant), self.players.clone(), job))
    }
}

#[cfg(not(feature = "parquet"))]
impl ExportTarget {
    /// Refuses, because this program writes no Parquet files.
    pub fn open(_target: &str, _key_file: Option<&Path>) -> Result<ExportTarget, Text> {
        Err(bilingual!(
            "--export-target 需要带 Parquet 导出的程序。请换用以 --features parquet 构建的程序（docs/parquet.md），或去掉此设置。",
            "--export-target needs a program with the Parquet export. Use one that is built with --features parquet (docs/parquet.md), or \
             remove the setting."
        ))
    }
}

/// The sentence of a program that writes no Parquet files.
#[cfg(not(feature = "parquet"))]
pub(super) fn missing_target() -> Text {
    bilingual!(
        "本程序不含 Parquet 导出。请换用以 --features parquet 构建的程序（docs/parquet.md），或用 lines 格式导出。",
        "This program has no Parquet export. Use one that is built with --features parquet (docs/parquet.md), or export in the format lines."
    )
}

/// The sentence of a service whose operator has set no target.
#[cfg(feature = "parquet")]
pub(super) fn missing_target() -> Text {
    bilingual!(
        "没有设置 Parquet 文件的存放处。请运维设置 --export-target（CAIPAN_EXPORT_TARGET），或用 lines 格式导出。",
        "There is no place for Parquet files. The operator sets it with --export-target (CAIPAN_EXPORT_TARGET). Or export in the format \
         lines."
    )
}
