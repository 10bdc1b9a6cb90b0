//! The data of the report page and the step page; the HTML is left to `web`.

use super::engine::{self, Audited};
use super::hand_steps::{HandSteps, hand_steps};
use super::moment::{Moment, moment};
use super::table_findings::{TableFinding, moment_of, table_findings};
use super::{App, AppError, Rulings, Source};
use crate::store::Who;
use caipan_engine::report::{Report, StepView};
use caipan_log::GameLog;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of findings with a table of their own; the page links to the others.
const TABLES: usize = 12;

/// The data of a report page.
pub struct ReportPage {
    /// The report.
    pub audited: Audited,
    /// The log.
    pub log: GameLog,
    /// Tables by hand and step: those of the first findings, and the last of each won hand.
    pub tables: BTreeMap<(usize, usize), StepView>,
    /// The findings by hand.
    pub found: BTreeMap<usize, Vec<TableFinding>>,
    /// The rulings; empty for a log that is not stored.
    pub rulings: Rulings,
    /// True if the viewer may rule.
    pub may_rule: bool,
}

/// The data of a step page.
pub struct StepPage {
    /// The table at the step.
    pub moment: Moment,
    /// The findings in this hand.
    pub found: Vec<TableFinding>,
    /// The number of hands.
    pub hands: usize,
    /// The report.
    pub report: Report,
}

impl ReportPage {
    /// Builds the page of a report.
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
    /// The page of a stored report.
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

    /// The page of a log that is not stored.
    pub async fn report_page_of(&self, who: Who, source: Source) -> Result<ReportPage, AppError> {
        let source = self.with_settings(who.tenant, source).await?;
        let limits = self.limits();
        self.work_on(source.bytes.len(), self.config.queue_timeout, move || {
            let read = source.parse(&limits)?;
            ReportPage::of(engine::audit_read(&read, &source.bytes)?, read.log)
        })
        .await?
    }

    /// The page of a step of a stored log.
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
