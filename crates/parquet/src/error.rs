//! The reason why an export stops, and its fix.

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::fmt;

/// The reason why an export stops, and its fix in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportError {
    /// The sentence for people.
    pub text: Text,
}

impl ExportError {
    pub(crate) fn of(text: Text) -> ExportError {
        ExportError { text }
    }

    /// A target that cannot be opened, read or written.
    pub(crate) fn target(shown: &str, error: &dyn fmt::Display) -> ExportError {
        let error = error.to_string();
        ExportError::of(bilingual!(
            "{shown}：{error}。请检查路径、权限和磁盘空间；若是 s3://，请检查 AWS_ENDPOINT、AWS_REGION 和密钥（docs/parquet.md）。再次运行\
             会从断处继续。",
            "{shown}: {error}. Check the path, the permissions and the disk; for s3:// check AWS_ENDPOINT, AWS_REGION and the keys \
             (docs/parquet.md). Another run continues where this one stopped."
        ))
    }

    /// A target whose files cannot be read as exports.
    pub(crate) fn foreign(file: &str, error: &dyn fmt::Display) -> ExportError {
        let error = error.to_string();
        ExportError::of(bilingual!(
            "{file} 不是本程序导出的 Parquet 文件（{error}）。请移走它，或换一个目录导出。",
            "{file} is no Parquet file of this program ({error}). Move it away, or export into another folder."
        ))
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} · {}", self.text.zh, self.text.en)
    }
}

impl std::error::Error for ExportError {}
