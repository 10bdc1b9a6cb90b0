//! Replays the acts of a sample on its dealt hands and finds the event that each name of an act must mean. A meaning is
//! kept only as far as the table allows it: nobody discards a tile that he does not hold.

use std::collections::BTreeSet;

/// The kinds of tiles: three suits of nine, four winds and three dragons.
pub(crate) const KINDS: usize = 34;

/// The event that an act means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Meaning {
    Draw,
    Discard,
    Chow,
    Pung,
    Kong,
    Win,
    /// It moves no tile.
    Nothing,
}

impl Meaning {
    const MOVES: [Meaning; 6] =
        [Meaning::Draw, Meaning::Discard, Meaning::Pung, Meaning::Kong, Meaning::Chow, Meaning::Win];

    /// Returns the meaning of an event of the act table.
    pub(crate) fn of(event: &str) -> Meaning {
        match event.split(':').next().unwrap_or_default() {
            "draw" => Meaning::Draw,
            "discard" => Meaning::Discard,
            "chow" => Meaning::Chow,
            "pung" => Meaning::Pung,
            "kong" => Meaning::Kong,
            "win" => Meaning::Win,
            _ => Meaning::Nothing,
        }
    }
}

/// One act: the number of its name, its seat if it names one, its tiles, and those of the hand that it shows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    pub(crate) name: usize,
    pub(crate) seat: Option<usize>,
    pub(crate) tiles: Vec<usize>,
    pub(crate) own: Vec<usize>,
}

/// One hand: the dealt tiles by seat, and the acts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Play {
    pub(crate) deal: Vec<Vec<usize>>,
    pub(crate) steps: Vec<Step>,
}

/// The phases of a hand.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Everybody holds thirteen tiles, and the dealer draws.
    Begins,
    /// A seat has to discard.
    Holds(usize),
    /// A discard lies there.
    Lies(usize, usize),
    /// A seat draws for its kong.
    Replaces(usize),
    /// A seat draws for the kong that it added to a pung, or is robbed of the tile.
    Added(usize, usize),
    /// The hand is won, on this tile.
    Won(Option<usize>),
}

#[derive(Clone, Debug)]
struct Table {
    held: Vec<[u8; KINDS]>,
    pungs: BTreeSet<(usize, usize)>,
    /// The number of unseen tiles of each kind.
    unseen: [u8; KINDS],
    phase: Phase,
    /// The kinds of kongs by the names of acts.
    kongs: BTreeSet<(usize, &'static str)>,
    /// The number of chows by the place of the claimed tile among its tiles.
    claimed: [usize; 4],
}

impl Table {
    fn of(play: &Play) -> Option<Table> {
        let mut unseen = [4_u8; KINDS];
        let mut held = vec![[0_u8; KINDS]; play.deal.len()];
        for (own, tiles) in held.iter_mut().zip(&play.deal) {
            for &tile in tiles {
                *own.get_mut(tile)? += 1;
                let left = unseen.get_mut(tile)?;
                *left = left.checked_sub(1)?;
            }
        }
        let first = play.deal.iter().position(|tiles| tiles.len() == 14);
        let phase = first.map_or(Phase::Begins, Phase::Holds);
        Some(Table { held, pungs: BTreeSet::new(), unseen, phase, kongs: BTreeSet::new(), claimed: [0; 4] })
    }

    fn count(&self, seat: usize, tile: usize) -> u8 {
        self.held.get(seat).and_then(|own| own.get(tile)).copied().unwrap_or_default()
    }

    fn remove(&mut self, seat: usize, tile: usize, count: u8) -> Option<()> {
        let held = self.held.get_mut(seat)?.get_mut(tile)?;
        *held = held.checked_sub(count)?;
        Some(())
    }

    fn next(&self, seat: usize) -> usize {
        (seat + 1) % self.held.len().max(1)
    }

