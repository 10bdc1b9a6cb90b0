//! The report page of a log with its rulings, and the pages of its steps. Their content is left to `caipan_pages`.

use super::engine::{self, Audited};
use super::{App, AppError, Rulings, Source};
use crate::store::Who;
use caipan_engine::report::Report;
use caipan_log::GameLog;
use caipan_pages::{HandSteps, StepPage, hand_steps};
use std::sync::Arc;

/// The data of a report page.
pub struct ReportPage {
    /// The report, with its log and tables.
    pub drawn: caipan_pages::ReportPage,
    /// The rulings; empty for a log that is not stored.
    pub rulings: Rulings,
    /// True if the viewer may rule.
    pub may_rule: bool,
}

impl ReportPage {
    /// Builds the page of a report without rulings.
    pub fn of(report: Report, log: GameLog) -> Result<ReportPage, AppError> {
        let drawn = caipan_pages::ReportPage::of(report, log)?;
        Ok(ReportPage { drawn, rulings: Rulings::default(), may_rule: false })
    }

    /// The report.
    pub fn report(&self) -> &Report {
        &self.drawn.report
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
            Ok(ReportPage { rulings, ..ReportPage::of(audited.report, source.read(&limits)?.log)? })
        })
        .await?
    }

    /// The page of a log that is not stored.
    pub async fn report_page_of(&self, who: Who, source: Source) -> Result<ReportPage, AppError> {
        let source = self.with_settings(who.tenant, source).await?;
        let limits = self.limits();
        self.work_on(source.bytes.len(), self.config.queue_timeout, move || {
            let read = source.parse(&limits)?;
            ReportPage::of(engine::audit_read(&read, &source.bytes)?.report, read.log)
        })
        .await?
    }

    /// The page of a step of a stored log.
    pub async fn step_page(&self, who: Who, id: &str, hand: usize, step: usize) -> Result<StepPage, AppError> {
        let (Audited { report, .. }, source) = (self.audited(who, id).await?, self.source(who, id).await?);
        let limits = self.limits();
        self.work(move || {
            let log = source.read(&limits)?.log;
            Ok(StepPage::of(Arc::new(report), &log, hand, step)?)
        })
        .await?
    }

    /// All steps of a hand of a stored log.
    pub async fn hand_steps(&self, who: Who, id: &str, hand: usize) -> Result<HandSteps, AppError> {
        let (Audited { report, .. }, source) = (self.audited(who, id).await?, self.source(who, id).await?);
        let limits = self.limits();
        self.work(move || Ok(hand_steps(&source.read(&limits)?.log, &report, hand)?)).await?
    }
}
