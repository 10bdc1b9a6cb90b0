//! Score calculator: settles a hand without a game log. It takes the wins and returns the ledger with its sums.
//!
//! The request is set up as the table at the end of the hand (`seats`, `opening`), after a check that there can be such a
//! table (`situation`, `tally`). The replay takes the hand up there: it judges the wins (`win`), the birds (`ending`) and
//! the players that leave like those of a log, and the rules settle the table that results.

mod ending;
mod error;
mod opening;
mod pairs;
mod picked;
mod request;
mod seats;
mod settlement;
mod situation;
mod tally;
mod win;

pub use error::{Decided, Grounds, ScoreError};
pub use pairs::PairView;
pub use request::{MeldGiven, MidOpeningGiven, OpeningGiven, PaidOpening, ScoreRequest, WinGiven};
pub use seats::{FirstGiven, SeatGiven};
pub use settlement::{grounds, settlement};

use crate::replay::{Live, Replayed};
use crate::report::{LineView, RulesView, WinView, build};
use crate::rules::{Due, LogField, Rules, Ruleset, resolve};
use crate::table::{Drawn, Phase, Table, Wall};
use caipan_log::{Action, HandLog, Houses, RulesDeclared};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::tile::{Seat, SeatList};
use error::{bad, from_rules};
use pairs::pairs;
use schemars::JsonSchema;
use serde::Serialize;

/// The settlement.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScoreReport {
    /// The rules used.
    pub rules: RulesView,
    /// The wins as judged.
    pub wins: Vec<WinView>,
    /// All payments.
    pub ledger: Vec<LineView>,
    /// The net payment between each pair of seats, with its parts.
    pub pairs: Vec<PairView>,
    /// The points that each seat gains or loses.
    pub balance: SeatList<i64>,
    /// The totals at the end of the match, if the request gives those before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_totals: Option<SeatList<i64>>,
    /// The next dealer, if the request determines it.
    pub next_dealer: Option<Seat>,
    /// The seats that count as ready, winners included, if the rules need them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<SeatList<bool>>,
    /// The table at the end of the hand.
    #[serde(skip)]
    table: Table,
}

/// Settles a request.
pub fn score(request: &ScoreRequest) -> Result<ScoreReport, ScoreError> {
    score_among(request, &Houses::default())
}

/// Settles a request with the reasons why other payments are not due.
pub fn explain(request: &ScoreRequest) -> Result<Ledger, ScoreError> {
    let (ruleset, ended) = played(request, &Houses::default())?;
    Ok(ruleset.rules.explain(&ended.table, &ended.standing))
}

/// The longest name of rules, in bytes.
const LONGEST_NAME: usize = 256;

/// Settles a request that may also name these house rules presets.
pub fn score_among(request: &ScoreRequest, houses: &Houses) -> Result<ScoreReport, ScoreError> {
    let (ruleset, ended) = played(request, houses)?;
    let rules = ruleset.rules.as_ref();
    let mut ledger = ended.ledger(rules);
    let seats = ended.table.seats;
    let before = picked::match_totals(seats, &ruleset, request).map_err(|error| error.under(&ruleset))?;
    let match_totals = before.map(|before| {
        let added = rules.settle_match(&before, ended.table.owner);
        let totals = before.plus(added.balance());
        ledger.append(added);
        SeatList::new(totals, seats)
    });
    Ok(ScoreReport {
        rules: build::rules(&ruleset),
        wins: (ended.wins.iter())
            .filter_map(|seen| Some(build::win(rules, seen.won.as_ref()?, &seen.reading(rules), true)))
            .collect(),
        ledger: ledger.lines().iter().map(build::line).collect(),
        pairs: pairs(&ledger),
        balance: SeatList::new(ledger.balance(), seats),
        match_totals,
        next_dealer: ended.next_dealer(rules).map(|next| next.seat),
        ready: rules.ready(&ended.table, &ended.standing).map(|ready| SeatList::new(ready, seats)),
        table: ended.table,
    })
}

