//! The option of the pack: if tiles of a log are not of the pack of the declared rules, the option under which they
//! would be. The inverse audit cannot propose it, because a hand is not dealt again from another pack.

use crate::replay::What;
use crate::rules::Ruleset;
use caipan_tiles::tile::Deck;
use std::cell::OnceCell;

/// The packs of the same rules with another value of one option.
pub(super) struct OtherPacks<'a> {
    ruleset: &'a Ruleset,
    packs: OnceCell<Vec<(&'static str, Deck)>>,
}

impl<'a> OtherPacks<'a> {
    pub(super) fn of(ruleset: &'a Ruleset) -> OtherPacks<'a> {
        OtherPacks { ruleset, packs: OnceCell::new() }
    }

    /// The one option whose other value gives a pack that fits this breach; `None` if there is none, or more than one.
    pub(super) fn option(&self, what: &What) -> Option<&'static str> {
        let fits: &dyn Fn(Deck) -> bool = match *what {
            What::WallSize { count, .. } => &move |deck| deck.size() == count,
            What::WallTiles { tile, count } => &move |deck| usize::from(deck.copies(tile)) == count,
            What::NotInDeck { tile } => &move |deck| deck.copies(tile) > 0,
            _ => return None,
        };
        let mut options = self.packs().iter().filter(|(_, deck)| fits(*deck)).map(|(option, _)| *option);
        let option = options.next()?;
        options.all(|other| other == option).then_some(option)
    }

    /// Each other pack with its option.
    fn packs(&self) -> &[(&'static str, Deck)] {
        self.packs.get_or_init(|| {
            let own = self.ruleset.rules.deck();
            let mut packs = Vec::new();
            let decls = (self.ruleset.system.options)().iter().zip(self.ruleset.choices.values());
            for (decl, &value) in decls {
                for other in decl.others(value) {
                    let changed = self.ruleset.changed(None, [(decl.id, other)]);
                    let deck = changed.rules.deck();
                    if deck != own && !changed.contradicts_itself() {
                        packs.push((decl.id, deck));
                    }
                }
            }
            packs
        })
    }
}
