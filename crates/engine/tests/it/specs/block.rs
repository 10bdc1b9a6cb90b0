//! Parses the lines of a block: the text notation with the abbreviations that `fixtures/changsha/README.md` describes.

use super::page::Fence;
use caipan_log::{Event, Limits, from_text};
use caipan_tiles::tile::{Seat, SeatMap, Tile, parse_tiles};
use std::collections::BTreeMap;

/// A problem in the spec itself, with its line.
pub type Slip = String;

/// The findings that a line expects of the audit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Codes of the findings at this line.
    pub codes: Vec<String>,
    /// Clause ids that they cite.
    pub clauses: Vec<String>,
}

/// One step of a hand as written.
#[derive(Clone, Debug)]
pub enum Step {
    /// An event of the notation.
    Event(Box<Event>),
    /// A draw of a tile that no seat needs.
    Draw(Seat),
    /// A discard of a tile that no seat needs.
    Discard(Seat),
    /// Draws and discards of tiles that no seat needs, until seat `to` is due to draw and `left` tiles are left.
    Play { to: Option<Seat>, left: Option<usize> },
}

/// A hand as dealt by the block.
#[derive(Clone, Debug, Default)]
pub struct Dealt {
    /// The tiles named.
    pub tiles: Vec<Tile>,
    /// True if the seat holds further tiles.
    pub open: bool,
    /// True if the block names tiles of this seat.
    pub named: bool,
}

/// The wall as far as the block fixes it.
#[derive(Clone, Debug, Default)]
pub struct Wall {
    /// The tiles after the deal.
    pub next: Vec<Tile>,
    /// The tile turned up after the deal, where it differs from the block's `hand` line.
    pub indicator: Option<Tile>,
    /// The last tiles, in wall order.
    pub tail: Vec<Tile>,
    /// The tiles that the wall gives a seat, where they differ from its deal.
    pub dealt: SeatMap<Option<Vec<Tile>>>,
}

/// One hand of a block.
#[derive(Debug, Default)]
pub struct Hand {
    /// The words of its `hand` line, followed by the `fairness` line.
    pub header: String,
    pub deal: SeatMap<Dealt>,
    pub wall: Option<Wall>,
    pub steps: Vec<(usize, Step)>,
    /// The lines of the claimed result, in the notation.
    pub result: Vec<String>,
    /// `0 pays 1: 6 + 1 = 7 [CS-A.24]`: all payments of the hand under the rules.
    pub pays: Option<Vec<String>>,
    /// `1 or 自摸 七对`: another reading of the seat's win, of equal value.
    pub readings: Vec<(Seat, Vec<String>)>,
    /// Line numbers by name: `hand`, `deal 0`, `wall`, `result`, `won 0`, `pay 0`, `deltas`, `scores`, `house`, `next`.
    pub places: BTreeMap<String, usize>,
    /// Payer of each `pay` line.
    pub payers: Vec<String>,
}

/// A block.
#[derive(Debug, Default)]
pub struct Block {
    /// Rule systems with their options, as in a log's first line.
    pub rules: Vec<String>,
    /// Lines before the first hand.
    pub header: Vec<String>,
    /// The line of the first rule that caipan does not know.
    pub unmodelled: Option<usize>,
    /// The line of the seats that the record shows.
    pub view: Option<usize>,
    /// The lines of the players, by seat.
    pub players: Vec<usize>,
    /// The line of the totals at the end of the match.
    pub totals: Option<usize>,
    pub hands: Vec<Hand>,
    pub marks: BTreeMap<usize, Mark>,
    /// Sentences of findings at a line, in either language.
    pub says: Vec<(usize, String)>,
    /// House rules that explain the faults: `dealer_bonus_big=per_unit`.
    pub explained: Vec<String>,
    /// House rules that may explain the faults but cannot be told apart from a mistake.
    pub possible: Vec<String>,
    /// The full text, where it is written without abbreviations.
    pub whole: Option<String>,
}

