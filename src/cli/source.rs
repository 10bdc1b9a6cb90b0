//! How the logs of a command line are read: as what they look like, as a named format, or through an adapter.

use super::paint::Voice;
use super::{Failure, refused};
use crate::adapter::{Adapter, Shape, houses as houses_of};
use crate::app::engine::{self, From};
use crate::import::Format;
use crate::rules;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Source {
    /// The third-party format of the input; recognised where absent · 输入的第三方格式，不写则自动识别
    #[arg(long, value_name = "FORMAT", conflicts_with = "adapter")]
    from: Option<String>,
    /// Read the input through this adapter · 经此适配器读取输入
    #[arg(long, value_name = "FILE")]
    adapter: Option<PathBuf>,
}

/// The same, looked up and read.
pub(super) enum Reader {
    Content,
    Format(&'static Format),
    Adapter(Box<Adapter>),
}

impl Source {
    pub(super) fn reader(&self, voice: Voice) -> Result<Reader, Failure> {
        match (&self.from, &self.adapter) {
            (Some(from), _) => engine::format(from).map(Reader::Format).map_err(Failure),
            (None, Some(path)) => adapter(path, voice).map(Box::new).map(Reader::Adapter),
            (None, None) => Ok(Reader::Content),
        }
    }
}

impl Reader {
    pub(super) fn from(&self) -> From<'_> {
        match self {
            Reader::Content => From::Content,
            Reader::Format(format) => From::Format(format),
            Reader::Adapter(adapter) => From::Adapter(adapter),
        }
    }

    /// Whether a file is one document, whatever its lines look like.
    pub(super) fn takes_whole_files(&self) -> bool {
        match self {
            Reader::Content => false,
            Reader::Format(_) => true,
            Reader::Adapter(adapter) => adapter.shape != Shape::Lines,
        }
    }
}

/// The adapter in a file.
pub(super) fn adapter(path: &Path, voice: Voice) -> Result<Adapter, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::at(path, &error))?;
    Adapter::read(&bytes).map_err(|error| refused::failure(&path.display().to_string(), &bytes, &error.into(), voice))
}

/// Makes the house rules of a file known.
pub(super) fn houses(path: &Path, voice: Voice) -> Result<(), Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::at(path, &error))?;
    let houses = houses_of(&bytes)
        .map_err(|error| refused::failure(&path.display().to_string(), &bytes, &error.into(), voice))?;
    rules::houses::make_known(houses);
    Ok(())
}
