//! Picks of the seats before the deal, their declarations during play, and the check that every named seat is at the table.

use super::error::{ScoreError, bad, refused};
use super::request::ScoreRequest;
use crate::rules::{LogField, Ruleset};
use crate::table::Table;
use caipan_log::{Declaration, Owner};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, SeatMap, Seats, Suit};

/// The request's field for the totals of a match.
const MATCH_TOTALS: &str = LogField::Totals.asked();

/// Puts the picks and declarations of the request on the table.
pub(super) fn set(table: &mut Table, ruleset: &Ruleset, request: &ScoreRequest) -> Result<(), ScoreError> {
    for (field, points) in [(LogField::Piao, &request.piao), (LogField::GuMai, &request.gu_mai)] {
        if let Some(points) = points {
            let picked = by_seat(points, table.seats, field.key())?;
            allowed(field, field.key(), ruleset, Some(&picked))?;
            table.picked = Some(picked);
        } else if field.is_used(ruleset) && !request.wins.is_empty() {
            return Err(left_out(field));
        }
    }
    if let Some(points) = &request.holdings {
        let field = LogField::Holdings;
        allowed(field, field.key(), ruleset, None)?;
        table.holdings = Some(by_seat(points, table.seats, field.key())?);
    } else if LogField::Holdings.is_used(ruleset) && !request.is_without_payments() {
        return Err(left_out(LogField::Holdings));
    }
    table.owner = Some(request.owner.map_or(Owner::Away, Owner::Seat));
    if request.owner.is_some() {
        let field = LogField::Owner;
        allowed(field, field.key(), ruleset, None)?;
    }
    if request.last_hand.is_some() {
        let field = LogField::LastHand;
        allowed(field, field.key(), ruleset, None)?;
        table.last_hand = request.last_hand;
    }
    let (named, beyond) = request.lack.split_at(table.seats.len().min(request.lack.len()));
    if !named.is_empty() && named.len() < table.seats.len() || beyond.iter().any(|word| !word.is_empty()) {
        return Err(one_each("lack", request.lack.len(), table.seats.len()));
    }
    let lacks = Seat::ALL.into_iter().zip(named).map(|(seat, word)| Ok((seat, suit(seat, word)?)));
    let lacks: Vec<(Seat, Suit)> = lacks.collect::<Result<_, ScoreError>>()?;
    let declared = (lacks.into_iter())
        .map(|(seat, suit)| (seat, Declaration::Void(suit), format!("/lack/{seat}")))
        .chain(listed(&request.sky_declared, Declaration::Sky, "sky_declared"))
        .chain(listed(&request.xiaosa_declared, Declaration::Xiaosa, "xiaosa_declared"));
    for (seat, what, pointer) in declared {
        // Only whether the rules have the declaration; when it was made is not part of a request.
        if let Err(no) = ruleset.rules.may_declare(table, seat, what)
            && no.ground == crate::rules::Ground::NoSuchAction
        {
            return Err(refused("bad-request", pointer, &no));
        }
        table.declare(seat, what);
    }
    if !request.rolls.is_empty() && ruleset.rules.roll_due(table).is_none() {
        let text = bilingual!(
            "写了 rolls，但这套规则途中不开鸡；请去掉它，或设置选项 roll_ji。",
            "`rolls` is given, but these rules open no chickens during play; remove it, or set the option `roll_ji`"
        );
        return Err(bad("/rolls".to_owned(), text));
    }
    table.rolls.clone_from(&request.rolls);
    table.fly = request.fly.as_ref().map(|fly| fly.0.clone());
    Ok(())
}

/// Reads the totals of the match before what is added at its end.
pub(super) fn match_totals(
    seats: Seats,
    ruleset: &Ruleset,
    request: &ScoreRequest,
) -> Result<Option<SeatMap<i64>>, ScoreError> {
    let Some(points) = &request.match_totals else { return Ok(None) };
    allowed(LogField::Totals, MATCH_TOTALS, ruleset, None)?;
    let totals = by_seat(points, seats, MATCH_TOTALS)?;
    let sum = totals.0.iter().fold(0i64, |sum, points| sum.saturating_add(*points));
    if sum != 0 {
        let text = bilingual!(
            "match_totals 合计该是 0，现在是 {sum}：一家赢的就是别家输的；请核对。",
            "`match_totals` must add up to 0, not {sum}: every point that one player wins is lost by another; correct it"
        );
        return Err(bad(format!("/{MATCH_TOTALS}"), text));
    }
    Ok(Some(totals))
}

/// Returns the error for a field that the rules use and the request leaves out: a settlement without it would be a guess.
fn left_out(field: LogField) -> ScoreError {
    let key = field.key();
    let text = bilingual!(
        "本房要用 {key}，请求里没有；请写明各家的数，没有的写 0。",
        "the house uses `{key}`, but the request leaves it out; give the number of each seat, 0 for none"
    );
    bad(format!("/{key}"), text)
}

/// Refuses a field of the request that the rules do not use, or picks that they do not allow.
fn allowed(field: LogField, key: &str, ruleset: &Ruleset, picked: Option<&SeatMap<i64>>) -> Result<(), ScoreError> {
    field.allowed(key, ruleset, picked).map_err(|text| bad(format!("/{key}"), text))
}

/// Reads the suit that a seat named as missing.
fn suit(seat: Seat, word: &str) -> Result<Suit, ScoreError> {
    Ok(match word {
        "m" => Suit::Characters,
        "p" => Suit::Dots,
        "s" => Suit::Bamboo,
        _ => {
            let text = bilingual!(
                "定缺（lack）请写 m（万）、p（筒）或 s（条）。",
                "write `m` (characters), `p` (dots) or `s` (bamboo) under `lack`"
            );
            return Err(bad(format!("/lack/{seat}"), text));
        }
    })
}

