//! The course of a match: the dealer, the streak and the floor of each hand, checked against the hands before it.

mod gap;
mod holdings;

use super::checks::course;
use super::coverage::{Coverage, Question};
use super::dealers;
use super::hand::Audited;
use super::hypotheses::{Hypotheses, Limit};
use super::lasting::{Lasting, Lasts};
use super::match_end::Totals;
use super::result::{Claimed, Claims};
use super::scores;
use super::streak::OtherDealer;
use super::world::World;
use super::{Dealt, Finding};
use crate::audit::FindingIdx;
use crate::replay::{Assumed, Before, Slip, replay_assuming};
use crate::rules::{NextDealer, Rules};
use caipan_log::{Action, Event, GameLog, HandLog, HandResult};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, SeatMap, Seats};
use smallvec::SmallVec;

/// The state between two hands.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The seat that should deal, with the rule that says so; no rule if only the log names the seat.
    dealer: Option<(Seat, Option<NextDealer>)>,
    /// The next dealer that the hand before names.
    announced: Option<Seat>,
    /// The finding that the hand before names a wrong next dealer.
    misnamed: Option<FindingIdx>,
    /// The hand before: its index, the state before it, and the index of its first finding.
    last: Option<(usize, Before, Option<Slip>, usize)>,
    /// The next dealer and floor in the hypothesis that explains the claims of the hand before, and the finding at its
    /// root.
    otherwise: Option<(Option<Seat>, Option<u32>, FindingIdx)>,
    last_dealer: Option<Seat>,
    /// Another seat that may have dealt an earlier hand.
    pub(super) other_dealer: Option<OtherDealer>,
    seats: Seats,
    streak: Option<u32>,
    pub(super) floor: Option<u32>,
    /// True if the log states that the match begins downstairs, and no hand so far leads upstairs.
    pub(super) downstairs: bool,
    /// The possible floors, if the floor is unknown.
    pub(super) floors: Lasts,
    /// The possible streaks of the first dealer, if its streak is unknown and it goes on.
    pub(super) streaks: Lasts,
    /// The finding since which the match is played on another floor than the rules say.
    floor_doubt: Option<FindingIdx>,
    /// The finding that leaves the floor unknown.
    floor_unknown: Option<FindingIdx>,
    /// The points of each seat before the next hand, as a limit of its payments, if known.
    pub(super) holdings: Option<SeatMap<i64>>,
    /// The finding since which these points are unknown.
    holdings_lost: Option<FindingIdx>,
    /// The finding since which the dealer's hands in a row are unknown.
    streak_lost: Option<FindingIdx>,
    /// The points of the hands so far.
    pub(super) totals: Totals,
    /// True if this hand was sent before.
    pub(super) repeated: bool,
    /// The recorded scores before the next hand, if known.
    pub(super) scores: Option<SeatMap<i64>>,
    /// Scores before the next hand from which the recorded ones have departed.
    pub(super) other_scores: SmallVec<[SeatMap<i64>; 4]>,
}

impl Course {
    pub(super) fn start(log: &GameLog) -> Course {
        Course {
            dealer: log.start.dealer.map(|seat| (seat, None)),
            announced: None,
            misnamed: None,
            last: None,
            otherwise: None,
            last_dealer: None,
            other_dealer: None,
            seats: log.seats(),
            streak: log.start.dealer_streak,
            floor: log.start.upstairs.map(u32::from),
            downstairs: log.start.upstairs == Some(false),
            floors: Lasts::default(),
            streaks: Lasts::default(),
            floor_doubt: None,
            floor_unknown: None,
            holdings: log.start.holdings,
            holdings_lost: None,
            streak_lost: None,
            totals: Totals::start(),
            repeated: false,
            scores: log.start.scores,
            other_scores: SmallVec::new(),
        }
    }

