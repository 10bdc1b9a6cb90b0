//! Every way to read concealed tiles with wilds, by laying groups out one after the other.

use super::tiles::{Tile, begins_run};

/// Tiles as read, each with whether a wild stands there.
pub type Group = Vec<(Tile, bool)>;

/// Every reading as sets and a pair: groups of two or three.
pub fn sets(tiles: &[Tile], wilds: usize) -> Vec<Vec<Group>> {
    let mut all = Vec::new();
    if (tiles.len() + wilds) % 3 == 2 {
        let mut left = tiles.to_vec();
        left.sort_unstable();
        lay(&left, wilds, false, &mut Vec::new(), &mut all, false);
    }
    all
}

/// Whether there is any reading, as sets or as pairs.
pub fn completes(tiles: &[Tile], wilds: usize, no_melds: bool) -> bool {
    let mut left = tiles.to_vec();
    left.sort_unstable();
    let mut found = Vec::new();
    if (tiles.len() + wilds) % 3 == 2 {
        lay(&left, wilds, false, &mut Vec::new(), &mut found, true);
    }
    !found.is_empty() || no_melds && !pairs(tiles, wilds).is_empty()
}

/// Takes the lowest tile left into each group it can be the lowest natural tile of.
fn lay(left: &[Tile], wilds: usize, paired: bool, laid: &mut Vec<Group>, all: &mut Vec<Vec<Group>>, first: bool) {
    if first && !all.is_empty() {
        return;
    }
    let Some(&lowest) = left.first() else {
        return of_wilds(wilds, paired, laid, all);
    };
    let mut shapes: Vec<Vec<Tile>> = vec![vec![lowest; 3]];
    if !paired {
        shapes.push(vec![lowest; 2]);
    }
    for below in 0..3 {
        if lowest >= below && begins_run(lowest - below) {
            shapes.push((0..3).map(|up| lowest - below + up).collect());
        }
    }
    for shape in shapes {
        // Each place is natural where a tile is there; a wild instead of a tile that is there only moves that tile
        // elsewhere, which some other group shows.
        for wild_places in 0..1usize << shape.len() {
            let mut rest = left.to_vec();
            let mut used = 0;
            let mut group = Vec::new();
            let mut fits = true;
            for (at, &tile) in shape.iter().enumerate() {
                let wild = wild_places >> at & 1 == 1;
                match rest.iter().position(|&other| other == tile) {
                    _ if wild => used += 1,
                    Some(there) => {
                        rest.remove(there);
                    }
                    None => fits = false,
                }
                group.push((tile, wild));
            }
            let holds_lowest = rest.iter().filter(|&&tile| tile == lowest).count()
                < left.iter().filter(|&&tile| tile == lowest).count();
            if !fits || used > wilds || !holds_lowest {
                continue;
            }
            let pair = shape.len() == 2;
            laid.push(group);
            lay(&rest, wilds - used, paired || pair, laid, all, first);
            laid.pop();
        }
    }
}

/// What is left are wilds: a pair of any kind, sets of any kind.
fn of_wilds(wilds: usize, paired: bool, laid: &mut Vec<Group>, all: &mut Vec<Vec<Group>>) {
    if wilds == 0 {
        if paired {
            all.push(laid.clone());
        }
        return;
    }
    for tile in 0..34 {
        if !paired && wilds >= 2 {
            laid.push(vec![(tile, true); 2]);
            of_wilds(wilds - 2, true, laid, all);
            laid.pop();
        }
        if wilds >= 3 {
            laid.push(vec![(tile, true); 3]);
            of_wilds(wilds - 3, paired, laid, all);
            laid.pop();
            if begins_run(tile) {
                laid.push((0..3).map(|up| (tile + up, true)).collect());
                of_wilds(wilds - 3, paired, laid, all);
                laid.pop();
            }
        }
    }
}

/// Every reading as seven pairs.
pub fn pairs(tiles: &[Tile], wilds: usize) -> Vec<Vec<Group>> {
    if tiles.len() + wilds != 14 {
        return Vec::new();
    }
    let mut groups = Vec::new();
    let mut left = wilds;
    for kind in 0..34 {
        let copies = tiles.iter().filter(|&&tile| tile == kind).count();
        groups.extend((0..copies / 2).map(|_| vec![(kind, false); 2]));
        if copies % 2 == 1 {
            let Some(fewer) = left.checked_sub(1) else { return Vec::new() };
            left = fewer;
            groups.push(vec![(kind, false), (kind, true)]);
        }
    }
    let mut all = vec![groups];
    for _ in 0..left / 2 {
        all = all
            .into_iter()
            .flat_map(|groups| {
                (0..34).map(move |kind| {
                    let mut more = groups.clone();
                    more.push(vec![(kind, true); 2]);
                    more
                })
            })
            .collect();
    }
    all
}

/// Every wild as every kind, then plain parting: what `completes` must agree with.
#[test]
fn laying_out_is_as_good_as_trying_every_assignment() {
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
