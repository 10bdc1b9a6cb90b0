//! Rulings of referees: checks a ruling against the newest report and records it. Settlements are left to
//! `ruling_settlement`.

use super::ruling_settlement::points;
use super::{App, AppError, Caller, ReportPage, Rulings, StoredCase, now};
use crate::store::{FreshRuling, Moved, RulingKind, RulingRow, StoreError, Subject, Unfit, Who};
use caipan_engine::report::Report;
use caipan_log::is_unseen;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::SeatList;
use schemars::JsonSchema;
use serde::Deserialize;

/// The maximum length of a note and of a name, and the maximum number of transfers.
const LONGEST: usize = 2000;
pub(super) const NAME: usize = 60;
const MOST: usize = 12;
/// The maximum points of a transfer: above any real stake and safe from overflow.
const POINTS: i64 = 1_000_000_000_000;

/// A ruling to record.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRuling {
    /// The decision.
    pub kind: RulingKind,
    /// The number of the finding in the newest report; absent for a ruling about a hand or the match.
    #[serde(default)]
    pub finding: Option<usize>,
    /// The hand, from 0; by default the hand of the finding.
    #[serde(default)]
    pub hand: Option<usize>,
    /// The reason or the note, at most 2000 characters. Invisible characters are removed.
    #[serde(default)]
    pub note: String,
    /// The name of the referee, at most 60 characters. In a signed-in browser it is the name of the person: leave it out.
    #[serde(default)]
    pub referee: String,
    /// Points to move, for `correct` and `penalty`.
    #[serde(default)]
    pub transfers: Vec<Moved>,
    /// The number of the ruling to reverse.
    #[serde(default)]
    pub reverses: Option<i32>,
    /// The number of rulings that the referee has seen. The request is refused if there are others by now.
    #[serde(default)]
    pub seen: Option<i32>,
    /// The revision of the report that the referee has seen. The request is refused if there is a newer report.
    #[serde(default)]
    pub revision: Option<String>,
}

/// Why a ruling cannot be recorded, and which field causes it.
#[derive(Clone, Debug)]
pub struct RulingRefusal {
    /// JSON pointer into the request.
    pub pointer: String,
    /// The error with advice.
    pub text: Text,
    /// True if the ruling conflicts with stored data rather than being invalid.
    pub conflict: bool,
}

impl App {
    /// Records a ruling on the newest report of a log. A repeated token records it once; the flag tells whether it was
    /// recorded now.
    pub async fn rule(
        &self,
        caller: &Caller,
        id: &str,
        new: NewRuling,
        token: String,
    ) -> Result<(RulingRow, bool), AppError> {
        let fresh = self.checked(caller, id, new).await?;
        self.store.rule(FreshRuling { token, ..fresh }).await.map_err(|error| match error {
            StoreError::Unfit(why) => AppError::Ruling(Box::new(ruling_unfit(why))),
            other => AppError::Store(other),
        })
    }

    /// The report page as it would be with this ruling, which comes last, without recording it. The store compares the
    /// ruling with the earlier ones only when it is recorded.
    pub async fn preview_ruling<T: Send + 'static>(
        &self,
        caller: &Caller,
        id: &str,
        new: NewRuling,
        draw: impl FnOnce(ReportPage) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let fresh = self.checked(caller, id, new).await?;
        self.on_case(caller.who, id, move |mut case| {
            let rows = &mut case.rulings;
            let count = i32::try_from(rows.len()).unwrap_or(i32::MAX);
            if fresh.seen.is_some_and(|seen| seen != count) {
                return Err(AppError::Ruling(Box::new(ruling_unfit(Unfit::Unseen(count)))));
            }
            let number = rows.last().map_or(1, |row| row.entry.number.saturating_add(1));
            rows.push(RulingRow { digest: String::new(), entry: fresh.entry(number) });
            ReportPage::of_case(case).map(draw)
        })
        .await
    }

    /// Checks a ruling against the newest report.
    async fn checked(&self, caller: &Caller, id: &str, new: NewRuling) -> Result<FreshRuling, AppError> {
        let (who, log) = (caller.who, id.to_owned());
        let new = signed(new, caller.person())?;
        self.on_case(who, id, move |StoredCase { row, report, report_digest, .. }| {
            Ok(FreshRuling { report: report_digest, ..fit(who, log, row.revision(), new, &report)? })
        })
        .await
    }

    /// The rulings of a log with their settlements.
    pub async fn rulings(&self, who: Who, id: &str) -> Result<Rulings, AppError> {
        self.on_case(who, id, |mut case| Ok(case.rulings())).await
    }

    /// The rulings of a log.
    pub async fn rulings_of(&self, who: Who, id: &str) -> Result<Vec<RulingRow>, AppError> {
        let id = id.to_owned();
        self.query(move |store| Ok(store.rulings(who.tenant, &id)?)).await
    }
}

