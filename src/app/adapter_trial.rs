//! Trials of an adapter on sample logs, within the budget of a request. Nothing is stored.

use super::engine::{self, InputFormat, ReadLog};
use super::{App, AppError, AuditWatch};
use crate::store::Who;
use caipan_adapter::{Adapter, Guess, guess, shelf};
use caipan_auditor::{AdapterHints, Trial, guesses, of_adapter, translated};
use caipan_log::{Houses, Limits};
use caipan_tiles::text::Text;

/// The maximum number of matches of a sample that are audited.
const MOST: usize = 64;

/// The matches of a sample, with hints about the adapter and the documents of its program.
struct Reads {
    logs: Vec<ReadLog>,
    noticed: Vec<Text>,
    documents: Vec<serde_json::Value>,
}

/// Reads every match of a sample with the adapter, or with the recognised format if the adapter is empty. All matches
/// share one allowance.
fn reads(adapter: &str, sample: &[u8], houses: &Houses, limits: &Limits) -> Result<Reads, AppError> {
    let own;
    let found = if adapter.trim().is_empty() {
        shelf::sniff(sample)
    } else {
        own = Adapter::read_among(adapter.as_bytes(), houses)
            .map_err(|error| AppError::Adapter(Box::new(error.into())))?;
        Some(&own)
    };
    let (mut noticed, mut documents) = (Vec::new(), Vec::new());
    let mut logs = match found {
        Some(adapter) => {
            let tried = adapter.tried(sample, limits);
            let logs = tried.logs.map_err(|error| AppError::Unreadable(Box::new(error.into())))?;
            let mut seen = AdapterHints::default();
            seen.add(tried.met, sample);
            noticed = seen.sentences(adapter);
            documents = tried.documents;
            of_adapter(adapter, logs)
        }
        None => translated(sample, InputFormat::Content, limits).map_err(AppError::Unreadable)?,
    };
    logs.iter_mut().for_each(|read| read.log.rules.houses = houses.clone());
    Ok(Reads { logs, noticed, documents })
}

/// Tries an adapter, or the recognised format if the adapter is empty, on a sample.
pub fn try_on(
    adapter: &str,
    sample: &[u8],
    houses: &Houses,
    limits: &Limits,
    watch: &AuditWatch,
) -> Result<Trial, AppError> {
    let Reads { logs, noticed, documents } = reads(adapter, sample, houses, limits)?;
    let mut trial = Trial::new(logs.first().and_then(|read| read.adapter.as_ref().map(|(view, _)| view.clone())));
    trial.noticed = noticed;
    trial.more = logs.len().saturating_sub(MOST);
    for read in logs.iter().take(MOST) {
        trial.add(read, &engine::audit_read(read, sample, watch)?.report);
    }
    if trial.is_wrong() {
        let audit = |read: &ReadLog| engine::audit_digested(read, "", watch).ok().map(|audited| audited.report);
        trial.guesses = guesses(&documents, houses, limits, &audit);
    }
    // Those of a stopped search would depend on the time that it had.
    if watch.stopped().is_some() {
        trial.guesses.clear();
    }
    Ok(trial)
}

impl App {
    /// Tries an adapter on a sample.
    pub async fn try_adapter(&self, who: Who, adapter: String, sample: String) -> Result<Trial, AppError> {
        let (limits, houses) = (self.limits(), self.read_by(who.tenant, None).await?.houses());
        let (bytes, timeout) = (sample.len(), self.config.queue_timeout);
        self.audit_on(bytes, timeout, move |watch| try_on(&adapter, sample.as_bytes(), &houses, &limits, watch)).await?
    }

    /// Draws the report of the first match that an adapter reads from a sample, with the replay of its hands.
    pub async fn report_page_through<T: Send + 'static>(
        &self,
        who: Who,
        adapter: String,
        sample: String,
        draw: impl FnOnce(&super::SavedPage) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let (limits, houses) = (self.limits(), self.read_by(who.tenant, None).await?.houses());
        self.audit_on(sample.len(), self.config.queue_timeout, move |watch| {
            let first = reads(&adapter, sample.as_bytes(), &houses, &limits)?
                .logs
                .into_iter()
                .next()
                .ok_or(AppError::GivenUp)?;
            let audited = engine::audit_read(&first, sample.as_bytes(), watch)?;
            Ok(draw(&super::SavedPage::of(audited.report, first.log)?))
        })
        .await?
    }

    /// Guesses an adapter from a sample.
    pub async fn guess_adapter(&self, name: String, sample: String) -> Result<Guess, AppError> {
        self.work_on(sample.len(), self.config.queue_timeout, move || {
            guess(&name, "sample.json", sample.as_bytes()).map_err(|error| AppError::Unreadable(Box::new(error.into())))
        })
        .await?
    }
}