    /// Returns the table after an act, or nothing if the table does not allow it. `surely` takes a win for one whatever
    /// the hand: wild tiles may be among it.
    fn after(&self, meaning: Meaning, step: &Step, surely: bool) -> Option<Table> {
        let mut after = self.clone();
        let tile = step.tiles.first().copied();
        let is_tile = |lies: usize| step.tiles.is_empty() || step.tiles.contains(&lies);
        match (meaning, self.phase) {
            (Meaning::Nothing, _) => {}
            (Meaning::Draw, phase) => {
                let may = match phase {
                    Phase::Begins => step.seat,
                    Phase::Lies(from, _) => Some(self.next(from)),
                    Phase::Replaces(seat) | Phase::Added(seat, _) => Some(seat),
                    // The tile that the dealer was dealt already, without saying which.
                    Phase::Holds(seat) if tile.is_none() && self.is_untouched() => {
                        return step.seat.is_none_or(|own| own == seat).then_some(after);
                    }
                    Phase::Holds(_) | Phase::Won(_) => None,
                };
                let seat = may.filter(|seat| step.seat.is_none_or(|own| own == *seat))?;
                let left = after.unseen.get_mut(tile?)?;
                *left = left.checked_sub(1)?;
                *after.held.get_mut(seat)?.get_mut(tile?)? += 1;
                after.phase = Phase::Holds(seat);
            }
            (Meaning::Discard, Phase::Holds(seat)) if step.seat.is_none_or(|own| own == seat) => {
                after.remove(seat, tile?, 1)?;
                after.phase = Phase::Lies(seat, tile?);
            }
            (Meaning::Pung, Phase::Lies(from, lies)) if step.seat != Some(from) && is_tile(lies) => {
                after.remove(step.seat?, lies, 2)?;
                after.pungs.insert((step.seat?, lies));
                after.phase = Phase::Holds(step.seat?);
            }
            (Meaning::Chow, Phase::Lies(from, lies)) if step.seat == Some(self.next(from)) && is_tile(lies) => {
                let seat = step.seat?;
                let own = self.own_of_chow(seat, lies, step)?;
                let at = step.tiles.iter().position(|tile| *tile == lies);
                if let Some(count) = at.and_then(|at| after.claimed.get_mut(at)) {
                    *count += 1;
                }
                own.into_iter().try_for_each(|tile| after.remove(seat, tile, 1))?;
                after.phase = Phase::Holds(seat);
            }
            (Meaning::Kong, Phase::Lies(from, lies)) if step.seat != Some(from) && is_tile(lies) => {
                after.remove(step.seat?, lies, 3)?;
                after.kongs.insert((step.name, "exposed"));
                after.phase = Phase::Replaces(step.seat?);
            }
            (Meaning::Kong, Phase::Holds(seat)) if step.seat.is_none_or(|own| own == seat) => {
                let is_added = self.pungs.contains(&(seat, tile?));
                after.remove(seat, tile?, if is_added { 1 } else { 4 })?;
                after.kongs.insert((step.name, if is_added { "added" } else { "concealed" }));
                after.phase = if is_added { Phase::Added(seat, tile?) } else { Phase::Replaces(seat) };
            }
            (Meaning::Win, phase) => {
                let (seat, lies) = match phase {
                    Phase::Holds(seat) => (seat, None),
                    Phase::Lies(from, lies) | Phase::Added(from, lies) if step.seat != Some(from) => {
                        (step.seat?, Some(lies))
                    }
                    Phase::Won(Some(lies)) => (step.seat?, Some(lies)),
                    _ => return None,
                };
                let mut own = *self.held.get(step.seat.unwrap_or(seat))?;
                if let Some(lies) = lies {
                    *own.get_mut(lies)? += 1;
                }
                if step.seat.is_some_and(|own| own != seat) || !(surely || is_win(&own)) {
                    return None;
                }
                after.phase = Phase::Won(lies);
            }
            _ => return None,
        }
        Some(after)
    }

