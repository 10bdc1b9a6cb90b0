//! What the rule systems answer: a win with its patterns, or the clause that says no.

use super::{Pattern, PatternKind, System};
use crate::table::Source;
use caipan_tiles::clause::Clause;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::text::{Later, Text};
use caipan_tiles::tile::{Seat, Tile};

/// One pattern of a win.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Which.
    pub pattern: &'static Pattern,
    /// What it counts for here.
    pub value: i64,
}

/// The patterns of a win: kept in place, since a win is judged a thousand times in a search.
pub type Hits = InlineVec<Hit, 6>;

/// Options that decided something, by name: kept in place as well.
pub type Deciding = InlineVec<&'static str, 4>;

/// A win that the rules allow.
#[derive(Clone, Debug)]
pub struct Won {
    /// Who wins.
    pub seat: Seat,
    /// Whose tile it was, on the terms of a discard; `None` on those of a self-draw.
    pub from: Option<Seat>,
    /// The tile or tiles won on.
    pub tiles: InlineVec<Tile, 2>,
    /// How.
    pub source: Source,
    /// The patterns, each with what it counts for.
    pub hits: Hits,
    /// What they come to in the system's own measure.
    pub value: i64,
    /// The patterns of other readings that are worth as much; a client may name those instead.
    pub also: Vec<Hits>,
    /// Options that decided something about this win.
    pub options: Deciding,
}

impl Won {
    /// Whether these names say what the win is, by its reading or by one that is worth as much. What adds nothing may be named
    /// and need not be; a win without a pattern of its own may go without a name.
    pub fn is_named(&self, names: &[String], system: &System) -> bool {
        let bases = || system.patterns.iter().filter(|pattern| pattern.kind == PatternKind::Base);
        let base = |name: &String| bases().any(|pattern| pattern.is_called(name));
        let counts = |hit: &&Hit| hit.value != 0 || self.value == 0;
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

/// Why something may not be done, in terms that every rule system shares; the audit gives each its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The rules have no such action.
    NoSuchAction,
    /// Only another seat may do it.
    Seat,
    /// Not now.
    Time,
    /// The hand may not change any more.
    Locked,
    /// The last tiles may not be claimed or replaced.
    WallShort,
    /// The hand is not ready (听牌).
    NotReady,
    /// A limit is used up.
    Limit,
    /// The tiles do not make what is claimed.
    Shape,
    /// The pair is none that this win may have.
    Pair,
    /// The win must come another way.
    Manner,
    /// This kong may not be robbed.
    Unrobbable,
    /// A win was passed before.
    Missed,
    /// The tile is none that may be used so.
    Tile,
    /// The seat holds too many or too few tiles (相公).
    Count,
}

/// A no, with the clause that says it.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// In general terms.
    pub ground: Ground,
    /// The clause.
    pub clause: &'static Clause,
    /// The option that decided it, where another value of it would say yes.
    pub option: Option<&'static str>,
    /// What exactly stands against it.
    pub words: Later,
}

/// Yes, or no with the reason. Boxed, because a no is rare.
pub type Verdict = Result<(), Box<Refusal>>;

impl Refusal {
    /// A no. `words` are asked for what exactly stands against it when somebody reads that.
    pub fn new(ground: Ground, clause: &'static Clause, words: impl Into<Later>) -> Box<Refusal> {
        Box::new(Refusal { ground, clause, option: None, words: words.into() })
    }

    /// A no that another value of this option would turn into a yes.
    pub fn by_option(
        ground: Ground,
        clause: &'static Clause,
        option: &'static str,
        words: impl Into<Later>,
    ) -> Box<Refusal> {
        Box::new(Refusal { ground, clause, option: Some(option), words: words.into() })
    }

    /// What exactly stands against it.
    pub fn text(&self) -> Text {
        self.words.text()
    }
}
