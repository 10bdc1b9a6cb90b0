//! The data of a report that is kept as one file: the report page and every hand that can be replayed.

use super::engine::Audited;
use super::hand_steps::{HandSteps, hand_steps};
use super::report_page::{ReportPage, StepPage};
use super::{App, AppError};
use crate::store::Who;
use caipan_log::GameLog;
use std::sync::Arc;

/// The data of a saved report.
pub struct SavedPage {
    /// The report page.
    pub case: ReportPage,
    /// The hands that can be replayed.
    pub hands: Vec<SavedHand>,
}

/// A hand of a saved report.
pub struct SavedHand {
    /// Its page at the deal.
    pub page: StepPage,
    /// Its steps.
    pub steps: HandSteps,
}

impl SavedPage {
    /// Builds the saved page of a report.
    pub fn of(audited: Audited, log: GameLog) -> Result<SavedPage, AppError> {
        let report = Arc::new(audited.report.clone());
        let saved = |hand: usize| {
            let page = StepPage::of(Arc::clone(&report), &log, hand, 0)?;
            Ok(SavedHand { page, steps: hand_steps(&log, &report, hand)? })
        };
        let hands = (0..log.hands.len()).map(saved).filter(|hand| !matches!(hand, Err(AppError::NoStep(_))));
        let hands = hands.collect::<Result<Vec<_>, AppError>>()?;
        Ok(SavedPage { hands, case: ReportPage::of(audited, log)? })
    }
}

impl App {
    /// The saved page of a stored report.
    pub async fn saved_page(&self, who: Who, id: &str) -> Result<SavedPage, AppError> {
        let (audited, source) = (self.audited(who, id).await?, self.source(who, id).await?);
        let rows = self.rulings_of(who, id).await?;
        let limits = self.limits();
        self.work(move || {
            let rulings = super::Rulings::of(rows, &audited.report);
            let saved = SavedPage::of(audited, source.read(&limits)?.log)?;
            Ok(SavedPage { case: ReportPage { rulings, ..saved.case }, ..saved })
        })
        .await?
    }
}
