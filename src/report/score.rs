//! One settlement worked out without a game log: the wins in, the ledger and its sums out.

use super::build;
use super::document::{LineView, RulesView, WinView};
use super::pairs::{PairView, pairs};
use super::seats::{self, FirstGiven, SeatGiven};
use super::{ending, situation, tally};
use crate::hand::Hand;
use crate::log::{Dice, Houses, KongKind, OptionValue, RulesDeclared};
use crate::rules::{Case, Due, Past, Pattern, PatternKind, Refusal, Rules, RulesError, Won, resolve};
use crate::say;
use crate::say::Text;
use crate::table::{Chance, Drawn, Phase, Place, Shown, Source, Table, Wall};
use crate::tile::{Meld, MeldKind, Seat, Tile, Tiles};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The hand to settle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreRequest {
    /// A preset, for example `changsha-a`.
    pub rules: String,
    /// Options that differ from the preset.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Who deals.
    pub dealer: Seat,
    /// For how many hands in a row, this one included.
    #[serde(default)]
    pub dealer_streak: Option<u32>,
    /// The wins; several on one tile are several entries.
    #[serde(default)]
    pub wins: Vec<WinGiven>,
    /// The tile that names the wild kind (混坯), where the rules have one.
    #[serde(default)]
    pub indicator: Option<Tile>,
    /// Whether the match is upstairs (上楼).
    #[serde(default)]
    pub upstairs: bool,
    /// Seats that declared 混儿悠 in their last turn.
    #[serde(default)]
    pub hunyou: Vec<Seat>,
    /// Initial wins declared (起手胡).
    #[serde(default)]
    pub openings: Vec<OpeningGiven>,
    /// Birds turned up (鸟), for example `1m5m`.
    #[serde(default)]
    pub birds: Option<Tiles>,
    /// The tile flipped after the win (翻鸡); absent where the wall was used up.
    #[serde(default)]
    pub flip: Option<Tile>,
    /// What else lies at the table, where the rules look at it: the other hands, melds, rivers and declarations.
    #[serde(default)]
    pub seats: Vec<SeatGiven>,
    /// Who discarded the first of a kind, where the rivers do not tell.
    #[serde(default)]
    pub first_discards: Vec<FirstGiven>,
    /// The day of the week, from Monday as 1.
    #[serde(default)]
    pub weekday: Option<u8>,
    /// How often in a row the dealer was burnt (烧庄), where the rivers do not tell: a claim may have come between.
    #[serde(default)]
    pub burnt: Option<u8>,
    /// Seats that left.
    #[serde(default)]
    pub left: Vec<Seat>,
}

/// One win.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WinGiven {
    /// Who wins.
    pub seat: Seat,
    /// The concealed tiles without the winning one.
    pub hand: Tiles,
    /// The melds in the order laid.
    #[serde(default)]
    pub melds: Vec<MeldGiven>,
    /// The tile won on; two where a dice kong turned up two.
    pub tile: Tiles,
    /// How it came: `draw` (the default without `from`), `discard` (the default with it), `dealt`, `replacement`, `dice_kong`,
    /// `dice_kong_discard`, `seabed` (the last tile that may be drawn), `seabed_discard`, `rob_added` (of the tile just
    /// drawn), `rob_added_held` (of a tile held longer), `rob_exposed`, `rob_concealed`, `rob_added_dice`,
    /// `rob_exposed_dice`.
    #[serde(default)]
    pub by: Option<String>,
    /// Who discarded or was robbed.
    #[serde(default)]
    pub from: Option<Seat>,
    /// Whether it is the dealer's first discard, with nothing before it; in Beijing, whether the winner has not discarded.
    #[serde(default)]
    pub first_discard: bool,
    /// Whether it is the discard after a kong (热炮).
    #[serde(default)]
    pub after_kong: bool,
    /// Kongs in a row that led to the replacement won on; where absent, one.
    #[serde(default)]
    pub kong_run: Option<u8>,
}

/// One meld.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeldGiven {
    /// `chow`, `pung`, `exposed`, `added` or `concealed`.
    pub kind: String,
    /// Its lowest tile.
    pub tile: Tile,
    /// Whose discard it took; where absent, the seat before.
    #[serde(default)]
    pub from: Option<Seat>,
}

