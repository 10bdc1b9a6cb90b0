//! What if: a stored log judged otherwise, beside what it is judged as. Nothing is kept.

use super::event_text::happened;
use super::{App, AppError};
use crate::store::Who;
use caipan_engine::report::{NoAnswer, Otherwise, WhatIf, what_if};
use caipan_log::{GameLog, People};
use caipan_tiles::text::Text;

/// A question about a log and what it came to.
pub struct WhatIfPage {
    /// The platform's id of the game.
    pub game: String,
    /// The rules that the log declares.
    pub rules: String,
    /// The players.
    pub people: People,
    /// How many hands the log has.
    pub hands: usize,
    /// The steps of the hand that is looked at, in words.
    pub steps: Vec<Text>,
    /// The answer; none where nothing was asked.
    pub answer: Option<Result<WhatIf, NoAnswer>>,
}

impl App {
    /// What a stored log would come to if this were otherwise.
    pub async fn what_if(
        &self,
        who: Who,
        id: &str,
        otherwise: Otherwise,
    ) -> Result<Result<WhatIf, NoAnswer>, AppError> {
        let (source, limits) = (self.source(who, id).await?, self.limits());
        self.work(move || Ok(what_if(&source.read(&limits)?.log, &otherwise))).await?
    }

    /// The same for a page that shows the steps of a hand to choose from. `otherwise`: none where nothing is asked yet.
    pub async fn consider(
        &self,
        who: Who,
        id: &str,
        hand: usize,
        otherwise: Option<Otherwise>,
    ) -> Result<WhatIfPage, AppError> {
        let (source, limits) = (self.source(who, id).await?, self.limits());
        self.work(move || {
            let log: GameLog = source.read(&limits)?.log;
            let people = People::of(&log);
            let events = log.hands.get(hand).into_iter().flat_map(|hand| &hand.events);
            Ok(WhatIfPage {
                steps: events.map(|event| happened(&event.action, &people)).collect(),
                answer: otherwise.map(|otherwise| what_if(&log, &otherwise)),
                game: log.id.clone(),
                rules: log.rules.system.clone(),
                hands: log.hands.len(),
                people,
            })
        })
        .await?
    }
}
