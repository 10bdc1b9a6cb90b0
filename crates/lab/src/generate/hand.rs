//! Plays one hand: the rules list the legal actions of every seat, the players choose, the referee applies the choice.

mod wishes;

use super::config::MatchConfig;
use super::exchange;
use super::player::Player;
use super::population::Feeding;
use super::rng::Rng;
use super::void;
use caipan_engine::replay::{Before, Live, Possible, Replayed, possible};
use caipan_engine::rules::{Due, Rules};
use caipan_engine::table::{Phase, Table, digest};
use caipan_log::{Action, Claim, Declaration, Dice, DrawFrom, Event, HandLog, KongKind, LostClaim, PassOf};
use caipan_tiles::tile::{Seat, SeatMap, Tile};

/// Maximum number of events of a hand, more than any hand needs. It stops the generator if a rule system never ends a
/// hand.
const MOST_EVENTS: usize = 500;

/// Plays a hand that has its wall and writes its events into the log. Returns `None` if the hand cannot be dealt.
pub fn play(
    rules: &dyn Rules,
    chance: &mut Rng,
    config: &MatchConfig,
    players: &SeatMap<Player>,
    before: Before,
    feeding: Option<&mut Feeding>,
    hand: &mut HandLog,
) -> Option<Replayed> {
    let live = Live::deal(rules, hand, before)?;
    let leave_at = if chance.percent(config.leave) { Some(chance.below(90)) } else { None };
    let digests = chance.percent(config.digests);
    let mut sitting = Sitting {
        rules,
        chance,
        config,
        players,
        live,
        events: Vec::new(),
        asked: SeatMap::default(),
        dice: 1 + usize::from(before.dealer.index().is_multiple_of(2)),
        digests,
        feeding,
    };
    while sitting.events.len() < MOST_EVENTS {
        // Nobody leaves a hand that is already won.
        let won = rules.automatic(sitting.live.table()).is_some();
        if leave_at.is_some_and(|at| sitting.events.len() >= at) && !won {
            let seats: Vec<Seat> = before.seats.iter().collect();
            let seat = *sitting.chance.pick(&seats)?;
            sitting.act(Action::Leave { seat });
            break;
        }
        if !sitting.step() {
            break;
        }
    }
    hand.events = sitting.events;
    Some(sitting.live.finish(hand))
}

struct Sitting<'a> {
    rules: &'a dyn Rules,
    chance: &'a mut Rng,
    config: &'a MatchConfig,
    players: &'a SeatMap<Player>,
    live: Live<'a>,
    events: Vec<Event>,
    /// True for seats that were asked for initial wins.
    asked: SeatMap<bool>,
    /// The number of dice thrown for a dice kong.
    dice: usize,
    digests: bool,
    feeding: Option<&'a mut Feeding>,
}

/// The legal actions of every seat.
type All = Vec<(Seat, Possible)>;

