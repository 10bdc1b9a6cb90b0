//! The events of one hand in several records, side by side.

use super::difference::{Comparison, Of};
use caipan_engine::report::action_in_words;
use caipan_log::{Action, Event, HandLog, People};
use caipan_tiles::bilingual;
use caipan_tiles::tile::Seat;
use std::iter::Peekable;
use std::vec::IntoIter;

/// One event of a hand: its index in each record that has it.
pub(super) type Row = Vec<Option<usize>>;

/// A hand in several records; `None` for a record without it.
pub(super) type Side<'a> = [Option<&'a HandLog>];

/// Returns the events of a hand, in the order of play. Records that contradict each other are noted, and the events from
/// there on are left out. A record may stop before the others.
pub(super) fn align(hands: &Side<'_>, comparison: &mut Comparison<'_>) -> Vec<Row> {
    let mut aligned = Aligned { hands, rows: Vec::new(), at: vec![0; hands.len()] };
    loop {
        aligned.private();
        let acts: Vec<(Of, &Action)> = aligned.public();
        let Some(((_, first), rest)) = acts.split_first() else { break };
        if rest.iter().any(|(_, action)| action != first) {
            aligned.differ(&acts, comparison);
            break;
        }
        let mut row = vec![None; hands.len()];
        for ((record, event), _) in acts {
            row[record] = event;
            aligned.at[record] += 1;
        }
        aligned.rows.push(row);
    }
    aligned.rows
}

struct Aligned<'h, 'a> {
    hands: &'h Side<'a>,
    rows: Vec<Row>,
    /// The next event of each record.
    at: Vec<usize>,
}

impl<'a> Aligned<'_, 'a> {
    fn event(&self, record: usize, at: usize) -> Option<&'a Event> {
        self.hands.get(record).copied().flatten()?.events.get(at)
    }

    /// Takes the events up to the next act that everybody sees. Each record is merged into the rows of those before it in one
    /// pass.
    fn private(&mut self) {
        let start = self.rows.len();
        for record in 0..self.hands.len() {
            let keyed = self.rows.split_off(start).into_iter().map(|row| (self.key(&row), row));
            let mut rest = Rest::of(keyed.collect());
            while let Some(event) = self.event(record, self.at[record])
                && let Some(key) = Private::of(&event.action)
            {
                let at = Some(self.at[record]);
                if rest.has(key) {
                    while let Some((of, mut row)) = rest.next() {
                        let is_same = of == Some(key);
                        row[record] = at.filter(|_| is_same);
                        self.rows.push(row);
                        if is_same {
                            break;
                        }
                    }
                } else {
                    // Refusals of the others answer the act before the draw.
                    while let Some((_, row)) = rest.next_answering(key) {
                        self.rows.push(row);
                    }
                    let mut row = vec![None; self.hands.len()];
                    row[record] = at;
                    self.rows.push(row);
                }
                self.at[record] += 1;
            }
            self.rows.extend(rest.rows.map(|(_, row)| row));
        }
    }

    fn key(&self, row: &Row) -> Option<Private> {
        let (record, at) = row.iter().enumerate().find_map(|(record, at)| at.map(|at| (record, at)))?;
        Private::of(&self.event(record, at)?.action)
    }

    /// The next act of each record that goes on.
    fn public(&self) -> Vec<(Of, &'a Action)> {
        let next = |record: usize| {
            let at = self.at[record];
            self.event(record, at).map(|event| ((record, Some(at)), &event.action))
        };
        (0..self.hands.len()).filter_map(next).collect()
    }

    fn differ(&self, acts: &[(Of, &Action)], comparison: &mut Comparison<'_>) {
        let people = comparison.records.first().map_or_else(People::default, |record| People::of(record.log));
        let values = acts.iter().map(|&(of, action)| (of, Some(action)));
        comparison.agreed("events", values, |action| action_in_words(action, &people));
    }
}

/// Notes the records that stop, although the hand goes on in others and their result says that it was over.
pub(super) fn stops(hands: &Side<'_>, rows: &[Row], comparison: &mut Comparison<'_>) {
    let is_public = |row: &&Row| {
        let event = |(record, at): (usize, &Option<usize>)| hands[record]?.events.get((*at)?);
        row.iter().enumerate().find_map(event).is_some_and(|event| Private::of(&event.action).is_none())
    };
    let Some(last) = rows.iter().rfind(is_public) else { return };
    let of = |(record, hand): (usize, Option<&HandLog>)| {
        let stopped = last[record].is_none() && hand.is_some_and(|hand| hand.result.is_some());
        (hand.is_some() && (stopped || last[record].is_some())).then_some(((record, last[record]), Some(stopped)))
    };
    let told: Vec<_> = hands.iter().copied().enumerate().filter_map(of).collect();
    comparison.agreed("events", told, |stopped| {
        if *stopped {
            bilingual!("没有这一步", "this step is missing")
        } else {
            bilingual!("还有一步", "there is one more step")
        }
    });
}

/// The rows that a record was not compared with yet, with their keys.
struct Rest {
    rows: Peekable<IntoIter<(Option<Private>, Row)>>,
    /// The number of rows with each key.
    left: [usize; Private::KINDS],
}

impl Rest {
    fn of(rows: Vec<(Option<Private>, Row)>) -> Rest {
        let mut left = [0; Private::KINDS];
        for (key, _) in &rows {
            key.iter().for_each(|key| left[key.index()] += 1);
        }
        Rest { rows: rows.into_iter().peekable(), left }
    }

    fn has(&self, key: Private) -> bool {
        self.left[key.index()] > 0
    }

    fn next(&mut self) -> Option<(Option<Private>, Row)> {
        let (key, row) = self.rows.next()?;
        key.iter().for_each(|key| self.left[key.index()] -= 1);
        Some((key, row))
    }

    /// Takes the next row if it is a refusal that answers the act before this draw.
    fn next_answering(&mut self, draw: Private) -> Option<(Option<Private>, Row)> {
        let answers = match (draw, self.rows.peek()?.0) {
            (Private::Draw(drawer), Some(Private::Pass(seat))) => seat != drawer,
            _ => false,
        };
        if answers { self.next() } else { None }
    }
}

/// An event that only some records show: whose it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Private {
    Draw(Seat),
    Pass(Seat),
    Exchange(Seat),
}

impl Private {
    /// The number of different keys.
    const KINDS: usize = 3 * Seat::ALL.len();

    /// The number of the key, below [`Private::KINDS`].
    const fn index(self) -> usize {
        match self {
            Private::Draw(seat) => seat.index(),
            Private::Pass(seat) => Seat::ALL.len() + seat.index(),
            Private::Exchange(seat) => 2 * Seat::ALL.len() + seat.index(),
        }
    }

    const fn of(action: &Action) -> Option<Private> {
        match action {
            Action::Draw { seat, .. } | Action::DrawUnseen { seat, .. } => Some(Private::Draw(*seat)),
            Action::Pass { seat, .. } => Some(Private::Pass(*seat)),
            Action::Exchange { seat, .. } => Some(Private::Exchange(*seat)),
            _ => None,
        }
    }
}