/// Reads a block.
pub fn read(fence: &Fence) -> Result<Block, Slip> {
    let mut block = Block::default();
    let first = fence.lines.iter().map(|(_, line)| split(line).0).find(|line| !line.is_empty()).unwrap_or_default();
    if first.starts_with("paipu/1") {
        block.whole = Some(String::new());
    }
    let mut about = None;
    for (number, line) in &fence.lines {
        let (text, comment) = split(line);
        if let Some(mark) = mark(comment) {
            block.marks.insert(*number, mark);
        }
        if let Some(sentence) = line.trim().strip_prefix("says ") {
            let Some(about) = about else {
                return Err(format!("line {number}: `says` stands below the line it is about"));
            };
            block.says.push((about, sentence.trim().to_owned()));
            continue;
        }
        if !text.is_empty() {
            about = Some(*number);
            block.line(*number, text).map_err(|slip| format!("line {number}: {slip}"))?;
        }
    }
    if block.rules.is_empty() {
        block.rules.push("changsha-a".to_owned());
    }
    Ok(block)
}

/// The text of a line and its comment.
fn split(line: &str) -> (&str, &str) {
    let (text, comment) = line.split_once("//").unwrap_or((line, ""));
    (text.trim(), comment.trim())
}

/// Reads `A302 A306 [CS-B.3]`; other comments are for readers only.
fn mark(comment: &str) -> Option<Mark> {
    let mut mark = Mark::default();
    for word in comment.split_whitespace() {
        let is_code = word.len() == 4 && word.starts_with('A') && word[1..].bytes().all(|b| b.is_ascii_digit());
        match word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
            Some(clause) => mark.clauses.push(clause.to_owned()),
            None if is_code => mark.codes.push(word.to_owned()),
            None => break,
        }
    }
    (mark != Mark::default()).then_some(mark)
}

impl Block {
    /// Returns whether a mark expects a finding.
    pub fn forbids(&self) -> bool {
        self.marks.values().any(|mark| !mark.codes.is_empty())
    }

    fn line(&mut self, number: usize, text: &str) -> Result<(), Slip> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let pays = words.get(1) == Some(&"pays") || words[..] == ["nobody", "pays"];
        let reading = words.get(1) == Some(&"or");
        if let Some(whole) =
            self.whole.as_mut().filter(|_| !pays && !reading && !["explained", "possible"].contains(&words[0]))
        {
            whole.push_str(text);
            whole.push('\n');
        }
        match words[0] {
            "paipu/1" => self.rules = vec![words[2..].join(" ")],
            "rules" => self.rules = rules(&words[1..]),
            "view" => {
                self.view = Some(number);
                self.header.push(text.to_owned());
            }
            "start" | "source" | "corrects" => self.header.push(text.to_owned()),
            "player" => {
                self.players.push(number);
                self.header.push(text.to_owned());
            }
            "between" => self.header.push(text.to_owned()),
            "totals" => {
                self.totals = Some(number);
                self.header.push(text.to_owned());
            }
            "unmodelled" => {
                self.unmodelled = self.unmodelled.or(Some(number));
                self.header.push(text.to_owned());
            }
            "possible" => self.possible.extend(words.iter().skip(1).map(|&word| word.to_owned())),
            "explained" => self.explained.extend(words.iter().skip(2).map(|&word| word.to_owned())),
            "hand" => {
                self.hands.push(Hand { header: words[1..].join(" "), ..Hand::default() });
                self.hand().places.insert("hand".to_owned(), number);
            }
            "fairness" => {
                let hand = self.hand();
                hand.header.push('\n');
                hand.header.push_str(text);
                hand.places.insert("fairness".to_owned(), number);
            }
            "deal" => self.deal(number, &words)?,
            "shown" if self.whole.is_some() => {
                let seat = seat(words.get(1).copied().unwrap_or_default())?;
                self.hand().places.insert(format!("shown {seat}"), number);
            }
            "wall" => {
                let wall = if self.whole.is_some() { Wall::default() } else { wall(&words[1..])? };
                let hand = self.hand();
                hand.wall = Some(wall);
                hand.places.insert("wall".to_owned(), number);
            }
            "result" | "won" | "pay" | "deltas" | "scores" | "house" | "next" => self.claim(number, &words),
            _ if pays => {
                let pays = self.hand().pays.get_or_insert_default();
                if words[0] != "nobody" {
                    pays.push(text.to_owned());
                }
            }
            _ if reading => {
                let names = words[2..].iter().map(|&name| name.to_owned()).collect();
                self.hand().readings.push((seat(words[0])?, names));
            }
            _ => {
                let step = step(&words, text)?;
                self.hand().steps.push((number, step));
            }
        }
        Ok(())
    }

    /// The current hand; the first one needs no `hand` line.
    fn hand(&mut self) -> &mut Hand {
        if self.hands.is_empty() {
            self.hands.push(Hand::default());
        }
        self.hands.last_mut().unwrap()
    }

    /// Reads `deal 0 123m..`: these tiles and others that complete nothing; without the dots exactly these.
    fn deal(&mut self, number: usize, words: &[&str]) -> Result<(), Slip> {
        let seat = seat(words.get(1).copied().unwrap_or_default())?;
        // A complete log of fewer than four seats writes a dash for the others.
        let text = words.get(2).copied().filter(|&text| text != "-").unwrap_or_default();
        let tiles = text.strip_suffix("..").unwrap_or(text);
        // Of a seat that the record does not show, a whole log has the number of tiles.
        let is_number = self.whole.is_some() && text.bytes().all(|byte| byte.is_ascii_digit());
        let tiles = if is_number { "" } else { tiles };
        let dealt = Dealt { tiles: group(tiles)?, open: tiles != text, named: true };
        let hand = self.hand();
        hand.deal[seat] = dealt;
        hand.places.insert(format!("deal {seat}"), number);
        Ok(())
    }

    /// Reads a line of the claimed result; plus signs are ignored.
    fn claim(&mut self, number: usize, words: &[&str]) {
        let hand = self.hand();
        let unsigned = |word: &&str| word.strip_prefix('+').unwrap_or(word).to_owned();
        if hand.result.is_empty() && words[0] != "result" {
            hand.result.push("result".to_owned());
        }
        let place = match words[0] {
            "pay" => {
                hand.payers.push(words.get(1).copied().unwrap_or_default().to_owned());
                format!("pay {}", hand.payers.len() - 1)
            }
            "won" => format!("won {}", hand.result.iter().filter(|line| line.starts_with("won")).count()),
            name => name.to_owned(),
        };
        if words[0] == "house" && hand.places.contains_key("house") {
            hand.result.push(words.join(" "));
            return;
        }
        hand.result.push(words.iter().map(unsigned).collect::<Vec<_>>().join(" "));
        hand.places.insert(place, number);
    }
}

