//! Retention: creates a daily purge by age for each tenant and deletes old jobs. The purge itself is left to `purge`.

use super::{JobLogFilter, JobRequest};
use crate::app::{App, AppError, now};
use crate::store::{FreshJob, JobKind, JobOrder, Tenant, Who};
use caipan_tiles::hash::sha256;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// How often retention is checked.
const LOOK: Duration = Duration::from_mins(10);
/// How long a finished job is kept, with its results.
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
