//! The words of a log: the names of every choice that a log writes as one of a few words.

use super::{Automatic, Declaration, DrawFrom, HouseKind, KongKind, Outcome, PassOf, Touches};
use caipan_tiles::tile::Suit;

/// A choice that a log writes as one of a few words.
pub(crate) trait Word: Copy + Sized + 'static {
    /// The words in their documented order.
    const WORDS: &'static [&'static str];

    /// Returns the choice for a word.
    fn from_word(word: &str) -> Option<Self>;

    /// Returns the word for a choice.
    fn word(self) -> &'static str;
}

/// Declares the words of an enum.
macro_rules! words {
    ($type:ty: $($word:literal $variant:ident),+ $(,)?) => {
        impl Word for $type {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(<$type>::$variant),)+ _ => None }
            }

            fn word(self) -> &'static str {
                match self { $(<$type>::$variant => $word),+ }
            }
        }
    };
}

words!(DrawFrom: "wall" Wall, "tail" Tail);
words!(KongKind: "concealed" Concealed, "exposed" Exposed, "added" Added);
words!(Automatic: "timeout" Timeout, "managed" Managed, "offline" Offline);
words!(PassOf: "win" Win, "kong" Kong, "pung" Pung, "chow" Chow);
words!(Outcome: "win" Win, "draw" Draw, "aborted" Aborted);
words!(HouseKind:
    "rake" Rake, "fee" Fee, "penalty" Penalty, "adjustment" Adjustment, "refund" Refund, "top_up" TopUp,
    "jackpot" Jackpot,
);
words!(EventKind:
    "draw" Draw, "discard" Discard, "chow" Chow, "pung" Pung, "kong" Kong, "reveal" Reveal, "opening" Opening,
    "declare" Declare, "seabed" Seabed, "win" Win, "pass" Pass, "birds" Birds, "flip" Flip, "leave" Leave,
    "draw_game" DrawGame, "exchange" Exchange, "flower" Flower, "mid_opening" MidOpening,
);

words!(Touches: "all" All, "openings" Openings, "birds" Birds, "kongs" Kongs);

impl Word for Declaration {
    const WORDS: &'static [&'static str] = &["ready", "hunyou", "void_m", "void_p", "void_s", "sky", "xiaosa"];

    fn from_word(word: &str) -> Option<Declaration> {
        Some(match word {
            "ready" => Declaration::Ready,
            "hunyou" => Declaration::Hunyou,
            "void_m" => Declaration::Void(Suit::Characters),
            "void_p" => Declaration::Void(Suit::Dots),
            "void_s" => Declaration::Void(Suit::Bamboo),
            "sky" => Declaration::Sky,
            "xiaosa" => Declaration::Xiaosa,
            _ => return None,
        })
    }

    fn word(self) -> &'static str {
        self.name()
    }
}

impl EventKind {
    /// The words of all types of event, as a log writes them.
    pub const fn words() -> &'static [&'static str] {
        EventKind::WORDS
    }
}

impl Declaration {
    /// The words of all declarations, as a log writes them.
    pub const fn words() -> &'static [&'static str] {
        Declaration::WORDS
    }
}

/// The type of an event without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the log's events")]
pub enum EventKind {
    Draw,
    Discard,
    Chow,
    Pung,
    Kong,
    Reveal,
    Opening,
    Declare,
    Seabed,
    Win,
    Pass,
    Birds,
    Flip,
    Leave,
    DrawGame,
    Exchange,
    Flower,
    MidOpening,
}
