//! A hand in progress: whose turn it is, what each seat may do and why not, and what each possible win would move.

use super::step::{ActionView, action};
use crate::audit::Audited;
use crate::replay::{Live, Possible, Replayed, asked};
use crate::rules::{Due, Missing, Open, Refusal, Rules, Verdict};
use crate::table::{Fill, Table, digest};
use caipan_log::{Action, Event, GameLog, HandLog, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::{Counts, Seat, SeatList, SeatMap, Tile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The state of play after the last event of a log that is in progress.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProgressView {
    /// The index of the hand.
    pub hand: usize,
    /// True if the hand is over: `hands` of the report has the payments due. Other seats may still win on the same tile.
    pub over: bool,
    /// The act that comes next if nobody wins or claims; absent if the hand is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<DueView>,
    /// The acts that tiles and moment suggest, by seat: the legal ones, and those that the rules refuse, with the reason.
    pub acts: Vec<ActView>,
    /// The digest of the table.
    pub digest: String,
}

/// The act that comes next.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DueView {
    /// The seat; absent for an act of no seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The act: `exchange` (the seat gives tiles before play), `act` (the seat discards, declares, kongs or wins), `draw`, `reveal` (the tiles of a dice kong), `answer`
    /// (the seat takes or declines the last tile) or `draw_game`.
    #[serde(rename = "type")]
    pub kind: Cow<'static, str>,
}

/// An act of a seat, with the answer of the rules.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ActView {
    /// The seat.
    pub seat: Seat,
    /// The event's type.
    #[serde(rename = "type")]
    pub kind: Cow<'static, str>,
    /// Its tile, or for a chow the tiles from the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<String>,
    /// Details: the kind of kong, the initial wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The value of a legal win, in the unit of the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// True if the rules allow it.
    pub legal: bool,
    /// The reason of a refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Text>,
    /// The clause of a refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<Cow<'static, str>>,
    /// The option that decided a refusal: another value would allow the act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<Cow<'static, str>>,
    /// For a legal win: the points that each seat would win or lose in this hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gains: Option<SeatList<i64>>,
    /// For a legal win whose points depend on something that comes later or is not recorded: the least and the greatest
    /// number of points of each seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<[SeatList<i64>; 2]>,
    /// The fields on which the points depend.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<Cow<'static, str>>,
}

impl ProgressView {
    /// Returns the state of play of the hand at this index.
    pub(super) fn of(hand: usize, rules: &dyn Rules, replayed: &Replayed) -> ProgressView {
        let table = &replayed.table;
        let act = |(seat, can, verdict): (Seat, Possible, Verdict)| ActView::of(rules, table, seat, can, verdict);
        ProgressView {
            hand,
            over: !replayed.goes_on,
            due: due(rules, replayed),
            acts: asked(rules, table).into_iter().map(act).collect(),
            digest: digest(table),
        }
    }

    /// Returns whose turn it is, and what each legal win would move.
    pub fn in_words(&self, people: &People) -> Vec<Text> {
        let mut told = vec![match &self.due {
            None => bilingual!("这一局打完了，该付多少见各家得失。", "the hand is over; the payments due are listed"),
            Some(DueView { seat: Some(seat), kind }) => {
                let who = people.who(*seat);
                match &**kind {
                    "draw" => bilingual!(
                        "还在打：没人胡、没人要，就轮到{who}摸牌。",
                        "in progress: unless somebody wins or claims, {who:#} draws"
                    ),
                    "reveal" => bilingual!(
                        "还在打：{who}该翻开杠后的牌。",
                        "in progress: {who:#} turns up the tiles of the dice kong"
                    ),
                    "answer" => bilingual!(
                        "还在打：{who}该说要不要海底。",
                        "in progress: {who:#} takes or declines the last tile"
                    ),
                    _ => bilingual!("还在打：轮到{who}出手。", "in progress: it is the turn of {who:#}"),
                }
            }
            Some(DueView { seat: None, .. }) => {
                bilingual!("还在打：没人胡就流局。", "in progress: unless somebody wins, the hand is drawn")
            }
        }];
        told.extend(self.acts.iter().filter(|act| act.legal && act.kind == "win").map(|act| act.win_in_words(people)));
        told
    }
}

impl ActView {
    fn win_in_words(&self, people: &People) -> Text {
        let (who, tile) = (people.who(self.seat), self.tiles.as_deref().unwrap_or_default());
        let list = |points: &SeatList<i64>, lang| {
            let each = people.seats().iter().zip(points.entries());
            let each = each.map(|(seat, points)| format!("{} {points:+}", people.who(seat).get(lang)));
            each.collect::<Vec<_>>().join(if lang == Lang::Zh { "，" } else { ", " })
        };
        let gains = self.gains.as_ref().map(|gains| (list(gains, Lang::Zh), list(gains, Lang::En)));
        match gains {
            Some((zh, en)) => bilingual!("{who}能胡 {tile}：{zh}。", "{who:#} may win on {tile}: {en}"),
            None => bilingual!(
                "{who}能胡 {tile}；各家得失还取决于没有揭晓的牌。",
                "{who:#} may win on {tile}; the points depend on what is not known yet"
            ),
        }
    }
}