    /// Returns the state before this hand. The dealer is the one it names, else the seat dealt fourteen tiles, else the
    /// one due.
    pub(super) fn before(&self, rules: &dyn Rules, log: &GameLog, at: usize, hand: &HandLog) -> Before {
        let dealer = self.deals(hand).unwrap_or(Seat::ALL[0]);
        let streak = self.streak_of(dealer);
        Before {
            seats: self.seats,
            dealer,
            streak,
            floor: self.floor.or_else(|| rules.floors()?.of_first(dealer, streak)),
            picked: log.picked(),
            last_hand: log.is_last(at),
            holdings: self.holdings,
            owner: log.start.owner,
            exchange: None,
        }
    }

    /// Returns the streak of this seat if it deals the next hand: its number of hands in a row.
    pub(super) fn streak_of(&self, dealer: Seat) -> Option<u32> {
        match self.last_dealer {
            Some(last) if last == dealer => self.streak.map(|streak| streak.saturating_add(1)),
            Some(_) => Some(1),
            None => self.streak,
        }
    }

    /// Returns the dealer of this hand, if known.
    fn deals(&self, hand: &HandLog) -> Option<Seat> {
        let dealt = Seat::ALL.into_iter().find(|&seat| hand.dealt(seat) == Some(14));
        let due = self.dealer.map(|(seat, _)| seat);
        // The seat that was dealt the extra tile and plays first is the dealer, whatever `dealer` names. Any seat may
        // win on the dealt tiles (four wild ones), so a win shows the dealer only if the hand before does not confirm
        // the named one.
        let plays_first = |event: &Event| match event.action {
            Action::Discard { seat, .. } | Action::Kong { seat, .. } => Some(Some(seat)),
            Action::Draw { seat, .. } | Action::DrawUnseen { seat, .. } => Some(Some(seat)),
            Action::Chow { seat, .. } | Action::Pung { seat, .. } => Some(Some(seat)),
            Action::Win { seat, .. } => Some(Some(seat).filter(|_| due.is_none() || due != hand.dealer)),
            _ => None,
        };
        let first = || hand.events.iter().find_map(plays_first).flatten();
        dealt.filter(|&dealt| hand.dealer != Some(dealt) && first() == Some(dealt)).or(hand.dealer).or(dealt).or(due)
    }

    /// Replays a hand only for its next dealer and floor.
    pub(super) fn follow(&mut self, dealt: Dealt<'_>) {
        let Dealt { rules, hand, before, .. } = dealt;
        let replayed = dealt.replay().replayed;
        let next = replayed.next_dealer(rules).filter(|_| replayed.followed);
        let named = hand.result.as_ref().and_then(|result| result.next_dealer);
        self.skip(before);
        self.floor = rules.next_floor(&replayed.table, &replayed.standing, next).filter(|_| replayed.followed);
        self.downstairs &= self.floor == Some(0);
        self.dealer = next.map(|next| (next.seat, Some(next))).or(named.map(|seat| (seat, None)));
    }

    /// Skips a hand: takes over only its dealer and streak.
    pub(super) fn skip(&mut self, before: Before) {
        self.floors = Lasts::default();
        self.streaks = Lasts::default();
        self.holdings = None;
        self.last_dealer = Some(before.dealer);
        self.streak = before.streak;
    }

    /// True if the tiles of a hand cannot be dealt: nothing names the dealer, and the record does not show who was dealt
    /// fourteen tiles.
    pub(super) fn cannot_deal(&self, hand: &HandLog) -> bool {
        (hand.deal.is_none() || !hand.hidden.seats.is_empty()) && self.deals(hand).is_none()
    }

