//! The handler of the feed of verdicts, rulings and erasures.

use super::auth::{Allowed, ToRead};
use super::brief;
use super::context::ServerContext;
use super::logs::FindingCounts;
use super::paging::limited;
use super::problem::{ApiError, ProblemType};
use super::timestamp::time;
use crate::app::{App, Brief, FeedPage};
use crate::store::{FeedCursor, FeedErasure, FeedRow, FeedRuling};
use actix_web::get;
use actix_web::web::{Data, Json, Query};
use caipan_engine::report::TransferView;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// The longest wait of a request while the service is about to stop.
const WHILE_LEAVING: Duration = Duration::from_secs(1);

/// The problems of this operation.
pub(super) const FAILS: &[(&str, &[ProblemType])] =
    &[("read_feed", &[ProblemType::RequestInvalid, ProblemType::CursorUnknown])];

/// A new verdict.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct FeedEntry {
    /// The cursor of this entry: pass it as `after` to read what follows.
    #[schema(example = "1042-1767585600123456")]
    pub cursor: String,
    /// The time of the verdict.
    #[schema(format = DateTime)]
    pub at: String,
    /// The id of the log.
    pub log: String,
    /// The platform's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// The stored log that this one replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrects: Option<String>,
    /// The rule system and revision of the report.
    pub revision: String,
    /// The verdict.
    pub verdict: String,
    /// The verdict in one or two sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, schema_with = brief::headline)]
    pub headline: Option<Text>,
    /// The transfers that correct all hands together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, schema_with = brief::transfers)]
    pub transfers: Vec<TransferView>,
    /// The number of findings in the report.
    pub findings: FindingCounts,
    /// The address of the newest report.
    pub report: String,
}

impl FeedEntry {
    /// Returns the entry of a verdict with its report in short, unless that cannot be read.
    pub(super) fn of(row: FeedRow, brief: Option<Brief>) -> FeedEntry {
        let FeedCursor { place, at } = row.cursor;
        let (headline, transfers) = brief.map(|brief| (brief.headline, brief.transfers)).unzip();
        FeedEntry {
            cursor: format!("{place}-{at}"),
            at: time(at),
            report: format!("/v1/reports/{}", row.log),
            log: row.log,
            platform: Some(row.platform).filter(|platform| !platform.is_empty()),
            game: row.game,
            system: row.system,
            corrects: row.corrects,
            revision: row.revision,
            verdict: row.verdict,
            headline,
            transfers: transfers.unwrap_or_default(),
            findings: row.counts.into(),
        }
    }
}

/// A new ruling.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct RulingEntry {
    /// The cursor of this entry.
    #[schema(example = "1043-1767585660123456")]
    pub cursor: String,
    /// The time of the ruling.
    #[schema(format = DateTime)]
    pub at: String,
    /// The id of the log.
    pub log: String,
    /// The platform's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// The platform's own id of the game.
    pub game: String,
    /// The number of the ruling among those of the log.
    pub number: i32,
    /// The number of the ruling that this one reverses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reverses: Option<i32>,
    /// The digest of the ruling.
    pub digest: String,
    /// The address of the rulings of the log and their settlement.
    pub rulings: String,
}

impl From<FeedRuling> for RulingEntry {
    fn from(row: FeedRuling) -> RulingEntry {
        let FeedCursor { place, at } = row.cursor;
        let entry = row.ruling.entry;
        RulingEntry {
            cursor: format!("{place}-{at}"),
            at: entry.at,
            rulings: format!("/v1/reports/{}/rulings", entry.log),
            log: entry.log,
            platform: Some(row.platform).filter(|platform| !platform.is_empty()),
            game: row.game,
            number: entry.number,
            reverses: entry.reverses,
            digest: row.ruling.digest,
        }
    }
}

/// An erased log. Delete every copy of the log, its report and its rulings.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct ErasureEntry {
    /// The cursor of this entry.
    #[schema(example = "1044-1767585720123456")]
    pub cursor: String,
    /// The time of the erasure.
    #[schema(format = DateTime)]
    pub at: String,
    /// The id of the log.
    pub log: String,
    /// The reason: `by-log`, `by-player`, `by-age`, `by-filter`.
    #[schema(example = "by-player")]
    pub why: String,
}

