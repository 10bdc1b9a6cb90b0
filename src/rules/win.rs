//! A win as the rule systems judge it: what is asked, and the answer with its patterns or the clause that says no.

use crate::cite::Clause;
use crate::hand::Hand;
use crate::log::Declaration;
use crate::say::{Label, Text};
use crate::table::{Chance, Offer, Phase, Source, Table};
use crate::tile::{Meld, Seat, Tile};

/// A pattern (牌型 or 番种) of a rule sheet.
#[derive(Debug)]
pub struct Pattern {
    /// A stable id.
    pub id: &'static str,
    /// The name in both languages; the Chinese one is what a log usually names.
    pub name: Label,
    /// Other names that logs use.
    pub aliases: &'static [&'static str],
    /// What it is worth in the system's own measure.
    pub value: i64,
    /// Which kind of thing it is.
    pub kind: PatternKind,
    /// The clause that defines it.
    pub clause: &'static Clause,
}

impl Pattern {
    /// Whether a log means this pattern by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.id == name
            || self.name.zh == name
            || self.name.en.eq_ignore_ascii_case(name)
            || self.aliases.contains(&name)
    }
}

/// What a pattern looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternKind {
    /// The tiles.
    Hand,
    /// How the win came about.
    Situation,
    /// The dealt tiles, before play (起手胡).
    Opening,
}

/// One pattern of a win.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Which.
    pub pattern: &'static Pattern,
    /// What it counts for here.
    pub value: i64,
}

/// What the table knows of a win beyond its tiles. A system that has no use for it does not look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Background {
    /// The discard is the first one after its seat's own kong and replacement (热炮).
    pub after_kong: bool,
    /// The seat declared itself ready (报听).
    pub declared: bool,
    /// And its dealt tiles were ready as they stood: it discarded what it drew (硬报).
    pub declared_as_dealt: bool,
    /// The seat whose tile it is declared itself ready.
    pub from_declared: bool,
}

impl Background {
    /// What the table knows of a win of this seat in this moment.
    pub fn at(table: &Table, seat: Seat, from: Option<Seat>) -> Background {
        let declared = |seat: Seat| table.place(seat).declared == Some(Declaration::Ready);
        let last = from.and_then(|from| table.place(from).river.last());
        let first = table.place(seat).river.first();
        Background {
            after_kong: last.is_some_and(|lying| lying.after_kong)
                && matches!(table.phase, Phase::Open { why: Offer::Discard, .. }),
            declared: declared(seat),
            declared_as_dealt: declared(seat) && first.is_some_and(|lying| lying.drawn),
            from_declared: from.is_some_and(declared),
        }
    }
}

/// Everything a rule system needs to judge one win.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// Who wants to win.
    pub seat: Seat,
    /// Who deals.
    pub dealer: Seat,
    /// The concealed tiles without the winning one: 3n + 1.
    pub hand: Hand,
    /// Concealed tiles of the wild kind among them.
    pub wilds: u8,
    /// The wild kind.
    pub wild: Option<Tile>,
    /// The melds.
    pub melds: &'a [Meld],
    /// On which tile or tiles, and how.
    pub chance: Chance,
    /// Discards so far at the table, a discard won on included.
    pub discards: u16,
    /// Chows, pungs and kongs so far at the table.
    pub claims: u16,
    /// Kongs among those claims.
    pub kongs: u16,
    /// What the table knows beyond that.
    pub background: Background,
}

impl<'a> Case<'a> {
    /// The case of a seat at the table in this moment; `None` where the moment gives it no chance to win.
    pub fn at(table: &'a Table, seat: Seat) -> Option<Case<'a>> {
        let chance = table.chance(seat)?;
        let place = table.place(seat);
        let mut case = Case {
            seat,
            dealer: table.dealer,
            hand: place.hand,
            wilds: place.wilds,
            wild: table.wild,
            melds: &place.melds,
            chance,
            discards: table.discards,
            claims: table.claims,
            kongs: table.kongs.len() as u16,
            background: Background::at(table, seat, chance.from),
        };
        // A tile turned up by a dice kong, or lying before somebody else, is not in the hand yet.
        if chance.source.is_own() && chance.source != Source::DiceKong {
            let tile = chance.tiles.iter().next()?;
            if table.wild == Some(tile) {
                case.wilds = case.wilds.saturating_sub(1);
            } else {
                case.hand.take(tile);
            }
        }
        Some(case)
    }
}

/// A win that the rules allow.
#[derive(Clone, Debug)]
pub struct Won {
    /// Who wins.
    pub seat: Seat,
    /// Who pays alone; `None` when all pay.
    pub from: Option<Seat>,
    /// The tile or tiles won on.
    pub tiles: Vec<Tile>,
    /// How.
    pub source: Source,
    /// The patterns, each with what it counts for.
    pub hits: Vec<Hit>,
    /// What they come to in the system's own measure.
    pub value: i64,
    /// The concealed tiles as read, for people: `123m 456m 789p 234s 55s`.
    pub reading: String,
    /// Options that decided something about this win.
    pub options: Vec<&'static str>,
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
    pub text: Text,
}

/// Yes, or no with the reason. Boxed, because a no is rare.
pub type Verdict = Result<(), Box<Refusal>>;

impl Refusal {
    /// A no.
    pub fn new(ground: Ground, clause: &'static Clause, text: Text) -> Box<Refusal> {
        Box::new(Refusal { ground, clause, option: None, text })
    }

    /// A no that another value of this option would turn into a yes.
    pub fn by_option(ground: Ground, clause: &'static Clause, option: &'static str, text: Text) -> Box<Refusal> {
        Box::new(Refusal { ground, clause, option: Some(option), text })
    }
}
