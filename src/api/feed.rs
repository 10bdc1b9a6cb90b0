//! Verdicts, rulings and erasures as they come, for programs that follow.

use super::auth::{Allowed, ToRead};
use super::context::ServerContext;
use super::logs::FindingCounts;
use super::paging::limited;
use super::problem::{ApiError, ProblemType};
use super::timestamp::time;
use crate::app::App;
use crate::store::{FeedCursor, FeedErasure, FeedPart, FeedRow, FeedRuling};
use actix_web::get;
use actix_web::web::{Data, Json, Query};
use caipan_tiles::bilingual;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// Which failures these operations have.
pub(super) const FAILS: &[(&str, &[ProblemType])] =
    &[("read_feed", &[ProblemType::RequestInvalid, ProblemType::CursorUnknown])];

/// A verdict that was given.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct FeedEntry {
    /// Where it stands: what to pass as `after` for what follows it.
    #[schema(example = "1042-1767585600123456")]
    pub cursor: String,
    /// When it was given.
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
    /// The stored log that it replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrects: Option<String>,
    /// The rule system and the revision by which it was judged.
    pub revision: String,
    /// The verdict.
    pub verdict: String,
    /// How many findings the report has.
    pub findings: FindingCounts,
    /// Where the newest report stands.
    pub report: String,
}

impl From<FeedRow> for FeedEntry {
    fn from(row: FeedRow) -> FeedEntry {
        let FeedCursor { place, at } = row.cursor;
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
            findings: row.counts.into(),
        }
    }
}

/// A ruling that was made.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct RulingEntry {
    /// Where it stands among verdicts and rulings.
    #[schema(example = "1043-1767585660123456")]
    pub cursor: String,
    /// When it was made.
    #[schema(format = DateTime)]
    pub at: String,
    /// The id of the log.
    pub log: String,
    /// The platform's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// The platform's own id of the game.
    pub game: String,
    /// Its number among the rulings of the log.
    pub number: i32,
    /// The number of the ruling that stands no longer because of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reverses: Option<i32>,
    /// Its digest.
    pub digest: String,
    /// Where the rulings of the log stand, with what they come to.
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

/// A log that was erased: whoever keeps a copy of it, of its report or of its rulings deletes that too.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct ErasureEntry {
    /// Where it stands among verdicts, rulings and erasures.
    #[schema(example = "1044-1767585720123456")]
    pub cursor: String,
    /// When it was erased.
    #[schema(format = DateTime)]
    pub at: String,
    /// The id of the log.
    pub log: String,
    /// Why: `by-log`, `by-player`, `by-age`, `by-filter`.
    #[schema(example = "by-player")]
    pub why: String,
}

impl From<FeedErasure> for ErasureEntry {
    fn from(row: FeedErasure) -> ErasureEntry {
        let FeedErasure { cursor: FeedCursor { place, at }, log, why } = row;
        ErasureEntry { cursor: format!("{place}-{at}"), at: time(at), log, why }
    }
}

/// A part of the feed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Feed {
    /// The verdicts, in the order in which they were given.
    pub verdicts: Vec<FeedEntry>,
    /// The rulings that were made between them, in their order; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<RulingEntry>,
    /// The logs that were erased between them, in their order; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub erasures: Vec<ErasureEntry>,
    /// What to pass as `after` next time; absent as long as there was never anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1042-1767585600123456")]
    pub next: Option<String>,
}

/// Which part of the feed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct FeedQuery {
    /// `next` of the part before, or the `cursor` of a verdict; from the first verdict on where absent.
    after: Option<String>,
    /// How many at most, verdicts, rulings and erasures together.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    limit: Option<u32>,
    /// How many seconds to wait where there is nothing yet.
    #[param(minimum = 0, maximum = 60, default = 0, example = 0)]
    wait: Option<u64>,
}

/// Follow the verdicts
///
/// Every verdict of the tenant once, in the order in which it was committed: of logs stored, and of logs audited again; between them the rulings of
/// referees, and the logs that were erased, of which nothing but the id is known and of which you delete what you keep. Ask again with `next` as `after`, at once or with `wait`, which holds the answer back until there is something. Whoever keeps `next` after its verdicts
/// are dealt with misses none and, but for a crash between the two, sees none twice. A cursor is opaque; one of which this database
/// knows nothing (it was put back to an earlier state, or it is another's) is 410 `cursor-unknown`: begin again without `after`.
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
    let FeedPart { verdicts, rulings, erasures, last } =
        app.feed(caller.who, cursor, limit, Duration::from_secs(wait)).await?;
    // Who was let in a minute ago may have been shut out since.
    app.is_still_let_in(&caller.caller).await?;
    let next = last.map(|FeedCursor { place, at }| format!("{place}-{at}")).or(after);
    let verdicts = verdicts.into_iter().map(FeedEntry::from).collect();
    let rulings = rulings.into_iter().map(RulingEntry::from).collect();
    Ok(Json(Feed { verdicts, rulings, erasures: erasures.into_iter().map(ErasureEntry::from).collect(), next }))
}

/// Reads a cursor of the feed.
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
