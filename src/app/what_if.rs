//! Judgements ("what if") of stored logs: another ruling, tile or rule set beside the actual one. Nothing is stored.

use super::{App, AppError, AuditWatch};
use crate::store::Who;
use caipan_engine::report::{NoAnswer, Otherwise, WhatIf, event_in_words, what_if_within};
use caipan_engine::rules;
use caipan_log::{GameLog, People};
use caipan_tiles::text::Text;

/// The data of the what-if page.
pub struct WhatIfPage {
    /// The platform's id of the game.
    pub game: String,
    /// The declared rules.
    pub rules: String,
    /// The players.
    pub people: People,
    /// The number of hands.
    pub hands: usize,
    /// The steps of the chosen hand, in words.
    pub steps: Vec<Text>,
    /// The answer; `None` if nothing was asked.
    pub answer: Option<Result<WhatIf, NoAnswer>>,
}

impl App {
    /// Judges a stored log under changed assumptions.
    pub async fn what_if(
        &self,
        who: Who,
        id: &str,
        otherwise: Otherwise,
    ) -> Result<Result<WhatIf, NoAnswer>, AppError> {
        self.on_log(who, id, move |log, watch| answered(&log, &otherwise, watch)).await
    }

    /// The data of the what-if page. `otherwise` is `None` if nothing was asked yet.
    pub async fn consider(
        &self,
        who: Who,
        id: &str,
        hand: usize,
        otherwise: Option<Otherwise>,
    ) -> Result<WhatIfPage, AppError> {
        self.on_log(who, id, move |log, watch| {
            let people = People::of(&log);
            let events = log.hands.get(hand).into_iter().flat_map(|hand| &hand.events);
            Ok(WhatIfPage {
                steps: events.map(|event| event_in_words(event, &people)).collect(),
                answer: otherwise.map(|otherwise| answered(&log, &otherwise, watch)).transpose()?,
                game: log.id.clone(),
                rules: rules::declared_id(&log.rules).to_owned(),
                hands: log.hands.len(),
                people,
            })
        })
        .await
    }
}

/// Judges a log within the budget of the watch.
fn answered(log: &GameLog, otherwise: &Otherwise, watch: &AuditWatch) -> Result<Result<WhatIf, NoAnswer>, AppError> {
    watch.audit(log, |meter| {
        Ok(what_if_within(log, otherwise, meter).map_or_else(|no| Some(Err(no)), |answer| answer.map(Ok)))
    })
}
