//! The report of a log with its rulings, its steps, and the file that keeps both. Their content is left to `caipan_pages`;
//! a worker draws them, so that only what is sent leaves it.

use super::{App, AppError, Rulings, Source, StoredCase, engine};
use crate::store::{FirstSeen, Who};
use caipan_engine::audit::checks;
use caipan_engine::report::Report;
use caipan_log::GameLog;
use caipan_pages::{PageError, SavedPage, StepPage, Tables, hand_steps, moment};
use caipan_picture::{Shape, Wanted, picture};
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The data of a report page.
pub struct ReportPage {
    /// The report, with its log and tables.
    pub drawn: caipan_pages::ReportPage,
    /// The rulings; empty for a log that is not stored.
    pub rulings: Rulings,
    /// The first log with each code of the report; empty for a log that is not stored.
    pub first_seen: BTreeMap<String, FirstSeen>,
    /// True if the viewer may rule.
    pub may_rule: bool,
}

/// The picture that somebody asks for.
#[derive(Clone, Debug)]
pub struct PictureWanted {
    /// The shape.
    pub shape: Shape,
    /// The number of the finding; by default what the headline is about.
    pub finding: Option<usize>,
    /// The address at which the report can be looked up.
    pub address: String,
    /// The language.
    pub lang: Lang,
}

impl ReportPage {
    /// Builds the page of a report without rulings.
    pub fn of(report: Report, log: GameLog) -> Result<ReportPage, AppError> {
        let drawn = caipan_pages::ReportPage::of(report, log)?;
        Ok(ReportPage { drawn, rulings: Rulings::default(), first_seen: BTreeMap::new(), may_rule: false })
    }

    /// Builds the page of a stored report.
    pub(super) fn of_case(mut case: StoredCase) -> Result<ReportPage, AppError> {
        let (log, rulings) = (case.log()?, case.rulings());
        Ok(ReportPage { rulings, ..ReportPage::of(case.report, log)? })
    }

    /// The report.
    pub fn report(&self) -> &Report {
        &self.drawn.report
    }
}

impl App {
    /// Draws the page of a stored report.
    pub async fn report_page<T: Send + 'static>(
        &self,
        who: Who,
        id: &str,
        draw: impl FnOnce(ReportPage) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let of = id.to_owned();
        let first_seen = self
            .query(move |store| {
                let codes: Vec<&str> = checks::all().map(|check| check.code).collect();
                Ok(store.first_seen_of_log(who.tenant, &of, &codes)?)
            })
            .await?;
        let page = move |case| Ok(draw(ReportPage { first_seen, ..ReportPage::of_case(case)? }));
        self.on_case(who, id, page).await
    }

    /// Draws the page of a log that is not stored.
    pub async fn report_page_of<T: Send + 'static>(
        &self,
        who: Who,
        source: Source,
        draw: impl FnOnce(ReportPage) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let source = self.with_settings(who.tenant, source).await?;
        let limits = self.limits();
        self.audit_on(source.bytes.len(), self.config.queue_timeout, move |watch| {
            let read = source.parse(&limits)?;
            ReportPage::of(engine::audit_read(&read, &source.bytes, watch)?.report, read.log).map(draw)
        })
        .await?
    }

    /// Draws the saved page of a log that is not stored.
    pub async fn saved_page_of<T: Send + 'static>(
        &self,
        who: Who,
        source: Source,
        draw: impl FnOnce(&SavedPage) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let source = self.with_settings(who.tenant, source).await?;
        let limits = self.limits();
        self.audit_on(source.bytes.len(), self.config.queue_timeout, move |watch| -> Result<T, AppError> {
            let read = source.parse(&limits)?;
            let report = engine::audit_read(&read, &source.bytes, watch)?.report;
            Ok(draw(&SavedPage::of(report, read.log)?))
        })
        .await?
    }

    /// Draws the page of a step of a stored log.
    pub async fn step_page<T: Send + 'static>(
        &self,
        who: Who,
        id: &str,
        (hand, step): (usize, usize),
        draw: impl FnOnce(StepPage) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        self.on_case(who, id, move |case| {
            let log = case.log()?;
            Ok(draw(StepPage::of(Arc::new(case.report), &log, hand, step)?))
        })
        .await
    }

    /// The table at a step of a stored log, as JSON.
    pub async fn moment(&self, who: Who, id: &str, hand: usize, step: usize) -> Result<Vec<u8>, AppError> {
        self.with_tables(who, id, move |tables, _| moment(tables, hand, step)).await
    }

    /// All steps of a hand of a stored log, as JSON.
    pub async fn hand_steps(&self, who: Who, id: &str, hand: usize) -> Result<Vec<u8>, AppError> {
        self.with_tables(who, id, move |tables, report| hand_steps(tables, report, hand)).await
    }

    /// Builds a document from the tables of a stored log.
    async fn with_tables<T: Serialize>(
        &self,
        who: Who,
        id: &str,
        build: impl FnOnce(&Tables<'_>, &Report) -> Result<T, PageError> + Send + 'static,
    ) -> Result<Vec<u8>, AppError> {
        self.on_case(who, id, move |case| {
            let log = case.log()?;
            let tables = Tables::of(&log, &case.report).map_err(PageError::from)?;
            Ok(serde_json::to_vec(&build(&tables, &case.report)?)?)
        })
        .await
    }

    /// Draws a stored report as a picture.
    pub async fn picture(&self, who: Who, id: &str, wanted: PictureWanted) -> Result<Vec<u8>, AppError> {
        let PictureWanted { shape, finding, address, lang } = wanted;
        self.on_case(who, id, move |case| {
            let log = case.log()?;
            let case = caipan_pages::ReportPage::of(case.report, log)?;
            if let Some(number) = finding.filter(|number| case.report.findings.iter().all(|one| one.id != *number)) {
                return Err(AppError::NoStep(bilingual!(
                    "报告里没有第 {number} 处问题。请改用有的，或去掉 finding。",
                    "The report has no finding {number}. Name one that is there, or leave out finding."
                )));
            }
            let wanted = Wanted { shape, finding, address: &address };
            // No report leads to this error; a worker that panics gives up its work in the same way.
            picture(&case, &wanted, lang).map_err(|error| {
                tracing::error!(%error, "a picture cannot be drawn");
                AppError::GivenUp
            })
        })
        .await
    }

    /// Draws the saved page of a stored report, with its rulings.
    pub async fn saved_page<T: Send + 'static>(
        &self,
        who: Who,
        id: &str,
        draw: impl FnOnce(&SavedPage, &Rulings) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        self.on_case(who, id, |mut case| {
            let (log, rulings) = (case.log()?, case.rulings());
            Ok(draw(&SavedPage::of(case.report, log)?, &rulings))
        })
        .await
    }
}