impl From<FeedErasure> for ErasureEntry {
    fn from(row: FeedErasure) -> ErasureEntry {
        let FeedErasure { cursor: FeedCursor { place, at }, log, why } = row;
        ErasureEntry { cursor: format!("{place}-{at}"), at: time(at), log, why }
    }
}

/// A page of the feed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Feed {
    /// The verdicts, in order.
    pub verdicts: Vec<FeedEntry>,
    /// The rulings between them, in order; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<RulingEntry>,
    /// The erased logs between them, in order; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub erasures: Vec<ErasureEntry>,
    /// The cursor for the next request; absent as long as the feed is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1042-1767585600123456")]
    pub next: Option<String>,
}

/// The parameters of the feed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct FeedQuery {
    /// `next` of the previous page, or the `cursor` of an entry; by default the feed starts at the first verdict.
    after: Option<String>,
    /// The maximum number of entries of all kinds.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    limit: Option<u32>,
    /// The number of seconds to wait if there are no entries yet.
    #[param(minimum = 0, maximum = 60, default = 0, example = 0)]
    wait: Option<u64>,
}

/// Follow the verdicts
///
/// Returns every verdict of the tenant once, in commit order, for new logs and for logs audited again. Rulings and
/// erased logs appear between the verdicts. For an erased log only the id is known: delete your copies. Ask again with
/// `next` as `after`, at once or with `wait`, which delays the answer until there is an entry. Save `next` after you
/// have processed a page: you miss nothing, and only a crash in between repeats entries. A cursor is opaque. An unknown
/// cursor (the database was restored, or the cursor belongs to another tenant) is 410 `cursor-unknown`: start again
/// without `after`. When the service is about to stop, requests that wait are answered at once with what there is.
#[utoipa::path(
    operation_id = "read_feed", tag = "logs", security(("key" = ["read"])), params(FeedQuery),
    responses((status = 200, description = "A part of the feed", body = Feed))
)]
#[get("/v1/feed")]
pub(super) async fn read(
    app: Data<App>,
    context: Data<ServerContext>,
    caller: Allowed<ToRead>,
    query: Query<FeedQuery>,
) -> Result<Json<Feed>, ApiError> {
    let FeedQuery { after, limit, wait } = query.into_inner();
    let limit = limited(limit)?;
    let wait = wait.unwrap_or_default();
    if wait > 60 {
        return Err(ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!("wait 应为 0 至 60 秒，收到的是 {wait}。", "wait has to be 0 to 60 seconds, not {wait}."),
        ));
    }
    let cursor = after.as_deref().map(cursor).transpose()?;
    let _permit = (wait > 0).then(|| context.waiting.take(caller.who.tenant)).transpose()?;
    let wait = Duration::from_secs(wait);
    // A client that asks again while the service stops waits a moment, so that it does not ask without a pause.
    let wait = if context.leaving.is_set() { wait.min(WHILE_LEAVING) } else { wait };
    let part = if wait <= WHILE_LEAVING {
        app.feed(caller.who, cursor, limit, wait).await?
    } else {
        tokio::select! {
            part = app.feed(caller.who, cursor, limit, wait) => part?,
            () = context.leaving.begun() => app.feed(caller.who, cursor, limit, Duration::ZERO).await?,
        }
    };
    let FeedPage { verdicts, rulings, erasures, last } = part;
    // The key may have been revoked during the wait.
    app.is_still_let_in(&caller.caller).await?;
    let next = last.map(|FeedCursor { place, at }| format!("{place}-{at}")).or(after);
    let verdicts = verdicts.into_iter().map(|(row, brief)| FeedEntry::of(row, brief)).collect();
    let rulings = rulings.into_iter().map(RulingEntry::from).collect();
    Ok(Json(Feed { verdicts, rulings, erasures: erasures.into_iter().map(ErasureEntry::from).collect(), next }))
}

/// Parses a cursor of the feed.
pub(super) fn cursor(after: &str) -> Result<FeedCursor, ApiError> {
    let parts = after.split_once('-').and_then(|(place, at)| Some((place.parse().ok()?, at.parse().ok()?)));
    parts.map(|(place, at)| FeedCursor { place, at }).ok_or_else(|| {
        ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "after 应为上次给出的 next，不能自行编写。去掉它就从头开始。",
                "after takes the next of the part before and cannot be made up. Leave it out to begin with the first verdict."
            ),
        )
    })
}