/// Initial wins of one seat.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningGiven {
    /// Who.
    pub seat: Seat,
    /// The dealt tiles; the dealer's fourteenth last.
    pub hand: Tiles,
    /// Chinese names or ids.
    pub kinds: Vec<String>,
    /// Dice thrown for its birds.
    #[serde(default)]
    pub dice: Vec<u8>,
}

/// The settlement.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScoreReport {
    /// The rules used.
    pub rules: RulesView,
    /// The wins as judged.
    pub wins: Vec<WinView>,
    /// Every payment.
    pub ledger: Vec<LineView>,
    /// What passes between each pair of seats, in all and part by part.
    pub pairs: Vec<PairView>,
    /// What each seat gains or loses.
    pub balance: [i64; 4],
    /// Who deals next, where this tells.
    pub next_dealer: Option<Seat>,
    /// Who counts as ready, winners included, where the rules ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<[bool; 4]>,
}

/// Why there is nothing to settle.
#[derive(Clone, Debug)]
pub struct ScoreError {
    /// A stable word: `unknown-system`, `bad-option-value`, `bad-request`, `not-a-win`.
    pub code: &'static str,
    /// Where in the request, as a JSON pointer.
    pub pointer: String,
    /// What is wrong and what to do.
    pub text: Text,
    /// The clause that says no.
    pub clause: Option<&'static str>,
}

/// Settles.
pub fn score(request: &ScoreRequest) -> Result<ScoreReport, ScoreError> {
    score_among(request, &Houses::default())
}

/// Settles, where the request may name these house rules as well.
pub fn score_among(request: &ScoreRequest, houses: &Houses) -> Result<ScoreReport, ScoreError> {
    let declared =
        RulesDeclared { system: request.rules.clone(), options: request.options.clone(), houses: houses.clone() };
    let ruleset = resolve(&declared).map_err(from_rules)?;
    let rules = ruleset.rules.as_ref();
    let mut table =
        Table::new(ruleset.system.deck, request.dealer, Wall::unknown(ruleset.system.deck, rules.tail_order()));
    table.streak = request.dealer_streak;
    table.floor = Some(request.upstairs.into());
    table.indicator = request.indicator;
    table.wild = wild(rules, request)?;
    situation::check(rules, &table, request)?;
    tally::check(rules, request)?;
    for (at, opening) in request.openings.iter().enumerate() {
        self::opening(rules, &mut table, opening, at)?;
    }
    seats::lay_out(&mut table, rules, request)?;
    let mut wins = Vec::with_capacity(request.wins.len());
    let mut readings = Vec::with_capacity(request.wins.len());
    for (at, win) in request.wins.iter().enumerate() {
        let (won, reading) = judge(rules, &table, request, win, at)?;
        wins.push(won);
        readings.push(reading);
    }
    for won in &wins {
        if matches!(won.source, Source::Seabed | Source::SeabedOf) {
            table.last.tile = won.tiles.first().copied();
        }
        table.winners.push((won.seat, won.from));
    }
    ending::turned_up(rules, &mut table, request, &wins)?;
    for &seat in &request.left {
        table.places[seat].left = true;
    }
    // Somebody left before the hand had ended: it was broken off.
    table.cut_short = wins.is_empty() && !request.left.is_empty() && rules.due(&table) != Due::Finish;
    if wins.is_empty() && table.openings.is_empty() && request.left.is_empty() && rules.ready(&table, &wins).is_some() {
        // Who is ready is asked without a win only where the wall ran out.
        table.wall = Wall::known(&[], rules.tail_order());
    }
    let ledger = rules.settle(&table, &wins);
    Ok(ScoreReport {
        rules: build::rules(&ruleset),
        wins: wins.iter().zip(&readings).map(|(won, reading)| build::win(rules, won, reading, true)).collect(),
        ledger: ledger.lines().iter().map(build::line).collect(),
        pairs: pairs(&ledger),
        balance: ledger.balance(),
        next_dealer: rules.next_dealer(&table, &wins).map(|next| next.seat),
        ready: rules.ready(&table, &wins).map(|ready| ready.0),
    })
}

/// The wild kind; rules that have one must be told the indicator.
fn wild(rules: &dyn Rules, request: &ScoreRequest) -> Result<Option<Tile>, ScoreError> {
    match (rules.indicator(), request.indicator) {
        (None, _) => Ok(None),
        (Some(_), Some(indicator)) => Ok(rules.wild(indicator)),
        (Some(_), None) => Err(bad(
            "/indicator".to_owned(),
            say!("请写明混坯 indicator，例如 \"3m\"。", "name the `indicator` that was turned up, for example \"3m\""),
        )),
    }
}

