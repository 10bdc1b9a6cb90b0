//! The features of Changsha.

use super::clauses as c;
use super::options::WildKind;
use super::{Changsha, actions, birds, fly, judge, match_end, mid_openings, openings, patterns};
use crate::rules::features::{Birds, DiceKongs, LastTile, MatchEnd, MustWin, Openings, Parts, Wild};
use crate::rules::{BirdsDue, Ground, Pattern, Play, Refusal, Verdict, Won};
use crate::table::Table;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::tile::{Seat, SeatMap, Tile};

// A false win is a fault and pays nothing, so there is no `FalseWins`.
crate::has_features!(Changsha {
    wild: Wild,
    openings: Openings,
    dice_kongs: DiceKongs,
    last_tile: LastTile,
    birds: Birds,
    must_win: MustWin,
    parts: Parts,
    match_end: MatchEnd,
});

impl Wild for Changsha {
    fn kind(&self, _indicator: Option<Tile>) -> Option<Tile> {
        birds::red_dragon().filter(|_| self.options.wild_kind() == WildKind::Red)
    }
}

impl Openings for Changsha {
    fn held(&self, table: &Table, seat: Seat) -> Vec<&'static Pattern> {
        if table.is_untouched() { openings::held(&self.options, table, seat) } else { Vec::new() }
    }

    fn may_open(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict {
        openings::may_open(&self.options, table, seat, kinds)
    }

    fn held_mid(&self, table: &Table, seat: Seat) -> Vec<&'static Pattern> {
        mid_openings::held(&self.options, table, seat)
    }

    fn may_open_mid(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict {
        mid_openings::may_open(&self.options, table, seat, kinds)
    }
}

impl DiceKongs for Changsha {
    fn tiles(&self, table: &Table) -> usize {
        actions::dice_kong_tiles(&self.options, table)
    }
}

impl LastTile for Changsha {
    fn may_take(&self, table: &Table, seat: Seat) -> Verdict {
        let place = table.place(seat);
        let ready =
            !place.is_known() || judge::is_ready(&self.options, &place.hand, (table.wild, place.wilds), &place.melds);
        if self.options.haidi_requires_ting() && !ready {
            return Err(Refusal::by_option(Ground::NotReady, &c::A_17, "haidi_requires_ting", || {
                bilingual!("本房规定听牌才能要海底。", "in this house only a ready hand may")
            }));
        }
        Ok(())
    }
}

impl Birds for Changsha {
    fn due(&self, table: &Table, wins: &[Won]) -> Option<BirdsDue> {
        birds::due(&self.options, table, wins)
    }

    fn fly(&self, table: &Table, wins: &[Won]) -> Option<BirdsDue> {
        fly::due(&self.options, table, wins)
    }
}

impl MustWin for Changsha {
    fn may_pass(&self) -> Verdict {
        actions::pass_win(&self.options)
    }
}

impl Parts for Changsha {
    fn left_out_by(&self, pattern: &Pattern) -> Option<&'static str> {
        patterns::left_out_by(&self.options, pattern)
    }

    fn clause_of(&self, pattern: &'static Pattern) -> &'static Clause {
        patterns::clause_of(self.options.scale(), pattern)
    }
}

impl MatchEnd for Changsha {
    fn settle(&self, totals: &SeatMap<i64>) -> Ledger {
        match_end::settle(&self.options, self.seats(), totals)
    }
}
