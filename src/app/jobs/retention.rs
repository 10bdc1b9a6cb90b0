//! Retention: creates a daily purge by age for each tenant and deletes old jobs, unless the clock runs far ahead. The purge
//! itself is left to `purge`.

use super::{JobLogFilter, JobRequest};
use crate::app::{App, AppError, now};
use crate::store::{FreshJob, JobKind, JobOrder, Tenant, Who};
use caipan_tiles::hash::sha256;
use chrono::{DateTime, SecondsFormat};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// The interval between checks of the retention.
const LOOK: Duration = Duration::from_mins(10);
/// The time that a finished job is kept, with its results.
const ENDED: i64 = 7 * DAY;
const DAY: i64 = 86_400_000_000;

impl App {
    /// Applies retention unless it was checked recently.
    pub(super) async fn keep(&self) -> Result<(), AppError> {
        {
            let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
            if looked.is_some_and(|at| at.elapsed() < LOOK) {
                return Ok(());
            }
            *looked = Some(Instant::now());
        }
        let at = now();
        if !self.is_clock_credible(at).await? {
            return Ok(());
        }
        self.store.job(JobOrder::Tidy { before: at - ENDED }).await?;
        if self.config.keep.is_empty() {
            return Ok(());
        }
        for (tenant, name) in self.query(|store| Ok(store.tenants()?)).await? {
            let rules = &self.config.keep;
            let own = rules.iter().find(|rule| rule.tenant.as_ref() == Some(&name));
            if let Some(rule) = own.or_else(|| rules.iter().find(|rule| rule.tenant.is_none())) {
                self.keep_for(tenant, &name, rule.days, at).await?;
            }
        }
        Ok(())
    }

    /// Returns whether the clock is at most `--keep-gap` ahead of its last turn; if not, says so in the log and in the metrics.
    async fn is_clock_credible(&self, at: i64) -> Result<bool, AppError> {
        let most = i64::from(self.config.keep_gap);
        let seen = self.store.credible_clock(at, most.saturating_mul(DAY)).await?;
        self.metrics.levels.set_retention_stopped(seen.is_some());
        let Some(seen) = seen else { return Ok(true) };
        let days = at.saturating_sub(seen) / DAY + 1;
        let (clock, last) = (written(at), written(seen));
        tracing::warn!(
            clock,
            last,
            "retention erases nothing: the clock is more than --keep-gap ({most} days) ahead of the time at which the service last \
             ran. If the clock is wrong, correct it, and retention goes on by itself. If it is right, start the service once with \
             --keep-gap {days}"
        );
        Ok(false)
    }

    async fn keep_for(&self, tenant: Tenant, name: &str, days: u32, at: i64) -> Result<(), AppError> {
        let until = at - i64::from(days) * DAY;
        let oldest = self.query(move |store| Ok(store.oldest(tenant)?)).await?;
        if oldest.is_none_or(|oldest| oldest >= until) {
            return Ok(());
        }
        let asked = JobRequest {
            filter: JobLogFilter { until: Some(until), ..JobLogFilter::default() },
            ..JobRequest::default()
        };
        // The id is derived from the day, so that all processes create the same job.
        let digest = sha256(format!("keep {name} {days} {}", at / DAY).as_bytes());
        let id = digest.trim_start_matches("sha256:").get(..32).unwrap_or_default().to_owned();
        let who = Who::keyless(tenant);
        let request = None;
        let fresh =
            FreshJob { who, id, request, kind: JobKind::Purge, asked: asked.text(), start: None, by_itself: true, at };
        self.store.job(JobOrder::Make(fresh)).await?;
        Ok(())
    }
}

fn written(micros: i64) -> String {
    DateTime::from_timestamp_micros(micros).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Secs, true)
}
