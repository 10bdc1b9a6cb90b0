//! Several records of one match: joined to one, or searched for what one of them should not tell.
//!
//! A client knows one hand of four. The records of several clients are laid side by side by the acts that everybody saw;
//! draws, refusals and exchanges, which only some of them show, are filled in between.

mod align;
mod answer;
mod difference;
mod given;
mod join;
mod leaks;
mod merge;

pub use answer::{Joined, Leaks};
pub use difference::{Difference, Told};
pub use given::{numbered, refused, whole_and_sent};
pub use join::join;
pub use leaks::{Leak, Leaked, Sent, leaks};

use caipan_log::{GameLog, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// A record with the name under which sentences speak of it, such as its file.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    /// The name.
    pub name: &'a Text,
    /// The record.
    pub log: &'a GameLog,
}

impl Named<'_> {
    /// Returns the name with the players whose tiles the record shows.
    fn in_words(&self) -> Text {
        let Text { zh, en } = self.name;
        let Some(view) = self.log.view() else { return self.name.clone() };
        let seats: Vec<_> = view.iter().collect();
        let people = People::of(self.log);
        let who = people.list(&seats);
        bilingual!("{zh}（{who}所见）", "{en} (seen by {who:#})")
    }
}
