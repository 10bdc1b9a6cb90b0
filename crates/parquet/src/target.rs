//! The place of an export: a folder, or a prefix of a bucket in S3-compatible object storage.

use crate::ExportError;
use bytes::{Buf, Bytes};
use caipan_tiles::bilingual;
use futures_util::TryStreamExt;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::local::LocalFileSystem;
use object_store::path::{Path, PathPart};
use object_store::{
    ClientConfigKey, ObjectMeta, ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutPayload, RetryConfig,
};
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::runtime::{Builder, Runtime};

/// The scheme of S3-compatible object storage.
const S3: &str = "s3://";

/// The maximum wait for one answer of object storage, for a caller that repeats its calls.
const PATIENCE: &str = "10 seconds";

/// The place of an export.
#[derive(Clone)]
pub struct Target {
    inner: Arc<Inner>,
    below: Path,
}

struct Inner {
    shown: String,
    store: Arc<dyn ObjectStore>,
    /// The folder of the target, if it is one.
    folder: Option<PathBuf>,
    /// Present until the target is dropped.
    runtime: Option<Runtime>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        // The last owner may be on a thread of another runtime, which must not wait for this one.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Inner {
    /// Waits for an answer of the store. Must not be called on a thread that drives another runtime.
    fn wait<T>(&self, answer: impl Future<Output = Result<T, object_store::Error>>) -> Result<T, object_store::Error> {
        let ended = || object_store::Error::Generic { store: "caipan", source: "the target is closed".into() };
        self.runtime.as_ref().ok_or_else(ended)?.block_on(answer)
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(&self.inner.shown).field(&self.below.as_ref()).finish()
    }
}

impl Target {
    /// Opens a folder, which is created if missing, or `s3://BUCKET/PREFIX` with the settings of the environment
    /// (`AWS_ACCESS_KEY_ID`, `AWS_REGION`, `AWS_ENDPOINT` …).
    pub fn open(written: &str) -> Result<Target, ExportError> {
        Target::opened(written, false)
    }

    /// Opens a target for a caller that repeats failed calls: object storage has seconds to answer, not minutes.
    pub fn open_for_steps(written: &str) -> Result<Target, ExportError> {
        Target::opened(written, true)
    }

    fn opened(written: &str, in_steps: bool) -> Result<Target, ExportError> {
        let fails = |error: &dyn fmt::Display| ExportError::target(written, error);
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| fails(&error))?;
        let (store, below, folder): (Arc<dyn ObjectStore>, _, _) = match written.strip_prefix(S3) {
            Some(place) => {
                let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
                (bucket_of(bucket, in_steps).map_err(|error| fails(&error))?, Path::from(prefix), None)
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
        let inner = Inner { shown: written.to_owned(), store, folder, runtime: Some(runtime) };
        Ok(Target { inner: Arc::new(inner), below })
    }

    /// Returns the part of this target for one value of a further column: `tenant=acme`.
    pub fn beneath(&self, column: &str, value: &str) -> Target {
        let below = self.below.clone().join(PathPart::from(format!("{column}={value}")));
        Target { inner: Arc::clone(&self.inner), below }
    }

    /// The path that all files are below.
    pub(crate) fn below(&self) -> &Path {
        &self.below
    }

    /// Returns a path as a person would name it.
    pub(crate) fn shown(&self, path: &Path) -> String {
        match &self.inner.folder {
            Some(folder) => folder.join(path.as_ref()).display().to_string(),
            None => {
                let bucket =
                    self.inner.shown.get(S3.len()..).and_then(|place| place.split('/').next()).unwrap_or_default();
                format!("{S3}{bucket}/{path}")
            }
        }
    }

    /// Lists the Parquet files of a folder, in the order of their names. In a folder of this machine, removes what a killed
    /// run left half written under another name.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<ObjectMeta>, ExportError> {
        self.remove_half_written(folder)?;
        let listed = self.inner.wait(self.inner.store.list(Some(folder)).try_collect::<Vec<ObjectMeta>>());
        let mut files = listed.map_err(|error| ExportError::store(&self.shown(folder), &error))?;
        files.retain(|file| file.location.extension() == Some("parquet"));
        files.sort_by(|a, b| a.location.cmp(&b.location));
        Ok(files)
    }

    fn remove_half_written(&self, folder: &Path) -> Result<(), ExportError> {
        let Some(place) = self.inner.folder.as_ref().map(|root| root.join(folder.as_ref())) else { return Ok(()) };
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

    /// Returns a file, or `None` if there is none.
    pub(crate) fn file(&self, path: &Path) -> Result<Option<ObjectMeta>, ExportError> {
        match self.inner.wait(self.inner.store.head(path)) {
            Ok(file) => Ok(Some(file)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(ExportError::store(&self.shown(path), &error)),
        }
    }

    /// Writes a file, which appears complete or not at all.
    pub(crate) fn put(&self, path: &Path, content: Vec<u8>) -> Result<(), ExportError> {
        let put = self.inner.store.put(path, PutPayload::from(content));
        self.inner.wait(put).map(drop).map_err(|error| ExportError::store(&self.shown(path), &error))
    }

    /// Writes a file that does not exist yet, complete or not at all. Fails if another process was faster.
    pub(crate) fn create(&self, path: &Path, content: Vec<u8>) -> Result<(), ExportError> {
        let content = PutPayload::from(content);
        let options = PutOptions::from(PutMode::Create);
        match self.inner.wait(self.inner.store.put_opts(path, content.clone(), options)) {
            Ok(_) => Ok(()),
            Err(object_store::Error::AlreadyExists { .. } | object_store::Error::Precondition { .. }) => {
                Err(ExportError::raced(&self.shown(path)))
            }
            // Some folders have no links and some storage has no conditions. There, files are only as safe as the lease of a job.
            Err(error) if self.inner.folder.is_some() || is_unknown(&error) => {
                let put = self.inner.store.put(path, content);
                self.inner.wait(put).map(drop).map_err(|error| ExportError::store(&self.shown(path), &error))
            }
            Err(error) => Err(ExportError::store(&self.shown(path), &error)),
        }
    }

    /// Returns a file for the reader of Parquet, which fetches the parts that it needs.
    pub(crate) fn reader(&self, file: &ObjectMeta) -> Remote {
        Remote { target: self.clone(), path: file.location.clone(), size: file.size }
    }
}

/// Returns a bucket with the settings of the environment.
fn bucket_of(bucket: &str, in_steps: bool) -> Result<Arc<dyn ObjectStore>, object_store::Error> {
    // The HTTP client takes the cryptography of the process; a program that installed its own keeps it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let is_plain = |name: &str| std::env::var(name).is_ok_and(|address| address.starts_with("http://"));
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket);
    if is_plain("AWS_ENDPOINT") || is_plain("AWS_ENDPOINT_URL") {
        builder = builder.with_allow_http(true);
    }
    if in_steps {
        let timeout = AmazonS3ConfigKey::Client(ClientConfigKey::Timeout);
        let retry = RetryConfig { max_retries: 1, ..RetryConfig::default() };
        builder = builder.with_config(timeout, PATIENCE).with_retry(retry);
    }
    Ok(Arc::new(builder.build()?))
}

/// Returns whether a store does not know an operation.
fn is_unknown(error: &object_store::Error) -> bool {
    matches!(error, object_store::Error::NotImplemented { .. } | object_store::Error::NotSupported { .. })
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
        let inner = &self.target.inner;
        let read = inner.wait(inner.store.get_range(&self.path, range));
        read.map_err(|error| ParquetError::External(Box::new(error)))
    }
}
