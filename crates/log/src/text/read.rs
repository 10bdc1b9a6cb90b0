//! Reader of the text notation. The order of the lines is fixed: a `hand` line begins each hand, and its lines follow.

use super::super::problem::Problem;
use super::super::read::list::{BETWEEN, HOUSE, PAYMENTS, WINS};
use super::super::read::scalar::{FORMAT, digest, id, time};
use super::super::read::seated::{counted, goes_on, seated};
use super::super::read::short;
use super::super::read::view::{Dealt, View, dealt};
use super::super::want::Want;
use super::super::{Event, Fairness, GameLog, HandLog, HandResult, Hidden, Limits, Player, ReadError, Source, Start};
use super::event;
use super::line::{between, flag, header, house, payment, source, start, unknown, unmodelled, win};
use super::token::{Slip, Token, Words};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatList, SeatMap, Seats, Tiles};

/// Reads a log in the text notation.
///
/// # Errors
/// The first line that cannot be read, with the place in it and the fix. The pointer is that of the hand or event in
/// the JSON form.
pub fn from_text(text: &str, limits: &Limits) -> Result<GameLog, ReadError> {
    let refuse = |slip: &Slip, pointer| ReadError::at(&slip.problem, pointer, text.as_bytes(), slip.at);
    if text.len() > limits.bytes {
        let problem = Problem::TooLarge { limit: limits.bytes };
        return Err(refuse(&Slip { problem, at: text.floor_char_boundary(limits.bytes) }, String::new()));
    }
    let mut reader = Reader {
        limits,
        log: None,
        totals: None,
        players: Default::default(),
        in_progress: false,
        view: None,
        hand: None,
    };
    let plain = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut at = text.len() - plain.len();
    for line in plain.split_inclusive('\n') {
        reader.line(&mut Words::new(line.trim_end(), at)).map_err(|slip| refuse(&slip, reader.pointer()))?;
        at += line.len();
    }
    match reader.finish(text.len()) {
        Ok(log) => Ok(log),
        Err(slip) => Err(refuse(&slip, String::new())),
    }
}

/// The stage that the lines of a hand have reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Setup,
    Events,
    Shown,
    Result,
}

/// The hand being read.
struct Hand {
    at: usize,
    stage: Stage,
    deal: [Option<Dealt>; 4],
    shown: [Option<Tiles>; 4],
    log: HandLog,
}

/// The state after the lines read so far.
struct Reader<'a> {
    limits: &'a Limits,
    log: Option<GameLog>,
    /// The totals and their offset, until the number of seats is known.
    totals: Option<(SeatList<i64>, usize)>,
    players: [Option<Player>; 4],
    in_progress: bool,
    /// The seats that the record shows and the offset of their line, until the number of seats is known.
    view: Option<(View, usize)>,
    hand: Option<Hand>,
}

