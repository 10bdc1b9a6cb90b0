//! The verdicts of the rule systems: a win with its patterns, or a refusal with its clause.

use super::{Pattern, PatternKind, System};
use crate::table::Source;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::text::{Later, Text};
use caipan_tiles::tile::{Seat, Tile};

/// One pattern of a win.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The pattern.
    pub pattern: &'static Pattern,
    /// Its value in this win.
    pub value: i64,
}

/// The patterns of a win, stored inline because a search judges a win a thousand times.
pub type Hits = InlineVec<Hit, 6>;

/// The way in which the values of several patterns make up one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// They are added.
    Sum,
    /// They are multiplied.
    Product,
}

impl Join {
    /// Returns the separator between the values.
    pub const fn sign(self) -> &'static str {
        match self {
            Join::Sum => " + ",
            Join::Product => " × ",
        }
    }

    /// Returns the value of these patterns.
    pub fn total(self, hits: &[Hit]) -> i64 {
        let values = hits.iter().map(|hit| hit.value);
        match self {
            Join::Sum => values.fold(0, i64::saturating_add),
            Join::Product => values.fold(1, i64::saturating_mul),
        }
    }
}

/// The ids of options that decided something, stored inline too.
pub type Deciding = InlineVec<&'static str, 4>;

/// A win that the rules allow.
#[derive(Clone, Debug)]
pub struct Won {
    /// The winner.
    pub seat: Seat,
    /// The seat whose tile it was, if the win counts as one on a discard; `None` if it counts as a self-draw.
    pub from: Option<Seat>,
    /// The tile or tiles won on.
    pub tiles: InlineVec<Tile, 2>,
    /// The way of winning.
    pub source: Source,
    /// The patterns with their values.
    pub hits: Hits,
    /// Their total in the system's own measure.
    pub value: i64,
    /// The patterns of other readings of equal value; a client may name those instead.
    pub also: Vec<Hits>,
    /// Options that decided something about this win.
    pub options: Deciding,
}

impl Won {
    /// True if these names describe the win, by its reading or by another of equal value. Patterns without value are
    /// optional, and a win without a pattern of its own may be left unnamed.
    pub fn is_named(&self, names: &[String], system: &System) -> bool {
        let bases = || system.patterns.iter().filter(|pattern| pattern.kind == PatternKind::Base);
        let base = |name: &String| bases().any(|pattern| pattern.is_called(name));
        let counts = |hit: &&Hit| hit.pattern.kind != PatternKind::Step && (hit.value != 0 || self.value == 0);
        let says = |hits: &Hits| {
            let there = |name: &String| base(name) || hits.iter().any(|hit| hit.pattern.is_called(name));
            let plain = || hits.iter().all(|hit| hit.value == 0 || hit.pattern.kind == PatternKind::Base);
            let named = |hit: &Hit| names.iter().any(|name| hit.pattern.is_called(name));
            let whole = || names.iter().all(base) && plain() || hits.iter().filter(counts).all(named);
            names.iter().all(there) && whole()
        };
        [&self.hits].into_iter().chain(&self.also).any(says)
    }
}

/// The general reason of a refusal, shared by all rule systems. The audit maps each to a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The rules have no such action.
    NoSuchAction,
    /// Only another seat may do it.
    Seat,
    /// The action is not allowed at this time.
    Time,
    /// The tiles that the seat holds forbid it: the hand may not change any more, or other tiles go first.
    Locked,
    /// The last tiles may not be claimed or replaced.
    WallShort,
    /// The hand is not ready (听牌).
    NotReady,
    /// A limit is used up.
    Limit,
    /// The tiles do not make what is claimed.
    Shape,
    /// This win does not allow the pair.
    Pair,
    /// The win must come in another way.
    Manner,
    /// This kong may not be robbed.
    Unrobbable,
    /// A win was passed before.
    Missed,
    /// This tile may not be used in this way.
    Tile,
    /// The seat holds too many or too few tiles (相公).
    Count,
}

impl Ground {
    /// True if the refusal rests on what everybody at the table sees, and not on the tiles of the seat.
    pub(crate) const fn is_public(self) -> bool {
        matches!(self, Ground::NoSuchAction | Ground::Seat | Ground::WallShort | Ground::Limit)
    }
}

/// A refusal with its clause.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The general reason.
    pub ground: Ground,
    /// The clause.
    pub clause: &'static Clause,
    /// The option that decided it, if another value of it would allow the action.
    pub option: Option<&'static str>,
    /// The exact reason.
    pub words: Later,
}

/// Allowed, or a refusal. Boxed, because refusals are rare.
pub type Verdict = Result<(), Box<Refusal>>;

impl Refusal {
    /// Creates a refusal. `words` gives the exact reason, built only when somebody reads it.
    pub fn new(ground: Ground, clause: &'static Clause, words: impl Into<Later>) -> Box<Refusal> {
        Box::new(Refusal { ground, clause, option: None, words: words.into() })
    }

    /// Creates a refusal that another value of this option would lift.
    pub fn by_option(
        ground: Ground,
        clause: &'static Clause,
        option: &'static str,
        words: impl Into<Later>,
    ) -> Box<Refusal> {
        Box::new(Refusal { ground, clause, option: Some(option), words: words.into() })
    }

    /// The exact reason.
    pub fn text(&self) -> Text {
        self.words.text()
    }
}

/// Returns the step of an event, to stand before (Chinese) or after (English) what happened; empty if it is not known.
pub fn at_step(event: Option<usize>) -> Text {
    event.map_or_else(Text::default, |event| {
        let step = event.saturating_add(1);
        bilingual!("第 {step} 手", " at step {step}")
    })
}
