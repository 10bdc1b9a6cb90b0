//! The reason why an export stops, and its fix.

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::{fmt, io};

/// The errors of a folder that only an operator removes.
const REFUSALS: [io::ErrorKind; 4] = [
    io::ErrorKind::PermissionDenied,
    io::ErrorKind::ReadOnlyFilesystem,
    io::ErrorKind::NotADirectory,
    io::ErrorKind::IsADirectory,
];

/// The reason why an export stops, and its fix in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportError {
    /// The sentence for people.
    pub text: Text,
    /// True if the same call may succeed later: the target did not answer, or another process wrote at the same time.
    pub is_temporary: bool,
}

impl ExportError {
    pub(crate) fn of(text: Text) -> ExportError {
        ExportError { text, is_temporary: false }
    }

    /// A failed call to the target. A refusal stays one; anything else may pass.
    pub(crate) fn store(shown: &str, error: &object_store::Error) -> ExportError {
        ExportError { is_temporary: !is_refusal(error), ..ExportError::target(shown, error) }
    }

    /// A file that another process created at the same time.
    pub(crate) fn raced(file: &str) -> ExportError {
        let text = bilingual!(
            "{file} 刚由另一个进程写出。请再运行一次，会从断处继续。",
            "Another process has just written {file}. Another run continues from there."
        );
        ExportError { text, is_temporary: true }
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

/// Returns whether a store refuses a call, so that repeating it is of no use.
fn is_refusal(error: &object_store::Error) -> bool {
    use object_store::Error;
    let is_of_folder = || {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
        while let Some(error) = cause {
            if let Some(error) = error.downcast_ref::<io::Error>() {
                return REFUSALS.contains(&error.kind());
            }
            cause = error.source();
        }
        false
    };
    match error {
        Error::Generic { .. } => is_of_folder(),
        Error::JoinError { .. } | Error::Precondition { .. } | Error::AlreadyExists { .. } => false,
        _ => true,
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} · {}", self.text.zh, self.text.en)
    }
}

impl std::error::Error for ExportError {}