/// Returns the state of play of a log in progress; `None` if it is over or its last hand cannot be replayed.
pub(super) fn progress(log: &GameLog, rules: &dyn Rules, audited: Option<&Audited>) -> Option<ProgressView> {
    let replayed = audited.filter(|_| log.is_in_progress())?.recorded();
    replayed.followed.then(|| ProgressView::of(log.hands.len().saturating_sub(1), rules, replayed))
}

fn due(rules: &dyn Rules, replayed: &Replayed) -> Option<DueView> {
    let table = &replayed.table;
    let exchanges = table.playing().from(table.dealer).find(|&seat| rules.exchange_due(table, seat).is_some());
    let (seat, kind) = match rules.due(table) {
        _ if !replayed.goes_on => return None,
        _ if exchanges.is_some() => (exchanges, "exchange"),
        Due::Act(seat) => (Some(seat), "act"),
        Due::Draw(seat, _) => (Some(seat), "draw"),
        Due::Reveal(seat) => (Some(seat), "reveal"),
        Due::AnswerLast(seat) => (Some(seat), "answer"),
        Due::DrawGame => (None, "draw_game"),
        Due::Finish | Due::Nothing => return None,
    };
    Some(DueView { seat, kind: kind.into() })
}

impl ActView {
    fn of(rules: &dyn Rules, table: &Table, seat: Seat, can: Possible, verdict: Verdict) -> ActView {
        let amounts = match (&can, &verdict) {
            (Possible::Win { tile, .. }, Ok(())) => Amounts::of_win(rules, table, seat, *tile),
            _ => Amounts::default(),
        };
        let ActionView { seat, kind, tiles, detail, value } = action(seat, can);
        let refusal = verdict.err();
        let no = refusal.as_deref();
        let list = |points| SeatList::new(points, table.seats);
        ActView {
            seat,
            kind: kind.into(),
            tiles,
            detail,
            value: value.filter(|_| no.is_none()),
            legal: no.is_none(),
            reason: no.map(Refusal::text),
            clause: no.map(|no| no.clause.id.into()),
            option: no.and_then(|no| no.option).map(Cow::from),
            gains: amounts.limits.filter(|[least, most]| least == most).map(|[least, _]| list(least)),
            between: amounts.limits.filter(|[least, most]| least != most).map(|limits| limits.map(list)),
            depends_on: amounts.open.into_iter().map(|missing| missing.path().into()).collect(),
        }
    }
}

/// The points that a win would move.
#[derive(Default)]
struct Amounts {
    /// The least and the greatest gain of each seat, if known.
    limits: Option<[SeatMap<i64>; 2]>,
    /// The fields on which they depend.
    open: Vec<Missing>,
}

impl Amounts {
    fn of_win(rules: &dyn Rules, table: &Table, seat: Seat, tile: Tile) -> Amounts {
        let mut live = Live::at(rules, table.clone(), Counts::default());
        live.play(&Event::from(Action::Win { seat, tile }));
        let replayed = live.finish(&HandLog::default());
        let open = rules.left_open(&replayed.table, &replayed.standing);
        let mut amounts = Amounts { limits: None, open: open.iter().map(|open| open.field).collect() };
        if let Some(values) = open.iter().map(values).collect::<Option<Vec<_>>>() {
            let all = values.iter().fold(1usize, |all, values| all.saturating_mul(values.len()));
            if all <= Open::MOST {
                amounts.settle(rules, &replayed, &replayed.table, &values);
            }
        }
        amounts
    }

    /// Settles the hand with each combination of these values.
    fn settle(&mut self, rules: &dyn Rules, replayed: &Replayed, table: &Table, open: &[&[Fill]]) {
        if let Some((values, rest)) = open.split_first() {
            for value in *values {
                let mut filled = table.clone();
                filled.fill(value);
                self.settle(rules, replayed, &filled, rest);
            }
            return;
        }
        let gains = rules.settle(table, &replayed.standing).balance();
        let [least, most] = self.limits.get_or_insert([gains, gains]);
        for seat in Seat::ALL {
            least[seat] = least[seat].min(gains[seat]);
            most[seat] = most[seat].max(gains[seat]);
        }
    }
}

/// Returns the values to try; `None` if those listed do not tell how much may be due.
fn values(open: &Open) -> Option<&[Fill]> {
    let listed = !open.partial && open.rises.is_none() && open.values.len() <= Open::MOST;
    match (listed, open.limits.is_empty()) {
        (true, _) => Some(&open.values),
        (false, false) => Some(&open.limits),
        (false, true) => None,
    }
}