/// Splits `changsha-a changsha-b bird_count=1` into each system with all options.
fn rules(words: &[&str]) -> Vec<String> {
    let (options, systems): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.contains('='));
    systems.iter().map(|system| [&[*system], &options[..]].concat().join(" ")).collect()
}

/// Reads `wall next 5m tail 1m2m3m4m dealt 0 123m…`.
fn wall(words: &[&str]) -> Result<Wall, Slip> {
    let mut wall = Wall::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value = || words.next().copied().ok_or_else(|| format!("`{word}` wants tiles"));
        match word {
            "next" => wall.next = group(value()?)?,
            "indicator" => wall.indicator = group(value()?)?.first().copied(),
            "tail" => wall.tail = group(value()?)?,
            "dealt" => {
                let seat = seat(value()?)?;
                wall.dealt[seat] = Some(group(value()?)?);
            }
            _ => return Err(format!("`{word}`: a wall has `next`, `tail` and `dealt`")),
        }
    }
    Ok(wall)
}

fn step(words: &[&str], text: &str) -> Result<Step, Slip> {
    match words {
        ["play", rest @ ..] => {
            let mut step = (None, None);
            for pair in rest.chunks(2) {
                match pair {
                    ["to", to] => step.0 = Some(seat(to)?),
                    ["left", left] => step.1 = Some(left.parse().map_err(|_| format!("`{left}` is no number"))?),
                    _ => return Err(format!("`{text}`: play goes on `to` a seat, or until so many are `left`")),
                }
            }
            Ok(Step::Play { to: step.0, left: step.1 })
        }
        [who, "draw"] => Ok(Step::Draw(seat(who)?)),
        [who, "discard"] => Ok(Step::Discard(seat(who)?)),
        _ => {
            let log = from_text(&format!("paipu/1 spec rules\nhand\n{text}\n"), &Limits::default());
            let event = log.map_err(|error| format!("`{text}`: {}", error.en))?.hands[0].events.pop();
            event.map(|event| Step::Event(Box::new(event))).ok_or_else(|| format!("`{text}` is no event"))
        }
    }
}

fn seat(word: &str) -> Result<Seat, Slip> {
    word.parse().ok().and_then(Seat::new).ok_or_else(|| format!("`{word}` is no seat"))
}

fn group(word: &str) -> Result<Vec<Tile>, Slip> {
    parse_tiles(word).map_err(|error| error.to_string())
}
