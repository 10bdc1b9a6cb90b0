//! Importer for the room log of a Changsha server (`csmj`): logrus text, one line per step, most with the table
//! printed.
//!
//! The log records no wall, dice, pattern names or rules. The importer declares the nearest preset with the observed
//! number of birds; the caller sets the other house rules. Times have a resolution of one second. A reused room number
//! gives several matches. Tables printed on connection lines are ignored: another thread writes them, and they may be
//! one step late.

mod hand;
mod lines;
mod players;
mod step;

use super::{Format, ImportError, Problem};
use crate::{Action, GameLog, OptionValue, Player, RulesDeclared, Source, Start};
use caipan_tiles::text::Label;
use caipan_tiles::tile::Seat;
use hand::OpenHand;
use lines::Line;
use players::{scores, table};
use std::collections::BTreeMap;
use step::Step;

/// The entry for the list of formats.
pub const FORMAT: Format =
    Format {
        id: "csmj", name: Label::new("长沙麻将服务器房间日志", "Changsha server room log"), sniff, read
    };

/// The preset nearest to the server's rules; the log itself declares none.
const PRESET: &str = "changsha-a";

/// True if the beginning contains a log line of a room.
pub fn sniff(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..4096).unwrap_or(bytes));
    let head = head.trim_start_matches('\u{feff}').trim_start();
    head.starts_with("time=\"") && head.contains("msg=\"") && (head.contains("房间状态=") || head.contains("玩家列表="))
}

/// Reads every match of a room log. From a truncated file it returns the complete part, with the last hand aborted.
pub fn read(bytes: &[u8]) -> Result<Vec<GameLog>, ImportError> {
    let (text, whole) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, true),
        // A file that ends inside a character is truncated, not of a foreign encoding.
        Err(error) if error.error_len().is_none() => {
            (std::str::from_utf8(bytes.get(..error.valid_up_to()).unwrap_or_default()).unwrap_or_default(), false)
        }
        Err(error) => {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            return Err(Problem::NotText.at(before.split(|&byte| byte == b'\n').count()));
        }
    };
    let mut room = Room::default();
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate().peekable();
    while let Some((at, line)) = rest.next() {
        let broken_off = rest.peek().is_none() && !(whole && text.ends_with('\n'));
        match room.line(line) {
            Err(_) if broken_off => {}
            read => read.map_err(|problem| problem.at(at + 1))?,
        }
    }
    room.end_match();
    if room.matches.is_empty() {
        return Err(ImportError { line: None, problem: Problem::NoHand });
    }
    Ok(room.matches)
}

/// Declares the number of birds, a setting of the room, if every win of the match turned up the same number.
fn declare_birds(game: &mut GameLog) {
    let events = game.hands.iter().flat_map(|hand| &hand.events);
    let counts = events
        .filter_map(|event| if let Action::Birds { tiles, .. } = &event.action { Some(tiles.len()) } else { None });
    let counts: Vec<usize> = counts.collect();
    if let Some((&first, rest)) = counts.split_first()
        && rest.iter().all(|&count| count == first)
    {
        game.rules
            .options
            .insert("bird_count".to_owned(), OptionValue::Number(i64::try_from(first).unwrap_or(i64::MAX)));
    }
}

/// The state of a room during import.
#[derive(Default)]
struct Room {
    matches: Vec<GameLog>,
    /// The start time of the match, as part of its id.
    began: Option<String>,
    game: Option<GameLog>,
    /// The number of the last hand that began.
    round: u32,
    hand: Option<OpenHand>,
}

impl Room {
    /// Reads one line; skips messages that move no tile and text that is not a log line.
    fn line(&mut self, text: &str) -> Result<(), Problem> {
        if !text.starts_with("time=") {
            return Ok(());
        }
        let line = Line::read(text).ok_or(Problem::Cut)?;
        match line.message() {
            "进入初始化状态" => {
                self.end_match();
                self.began = line.time().map(|time| time.format("%Y%m%dT%H%M%S").to_string());
            }
            "准备开始" => self.begin_hand(&line)?,
            "房间结算中" | "房间总结算" => self.settle(&line)?,
            "选择庄家" => self.choose_dealer(&line)?,
            message => {
                if let (Some(game), Some(hand)) = (&self.game, &mut self.hand) {
                    Step { line: &line, players: &game.players, hand }.read(message)?;
                }
            }
        }
        Ok(())
    }

    fn begin_hand(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        let round = line.need("房间回合数")?;
        let round: u32 = round.parse().map_err(|_| Problem::unreadable("房间回合数", round))?;
        let table = table(line)?;
        let scores = scores(&table)?;
        if self.hand.is_some() || (self.game.is_some() && Some(round) != self.round.checked_add(1)) {
            return Err(Problem::Gap { found: round, after: self.round });
        }
        self.round = round;
        let players = || Seat::ALL.map(|seat| Player { id: table[seat].id.to_owned(), name: None }).to_vec();
        self.game.get_or_insert_with(|| GameLog {
            id: String::new(),
            corrects: None,
            rules: RulesDeclared { system: PRESET.to_owned(), options: BTreeMap::new(), ..Default::default() },
            source: Source { platform: Some(FORMAT.id.to_owned()), ..Source::default() },
            players: players(),
            start: Start { scores: Some(scores), ..Start::default() },
            totals: None,
            between: None,
            hands: Vec::new(),
        });
        if self.began.is_none() {
            self.began = line.time().map(|time| time.format("%Y%m%dT%H%M%S").to_string());
        }
        self.hand = Some(OpenHand::new(line.time(), scores));
        Ok(())
    }

    fn choose_dealer(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        let text = line.need("庄家位置")?;
        let dealer = text.parse().ok().and_then(Seat::new).ok_or_else(|| Problem::unreadable("庄家位置", text))?;
        if let (Some(game), Some(hand)) = (&mut self.game, &mut self.hand) {
            hand.choose_dealer(dealer);
            match game.hands.last_mut() {
                Some(before) => {
                    if let Some(result) = &mut before.result {
                        result.next_dealer = Some(dealer);
                    }
                }
                None => game.start.dealer = Some(dealer),
            }
        }
        Ok(())
    }

    /// Settles the open hand, also if the room is dissolved. The final scores after the last hand find no open hand.
    fn settle(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        let scores = scores(&table(line)?)?;
        if let (Some(game), Some(hand)) = (&mut self.game, self.hand.take()) {
            game.hands.push(hand.finish(Some(scores)));
        }
        Ok(())
    }

    fn end_match(&mut self) {
        let began = self.began.take();
        let hand = self.hand.take();
        let Some(mut game) = self.game.take() else { return };
        game.hands.extend(hand.map(|hand| hand.finish(None)));
        let owner = game.players.first().map(|player| player.id.as_str()).unwrap_or_default();
        game.id = format!("{}-{}-{owner}", FORMAT.id, began.unwrap_or_default());
        declare_birds(&mut game);
        self.matches.push(game);
    }
}

#[cfg(test)]
mod tests;