impl Sitting<'_> {
    /// Throws a die for the birds of an initial win, if its payments would be unknown without one.
    fn throw_for(&mut self, opener: Seat, kinds: &[String]) -> Option<Dice> {
        let mut table = self.live.table().clone();
        let patterns = self.rules.system().patterns;
        let ids = kinds.iter().filter_map(|kind| patterns.iter().find(|pattern| pattern.is_called(kind)));
        table.open(opener, ids.map(|pattern| pattern.id).collect(), None);
        if self.rules.open(&table, &[]).is_empty() {
            return None;
        }
        let face = u8::try_from(self.chance.below(6).saturating_add(1)).unwrap_or(1);
        Dice::new(&[face])
    }

    /// Plays one decision. Returns whether the hand goes on.
    fn step(&mut self) -> bool {
        let in_turn = self.live.table().in_turn().is_some();
        if let Some(tile) = self.rules.roll_due(self.live.table()).and_then(|due| due.tile).filter(|_| in_turn) {
            self.act(Action::Flip { tile });
            return true;
        }
        let all = possible(self.rules, self.live.table());
        match self.live.table().phase {
            Phase::Turn { seat, .. } => self.turn(seat, &all),
            Phase::Open { from, .. } | Phase::Kong { seat: from, .. } => self.window(from, &all),
            Phase::Seabed { asked: Some(seat), .. } => self.answer(seat, &all),
            Phase::Seabed { asked: None, .. } | Phase::SeabedDraw { .. } => self.go_on(),
            Phase::Won | Phase::Over { .. } => false,
        }
    }

    fn turn(&mut self, seat: Seat, all: &All) -> bool {
        let exchanges = exchange::all(self.rules, self.live.table());
        if !exchanges.is_empty() {
            exchanges.into_iter().for_each(|action| self.act(action));
            return true;
        }
        let named = void::all(self.rules, self.live.table());
        if !named.is_empty() {
            named.into_iter().for_each(|action| self.act(action));
            return true;
        }
        if let Some((opener, kinds)) = self.opening(all) {
            let dice = self.throw_for(opener, &kinds);
            self.act(Action::Opening { seat: opener, kinds, dice });
            return true;
        }
        if let Some(kinds) = self.mid_opening(seat, all) {
            self.act(Action::MidOpening { seat, kinds });
            return true;
        }
        if let Some((seat, _)) = self.rules.automatic(self.live.table())
            && let Some(tile) = winning(all, seat)
        {
            self.act(Action::Win { seat, tile });
            return self.finish();
        }
        if let Some(tile) = winning(all, seat) {
            let what = Declaration::Hunyou;
            let may = of(all, seat).any(|can| *can == Possible::Declare { what });
            if may && self.chance.percent(self.config.decline.max(40)) {
                self.act(Action::Declare { seat, what });
                let all = possible(self.rules, self.live.table());
                return self.give_up(seat, &all);
            }
            if self.wants_win(seat) || self.discards(all, seat).is_empty() {
                self.act(Action::Win { seat, tile });
                return self.finish();
            }
        }
        if self.rules.due(self.live.table()) == Due::Finish {
            return self.finish();
        }
        let kongs: Vec<&Possible> = of(all, seat).filter(|can| matches!(can, Possible::Kong { .. })).collect();
        if !kongs.is_empty() && self.chance.percent(self.config.kong) {
            let kong = self.kong(&kongs);
            return self.carry_out(seat, kong, Vec::new());
        }
        let declares = of(all, seat).any(|can| *can == Possible::Declare { what: Declaration::Ready });
        if declares && self.chance.percent(self.config.open) {
            self.act(Action::Declare { seat, what: Declaration::Ready });
        }
        let rare = of(all, seat).find_map(|can| match can {
            Possible::Declare { what: what @ (Declaration::Sky | Declaration::Xiaosa) } => Some(*what),
            _ => None,
        });
        if let Some(what) = rare.filter(|_| self.chance.percent(self.config.open / 2)) {
            self.act(Action::Declare { seat, what });
            let all = possible(self.rules, self.live.table());
            return self.give_up(seat, &all);
        }
        self.give_up(seat, all)
    }

    /// The tiles that a seat may discard.
    fn discards(&self, all: &All, seat: Seat) -> Vec<Tile> {
        of(all, seat)
            .filter_map(|can| if let Possible::Discard { tile } = can { Some(*tile) } else { None })
            .filter(|&tile| self.rules.may_discard(self.live.table(), seat, tile).is_ok())
            .collect()
    }

    /// Discards a legal tile. A wild is kept unless it is the only choice, except in 3 % of cases.
    fn give_up(&mut self, seat: Seat, all: &All) -> bool {
        let mut may = void::first(self.live.table(), seat, self.discards(all, seat));
        let wild = self.live.table().wild;
        if may.iter().any(|&tile| Some(tile) != wild) && !self.chance.percent(3) {
            may.retain(|&tile| Some(tile) != wild);
        }
        match self.discard(seat, &may) {
            Some(tile) => self.act(Action::Discard { seat, tile }),
            // Only the seat that took the last tile has no discard.
            None => {
                self.live.show_last_tile();
                if !matches!(self.live.table().phase, Phase::Open { .. }) {
                    return false;
                }
            }
        }
        true
    }

    /// Resolves an open tile: wins, then claims, then the due action. Returns whether the hand goes on.
    fn window(&mut self, from: Seat, all: &All) -> bool {
        let mut winners: Vec<(Seat, Tile)> = Vec::new();
        for seat in self.live.table().playing().from(from) {
            let Some(tile) = winning(all, seat) else { continue };
            if self.wants_win(seat) {
                winners.push((seat, tile));
                // The konger's own win comes first and excludes all others. Some house rules let only the first in
                // order win.
                if seat == from || self.rules.one_winner().is_some() {
                    break;
                }
            } else if seat != from && self.rules.may_pass_win().is_ok() && self.chance.percent(self.config.passes) {
                self.act(Action::Pass { seat, of: PassOf::Win });
            }
        }
        let mut wanted = self.wanted(from, all);
        if !winners.is_empty() {
            wanted.retain(|(seat, _)| !winners.iter().any(|(winner, _)| winner == seat));
            let mut lost = lost(&wanted);
            for (seat, tile) in winners {
                self.act_over(Action::Win { seat, tile }, std::mem::take(&mut lost));
            }
            return self.finish();
        }
        if wanted.is_empty() {
            return self.go_on();
        }
        // A pung or kong takes precedence over a chow, regardless of turn order.
        let first = wanted.iter().position(|(_, what)| !matches!(what, Possible::Chow { .. })).unwrap_or(0);
        let (seat, what) = wanted.remove(first);
        self.carry_out(seat, what, lost(&wanted))
    }

    /// The claim that each seat wants to make, in turn order.
    fn wanted(&mut self, from: Seat, all: &All) -> Vec<(Seat, Possible)> {
        let mut wanted = Vec::new();
        for seat in self.live.table().playing().others(from) {
            if let Some(meld) = self.takes_fed(seat, all) {
                wanted.push((seat, meld));
                continue;
            }
            let kongs: Vec<&Possible> = of(all, seat).filter(|can| matches!(can, Possible::Kong { .. })).collect();
            if !kongs.is_empty() && self.chance.percent(self.config.kong) {
                let kong = self.kong(&kongs);
                wanted.push((seat, kong));
                continue;
            }
            let melds: Vec<&Possible> =
                of(all, seat).filter(|can| matches!(can, Possible::Pung { .. } | Possible::Chow { .. })).collect();
            let player = self.players[seat];
            let chosen =
                melds.into_iter().find(|what| player.claims(self.chance, self.config, self.live.table(), seat, what));
            wanted.extend(chosen.map(|what| (seat, what.clone())));
        }
        wanted
    }

    fn kong(&mut self, kongs: &[&Possible]) -> Possible {
        let with_dice = self.chance.percent(self.config.dice);
        let fits = |can: &&&Possible| matches!(can, Possible::Kong { dice, .. } if *dice == with_dice);
        let chosen = kongs.iter().find(fits).or(kongs.first());
        chosen.map_or(Possible::Draw, |can| (**can).clone())
    }

    #[expect(clippy::needless_pass_by_value, reason = "what is carried out is used up")]
    fn carry_out(&mut self, seat: Seat, what: Possible, claims: Vec<LostClaim>) -> bool {
        let action = match what {
            Possible::Chow { tile, with } => Action::Chow { seat, tile, with },
            Possible::Pung { tile } => Action::Pung { seat, tile },
            Possible::Kong { tile, kind, dice } => {
                Action::Kong { seat, tile, kind, dice: if dice { self.throw() } else { None } }
            }
            _ => return self.go_on(),
        };
        self.act_over(action, claims);
        true
    }

    /// Plays what is due when nobody wins or claims. Returns whether the hand goes on.
    fn go_on(&mut self) -> bool {
        let table = self.live.table().clone();
        self.go_on_from(&table)
    }

    /// Plays what is due on this table. Returns whether the hand goes on.
    fn go_on_from(&mut self, table: &Table) -> bool {
        match self.rules.due(table) {
            Due::Draw(seat, end) => {
                let tile = table.wall.at(end);
                let Some(tile) = tile else { return false };
                // If the rules accept either end of the wall, the log names the end.
                let told = end == DrawFrom::Tail || self.rules.accepts_end(table, DrawFrom::Tail);
                let from = told.then_some(end);
                self.act(Action::Draw { seat, tile, from });
                true
            }
            Due::Reveal(seat) => {
                let Phase::Kong { dice: Some(dice), .. } = table.phase else { return false };
                let count = self.rules.dice_kong_tiles(table).min(table.wall.left());
                let tiles = table.wall.at_dice(dice.total(), count);
                self.act(Action::Reveal { seat, tiles });
                true
            }
            Due::AnswerLast(seat) => {
                let all = possible(self.rules, table);
                self.answer(seat, &all)
            }
            Due::DrawGame => {
                self.act(Action::DrawGame);
                false
            }
            Due::Finish => self.finish(),
            Due::Act(_) | Due::Nothing => false,
        }
    }

    fn answer(&mut self, seat: Seat, all: &All) -> bool {
        let may = of(all, seat).any(|can| *can == Possible::TakeLast);
        let take = may && self.chance.percent(self.config.take_last);
        self.act(Action::Seabed { seat, take });
        true
    }

    /// Reveals the birds of a won hand and flips its tile, unless play goes on without the winners. Returns whether the
    /// hand goes on.
    fn finish(&mut self) -> bool {
        if self.rules.goes_on(self.live.table()) {
            let mut next = self.live.table().clone();
            next.play_on();
            return self.go_on_from(&next);
        }
        if let Some(tiles) =
            self.live.birds().and_then(|birds| birds.tiles().cloned()).filter(|tiles| !tiles.is_empty())
        {
            let fly = self.live.fly().and_then(|fly| fly.tiles().cloned());
            self.act(Action::Birds { tiles, fly });
        }
        if let Some(tile) = self.rules.flip_due(self.live.table()).and_then(|flip| flip.tile) {
            self.act(Action::Flip { tile });
        }
        false
    }

    fn throw(&mut self) -> Option<Dice> {
        let faces: Vec<u8> = (0..self.dice).map(|_| 1 + self.chance.below(6) as u8).collect();
        Dice::new(&faces)
    }

    fn act(&mut self, action: Action) {
        self.act_over(action, Vec::new());
    }

    fn act_over(&mut self, action: Action, claims: Vec<LostClaim>) {
        let mut event = Event { claims, ..Event::from(action) };
        self.live.play(&event);
        if self.digests {
            event.digest = Some(digest(self.live.table()).into_boxed_str());
        }
        self.events.push(event);
    }
}

fn of(all: &All, seat: Seat) -> impl Iterator<Item = &Possible> {
    all.iter().filter(move |(who, _)| *who == seat).map(|(_, can)| can)
}

/// The tile that a seat can win on now.
fn winning(all: &All, seat: Seat) -> Option<Tile> {
    of(all, seat).find_map(|can| if let Possible::Win { tile, .. } = can { Some(*tile) } else { None })
}

fn lost(wanted: &[(Seat, Possible)]) -> Vec<LostClaim> {
    let what = |can: &Possible| match can {
        Possible::Chow { .. } => Some(Claim::Chow),
        Possible::Pung { .. } => Some(Claim::Pung),
        Possible::Kong { kind: KongKind::Exposed, .. } => Some(Claim::Kong),
        _ => None,
    };
    wanted.iter().filter_map(|(seat, can)| what(can).map(|what| LostClaim { seat: *seat, what })).collect()
}
