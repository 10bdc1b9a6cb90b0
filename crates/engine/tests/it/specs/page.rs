//! Parses specs in Markdown: headings, clause ids in backticks, and fenced blocks ```` ```log CS-B.3/2 ````.

use std::collections::BTreeSet;
use std::path::Path;

/// A Markdown file of specs.
#[derive(Debug)]
pub struct Page {
    /// The file's name without its extension.
    pub name: String,
    /// The sections, from heading to heading.
    pub sections: Vec<Section>,
}

/// The text between two headings.
#[derive(Debug, Default)]
pub struct Section {
    /// The heading's words.
    pub heading: String,
    /// Clause ids in backticks.
    pub clauses: BTreeSet<String>,
    /// The fenced blocks.
    pub blocks: Vec<Fence>,
}

/// A fenced block.
#[derive(Debug)]
pub struct Fence {
    /// File and line, for messages.
    pub place: String,
    /// Its number, after the word `log`: `CS-B.3/2`.
    pub id: Option<String>,
    /// The words between it and the block or heading above.
    pub prose: String,
    /// The lines, each with its number in the file.
    pub lines: Vec<(usize, String)>,
}

/// Reads every page of a folder under `fixtures/` except `README.md`, sorted by name.
pub fn pages(folder: &str) -> Vec<Page> {
    let dir = Path::new(crate::ROOT).join("fixtures").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "md") && path.file_stem().unwrap() != "README");
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        page(&format!("fixtures/{folder}/{name}.md"), name, &std::fs::read_to_string(path).unwrap())
    };
    files.iter().map(read).collect()
}

fn page(path: &str, name: &str, text: &str) -> Page {
    let mut page = Page { name: name.to_owned(), sections: vec![Section::default()] };
    let mut fence: Option<Fence> = None;
    let mut prose = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        let section = page.sections.last_mut().unwrap();
        match (&mut fence, line.trim_end()) {
            (Some(_), "```") => section.blocks.extend(fence.take()),
            (Some(open), line) => open.lines.push((number, line.to_owned())),
            (None, line) if line == "```log" || line.starts_with("```log ") => {
                let id = line.strip_prefix("```log ").map(str::to_owned);
                let prose = std::mem::take(&mut prose).trim().to_owned();
                fence = Some(Fence { place: format!("{path}:{number}"), id, prose, lines: Vec::new() });
            }
            (None, line) if line.starts_with("```") => panic!("{path}:{number}: a block of specs begins with ```log"),
            (None, line) if line.starts_with('#') => {
                let heading = line.trim_start_matches('#').trim().to_owned();
                let mut next = Section { heading, ..Section::default() };
                next.clauses.extend(cited(line));
                page.sections.push(next);
                prose.clear();
            }
            (None, line) => {
                section.clauses.extend(cited(line));
                prose.push_str(line);
                prose.push('\n');
            }
        }
    }
    assert!(fence.is_none(), "{path}: a block is not closed");
    page
}

/// The clause ids in backticks.
pub fn cited(line: &str) -> impl Iterator<Item = String> + '_ {
    let books = ["CS-", "BJ-", "GY-", "SC-", "MC-", "MB-", "MG-", "X-"];
    let is_clause = move |word: &&str| books.iter().any(|book| word.starts_with(book));
    line.split('`').skip(1).step_by(2).filter(is_clause).map(str::to_owned)
}