/// Signs a ruling with the name of the person who signed in; without one, with the name in the request.
fn signed(new: NewRuling, person: Option<&str>) -> Result<NewRuling, AppError> {
    let Some(person) = person else { return Ok(new) };
    let given = clean(&new.referee, false);
    if !given.is_empty() && given != person {
        return wrong(
            "/referee",
            bilingual!(
                "署名写的是“{given}”，而登录的是“{person}”。裁定以登录者署名：请去掉署名，或由{given}本人登录后裁定。",
                "The ruling is signed “{given}”, but “{person}” is signed in. A ruling carries the name of the signed-in person: remove the name, or let {given} sign in and rule."
            ),
        );
    }
    Ok(NewRuling { referee: person.to_owned(), ..new })
}

/// A refusal of a field.
fn wrong<T>(pointer: &str, text: Text) -> Result<T, AppError> {
    Err(AppError::Ruling(Box::new(RulingRefusal { pointer: pointer.to_owned(), text, conflict: false })))
}

/// Checks the ruling against the report.
fn fit(who: Who, log: String, revision: String, new: NewRuling, report: &Report) -> Result<FreshRuling, AppError> {
    if let Some(seen) = new.revision.filter(|seen| *seen != revision) {
        let text = bilingual!(
            "这期间报告更新了（现为 {revision}，您看的是 {seen}）。请先看新报告，再裁定。",
            "The report has been updated ({revision}; you saw {seen}). Read the new one before you rule."
        );
        let pointer = "/revision".to_owned();
        return Err(AppError::Ruling(Box::new(RulingRefusal { pointer, text, conflict: true })));
    }
    let found = match new.finding {
        None => None,
        Some(id) => match report.findings.iter().find(|finding| finding.id == id) {
            None => {
                return wrong(
                    "/finding",
                    bilingual!(
                        "报告里没有第 {id} 条问题。请选报告里有的。",
                        "The report has no finding {id}. Choose one from the report."
                    ),
                );
            }
            found => found,
        },
    };
    let hand = match (found, new.hand) {
        (Some(found), Some(hand)) if found.hand != Some(hand) => {
            return wrong(
                "/hand",
                bilingual!(
                    "这条问题不在这一局。请改选那一局，或不选局。",
                    "The finding belongs to another hand. Choose that hand, or none."
                ),
            );
        }
        (Some(found), _) => found.hand,
        (None, Some(hand)) if !report.hands.iter().any(|view| view.hand == hand) => {
            let number = hand.saturating_add(1);
            return wrong(
                "/hand",
                bilingual!(
                    "报告里没有第 {number} 局。请选报告里有的局。",
                    "The report has no hand {number}. Choose one from the report."
                ),
            );
        }
        (None, hand) => hand,
    };
    let (note, referee) = (clean(&new.note, true), clean(&new.referee, false));
    if note.chars().nth(LONGEST).is_some() {
        return wrong(
            "/note",
            bilingual!("理由最多 {LONGEST} 字，请写短一点。", "A reason has at most {LONGEST} characters. Shorten it."),
        );
    }
    if referee.chars().nth(NAME).is_some() {
        return wrong(
            "/referee",
            bilingual!("署名最多 {NAME} 字，请写短一点。", "A name has at most {NAME} characters. Shorten it."),
        );
    }
    if note.is_empty() && (new.kind != RulingKind::Uphold || new.reverses.is_some()) {
        return wrong(
            "/note",
            bilingual!("请写明理由。只有维持可以不写。", "Give a reason. Only upholding needs none."),
        );
    }
    transfers(new.kind, &new.transfers)?;
    let (recorded, due) = points(report, hand);
    let sum = |points: SeatList<i64>| points.entries().iter().map(|&one| i128::from(one)).sum::<i128>();
    let lacks = recorded.zip(due).map_or(0, |(recorded, due)| sum(due) - sum(recorded));
    let finding =
        found.map(|found| Subject { code: found.code.to_string(), id: found.id, pointer: found.pointer.clone() });
    Ok(FreshRuling {
        who,
        token: String::new(),
        log,
        kind: new.kind,
        finding,
        hand,
        note,
        referee,
        report: String::new(),
        revision,
        reverses: new.reverses,
        transfers: new.transfers,
        lacks,
        seen: new.seen,
        at: now(),
    })
}

