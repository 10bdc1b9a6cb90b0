//! The Merkle tree of RFC 6962, over hashes that a caller stores.
//!
//! One level of the tree in eight is stored: one hash per 256 leaves, one per 256 of those, and so on. A proof reads
//! one group of 256 hashes per level, so its cost grows only with the number of levels. [`ct_merkle`], which shares no
//! code with this module, verifies the proofs made here.

use sha2::{Digest, Sha256};

/// A node: SHA-256 over byte `1` and the two child nodes; for a leaf, over byte `0` and the record.
pub type Hash = [u8; 32];

/// The number of hashes of one level that the next stored hash covers, as a power of two.
pub const BITS: u32 = 8;
/// The number of hashes in a group.
pub const GROUP: u64 = 1 << BITS;

/// A store of hashes.
pub trait Hashes {
    /// The error of a failed read.
    type Error;

    /// Returns a hash of a level. Level 0 holds the leaves; a hash of level `n` covers 256 to the power of `n` of them.
    /// Only hashes of complete groups are requested.
    fn hash(&mut self, level: u32, number: u64) -> Result<Hash, Self::Error>;
}

/// The hash of a leaf.
pub fn leaf(record: &[u8]) -> Hash {
    Sha256::new_with_prefix([0]).chain_update(record).finalize().into()
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new_with_prefix([1]).chain_update(left).chain_update(right).finalize().into()
}

/// The root of the first `size` leaves. The root of no leaves is SHA-256 of the empty string.
pub fn root<H: Hashes>(hashes: &mut H, size: u64) -> Result<Hash, H::Error> {
    if size == 0 { Ok(Sha256::digest([]).into()) } else { range(hashes, 0, size) }
}

/// The root of a group: a power of two of hashes of one level. `None` for an empty group.
pub fn over(group: &[Hash]) -> Option<Hash> {
    match group {
        [] => None,
        [one] => Some(*one),
        all => {
            let (left, right) = all.split_at(all.len() / 2);
            Some(node(&over(left)?, &over(right)?))
        }
    }
}

/// The inclusion path of a leaf in the tree of the first `size` leaves: sibling hashes from the leaf upwards.
pub fn inclusion<H: Hashes>(hashes: &mut H, index: u64, size: u64) -> Result<Vec<Hash>, H::Error> {
    let mut path = Vec::new();
    let (mut from, mut to) = (0, size);
    while to.saturating_sub(from) > 1 {
        let middle = from + left_of(to - from);
        if index < middle {
            path.push(range(hashes, middle, to)?);
            to = middle;
        } else {
            path.push(range(hashes, from, middle)?);
            from = middle;
        }
    }
    path.reverse();
    Ok(path)
}

/// The proof that the tree of the first `size` leaves extends the tree of the first `earlier` leaves. Empty if both
/// sizes are equal or `earlier` is 0.
pub fn consistency<H: Hashes>(hashes: &mut H, earlier: u64, size: u64) -> Result<Vec<Hash>, H::Error> {
    let mut path = Vec::new();
    if earlier == 0 {
        return Ok(path);
    }
    let (mut from, mut to) = (0, size);
    while to > earlier {
        let middle = from + left_of(to - from);
        if earlier <= middle {
            path.push(range(hashes, middle, to)?);
            to = middle;
        } else {
            path.push(range(hashes, from, middle)?);
            from = middle;
        }
    }
    // A part that begins with the first leaf is the earlier tree itself, whose root the reader has.
    if from > 0 {
        path.push(range(hashes, from, to)?);
    }
    path.reverse();
    Ok(path)
}

/// The root over the leaves `from..to`, which is never an empty range.
fn range<H: Hashes>(hashes: &mut H, from: u64, to: u64) -> Result<Hash, H::Error> {
    let size = to - from;
    if size.is_power_of_two() && size.trailing_zeros().is_multiple_of(BITS) && from.is_multiple_of(size) {
        return hashes.hash(size.trailing_zeros() / BITS, from / size);
    }
    let middle = from + left_of(size);
    Ok(node(&range(hashes, from, middle)?, &range(hashes, middle, to)?))
}

/// The number of leaves in the left subtree of a tree of `size` leaves, at least two: the largest power of two below
/// it.
fn left_of(size: u64) -> u64 {
    1 << (size - 1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ct_merkle::mem_backed_tree::MemoryBackedTree;
    use std::convert::Infallible;

    /// Leaves in memory, from which the stored hashes are computed.
    struct Leaves(Vec<Hash>);

    impl Hashes for Leaves {
        type Error = Infallible;

        fn hash(&mut self, level: u32, number: u64) -> Result<Hash, Infallible> {
            let each = 1_usize << (BITS * level);
            let from = usize::try_from(number).expect("small") * each;
            Ok(over(&self.0[from..from + each]).expect("complete"))
        }
    }

    /// Compares roots and proofs at many sizes, across the ends of groups, with a library that shares no code with this
    /// one.
    #[test]
    fn matches_roots_and_proofs_of_ct_merkle() {
        let records: Vec<String> = (0..1100).map(|number| format!("record {number}")).collect();
        let mut ours = Leaves(records.iter().map(|record| leaf(record.as_bytes())).collect());
        let mut theirs = MemoryBackedTree::<Sha256, String>::new();
        let sizes = [1, 2, 3, 5, 7, 8, 255, 256, 257, 511, 512, 513, 767, 768, 1023, 1024, 1025, 1099, 1100];
        for (at, record) in records.iter().enumerate() {
            theirs.push(record.clone());
            let size = at as u64 + 1;
            if !sizes.contains(&size) {
                continue;
            }
            let Ok(made) = root(&mut ours, size);
            assert_eq!(made.as_slice(), theirs.root().as_bytes().as_slice(), "{size}");
            for index in (0..size).step_by(1 + at / 40).chain([size - 1]) {
                let Ok(path) = inclusion(&mut ours, index, size);
                let proof = theirs.prove_inclusion(usize::try_from(index).expect("small"));
                assert_eq!(path.concat(), proof.as_bytes(), "{index} of {size}");
            }
            for earlier in sizes.into_iter().filter(|&earlier| earlier <= size) {
                let Ok(path) = consistency(&mut ours, earlier, size);
                let proof = theirs.prove_consistency(usize::try_from(size - earlier).expect("small"));
                assert_eq!(path.concat(), proof.as_bytes(), "{earlier} to {size}");
            }
        }
        let Ok(empty) = root(&mut ours, 0);
        assert_eq!(empty.as_slice(), MemoryBackedTree::<Sha256, String>::new().root().as_bytes().as_slice());
    }
}
