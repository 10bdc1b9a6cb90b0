//! Markdown in small: tables, links, headings one level down.

/// The head of a table.
pub(super) fn head(cells: &[&str]) -> String {
    format!("| {} |\n|{}\n", cells.join(" | "), "---|".repeat(cells.len()))
}

/// A row of a table. A bar within a cell would end it and is written as an escape.
pub(super) fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Words in code type, joined by commas; a dash where there are none.
pub(super) fn codes<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    if all.is_empty() { "–".to_owned() } else { all.join(", ") }
}

/// A link to a ruling from a page one folder below `docs/`.
pub(super) fn ruling(id: &str) -> String {
    format!("[{id}](../rulings/{id}.md)")
}

/// A link to a clause on the same sheet.
pub(super) fn clause(id: &str) -> String {
    format!("[{id}](#{id})")
}

/// The text of a page to be shown within another: its title left out, its headings `levels` lower. Lines within a fenced
/// block stay as they are.
pub(super) fn nested(page: &str, levels: usize) -> String {
    let mut out = String::new();
    let mut fenced = false;
    let mut titled = false;
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if !fenced && line.starts_with("# ") && !titled {
            titled = true;
            continue;
        }
        if !fenced && line.starts_with('#') {
            out.push_str(&"#".repeat(levels));
        }
        out.push_str(line);
        out.push('\n');
    }
    out.trim_matches('\n').to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_stays_within_its_cell() {
        assert_eq!(row(&["a | b", "c"]), "| a \\| b | c |\n");
    }

    #[test]
    fn headings_sink_and_blocks_do_not() {
        let page = "# Title\n\nwords\n\n## Part\n```log\n# a comment\n```\n";
        assert_eq!(nested(page, 1), "words\n\n### Part\n```log\n# a comment\n```\n");
    }
}
