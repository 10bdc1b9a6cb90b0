//! Findings placed on a table: the step and the tiles of each.

use caipan_engine::audit::checks;
use caipan_engine::report::{FindingView, Report, StepView};
use caipan_log::{Action, GameLog, KongKind};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Tile, Tiles, parse_tiles};
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A finding at its step.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Found")]
pub struct TableFinding {
    /// The number in the report.
    pub id: usize,
    /// The step: the table just before the action. Findings about money or the end have the last step.
    pub step: usize,
    /// True if the finding is about the next event rather than the table.
    pub acts: bool,
    /// The code of the check.
    pub code: Cow<'static, str>,
    /// The kind: `fault`, `variant`, `unverifiable` or `note`.
    pub kind: String,
    /// The title of the check.
    pub title: Text,
    /// The message.
    pub message: Text,
    /// The cited clauses.
    pub clauses: Vec<Cow<'static, str>>,
    /// The affected tiles just before the action.
    pub before: TileMark,
    /// The affected tiles just after the action.
    pub after: TileMark,
}

/// Highlighted tiles on a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Mark")]
pub struct TileMark {
    /// The acting seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Tiles in the hand of that seat.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hand: String,
    /// The seat of the last discard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub river: Option<Seat>,
    /// True if the last meld of the seat is highlighted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub meld: bool,
}

/// The hand and the step of a finding; `None` if it is about no hand.
pub fn moment_of(finding: &FindingView, log: &GameLog) -> Option<(usize, usize)> {
    let hand = finding.hand?;
    let last = log.hands.get(hand)?.events.len();
    Some((hand, finding.event.unwrap_or(last).min(last)))
}

/// The primary findings of a hand; `tables` are the known tables by step.
pub(crate) fn table_findings(
    report: &Report,
    log: &GameLog,
    hand: usize,
    tables: &BTreeMap<usize, &StepView>,
) -> Vec<TableFinding> {
    let here = report.findings.iter().filter(|finding| report.stands_alone(finding));
    let placed = here.filter_map(|finding| moment_of(finding, log).filter(|at| at.0 == hand).map(|at| (at.1, finding)));
    let mut found: Vec<TableFinding> = placed
        .map(|(step, finding)| {
            let action = finding.event.and_then(|event| Some(&log.hands.get(hand)?.events.get(event)?.action));
            let seen = action.map(|action| (just_before(action, tables.get(&step).copied()), just_after(action)));
            let (before, after) = seen.unwrap_or_default();
            let (before, after) = match action {
                Some(Action::Win { tile, .. }) => spare(finding, *tile, before, after),
                _ => (before, after),
            };
            let fallback = |mark: TileMark| TileMark { seat: mark.seat.or(finding.seat), ..mark };
            TableFinding {
                id: finding.id,
                step,
                acts: action.is_some(),
                code: finding.code.clone(),
                kind: word(finding),
                title: checks::find(&finding.code).map_or_else(Text::default, |check| check.title.text()),
                message: finding.message.clone(),
                clauses: finding.clauses.iter().map(|clause| clause.id.clone()).collect(),
                before: fallback(before),
                after: fallback(after),
            }
        })
        .collect();
    found.sort_by_key(|found| (found.step, found.id));
    found
}

/// Marks the tiles that keep a hand from being a win, in place of the tile won on, unless that is one of them.
fn spare(finding: &FindingView, won_on: Tile, before: TileMark, after: TileMark) -> (TileMark, TileMark) {
    let Some(near) = finding.near.first().filter(|near| !near.spare.is_empty()) else { return (before, after) };
    let fits = !parse_tiles(&near.spare).unwrap_or_default().contains(&won_on);
    let river = before.river.filter(|_| !fits);
    (TileMark { hand: near.spare.clone(), river, ..before }, TileMark { hand: near.spare.clone(), ..after })
}

fn word(finding: &FindingView) -> String {
    serde_json::to_value(finding.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default()
}

fn just_before(action: &Action, table: Option<&StepView>) -> TileMark {
    let lying = table.and_then(|table| table.open.as_ref()).map(|open| open.from);
    let of = |seat: &Seat, tiles: &[Tile], river: Option<Seat>| TileMark {
        seat: Some(*seat),
        hand: Tiles(tiles.to_vec()).to_string(),
        river,
        meld: false,
    };
    match action {
        Action::Discard { seat, tile } => of(seat, &[*tile], None),
        Action::Chow { seat, with, .. } => of(seat, with, lying),
        Action::Pung { seat, tile } => of(seat, &[*tile; 2], lying),
        Action::Kong { seat, tile, kind: KongKind::Exposed, .. } => of(seat, &[*tile; 3], lying),
        Action::Kong { seat, tile, kind: KongKind::Concealed, .. } => of(seat, &[*tile; 4], None),
        Action::Kong { seat, tile, kind: KongKind::Added, .. } => of(seat, &[*tile], None),
        Action::Win { seat, tile } => match lying.filter(|from| from != seat) {
            Some(from) => of(seat, &[], Some(from)),
            None => of(seat, &[*tile], None),
        },
        other => TileMark { seat: other.seat(), ..TileMark::default() },
    }
}

fn just_after(action: &Action) -> TileMark {
    let seat = action.seat();
    match action {
        Action::Discard { .. } => TileMark { seat, river: seat, ..TileMark::default() },
        Action::Chow { .. } | Action::Pung { .. } | Action::Kong { .. } => {
            TileMark { seat, meld: true, ..TileMark::default() }
        }
        Action::Draw { tile, .. } | Action::Win { tile, .. } => {
            TileMark { seat, hand: tile.to_string(), ..TileMark::default() }
        }
        _ => TileMark { seat, ..TileMark::default() },
    }
}
