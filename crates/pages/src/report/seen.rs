//! Tells whose record a report is about, if the log shows the tiles of some seats only, and what such a record lacks.

use super::Page;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

impl Page<'_> {
    /// Renders the line under the headline of a log with a view.
    pub(super) fn seen_by(&self) -> Markup {
        let Some(view) = self.case.log.view() else { return html! {} };
        let seats: Vec<Seat> = view.iter().collect();
        let people = People::of(&self.case.log);
        let who = people.list(&seats);
        let text = bilingual!(
            "这是{who}的记录，看不到别家没亮出来的牌；由那些牌决定的对错和输赢，这里核不了。要查全，请同桌的人把各自的记录也交来。",
            "This is the record of {who:#}. It does not show the hands that others kept closed, so what rests on them cannot be checked here. To check it too, ask the other players at the table for their records."
        );
        html! { p.quiet.small { (self.say(&text)) } }
    }
}
