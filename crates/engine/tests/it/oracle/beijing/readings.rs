//! Enumerates every reading of concealed tiles with wilds by laying out groups one after the other.

use super::tiles::{Tile, begins_run};

/// A pair or a set as read: its tiles, and the places that wilds fill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    tiles: [Tile; 3],
    wild: [bool; 3],
    len: usize,
}

impl Group {
    fn pair(of: Tile) -> Group {
        Group { tiles: [of; 3], wild: [false; 3], len: 2 }
    }

    fn three(of: Tile) -> Group {
        Group { tiles: [of; 3], wild: [false; 3], len: 3 }
    }

    fn run(low: Tile) -> Group {
        Group { tiles: [low, low + 1, low + 2], wild: [false; 3], len: 3 }
    }

    fn of_wilds(self) -> Group {
        Group { wild: [true; 3], ..self }
    }

    pub fn is_pair(&self) -> bool {
        self.len == 2
    }

    pub fn is_run_from(&self, low: Tile) -> bool {
        self.tiles == [low, low + 1, low + 2]
    }

    /// The tiles as read, each with true if a wild fills its place.
    pub fn iter(&self) -> impl Iterator<Item = (Tile, bool)> + '_ {
        self.tiles.iter().copied().zip(self.wild).take(self.len)
    }
}

/// Number of tiles of each kind.
type Heap = [u8; 34];

fn heap(tiles: &[Tile]) -> Heap {
    let mut heap = [0; 34];
    tiles.iter().for_each(|&tile| heap[usize::from(tile)] += 1);
    heap
}

/// Passes every reading as sets and a pair to `show`, until `show` returns true.
pub fn sets(tiles: &[Tile], wilds: usize, show: &mut dyn FnMut(&[Group]) -> bool) -> bool {
    (tiles.len() + wilds) % 3 == 2 && lay(&mut heap(tiles), 0, wilds, false, &mut Vec::with_capacity(5), show)
}

/// True if any reading exists, as sets or as pairs.
pub fn completes(tiles: &[Tile], wilds: usize, no_melds: bool) -> bool {
    sets(tiles, wilds, &mut |_| true) || no_melds && pairs(tiles, wilds, &mut |_| true)
}

/// Takes the lowest tile left into each group of which it can be the lowest natural tile. Returns true if `show`
/// accepted a reading.
fn lay(
    left: &mut Heap,
    from: usize,
    wilds: usize,
    paired: bool,
    groups: &mut Vec<Group>,
    show: &mut dyn FnMut(&[Group]) -> bool,
) -> bool {
    let Some(lowest) = (from..34).find(|&kind| left[kind] > 0) else {
        return of_wilds(wilds, paired, groups, show);
    };
    let low = lowest as Tile;
    let mut shapes = vec![Group::three(low)];
    if !paired {
        shapes.push(Group::pair(low));
    }
    shapes.extend((0..3).filter(|&below| low >= below && begins_run(low - below)).map(|below| Group::run(low - below)));
    for shape in shapes {
        // Tries every choice of places for wilds in which the lowest tile fills a natural place.
        for wild_places in 0..1usize << shape.len {
            let mut group = shape;
            let (mut rest, mut used, mut fits, mut holds_lowest) = (*left, 0, true, false);
            for at in 0..shape.len {
                let kind = usize::from(shape.tiles[at]);
                group.wild[at] = wild_places >> at & 1 == 1;
                if group.wild[at] {
                    used += 1;
                } else if rest[kind] > 0 {
                    rest[kind] -= 1;
                    holds_lowest |= kind == lowest;
                } else {
                    fits = false;
                }
            }
            if !fits || used > wilds || !holds_lowest {
                continue;
            }
            groups.push(group);
            let enough = lay(&mut rest, lowest, wilds - used, paired || group.is_pair(), groups, show);
            groups.pop();
            if enough {
                return true;
            }
        }
    }
    false
}

