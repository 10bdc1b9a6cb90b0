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
        section.hero {
            h1 { (title) }
            p.quiet.lead { (lang.pick(
                "贴一份日志，先让它猜；逐行核对；再试。这里什么也不保存。",
                "Paste a log and let an adapter be guessed; check every line; try it. Nothing is kept here."
            )) }
        }
        (form(bench, lang))
        @if let Some(refused) = &bench.refused { p.card.error role="alert" { (refused.get(lang)) } }
        @if !bench.said.is_empty() {
            section.card {
                h2 { (lang.pick("猜出的内容，请逐条核对", "What was guessed: check each")) }
                ul.lines { @for said in &bench.said { li { (said.get(lang)) } } }
            }
        }
        @if let Some(trial) = &bench.trial { (outcome(trial, lang)) }
    };
    frame(lang, title, "/adapters", body)
}

/// Renders the log and the adapter side by side. The likeliest next step is the filled button.
fn form(bench: &Bench, lang: Lang) -> Markup {
    let known = formats().collect::<Vec<_>>().join(", ");
    let has_adapter = !bench.adapter.trim().is_empty();
    html! {
        form.bench method="post" action="/adapters" {
            input type="hidden" name="lang" value=(lang.tag());
            div.two {
                div.card.field {
                    label for="sample" { b { (lang.pick("一　日志", "1  The log")) } }
                    span.quiet.small id="about-sample" { (lang.pick("一个 JSON、每行一个 JSON，或首行是列名的 CSV、TSV 表格", "one JSON value, one per line, or a CSV or TSV table with a header line")) }
                    textarea id="sample" name="sample" required spellcheck="false" autocomplete="off" rows="16" aria-describedby="about-sample" { (bench.sample) }
                    div.acts {
                        button.primary[!has_adapter] name="do" value="new" { (lang.pick("由日志猜出适配器", "Guess an adapter from the log")) }
                        label.tick { (lang.pick("名字", "called")) " " input name="name" value=(bench.name) placeholder="mine" size="10" pattern="[a-z0-9-]{1,64}"; }
                    }
                }
                div.card.field {
                    label for="adapter" { b { (lang.pick("二　适配器", "2  The adapter")) } }
                    span.quiet.small id="about-adapter" { (lang.pick("留空就按内容认：", "empty: the format is recognised among ")) (known) }
                    textarea id="adapter" name="adapter" spellcheck="false" autocomplete="off" rows="16" aria-describedby="about-adapter" { (bench.adapter) }
                    div.acts {
                        button.primary[has_adapter] name="do" value="test" { (lang.pick("试", "Try it")) }
                        button name="do" value="report" { (lang.pick("看报告和牌桌", "Report and table")) }
                    }
                }
            }
        }
    }
}

fn outcome(trial: &Trial, lang: Lang) -> Markup {
    html! {
        section {
            h2 { (lang.pick("译出的内容", "What came out")) }
            div.stack {
                @if let Some(adapter) = &trial.adapter {
                    p.quiet.small { (adapter.name) " " (adapter.version) " " code { (adapter.digest) } }
                }
                @for tried in &trial.matches { (of_match(tried, lang)) }
                @if trial.more > 0 {
                    p { (lang.pick("其余未审核的场数：", "Matches that were not audited: ")) (trial.more) }
                }
            }
        }
        @if !trial.guesses.is_empty() {
            section.card.warning {
                h2 { (lang.pick("可能错在哪里（每条都试过）", "Likely mistakes, each tried on the sample")) }
                ul.lines { @for guess in &trial.guesses { li { (prose(guess.sentence().get(lang), lang)) } } }
            }
        }
        section.card {
            h2 { (lang.pick("能复核什么", "What it can be checked for")) }
            @for advice in trial.advice() { p { (advice.get(lang)) } }
            div.scroll { table {
                thead { tr {
                    th scope="col" { (lang.pick("问题", "Question")) }
                    th.n scope="col" { (lang.pick("已核", "Answered")) }
                    th scope="col" { (lang.pick("缺", "Lacks")) }
                } }
                tbody { @for asked in &trial.questions {
                    tr {
                        td { (asked.name.get(lang)) }
                        td.n { @if asked.checked > 0 { (asked.checked) } }
                        td { @for field in &asked.missing { code { (field) } " " } }
                    }
                } }
            } }
        }
    }
}

fn of_match(tried: &TriedMatch, lang: Lang) -> Markup {
    let dealt = tried.log.pointer("/hands/0/deal").and_then(|deal| deal.as_array()).into_iter().flatten();
    html! {
        article.card.verdict.(tried.verdict.word()) {
            p.state { (tried.verdict.label().get(lang)) }
            h3 { (tried.summary_line().get(lang)) }
            div.stack.small { @for hand in dealt { div.row.s { (tiles(hand.as_str().unwrap_or_default(), None, lang)) } } }
            @if !tried.findings.is_empty() {
                ul.lines { @for finding in &tried.findings {
                    li {
                        (word(lang, &finding.code)) " " (prose(finding.message.get(lang), lang)) " "
                        code { (finding.original.as_deref().unwrap_or(&finding.pointer)) }
                    }
                } }
            }
            details.technical {
                summary { "paipu/1" }
                div.scroll { pre { (format!("{:#}", tried.log)) } }
            }
        }
    }
}
