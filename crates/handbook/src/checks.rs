//! Renders the pages of the checks, each in both languages, and their index.

use super::blocks::{BLOCKS, block};
use super::{markdown as md, words};
use caipan_engine::audit::{self, About, Check, Kind};
use std::fmt::Write;

/// Says in both languages whether another house rule may explain a finding of the check. If the check allows it
/// (`by_house`), this holds for every finding about numbers (all but the play), and for others if the finding names the
/// option that decided it.
fn house(check: &Check) -> (&'static str, &'static str) {
    match (check.by_house, check.about != About::Play) {
        (false, _) if check.kind == Kind::Note => (
            "这是提示，不是错误，与房规无关：结论不因它而变。",
            "A note, not a fault, under any house rule: it does not affect the verdict.",
        ),
        (false, _) if check.kind == Kind::Unverifiable => (
            "缺的是字段，不是规则：换哪种房规都无法复核，补上字段即可。",
            "A field is missing, not a rule: no house rule makes it verifiable. Add the field.",
        ),
        (false, _) => {
            ("没有房规能解释：反查不会把它算作 `variant`。", "No house rule explains it, so it stays a fault.")
        }
        (true, true) => (
            "可能只是房规不同：反查会找使全场所记数字都对的最小改动；有两局为证，或一局中有两个不会同错的数，就算 `variant` 并写明选项，否则仍是错误，选项列为可能。",
            "Another house rule may explain it. Rule detection looks for the smallest change of options that makes every claimed \
             number of the match right. If two hands (or two unlikely amounts in one hand) support it, the finding is a `variant` \
             and the option is named; otherwise it stays a fault and the option is listed as possible.",
        ),
        (true, false) => (
            "可能只是房规不同：反查会找一并使它和全场所记数字都对的最小改动，`option` 若有，就是决定它的选项。许可类的选项要至少两局如此才算房规，只有一局时列为可能。",
            "Another house rule may explain it. Rule detection looks for the smallest change of options under which it and every \
             number are right; `option`, if present, decided it. Options that permit or forbid play need two hands as evidence; \
             with one hand they are listed as possible.",
        ),
    }
}

/// Explains the notation of an example.
const NOTATION: &str = "行尾的 `// 代码` 是这一行得到的检查，其余各行没有问题；记法见[规则用例](../../fixtures/changsha/README.md)。\n\n\
    `// code` at the end of a line is what is found there, and nothing is found on any other; the notation is that of the \
    [specs](../../fixtures/changsha/README.md).";

/// Renders the page of one check.
pub(super) fn page(check: &Check, example: Option<&str>) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(&mut out, check, example);
    out
}

fn write(out: &mut String, check: &Check, example: Option<&str>) -> std::fmt::Result {
    let Check { code, name, title, advice, since, .. } = check;
    let (house_zh, house_en) = house(check);
    let kind = words::kind(check.kind);
    writeln!(out, "<!-- Written by `UPDATE=1 cargo test`; edit the declaration in src/audit/checks instead. -->\n")?;
    writeln!(out, "# {code} {name}\n")?;
    writeln!(out, "**{}**\n\n**{}**\n", title.zh, title.en)?;
    out.push_str(&md::head(&["代码 code", "名称 name", "类别 kind", "程度 severity", "自 since", "组 block"]));
    let group =
        block(code).map_or_else(String::new, |block| format!("{} {} {}", block.code, block.name.zh, block.name.en));
    let (kind_word, severity) = (words::kind_word(check.kind), words::severity(check.severity));
    out.push_str(&md::row(&[code, name, kind_word, severity, since, &group]));
    writeln!(out, "\n## 怎么办 / What to do\n\n{}\n\n{}\n", advice.zh, advice.en)?;
    writeln!(out, "## 怎样读 / How to read the finding\n")?;
    if let Some(block) = block(code) {
        writeln!(out, "{}\n\n{}\n", block.reading.zh, block.reading.en)?;
    }
    writeln!(out, "{}。\n\nThis is {}.\n", kind.zh, kind.en)?;
    writeln!(out, "## 房规 / House rules\n\n{house_zh}\n\n{house_en}")?;
    if let Some(example) = example {
        writeln!(out, "\n## 例子 / Example\n")?;
        out.push_str(&md::nested(example, 1));
        writeln!(out, "\n{NOTATION}")?;
    }
    Ok(())
}

/// Renders the index of all checks.
pub(super) fn index() -> String {
    let mut out = String::from(
        "<!-- Written by `UPDATE=1 cargo test`; edit the declarations in src/audit/checks instead. -->\n\n\
         # 检查一览 / The checks\n\n\
         每个代码只用一次，永不改作他用。一处过错只算一次：由它引起的问题以 `because` 归到它，不影响结论。\n\n\
         A code is used once and never for anything else. One fault counts once: what follows from it points to it with \
         `because` and does not touch the verdict.\n",
    );
    for block in BLOCKS {
        out.push_str(&format!("\n## {} {} / {}\n\n", block.code, block.name.zh, block.name.en));
        out.push_str(&md::head(&["代码 code", "名称 name", "", "", "类别 kind", "程度 severity", "房规 house rule"]));
        for check in audit::checks::all().filter(|check| check.code.starts_with(block.code)) {
            let link = format!("[{0}]({0}.md)", check.code);
            let house = if check.by_house { "可能 possible" } else { "" };
            let (kind, severity) = (words::kind_word(check.kind), words::severity(check.severity));
            out.push_str(&md::row(&[&link, check.name, check.title.zh, check.title.en, kind, severity, house]));
        }
    }
    out
}