/// Checks the transfers of a ruling.
fn transfers(kind: RulingKind, all: &[Moved]) -> Result<(), AppError> {
    match (kind, all.len()) {
        (RulingKind::Uphold | RulingKind::Dismiss | RulingKind::Note, 1..) => {
            return wrong(
                "/transfers",
                bilingual!(
                    "维持、驳回、备注都不动分。要动分，请选“更正”（correct）或“处罚”（penalty）。",
                    "Only a correction (`correct`) or a penalty (`penalty`) moves points. Choose one of them, or leave the transfers out."
                ),
            );
        }
        (RulingKind::Correct | RulingKind::Penalty, 0) => {
            return wrong("/transfers", bilingual!("请填写谁补谁几分。", "Enter who owes whom how many points."));
        }
        (_, count) if count > MOST => {
            return wrong(
                "/transfers",
                bilingual!(
                    "一条裁定最多 {MOST} 笔，请把几笔合成一笔。",
                    "A ruling has at most {MOST} transfers. Combine some of them."
                ),
            );
        }
        _ => {}
    }
    for (at, moved) in all.iter().enumerate() {
        if !(1..=POINTS).contains(&moved.points) {
            return wrong(
                &format!("/transfers/{at}/points"),
                bilingual!("分数应是 1 到 {POINTS} 的整数。", "Points must be a whole number from 1 to {POINTS}."),
            );
        }
        let open = moved.from.is_none() || moved.to.is_none();
        if moved.from == moved.to || open && kind == RulingKind::Penalty {
            return wrong(
                &format!("/transfers/{at}"),
                bilingual!("请选一家出分、另一家收分。", "Choose one player who pays and another who receives."),
            );
        }
    }
    Ok(())
}

/// Removes invisible characters; keeps line breaks if `lines` is set.
pub(super) fn clean(text: &str, lines: bool) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let kept = text.chars().filter_map(|c| match c {
        '\n' if lines => Some('\n'),
        '\n' | '\t' | '\u{2028}' | '\u{2029}' => Some(' '),
        c if is_unseen(c) => None,
        c => Some(c),
    });
    kept.collect::<String>().trim().to_owned()
}

/// Converts a refusal of the store.
pub fn ruling_unfit(why: Unfit) -> RulingRefusal {
    let (pointer, conflict, text) = match why {
        Unfit::Nothing(number) => (
            "/reverses",
            false,
            bilingual!(
                "没有第 {number} 号裁定可撤。请选这份牌谱已有的裁定。",
                "There is no ruling {number} to reverse. Choose one of this log's rulings."
            ),
        ),
        Unfit::Reversed(number, by) => (
            "/reverses",
            true,
            bilingual!(
                "第 {number} 号裁定已被第 {by} 号撤销。要恢复，请撤销第 {by} 号。",
                "Ruling {number} was already reversed by ruling {by}. To restore it, reverse ruling {by}."
            ),
        ),
        Unfit::Unseen(count) => (
            "/seen",
            true,
            bilingual!(
                "这期间有人作了裁定，现在共 {count} 条。请先看过，再裁定。",
                "Someone else ruled in the meantime (rulings so far: {count}). Read them before you rule."
            ),
        ),
        Unfit::Full => (
            "",
            true,
            bilingual!(
                "这份牌谱的裁定已到上限，不能再加；仍可撤销已有的裁定。",
                "This log has reached its limit of rulings. You can still reverse existing ones."
            ),
        ),
        Unfit::KeyReused(number) => (
            "",
            true,
            bilingual!(
                "这个幂等键已用于第 {number} 号裁定，内容不同。请换一个新键；在网页上请重新打开裁定页。",
                "This idempotency key already belongs to ruling {number}, which differs. Use a new key; on the page, open the form again."
            ),
        ),
        Unfit::Unbalanced(open, lacks) => (
            "/transfers",
            false,
            bilingual!(
                "只填了一家的各笔合计 {open} 分，而记录里四家合计差 {lacks} 分，两数要相等。其余各笔请填谁补谁。",
                "Transfers that name only one player sum to {open}, but the recorded points are off by {lacks}. These must be equal; \
                 in all other transfers name both players."
            ),
        ),
    };
    RulingRefusal { pointer: pointer.to_owned(), text, conflict }
}
