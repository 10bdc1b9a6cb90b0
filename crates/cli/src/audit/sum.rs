//! The summary of a run and its exit status.

use super::super::{CLEAN, FOUND, UNUSABLE};
use super::foreign::Skipped;
use super::statistics::{self, Statistics};
use super::unapplied::Unapplied;
use caipan_engine::audit::Verdict;
use caipan_engine::report::{Baseline, Remaining};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use std::collections::BTreeSet;

/// The lowest verdict that fails a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FailOn {
    /// Only faulty logs · 仅有误的
    Faulty,
    /// Also logs that another house rule explains · 另含可能用了另一种房规的
    #[default]
    Variant,
    /// Also logs that cannot be checked completely · 另含资料不全、无法全部复核的
    Unverifiable,
}

/// The outcome of one log.
pub(super) enum Outcome {
    Audited(Box<Seen>),
    Unusable,
}

/// The parts of an audited log that a summary needs.
pub(super) struct Seen {
    /// The verdict of the findings that are left.
    verdict: Verdict,
    is_left_out: bool,
    new: usize,
    known: usize,
    gone: usize,
    ignored: usize,
    /// The key of the log, if the baseline has it.
    in_baseline: Option<String>,
    codes: statistics::Codes,
    /// The id of the rule system applied.
    system: String,
}

impl Outcome {
    pub(super) fn of(remaining: &Remaining, baseline: Option<&Baseline>) -> Outcome {
        let (full, rest) = (remaining.full(), remaining.rest());
        let key = full.key();
        Outcome::Audited(Box::new(Seen {
            verdict: rest.verdict,
            is_left_out: remaining.is_left_out(),
            new: rest.findings.len(),
            known: remaining.known(),
            gone: remaining.compared().baseline.map_or(0, |compared| compared.gone),
            ignored: remaining.ignored(),
            in_baseline: baseline.and_then(|baseline| baseline.of(key)).map(|_| key.to_owned()),
            codes: statistics::codes(rest),
            system: full.rules.system.to_string(),
        }))
    }
}

/// The counts of a run.
#[derive(Default)]
pub(super) struct Sum {
    clean: u64,
    only_known: u64,
    only_ignored: u64,
    faulty: u64,
    variant: u64,
    unverifiable: u64,
    unusable: u64,
    new: usize,
    known: usize,
    gone: usize,
    ignored: usize,
    /// Logs of the baseline that were audited again; bounded by its size.
    again: BTreeSet<String>,
    pub(super) statistics: Statistics,
    pub(super) skipped: Skipped,
    pub(super) unapplied: Unapplied,
}

impl Sum {
    pub(super) fn new(unapplied: Unapplied) -> Sum {
        Sum { unapplied, ..Sum::default() }
    }

    pub(super) fn add(&mut self, outcome: Outcome) {
        let Outcome::Audited(seen) = outcome else {
            self.unusable += 1;
            return;
        };
        let count = match seen.verdict {
            Verdict::Clean if seen.is_left_out && seen.known > 0 => &mut self.only_known,
            Verdict::Clean if seen.is_left_out => &mut self.only_ignored,
            Verdict::Clean => &mut self.clean,
            Verdict::Faulty => &mut self.faulty,
            Verdict::Variant => &mut self.variant,
            Verdict::Unverifiable => &mut self.unverifiable,
        };
        *count += 1;
        self.new += seen.new;
        self.known += seen.known;
        self.gone += seen.gone;
        self.ignored += seen.ignored;
        self.again.extend(seen.in_baseline);
        self.statistics.add(seen.codes);
        self.unapplied.add(&seen.system);
    }

    pub(super) fn logs(&self) -> u64 {
        let audited = self.clean + self.only_known + self.only_ignored + self.faulty + self.variant + self.unverifiable;
        audited + self.unusable
    }

