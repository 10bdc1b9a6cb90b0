//! Rooms of two, three and four players. The presets leave most options of the market rule book off, so their clauses
//! and payments occur only in such rooms.

use super::block::Proof;
use caipan_engine::rules::{Ruleset, System};

impl Proof {
    /// A proof in the rooms of this system.
    pub fn of_rooms(system: &'static System) -> Proof {
        let of = |preset| system.rooms.iter().map(move |room| Ruleset::new(system, preset, room));
        Proof::under(system, system.presets.first().into_iter().flat_map(of).collect())
    }
}
