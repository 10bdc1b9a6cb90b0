//! Selects the reader for the logs on the command line: automatic, a named format, or an adapter.

use super::paint::Voice;
use super::{Failure, refused};
use caipan_adapter::{Adapter, houses as houses_of, shelf};
use caipan_auditor::{InputFormat, format};
use caipan_engine::rules;
use caipan_tiles::bilingual;
use std::path::{Path, PathBuf};

#[derive(Clone, clap::Args)]
pub(super) struct Source {
    /// Third-party format of the input, or an adapter by name (default: detected) · 输入的第三方格式或适配器名，不写则自动识别
    #[arg(long, value_name = "FORMAT", conflicts_with = "adapter")]
    from: Option<String>,
    /// Read the input through this adapter · 经此适配器读取输入
    #[arg(long, value_name = "FILE")]
    adapter: Option<PathBuf>,
}

/// The resolved reader.
pub(super) enum Reader {
    Known(InputFormat<'static>),
    Adapter(Box<Adapter>),
}

impl Source {
    pub(super) fn reader(&self, voice: Voice) -> Result<Reader, Failure> {
        match (&self.from, &self.adapter) {
            (Some(from), _) => format(from).map(Reader::Known).map_err(Failure),
            (None, Some(path)) => adapter(path, voice).map(Box::new).map(Reader::Adapter),
            (None, None) => Ok(Reader::Known(InputFormat::Content)),
        }
    }
}

impl Reader {
    pub(super) fn from(&self) -> InputFormat<'_> {
        match self {
            Reader::Known(from) => *from,
            Reader::Adapter(adapter) => InputFormat::Adapter(adapter),
        }
    }

    /// Returns whether each file is one document, even if it looks like NDJSON.
    pub(super) fn takes_whole_files(&self) -> bool {
        self.from().takes_whole_files()
    }
}

/// Reads an adapter from a file.
pub(super) fn adapter(path: &Path, voice: Voice) -> Result<Adapter, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::at(path, &error))?;
    Adapter::read(&bytes).map_err(|error| refused::failure(&path.display().to_string(), &bytes, &error.into(), voice))
}

/// Says which preset stands for the rules of a flag, if they were not named by the id of a preset.
pub(super) fn tell_preset(rules: &str, voice: Voice) {
    let Ok((_, preset)) = rules::find(rules) else { return };
    if preset.id == rules || voice.quiet {
        return;
    }
    let (id, name) = (preset.id, preset.name);
    let said =
        bilingual!("--rules {rules} 指 {id}（{}）。", "--rules {rules} stands for {id} ({}).", name.get(voice.lang));
    eprintln!("{}", said.get(voice.lang));
}

/// Registers the house rules in a file.
pub(super) fn houses(path: &Path, voice: Voice) -> Result<(), Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::at(path, &error))?;
    let houses = houses_of(&bytes)
        .map_err(|error| refused::failure(&path.display().to_string(), &bytes, &error.into(), voice))?;
    rules::house_presets::make_known(houses);
    Ok(())
}

/// Registers the adapters in a folder by name.
pub(super) fn adapters(folder: &Path, voice: Voice) -> Result<(), Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| Failure::at(folder, &error))?;
    let mut files = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()
        .map_err(|error| Failure::at(folder, &error))?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let mut known: Vec<Adapter> = Vec::new();
    for file in &files {
        let read = adapter(file, voice)?;
        let (name, shown) = (read.name.as_str(), file.display());
        if format(name).is_ok() || known.iter().any(|other| other.name == name) {
            return Err(Failure(bilingual!(
                "{shown}：名字 {name} 已有别的格式或适配器使用；请改 name。",
                "{shown}: another format or adapter is called {name}; give this one another `name`."
            )));
        }
        known.push(read);
    }
    if known.is_empty() {
        let shown = folder.display();
        return Err(Failure(bilingual!(
            "{shown} 中没有适配器（.toml 文件）。请检查路径。",
            "There is no adapter (no file .toml) in {shown}. Check the path."
        )));
    }
    shelf::make_known(known);
    Ok(())
}
