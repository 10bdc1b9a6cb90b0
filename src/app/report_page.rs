//! What the pages show of a stored log: its report with the tables of its findings, and a moment with what was found there.

use super::engine::{self, Audited};
use super::hand_steps::{HandSteps, hand_steps};
use super::moment::{Moment, moment};
use super::table_findings::{TableFinding, moment_of, table_findings};
use super::{App, AppError, Rulings, Source};
use crate::store::Who;
use caipan_engine::report::{Report, StepView};
use caipan_log::GameLog;
use std::collections::{BTreeMap, BTreeSet};

/// How many findings of a report are shown on a table of their own; of the others the page leads to it.
const TABLES: usize = 12;

/// A report and what it is about.
pub struct ReportPage {
    /// The report.
    pub audited: Audited,
    /// The log.
    pub log: GameLog,
    /// Tables by hand and step: those of the first findings, and the last of each hand that was won.
    pub tables: BTreeMap<(usize, usize), StepView>,
    /// What was found, by hand.
    pub found: BTreeMap<usize, Vec<TableFinding>>,
    /// What referees decided of it; nothing of a log that is not kept.
    pub rulings: Rulings,
    /// Whether the one who looks may rule.
    pub may_rule: bool,
}

/// A moment of a stored log and what was found in its hand.
pub struct StepPage {
    /// The moment.
    pub moment: Moment,
    /// What was found in this hand.
    pub found: Vec<TableFinding>,
    /// How many hands the log has.
    pub hands: usize,
    /// The report.
    pub report: Report,
}

impl ReportPage {
    /// What the page of a report shows.
    pub fn of(audited: Audited, log: GameLog) -> Result<ReportPage, AppError> {
        let report = &audited.report;
        let counted = report.findings.iter().filter(|finding| report.stands_alone(finding));
        let mut wanted: BTreeSet<(usize, usize)> =
            counted.filter_map(|finding| moment_of(finding, &log)).take(TABLES).collect();
        let ends = report.hands.iter().filter(|hand| !hand.wins.is_empty());
        wanted.extend(ends.filter_map(|hand| Some((hand.hand, log.hands.get(hand.hand)?.events.len()))));
        let tables = engine::tables(&log, &wanted)?;
        let found = (0..log.hands.len())
            .map(|hand| {
                let of_hand = tables.iter().filter(|((at, _), _)| *at == hand);
                (hand, table_findings(report, &log, hand, &of_hand.map(|((_, step), table)| (*step, table)).collect()))
            })
            .collect();
        Ok(ReportPage { audited, log, tables, found, rulings: Rulings::default(), may_rule: false })
    }
}

impl App {
    /// A stored report as its page shows it.
    pub async fn report_page(&self, who: Who, id: &str) -> Result<ReportPage, AppError> {
        let (audited, source) = (self.audited(who, id).await?, self.source(who, id).await?);
        let rows = self.rulings_of(who, id).await?;
        let limits = self.limits();
        self.work(move || {
            let rulings = Rulings::of(rows, &audited.report);
            Ok(ReportPage { rulings, ..ReportPage::of(audited, source.read(&limits)?.log)? })
        })
        .await?
    }

    /// A log that is not kept, as the page of its report shows it.
    pub async fn report_page_of(&self, who: Who, source: Source) -> Result<ReportPage, AppError> {
        let source = self.with_settings(who.tenant, source).await?;
        let limits = self.limits();
        self.work(move || {
            let read = source.parse(&limits)?;
            ReportPage::of(engine::audit_read(&read, &source.bytes)?, read.log)
        })
        .await?
    }

    /// A step of a hand of a stored log, with what was found in the hand.
    pub async fn step_page(&self, who: Who, id: &str, hand: usize, step: usize) -> Result<StepPage, AppError> {
        let (Audited { report, .. }, source) = (self.audited(who, id).await?, self.source(who, id).await?);
        let limits = self.limits();
        self.work(move || {
            let log = source.read(&limits)?.log;
            let moment = moment(&log, hand, step)?;
            let found = table_findings(&report, &log, hand, &BTreeMap::from([(step, &moment.table)]));
            Ok(StepPage { found, hands: log.hands.len(), report, moment })
        })
        .await?
    }

    /// All steps of a hand of a stored log.
    pub async fn hand_steps(&self, who: Who, id: &str, hand: usize) -> Result<HandSteps, AppError> {
        let (Audited { report, .. }, source) = (self.audited(who, id).await?, self.source(who, id).await?);
        let limits = self.limits();
        self.work(move || hand_steps(&source.read(&limits)?.log, &report, hand)).await?
    }
}
