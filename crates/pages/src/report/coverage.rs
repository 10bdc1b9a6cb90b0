//! Renders the coverage: how often each question was checked, and the missing part of the record that prevented others.

use super::Page;
use caipan_engine::audit::Verdict;
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// Fields of a log, and what people call the part of the record that they hold.
const PARTS: [(&str, &str, &str); 12] = [
    ("deal", "起手牌", "the dealt hands"),
    ("wall", "牌墙", "the wall"),
    ("dice", "骰子", "the dice"),
    ("events", "打牌过程", "the moves"),
    ("result", "本局结果", "the result"),
    ("result.outcome", "谁胡或流局", "who won"),
    ("result.wins", "胡的牌型", "the winning patterns"),
    ("result.payments", "每一笔付分", "the single payments"),
    ("result.deltas", "各家输赢的分", "the points of each player"),
    ("result.scores", "局后的总分", "the scores after the hand"),
    ("next_dealer", "下一局的庄家", "the next dealer"),
    ("shown", "散局时亮出的牌", "the hands shown at the end"),
];

/// Returns the words for a field; a field without words keeps its name.
fn part(field: &str, lang: Lang) -> &str {
    PARTS.iter().find(|(known, ..)| *known == field).map_or(field, |&(_, zh, en)| lang.pick(zh, en))
}

impl Page<'_> {
    /// Renders the table of questions; it is open if something could not be checked.
    pub(super) fn coverage(&self) -> Markup {
        let lang = self.lang;
        html! {
            details.fold open[self.report.verdict == Verdict::Unverifiable] {
                summary { span { (lang.pick("查了哪些，哪些没法查", "What was and was not checked")) } span.quiet.small { (self.lacking()) } }
                table {
                    thead { tr {
                        th scope="col" { (lang.pick("查的是什么", "Item")) }
                        th.n scope="col" { (lang.pick("查了几处", "Checked")) }
                        th scope="col" { (lang.pick("没法查的，缺什么", "Not checked: what is missing")) }
                    } }
                    tbody { @for covered in &self.report.coverage { tr {
                        th scope="row" { (self.say(&covered.name)) }
                        td.n { @if covered.checked > 0 { (covered.checked) } }
                        td.quiet {
                            @for (field, times) in &covered.missing { (part(field, lang)) " × " (times) " " }
                            @if let Some(note) = &covered.note { (self.say(note)) }
                        }
                    } } }
                }
            }
        }
    }

    /// Names the parts of the record that are missing, each once; empty if none is.
    fn lacking(&self) -> String {
        let mut parts: Vec<&str> = Vec::new();
        for field in self.report.coverage.iter().flat_map(|covered| covered.missing.keys()) {
            let part = part(field, self.lang);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.is_empty() {
            String::new()
        } else {
            self.lang.pick("记录里没有", "not in the record: ").to_owned() + &parts.join(self.lang.pick("、", ", "))
        }
    }
}