impl Reader<'_> {
    /// Returns the pointer of the current line in the JSON form.
    fn pointer(&self) -> String {
        let hands = self.log.as_ref().map_or(0, |log| log.hands.len());
        match &self.hand {
            Some(hand) if hand.stage == Stage::Events => format!("/hands/{hands}/events/{}", hand.log.events.len()),
            Some(hand) if hand.stage == Stage::Result => format!("/hands/{hands}/result"),
            Some(_) => format!("/hands/{hands}"),
            None => String::new(),
        }
    }

    fn line(&mut self, words: &mut Words<'_>) -> Result<(), Slip> {
        let name = match words.next()? {
            None => return Ok(()),
            Some(Token::Bare(name)) => name,
            Some(Token::Quoted(name)) => return Err(words.slip(Problem::UnknownLine { found: short(&name) })),
            Some(Token::Mark(mark)) => return Err(words.slip(Problem::UnknownLine { found: mark.to_string() })),
        };
        if self.log.is_none() {
            self.log = Some(header(name, words)?);
            return Ok(());
        }
        match name {
            FORMAT => Err(misplaced(
                name,
                words,
                "一个文件只有一场；请另存一个文件。",
                "a text holds one match; use another file.",
            )),
            "unmodelled" | "corrects" | "in_progress" | "view" | "source" | "player" | "start" | "totals"
            | "between" => self.opening(name, words),
            "hand" => self.begin(words),
            _ if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                let seat = name.parse().ok().and_then(Seat::new);
                let wrong = || words.slip(Problem::WrongValue { found: short(name), want: Want::Seat });
                let seat = seat.ok_or_else(wrong)?;
                let hidden = self.hidden()?;
                self.event(name, words, |words| event::seated(seat, hidden, words))
            }
            "fairness" | "wall" | "deal" => self.setup(name, words),
            "birds" | "flip" | "draw_game" => self.event(name, words, |words| {
                event::unseated(name, words)
                    .unwrap_or_else(|| Err(words.slip(Problem::UnknownLine { found: short(name) })))
            }),
            "shown" => self.shown(words),
            "result" | "won" | "pay" | "deltas" | "scores" | "house" | "next" => self.result(name, words),
            _ if event::lacks_seat(name) => Err(misplaced(
                name,
                words,
                "请先写座位，如 0 discard 9m。",
                "write the seat first, as in 0 discard 9m.",
            )),
            _ => Err(words.slip(Problem::UnknownLine { found: short(name) })),
        }
    }

    /// Reads a line before the first hand.
    fn opening(&mut self, name: &str, words: &mut Words<'_>) -> Result<(), Slip> {
        let line = words.slip(Problem::DuplicateKey { key: name.to_owned() });
        let Some(log) = self.log.as_mut().filter(|log| self.hand.is_none() && log.hands.is_empty()) else {
            return Err(misplaced(name, words, "请放在第一个 hand 行之前。", "put it before the first line `hand`."));
        };
        let again = match name {
            "unmodelled" => {
                let rules = &mut log.rules.unmodelled;
                if unmodelled(words, rules)? {
                    let rule = rules.last().map(|last| last.rule.clone()).unwrap_or_default();
                    return Err(Slip { problem: Problem::RuleTwice { rule }, ..line });
                }
                false
            }
            "corrects" => log.corrects.replace(words.value(Want::Id, id)?.0).is_some(),
            "in_progress" => std::mem::replace(&mut self.in_progress, true),
            "view" => {
                let mut seats = vec![words.seat()?];
                while words.peek()?.is_some() {
                    seats.push(words.seat()?);
                }
                let problem = Problem::WrongLength { found: seats.len(), want: Want::View };
                let view = View::of(&seats).ok_or(Slip { problem, at: line.at })?;
                self.view.replace((view, line.at)).is_some()
            }
            "source" => std::mem::replace(&mut log.source, source(words)?) != Source::default(),
            "totals" => self.totals.replace((words.by_seat()?, line.at)).is_some(),
            "between" => add(&mut log.between, between(words)?, words, BETWEEN)?,
            "start" => std::mem::replace(&mut log.start, start(words)?) != Start::default(),
            _ => {
                let seat = words.seat()?;
                let player = Player {
                    id: words.value(Want::Id, id)?.0,
                    name: match words.peek()? {
                        Some(Token::Bare(_) | Token::Quoted(_)) => Some(words.text(Want::Text)?.into_owned()),
                        _ => None,
                    },
                };
                self.players.get_mut(seat.index()).is_some_and(|place| place.replace(player).is_some())
            }
        };
        if again { Err(line) } else { words.end() }
    }

    /// Reads a `hand` line: ends the previous hand and begins the next.
    fn begin(&mut self, words: &mut Words<'_>) -> Result<(), Slip> {
        let at = words.slip(Problem::Empty).at;
        self.close()?;
        self.seat_players(at)?;
        let seats = self.seats();
        let hands = self.log.as_ref().map_or(0, |log| log.hands.len());
        if hands >= self.limits.hands {
            return Err(words.slip(Problem::TooManyHands { limit: self.limits.hands }));
        }
        let hidden = self.hidden()?;
        let mut log = HandLog { hidden: Hidden { seats: hidden, ..Hidden::default() }, ..HandLog::default() };
        while let Some(key) = words.next()? {
            let again = match key {
                Token::Bare("number") => {
                    log.number.replace(words.value(Want::HandNumber, |text| text.parse().ok())?).is_some()
                }
                Token::Bare("dealer") => log.dealer.replace(words.seat()?).is_some(),
                Token::Bare("dice") => log.dice.replace(words.dice()?).is_some(),
                Token::Bare("indicator") => log.indicator.replace(words.tile()?).is_some(),
                Token::Bare("piao") => log.piao.replace(words.at_table(seats)?).is_some(),
                Token::Bare("gu_mai") => log.gu_mai.replace(words.at_table(seats)?).is_some(),
                Token::Bare("last_hand") => log.last_hand.replace(flag(words)?).is_some(),
                Token::Bare("at") => log.started_at.replace(words.value(Want::Time, time)?).is_some(),
                key => {
                    return Err(unknown(
                        key,
                        words,
                        &["number", "dealer", "dice", "indicator", "at", "piao", "gu_mai", "last_hand"],
                    ));
                }
            };
            if again {
                return Err(words.slip(Problem::DuplicateKey { key: "hand".to_owned() }));
            }
        }
        self.hand = Some(Hand { at, stage: Stage::Setup, deal: Default::default(), shown: Default::default(), log });
        Ok(())
    }

    /// Returns the current hand, if it has not passed this stage.
    fn at_stage(&mut self, name: &str, words: &Words<'_>, stage: Stage) -> Result<&mut Hand, Slip> {
        let Some(hand) = &mut self.hand else {
            return Err(misplaced(name, words, "请先写 hand 行。", "write a line `hand` first."));
        };
        if hand.stage > stage {
            let cure = if stage == Stage::Setup {
                Label::new(
                    "请放在 hand 行之后、第一个事件之前。",
                    "put it between the line `hand` and the first event.",
                )
            } else {
                Label::new(
                    "请放在 result 行之前，或另起一个 hand 行。",
                    "put it before the line `result`, or begin another `hand`.",
                )
            };
            return Err(words.slip(Problem::MisplacedLine { found: short(name), cure }));
        }
        hand.stage = stage;
        Ok(hand)
    }

    /// Reads a line between `hand` and the first event.
    fn setup(&mut self, name: &str, words: &mut Words<'_>) -> Result<(), Slip> {
        let line = words.slip(Problem::DuplicateKey { key: name.to_owned() });
        let hand = self.at_stage(name, words, Stage::Setup)?;
        let again = match name {
            "wall" => hand.log.wall.replace(words.tiles()?).is_some(),
            "deal" => {
                let seat = words.seat()?;
                let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
                let dealt = match words.peek()? {
                    Some(Token::Bare(word)) if number(word) && hand.log.hidden.seats.contains(seat) => {
                        Dealt::Number(words.value(Want::Dealt, |text| text.parse().ok())?)
                    }
                    _ => Dealt::Tiles(words.tiles()?),
                };
                hand.deal.get_mut(seat.index()).is_some_and(|place| place.replace(dealt).is_some())
            }
            _ => {
                let commitment = words.value(Want::Digest, digest)?.0.into();
                let salt = match words.peek()? {
                    Some(Token::Bare(_) | Token::Quoted(_)) => Some(words.text(Want::Text)?.into_owned()),
                    _ => None,
                };
                hand.log.fairness.replace(Fairness { commitment, salt }).is_some()
            }
        };
        if again { Err(line) } else { words.end() }
    }

    /// Reads a line of tiles shown when the hand was over.
    fn shown(&mut self, words: &mut Words<'_>) -> Result<(), Slip> {
        let line = words.slip(Problem::DuplicateKey { key: "shown".to_owned() });
        let hand = self.at_stage("shown", words, Stage::Shown)?;
        let seat = words.seat()?;
        let tiles = words.tiles()?;
        let again = hand.shown.get_mut(seat.index()).is_some_and(|place| place.replace(tiles).is_some());
        if again { Err(line) } else { words.end() }
    }

    /// Reads an event line with the given function.
    fn event(
        &mut self,
        name: &str,
        words: &mut Words<'_>,
        read: impl FnOnce(&mut Words<'_>) -> Result<Event, Slip>,
    ) -> Result<(), Slip> {
        let limit = self.limits.events;
        let hand = self.at_stage(name, words, Stage::Events)?;
        if hand.log.events.len() >= limit {
            return Err(words.slip(Problem::TooManyEvents { limit }));
        }
        hand.log.events.push(read(words)?);
        Ok(())
    }

    /// Reads a line of the claimed result.
    fn result(&mut self, name: &str, words: &mut Words<'_>) -> Result<(), Slip> {
        let line = words.slip(Problem::DuplicateKey { key: name.to_owned() });
        let first = self.hand.as_ref().is_some_and(|hand| hand.stage < Stage::Result);
        if first && name != "result" {
            return Err(misplaced(name, words, "请先写 result 行。", "write a line `result` first."));
        }
        let seats = self.seats();
        let hand = self.at_stage(name, words, Stage::Result)?;
        if name == "result" {
            if hand.log.result.is_some() {
                return Err(line);
            }
            let outcome = if words.peek()?.is_some() { Some(words.one_of()?) } else { None };
            hand.log.result = Some(HandResult { outcome, ..HandResult::default() });
            return words.end();
        }
        let result = hand.log.result.get_or_insert_default();
        let again = match name {
            "won" => add(&mut result.wins, win(words)?, words, WINS)?,
            "pay" => add(&mut result.payments, payment(words)?, words, PAYMENTS)?,
            "house" => add(&mut result.house, house(words)?, words, HOUSE)?,
            "deltas" => result.deltas.replace(words.at_table(seats)?).is_some(),
            "scores" => result.scores.replace(words.at_table(seats)?).is_some(),
            _ => result.next_dealer.replace(words.seat()?).is_some(),
        };
        if again { Err(line) } else { words.end() }
    }

    /// Adds the current hand to the log.
    fn close(&mut self) -> Result<(), Slip> {
        let Some(mut hand) = self.hand.take() else { return Ok(()) };
        let missing = |line| move |seat| Slip { problem: Problem::MissingLine { line, seat }, at: hand.at };
        let deal = all(hand.deal, self.seats()).map_err(missing("deal"))?;
        let dealt = dealt(deal, hand.log.hidden.seats).map_err(|fault| Slip { problem: fault.problem, at: hand.at })?;
        (hand.log.deal, hand.log.hidden) = dealt;
        hand.log.shown = all(hand.shown, self.seats()).map_err(missing("shown"))?;
        if let Some(log) = &mut self.log {
            log.hands.push(hand.log);
        }
        Ok(())
    }

    /// The seats whose tiles the record does not show.
    fn hidden(&self) -> Result<Seats, Slip> {
        let Some((view, at)) = &self.view else { return Ok(Seats::NONE) };
        view.hides(self.seats()).map_err(|problem| Slip { problem, at: *at })
    }

    /// The seats at the table.
    fn seats(&self) -> Seats {
        self.log.as_ref().map_or(Seats::FOUR, GameLog::seats)
    }

    /// Adds the totals and the players, once the first hand begins or the text ends.
    fn seat_players(&mut self, at: usize) -> Result<(), Slip> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let seats = log.seats();
        if let Some((totals, at)) = self.totals.take() {
            counted(&totals, seats).map_err(|problem| Slip { problem, at })?;
            log.totals = Some(totals.map());
        }
        let mut given = std::mem::take(&mut self.players);
        if given.iter().all(Option::is_none) {
            return Ok(());
        }
        for seat in seats.iter() {
            let missing = Slip { problem: Problem::MissingLine { line: "player", seat: seat.index() }, at };
            log.players.push(given[seat.index()].take().ok_or(missing)?);
        }
        match given.iter().position(Option::is_some) {
            Some(seat) => {
                Err(Slip { problem: Problem::WrongValue { found: format!("player {seat}"), want: Want::Sits }, at })
            }
            None => Ok(()),
        }
    }

    /// Returns the log at the end of the text.
    fn finish(mut self, end: usize) -> Result<GameLog, Slip> {
        self.close()?;
        self.seat_players(end)?;
        let mut log = self.log.ok_or(Slip { problem: Problem::Empty, at: end })?;
        if log.hands.is_empty() {
            return Err(Slip { problem: Problem::WrongLength { found: 0, want: Want::Hands }, at: end });
        }
        let goes_on = |log: &mut GameLog| if self.in_progress { goes_on(log) } else { Ok(()) };
        seated(&log).and_then(|()| goes_on(&mut log)).map_err(|fault| Slip { problem: fault.problem, at: end })?;
        Ok(log)
    }
}

