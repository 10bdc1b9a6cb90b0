//! Shows checkpoints to witnesses (C2SP `tlog-witness`) and collects their cosignatures. HTTP is left to `webhook_client`.
//!
//! Of all replicas one shows a checkpoint, and all witnesses are shown the same one, so that their cosignatures add up. A
//! witness that fails is tried again with growing pauses, up to an hour. Nothing here holds up the storing of logs.

use super::webhook_schedule::wait;
use super::witness_refusal::{CONFLICT, Refusal};
use super::{App, AppError, now};
use crate::config::Witness;
use crate::store::{CosignatureRow, Offer, Proven, Tenant, ToProve, TreeHead, WitnessNote, WitnessRow};
use crate::webhook_client::{Connection, Exchanged, Target, WebhookClient};
use caipan_evidence::{Checkpoint, Cosignature, SIZE_TYPE, add_checkpoint, cosignature, size_held};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// The maximum number of trees that are shown in one round.
const AT_A_TIME: usize = 1000;
/// The requests that one checkpoint takes at most: the witness may name its size, and another replica may change it.
const REQUESTS: usize = 3;

/// The longest pause between two tries.
const LONGEST: Duration = Duration::from_hours(1);

/// Shows checkpoints to the configured witnesses.
pub struct Witnessing {
    app: Arc<App>,
    client: Arc<WebhookClient>,
}

/// A checkpoint that is shown in this round.
#[derive(Clone)]
struct Shown {
    head: TreeHead,
    checkpoint: Checkpoint,
    note: String,
}

/// The outcome of showing one checkpoint to one witness.
enum Outcome {
    Cosigned(Cosignature),
    /// Another replica has shown a newer checkpoint.
    Overtaken,
    Refused {
        why: String,
        held: Option<u64>,
    },
}

impl Witnessing {
    /// Prepares to show the checkpoints of an application to the witnesses of its settings.
    pub fn new(app: Arc<App>, client: Arc<WebhookClient>) -> Witnessing {
        Witnessing { app, client }
    }

    /// Shows checkpoints until the runtime stops.
    pub async fn run(self) {
        if self.app.config.witnesses.is_empty() || self.app.signers.is_empty() {
            return;
        }
        loop {
            sleep(self.app.config.witness_every).await;
            if let Err(error) = self.round(now()).await {
                tracing::debug!(%error, "witnesses wait for the database");
            }
        }
    }

    /// Shows new checkpoints once, at a time in microseconds since 1970. Returns what was refused.
    pub async fn round(&self, now: i64) -> Result<Vec<Refusal>, AppError> {
        let heads = self.app.query(|store| Ok(store.tree_heads(None)?)).await?;
        for witness in &self.app.config.witnesses {
            let behind = heads.iter().filter(|head| is_behind(head, witness)).count();
            self.app.metrics.set_behind(&witness.label, behind);
        }
        let mut shown = Vec::new();
        for head in heads {
            if shown.len() >= AT_A_TIME {
                break;
            }
            shown.extend(self.offer(head, now).await?);
        }
        let shown = Arc::new(shown);
        let mut tasks = JoinSet::new();
        for witness in &self.app.config.witnesses {
            let turn =
                Turn { app: Arc::clone(&self.app), client: Arc::clone(&self.client), witness: witness.clone(), now };
            let shown = Arc::clone(&shown);
            tasks.spawn(async move { turn.take(&shown).await });
        }
        let mut refused = Vec::new();
        while let Some(done) = tasks.join_next().await {
            refused.extend(done.map_err(|_| AppError::GivenUp)??);
        }
        refused.sort_by(|one, other| (&one.tenant, &one.witness).cmp(&(&other.tenant, &other.witness)));
        Ok(refused)
    }

