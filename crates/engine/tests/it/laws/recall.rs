//! Recall of the inverse audit: how often it names the option that a house plays by, over every option that it may propose.
//!
//! The page `docs/proof/recall.md` has the figures; `UPDATE=1` writes it.

use super::houses::{codes, hands, played};
use crate::generate::{audited, preset};
use crate::golden;
use caipan_engine::audit::{Audit, Verdict};
use caipan_engine::rules::{Decl, Room, Ruleset, SYSTEMS, Search, System, Value};
use caipan_log::RulesDeclared;

/// Options that decide something only beside others, with those others.
const BESIDE: &[(&str, &[Room])] = &[
    (
        "changsha",
        &[
            &[("bird_math", Value::Word("plus_one"))],
            &[("scale", Value::Word("c"))],
            &[("payment_cap", Value::Number(6))],
            &[("players", Value::Number(3))],
        ],
    ),
    ("beijing", &[&[("kong.points", Value::Word("flat"))], &[("players", Value::Number(3))]]),
    ("guiyang", &[&[("bao_ting", Value::Flag(true))], &[("players", Value::Number(3))]]),
];

/// Options whose houses play with events or packs that the declared rules do not have. The log shows that by itself
/// (A008, A105, A107, A609), so they are not searched for.
const SHOWN_BY_THE_LOG: &[&str] = &["wild.use", "tiles.honours", "fan.xiaosa", "ding_que", "exchange", "roll_ji"];

/// The matches of one option.
#[derive(Default)]
struct Row {
    /// Matches that two hands show to be played by another rule.
    shown: usize,
    /// Those whose report names the option and its value.
    named: usize,
    /// Those explained by other options with the same totals.
    alike: usize,
    /// The most hands replayed for one match.
    replays: usize,
    /// Those not explained, with their findings.
    left: Vec<String>,
}

fn names(audit: &Audit, option: &str, value: Value) -> bool {
    let changes = audit.explanations.iter().flat_map(|one| &one.changes);
    changes.into_iter().any(|change| change.decl.id == option && change.to == value)
}

/// Plays a house with one value of an option and declares it without.
fn tried(base: &Ruleset, decl: &Decl, value: Value, row: &mut Row) {
    let house = base.changed(None, [(decl.id, value)]);
    if house.contradicts_itself() {
        return;
    }
    for mut log in played(&house, 5, 6, 1) {
        let options = base.changes().map(|(id, value)| (id.to_owned(), value.to_log())).collect();
        log.rules = RulesDeclared { system: base.preset.id.to_owned(), options, ..Default::default() };
        let audit = audited(&log);
        row.replays = row.replays.max(audit.searched.replays);
        if hands(&audit) < 2 && audit.verdict() != Verdict::Variant {
            continue;
        }
        row.shown += 1;
        if names(&audit, decl.id, value) {
            row.named += 1;
        } else if audit.verdict() == Verdict::Variant {
            row.alike += 1;
        } else {
            row.left.push(format!("{} {}={value}: {} {:?}", base.id(), decl.id, codes(&audit), audit.searched));
        }
    }
}

fn row(system: &'static System, decl: &Decl) -> Row {
    let mut row = Row::default();
    let bases = system.presets.iter().take(2).map(|known| preset(known.id)).collect::<Vec<_>>();
    let over = |base: &Ruleset, row: &mut Row| {
        for value in decl.alternatives(base.choices.get(decl.id).expect("an option")) {
            tried(base, decl, value, row);
        }
    };
    bases.iter().for_each(|base| over(base, &mut row));
    let beside = BESIDE.iter().filter(|(id, _)| *id == system.id).flat_map(|(_, all)| all.iter());
    for choices in beside {
        if row.shown > 0 || choices.iter().any(|(id, _)| *id == decl.id) {
            break;
        }
        over(&bases[0].changed(None, choices.iter().copied()), &mut row);
    }
    row
}

#[test]
fn names_options_that_two_hands_show() {
    let mut text = HEAD.to_owned();
    let (mut shown, mut named, mut alike, mut replays, mut left) = (0, 0, 0, 0, Vec::new());
    for system in SYSTEMS {
        text.push_str(&format!("\n## {} {}\n\n{TABLE}", system.name.zh, system.name.en));
        for decl in (system.options)().iter().filter(|decl| decl.search != Search::Never) {
            let of = row(system, decl);
            let Row { shown: s, named: n, alike: a, replays: r, .. } = &of;
            text.push_str(&format!("| `{}` | {} | {s} | {n} | {a} | {} | {r} |\n", decl.id, decl.label.zh, s - n - a));
            replays = replays.max(*r);
            if !SHOWN_BY_THE_LOG.contains(&decl.id) {
                (shown, named, alike) = (shown + s, named + n, alike + a);
                left.extend(of.left);
            }
        }
    }
    text.push_str(&format!(
        "\n{shown} shown, {named} named, {alike} consistent with others; at most {replays} replays.\n"
    ));
    golden::assert_current([("docs/proof/recall.md".to_owned(), text)]);
    assert!(shown > 200 && (named + alike) * 100 >= shown * 97, "{named} + {alike} of {shown}\n{}", left.join("\n"));
}

const HEAD: &str = "# 房规找得回吗 Recall of the inverse audit\n
照某项房规打的牌谱，按没有这项房规来申报：两局以上看得出不对时，应当点出这项房规。每项的每个取值各试四种打法。**点出**：指出了这一项的这个值；
**同数**：另一项算出来一样，报告列的是那一项；**没认出**：仍报为错误。\n
Matches are played under one changed option and declared without it. Where two hands or more show it, the report should name the option. Every value
of an option is tried with four ways of playing. *Named*: with its value. *Alike*: another option gives the same totals and is listed. *Not*: it
stays a fault. The last line leaves out the options whose houses play with events or packs that the declared rules do not have: the log shows them by
itself (A008, A105, A107, A609). An option of which nothing is shown changes no amount in these matches.
";

const TABLE: &str = "| option | 房规 | 看得出 shown | 点出 named | 同数 alike | 没认出 not | 重放 replays |\n|---|---|---:|---:|---:|---:|---:|\n";