/// Plays a request out. Returns its rules and the hand as the replay leaves it.
fn played(request: &ScoreRequest, houses: &Houses) -> Result<(Ruleset, Replayed), ScoreError> {
    if request.rules.len() > LONGEST_NAME {
        let text = bilingual!(
            "规则名太长，最多 {LONGEST_NAME} 字节；请写预设的编号。",
            "the name of the rules is too long (at most {LONGEST_NAME} bytes); write the id of a preset"
        );
        return Err(bad("/rules".to_owned(), text));
    }
    let declared = RulesDeclared {
        system: request.rules.clone(),
        options: request.options.clone(),
        houses: houses.clone(),
        ..Default::default()
    };
    let ruleset = resolve(&declared).map_err(from_rules)?;
    let ended = ended_under(&ruleset, request).map_err(|error| error.under(&ruleset))?;
    Ok((ruleset, ended))
}

/// Plays a request out under these rules.
fn ended_under(ruleset: &Ruleset, request: &ScoreRequest) -> Result<Replayed, ScoreError> {
    let rules = ruleset.rules.as_ref();
    let mut table = Table::new(rules.deck(), request.dealer, Wall::unknown(rules.deck(), rules.tail_order()));
    table.seats = rules.seats();
    table.streak = request.dealer_streak;
    table.floor = Some(request.upstairs.into());
    table.indicator = request.indicator;
    indicated(ruleset, request)?;
    table.wild = rules.wild_kind(request.indicator);
    picked::seated(request, table.seats)?;
    picked::named_once(request)?;
    situation::check(rules, &table, request)?;
    let seen = tally::check(rules, request)?;
    for (at, given) in request.openings.iter().enumerate() {
        opening::declare(rules, &mut table, given, at)?;
    }
    for (at, given) in request.paid_openings.iter().enumerate() {
        opening::record(rules, &mut table, given, at)?;
    }
    for (at, given) in request.mid_openings.iter().enumerate() {
        opening::declare_mid(rules, &mut table, given, at)?;
    }
    picked::set(&mut table, ruleset, request)?;
    seats::lay_out(&mut table, rules, request)?;
    if request.wins.is_empty() {
        nobody_wins(rules, &mut table, request);
    }
    let mut live = Live::at(rules, table, seen);
    for (at, given) in request.wins.iter().enumerate() {
        win::declare(rules, &mut live, request, given, at)?;
    }
    picked::left_and_won(request)?;
    ending::turned_up(rules, &mut live, request)?;
    for &seat in &request.left {
        live.play(&Action::Leave { seat }.into());
    }
    if request.drawn && !request.wins.is_empty() {
        let text = bilingual!(
            "写了流局（drawn），又有人胡；请去掉其中一个。",
            "the request says that the hand was drawn (`drawn`), but somebody wins; remove one of the two"
        );
        return Err(bad("/drawn".to_owned(), text));
    }
    let ended = live.finish(&HandLog::default());
    Ok(ended)
}

/// Sets the end of a hand without a win. It was aborted if a player left before the end.
fn nobody_wins(rules: &dyn Rules, table: &mut Table, request: &ScoreRequest) {
    table.phase = Phase::Turn { seat: table.dealer, drawn: Drawn::Nothing };
    if request.left.is_empty() && rules.due(table) != Due::Finish {
        table.phase = Phase::Over { turn: None };
    }
    if table.openings.is_empty() && request.left.is_empty() && rules.ready(table, &[]).is_some() {
        // Without a win, readiness matters only after the wall ran out.
        table.wall = Wall::known(&[], rules.tail_order());
    }
}

/// Checks that the request names an indicator if the rules have one, and only then.
fn indicated(ruleset: &Ruleset, request: &ScoreRequest) -> Result<(), ScoreError> {
    match (ruleset.rules.indicator(), request.indicator) {
        (None, None) | (Some(_), Some(_)) => Ok(()),
        (None, Some(_)) => {
            let allowed = LogField::Indicator.allowed("indicator", ruleset, None);
            allowed.map_err(|text| bad("/indicator".to_owned(), text))
        }
        (Some(_), None) => Err(bad(
            "/indicator".to_owned(),
            bilingual!(
                "请填混坯（翻开的那张），如“三万”（3m）。",
                "Enter the indicator that was turned up, for example 3m."
            ),
        )),
    }
}
