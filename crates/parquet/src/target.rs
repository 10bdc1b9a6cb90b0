//! The place of an export: a folder, or a prefix of a bucket in S3-compatible object storage.

use crate::ExportError;
use bytes::{Buf, Bytes};
use caipan_tiles::bilingual;
use futures_util::TryStreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt, PutPayload};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::runtime::{Builder, Runtime};

/// The scheme of S3-compatible object storage.
const S3: &str = "s3://";

/// The place of an export.
#[derive(Clone)]
pub struct Target(Arc<Inner>);

struct Inner {
    shown: String,
    store: Arc<dyn ObjectStore>,
    below: Path,
    /// The folder of the target, if it is one.
    folder: Option<PathBuf>,
    runtime: Runtime,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(&self.0.shown).finish()
    }
}

impl Target {
    /// Opens a folder, which is created if missing, or `s3://BUCKET/PREFIX` with the settings of the environment
    /// (`AWS_ACCESS_KEY_ID`, `AWS_REGION`, `AWS_ENDPOINT` …).
    pub fn open(written: &str) -> Result<Target, ExportError> {
        let fails = |error: &dyn fmt::Display| ExportError::target(written, error);
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| fails(&error))?;
        let (store, below, folder): (Arc<dyn ObjectStore>, _, _) = match written.strip_prefix(S3) {
            Some(place) => {
                let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
                (bucket_of(bucket).map_err(|error| fails(&error))?, Path::from(prefix), None)
            }
            None if written.contains("://") => {
                return Err(ExportError::of(bilingual!(
                    "{written}：只能导出到目录或 s3://桶/前缀。其他存储请用它与 S3 兼容的接口，并以 AWS_ENDPOINT 指明地址。",
                    "{written}: the target is a folder or s3://BUCKET/PREFIX. Reach other storage through its S3-compatible interface \
                     and name it in AWS_ENDPOINT."
                )));
            }
            None => {
                let folder = PathBuf::from(written);
                std::fs::create_dir_all(&folder).map_err(|error| fails(&error))?;
                let store = LocalFileSystem::new_with_prefix(&folder).map_err(|error| fails(&error))?;
                (Arc::new(store.with_fsync(true)) as Arc<dyn ObjectStore>, Path::default(), Some(folder))
            }
        };
        Ok(Target(Arc::new(Inner { shown: written.to_owned(), store, below, folder, runtime })))
    }

    /// The path that all files are below.
    pub(crate) fn below(&self) -> &Path {
        &self.0.below
    }

    /// Returns a path as a person would name it.
    pub(crate) fn shown(&self, path: &Path) -> String {
        match &self.0.folder {
            Some(folder) => folder.join(path.as_ref()).display().to_string(),
            None => {
                let bucket = self.0.shown.get(S3.len()..).and_then(|place| place.split('/').next()).unwrap_or_default();
                format!("{S3}{bucket}/{path}")
            }
        }
    }

    /// Lists the Parquet files of a folder, in the order of their names. In a folder of this machine, removes what a killed
    /// run left half written under another name.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<ObjectMeta>, ExportError> {
        self.remove_half_written(folder)?;
        let listed = self.0.runtime.block_on(self.0.store.list(Some(folder)).try_collect::<Vec<ObjectMeta>>());
        let mut files = listed.map_err(|error| ExportError::target(&self.shown(folder), &error))?;
        files.retain(|file| file.location.extension() == Some("parquet"));
        files.sort_by(|a, b| a.location.cmp(&b.location));
        Ok(files)
    }

    fn remove_half_written(&self, folder: &Path) -> Result<(), ExportError> {
        let Some(place) = self.0.folder.as_ref().map(|root| root.join(folder.as_ref())) else { return Ok(()) };
        let Ok(entries) = std::fs::read_dir(&place) else { return Ok(()) };
        for entry in entries.flatten() {
            // The store writes beside the file, with a number, and renames what is complete.
            if entry.file_name().to_string_lossy().contains(".parquet#") {
                std::fs::remove_file(entry.path())
                    .map_err(|error| ExportError::target(&entry.path().display().to_string(), &error))?;
            }
        }
        Ok(())
    }

    /// Writes a file, which appears complete or not at all.
    pub(crate) fn put(&self, path: &Path, content: Vec<u8>) -> Result<(), ExportError> {
        let put = self.0.store.put(path, PutPayload::from(content));
        self.0.runtime.block_on(put).map(drop).map_err(|error| ExportError::target(&self.shown(path), &error))
    }

    /// Returns a file for the reader of Parquet, which fetches the parts that it needs.
    pub(crate) fn reader(&self, file: &ObjectMeta) -> Remote {
        Remote { target: self.clone(), path: file.location.clone(), size: file.size }
    }
}

/// Returns a bucket with the settings of the environment.
fn bucket_of(bucket: &str) -> Result<Arc<dyn ObjectStore>, object_store::Error> {
    // The HTTP client takes the cryptography of the process; a program that installed its own keeps it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let is_plain = |name: &str| std::env::var(name).is_ok_and(|address| address.starts_with("http://"));
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
    if is_plain("AWS_ENDPOINT") || is_plain("AWS_ENDPOINT_URL") {
        builder = builder.with_allow_http(true);
    }
    Ok(Arc::new(builder.build()?))
}

/// A file of the target.
pub(crate) struct Remote {
    target: Target,
    path: Path,
    size: u64,
}

impl Length for Remote {
    fn len(&self) -> u64 {
        self.size
    }
}

impl ChunkReader for Remote {
    type T = bytes::buf::Reader<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        let length = usize::try_from(self.size.saturating_sub(start)).unwrap_or(usize::MAX);
        Ok(self.get_bytes(start, length)?.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        let range = start..start.saturating_add(length as u64);
        let inner = &self.target.0;
        let read = inner.runtime.block_on(inner.store.get_range(&self.path, range));
        read.map_err(|error| ParquetError::External(Box::new(error)))
    }
}