    /// Checks the dealer of this hand against the hands before it.
    ///
    /// `repeated`: the finding that the hand was sent before, of which a wrong dealer is then a consequence.
    pub(super) fn dealer(
        &mut self,
        dealt: Dealt<'_>,
        repeated: Option<FindingIdx>,
        findings: &mut Vec<Finding>,
        coverage: &mut Coverage,
    ) {
        let Dealt { people, index, before, .. } = dealt;
        self.repeated = repeated.is_some();
        let Some((due, rule)) = self.dealer else {
            if index > 0 {
                coverage.missing(Question::Dealer, "next_dealer");
            }
            return;
        };
        coverage.checked(Question::Dealer, 1);
        if due == before.dealer {
            return;
        }
        let dealer = before.dealer;
        let (deals, should) = (people.who(dealer), people.who(due));
        let because = self.misdealt(dealt, dealer).or(repeated);
        findings.push(match rule {
            Some(rule) => {
                let text = bilingual!(
                    "本局该{should}坐庄，却让{deals}坐了。",
                    "{deals:#} dealt this hand, but {should:#} should have"
                );
                let finding = Finding::new(&course::DEALER, index, text).at_field("dealer").because(because);
                finding.of(Some(dealer)).values(dealer, due).under(rule.clause).by(rule.option)
            }
            None => dealers::contradicted(index, people, due, dealer).because(because),
        });
    }

    /// Returns the finding that explains why this seat deals: a wrong next dealer was named, or the seat deals in a
    /// hypothesis of the hand before.
    fn misdealt(&self, dealt: Dealt<'_>, dealer: Seat) -> Option<FindingIdx> {
        if let Some(announced) = self.announced {
            return self.misnamed.filter(|_| announced == dealer);
        }
        let deals = |next: Option<Seat>| next == Some(dealer);
        match self.otherwise {
            Some((next, _, root)) => Some(root).filter(|_| deals(next)),
            None => self.elsewhere(dealt, |world| deals(world.next.map(|next| next.seat))),
        }
    }

    /// Returns the root of a hypothesis of the hand before in which the claimed money and next dealer are right and
    /// `is` is true.
    fn elsewhere(&self, dealt: Dealt<'_>, is: impl Fn(&World) -> bool) -> Option<FindingIdx> {
        let Dealt { rules, log, .. } = dealt;
        let (index, before, slip, first) = self.last?;
        let hand = log.hands.get(index)?;
        let replayed = replay_assuming(rules, hand, before, Assumed { forced: None, slip }, |_, _| ());
        let empty = HandResult::default();
        let claimed = hand.result.as_ref().unwrap_or(&empty);
        let claimed = Claimed::of(rules, claimed, None);
        let fits = |world: &World| {
            world.facts(rules, Lasting::default()).given(&claimed).agrees(Claims::MONEY.or(Claims::DEALER))
        };
        let found = Hypotheses::of(rules, hand, before, &replayed, Limit::FEW, dealt.meter)
            .find(|hypothesis| is(&hypothesis.world) && fits(&hypothesis.world));
        found.map(|world| FindingIdx::from(world.root).after(first))
    }

