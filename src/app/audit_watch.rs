//! The watch over an audit: its budget of time and work, and whether somebody still waits for it. Counting work is left to
//! the engine, the turns of long audits to `long_lane`.

use super::AppError;
use super::long_lane::{LanePlace, LongLane, NotEntered};
use caipan_engine::meter::Meter;
use caipan_log::{GameLog, HandLog, shown};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;

/// An audit that runs longer goes to the lane of long audits. A usual match takes a hundredth of it.
const SLICE: Duration = Duration::from_millis(250);
/// The work that an audit may do for each second that it may take. A processor that does more in a second is rare, so that
/// usually the time ends first; the work bounds what a log costs where the clock of the machine stands still.
const WORK_PER_SECOND: u64 = 100_000_000;

/// The limits of an audit.
#[derive(Clone, Copy, Debug)]
pub(super) struct AuditBudget {
    /// The time on a processor or waiting for one, without the time in the queue of long audits.
    time: Duration,
    /// The work, as the engine counts it.
    work: u64,
}

impl AuditBudget {
    /// The budget of this time.
    pub(super) fn of(time: Duration) -> AuditBudget {
        let work = time.as_millis().saturating_mul(u128::from(WORK_PER_SECOND / 1000));
        AuditBudget { time, work: u64::try_from(work).unwrap_or(u64::MAX) }
    }
}

/// Why an audit was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It took longer than this.
    Time(Duration),
    /// It did more work than this.
    Work(u64),
    /// Nobody waits for it any more.
    Abandoned,
    /// It is long, and too many long audits wait already.
    LaneFull,
}

impl Stopped {
    /// All words for metrics.
    pub(super) const WORDS: [&str; 4] = ["time", "work", "abandoned", "lane-full"];

    /// The word for metrics.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Stopped::Time(_) => "time",
            Stopped::Work(_) => "work",
            Stopped::Abandoned => "abandoned",
            Stopped::LaneFull => "lane-full",
        }
    }
}

/// A match whose audit did not end within its budget.
#[derive(Debug)]
pub struct AuditTooLong {
    /// The platform's id of the game.
    pub game: String,
    /// The number of hands.
    pub hands: usize,
    /// The hand with the most events, from 1, and their number.
    pub longest: (usize, usize),
    /// The time or the work that was used up.
    pub stopped: Stopped,
}

impl AuditTooLong {
    /// The sentence about the match, with advice.
    pub fn text(&self) -> Text {
        let AuditTooLong { game, hands, longest: (longest, events), stopped } = self;
        let game = shown(game);
        let Text { zh, en } = match stopped {
            Stopped::Time(time) => {
                let seconds = time.as_secs_f32();
                bilingual!("{seconds} 秒内没有审完", "did not end within {seconds} s")
            }
            _ => bilingual!("工作量超过上限", "needs more work than a request may take"),
        };
        bilingual!(
            "{game} 的审核{zh}，已停止，什么也没有存入。全场 {hands} 局，最长的是第 {longest} 局，有 {events} 个动作。请检查这一局是否有重复的动作，或把牌谱分成几份、每份少几局再发；也可用命令行审核，没有时限：caipan audit 文件。",
            "The audit of {game} {en} and was stopped; nothing was stored. The match has {hands} hands; the longest is hand {longest} with {events} events. Check that hand for repeated events, or split the match into logs of fewer hands. The command line has no limit: caipan audit FILE."
        )
    }
}

/// The watch over one piece of work. It belongs to the thread of that work.
#[derive(Default)]
pub struct AuditWatch {
    /// The budget; `None` if there is no limit.
    budget: Option<AuditBudget>,
    /// When the budget began to be used, without the time spent in a queue.
    began: Cell<Option<Instant>>,
    /// True once nobody waits for the result.
    abandoned: Arc<AtomicBool>,
    /// The permit of a worker and the lane to which a long audit moves, until it has moved.
    worker: RefCell<Option<(OwnedSemaphorePermit, Arc<LongLane>)>>,
    /// The place in the lane of long audits.
    place: RefCell<Option<LanePlace>>,
    stopped: Cell<Option<Stopped>>,
}

impl AuditWatch {
    /// A watch that stops nothing.
    pub fn unlimited() -> AuditWatch {
        AuditWatch::default()
    }

    /// A watch with a budget, on a thread that keeps its worker.
    pub(super) fn within(budget: AuditBudget) -> AuditWatch {
        AuditWatch { budget: Some(budget), ..AuditWatch::default() }
    }

    /// The watch over work of a request: it gives its permit back when it moves to the lane.
    pub(super) fn of_request(
        budget: AuditBudget,
        abandoned: Arc<AtomicBool>,
        permit: OwnedSemaphorePermit,
        lane: Arc<LongLane>,
    ) -> AuditWatch {
        let worker = RefCell::new(Some((permit, lane)));
        AuditWatch { abandoned, worker, ..AuditWatch::within(budget) }
    }

