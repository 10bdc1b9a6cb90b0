//! A report in short: the sentence about the verdict, and the transfers that correct the points. Lists, the feed, webhooks
//! and the answer to a new log give it, so that a reader needs no second request. It is read from the stored report.

use super::{App, AppError};
use crate::store::{Store, StoreError, Tenant, Who};
use caipan_engine::report::{Report, TransferView};
use caipan_tiles::text::Text;
use serde::Deserialize;

/// A report in short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brief {
    /// The verdict in one or two sentences.
    pub headline: Text,
    /// The transfers that correct all hands together.
    pub transfers: Vec<TransferView>,
}

/// The fields of a stored report that a brief needs; reports of earlier versions have no headline.
#[derive(Deserialize)]
struct Stated {
    headline: Option<Text>,
    #[serde(default)]
    transfers: Vec<TransferView>,
}

impl Brief {
    pub(super) fn of(report: &Report) -> Brief {
        Brief { headline: report.headline(), transfers: report.transfers.clone() }
    }

    /// Reads a stored report.
    fn read(body: &[u8]) -> Option<Brief> {
        let Stated { headline, transfers } = serde_json::from_slice(body).ok()?;
        match headline {
            Some(headline) => Some(Brief { headline, transfers }),
            None => serde_json::from_slice(body).ok().as_ref().map(Brief::of),
        }
    }

    /// Returns the report of a feed entry in short; `None` if it cannot be read, because the entries after it must be served.
    pub(super) fn of_entry(store: &Store, tenant: Tenant, place: i64) -> Result<Option<Brief>, StoreError> {
        Brief::of_stored(store, store.report_of_entry(tenant, place))
    }

    fn of_stored(store: &Store, body: Result<Option<Vec<u8>>, StoreError>) -> Result<Option<Brief>, StoreError> {
        match body {
            Ok(body) => Ok(body.and_then(|body| Brief::read(&body))),
            Err(error) if error.is_of_content() => {
                store.record_error(&error);
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }
}

impl App {
    /// The newest report of a log in short; `None` if it cannot be read.
    pub async fn brief(&self, who: Who, id: &str) -> Result<Option<Brief>, AppError> {
        let id = id.to_owned();
        self.query(move |store| {
            let body = store.report(who.tenant, &id).map(|report| report.map(|report| report.body));
            Ok(Brief::of_stored(store, body)?)
        })
        .await
    }
}
