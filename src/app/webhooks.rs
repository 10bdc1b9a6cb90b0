//! Webhooks of a tenant: made, shown, moved, taken away.

use super::{App, AppError, now};
use crate::courier::Target;
use crate::say;
use crate::say::Text;
use crate::store::{DeadLetter, FeedCursor, StoreError, WebhookChange, WebhookRow, WebhookWhat, Who};
use serde::{Deserialize, Serialize};

/// Bytes of an id and of a secret.
const ID: usize = 8;
const SECRET: usize = 32;
/// Names in a filter at most, and the characters of one.
const NAMES: usize = 50;
const LONGEST: usize = 256;

/// What a webhook asks for. An empty list asks for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wants {
    /// `verdict`, `ruling`.
    pub events: Vec<String>,
    /// Of verdicts those with this outcome.
    pub verdicts: Vec<String>,
    /// Only of logs under these rules.
    pub systems: Vec<String>,
    /// Only of logs of these platforms.
    pub platforms: Vec<String>,
}

/// What can be asked for.
const EVENTS: [&str; 2] = ["verdict", "ruling"];

/// A webhook to make.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    /// Where it leads.
    pub url: String,
    /// What it asks for.
    pub wants: Wants,
    /// The cursor behind which it begins; from now on where absent.
    pub after: Option<FeedCursor>,
}

/// What to send again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// Nothing: go on at once.
    Resume,
    /// Everything behind a cursor; from the first on where absent.
    After(Option<FeedCursor>),
    /// What was given up.
    Dead,
}

/// A webhook as it is shown.
#[derive(Clone, Debug)]
pub struct ShownWebhook {
    /// The webhook.
    pub row: WebhookRow,
    /// What it asks for.
    pub wants: Wants,
    /// How many entries it has not seen yet.
    pub behind: i64,
    /// How many were given up.
    pub dead: i64,
}

impl App {
    /// Makes one, and says its secret, which is shown this once.
    pub async fn make_webhook(&self, who: Who, new: NewWebhook) -> Result<(ShownWebhook, Vec<u8>), AppError> {
        let unfit = |text: Text| AppError::WebhookUnfit(text);
        Target::parse(&new.url, self.config.webhook_private).map_err(unfit)?;
        fits(&new.wants).map_err(unfit)?;
        let after = self.place_of(who, new.after).await?;
        let (mut id, mut secret) = ([0; ID], vec![0; SECRET]);
        let chance = getrandom::fill(&mut id).and_then(|()| getrandom::fill(&mut secret));
        chance.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let filter = serde_json::to_string(&new.wants)?;
        let what = WebhookWhat::Make { url: new.url, secret: secret.clone(), filter, after };
        let row = self.store.webhook(WebhookChange { who, id: crate::table::hex(&id), at: now(), what }).await?;
        Ok((ShownWebhook { row, wants: new.wants, behind: 0, dead: 0 }, secret))
    }

    /// All of a tenant.
    pub async fn webhooks(&self, who: Who) -> Result<Vec<ShownWebhook>, AppError> {
        self.query(move |store| {
            let (rows, head) = store.webhooks(who.tenant)?;
            let shown = |row: WebhookRow| {
                let (_, dead) = store.dead_letters(row.seq, 0, 0)?;
                let wants = serde_json::from_str(&row.filter)?;
                Ok(ShownWebhook { behind: head - row.place, wants, dead, row })
            };
            rows.into_iter().map(shown).collect()
        })
        .await
    }

    /// One of a tenant.
    pub async fn webhook(&self, who: Who, id: &str) -> Result<ShownWebhook, AppError> {
        let found = self.webhooks(who).await?.into_iter().find(|shown| shown.row.id == id);
        found.ok_or_else(|| StoreError::NoWebhook(id.to_owned()).into())
    }

    /// What was given up, by place, behind one.
    pub async fn dead_letters(&self, who: Who, id: &str, after: i64, limit: u32) -> Result<Vec<DeadLetter>, AppError> {
        let seq = self.webhook(who, id).await?.row.seq;
        self.query(move |store| Ok(store.dead_letters(seq, after, i64::from(limit))?.0)).await
    }

    /// Takes one away, with what was given up.
    pub async fn remove_webhook(&self, who: Who, id: &str) -> Result<(), AppError> {
        self.store.webhook(WebhookChange { who, id: id.to_owned(), at: now(), what: WebhookWhat::Remove }).await?;
        Ok(())
    }

    /// Has something sent again, or goes on where it was paused.
    pub async fn replay_webhook(&self, who: Who, id: &str, replay: Replay) -> Result<ShownWebhook, AppError> {
        let what = match replay {
            Replay::Resume => WebhookWhat::Resume,
            Replay::Dead => WebhookWhat::Dead,
            Replay::After(None) => WebhookWhat::After(0),
            Replay::After(cursor) => WebhookWhat::After(self.place_of(who, cursor).await?.unwrap_or_default()),
        };
        self.store.webhook(WebhookChange { who, id: id.to_owned(), at: now(), what }).await?;
        self.webhook(who, id).await
    }

    /// The place at a cursor, which must be there.
    async fn place_of(&self, who: Who, cursor: Option<FeedCursor>) -> Result<Option<i64>, AppError> {
        let Some(cursor) = cursor else { return Ok(None) };
        let found = self.query(move |store| Ok(store.feed(who.tenant, Some(cursor), 1)?)).await?;
        found.map(|_| Some(cursor.place)).ok_or(AppError::NoCursor)
    }
}

/// Whether something can be asked for so.
fn fits(wants: &Wants) -> Result<(), Text> {
    let names = [&wants.events, &wants.verdicts, &wants.systems, &wants.platforms];
    if names.iter().any(|names| names.len() > NAMES || names.iter().any(|name| name.chars().count() > LONGEST)) {
        return Err(say!(
            "每个列表至多 {NAMES} 项，每项至多 {LONGEST} 个字符。",
            "A list has at most {NAMES} names of at most {LONGEST} characters."
        ));
    }
    if let Some(event) = wants.events.iter().find(|event| !EVENTS.contains(&event.as_str())) {
        return Err(say!(
            "events 中没有 {event}。可用：verdict、ruling。",
            "There is no event {event}. It is verdict or ruling."
        ));
    }
    let unknown = wants.verdicts.iter().find(|verdict| super::engine::verdict_named(verdict).is_none());
    unknown.map_or(Ok(()), |verdict| {
        Err(say!(
            "没有结论 {verdict}。可用：clean、faulty、variant、unverifiable。",
            "There is no verdict {verdict}. It is one of clean, faulty, variant and unverifiable."
        ))
    })
}
