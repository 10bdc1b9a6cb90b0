//! Renders small pieces of Markdown: tables, links and nested pages.

/// The header of a table.
pub(super) fn head(cells: &[&str]) -> String {
    format!("| {} |\n|{}\n", cells.join(" | "), "---|".repeat(cells.len()))
}

/// A row of a table. Bars in cells are escaped; newlines become spaces.
pub(super) fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Words as inline code, joined by commas; a dash if there are none.
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

/// Embeds a page in another: drops its title and lowers its headings by `levels`. Lines in a fenced block are
/// unchanged.
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
    fn escapes_bar_within_cell() {
        assert_eq!(row(&["a | b", "c"]), "| a \\| b | c |\n");
    }

    #[test]
    fn lowers_headings_but_not_fenced_lines() {
        let page = "# Title\n\nwords\n\n## Part\n```log\n# a comment\n```\n";
        assert_eq!(nested(page, 1), "words\n\n### Part\n```log\n# a comment\n```\n");
    }
}