/// Reads the wilds that are left: a pair of any kind, sets of any kind.
fn of_wilds(wilds: usize, paired: bool, groups: &mut Vec<Group>, show: &mut dyn FnMut(&[Group]) -> bool) -> bool {
    if wilds == 0 {
        return paired && show(groups);
    }
    (0..34).any(|tile| {
        let pair = (!paired && wilds >= 2).then(|| Group::pair(tile));
        let three = (wilds >= 3).then(|| Group::three(tile));
        let run = (wilds >= 3 && begins_run(tile)).then(|| Group::run(tile));
        [pair, three, run].into_iter().flatten().any(|group| {
            groups.push(group.of_wilds());
            let enough = of_wilds(wilds - group.len, paired || group.is_pair(), groups, show);
            groups.pop();
            enough
        })
    })
}

/// Passes every reading as seven pairs to `show`, until `show` returns true.
pub fn pairs(tiles: &[Tile], wilds: usize, show: &mut dyn FnMut(&[Group]) -> bool) -> bool {
    if tiles.len() + wilds != 14 {
        return false;
    }
    let (mut groups, mut left) = (Vec::with_capacity(7), wilds);
    for (kind, &copies) in (0..).zip(&heap(tiles)) {
        groups.extend((0..copies / 2).map(|_| Group::pair(kind)));
        if copies % 2 == 1 {
            let Some(fewer) = left.checked_sub(1) else { return false };
            left = fewer;
            groups.push(Group { wild: [false, true, true], ..Group::pair(kind) });
        }
    }
    pairs_of_wilds(left, &mut groups, show)
}

fn pairs_of_wilds(wilds: usize, groups: &mut Vec<Group>, show: &mut dyn FnMut(&[Group]) -> bool) -> bool {
    if wilds < 2 {
        return show(groups);
    }
    (0..34).any(|kind| {
        groups.push(Group::pair(kind).of_wilds());
        let enough = pairs_of_wilds(wilds - 2, groups, show);
        groups.pop();
        enough
    })
}

/// Tries every wild as every kind, then splits the tiles plainly; `completes` must agree.
#[test]
fn laying_out_equals_trying_every_assignment() {
    use crate::oracle::changsha::cases::Chance;
    fn plain(left: &[Tile], paired: bool) -> bool {
        let Some(&lowest) = left.first() else { return paired };
        let without = |take: &[Tile]| {
            let mut rest = left.to_vec();
            take.iter()
                .all(|tile| rest.iter().position(|other| other == tile).map(|at| rest.remove(at)).is_some())
                .then_some(rest)
        };
        let run = [lowest, lowest + 1, lowest + 2];
        !paired && without(&[lowest; 2]).is_some_and(|rest| plain(&rest, true))
            || without(&[lowest; 3]).is_some_and(|rest| plain(&rest, paired))
            || begins_run(lowest) && without(&run).is_some_and(|rest| plain(&rest, paired))
    }
    fn assigned(tiles: &[Tile], wilds: usize, from: Tile) -> bool {
        if wilds == 0 {
            let mut tiles = tiles.to_vec();
            tiles.sort_unstable();
            return plain(&tiles, false);
        }
        (from..34).any(|kind| assigned(&[tiles, &[kind]].concat(), wilds - 1, kind))
    }
    let mut chance = Chance(91);
    let mut complete = [0; 2];
    for _ in 0..1_500 {
        let wilds = chance.below(3);
        let open = 1 + chance.below(3);
        let near = chance.below(24) as Tile;
        let tiles: Vec<Tile> = (0..3 * open + 2 - wilds).map(|_| (near + chance.below(5) as Tile).min(33)).collect();
        let found = completes(&tiles, wilds, false);
        assert_eq!(found, assigned(&tiles, wilds, 0), "{tiles:?} with {wilds}");
        complete[usize::from(found)] += 1;
    }
    assert!(complete.iter().all(|&n| n > 200), "{complete:?}");
}