/// Returns what the lines give all seats, or none if all are missing; the error is the first seat at the table without.
fn all<T: Default>(mut given: [Option<T>; 4], seats: Seats) -> Result<Option<SeatMap<T>>, usize> {
    if given.iter().all(Option::is_none) {
        return Ok(None);
    }
    match seats.iter().find(|seat| given[seat.index()].is_none()) {
        Some(seat) => Err(seat.index()),
        None => Ok(Some(SeatMap(given.each_mut().map(|tiles| tiles.take().unwrap_or_default())))),
    }
}

/// Adds to a claimed list, or declares it empty; returns `true` if both occur.
fn add<T>(list: &mut Option<Vec<T>>, entry: Option<T>, words: &Words<'_>, limit: usize) -> Result<bool, Slip> {
    match (list.as_mut(), entry) {
        (Some(list), Some(_)) if list.is_empty() => return Ok(true),
        (Some(_), None) => return Ok(true),
        (Some(list), Some(entry)) => words.add(list, entry, limit)?,
        (None, entry) => *list = Some(entry.into_iter().collect()),
    }
    Ok(false)
}

fn misplaced(name: &str, words: &Words<'_>, zh: &'static str, en: &'static str) -> Slip {
    words.slip(Problem::MisplacedLine { found: short(name), cure: Label::new(zh, en) })
}