/// A win and its tiles as read.
fn judge(
    rules: &dyn Rules,
    table: &Table,
    request: &ScoreRequest,
    win: &WinGiven,
    at: usize,
) -> Result<(Won, String), ScoreError> {
    let (source, left) = match source(win, at)? {
        // Where the last tile is offered to nobody, it is an ordinary draw.
        Source::Seabed if !situation::is_offered(rules, table, win.seat) => (Source::Draw, rules.reserve(table) as u16),
        source => (source, u16::MAX),
    };
    let tiles = Shown::of(&win.tile.0).ok_or_else(|| {
        bad(format!("/wins/{at}/tile"), say!("请写出胡的牌，例如 \"5m\"。", "name the tile won on, for example \"5m\""))
    })?;
    let mut melds = Vec::with_capacity(win.melds.len());
    for (index, meld) in win.melds.iter().enumerate() {
        melds.push(self::meld(meld, win.seat, &format!("/wins/{at}/melds/{index}"))?);
    }
    let held = win.hand.0.len() + 3 * melds.len();
    let dealt = source == Source::Dealt;
    // Four wilds in a hand that is not in turn: one of its thirteen tiles is the one won on.
    let due = if dealt && win.seat != request.dealer { 12 } else { 13 };
    if held != due {
        let text = say!(
            "手牌加副露（每副算三张）应为 {due} 张，这里是 {held} 张；hand 里不要写胡的那张。",
            "hand and melds (each as three) must be {due} tiles and are {held}; leave the winning tile out of `hand`"
        );
        return Err(bad(format!("/wins/{at}/hand"), text));
    }
    let natural = |tile: &Tile| Some(*tile) != table.wild;
    let from = win.from.filter(|_| !source.is_own());
    let laid = |place: &Place| place.melds.len() as u16;
    let case = Case {
        seat: win.seat,
        dealer: request.dealer,
        hand: win.hand.0.iter().copied().filter(natural).collect::<Hand>(),
        wilds: win.hand.0.iter().filter(|tile| !natural(tile)).count() as u8,
        wild: table.wild,
        melds: &melds,
        chance: Chance { tiles, source, from },
        discards: match (dealt, win.first_discard) {
            (true, _) => 0,
            (false, true) => u16::from(!source.is_own()),
            (false, false) => 2,
        },
        claims: Seat::ALL.iter().map(|&seat| laid(table.place(seat))).sum(),
        kongs: table.kongs.len() as u16,
        past: Past {
            own_discards: u16::from(!dealt && !win.first_discard),
            left,
            fresh_kong: win.by.as_deref() == Some("rob_added"),
            kong_run: if source == Source::Replacement { win.kong_run.unwrap_or(1) } else { 0 },
            ..Past::at(table, win.seat, from)
        },
    };
    let refused = |no: Box<Refusal>| refused("not-a-win", format!("/wins/{at}"), &no);
    let (won, verdict) = rules.win_left(table, &case).map_err(refused)?;
    verdict.map_err(refused)?;
    let reading = rules.reading(&case, &won);
    Ok((won, reading))
}

pub(super) fn source(win: &WinGiven, at: usize) -> Result<Source, ScoreError> {
    let by = win.by.as_deref().unwrap_or(if win.from.is_some() { "discard" } else { "draw" });
    let rob = |kind, dice| Source::Rob { kind, dice };
    let source = match by {
        "dealt" => Source::Dealt,
        "draw" => Source::Draw,
        "replacement" => Source::Replacement,
        "dice_kong" => Source::DiceKong,
        "seabed" => Source::Seabed,
        "discard" => Source::Discard,
        "dice_kong_discard" => Source::DiceKongOf,
        "seabed_discard" => Source::SeabedOf,
        "rob_added" | "rob_added_held" => rob(KongKind::Added, false),
        "rob_exposed" => rob(KongKind::Exposed, false),
        "rob_concealed" => rob(KongKind::Concealed, false),
        "rob_added_dice" => rob(KongKind::Added, true),
        "rob_exposed_dice" => rob(KongKind::Exposed, true),
        _ => {
            let known = "draw, discard, dealt, replacement, dice_kong, dice_kong_discard, seabed, seabed_discard, rob_added, \
                         rob_added_held, rob_exposed, rob_concealed, rob_added_dice, rob_exposed_dice";
            let text = say!("不认识“{by}”；请写其中之一：{known}。", "`{by}` is unknown; write one of: {known}");
            return Err(bad(format!("/wins/{at}/by"), text));
        }
    };
    let needs_from = !source.is_own();
    if needs_from != win.from.is_some() || win.from == Some(win.seat) {
        let text = if needs_from {
            say!(
                "胡别人的牌要写明 from：谁打出的。",
                "a win on another's tile needs `from`: the seat that put it there"
            )
        } else {
            say!("自摸不要写 from。", "a win on the own tile has no `from`; leave it out")
        };
        return Err(bad(format!("/wins/{at}/from"), text));
    }
    Ok(source)
}