    /// Returns true until the first discard or claim.
    fn is_untouched(&self) -> bool {
        self.held.iter().map(|own| own.iter().map(|&count| usize::from(count)).sum::<usize>()).all(|count| count > 12)
            && self.unseen.iter().map(|&count| usize::from(count)).sum::<usize>() + 13 * self.held.len() + 1
                == 4 * KINDS
    }

    /// Returns the two tiles of the hand that make a chow.
    fn own_of_chow(&self, seat: usize, lies: usize, step: &Step) -> Option<[usize; 2]> {
        let without = |tiles: &[usize]| {
            let mut own = tiles.to_vec();
            if own.len() == 3 {
                own.remove(own.iter().position(|tile| *tile == lies)?);
            }
            <[usize; 2]>::try_from(own).ok()
        };
        let pairs = [(-2, -1), (-1, 1), (1, 2)]
            .into_iter()
            .filter_map(|(one, other)| Some([lies.checked_add_signed(one)?, lies.checked_add_signed(other)?]));
        let is_run = |own: &[usize; 2]| {
            let mut run = [own[0], own[1], lies];
            run.sort_unstable();
            lies < 27 && run[0] / 9 == run[2] / 9 && run[0] + 1 == run[1] && run[1] + 1 == run[2]
        };
        let told = without(&step.tiles).or_else(|| without(&step.own));
        let holds = |own: &[usize; 2]| own.iter().all(|&tile| self.count(seat, tile) > 0);
        told.into_iter().chain(pairs).find(|own| is_run(own) && holds(own))
    }
}

/// Returns whether tiles are sets and a pair, or pairs alone.
fn is_win(own: &[u8; KINDS]) -> bool {
    let count: usize = own.iter().map(|&count| usize::from(count)).sum();
    if count == 14 && own.iter().all(|count| count % 2 == 0) {
        return true;
    }
    count % 3 == 2
        && (0..KINDS).any(|pair| {
            let mut rest = *own;
            rest.get_mut(pair).is_some_and(|count| {
                let is_pair = *count > 1;
                *count = count.saturating_sub(2);
                is_pair
            }) && are_sets(rest)
        })
}

/// Returns whether tiles are triplets and runs: the lowest tile leaves by the one or the other.
fn are_sets(mut own: [u8; KINDS]) -> bool {
    let mut tile = 0;
    while let Some(&count) = own.get(tile) {
        let runs = count % 3;
        if runs > 0 {
            let in_suit = tile < 27 && tile % 9 < 7;
            for next in [tile + 1, tile + 2] {
                match own.get_mut(next).filter(|count| in_suit && **count >= runs) {
                    Some(count) => *count -= runs,
                    None => return false,
                }
            }
        }
        tile += 1;
    }
    true
}

/// The result of a replay.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proof {
    /// The meanings by the numbers of names; `None` for a name that was never reached.
    pub(crate) meanings: Vec<Option<Meaning>>,
    /// The kinds of kongs that each name was used for.
    pub(crate) kongs: BTreeSet<(usize, &'static str)>,
    /// The number of chows by the place of the claimed tile among its tiles.
    pub(crate) claimed: [usize; 4],
    /// The number of acts that the table allows.
    pub(crate) explained: usize,
    /// The number of acts that the table refuses, with those after them in the hand.
    pub(crate) refused: usize,
}

/// The most readings that are followed side by side, and the most acts that are replayed.
const READINGS: usize = 48;
const STEPS: usize = 2_000;

#[derive(Clone, Debug)]
struct Reading {
    meanings: Vec<Option<Meaning>>,
    table: Option<Table>,
    kongs: BTreeSet<(usize, &'static str)>,
    claimed: [usize; 4],
    /// The evidence for the reading: the acts that it explains, and wins with a hand that is one more than others.
    weight: usize,
    explained: usize,
    refused: usize,
}

/// The weight of a win whose hand is one: chance seldom makes it so.
const WON: usize = 3;

impl Reading {
    /// Keeps what a table shows about names.
    fn keep(&mut self, table: &Table) {
        self.kongs.extend(&table.kongs);
        self.claimed.iter_mut().zip(table.claimed).for_each(|(all, more)| *all += more);
    }
}

/// Replays hands. `known` are the meanings of the names that tell them.
pub(crate) fn prove(plays: &[Play], known: &[Option<Meaning>]) -> Proof {
    let mut readings = vec![Reading {
        meanings: known.to_vec(),
        table: None,
        kongs: BTreeSet::new(),
        claimed: [0; 4],
        weight: 0,
        explained: 0,
        refused: 0,
    }];
    let mut left = STEPS;
    for play in plays {
        left = left.saturating_sub(play.steps.len());
        if left == 0 {
            break;
        }
        let table = Table::of(play);
        readings.iter_mut().for_each(|reading| reading.table.clone_from(&table));
        for step in &play.steps {
            let mut next: Vec<Reading> = Vec::new();
            for reading in readings {
                follow(reading, step, known, &mut next);
            }
            next.sort_by_key(|reading| (std::cmp::Reverse(reading.weight), reading.refused));
            next.truncate(READINGS);
            readings = next;
        }
        for reading in &mut readings {
            if let Some(table) = reading.table.take() {
                reading.keep(&table);
            }
        }
    }
    // Among readings that explain equally much, the one that refuses least, and then the one that needs fewest names.
    let names = |reading: &Reading| {
        reading.meanings.iter().filter(|meaning| !matches!(meaning, None | Some(Meaning::Nothing))).count()
    };
    let best =
        readings.into_iter().min_by_key(|reading| (std::cmp::Reverse(reading.weight), reading.refused, names(reading)));
    best.map_or_else(Proof::default, |Reading { meanings, kongs, claimed, explained, refused, .. }| Proof {
        meanings,
        kongs,
        claimed,
        explained,
        refused,
    })
}

/// Adds what a reading becomes with one more act.
fn follow(reading: Reading, step: &Step, known: &[Option<Meaning>], next: &mut Vec<Reading>) {
    let given = reading.meanings.get(step.name).copied().flatten();
    let Some(table) = &reading.table else {
        let refused = reading.refused + usize::from(given != Some(Meaning::Nothing));
        next.push(Reading { refused, ..reading });
        return;
    };
    let is_known = known.get(step.name).copied().flatten().is_some();
    // The tile that the dealer was dealt is no draw.
    let is_dealt = |meaning: Meaning| meaning == Meaning::Draw && matches!(table.phase, Phase::Holds(_));
    let gain = |meaning: Meaning| match meaning {
        Meaning::Win if !is_known => WON,
        meaning => usize::from(!is_dealt(meaning)),
    };
    match given {
        Some(Meaning::Nothing) => next.push(reading),
        Some(meaning) => match table.after(meaning, step, is_known) {
            Some(after) => {
                let explained = reading.explained + usize::from(!is_dealt(meaning));
                let weight = reading.weight + gain(meaning);
                next.push(Reading { table: Some(after), explained, weight, ..reading });
            }
            None => {
                let mut stuck = Reading { table: None, refused: reading.refused + 1, ..reading.clone() };
                stuck.keep(table);
                next.push(stuck);
            }
        },
        None => {
            let mut give = |meaning: Meaning, one: Reading| {
                let mut one = one;
                if let Some(place) = one.meanings.get_mut(step.name) {
                    *place = Some(meaning);
                }
                next.push(one);
            };
            // Of two names that explain equally much the later is the event: an offer comes before the claim.
            give(Meaning::Nothing, reading.clone());
            for meaning in Meaning::MOVES {
                let Some(after) = table.after(meaning, step, false) else { continue };
                let explained = reading.explained + usize::from(!is_dealt(meaning));
                let weight = reading.weight + gain(meaning);
                give(meaning, Reading { table: Some(after), explained, weight, ..reading.clone() });
            }
        }
    }
}