    /// Checks the scores and the next dealer that the hand claims, then moves on. `first` is the index of the hand's
    /// first finding in the match.
    pub(super) fn after(
        &mut self,
        dealt: Dealt<'_>,
        audited: &mut Audited,
        first: usize,
        findings: &mut Vec<Finding>,
        coverage: &mut Coverage,
    ) {
        let Dealt { people, index, hand, before, .. } = dealt;
        let empty = HandResult::default();
        let result = hand.result.as_ref().unwrap_or(&empty);
        let comparable = audited.comparable(result);
        let compared = comparable.as_ref().unwrap_or(result);
        let claimed = Claimed::of(dealt.rules, compared, None);
        self.as_dealt_by_another(dealt, audited, &claimed, first, findings);
        let accepted = audited.accepted.as_ref().map(|accepted| (accepted, accepted.root.after(first)));
        self.scores(dealt, (result, first), audited, accepted, findings, coverage);
        self.floor_doubt(dealt, audited, compared, first, findings);
        let known = self.deals(hand);
        self.last_dealer = known;
        self.streak = before.streak.filter(|_| known.is_some());
        self.floor = audited.floor;
        self.downstairs &= self.floor == Some(0);
        self.carry_floors(dealt, audited, &claimed);
        self.carry_streaks(dealt, audited, &claimed);
        let booked = Claimed { gains: compared.deltas.or(audited.booked), ..claimed };
        let is_paid = audited.due_unknown.is_none() && booked.is_paid(&audited.ledger);
        self.carry_holdings(audited, is_paid, first, findings);
        self.streak_in_gap(audited, first, findings);
        let recorded = scores::step(result, audited);
        if self.repeated {
            self.totals.add_repeated(recorded);
        } else {
            self.totals.add(recorded, audited);
        }
        self.announced = result.next_dealer;
        self.misnamed = None;
        self.last = Some((index, before, audited.replayed.slip, first));
        self.otherwise = accepted.map(|(world, root)| (world.next.map(|next| next.seat), world.floor, root));
        self.dealer = audited.next.map(|next| (next.seat, Some(next)));
        match (result.next_dealer, audited.next) {
            (Some(claimed), Some(due)) => {
                coverage.checked(Question::Dealer, 1);
                if claimed != due.seat {
                    let explained = accepted.filter(|(world, _)| world.given.agrees(Claims::DEALER));
                    let finding = dealers::wrong_next(index, people, claimed, due);
                    let finding = finding.because(explained.map(|(_, root)| root));
                    self.misnamed = Some(finding.because.unwrap_or(FindingIdx(findings.len())));
                    findings.push(finding);
                }
            }
            (Some(claimed), None) => {
                // The end of a hand cut off may differ in more than the hypothesis tells.
                let cut_off = audited.replayed.is_cut_off();
                let due = accepted.filter(|_| !cut_off).and_then(|(world, _)| Some((Some(&world.words), world.next?)));
                let due = due.or(audited.next_by_filling.map(|due| (None, due)));
                if let Some(due) = due.filter(|(_, due)| due.seat != claimed) {
                    let finding = dealers::wrong_next_anyway(index, people, claimed, due);
                    self.misnamed = Some(FindingIdx(findings.len()));
                    findings.push(finding);
                    coverage.checked(Question::Dealer, 1);
                } else if cut_off {
                    coverage.missing(Question::Dealer, "events");
                } else if audited.rests_on_hidden() {
                    coverage.missing(Question::Dealer, "shown");
                } else {
                    coverage.silent(Question::Dealer);
                }
                // The rules do not determine the next dealer, so the claimed one is accepted.
                self.dealer = Some((claimed, None));
            }
            (None, _) => {}
        }
    }

    /// Makes a wrong or unknown floor a consequence of its cause: an earlier hand with an uncertain end, or the first
    /// hand on a wrong floor.
    fn floor_doubt(
        &mut self,
        dealt: Dealt<'_>,
        audited: &Audited,
        result: &HandResult,
        first: usize,
        findings: &mut [Finding],
    ) {
        let of_hand = |code: &str| findings.iter().skip(first).position(|finding| finding.check.code == code);
        let (wrong, unknown) = (of_hand(course::FLOOR.code), of_hand(course::FLOOR_UNKNOWN.code));
        let paid = result.payments.is_some() || result.deltas.is_some();
        let doubt = audited.end_doubt.map(|of_hand| of_hand.after(first));
        let mut root = self.floor_doubt.filter(|_| !paid || audited.ledger.lines().is_empty());
        if let Some(finding) = unknown.and_then(|at| findings.get_mut(first + at)) {
            finding.because = finding.because.or(self.floor_unknown);
            root = self.floor_doubt;
        }
        if let Some(at) = wrong.map(|at| first + at)
            && let Some(played) = findings.get(at).and_then(|finding| finding.claimed.clone())
        {
            let on = |floor: Option<u32>| floor.is_some_and(|floor| floor.to_string() == played);
            let before = match self.otherwise {
                Some((_, floor, root)) => Some(root).filter(|_| on(floor)),
                None => self.elsewhere(dealt, |world| on(world.floor)),
            };
            if let Some(finding) = findings.get_mut(at) {
                finding.because = finding.because.or(self.floor_doubt).or(before);
                root = finding.because.or(Some(FindingIdx(at)));
            }
        }
        self.floor_doubt = root;
        self.floor_unknown = doubt.or(self.floor_unknown);
    }
}
