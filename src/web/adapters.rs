//! The adapter editor page: paste a log, draft an adapter from it, correct it and try it. Works without scripts.

use super::frame::{Document, frame, word};
use super::tiles::{prose, tiles};
use caipan_auditor::{Trial, TriedMatch, formats};
use caipan_tiles::text::{Lang, Text};
use maud::{Markup, html};

/// The state of the page.
#[derive(Debug, Default)]
pub struct Bench {
    /// The pasted sample.
    pub sample: String,
    /// The adapter, pasted or drafted.
    pub adapter: String,
    /// The name for a drafted adapter.
    pub name: String,
    /// The guesses of the draft.
    pub said: Vec<Text>,
    /// The result of a trial.
    pub trial: Option<Trial>,
    /// The reason for a missing trial.
    pub refused: Option<Text>,
}

/// Renders the page.
pub fn adapters(bench: &Bench, lang: Lang) -> Document {
    let title = lang.pick("用一个文件读入你的日志", "Your platform's logs by one file");
    let body = html! {
        h1 { (title) }
        p { (lang.pick(
            "一、贴一份日志，先让它猜出适配器。二、逐行核对，写明每个动作是什么。三、试。这里什么也不保存。",
            "1. Paste a log and have an adapter guessed. 2. Check every line and say what each act is. 3. Try it. Nothing is kept here."
        )) }
        @if let Some(refused) = &bench.refused { p.error role="alert" { (refused.get(lang)) } }
        (form(bench, lang))
        @if !bench.said.is_empty() {
            h2 { (lang.pick("猜出的内容，请逐条核对", "What was guessed: check each")) }
            ul { @for said in &bench.said { li { (said.get(lang)) } } }
        }
        @if let Some(trial) = &bench.trial { (outcome(trial, lang)) }
    };
    frame(lang, title, "/adapters", body)
}

fn form(bench: &Bench, lang: Lang) -> Markup {
    let known = formats().collect::<Vec<_>>().join(", ");
    html! {
        form.paste method="post" action="/adapters" {
            input type="hidden" name="lang" value=(lang.tag());
            label for="sample" { (lang.pick("日志（一个 JSON、每行一个 JSON，或首行是列名的 CSV、TSV 表格）", "A log: one JSON value, one per line, or a CSV or TSV table with a header line")) }
            textarea id="sample" name="sample" required spellcheck="false" autocomplete="off" rows="10" { (bench.sample) }
            label for="adapter" {
                (lang.pick("适配器；留空则按内容识别（", "The adapter; where it is empty, the format is recognised (")) (known) (lang.pick("）", ")"))
            }
            textarea id="adapter" name="adapter" spellcheck="false" autocomplete="off" rows="18" { (bench.adapter) }
            div.tools {
                button.primary name="do" value="test" { (lang.pick("试", "Try it")) }
                button name="do" value="report" { (lang.pick("看完整报告与牌桌", "The whole report, with the table")) }
                button name="do" value="new" { (lang.pick("由日志猜出适配器", "Guess an adapter from the log")) }
                label { (lang.pick("名字 ", "called ")) input name="name" value=(bench.name) placeholder="mine" pattern="[a-z0-9-]{1,64}"; }
            }
        }
    }
}

fn outcome(trial: &Trial, lang: Lang) -> Markup {
    html! {
        h2 { (lang.pick("译出的内容", "What came out")) }
        @if let Some(adapter) = &trial.adapter {
            p.quiet { (adapter.name) " " (adapter.version) " " code { (adapter.digest) } }
        }
        @for tried in &trial.matches { (of_match(tried, lang)) }
        @if !trial.guesses.is_empty() {
            h2 { (lang.pick("可能错在哪里（每条都试过）", "Likely mistakes, each tried on the sample")) }
            ul { @for guess in &trial.guesses { li { (guess.sentence().get(lang)) } } }
        }
        @if trial.more > 0 {
            p { (lang.pick("其余未审核的场数：", "Matches that were not audited: ")) (trial.more) }
        }
        h2 { (lang.pick("能复核什么", "What it can be checked for")) }
        div.scroll { table {
            thead { tr {
                th scope="col" { (lang.pick("问题", "Question")) }
                th.n scope="col" { (lang.pick("已核", "Answered")) }
                th scope="col" { (lang.pick("缺", "Lacks")) }
            } }
            tbody { @for asked in &trial.questions {
                tr {
                    td { (asked.name.get(lang)) }
                    td.n { (asked.checked) }
                    td { @for field in &asked.missing { code { (field) } " " } }
                }
            } }
        } }
        @for advice in trial.advice() { p { (advice.get(lang)) } }
    }
}

fn of_match(tried: &TriedMatch, lang: Lang) -> Markup {
    let dealt = tried.log.pointer("/hands/0/deal").and_then(|deal| deal.as_array()).into_iter().flatten();
    html! {
        h3.(tried.verdict.word()) { (tried.summary_line().get(lang)) }
        @for hand in dealt { p { (tiles(hand.as_str().unwrap_or_default(), None, lang)) } }
        @if !tried.findings.is_empty() {
            ul { @for finding in &tried.findings {
                li {
                    (word(lang, &finding.code)) " " (prose(finding.message.get(lang), lang)) " "
                    code { (finding.original.as_deref().unwrap_or(&finding.pointer)) }
                }
            } }
        }
        details {
            summary { "paipu/1" }
            pre { (format!("{:#}", tried.log)) }
        }
    }
}