    /// Takes the turn to show a tree, if it has grown or a witness is to be tried again.
    async fn offer(&self, head: TreeHead, now: i64) -> Result<Option<Shown>, AppError> {
        let every = i64::try_from(self.app.config.witness_every.as_micros()).unwrap_or(i64::MAX);
        let since = now.saturating_sub(every);
        let has_grown = head.offered.is_none_or(|(size, _)| size < head.size);
        let waits = |witness| is_behind(&head, witness) && state(&head, witness).due_at <= now;
        let is_recent = head.offered.is_some_and(|(_, at)| at > since);
        if is_recent || !(has_grown || self.app.config.witnesses.iter().any(waits)) {
            return Ok(None);
        }
        let size = head.size;
        // A damaged tree must not keep the others from being shown.
        let checkpoint = match self.consistent(head.tenant, size, 0).await {
            Ok(proven) => proven.checkpoint,
            Err(error) => {
                tracing::error!(tenant = head.name, %error, "a tree cannot be shown to witnesses");
                return Ok(None);
            }
        };
        let note = self.app.sign(&checkpoint)?;
        let mine = self.app.store.offer(Offer { tenant: head.tenant, size, now, since }).await?;
        Ok(mine.then_some(Shown { head, checkpoint, note }))
    }

    async fn consistent(&self, tenant: Tenant, size: u64, old: u64) -> Result<Proven, AppError> {
        consistent(&self.app, tenant, size, old).await
    }
}

/// The tree of this size, with the consistency proof from an older size.
async fn consistent(app: &App, tenant: Tenant, size: u64, old: u64) -> Result<Proven, AppError> {
    app.proven(tenant, ToProve { witnessed: Some(size), since: Some(old), ..ToProve::default() }).await
}

/// The state of a witness, also of one that was never tried.
fn state(head: &TreeHead, witness: &Witness) -> WitnessRow {
    let key = witness.key.to_string();
    let known = head.witnesses.iter().find(|row| row.witness == key).cloned();
    let new = WitnessRow { witness: key, size: 0, tried_at: 0, tries: 0, due_at: 0, said: None, held: None };
    known.unwrap_or(new)
}

/// Returns whether a witness has not cosigned the last shown checkpoint of a tree.
fn is_behind(head: &TreeHead, witness: &Witness) -> bool {
    let cosigned = u64::try_from(state(head, witness).size).unwrap_or_default();
    head.offered.is_some_and(|(size, _)| cosigned < size)
}

/// The part of one witness in a round.
struct Turn {
    app: Arc<App>,
    client: Arc<WebhookClient>,
    witness: Witness,
    now: i64,
}

impl Turn {
    /// Shows the checkpoints one after the other. A witness that cannot be reached is asked for no further one.
    async fn take(self, shown: &[Shown]) -> Result<Vec<Refusal>, AppError> {
        let mut refused = Vec::new();
        let address = format!("{}/add-checkpoint", self.witness.url.trim_end_matches('/'));
        let target = Target::parse(&address, self.client.is_private());
        let mut line = Connection::default();
        for one in shown {
            let row = state(&one.head, &self.witness);
            if row.due_at > self.now {
                continue;
            }
            let outcome = match &target {
                Ok(target) => self.show(one, &row, target, &mut line).await?,
                Err(_) => Outcome::Refused { why: "address-private".to_owned(), held: None },
            };
            let is_away = matches!(&outcome, Outcome::Refused { why, .. } if AWAY.contains(&why.as_str()));
            refused.extend(self.note(one, row, outcome).await?);
            if is_away {
                break;
            }
        }
        Ok(refused)
    }