/// A meld as given.
pub(super) fn meld(given: &MeldGiven, seat: Seat, pointer: &str) -> Result<Meld, ScoreError> {
    let kind = match given.kind.as_str() {
        "chow" => MeldKind::Chow,
        "pung" => MeldKind::Pung,
        "exposed" => MeldKind::KongExposed,
        "added" => MeldKind::KongAdded,
        "concealed" => MeldKind::KongConcealed,
        other => {
            let text = say!(
                "不认识副露“{other}”；请写 chow、pung、exposed、added 或 concealed。",
                "`{other}` is no kind of meld; write chow, pung, exposed, added or concealed"
            );
            return Err(bad(format!("{pointer}/kind"), text));
        }
    };
    if kind == MeldKind::Chow && given.tile.up(2).is_none() {
        let tile = given.tile;
        let text = say!("{tile} 起不成顺子。", "no run begins with {tile}; name the lowest tile of the chow");
        return Err(bad(format!("{pointer}/tile"), text));
    }
    let from = (kind != MeldKind::KongConcealed).then(|| given.from.unwrap_or(seat.after(3)));
    Ok(Meld { kind, tile: given.tile, from })
}

fn opening(rules: &dyn Rules, table: &mut Table, given: &OpeningGiven, at: usize) -> Result<(), ScoreError> {
    let mut kinds: Vec<&'static Pattern> = Vec::with_capacity(given.kinds.len());
    for (index, name) in given.kinds.iter().enumerate() {
        let openings = || rules.system().patterns.iter().filter(|pattern| pattern.kind == PatternKind::Opening);
        let Some(pattern) = openings().find(|pattern| pattern.is_called(name)) else {
            let known = openings().map(|pattern| pattern.name.zh).collect::<Vec<_>>().join(", ");
            let text = say!(
                "没有起手胡“{name}”；请写其中之一：{known}。",
                "there is no initial win `{name}`; write one of: {known}"
            );
            return Err(bad(format!("/openings/{at}/kinds/{index}"), text));
        };
        kinds.push(pattern);
    }
    let dice = if given.dice.is_empty() { None } else { Dice::new(&given.dice) };
    if dice.is_none() && !given.dice.is_empty() {
        let text = say!("骰子为一到四颗，各 1 到 6 点。", "dice are one to four faces of 1 to 6");
        return Err(bad(format!("/openings/{at}/dice"), text));
    }
    for &tile in &given.hand.0 {
        table.give(given.seat, tile);
    }
    if given.seat == table.dealer
        && let Some(&last) = given.hand.0.last()
    {
        table.phase = Phase::Turn { seat: given.seat, drawn: Drawn::Dealt(last) };
    }
    rules.may_open(table, given.seat, &kinds).map_err(|no| refused("not-a-win", format!("/openings/{at}"), &no))?;
    table.open(given.seat, kinds.iter().map(|pattern| pattern.id).collect(), dice);
    Ok(())
}

/// What the rules refuse.
pub(super) fn refused(code: &'static str, pointer: String, no: &Refusal) -> ScoreError {
    ScoreError { code, pointer, text: no.text.clone(), clause: Some(no.clause.id) }
}

pub(super) fn bad(pointer: String, text: Text) -> ScoreError {
    ScoreError { code: "bad-request", pointer, text, clause: None }
}

fn from_rules(error: RulesError) -> ScoreError {
    let pointer = match error.pointer.strip_prefix("/rules/options") {
        Some(option) => format!("/options{option}"),
        None => "/rules".to_owned(),
    };
    ScoreError { code: error.code, pointer, text: error.text, clause: None }
}
