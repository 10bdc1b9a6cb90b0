//! Dispatch of one event: the checks before and after it, and the handler for its action.

use super::breach::{BreachIdx, Mark, What};
use super::referee::{Referee, State};
use crate::rules::{Due, Ground};
use crate::table::{Konged, Phase, digest, is_digest};
use caipan_log::{Action, Claim, DrawFrom, Event, EventKind, KongKind, LostClaim, PassOf};
use caipan_tiles::tile::{Seat, Seats, Tile};

impl Referee<'_> {
    /// Verifies and applies one event.
    pub(super) fn event(&mut self, at: usize, event: &Event) {
        match self.slip.filter(|slip| at >= slip.from()) {
            None => self.happened(at, event),
            Some(slip) => {
                if let Some(event) = self.without_slip(slip, at, event) {
                    self.happened(at, &event);
                }
            }
        }
    }

    /// Verifies and applies one event as it happened.
    fn happened(&mut self, at: usize, event: &Event) {
        self.at = Some(at);
        self.table.now = Some(at);
        self.count_orderly_event();
        if let Some(ms) = event.ms {
            if ms < self.last_ms {
                self.note_clock(ms, event.action.seat());
            }
            self.last_ms = self.last_ms.max(ms);
        }
        if !self.apply_fast(event) && !self.apply_slow(event) {
            return;
        }
        if event.offers.is_some() {
            self.check_offers(event);
        }
        if let Some(claimed) = &event.digest {
            self.check_digest(claimed, event.action.seat());
        }
    }

    /// Notes that the clock runs backwards. All steps of a hand at which it does are one breach.
    #[inline(never)]
    fn note_clock(&mut self, ms: u64, seat: Option<Seat>) {
        let times = self.breaches.iter_mut().find_map(|breach| match &mut breach.what {
            What::TimeBackwards { times, .. } => Some(times),
            _ => None,
        });
        match times {
            Some(times) => *times += 1,
            None => {
                self.note(What::TimeBackwards { ms, before: self.last_ms, times: 1 }, seat, None);
            }
        }
    }

    /// Runs the full check on an event. Returns whether the resulting table can match the client's table, so that its
    /// digest is checked.
    #[inline(never)]
    fn apply_slow(&mut self, event: &Event) -> bool {
        if self.repeats_the_last(&event.action) {
            return true;
        }
        if !may_follow_win(&event.action) {
            self.go_on_after_false_win(&event.action);
            self.go_on();
        }
        if self.is_after_end(&event.action) {
            // Noted once as primary: all further events are its consequences.
            let root = self.note(What::AfterEnd, event.action.seat(), None);
            self.doubts.end.get_or_insert(root);
            return false;
        }
        if let Some(seat) = event.action.seat().filter(|&seat| !self.table.playing().contains(seat))
            && !matches!(event.action, Action::Leave { .. })
        {
            // The hand is over for this seat: it has won, or it never sat at the table.
            self.note_course(What::OutOfPlay, seat, None);
            return false;
        }
        self.check_tiles(&event.action);
        self.carry_out(event);
        true
    }

    fn check_digest(&mut self, claimed: &str, seat: Option<Seat>) {
        // The digest covers tiles that the record does not show.
        if !self.table.hidden.is_empty() {
            return;
        }
        let State { table, room, .. } = &mut self.state;
        if is_digest(claimed, table, room) {
            self.doubts.digest = None;
            return;
        }
        // Only the first difference matters: the tables differ from there on.
        let hands = self.doubts.hand.0.into_iter().flatten().min();
        let d = self.doubts;
        let because = d.digest.or(hands).or(d.course).or(d.open).or(d.tiles).or(d.deck).or(d.end).or(d.birds);
        let what = What::DigestDiffers { claimed: claimed.to_owned(), computed: digest(&self.table) };
        self.doubts.digest = Some(self.note(what, seat, because));
    }

    /// Supplies what is missing before an event, then applies the event.
    fn carry_out(&mut self, event: &Event) {
        self.show_last_tile(&event.action);
        self.supply_reveal(&event.action);
        self.must_have_exchanged(&event.action);
        self.check_automatic(&event.action);
        self.check_claims(event);
        self.check_idle_claims(event);
        match &event.action {
            Action::Draw { seat, tile, from } => self.draw(*seat, Some(*tile), *from),
            Action::DrawUnseen { seat, from } => self.draw(*seat, None, *from),
            Action::Discard { seat, tile } => self.discard(*seat, *tile),
            Action::Chow { seat, tile, with } => self.chow(*seat, *tile, *with),
            Action::Pung { seat, tile } => self.pung(*seat, *tile),
            Action::Kong { seat, tile, kind, dice } => {
                self.kong(Konged {
                    seat: *seat,
                    tile: *tile,
                    kind: *kind,
                    dice: *dice,
                    from: None,
                    among: Seats::NONE,
                    at: None,
                });
            }
            Action::Exchange { seat, tiles, takes } => self.exchange(*seat, tiles, takes),
            // No rules have flowers.
            Action::Flower { seat, tile } => {
                self.supply_draw(*seat, None);
                self.note_course(What::FlowerUncalled, *seat, self.not_of_deck(&[*tile]));
            }
            Action::Reveal { seat, tiles } => self.reveal(*seat, tiles),
            Action::Opening { seat, kinds, dice } => self.opening(*seat, kinds, *dice),
            Action::MidOpening { seat, kinds } => self.mid_opening(*seat, kinds),
            Action::Declare { seat, what } => {
                self.supply_draw(*seat, None);
                let verdict = self.rules.may_declare(&self.table, *seat, *what);
                match self.refusable(EventKind::Declare, *seat, verdict) {
                    None => self.table.declare(*seat, *what),
                    // Payments made for this declaration are consequences of this breach.
                    Some(root) => self.doubts.end = self.doubts.end.or(Some(root)),
                }
            }
            Action::Seabed { seat, take } => self.seabed(*seat, *take),
            Action::Win { seat, tile } => self.win(*seat, *tile),
            Action::Pass { seat, of } => self.pass(*seat, *of),
            Action::Birds { tiles, fly } => {
                self.birds(tiles);
                self.fly(fly.as_deref());
            }
            Action::Flip { tile } => self.flip(*tile),
            Action::Leave { seat } => {
                let again = std::mem::replace(&mut self.table.places[*seat].left, true);
                self.note(if again { What::LeftTwice } else { What::Left }, Some(*seat), None);
                // The rules allow no event after this, so the fast path is off.
                self.closely |= self.is_dissolved();
            }
            Action::DrawGame => self.draw_game(),
        }
    }

    /// True if the hand has ended and this action may not follow the end.
    fn is_after_end(&self, action: &Action) -> bool {
        let opens = matches!(action, Action::Opening { .. }) && self.table.is_untouched();
        let won = self.has_just_won() || self.rules.due(&self.table) == Due::Finish;
        self.drawn_game && !matches!(action, Action::Leave { .. })
            || won && (!may_follow_win(action) || self.went_on()) && !opens
            || matches!(self.table.phase, Phase::Over { .. }) && !self.drawn_game
            || self.is_dissolved() && !matches!(action, Action::Leave { .. })
    }

    /// True if an event already followed the end. Events that may follow a win must follow it immediately.
    fn went_on(&self) -> bool {
        self.breaches.iter().any(|breach| matches!(breach.what, What::AfterEnd))
    }

    /// True if all players have left: the room is dissolved, and no player ran away.
    fn is_dissolved(&self) -> bool {
        self.table.seats.iter().all(|seat| self.table.place(seat).left)
    }

    /// Notes a refusal by the rules. Returns the breach, if there is one.
    pub(super) fn refusable(
        &mut self,
        action: EventKind,
        seat: Seat,
        verdict: crate::rules::Verdict,
    ) -> Option<BreachIdx> {
        let refusal = verdict.err().filter(|_| self.forced_now().is_none())?;
        if self.table.is_hidden(seat) && !refusal.ground.is_public() {
            return None;
        }
        let because = match refusal.ground {
            Ground::NotReady | Ground::Shape | Ground::Locked | Ground::Count => self.doubts.hand[seat],
            Ground::Time => self.doubts.course.or_else(|| self.doubted_by(Mark::Turns, seat)),
            Ground::Seat | Ground::WallShort => self.doubts.course,
            Ground::Limit => self.doubted_by(Mark::Claims, seat),
            _ => None,
        };
        let what = What::Refused { action, refusal };
        let is_void = what.is(Mark::WallShort);
        let root = self.note(what, Some(seat), because);
        if is_void {
            self.void = Some((seat, root));
        }
        Some(root)
    }

    /// Returns the doubt about a seat's hand if its cause has the mark.
    fn doubted_by(&self, mark: Mark, seat: Seat) -> Option<BreachIdx> {
        self.doubts.hand[seat].filter(|root| root.of(&self.breaches).is_some_and(|breach| breach.what.is(mark)))
    }

    /// Notes claims that lost to this event although they take precedence.
    fn check_claims(&mut self, event: &Event) {
        let by = match event.action {
            Action::Draw { .. } | Action::DrawUnseen { .. } => None,
            Action::Chow { .. } => Some(Claim::Chow),
            Action::Pung { .. } => Some(Claim::Pung),
            Action::Kong { kind: KongKind::Exposed, .. } => Some(Claim::Kong),
            Action::Win { .. } => Some(Claim::Win),
            _ => return,
        };
        for lost in &event.claims {
            if rank(lost.what) >= by.map_or(0, rank).max(1) && self.holds(lost) {
                let Some(tile) = self.open_tile() else { continue };
                if lost.what == Claim::Win {
                    // With one winner only, a seat further from the discarder loses correctly.
                    let further = matches!((event.action.seat(), self.table.tile_from()), (Some(winner), Some(from))
                        if by == Some(Claim::Win) && self.rules.one_winner().is_some()
                            && from.distance(lost.seat) > from.distance(winner));
                    if further {
                        continue;
                    }
                    self.note(What::WinOverridden { tile, by }, Some(lost.seat), None);
                } else if by.map_or(0, rank) < rank(lost.what) {
                    let by = by.unwrap_or(Claim::Chow);
                    self.note(
                        What::ClaimOverridden { by, stronger: lost.what, seat: lost.seat },
                        event.action.seat(),
                        None,
                    );
                }
            }
        }
    }

    /// Notes claims that the seat could not have made, regardless of the event that they lost to.
    fn check_idle_claims(&mut self, event: &Event) {
        // If an event is missing before this one, the open tile is still unknown.
        let unknown = match self.table.phase {
            Phase::Turn { seat, .. } => event.action.seat() != Some(seat),
            Phase::Open { tiles, .. } => tiles.iter().next().is_none(),
            _ => false,
        };
        for lost in event.claims.iter().filter(|_| !unknown) {
            if !self.holds(lost) && self.table.place(lost.seat).is_known() {
                self.note(What::IdleClaim { of: lost.what }, Some(lost.seat), None);
            }
        }
    }

    /// True if a lost claim would have been legal.
    fn holds(&self, lost: &LostClaim) -> bool {
        let (seat, table) = (lost.seat, &self.table);
        let Phase::Open { from, tiles, .. } = table.phase else { return lost.what == Claim::Win && self.can_win(seat) };
        let held = |tile: Tile| table.held(seat, tile);
        // If two tiles are turned up, the claim may concern either.
        seat != from
            && table.playing().contains(seat)
            && match lost.what {
                Claim::Win => self.can_win(seat),
                Claim::Kong => tiles.iter().any(|tile| {
                    held(tile) >= 3 && self.rules.may_kong(table, seat, tile, KongKind::Exposed, false).is_ok()
                }),
                Claim::Pung => {
                    tiles.iter().any(|tile| held(tile) >= 2 && self.rules.may_pung(table, seat, tile).is_ok())
                }
                Claim::Chow => tiles.iter().any(|tile| {
                    self.rules.may_chow(table, seat, tile).is_ok()
                        && super::possible::chows(table, seat, tile)
                            .any(|with| self.rules.may_lay(table, seat, &with).is_ok())
                }),
            }
    }

    /// Notes any other event after a win that ends the hand automatically. Notes it once.
    fn check_automatic(&mut self, action: &Action) {
        if self.has_just_won() || self.automatic_noted {
            return;
        }
        let Some((seat, clause)) = self.rules.automatic(&self.table) else { return };
        let is_it = matches!(action, Action::Win { seat: winner, .. } if *winner == seat);
        if !is_it && !matches!(action, Action::Leave { .. } | Action::Pass { .. }) {
            self.note_automatic(seat, clause);
        }
    }

    pub(super) fn note_automatic(&mut self, seat: Seat, clause: &'static caipan_tiles::clause::Clause) {
        let root = self.note(What::AutomaticWin { clause }, Some(seat), None);
        self.automatic_noted = true;
        self.doubts.end.get_or_insert(root);
        self.doubts.course.get_or_insert(root);
    }

    fn open_tile(&self) -> Option<caipan_tiles::tile::Tile> {
        match self.table.phase {
            Phase::Open { tiles, .. } => tiles.iter().next(),
            Phase::Kong { tile, .. } => Some(tile),
            _ => None,
        }
    }

    /// Checks that an explicit pass had something to pass. Declining a win counts as a pass immediately; other passes
    /// have no effect.
    fn pass(&mut self, seat: Seat, of: PassOf) {
        // The tiles that a seat turns up for its own kong are its own to win on.
        let turned = matches!(self.table.phase, Phase::Open { from, .. } if from == seat && self.can_win_by_draw(seat));
        let own_turn = self.table.in_turn() == Some(seat) || of == PassOf::Win && turned;
        if !own_turn && !self.holds(&LostClaim { seat, what: of }) && self.table.place(seat).is_known() {
            self.note(What::IdlePass { of }, Some(seat), None);
        }
        if of == PassOf::Win {
            self.must_win(seat, own_turn);
            self.refuse(seat);
            if let Phase::Turn { seat: turn, drawn } = self.table.phase
                && turn == seat
            {
                self.let_last_go(seat, drawn.tile());
            }
        }
    }

    /// Notes the pass of a possible win that the rules oblige the seat to take.
    fn must_win(&mut self, seat: Seat, own_turn: bool) {
        let Err(refusal) = self.rules.may_pass_win() else { return };
        let can_win = if own_turn { self.can_win_by_draw(seat) } else { self.can_win(seat) };
        if can_win {
            self.note(What::WinPassed { refusal }, Some(seat), None);
        }
    }

    fn draw_game(&mut self) {
        self.supply_discard_of_turn();
        self.close_window();
        let verdict = self.rules.may_draw_game(&self.table);
        if let Err(refusal) = verdict {
            // A kong that the wall is too short for changes how many tiles are left.
            let voided = self.breaches.iter().position(|breach| breach.what.is(Mark::WallShort)).map(BreachIdx);
            let because = voided.or(self.doubts.course);
            let root = self.note(What::Refused { action: EventKind::DrawGame, refusal }, None, because);
            self.doubts.end = self.doubts.end.or(Some(root));
        }
        self.drawn_game = true;
        // The open tile can no longer be claimed.
        let turn = if let Phase::Turn { seat, drawn } = self.table.phase { Some((seat, drawn)) } else { None };
        self.table.phase = Phase::Over { turn };
    }

    /// Returns the seat that draws next and the end of the wall, if no seat claims.
    pub(super) fn due_draw(&self) -> Option<(Seat, DrawFrom)> {
        if let Due::Draw(seat, from) = self.rules.due(&self.table) { Some((seat, from)) } else { None }
    }
}

/// True if the action may follow a win on the same tile before play continues.
pub(super) const fn may_follow_win(action: &Action) -> bool {
    matches!(
        action,
        Action::Win { .. } | Action::Birds { .. } | Action::Flip { .. } | Action::Pass { .. } | Action::Leave { .. }
    )
}

fn rank(claim: Claim) -> u8 {
    match claim {
        Claim::Chow => 1,
        Claim::Pung | Claim::Kong => 2,
        Claim::Win => 3,
    }
}
