//! Specs as Markdown: headings, clause ids in backticks, and fenced blocks ```` ```log ````.

use std::collections::BTreeSet;
use std::path::Path;

/// A Markdown file of specs.
#[derive(Debug)]
pub struct Page {
    /// The file's name without its ending.
    pub name: String,
    /// From heading to heading.
    pub sections: Vec<Section>,
}

/// What stands between two headings.
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
    /// File and line, for people.
    pub place: String,
    /// The lines, each with its number in the file.
    pub lines: Vec<(usize, String)>,
}

/// Every page of a folder under `fixtures/`, by name; a `README.md` is none.
pub fn pages(folder: &str) -> Vec<Page> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
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
    for (number, line) in (1..).zip(text.lines()) {
        let section = page.sections.last_mut().unwrap();
        match (&mut fence, line.trim_end()) {
            (Some(_), "```") => section.blocks.extend(fence.take()),
            (Some(open), line) => open.lines.push((number, line.to_owned())),
            (None, "```log") => fence = Some(Fence { place: format!("{path}:{number}"), lines: Vec::new() }),
            (None, line) if line.starts_with("```") => panic!("{path}:{number}: a block of specs begins with ```log"),
            (None, line) if line.starts_with('#') => {
                let heading = line.trim_start_matches('#').trim().to_owned();
                let mut next = Section { heading, ..Section::default() };
                next.clauses.extend(cited(line));
                page.sections.push(next);
            }
            (None, line) => section.clauses.extend(cited(line)),
        }
    }
    assert!(fence.is_none(), "{path}: a block is not closed");
    page
}

/// What stands in backticks and looks like a clause id.
fn cited(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split('`').skip(1).step_by(2).filter(|word| word.starts_with("CS-")).map(str::to_owned)
}
