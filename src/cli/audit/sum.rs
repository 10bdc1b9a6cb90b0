//! The summary of a run and its exit status.

use super::super::{CLEAN, FOUND, UNUSABLE};
use caipan_engine::audit::Verdict;
use caipan_engine::report::{Baseline, BaselineView, Report};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use std::collections::BTreeSet;

/// The outcome of one log.
pub(super) enum Outcome {
    /// The verdict. With a baseline also the log's key, if the baseline contains it, and the comparison.
    Audited(Verdict, Option<(Option<String>, BaselineView)>),
    Unusable,
}

impl Outcome {
    pub(super) fn of(report: &Report, baseline: Option<&Baseline>) -> Outcome {
        let known = baseline.is_some_and(|baseline| baseline.of(report.key()).is_some());
        let compared = report.baseline.map(|compared| (known.then(|| report.key().to_owned()), compared));
        Outcome::Audited(report.verdict, compared)
    }
}

/// The counts of a run.
#[derive(Default)]
pub(super) struct Sum {
    clean: u64,
    faulty: u64,
    variant: u64,
    unverifiable: u64,
    pub(super) unusable: u64,
    known: usize,
    gone: usize,
    /// Logs of the baseline that were audited again; bounded by its size.
    again: BTreeSet<String>,
}

impl Sum {
    pub(super) fn add(&mut self, outcome: Outcome) {
        let count = match &outcome {
            Outcome::Audited(Verdict::Clean, _) => &mut self.clean,
            Outcome::Audited(Verdict::Faulty, _) => &mut self.faulty,
            Outcome::Audited(Verdict::Variant, _) => &mut self.variant,
            Outcome::Audited(Verdict::Unverifiable, _) => &mut self.unverifiable,
            Outcome::Unusable => &mut self.unusable,
        };
        *count += 1;
        if let Outcome::Audited(_, Some((log, BaselineView { known, gone }))) = outcome {
            self.known += known;
            self.gone += gone;
            self.again.extend(log);
        }
    }

    pub(super) fn logs(&self) -> u64 {
        self.clean + self.faulty + self.variant + self.unverifiable + self.unusable
    }

    pub(super) fn exit(&self) -> u8 {
        match self {
            Sum { unusable: 1.., .. } => UNUSABLE,
            Sum { faulty: 1.., .. } | Sum { variant: 1.., .. } => FOUND,
            _ => CLEAN,
        }
    }

    /// Returns the closing sentence of a run.
    pub(super) fn text(&self, baseline: Option<&Baseline>) -> Text {
        let Sum { clean, faulty, variant, unverifiable, unusable, known, gone, .. } = self;
        let logs = self.logs();
        let counts = |lang: Lang| {
            let of = |(verdict, count): (Verdict, &u64)| match lang {
                Lang::Zh => format!("{} {count}", verdict.label().zh),
                Lang::En => format!("{count} {}", verdict.label().en),
            };
            let counts = [
                (Verdict::Clean, clean),
                (Verdict::Faulty, faulty),
                (Verdict::Variant, variant),
                (Verdict::Unverifiable, unverifiable),
            ];
            counts.map(of).join(lang.pick("，", ", "))
        };
        let (zh, en) = (counts(Lang::Zh), counts(Lang::En));
        let said = bilingual!("共 {logs} 份：{zh}，无法读取 {unusable}。", "{logs} logs: {en}, {unusable} unusable.");
        let Some(baseline) = baseline else { return said };
        let looked_at: usize = self.again.iter().filter_map(|log| baseline.of(log)).sum();
        let unseen = baseline.len().saturating_sub(looked_at);
        let compared = bilingual!(
            "只计新问题。与基线相比：此前已知 {known} 项，已消失 {gone} 项，所属牌谱这次未审核 {unseen} 项。",
            "Only what is new counts. Against the baseline: {known} known before, {gone} gone, {unseen} of logs not audited this time."
        );
        Text { zh: said.zh + "\n" + compared.zh, en: said.en + "\n" + compared.en }
    }
}
