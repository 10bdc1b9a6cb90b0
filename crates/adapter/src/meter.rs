//! Counts the steps and memory of a program on the thread that runs it.
//!
//! Values and filters ask the meter before they do more work. Once the allowance is spent, every source of work yields
//! nothing, so the program ends soon and its output is discarded.

use std::cell::Cell;

/// The limits of a program for one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Steps: a value visited, an element of a list, a call.
    pub steps: u64,
    /// Bytes of live values.
    pub bytes: u64,
}

/// Steps for any document, steps per byte, and the maximum. A program that reads its log once takes one to six steps
/// per byte.
const GRANTED: (u64, u64, u64) = (10_000_000, 16, 200_000_000);

impl Default for Allowance {
    /// The allowance of a small document: at most a second or two of work.
    fn default() -> Allowance {
        Allowance { steps: GRANTED.0, bytes: 64 << 20 }
    }
}

impl Allowance {
    /// Returns the allowance of a document of `document` bytes.
    pub fn of(document: usize) -> Allowance {
        let (any, each, most) = GRANTED;
        let steps = any.saturating_add(each.saturating_mul(document as u64)).min(most);
        Allowance { steps, ..Allowance::default() }
    }
}

/// The limit that was exceeded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// Steps.
    Steps,
    /// Memory.
    Memory,
    /// Nesting depth.
    Depth,
}

/// Maximum nesting depth of lists and objects; deeper values could not be dropped safely.
pub(super) const DEEP: u16 = 200;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<u64> = const { Cell::new(0) };
    static ALLOWED: Cell<Allowance> = const { Cell::new(Allowance { steps: 0, bytes: 0 }) };
    static SPENT: Cell<Option<Spent>> = const { Cell::new(None) };
}

/// Resets the meter of this thread; `before` steps of the allowance are already taken.
pub(super) fn begin(allowed: Allowance, before: u64) {
    STEPS.set(before);
    BYTES.set(0);
    SPENT.set(None);
    ALLOWED.set(allowed);
}

/// The number of steps taken, including those before [`begin`].
pub(super) fn steps() -> u64 {
    STEPS.get()
}

/// Returns the limit that was exceeded, if any.
pub(super) fn spent() -> Option<Spent> {
    SPENT.get()
}

/// Takes `count` steps. Returns whether the program may continue.
pub(super) fn step(count: u64) -> bool {
    let steps = STEPS.get().saturating_add(count);
    STEPS.set(steps);
    if steps > ALLOWED.get().steps {
        spend(Spent::Steps);
    }
    SPENT.get().is_none()
}

/// Returns whether `bytes` more bytes may be allocated.
pub(super) fn may_allocate(bytes: u64) -> bool {
    if BYTES.get().saturating_add(bytes) > ALLOWED.get().bytes {
        spend(Spent::Memory);
    }
    SPENT.get().is_none()
}

/// Counts `bytes` bytes of new values. They count as memory until released, and their creation counts as steps.
pub(super) fn allocate(bytes: u64) {
    may_allocate(bytes);
    BYTES.set(BYTES.get().saturating_add(bytes));
    step(1 + bytes / 64);
}

/// Releases `bytes` bytes.
pub(super) fn release(bytes: u64) {
    BYTES.set(BYTES.get().saturating_sub(bytes));
}

/// Records that a limit is exceeded; the first one is kept.
pub(super) fn spend(what: Spent) {
    if SPENT.get().is_none() {
        SPENT.set(Some(what));
    }
}

/// Counts memory like [`allocate`], for values whose creation was already counted as steps.
pub(super) fn keep(bytes: u64) {
    may_allocate(bytes);
    BYTES.set(BYTES.get().saturating_add(bytes));
}
