//! What a program has taken: steps and memory, counted on the thread that runs it.
//!
//! Values and filters ask here before they do more. Once the allowance is spent every source of further work gives nothing,
//! so that a program comes to its end soon after; what it gave is then thrown away.

use std::cell::Cell;

/// How much a program may take for one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Steps: a value looked at, an element of a list, a call.
    pub steps: u64,
    /// Bytes of values alive at a time.
    pub bytes: u64,
}

/// Steps for any document, for each byte of one, and at most: a program that goes over its log once takes from one to six a byte.
const GRANTED: (u64, u64, u64) = (10_000_000, 16, 200_000_000);

impl Default for Allowance {
    /// That of a small document: a second or two of work at most.
    fn default() -> Allowance {
        Allowance { steps: GRANTED.0, bytes: 256 << 20 }
    }
}

impl Allowance {
    /// That of a document of so many bytes.
    pub fn of(document: usize) -> Allowance {
        let (any, each, most) = GRANTED;
        let steps = any.saturating_add(each.saturating_mul(document as u64)).min(most);
        Allowance { steps, ..Allowance::default() }
    }
}

/// What was spent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// The steps.
    Steps,
    /// The memory.
    Memory,
    /// The depth: lists within lists.
    Depth,
}

/// Lists within lists, at most: deeper values could not be let go of safely.
pub(super) const DEEP: u16 = 200;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<u64> = const { Cell::new(0) };
    static ALLOWED: Cell<Allowance> = const { Cell::new(Allowance { steps: 0, bytes: 0 }) };
    static SPENT: Cell<Option<Spent>> = const { Cell::new(None) };
}

/// Begins on this thread, where so many steps of the allowance were taken before.
pub(super) fn begin(allowed: Allowance, before: u64) {
    STEPS.set(before);
    BYTES.set(0);
    SPENT.set(None);
    ALLOWED.set(allowed);
}

/// How many steps were taken, those before included.
pub(super) fn steps() -> u64 {
    STEPS.get()
}

/// What was spent, if anything was.
pub(super) fn spent() -> Option<Spent> {
    SPENT.get()
}

/// Takes so many steps; whether the program may go on.
pub(super) fn step(count: u64) -> bool {
    let steps = STEPS.get().saturating_add(count);
    STEPS.set(steps);
    if steps > ALLOWED.get().steps {
        spend(Spent::Steps);
    }
    SPENT.get().is_none()
}

/// Whether so many more bytes may be made.
pub(super) fn may_hold(bytes: u64) -> bool {
    if BYTES.get().saturating_add(bytes) > ALLOWED.get().bytes {
        spend(Spent::Memory);
    }
    SPENT.get().is_none()
}

/// So many bytes of values were made: they count until they are let go of, and making them is work.
pub(super) fn hold(bytes: u64) {
    may_hold(bytes);
    BYTES.set(BYTES.get().saturating_add(bytes));
    step(1 + bytes / 64);
}

/// So many bytes were let go of.
pub(super) fn release(bytes: u64) {
    BYTES.set(BYTES.get().saturating_sub(bytes));
}

/// The allowance is spent.
pub(super) fn spend(what: Spent) {
    if SPENT.get().is_none() {
        SPENT.set(Some(what));
    }
}

/// The same as [`hold`] for what was counted as work already.
pub(super) fn keep(bytes: u64) {
    may_hold(bytes);
    BYTES.set(BYTES.get().saturating_add(bytes));
}