    /// Shows one checkpoint, from the size that the witness has.
    async fn show(
        &self,
        one: &Shown,
        row: &WitnessRow,
        target: &Target,
        line: &mut Connection,
    ) -> Result<Outcome, AppError> {
        let size = one.checkpoint.size;
        let refused = |why: &str, held| Ok(Outcome::Refused { why: why.to_owned(), held });
        let mut old = u64::try_from(row.size).ok().filter(|old| *old <= size).unwrap_or_default();
        for _ in 0..REQUESTS {
            let path = consistent(&self.app, one.head.tenant, size, old).await?.since.unwrap_or_default();
            let body = add_checkpoint(old, &path, &one.note);
            let answer = match self.client.exchange(line, target, body.as_bytes()).await {
                Ok(answer) => answer,
                Err(why) => return refused(why, None),
            };
            let Exchanged { status, media_type, body } = answer;
            match status {
                200 => {
                    let lines = String::from_utf8_lossy(&body);
                    let found = cosignature(&lines, &one.checkpoint.text(), &self.witness.key);
                    return found.map_or_else(
                        || refused("cosignature-invalid", None),
                        |cosignature| Ok(Outcome::Cosigned(cosignature)),
                    );
                }
                409 => {
                    let Some(held) = size_held(&body).filter(|_| media_type == SIZE_TYPE) else {
                        // A witness with the same size and another root need not name the size.
                        let why = if old == size { CONFLICT } else { "http-409" };
                        return refused(why, (old == size).then_some(old));
                    };
                    if held > size {
                        let heads = self.app.query({
                            let tenant = one.head.tenant;
                            move |store| Ok(store.tree_heads(Some(tenant))?)
                        });
                        let now = heads.await?.first().map_or(0, |head| head.size);
                        return if now >= held { Ok(Outcome::Overtaken) } else { refused(CONFLICT, Some(held)) };
                    }
                    if held == old {
                        let why = if old == size { CONFLICT } else { "answer-invalid" };
                        return refused(why, Some(held));
                    }
                    old = held;
                }
                // The proof leads from what this service has; what the witness has is something else.
                422 if old > 0 => return refused(CONFLICT, Some(old)),
                status => return refused(&format!("http-{status}"), None),
            }
        }
        // It names another size each time.
        refused("http-409", Some(old))
    }

    /// Records the outcome. Returns the refusal, if it is one.
    async fn note(&self, one: &Shown, mut row: WitnessRow, outcome: Outcome) -> Result<Option<Refusal>, AppError> {
        let (tenant, size) = (one.head.tenant, one.checkpoint.size);
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let label = &self.witness.label;
        row.tried_at = self.now;
        let (why, held) = match outcome {
            Outcome::Overtaken => return Ok(None),
            Outcome::Cosigned(Cosignature { line, time }) => {
                self.app.metrics.shown(label, "cosigned");
                (row.size, row.tries, row.due_at, row.said, row.held) = (signed(size), 0, 0, None, None);
                let cosignature = CosignatureRow { size: row.size, witness: row.witness.clone(), at: time, line };
                self.app.store.note_witness(WitnessNote { tenant, row, cosignature: Some(cosignature) }).await?;
                return Ok(None);
            }
            Outcome::Refused { why, held } => (why, held),
        };
        row.tries = row.tries.saturating_add(1);
        let pause = wait(self.app.config.witness_every, label, tenant.number(), row.tries).min(LONGEST);
        row.due_at = self.now.saturating_add(i64::try_from(pause.as_micros()).unwrap_or(i64::MAX));
        (row.said, row.held) = (Some(why.clone()), held.map(signed));
        let refusal = Refusal {
            tenant: one.head.name.clone(),
            origin: one.checkpoint.origin.clone(),
            witness: label.clone(),
            size,
            held,
            why,
        };
        let said = refusal.text().en;
        if refusal.is_conflict() {
            self.app.metrics.shown(label, "conflict");
            tracing::error!(witness = label, origin = refusal.origin, size, held, "{said}");
        } else {
            self.app.metrics.shown(label, "failed");
            tracing::warn!(witness = label, origin = refusal.origin, size, tries = row.tries, "{said}");
        }
        self.app.store.note_witness(WitnessNote { tenant, row, cosignature: None }).await?;
        Ok(Some(refusal))
    }
}

/// Reasons for which a witness is asked for no further checkpoint in a round.
const AWAY: [&str; 6] = ["timeout", "unreachable", "unresolved", "address-private", "tls", "answer-invalid"];
