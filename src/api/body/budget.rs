//! The memory budget of all request bodies.
//!
//! A body reserves memory before it uses it, and releases it with the last reference to its bytes. A body that finds no
//! memory is rejected at once: waiting while holding memory could deadlock. A part of the budget is reserved for small
//! bodies, so that a few large ones cannot block them.

use actix_web::web::Bytes;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum size of a body that uses the reserved part.
const SMALL: usize = 512 << 10;
/// The unit of permits in bytes.
const UNIT: usize = 1 << 10;
/// The minimum reservation of a body in bytes.
const LEAST: usize = 4 << 10;

/// The memory budget, shared by all threads.
#[derive(Clone, Debug)]
pub struct Budget {
    units: usize,
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
}

impl Budget {
    /// Creates a budget of this many bytes.
    pub fn new(bytes: usize) -> Budget {
        let units = (bytes / UNIT).min(Semaphore::MAX_PERMITS);
        let small = units / 4;
        Budget { units, small: Arc::new(Semaphore::new(small)), large: Arc::new(Semaphore::new(units - small)) }
    }

    /// Returns the size in bytes.
    pub fn size(&self) -> usize {
        self.units * UNIT
    }

    /// Returns the free bytes.
    pub fn free(&self) -> usize {
        (self.small.available_permits() + self.large.available_permits()) * UNIT
    }

    fn fee(&self) -> Fee {
        Fee { budget: self.clone(), small: None, large: None }
    }
}

/// The reservation of one body.
#[derive(Debug)]
struct Fee {
    budget: Budget,
    small: Option<OwnedSemaphorePermit>,
    large: Option<OwnedSemaphorePermit>,
}

impl Fee {
    /// Raises the reservation to this many bytes, or returns `None` if there is no memory. A body that outgrows the
    /// reserved part leaves it.
    fn raise(&mut self, bytes: usize) -> Option<()> {
        if bytes <= SMALL && self.large.is_none() {
            return top_up(&self.budget.small, &mut self.small, bytes);
        }
        top_up(&self.budget.large, &mut self.large, bytes)?;
        self.small = None;
        Some(())
    }

    /// Lowers the reservation to this many bytes.
    fn lower(&mut self, bytes: usize) {
        for permit in [&mut self.small, &mut self.large].into_iter().flatten() {
            drop(permit.split(permit.num_permits().saturating_sub(bytes.div_ceil(UNIT))));
        }
    }
}

fn top_up(place: &Arc<Semaphore>, held: &mut Option<OwnedSemaphorePermit>, bytes: usize) -> Option<()> {
    let before = held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
    let more = bytes.div_ceil(UNIT).saturating_sub(before);
    if more == 0 {
        return Some(());
    }
    let more = Arc::clone(place).try_acquire_many_owned(u32::try_from(more).ok()?).ok()?;
    match held {
        Some(held) => held.merge(more),
        None => *held = Some(more),
    }
    Some(())
}

/// Why a body or a line cannot grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// It exceeds the limit of one body.
    TooLarge,
    /// The memory budget is exhausted.
    NoRoom,
}

/// The bytes of a body, never more than reserved.
#[derive(Debug)]
pub(super) struct Held {
    bytes: Vec<u8>,
    limit: usize,
    fee: Fee,
    /// The memory of the decoder, and how many further copies of the bytes it holds.
    beside: usize,
    again: usize,
}

impl Held {
    /// Creates an empty body with a limit. Its decoder uses `beside` bytes and `again` further copies.
    pub(super) fn new(budget: &Budget, limit: usize, beside: usize, again: usize) -> Result<Held, Full> {
        let mut held = Held { bytes: Vec::new(), limit, fee: budget.fee(), beside, again };
        held.fee.raise(held.cost(0)).ok_or(Full::NoRoom)?;
        Ok(held)
    }

    /// Appends a chunk.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<(), Full> {
        let len = self.bytes.len() + piece.len();
        if len > self.limit {
            return Err(Full::TooLarge);
        }
        if len > self.bytes.capacity() {
            let room = (2 * self.bytes.capacity()).max(LEAST).min(self.limit).max(len);
            // While the bytes move, both places are in use.
            let before = self.bytes.capacity();
            self.fee.raise(self.cost(room) + before).ok_or(Full::NoRoom)?;
            self.bytes.reserve_exact(room - self.bytes.len());
            self.fee.lower(self.cost(room));
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    /// The memory of this room, with that of the decoder.
    fn cost(&self, room: usize) -> usize {
        self.beside + (1 + self.again) * room
    }

    /// Returns the bytes. Their reservation ends with the last reference.
    pub(super) fn done(mut self) -> Bytes {
        self.fee.lower(self.bytes.capacity());
        Bytes::from_owner(self)
    }
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(budget: &Budget) -> (usize, usize) {
        (budget.small.available_permits(), budget.large.available_permits())
    }

    #[test]
    fn room_is_paid_for_and_given_back() {
        let budget = Budget::new(4 << 20);
        assert_eq!(free(&budget), (1024, 3072));
        let mut held = Held::new(&budget, 2 << 20, 100 << 10, 1).expect("there is room");
        assert_eq!(free(&budget), (924, 3072));
        assert_eq!(held.push(&vec![0; 1 << 20]), Ok(()));
        assert_eq!(free(&budget), (1024, 3072 - 2048 - 100), "twice the bytes and what the reader takes");
        let bytes = held.done();
        assert_eq!(free(&budget), (1024, 3072 - 1024), "the bytes alone");
        let copy = bytes.clone();
        drop(bytes);
        assert_eq!(free(&budget), (1024, 3072 - 1024), "still read");
        drop(copy);
        assert_eq!(free(&budget), (1024, 3072));
    }

    #[test]
    fn large_bodies_leave_room_for_small_ones() {
        let budget = Budget::new(4 << 20);
        let large: Vec<_> = (0..8)
            .map(|_| {
                let mut held = Held::new(&budget, 2 << 20, 0, 0).expect("there is room");
                (held.push(&vec![0; 2 << 20]), held)
            })
            .collect();
        assert_eq!(large.iter().filter(|(pushed, _)| pushed.is_ok()).count(), 1, "two would take 4 of 3 MiB");
        assert_eq!(large[7].0, Err(Full::NoRoom));
        let mut small = Held::new(&budget, 2 << 20, 0, 0).expect("there is room");
        assert_eq!((small.push(&vec![0; 3000]), free(&budget).0), (Ok(()), 1020));
        assert_eq!(small.push(&vec![0; 400 << 10]), Ok(()));
        assert_eq!(small.push(&vec![0; 1 << 20]), Err(Full::NoRoom), "it is small no longer");
        drop(large);
        assert_eq!(small.push(&vec![0; 1 << 20]), Ok(()));
        assert_eq!(small.push(&vec![0; 1 << 20]), Err(Full::TooLarge));
    }
}
