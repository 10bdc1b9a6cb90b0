//! A match in play, from JSON: each event is answered as an audit of the log so far answers it.

use crate::{Audited, Override, read_all};
use caipan_adapter::{InputFormat, Refusal, only};
use caipan_engine::report::{Answer, InPlay};
use caipan_engine::rules::RulesError;
use caipan_log::{GameLog, HandLog, Limits, read, read_event, write};
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use caipan_tiles::text::Text;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A match in play. Its events, hands and results are the bytes of JSON that stand in a log of it.
pub struct MatchInPlay {
    game: InPlay,
    limits: Limits,
}

type Answered = Result<Vec<u8>, Box<Refusal>>;

impl MatchInPlay {
    /// Begins with a log, whose last hand goes on unless it has its result. `over` replaces what the log declares.
    pub fn begin(bytes: &[u8], from: InputFormat<'_>, over: &Override) -> Result<MatchInPlay, Box<Refusal>> {
        let limits = Limits::default();
        let log = only(read_all(bytes, from, over, &limits)?)?.log;
        if log.totals.is_some() {
            let text = bilingual!(
                "match.totals 是整场的总分，只有打完的一场才有。还在打的一场请删去。",
                "`match.totals` are the totals of a match that is over. Remove them from one that is still played."
            );
            return Err(Box::new(Refusal { pointer: Some("/match/totals".to_owned()), ..Refusal::of_text(text) }));
        }
        Ok(MatchInPlay { game: InPlay::of(log).map_err(of_rules)?, limits })
    }

    /// Returns the answer to the last event as JSON.
    pub fn answer(&self) -> Vec<u8> {
        json(self.game.answer())
    }

    /// Plays an event of the last hand and returns the answer as JSON. A refused event leaves the match as it was.
    pub fn play(&mut self, event: &[u8]) -> Answered {
        if self.has_result() {
            return Err(unusable(bilingual!(
                "这一局已有结果，不能再加动作。请先用 deal 开下一局。",
                "This hand has its result and takes no more events. Begin the next hand with `deal`."
            )));
        }
        let event = read_event(event, self.game.log(), &self.limits).map_err(|error| Box::new(error.into()))?;
        self.game.play(event).map(json).map_err(of_rules)
    }

    /// Ends the last hand with the result that the server settles, and returns the answer as JSON.
    pub fn settle(&mut self, result: &[u8]) -> Answered {
        if self.has_result() {
            return Err(unusable(bilingual!(
                "这一局已有结果。请用 deal 开下一局。",
                "This hand has its result already. Begin the next hand with `deal`."
            )));
        }
        let last = self.extended(result, |hands, result| {
            let mut hand: Keys = hands.pop().and_then(|hand| serde_json::from_str(hand.get()).ok()).unwrap_or_default();
            hand.insert("result".to_owned(), result);
            hands.extend(serde_json::value::to_raw_value(&hand));
        })?;
        self.game.settle(last.result.unwrap_or_default()).map(json).map_err(of_rules)
    }

    /// Begins the next hand: an object as in `hands` of a log, as far as the hand is played. Returns the answer as JSON.
    pub fn deal(&mut self, hand: &[u8]) -> Answered {
        let hand = self.extended(hand, Vec::push)?;
        self.game.deal(hand).map(json).map_err(of_rules)
    }

    /// Returns the log so far in `paipu/1`.
    pub fn log(&self) -> String {
        write(self.game.log())
    }

    /// Returns the report of the log so far, as an audit of [`MatchInPlay::log`] gives it, and the log.
    pub fn report(&self) -> Result<(Audited, GameLog), Box<Refusal>> {
        let report = self.game.report(&sha256(self.log().as_bytes())).map_err(of_rules)?;
        Ok((report.into(), self.game.log().clone()))
    }

    fn has_result(&self) -> bool {
        self.game.log().hands.last().is_some_and(|hand| hand.result.is_some())
    }

    /// Puts a part into the hands of the log, reads the log again and returns its last hand. The place of an error is that in
    /// the log; a line would be of no use, since the caller never saw that log.
    fn extended(
        &self,
        part: &[u8],
        put: impl FnOnce(&mut Vec<Box<RawValue>>, Box<RawValue>),
    ) -> Result<HandLog, Box<Refusal>> {
        let Ok(part) = serde_json::from_slice::<Box<RawValue>>(part) else {
            // The reader says where the text is no JSON.
            return Err(read(part, &self.limits).map_or_else(|error| Box::new(error.into()), |_| no_part()));
        };
        // The writer writes JSON.
        let mut log: Keys = serde_json::from_str(&self.log()).unwrap_or_default();
        log.remove("in_progress");
        let hands = log.get("hands").and_then(|hands| serde_json::from_str(hands.get()).ok());
        let mut hands: Vec<Box<RawValue>> = hands.unwrap_or_default();
        put(&mut hands, part);
        if let Ok(hands) = serde_json::value::to_raw_value(&hands) {
            log.insert("hands".to_owned(), hands);
        }
        let text = serde_json::to_vec(&log).unwrap_or_default();
        let mut log = read(&text, &self.limits)
            .map_err(|error| Box::new(Refusal { line: None, column: None, ..Refusal::from(error) }))?;
        log.hands.pop().ok_or_else(no_part)
    }
}

type Keys = BTreeMap<String, Box<RawValue>>;

fn no_part() -> Box<Refusal> {
    unusable(bilingual!(
        "这不是一局的内容。请给一个 JSON 对象：deal 用 hands 里的一局，settle 用一局的 result。",
        "This is no part of a hand. Give an object in JSON: for `deal` a hand as in `hands`, for `settle` its `result`."
    ))
}

fn unusable(text: Text) -> Box<Refusal> {
    Box::new(Refusal::of_text(text))
}

fn of_rules(error: RulesError) -> Box<Refusal> {
    Box::new(Refusal::of_rules(error))
}

fn json(answer: &Answer) -> Vec<u8> {
    // Strings and integers always serialise.
    serde_json::to_vec(answer).unwrap_or_default()
}
