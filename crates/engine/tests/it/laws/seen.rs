//! How much a view sees: of the faults of a whole record, how many the records of the seats alone show.

use crate::generate::{audited, preset};
use crate::golden;
use caipan_engine::audit::{Kind, checks};
use caipan_engine::rules::SYSTEMS;
use caipan_lab::generate::faults::{Stage, kinds};
use caipan_lab::generate::view::{LaidOpen, view};
use caipan_lab::generate::{MatchConfig, Rng, matches};
use caipan_log::GameLog;
use caipan_tiles::tile::{Seat, Seats};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Matches tried for each kind of fault and rule system.
const MATCHES: usize = 24;

/// Counts of the records of faults with one code. Each pair counts records without and with the hands shown at the end.
#[derive(Clone, Copy, Default)]
struct Row {
    faults: usize,
    views: usize,
    seen: [usize; 2],
    by_any: [usize; 2],
}

/// True if the record of a seat has a fault in this hand.
fn is_seen(log: &GameLog, seat: Seat, laid_open: LaidOpen, hand: Option<usize>) -> bool {
    let part = view(log, Seats::NONE.with(seat), true, laid_open).expect("a match with its tiles");
    let is_it = |kind: Kind| matches!(kind, Kind::Fault | Kind::Variant);
    audited(&part).findings.iter().any(|found| is_it(found.kind) && found.hand == hand)
}

#[test]
fn views_see_this_much() {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for system in SYSTEMS {
        let ruleset = preset(system.presets[0].id);
        let config = MatchConfig { hands: 1, ..MatchConfig::USUAL };
        let logs: Vec<GameLog> = matches(&ruleset, 61, config).take(MATCHES).collect();
        let stages: Vec<Stage<'_>> = logs.iter().map(|log| Stage::of(&ruleset, log)).collect();
        for kind in kinds() {
            let mut chance = Rng::new(7);
            let Some((fault, log)) = stages.iter().find_map(|stage| stage.inject(kind, &mut chance)) else { continue };
            let is_fault = checks::all().any(|check| check.code == kind.code && check.kind == Kind::Fault);
            if !is_fault || log.hands.iter().any(|hand| hand.deal.is_none()) {
                continue;
            }
            let row = rows.entry(kind.code).or_default();
            row.faults += 1;
            for (at, laid_open) in [LaidOpen::Nobody, LaidOpen::All].into_iter().enumerate() {
                let views = log.seats().iter().filter(|&seat| is_seen(&log, seat, laid_open, Some(fault.hand))).count();
                row.seen[at] += views;
                row.by_any[at] += usize::from(views > 0);
            }
            row.views += log.seats().len();
        }
    }
    let sum = rows.values().fold(Row::default(), |sum, row| Row {
        faults: sum.faults + row.faults,
        views: sum.views + row.views,
        seen: [0, 1].map(|at| sum.seen[at] + row.seen[at]),
        by_any: [0, 1].map(|at| sum.by_any[at] + row.by_any[at]),
    });
    // Hands shown at the end show more.
    assert!(sum.seen[0] < sum.seen[1] && sum.by_any[1] * 2 > sum.faults, "{:?} {:?}", sum.seen, sum.by_any);
    golden::assert_current([("docs/proof/views.md".to_owned(), page(&rows, sum))]);
}

fn percent(part: usize, whole: usize) -> usize {
    (part * 100 + whole / 2) / whole.max(1)
}

fn page(rows: &BTreeMap<&str, Row>, sum: Row) -> String {
    let Row { faults, views, .. } = sum;
    let mut out = format!(
        "# 一家看得见多少 How much a view sees\n\n\
        每种规则放入每种错误各一处（{faults} 处），再把整份记录改成四家各自所见的记录（{views} 份），看哪些还能判有误。看不见的不会判错，只写“无法核对”。\
        四家合在一起用 `caipan join`。\n\n\
        One fault of each kind is put into a match of each system ({faults} faults). The whole record is then cut down to what each seat alone\n\
        saw ({views} records), without and with the hands that are shown when a hand is over. A cell is the share of these records, in percent,\n\
        that still show a fault in that hand; *any*: at least one of the four does. What a seat cannot see is *cannot be verified* in its\n\
        record, never a fault: laws hold that no record of an honest match accuses anybody. `caipan join` makes one record of several.\n\n\
        | 错误 fault | 处 faults | 一家，终局不亮牌 a view | 一家，终局亮牌 a view, hands shown | 任一家，不亮 any | 任一家，亮牌 any, hands shown |\n\
        |---|---:|---:|---:|---:|---:|\n"
    );
    let all: Vec<_> = checks::all().collect();
    let title = |code: &str| all.iter().find(|check| check.code == code).map(|check| check.title);
    for (code, row) in rows.iter().map(|(code, row)| (*code, row)).chain([("", &sum)]) {
        let name =
            title(code).map_or_else(|| "全部 all".to_owned(), |title| format!("{code} {} {}", title.zh, title.en));
        let Row { faults, views, seen, by_any } = row;
        let _ = writeln!(
            out,
            "| {name} | {faults} | {} | {} | {} | {} |",
            percent(seen[0], *views),
            percent(seen[1], *views),
            percent(by_any[0], *faults),
            percent(by_any[1], *faults),
        );
    }
    out
}