    /// Why the work was stopped, if it was.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped.get()
    }

    /// Runs an audit of this match, which returns `None` if its meter stopped it. All audits of a piece of work share its
    /// budget.
    pub fn audit<T>(
        &self,
        log: &GameLog,
        audit: impl FnOnce(&Meter<'_>) -> Result<Option<T>, AppError>,
    ) -> Result<T, AppError> {
        let goes_on = |work| self.goes_on(work);
        audit(&Meter::asking(&goes_on))?.ok_or_else(|| match self.stopped.get() {
            Some(stopped @ (Stopped::Time(_) | Stopped::Work(_))) => AppError::AuditTooLong(Box::new(AuditTooLong {
                game: log.id.clone(),
                hands: log.hands.len(),
                longest: longest(&log.hands),
                stopped,
            })),
            _ => AppError::Busy,
        })
    }

    /// Decides whether an audit that has done this work goes on.
    fn goes_on(&self, work: u64) -> bool {
        let stopped = self.check(work);
        self.stopped.set(self.stopped.get().or(stopped));
        stopped.is_none()
    }

    fn check(&self, work: u64) -> Option<Stopped> {
        if self.abandoned.load(Ordering::Relaxed) {
            return Some(Stopped::Abandoned);
        }
        let budget = self.budget?;
        let began = self.began.get().unwrap_or_else(Instant::now);
        self.began.set(Some(began));
        let elapsed = began.elapsed();
        if elapsed > budget.time {
            return Some(Stopped::Time(budget.time));
        }
        if work > budget.work {
            return Some(Stopped::Work(budget.work));
        }
        if elapsed > SLICE
            && let Some((permit, lane)) = self.worker.borrow_mut().take()
        {
            let waits = Instant::now();
            // The worker is free for others while this audit waits, and for as long as it takes.
            drop(permit);
            let place = lane.enter(&self.abandoned);
            self.began.set(began.checked_add(waits.elapsed()).or(Some(began)));
            return match place {
                Ok(place) => {
                    *self.place.borrow_mut() = Some(place);
                    None
                }
                Err(NotEntered::Abandoned) => Some(Stopped::Abandoned),
                Err(NotEntered::Full) => Some(Stopped::LaneFull),
            };
        }
        None
    }
}

/// The hand with the most events, from 1, and their number.
fn longest(hands: &[HandLog]) -> (usize, usize) {
    let lengths = hands.iter().map(|hand| hand.events.len()).zip(1..);
    lengths
        .max_by_key(|&(events, hand)| (events, std::cmp::Reverse(hand)))
        .map_or((0, 0), |(events, hand)| (hand, events))
}

/// Sets the flag of a request when its future is dropped, so that its work ends.
pub(super) struct Waiting(pub(super) Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use caipan_engine::report::{Report, report_within};

    fn log() -> GameLog {
        let sample = include_bytes!("../../docs/examples/changsha-a.json");
        let log = caipan_log::read(sample, &caipan_log::Limits::default()).expect("the sample");
        GameLog { id: "7".to_owned(), ..log }
    }

    fn audit(watch: &AuditWatch, log: &GameLog) -> Result<Report, AppError> {
        watch.audit(log, |meter| Ok(report_within(log, "", None, meter).expect("known rules")))
    }

    #[test]
    fn audit_stops_when_its_time_is_up() {
        let watch = AuditWatch::within(AuditBudget { time: Duration::ZERO, work: u64::MAX });
        let stopped = Stopped::Time(Duration::ZERO);
        let error = audit(&watch, &log()).expect_err("stopped");
        assert!(
            matches!(&error, AppError::AuditTooLong(long) if long.stopped == stopped && long.game == "7"),
            "{error}"
        );
        assert!(audit(&watch, &log()).is_err(), "all audits of the work share the budget");
    }

    #[test]
    fn audit_stops_beyond_its_work() {
        let watch = AuditWatch::within(AuditBudget { time: Duration::from_hours(1), work: 7 });
        assert!(watch.goes_on(7));
        assert!(!watch.goes_on(8));
        assert_eq!(watch.stopped(), Some(Stopped::Work(7)));
    }

    #[test]
    fn dropped_request_stops_its_audit() {
        let waiting = Waiting(Arc::default());
        let watch = AuditWatch { abandoned: Arc::clone(&waiting.0), ..AuditWatch::unlimited() };
        assert!(watch.goes_on(1));
        drop(waiting);
        assert!(!watch.goes_on(1));
        assert_eq!(watch.stopped(), Some(Stopped::Abandoned));
    }
}