fn listed<'a>(
    seats: &'a [Seat],
    what: Declaration,
    key: &'a str,
) -> impl Iterator<Item = (Seat, Declaration, String)> + 'a {
    seats.iter().enumerate().map(move |(at, &seat)| (seat, what, format!("/{key}/{at}")))
}

/// Reads a list with one entry for each seat at the table; those of empty seats may be left out, else they are 0.
fn by_seat(points: &[i64], seats: Seats, key: &str) -> Result<SeatMap<i64>, ScoreError> {
    if points.len() != seats.len() && points.len() != Seat::ALL.len() {
        return Err(one_each(key, points.len(), seats.len()));
    }
    let mut map = SeatMap::default();
    for (seat, &points) in Seat::ALL.into_iter().zip(points) {
        if points != 0 && !seats.contains(seat) {
            let players = seats.len();
            let text = bilingual!(
                "这桌是 {players} 个人，没有座位 {seat}，{key} 在这里却写了 {points}；请写 0，或只写 {players} 个数。",
                "this table has {players} players and no seat {seat}, but `{key}` has {points} for it; write 0, or only {players} entries"
            );
            return Err(bad(format!("/{key}/{seat}"), text));
        }
        map[seat] = points;
    }
    Ok(map)
}

fn one_each(key: &str, found: usize, players: usize) -> ScoreError {
    let text = bilingual!(
        "{key} 应每家一个，共 {players} 个，现在有 {found} 个；请补全。",
        "`{key}` needs one entry for each of the {players} players, but has {found}; give one for each seat"
    );
    bad(format!("/{key}"), text)
}

/// Checks that no list of seats names one twice.
pub(super) fn named_once(request: &ScoreRequest) -> Result<(), ScoreError> {
    let paid: Vec<Seat> = request.paid_openings.iter().map(|given| given.seat).collect();
    let lists = [
        ("left", &request.left),
        ("hunyou", &request.hunyou),
        ("sky_declared", &request.sky_declared),
        ("xiaosa_declared", &request.xiaosa_declared),
        ("paid_openings", &paid),
    ];
    for (key, seats) in lists {
        let mut seen = Seats::NONE;
        for (at, &seat) in seats.iter().enumerate() {
            if seen.contains(seat) {
                let text = bilingual!(
                    "{key} 里座位 {seat} 写了两次；一家只写一条，请去掉或合并。",
                    "`{key}` names seat {seat} twice; give each seat one entry: remove this one, or merge the two"
                );
                return Err(bad(format!("/{key}/{at}"), text));
            }
            seen = seen.with(seat);
        }
    }
    Ok(())
}

/// Checks that nobody wins who has left.
pub(super) fn left_and_won(request: &ScoreRequest) -> Result<(), ScoreError> {
    let has_won = |(_, seat): &(usize, &Seat)| request.wins.iter().any(|win| win.seat == **seat);
    let Some((at, seat)) = request.left.iter().enumerate().find(has_won) else { return Ok(()) };
    let text = bilingual!(
        "座位 {seat} 既中途离开（left），又胡了牌（wins）；请去掉其中一个。",
        "seat {seat} left (`left`) and also won (`wins`); remove one of the two"
    );
    Err(bad(format!("/left/{at}"), text))
}

/// Checks that every seat that the request names is at the table.
pub(super) fn seated(request: &ScoreRequest, seats: Seats) -> Result<(), ScoreError> {
    let mut named: Vec<(String, Seat)> = vec![("/dealer".to_owned(), request.dealer)];
    for (at, win) in request.wins.iter().enumerate() {
        named.push((format!("/wins/{at}/seat"), win.seat));
        named.extend(win.from.map(|from| (format!("/wins/{at}/from"), from)));
        let from =
            |(meld, given): (usize, &super::MeldGiven)| Some((format!("/wins/{at}/melds/{meld}/from"), given.from?));
        named.extend(win.melds.iter().enumerate().filter_map(from));
    }
    for (at, given) in request.seats.iter().enumerate() {
        named.push((format!("/seats/{at}/seat"), given.seat));
        let from =
            |(meld, given): (usize, &super::MeldGiven)| Some((format!("/seats/{at}/melds/{meld}/from"), given.from?));
        named.extend(given.melds.iter().enumerate().filter_map(from));
    }
    let mut list = |key: &str, seats: &mut dyn Iterator<Item = Seat>| {
        named.extend(seats.enumerate().map(|(at, seat)| (format!("/{key}/{at}"), seat)));
    };
    list("openings", &mut request.openings.iter().map(|given| given.seat));
    list("mid_openings", &mut request.mid_openings.iter().map(|given| given.seat));
    list("paid_openings", &mut request.paid_openings.iter().map(|given| given.seat));
    list("first_discards", &mut request.first_discards.iter().map(|given| given.seat));
    list("hunyou", &mut request.hunyou.iter().copied());
    list("left", &mut request.left.iter().copied());
    list("owner", &mut request.owner.into_iter());
    list("sky_declared", &mut request.sky_declared.iter().copied());
    list("xiaosa_declared", &mut request.xiaosa_declared.iter().copied());
    let Some((pointer, seat)) = named.into_iter().find(|(_, seat)| !seats.contains(*seat)) else { return Ok(()) };
    let (players, last) = (seats.len(), seats.len().saturating_sub(1));
    let text = bilingual!(
        "这桌是 {players} 个人，座位是 0 到 {last}，没有座位 {seat}；请改座位，或改人数（选项 players）。",
        "this table has {players} players in seats 0 to {last}, so there is no seat {seat}; correct the seat, or the number of players (option `players`)"
    );
    Err(bad(pointer, text))
}