    pub(super) fn exit(&self, fail_on: FailOn) -> u8 {
        let found = match fail_on {
            FailOn::Faulty => self.faulty,
            FailOn::Variant => self.faulty + self.variant,
            FailOn::Unverifiable => self.faulty + self.variant + self.unverifiable,
        };
        match (self.unusable, found) {
            (1.., _) => UNUSABLE,
            (0, 1..) => FOUND,
            (0, 0) => CLEAN,
        }
    }

    /// Returns the closing sentences of a run: the logs, then the comparison with the baseline, and whatever was left
    /// out or did not apply.
    pub(super) fn text(&self, baseline: Option<&Baseline>) -> Text {
        let baseline = baseline.map(|baseline| self.compared(baseline));
        let sentences = [
            Some(self.counts()),
            baseline,
            (self.ignored > 0).then(|| self.ignored()),
            self.skipped.text(),
            self.unapplied.text(),
        ];
        let sentences: Vec<Text> = sentences.into_iter().flatten().collect();
        let lines = |lang: Lang| sentences.iter().map(|text| text.get(lang)).collect::<Vec<_>>().join("\n");
        Text { zh: lines(Lang::Zh).into(), en: lines(Lang::En).into() }
    }

    fn counts(&self) -> Text {
        let verdict = |verdict: Verdict| (verdict.label().zh, verdict.label().en);
        let counts = [
            (self.clean, verdict(Verdict::Clean)),
            (self.only_known, ("只有已知问题", "with known findings only")),
            (self.only_ignored, ("只有被忽略的问题", "with ignored findings only")),
            (self.faulty, verdict(Verdict::Faulty)),
            (self.variant, verdict(Verdict::Variant)),
            (self.unverifiable, verdict(Verdict::Unverifiable)),
            (self.unusable, ("无法读取", "unusable")),
        ];
        let counts: Vec<_> = counts.into_iter().filter(|(count, _)| *count > 0).collect();
        let logs = self.logs();
        if let ([(_, (zh, en))], 1) = (counts.as_slice(), logs) {
            return bilingual!("1 份：{zh}。", "1 log: {en}.");
        }
        let list = |lang: Lang| -> Vec<String> {
            let of = |&(count, (zh, en)): &(u64, (&str, &str))| match lang {
                Lang::Zh => format!("{zh} {count}"),
                Lang::En => format!("{count} {en}"),
            };
            counts.iter().map(of).collect()
        };
        match logs {
            0 => bilingual!("没有审核任何牌谱。", "No log was audited."),
            _ => {
                let (zh, en) = (list(Lang::Zh).join("，"), list(Lang::En).join(", "));
                bilingual!("共 {logs} 份：{zh}。", "{logs} logs: {en}.")
            }
        }
    }

    fn compared(&self, baseline: &Baseline) -> Text {
        let looked_at: usize = self.again.iter().filter_map(|log| baseline.of(log)).sum();
        let unseen = baseline.len().saturating_sub(looked_at);
        let (new, known, gone) = (self.new, self.known, self.gone);
        let mut text = match new {
            0 => bilingual!("没有新问题", "No new findings"),
            1 => bilingual!("新问题 1 项", "1 new finding"),
            _ => bilingual!("新问题 {new} 项", "{new} new findings"),
        };
        let counts = [(known, "已知", "known"), (gone, "已消失", "fixed"), (unseen, "未复查", "not re-checked")];
        for (count, zh, en) in counts.into_iter().filter(|(count, _, _)| *count > 0) {
            text = Text {
                zh: format!("{}，{zh} {count} 项", text.zh).into(),
                en: format!("{}, {count} {en}", text.en).into(),
            };
        }
        Text { zh: text.zh + "。", en: text.en + "." }
    }

    fn ignored(&self) -> Text {
        let count = self.ignored;
        let noun = if count == 1 { "finding was" } else { "findings were" };
        bilingual!(
            "有 {count} 项问题因 --select 或 --ignore 未计入。",
            "{count} {noun} not counted because of --select or --ignore."
        )
    }
}
