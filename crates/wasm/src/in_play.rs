//! A match that is audited while it is played.

#![expect(clippy::needless_pass_by_value, reason = "JavaScript hands over strings, not references")]

use crate::audit::{format_of, json};
use crate::error::error;
use caipan_auditor::{MatchInPlay as Game, Override};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A match in play: give it each event, and it answers what an audit of the log so far would say of the hand. An answer is
/// JSON with `findings` (of this hand), `progress` (whose turn it is, what each seat may do, what each possible win would
/// move; not after the result) and `hand` (the payments due, once the hand is over).
#[wasm_bindgen]
pub struct MatchInPlay {
    game: Game,
}

#[wasm_bindgen]
impl MatchInPlay {
    /// Begins with a log of the rules and the first hand, which goes on unless it has its `result`. Throws a `CaipanError` if
    /// it is no log.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8], adapter: Option<String>) -> Result<MatchInPlay, JsValue> {
        let mut own = None;
        let from = format_of(adapter.as_deref(), &mut own)?;
        let game = Game::begin(bytes, from, &Override::default()).map_err(|refusal| error(&refusal))?;
        Ok(MatchInPlay { game })
    }

    /// Returns the answer to the last event.
    pub fn answer(&self) -> String {
        text(self.game.answer())
    }

    /// Plays an event: JSON as in `events` of a log. One that breaks the rules is played and found; one that cannot be read
    /// throws a `CaipanError` and changes nothing.
    pub fn play(&mut self, event: &str) -> Result<String, JsValue> {
        self.game.play(event.as_bytes()).map(text).map_err(|refusal| error(&refusal))
    }

    /// Ends the hand with the `result` that the server would settle: JSON as in a hand of a log.
    pub fn settle(&mut self, result: &str) -> Result<String, JsValue> {
        self.game.settle(result.as_bytes()).map(text).map_err(|refusal| error(&refusal))
    }

    /// Begins the next hand: JSON as in `hands` of a log, with its `deal` or `wall`.
    pub fn deal(&mut self, hand: &str) -> Result<String, JsValue> {
        self.game.deal(hand.as_bytes()).map(text).map_err(|refusal| error(&refusal))
    }

    /// Returns the log so far in `paipu/1`.
    pub fn log(&self) -> String {
        self.game.log()
    }

    /// Returns the report of the log so far, as `audit` of that log does.
    pub fn report(&self) -> Result<String, JsValue> {
        self.game.report().map(|(audited, _)| json(&audited)).map_err(|refusal| error(&refusal))
    }
}

/// Returns JSON, which is UTF-8, as text.
fn text(json: Vec<u8>) -> String {
    String::from_utf8(json).unwrap_or_default()
}
